//! A token that is in the place of another.

use crate::fault::{FaultView, Wanted, is_iri, word};
use crate::prefixes::{self, Iri};
use crate::{AdviceDraft, others, words};
use std::ops::Range;
use turtle_peg::diagnosis::is_of_directive;
use turtle_peg::diagnosis::{self, is_scheme};
use turtle_peg::tokens::{Keyword, Sign, TermKind, TokenSort};

pub(super) fn underscore_in_language_tag(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let tag = match fault.is_within(TokenSort::LanguageTag) {
        true => fault.start..fault.around.fault.start,
        false => fault.token_before(1).filter(|_| fault.is_joined())?,
    };
    let text = &fault.around.text;
    if !text[tag.clone()].starts_with('@') || !text[tag.end..].starts_with('_') {
        return None;
    }
    let end = tag.end + word(&text[tag.end..]).len();
    let start = tag.start;
    let draft = AdviceDraft::new("the parts of a language tag are joined by `-`, not by `_`")
        .at(start..end);
    Some(match language_tag(fault, &text[tag.start + 1..end]) {
        Some(tag) => draft.write(start..end, format!("@{tag}")),
        None => draft.help("write a tag such as `@en` or `@en-US`"),
    })
}

/// The language tag that a text seems to mean, with the base direction after it if the language has that; `None` if it is not
/// one.
fn language_tag(fault: &FaultView<'_>, written: &str) -> Option<String> {
    let is_of_tag = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let end = written.find(|c| !is_of_tag(c)).unwrap_or(written.len());
    let (tag, direction) = match written[..end].split_once("--") {
        Some((tag, direction @ ("ltr" | "rtl"))) => (tag, Some(direction)),
        _ => (&written[..end], None),
    };
    let parts = tag.split(['-', '_']).filter(|part| !part.is_empty());
    let tag = parts.collect::<Vec<_>>().join("-");
    let direction = direction.filter(|_| has_directions(fault));
    let is_tag = oxilangtag::LanguageTag::parse(tag.as_str()).is_ok();
    is_tag.then(|| match direction {
        Some(direction) => format!("{tag}--{direction}"),
        None => tag,
    })
}

/// Whether a language tag may have a base direction after it.
pub(super) fn has_directions(fault: &FaultView<'_>) -> bool {
    others::reads(fault.dialect, "<x:s> <x:p> \"x\"@en--ltr .\n", 1)
}

pub(super) fn address_without_brackets(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let before = fault.text_before(1);
    let goes_on = match before.split_once(':') {
        Some((_, "")) if fault.rest().starts_with("//") => true,
        Some((scheme, _)) => {
            is_scheme(scheme) && fault.rest().starts_with(['@', '/', '?', '#', '+', '='])
        }
        None => false,
    };
    let scheme = match before {
        _ if fault.is_joined() && goes_on => fault.token_before(1)?.start,
        _ if fault.wanted == Wanted::Iri && fault.word().contains("://") => fault.start,
        _ if fault.dialect.is_line_based()
            && fault.word().contains("://")
            && fault.word().starts_with(char::is_alphabetic) =>
        {
            fault.start
        }
        _ => return None,
    };
    let Iri { place, text, words } = prefixes::as_iri(&fault.around.text, scheme);
    Some(AdviceDraft::new("an IRI needs `<` and `>` around it").replace(place, text, words))
}

pub(super) fn two_suffixes(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_tagged = fault.text_before(1).starts_with('@');
    let is_typed = fault.text_before(2) == "^^";
    let title = match (is_tagged, is_typed, fault.found()) {
        (true, _, "^^") => "a literal has a language tag or a datatype, and not both",
        (_, true, found) if found.starts_with('@') => {
            "a literal has a language tag or a datatype, and not both"
        }
        (true, _, found) if found.starts_with('@') => "a literal has one language tag",
        (_, true, "^^") => "a literal has one datatype",
        _ => return None,
    };
    (fault.is_after_object() && fault.is_joined()).then(|| {
        AdviceDraft::new(title)
            .also(fault.token_before(1), "after this")
            .help("leave one of them out")
    })
}

pub(super) fn full_stop_after_sparql_directive(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    if fault.found() != "." || fault.wanted != Wanted::Statement {
        return None;
    }
    let line = fault.start - fault.line_up_to(fault.start).len();
    let text = &fault.around.text[..fault.start];
    let tokens: Vec<_> = diagnosis::tokens(fault.dialect, text, line).collect();
    let (last, others) = tokens.split_last()?;
    let is_last = matches!(
        TermKind::of(&text[last.clone()]),
        Some(TermKind::Iri | TermKind::String)
    );
    let others = match others.split_last() {
        Some((prefix, others)) if text[prefix.clone()].ends_with(':') => others,
        _ => others,
    };
    let is_keyword = |token: &&Range<usize>| {
        let written = &text[(*token).clone()];
        is_of_directive(written) && !written.starts_with('@')
    };
    let keyword = others.last().filter(is_keyword).cloned();
    if !is_last || !text[last.end..].trim().is_empty() || (keyword.is_none() && !others.is_empty())
    {
        return None;
    }
    let Some(keyword) = keyword else {
        // It is in an earlier line.
        return Some(
            AdviceDraft::new("a directive without `@` takes no full stop")
                .also(Some(last.clone()), "the directive ends here")
                .otherwise("leave out the full stop"),
        );
    };
    let written = &text[keyword.clone()];
    let help = match fault.dialect.is_line_based() {
        true => "leave out the full stop".to_owned(),
        false => format!(
            "leave out the full stop, or write `@{}`, which takes one",
            written.to_ascii_lowercase()
        ),
    };
    Some(
        AdviceDraft::new(format!("`{written}` takes no full stop"))
            .also(Some(keyword), "this directive is complete without it")
            .otherwise(help),
    )
}

pub(super) fn comment_of_another_language(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let sign = ["//", "/*", "--", "<!--", ";;"]
        .into_iter()
        .find(|begin| fault.rest().starts_with(begin))?;
    // An arrow and a base direction begin with it, too.
    let is_apart = fault.rest()[sign.len()..].starts_with([' ', '\t']);
    let is_place = match sign {
        ";;" => fault.wanted == Wanted::Statement,
        "--" => is_apart,
        _ => true,
    };
    (is_place && !fault.is_joined()).then(|| {
        let draft = AdviceDraft::new("comments begin with `#`");
        let place = fault.start..fault.start + sign.len();
        let words = "write `#` before each line of the comment";
        match sign {
            "/*" | "<!--" => draft.at(place).help(words),
            _ => draft.replace(place, "#", words),
        }
    })
}

pub(super) fn unknown_directive(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let found = fault.found();
    let is_tag = TermKind::of(found) == Some(TermKind::LanguageTag);
    let keywords = [Keyword::AtPrefix, Keyword::AtBase, Keyword::AtVersion];
    let directives = keywords.iter().filter(|&&keyword| fault.expects(keyword));
    let directives: Vec<_> = directives.map(|name| format!("`{name}`")).collect();
    let draft = AdviceDraft::new(format!("`{}` is not a directive", words::short(found)));
    let lower = found.to_ascii_lowercase();
    let is_in_capitals = keywords.iter().any(|keyword| keyword.text() == lower);
    let is_place = is_tag && fault.wanted == Wanted::Statement && !directives.is_empty();
    is_place.then(|| match is_in_capitals {
        true => draft.replace(fault.around.fault.clone(), lower.as_str(), format!(
            "write `{lower}`, in lower case, with a full stop at the end; or `{}`, without the `@` and the full stop",
            lower[1..].to_ascii_uppercase()
        )),
        false => draft.otherwise(format!("the directives are {}", words::all(&directives))),
    })
}

/// The characters that a local name can have after a backslash, and an IRI as they are.
const ESCAPED: &str = "~!$&'()*+,;=/?#@";

/// A part of a local name, with the signs as a local name has them.
pub(super) fn escape(part: &str) -> String {
    let mut escaped = String::new();
    for (at, c) in part.char_indices() {
        let digits = part[at + c.len_utf8()..].bytes().take(2);
        let digits = digits.filter(u8::is_ascii_hexdigit).count();
        match c {
            '%' if digits < 2 => escaped.push_str("%25"),
            c if ESCAPED.contains(c) => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped
}

/// How far a name seems to go on with a sign that it cannot have as it is.
pub(super) fn rest_of_name(rest: &str, sign: char) -> &str {
    let mut open = 0_usize;
    let ends = |c: char| match c {
        '(' => {
            open += 1;
            false
        }
        ')' if open > 0 => {
            open -= 1;
            false
        }
        ')' => sign != ')',
        ',' | ';' => sign != c,
        c => c.is_whitespace() || "[]<>{}\"".contains(c),
    };
    let end = rest.find(ends).unwrap_or(rest.len());
    rest[..end].trim_end_matches('.')
}

pub(super) fn sign_in_local_name(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let name = fault.token_before(1)?;
    let written = fault.text_before(1);
    let sign = fault
        .rest()
        .chars()
        .next()
        .filter(|&c| ESCAPED.contains(c))?;
    let after = &fault.rest()[sign.len_utf8()..];
    let next = word(after);
    // A separator is one, unless the name goes on after it.
    let goes_on =
        after.starts_with(|c: char| c.is_alphanumeric() || c == '_') && !next.contains(':');
    let is_separator = matches!(sign, ',' | ';') && !goes_on;
    let draft = (fault.follows_name() && !is_separator).then(|| {
        AdviceDraft::new(format!("`{sign}` in a local name is written `\\{sign}`"))
            .at(fault.start..fault.start + sign.len_utf8())
            .also(Some(name), "this name ends before it")
    });
    // `ex:p="x"`, as in XML.
    if sign == '=' && fault.wanted == Wanted::Object && after.starts_with(['"', '\'', '<']) {
        let place = fault.start..fault.start + 1;
        return draft.map(|_| {
            AdviceDraft::new("`=` is not allowed between a predicate and its object").replace(
                place,
                " ",
                "write a space instead",
            )
        });
    }
    let rest = rest_of_name(fault.rest(), sign);
    let escaped = escape(rest);
    let help = format!(
        "write `{written}{}`, or the IRI in full",
        words::short(&escaped)
    );
    draft.map(|draft| match rest.len() > 1 {
        true => draft.replace(fault.start..fault.start + rest.len(), escaped, help),
        false => draft.help("write the IRI in full, between `<` and `>`"),
    })
}

pub(super) fn sign_first_in_local_name(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let begins = |rest: &str| rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let title = |sign| format!("`{sign}` at the beginning of a local name is written `\\{sign}`");
    let line = fault.line_up_to(fault.start);
    if let Some(prefix) = line.strip_suffix('.').filter(|it| it.ends_with(':')) {
        let prefix = prefix.rsplit([' ', '\t', ',', '(', '[']).next()?;
        let word = fault.word();
        let is_word = begins(word) && !word.contains(':') && fault.wanted == Wanted::Statement;
        return is_word.then(|| {
            AdviceDraft::new(title('.'))
                .at(fault.start - 1..fault.start)
                .label("read as the end of the statement")
                .help(format!("write `{prefix}\\.{}`", words::short(word)))
        });
    }
    let sign = fault.rest().chars().next()?;
    let is_sign = matches!(sign, '-' | '.') && begins(&fault.rest()[1..]);
    let is_first = fault.follows_name() && fault.text_before(1).ends_with(':');
    (is_sign && is_first).then(|| {
        let name = fault.token_before(1);
        let written = [fault.text_before(1), "\\", fault.word()].concat();
        let help = format!("write `{}`", words::short(&written));
        AdviceDraft::new(title(sign))
            .at(fault.start..fault.start + 1)
            .also(name, "the name ends before it")
            .replace(fault.start..fault.start + 1, format!("\\{sign}"), help)
    })
}

pub(super) fn a_elsewhere(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let draft = AdviceDraft::new("`a` can only be a predicate")
        .yields()
        .at(fault.word_range());
    let draft = goes_on(draft, fault)
        .otherwise("it is short for the IRI <http://www.w3.org/1999/02/22-rdf-syntax-ns#type>: elsewhere, write that, or `rdf:type`");
    let is_place = fault.wants(&[Wanted::Statement, Wanted::Object, Wanted::Subject]);
    (fault.word() == "a" && is_place).then_some(draft)
}

pub(super) fn a_in_capitals(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let line = fault.line_from(fault.start);
    let of_two_words = ["is a ", "is an "]
        .into_iter()
        .find(|it| line.starts_with(it));
    let written = of_two_words.map_or(fault.word(), str::trim_end);
    let is_word = matches!(written, "A" | "is-a" | "is_a" | "isa" | "isA" | "type");
    let is_meant = is_word || of_two_words.is_some();
    (is_meant && fault.is_before_predicate()).then(|| {
        let place = fault.start..fault.start + written.len();
        AdviceDraft::new(format!("`{written}` is not a predicate; `a` is"))
            .guess()
            .replace(place, "a", "write `a` for `rdf:type`")
    })
}

pub(super) fn annotation_elsewhere(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (what, example) = match fault.found() {
        "{|" => ("annotation", "{| … |}"),
        "~" => ("reifier", "~ …"),
        _ => return None,
    };
    if let Some(draft) = annotation_in_brackets(fault, what) {
        return Some(draft);
    }
    let before = fault.around.text[..fault.start].trim_end();
    let is_of_directive = fault.line_up_to(before.len()).trim_start().starts_with('@');
    let article = if what == "annotation" { "an" } else { "a" };
    let draft = AdviceDraft::new(format!("{article} {what} may only follow an object"));
    let elsewhere = format!("write it after an object: `subject predicate object {example}`");
    let draft = draft.at(fault.around.fault.clone());
    (!fault.is_after_object()).then(|| match (fault.text_before(1), fault.token_before(1)) {
        (sign @ ("," | ";"), Some(place)) => draft.also(Some(place.clone()), "after this").remedy(
            place,
            "",
            format!("leave out the `{sign}` before it"),
        ),
        ("", _) if before.ends_with('.') && !is_of_directive => {
            let full_stop = before.len() - 1..before.len();
            draft
                .also(Some(full_stop.clone()), "the statement ends here")
                .remedy(full_stop, "", "leave out the `.` before it")
        }
        _ => draft.help(elsewhere),
    })
}

/// An annotation, or a reifier, after an object that has none: in a collection, a triple term or a reified triple.
fn annotation_in_brackets(fault: &FaultView<'_>, what: &str) -> Option<AdviceDraft> {
    let is_before_object = fault.wants(&[Wanted::Subject, Wanted::Predicate, Wanted::Object]);
    let (open, closes) = fault.open_bracket()?;
    let (title, place, help) = match closes {
        Sign::ParenthesisEnd => (
            format!("the members of a collection have no {what}"),
            "in this collection",
            "leave it out",
        ),
        _ if is_before_object => return None,
        Sign::TripleTermEnd => (
            format!("a triple term has no {what}"),
            "in this triple term",
            match fault.dialect.is_line_based() {
                true => "leave it out",
                false => {
                    "leave it out; to say something of a triple, write a reified triple: `<< … >>`"
                }
            },
        ),
        Sign::ReifiedTripleEnd if what == "reifier" => (
            "a reified triple has one reifier".to_owned(),
            "in this reified triple",
            "leave one of them out",
        ),
        Sign::ReifiedTripleEnd => (
            "a reified triple has no annotation within it".to_owned(),
            "in this reified triple",
            "leave it out; what is said of the triple can be statements about its reifier, such as `_:r` in `<< … ~ _:r >>`",
        ),
        _ => return None,
    };
    Some(AdviceDraft::new(title).also(Some(open), place).help(help))
}

pub(super) fn reifier(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let sign = fault
        .token_before(1)
        .filter(|_| fault.text_before(1) == "~")?;
    words::no_predicate(fault.found())?;
    Some(
        AdviceDraft::new("a reifier is an IRI or a blank node")
            .also(Some(sign), "a reifier follows `~`")
            .help(match fault.found() {
                "[" => "write a label such as `_:r`, or `[]`, and what is said of it as statements of their own",
                _ => "write an IRI, or a label such as `_:r`",
            }),
    )
}

pub(super) fn triple_term_elsewhere(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_place = fault.wants(&[Wanted::Statement, Wanted::Subject, Wanted::Predicate]);
    (fault.found() == "<<(" && is_place).then(|| {
        let draft = AdviceDraft::new("a triple term can only be an object").label("not here");
        match fault.expects(Sign::ReifiedTripleBegin) && !names_graph(fault) {
            true => draft.help("to speak of a triple, write a reified triple: `<< … >>`"),
            false => draft,
        }
    })
}

/// Whether a brace follows the triple term that begins there.
fn names_graph(fault: &FaultView<'_>) -> bool {
    let mut open = 0_usize;
    let mut after = fault.tokens_after(fault.around.fault.start);
    let closes = after.find(|token| {
        open += usize::from(*token == "<<(");
        open -= usize::from(*token == ")>>");
        open == 0
    });
    closes.is_some() && after.next() == Some("{")
}

pub(super) fn term_as_predicate(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let what = words::no_predicate(fault.token()?).filter(|_| fault.is_before_predicate())?;
    // Another statement may begin with it, if the one before may end.
    let is_subject = !matches!(what.as_str(), "a literal" | "a triple term");
    let last = fault.token_before(1);
    let is_new_line = last.is_some_and(|last| fault.has_line_end(last.end..fault.start));
    if is_subject
        && is_new_line
        && (fault.wanted == Wanted::PredicateOrEnd || fault.begins_another())
    {
        return None;
    }
    let draft = AdviceDraft::new(format!("{what} cannot be a predicate"))
        .label(words::predicate(fault.dialect))
        .also(fault.token_before(1), fault.subject_before());
    Some(match what.as_str() {
        "a literal" => goes_on(iri_in_marks(draft, fault), fault),
        _ => goes_on(draft, fault),
    })
}

pub(super) fn literal_as_subject(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_literal = TermKind::of(fault.token()?)?.is_literal();
    let is_place = matches!(fault.wanted, Wanted::Statement | Wanted::Subject);
    (is_literal && is_place).then(|| {
        let draft = AdviceDraft::new("a literal cannot be a subject")
            .help("a subject is an IRI or a blank node");
        iri_in_marks(draft, fault)
    })
}

/// With the IRI or the name, if a string looks like one.
pub(super) fn iri_in_marks(draft: AdviceDraft, fault: &FaultView<'_>) -> AdviceDraft {
    let inner = fault.found().trim_matches(['"', '\'']);
    let mut tokens = diagnosis::tokens(fault.dialect, inner, 0);
    let (what, written) = match inner.contains("://") && !inner.contains([' ', '<', '>']) {
        true => ("an IRI", format!("<{inner}>")),
        false if is_iri(inner) && tokens.next() == Some(0..inner.len()) => {
            ("a name", inner.to_owned())
        }
        false => return draft,
    };
    let words = format!("if it is {what}, write `{}`", words::short(&written));
    draft.replace(fault.around.fault.clone(), written, words)
}

/// With the remedy for a statement which begins with its predicate, and may belong to the one before: `;` for the full stop there, or
/// that in words, where the full stop is not in the text.
pub(super) fn goes_on(draft: AdviceDraft, fault: &FaultView<'_>) -> AdviceDraft {
    let first = match fault.before.as_slice() {
        [] => fault.word_range(),
        [first] | [first, _] => first.clone(),
        _ => return draft,
    };
    let is_indented = fault.begins_line(first.start) && fault.column(first.start) > 0;
    // In a graph, each statement may be indented.
    if !is_indented
        || !fault.may_follow_full_stop(first.start)
        || fault.dialect.is_line_based()
        || fault.is_in_graph()
    {
        return draft;
    }
    let is_alone = fault.before.len() == 1 && fault.found() == ".";
    let sign = if is_alone { "," } else { ";" };
    let words = format!(
        "if `{}` goes on with the statement before, end that with `{sign}` instead of `.`",
        words::short(&fault.around.text[first])
    );
    match fault.full_stop_to_go_on_from() {
        Some(full_stop) => draft.remedy(full_stop, sign, words),
        None if fault.has_line_before() => draft,
        None => draft.otherwise(words),
    }
}

pub(super) fn closes_nothing(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    // In another version, a bracket of several signs may not be a token.
    let signs = Sign::PAIRS.map(|(_, closes)| closes).into_iter();
    let signs = signs.filter(|sign| fault.rest().starts_with(sign.text()));
    let sign = signs.max_by_key(|sign| sign.text().len())?;
    let place = fault.start..fault.start + sign.text().len();
    let closes_graph = sign == Sign::BraceEnd && fault.is_in_graph();
    let is_place = fault.within.is_empty() && !closes_graph;
    (is_place && fault.around.statement.is_some() && fault.open_bracket().is_none()).then(|| {
        AdviceDraft::new(format!("this `{sign}` closes nothing"))
            .at(place)
            .otherwise("leave it out, or open it before")
    })
}

pub(super) fn direction_apart(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let written = fault.text_before(1);
    let after = fault.rest().strip_prefix("--")?;
    let direction = word(after.trim_start_matches([' ', '\t']));
    let is_direction = matches!(direction, "ltr" | "rtl");
    let (is_tag, is_string) = (written.starts_with('@'), written.starts_with(['"', '\'']));
    if !is_direction || !(is_tag || is_string) || written.contains("--") {
        return None;
    }
    let before = after.find(direction)? + "--".len();
    let place = fault.start..fault.start + before + direction.len();
    let is_known = has_directions(fault);
    let draft = AdviceDraft::new(match (is_known, is_tag) {
        (false, _) => format!(
            "{} has no base direction after a language tag",
            fault.dialect.title()
        ),
        (true, true) => format!("a space is not allowed before `--{direction}`"),
        (true, false) => "a base direction may only follow a language tag".to_owned(),
    });
    let tag = fault.token_before(1)?;
    let whole = tag.start..place.end;
    let draft = draft.at(place).also(Some(tag), "after this");
    Some(match (is_known, is_tag) {
        (false, _) => draft.help("leave it out"),
        (true, true) => draft.write(whole, format!("{written}--{direction}")),
        (true, false) => draft.help(format!(
            "write the language before it, such as `@en--{direction}`"
        )),
    })
}
