//! Where in the document a quad comes from.

use crate::position::Origin;
use crate::{Position, Span};
use std::ops::Range;

/// Where in the document a quad comes from: the statement, and in it the text of each of its terms.
///
/// Spans are bytes, relative to the statement's text, which [`Provenance::position`] and
/// [`Provenance::bytes`] relate to the document. A term that is not written out has the span of what it
/// stands for:
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
#[derive(Clone, Copy, Debug)]
pub struct Provenance<'a> {
    /// The statement, from its first character to the full stop that ends it.
    pub statement: Span,
    /// The subject.
    pub subject: Span,
    /// The predicate.
    pub predicate: Span,
    /// The object.
    pub object: Span,
    text: &'a str,
    origin: Origin<'a>,
}

impl<'a> Provenance<'a> {
    pub(crate) fn new(text: &'a str, origin: Origin<'a>, statement: Span) -> Self {
        let none = Span::default();
        Self {
            statement,
            subject: none,
            predicate: none,
            object: none,
            text,
            origin,
        }
    }

    /// The text of one of the spans, as the document has it.
    pub fn text_of(&self, span: Span) -> &'a str {
        span.of(self.text)
    }

    /// Where one of the spans begins in the document. Counts lines and columns, of the statement and of a few KiB
    /// before it: it takes time that is linear in the statement's length.
    pub fn position(&self, span: Span) -> Position {
        self.origin
            .position()
            .after(&self.text[..span.start as usize])
    }

    /// The bytes of the document that one of the spans covers.
    pub fn bytes(&self, span: Span) -> Range<u64> {
        let origin = self.origin.byte();
        origin + u64::from(span.start)..origin + u64::from(span.end)
    }
}
