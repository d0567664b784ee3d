//! What the fuzz targets share: how bytes choose a dialect and a way to parse, and what can be seen of a document.
//!
//! Invariant: an input means the same in every run; its first bytes choose, the rest is the document.

use turtle_peg::{Dialect, Document, Engine, Error, Input, Parser};

/// What the first bytes of an input chose.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The dialect.
    pub dialect: Dialect,
    continues: bool,
    nesting_limit: usize,
    has_base: bool,
    has_low_limits: bool,
    reads_by_parts: bool,
}

impl Choice {
    /// Takes the choice off the beginning of an input; the rest is the document. None if the input is too short.
    pub fn split(input: &[u8]) -> Option<(Self, &[u8])> {
        let (&[first, second], document) = input.split_first_chunk()?;
        let choice = Self {
            dialect: Dialect::all().nth(usize::from(first) % Dialect::all().len())?,
            continues: second & 1 != 0,
            nesting_limit: if second & 2 != 0 { 3 } else { 200 },
            has_base: second & 4 != 0,
            has_low_limits: second & 8 != 0,
            reads_by_parts: second & 16 != 0,
        };
        Some((choice, document))
    }

    /// A parser as chosen, with this engine.
    pub fn parser(self, engine: Engine) -> Parser {
        let mut parser = Parser::new(self.dialect)
            .engine(engine)
            .with_nesting_limit(self.nesting_limit);
        if self.has_low_limits {
            parser = parser
                .with_iri_limit(24)
                .with_prefix_limit(500)
                .with_statement_limit(100);
        }
        if self.reads_by_parts {
            parser = parser.with_window(8);
        }
        if self.has_base {
            // It is absolute, so it is taken.
            parser = parser
                .clone()
                .with_base_iri("http://example.org/a/b?c")
                .unwrap_or(parser);
        }
        match self.continues {
            true => parser.continue_after_errors(),
            false => parser,
        }
    }
}

/// The quads of a document with their places, and its errors, a line each.
pub fn quads<I: Input>(mut document: Document<I>) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        let result = document.next_statement(|quad, provenance| {
            let spans = [
                provenance.statement,
                provenance.subject,
                provenance.predicate,
                provenance.object,
            ];
            let places = spans.map(|span| provenance.bytes(span));
            lines.push(format!("{quad} {places:?}"));
        });
        match result {
            Some(Ok(())) => lines.push(document.position().to_string()),
            Some(Err(error)) => lines.push(text_of(&error)),
            None => return lines,
        }
    }
}

/// The trees of a document, and its errors, a line each.
pub fn trees<I: Input>(mut document: Document<I>) -> Vec<String> {
    let mut lines = Vec::new();
    while let Some(result) = document.next_tree() {
        lines.push(match result {
            Ok(tree) => {
                let nodes: Vec<_> = tree.root().descendants().collect();
                format!("{:?} {nodes:?}", tree.origin())
            }
            Err(error) => text_of(&error),
        });
    }
    lines
}

/// The errors of a document, a line each.
pub fn faults<I: Input>(mut document: Document<I>) -> Vec<String> {
    all_faults(|| document.next_statement(|_, _| ()))
}

/// The errors of a document that is only checked, a line each.
pub fn checked<I: Input>(mut document: Document<I>) -> Vec<String> {
    all_faults(|| document.check_statement())
}

fn all_faults(next: impl FnMut() -> Option<Result<(), Error>>) -> Vec<String> {
    let faults = std::iter::from_fn(next).filter_map(Result::err);
    faults.map(|error| text_of(&error)).collect()
}

/// An input as two texts, with a byte between that no text has. None if they are not that.
pub fn two_texts(input: &[u8]) -> Option<(&str, &str)> {
    let end = input.iter().position(|&byte| byte == SEPARATOR)?;
    let first = std::str::from_utf8(&input[..end]).ok()?;
    let second = std::str::from_utf8(&input[end + 1..]).ok()?;
    Some((first, second))
}

/// Stands between two texts.
pub const SEPARATOR: u8 = 0xFF;

/// An error with all that it tells.
pub fn text_of(error: &Error) -> String {
    let surroundings = error
        .as_syntax()
        .map(|error| (error.context(), error.excerpt(), error.surroundings()));
    format!("{error} {error:?} {surroundings:?}")
}
