//! Ordinary N-Triples: some triples a subject, as a dump of a database has them.

use super::Recipe;
use super::draft::{Draft, WORDS};

pub const RECIPE: Recipe = Recipe {
    open: |_| {},
    add: |draft| resource(draft, ""),
    close: |_| {},
};

const PREDICATES: &[&str] = &[
    "<http://www.w3.org/2000/01/rdf-schema#label>",
    "<http://www.w3.org/2000/01/rdf-schema#seeAlso>",
    "<http://xmlns.com/foaf/0.1/name>",
    "<http://xmlns.com/foaf/0.1/knows>",
    "<http://purl.org/dc/terms/subject>",
    "<http://purl.org/dc/terms/isPartOf>",
    "<http://example.org/ontology/birthPlace>",
    "<http://example.org/ontology/populationTotal>",
];

const DATATYPES: &[&str] = &["integer", "gYear", "nonNegativeInteger"];

/// A resource's triples, each with `graph` after it: a space and the name of a graph, or nothing.
pub fn resource(draft: &mut Draft, graph: &str) {
    let start = draft.text.len();
    if draft.random.percent(8) {
        blank_node(draft);
    } else {
        iri(draft);
    }
    let subject = draft.text[start..].to_owned();
    for index in 0..draft.random.between(1, 12) {
        if index > 0 {
            draft.push(&subject);
        }
        draft.push(" ");
        draft.pick(PREDICATES);
        draft.push(" ");
        object(draft);
        draft.push(graph);
        draft.push(" .\n");
        draft.triples += 1;
    }
}

fn object(draft: &mut Draft) {
    match draft.random.below(100) {
        0..45 => iri(draft),
        45..52 => blank_node(draft),
        52..75 => string(draft),
        75..88 => {
            string(draft);
            draft.language_tag();
        }
        88..95 => {
            draft.push("\"");
            draft.serial();
            draft.push("\"^^<http://www.w3.org/2001/XMLSchema#");
            draft.pick(DATATYPES);
            draft.push(">");
        }
        _ => {
            draft.push("\"");
            draft.date();
            draft.push("\"^^<http://www.w3.org/2001/XMLSchema#date>");
        }
    }
}

fn iri(draft: &mut Draft) {
    draft.push("<http://example.org/resource/");
    draft.pick(WORDS);
    draft.push("_");
    draft.serial();
    draft.push(">");
}

pub fn blank_node(draft: &mut Draft) {
    draft.push("_:b");
    draft.serial();
}

/// One in ten has an escape.
fn string(draft: &mut Draft) {
    draft.push("\"");
    draft.words(1, 12);
    if draft.random.percent(10) {
        draft.pick(&["\\n", "\\t", "\\\"", "\\\\", "\\u00E9", "\\U0001F600"]);
        draft.words(1, 5);
    }
    draft.push("\"");
}
