//! Whether an EBNF and a PEG pass over the same text between tokens.

use crate::matching::effort::{self, Unanswered};
use crate::matching::formulas::Formulas;
use crate::matching::language::{COMMENT, Language, Semantics, WHITESPACE};
use notation::peg::Literate;
use notation::{Expression, Grammar, ebnf};

/// Whether what an EBNF's `@pass` matches, any number of times, was shown to be what the PEG skips between tokens.
///
/// ```
/// use turtle_peg_toolkit::{ebnf, passes_the_same, peg};
///
/// let grammar = ebnf::read("doc ::= 'x'*\n@pass [ ]+")?;
/// let rules = |white_space: &str| peg::read(&format!("doc = {{ \"x\"* }}\nWHITESPACE = _{{ {white_space} }}"));
/// assert!(passes_the_same(&grammar, &rules("\" \"")?));
/// assert!(!passes_the_same(&grammar, &rules("\" \" | \"\\t\"")?));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
pub fn passes_the_same(grammar: &Grammar, literate: &Literate) -> bool {
    matches!(passed_by_one(grammar, literate), Ok(None))
}

/// A text that one of them passes over between tokens, and the other does not.
pub(super) fn passed_by_one(
    grammar: &Grammar,
    literate: &Literate,
) -> Result<Option<String>, Unanswered> {
    let passed = grammar.rules.iter().filter(|rule| rule.name == ebnf::PASS);
    let passed = any_number(passed.map(|rule| rule.expression.clone()).collect());
    let written = [WHITESPACE, COMMENT].into_iter();
    let written = written.filter(|name| literate.written.rule(name).is_some());
    let skipped = any_number(written.map(Expression::name).collect());
    let (answer, _) = effort::alone(|| {
        let mut formulas = Formulas::new();
        let mut of_ebnf = Language::new(Semantics::Ebnf, grammar);
        let passed = of_ebnf.matches(&mut formulas, &passed, false, Formulas::END)?;
        let mut of_peg = Language::new(Semantics::Peg, &literate.written);
        let skipped = of_peg.matches(&mut formulas, &skipped, false, Formulas::END)?;
        let difference = formulas.differ(passed, skipped);
        formulas.find(difference)
    });
    Ok(answer?.map(|witness| witness.text))
}

/// These, one after the other, in any number.
fn any_number(parts: Vec<Expression>) -> Expression {
    let parts = parts.into_iter().map(once).collect();
    Expression::ZeroOrMore(Box::new(Expression::choice(parts)))
}

/// Without the repetitions around all of it, or of its alternatives: any number is allowed anyway.
fn once(expression: Expression) -> Expression {
    match expression {
        Expression::ZeroOrMore(body) | Expression::OneOrMore(body) | Expression::Optional(body) => {
            once(*body)
        }
        Expression::Choice(parts) => Expression::choice(parts.into_iter().map(once).collect()),
        other => other,
    }
}
