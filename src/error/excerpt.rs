//! The source line of an error, for display.
//!
//! Invariant: an excerpt is short, and within one line.

use std::ops::Range;

/// A piece of one source line around a fault, short enough to show.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
///
/// let text = "# a comment\n<x:s> <x:p> ex:o .";
/// let error = Parser::new(Dialect::Turtle12).parse_str(text).triples().next().unwrap().unwrap_err();
/// let excerpt = error.as_syntax().unwrap().excerpt();
/// assert_eq!(excerpt.text(), "<x:s> <x:p> ex:o .");
/// assert_eq!(&excerpt.text()[excerpt.highlight()], "ex:o");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excerpt {
    pub(crate) text: String,
    pub(crate) highlight: Range<usize>,
}

impl Excerpt {
    /// The most characters that it keeps on each side of the fault's first one.
    const REACH: usize = 60;
    /// Stands for the text that is left out.
    const ELLIPSIS: &str = "…";

    /// Cuts the line around these bytes of `text` out of it. Where more of the line is than is kept, or was
    /// before `text` (it does not begin its line), there is an ellipsis. So a program shows another place near a fault than the fault's
    /// own, one that advice names, say.
    ///
    /// ```
    /// use turtle_peg::error::Excerpt;
    ///
    /// let excerpt = Excerpt::new("<x:s>\n<x:p> .", 6..11, true);
    /// assert_eq!(excerpt.text(), "<x:p> .");
    /// assert_eq!(excerpt.highlight(), 0..5);
    /// ```
    ///
    /// # Panics
    ///
    /// If `text` has no such bytes, or no characters that begin and end there.
    pub fn new(text: &str, span: Range<usize>, begins_line: bool) -> Self {
        let Range { start, end } = span;
        let in_line = |&(_, c): &(usize, char)| c != '\n' && c != '\r';
        let before = text[..start]
            .char_indices()
            .rev()
            .take(Self::REACH)
            .take_while(in_line)
            .last()
            .map_or(start, |(index, _)| index);
        let after = text[start..]
            .char_indices()
            .take(Self::REACH)
            .take_while(in_line)
            .last()
            .map_or(start, |(index, c)| start + index + c.len_utf8());
        let is_cut_before = match text[..before].chars().next_back() {
            Some(previous) => !matches!(previous, '\n' | '\r'),
            None => !begins_line,
        };
        let is_cut_after = text[after..].starts_with(|c| !matches!(c, '\n' | '\r'));
        let prefix = if is_cut_before { Self::ELLIPSIS } else { "" };
        let suffix = if is_cut_after { Self::ELLIPSIS } else { "" };
        let start = prefix.len() + start - before;
        let end = (prefix.len() + end.min(after))
            .saturating_sub(before)
            .max(start);
        Self {
            text: [prefix, &text[before..after], suffix].concat(),
            highlight: start..end,
        }
    }

    /// Appends the rest of the line; it begins with U+FFFD, which stands for the bytes at fault, or it is empty.
    pub(super) fn followed_by(mut self, rest_of_line: &str) -> Self {
        if rest_of_line.starts_with(char::REPLACEMENT_CHARACTER) {
            self.highlight.end += char::REPLACEMENT_CHARACTER.len_utf8();
        }
        let rest = rest_of_line.chars();
        self.text.extend(rest.take(Self::REACH));
        self
    }

    /// The text: one line without its end, or a part of it between ellipses.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Which bytes of [`text`](Self::text) are at fault; empty where something is missing.
    pub fn highlight(&self) -> Range<usize> {
        self.highlight.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_stays_in_its_line_and_short() {
        let excerpt = Excerpt::new("a\nbäd c\nd", 5..6, true);
        assert_eq!((excerpt.text(), excerpt.highlight()), ("bäd c", 3..4));
        let excerpt = Excerpt::new("b c", 2..3, false);
        assert_eq!((excerpt.text(), excerpt.highlight()), ("…b c", 5..6));
        let long = "é".repeat(1000);
        let excerpt = Excerpt::new(&long, 1000..2000, true);
        assert_eq!(excerpt.text().chars().count(), 2 * Excerpt::REACH + 2);
        assert_eq!(excerpt.highlight(), 123..243);
        let excerpt = Excerpt::new("ab", 2..2, true);
        assert_eq!((excerpt.text(), excerpt.highlight()), ("ab", 2..2));
    }
}
