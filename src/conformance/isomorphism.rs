//! Whether two graphs, or two datasets, are the same but for their blank nodes.
//!
//! Invariant: language tags are compared without regard to case, as RDF 1.2 does, and nothing else is forgiven.

use oxrdf::dataset::CanonicalizationAlgorithm;
use oxrdf::{Dataset, Graph, GraphNameRef, Literal, Quad, QuadRef, Term, Triple};

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
    let [left, right] = [left, right].map(|graph| {
        graph
            .iter()
            .map(|triple| triple.in_graph(GraphNameRef::DefaultGraph))
    });
    isomorphic(left, right)
}

/// Whether two datasets are isomorphic: RDF 1.1 Concepts, section 4.1.
///
/// The rest is as for [`are_isomorphic`].
pub fn are_isomorphic_datasets(left: &Dataset, right: &Dataset) -> bool {
    isomorphic(left, right)
}

fn isomorphic<'a>(
    left: impl IntoIterator<Item = QuadRef<'a>>,
    right: impl IntoIterator<Item = QuadRef<'a>>,
) -> bool {
    let (mut left, mut right) = (with_lower_case_tags(left), with_lower_case_tags(right));
    if left.len() != right.len() {
        return false;
    }
    left.canonicalize(CanonicalizationAlgorithm::Unstable);
    right.canonicalize(CanonicalizationAlgorithm::Unstable);
    left == right
}

/// The same quads, with language tags as they are compared.
pub(super) fn with_lower_case_tags<'a>(quads: impl IntoIterator<Item = QuadRef<'a>>) -> Dataset {
    quads
        .into_iter()
        .map(|quad| Quad {
            object: lower_case_tags(quad.object.into_owned()),
            ..quad.into_owned()
        })
        .collect()
}

fn lower_case_tags(object: Term) -> Term {
    match object {
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
        Term::Triple(triple) => Term::Triple(Box::new(Triple {
            object: lower_case_tags(triple.object),
            ..*triple
        })),
        object => object,
    }
}
