//! Documents that tell two grammars apart: for each change, one that only the first accepts and one that only the second
//! accepts.
//!
//! [Formulas](crate::matching::formulas) find what one right side says and the other does not, the shortest first: a text of a
//! terminal, a sequence of symbols of a nonterminal. It is put where the grammar that says it can have it.
//!
//! Invariant: a witness was accepted by one parser and rejected by the other, if there are parsers to ask. Without them
//! it is what the grammars say, and no more than a candidate.

use super::diff::{Change, Diff};
use super::letters::{Alphabet, Lettering};
use super::spelling::Spelling;
use crate::matching::effort::{self, Undecided};
use crate::matching::formulas::{Formula, Formulas};
use crate::matching::language::{Language, Notation};
use crate::matching::samples::Samples;
use crate::tokens::symbols::{Phrase, Token, TokenGrammar};
use notation::{Class, Expression};
use notation::{Grammar, Rule, RuleKind};
use std::collections::{BTreeMap, BTreeSet};

/// How many documents are tried for one change and one side before giving up.
pub const TRIES: usize = 200;

/// How many differences, from the shortest on, are put into documents.
const DIFFERENCES: usize = 12;

/// One of the two grammars.
///
/// [`Witnesses`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The first.
    Before,
    /// The second.
    After,
}

/// Asks a parser: whether the one of this side accepts this document.
///
/// [`Witnesses`] has an example.
pub type Accepts<'a> = &'a dyn Fn(Side, &str) -> bool;

/// What shows a change.
///
/// [`Witnesses`] has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// A document that the first grammar's parser accepts, and the second's does not.
    pub only_before: Option<String>,
    /// A document that the second grammar's parser accepts, and the first's does not.
    pub only_after: Option<String>,
    /// How many documents were tried.
    pub tried: usize,
}

impl Evidence {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        self.only_before.is_none() && self.only_after.is_none()
    }
}

/// Looks for documents that show the changes between two grammars.
///
/// ```
/// use turtle_peg_toolkit::{Diff, Samples, Side, Witnesses, ebnf};
///
/// let (before, after) = (ebnf::read("list ::= 'x'")?, ebnf::read("list ::= 'x' 'y'?")?);
/// let samples = Samples::default();
/// let diff = Diff::of(&before, &after, &samples);
/// let accepts = |side: Side, text: &str| text == "x" || side == Side::After && text == "x y";
/// let witnesses = Witnesses::of(&before, &after, &diff, &samples, Some(&accepts));
/// let evidence = witnesses.of_change(&diff.changes[0]);
/// assert_eq!((evidence.only_before.as_deref(), evidence.only_after.as_deref()), (None, Some("x y")));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
pub struct Witnesses<'g> {
    before: View<'g>,
    after: View<'g>,
    samples: &'g Samples,
    accepts: Option<Accepts<'g>>,
}

/// One side, and how the other calls what both have.
struct View<'g> {
    side: Side,
    grammar: &'g Grammar,
    tokens: TokenGrammar,
    spelling: Spelling,
    /// From this side's names to the other's.
    names: BTreeMap<&'g str, &'g str>,
}

impl<'g> Witnesses<'g> {
    /// Between the grammars that were compared, in the texts of these samples; with parsers, if there are any.
    pub fn of(
        before: &'g Grammar,
        after: &'g Grammar,
        diff: &'g Diff,
        samples: &'g Samples,
        accepts: Option<Accepts<'g>>,
    ) -> Self {
        let names = diff.names();
        let back = names.iter().map(|(&earlier, &later)| (later, earlier));
        let view = |side, grammar, names| View {
            side,
            grammar,
            tokens: TokenGrammar::of_all(grammar),
            spelling: Spelling::of(grammar, samples),
            names,
        };
        Self {
            after: view(Side::After, after, back.collect()),
            before: view(Side::Before, before, names),
            samples,
            accepts,
        }
    }

    /// The documents that show a change.
    pub fn of_change(&self, change: &Change) -> Evidence {
        effort::shared(|| self.looked_for(change))
    }

    fn looked_for(&self, change: &Change) -> Evidence {
        let mut evidence = Evidence::default();
        for (view, other) in [(&self.before, &self.after), (&self.after, &self.before)] {
            let mut search = Search {
                view,
                samples: self.samples,
                accepts: self.accepts,
                tried: BTreeSet::new(),
                found: None,
            };
            let (own, others) = match view.side {
                Side::Before => (&change.before, &change.after),
                Side::After => (&change.after, &change.before),
            };
            if let Some(rule) = own {
                search.look(rule, others.as_ref(), other);
            }
            evidence.tried += search.tried.len();
            match view.side {
                Side::Before => evidence.only_before = search.found,
                Side::After => evidence.only_after = search.found,
            }
        }
        evidence
    }
}

/// The search for a document that only one side accepts.
struct Search<'s, 'g> {
    view: &'s View<'g>,
    samples: &'g Samples,
    accepts: Option<Accepts<'g>>,
    tried: BTreeSet<String>,
    found: Option<String>,
}

impl Search<'_, '_> {
    /// For what the rule says, and the other side's counterpart, if there is one, does not.
    fn look(&mut self, rule: &Rule, counterpart: Option<&Rule>, other: &View<'_>) {
        match (rule.kind, counterpart) {
            (RuleKind::Nonterminal, None) => self.look_for_any(rule),
            (RuleKind::Nonterminal, Some(counterpart))
                if counterpart.kind == RuleKind::Nonterminal =>
            {
                self.look_for_words(rule, counterpart, other);
            }
            (RuleKind::Nonterminal, Some(_)) => self.look_for_any(rule),
            (RuleKind::Terminal | RuleKind::Silent, _) => {
                self.look_for_texts(rule, counterpart, other);
            }
        }
    }

    fn is_over(&self) -> bool {
        self.found.is_some() || self.tried.len() >= TRIES
    }

    /// Whatever the nonterminal says.
    fn look_for_any(&mut self, rule: &Rule) {
        let view = self.view;
        let mut alphabet = Alphabet::default();
        let lettering = Lettering {
            grammar: view.grammar,
            tokens: &view.tokens,
            common: view
                .tokens
                .productions
                .iter()
                .map(|one| (one.name.as_str(), one.name.as_str()))
                .collect(),
        };
        let Some(expression) = lettering.expression(&rule.name, &mut alphabet) else {
            return;
        };
        let grammar = Grammar::default();
        let mut formulas = Formulas::new();
        let mut language = Language::new(Notation::Ebnf, &grammar);
        if let Ok(words) = language.matches(&mut formulas, &expression, false, Formulas::END) {
            self.try_words(&rule.name, &mut formulas, words, |word| {
                alphabet.spelled(word)
            });
        }
    }

    /// Sequences of symbols that the rule says and the counterpart does not.
    fn look_for_words(&mut self, rule: &Rule, counterpart: &Rule, other: &View<'_>) {
        let view = self.view;
        let own = Lettering {
            grammar: view.grammar,
            tokens: &view.tokens,
            common: view.names.keys().map(|&name| (name, name)).collect(),
        };
        let others = Lettering {
            grammar: other.grammar,
            tokens: &other.tokens,
            common: other.names.clone(),
        };
        let mut alphabet = Alphabet::default();
        let own = own.expression(&rule.name, &mut alphabet);
        let others = others.expression(&counterpart.name, &mut alphabet);
        let (Some(own), Some(others)) = (own, others) else {
            return;
        };
        let grammar = Grammar::default();
        let mut formulas = Formulas::new();
        if let Ok(words) = difference(&mut formulas, (&grammar, &own), (&grammar, &others)) {
            self.try_words(&rule.name, &mut formulas, words, |word| {
                alphabet.spelled(word)
            });
        }
    }

    fn try_words(
        &mut self,
        name: &str,
        formulas: &mut Formulas,
        words: Formula,
        spelled: impl Fn(&str) -> Vec<Phrase>,
    ) {
        let view = self.view;
        let around = Phrase::Nonterminal(name.to_owned());
        each_text(formulas, words, |word| {
            let symbols = spelled(word);
            let tokens: Option<Vec<_>> = symbols
                .iter()
                .map(|symbol| view.spelling.tokens(symbol))
                .collect();
            if let Some(tokens) = tokens {
                let texts = tokens.concat().into_iter().map(|token| (token, None));
                self.try_around(&around, &texts.collect::<Vec<_>>(), false);
            }
            self.is_over()
        });
    }

    /// Texts of tokens that are made of the terminal, and that would be none if it said what its counterpart says.
    fn look_for_texts(&mut self, rule: &Rule, counterpart: Option<&Rule>, other: &View<'_>) {
        let view = self.view;
        let changed = view.with(rule, counterpart, other);
        let tokens: Vec<&Token> = view
            .spelling
            .all_tokens()
            .filter(|token| view.is_made_of(token, &rule.name))
            .collect();
        for token in tokens {
            let Token::Terminal(name) = token else {
                continue;
            };
            let is_variant = counterpart.is_some() || *name != rule.name;
            let expression = Expression::name(name);
            for lead in view.leads(token) {
                let mut formulas = Formulas::new();
                let sides = ((view.grammar, &expression), (&changed, &expression));
                let Ok(texts) = difference(&mut formulas, sides.0, sides.1) else {
                    continue;
                };
                // A sample that is itself one of the texts shows this change, and no other.
                let sample = view.spelling.text(token);
                let is_shown = sample
                    .is_some_and(|text| matches!(formulas.position(texts, &text), Ok(Some(_))));
                let is_variant = is_variant && !is_shown;
                for form in &self.samples.forms {
                    if matches!(formulas.position(texts, &form.text), Ok(Some(_))) {
                        let whole = [(token.clone(), Some(form.text.clone()))];
                        self.try_around(&Phrase::Token(token.clone()), &whole, is_variant);
                    }
                }
                let led = beginning_with(&mut formulas, &lead);
                let texts = formulas.and(texts, led);
                each_text(&mut formulas, texts, |text| {
                    let whole = [(token.clone(), Some(text.to_owned()))];
                    self.try_around(&Phrase::Token(token.clone()), &whole, is_variant);
                    self.is_over()
                });
                if self.is_over() {
                    return;
                }
            }
        }
    }

    /// These tokens, each with its text if it is not to be the sample, where this symbol can stand.
    ///
    /// A variant of what both sides have shows the change only where the sample itself shows none.
    fn try_around(
        &mut self,
        symbol: &Phrase,
        tokens: &[(Token, Option<String>)],
        is_variant: bool,
    ) {
        let view = self.view;
        let plain = |tokens: &[Token]| -> Vec<(Token, Option<String>)> {
            tokens.iter().map(|token| (token.clone(), None)).collect()
        };
        for context in view.spelling.contexts(symbol) {
            let around = (plain(&context.before), plain(&context.behind));
            if is_variant {
                let samples = tokens.iter().map(|(token, _)| (token.clone(), None));
                let control = [&around.0, &samples.collect::<Vec<_>>(), &around.1].map(Vec::clone);
                if self.tells_apart(&control.concat()) {
                    continue;
                }
            }
            let mut separators = vec![" "];
            separators.extend(view.spelling.separator.is_empty().then_some(""));
            for separator in separators {
                let parts = [
                    view.written(&around.0, view.spelling.separator),
                    view.written(tokens, separator),
                    view.written(&around.1, view.spelling.separator),
                ];
                let Some(parts) = parts.into_iter().collect::<Option<Vec<_>>>() else {
                    continue;
                };
                let document = joined(&parts, view.spelling.separator);
                self.try_document(&document);
                let all = [&around.0, tokens, &around.1].concat();
                for preamble in view.preambles(&all, self.samples) {
                    self.try_document(&format!("{preamble} {document}"));
                }
            }
        }
    }

    /// Whether a document with samples only is one that shows a change: then it is not the change that is looked for.
    fn tells_apart(&self, tokens: &[(Token, Option<String>)]) -> bool {
        let view = self.view;
        let (Some(accepts), Some(document)) =
            (self.accepts, view.written(tokens, view.spelling.separator))
        else {
            return false;
        };
        let preambles = view.preambles(tokens, self.samples).into_iter();
        let with_preamble = preambles.map(|preamble| format!("{preamble} {document}"));
        let mut documents = [document.clone()].into_iter().chain(with_preamble);
        documents.any(|document| accepts(view.side, &document) && !accepts(view.other(), &document))
    }

    fn try_document(&mut self, document: &str) {
        if self.is_over() || !self.tried.insert(document.to_owned()) {
            return;
        }
        let view = self.view;
        let is_witness = match self.accepts {
            Some(accepts) => accepts(view.side, document) && !accepts(view.other(), document),
            None => true,
        };
        if is_witness {
            self.found = Some(document.to_owned());
        }
    }
}

impl View<'_> {
    fn other(&self) -> Side {
        match self.side {
            Side::Before => Side::After,
            Side::After => Side::Before,
        }
    }

    /// This side's grammar, with what the other side says in place of a rule, or nothing.
    fn with(&self, rule: &Rule, counterpart: Option<&Rule>, other: &View<'_>) -> Grammar {
        let nothing = Expression::Class(Class {
            is_complement: false,
            ranges: Vec::new(),
        });
        let expression = counterpart.map(|counterpart| other.translated(&counterpart.expression));
        let mut grammar = self.grammar.clone();
        for own in &mut grammar.rules {
            if own.name == rule.name {
                own.expression = expression.clone().unwrap_or_else(|| nothing.clone());
            }
        }
        let only_there = other
            .grammar
            .rules
            .iter()
            .filter(|there| !other.names.contains_key(there.name.as_str()));
        grammar.rules.extend(only_there.map(|there| Rule {
            expression: other.translated(&there.expression),
            ..there.clone()
        }));
        grammar
    }

    /// With the other side's names.
    fn translated(&self, expression: &Expression) -> Expression {
        match expression {
            Expression::Name(name) => {
                Expression::name(self.names.get(name.as_str()).copied().unwrap_or(name))
            }
            other => other.map(|part| self.translated(part)),
        }
    }

    /// Whether a token is a terminal, or uses it at any depth.
    fn is_made_of(&self, token: &Token, terminal: &str) -> bool {
        let Token::Terminal(name) = token else {
            return false;
        };
        let mut open = vec![name.as_str()];
        let mut seen = BTreeSet::new();
        while let Some(name) = open.pop() {
            if name == terminal {
                return true;
            }
            if seen.insert(name)
                && let Some(rule) = self.grammar.rule(name)
            {
                open.extend(rule.expression.names());
            }
        }
        false
    }

    /// Preferred beginnings of a token's text: as its sample begins, up to a colon; then any. A parser may want the scheme of
    /// an IRI or a prefix that is declared; where a colon means something else, a few more documents are tried.
    fn leads(&self, token: &Token) -> Vec<String> {
        let sample = self.spelling.text(token).unwrap_or_default();
        let lead = sample
            .split_once(':')
            .map(|(scheme, _)| format!("{scheme}:"));
        lead.into_iter().chain([String::new()]).collect()
    }

    /// The tokens' texts, in one.
    fn written(&self, tokens: &[(Token, Option<String>)], separator: &str) -> Option<String> {
        let texts = tokens.iter().map(|(token, text)| {
            let own = text.clone();
            own.or_else(|| self.spelling.text(token))
        });
        Some(joined(&texts.collect::<Option<Vec<_>>>()?, separator))
    }

    /// Declarations that a document with these tokens may need: those of the samples, with these texts' prefixes in place of
    /// the samples'. What stands before the colon of a text is its prefix, as [`Samples`] says.
    fn preambles(&self, tokens: &[(Token, Option<String>)], samples: &Samples) -> BTreeSet<String> {
        let declared = tokens.iter().filter_map(|(token, text)| {
            let sample = self.spelling.text(token)?;
            let form = samples.forms.iter().find(|form| form.text == sample)?;
            let need = form.need.as_ref()?;
            let text = text.as_ref().unwrap_or(&sample);
            let (prefixes, (prefix, _)) = (sample.split_once(':')?, text.split_once(':')?);
            Some(need.replacen(&format!("{}:", prefixes.0), &format!("{prefix}:"), 1))
        });
        declared.collect()
    }
}

/// The texts of the first that are none of the second.
fn difference<'g>(
    formulas: &mut Formulas,
    first: (&'g Grammar, &'g Expression),
    second: (&'g Grammar, &'g Expression),
) -> Result<Formula, Undecided> {
    let mut texts = |(grammar, expression): (&'g Grammar, &'g Expression)| {
        let mut language = Language::new(Notation::Ebnf, grammar);
        language.matches(formulas, expression, false, Formulas::END)
    };
    let (first, second) = (texts(first)?, texts(second)?);
    let not_second = formulas.not(second);
    Ok(formulas.and(first, not_second))
}

fn beginning_with(formulas: &mut Formulas, lead: &str) -> Formula {
    let characters = lead.chars().rev();
    characters.fold(Formulas::TRUE, |then, character| {
        formulas.step(Class::one(character).set(), then)
    })
}

/// The shortest texts, one after the other, until `is_over`.
fn each_text(formulas: &mut Formulas, texts: Formula, mut is_over: impl FnMut(&str) -> bool) {
    let mut rest = texts;
    for _ in 0..DIFFERENCES {
        let Ok(Some(witness)) = formulas.find(rest) else {
            return;
        };
        if is_over(&witness.text) {
            return;
        }
        let characters = witness.text.chars().rev();
        let same = characters.fold(Formulas::END, |then, character| {
            formulas.step(Class::one(character).set(), then)
        });
        let another = formulas.not(same);
        rest = formulas.and(rest, another);
    }
}

/// Those that are not empty, with the separator between; none beside what ends or begins a line.
fn joined(parts: &[String], separator: &str) -> String {
    let mut text = String::new();
    for part in parts.iter().filter(|part| !part.is_empty()) {
        if !text.is_empty() && !text.ends_with('\n') && !part.starts_with('\n') {
            text.push_str(separator);
        }
        text.push_str(part);
    }
    text.trim_matches(' ').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::ebnf;

    fn evidence(
        before: &str,
        after: &str,
        accepts: Option<Accepts<'_>>,
    ) -> Vec<(String, Evidence)> {
        let (before, after) = (ebnf::read(before).unwrap(), ebnf::read(after).unwrap());
        let samples = Samples::default();
        let diff = Diff::of(&before, &after, &samples);
        let witnesses = Witnesses::of(&before, &after, &diff, &samples, accepts);
        let changed = diff
            .changes
            .iter()
            .filter(|change| change.kind() != crate::ChangeKind::Unchanged);
        changed
            .map(|change| (change.name().to_owned(), witnesses.of_change(change)))
            .collect()
    }

    #[test]
    fn a_terminal_is_shown_by_its_shortest_text_in_the_shortest_document() {
        let before =
            "doc ::= line*\nline ::= 'x' name ';'\n@terminals\nname ::= char+\nchar ::= [a-z]";
        let after = "doc ::= line*\nline ::= 'x' name ';'\n@terminals\nname ::= char+\nchar ::= [a-z] | '-'";
        let found = evidence(before, after, None);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].0, "char");
        assert_eq!(found[0].1.only_before, None);
        assert_eq!(found[0].1.only_after.as_deref(), Some("x - ;"));
    }

    #[test]
    fn a_candidate_that_shows_nothing_is_followed_by_others() {
        let before = "doc ::= '(' ')'";
        let after = "doc ::= '(' 'x'* ')'";
        let accepts = |side: Side, document: &str| match side {
            Side::Before => document == "( x )",
            Side::After => true,
        };
        let found = evidence(before, after, Some(&accepts));
        assert_eq!(found[0].1.only_after.as_deref(), Some("( x x )"));
        let never = |_: Side, _: &str| true;
        let found = evidence(before, after, Some(&never));
        assert!(found[0].1.is_empty());
        assert_eq!(found[0].1.tried, DIFFERENCES);
    }
}
