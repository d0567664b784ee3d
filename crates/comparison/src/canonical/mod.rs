//! The canonical form of a dataset: RDF Dataset Canonicalization (RDFC-1.0).
//!
//! It labels blank nodes, so that isomorphic datasets have the same lines of N-Quads: to sign or hash them. It is not made for
//! version control, since a changed triple may change the labels of all blank nodes.
//!
//! Invariant: the labels are those of the Recommendation, or there are none. The algorithm takes exponential time at worst; its
//! steps are counted, and beyond a limit it is given up.

mod error;
mod hashing;
mod labelling;
mod line;

pub use error::CanonicalFormError;
pub use hashing::CanonicalHash;

use crate::difference::has_blank_nodes;
use crate::isomorphism::with_lower_case_tag;
use labelling::{Labelling, relabelled};
use line::line;
use oxrdf::{BlankNode, Quad};
use std::fmt;
use turtle_peg::write::is_beyond_rdf_11;

/// Makes datasets canonical, by RDFC-1.0.
///
/// ```
/// use turtle_peg_comparison::Canonicalizer;
/// use turtle_peg::{Dialect, Parser};
///
/// let quads = Parser::new(Dialect::Turtle11).parse_str("[] <x:p> [] .").quads();
/// let quads = quads.collect::<Result<Vec<_>, _>>()?;
/// let form = Canonicalizer::new().canonicalize(quads)?;
/// assert_eq!(form.to_string(), "_:c14n0 <x:p> _:c14n1 .\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Canonicalizer {
    hash: CanonicalHash,
    step_limit: u64,
}

impl Canonicalizer {
    /// How many steps are taken, if [`with_step_limit`](Self::with_step_limit) sets no other limit: some seconds.
    pub const DEFAULT_STEP_LIMIT: u64 = 5_000_000;

    /// A canonicalizer that hashes by SHA-256.
    pub fn new() -> Self {
        Self {
            hash: CanonicalHash::Sha256,
            step_limit: Self::DEFAULT_STEP_LIMIT,
        }
    }

    /// Hashes by another algorithm, which gives other labels.
    pub fn with_hash(mut self, hash: CanonicalHash) -> Self {
        self.hash = hash;
        self
    }

    /// Gives up after this number of steps. A step is a block that is hashed, or an identifier that is issued or taken back.
    pub fn with_step_limit(mut self, steps: u64) -> Self {
        self.step_limit = steps;
        self
    }

    /// The canonical form of these quads, of which equal ones count once. Language tags become lower case.
    ///
    /// # Errors
    ///
    /// Blank nodes come with what RDFC-1.0 does not have, or labelling them takes more steps than the limit allows.
    pub fn canonicalize(
        &self,
        quads: impl IntoIterator<Item = Quad>,
    ) -> Result<CanonicalForm, CanonicalFormError> {
        // Each line, and for a quad with blank nodes its number among these: the others are not needed any more.
        let mut lines: Vec<(Vec<u8>, Option<usize>)> = Vec::new();
        let mut related: Vec<Quad> = Vec::new();
        let mut is_beyond = false;
        for quad in quads {
            let quad = with_lower_case_tag(quad);
            is_beyond |= is_beyond_rdf_11(quad.object.as_ref());
            let text = line(quad.as_ref());
            let number = has_blank_nodes(quad.as_ref()).then_some(related.len());
            lines.push((text, number));
            if number.is_some() {
                related.push(quad);
            }
        }
        lines.sort_unstable();
        lines.dedup_by(|(one, _), (other, _)| one == other);
        let numbers = lines.iter().filter_map(|(_, number)| *number);
        let different = numbers.map(|number| related[number].as_ref());
        let labelling = Labelling::new(different, self.hash, self.step_limit);
        if labelling.has_nodes() && is_beyond {
            return Err(CanonicalFormError::BeyondRdf11);
        }
        let identifiers = labelling.run()?;
        let identifier = |node| identifiers.get(&node).map_or(node, BlankNode::as_ref);
        let (mut ordered, mut labelled) = (Vec::new(), Vec::new());
        for (text, number) in lines {
            match number {
                None => ordered.push(text),
                Some(number) => {
                    labelled.push(line(relabelled(related[number].as_ref(), identifier)));
                }
            }
        }
        let mut lines = ordered;
        lines.append(&mut labelled);
        // A stable sort merges the first of them, which are in order, with the others.
        lines.sort();
        let identifiers = identifiers.into_iter();
        let mut identifiers: Vec<(BlankNode, BlankNode)> = identifiers
            .map(|(node, issued)| (node.into_owned(), issued))
            .collect();
        identifiers.sort_unstable_by(|(label, _), (other, _)| label.as_str().cmp(other.as_str()));
        Ok(CanonicalForm { lines, identifiers })
    }
}

impl Default for Canonicalizer {
    fn default() -> Self {
        Self::new()
    }
}

/// A dataset in canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CanonicalForm {
    lines: Vec<Vec<u8>>,
    /// In the order of the labels.
    identifiers: Vec<(BlankNode, BlankNode)>,
}

impl CanonicalForm {
    /// The lines of canonical N-Quads, each with its line feed, in the order of their code points.
    pub fn lines(&self) -> impl Iterator<Item = &[u8]> {
        self.lines.iter().map(Vec::as_slice)
    }

    /// The issued identifiers map: each blank node, with the one that it is in the canonical form.
    pub fn identifiers(&self) -> impl Iterator<Item = (&BlankNode, &BlankNode)> {
        self.identifiers.iter().map(|(node, issued)| (node, issued))
    }
}

impl fmt::Display for CanonicalForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = self.lines.iter();
        lines.try_for_each(|line| f.write_str(&String::from_utf8_lossy(line)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::are_isomorphic_datasets;
    use oxrdf::Dataset;
    use testing::random::Random;
    use turtle_peg::{Dialect, Parser};

    fn quads(text: &str) -> Vec<Quad> {
        let parser = Parser::new(Dialect::NQuads11).with_labels_as_written();
        let quads = parser.parse_str(text).quads();
        quads.collect::<Result<_, _>>().unwrap()
    }

    fn complete(nodes: usize) -> String {
        let pairs = (0..nodes).flat_map(|from| (0..nodes).map(move |to| (from, to)));
        let lines = pairs.map(|(from, to)| format!("_:n{from} <x:p> _:n{to} .\n"));
        lines.collect()
    }

    /// Datasets have one form if and only if they are isomorphic: pairs that differ in a quad, or in labels and order alone.
    #[test]
    fn isomorphic_datasets_have_one_form() {
        const NODES: usize = 5;
        let random = &mut Random::new(3);
        let mut answers = [0, 0];
        for round in 0..300 {
            let mut quad = || {
                let [subject, object, graph] = [(); 3].map(|()| random.below(NODES));
                match random.below(4) {
                    0 => format!("_:b{subject} <x:p> \"{}\"@EN .\n", object % 2),
                    1 => format!("_:b{subject} <x:p> _:b{object} _:b{graph} .\n"),
                    _ => format!("_:b{subject} <x:p> _:b{object} .\n"),
                }
            };
            let mut lines: Vec<String> = (0..2 + round % 8).map(|_| quad()).collect();
            let left = quads(&lines.concat());
            if round % 2 == 0 {
                lines[0] = quad();
            }
            lines.reverse();
            let turned = |line: &String| {
                (0..NODES).fold(line.clone(), |line, node| {
                    line.replace(&format!("_:b{node}"), &format!("_:c{}", (node + 2) % NODES))
                })
            };
            let right = quads(
                &lines
                    .iter()
                    .map(turned)
                    .collect::<String>()
                    .replace("@EN", "@en"),
            );
            let [of_left, of_right] =
                [&left, &right].map(|quads| Canonicalizer::new().canonicalize(quads.clone()));
            let [left, right] = [left, right].map(|quads| quads.into_iter().collect::<Dataset>());
            let is_same = are_isomorphic_datasets(&left, &right).unwrap();
            answers[usize::from(is_same)] += 1;
            assert_eq!(
                of_left.unwrap().lines == of_right.unwrap().lines,
                is_same,
                "{left}\n{right}"
            );
        }
        assert!(answers.iter().all(|&count| count > 50), "{answers:?}");
    }

    #[test]
    fn steps_are_limited() {
        let canonicalize = |nodes| {
            let canonicalizer = Canonicalizer::new().with_step_limit(10_000);
            canonicalizer.canonicalize(quads(&complete(nodes)))
        };
        assert_eq!(canonicalize(4).unwrap().identifiers().count(), 4);
        assert_eq!(canonicalize(9), Err(CanonicalFormError::Steps(10_000)));
    }

    /// The way from a node of a ring to the others is as long as the ring.
    #[test]
    fn long_ways_need_no_stack() {
        const NODES: usize = 5000;
        let next = |node| (node + 1) % NODES;
        let ring = (0..NODES).map(|node| format!("_:n{node} <x:p> _:n{} .\n", next(node)));
        let quads = quads(&ring.collect::<String>());
        let canonicalizer = Canonicalizer::new().with_step_limit(100_000);
        let work = move || canonicalizer.canonicalize(quads);
        let thread = std::thread::Builder::new().stack_size(256 * 1024);
        let form = thread.spawn(work).unwrap().join().unwrap();
        assert_eq!(form, Err(CanonicalFormError::Steps(100_000)));
    }
}
