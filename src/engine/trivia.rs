//! White space and comments before the next part of a document: how far they go in a text that may be its beginning only.
//!
//! Invariant: nothing here knows the syntax of any dialect. However a text is cut into pieces, all of them together are
//! read as the whole text is.

/// The rules that read white space and comments, all departures of the kind `entry`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TriviaRule {
    /// White space and comments, but for a comment that the text ends in.
    Leading,
    /// A comment that the text ends in.
    OpenComment,
    /// The rest of such a comment.
    CommentRest,
}

/// White space and comments that a text begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LeadingTrivia {
    /// How many bytes they take.
    pub(crate) length: usize,
    /// Whether the text ends in a comment, which may go on after it.
    pub(crate) is_open: bool,
}

/// Reads the white space and comments that a text begins with; `is_open` if it continues a comment. `end` says where the match
/// of a rule ends that begins where the text does.
pub(super) fn read<'t>(
    text: &'t str,
    is_open: bool,
    end: impl Fn(TriviaRule, &'t str) -> Option<usize>,
) -> LeadingTrivia {
    let end = |rule, start: usize| end(rule, &text[start..]).map(|length| start + length);
    let mut length = 0;
    if is_open {
        length = end(TriviaRule::CommentRest, 0).unwrap_or(0);
        if length == text.len() {
            return LeadingTrivia { length, is_open };
        }
    }
    length = end(TriviaRule::Leading, length).unwrap_or(length);
    let comment = end(TriviaRule::OpenComment, length);
    LeadingTrivia {
        length: comment.unwrap_or(length),
        is_open: comment.is_some(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;
    use crate::engine::{Settings, trivia};

    /// Texts that are before statements, and some that do not.
    const TEXTS: &[&str] = &[
        "",
        " ",
        "#",
        " \t# a comment, é \u{1F600} # still the same",
        "# one\n# two\r\n\n\r# three\r #",
        "\n\n \n#\n",
        "# a comment\n <x:s> <x:p> <x:o> . # another",
        " \u{A0}",
        "<x:s>",
        "# \"\"\" ''' <<( {| \n@prefix",
    ];

    fn all_settings() -> impl Iterator<Item = Settings> {
        Dialect::all().map(|dialect| Settings::new(dialect, 100))
    }

    #[test]
    fn it_ends_where_a_statement_begins() {
        for settings in all_settings() {
            for (text, length, is_open) in [
                ("# one\n\n # two\n\t<x:s>", 15, false),
                ("# one\n# two", 11, true),
                (" .", 1, false),
                ("x # one\n", 0, false),
            ] {
                let found = trivia(&settings, false, text);
                assert_eq!(
                    found,
                    LeadingTrivia { length, is_open },
                    "{text:?} {settings:?}"
                );
            }
        }
    }

    /// Read by pieces, it comes to the same.
    #[test]
    fn it_may_be_cut_anywhere() {
        for settings in all_settings() {
            for text in TEXTS {
                let whole = trivia(&settings, false, text);
                for (cut, _) in text.char_indices() {
                    let first = trivia(&settings, false, &text[..cut]);
                    let second = trivia(&settings, first.is_open, &text[first.length..]);
                    let both = LeadingTrivia {
                        length: first.length + second.length,
                        ..second
                    };
                    assert_eq!(both, whole, "{text:?} cut at {cut} {settings:?}");
                }
            }
        }
    }
}
