//! Brackets of two or three signs: written apart, or not in full.

use crate::advice::AdviceDraft;
use crate::advice::fault::{FaultView, Wanted, is_iri, is_term};
use crate::engine::brackets;

const SIGNS: [&str; 6] = ["{|", "|}", "<<(", "<<", ")>>", ">>"];

/// `{ | … | }`, `< < … > >`, `<<( … ) >>`.
pub(super) fn apart(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let signs = SIGNS.into_iter();
    let mut signs = signs.filter(|sign| fault.expects(&format!("'{sign}'")));
    let (sign, length) = signs.find_map(|sign| Some((sign, length_apart(sign, fault.rest())?)))?;
    Some(
        AdviceDraft::new(format!("no space stands within `{sign}`"))
            .at(fault.start..fault.start + length)
            .help(format!("write `{sign}`")),
    )
}

/// `ex:p << ( ex:a ex:b ex:c ) >>`
pub(super) fn triple_term_apart(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let opens = fault
        .token_before(1)
        .filter(|_| fault.text_before(1) == "<<")?;
    let is_first = fault.before.len() == 1;
    let mut after = fault.tokens_after(fault.around.fault.end);
    let is_triple = [(); 3]
        .into_iter()
        .all(|()| after.next().is_some_and(is_term));
    let is_closed = is_triple && after.next() == Some(")") && after.next() == Some(">>");
    (fault.found() == "(" && is_closed && !is_first).then(|| {
        AdviceDraft::new("no space stands within `<<(` and `)>>`")
            .at(opens.start..fault.around.fault.end)
            .help("write `<<( … )>>`, if a triple term is meant")
    })
}

/// The length of a sign that a text begins with, if there are spaces in it, and one after it.
fn length_apart(sign: &str, text: &str) -> Option<usize> {
    let blanks = [' ', '\t'];
    let mut signs = sign.chars();
    let first = text.strip_prefix(signs.next()?)?;
    let rest = signs.try_fold(first, |rest, c| {
        rest.trim_start_matches(blanks).strip_prefix(c)
    })?;
    let length = text.len() - rest.len();
    let is_alone = rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r', '.', ';', ',']);
    (length > sign.len() && is_alone).then_some(length)
}

/// `{| … }`, `{| … |`, `<< … >`, `<<( … )`: a part of the sign that closes the bracket.
pub(super) fn closed_in_part(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (open, closes) = fault.open_bracket()?;
    let part = part(fault);
    let is_part = !part.is_empty() && part != closes && closes.contains(part);
    if !is_part || !fault.expects(&format!("'{closes}'")) {
        return None;
    }
    let place = fault.start..fault.start + part.len();
    let opens = &fault.around.text[open.clone()];
    Some(
        AdviceDraft::new(format!(
            "`{opens}` is closed by `{closes}`, not by `{part}`"
        ))
        .at(place.clone())
        .also(Some(open), "opened here")
        .write(place, closes),
    )
}

/// `[ ex:p 1 )`: a sign that closes brackets of another kind, of which none is open.
pub(super) fn closed_by_another(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let found = fault.found();
    let open = fault.open_brackets();
    let (last, closes) = open.last()?.clone();
    let closes_one = open.iter().any(|(_, closes)| *closes == found);
    let is_other = brackets::closes(found) && !closes_one && !closes_graph(fault);
    (is_other && fault.expects(&format!("'{closes}'"))).then(|| {
        let opens = &fault.around.text[last.clone()];
        AdviceDraft::new(format!(
            "`{opens}` is closed by `{closes}`, not by `{found}`"
        ))
        .also(Some(last), "opened here")
        .write(fault.around.fault.clone(), closes)
    })
}

/// Whether the fault is the brace that closes the graph: then nothing follows it that goes on with the statement.
fn closes_graph(fault: &FaultView<'_>) -> bool {
    let next = fault.tokens_after(fault.around.fault.end).next();
    let goes_on = next.is_some_and(brackets::follows_bracket);
    fault.found() == "}" && fault.is_in_graph() && !goes_on
}

/// The token at fault, or the beginning of it that is there.
fn part<'a>(fault: &FaultView<'a>) -> &'a str {
    match fault.within.is_empty() {
        true => fault.found(),
        false => &fault.around.text[fault.start..fault.around.fault.start],
    }
}

/// `ex:c { ex:p 1 }`: an annotation is meant, or a graph is where none can be.
pub(super) fn annotation_without_bars(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    if !fault.is_after_object() || !fault.expects("'{|'") || part(fault) != "{" {
        return None;
    }
    let mut after = fault.tokens_after(fault.start + 1);
    let [verb, object, end] = [(); 3].map(|()| after.next().unwrap_or_default());
    let is_pair = (is_iri(verb) || verb == "a") && is_term(object);
    // A triple of a graph has three terms.
    let is_annotation = is_pair && matches!(end, "}" | ";" | ",");
    (is_annotation || !fault.dialect.has_named_graphs()).then(|| {
        AdviceDraft::new("an annotation stands between `{|` and `|}`")
            .at(fault.start..fault.start + 1)
            .also(fault.token_before(1), "after this object")
            .help("write `{| … |}`, if an annotation is meant")
    })
}

/// `ex:foo{bar}`: most likely a part of a name.
pub(super) fn brace_in_name(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_place = fault.is_after_object() || fault.wanted == Wanted::Object;
    (is_place && fault.follows_name() && fault.rest().starts_with('{')).then(|| {
        AdviceDraft::new("a local name cannot have `{` in it")
            .at(fault.start..fault.start + 1)
            .also(fault.token_before(1), "this name ends before it")
            .help("write the IRI in full, with `%7B` for `{` and `%7D` for `}`")
    })
}
