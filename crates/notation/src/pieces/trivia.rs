//! White space and comments before a piece, which are passed over as they arrive.
//!
//! They are passed over before a piece anyway, so what is passed over early moves no beginning. A comment goes on to what cannot be
//! in it, so one that the text ends in may go on in the text that follows: that is its rest.

use super::statements::Statements;
use crate::{Expression, Grammar};

/// The rules that pest passes over between the parts of others.
const PASSED_OVER: [&str; 2] = ["WHITESPACE", "COMMENT"];

/// White space and comments before a piece.
pub(super) struct TriviaForm {
    /// White space, and the ends of lines where a statement is a line.
    pub(super) space: Vec<Expression>,
    /// A comment.
    pub(super) comment: Expression,
    /// The repetition in which a comment ends.
    pub(super) comment_rest: Expression,
}

impl TriviaForm {
    /// None without comments.
    pub(super) fn of(grammar: &Grammar, statements: &Statements) -> Option<Self> {
        let mut passed: Vec<Expression> = Vec::new();
        if let Statements::Repeated {
            space: Some(space), ..
        } = statements
        {
            passed.push(space.clone());
        }
        let named = PASSED_OVER
            .into_iter()
            .filter(|name| grammar.rule(name).is_some());
        passed.extend(named.map(Expression::name));
        let (mut space, mut comments) = (Vec::new(), Vec::new());
        for part in passed.iter().flat_map(|part| pieces(grammar, part)) {
            match rest_of(grammar, part) {
                Some(rest) => comments.push((part.clone(), rest.clone())),
                None => space.push(part.clone()),
            }
        }
        if let Statements::Lines { end, .. } = statements {
            space.push(end.clone());
        }
        let (comment, comment_rest) = comments.pop().filter(|_| comments.is_empty())?;
        Some(Self {
            space,
            comment,
            comment_rest,
        })
    }
}

/// The alternatives of which one is a comment; an expression with none stays as it is.
fn pieces<'g>(grammar: &'g Grammar, expression: &'g Expression) -> Vec<&'g Expression> {
    let is_comment = |part: &Expression| rest_of(grammar, part).is_some();
    let mut written = expression;
    // A rule may be no more than the name of another.
    for _ in 0..grammar.rules.len() {
        match written {
            Expression::Name(name) if !is_comment(written) => match grammar.rule(name) {
                Some(rule) => written = &rule.expression,
                None => break,
            },
            _ => break,
        }
    }
    let alternatives = written.alternatives();
    match alternatives.iter().any(is_comment) {
        true => alternatives.iter().collect(),
        false => vec![expression],
    }
}

/// The body of the repetition in which a comment ends: `'#' rest*`, or a name of that.
fn rest_of<'g>(grammar: &'g Grammar, expression: &'g Expression) -> Option<&'g Expression> {
    let written = match expression {
        Expression::Name(name) => &grammar.rule(name)?.expression,
        other => other,
    };
    match written.in_sequence() {
        [
            Expression::Literal { .. } | Expression::Class(_),
            Expression::ZeroOrMore(rest),
        ] => Some(rest),
        _ => None,
    }
}
