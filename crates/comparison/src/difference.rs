//! The quads on which two datasets disagree that are not isomorphic.
//!
//! Invariant: it is empty for no pair of datasets that are not isomorphic, and it is the same in every run.

use super::isomorphism::{
    BlankNodeQuad, Matching, Structure, Undecided, best_match, has_mapping, has_upper_case_tag,
    unlike_components, with_lower_case_tag,
};
use foldhash::{HashMap, HashMapExt as _, HashSet};
use oxrdf::{BlankNode, Dataset, Quad, QuadRef};
use std::fmt;
use std::hash::{Hash, Hasher};
use turtle_peg::blank_nodes;

/// The triples (or quads) that a document has to give and does not, and those that it gives and must not.
///
/// Blank nodes have no names that both sides share. They are matched by what they have in common, so where a triple of its own
/// is wrong, that triple alone is listed. To take the one list away and add the other makes the datasets isomorphic, and no
/// shorter lists do, unless it takes too long to find out: [`Difference::is_smallest`].
///
/// ```
/// use turtle_peg_comparison::Difference;
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
    is_smallest: bool,
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
            is_smallest: unmatched.are_fewest,
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

    /// Whether it is known that the two lists have no more quads than necessary. Otherwise another match of the blank nodes may
    /// make them shorter: to find out takes more steps than are allowed.
    pub fn is_smallest(&self) -> bool {
        self.is_smallest
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

/// The quads of two datasets that have no counterpart in the other, by their numbers: what the datasets differ in.
///
/// [`Difference`] has the quads themselves, of a test's result; with their numbers, a program finds what it knows of each, its place in
/// a document, say.
///
/// ```
/// use turtle_peg_comparison::Unmatched;
/// use turtle_peg::oxrdf::Quad;
/// use turtle_peg::{Dialect, Error, Parser};
///
/// let parser = Parser::new(Dialect::Turtle12);
/// let quads = |text| parser.parse_str(text).quads().collect::<Result<Vec<Quad>, Error>>();
/// let left = quads("_:a <x:p> 1 . <x:s> <x:p> 2 .")?;
/// let right = quads("<x:s> <x:p> 3 . _:b <x:p> 1 .")?;
/// let unmatched = Unmatched::of(&left, &right);
/// assert_eq!((unmatched.left, unmatched.right), (vec![1], vec![0]));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Unmatched {
    /// The numbers of the left dataset's, in order.
    pub left: Vec<usize>,
    /// The numbers of the right dataset's, in order.
    pub right: Vec<usize>,
    /// Why it is not known which quads with blank nodes are among them: then none is.
    pub undecided: Option<Undecided>,
    /// The blank nodes of these quads that are matched, which share a quad: one of the left, and one of the right dataset.
    pub pairs: Vec<[BlankNode; 2]>,
    /// Whether no other match of blank nodes leaves fewer quads without a counterpart. Otherwise it was not found out.
    pub are_fewest: bool,
}

impl Unmatched {
    /// Compares two datasets, each a list of different quads.
    ///
    /// Equal quads without blank nodes are counterparts. Quads with blank nodes are, if the datasets are isomorphic in them, and
    /// otherwise as far as their nodes are matched, so that few quads are left.
    pub fn of(left: &[Quad], right: &[Quad]) -> Self {
        let mut unmatched = Self {
            left: Vec::new(),
            right: Vec::new(),
            undecided: None,
            pairs: Vec::new(),
            are_fewest: true,
        };
        [unmatched.left, unmatched.right] = unmatched_ground([left, right]);
        let Some(structure) = unlike_part(left, right) else {
            return unmatched;
        };
        let matching = Matching::new(&structure);
        if SharedLinks::of(&structure, |node| matching.mate(node)).are_all() {
            return unmatched;
        }
        match has_mapping(&structure) {
            Ok(true) => {}
            Ok(false) => {
                let best = best_match(&structure, |node| matching.mate(node));
                let shared = SharedLinks::of(&structure, |node| best.mates[node]);
                let number = |&link: &usize| structure.quads[link];
                unmatched.left.extend(shared.left_only.iter().map(number));
                unmatched.right.extend(shared.right_only.iter().map(number));
                unmatched.left.sort_unstable();
                unmatched.right.sort_unstable();
                unmatched.pairs = shared.pairs(&structure);
                unmatched.are_fewest = best.is_best;
            }
            Err(undecided) => unmatched.undecided = Some(undecided),
        }
        unmatched
    }

    /// Whether each quad has a counterpart; or, if it is [undecided](Self::undecided), each that has no blank nodes.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty() && self.right.is_empty()
    }
}

/// The links that two datasets share, if nodes are matched so.
struct SharedLinks {
    left_only: Vec<usize>,
    right_only: Vec<usize>,
    /// For each left node, the right one that it is matched with, if they have a link in common.
    mates: Vec<Option<usize>>,
}

impl SharedLinks {
    fn of(structure: &Structure<'_>, mate: impl Fn(usize) -> Option<usize>) -> Self {
        let (left_links, right_links) = structure.sides();
        let numbered = right_links.iter().enumerate();
        let of_right: HashMap<&BlankNodeQuad, usize> = numbered.map(|it| (it.1, it.0)).collect();
        let mut is_met = vec![false; right_links.len()];
        let mut shared = Self {
            left_only: Vec::new(),
            right_only: Vec::new(),
            mates: vec![None; structure.left],
        };
        for (number, link) in left_links.iter().enumerate() {
            let label = link.label;
            let mates = link.nodes.iter().map(|&node| mate(node));
            let nodes = mates.collect::<Option<Box<_>>>();
            let counterpart = nodes.map(|nodes| BlankNodeQuad { label, nodes });
            let place = counterpart.and_then(|counterpart| of_right.get(&counterpart));
            let Some(&place) = place else {
                shared.left_only.push(number);
                continue;
            };
            for (&node, &mate) in link.nodes.iter().zip(&right_links[place].nodes) {
                shared.mates[node] = Some(mate);
            }
            is_met[place] = true;
        }
        let right_only = (0..right_links.len()).filter(|&place| !is_met[place]);
        let first = left_links.len();
        shared.right_only = right_only.map(|place| first + place).collect();
        shared
    }

    fn are_all(&self) -> bool {
        self.left_only.is_empty() && self.right_only.is_empty()
    }

    /// The nodes that are matched, and have links that are not shared.
    fn pairs(&self, structure: &Structure<'_>) -> Vec<[BlankNode; 2]> {
        let links = self.left_only.iter().chain(&self.right_only);
        let nodes = links.flat_map(|&link| structure.links[link].nodes.iter().copied());
        let differing: HashSet<usize> = nodes.collect();
        let matched = self.mates.iter().enumerate();
        let matched = matched.filter_map(|(node, &mate)| Some([node, mate?]));
        matched
            .filter(|pair| pair.iter().any(|node| differing.contains(node)))
            .map(|pair| pair.map(|node| structure.names[node].into_owned()))
            .collect()
    }
}

/// The numbers of the quads without blank nodes that the other dataset has not.
fn unmatched_ground(datasets: [&[Quad]; 2]) -> [Vec<usize>; 2] {
    // The first number of each on the left, and whether the right has it.
    let mut left = HashMap::with_capacity(datasets[0].len());
    // The first number of each that only the right has.
    let mut right = HashMap::new();
    let [left_ground, right_ground] = datasets.map(|quads| {
        let quads = quads.iter().enumerate();
        quads.filter(|(_, quad)| !has_blank_nodes(quad.as_ref()))
    });
    for (number, quad) in left_ground {
        left.entry(CaselessQuad(quad)).or_insert((number, false));
    }
    for (number, quad) in right_ground {
        match left.get_mut(&CaselessQuad(quad)) {
            Some((_, is_on_right)) => *is_on_right = true,
            None => {
                right.entry(CaselessQuad(quad)).or_insert(number);
            }
        }
    }
    let left = left.into_values().filter(|(_, is_on_right)| !is_on_right);
    let mut only = [
        left.map(|(number, _)| number).collect(),
        right.into_values().collect::<Vec<usize>>(),
    ];
    only.iter_mut().for_each(|numbers| numbers.sort_unstable());
    only
}

/// The quads with blank nodes of the components that are not in both datasets; none, if all are.
fn unlike_part<'q>(left: &'q [Quad], right: &'q [Quad]) -> Option<Structure<'q>> {
    let [left, right] = [left, right].map(|quads| {
        let quads = quads.iter().map(Quad::as_ref).enumerate();
        quads.filter(|&(_, quad)| has_blank_nodes(quad))
    });
    let (structure, _) = Structure::of_quads(left, right);
    if structure.has_counterparts_in_order() {
        return None;
    }
    let links = unlike_components(&structure);
    Some(structure.part(&links))
}

/// A quad, of which language tags are compared without regard to case.
struct CaselessQuad<'q>(&'q Quad);

impl CaselessQuad<'_> {
    fn has_upper_case_tag(&self) -> bool {
        has_upper_case_tag(self.0.object.as_ref())
    }
}

impl PartialEq for CaselessQuad<'_> {
    fn eq(&self, other: &Self) -> bool {
        if self.has_upper_case_tag() || other.has_upper_case_tag() {
            return with_lower_case_tag(self.0.clone()) == with_lower_case_tag(other.0.clone());
        }
        self.0 == other.0
    }
}

impl Eq for CaselessQuad<'_> {}

impl Hash for CaselessQuad<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.has_upper_case_tag() {
            true => with_lower_case_tag(self.0.clone()).hash(state),
            false => self.0.hash(state),
        }
    }
}

/// Whether a quad has a blank node, as a term or in a triple term.
pub(crate) fn has_blank_nodes(quad: QuadRef<'_>) -> bool {
    quad.graph_name.is_blank_node() || blank_nodes(quad.into()).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::are_isomorphic_datasets;
    use crate::isomorphism::map_blank_nodes;
    use pretty_assertions::assert_eq;
    use turtle_peg::{Dialect, Parser};

    fn dataset(text: &str) -> Dataset {
        let parser = Parser::new(Dialect::Turtle12).with_labels_as_written();
        let quads = parser.parse_str(text).quads();
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

    /// Trying all mappings finds no shorter lists, for graphs of up to six blank nodes of which some quads were changed.
    #[test]
    fn no_mapping_leaves_fewer() {
        let mut random = testing::random::Random::new(2);
        let mut differing = 0;
        for round in 0..400 {
            let nodes = 2 + random.below(5);
            let mut quad = || {
                let node =
                    |random: &mut testing::random::Random| format!("_:b{}", random.below(nodes));
                let object = match random.below(6) {
                    0 => format!("{}", random.below(2)),
                    1 => format!("<<( {} <x:q> {} )>>", node(&mut random), node(&mut random)),
                    _ => node(&mut random),
                };
                let subject = match random.below(6) {
                    0 => "<x:s>".to_owned(),
                    _ => node(&mut random),
                };
                format!("{subject} <x:p{}> {object} .\n", random.below(2))
            };
            let mut lines: Vec<String> = (0..4 + round % 12).map(|_| quad()).collect();
            let expected = dataset(&lines.concat());
            for change in 0..1 + round % 5 {
                if !lines.is_empty() {
                    lines.remove(change * 7 % lines.len());
                }
                if round % 3 > 0 {
                    lines.push(quad());
                }
            }
            let found = dataset(&lines.concat());
            let listed = match Difference::between(&expected, &found).unwrap() {
                None => 0,
                Some(difference) => {
                    assert!(difference.is_smallest());
                    difference.missing().len() + difference.unexpected().len()
                }
            };
            differing += usize::from(listed > 0);
            assert_eq!(listed, fewest(&expected, &found, nodes), "{round}");
        }
        assert!(differing > 200, "{differing}");
    }

    /// The fewest lines of all mappings of the nodes b0, b1 and so on.
    fn fewest(expected: &Dataset, found: &Dataset, nodes: usize) -> usize {
        let found: HashSet<Quad> = found.iter().map(QuadRef::into_owned).collect();
        let expected: Vec<Quad> = expected.iter().map(QuadRef::into_owned).collect();
        let mapping: Vec<usize> = (0..nodes).collect();
        let mut fewest = usize::MAX;
        permute(mapping, 0, &mut |mapping| {
            let shared = expected.iter().filter(|quad| {
                let mapped = map_blank_nodes(quad, &mut |node| {
                    let number: usize = node.as_str()[1..].parse().unwrap();
                    BlankNode::new_unchecked(format!("b{}", mapping[number]))
                });
                found.contains(&mapped)
            });
            let shared = shared.count();
            fewest = fewest.min(expected.len() + found.len() - 2 * shared);
        });
        fewest
    }

    fn permute(mut items: Vec<usize>, from: usize, visit: &mut impl FnMut(&[usize])) {
        if from == items.len() {
            return visit(&items);
        }
        for other in from..items.len() {
            items.swap(from, other);
            permute(items.clone(), from + 1, visit);
            items.swap(from, other);
        }
    }
}
