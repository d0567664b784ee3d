//! The quads on which two datasets disagree that are not isomorphic.
//!
//! Invariant: it is empty for no pair of datasets that are not isomorphic, and it is the same in every run.

use super::isomorphism::{
    BlankNodeQuad, Matching, Structure, Undecided, has_mapping, with_lower_case_tag,
};
use crate::translate::blank_nodes;
use oxrdf::{Dataset, Quad, QuadRef};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// The triples (or quads) that a document has to give and does not, and those that it gives and must not.
///
/// Blank nodes have no names that both sides share. They are matched by what they have in common, so where a triple of its own
/// is wrong, that triple alone is listed. To take the one list away and add the other makes the datasets isomorphic; but
/// another match of nodes could have made the lists shorter.
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

    /// Compares two datasets: none if they are isomorphic.
    ///
    /// # Errors
    ///
    /// It takes more steps than the limit allows to find out whether they are.
    pub fn between(expected: &Dataset, found: &Dataset) -> Result<Option<Self>, Undecided> {
        let [expected, found] = [expected, found].map(|dataset| {
            let mut quads: Vec<_> = dataset.iter().map(QuadRef::into_owned).collect();
            quads.sort_by_cached_key(Quad::to_string);
            quads
        });
        let unmatched = Unmatched::of(&expected, &found);
        if let Some(undecided) = unmatched.undecided {
            return Err(undecided);
        }
        if unmatched.is_empty() {
            return Ok(None);
        }
        let of = |quads: &[Quad], numbers: Vec<usize>| -> Vec<Quad> {
            numbers
                .into_iter()
                .map(|number| quads[number].clone())
                .collect()
        };
        Ok(Some(Self {
            missing: of(&expected, unmatched.left),
            unexpected: of(&found, unmatched.right),
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

/// The quads of two datasets that have no counterpart in the other, by their numbers.
pub(crate) struct Unmatched {
    pub(crate) left: Vec<usize>,
    pub(crate) right: Vec<usize>,
    /// Why it is not known which quads with blank nodes are among them: then none is.
    pub(crate) undecided: Option<Undecided>,
}

impl Unmatched {
    /// Compares two datasets, each a list of different quads.
    ///
    /// Equal quads without blank nodes are counterparts. Those with blank nodes are if the datasets are isomorphic in them, and
    /// otherwise as far as nodes [match](Matching).
    pub(crate) fn of(left: &[Quad], right: &[Quad]) -> Self {
        let [left, right] = [left, right].map(NumberedQuads::of);
        let mut unmatched = Self {
            left: left.ground_not_in(&right),
            right: right.ground_not_in(&left),
            undecided: None,
        };
        let (structure, _) = Structure::of_quads(left.with_nodes(), right.with_nodes());
        if structure.has_counterparts_in_order() {
            return unmatched;
        }
        let matching = Matching::new(&structure);
        let (left_links, right_links) = structure.links.split_at(left.linked.len());
        let of_right: HashSet<&BlankNodeQuad> = right_links.iter().collect();
        let mut met = HashSet::new();
        let mut left_only = Vec::new();
        for (&(number, _), link) in left.linked.iter().zip(left_links) {
            let label = link.label;
            let mates = link.nodes.iter().map(|&node| matching.mate(node));
            let nodes = mates.collect::<Option<Vec<_>>>();
            let counterpart = nodes.map(|nodes| BlankNodeQuad { label, nodes });
            match counterpart.filter(|it| of_right.contains(it)) {
                Some(counterpart) => {
                    met.insert(counterpart);
                }
                None => left_only.push(number),
            }
        }
        let right_only = right.linked.iter().zip(right_links);
        let right_only = right_only.filter(|(_, link)| !met.contains(link));
        let right_only: Vec<usize> = right_only.map(|((number, _), _)| *number).collect();
        if left_only.is_empty() && right_only.is_empty() {
            return unmatched;
        }
        match has_mapping(&structure) {
            Ok(true) => {}
            Ok(false) => {
                unmatched.left.extend(left_only);
                unmatched.right.extend(right_only);
                unmatched.left.sort_unstable();
                unmatched.right.sort_unstable();
            }
            Err(undecided) => unmatched.undecided = Some(undecided),
        }
        unmatched
    }

    /// Whether each quad has a counterpart; or, if it is [undecided](Self::undecided), each that has no blank nodes.
    pub(crate) fn is_empty(&self) -> bool {
        self.left.is_empty() && self.right.is_empty()
    }
}

/// The quads of one dataset as they are compared, with their numbers.
struct NumberedQuads {
    ground: HashMap<Quad, usize>,
    /// Those with blank nodes.
    linked: Vec<(usize, Quad)>,
}

impl NumberedQuads {
    fn of(quads: &[Quad]) -> Self {
        let mut numbered = Self {
            ground: HashMap::new(),
            linked: Vec::new(),
        };
        let mut seen = HashSet::new();
        for (number, quad) in quads.iter().enumerate() {
            let quad = with_lower_case_tag(quad.as_ref());
            if !has_blank_nodes(quad.as_ref()) {
                numbered.ground.entry(quad).or_insert(number);
            } else if seen.insert(quad.clone()) {
                numbered.linked.push((number, quad));
            }
        }
        numbered
    }

    fn with_nodes(&self) -> impl Iterator<Item = Quad> {
        self.linked.iter().map(|(_, quad)| quad.clone())
    }

    fn ground_not_in(&self, other: &Self) -> Vec<usize> {
        let own = self.ground.iter();
        let own = own.filter(|(quad, _)| !other.ground.contains_key(*quad));
        let mut numbers: Vec<_> = own.map(|(_, &number)| number).collect();
        numbers.sort_unstable();
        numbers
    }
}

/// Whether a quad has a blank node, as a term or in a triple term.
pub(crate) fn has_blank_nodes(quad: QuadRef<'_>) -> bool {
    quad.graph_name.is_blank_node() || blank_nodes(quad.into()).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::are_isomorphic_datasets;
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
            Some("missing: _:b <x:q> _:c .\nunexpected: _:d <x:q> _:c .".to_owned())
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

    /// One ring of six and two rings of three look the same from every node: that they differ is found by trying.
    #[test]
    fn rings_are_compared() {
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
        let counts = (found.missing().len(), found.unexpected().len());
        assert!((1..=3).contains(&counts.0), "{counts:?}");
        assert_eq!(counts.0, counts.1);
    }

    #[test]
    fn many_are_counted() {
        let many = (0..9)
            .map(|n| format!("<x:s> <x:p> {n} ."))
            .collect::<String>();
        let displayed = difference("", &many).unwrap();
        assert_eq!(displayed.lines().count(), Difference::DISPLAYED + 1);
        assert!(displayed.ends_with("unexpected: 4 more"));
    }

    #[test]
    fn one_change_in_a_list_or_a_tree_is_one_change() {
        for (expected, found, count) in [
            (
                "<x:s> <x:p> ( 1 2 3 4 5 ) .",
                "<x:s> <x:p> ( 1 2 4 5 ) .",
                (3, 1),
            ),
            (
                "<x:s> <x:p> ( 1 2 3 4 5 ) .",
                "<x:s> <x:p> ( 1 2 6 4 5 ) .",
                (1, 1),
            ),
            (
                "[] <x:n> 1 ; <x:p> [ <x:q> [ <x:r> 1 ] ] . [] <x:n> 2 ; <x:p> [ <x:q> [ <x:r> 1 ] ] .",
                "[] <x:n> 2 ; <x:p> [ <x:q> [ <x:r> 1 ] ] . [] <x:n> 1 ; <x:p> [ <x:q> [ <x:r> 3 ] ] .",
                (1, 1),
            ),
        ] {
            let difference = Difference::between(&dataset(expected), &dataset(found));
            let difference = difference.unwrap().unwrap();
            let counts = (difference.missing().len(), difference.unexpected().len());
            assert_eq!(counts, count, "{expected} {found}");
        }
    }

    /// To take away what is missing, and to add what is unexpected, is to go from the one to the other: for graphs of which
    /// some quads were changed at random.
    #[test]
    fn a_difference_is_one() {
        let mut random = testing::random::Random::new(1);
        for round in 0..300 {
            let (nodes, quads) = (1 + random.below(8), random.below(20));
            let mut quad = || {
                let object = match random.below(3) {
                    0 => format!("{}", random.below(3)),
                    _ => format!("_:b{}", random.below(nodes)),
                };
                let subject = match random.below(5) {
                    0 => "<x:s>".to_owned(),
                    _ => format!("_:b{}", random.below(nodes)),
                };
                format!("{subject} <x:p{}> {object} .\n", random.below(2))
            };
            let mut lines: Vec<String> = (0..quads).map(|_| quad()).collect();
            let expected = dataset(&lines.concat());
            for _ in 0..round % 4 {
                lines.pop();
                lines.insert(0, quad());
            }
            let found = dataset(&lines.concat().replace("_:b", "_:c"));
            let Some(difference) = Difference::between(&expected, &found).unwrap() else {
                assert!(are_isomorphic_datasets(&expected, &found).unwrap());
                continue;
            };
            assert!(!are_isomorphic_datasets(&expected, &found).unwrap());
            let changes = (difference.missing().len(), difference.unexpected().len());
            assert_eq!(
                expected.len() + changes.1,
                found.len() + changes.0,
                "{round} {difference}"
            );
            let kept = |all: &Dataset, without: &[Quad]| -> Dataset {
                let kept = all
                    .iter()
                    .filter(|quad| !without.contains(&quad.into_owned()));
                kept.collect()
            };
            let both = [
                kept(&expected, difference.missing()),
                kept(&found, difference.unexpected()),
            ];
            assert!(are_isomorphic_datasets(&both[0], &both[1]).unwrap());
        }
    }
}
