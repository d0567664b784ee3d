//! Tokens that are the beginning of a longer one: `PREFIX` in `PREFIX:`, `(` in `()`.
//!
//! Where the check finds that a rule takes a token out of a longer one, as in some text, a lookahead goes in front of it that
//! refuses the longer one. Then the check is asked again, until it finds nothing more, or nothing that a guard would help.
//!
//! Invariant: a guard refuses only where the other token is the longer one.

use super::draft::Draft;
use super::{Drafted, Helper};
use crate::matching::effort::Unanswered;
use crate::matching::formulas::Formulas;
use crate::matching::language::{Language, Semantics};
use crate::mirror::grammar_pair::Mirror;
use crate::mirror::token_splits::{Split, Splits};
use notation::CharSet;
use notation::GrammarError;
use notation::ebnf;
use notation::peg::DepartureKind;
use notation::{CharacterClass, Expression};
use notation::{Grammar, Rule, RuleKind};
use std::collections::{BTreeMap, BTreeSet};

/// How often the check is asked.
const ROUNDS: usize = 8;

/// Guards the tokens of all nonterminals, and states the guards.
pub(super) fn apply(draft: &mut Draft) -> Result<Guards, GrammarError> {
    let literate = draft.literate()?;
    let mirror = Mirror::of(&literate)?;
    let mut splits = Splits::of(&mirror);
    let mut guards = Guards::default();
    let unguarded = draft.grammar();
    let mut wanted: Option<BTreeSet<String>> = None;
    for _ in 0..ROUNDS {
        let grammar = draft.grammar();
        let found = splits.find(&grammar, |rule| {
            wanted.as_ref().is_none_or(|wanted| wanted.contains(rule))
        });
        let guarding = Guarding {
            grammar: &unguarded,
            mirror: &mirror,
        };
        let mut helped = BTreeSet::new();
        for (rule, splits) in found {
            let splits = splits.iter();
            let added = splits.filter(|split| guarding.add(&mut guards, &rule, split));
            if added.count() > 0 {
                helped.insert(rule);
            }
        }
        if helped.is_empty() {
            break;
        }
        guards.write(draft, &unguarded);
        wanted = Some(helped);
    }
    Ok(guards)
}

/// The guards of rules, and of terminals that are keywords.
#[derive(Default)]
pub(super) struct Guards {
    /// The guards of tokens: the rule, the token in it, and what it needs.
    before: Vec<(String, Expression, Vec<NeededGuard>)>,
    /// The guards within terminals, by name.
    within: BTreeMap<String, NeededGuard>,
}

/// Why a token needs a guard, and the expression that it refuses.
#[derive(Clone)]
struct NeededGuard {
    reason: String,
    refused: Refused,
    /// The name of the rule that it needs, if it needs one.
    name: String,
}

#[derive(Clone, PartialEq)]
enum Refused {
    /// A token that is always the longer one where it matches.
    Token(Expression),
    /// The text after the token where it becomes a longer one: a character of a class, with the text before that.
    Behind(Expression),
}

impl Guards {
    /// A name that neither a production has nor the rule of another guard.
    fn free_name(&self, token: &Expression, grammar: &Grammar) -> String {
        let printed = ebnf::print_expression(token);
        let words = printed.chars().filter(char::is_ascii_alphanumeric);
        let mut word: String = words.collect();
        if let Some(first) = word.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        let name = format!("longerThan{word}");
        let guards = || self.before.iter().flat_map(|(.., guards)| guards);
        let is_free = |name: &String| {
            grammar.rule(name).is_none() && !guards().any(|guard| guard.name == *name)
        };
        let mut numbered = (2..).map(|number| format!("{name}{number}"));
        match is_free(&name) {
            true => name,
            false => numbered.find(is_free).unwrap_or_default(),
        }
    }

    /// Writes the rules anew, with all guards.
    fn write(&self, draft: &mut Draft, unguarded: &Grammar) {
        for drafted in &mut draft.rules {
            let name = drafted.rule.name.clone();
            if let Some(guard) = self.within.get(&name)
                && let Some(rule) = unguarded.rule(&name)
                && let Refused::Behind(behind) = &guard.refused
            {
                let behind = Expression::absent(behind.clone());
                drafted.rule.expression = Expression::flat([rule.expression.clone(), behind]);
                let reason = because([&guard.reason]);
                drafted.reasons.insert(DepartureKind::Guard, reason);
            }
            self.write_rule(drafted, unguarded);
        }
    }

    /// Writes a rule anew, with its guards.
    pub(super) fn write_rule(&self, drafted: &mut Drafted, unguarded: &Grammar) {
        let name = &drafted.rule.name;
        let mut own = self.before.iter().filter(|(rule, ..)| rule == name);
        let Some(rule) = unguarded
            .rule(name)
            .filter(|_| own.clone().next().is_some())
        else {
            return;
        };
        let reasons = own.clone().flat_map(|(.., guards)| guards);
        let reason = because(reasons.map(|guard| &guard.reason));
        drafted.helpers.clear();
        let mut expression = rule.expression.clone();
        for (_, token, guards) in &mut own {
            let mut refused: Vec<Expression> = Vec::new();
            for guard in guards {
                refused.push(match &guard.refused {
                    Refused::Token(token) => token.clone(),
                    Refused::Behind(behind) => {
                        let helper = longer(name, token, behind, &guard.name);
                        let name = Expression::name(&helper.rule.name);
                        drafted.helpers.push(helper);
                        name
                    }
                });
            }
            expression = guarded(&expression, token, &refused);
        }
        drafted.rule.expression = expression;
        drafted.reasons.insert(DepartureKind::Guard, reason);
    }
}

fn because<'r>(reasons: impl IntoIterator<Item = &'r String>) -> String {
    let mut told: Vec<&str> = Vec::new();
    for reason in reasons {
        if !told.contains(&reason.as_str()) {
            told.push(reason);
        }
    }
    format!("{}: the longest match is chosen", told.join(", "))
}

/// The rule that a token becomes with one of these characters after it.
fn longer(rule: &str, token: &Expression, behind: &Expression, name: &str) -> Helper {
    let printed = ebnf::print_expression(token);
    Helper {
        kind: DepartureKind::Guard,
        reason: format!(
            "what {rule} must not take for {printed}; atomic, so that no white space comes between"
        ),
        rule: Rule::new(
            name,
            RuleKind::Terminal,
            Expression::flat([token.clone(), behind.clone()]),
        ),
    }
}

/// The expression with the refusal in front of each of the tokens that are this one.
fn guarded(expression: &Expression, token: &Expression, refused: &[Expression]) -> Expression {
    let with_guards = |part: Expression| {
        let guards = refused.iter().cloned().map(Expression::absent);
        guards.chain([part]).collect::<Vec<_>>()
    };
    if expression == token {
        return Expression::sequence(with_guards(token.clone()));
    }
    match expression {
        Expression::Sequence(parts) => {
            let each = parts.iter().flat_map(|part| match part == token {
                true => with_guards(part.clone()),
                false => vec![guarded(part, token, refused)],
            });
            Expression::Sequence(each.collect())
        }
        Expression::Lookahead { .. } => expression.clone(),
        other => other.map(|part| guarded(part, token, refused)),
    }
}

struct Guarding<'g> {
    /// The rules as a PEG, without guards.
    grammar: &'g Grammar,
    mirror: &'g Mirror<'g>,
}

impl Guarding<'_> {
    /// Adds a guard against a token being taken out of a longer one, as in that text; whether there is one.
    fn add(&self, guards: &mut Guards, rule: &str, split: &Split) -> bool {
        let mut candidates = self.mirror.tokens.iter();
        let guard = candidates.find_map(|longer| {
            let is_longer = *longer != split.token && self.is_longer(split, longer);
            is_longer.then(|| self.guard(split, longer))?
        });
        let Some(mut guard) = guard else {
            return false;
        };
        guard.name = guards.free_name(&split.token, self.grammar);
        if let (Expression::Name(name), Refused::Behind(_)) = (&split.token, &guard.refused) {
            // A refusal that did not help will not help again.
            return guards.within.insert(name.clone(), guard).is_none();
        }
        let mut known = guards.before.iter_mut();
        let known = known.find(|(known, token, _)| known == rule && *token == split.token);
        match known {
            Some((.., own)) if own.iter().any(|one| one.refused == guard.refused) => false,
            Some((.., own)) => {
                own.push(guard);
                true
            }
            None => {
                let own = vec![guard];
                guards
                    .before
                    .push((rule.to_owned(), split.token.clone(), own));
                true
            }
        }
    }

    /// Whether a token of the specification matches more of the text than the one that was taken.
    fn is_longer(&self, split: &Split, longer: &Expression) -> bool {
        let mut formulas = Formulas::new();
        let mut peg = Language::new(Semantics::Peg, self.grammar);
        let mut ebnf = Language::new(Semantics::Ebnf, &self.mirror.corrected);
        let mut found = || -> Result<bool, Unanswered> {
            let taken = peg.matches(&mut formulas, &split.token, false, Formulas::HERE)?;
            let end = formulas.position(taken, &split.text)?;
            let matches = ebnf.matches(&mut formulas, longer, false, Formulas::END)?;
            let ends = split
                .text
                .char_indices()
                .map(|(at, one)| at + one.len_utf8());
            for other in ends.filter(|&other| end.is_some_and(|end| end < other)) {
                if formulas.position(matches, &split.text[..other])?.is_some() {
                    return Ok(true);
                }
            }
            Ok(false)
        };
        found() == Ok(true)
    }

    /// The guard that keeps the token from being taken out of the longer one; none, if no guard is always right.
    fn guard(&self, split: &Split, longer: &Expression) -> Option<NeededGuard> {
        let refused = match self.is_always_longer(&split.token, longer) == Ok(true) {
            true => Refused::Token(longer.clone()),
            // Of a terminal that is a keyword, the guard is in there.
            false => {
                let keyword = self.keyword(&split.token)?;
                let rest = split.text.chars().skip(keyword.chars().count());
                Refused::Behind(self.behind(&split.token, &rest.collect::<String>(), longer)?)
            }
        };
        // In the case in which the specification writes the token.
        let witness = match &split.token {
            Expression::Literal { text, .. } => {
                let rest = split.text.chars().skip(text.chars().count());
                text.chars().chain(rest).collect()
            }
            _ => split.text.clone(),
        };
        let longer = ebnf::print_expression(longer);
        let reason = format!("`{witness}` begins with one {longer}");
        Some(NeededGuard {
            reason,
            refused,
            name: String::new(),
        })
    }

    /// The text of a token that is written out, in the rule or in the terminal that it names.
    fn keyword<'e>(&'e self, token: &'e Expression) -> Option<&'e str> {
        match token {
            Expression::Literal { text, .. } => Some(text),
            Expression::Name(name) => match &self.grammar.rule(name)?.expression {
                Expression::Literal { text, .. } => Some(text),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the longer token, where it matches at the other one, matches more than that.
    fn is_always_longer(
        &self,
        token: &Expression,
        longer: &Expression,
    ) -> Result<bool, Unanswered> {
        let mut formulas = Formulas::new();
        let mut language = Language::new(Semantics::Peg, self.grammar);
        let here = language.matches(&mut formulas, token, false, Formulas::HERE)?;
        let no_longer = formulas.or(Formulas::HERE, Formulas::AHEAD);
        let longer = language.matches(&mut formulas, longer, false, no_longer)?;
        let both = formulas.and(here, longer);
        Ok(formulas.find(both)?.is_none())
    }

    /// The beginning of `rest` that makes the token the longer one wherever it is after it.
    fn behind(&self, token: &Expression, rest: &str, longer: &Expression) -> Option<Expression> {
        rest.char_indices().find_map(|(place, next)| {
            let begun = (place > 0).then(|| Expression::literal(&rest[..place]));
            let token = Expression::flat([token.clone()].into_iter().chain(begun.clone()));
            let class = self.class_behind(&token, longer)?;
            let is_next = class.set().contains(next);
            let class = is_next.then_some(Expression::Class(class))?;
            Some(Expression::flat(begun.into_iter().chain([class])))
        })
    }

    /// The characters with which a token always becomes the longer one.
    fn class_behind(&self, token: &Expression, longer: &Expression) -> Option<CharacterClass> {
        let mut sets = Vec::new();
        self.classes(longer, &mut BTreeSet::new(), &mut sets);
        let mut blocks = vec![CharSet::all()];
        for set in sets {
            blocks = blocks
                .iter()
                .flat_map(|block| [block.intersection(&set), block.difference(&set)])
                .filter(|block| !block.is_empty())
                .collect();
        }
        let behind = blocks
            .iter()
            .filter(|block| self.is_longer_with(token, block, longer) == Ok(true));
        let behind = behind.fold(CharSet::none(), |all, block| all.union(block));
        (!behind.is_empty()).then(|| CharacterClass {
            is_complement: false,
            ranges: behind
                .ranges()
                .map(std::ops::RangeInclusive::into_inner)
                .collect(),
        })
    }

    /// Whether the longer token matches more wherever one of the characters comes after the other one.
    fn is_longer_with(
        &self,
        token: &Expression,
        behind: &CharSet,
        longer: &Expression,
    ) -> Result<bool, Unanswered> {
        let mut formulas = Formulas::new();
        let mut peg = Language::new(Semantics::Peg, self.grammar);
        let mut ebnf = Language::new(Semantics::Ebnf, &self.mirror.corrected);
        let next = formulas.step(behind.clone(), Formulas::TRUE);
        let end = formulas.and(Formulas::HERE, next);
        let taken = peg.matches(&mut formulas, token, false, end)?;
        let longer = ebnf.matches(&mut formulas, longer, false, Formulas::BEHIND)?;
        let is_not = formulas.without(taken, longer);
        Ok(formulas.find(taken)?.is_some() && formulas.find(is_not)?.is_none())
    }

    fn classes<'e>(
        &'e self,
        expression: &'e Expression,
        seen: &mut BTreeSet<&'e str>,
        sets: &mut Vec<CharSet>,
    ) {
        match expression {
            Expression::Class(class) => sets.push(class.set()),
            Expression::Literal { text, .. } => {
                sets.extend(text.chars().map(CharSet::one));
            }
            Expression::Name(name) => {
                if let Some(rule) = self.grammar.rule(name)
                    && seen.insert(name)
                {
                    self.classes(&rule.expression, seen, sets);
                }
            }
            other => {
                for part in other.parts() {
                    self.classes(part, seen, sets);
                }
            }
        }
    }
}
