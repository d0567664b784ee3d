//! Turtle of relative IRIs: a catalogue that says `@base`, and writes nearly all of its names relative to it.

use super::Recipe;
use super::draft::{Draft, WORDS};

pub const RECIPE: Recipe = Recipe {
    open: base,
    add: section,
    close: |_| {},
};

/// Short and long, with and without a path, a file name or a query at the end.
const BASES: &[&str] = &[
    "http://example.org/",
    "http://example.org/data",
    "https://data.example.org/catalogue/2024/edition/entries/index.ttl",
    "https://www.example.com/library/collections/manuscripts/",
    "https://example.net:8080/query?graph=all",
    "file:///srv/data/catalogue.ttl",
];

fn base(draft: &mut Draft) {
    let base = draft.random.pick(BASES);
    let (before, after) = draft
        .random
        .pick(&[("@base <", "> .\n"), ("BASE <", ">\n")]);
    for part in [before, base, after] {
        draft.push(part);
    }
}

/// A statement; one in a hundred is under a base of its own.
fn section(draft: &mut Draft) {
    if draft.random.percent(1) {
        draft.push("\n");
        base(draft);
    }
    draft.push("\n");
    iri(draft);
    draft.push(" a <#");
    draft.pick(WORDS);
    draft.push(">");
    draft.triples += 1;
    for _ in 0..draft.random.between(1, 8) {
        draft.push(" ;\n    ");
        predicate(draft);
        draft.objects(object);
    }
    draft.push(" .\n");
}

fn predicate(draft: &mut Draft) {
    draft.pick(&["<#", "<vocabulary#", "</ns/"]);
    draft.pick(WORDS);
    draft.push(">");
}

fn object(draft: &mut Draft) {
    match draft.random.below(100) {
        0..85 => iri(draft),
        85..90 => {
            draft.push("<http://example.org/elsewhere/");
            draft.pick(WORDS);
            draft.push(">");
        }
        _ => {
            draft.push("\"");
            draft.words(1, 6);
            draft.push("\"");
        }
    }
}

/// An IRI of each form that RFC 3986 resolves in a way of its own, the usual ones more often.
fn iri(draft: &mut Draft) {
    let before = match draft.random.below(100) {
        0..35 => "<",
        35..55 => "<#",
        55..67 => "<item/detail/",
        67..77 => "</archive/",
        77..85 => "<../",
        85..90 => "<../../other/",
        90..93 => "<./",
        93..97 => "<?id=",
        97..99 => "<//example.com/",
        _ => {
            draft.push("<>");
            return;
        }
    };
    draft.push(before);
    draft.pick(WORDS);
    draft.pick(&["", "_", "-", "/"]);
    draft.serial();
    // There is only one fragment in an IRI.
    if before != "<#" {
        draft.pick(&["", "", "", ".html", "/", "#it"]);
    }
    draft.push(">");
}
