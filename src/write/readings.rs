//! The terms that a text stands for in a dialect, by the dialect's own grammar.
//!
//! Invariant: no table of characters is here. A text is a term of some kind if the whole of it is one token of the specification
//! that means such a term.

use crate::translate::{Meaning, meaning};
use crate::{Dialect, Parser, engine};

/// Makes sure that a dialect reads the whole of this text as one term of this kind, or as a language tag with the `@` before it.
///
/// # Errors
///
/// It does not: how many bytes of the text could begin a term; none where that is not known.
pub(super) fn check(dialect: Dialect, text: &str, kind: Meaning) -> Result<(), usize> {
    let is_wanted = |production| meaning(production) == kind;
    engine::check_token(dialect, text, is_wanted)
        .unwrap_or_else(|| check_in_statement(dialect, text, kind))
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
