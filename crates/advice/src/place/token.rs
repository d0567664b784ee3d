//! The token at a place, and why it is that one: of all that could begin there, the longest.
//!
//! Invariant: the specification's productions define the tokens; nothing here knows any.

use std::ops::Range;
use turtle_peg::diagnosis::{Tables, TokenSet};

/// The token at a place, or the text between tokens.
pub(super) enum TokenOrBetween {
    Token(ExplainedToken),
    /// White space or a comment.
    Between(Range<usize>),
}

/// A token, and the shorter ones that also begin where it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedToken {
    /// Where it stands.
    pub bytes: Range<usize>,
    /// The tokens that match all of it: terminals by name, others in quotes.
    pub names: Vec<String>,
    /// The tokens that match a beginning of it, and how many bytes that has.
    pub shorter: Vec<(String, usize)>,
}

/// The token or the text between tokens at `at`, in a text that begins with either. `None` if a grammar has no terminals that are told
/// apart without their context.
pub(super) fn piece(tables: &Tables, text: &str, at: usize) -> Option<TokenOrBetween> {
    if !tables.are_deterministic() {
        return None;
    }
    let mut start = 0;
    while start <= at {
        let between = tables.trivia.as_ref().map(|it| it.scan(text, start).end);
        if let Some(end) = between.filter(|&end| end > start) {
            if at < end {
                return Some(TokenOrBetween::Between(start..end));
            }
            start = end;
            continue;
        }
        let scan = tables.scanner.scan(text, start);
        if at < scan.end {
            let is_between = |&token: &u16| tables.tokens[usize::from(token)].is_white_space;
            return Some(match scan.tokens.iter().all(is_between) {
                true => TokenOrBetween::Between(start..scan.end),
                false => TokenOrBetween::Token(token(tables, text, start, scan.tokens, scan.end)),
            });
        }
        start = match scan.end {
            end if end > start => end,
            // No token begins here, so the text separates tokens.
            _ => start + text[start..].chars().next()?.len_utf8(),
        };
    }
    None
}

fn token(tables: &Tables, text: &str, start: usize, longest: &[u16], end: usize) -> ExplainedToken {
    let name = |token: usize| tables.tokens[token].name.to_string();
    let others = (0..tables.tokens.len()).filter(|&token| !longest.contains(&(token as u16)));
    let shorter = others.filter_map(|token| {
        let mut alone = TokenSet::new();
        alone.insert(token);
        let end = tables.scanner.scan_among(text, start, &alone).end;
        (end > start).then(|| (name(token), end - start))
    });
    ExplainedToken {
        bytes: start..end,
        names: longest.iter().map(|&token| name(token.into())).collect(),
        shorter: shorter.collect(),
    }
}
