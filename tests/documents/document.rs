//! What can be asked of one document, whatever it was made for.

use anyhow::{Context, Result, bail, ensure};
use oxrdf::{Dataset, Quad, Triple};
use pretty_assertions::StrComparison;
use std::io;
use turtle_peg::conformance::are_isomorphic_datasets;
use turtle_peg::{
    BeyondRdf12, Dialect, Document, Error, Input, NQuadsWriter, NTriplesWriter, NodeRef, Parser,
    Production, Tree,
};

/// All that a document gave: its quads, and the errors in it, of which there is one at most if the parser stops there.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    pub quads: Vec<Quad>,
    pub errors: Vec<String>,
}

impl Outcome {
    pub fn of<I: Input>(mut document: Document<I>) -> Self {
        let (mut quads, mut errors) = (Vec::new(), Vec::new());
        while let Some(result) = document.next_statement(|quad, _| quads.push(quad.into_owned())) {
            errors.extend(result.err().map(|error| error.to_string()));
        }
        Self { quads, errors }
    }

    pub fn of_slice(dialect: Dialect, bytes: &[u8]) -> Self {
        Self::of(Parser::new(dialect).parse_slice(bytes))
    }

    /// The quads, where there is no error.
    pub fn conforming(self) -> Result<Vec<Quad>> {
        match self.errors.first() {
            Some(error) => bail!("should conform, but: {error}"),
            None => Ok(self.quads),
        }
    }
}

/// A document is the same statements, one by one and as a whole; or it is refused both ways.
pub fn ensure_same_statements(dialect: Dialect, text: &str) -> Result<()> {
    let whole = Parser::new(dialect).read_tree(text, statements_of);
    let single = statements_one_by_one(dialect, text.as_bytes());
    match (whole, single) {
        (Ok(whole), Ok(single)) => ensure!(
            whole == single,
            "{dialect}: whole, then by statement:\n{}",
            pretty_assertions::Comparison::new(&whole, &single)
        ),
        (Err(_), Err(_)) => {}
        (Ok(_), Err(error)) => bail!("{dialect}: refused only by statement: {error}"),
        (Err(error), Ok(_)) => bail!("{dialect}: refused only as a whole: {error}"),
    }
    Ok(())
}

/// Each of these parsers, by the names of their engines, says the same of a document as the first.
pub fn ensure_same_by_every_engine(parsers: &[(&str, Parser)], bytes: &[u8]) -> Result<()> {
    let mut found = parsers
        .iter()
        .map(|(name, parser)| (name, Everything::of(parser, bytes)));
    let (first_name, first) = found.next().context("no engine")?;
    for (name, other) in found {
        ensure!(
            first == other,
            "by the {first_name} engine, then by the {name} one:\n{}",
            pretty_assertions::Comparison::new(&first, &other)
        );
    }
    Ok(())
}

/// The quads of a dialect's document, written as N-Triples, or as N-Quads where there can be named graphs, and read.
pub fn written_and_read(dialect: Dialect, given: &[Quad]) -> Result<Vec<Quad>> {
    let written = n_quads(given, NQuadsWriter::new(Vec::new()))?;
    let is_beyond = |quad: &Quad| BeyondRdf12::of(quad.as_ref()).is_some();
    if !given.iter().any(is_beyond) {
        let trusting = n_quads(given, NQuadsWriter::new(Vec::new()).with_valid_iris())?;
        ensure!(trusting == written, "a valid IRI has an escape sequence");
    }
    match dialect.has_named_graphs() {
        true => quads(Dialect::NQuads12, &written),
        false => quads(Dialect::NTriples12, &n_triples(given)?),
    }
}

/// What was written reads as what was given.
pub fn ensure_same_dataset(given: &[Quad], read: &[Quad]) -> Result<()> {
    ensure!(
        read.len() == given.len()
            && are_isomorphic_datasets(&dataset(read), &dataset(given)) == Ok(true),
        "written and read again:\n{}",
        StrComparison::new(&sorted_lines(given), &sorted_lines(read))
    );
    Ok(())
}

pub fn quads(dialect: Dialect, bytes: &[u8]) -> Result<Vec<Quad>> {
    let document = Parser::new(dialect).parse_slice(bytes);
    Ok(document.quads().collect::<Result<_, Error>>()?)
}

pub fn dataset(quads: &[Quad]) -> Dataset {
    quads.iter().collect()
}

pub fn sorted_lines(quads: &[Quad]) -> String {
    let mut lines: Vec<_> = quads.iter().map(|quad| format!("{quad} .\n")).collect();
    lines.sort();
    lines.concat()
}

fn n_quads(quads: &[Quad], mut writer: NQuadsWriter<Vec<u8>>) -> io::Result<Vec<u8>> {
    for quad in quads {
        writer.write_quad(quad)?;
    }
    Ok(writer.into_inner())
}

fn n_triples(quads: &[Quad]) -> io::Result<Vec<u8>> {
    let mut writer = NTriplesWriter::new(Vec::new());
    for quad in quads {
        writer.write_triple(&Triple::from(quad.clone()))?;
    }
    Ok(writer.into_inner())
}

/// All that can be asked of a document.
#[derive(Debug, PartialEq)]
struct Everything {
    outcome: Outcome,
    /// Of each statement its nodes, or what is wrong with it.
    trees: Vec<Result<Nodes, String>>,
    /// Of the whole document, if it is text.
    tree: Option<Result<Nodes, String>>,
}

impl Everything {
    fn of(parser: &Parser, bytes: &[u8]) -> Self {
        let mut trees = Vec::new();
        let mut document = parser.parse_slice(bytes);
        while let Some(tree) = document.next_tree() {
            let nodes = tree.map(|tree| nodes(tree.root()));
            trees.push(nodes.map_err(|error| error.to_string()));
        }
        let tree = std::str::from_utf8(bytes).ok().map(|text| {
            let nodes = parser.read_tree(text, |tree| nodes(tree.root()));
            nodes.map_err(|error| error.to_string())
        });
        Self {
            outcome: Outcome::of(parser.parse_slice(bytes)),
            trees,
            tree,
        }
    }
}

/// A statement's nodes in document order: depth, production, text.
type Nodes = Vec<(usize, Production, String)>;

fn nodes(statement: NodeRef<'_>) -> Nodes {
    statement
        .descendants()
        .map(|(depth, node)| (depth, node.production(), node.text().to_owned()))
        .collect()
}

fn statements_of(document: Tree<'_>) -> Vec<Nodes> {
    let mut statements = Vec::new();
    for node in document.root().children() {
        add_statements(node, &mut statements);
    }
    statements
}

/// Adds a node of the whole document as it is read by statement: of a graph there are its name, and each of its triples.
fn add_statements(node: NodeRef<'_>, statements: &mut Vec<Nodes>) {
    let is_graph = |child: NodeRef<'_>| child.production() == Production::wrappedGraph;
    let comes_in_parts = match node.production() {
        // Of lines it is the grammar of the whole document that has nodes for their ends.
        Production::EOL => return,
        Production::block | Production::wrappedGraph | Production::triplesBlock => true,
        Production::triplesOrGraph => node.children().any(is_graph),
        _ => false,
    };
    if comes_in_parts {
        for child in node.children() {
            add_statements(child, statements);
        }
    } else {
        statements.push(nodes(node));
    }
}

fn statements_one_by_one(dialect: Dialect, bytes: &[u8]) -> Result<Vec<Nodes>, Error> {
    let mut document = Parser::new(dialect).parse_slice(bytes);
    let mut statements = Vec::new();
    while let Some(tree) = document.next_tree() {
        statements.push(nodes(tree?.root()));
    }
    Ok(statements)
}
