//! The changes from one grammar to the next, production by production.
//!
//! Two productions are paired if they have one name; if they say the same; or if two that are paired already use them
//! in the same places. Notation does not count: see [`align`](crate::mirror::align). Where two right sides differ by more than
//! that, those of terminals are compared as sets of texts and those of nonterminals as sets of sequences of symbols.
//!
//! Invariant: two productions are reported as the same only if that was shown, for everything that they say, with the names
//! that both use meaning the same: a change is reported where it was made, not in everything that uses it.

use super::token_alphabet::{Alphabet, Lettering};
use crate::matching::effort::{self, Unanswered};
use crate::matching::forms;
use crate::matching::formulas::Formulas;
use crate::matching::language::{Language, Semantics, writes_white_space};
use crate::matching::samples::Samples;
use crate::mirror::align::normal;
use crate::tokens::symbols::{TokenGrammar, over_tokens};
use notation::{CanBeNothing, Expression, Grammar, Rule, RuleKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The productions of two grammars, paired.
///
/// ```
/// use turtle_peg_toolkit::{ChangeKind, Diff, Samples, ebnf};
///
/// let before = ebnf::read("list ::= '(' | '(' items\nitems ::= name+ ')'\n@terminals\nname ::= [a-z]")?;
/// let after = ebnf::read("list ::= '(' items?\nitems ::= word* ')'\n@terminals\nword ::= [#x61-#x7A]")?;
/// let diff = Diff::of(&before, &after, &Samples::default());
/// let kinds: Vec<_> = diff.changes.iter().map(|change| change.kind()).collect();
/// assert_eq!(kinds, [ChangeKind::Unchanged, ChangeKind::Changed, ChangeKind::Renamed]);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// In the order of the second grammar; after these, the productions of the first alone.
    pub changes: Vec<GrammarChange>,
    /// If other productions are start symbols.
    pub start: Option<StartChange>,
}

/// The start symbols of two grammars, which are not the same productions.
///
/// ```
/// use turtle_peg_toolkit::{Diff, Samples, ebnf};
///
/// let before = ebnf::read("a ::= 'x'\nb ::= 'y'")?;
/// let after = ebnf::read("@start b\na ::= 'x'\nb ::= 'y'")?;
/// let start = Diff::of(&before, &after, &Samples::default()).start.unwrap();
/// assert_eq!((start.before, start.after), (vec!["a".to_owned(), "b".to_owned()], vec!["b".to_owned()]));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartChange {
    /// In the first grammar.
    pub before: Vec<String>,
    /// In the second.
    pub after: Vec<String>,
}

/// A production, before and after; one of the two at least is there.
///
/// ```
/// use turtle_peg_toolkit::{ChangeKind, Diff, Samples, ebnf};
///
/// let diff = Diff::of(&ebnf::read("a ::= 'x'")?, &ebnf::read("a ::= 'x'\nb ::= 'y'")?, &Samples::default());
/// let added = &diff.changes[1];
/// assert_eq!((added.name(), added.kind()), ("b", ChangeKind::Added));
/// assert!(added.before.is_none());
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrammarChange {
    /// In the first grammar.
    pub before: Option<Rule>,
    /// In the second.
    pub after: Option<Rule>,
    /// How the two right sides compare; [`Likeness::Different`], if there is only one.
    pub likeness: Likeness,
    /// For each side, whether it was shown that no document is of that side alone because of this change: all that its right side
    /// says the other says, too; or it has none.
    ///
    /// ```
    /// use turtle_peg_toolkit::{Diff, Samples, ebnf};
    ///
    /// let before = ebnf::read("limit ::= 'LIMIT' [0-9] | 'ALL'")?;
    /// let after = ebnf::read("limit ::= 'LIMIT' count\ncount ::= [0-9]")?;
    /// let diff = Diff::of(&before, &after, &Samples::default());
    /// let shown = diff.changes.iter().map(|change| (change.name(), change.is_within));
    /// assert!(shown.eq([("limit", [false, true]), ("count", [true, true])]));
    /// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
    /// ```
    pub is_within: [bool; 2],
}

/// How two right sides compare, once names are those of the second grammar.
///
/// ```
/// use turtle_peg_toolkit::{Diff, GrammarError, Likeness, Samples, ebnf};
///
/// let likeness = |before: &str, after: &str| -> Result<Likeness, GrammarError> {
///     let diff = Diff::of(&ebnf::read(before)?, &ebnf::read(after)?, &Samples::default());
///     Ok(diff.changes[0].likeness)
/// };
/// assert_eq!(likeness("a ::= 'x' | 'y'", "a ::= 'x' | 'y'")?, Likeness::Identical);
/// assert_eq!(likeness("a ::= 'x' | 'y'", "a ::= 'y' | 'x'")?, Likeness::Equivalent);
/// assert_eq!(likeness("a ::= 'x' | 'y'", "a ::= 'x'")?, Likeness::Different);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Likeness {
    /// Written the same.
    Identical,
    /// Equal but for notation.
    Notation,
    /// Shown to say the same, in another way.
    Equivalent,
    /// Not the same, or not shown to be.
    Different,
}

/// The kind of change to a production.
///
/// ```
/// use turtle_peg_toolkit::{ChangeKind, Diff, Samples, ebnf};
///
/// let diff = Diff::of(&ebnf::read("a ::= 'x'")?, &ebnf::read("b ::= 'x'")?, &Samples::default());
/// assert_eq!(diff.changes[0].kind(), ChangeKind::Renamed);
/// assert_eq!(ChangeKind::Renamed.name(), "renamed");
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// Only the second grammar has it.
    Added,
    /// Only the first grammar has it.
    Removed,
    /// It says the same under another name.
    Renamed,
    /// It says something else; it may have another name, too.
    Changed,
    /// It says the same under the same name.
    Unchanged,
}

impl ChangeKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Added,
        Self::Removed,
        Self::Renamed,
        Self::Changed,
        Self::Unchanged,
    ];

    /// As a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Renamed => "renamed",
            Self::Changed => "changed",
            Self::Unchanged => "unchanged",
        }
    }
}

impl fmt::Display for ChangeKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl GrammarChange {
    /// The kind of change.
    pub fn kind(&self) -> ChangeKind {
        match (&self.before, &self.after) {
            (None, _) => ChangeKind::Added,
            (_, None) => ChangeKind::Removed,
            _ if self.likeness == Likeness::Different => ChangeKind::Changed,
            (Some(before), Some(after)) if before.name != after.name => ChangeKind::Renamed,
            _ => ChangeKind::Unchanged,
        }
    }

    /// Whether it says the same, be it under another name.
    pub fn is_renamed_or_unchanged(&self) -> bool {
        matches!(self.kind(), ChangeKind::Renamed | ChangeKind::Unchanged)
    }

    /// The name in the second grammar, or else in the first.
    pub fn name(&self) -> &str {
        let rule = self.after.as_ref().or(self.before.as_ref());
        rule.map_or("", |rule| &rule.name)
    }
}

impl Diff {
    /// Compares the productions of two specifications. Terminals with other names are taken for one another if the same
    /// of the samples' forms shows both.
    pub fn of(before: &Grammar, after: &Grammar, samples: &Samples) -> Self {
        effort::shared(|| Self::between(before, after, samples))
    }

    fn between(before: &Grammar, after: &Grammar, samples: &Samples) -> Self {
        let comparison = Comparison::of(before, after, samples);
        let first = |name: &str| before.rule(name);
        let earlier = |name: &str| {
            let mut names = comparison.names.iter();
            let found = names.find(|(_, later)| later.as_str() == name);
            found.and_then(|(earlier, _)| first(earlier))
        };
        let mut changes = Vec::new();
        for rule in each_once(after) {
            let paired = earlier(&rule.name);
            let (likeness, is_within) = match paired {
                Some(paired) => comparison.relation(paired, rule),
                None => (Likeness::Different, [true, false]),
            };
            changes.push(GrammarChange {
                before: paired.cloned(),
                after: Some(rule.clone()),
                likeness,
                is_within,
            });
        }
        let removed = each_once(before).filter(|rule| !comparison.names.contains_key(&rule.name));
        changes.extend(removed.map(|rule| GrammarChange {
            before: Some(rule.clone()),
            after: None,
            likeness: Likeness::Different,
            is_within: [false, true],
        }));
        let start = comparison.start();
        note_refactored([before, after], &mut changes);
        Self { changes, start }
    }

    /// Whether each production is in both, under one name, and says the same, and the start symbol is the same.
    pub fn is_same(&self) -> bool {
        let mut changes = self.changes.iter();
        self.start.is_none() && changes.all(|change| change.kind() == ChangeKind::Unchanged)
    }

    /// Whether all that changed is names.
    pub fn says_the_same(&self) -> bool {
        self.start.is_none() && self.has_same_productions()
    }

    /// Whether it was shown, from the productions, that this side has no document which the other has not, as long as both cut
    /// texts into the same tokens.
    pub fn is_within(&self, side: usize) -> bool {
        let names = self.names();
        let are_counterparts = self
            .start
            .as_ref()
            .is_none_or(|StartChange { before, after }| {
                let is_pair = |one: &String, other: &String| {
                    names.get(one.as_str()).is_some_and(|later| later == other)
                };
                match side {
                    0 => before
                        .iter()
                        .all(|one| after.iter().any(|other| is_pair(one, other))),
                    _ => after
                        .iter()
                        .all(|other| before.iter().any(|one| is_pair(one, other))),
                }
            });
        are_counterparts && self.changes.iter().all(|change| change.is_within[side])
    }

    /// Whether each production says the same, be it under another name.
    pub fn has_same_productions(&self) -> bool {
        let mut changes = self.changes.iter();
        changes.all(GrammarChange::is_renamed_or_unchanged)
    }

    /// The productions that both grammars have: the name in the first, and the name in the second.
    pub fn names(&self) -> BTreeMap<&str, &str> {
        let both = self.changes.iter().filter_map(|change| {
            let names = (change.before.as_ref()?, change.after.as_ref()?);
            Some((names.0.name.as_str(), names.1.name.as_str()))
        });
        both.collect()
    }
}

/// Notes which productions of one side alone are used only where that was shown to say nothing new.
fn note_refactored(grammars: [&Grammar; 2], changes: &mut [GrammarChange]) {
    for (side, grammar) in grammars.into_iter().enumerate() {
        let starts: BTreeSet<&str> = grammar.starts().into_iter().collect();
        let own = |change: &GrammarChange| -> Option<Rule> {
            [&change.before, &change.after][side].clone()
        };
        let of_terminals = grammar
            .rules
            .iter()
            .filter(|it| it.kind != RuleKind::Nonterminal);
        let in_terminals: BTreeSet<&str> =
            of_terminals.flat_map(|it| it.expression.names()).collect();
        loop {
            let beyond = changes.iter().filter(|change| !change.is_within[side]);
            let beyond: Vec<Rule> = beyond.filter_map(own).collect();
            let is_used_beyond = |name: &str| {
                let mut users = beyond.iter().filter(|user| user.name != name);
                users.any(|user| user.expression.names().contains(&name))
            };
            let refactored = changes.iter_mut().find(|change| {
                let rule = own(change);
                let is_alone = matches!(change.kind(), ChangeKind::Added | ChangeKind::Removed);
                is_alone
                    && !change.is_within[side]
                    && rule.is_some_and(|rule| {
                        rule.kind == RuleKind::Nonterminal
                            && !starts.contains(rule.name.as_str())
                            && !in_terminals.contains(rule.name.as_str())
                            && !is_used_beyond(&rule.name)
                    })
            });
            match refactored {
                Some(change) => change.is_within[side] = true,
                None => break,
            }
        }
    }
}

/// The rules of a grammar; of those with one name, the first.
fn each_once(grammar: &Grammar) -> impl Iterator<Item = &Rule> {
    let mut seen = BTreeSet::new();
    let rules = grammar.rules.iter();
    rules.filter(move |rule| seen.insert(rule.name.as_str()))
}

/// Two grammars, and which names of the first are which of the second.
struct Comparison<'g> {
    before: &'g Grammar,
    after: &'g Grammar,
    samples: &'g Samples,
    before_tokens: TokenGrammar,
    after_tokens: TokenGrammar,
    names: BTreeMap<String, String>,
}

impl<'g> Comparison<'g> {
    fn of(before: &'g Grammar, after: &'g Grammar, samples: &'g Samples) -> Self {
        let in_both = each_once(before).filter(|rule| after.rule(&rule.name).is_some());
        let mut comparison = Self {
            before,
            after,
            samples,
            before_tokens: TokenGrammar::of_all(before),
            after_tokens: TokenGrammar::of_all(after),
            names: in_both
                .map(|rule| (rule.name.clone(), rule.name.clone()))
                .collect(),
        };
        while let Some((earlier, later)) = comparison.another_pair() {
            comparison.names.insert(earlier, later);
        }
        comparison
    }

    /// The start symbols, if one has no counterpart among the other grammar's.
    fn start(&self) -> Option<StartChange> {
        let (before, after) = (self.before.starts(), self.after.starts());
        let later: BTreeSet<Option<&str>> = before
            .iter()
            .map(|name| self.names.get(*name).map(String::as_str))
            .collect();
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        let is_changed = later
            != after
                .iter()
                .map(|name| Some(*name))
                .collect::<BTreeSet<_>>();
        let are_there = !before.is_empty() && !after.is_empty();
        (are_there && is_changed).then(|| StartChange {
            before: names(&before),
            after: names(&after),
        })
    }

    /// Two productions without counterparts so far, which are found to be one another's.
    fn another_pair(&self) -> Option<(String, String)> {
        let ways: [fn(&Self, &Rule, &Rule) -> bool; 2] =
            [Self::same_but_for_notation, Self::are_equivalent_terminals];
        ways.into_iter()
            .find_map(|are_alike| self.unpaired().find(|(a, b)| are_alike(self, a, b)))
            .map(|(earlier, later)| (earlier.name.clone(), later.name.clone()))
            .or_else(|| self.pair_by_use())
            .or_else(|| self.pair_by_form())
    }

    /// Tokens that share a usual form, like `_:a`.
    fn pair_by_form(&self) -> Option<(String, String)> {
        let mut unpaired = self.unpaired().filter(|(earlier, later)| {
            self.before_tokens.uses(&earlier.name) && self.after_tokens.uses(&later.name)
        });
        let is_pair = |(earlier, later): &(&Rule, &Rule)| {
            let form = forms::form(self.samples, self.before, &earlier.name);
            form.is_some() && form == forms::form(self.samples, self.after, &later.name)
        };
        let (earlier, later) = unpaired.find(is_pair)?;
        Some((earlier.name.clone(), later.name.clone()))
    }

    fn unpaired(&self) -> impl Iterator<Item = (&'g Rule, &'g Rule)> {
        let rest = |rule: &&Rule| !self.names.contains_key(&rule.name);
        each_once(self.before)
            .filter(rest)
            .flat_map(move |earlier| {
                let later = each_once(self.after);
                later
                    .filter(|later| !self.has_counterpart(&later.name))
                    .map(move |later| (earlier, later))
            })
    }

    fn has_counterpart(&self, later: &str) -> bool {
        self.names.values().any(|known| known == later)
    }

    fn are_equivalent_terminals(&self, earlier: &Rule, later: &Rule) -> bool {
        let is_terminal = |rule: &Rule| rule.kind == RuleKind::Terminal;
        is_terminal(earlier) && is_terminal(later) && self.matched(earlier, later) == Ok([true; 2])
    }

    /// Names that are in the same place of two productions that are paired and otherwise alike.
    fn pair_by_use(&self) -> Option<(String, String)> {
        let pairs = self.names.iter().filter_map(|(earlier, later)| {
            Some((self.before.rule(earlier)?, self.after.rule(later)?))
        });
        let mut found = pairs.filter_map(|(earlier, later)| {
            let mut names = Vec::new();
            let is_alike = self.unify(
                &self.renamed(&comparable(self.before, earlier)),
                &comparable(self.after, later),
                &mut names,
            );
            let mut names = names.into_iter().filter(|_| is_alike);
            names.find(|(earlier, later)| self.have_to_do_with_one_another(earlier, later))
        });
        found.next()
    }

    /// Whether two productions that are used alike are more than one in place of another: of nonterminals, that is not so if
    /// both have symbols that are known on both sides, and none in common.
    fn have_to_do_with_one_another(&self, earlier: &str, later: &str) -> bool {
        let (Some(earlier), Some(later)) = (self.before.rule(earlier), self.after.rule(later))
        else {
            return false;
        };
        let are_nonterminals =
            [earlier, later].map(|rule| rule.kind == RuleKind::Nonterminal) == [true, true];
        let known = |expression: &Expression| {
            let mut symbols = symbols(expression);
            symbols.retain(|symbol| match symbol {
                Expression::Name(name) => self.has_counterpart(name),
                _ => true,
            });
            symbols
        };
        let first = known(&self.renamed(&earlier.expression));
        let second = known(&later.expression);
        !are_nonterminals
            || first.is_empty()
            || second.is_empty()
            || first.iter().any(|symbol| second.contains(symbol))
    }

    /// Whether the two are alike but for names without counterpart, which are collected.
    fn unify(
        &self,
        earlier: &Expression,
        later: &Expression,
        names: &mut Vec<(String, String)>,
    ) -> bool {
        if earlier == later {
            return true;
        }
        if let (Expression::Name(first), Expression::Name(second)) = (earlier, later) {
            let is_free = self.before.rule(first).is_some()
                && !self.names.contains_key(first)
                && self.after.rule(second).is_some()
                && !self.has_counterpart(second);
            let agrees = |(one, other): &(String, String)| (one == first) == (other == second);
            let is_pair = is_free && names.iter().all(agrees);
            if is_pair {
                names.push((first.clone(), second.clone()));
            }
            return is_pair;
        }
        let (parts, others) = (earlier.parts(), later.parts());
        let same_kind = std::mem::discriminant(earlier) == std::mem::discriminant(later);
        same_kind
            && !parts.is_empty()
            && parts.len() == others.len()
            && parts
                .iter()
                .zip(&others)
                .all(|(part, other)| self.unify(part, other, names))
    }

    /// With the names of the second grammar.
    fn renamed(&self, expression: &Expression) -> Expression {
        match expression {
            Expression::Name(name) => Expression::name(
                self.names
                    .get(name)
                    .cloned()
                    .unwrap_or_else(|| name.clone()),
            ),
            other => other.map(|part| self.renamed(part)),
        }
    }

    /// How the right sides compare, and for each of them whether the other was shown to say all that it says.
    fn relation(&self, earlier: &Rule, later: &Rule) -> (Likeness, [bool; 2]) {
        let are_terminals = [earlier, later].map(|rule| rule.kind != RuleKind::Nonterminal);
        let is_implied = [self.before, self.after].map(implies_white_space) == [true; 2];
        // White space may be between the parts of a nonterminal, and not within a token.
        let has_parts = [earlier, later].map(|rule| has_parts(&rule.expression)) != [false; 2];
        if is_implied && has_parts && are_terminals[0] != are_terminals[1] {
            return (Likeness::Different, [false; 2]);
        }
        if self.renamed(&earlier.expression) == later.expression {
            return (Likeness::Identical, [true; 2]);
        }
        if self.same_but_for_notation(earlier, later) {
            return (Likeness::Notation, [true; 2]);
        }
        let is_within = match (earlier.kind, later.kind) {
            (RuleKind::Nonterminal, RuleKind::Nonterminal) => self.derived(earlier, later),
            _ => self.matched(earlier, later).unwrap_or_default(),
        };
        match is_within {
            [true, true] => (Likeness::Equivalent, is_within),
            _ => (Likeness::Different, is_within),
        }
    }

    fn same_but_for_notation(&self, earlier: &Rule, later: &Rule) -> bool {
        let is_token = [earlier, later]
            .iter()
            .any(|rule| rule.kind != RuleKind::Nonterminal);
        let first = self.renamed(&comparable(self.before, earlier));
        let second = comparable(self.after, later);
        normal(&first, is_token) == normal(&second, is_token)
    }

    /// For each of two terminals, whether the other matches all its texts, if common names have the second grammar's meaning.
    fn matched(&self, earlier: &Rule, later: &Rule) -> Result<[bool; 2], Unanswered> {
        let mut grammar = self.after.clone();
        let own = each_once(self.before).filter(|rule| !self.names.contains_key(&rule.name));
        grammar.rules.extend(own.map(|rule| Rule {
            expression: self.renamed(&rule.expression),
            ..rule.clone()
        }));
        let first = self.renamed(&earlier.expression);
        are_within(&grammar, &first, &later.expression)
    }

    /// For each of two nonterminals, whether the other was shown to say all its sequences of symbols: as they are, or with
    /// common nonterminals replaced by their right sides, in the first, in the second or in both.
    fn derived(&self, earlier: &Rule, later: &Rule) -> [bool; 2] {
        let mut is_within = [false; 2];
        for unfolded in [[true, false], [false, true], [true, true]] {
            for (known, found) in is_within
                .iter_mut()
                .zip(self.derived_with(earlier, later, unfolded))
            {
                *known |= found;
            }
            if is_within == [true; 2] {
                break;
            }
        }
        is_within
    }

    /// The answers with nonterminals replaced on some sides, if only this side uses them, or they may be nothing.
    fn derived_with(&self, earlier: &Rule, later: &Rule, unfolded: [bool; 2]) -> [bool; 2] {
        /// How deep nonterminals are replaced.
        const MOST: usize = 4;
        let names = self.names.iter();
        let common = names.map(|(earlier, later)| (earlier.as_str(), later.as_str()));
        let mut first = Lettering {
            grammar: self.before,
            tokens: &self.before_tokens,
            common: common.clone().collect(),
            unfolded: BTreeSet::new(),
        };
        let mut second = Lettering {
            grammar: self.after,
            tokens: &self.after_tokens,
            common: common.map(|(_, later)| (later, later)).collect(),
            unfolded: BTreeSet::new(),
        };
        let nothing = [self.before, self.after].map(CanBeNothing::of);
        let may_be_nothing = |name: &str| nothing.iter().any(|nothing| nothing.name(name));
        let mut is_within = [false; 2];
        for _ in 0..MOST {
            let mut alphabet = Alphabet::default();
            let one = first.expression(&earlier.name, &mut alphabet);
            let other = second.expression(&later.name, &mut alphabet);
            let (Some(one), Some(other)) = (one, other) else {
                break;
            };
            let found = are_within(&Grammar::default(), &one, &other).unwrap_or_default();
            is_within = [is_within[0] || found[0], is_within[1] || found[1]];
            if is_within == [true; 2] {
                break;
            }
            let sides = [first.names(&earlier.name), second.names(&later.name)];
            let more = |side: usize| {
                let names = sides[side].iter().filter(|_| unfolded[side]);
                let own =
                    names.filter(|name| !sides[1 - side].contains(*name) || may_be_nothing(name));
                own.cloned().collect::<BTreeSet<String>>()
            };
            let has_more = [first.unfold(more(0)), second.unfold(more(1))];
            if has_more == [false; 2] {
                break;
            }
        }
        is_within
    }
}

/// Whether an expression may be several symbols, one after the other.
fn has_parts(expression: &Expression) -> bool {
    match expression {
        Expression::Name(_) | Expression::Literal { .. } | Expression::Class(_) => false,
        Expression::Choice(_) | Expression::Optional(_) => {
            expression.parts().into_iter().any(has_parts)
        }
        _ => true,
    }
}

/// Whether white space may be between the parts of a nonterminal, so that its kind counts: not where no production is a terminal
/// since productions write their white space.
fn implies_white_space(grammar: &Grammar) -> bool {
    let mut rules = grammar.rules.iter();
    rules.any(|rule| rule.kind == RuleKind::Terminal) || !writes_white_space(grammar)
}

/// The names and literals in an expression.
fn symbols(expression: &Expression) -> Vec<Expression> {
    let mut symbols = Vec::new();
    let mut open = vec![expression];
    while let Some(expression) = open.pop() {
        match expression {
            Expression::Name(_) | Expression::Literal { .. } => symbols.push(expression.clone()),
            other => open.extend(other.parts()),
        }
    }
    symbols
}

/// For each of two expressions, whether the other says all that it says, where names have the grammar's meaning.
fn are_within(
    grammar: &Grammar,
    first: &Expression,
    second: &Expression,
) -> Result<[bool; 2], Unanswered> {
    let mut formulas = Formulas::new();
    let mut language = Language::new(Semantics::Ebnf, grammar);
    let first = language.matches(&mut formulas, first, false, Formulas::END)?;
    let second = language.matches(&mut formulas, second, false, Formulas::END)?;
    let only_first = formulas.without(first, second);
    let only_second = formulas.without(second, first);
    Ok([
        formulas.find(only_first)?.is_none(),
        formulas.find(only_second)?.is_none(),
    ])
}

/// A right side without notation, and in a nonterminal without white space that is written out.
fn comparable(grammar: &Grammar, rule: &Rule) -> Expression {
    match rule.kind {
        RuleKind::Nonterminal => normal(&over_tokens(&rule.expression, grammar), false),
        RuleKind::Terminal | RuleKind::Silent => normal(&rule.expression, true),
    }
}
