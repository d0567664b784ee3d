//! Whether two graphs, or two datasets, are the same but for their blank nodes.
//!
//! Both become one [`Structure`]. `partition` tells its blank nodes apart by their surroundings; where that is not enough,
//! `search` tries which node of the one could be which of the other. Where they are not the same, `components` finds the parts that
//! are, `matching` which nodes of the others are most alike, and `fewest` makes that match the best.
//!
//! Invariants: language tags are compared without regard to case, as RDF 1.2 does, and nothing else is forgiven. The steps
//! are counted: beyond their limit the answer is [`Undecided`], and never a guess.
//!
//! RDF Dataset Canonicalization (RDFC-1.0) would answer the same question, but has no place for triple terms, and tries every
//! order of nodes that look alike where here the first that fits is enough.

mod components;
mod fewest;
mod labels;
mod matching;
mod partition;
mod search;
mod structure;
mod undecided;

pub(crate) use labels::has_upper_case_tag;
use labels::lower_case_tags;
use oxrdf::{Dataset, Graph, GraphNameRef, Quad, QuadRef};
use search::IsomorphismSearch;

pub(super) use components::unlike_components;
pub(super) use fewest::best_match;
pub(super) use matching::Matching;
pub use structure::map_blank_nodes;
pub(super) use structure::{BlankNodeQuad, Structure};
pub use undecided::Undecided;

/// Whether two graphs are isomorphic: RDF 1.1 Concepts, section 3.6.
///
/// Language tags are compared without regard to case, as RDF 1.2 does. The time it takes grows with the size of the graphs
/// where blank nodes differ in their surroundings, or are all alike; where they only seem alike, it could grow without
/// measure, and so there is a limit.
///
/// ```
/// use oxrdf::{Graph, Triple};
/// use turtle_peg_comparison::are_isomorphic;
/// use turtle_peg::{Dialect, Parser};
///
/// let graph = |text| -> Result<Graph, turtle_peg::Error> {
///     Parser::new(Dialect::Turtle12).parse_str(text).triples().collect()
/// };
/// assert!(are_isomorphic(&graph("_:a <x:p> [] .")?, &graph("_:c <x:p> _:d .")?)?);
/// assert!(!are_isomorphic(&graph("_:a <x:p> [] .")?, &graph("_:c <x:p> _:c .")?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// It takes more steps than the limit allows.
pub fn are_isomorphic(left: &Graph, right: &Graph) -> Result<bool, Undecided> {
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
///
/// # Errors
///
/// It takes more steps than the limit allows.
pub fn are_isomorphic_datasets(left: &Dataset, right: &Dataset) -> Result<bool, Undecided> {
    isomorphic(left, right)
}

fn isomorphic<'a>(
    left: impl IntoIterator<Item = QuadRef<'a>>,
    right: impl IntoIterator<Item = QuadRef<'a>>,
) -> Result<bool, Undecided> {
    let (left, right) = (with_lower_case_tags(left), with_lower_case_tags(right));
    if left == right {
        return Ok(true);
    }
    match Structure::of(&left, &right) {
        Some(structure) => IsomorphismSearch::new(&structure).run(),
        None => Ok(false),
    }
}

/// Whether the quads with blank nodes of two datasets are isomorphic.
pub(super) fn has_mapping(structure: &Structure<'_>) -> Result<bool, Undecided> {
    Ok(structure.has_as_many_nodes() && IsomorphismSearch::new(structure).run()?)
}

/// These quads with language tags in lower case, as they are compared.
fn with_lower_case_tags<'a>(quads: impl IntoIterator<Item = QuadRef<'a>>) -> Dataset {
    let quads = quads.into_iter().map(QuadRef::into_owned);
    quads.map(with_lower_case_tag).collect()
}

pub(crate) fn with_lower_case_tag(quad: Quad) -> Quad {
    match has_upper_case_tag(quad.object.as_ref()) {
        true => Quad {
            object: lower_case_tags(quad.object),
            ..quad
        },
        false => quad,
    }
}

#[cfg(test)]
mod tests;
