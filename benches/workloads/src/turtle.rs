//! Ordinary Turtle, as people and their tools write it.

use super::Recipe;
use super::draft::{Draft, WORDS};

pub const RECIPE: Recipe = Recipe {
    open: prologue,
    add: statement,
    close: |_| {},
};

const PREFIXES: &str = "\
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
PREFIX dct: <http://purl.org/dc/terms/>
PREFIX schema: <http://schema.org/>
@prefix ex: <http://example.org/resource/> .
@prefix : <http://example.org/ontology#> .
@base <http://example.org/> .
";

const PREDICATES: &[&str] = &[
    "rdfs:label",
    "rdfs:seeAlso",
    "foaf:name",
    "foaf:knows",
    "dct:subject",
    "dct:isPartOf",
    "schema:location",
    "schema:memberOf",
    ":birthPlace",
    ":related",
    "<ontology/derivedFrom>",
];

const CLASSES: &[&str] = &[
    "foaf:Person",
    "schema:Place",
    "schema:Book",
    ":Event",
    ":Collection",
    "<http://example.org/ontology#Thing>",
];

pub fn prologue(draft: &mut Draft) {
    draft.push(PREFIXES);
}

pub fn statement(draft: &mut Draft) {
    if draft.random.percent(4) {
        draft.push("\n# ");
        draft.pick(WORDS);
        draft.push(": the next ones\n");
    }
    draft.push("\n");
    match draft.random.below(100) {
        0..80 => name(draft),
        80..88 => iri(draft),
        88..94 => blank_node(draft),
        94..96 => draft.push("[]"),
        96..98 => property_list(draft, 0),
        _ => collection(draft, 0),
    }
    draft.push(" a ");
    draft.pick(CLASSES);
    draft.triples += 1;
    for _ in 0..draft.random.between(0, 8) {
        draft.push(" ;\n    ");
        predicate_and_objects(draft, 0, 3);
    }
    draft.push(" .\n");
}

/// A predicate and its objects, up to `most` of them. `depth` is that of the brackets around it.
pub fn predicate_and_objects(draft: &mut Draft, depth: usize, most: usize) {
    draft.pick(PREDICATES);
    // Most predicates have one object.
    let count = match draft.random.percent(75) {
        true => 1,
        false => draft.random.between(1, most),
    };
    for index in 0..count {
        draft.push(if index == 0 { " " } else { " , " });
        term(draft, depth);
        draft.triples += 1;
    }
}

/// A term that can be an object. Of the triples, it counts those that are within it.
fn term(draft: &mut Draft, depth: usize) {
    match draft.random.below(100) {
        0..33 => name(draft),
        33..41 => iri(draft),
        41..46 => blank_node(draft),
        46..60 => string(draft),
        60..72 => {
            string(draft);
            draft.language_tag();
        }
        72..76 => {
            draft.push("\"");
            draft.date();
            draft.push("\"^^xsd:date");
        }
        76..78 => {
            draft.push("\"");
            draft.serial();
            draft.push("\"^^<http://www.w3.org/2001/XMLSchema#long>");
        }
        78..90 => number_or_boolean(draft),
        90..96 if depth < 3 => property_list(draft, depth),
        96.. if depth < 3 => collection(draft, depth),
        _ => name(draft),
    }
}

pub fn name(draft: &mut Draft) {
    draft.push("ex:");
    draft.pick(WORDS);
    draft.pick(&["_", "-", "."]);
    draft.serial();
}

pub fn iri(draft: &mut Draft) {
    draft.pick(&[
        "<http://example.org/page/",
        "<https://www.example.com/",
        "<person/",
        "<#",
    ]);
    draft.pick(WORDS);
    draft.serial();
    draft.push(">");
}

pub fn blank_node(draft: &mut Draft) {
    draft.push("_:");
    draft.pick(WORDS);
    draft.serial();
}

fn string(draft: &mut Draft) {
    let quote = match draft.random.below(20) {
        0 => "'",
        1 => "\"\"\"",
        _ => "\"",
    };
    draft.push(quote);
    draft.words(1, 10);
    if quote.len() == 3 {
        draft.push("\n  ");
        draft.words(10, 40);
    }
    if draft.random.percent(5) {
        draft.pick(&["\\n", "\\t", "\\\"", "\\u00E9"]);
    }
    draft.push(quote);
}

fn number_or_boolean(draft: &mut Draft) {
    if draft.random.percent(20) {
        draft.pick(&["true", "false"]);
        return;
    }
    draft.pick(&["", "", "", "-", "+"]);
    draft.serial();
    if draft.random.percent(50) {
        draft.push(".");
        draft.serial();
        if draft.random.percent(40) {
            draft.pick(&["e3", "E-12", "e+7"]);
        }
    }
}

fn property_list(draft: &mut Draft, depth: usize) {
    draft.push("[ ");
    for index in 0..draft.random.between(1, 4) {
        if index > 0 {
            draft.push(" ; ");
        }
        predicate_and_objects(draft, depth + 1, 2);
    }
    draft.push(" ]");
}

fn collection(draft: &mut Draft, depth: usize) {
    draft.push("(");
    for _ in 0..draft.random.between(0, 6) {
        draft.push(" ");
        term(draft, depth + 1);
        draft.triples += 2;
    }
    draft.push(" )");
}
