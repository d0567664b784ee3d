//! What the fuzz targets share: how bytes choose a dialect and a way to parse, and what can be seen of a document.
//!
//! Invariant: an input means the same in every run; its first bytes choose, the rest is the document.

use turtle_peg::{Dialect, Document, Engine, Error, Input, Parser};

/// What the first bytes of an input chose.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    dialect: Dialect,
    continues: bool,
    nesting_limit: usize,
    has_base: bool,
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
        };
        Some((choice, document))
    }

    /// A parser as chosen, with this engine.
    pub fn parser(self, engine: Engine) -> Parser {
        let mut parser = Parser::new(self.dialect)
            .engine(engine)
            .with_nesting_limit(self.nesting_limit);
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

/// The quads of a document with their places, and its errors, a line each. `excerpts` is whether what
/// depends on the buffer counts: the source line that an error shows.
pub fn quads<I: Input>(mut document: Document<I>, excerpts: bool) -> Vec<String> {
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
            Some(Err(error)) => lines.push(text_of(&error, excerpts)),
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
            Err(error) => text_of(&error, true),
        });
    }
    lines
}

fn text_of(error: &Error, excerpts: bool) -> String {
    match error {
        Error::Syntax(error) if !excerpts => {
            format!("{error} {:?} {:?}", error.span(), error.production())
        }
        _ => format!("{error} {error:?}"),
    }
}
