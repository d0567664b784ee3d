//! A transcript of a document: everything that a caller sees of it, in order.

use crate::way::Asked;
use advice::Advise;
use std::cell::RefCell;
use std::ops::Range;
use turtle_peg::input::Input;
use turtle_peg::oxrdf::{Quad, QuadRef};
use turtle_peg::parallel::Part;
use turtle_peg::tree::NodeRef;
use turtle_peg::{
    Document, Error, Objection, Parser, Position, Production, Provenance, Span, SyntaxError,
    SyntaxErrorKind,
};

/// One thing that a caller sees.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A quad.
    Quad {
        /// The quad.
        quad: Box<Quad>,
        /// Where the statement, the subject, the predicate and the object are.
        places: Box<[EventPlace; 4]>,
    },
    /// A tree.
    Tree {
        /// Where its text begins.
        origin: Position,
        /// Its nodes in document order.
        nodes: Vec<EventNode>,
    },
    /// A statement has ended. Parts of a document have no position.
    Statement(Option<Position>),
    /// Something does not conform.
    Fault(EventFault),
    /// Something does not conform that a lenient parser lets pass.
    Warning(EventFault),
    /// The document has ended.
    End {
        /// The prefixes, sorted.
        prefixes: Vec<(String, String)>,
        /// The base IRI.
        base: Option<String>,
        /// Whether not all of the document was read.
        is_cut_short: bool,
        /// The version that was announced. Parts of a document have none.
        version: Option<String>,
    },
}

/// Where something is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EventPlace {
    span: Span,
    bytes: Range<u64>,
    position: Option<Position>,
}

impl EventPlace {
    /// The place in the document alone, not in the text that was read with it.
    pub(crate) fn in_document(self) -> Self {
        Self {
            span: Span::default(),
            ..self
        }
    }
}

/// A node of a tree: depth, production, text, and the place in the text.
pub type EventNode = (usize, Production, String, Span);

/// A fault of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventFault {
    /// Whether the document breaks the grammar, not only a rule of RDF or a limit.
    pub is_of_grammar: bool,
    /// Whether it keeps the statement from being read, as the grammar's faults do, and nesting that is too deep.
    pub ends_statement: bool,
    /// The message, the kind, the place, the open productions, and the source line.
    pub told: String,
    /// The known text around it, and the advice if that was asked for.
    pub around: String,
}

impl EventFault {
    fn of(error: &Error, asked: Asked) -> Self {
        let Error::Syntax(error) = error else {
            return Self {
                is_of_grammar: false,
                ends_statement: false,
                told: format!("{error} {error:?}"),
                around: String::new(),
            };
        };
        let advice = (asked == Asked::Messages).then(|| error.advice());
        let around = error.surroundings();
        let is_of_grammar = error.kind().objection() == Objection::Grammar;
        let is_too_deep = matches!(error.kind(), SyntaxErrorKind::NestingLimit { .. });
        Self {
            is_of_grammar,
            ends_statement: is_of_grammar || is_too_deep,
            told: format!(
                "{error} {:?} {:?} {:?} {:?} {:?} {:?}",
                error.kind(),
                error.bytes(),
                error.position(),
                error.production(),
                error.context(),
                error.excerpt(),
            ),
            around: format!("{error:?} {:?} {advice:?}", (&around.text, around.start)),
        }
    }
}

/// Statements that a transcript goes on for: more than any text has, but not without end.
const STATEMENTS: usize = 1_000_000;

/// The events of a document; of bytes that are pushed, since the last ones.
pub(crate) fn of_document<I: Input>(document: &mut Document<I>, asked: Asked) -> Vec<Event> {
    let mut events = match asked {
        Asked::Trees | Asked::WholeTree => trees(document),
        Asked::Quads => statements(asked, |sink, warn| {
            let result = document.next_statement_with_warnings(sink, warn);
            result.map(|result| result.map(|()| Some(Event::Statement(Some(document.position())))))
        }),
        Asked::Check | Asked::Messages => statements(asked, |_, warn| {
            let result = document.check_statement_with_warnings(warn);
            result.map(|result| result.map(|()| Some(Event::Statement(Some(document.position())))))
        }),
    };
    events.push(Event::End {
        prefixes: sorted(document.prefixes()),
        base: document.base_iri().map(str::to_owned),
        is_cut_short: document.is_cut_short(),
        version: document.version().map(str::to_owned),
    });
    events
}

/// The events of one part of a document that several threads read.
pub(crate) fn of_part(part: &mut Part<'_>, asked: Asked) -> Vec<Event> {
    let mut events = statements(asked, |sink, warn| {
        let result = match asked {
            Asked::Quads => part.next_statement_with_warnings(sink, warn),
            _ => part.check_statement_with_warnings(warn),
        };
        // A statement that is read part by part ends with its last part.
        let ended = |()| (!part.is_within_statement()).then_some(Event::Statement(None));
        result.map(|result| result.map(ended))
    });
    events.push(Event::End {
        prefixes: sorted(part.prefixes()),
        base: part.base_iri().map(str::to_owned),
        is_cut_short: part.is_cut_short(),
        version: None,
    });
    events
}

/// Adds the events of the next part, or of more bytes. Only the last of them end the document.
pub(crate) fn append(all: &mut Vec<Event>, events: Vec<Event>) {
    all.pop_if(|event| matches!(event, Event::End { .. }));
    all.extend(events);
}

/// The events of the tree of a whole document.
pub(crate) fn of_whole_tree(parser: &Parser, text: &str) -> Vec<Event> {
    let result = parser.read_tree(text, |tree| Event::Tree {
        origin: tree.origin(),
        nodes: nodes(tree.root()),
    });
    vec![result.unwrap_or_else(|error| Event::Fault(EventFault::of(&error, Asked::WholeTree)))]
}

/// The nodes of a tree in document order.
pub(crate) fn nodes(root: NodeRef<'_>) -> Vec<EventNode> {
    let node = |(depth, node): (usize, NodeRef<'_>)| {
        let text = node.text().to_owned();
        (depth, node.production(), text, node.span())
    };
    root.descendants().map(node).collect()
}

fn trees<I: Input>(document: &mut Document<I>) -> Vec<Event> {
    let mut events = Vec::new();
    while let Some(result) = document.next_tree() {
        events.push(match result {
            Ok(tree) => Event::Tree {
                origin: tree.origin(),
                nodes: nodes(tree.root()),
            },
            Err(error) => Event::Fault(EventFault::of(&error, Asked::Trees)),
        });
        assert!(events.len() < STATEMENTS, "there is no end");
    }
    events
}

type QuadSink<'s> = &'s mut dyn FnMut(QuadRef<'_>, &Provenance<'_>);
type FaultSink<'s> = &'s mut dyn FnMut(SyntaxError);

/// Goes through statements. `next` reads the next one, or a part of it, and tells whether it has ended.
fn statements(
    asked: Asked,
    mut next: impl FnMut(QuadSink<'_>, FaultSink<'_>) -> Option<Result<Option<Event>, Error>>,
) -> Vec<Event> {
    let events = RefCell::new(Vec::new());
    for _ in 0..STATEMENTS {
        let result = next(
            &mut |quad, provenance| {
                let spans = [
                    provenance.statement,
                    provenance.subject,
                    provenance.predicate,
                    provenance.object,
                ];
                let place = |span| EventPlace {
                    span,
                    bytes: provenance.bytes(span),
                    position: Some(provenance.position(span)),
                };
                events.borrow_mut().push(Event::Quad {
                    quad: Box::new(quad.into_owned()),
                    places: Box::new(spans.map(place)),
                });
            },
            &mut |warning| {
                let fault = EventFault::of(&warning.into(), asked);
                events.borrow_mut().push(Event::Warning(fault));
            },
        );
        let event = match result {
            Some(Ok(event)) => event,
            Some(Err(error)) => Some(Event::Fault(EventFault::of(&error, asked))),
            None => return events.into_inner(),
        };
        events.borrow_mut().extend(event);
    }
    panic!("there is no end");
}

fn sorted<'d>(prefixes: impl Iterator<Item = (&'d str, &'d str)>) -> Vec<(String, String)> {
    let owned = prefixes.map(|(prefix, namespace)| (prefix.to_owned(), namespace.to_owned()));
    let mut prefixes: Vec<_> = owned.collect();
    prefixes.sort_unstable();
    prefixes
}
