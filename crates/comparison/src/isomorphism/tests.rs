//! Graphs that are easy, and those that are not.

use super::*;
use crate::difference::Unmatched;
use std::time::{Duration, Instant};
use testing::random::Random;
use turtle_peg::{Dialect, Parser};

fn dataset(text: &str) -> Dataset {
    let parser = Parser::new(Dialect::TriG12).with_labels_as_written();
    let quads = parser.parse_str(text).quads();
    quads.collect::<Result<_, _>>().unwrap()
}

fn compare(left: &str, right: &str) -> Result<bool, Undecided> {
    let (left, right) = (dataset(left), dataset(right));
    let start = Instant::now();
    let answer = are_isomorphic_datasets(&left, &right);
    assert!(start.elapsed() < Duration::from_secs(60));
    assert_eq!(are_isomorphic_datasets(&right, &left), answer);
    answer
}

/// A graph of blank nodes, in which each edge is a triple in both directions.
fn undirected(prefix: &str, edges: impl IntoIterator<Item = (usize, usize)>) -> String {
    let edges = edges.into_iter();
    edges
        .map(|(a, b)| {
            format!("_:{prefix}{a} <x:p> _:{prefix}{b} . _:{prefix}{b} <x:p> _:{prefix}{a} .\n")
        })
        .collect()
}

fn complete(nodes: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..nodes).flat_map(|a| (0..a).map(move |b| (a, b)))
}

#[test]
fn only_blank_nodes_may_differ() {
    for (left, right, expected) in [
        ("_:a <x:p> _:b .", "_:b <x:p> _:a .", true),
        ("_:a <x:p> _:a .", "_:a <x:p> _:b .", false),
        ("_:a <x:p> _:b .", "_:a <x:q> _:b .", false),
        ("_:a <x:p> _:b , 1 .", "_:b <x:p> _:a , 2 .", false),
        ("_:a <x:p> _:b .", "_:a <x:p> _:b , _:c .", false),
        ("_:a <x:p> 'a'@EN .", "_:b <x:p> 'a'@en .", true),
        ("_:g { _:a <x:p> _:g }", "_:a { _:g <x:p> _:a }", true),
        ("_:g { _:a <x:p> _:g }", "_:a { _:g <x:p> _:g }", false),
        (
            "<x:s> <x:p> <<( _:a <x:p> <<( _:b <x:p> _:a )>> )>> .",
            "<x:s> <x:p> <<( _:b <x:p> <<( _:a <x:p> _:b )>> )>> .",
            true,
        ),
        (
            "<x:s> <x:p> <<( _:a <x:p> <<( _:b <x:p> _:a )>> )>> .",
            "<x:s> <x:p> <<( _:b <x:p> <<( _:a <x:p> _:a )>> )>> .",
            false,
        ),
        // Each list has an end of its own.
        (
            "<x:s> <x:p> ( 1 1 1 ( 1 ) ) .",
            "<x:s> <x:p> ( 1 1 ( 1 ) 1 ) .",
            false,
        ),
    ] {
        assert_eq!(compare(left, right), Ok(expected), "{left} {right}");
    }
}

/// All nodes are alike, and any order of them fits: an algorithm that tries all of them never ends.
#[test]
fn nodes_that_are_alike_are_no_trouble() {
    for nodes in [10, 12, 40] {
        let same = undirected("b", complete(nodes));
        assert_eq!(compare(&undirected("a", complete(nodes)), &same), Ok(true));
    }
    let twins = |prefix: &str| -> String {
        (0..5_000)
            .map(|n| format!("_:{prefix}{n} <x:p> [ <x:q> 'the same' ] .\n"))
            .collect()
    };
    assert_eq!(compare(&twins("a"), &twins("b")), Ok(true));
    let other = twins("b").replacen("'the same'", "'another'", 1);
    assert_eq!(compare(&twins("a"), &other), Ok(false));
}

/// The difference between these nodes is thousands of links away.
#[test]
fn long_chains_are_no_trouble() {
    let chain = |reversed: bool| -> String {
        let name = |n| if reversed { 20_000 - n } else { n };
        (0..20_000)
            .map(|n| format!("_:n{} <x:p> _:n{} .\n", name(n), name(n + 1)))
            .collect()
    };
    assert_eq!(compare(&chain(false), &chain(true)), Ok(true));
    let ring = |nodes: std::ops::Range<usize>| -> String {
        let next = |n| {
            if n + 1 == nodes.end {
                nodes.start
            } else {
                n + 1
            }
        };
        let edges = nodes.clone().map(|n| (n, next(n)));
        undirected("r", edges)
    };
    let [one, two] = [ring(0..600), ring(0..300) + &ring(300..600)];
    assert_eq!(compare(&one, &one.replace("_:r", "_:s")), Ok(true));
    assert_eq!(compare(&one, &two), Ok(false));
}

/// Two strongly regular graphs with the same parameters: the rook's graph of four by four, and Shrikhande's.
#[test]
fn graphs_that_look_alike_are_told_apart() {
    let on_torus = |steps: &[(usize, usize)]| -> Vec<(usize, usize)> {
        let squares = (0..16).map(|n| (n / 4, n % 4));
        squares
            .flat_map(|(x, y)| {
                let to = move |&(dx, dy): &(usize, usize)| 4 * ((x + dx) % 4) + (y + dy) % 4;
                steps.iter().map(move |step| (4 * x + y, to(step)))
            })
            .collect()
    };
    let rook = on_torus(&[(1, 0), (2, 0), (0, 1), (0, 2)]);
    let shrikhande = on_torus(&[(1, 0), (0, 1), (1, 1)]);
    let [rook, shrikhande] = [rook, shrikhande].map(|edges| undirected("a", edges));
    assert_eq!(compare(&rook, &rook.replace("_:a", "_:b")), Ok(true));
    assert_eq!(compare(&rook, &shrikhande), Ok(false));
}

/// Pairs of Cai, Fürer and Immerman, over a complete graph: made so that nothing near a node tells anything.
#[test]
fn beyond_the_limit_nothing_is_claimed() {
    let [even, odd] = [false, true].map(|is_twisted| cai_furer_immerman(7, is_twisted));
    assert!(matches!(compare(&even, &odd), Err(Undecided { .. })));
    let quads = |text: &str| -> Vec<Quad> {
        let dataset = dataset(text);
        dataset.iter().map(QuadRef::into_owned).collect()
    };
    let (even, odd) = (quads(&(even + "<x:s> <x:p> 1 .")), quads(&odd));
    let unmatched = Unmatched::of(&even, &odd);
    assert!(unmatched.undecided.is_some());
    assert_eq!((unmatched.left.len(), unmatched.right.len()), (1, 0));
}

/// Each node of a complete graph becomes a node for each even set of its edges; an edge, a node for each of two ends.
fn cai_furer_immerman(nodes: usize, is_twisted: bool) -> String {
    let mut text = String::new();
    for a in 0..nodes {
        let others: Vec<_> = (0..nodes).filter(|&b| b != a).collect();
        for set in (0..1_usize << others.len()).filter(|set| set.count_ones() % 2 == 0) {
            for (index, b) in others.iter().enumerate() {
                let is_in = set >> index & 1;
                text += &format!("_:s{a}-{set} <x:in> _:e{a}-{b}-{is_in} .\n");
            }
        }
        for &b in others.iter().filter(|&&b| b < a) {
            let twist = usize::from(is_twisted && (a, b) == (1, 0));
            for end in [0, 1] {
                text += &format!("_:e{a}-{b}-{end} <x:with> _:e{b}-{a}-{} .\n", end ^ twist);
            }
        }
    }
    text
}

/// Trying all mappings says the same, of small datasets that are nearly alike.
#[test]
fn it_says_what_trying_all_mappings_says() {
    const NODES: usize = 5;
    let random = &mut Random::new(1);
    let permutations = permutations(NODES);
    let mut answers = [0, 0];
    for _ in 0..600 {
        let quads = random.between(3, 8);
        let statement = |random: &mut Random| {
            let [a, b, c] = [(); 3].map(|()| random.below(NODES));
            match random.below(4) {
                0 => format!("_:{a} <x:p> <<( _:{b} <x:q> _:{c} )>> ."),
                1 => format!("_:{a} {{ _:{b} <x:p> _:{c} }}"),
                _ => format!("_:{a} <x:p> _:{b} ."),
            }
        };
        let left: Vec<String> = (0..quads).map(|_| statement(random)).collect();
        let mapping = random.choose(&permutations);
        let mut right: Vec<String> = left.iter().map(|it| renamed(it, mapping)).collect();
        if random.percent(50) {
            let place = random.below(right.len());
            right[place] = statement(random);
        }
        let (left, right) = (left.join("\n"), right.join("\n"));
        let expected = dataset(&right);
        let is_same = permutations
            .iter()
            .any(|mapping| dataset(&renamed(&left, mapping)) == expected);
        answers[usize::from(is_same)] += 1;
        assert_eq!(
            are_isomorphic_datasets(&dataset(&left), &expected),
            Ok(is_same),
            "{left}\n\n{right}"
        );
    }
    assert!(answers.iter().all(|&count| count > 100), "{answers:?}");
}

/// The text with each label `_:0`, `_:1` and so on replaced.
fn renamed(text: &str, mapping: &[usize]) -> String {
    let mut renamed = String::new();
    let mut parts = text.split("_:");
    renamed += parts.next().unwrap_or_default();
    for part in parts {
        let (number, rest) = part.split_at(1);
        let number: usize = number.parse().unwrap();
        renamed += &format!("_:{}{rest}", mapping[number]);
    }
    renamed
}

fn permutations(of: usize) -> Vec<Vec<usize>> {
    if of == 0 {
        return vec![Vec::new()];
    }
    let smaller = permutations(of - 1);
    let longer = smaller.iter().flat_map(|shorter| {
        (0..of).map(move |place| {
            let mut longer = shorter.clone();
            longer.insert(place, of - 1);
            longer
        })
    });
    longer.collect()
}
