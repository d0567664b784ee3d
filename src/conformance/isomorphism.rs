//! Whether two graphs are the same but for their blank nodes.

use oxrdf::graph::CanonicalizationAlgorithm;
use oxrdf::{Graph, Literal, Term, Triple};

/// Whether two graphs are isomorphic: RDF 1.1 Concepts, section 3.6.
///
/// Language tags are compared without regard to case, as RDF 1.2 does. The time it takes can grow with the
/// factorial of the number of blank nodes that nothing tells apart: it is made for tests.
///
/// ```
/// use oxrdf::{Graph, Triple};
/// use turtle_peg::conformance::are_isomorphic;
/// use turtle_peg::{Dialect, Parser};
///
/// let graph = |text| -> Result<Graph, turtle_peg::Error> {
///     Parser::new(Dialect::Turtle12).parse_str(text).triples().collect()
/// };
/// assert!(are_isomorphic(&graph("_:a <x:p> [] .")?, &graph("_:c <x:p> _:d .")?));
/// assert!(!are_isomorphic(&graph("_:a <x:p> [] .")?, &graph("_:c <x:p> _:c .")?));
/// # Ok::<(), turtle_peg::Error>(())
/// ```
pub fn are_isomorphic(left: &Graph, right: &Graph) -> bool {
    left.len() == right.len() && canonical(left) == canonical(right)
}

fn canonical(graph: &Graph) -> Graph {
    let mut graph: Graph = graph
        .iter()
        .map(|triple| lower_case_tags(triple.into_owned()))
        .collect();
    graph.canonicalize(CanonicalizationAlgorithm::Unstable);
    graph
}

fn lower_case_tags(triple: Triple) -> Triple {
    let object = match triple.object {
        Term::Literal(literal) => match (literal.language(), literal.direction()) {
            (Some(tag), None) => Literal::new_language_tagged_literal_unchecked(
                literal.value(),
                tag.to_ascii_lowercase(),
            )
            .into(),
            (Some(tag), Some(direction)) => {
                Literal::new_directional_language_tagged_literal_unchecked(
                    literal.value(),
                    tag.to_ascii_lowercase(),
                    direction,
                )
                .into()
            }
            (None, _) => literal.into(),
        },
        Term::Triple(triple) => Term::Triple(Box::new(lower_case_tags(*triple))),
        object => object,
    };
    Triple { object, ..triple }
}
