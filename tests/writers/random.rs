//! Random quads.

use crate::written::Written;
use testing::random::Random;
use turtle_peg::oxrdf::vocab::{rdf, xsd};
use turtle_peg::oxrdf::{
    BaseDirection, BlankNode, Dataset, GraphName, Literal, NamedNode, NamedOrBlankNode, Quad, Term,
    Triple,
};

#[test]
fn random_quads_are_read_again() {
    let mut random = Random::new(31);
    let names = [
        "s",
        "p",
        "a.b",
        "x/y",
        "",
        "-",
        "o,",
        "日本",
        "%41",
        "×",
        "a;b",
        "very-long-name-that-takes-much-of-a-line",
    ];
    let prefixes = ["", "ex", "a", "b.c"];
    for round in 0..400 {
        let mut quads = Vec::new();
        for _ in 0..random.below(30) {
            let graph = match random.below(4) {
                0 => GraphName::from(iri(&mut random, &names)),
                1 => GraphName::from(blank(&mut random)),
                _ => GraphName::DefaultGraph,
            };
            let subject = node(&mut random, &names);
            let predicate = iri(&mut random, &names);
            for _ in 0..random.below(4) {
                let object = object(&mut random, &names, 3);
                quads.push(Quad::new(
                    subject.clone(),
                    predicate.clone(),
                    object,
                    graph.clone(),
                ));
            }
        }
        // Reifiers, in the graphs of the triples that they reify.
        for _ in 0..random.below(6).min(quads.len()) {
            let reified = quads[random.below(quads.len())].clone();
            let graph = reified.graph_name.clone();
            let reifies =
                NamedNode::new_unchecked("http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies");
            let reifier = node(&mut random, &names);
            let place = random.below(quads.len() + 1);
            let quad = Quad::new(reifier, reifies, Triple::from(reified), graph);
            quads.insert(place, quad);
        }
        let mut distinct: Dataset = Dataset::new();
        quads.retain(|quad| distinct.insert(quad));
        let prefixes = prefixes.iter().take(random.below(5));
        let prefixes = prefixes.enumerate().map(|(number, prefix)| {
            (
                (*prefix).to_owned(),
                format!("http://example.org/{}", &"n1/"[..number.min(3)]),
            )
        });
        let base = (random.below(2) == 0).then(|| "http://example.org/n1/b?q".to_owned());
        let written = Written {
            quads,
            prefixes: prefixes.collect(),
            base,
        };
        written.check_in(&format!("round {round}"));
    }
}

fn iri(random: &mut Random, names: &[&str]) -> NamedNode {
    let name = names[random.below(names.len())];
    match random.below(8) {
        0 => rdf::TYPE.into_owned(),
        1 => rdf::NIL.into_owned(),
        2 => NamedNode::new_unchecked(format!("http://example.org/n1/{name}")),
        3 => NamedNode::new_unchecked(format!("urn:x:{name}")),
        _ => NamedNode::new_unchecked(format!("http://example.org/{name}")),
    }
}

fn blank(random: &mut Random) -> BlankNode {
    BlankNode::new_unchecked(format!("b{}", random.below(12)))
}

fn node(random: &mut Random, names: &[&str]) -> NamedOrBlankNode {
    match random.below(3) {
        0 => blank(random).into(),
        _ => iri(random, names).into(),
    }
}

fn object(random: &mut Random, names: &[&str], depth: usize) -> Term {
    let text = [
        "",
        "1",
        "-1.5",
        "1.",
        "1e5",
        "true",
        "a\"b",
        "\\",
        "line\nline",
        "é",
        "some words that are a sentence of some length",
    ];
    let text = text[random.below(text.len())];
    match random.below(9) {
        0 => Literal::new_typed_literal(text, xsd::INTEGER).into(),
        1 => Literal::new_typed_literal(text, xsd::DECIMAL).into(),
        2 => Literal::new_typed_literal(text, xsd::DOUBLE).into(),
        3 => Literal::new_typed_literal(text, iri(random, names)).into(),
        4 => Literal::new_language_tagged_literal_unchecked(text, "en").into(),
        5 => Literal::new_simple_literal(text).into(),
        6 if random.below(10) == 0 => Literal::new_directional_language_tagged_literal_unchecked(
            text,
            "ar",
            BaseDirection::Rtl,
        )
        .into(),
        7 if depth > 0 && random.below(5) == 0 => {
            let object = object(random, names, depth - 1);
            Triple::new(node(random, names), iri(random, names), object).into()
        }
        _ => node(random, names).into(),
    }
}
