//! Whether statements that are read part by part come to the same as statements that are read whole.
//!
//! The window is set so small that ordinary documents are read by parts.

use anyhow::{Result, bail, ensure};
use std::io::{self, Read};
use turtle_peg::{Dialect, Document, Engine, Error, Input, Objection, Parser};

/// What there is of one statement: its quads, each with its places, and what was wrong.
#[derive(Debug, PartialEq)]
struct Statement {
    quads: Vec<String>,
    fault: Option<Fault>,
}

impl Statement {
    fn is_broken(&self) -> bool {
        self.fault.as_ref().is_some_and(|fault| fault.is_of_grammar)
    }
}

#[derive(Debug, PartialEq)]
struct Fault {
    /// What it says, its place and kind, what is open, the line.
    error: String,
    /// And the text around it.
    all: String,
    is_of_grammar: bool,
}

/// What does not depend on how much of a statement is read together: where the statement does not break the grammar, the text
/// around the fault ends with what was read.
fn told(fault: &Fault) -> &str {
    match fault.is_of_grammar {
        true => &fault.all,
        false => &fault.error,
    }
}

fn statements<I: Input>(mut document: Document<I>) -> Vec<Statement> {
    let mut statements = Vec::new();
    loop {
        let mut quads = Vec::new();
        let result = document.next_statement(|quad, provenance| {
            let terms = [provenance.subject, provenance.predicate, provenance.object];
            let places = terms.map(|span| (provenance.position(span), provenance.bytes(span)));
            quads.push(format!("{quad} {places:?}"));
        });
        let fault = match result {
            None => return statements,
            Some(Ok(())) => None,
            Some(Err(Error::Syntax(error))) => Some(Fault {
                is_of_grammar: error.kind().objection() == Objection::Grammar,
                error: format!(
                    "{error} {:?} {:?} {:?} {:?} {:?}",
                    error.kind(),
                    error.span(),
                    error.production(),
                    error.context(),
                    error.excerpt(),
                ),
                all: format!("{error:?} {:?}", error.surroundings()),
            }),
            Some(Err(error)) => panic!("{error}"),
        };
        statements.push(Statement { quads, fault });
    }
}

/// The statements that are read by parts are those that are read whole, but that quads may come before a fault of grammar; and
/// so may what RDF objects to.
fn ensure_same(whole: &[Statement], parts: &[Statement]) -> Result<()> {
    let mut parts = parts.iter();
    // Labels that were generated for quads before a fault are not generated again.
    let mut has_labels_of_broken = false;
    for (index, statement) in whole.iter().enumerate() {
        let is_broken = statement.is_broken();
        // What RDF objects to in a broken statement is told before that it is broken.
        let may_be_broken = is_broken || whole.get(index + 1).is_some_and(Statement::is_broken);
        let by_parts = parts
            .find(|by_parts| !(is_broken && by_parts.fault.is_some() && !by_parts.is_broken()));
        let Some(by_parts) = by_parts else {
            bail!("not there by parts: {statement:#?}");
        };
        ensure!(
            statement.fault.as_ref().map(told) == by_parts.fault.as_ref().map(told),
            "{}",
            pretty_assertions::Comparison::new(&statement.fault, &by_parts.fault)
        );
        let mut quads = [statement.quads.clone(), by_parts.quads.clone()];
        if has_labels_of_broken {
            quads.iter_mut().flatten().for_each(forget_labels);
        }
        let [expected, found] = quads;
        ensure!(
            found.starts_with(&expected) && (may_be_broken || found.len() == expected.len()),
            "{}",
            pretty_assertions::Comparison::new(&expected, &found)
        );
        has_labels_of_broken |= found.len() > expected.len();
    }
    ensure!(parts.next().is_none(), "more by parts");
    Ok(())
}

/// Makes all generated labels the same.
fn forget_labels(quad: &mut String) {
    const GENERATED: &str = "_:anon";
    let mut pieces = quad.split(GENERATED);
    let mut forgotten = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        forgotten.push_str(GENERATED);
        forgotten.push_str(piece.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    *quad = forgotten;
}

/// Gives a few bytes at a time.
struct Slow<'b>(&'b [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(3);
        self.0.read(&mut buffer[..length])
    }
}

/// Windows of which parts are read one by one, and in rows of some; which is the first, the number decides.
fn windows(number: usize) -> [usize; 3] {
    match number % 3 {
        0 => [1, 150, 600],
        1 => [150, 600, 1],
        _ => [600, 1, 150],
    }
}

/// A document in some dialect, in memory and from a reader; read by every engine, or by the usual one.
pub fn ensure_parts_change_nothing(
    dialect: Dialect,
    bytes: &[u8],
    is_by_all_engines: bool,
) -> Result<()> {
    let parser = parser(dialect)?;
    let [first, others @ ..] = windows(bytes.len());
    for window in others {
        by_parts(&parser, bytes, window)?;
    }
    let parts = by_parts(&parser, bytes, first)?;
    let parser = parser.with_window(first);
    let from_reader = statements(parser.parse_reader(Slow(bytes)));
    ensure!(
        from_reader == parts,
        "from a reader:\n{}",
        pretty_assertions::Comparison::new(&from_reader, &parts)
    );
    let others = Engine::all().filter(|&engine| is_by_all_engines && engine != Engine::default());
    for engine in others {
        let by_engine = statements(parser.clone().engine(engine).parse_slice(bytes));
        ensure!(
            by_engine == parts,
            "{engine:?}:\n{}",
            pretty_assertions::Comparison::new(&by_engine, &parts)
        );
    }
    Ok(())
}

fn parser(dialect: Dialect) -> Result<Parser> {
    let parser = Parser::new(dialect).with_base_iri("http://example.org/base/")?;
    Ok(parser.continue_after_errors())
}

/// What stands in the place of others, or is put in.
const TOKENS: &[&str] = &[
    ".",
    ";",
    ",",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    "\"",
    "\"\"\"",
    "<x:z>",
    "x:y",
    "4.",
    ".5",
    "a",
    "^^",
    "@en",
    "_:b",
    "#",
    "<",
    "<<",
    "{|",
    "~",
    ". <x:s> <x:p> <x:o>, <x:o>",
];

/// The same document, broken in many places.
pub fn ensure_parts_change_nothing_in_broken(dialect: Dialect, text: &str) -> Result<()> {
    const MOST: usize = 20;
    let parser = parser(dialect)?;
    let step = (text.len() / MOST).max(1);
    for (count, at) in (0..text.len()).step_by(step).enumerate() {
        if !text.is_char_boundary(at) {
            continue;
        }
        let (before, after) = text.split_at(at);
        let token = TOKENS[(text.len() + count) % TOKENS.len()];
        let without = after.chars().next().map_or(0, char::len_utf8);
        let broken = [
            [before, " ", token, " ", after].concat(),
            [before, token, &after[without..]].concat(),
            before.to_owned(),
        ];
        for (number, broken) in broken.into_iter().enumerate() {
            let [window, ..] = windows(number + count);
            by_parts(&parser, broken.as_bytes(), window)
                .map_err(|error| error.context(broken.clone()))?;
        }
    }
    Ok(())
}

/// What a parser with such a window makes of a document: the same as one that reads statements whole.
fn by_parts(parser: &Parser, bytes: &[u8], window: usize) -> Result<Vec<Statement>> {
    let whole = statements(parser.clone().with_window(usize::MAX).parse_slice(bytes));
    let parts = statements(parser.clone().with_window(window).parse_slice(bytes));
    ensure_same(&whole, &parts)?;
    Ok(parts)
}
