//! `check --lint`: what conforms to its specification, and may not be meant so.
//!
//! Invariant: each warning is of a fact, which its title states; that it is a mistake is for the reader to say. Nothing is said
//! twice of the same thing.

mod datatypes;
mod iris;
mod prefixes;

use super::diagnostics::{self, Doubt};
use super::input::Source;
use datatypes::Datatype;
use iris::{Help, Iris};
use prefixes::Prefixes;
use std::collections::HashMap;
use std::ops::Range;
use turtle_peg::oxrdf::{GraphNameRef, NamedOrBlankNodeRef, QuadRef, TermRef};
use turtle_peg::{NodeRef, Parser, Position, Production, Tree};

/// One doubt.
struct Lint {
    kind: &'static str,
    bytes: Range<u64>,
    title: String,
    help: Option<Help>,
}

/// All of them, in whatever order they are found.
#[derive(Default)]
struct Lints(Vec<Lint>);

impl Lints {
    fn add(&mut self, lint: Lint) {
        self.0.push(lint);
    }
}

/// Warns of what is doubtful in a document that conforms.
pub fn report(parser: &Parser, source: &Source, text: &str) {
    let mut lints = Lints::default();
    let mut prefixes = Prefixes::new(parser);
    let mut graph_names = Vec::new();
    let mut document = parser.parse_str(text);
    while let Some(Ok(tree)) = document.next_tree() {
        prefixes.add(tree, &mut lints);
        graph_names.extend(graph_name(tree));
    }
    prefixes.finish(&mut lints);
    let mut iris = Iris::default();
    let mut document = parser.parse_str(text);
    while let Some(Ok(())) = document.next_statement(|quad, provenance| {
        if let GraphNameRef::NamedNode(graph) = quad.graph_name {
            // It stands in the statement, or somewhere before it.
            let end = provenance.bytes(provenance.statement).end;
            let before = graph_names.partition_point(|name: &Range<u64>| name.start < end);
            if let Some(name) = before.checked_sub(1) {
                iris.add(graph.as_str(), &graph_names[name], &mut lints);
            }
        }
        let [subject, predicate, object] =
            [provenance.subject, provenance.predicate, provenance.object]
                .map(|span| provenance.bytes(span));
        look_at(quad, [subject, predicate, object], &mut iris, &mut lints);
    }) {}
    lints.show(source, text);
}

/// Where the name of a graph stands, if a statement has one or a graph begins.
fn graph_name(tree: Tree<'_>) -> Option<Range<u64>> {
    let root = tree.root();
    let mut nodes = root.descendants().map(|(_, node)| node);
    let is_name = |node: &NodeRef<'_>| match node.production() {
        Production::graphLabel => true,
        // Of triples, it is the subject.
        Production::labelOrSubject => node.span() == root.span(),
        _ => false,
    };
    let name = nodes.find(is_name)?;
    Some(tree.bytes(name.trimmed_span()))
}

/// Looks at the terms of a triple, which stand at these bytes; what is within a triple term stands within its bytes.
fn look_at(quad: QuadRef<'_>, places: [Range<u64>; 3], iris: &mut Iris, lints: &mut Lints) {
    let [subject, predicate, object] = places;
    if let NamedOrBlankNodeRef::NamedNode(node) = quad.subject {
        iris.add(node.as_str(), &subject, lints);
    }
    iris.add(quad.predicate.as_str(), &predicate, lints);
    let mut term = quad.object;
    while let TermRef::Triple(triple) = term {
        if let NamedOrBlankNodeRef::NamedNode(node) = triple.subject.as_ref() {
            iris.add(node.as_str(), &object, lints);
        }
        iris.add(triple.predicate.as_str(), &object, lints);
        term = triple.object.as_ref();
    }
    match term {
        TermRef::NamedNode(node) => iris.add(node.as_str(), &object, lints),
        TermRef::Literal(literal) => {
            let datatype = literal.datatype().as_str();
            iris.add(datatype, &object, lints);
            ill_typed(literal.value(), datatype, object, lints);
        }
        TermRef::BlankNode(_) | TermRef::Triple(_) => {}
    }
}

fn ill_typed(lexical_form: &str, datatype: &str, bytes: Range<u64>, lints: &mut Lints) {
    let name = datatype.strip_prefix(datatypes::NAMESPACE);
    if let Some(datatype) = name.and_then(Datatype::named)
        && !datatype.holds(lexical_form)
    {
        lints.add(Lint {
            kind: "IllTypedLiteral",
            bytes,
            title: format!("\"{lexical_form}\" is not of xsd:{}", datatype.name),
            help: Some(Help::Words(format!(
                "xsd:{} is {}",
                datatype.name, datatype.form
            ))),
        });
    }
}

impl Lints {
    /// Shows them in the order of the document, each thing once.
    fn show(mut self, source: &Source, text: &str) {
        self.0.sort_by(|one, other| {
            let key = |lint: &Lint| (lint.bytes.start, lint.bytes.end, lint.kind);
            key(one)
                .cmp(&key(other))
                .then_with(|| one.title.cmp(&other.title))
        });
        self.0
            .dedup_by(|one, other| one.bytes == other.bytes && one.title == other.title);
        let lines: Vec<_> = self
            .0
            .iter()
            .map(|lint| line_around(text, &lint.bytes))
            .collect();
        let elsewhere = self.0.iter().filter_map(|lint| match lint.help {
            Some(Help::AlsoAt(_, byte)) => Some(byte),
            Some(Help::Words(_)) | None => None,
        });
        let starts = self.0.iter().map(|lint| lint.bytes.start);
        let bytes = lines.iter().map(|line| line.start as u64);
        let positions = positions(text, bytes.chain(starts).chain(elsewhere).collect());
        let file = source.name();
        for (lint, line) in self.0.iter().zip(lines) {
            let help = lint.help.as_ref().map(|help| match help {
                Help::Words(words) => words.clone(),
                Help::AlsoAt(what, byte) => format!("{what} at {}", positions[byte]),
            });
            let doubt = Doubt {
                kind: lint.kind,
                title: &lint.title,
                help,
                position: positions[&lint.bytes.start],
                bytes: lint.bytes.clone(),
                line: (&text[line.clone()], positions[&(line.start as u64)]),
            };
            diagnostics::report_doubt(&file, &doubt);
        }
    }
}

/// The lines that these bytes are in, or what of them is near the first of these bytes.
fn line_around(text: &str, bytes: &Range<u64>) -> Range<usize> {
    /// So many bytes on each side are enough to see what it is about.
    const FAR: usize = 1024;
    let is_line_end = |c| matches!(c, '\n' | '\r');
    let start = bytes.start as usize;
    let first = (start.saturating_sub(FAR)..=start).find(|&byte| text.is_char_boundary(byte));
    let last = (start + FAR..).find(|&byte| byte >= text.len() || text.is_char_boundary(byte));
    let first = first.unwrap_or(start);
    let last = last.unwrap_or(text.len()).min(text.len());
    let end = (bytes.end as usize).min(last);
    let line_start = text[first..start].rfind(is_line_end);
    let line_end = text[end..last].find(is_line_end);
    line_start.map_or(first, |line_end| first + line_end + 1)
        ..line_end.map_or(last, |offset| end + offset)
}

/// Where in a text these bytes are.
fn positions(text: &str, mut bytes: Vec<u64>) -> HashMap<u64, Position> {
    bytes.sort_unstable();
    bytes.dedup();
    let mut position = Position::START;
    let of = |byte| {
        position.advance(&text[position.byte as usize..byte as usize]);
        (byte, position)
    };
    bytes.into_iter().map(of).collect()
}
