//! The statement that is being written at a place: what can come next, and for which subject and predicate.
//!
//! Invariant: the parser says it: it reads the text up to the place, and once more with a term there and all brackets closed. What it
//! does not read so, such as a place after a fault of the same statement, is not known.

use crate::pieces::{DocumentPieces, parser_after};
use std::collections::BTreeSet;
use turtle_peg::error::Context;
use turtle_peg::input::Input;
use turtle_peg::oxrdf::vocab::rdf;
use turtle_peg::oxrdf::{NamedOrBlankNodeRef, TermRef};
use turtle_peg::tokens::{Keyword, Sign};
use turtle_peg::{Document, Error, Parser, diagnosis};

/// A place in a statement that is being written.
pub struct WritingPlace {
    /// The tokens that can begin there.
    pub expected: Context,
    /// A parser with the prefixes and the base IRI that hold there.
    pub parser: Parser,
    /// The prefixes that hold there, with their namespaces.
    pub prefixes: Vec<(String, String)>,
    /// Whether a literal's datatype comes next.
    pub is_datatype: bool,
    /// Its IRI, or its label; none where a subject comes next.
    pub subject: Option<String>,
    /// The types that the statement gives its subject.
    pub types: BTreeSet<String>,
    /// The predicate, where an object comes next.
    pub predicate: Option<String>,
}

/// An IRI that no document has.
const UNKNOWN: &str = "turtle-peg:unknown";

impl WritingPlace {
    /// The place at a byte; nothing if no token can begin there: within a comment, a string or an IRI, or after a fault of the
    /// same statement.
    pub fn at(text: &str, byte: usize, pieces: &DocumentPieces) -> Option<Self> {
        /// No token begins with it.
        const NOTHING: char = '\u{1}';
        let from = pieces.checkpoint(byte);
        let mut before = text[from.position().byte as usize..byte].to_owned();
        // Where a token can begin, it can begin after a space, too; not so within an IRI.
        before.push(' ');
        before.push(NOTHING);
        let mut document = pieces.parser().resume(&from, before.as_bytes()).ok()?;
        let mut last = None;
        while let Some(result) = document.check_statement() {
            if let Err(Error::Syntax(error)) = result {
                last = Some(error);
            }
        }
        let fault = last.filter(|error| error.bytes().start == byte as u64 + 1)?;
        let context = fault.context()?;
        let begin = context.open().first().map(|open| open.start.byte as usize);
        let finished = context.finished();
        let finished = finished.map(|(start, end)| &text[start.byte as usize..end.byte as usize]);
        let mut place = Self {
            parser: parser_after(&document, pieces.parser())?,
            prefixes: prefixes(&document),
            is_datatype: finished == Some(Sign::DoubleCaret.text()),
            subject: None,
            types: BTreeSet::new(),
            predicate: None,
            expected: context.clone(),
        };
        place.read_statement(&text[begin.unwrap_or(byte).min(byte)..byte]);
        Some(place)
    }

    /// Whether a predicate comes next.
    pub fn is_predicate(&self) -> bool {
        self.expected.allows(Keyword::A)
    }

    /// Reads the statement that has begun so, with an IRI for all that it lacks.
    fn read_statement(&mut self, begun: &str) {
        let lacks = match self.is_predicate() {
            true => 2,
            false => 1,
        };
        let unknown = format!(" <{UNKNOWN}>").repeat(lacks);
        let statement = format!("{begun}{unknown}{}", self.end_of(begun));
        let mut types: Vec<(String, String)> = Vec::new();
        let (mut subject, mut predicate): (Option<String>, Option<String>) = (None, None);
        let mut document = self.parser.parse_str(&statement);
        while let Some(Ok(())) = document.next_statement_dyn(&mut |quad, _| {
            let of: String = match quad.subject {
                NamedOrBlankNodeRef::NamedNode(node) => node.as_str().into(),
                NamedOrBlankNodeRef::BlankNode(node) => node.as_str().into(),
            };
            match quad.object {
                TermRef::NamedNode(object) if object.as_str() == UNKNOWN => {
                    predicate = Some(quad.predicate.as_str().into());
                    subject = Some(of);
                }
                TermRef::NamedNode(object) if quad.predicate == rdf::TYPE => {
                    types.push((of, object.as_str().into()));
                }
                _ => {}
            }
        }) {}
        let own = types
            .into_iter()
            .filter(|(of, _)| Some(of) == subject.as_ref());
        self.types = own.map(|(_, of)| of).collect();
        self.subject = subject;
        self.predicate = predicate.filter(|it| it != UNKNOWN);
    }

    /// The signs that end a statement that has begun so.
    fn end_of(&self, begun: &str) -> String {
        let mut open: Vec<Sign> = Vec::new();
        for token in diagnosis::tokens(self.parser.dialect(), begun, 0) {
            let Some(sign) = Sign::of(&begun[token]) else {
                continue;
            };
            match sign.closing() {
                Some(closing) => open.push(closing),
                None if sign.closes() => drop(open.pop()),
                None => {}
            }
        }
        let is_in_graph = open.contains(&Sign::BraceEnd);
        let mut end: String = open.iter().rev().map(|sign| format!(" {sign}")).collect();
        if !is_in_graph {
            end += " .";
        }
        end
    }
}

fn prefixes<I: Input>(document: &Document<I>) -> Vec<(String, String)> {
    let prefixes = document.prefixes();
    prefixes
        .map(|(prefix, namespace)| (prefix.to_owned(), namespace.to_owned()))
        .collect()
}
