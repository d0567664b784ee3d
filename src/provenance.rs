//! Where in the document a quad comes from.

use crate::Position;
use crate::position::Origin;
use runtime::Span;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// Where in the document a quad comes from: the statement, and in it the text of its subject, its predicate, its object, and of the
/// name of its graph if that is in the statement.
///
/// Spans are bytes, relative to the statement's text, which [`Provenance::position`] and
/// [`Provenance::bytes`] relate to the document. A term that is not written out has the span of the
/// syntax that it is made for:
///
/// - the cells of a collection, `rdf:first`, `rdf:rest` and `rdf:nil`: the collection;
/// - the blank node of a property list, of `[]`, of an annotation block: these, brackets included;
/// - `rdf:type` written as `a`: the `a`;
/// - `rdf:reifies` and the triple term of a reified triple: the reified triple; of an annotation: the reifier
///   or annotation block, and all from the subject of the annotated triple to there.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
///
/// let text = "# two\n<x:s> a <x:A>,\n <x:B> .";
/// let mut found = Vec::new();
/// let mut document = Parser::new(Dialect::Turtle11).parse_str(text);
/// document.for_each_quad(|quad, provenance| {
///     let object = provenance.object;
///     found.push((provenance.text_of(object).to_owned(), provenance.position(object).to_string()));
/// })?;
/// assert_eq!(found, [("<x:A>".to_owned(), "2:9".to_owned()), ("<x:B>".to_owned(), "3:2".to_owned())]);
/// # Ok::<(), turtle_peg::Error>(())
/// ```
///
/// Where a statement is [read part by part](crate::Parser::with_window), the text has the subject, the predicate and the part
/// at hand, which may be several objects, and leaves out the text between them.
#[derive(Clone, Copy, Debug)]
pub struct Provenance<'a> {
    /// The statement, from its first character to the full stop that ends it. In a graph of TriG the full stops separate
    /// triples, and are in none; of a statement that is read part by part, it ends with the part at hand.
    pub statement: Span,
    /// The subject.
    pub subject: Span,
    /// The predicate.
    pub predicate: Span,
    /// The object.
    pub object: Span,
    /// The name of the graph, in N-Quads. `None` in the default graph, and in TriG, where the name is before all the
    /// triples of the graph.
    pub graph_name: Option<Span>,
    text: &'a str,
    /// Where the text after the kept text begins, or all of the text.
    origin: Origin<'a>,
    kept: Option<&'a Kept>,
    milestones: &'a Milestones,
}

/// The beginning of a part's text, which is before the part in the document: the subject and the predicate, each with a
/// space after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kept {
    /// How many bytes the subject has.
    pub(crate) subject: u32,
    pub(crate) subject_at: Position,
    /// Where the predicate begins in the text.
    pub(crate) predicate: u32,
    pub(crate) predicate_at: Position,
    /// How many bytes all of it has.
    pub(crate) length: u32,
}

impl Kept {
    pub(crate) fn subject(&self) -> Span {
        Span {
            start: 0,
            end: self.subject,
        }
    }

    pub(crate) fn predicate(&self) -> Span {
        Span {
            start: self.predicate,
            end: self.length - 1,
        }
    }

    /// The last of the two that begins at this offset or before it: where in the text, and in the document.
    fn before(&self, offset: u32) -> (u32, Position) {
        match offset < self.predicate {
            true => (0, self.subject_at),
            false => (self.predicate, self.predicate_at),
        }
    }
}

impl<'a> Provenance<'a> {
    pub(crate) fn new(
        text: &'a str,
        origin: Origin<'a>,
        statement: Span,
        kept: Option<&'a Kept>,
        milestones: &'a Milestones,
    ) -> Self {
        let none = Span::default();
        Self {
            statement,
            subject: none,
            predicate: none,
            object: none,
            graph_name: None,
            text,
            origin,
            kept,
            milestones,
        }
    }

    /// The text of one of the spans, as the document has it. Of a span that begins before the part at hand, in a statement that is
    /// [read part by part](crate::Parser::with_window), the text between the subject, the predicate and the part is left out,
    /// but for a space: that of an annotation without a reifier of its own, say.
    pub fn text_of(&self, span: Span) -> &'a str {
        span.of(self.text)
    }

    /// Where one of the spans begins in the document.
    ///
    /// This counts the lines and columns of the text since the furthest span of the document that was asked for, at most of a few KiB
    /// before the statement; for a span before that one, of at most a KiB.
    pub fn position(&self, span: Span) -> Position {
        if let Some(kept) = self.kept
            && span.start < kept.length
        {
            let (start, position) = kept.before(span.start);
            return position.after(&self.text[start as usize..span.start as usize]);
        }
        let text = &self.text[self.kept_length() as usize..];
        let offset = (span.start - self.kept_length()) as usize;
        self.milestones.position(self.origin, text, offset)
    }

    /// The bytes of the document that one of the spans covers.
    pub fn bytes(&self, span: Span) -> Range<u64> {
        let start = self.byte(span.start, span.start);
        // The byte that ends a term belongs to it.
        let last = span.end.saturating_sub(1).max(span.start);
        start..self.byte(last, span.end)
    }

    /// The byte of the document at some offset, which is in the text that begins at another, or right after it.
    fn byte(&self, within: u32, offset: u32) -> u64 {
        match self.kept {
            Some(kept) if within < kept.length => {
                let (start, position) = kept.before(within);
                position.byte + u64::from(offset - start)
            }
            _ => self.origin.byte() + u64::from(offset - self.kept_length()),
        }
    }

    fn kept_length(&self) -> u32 {
        self.kept.map_or(0, |kept| kept.length)
    }
}

/// Positions that were counted, so that no text is counted again each time.
#[derive(Debug, Default)]
pub(crate) struct Milestones(Mutex<Counted>);

#[derive(Debug, Default)]
struct Counted {
    /// Positions in the statement's text, as far apart as each other, but for the characters that they must not fall into; the first is
    /// where it begins. They are there as far as it was counted.
    milestones: Vec<Position>,
    /// The furthest position that was counted, in this statement or before it.
    furthest: Option<Position>,
}

impl Milestones {
    /// Another statement of the document follows.
    #[inline]
    pub(crate) fn begin_statement(&mut self) {
        let counted = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        counted.milestones.clear();
    }

    /// The position of an offset in the statement's text, which begins at `origin`.
    fn position(&self, origin: Origin<'_>, text: &str, offset: usize) -> Position {
        let mut counted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counted.position(origin, text, offset)
    }
}

impl Counted {
    const APART: usize = 1024;

    fn position(&mut self, origin: Origin<'_>, text: &str, offset: usize) -> Position {
        let start = origin.byte();
        let mut furthest = match self.milestones.as_slice() {
            [] => {
                let begin = origin.position_after(self.furthest);
                self.milestones.push(begin);
                begin
            }
            [begin, ..] => self.furthest.unwrap_or(*begin),
        };
        let mut reached = (furthest.byte - start) as usize;
        if offset < reached {
            let milestone = self.milestones[offset / Self::APART];
            return milestone.after(&text[(milestone.byte - start) as usize..offset]);
        }
        while self.milestones.len() * Self::APART <= offset {
            let mut end = self.milestones.len() * Self::APART;
            while !text.is_char_boundary(end) {
                end -= 1;
            }
            furthest.advance(&text[reached..end]);
            self.milestones.push(furthest);
            reached = end;
        }
        furthest.advance(&text[reached..offset]);
        self.furthest = Some(furthest);
        furthest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_those_counted_from_the_beginning() {
        let text = "é\r\n\u{1F600}x\ry\n".repeat(1000);
        let uncounted = "a\nbc";
        let offsets: Vec<usize> = text.char_indices().map(|(offset, _)| offset).collect();
        let backwards = offsets.iter().rev().copied();
        let to_and_fro = offsets.iter().zip(backwards.clone());
        let to_and_fro = to_and_fro.flat_map(|(&one, other)| [one, other]);
        for order in [
            offsets.clone(),
            backwards.clone().collect(),
            to_and_fro.collect(),
        ] {
            let milestones = Milestones::default();
            let origin = Origin::new(&Position::START, uncounted, uncounted.len());
            for offset in order {
                let expected = Position::START.after(uncounted).after(&text[..offset]);
                let found = milestones.position(origin, &text, offset);
                assert_eq!(found, expected, "at {offset}");
            }
        }
    }

    #[test]
    fn statements_are_counted_one_after_the_other_and_again() {
        let text = "é\r\n\u{1F600}x\ry\n".repeat(1000);
        let mut milestones = Milestones::default();
        let base = Position::START.after(&text[..12]);
        // The same statement comes again where it is read by parts.
        for start in [24, 3000, 3000, 6000, 4800] {
            milestones.begin_statement();
            let origin = Origin::new(&base, &text[..start], start - 12);
            for offset in [0, 12, 3000, 36] {
                let expected = Position::START.after(&text[..start + offset]);
                let found = milestones.position(origin, &text[start..], offset);
                assert_eq!(found, expected, "{offset} after {start}");
            }
        }
    }
}
