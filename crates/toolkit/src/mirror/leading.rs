//! White space and comments before a part of a text, which are passed over piece by piece.
//!
//! Invariant: reading here does not move the beginning of the next part, and a comment that is read in pieces ends where
//! it would end if it were read at once; both are decided for all texts.

use super::grammar_pair::Mirror;
use crate::matching::effort::Unanswered;
use crate::matching::formulas::Formulas;
use notation::{EntryRule, Expression, Grammar, Rule};

/// How something was shown, or that it is not so.
pub(super) enum EntryProof {
    ByAutomata,
    With(EntryRule),
    /// It is not so: why, and the text that shows it.
    NotSo(String, String),
}

/// The trivia that `nextStatement` passes over before anything must be there.
fn passed_over(grammar: &Grammar) -> Option<Expression> {
    let next = &grammar.rule(EntryRule::NextStatement.name())?.expression;
    let parts = next.in_sequence().strip_prefix(&[Expression::Start])?;
    let repeated = parts
        .iter()
        .take_while(|part| matches!(part, Expression::ZeroOrMore(_)));
    Some(Expression::Sequence(repeated.cloned().collect()))
}

/// Proves that passed-over trivia before a part do not move the beginning of that part.
pub(super) fn leading_trivia(mirror: &Mirror<'_>, rule: &Rule) -> Result<EntryProof, String> {
    let grammar = &mirror.literate.written;
    let before = passed_over(grammar).ok_or("`nextStatement` is of no known form")?;
    let in_words = |why: Unanswered| format!("whether it changes nothing is {why}");
    let mut formulas = Formulas::new();
    let mut peg = mirror.peg(grammar);
    let trivia = mirror.has_trivia();
    let begins = peg
        .skip(&mut formulas, trivia, Formulas::HERE)
        .map_err(in_words)?;
    let begins = peg
        .matches(&mut formulas, &before, trivia, begins)
        .map_err(in_words)?;
    let begins = peg.skip(&mut formulas, trivia, begins).map_err(in_words)?;
    let read = peg
        .matches(&mut formulas, &rule.expression, false, begins)
        .map_err(in_words)?;
    let is_read = peg
        .matches(&mut formulas, &rule.expression, false, Formulas::TRUE)
        .map_err(in_words)?;
    let difference = formulas.differ(read, begins);
    let difference = formulas.and(difference, is_read);
    match formulas.find(difference).map_err(in_words)? {
        None => Ok(EntryProof::ByAutomata),
        Some(witness) => Ok(EntryProof::NotSo(
            "with it the text goes on at another place than without it".to_owned(),
            witness.text,
        )),
    }
}

/// The comments of white space and comments: a character or more, and then a repetition.
fn comments<'g>(mirror: &Mirror<'g>) -> Vec<(&'g Expression, &'g Expression)> {
    let rules = mirror.literate.written.rules.iter();
    let mut open: Vec<&Expression> = rules
        .filter(|rule| mirror.is_trivia(&rule.name))
        .map(|rule| &rule.expression)
        .collect();
    let mut comments = Vec::new();
    while let Some(expression) = open.pop() {
        if let Expression::Sequence(parts) = expression
            && let [
                Expression::Literal { .. } | Expression::Class(_),
                Expression::ZeroOrMore(body),
            ] = parts.as_slice()
        {
            comments.push((expression, &**body));
        }
        open.extend(expression.parts());
    }
    comments
}

/// Proves that it reads a comment in which the text ends.
pub(super) fn open_comment(mirror: &Mirror<'_>, rule: &Rule) -> Result<EntryProof, String> {
    let comments = comments(mirror).into_iter();
    nearest(
        comments.map(|(comment, _)| {
            let whole = Expression::Sequence(vec![comment.clone(), Expression::End]);
            difference(mirror, rule, &whole)
        }),
        "it is not a comment that the text ends in",
    )
}

/// Proves that it is the repetition of a comment.
pub(super) fn comment_rest(mirror: &Mirror<'_>, rule: &Rule) -> Result<EntryProof, String> {
    let comments = comments(mirror).into_iter();
    nearest(
        comments.map(|(_, body)| {
            let rest = Expression::OneOrMore(Box::new(body.clone()));
            difference(mirror, rule, &rest)
        }),
        "it is not what a comment goes on with",
    )
}

/// The shortest text that the rule and an expression read differently.
fn difference(
    mirror: &Mirror<'_>,
    rule: &Rule,
    expression: &Expression,
) -> Result<Option<String>, String> {
    let in_words = |why: Unanswered| format!("whether it is a comment is {why}");
    let mut formulas = Formulas::new();
    let mut peg = mirror.peg(&mirror.literate.written);
    let mut matches = |expression, end| {
        peg.matches(&mut formulas, expression, false, end)
            .map_err(in_words)
    };
    let read = matches(&rule.expression, Formulas::HERE)?;
    let expected = matches(expression, Formulas::HERE)?;
    let difference = formulas.differ(read, expected);
    let found = formulas.find(difference).map_err(in_words)?;
    Ok(found.map(|witness| witness.text))
}

/// A proof if one of the comparisons shows no difference; else the last difference.
fn nearest(
    differences: impl Iterator<Item = Result<Option<String>, String>>,
    message: &str,
) -> Result<EntryProof, String> {
    let mut shown = Err("there are no comments of a known form".to_owned());
    for difference in differences {
        match difference? {
            None => return Ok(EntryProof::ByAutomata),
            Some(text) => shown = Ok(EntryProof::NotSo(message.to_owned(), text)),
        }
    }
    shown
}
