//! Terms that are written in another way than the language has them.

use crate::fault::{FaultView, Wanted, is_iri, is_term};
use crate::{AdviceDraft, others, prefixes, words};
use std::ops::Range;
use turtle_peg::diagnosis::is_scheme;
use turtle_peg::tokens::{Sign, TermKind, TokenSort};

/// The names of the datatypes of XML Schema that RDF has.
const XML_SCHEMA: &str = "anyURI base64Binary boolean byte date dateTime dateTimeStamp dayTimeDuration decimal double duration \
    float gDay gMonth gMonthDay gYear gYearMonth hexBinary int integer language long negativeInteger \
    nonNegativeInteger nonPositiveInteger normalizedString positiveInteger short string time token \
    unsignedByte unsignedInt unsignedLong unsignedShort yearMonthDuration";

/// How to write the IRI that this word stands for; `None` if that is unclear.
fn datatype_for(word: &str, is_line_based: bool) -> Option<String> {
    if word.contains("://") {
        return Some(format!("<{word}>"));
    }
    let Some((prefix, local)) = word.split_once(':') else {
        let mut names = XML_SCHEMA.split(' ');
        let name = names.find(|name| name.eq_ignore_ascii_case(word))?;
        return Some(words::datatype(name, is_line_based));
    };
    match is_line_based {
        true => prefixes::namespace(prefix).map(|namespace| format!("<{namespace}{local}>")),
        false => Some(word.to_owned()),
    }
}

pub(super) fn datatype(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let marks = fault
        .token_before(1)
        .filter(|_| fault.text_before(1) == "^^")?;
    let is_line_based = fault.dialect.is_line_based();
    let found = fault.found();
    let (written, place, without_marks) = match found.starts_with(['"', '\'']) {
        true => {
            let written = found.trim_matches(['"', '\'']);
            (
                written,
                fault.around.fault.clone(),
                ", without quotation marks",
            )
        }
        false => (fault.word(), fault.word_range(), ""),
    };
    let is_word = !without_marks.is_empty() || written.starts_with(char::is_alphabetic);
    let draft = AdviceDraft::new("the IRI of a datatype has to follow `^^`")
        .also(Some(marks.clone()), "after this");
    let draft = match is_word {
        true => draft.at(place.clone()),
        false => draft,
    };
    let is_language = without_marks.is_empty()
        && written.len() == 2
        && written.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_language {
        return Some(draft.write(marks.start..place.end, format!("@{written}")));
    }
    let datatype = datatype_for(written, is_line_based).filter(|_| is_word);
    Some(match datatype {
        Some(datatype) => {
            let help = format!("write `{}`{without_marks}", words::short(&datatype));
            draft.replace(place, datatype, help)
        }
        None => draft.otherwise(format!(
            "write a datatype such as `{}`, or leave out `^^`",
            words::datatype("integer", is_line_based)
        )),
    })
}

pub(super) fn circumflexes(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let string = fault.before.iter().rfind(|token| {
        let written = fault.text(token);
        written != "^^"
    })?;
    let is_string = fault.text(string).starts_with(['"', '\'']);
    let from_string = fault.line_from(string.end);
    let signs = from_string.trim_start_matches([' ', '\t']);
    let start = string.end + from_string.len() - signs.len();
    let datatype = signs.trim_start_matches(['^', ' ', '\t']);
    let end = start + signs.len() - datatype.len();
    let is_iri = datatype.starts_with(|c: char| c == '<' || c == ':' || c.is_alphabetic());
    let is_place = (start..end).contains(&fault.start);
    (is_string && is_place && is_iri).then(|| {
        AdviceDraft::new("a datatype is introduced by `^^`")
            .guess()
            .at(start..start + signs[..end - start].trim_end().len())
            .write(start..end, "^^")
    })
}

/// The language of a word that is like most tags of languages: of two or three letters, before any other parts.
pub(super) fn language_of(word: &str) -> Option<&str> {
    let language = word.split('-').next()?;
    let is_tag = matches!(language.len(), 2 | 3)
        && language.bytes().all(|byte| byte.is_ascii_alphabetic())
        && word
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_tag.then_some(language)
}

pub(super) fn word_with_suffix(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    if fault.wanted != Wanted::Object {
        return None;
    }
    let written = fault.word();
    if let Some((value, datatype)) = written.split_once("^^") {
        let is_whole = !value.is_empty() && !datatype.is_empty();
        let is_value = is_whole && !value.contains(['"', '\'', '<', '\\']);
        let title = "a literal with a datatype needs quotation marks around its value";
        let literal = format!("\"{value}\"^^{datatype}");
        return is_value.then(|| AdviceDraft::new(title).write(fault.word_range(), literal));
    }
    let (word, tag) = written.rsplit_once('@')?;
    let is_word = word.starts_with(char::is_alphabetic) && !word.contains([':', '"', '\'', '<']);
    (is_word && language_of(tag).is_some()).then(|| {
        AdviceDraft::new("a string needs quotation marks around it")
            .write(fault.word_range(), format!("\"{word}\"@{tag}"))
    })
}

pub(super) fn shorthand_with_suffix(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let literal = fault.token_before(1)?;
    let written = fault.text_before(1);
    let line = fault.line_from(fault.start);
    let (suffix, title) = match line.strip_prefix("^^") {
        Some(iri) if fault.is_joined() => {
            let end = iri
                .starts_with('<')
                .then(|| iri.find('>').map_or(iri.len(), |end| end + 1));
            let end = end.unwrap_or(fault.word().len().saturating_sub(2));
            let title = "a literal with a datatype needs quotation marks around its value";
            (line[..2 + end].trim_end(), title)
        }
        _ if TermKind::of(fault.found()) == Some(TermKind::LanguageTag)
            && fault.is_after_object() =>
        {
            (fault.found(), "a string needs quotation marks around it")
        }
        _ => return None,
    };
    let place = literal.start..fault.start + suffix.len();
    TermKind::of(written)?
        .is_shorthand()
        .then(|| AdviceDraft::new(title).write(place, format!("\"{written}\"{suffix}")))
}

pub(super) fn label_with_colon(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let label = fault.token_before(1)?;
    let is_label = fault.text_before(1).starts_with("_:") && fault.is_joined();
    (is_label && fault.rest().starts_with(':')).then(|| {
        AdviceDraft::new("a blank node label has one colon, after its `_`")
            .at(fault.start..fault.start + 1)
            .also(Some(label), "the label ends before it")
            .help("take it out, or write another sign, such as `_`")
    })
}

pub(super) fn shorthand_in_lines(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_graph_label =
        fault.wanted == Wanted::End && fault.expects(turtle_peg::Production::IRIREF);
    let is_place = is_graph_label
        || fault.wants(&[
            Wanted::Statement,
            Wanted::Subject,
            Wanted::Predicate,
            Wanted::Object,
        ]);
    if !fault.dialect.is_line_based() || !is_place {
        return None;
    }
    let (title, word, place) = (fault.dialect.title(), fault.word(), fault.word_range());
    let lower = word.to_ascii_lowercase();
    let datatype = match lower.as_str() {
        "true" | "false" => Some("boolean"),
        number if !is_number(number) => None,
        number if number.contains('e') => Some("double"),
        number if number.contains('.') => Some("decimal"),
        _ => Some("integer"),
    };
    if let Some(datatype) = datatype.filter(|_| fault.wanted == Wanted::Object) {
        let literal = format!("\"{lower}\"^^{}", words::datatype(datatype, true));
        let draft = AdviceDraft::new(format!("{title} has strings with a datatype only"));
        return Some(draft.write(place, literal).ask_others());
    }
    let is_predicate = fault.wanted == Wanted::Predicate;
    if word == "a" || (word == "A" && is_predicate) {
        let meant = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";
        let draft = AdviceDraft::new(format!("{title} has no `{word}`"));
        let help = format!("for `rdf:type`, which it stands for elsewhere, write `{meant}`");
        let draft = match is_predicate {
            true => draft.write(place, meant),
            false => draft.replace(place, meant, help),
        };
        return Some(draft.ask_others());
    }
    let (prefix, local) = word.split_once(':')?;
    let is_of_prefix = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_name = prefix.chars().all(is_of_prefix)
        && !prefix.starts_with(|c: char| c == '_' || c.is_ascii_digit())
        && !local.starts_with("//");
    is_name.then(|| {
        let draft = AdviceDraft::new(format!("{title} has no prefixed names"))
            .at(place.clone())
            .label("write the IRI in full, between `<` and `>`");
        let draft = match prefixes::namespace(prefix) {
            Some(namespace) => draft.write(place, format!("<{namespace}{local}>")),
            None => draft,
        };
        draft.ask_others()
    })
}

/// Whether a word is a number as Turtle has them, or such a number with a full stop. `f64` would say the same, but its tables are large.
fn is_number(word: &str) -> bool {
    fn unsigned(text: &str) -> &str {
        text.strip_prefix(['+', '-']).unwrap_or(text)
    }
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (number, exponent) = unsigned(word)
        .split_once(['e', 'E'])
        .unwrap_or((unsigned(word), "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let is_empty = whole.is_empty() && fraction.is_empty() || unsigned(exponent).is_empty();
    let all = [whole, fraction, unsigned(exponent)];
    !is_empty && all.into_iter().all(are_digits)
}

pub(super) fn doubled_brackets(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_doubled = |token: &&Range<usize>| fault.text(token) == "<<";
    let read = fault.before.iter().rfind(is_doubled);
    let start = read.map_or(fault.start, |token| token.start);
    let inner = fault.line_from(start).strip_prefix("<<")?;
    let ends = |c: char| c.is_whitespace() || "<>\"{}|^`\\".contains(c);
    let iri = &inner[..inner.find(ends)?];
    let (scheme, rest) = iri.split_once(':')?;
    let is_iri = rest.starts_with("//") || is_scheme(scheme);
    let after = &inner[iri.len()..];
    // Of a triple, the brackets are closed later.
    let closes = match after.starts_with(">>") {
        true => ">>",
        false if after.starts_with('>') && !after.contains(">>") => ">",
        false => return None,
    };
    let place = start..start + "<<".len() + iri.len() + closes.len();
    let is_before = fault.start >= place.start && !fault.has_line_end(place.start..fault.start);
    (is_iri && is_before).then(|| {
        AdviceDraft::new("an IRI needs one `<` and one `>` around it")
            .guess()
            .write(place, format!("<{iri}>"))
    })
}

/// How to say something of a triple in a language of lines.
const REIFIED_IN_LINES: &str = "RDF 1.2 has triple terms in lines, `<<( … )>>`, and as objects only: write a blank node, `_:r`, for the triple, and a line `_:r <http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies> <<( … )>> .`";

pub(super) fn of_newer_version(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_place = fault.wants(&[Wanted::Statement, Wanted::Subject, Wanted::Object]);
    // A triple term has no annotations in any version.
    let open = fault.open_bracket().map(|(_, closes)| closes);
    let is_token = fault.within.is_empty() && open != Some(Sign::TripleTermEnd);
    let (sign, what, example) = match fault.rest().as_bytes() {
        [b'<', b'<', b'(', ..] if is_place => (
            "<<(",
            "triple terms, `<<( … )>>`",
            "<x:s> <x:p> <<( <x:s> <x:p> <x:o> )>> .\n",
        ),
        [b'<', b'<', ..] if is_place => (
            "<<",
            "reified triples, `<< … >>`",
            "<< <x:s> <x:p> <x:o> >> <x:p> <x:o> .\n",
        ),
        // In a name, it can be a sign of that.
        [b'~', ..] if is_token && !fault.follows_name() => {
            ("~", "reifiers, `~ …`", "<x:s> <x:p> <x:o> ~ <x:r> .\n")
        }
        [b'{', b'|', ..] if is_token => (
            "{|",
            "annotations, `{| … |}`",
            "<x:s> <x:p> <x:o> {| <x:p> <x:o> |} .\n",
        ),
        _ => return None,
    };
    if others::reads(fault.dialect, example, 1) {
        return None;
    }
    let draft = AdviceDraft::new(format!("{} has no {what}", fault.dialect.title()))
        .at(fault.start..fault.start + sign.len());
    Some(match fault.dialect.is_line_based() && sign != "<<(" {
        true => draft.help(REIFIED_IN_LINES).ask_others(),
        false => draft.ask_others(),
    })
}

pub(super) fn direction(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let begun = fault.begun_text();
    let rest = &fault.around.text[fault.around.fault.start..];
    let is_direction =
        begun.ends_with('-') && (rest.starts_with("-ltr") || rest.starts_with("-rtl"));
    let end = fault.around.fault.start + 4;
    (fault.is_within(TokenSort::LanguageTag) && is_direction).then(|| {
        AdviceDraft::new(format!(
            "{} has no base direction after a language tag",
            fault.dialect.title()
        ))
        .leave_out(fault.around.fault.start - 1..end)
        .ask_others()
    })
}

pub(super) fn annotation_without_bars(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let begun = match fault.within {
        [] => fault.found(),
        _ => fault.begun_text(),
    };
    if !fault.is_after_object() || !fault.expects(Sign::AnnotationBegin) || begun != "{" {
        return None;
    }
    let mut after = fault.tokens_after(fault.start + 1);
    let [verb, object, end] = [(); 3].map(|()| after.next().unwrap_or_default());
    let is_pair = (is_iri(verb) || verb == "a") && is_term(object);
    // A triple of a graph has three terms.
    let is_annotation = is_pair && matches!(end, "}" | ";" | ",");
    (is_annotation || !fault.dialect.has_named_graphs()).then(|| {
        AdviceDraft::new("an annotation needs `{|` and `|}` around it")
            .at(fault.start..fault.start + 1)
            .also(fault.token_before(1), "after this object")
            .help("write `{| … |}`, if an annotation is meant")
    })
}

pub(super) fn label_missing(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let place = fault.start..fault.around.fault.start;
    let is_empty = fault.around.text[place.clone()] == *"_:";
    let is_apart = fault.is_at_end()
        || fault
            .found()
            .starts_with([' ', '\t', '\r', '\n', ';', ',', ')', ']']);
    (fault.is_within(TokenSort::Label) && is_empty && is_apart).then(|| {
        let draft = AdviceDraft::new("a label is missing after `_:`").at(place.clone());
        match fault.dialect.is_line_based() {
            true => draft.help("write one, such as `_:b1`"),
            false => draft.replace(
                place,
                "[]",
                "write a label, such as `_:b1`; or `[]`, if it is named here only",
            ),
        }
    })
}

pub(super) fn language_of_string_before(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let string = fault.text_before(3);
    let is_list = fault.text_before(1) == "," && fault.text_before(2).starts_with('@');
    let tag = fault.word();
    let is_lower = |language: &str| language.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_tag =
        language_of(tag).is_some_and(is_lower) && oxilangtag::LanguageTag::parse(tag).is_ok();
    (is_list && is_tag && string.starts_with(['"', '\''])).then(|| {
        AdviceDraft::new(format!("a string is missing before the language `{tag}`"))
            .write(fault.word_range(), format!("{string}@{tag}"))
    })
}

pub(super) fn within_triple(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (open, closes) = fault.open_bracket()?;
    let what = match closes {
        Sign::TripleTermEnd => TermKind::TripleTerm,
        Sign::ReifiedTripleEnd => TermKind::ReifiedTriple,
        _ => return None,
    };
    let draft = |title| AdviceDraft::new(title).also(Some(open), "in what begins here");
    if fault.expects(closes) && is_term(fault.found()) {
        let title = format!("{what} has one subject, one predicate and one object");
        let help = format!("close it with `{closes}` after the object");
        return Some(draft(title).otherwise(help).yields());
    }
    let sign = Sign::of(fault.found())?;
    let closes = sign
        .closing()
        .filter(|_| matches!(sign, Sign::BracketBegin | Sign::ParenthesisBegin))?;
    matches!(fault.wanted, Wanted::Subject | Wanted::Object).then(|| {
        draft(format!("`{sign} … {closes}` is not allowed within {what}")).help(
            "write a label such as `_:b` here, and what is said of it as statements of their own",
        )
    })
}

/// `ex:a a rdf:type ex:C`.
pub(super) fn type_twice(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    const TYPE: &str = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";
    let is_type = |token: &str| matches!(token, "a" | "rdf:type" | TYPE);
    let is_last = fault.wanted == Wanted::Object && fault.word() == "a";
    let (first, second) = match is_last {
        true => (fault.token_before(1)?, fault.word_range()),
        false => (fault.token_before(2)?, fault.token_before(1)?),
    };
    let are_types = is_type(fault.text(&first)) && is_type(fault.text(&second));
    let is_place = is_last || (fault.is_after_object() && is_term(fault.found()));
    (are_types && is_place).then(|| {
        let [one, other] = [&first, &second].map(|token| fault.text(token));
        AdviceDraft::new(format!("`{one}` and `{other}` are the same predicate"))
            .guess()
            .at(second.clone())
            .also(Some(first), "the first")
            .leave_out(second)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_what_rust_reads_as_one() {
        let numbers = ["1", "+1.5", "-.5", "1.", "12e5", "1.e-3", ".5E+7", "007"];
        let others = [
            "", "+", "-", ".", "..1", "1.2.3", "e5", ".e1", "1e", "1e+", "1e+-1", "+-1", "--1",
            "1e5e5", "1e5.", "0x1", "inf", "nan", "1_0", "1-2",
        ];
        for word in numbers.into_iter().chain(others) {
            assert_eq!(is_number(word), numbers.contains(&word), "{word}");
            let is_read = word.parse::<f64>().is_ok_and(f64::is_finite);
            assert_eq!(is_number(word), is_read, "{word}");
        }
    }
}
