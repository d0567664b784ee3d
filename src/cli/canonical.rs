//! The canonical form of a dataset: blank node labels by RDFC-1.0, each quad once, in the order of the lines' code points.
//!
//! Invariant: oxrdf finds the labels, in time and memory that are exponential at worst. So it is asked only where a bound on its steps,
//! computed beforehand, is small.

use super::output::Output;
use crate::conformance::has_blank_nodes;
use crate::oxrdf::dataset::{CanonicalizationAlgorithm, CanonicalizationHashAlgorithm};
use crate::oxrdf::{
    BlankNode, BlankNodeRef, Dataset, GraphNameRef, NamedNodeRef, NamedOrBlankNodeRef, QuadRef,
    TermRef,
};
use crate::{NQuadsWriter, Parser};
use anyhow::Context;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Read;

/// How many steps oxrdf may take: some seconds.
const MOST_STEPS: u64 = 100_000_000;

/// Why a dataset's canonical form is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CanonicalFormUndecided {
    BeyondRdf11,
    Steps,
}

impl fmt::Display for CanonicalFormUndecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeyondRdf11 => f.write_str(
                "not decided: RDFC-1.0 has no triple terms and no base directions, so it does not label these blank nodes",
            ),
            Self::Steps => write!(
                f,
                "not decided: to label blank nodes that are so much alike by RDFC-1.0 may take more than {MOST_STEPS} steps"
            ),
        }
    }
}

/// Writes the canonical form of N-Quads, whose language tags are in lower case already. If it is not decided, nothing is written.
pub fn write_canonical_form(
    quads: impl Read,
    parser: &Parser,
    output: &mut Output,
) -> anyhow::Result<Result<(), CanonicalFormUndecided>> {
    let mut dataset = Dataset::new();
    let result = parser.parse_reader(quads).for_each_quad(|quad, _| {
        dataset.insert(quad);
    });
    result.context("the triples cannot be made canonical")?;
    let labels = match canonical_labels(&dataset) {
        Ok(labels) => labels,
        Err(undecided) => return Ok(Err(undecided)),
    };
    let mut lines = Vec::with_capacity(dataset.len());
    for quad in &dataset {
        let quad = relabelled(quad, |node| {
            labels.get(&node).map_or(node, BlankNode::as_ref)
        });
        let mut line = Vec::new();
        NQuadsWriter::new(&mut line).write_quad(quad)?;
        lines.push(line);
    }
    lines.sort_unstable();
    for line in lines {
        output.write(&line)?;
    }
    Ok(Ok(()))
}

fn canonical_labels(
    dataset: &Dataset,
) -> Result<HashMap<BlankNodeRef<'_>, BlankNode>, CanonicalFormUndecided> {
    if !dataset.iter().any(has_blank_nodes) {
        return Ok(HashMap::new());
    }
    if dataset.iter().any(|quad| is_beyond_rdf_11(quad.object)) {
        return Err(CanonicalFormUndecided::BeyondRdf11);
    }
    if steps(dataset) > MOST_STEPS {
        return Err(CanonicalFormUndecided::Steps);
    }
    Ok(
        dataset.canonicalize_blank_nodes(CanonicalizationAlgorithm::Rdfc10 {
            hash_algorithm: CanonicalizationHashAlgorithm::Sha256,
        }),
    )
}

fn is_beyond_rdf_11(object: TermRef<'_>) -> bool {
    match object {
        TermRef::Triple(_) => true,
        TermRef::Literal(literal) => literal.direction().is_some(),
        TermRef::NamedNode(_) | TermRef::BlankNode(_) => false,
    }
}

/// A quad with other blank nodes. Those in triple terms stay.
fn relabelled<'a>(
    quad: QuadRef<'a>,
    label: impl Fn(BlankNodeRef<'a>) -> BlankNodeRef<'a>,
) -> QuadRef<'a> {
    QuadRef {
        subject: match quad.subject {
            NamedOrBlankNodeRef::BlankNode(node) => label(node).into(),
            iri @ NamedOrBlankNodeRef::NamedNode(_) => iri,
        },
        predicate: quad.predicate,
        object: match quad.object {
            TermRef::BlankNode(node) => label(node).into(),
            other => other,
        },
        graph_name: match quad.graph_name {
            GraphNameRef::BlankNode(node) => label(node).into(),
            other => other,
        },
    }
}

/// What decides how long the algorithm looks at a blank node.
#[derive(Default)]
struct NodeToLabel<'a> {
    /// Equal for nodes with equal hashes of first degree, which tell a node from others by its own quads.
    first_degree: u64,
    /// How long it takes to compute that hash.
    size: u64,
    related: Vec<RelatedNode<'a>>,
}

/// A blank node in a quad of another.
struct RelatedNode<'a> {
    number: usize,
    position: usize,
    /// None if it is the graph.
    predicate: Option<NamedNodeRef<'a>>,
}

/// At least as many steps as RDFC-1.0 takes.
///
/// "Hash N-Degree Quads" goes from node to node among those that share a hash of first degree, and marks each. Where related nodes are
/// alike, it tries all their orders; whatever the order, it marks the same nodes. So, for each choice of an order at each node, it
/// visits a node at most once, and this from each node where it begins.
fn steps(dataset: &Dataset) -> u64 {
    let nodes = nodes_to_label(dataset);
    let mut alike: HashMap<u64, u64> = HashMap::new();
    for node in &nodes {
        *alike.entry(node.first_degree).or_default() += 1;
    }
    let is_alike = |number: usize| alike[&nodes[number].first_degree] > 1;
    let mut is_seen = vec![false; nodes.len()];
    let mut steps: u64 = 0;
    for first in (0..nodes.len()).filter(|&number| is_alike(number)) {
        if std::mem::replace(&mut is_seen[first], true) {
            continue;
        }
        let mut connected = vec![first];
        let mut next = 0;
        while let Some(&number) = connected.get(next) {
            next += 1;
            for related in nodes[number]
                .related
                .iter()
                .filter(|it| is_alike(it.number))
            {
                if !std::mem::replace(&mut is_seen[related.number], true) {
                    connected.push(related.number);
                }
            }
        }
        let count = connected.len() as u64;
        let mut orders: u64 = 1;
        let mut longest = 0;
        for number in connected {
            let mut groups: HashMap<_, HashSet<usize>> = HashMap::new();
            let mut visit = count + nodes[number].size;
            for related in nodes[number]
                .related
                .iter()
                .filter(|it| is_alike(it.number))
            {
                let to = &nodes[related.number];
                let group = (to.first_degree, related.position, related.predicate);
                groups.entry(group).or_default().insert(related.number);
                visit = visit.saturating_add(to.size);
            }
            for group in groups.values() {
                let size = group.len() as u64;
                let orders_of_group = (1..=size).fold(1, u64::saturating_mul);
                orders = orders.saturating_mul(orders_of_group);
                visit = visit.saturating_add(orders_of_group.saturating_mul(size + count));
            }
            longest = longest.max(visit);
        }
        let visits = count.saturating_mul(count).saturating_mul(orders);
        steps = steps.saturating_add(visits.saturating_mul(longest));
    }
    steps
}

fn nodes_to_label(dataset: &Dataset) -> Vec<NodeToLabel<'_>> {
    let mut numbers: HashMap<BlankNodeRef<'_>, usize> = HashMap::new();
    let mut nodes: Vec<NodeToLabel<'_>> = Vec::new();
    for quad in dataset {
        let places = [
            match quad.subject {
                NamedOrBlankNodeRef::BlankNode(node) => Some(node),
                NamedOrBlankNodeRef::NamedNode(_) => None,
            },
            match quad.object {
                TermRef::BlankNode(node) => Some(node),
                _ => None,
            },
            match quad.graph_name {
                GraphNameRef::BlankNode(node) => Some(node),
                _ => None,
            },
        ];
        let places = places.map(|node| {
            let node = node?;
            let number = *numbers.entry(node).or_insert_with(|| {
                nodes.push(NodeToLabel::default());
                nodes.len() - 1
            });
            Some((node, number))
        });
        for (position, place) in places.iter().enumerate() {
            let Some((node, number)) = *place else {
                continue;
            };
            if places[..position].contains(place) {
                continue;
            }
            let text = relabelled(quad, |other| {
                BlankNodeRef::new_unchecked(if other == node { "a" } else { "z" })
            });
            let text = text.to_string();
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            let it = &mut nodes[number];
            // A sum does not depend on the order of the quads.
            it.first_degree = it.first_degree.wrapping_add(hasher.finish());
            it.size += 1 + text.len() as u64 / 256;
            for (position, place) in places.iter().enumerate() {
                if let Some((_, other)) = *place
                    && other != number
                {
                    it.related.push(RelatedNode {
                        number: other,
                        position,
                        predicate: (position < 2).then_some(quad.predicate),
                    });
                }
            }
        }
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;

    fn dataset(text: &str) -> anyhow::Result<Dataset> {
        let document = Parser::new(Dialect::Turtle12).parse_str(text);
        Ok(document.quads().collect::<Result<_, _>>()?)
    }

    fn cycle(length: usize) -> String {
        let triple = |at| format!("_:n{at} <x:p> _:n{} .\n", (at + 1) % length);
        (0..length).map(triple).collect()
    }

    #[test]
    fn nodes_that_are_told_apart_take_no_steps() -> anyhow::Result<()> {
        let triples = (0..1000).map(|at| format!("_:n{at} <x:p> _:n{}, \"{at}\" .\n", at / 2));
        let text: String = triples.collect();
        assert_eq!(steps(&dataset(&text)?), 0);
        Ok(())
    }

    #[test]
    fn parts_without_connection_add_their_steps_and_orders_multiply_them() -> anyhow::Result<()> {
        let pair = "_:a <x:p> _:b .\n_:b <x:p> _:a .\n";
        let one = steps(&dataset(pair)?);
        let pairs = pair.to_owned() + &pair.replace("_:", "_:other");
        assert_eq!(steps(&dataset(&pairs)?), 2 * one);
        assert!(steps(&dataset(&cycle(100))?) < MOST_STEPS);
        assert!(steps(&dataset(&cycle(1000))?) > MOST_STEPS);
        let star = |leaves| -> String {
            let leaf = |leaf| format!("_:hub <x:p> _:n{leaf} .\n_:n{leaf} <x:p> _:hub .\n");
            (0..leaves).map(leaf).collect()
        };
        let without_unique_hub = |leaves| star(leaves) + &star(leaves).replace("_:", "_:other");
        assert!(steps(&dataset(&without_unique_hub(3))?) < MOST_STEPS);
        assert!(steps(&dataset(&without_unique_hub(20))?) > MOST_STEPS);
        Ok(())
    }
}
