//! The data of an error, put into words: for errors that fit no row.

use super::fault::{FaultView, Wanted};
use super::words::{either, predicate, short};
use super::{AdviceDraft, Setting};
use crate::brackets;
use turtle_peg::diagnosis::Backquoted;
use turtle_peg::diagnosis::{DEEPEST_NESTING, LARGEST_STATEMENT};
use turtle_peg::error::Unfinished;
use turtle_peg::tokens::{NamedToken, Sign, TermKind, TokenKind, TokenSort};
use turtle_peg::{Production, SyntaxErrorKind};

pub(super) fn advice(fault: &FaultView<'_>) -> AdviceDraft {
    match fault.error.kind() {
        SyntaxErrorKind::Unexpected {
            within: Some(begun),
            ..
        } => string_begun_far_before(fault, begun).unwrap_or_else(|| cut_short(fault)),
        SyntaxErrorKind::Unexpected { .. } => {
            bracket_opened_far_before(fault).unwrap_or_else(|| unexpected(fault))
        }
        _ => limit(AdviceDraft::new(fault.error.message()), fault.error.kind()),
    }
}

/// Adds the setting that raises the limit, if the error is a limit that can be larger.
fn limit(draft: AdviceDraft, kind: &SyntaxErrorKind) -> AdviceDraft {
    let (setting, of) = match *kind {
        SyntaxErrorKind::NestingLimit { limit, .. } if limit < DEEPEST_NESTING => {
            (Setting::NestingLimit, "nesting")
        }
        SyntaxErrorKind::NestingLimit { .. } => {
            return draft.help("the library allows more with its feature `deep-nesting`");
        }
        SyntaxErrorKind::StatementTooLarge { limit, .. } if limit < LARGEST_STATEMENT => {
            (Setting::StatementLimit, "statements")
        }
        SyntaxErrorKind::IriTooLong { .. } => (Setting::IriLimit, "IRIs"),
        SyntaxErrorKind::PrefixesTooLarge { .. } => (Setting::PrefixLimit, "prefixes"),
        _ => return draft,
    };
    draft.set(setting, format!("a larger limit of {of} allows more"))
}

/// A string that the document ends in, and that begins before the text. Only its place is known.
fn string_begun_far_before(fault: &FaultView<'_>, begun: &Unfinished) -> Option<AdviceDraft> {
    let [token] = begun.tokens.as_slice() else {
        return None;
    };
    let is_string = token.kind().sort() == Some(TokenSort::LongString);
    if fault.has_start || !fault.is_at_end() || !is_string {
        return None;
    }
    let marks = match token.kind() {
        TokenKind::Terminal(
            Production::STRING_LITERAL_LONG_SINGLE_QUOTE | Production::STRING_LITERAL_LONG1,
        ) => "'''",
        _ => "\"\"\"",
    };
    let title = format!("the string that begins at {} is never closed", begun.start);
    Some(
        AdviceDraft::new(title)
            .label("the document ends in it")
            .far(Some(begun.start), "it begins here")
            .help(format!("close it with `{marks}`")),
    )
}

/// A bracket that is not closed, and was opened before the text. Only its place is known.
fn bracket_opened_far_before(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let mut open = fault.error.context()?.open().iter().rev();
    let bracket = open.find(|open| open.production.is_bracketed())?;
    let opens = match bracket.production {
        Production::blankNodePropertyList => Sign::BracketBegin,
        Production::collection => Sign::ParenthesisBegin,
        Production::annotationBlock => Sign::AnnotationBegin,
        Production::reifiedTriple => Sign::ReifiedTripleBegin,
        Production::tripleTerm => Sign::TripleTermBegin,
        _ => return None,
    };
    let closes = opens.closing()?;
    let is_far = bracket.start.byte < fault.around.start.byte;
    let label = match fault.found() {
        _ if !is_far || !fault.expects(closes) => return None,
        _ if fault.is_at_end() => format!("the document ends without `{closes}`"),
        "." if fault.is_full_stop_between_brackets() => return None,
        found if found == "." || brackets::closes(found) => {
            format!("`{closes}` has to come before this")
        }
        _ => return None,
    };
    let title = format!(
        "the `{opens}` that was opened at {} is not closed",
        bracket.start
    );
    Some(
        AdviceDraft::new(title)
            .label(label)
            .far(Some(bracket.start), "it was opened here")
            .help(format!("close it with `{closes}`")),
    )
}

/// A token that has begun and does not go on like this.
fn cut_short(fault: &FaultView<'_>) -> AdviceDraft {
    let sorts = fault.within.iter().filter_map(|token| token.kind().sort());
    let mut kinds = sorts.map(|sort| match sort {
        TokenSort::String | TokenSort::LongString => "a string",
        TokenSort::Iri => "an IRI",
        TokenSort::LanguageTag => "a language tag",
        TokenSort::Label => "a blank node label",
        TokenSort::Name => "a prefixed name",
        TokenSort::Number => "a number",
    });
    let kind = kinds.next();
    let begun = fault.start..fault.around.fault.start;
    let is_sign = |token: &NamedToken| matches!(token.kind(), TokenKind::Sign(_));
    if fault.within.iter().all(is_sign) && !begun.is_empty() {
        let names = fault
            .within
            .iter()
            .map(|token| token.name().replace('\'', "`"));
        let wanted = either(&names.collect::<Vec<_>>());
        let found = Backquoted(fault.text(&begun)).to_string();
        return AdviceDraft::new(format!("expected {wanted}, found {found}")).at(begun);
    }
    let Some(kind) = kind.filter(|first| kinds.all(|kind| kind == *first)) else {
        return AdviceDraft::new(fault.error.kind().to_string());
    };
    let found = match fault.found() {
        _ if fault.is_at_end() => "with the end of the document".to_owned(),
        " " | "\t" => "with a space".to_owned(),
        "\n" | "\r" => "with the end of the line".to_owned(),
        found => format!("with {}", Backquoted(&short(found))),
    };
    AdviceDraft::new(format!("{kind} cannot go on {found}"))
        .also(
            Some(begun).filter(|begun| !begun.is_empty() && fault.has_start),
            "it begins here",
        )
        .yields()
}

fn unexpected(fault: &FaultView<'_>) -> AdviceDraft {
    let first = |is: fn(char) -> bool| fault.found().starts_with(is);
    // Languages of lines have no numbers: a digit is found alone.
    let is_word = (first(char::is_alphabetic) && TermKind::of(fault.found()).is_none())
        || (first(|c| c.is_ascii_digit()) && fault.dialect.is_line_based());
    let found = match fault.is_at_end() {
        true => "the end of the document".to_owned(),
        false => match (fault.found(), TermKind::of(fault.found())) {
            ("\n" | "\r", _) => "the end of the line".to_owned(),
            _ if is_word => format!("`{}`", short(fault.word())),
            (found, Some(kind)) => format!("{kind}, `{}`", short(found)),
            (found, None) => Backquoted(&short(found)).to_string(),
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
        Wanted::Object => ("an object".to_owned(), fault.object().to_owned()),
        Wanted::Iri => ("an IRI".to_owned(), String::new()),
        Wanted::End if fault.dialect.is_line_based() => ("`.`".to_owned(), String::new()),
        Wanted::End => ("the end of the statement".to_owned(), fault.ways_on()),
        Wanted::PredicateOrEnd => ("a predicate".to_owned(), fault.ways_on()),
        Wanted::EndInBrackets => ("the end of the brackets".to_owned(), fault.ways_on()),
        Wanted::Other => (expected(fault), String::new()),
    };
    let place = match is_word {
        true => fault.word_range(),
        false => fault.around.fault.clone(),
    };
    let draft = AdviceDraft::new(format!("expected {wanted}, found {found}"))
        .at(place)
        .label(label)
        .yields()
        .ask_others();
    let before = fault.around.text[..fault.start].trim_end();
    match fault.wanted {
        Wanted::End | Wanted::EndInBrackets | Wanted::PredicateOrEnd => {
            draft.also(fault.token_before(1), "after this")
        }
        Wanted::Statement if matches!(fault.found(), ";" | ",") && before.ends_with('.') => draft
            .also(
                Some(before.len() - 1..before.len()),
                "the statement before ends here",
            )
            .otherwise("leave out the `.`, if the statement goes on"),
        _ => draft,
    }
}

/// The tokens that the grammar allows, in its own words.
fn expected(fault: &FaultView<'_>) -> String {
    match fault.error.kind() {
        SyntaxErrorKind::Unexpected { expected, .. } if !expected.is_empty() => either(expected),
        _ => "something else".to_owned(),
    }
}
