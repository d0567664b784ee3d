//! The data of an error, put into words: for what no row knows.

use super::Draft;
use super::fault::{Fault, Wanted};
use super::words::{either, kind_of, object, predicate, short};
use crate::SyntaxErrorKind;

pub(super) fn advice(fault: &Fault<'_>) -> Draft {
    match fault.error.kind() {
        SyntaxErrorKind::Unexpected {
            within: Some(_), ..
        } => cut_short(fault),
        SyntaxErrorKind::Unexpected { .. } => unexpected(fault),
        SyntaxErrorKind::NestingLimit { .. } => {
            Draft::new(fault.error.message()).help("`--nesting-limit LEVELS` allows more")
        }
        SyntaxErrorKind::StatementTooLarge { .. } => {
            Draft::new(fault.error.message()).help("`--statement-limit BYTES` allows more")
        }
        SyntaxErrorKind::IriTooLong { .. } => {
            Draft::new(fault.error.message()).help("`--iri-limit BYTES` allows more")
        }
        SyntaxErrorKind::PrefixesTooLarge { .. } => {
            Draft::new(fault.error.message()).help("`--prefix-limit BYTES` allows more")
        }
        _ => Draft::new(fault.error.message()),
    }
}

/// A token that has begun and does not go on like this.
fn cut_short(fault: &Fault<'_>) -> Draft {
    const KINDS: [(&str, &str); 8] = [
        ("STRING", "a string"),
        ("IRI", "an IRI"),
        ("LANG", "a language tag"),
        ("BLANK_NODE_LABEL", "a blank node label"),
        ("PNAME", "a prefixed name"),
        ("INTEGER", "a number"),
        ("DECIMAL", "a number"),
        ("DOUBLE", "a number"),
    ];
    let kinds = KINDS.iter().filter(|(token, _)| fault.is_within(token));
    let mut kinds = kinds.map(|(_, kind)| *kind);
    let Some(kind) = kinds
        .next()
        .filter(|first| kinds.all(|kind| kind == *first))
    else {
        return Draft::new(fault.error.kind().to_string());
    };
    let begun = fault.start..fault.around.fault.start;
    let found = match fault.found() {
        _ if fault.is_at_end() => "with the end of the document".to_owned(),
        " " | "\t" => "with a space".to_owned(),
        "\n" | "\r" => "with the end of the line".to_owned(),
        found => format!("with `{}`", short(found)),
    };
    Draft::new(format!("{kind} cannot go on {found}")).also(
        Some(begun).filter(|begun| !begun.is_empty() && fault.has_start),
        "it begins here",
    )
}

fn unexpected(fault: &Fault<'_>) -> Draft {
    let first = |is: fn(char) -> bool| fault.found().starts_with(is);
    // Languages of lines have no numbers: a digit is found alone.
    let is_word = (first(char::is_alphabetic) && kind_of(fault.found()).is_none())
        || (first(|c| c.is_ascii_digit()) && fault.dialect.is_line_based());
    let found = match fault.is_at_end() {
        true => "the end of the document".to_owned(),
        false => match (fault.found(), kind_of(fault.found())) {
            ("\n" | "\r", _) => "the end of the line".to_owned(),
            _ if is_word => format!("`{}`", short(fault.word())),
            (found, Some(kind)) => format!("{kind}, `{}`", short(found)),
            (found, None) => format!("`{}`", short(found)),
        },
    };
    let (wanted, label) = match fault.wanted {
        Wanted::Statement => ("a statement".to_owned(), String::new()),
        Wanted::Subject => (
            "a subject".to_owned(),
            "a subject is an IRI or a blank node".to_owned(),
        ),
        Wanted::Predicate => (
            "a predicate".to_owned(),
            predicate(fault.dialect).to_owned(),
        ),
        Wanted::Object => ("an object".to_owned(), object(fault.dialect).to_owned()),
        Wanted::Iri => ("an IRI".to_owned(), String::new()),
        Wanted::End if fault.dialect.is_line_based() => ("`.`".to_owned(), String::new()),
        Wanted::End => ("the end of the statement".to_owned(), fault.ways_on()),
        Wanted::PredicateOrEnd => ("a predicate".to_owned(), fault.ways_on()),
        Wanted::EndInBrackets | Wanted::Other => (expected(fault), String::new()),
    };
    let place = match is_word {
        true => fault.word_range(),
        false => fault.around.fault.clone(),
    };
    let draft = Draft::new(format!("expected {wanted}, found {found}"))
        .at(place)
        .label(label);
    match fault.wanted {
        Wanted::End | Wanted::PredicateOrEnd => {
            draft.also(fault.token_before(1), "after this").ask_others()
        }
        _ => draft.ask_others(),
    }
}

/// What the grammar allows, in its own words.
fn expected(fault: &Fault<'_>) -> String {
    match fault.error.kind() {
        SyntaxErrorKind::Unexpected { expected, .. } if !expected.is_empty() => either(expected),
        _ => "something else".to_owned(),
    }
}
