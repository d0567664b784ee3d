//! Whether two documents have the same quads, statement by statement.
//!
//! Invariant: if they do, the documents are isomorphic. Memory follows the largest statement.

use crate::blank_nodes::blank_nodes_of;
use comparison::Unmatched;
use std::collections::HashSet;
use turtle_peg::oxrdf::{BlankNode, BlankNodeRef, GraphName, Literal, NamedNode, Quad};
use turtle_peg::{Document, Error, Parser, Slice};

/// Whether each statement of the one document that has quads has an equal one in the other, in the order of both. Blank nodes with
/// labels have the same label in both; those without, which only their statement can mention, may be generated in another order.
///
/// # Errors
///
/// The first document is at fault.
pub fn has_equal_statements(parser: &Parser, texts: [&str; 2]) -> Result<bool, Error> {
    let parser = parser.clone().with_labels_as_written();
    let mut documents = texts.map(|text| QuadStatements(parser.parse_str(text)));
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

/// The statements of a document that have quads.
struct QuadStatements<'t>(Document<Slice<'t>>);

impl QuadStatements<'_> {
    /// The quads of the next statement; none at the end of the document.
    fn next(&mut self) -> Result<Vec<Quad>, Error> {
        let mut quads = Vec::new();
        while quads.is_empty()
            && let Some(result) = self
                .0
                .next_statement(|quad, _| quads.push(quad.into_owned()))
        {
            result?;
        }
        Ok(quads)
    }

    /// The quads of the latest statement, and one more for each blank node that others can mention, so that it has only itself for a
    /// counterpart. No document has such quads: their predicate is a relative IRI.
    fn anchored(&self, mut quads: Vec<Quad>) -> Vec<Quad> {
        let made = self.0.generated_nodes();
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
