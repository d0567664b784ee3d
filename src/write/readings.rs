//! The terms that a text stands for in a dialect, by the dialect's own grammar.
//!
//! Invariant: no table of characters is here. A text is a term of some kind if the whole of it is one token of the specification
//! that means such a term.

use crate::Dialect;
use crate::engine::{self, BegunToken, is_word};
use crate::translate::{Meaning, meaning};

/// The beginning of terms, or of language tags: it is scanned once, and what follows it for each term.
#[derive(Clone, Debug)]
pub(super) struct TermBeginning {
    dialect: Dialect,
    text: String,
    /// How far the scanner is after it; `None` where the dialect names no tokens.
    begun: Option<BegunToken>,
    /// The kind of term that it is with any word behind it.
    with_word: Option<Meaning>,
}

impl TermBeginning {
    pub(super) fn new(dialect: Dialect, text: impl Into<String>) -> Self {
        let text = text.into();
        let begun = engine::begun_token(dialect, &text);
        Self {
            dialect,
            text,
            begun,
            with_word: begun.and_then(|begun| begun.with_word).map(meaning),
        }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Whether the dialect reads this beginning with any [word](is_word) as one term of this kind.
    #[inline]
    pub(super) fn is_with_words(&self, kind: Meaning) -> bool {
        self.with_word == Some(kind)
    }

    /// Makes sure that the dialect reads this beginning with this rest as one term of this kind.
    ///
    /// # Errors
    ///
    /// It does not: how many bytes of the rest a term could begin with, too; none where that is not known.
    pub(super) fn check(&self, rest: &str, kind: Meaning) -> Result<(), usize> {
        if self.is_with_words(kind) && is_word(rest) {
            return Ok(());
        }
        match self.begun {
            Some(begun) => engine::check_token(self.dialect, begun, rest, |it| meaning(it) == kind),
            None => check_in_statement(self.dialect, &[&self.text, rest].concat(), kind),
        }
    }
}

/// Where a specification names no tokens, reads a statement with this text in its object, and looks for a node that is all
/// of the text.
#[cfg(feature = "dialects")]
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
    let mut document = crate::Parser::new(dialect).parse_str(&statement);
    let is_read = matches!(document.next_tree(), Some(Ok(tree)) if tree.root().descendants().any(|(_, node)| {
        meaning(node.production()) == kind && (node.span().start..node.span().end) == span
    }));
    match is_read {
        true => Ok(()),
        false => Err(0),
    }
}

#[cfg(not(feature = "dialects"))]
fn check_in_statement(_: Dialect, _: &str, _: Meaning) -> Result<(), usize> {
    unreachable!("only a draft names no tokens")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_read_as_a_whole_statement_reads_it() {
        let mut count = 0;
        for dialect in Dialect::all() {
            for (text, kind) in [
                ("ex:", Meaning::PrefixedName),
                (":", Meaning::PrefixedName),
                ("_:", Meaning::BlankNodeLabel),
            ] {
                let beginning = TermBeginning::new(dialect, text);
                if !beginning.is_with_words(kind) {
                    continue;
                }
                for word in ["a", "Z9", "0", "_", "a-", "a--b_", "-a", "", "a.", "é"] {
                    let is_read = check_in_statement(dialect, &[text, word].concat(), kind).is_ok();
                    assert!(is_read || !is_word(word), "{dialect}: {text}{word}");
                    assert_eq!(
                        beginning.check(word, kind).is_ok(),
                        is_read,
                        "{dialect}: {text}{word}"
                    );
                    count += 1;
                }
            }
        }
        assert!(count >= 200, "{count}");
    }
}
