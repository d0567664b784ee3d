//! Repairs: the smallest changes of the tokens near a fault after which the statement is read, and what follows it.
//!
//! Invariant: each repair was tried. The productions read the statement with it from its beginning to its end, and a few tokens of
//! what follows, as far as the error keeps the text. The number of changes that are tried depends on nothing but
//! [how many tokens are near](near::BEFORE), and each reads [so many tokens](near::MOST) at most.

mod edits;
mod likelihood;
mod near;
mod roles;

use super::fault::FaultView;
pub(super) use edits::Edit;
use edits::is_separator;
use near::{RepairReach, Vicinity};
use std::cell::LazyCell;

/// The most repairs that are offered as alternatives.
const MOST_OFFERED: usize = 5;
/// How much less likely than the first an alternative may be that is offered.
const MARGIN: u32 = 14;
/// How much less likely the next repair has to be for the first to be certain.
const CERTAINTY: u32 = 22;

/// The repairs of a fault, the likeliest first.
pub(super) struct Repairs {
    pub(super) edits: Vec<Edit>,
    /// Whether the first is the only one that comes into question.
    pub(super) is_certain: bool,
    /// That a term may be missing instead, which only the author can write.
    pub(super) missing: Option<String>,
    /// How many faults are left near them.
    pub(super) leaves: LeftFaults,
}

/// What is still at fault after a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LeftFaults {
    Nothing,
    /// The next statement, which may come from the repair.
    Next,
    /// The same statement, further on.
    Same,
}

/// What is read at least, and what is left then.
const REACHES: [(RepairReach, LeftFaults); 3] = [
    (RepairReach::Whole, LeftFaults::Nothing),
    (RepairReach::Following(2), LeftFaults::Next),
    (RepairReach::Within(3), LeftFaults::Same),
];

/// Finds the repairs that reach as far as any change does; none, if the error keeps too little of the text. Each change is tried once.
pub(super) fn find(fault: &FaultView<'_>) -> Option<Repairs> {
    let near = &Vicinity::new(fault)?;
    let tried = |edits: Vec<Edit>| -> Vec<(Edit, RepairReach)> {
        let tried = edits.into_iter().map(|edit| {
            let reach = near.reach(&edit.place, &edit.text);
            (edit, reach)
        });
        tried.collect()
    };
    let single = tried(edits::single(near));
    let double = LazyCell::new(|| tried(edits::double(near)));
    REACHES.into_iter().find_map(|(least, leaves)| {
        let mut edits = reaching(&single, least);
        if edits.is_empty() {
            edits = reaching(&double, least);
        }
        of_edits(near, edits, least, leaves)
    })
}

fn reaching(tried: &[(Edit, RepairReach)], least: RepairReach) -> Vec<Edit> {
    let reaching = tried.iter().filter(|(_, reach)| *reach >= least);
    reaching.map(|(edit, _)| edit.clone()).collect()
}

fn of_edits(
    near: &Vicinity<'_>,
    edits: Vec<Edit>,
    least: RepairReach,
    leaves: LeftFaults,
) -> Option<Repairs> {
    let mut rated = likelihood::rated(near, edits);
    let (best, first) = rated.first()?;
    let is_sure =
        (leaves != LeftFaults::Next || keeps_end(near, first)) && can_be_certain(near, first);
    let best = *best;
    let mut terms = edits::terms(near);
    terms.retain(|edit| near.reach(&edit.place, &edit.text) >= least);
    let terms = likelihood::rated(near, terms);
    let of_term = terms.first().map(|(cost, _)| *cost);
    let others = rated
        .get(1)
        .map(|(cost, _)| *cost)
        .into_iter()
        .chain(of_term);
    let is_certain = is_sure && others.min().is_none_or(|cost| cost > best + CERTAINTY);
    let most = of_term.map_or(best, |cost| best.min(cost)) + MARGIN;
    rated.retain(|(cost, _)| *cost <= most);
    if rated.is_empty() {
        return None;
    }
    let missing = terms.into_iter().next();
    let missing = missing.filter(|(cost, _)| *cost <= best + MARGIN);
    rated.truncate(MOST_OFFERED);
    Some(Repairs {
        edits: rated.into_iter().map(|(_, edit)| edit).collect(),
        is_certain,
        missing: missing.map(|(_, edit)| edit.words),
        leaves,
    })
}

/// Whether the statement ends where it did: what follows is then read as it was, and its faults are not the change's.
fn keeps_end(near: &Vicinity<'_>, edit: &Edit) -> bool {
    !edit.text.contains('.') && !near.text[edit.place.clone()].contains('.')
}

/// Whether no change beyond those that are tried comes into question. A bracket may be too much, or missing, anywhere since the one
/// that it belongs to; and what a mark belongs to that is left out, nobody knows. `tests/repairs.rs` counts how often this is wrong.
fn can_be_certain(near: &Vicinity<'_>, edit: &Edit) -> bool {
    const MARKS: [&str; 7] = ["\"", "'", "<", ">", "@", "^", "^^"];
    let removed = near.text[edit.place.clone()].trim();
    match (removed, edit.text.trim()) {
        ("", added) => is_separator(added) || MARKS.contains(&added),
        (removed, "") => is_separator(removed),
        (removed, added) => is_separator(removed) && is_separator(added),
    }
}

#[cfg(test)]
mod tests {
    use crate::advice::Help;
    use crate::{Dialect, Parser};
    use std::ops::Range;

    const DOCUMENT: &str = "@prefix ex: <http://example.org/> .

ex:a a ex:C ;
  ex:label \"one\"@en , \"eins\"@de ;
  ex:part [
    ex:list ( 1 2 3 ) ;
    ex:size \"5\"^^ex:metres
  ] .

ex:b a ex:D .
";

    /// Each remedy of the first fault, as a document.
    fn mended(text: &str) -> Vec<(String, bool)> {
        let error = Parser::new(Dialect::Turtle12).parse_str(text).check();
        let error = error.unwrap_err();
        let advice = error.as_syntax().unwrap().advice();
        let replaced = advice.help().iter().filter_map(|help| {
            let it = help.replacement()?;
            let Range { start, end } = it.bytes.clone();
            let (before, after) = (&text[..start as usize], &text[end as usize..]);
            Some(([before, &it.text, after].concat(), Help::is_certain(help)))
        });
        replaced.collect()
    }

    fn triples(text: &str) -> Option<Vec<String>> {
        let mut triples = Vec::new();
        let read = Parser::new(Dialect::Turtle12)
            .parse_str(text)
            .for_each_quad(|quad, _| triples.push(format!("{quad:?}")));
        read.ok().map(|()| triples)
    }

    /// Each sign is left out where it stands, and doubled; where that is a fault, the first remedy gives the document back.
    #[test]
    fn the_first_repair_gives_the_document_back() {
        let signs = ['.', ';', ',', '[', ']', '(', ')', '^', '@', '"'];
        let body = DOCUMENT.find("ex:a").unwrap();
        let right = triples(DOCUMENT);
        let (mut faults, mut mends) = (0, 0);
        for (at, sign) in DOCUMENT
            .char_indices()
            .filter(|(at, c)| *at >= body && signs.contains(c))
        {
            let (before, after) = (&DOCUMENT[..at], &DOCUMENT[at + sign.len_utf8()..]);
            for damaged in [
                [before, after].concat(),
                format!("{before}{sign} {sign}{after}"),
            ] {
                // The marks of a string, and of its datatype or language, are no tokens when they are doubled.
                let is_mark = matches!(sign, '^' | '@' | '"') && damaged.len() > DOCUMENT.len();
                if is_mark || triples(&damaged).is_some() {
                    continue;
                }
                faults += 1;
                let mended = mended(&damaged);
                for (text, _) in &mended {
                    assert!(triples(text).is_some(), "{damaged}\n{text}");
                }
                assert!(mended.len() <= super::MOST_OFFERED, "{damaged}");
                mends += usize::from(
                    mended
                        .first()
                        .is_some_and(|(text, _)| triples(text) == right),
                );
            }
        }
        assert!(
            faults > 20 && mends * 4 >= faults * 3,
            "{mends} of {faults}"
        );
    }

    /// The title, the help and the replacement of the first fault, from a slice and from a reader.
    fn told(text: &str) -> (String, Vec<String>) {
        let parser = Parser::new(Dialect::Turtle12);
        let told = |error: crate::Error| {
            let advice = error.as_syntax().unwrap().advice();
            let help = advice.help().iter().map(|help| {
                let written = help.replacement().map(|it| it.text.as_str());
                format!("{help}: {written:?}")
            });
            (advice.title().to_owned(), help.collect())
        };
        let from_slice = told(parser.parse_str(text).check().unwrap_err());
        let from_reader = told(parser.parse_reader(text.as_bytes()).check().unwrap_err());
        assert_eq!(from_slice, from_reader);
        from_slice
    }

    /// A fault far into its statement has the advice that it has in a short one; where the text ends that an error keeps, less is
    /// said, and nothing is offered.
    #[test]
    fn the_length_of_a_statement_does_not_matter() {
        let objects = |bytes: usize| " <x:object> ,\n".repeat(bytes / 14) + " <x:last> ;\n";
        for rest in [
            "  <x:q> http://example.org/b> ;\n  <x:r> 1 .\n",
            "  <x:q> \"x\"\n<x:a> <x:b> <x:c> .\n",
            "  <x:q> [ <x:r> 1 ;\n<x:a> <x:b> <x:c> .\n",
            "  <x:q> \"a\" \"b\" .\n",
        ] {
            let text = |bytes| ["<x:s> <x:p>\n", &objects(bytes), rest].concat();
            let short = told(&text(100));
            assert!(!short.1.is_empty(), "{short:?}");
            for bytes in [5, 100, 400] {
                assert_eq!(told(&text(bytes * 1024)), short);
            }
            let (title, help) = told(&text(600 * 1024));
            assert!(
                title.starts_with("expected ") || title.contains("cannot go on"),
                "{title}"
            );
            assert!(help.iter().all(|help| help.ends_with("None")), "{help:?}");
        }
    }

    #[test]
    fn of_several_repairs_none_is_certain() {
        let [(text, true)] = &mended("<x:s> <x:p> 1\n  <x:q> 2 .")[..] else {
            panic!("one repair")
        };
        assert_eq!(text, "<x:s> <x:p> 1 ;\n  <x:q> 2 .");
        let several = mended("<x:s> <x:p> [ <x:q> 1 ; <x:r> 2 .");
        assert!(several.len() > 1 && several.iter().all(|(_, is_certain)| !is_certain));
    }
}
