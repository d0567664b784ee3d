//! Lints that are turned off: for all documents, for one, or for a statement.

use std::ops::Range;
use turtle_peg::Parser;

/// The lints that are turned off, and where.
pub struct AllowedLints {
    /// Each name, with the bytes of the document in which it is turned off.
    by_name: Vec<(String, Range<u64>)>,
}

/// The beginning of a comment that turns lints off; their names follow.
const COMMENT: &str = "lint: allow ";

impl AllowedLints {
    /// The lints that the command line turns off, and those that the comments in a document that conforms turn off.
    pub fn new(parser: &Parser, text: &str, off: &[String]) -> Self {
        let everywhere = 0..u64::MAX;
        let mut by_name: Vec<_> = off
            .iter()
            .map(|name| (name.clone(), everywhere.clone()))
            .collect();
        if !text.contains(COMMENT) {
            return Self { by_name };
        }
        let mut document = parser.parse_str(text);
        let mut is_first = true;
        while let Some(Ok(tokens)) = document.next_tokens() {
            let mut statement: Option<Range<u64>> = None;
            let mut names = Vec::new();
            for token in tokens {
                if statement.is_none() {
                    let comments = token.trivia().comments();
                    names.extend(comments.flat_map(|comment| names_in(comment.text())));
                }
                let start = statement.map_or(token.bytes().start, |place| place.start);
                statement = Some(start..token.bytes().end);
            }
            let place = match is_first {
                true => everywhere.clone(),
                false => statement.unwrap_or(0..0),
            };
            is_first = false;
            by_name.extend(names.into_iter().map(|name| (name, place.clone())));
        }
        Self { by_name }
    }

    /// Whether a lint is turned off at these bytes.
    pub fn allows(&self, lint: &str, bytes: &Range<u64>) -> bool {
        self.by_name.iter().any(|(name, place)| {
            name.eq_ignore_ascii_case(lint) && place.start <= bytes.start && bytes.end <= place.end
        })
    }
}

/// The names in a comment.
fn names_in(comment: &str) -> Vec<String> {
    let comment = comment.trim_start_matches('#').trim_start();
    let names = comment.strip_prefix(COMMENT).unwrap_or_default();
    names
        .split([' ', ',', '\t'])
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}
