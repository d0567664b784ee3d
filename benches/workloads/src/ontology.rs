//! An ontology as its editor writes it: headings in comments, restrictions, and long explanations in several languages.

use super::Recipe;
use super::draft::{Draft, WORDS};

pub const RECIPE: Recipe = Recipe {
    open: |draft| draft.push(PROLOGUE),
    add: entity,
    close: |_| {},
};

const PROLOGUE: &str = "\
@prefix : <http://www.example.org/ontologies/2024/library#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix obo: <http://purl.obolibrary.org/obo/> .
@base <http://www.example.org/ontologies/2024/library> .

#################################################################
#    Classes and properties
#################################################################


";

/// A class or a property, with a heading and an explanation.
fn entity(draft: &mut Draft) {
    let start = draft.text.len();
    draft.pick(WORDS);
    draft.serial();
    let name = draft.text.split_off(start);
    draft.push("###  http://www.example.org/ontologies/2024/library#");
    draft.push(&name);
    draft.push("\n:");
    draft.push(&name);
    draft.push(" rdf:type ");
    match draft.random.percent(70) {
        true => class(draft),
        false => property(draft),
    }
    explanation(draft);
    draft.push(" .\n\n\n");
}

fn class(draft: &mut Draft) {
    draft.push("owl:Class");
    draft.triples += 1;
    for index in 0..draft.random.between(1, 4) {
        draft.push(match index {
            0 => " ;\n    rdfs:subClassOf ",
            _ => " ,\n                    ",
        });
        draft.triples += 1;
        match draft.random.percent(40) {
            true => restriction(draft),
            false => name(draft),
        }
    }
    if draft.random.percent(20) {
        draft.push(" ;\n    owl:equivalentClass [ owl:intersectionOf (");
        for _ in 0..draft.random.between(2, 4) {
            draft.push("\n            ");
            name(draft);
            draft.triples += 2;
        }
        draft.push("\n        ) ;\n        rdf:type owl:Class\n    ]");
        draft.triples += 3;
    }
}

fn restriction(draft: &mut Draft) {
    draft.push("[ rdf:type owl:Restriction ;\n                      owl:onProperty ");
    name(draft);
    draft.push(" ;\n                      ");
    draft.pick(&["owl:someValuesFrom ", "owl:allValuesFrom "]);
    name(draft);
    draft.push("\n                    ]");
    draft.triples += 3;
}

fn property(draft: &mut Draft) {
    draft.pick(&["owl:ObjectProperty", "owl:DatatypeProperty"]);
    draft.triples += 1;
    for predicate in ["rdfs:domain", "rdfs:range", "rdfs:subPropertyOf"] {
        draft.push(" ;\n    ");
        draft.push(predicate);
        draft.push(" ");
        name(draft);
        draft.triples += 1;
    }
}

/// Labels, and texts from a line to a page.
fn explanation(draft: &mut Draft) {
    for (predicate, most) in [
        ("rdfs:label", 3),
        ("skos:definition", 40),
        ("rdfs:comment", 250),
    ] {
        draft.push(" ;\n    ");
        draft.push(predicate);
        for index in 0..draft.random.between(1, 3) {
            draft.push(if index == 0 { " " } else { " ,\n        " });
            text(draft, most);
            draft.language_tag();
            draft.triples += 1;
        }
    }
}

/// Up to `most` words; a text of more than a few lines is a long string.
fn text(draft: &mut Draft, most: usize) {
    let quotes = if most > 100 { "\"\"\"" } else { "\"" };
    draft.push(quotes);
    draft.words(1, most.min(12));
    for _ in 0..draft.random.below(most / 12 + 1) {
        draft.push(if quotes.len() == 3 { ".\n" } else { "; " });
        draft.words(4, 12);
    }
    draft.push(quotes);
}

fn name(draft: &mut Draft) {
    match draft.random.percent(75) {
        true => {
            draft.push(":");
            draft.pick(WORDS);
            draft.serial();
        }
        false => {
            let number = draft.random.below(10_000_000);
            draft.push(&format!("obo:BFO_{number:07}"));
        }
    }
}
