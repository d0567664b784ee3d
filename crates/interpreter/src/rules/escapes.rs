//! Whether a grammar that was loaded takes escape sequences apart as the translator does.
//!
//! The translator reads `\\u` and four digits, `\\U` and eight, and one character after any other backslash, as all dialects
//! have it. Where the rule of an edited grammar matches more or less of that, the sequence has no meaning.

use super::Rules;
use turtle_peg::{Production, Span};

/// The rules for numbers of characters, and those for one character after the backslash.
const NUMERIC: [&str; 1] = ["UCHAR"];
const OTHERS: [&str; 2] = ["ECHAR", "PN_LOCAL_ESC"];

impl Rules {
    /// The first escape sequence in a token that a rule of the grammar takes for another one, and the production of that rule.
    pub(super) fn escape_without_meaning(&self, token: &str) -> Option<(Span, Production)> {
        let mut rest = 0;
        while let Some(found) = token[rest..].find('\\') {
            let start = rest + found;
            let (length, rules) = match token[start + 1..].chars().next()? {
                'u' => (6, &NUMERIC[..]),
                'U' => (10, &NUMERIC[..]),
                other => (1 + other.len_utf8(), &OTHERS[..]),
            };
            let end = token.len().min(start + length);
            if let Some(production) = self.reads_otherwise(rules, &token[start..], length) {
                let [start, end] = [start, end].map(|at| at as u32);
                return Some((Span { start, end }, production));
            }
            rest = end;
            while !token.is_char_boundary(rest) {
                rest += 1;
            }
        }
        None
    }

    /// The first of these rules that the grammar has, if none of them matches the first `length` bytes of a text.
    fn reads_otherwise(&self, rules: &[&str], text: &str, length: usize) -> Option<Production> {
        let mut productions = rules
            .iter()
            .filter_map(|rule| Some((*rule, *self.mirrors.get(*rule)?)))
            .peekable();
        let &(_, first) = productions.peek()?;
        let matched = |rule| {
            let mut pairs = self.vm.parse(rule, text).ok()?;
            Some(pairs.next()?.as_span().end())
        };
        let mut productions = productions.map(|(rule, _)| matched(rule));
        (!productions.any(|end| end == Some(length))).then_some(first)
    }
}
