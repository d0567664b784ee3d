//! What a text stands for in a dialect, by the dialect's own grammar.
//!
//! Invariant: no table of characters is here. A text is a term of some kind if the whole of it is one token of the specification
//! that means such a term.

use crate::translate::{Meaning, meaning};
use crate::{Dialect, Parser, engine};

/// Makes sure that a dialect reads the whole of this text as one term of this kind.
///
/// # Errors
///
/// It does not: how many bytes of the text could begin a term; none where that is not known.
pub(super) fn check(dialect: Dialect, text: &str, kind: Meaning) -> Result<(), usize> {
    let is_wanted = |production| meaning(production) == kind;
    engine::check_token(dialect, text, is_wanted)
        .unwrap_or_else(|| check_as_object(dialect, text, kind))
}

/// Makes sure that this is the text of a language tag, with the `@` before it.
pub(super) fn check_language_tag(dialect: Dialect, text: &str) -> Result<(), usize> {
    let is_wanted = |production| meaning(production) == Meaning::LanguageTag;
    engine::check_token(dialect, text, is_wanted).unwrap_or_else(|| {
        let (before, tag) = text.split_at("@".len());
        check_in(
            dialect,
            &format!("<x:s> <x:p> \"\"{before}"),
            tag,
            Meaning::LanguageTag,
        )
    })
}

/// Where a specification names no tokens, reads a statement with this object.
#[cold]
fn check_as_object(dialect: Dialect, text: &str, kind: Meaning) -> Result<(), usize> {
    check_in(dialect, "<x:s> <x:p> ", text, kind)
}

/// Reads a statement with this text in it, and looks for a node that is all of the text.
fn check_in(dialect: Dialect, before: &str, text: &str, kind: Meaning) -> Result<(), usize> {
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
