//! Texts that stand for tokens where any text of a token would do.
//!
//! Invariant: a sample is a text that the terminal matches, whatever the terminal is called.

use super::formulas::Formulas;
use super::language::{Language, Notation};
use notation::Expression;
use notation::Grammar;

/// Forms that people know, so that documents are easily read, and of which parsers ask nothing but that `p` be declared.
/// Of those that a terminal matches, the first is its sample.
pub(super) const FORMS: [&str; 16] = [
    "<x:a>",
    "_:a",
    "p:",
    "p:a",
    "\"a\"",
    "'a'",
    "\"\"\"a\"\"\"",
    "'''a'''",
    "1",
    "1.5",
    "1e0",
    "@en",
    "@en--ltr",
    "[]",
    "en",
    "\n",
];

/// The texts of one terminal.
pub(super) fn matches(grammar: &Grammar, terminal: &str, text: &str) -> bool {
    let mut formulas = Formulas::new();
    let mut language = Language::new(Notation::Ebnf, grammar);
    let name = Expression::name(terminal);
    match language.matches(&mut formulas, &name, false, Formulas::END) {
        Ok(matched) => formulas.position(matched, text).is_some(),
        Err(_) => false,
    }
}

/// The form that the terminal matches, or else its shortest text.
pub(super) fn of_terminal(grammar: &Grammar, terminal: &str) -> Option<String> {
    let known = form(grammar, terminal).map(str::to_owned);
    known.or_else(|| shortest(grammar, &Expression::name(terminal)))
}

/// The first form that the terminal matches.
pub(super) fn form(grammar: &Grammar, terminal: &str) -> Option<&'static str> {
    let mut forms = FORMS.into_iter();
    forms.find(|text| matches(grammar, terminal, text))
}

/// The shortest text that an expression matches.
pub(super) fn shortest(grammar: &Grammar, expression: &Expression) -> Option<String> {
    let mut formulas = Formulas::new();
    let mut language = Language::new(Notation::Ebnf, grammar);
    let matched = language.matches(&mut formulas, expression, false, Formulas::END);
    Some(formulas.find(matched.ok()?)?.text)
}
