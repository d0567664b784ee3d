//! Turtle off the beaten track of ASCII letters: escapes of every kind, other scripts, long strings.

use super::Recipe;
use super::draft::{Draft, FOREIGN, WORDS};

pub const RECIPE: Recipe = Recipe {
    open: |draft| draft.push(PREFIXES),
    add: statement,
    close: |_| {},
};

const PREFIXES: &str = "\
@prefix ex: <http://example.org/> .
@prefix größe: <http://example.org/gr\\u00F6\\u00DFe/> .
@prefix 学: <http://example.org/\\u5B66/> .
@prefix λ.1: <http://example.org/λ/> .
";

const NAMESPACES: &[&str] = &["ex:", "größe:", "学:", "λ.1:"];

/// What may follow a letter in a local name, and leaves the IRI valid: no `\#` twice, no `\%` by itself.
const IN_NAMES: &[&str] = &[
    "\\,", "\\;", "\\!", "\\$", "\\&", "\\'", "\\(", "\\)", "\\*", "\\+", "\\=", "\\/", "\\?",
    "\\@", "\\~", "\\.", "\\-", "\\_", "%20", "%C3%A9", ":", "-", "·",
];

/// Letters, since they have to be valid in IRIs too.
const UCHARS: &[&str] = &[
    "\\u00E9",
    "\\u00DF",
    "\\u03A9",
    "\\u0416",
    "\\u540D",
    "\\uAC00",
    "\\U00010400",
    "\\U000020AC",
    "\\u0041",
];

const ECHARS: &[&str] = &["\\t", "\\n", "\\r", "\\b", "\\f", "\\\"", "\\'", "\\\\"];

fn statement(draft: &mut Draft) {
    name(draft);
    for index in 0..draft.random.between(1, 6) {
        draft.push(if index == 0 { " " } else { " ;\n    " });
        name(draft);
        draft.objects(object);
    }
    draft.push(" .\n");
}

fn object(draft: &mut Draft) {
    match draft.random.below(100) {
        0..25 => name(draft),
        25..40 => iri(draft),
        40..45 => {
            draft.push("_:");
            draft.pick(FOREIGN);
            draft.serial();
        }
        45..85 => short_string(draft),
        _ => long_string(draft),
    }
}

fn name(draft: &mut Draft) {
    draft.pick(NAMESPACES);
    letters(draft);
    for _ in 0..draft.random.between(0, 3) {
        draft.pick(IN_NAMES);
        letters(draft);
    }
    draft.serial();
}

fn letters(draft: &mut Draft) {
    if draft.random.percent(60) {
        draft.pick(FOREIGN);
    } else {
        draft.pick(WORDS);
    }
}

fn iri(draft: &mut Draft) {
    draft.push("<http://example.org/");
    for _ in 0..draft.random.between(1, 4) {
        letters(draft);
        draft.pick(UCHARS);
    }
    draft.serial();
    draft.push(">");
}

fn short_string(draft: &mut Draft) {
    let quote = draft.random.pick(&["\"", "'"]);
    draft.push(quote);
    for _ in 0..draft.random.between(1, 12) {
        characters(draft);
    }
    draft.push(quote);
    match draft.random.below(4) {
        0 => draft.language_tag(),
        1 => {
            draft.push("^^");
            name(draft);
        }
        _ => {}
    }
}

/// About a screen of text, with lines and quotation marks in it that need no escape.
fn long_string(draft: &mut Draft) {
    let (quotes, inner) = draft
        .random
        .pick(&[("\"\"\"", " \"so\" \"\"\n"), ("'''", " 'so' ''\n")]);
    draft.push(quotes);
    for _ in 0..draft.random.between(10, 120) {
        characters(draft);
        if draft.random.percent(10) {
            draft.push(inner);
        }
    }
    draft.push(quotes);
}

/// A few characters of a string.
fn characters(draft: &mut Draft) {
    match draft.random.below(10) {
        0..4 => draft.pick(UCHARS),
        4..6 => draft.pick(ECHARS),
        6..8 => draft.pick(FOREIGN),
        _ => draft.words(1, 4),
    }
}
