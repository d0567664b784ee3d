//! The quads on which two datasets disagree that are not isomorphic.
//!
//! Invariant: it is empty for no pair of datasets that are not isomorphic, and it is the same in every run.

use super::isomorphism::{
    Undecided, are_isomorphic_datasets, map_blank_nodes, with_lower_case_tags,
};
use oxrdf::{BlankNode, Dataset, Quad};
use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::hash::{Hash, Hasher};

/// The triples (or quads) that a document has to give and does not, and those that it gives and must not.
///
/// Blank nodes have no names that both sides share. The least surroundings that show a difference tell them
/// apart; so where a triple of its own is wrong, that triple alone is listed, and where only the
/// connections between blank nodes are, the triples that have them are.
///
/// ```
/// use turtle_peg::conformance::Difference;
/// use turtle_peg::oxrdf::Dataset;
/// use turtle_peg::{Dialect, Parser};
///
/// let dataset = |text| -> Result<Dataset, turtle_peg::Error> {
///     Parser::new(Dialect::Turtle12).parse_str(text).quads().collect()
/// };
/// let expected = dataset("_:a <x:p> _:b ; <x:q> 1 .")?;
/// assert_eq!(Difference::between(&expected, &dataset("[] <x:p> [] ; <x:q> 1 .")?)?, None);
/// let difference = Difference::between(&expected, &dataset("[] <x:p> [] ; <x:q> 2 .")?)?.unwrap();
/// assert!(difference.missing()[0].object.to_string().starts_with("\"1\""));
/// assert!(difference.unexpected()[0].object.to_string().starts_with("\"2\""));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    missing: Vec<Quad>,
    unexpected: Vec<Quad>,
}

impl Difference {
    /// How many triples of each kind are displayed; the others are only counted.
    pub const DISPLAYED: usize = 5;

    /// How far from a blank node its surroundings are looked at: each round looks one link further.
    const ROUNDS: usize = 64;

    /// Compares two datasets: none if they are isomorphic.
    ///
    /// # Errors
    ///
    /// It takes more steps than the limit allows to find out whether they are.
    pub fn between(expected: &Dataset, found: &Dataset) -> Result<Option<Self>, Undecided> {
        if are_isomorphic_datasets(expected, found)? {
            return Ok(None);
        }
        let (mut expected, mut found) = (Coloured::new(expected), Coloured::new(found));
        for _ in 0..Self::ROUNDS {
            let difference = Self {
                missing: expected.without(&found),
                unexpected: found.without(&expected),
            };
            if !(difference.missing.is_empty() && difference.unexpected.is_empty()) {
                return Ok(Some(difference));
            }
            // Once colours tell no more apart in either, they never do.
            if !(expected.refine() | found.refine()) {
                break;
            }
        }
        Ok(Some(Self {
            missing: expected.with_blank_nodes(),
            unexpected: found.with_blank_nodes(),
        }))
    }

    /// Quads that are expected and were not found.
    pub fn missing(&self) -> &[Quad] {
        &self.missing
    }

    /// Quads that were found and are not expected.
    pub fn unexpected(&self) -> &[Quad] {
        &self.unexpected
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for (title, quads) in [("missing", &self.missing), ("unexpected", &self.unexpected)] {
            for quad in quads.iter().take(Self::DISPLAYED) {
                write!(f, "{separator}{title}: {quad} .")?;
                separator = "\n";
            }
            if let Some(others @ 1..) = quads.len().checked_sub(Self::DISPLAYED) {
                write!(f, "{separator}{title}: {others} more")?;
            }
        }
        Ok(())
    }
}

/// A dataset with colours for its blank nodes: those of the same colour look the same.
struct Coloured {
    quads: Vec<Quad>,
    colours: HashMap<BlankNode, u64>,
}

impl Coloured {
    fn new(dataset: &Dataset) -> Self {
        let mut quads: Vec<_> = with_lower_case_tags(dataset)
            .iter()
            .map(|quad| quad.into_owned())
            .collect();
        quads.sort_by_cached_key(Quad::to_string);
        let mut colours = HashMap::new();
        for node in quads.iter().flat_map(blank_nodes) {
            colours.insert(node, 0);
        }
        Self { quads, colours }
    }

    /// How a quad looks by colours only, but for `this` blank node.
    fn seen(&self, quad: &Quad, this: Option<&BlankNode>) -> String {
        let seen = map_blank_nodes(quad, &mut |node| {
            BlankNode::new_unchecked(if Some(node) == this {
                "this".to_owned()
            } else {
                self.colours[node].to_string()
            })
        });
        seen.to_string()
    }

    /// Those of its quads that have no counterpart in `other`.
    fn without(&self, other: &Self) -> Vec<Quad> {
        let mut counterparts = HashMap::<_, usize>::new();
        for quad in &other.quads {
            *counterparts.entry(other.seen(quad, None)).or_default() += 1;
        }
        let has_no_counterpart = |quad: &&Quad| match counterparts.get_mut(&self.seen(quad, None)) {
            Some(count @ 1..) => {
                *count -= 1;
                false
            }
            _ => true,
        };
        self.quads
            .iter()
            .filter(has_no_counterpart)
            .cloned()
            .collect()
    }

    fn with_blank_nodes(&self) -> Vec<Quad> {
        let quads = self.quads.iter();
        quads
            .filter(|quad| !blank_nodes(quad).is_empty())
            .cloned()
            .collect()
    }

    /// Gives each blank node a colour by the quads that it is in, as they looked so far; true if there are more colours then.
    fn refine(&mut self) -> bool {
        let before = self.count();
        let mut surroundings: HashMap<_, Vec<_>> = HashMap::new();
        for quad in &self.quads {
            for node in blank_nodes(quad) {
                let seen = self.seen(quad, Some(&node));
                surroundings.entry(node).or_default().push(seen);
            }
        }
        let colour = |(node, mut seen): (BlankNode, Vec<_>)| {
            seen.sort_unstable();
            let mut hasher = DefaultHasher::new();
            (self.colours[&node], seen).hash(&mut hasher);
            (node, hasher.finish())
        };
        self.colours = surroundings.into_iter().map(colour).collect();
        self.count() > before
    }

    /// How many colours there are.
    fn count(&self) -> usize {
        self.colours.values().collect::<HashSet<_>>().len()
    }
}

/// The blank nodes of a quad, each once.
fn blank_nodes(quad: &Quad) -> Vec<BlankNode> {
    let mut nodes = Vec::new();
    map_blank_nodes(quad, &mut |node| {
        if !nodes.contains(node) {
            nodes.push(node.clone());
        }
        node.clone()
    });
    nodes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dialect, Parser};
    use pretty_assertions::assert_eq;

    fn dataset(text: &str) -> Dataset {
        let quads = Parser::new(Dialect::Turtle12).parse_str(text).quads();
        quads.collect::<Result<_, _>>().unwrap()
    }

    fn difference(expected: &str, found: &str) -> Option<String> {
        Difference::between(&dataset(expected), &dataset(found))
            .unwrap()
            .map(|it| it.to_string())
    }

    #[test]
    fn only_what_differs_is_listed() {
        assert_eq!(
            difference("_:a <x:p> _:b, 1 .", "_:c <x:p> _:d, true ."),
            Some(
                "missing: _:a <x:p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n\
                 unexpected: _:c <x:p> \"true\"^^<http://www.w3.org/2001/XMLSchema#boolean> ."
                    .to_owned()
            )
        );
        assert_eq!(
            difference("<x:a> <x:p> 'a'@EN, 'b' .", "<x:a> <x:p> 'a'@en ."),
            Some("missing: <x:a> <x:p> \"b\" .".to_owned())
        );
    }

    #[test]
    fn connections_between_blank_nodes_are_compared() {
        assert_eq!(difference("_:a <x:p> _:b .", "_:b <x:p> _:a ."), None);
        assert_eq!(
            difference(
                "_:a <x:p> _:b . _:b <x:q> _:c . <x:s> <x:r> 1 .",
                "_:a <x:p> _:b . _:d <x:q> _:c . <x:s> <x:r> 1 .",
            ),
            Some(
                "missing: _:a <x:p> _:b .\nmissing: _:b <x:q> _:c .\n\
                 unexpected: _:a <x:p> _:b .\nunexpected: _:d <x:q> _:c ."
                    .to_owned()
            )
        );
        assert_eq!(
            difference(
                "<x:s> <x:p> <<( _:a <x:p> _:a )>> .",
                "<x:s> <x:p> <<( _:a <x:p> _:b )>> ."
            ),
            Some(
                "missing: <x:s> <x:p> <<( _:a <x:p> _:a )>> .\n\
                 unexpected: <x:s> <x:p> <<( _:a <x:p> _:b )>> ."
                    .to_owned()
            )
        );
    }

    /// One ring of six and two rings of three look the same from every node.
    #[test]
    fn what_colours_cannot_tell_apart_is_listed_whole() {
        let ring = |nodes: &[&str]| -> String {
            let next = nodes.iter().cycle().skip(1);
            nodes
                .iter()
                .zip(next)
                .map(|(from, to)| format!("_:{from} <x:p> _:{to} .\n"))
                .collect()
        };
        let one = ring(&["a", "b", "c", "d", "e", "f"]);
        let two = ring(&["a", "b", "c"]) + &ring(&["d", "e", "f"]);
        let found = Difference::between(&dataset(&one), &dataset(&two))
            .unwrap()
            .unwrap();
        assert_eq!((found.missing().len(), found.unexpected().len()), (6, 6));
        let displayed = found.to_string();
        assert_eq!(displayed.lines().count(), 2 * (Difference::DISPLAYED + 1));
        assert!(displayed.ends_with("unexpected: 1 more"));
    }
}
