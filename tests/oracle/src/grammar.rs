//! The grammars that the oracle was built with, each with its fast parser and with pest's.
//!
//! Invariant: a rule is known to everything here by its place among the grammar's names.

use reference::{Interpreted, Record, Reference, derived};
use runtime::{Node, Parser, Role, Shape};

include!(concat!(env!("OUT_DIR"), "/grammars.rs"));

/// The kind of a node in the generated parsers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind(pub(crate) u16);

impl runtime::Kind for Kind {
    type Plain = ();

    fn role(self) -> Role {
        Role::Itself
    }
}

type Entry = fn(&mut Parser<'_, Kind>, usize) -> Option<usize>;

/// The result of an entry; the function of a rule that cannot fail returns no option.
fn matched(result: impl Into<Option<usize>>) -> Option<usize> {
    result.into()
}

/// A grammar as the build wrote it down.
struct Source {
    name: &'static str,
    text: &'static str,
    origin: Origin,
    names: &'static [&'static str],
    entries: &'static [Entry],
}

/// Where a grammar comes from, which decides how pest parses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Written for this purpose; pest_derive is the reference.
    Torture,
    /// Made at random; pest_vm is the reference.
    Random,
}

/// A grammar with both of its parsers.
pub struct Grammar {
    /// Its name in reports.
    pub name: &'static str,
    /// The `.pest` text.
    pub text: &'static str,
    /// Where it comes from.
    pub origin: Origin,
    /// The rules' names, and after them those of built-ins that have nodes.
    pub names: &'static [&'static str],
    entries: &'static [Entry],
    reference: Box<dyn Reference>,
}

/// The fast parser's result for a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Where the match ended, if it matched.
    pub end: Option<usize>,
    /// The nodes; none if it did not match.
    pub records: Vec<Record>,
    /// Whether the end of the text was looked at.
    pub hit_end: bool,
    /// Whether the parser gave up on nesting.
    pub gave_up: bool,
}

/// Deeper than any text here nests.
const DEPTH_LIMIT: usize = 10_000;

impl Grammar {
    /// All grammars, torture first.
    pub fn all() -> Vec<Self> {
        let grammar = |source: &Source| Self {
            name: source.name,
            text: source.text,
            origin: source.origin,
            names: source.names,
            entries: source.entries,
            reference: match source.origin {
                Origin::Torture => derived(source.name, source.names),
                Origin::Random => Box::new(Interpreted::new(source.text, source.names)),
            },
        };
        SOURCES.iter().map(grammar).collect()
    }

    /// The number of rules that can parse a text: the first ones of the names.
    pub fn entry_count(&self) -> usize {
        self.entries.len()
    }

    /// The pest parser of the grammar.
    pub fn reference(&self) -> &dyn Reference {
        &*self.reference
    }

    /// Parses a text by the generated parser.
    pub(crate) fn run(&self, rule: usize, text: &str) -> Outcome {
        let mut parser = Parser::new(text, Vec::new(), Shape::Full, DEPTH_LIMIT);
        let end = self.entries[rule](&mut parser, 0);
        let (hit_end, gave_up) = (parser.hit_end(), parser.gave_up());
        let nodes = parser.into_nodes();
        Outcome {
            end,
            records: end.map_or_else(Vec::new, |_| records(&nodes).collect()),
            hit_end,
            gave_up,
        }
    }
}

fn records(nodes: &[Node<Kind>]) -> impl Iterator<Item = Record> {
    let mut ends = Vec::new();
    nodes.iter().enumerate().map(move |(index, node)| {
        while ends.last().is_some_and(|&end| end <= index as u32) {
            ends.pop();
        }
        let depth = ends.len() as u16;
        ends.push(node.next);
        Record {
            rule: node.production.0,
            depth,
            start: node.span.start,
            end: node.span.end,
        }
    })
}
