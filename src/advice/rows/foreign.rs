//! Signs of SPARQL and of Notation3: paths, functions, variables and rules, which RDF does not have.

use crate::advice::fault::{FaultView, Wanted, word};
use crate::advice::{AdviceDraft, words};
use std::ops::Range;

/// The sign that the fault begins with, the text after it, and its place.
fn sign<'a>(fault: &FaultView<'a>) -> Option<(char, &'a str, Range<usize>)> {
    let rest = fault.rest();
    let sign = rest.chars().next()?;
    Some((sign, &rest[sign.len_utf8()..], fault.start..fault.start + 1))
}

fn of_sparql(what: &str) -> AdviceDraft {
    AdviceDraft::new(format!("RDF has no {what}; this is SPARQL"))
}

fn of_notation3(sign: &str, fault: &FaultView<'_>) -> AdviceDraft {
    let title = fault.dialect.title();
    AdviceDraft::new(format!(
        "`{sign}` is Notation3, and the document is read as {title}"
    ))
}

pub(super) fn path(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (sign, after, place) = sign(fault)?;
    let (is_before_object, follows_name) = (fault.wanted == Wanted::Object, fault.follows_name());
    let (draft, help) = match sign {
        '/' | '|' if fault.is_joined() && word(after).contains(':') && is_before_object => (
            of_sparql("paths"),
            format!(
                "write a statement for each step; or, if the `{sign}` is part of the name, `\\{sign}`"
            ),
        ),
        '*' | '+' | '?'
            if follows_name && is_before_object && after.starts_with(char::is_whitespace) =>
        {
            (of_sparql("paths"), STEPS.to_owned())
        }
        '!' if fault.is_before_predicate() => (of_sparql("paths"), STEPS.to_owned()),
        '^' if !after.starts_with('^') => (
            of_notation3("^", fault),
            "paths are Notation3 and SPARQL: write the statement the other way round".to_owned(),
        ),
        _ => return None,
    };
    Some(draft.at(place).help(help))
}

const STEPS: &str = "leave the sign out, and write a statement for each step";

pub(super) fn function(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (sign, after, place) = sign(fault)?;
    let is_call = sign == '(' && fault.follows_name() && after.starts_with(['"', '\'']);
    let name = fault.token_before(1).filter(|_| is_call)?;
    let written = words::short(fault.text_before(1));
    let draft = of_sparql("functions").at(name.start..place.end);
    Some(draft.help(format!(
        "a literal with a datatype is written `\"…\"^^{written}`"
    )))
}

pub(super) fn variable(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (sign, after, _) = sign(fault)?;
    let is_variable = matches!(sign, '?' | '$')
        && after.starts_with(char::is_alphabetic)
        && !fault.follows_name();
    let draft = of_sparql("variables").at(fault.word_range());
    is_variable.then(|| draft.help("write an IRI, or a blank node such as `_:b1`"))
}

pub(super) fn notation3(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (sign, _, place) = sign(fault)?;
    let rest = fault.rest();
    if !fault.is_before_predicate() || fault.follows_name() {
        return None;
    }
    if rest.starts_with("=>") || rest.starts_with("<=") {
        let draft = of_notation3(&rest[..2], fault).at(place.start..place.end + 1);
        return Some(draft.help("RDF has no rules; this is Notation3"));
    }
    let draft = (sign == '=').then(|| of_notation3("=", fault).at(place));
    Some(draft?.help("write `owl:sameAs`, if that is meant"))
}
