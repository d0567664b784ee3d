//! Items of Wikidata as its dumps have them in Turtle: names in many languages, and claims, each with a node of its own
//! that has qualifiers and a reference.

use super::Recipe;
use super::draft::{Draft, FOREIGN};

pub const RECIPE: Recipe = Recipe {
    open: |draft| draft.push(PREFIXES),
    add: item,
    close: |_| {},
};

const PREFIXES: &str = "\
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix wikibase: <http://wikiba.se/ontology#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix schema: <http://schema.org/> .
@prefix prov: <http://www.w3.org/ns/prov#> .
@prefix geo: <http://www.opengis.net/ont/geosparql#> .
@prefix wd: <http://www.wikidata.org/entity/> .
@prefix data: <https://www.wikidata.org/wiki/Special:EntityData/> .
@prefix s: <http://www.wikidata.org/entity/statement/> .
@prefix ref: <http://www.wikidata.org/reference/> .
@prefix wdt: <http://www.wikidata.org/prop/direct/> .
@prefix p: <http://www.wikidata.org/prop/> .
@prefix ps: <http://www.wikidata.org/prop/statement/> .
@prefix pq: <http://www.wikidata.org/prop/qualifier/> .
@prefix pr: <http://www.wikidata.org/prop/reference/> .

";

const LANGUAGES: &[&str] = &[
    "@en", "@de", "@fr", "@nl", "@es", "@it", "@pt-br", "@ru", "@ja", "@zh-hant", "@ar", "@uk",
    "@cs", "@fi",
];

fn item(draft: &mut Draft) {
    let [item, version] = [120_000_000, 2_000_000_000].map(|limit| draft.random.below(limit));
    let item = format!("Q{item}");
    draft.push(&format!(
        "data:{item} a schema:Dataset ;\n\tschema:about wd:{item} ;\n\tschema:version \"{version}\"^^xsd:integer ;\n\t\
         schema:dateModified \""
    ));
    draft.date();
    draft.push(&format!(
        "T00:00:00Z\"^^xsd:dateTime .\n\nwd:{item} a wikibase:Item"
    ));
    draft.triples += 5;
    names(draft);
    let claims: Vec<Claim> = (0..draft.random.between(1, 12))
        .map(|_| Claim::new(draft, &item))
        .collect();
    for claim in &claims {
        draft.push(&format!(
            " ;\n\twdt:P{0} {1} ;\n\tp:P{0} {2}",
            claim.property, claim.value, claim.node
        ));
        draft.triples += 2;
    }
    draft.push(" .\n\n");
    for claim in claims {
        claim.describe(draft);
    }
}

/// Labels, each three times, and descriptions.
fn names(draft: &mut Draft) {
    for _ in 0..draft.random.between(1, LANGUAGES.len()) {
        let start = draft.text.len();
        draft.push("\"");
        match draft.random.percent(30) {
            true => draft.pick(FOREIGN),
            false => draft.words(1, 3),
        }
        draft.push("\"");
        draft.pick(LANGUAGES);
        let label = draft.text.split_off(start);
        draft.push(&format!(
            " ;\n\trdfs:label {label} ;\n\tskos:prefLabel {label} ;\n\tschema:name {label}"
        ));
        draft.triples += 3;
        if draft.random.percent(60) {
            draft.push(" ;\n\tschema:description \"");
            draft.words(2, 8);
            draft.push("\"");
            draft.pick(LANGUAGES);
            draft.triples += 1;
        }
    }
}

/// That a property of an item has a value.
struct Claim {
    property: usize,
    value: String,
    node: String,
}

impl Claim {
    fn new(draft: &mut Draft, item: &str) -> Self {
        Self {
            property: draft.random.below(12_000),
            value: value(draft),
            node: format!("s:{item}-{}", uuid(draft)),
        }
    }

    fn describe(self, draft: &mut Draft) {
        draft.push(&format!(
            "{} a wikibase:Statement,\n\t\twikibase:BestRank ;\n\twikibase:rank wikibase:NormalRank ;\n\tps:P{} {}",
            self.node, self.property, self.value
        ));
        draft.triples += 4;
        for _ in 0..draft.random.below(3) {
            let qualifier = draft.random.below(12_000);
            let value = value(draft);
            draft.push(&format!(" ;\n\tpq:P{qualifier} {value}"));
            draft.triples += 1;
        }
        if draft.random.percent(70) {
            let [first, second, third] = [0; 3].map(|_| draft.random.below(1 << 40));
            draft.push(&format!(
                " ;\n\tprov:wasDerivedFrom ref:{first:010x}{second:010x}{third:010x}"
            ));
            draft.triples += 1;
        }
        draft.push(" .\n\n");
    }
}

/// An item, a time, a quantity, an identifier or a point.
fn value(draft: &mut Draft) -> String {
    let start = draft.text.len();
    match draft.random.below(100) {
        0..55 => {
            draft.push("wd:Q");
            draft.serial();
        }
        55..70 => {
            draft.push("\"");
            draft.date();
            draft.push("T00:00:00Z\"^^xsd:dateTime");
        }
        70..80 => {
            draft.push("\"+");
            draft.serial();
            draft.push("\"^^xsd:decimal");
        }
        80..95 => {
            draft.push("\"");
            draft.serial();
            draft.push("\"");
        }
        _ => {
            let [east, north] = [180, 90].map(|most| draft.random.below(most));
            draft.push(&format!(
                "\"Point({east}.{north:03} {north}.{east:03})\"^^geo:wktLiteral"
            ));
        }
    }
    draft.text.split_off(start)
}

fn uuid(draft: &mut Draft) -> String {
    let [head, tail] = [0; 2].map(|_| draft.random.below(1 << 32));
    let [second, third, fourth, fifth] = [0; 4].map(|_| draft.random.below(1 << 16));
    format!("{head:08X}-{second:04X}-{third:04X}-{fourth:04X}-{fifth:04X}{tail:08X}")
}
