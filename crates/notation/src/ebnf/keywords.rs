//! Reading what a text declares of its keywords: `@keywords any-case except 'a' because "…"`.

use super::tokens::{Word, WordKind, words};
use crate::{GrammarError, KeywordCase, Keywords};
use std::str::FromStr;

/// The directive, without its `@`.
pub(super) const DIRECTIVE: &str = "keywords";

const EXPECTED: &str = "expected `any-case`, `any-case except 'a'`, `as-written` or `by-quote`, and then perhaps `because \"…\"`";

impl Keywords {
    /// The keywords that these words declare, which follow the directive, and how many words say so.
    pub(super) fn of<'t>(words: &[Word<'t>]) -> Result<(Self, usize), &'static str> {
        let kind = |at: usize| words.get(at).map(|word| word.kind);
        let quoted = |at: usize| match kind(at) {
            Some(WordKind::Single(text) | WordKind::Double(text)) => Some(text.to_owned()),
            _ => None,
        };
        let mut at = 1;
        let case = match kind(0) {
            Some(WordKind::Name("by-quote")) => KeywordCase::ByQuote,
            Some(WordKind::Name("as-written")) => KeywordCase::AsWritten,
            Some(WordKind::Name("any-case")) => {
                let mut except = Vec::new();
                if kind(at) == Some(WordKind::Name("except")) {
                    at += 1;
                    while let Some(text) = quoted(at) {
                        except.push(text);
                        at += 1;
                    }
                    if except.is_empty() {
                        return Err(EXPECTED);
                    }
                }
                KeywordCase::AnyCase { except }
            }
            _ => return Err(EXPECTED),
        };
        let mut reason = None;
        if kind(at) == Some(WordKind::Name("because")) {
            reason = Some(quoted(at + 1).ok_or(EXPECTED)?);
            at += 2;
        }
        Ok((Self { case, reason }, at))
    }
}

/// As after `@keywords`.
///
/// ```
/// use turtle_peg_notation::Keywords;
///
/// let keywords: Keywords = "any-case except 'a' 'b'".parse()?;
/// assert_eq!(keywords.to_string(), "any-case except 'a' 'b'");
/// assert!("upper-case".parse::<Keywords>().is_err());
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
impl FromStr for Keywords {
    type Err = GrammarError;

    fn from_str(text: &str) -> Result<Self, GrammarError> {
        let words = words(text, false)?.words;
        match Self::of(&words) {
            Ok((keywords, used)) if used == words.len() => Ok(keywords),
            _ => Err(GrammarError::Syntax(EXPECTED.to_owned())),
        }
    }
}
