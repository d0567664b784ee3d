//! Whether two documents have the same quads, statement by statement.
//!
//! Invariant: if they do, the documents are isomorphic. Where the order counts, memory follows the largest statement.

use crate::blank_nodes::blank_nodes_of;
use comparison::{Unmatched, map_blank_nodes};
use std::collections::{HashMap, HashSet};
use turtle_peg::input::Slice;
use turtle_peg::oxrdf::{BlankNode, BlankNodeRef, GraphName, Literal, NamedNode, Quad};
use turtle_peg::{Document, Error, Parser};

/// Whether each statement of the one document that has quads has an equal one in the other, in the order of both. Blank nodes with
/// labels have the same label in both; those without, which only their statement can mention, may be generated in another order.
///
/// # Errors
///
/// The first document is at fault.
pub fn has_equal_statements(parser: &Parser, texts: [&str; 2]) -> Result<bool, Error> {
    let parser = parser.clone().with_labels_as_written();
    let mut documents = texts.map(|text| QuadStatements::of(&parser, text));
    let [before, after] = &mut documents;
    loop {
        let one = before.next()?;
        let Ok(other) = after.next() else {
            return Ok(false);
        };
        if one == other {
            if one.is_empty() {
                return Ok(true);
            }
            continue;
        }
        let [one, other] = [before.anchored(one), after.anchored(other)];
        let unmatched = Unmatched::of(&one, &other);
        if !unmatched.is_empty() || unmatched.undecided.is_some() {
            return Ok(false);
        }
    }
}

/// Whether the one document has the statements of the other, in whatever order. Blank nodes with labels have the same label in both.
///
/// # Errors
///
/// The first document is at fault.
pub fn has_same_statements_in_any_order(parser: &Parser, texts: [&str; 2]) -> Result<bool, Error> {
    let parser = parser.clone().with_labels_as_written();
    let [before, after] = texts.map(|text| QuadStatements::of(&parser, text).sorted());
    let before = before?;
    Ok(after.is_ok_and(|after| before == after))
}

/// The statements of a document that have quads.
struct QuadStatements<'t> {
    document: Document<Slice<'t>>,
    /// The graphs met so far whose names have no labels, by number.
    nameless_graphs: HashMap<BlankNode, usize>,
}

impl<'t> QuadStatements<'t> {
    fn of(parser: &Parser, text: &'t str) -> Self {
        Self {
            document: parser.parse_str(text),
            nameless_graphs: HashMap::new(),
        }
    }

    /// The texts of all statements, in order.
    fn sorted(mut self) -> Result<Vec<String>, Error> {
        let mut texts = Vec::new();
        loop {
            let quads = self.next()?;
            if quads.is_empty() {
                texts.sort_unstable();
                return Ok(texts);
            }
            texts.push(self.text(&quads));
        }
    }

    /// The quads of the latest statement, with numbers for the blank nodes that only it can mention.
    fn text(&mut self, quads: &[Quad]) -> String {
        let made = self.document.generated_nodes();
        let mut numbers: HashMap<BlankNode, usize> = HashMap::new();
        let mut text = String::new();
        for quad in quads {
            if let GraphName::BlankNode(name) = &quad.graph_name
                && made.contains(name.as_ref())
            {
                let next = self.nameless_graphs.len();
                self.nameless_graphs.entry(name.clone()).or_insert(next);
            }
            // No label has a space in it.
            let numbered = map_blank_nodes(quad, &mut |node| {
                if let Some(number) = self.nameless_graphs.get(node) {
                    return BlankNode::new_unchecked(format!("graph {number}"));
                }
                if !made.contains(node.as_ref()) {
                    return node.clone();
                }
                let next = numbers.len();
                let number = numbers.entry(node.clone()).or_insert(next);
                BlankNode::new_unchecked(format!("node {number}"))
            });
            text += &format!("{numbered}\n");
        }
        text
    }

    /// The quads of the next statement; none at the end of the document.
    fn next(&mut self) -> Result<Vec<Quad>, Error> {
        let mut quads = Vec::new();
        while quads.is_empty()
            && let Some(result) = self
                .document
                .next_statement(|quad, _| quads.push(quad.into_owned()))
        {
            result?;
        }
        Ok(quads)
    }

    /// The quads of the latest statement, and one more for each blank node that others can mention, so that it has only itself for a
    /// counterpart. No document has such quads: their predicate is a relative IRI.
    fn anchored(&self, mut quads: Vec<Quad>) -> Vec<Quad> {
        let made = self.document.generated_nodes();
        let mut met = HashSet::new();
        let nodes = quads.iter().flat_map(|quad| blank_nodes_of(quad.as_ref()));
        let nodes = nodes.filter(|&node| !made.contains(node) && met.insert(node));
        let nodes: Vec<BlankNode> = nodes.map(BlankNodeRef::into_owned).collect();
        quads.extend(nodes.into_iter().map(|node| {
            let label = Literal::new_simple_literal(node.as_str());
            let predicate = NamedNode::new_unchecked("label");
            Quad::new(node, predicate, label, GraphName::DefaultGraph)
        }));
        quads
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use turtle_peg::Dialect;

    #[test]
    fn statements_may_change_places() {
        for (one, other, is_equal) in [
            (
                "<x:s> <x:p> 1 . <x:t> <x:p> 2 .",
                "<x:t> <x:p> 2 . <x:s> <x:p> 1 .",
                true,
            ),
            (
                "[] <x:p> 1, [] . [] <x:p> 2 .",
                "[] <x:p> 2 . [] <x:p> 1, [] .",
                true,
            ),
            (
                "_:a <x:p> 1 . _:b <x:p> 2 .",
                "_:b <x:p> 1 . _:a <x:p> 2 .",
                false,
            ),
            ("<x:s> <x:p> 1 .", "<x:s> <x:p> 1 . <x:s> <x:p> 1 .", false),
            (
                "[] { <x:s> <x:p> 1, 2 } [] { <x:s> <x:q> 1 }",
                "[] { <x:s> <x:p> 1 } [] { <x:s> <x:q> 1 . <x:s> <x:p> 2 }",
                false,
            ),
            (
                "<x:g> { <x:s> <x:p> [] . <x:a> <x:p> 1 }",
                "<x:g> { <x:a> <x:p> 1 . <x:s> <x:p> [] }",
                true,
            ),
        ] {
            let parser = Parser::new(Dialect::TriG12);
            let is_found_equal = has_same_statements_in_any_order(&parser, [one, other]).unwrap();
            assert_eq!(is_found_equal, is_equal, "{one} {other}");
        }
    }

    #[test]
    fn labels_stay_and_other_nodes_may_change_places() {
        for (one, other, is_equal) in [
            ("_:a <x:p> 1, 2 .", "_:a <x:p> 2, 1 .", true),
            ("_:a <x:p> 1 .", "_:b <x:p> 1 .", false),
            ("_:a <x:p> _:b .", "_:b <x:p> _:a .", false),
            (
                "[] <x:p> [ <x:p> 1 ], ( 2 ) .",
                "[] <x:p> ( 2 ), [ <x:p> 1 ] .",
                true,
            ),
            ("[] <x:p> [ <x:p> 1 ], _:a .", "[] <x:p> [], _:a .", false),
            (
                "[] <x:p> _:a . [] <x:p> 1 .",
                "[] <x:p> 1 . [] <x:p> _:a .",
                false,
            ),
            ("[] { [] <x:p> 1, [] }", "[] { [] <x:p> [], 1 }", true),
            (
                "[] { [] <x:p> 1 } _:a { [] <x:p> 1 }",
                "_:a { [] <x:p> 1 } [] { [] <x:p> 1 }",
                false,
            ),
            ("<x:s> <x:p> 1 .", "<x:s> <x:p> 1 . <x:s> <x:p> 1 .", false),
            ("<x:s> <x:p> 1 .", "<x:s> <x:p> .", false),
        ] {
            let parser = Parser::new(Dialect::TriG12);
            let is_found_equal = has_equal_statements(&parser, [one, other]).unwrap();
            assert_eq!(is_found_equal, is_equal, "{one} {other}");
        }
    }
}
