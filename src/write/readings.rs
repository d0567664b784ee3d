//! The terms that a text stands for in a dialect, by the dialect's own grammar.
//!
//! Invariant: no table of characters is here. A text is a term of some kind if the whole of it is one token of the specification
//! that means such a term.

use crate::translate::{Meaning, meaning};
use crate::{Dialect, Parser, engine};

/// The beginning of terms, or of language tags: it is scanned once, and what follows it for each term.
#[derive(Clone, Debug)]
pub(super) struct TermBeginning {
    dialect: Dialect,
    text: String,
    /// The scanner's state after it; `None` where the dialect names no tokens.
    state: Option<usize>,
}

impl TermBeginning {
    pub(super) fn new(dialect: Dialect, text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            dialect,
            state: engine::state_after(dialect, &text),
            text,
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Makes sure that the dialect reads this beginning with this rest as one term of this kind.
    ///
    /// # Errors
    ///
    /// It does not: how many bytes of the rest a term could begin with, too; none where that is not known.
    pub(super) fn check(&self, rest: &str, kind: Meaning) -> Result<(), usize> {
        match self.state {
            Some(state) => engine::check_token(self.dialect, state, rest, |it| meaning(it) == kind),
            None => check_in_statement(self.dialect, &[&self.text, rest].concat(), kind),
        }
    }
}

/// Where a specification names no tokens, reads a statement with this text in its object, and looks for a node that is all
/// of the text.
#[cold]
fn check_in_statement(dialect: Dialect, text: &str, kind: Meaning) -> Result<(), usize> {
    // The `@` is no part of the node of a language tag.
    let (object, text) = match kind {
        Meaning::LanguageTag => ("\"\"@", &text["@".len()..]),
        _ => ("", text),
    };
    let before = format!("<x:s> <x:p> {object}");
    let statement = format!("{before}{text} .");
    let span = before.len() as u32..(before.len() + text.len()) as u32;
    let mut document = Parser::new(dialect).parse_str(&statement);
    let is_read = matches!(document.next_tree(), Some(Ok(tree)) if tree.root().descendants().any(|(_, node)| {
        meaning(node.production()) == kind && (node.span().start..node.span().end) == span
    }));
    match is_read {
        true => Ok(()),
        false => Err(0),
    }
}
