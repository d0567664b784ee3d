//! Signs of SPARQL and of Notation3: paths, functions, variables and rules, which RDF does not have.

use crate::fault::{FaultView, Wanted, is_iri, word};
use crate::{AdviceDraft, words};
use std::ops::Range;

/// The sign that the fault begins with, the text after it, and its place.
fn sign<'a>(fault: &FaultView<'a>) -> Option<(char, &'a str, Range<usize>)> {
    let rest = fault.rest();
    let sign = rest.chars().next()?;
    let length = sign.len_utf8();
    Some((sign, &rest[length..], fault.start..fault.start + length))
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
    let is_place = is_before_object || fault.is_after_object();
    let (draft, help) = match sign {
        '/' if fault.is_joined() && word(after).contains(':') && is_before_object => (
            of_sparql("paths"),
            "write a statement for each step; or, if the `/` is part of the name, `\\/`".to_owned(),
        ),
        '|' if fault.is_joined() && word(after).contains(':') && is_place => (
            of_sparql("paths"),
            "write a statement for each of the names".to_owned(),
        ),
        '!' if fault.is_joined() && word(after).contains(':') => {
            (of_notation3("!", fault), NODE_OF_PATH.to_owned())
        }
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

const NODE_OF_PATH: &str = "a path is Notation3: write a blank node in its place, and a statement that has that as its object";

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
    let (sign, after, place) = sign(fault)?;
    let rest = fault.rest();
    if !fault.is_before_predicate() || fault.follows_name() {
        return None;
    }
    let is_apart = rest
        .get(2..)
        .is_some_and(|rest| rest.starts_with(char::is_whitespace));
    if rest.starts_with("=>") || (rest.starts_with("<=") && is_apart) {
        let draft = of_notation3(&rest[..2], fault).at(place.start..place.end + 1);
        return Some(draft.help("RDF has no rules; this is Notation3"));
    }
    if sign != '=' {
        return None;
    }
    let is_of_graph = fault.dialect.has_named_graphs() && after.trim_start().starts_with('{');
    Some(match is_of_graph {
        true => AdviceDraft::new("`=` is not allowed between a graph and its name")
            .guess()
            .leave_out(place),
        false => of_notation3("=", fault)
            .at(place)
            .help("write `owl:sameAs`, if that is meant"),
    })
}

/// `ex:a is ex:p of ex:b`, `ex:a has ex:p ex:b`.
pub(super) fn verb_of_notation3(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let line = fault.line_from(fault.start);
    let mut words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    let (verb, predicate, third) = (words.next()?, words.next()?, words.next()?);
    let is_predicate = is_iri(predicate) || predicate == "a";
    if !fault.is_before_predicate() || !is_predicate {
        return None;
    }
    let place = fault.start..fault.start + verb.len();
    match (verb, third) {
        ("is", "of") => {
            let object = words::short(word(words.next()?));
            let help = format!(
                "write it the other way round: `{object} {} {}`",
                words::short(predicate),
                words::short(fault.text_before(1))
            );
            let draft = of_notation3("is … of", fault).at(place);
            Some(match fault.is_after_subject() && !object.is_empty() {
                true => draft.help(help),
                false => draft.help("write a statement the other way round"),
            })
        }
        ("has", _) => {
            let place = place.start..place.end + 1;
            Some(of_notation3("has", fault).replace(place, "", "leave it out"))
        }
        _ => None,
    }
}

/// `@forAll`, `@forSome`, `@keywords`.
pub(super) fn directive_of_notation3(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let written = fault.word();
    let help = match written {
        "@forAll" | "@forSome" => {
            "RDF has no variables; a blank node stands for something that exists"
        }
        "@keywords" => "leave it out, and write keywords as Turtle has them",
        _ => return None,
    };
    let is_place = fault.wanted == Wanted::Statement;
    is_place.then(|| {
        of_notation3(written, fault)
            .at(fault.word_range())
            .help(help)
    })
}

/// `sh:select SELECT ?x WHERE { … }`.
pub(super) fn query_as_object(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    const FORMS: [&str; 4] = ["ASK", "CONSTRUCT", "DESCRIBE", "SELECT"];
    let is_form = FORMS.contains(&fault.word().to_ascii_uppercase().as_str());
    let is_query = fault.rest().contains(['?', '$', '{']);
    (is_form && is_query && fault.wanted == Wanted::Object).then(|| {
        AdviceDraft::new("a query of SPARQL is a string here, and needs quotation marks")
            .at(fault.word_range())
            .help(match fault.dialect.is_line_based() {
                true => "write it between `\"` and `\"`",
                false => "write it between `\"\"\"` and `\"\"\"`",
            })
    })
}
