//! Quads that are written together: no shape of a graph loses one, and an order that depends on nothing but them.

use crate::stable_parser;
use anyhow::{Context, Result, ensure};
use pretty_assertions::assert_eq;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use testing::documents::corpus;
use testing::random::Random;
use testing::soak;
use turtle_peg::oxrdf::dataset::CanonicalizationAlgorithm;
use turtle_peg::oxrdf::vocab::rdf;
use turtle_peg::oxrdf::{
    BlankNode, Dataset, GraphName, Literal, NamedNode, NamedOrBlankNode, Quad, Term, Triple,
};
use turtle_peg::write::{HeldQuads, StatementLines, StatementOrder};
use turtle_peg::{Dialect, Parser, TriGWriter, WriteError};

const ORDERS: [StatementOrder; 2] = [StatementOrder::AsGiven, StatementOrder::ByText];

#[test]
fn no_random_graph_loses_a_quad() -> Result<()> {
    let mut compared = 0;
    for round in 0..soak(1000, 10_000) {
        let mut random = Random::new(round);
        let mut quads = random_quads(&mut random);
        for order in ORDERS {
            let text = written(&quads, order)?;
            reads_as(&text, &quads)
                .with_context(|| format!("round {round}, {order:?}:\n{text}"))?;
        }
        // The order of the quads does not count, and labels count where they are left; but annotations do not tell equal nodes apart.
        let text = written(&quads, StatementOrder::ByText)?;
        if text.contains(['~', '|']) {
            continue;
        }
        shuffle(&mut quads, &mut random);
        let other = written(&quads, StatementOrder::ByText)?;
        assert_eq!(other, text, "round {round}");
        let again = stable_parser(Dialect::TriG12).parse_str(&text).quads();
        let again: Vec<Quad> = again.collect::<Result<_, _>>()?;
        assert_eq!(
            written(&again, StatementOrder::ByText)?,
            text,
            "round {round}"
        );
        if !text.contains("_:") {
            compared += 1;
            let other = written(&disguised(&quads, &mut random)?, StatementOrder::ByText)?;
            assert_eq!(other, text, "round {round}");
        }
    }
    assert!(compared > 100, "{compared}");
    Ok(())
}

/// Documents of the corpus, without their prefixes.
#[test]
fn no_document_loses_a_quad() -> Result<()> {
    let mut count = 0;
    for path in corpus() {
        let dialect = Dialect::from_path(&path).context("a dialect")?;
        let bytes = fs::read(&path)?;
        let Ok(quads) = stable_parser(dialect)
            .parse_slice(&bytes)
            .quads()
            .collect::<Result<Vec<Quad>, _>>()
        else {
            continue;
        };
        for order in ORDERS {
            let text = written(&quads, order)?;
            let read: Dataset = stable_parser(Dialect::TriG12)
                .parse_str(&text)
                .quads()
                .collect::<Result<_, _>>()
                .with_context(|| format!("{}:\n{text}", path.display()))?;
            let expected: Dataset = quads.iter().collect();
            let is_same = comparison::are_isomorphic_datasets(&read, &expected)?;
            ensure!(is_same, "{}:\n{text}", path.display());
        }
        count += 1;
    }
    assert!(count > 100, "{count}");
    Ok(())
}

/// Documents whose first statements are written together, and the others as they come.
#[test]
fn what_follows_may_mention_what_is_written() -> Result<()> {
    let mut random = Random::new(1);
    let mut count = 0;
    for path in corpus() {
        let dialect = Dialect::from_path(&path).context("a dialect")?;
        let bytes = fs::read(&path)?;
        count += usize::from(is_read_again(&bytes, dialect, &mut random)?);
    }
    assert!(count > 100, "{count}");
    for round in 0..soak(300, 10_000) {
        let mut random = Random::new(round);
        let quads = random_quads(&mut random);
        let lines: String = quads.iter().map(|quad| format!("{quad} .\n")).collect();
        for (text, dialect) in [
            (written(&quads, StatementOrder::AsGiven)?, Dialect::TriG12),
            (lines, Dialect::NQuads12),
        ] {
            let is_read = is_read_again(text.as_bytes(), dialect, &mut random)?;
            ensure!(is_read, "round {round}:\n{text}");
        }
    }
    Ok(())
}

/// Whether a document conforms; what is written of it then has its quads, wherever it is cut.
fn is_read_again(bytes: &[u8], dialect: Dialect, random: &mut Random) -> Result<bool> {
    let parser = stable_parser(dialect);
    let quads = parser.parse_slice(bytes).quads();
    let Ok(expected) = quads.collect::<Result<Dataset, _>>() else {
        return Ok(false);
    };
    for window in [usize::MAX, 64] {
        let parser = parser.clone().with_window(window);
        let cut = random.below(20);
        let text = first_together(&parser, bytes, cut)?;
        let read = stable_parser(Dialect::TriG12).parse_str(&text).quads();
        let read = read.collect::<Result<Dataset, _>>();
        let read = read.with_context(|| format!("{window}, {cut}:\n{text}"))?;
        let is_same = comparison::are_isomorphic_datasets(&read, &expected)?;
        ensure!(is_same, "{window}, {cut}:\n{text}");
    }
    Ok(true)
}

/// A document of which so many statements, or parts of statements, are written together, and the others as they come.
fn first_together(parser: &Parser, bytes: &[u8], count: usize) -> Result<String> {
    let mut lines = StatementLines::new(Dialect::TriG12);
    lines.begin_document(&parser.start(), true);
    let mut document = parser.parse_slice(bytes);
    let mut held = HeldQuads::default();
    let mut number = 0;
    while let Some(result) = document.next_statement(|quad, _| held.push(quad)) {
        result?;
        number += 1;
        let generated = document.generated_nodes();
        match number.cmp(&count) {
            Ordering::Less => continue,
            Ordering::Equal => {
                let made = generated.so_far();
                let give = |_: &mut StatementLines| Ok::<_, WriteError>(());
                lines.first_together(&held, StatementOrder::AsGiven, made, give)?;
            }
            Ordering::Greater => lines.statement(&held, generated)?,
        }
        held.clear();
    }
    // There may be fewer.
    held.iter().try_for_each(|quad| lines.quad(quad))?;
    lines.finish()?;
    Ok(String::from_utf8(std::mem::take(lines.lines()))?)
}

fn written(quads: &[Quad], order: StatementOrder) -> Result<String> {
    let mut held = HeldQuads::default();
    quads.iter().for_each(|quad| held.push(quad.as_ref()));
    let mut writer = TriGWriter::new(Vec::new()).without_version();
    writer.write_together(&held, order)?;
    Ok(String::from_utf8(writer.finish()?)?)
}

/// Compares by oxrdf's isomorphism, which knows nothing of how this is written.
fn reads_as(text: &str, quads: &[Quad]) -> Result<()> {
    let read = stable_parser(Dialect::TriG12).parse_str(text).quads();
    let read: Vec<Quad> = read.collect::<Result<_, _>>()?;
    let distinct: BTreeSet<String> = quads.iter().map(ToString::to_string).collect();
    ensure!(read.len() == distinct.len(), "quads are lost or repeated");
    let [mut read, mut expected] = [&read, quads].map(|quads| quads.iter().collect::<Dataset>());
    for dataset in [&mut read, &mut expected] {
        dataset.canonicalize(CanonicalizationAlgorithm::Unstable);
    }
    ensure!(read == expected, "other quads are read");
    Ok(())
}

/// Some triples at random, lists that are well-formed or nearly so, and reifiers.
fn random_quads(random: &mut Random) -> Vec<Quad> {
    let mut quads = Vec::new();
    let has_graphs = random.below(4) == 0;
    for _ in 0..random.below(8) {
        quads.push(Quad::new(
            node(random),
            predicate(random),
            object(random),
            graph(random, has_graphs),
        ));
    }
    for _ in 0..random.below(3) {
        add_list(random, has_graphs, &mut quads);
    }
    let reifies = NamedNode::new_unchecked("http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies");
    for _ in 0..random.below(3).min(quads.len()) {
        let reified = Triple::from(quads[random.below(quads.len())].clone());
        let place = random.below(quads.len() + 1);
        let quad = Quad::new(
            node(random),
            reifies.clone(),
            reified,
            graph(random, has_graphs),
        );
        quads.insert(place, quad);
    }
    // A quad may come twice.
    if random.below(3) == 0 && !quads.is_empty() {
        quads.push(quads[random.below(quads.len())].clone());
    }
    quads
}

/// A list whose cells nothing else mentions, unless a random quad does; at times one cell has more, or its rest is another node.
fn add_list(random: &mut Random, has_graphs: bool, quads: &mut Vec<Quad>) {
    let graph = graph(random, has_graphs);
    let list = quads.len();
    let cell = |number: usize| {
        NamedOrBlankNode::from(BlankNode::new_unchecked(format!("l{list}c{number}")))
    };
    let length = random.below(4);
    let mut add = |subject: NamedOrBlankNode, predicate: NamedNode, object: Term| {
        quads.push(Quad::new(subject, predicate, object, graph.clone()));
    };
    let start = match length {
        0 => rdf::NIL.into_owned().into(),
        _ => cell(0),
    };
    add(node(random), predicate(random), start.into());
    for number in 0..length {
        let rest = match random.below(12) {
            0 => node(random).into(),
            1 => cell(random.below(length)).into(),
            _ if number + 1 == length => rdf::NIL.into_owned().into(),
            _ => cell(number + 1).into(),
        };
        add(cell(number), rdf::FIRST.into_owned(), object(random));
        add(cell(number), rdf::REST.into_owned(), rest);
        if random.below(12) == 0 {
            add(cell(number), predicate(random), object(random));
        }
    }
}

fn iri(random: &mut Random) -> NamedNode {
    NamedNode::new_unchecked(["x:a", "x:b", "x:c"][random.below(3)])
}

fn blank(random: &mut Random) -> BlankNode {
    BlankNode::new_unchecked(format!("b{}", random.below(6)))
}

fn node(random: &mut Random) -> NamedOrBlankNode {
    match random.below(3) {
        0 => iri(random).into(),
        _ => blank(random).into(),
    }
}

fn predicate(random: &mut Random) -> NamedNode {
    match random.below(8) {
        0 => rdf::TYPE.into_owned(),
        1 => rdf::FIRST.into_owned(),
        2 => rdf::REST.into_owned(),
        _ => iri(random),
    }
}

fn object(random: &mut Random) -> Term {
    match random.below(8) {
        0 => rdf::NIL.into_owned().into(),
        1 => Literal::from(random.below(3) as i64).into(),
        2 => Triple::new(node(random), iri(random), node(random)).into(),
        _ => node(random).into(),
    }
}

fn graph(random: &mut Random, has_graphs: bool) -> GraphName {
    match random.below(4) {
        0 if has_graphs => iri(random).into(),
        1 if has_graphs => blank(random).into(),
        _ => GraphName::DefaultGraph,
    }
}

fn shuffle<T>(items: &mut [T], random: &mut Random) {
    for place in (1..items.len()).rev() {
        items.swap(place, random.below(place + 1));
    }
}

/// The quads in another order, and with other labels.
fn disguised(quads: &[Quad], random: &mut Random) -> Result<Vec<Quad>> {
    let mut lines: Vec<String> = quads.iter().map(|quad| format!("{quad} .\n")).collect();
    shuffle(&mut lines, random);
    let text = lines.concat();
    let mut parts = text.split("_:");
    let mut disguised = parts.next().unwrap_or_default().to_owned();
    let mut labels: BTreeMap<&str, String> = BTreeMap::new();
    for part in parts {
        let (label, rest) = part.split_once(' ').context("a label before a space")?;
        let count = labels.len();
        let other = labels
            .entry(label)
            .or_insert_with(|| format!("n{}n{count}", random.below(100)));
        disguised += &format!("_:{other} {rest}");
    }
    let read = stable_parser(Dialect::NQuads12)
        .parse_str(&disguised)
        .quads();
    Ok(read.collect::<Result<_, _>>()?)
}
