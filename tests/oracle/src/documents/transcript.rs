//! All that turtle-peg says of a document, in order.

use std::ops::Range;
use turtle_peg::oxrdf::Quad;
use turtle_peg::{
    BeyondRdf12, Dialect, Document, Error, Input, NQuadsWriter, Parser, Position, Production,
    Provenance, Span,
};

/// One thing that was said.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Event {
    Quad {
        quad: Box<Quad>,
        /// Of the statement, the subject, the predicate and the object.
        spans: [Span; 4],
        /// Where they are in the document.
        bytes: [Range<u64>; 4],
    },
    Tree {
        origin: Position,
        /// Depth, production and span of every node.
        nodes: Vec<(usize, Production, Span)>,
    },
    /// A statement ends that begins here.
    Statement(Position),
    Error(String),
    /// A quad, wherever it was read.
    Read(Box<Quad>),
    /// What holds at the end of the document: prefixes, base IRI, version. There is no statement any more to have a place.
    End(String),
}

/// How closely errors are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Errors {
    /// All that is in them, also what only the parser sees.
    Wholly,
    /// What they say and where. The source line in them ends where the buffer ended.
    WithoutExcerpt,
}

/// Statements that a transcript goes on for: more than any text has, but not without end.
const STATEMENTS: usize = 100_000;

/// The quads of a document, and its errors.
pub(super) fn quads<I: Input>(mut document: Document<I>, errors: Errors) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..STATEMENTS {
        let sink = |quad: turtle_peg::oxrdf::QuadRef<'_>, provenance: &Provenance<'_>| {
            let spans = [
                provenance.statement,
                provenance.subject,
                provenance.predicate,
                provenance.object,
            ];
            events.push(Event::Quad {
                quad: Box::new(quad.into_owned()),
                spans,
                bytes: spans.map(|span| provenance.bytes(span)),
            });
        };
        match document.next_statement(sink) {
            Some(Ok(())) => events.push(Event::Statement(document.position())),
            Some(Err(error)) => events.push(Event::Error(text_of(&error, errors))),
            None => break,
        }
    }
    events.push(end(&document));
    events
}

/// What was said of the statements before the first that is at fault; of a statement as a whole a part tells nothing.
pub(super) fn before_faults(mut events: Vec<Event>) -> Vec<Event> {
    let is_error = |event: &Event| matches!(event, Event::Error(_));
    if let Some(fault) = events.iter().position(is_error) {
        let is_statement = |event: &Event| matches!(event, Event::Statement(_));
        let last = events[..fault].iter().rposition(is_statement);
        events.truncate(last.map_or(0, |last| last + 1));
    }
    for event in &mut events {
        if let Event::Quad { spans, bytes, .. } = event {
            *spans = Default::default();
            bytes[0] = 0..0;
        }
    }
    events
}

/// The quads of a document that RDF 1.2 has terms for, and the quads that are read of what is written of them.
pub(super) fn written_and_read<I: Input>(document: Document<I>) -> [Vec<Event>; 2] {
    const DEEP: usize = 10_000;
    let quads = document.quads().take(STATEMENTS).filter_map(Result::ok);
    let quads = quads.filter(|quad| BeyondRdf12::of(quad.as_ref()).is_none());
    let quads: Vec<_> = quads.collect();
    let mut writer = NQuadsWriter::new(Vec::new());
    for quad in &quads {
        writer.write_quad(quad).expect("memory takes it");
    }
    let lines = writer.into_inner();
    // Terms are nested as deep as they were in the document.
    let parser = Parser::new(Dialect::NQuads12).with_nesting_limit(DEEP);
    let read = parser.parse_slice(&lines).quads();
    let read = read.map(|quad| match quad {
        Ok(quad) => Event::Read(Box::new(quad)),
        Err(error) => Event::Error(error.to_string()),
    });
    let given = quads.into_iter().map(Box::new).map(Event::Read);
    [given.collect(), read.collect()]
}

/// The trees of a document, and its errors.
pub(super) fn trees<I: Input>(mut document: Document<I>, errors: Errors) -> Vec<Event> {
    let mut events = Vec::new();
    for _ in 0..STATEMENTS {
        match document.next_tree() {
            Some(Ok(tree)) => events.push(Event::Tree {
                origin: tree.origin(),
                nodes: tree
                    .root()
                    .descendants()
                    .map(|(depth, node)| (depth, node.production(), node.span()))
                    .collect(),
            }),
            Some(Err(error)) => events.push(Event::Error(text_of(&error, errors))),
            None => break,
        }
    }
    events.push(end(&document));
    events
}

fn end<I: Input>(document: &Document<I>) -> Event {
    let mut prefixes: Vec<_> = document.prefixes().collect();
    prefixes.sort_unstable();
    Event::End(format!(
        "{prefixes:?} {:?} {:?}",
        document.base_iri(),
        document.version()
    ))
}

pub fn text_of(error: &Error, errors: Errors) -> String {
    match (error, errors) {
        (Error::Syntax(error), Errors::WithoutExcerpt) => format!(
            "{error} {:?} {:?} {:?} {:?}",
            error.kind(),
            error.span(),
            error.position(),
            error.production()
        ),
        (Error::Syntax(error), Errors::Wholly) => {
            format!(
                "{error} {error:?} {:?} {:?} {:?} {:?}",
                error.context(),
                error.excerpt(),
                error.surroundings(),
                error.advice()
            )
        }
        (error, _) => format!("{error} {error:?}"),
    }
}
