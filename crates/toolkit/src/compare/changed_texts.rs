//! Texts that tell two grammars' terminals apart: a token that matches on one side only, because of one change.
//!
//! A token may be made of several terminals that changed. A text shows the change of one of them if the token would not match it
//! were that one as it is on the other side. [Formulas](crate::matching::formulas) find such texts, the shortest first.
//!
//! Invariant: without the change, its side's token would not match the text.

use super::diff::{Diff, GrammarChange};
use super::spelling::{text_of, tokens};
use crate::matching::effort::{self, Unanswered};
use crate::matching::formulas::{Formula, Formulas};
use crate::matching::language::{Language, Semantics};
use crate::matching::samples::Samples;
use crate::tokens::symbols::GrammarToken;
use notation::{CharacterClass, Expression};
use notation::{Grammar, Rule, RuleKind};
use std::collections::BTreeMap;

/// How many texts of a token are tried for a change, from the shortest on.
const TEXTS: usize = 6;

/// A text that a token matches because of a change.
///
/// ```
/// use turtle_peg_toolkit::{Diff, Samples, changed_texts, ebnf};
///
/// let grammar = |digits: &str| ebnf::read(&format!("doc ::= NUMBER\n@terminals\nNUMBER ::= {digits} '.'"));
/// let (before, after) = (grammar("[0-9]")?, grammar("[0-9]?")?);
/// let samples = Samples::default();
/// let diff = Diff::of(&before, &after, &samples);
/// let texts = changed_texts(&before, &after, &diff, &samples);
/// assert_eq!((texts[0].change, texts[0].text.as_str()), (1, "."));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedText {
    /// The change, by its number among those of the [`Diff`].
    pub change: usize,
    /// The text.
    pub text: String,
    /// A text of the token that does not show the change, if there is one.
    pub unchanged: Option<String>,
    /// The declaration that the beginning of a document needs, so that the text means something.
    pub need: Option<String>,
}

/// The texts that show the changes of terminals between two grammars, each on the side that has it.
pub fn changed_texts(
    before: &Grammar,
    after: &Grammar,
    diff: &Diff,
    samples: &Samples,
) -> Vec<ChangedText> {
    let names = diff.names();
    let back = names.iter().map(|(&earlier, &later)| (later, earlier));
    let view = |grammar, names| View {
        grammar,
        names,
        samples,
    };
    let sides = [view(before, names.clone()), view(after, back.collect())];
    let mut texts = Vec::new();
    for (number, change) in diff.changes.iter().enumerate() {
        if change.is_renamed_or_unchanged() {
            continue;
        }
        effort::shared(|| texts.extend(of_change(&sides, number, change)));
    }
    texts
}

fn of_change(sides: &[View<'_>; 2], number: usize, change: &GrammarChange) -> Vec<ChangedText> {
    let mut texts = Vec::new();
    for (side, view) in sides.iter().enumerate() {
        let rules = [&change.before, &change.after];
        if let Some(rule) = rules[side]
            && rule.kind != RuleKind::Nonterminal
        {
            texts.extend(view.texts(number, rule, rules[1 - side].as_ref(), &sides[1 - side]));
        }
    }
    texts
}

/// One side, and the other side's names of the common productions.
struct View<'g> {
    grammar: &'g Grammar,
    /// From this side's names to the other's.
    names: BTreeMap<&'g str, &'g str>,
    samples: &'g Samples,
}

impl View<'_> {
    /// Texts of tokens that are made of the terminal, and that its counterpart's expression would not match.
    fn texts(
        &self,
        change: usize,
        rule: &Rule,
        counterpart: Option<&Rule>,
        other: &View<'_>,
    ) -> Vec<ChangedText> {
        let changed = self.with(rule, counterpart, other);
        let mut tokens = tokens(self.grammar);
        tokens.retain(|token| self.is_made_of(token, &rule.name));
        if rule.kind == RuleKind::Silent {
            tokens.push(GrammarToken::Terminal(rule.name.clone()));
        }
        let mut found = Vec::new();
        for token in &tokens {
            let GrammarToken::Terminal(name) = token else {
                continue;
            };
            let expression = Expression::name(name);
            let mut formulas = Formulas::new();
            let sides = ((self.grammar, &expression), (&changed, &expression));
            let Ok(texts) = difference(&mut formulas, sides.0, sides.1) else {
                continue;
            };
            let sample = text_of(self.grammar, token, self.samples).unwrap_or_default();
            let is_one = |formulas: &mut Formulas, text: &str| {
                matches!(formulas.position(texts, text), Ok(Some(_)))
            };
            let is_shown = is_one(&mut formulas, &sample);
            let mut each = |text: &str| {
                found.push(ChangedText {
                    change,
                    text: text.to_owned(),
                    unchanged: (!is_shown && !sample.is_empty()).then(|| sample.clone()),
                    need: self.samples.need_of(text, &sample),
                });
            };
            for form in &self.samples.forms {
                if is_one(&mut formulas, &form.text) {
                    each(&form.text);
                }
            }
            for lead in leads(&sample) {
                let led = beginning_with(&mut formulas, &lead, Formulas::TRUE);
                let texts = formulas.and(texts, led);
                each_text(&mut formulas, texts, &mut each);
            }
        }
        found
    }

    /// This side's grammar, with the other side's expression in place of a rule, or nothing.
    fn with(&self, rule: &Rule, counterpart: Option<&Rule>, other: &View<'_>) -> Grammar {
        let nothing = Expression::Class(CharacterClass {
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
    fn is_made_of(&self, token: &GrammarToken, terminal: &str) -> bool {
        let GrammarToken::Terminal(name) = token else {
            return false;
        };
        self.grammar.reached([name.as_str()]).contains(terminal)
    }
}

/// Preferred beginnings of a token's text: as its sample begins, up to a colon; then any. A parser may want the scheme of
/// an IRI or a prefix that is declared; where a colon means something else, a few more texts are tried.
fn leads(sample: &str) -> Vec<String> {
    let lead = sample
        .split_once(':')
        .map(|(scheme, _)| format!("{scheme}:"));
    lead.into_iter().chain([String::new()]).collect()
}

/// The texts of the first list that the second does not have.
fn difference<'g>(
    formulas: &mut Formulas,
    first: (&'g Grammar, &'g Expression),
    second: (&'g Grammar, &'g Expression),
) -> Result<Formula, Unanswered> {
    let mut texts = |(grammar, expression): (&'g Grammar, &'g Expression)| {
        let mut language = Language::new(Semantics::Ebnf, grammar);
        language.matches(formulas, expression, false, Formulas::END)
    };
    let (first, second) = (texts(first)?, texts(second)?);
    Ok(formulas.without(first, second))
}

/// The texts that begin with this one, and go on as `then` says.
fn beginning_with(formulas: &mut Formulas, text: &str, then: Formula) -> Formula {
    let characters = text.chars().rev();
    characters.fold(then, |then, character| {
        formulas.step(CharacterClass::one(character).set(), then)
    })
}

/// The shortest texts, one after the other.
fn each_text(formulas: &mut Formulas, texts: Formula, take: &mut dyn FnMut(&str)) {
    let mut rest = texts;
    for _ in 0..TEXTS {
        let Ok(Some(witness)) = formulas.find(rest) else {
            return;
        };
        take(&witness.text);
        let same = beginning_with(formulas, &witness.text, Formulas::END);
        rest = formulas.without(rest, same);
    }
}
