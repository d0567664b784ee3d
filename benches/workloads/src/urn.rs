//! Turtle of prefixed names whose namespaces are URNs: nothing in them is a path or a host.

use super::Recipe;
use super::draft::{Draft, WORDS};

pub const RECIPE: Recipe = Recipe {
    open: |draft| draft.push(PREFIXES),
    add: statement,
    close: |_| {},
};

const PREFIXES: &str = "\
@prefix : <urn:example:> .
@prefix p: <urn:example:catalogue:property:> .
@prefix class: <urn:example:catalogue:class#> .
@prefix isbn: <urn:isbn:> .
@prefix uuid: <urn:uuid:> .
@prefix oid: <urn:oid:1.3.6.1.4.1.> .
@prefix nbn: <urn:nbn:de:bsz:21-opus-> .
PREFIX directive: <urn:lex:eu:council:directive:>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
";

fn statement(draft: &mut Draft) {
    draft.push("\n");
    name(draft);
    draft.push(" a class:");
    draft.pick(WORDS);
    draft.triples += 1;
    for _ in 0..draft.random.between(1, 8) {
        draft.push(" ;\n    p:");
        draft.pick(WORDS);
        draft.objects(object);
    }
    draft.push(" .\n");
}

fn object(draft: &mut Draft) {
    match draft.random.below(100) {
        0..85 => name(draft),
        85..90 => {
            draft.push("\"");
            draft.date();
            draft.push("\"^^xsd:date");
        }
        _ => {
            draft.push("\"");
            draft.words(1, 6);
            draft.push("\"");
        }
    }
}

/// A name as each of these namespaces has them.
fn name(draft: &mut Draft) {
    match draft.random.below(100) {
        0..40 => {
            draft.push(":");
            draft.pick(WORDS);
            draft.pick(&["_", "-", ".", ":"]);
            draft.serial();
        }
        40..60 => uuid(draft),
        60..75 => {
            draft.push("isbn:978");
            draft.serial();
            draft.serial();
        }
        75..85 => {
            draft.push("oid:");
            draft.serial();
            draft.push(".2.");
            draft.serial();
        }
        85..93 => {
            draft.push("nbn:");
            draft.serial();
        }
        _ => {
            draft.push("directive:");
            draft.date();
            draft.push(":");
            draft.serial();
            draft.push("-eu");
        }
    }
}

fn uuid(draft: &mut Draft) {
    let [head, tail] = [0; 2].map(|_| draft.random.below(1 << 32));
    let [second, third, fourth, fifth] = [0; 4].map(|_| draft.random.below(1 << 16));
    draft.push(&format!(
        "uuid:{head:08x}-{second:04x}-{third:04x}-{fourth:04x}-{fifth:04x}{tail:08x}"
    ));
}
