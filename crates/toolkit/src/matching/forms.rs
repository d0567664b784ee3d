//! Texts that stand for tokens where any text of a token would do.
//!
//! Invariant: a sample is a text that the terminal matches, whatever the terminal is called.

use super::formulas::Formulas;
use super::language::{Language, Semantics};
use super::samples::{Sample, Samples};
use notation::Expression;
use notation::Grammar;

/// Whether a text is one of the terminal's.
pub(crate) fn matches(grammar: &Grammar, terminal: &str, text: &str) -> bool {
    let mut formulas = Formulas::new();
    let mut language = Language::new(Semantics::Ebnf, grammar);
    let name = Expression::name(terminal);
    match language.matches(&mut formulas, &name, false, Formulas::END) {
        Ok(matched) => matches!(formulas.position(matched, text), Ok(Some(_))),
        Err(_) => false,
    }
}

/// The form that the terminal matches, or else its shortest text.
pub(crate) fn of_terminal(samples: &Samples, grammar: &Grammar, terminal: &str) -> Option<String> {
    let known = form(samples, grammar, terminal).map(|form| form.text.clone());
    known.or_else(|| shortest(grammar, &Expression::name(terminal)))
}

/// The first form that the terminal matches.
pub(crate) fn form<'s>(
    samples: &'s Samples,
    grammar: &Grammar,
    terminal: &str,
) -> Option<&'s Sample> {
    let mut forms = samples.forms.iter();
    forms.find(|form| matches(grammar, terminal, &form.text))
}

/// Whether it was shown that no text matches an expression.
pub(crate) fn is_nothing(grammar: &Grammar, expression: &Expression) -> bool {
    let mut formulas = Formulas::new();
    let mut language = Language::new(Semantics::Ebnf, grammar);
    let matched = language.matches(&mut formulas, expression, false, Formulas::END);
    matched.is_ok_and(|matched| matches!(formulas.find(matched), Ok(None)))
}

/// The shortest text that an expression matches.
pub(crate) fn shortest(grammar: &Grammar, expression: &Expression) -> Option<String> {
    let mut formulas = Formulas::new();
    let mut language = Language::new(Semantics::Ebnf, grammar);
    let matched = language.matches(&mut formulas, expression, false, Formulas::END);
    Some(formulas.find(matched.ok()?).ok()??.text)
}
