//! Directives that are not put together as they should be, or that an older version does not have.

use crate::fault::{FaultView, Wanted, takes};
use crate::slips::slips;
use crate::{AdviceDraft, prefixes, words};
use turtle_peg::SyntaxErrorKind;
use turtle_peg::tokens::{Keyword, TermKind};

pub(super) fn misspelt(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let written = fault.word().split(':').next()?;
    let name = written.trim_start_matches('@');
    let at = &written[..written.len() - name.len()];
    let is_place = fault.wanted == Wanted::Statement && fault.before.is_empty();
    if !is_place {
        return None;
    }
    let place = fault.start..fault.start + written.len();
    let of_at = |keyword: &str| match at {
        "" => keyword.to_ascii_uppercase(),
        at => format!("{at}{keyword}"),
    };
    let joined = name
        .split_at_checked("prefix".len())
        .filter(|(keyword, _)| is_prefix_keyword(keyword));
    let is_name = fault.rest()[written.len()..].starts_with(':');
    if let Some((_, prefix)) = joined.filter(|_| is_name && !fault.dialect.is_line_based()) {
        let keyword = of_at("prefix");
        let place = place.start..place.end + 1;
        return Some(
            AdviceDraft::new(format!("a space is missing after `{keyword}`"))
                .guess()
                .write(place, format!("{keyword} {prefix}:")),
        );
    }
    let meant = keyword_before(fault, place.end)?;
    let has_directive = |keyword| keyword == "version" && fault.expects(Keyword::Version);
    if fault.dialect.is_line_based() && !has_directive(meant) {
        return None;
    }
    let slips = slips(&name.to_ascii_lowercase(), meant, meant.len() / 3);
    let keyword = of_at(meant);
    let is_word = name.chars().all(char::is_alphanumeric);
    // Before a prefix and an IRI there is no other word.
    let is_near = slips.is_some() || (meant == "prefix" && !name.is_empty());
    (is_word && slips != Some(0) && is_near).then(|| {
        AdviceDraft::new(format!("`{written}` is not a directive; `{keyword}` is"))
            .guess()
            .write(place, keyword)
    })
}

/// The keyword before a place, if it can begin a directive there; most words are not keywords, so this comes first.
fn keyword_before(fault: &FaultView<'_>, place: usize) -> Option<&'static str> {
    let mut after = fault.ranges_after(place);
    let first = after.next()?;
    let written = fault.text(&first);
    let second = after.next().map_or("", |token| &fault.around.text[token]);
    let rest = fault.line_from(first.end).trim();
    match TermKind::of(written)? {
        TermKind::Name if written.ends_with(':') && second.starts_with('<') => Some("prefix"),
        TermKind::Iri if matches!(rest, "" | ".") => Some("base"),
        TermKind::String if matches!(rest, "" | ".") => Some("version"),
        _ => None,
    }
}

/// Whether a token is the beginning of a declaration of a prefix.
fn is_prefix_keyword(token: &str) -> bool {
    token.trim_start_matches('@').eq_ignore_ascii_case("prefix")
}

fn is_base_keyword(token: &str) -> bool {
    token.trim_start_matches('@').eq_ignore_ascii_case("base")
}

pub(super) fn colon_after_keyword(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (colon, keyword) = match (fault.text_before(1), fault.found()) {
        (":", _) => (fault.token_before(1)?, fault.token_before(2)?),
        (_, ":") => (fault.around.fault.clone(), fault.token_before(1)?),
        _ => return None,
    };
    let written = fault.text(&keyword);
    let is_directive = written.starts_with('@') && fault.before.first() == Some(&keyword);
    (is_directive && fault.wanted == Wanted::Iri && keyword.end == colon.start).then(|| {
        AdviceDraft::new(format!("`{written}` takes no colon")).replace(
            colon,
            " ",
            format!("write `{written}`, and a space after it"),
        )
    })
}

pub(super) fn keyword_as_prefix(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let SyntaxErrorKind::UndeclaredPrefix { prefix, .. } = fault.error.kind() else {
        return None;
    };
    let place = fault.around.fault.clone();
    let is_alone = fault.found().strip_suffix(':') == Some(prefix);
    let next = fault.tokens_after(place.end).next().unwrap_or_default();
    let is_directive = takes(prefix, next) && !prefix.eq_ignore_ascii_case("GRAPH");
    let is_first = fault.around.statement == Some(place.start);
    (is_alone && is_directive && is_first).then(|| {
        let colon = place.end - 1..place.end;
        AdviceDraft::new(format!("`{prefix}` takes no colon"))
            .guess()
            .leave_out(colon)
    })
}

pub(super) fn version_without_marks(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let keyword = fault.text_before(1).trim_start_matches('@');
    let is_place = keyword.eq_ignore_ascii_case("version") && fault.before.len() == 1;
    let word = fault.word();
    let is_number = word.starts_with(|c: char| c.is_ascii_digit());
    (is_place && is_number).then(|| {
        AdviceDraft::new("a version needs quotation marks around it")
            .write(fault.word_range(), format!("\"{word}\""))
    })
}

pub(super) fn space_after_at(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let after = fault.rest().strip_prefix('@')?;
    let name = after.trim_start_matches([' ', '\t']);
    let word = crate::fault::word(name);
    let is_directive = ["prefix", "base", "version"]
        .iter()
        .any(|it| word.eq_ignore_ascii_case(it));
    let is_apart = is_directive && name.len() < after.len() && fault.wanted == Wanted::Statement;
    is_apart.then(|| {
        let end = fault.start + 1 + after.len() - name.len() + word.len();
        AdviceDraft::new(format!("a space is not allowed between `@` and `{word}`"))
            .write(fault.start..end, format!("@{}", word.to_ascii_lowercase()))
    })
}

pub(super) fn iri_as_string(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let found = fault.token()?;
    let is_string = TermKind::of(found) == Some(TermKind::String);
    if !is_string || fault.wanted != Wanted::Iri || fault.text_before(1) == "^^" {
        return None;
    }
    let place = fault.around.fault.clone();
    let inner = found.trim_matches(['"', '\'']);
    if inner.is_empty() {
        // No string begins with it.
        let is_before_iri = fault.line_from(place.end).trim_start().starts_with('<');
        return is_before_iri.then(|| {
            AdviceDraft::new("a quotation mark is not allowed before an IRI")
                .guess()
                .leave_out(place)
        });
    }
    let has_brackets = inner.starts_with('<') && inner.ends_with('>');
    let iri = match has_brackets {
        true => &inner[1..inner.len() - 1],
        false => inner,
    };
    (!iri.contains([' ', '\n', '\r', '<', '>'])).then(|| {
        AdviceDraft::new("an IRI needs `<` and `>` around it, not quotation marks")
            .write(place, format!("<{iri}>"))
    })
}

pub(super) fn directive_of_newer_version(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let word = fault.word();
    let upper = word.trim_start_matches('@').to_ascii_uppercase();
    let (title, is_line_based) = (fault.dialect.title(), fault.dialect.is_line_based());
    let is_place = fault.wanted == Wanted::Statement && fault.before.is_empty();
    let mut keywords = Keyword::ALL.iter();
    let is_known = keywords.any(|&keyword| keyword.text() == upper && fault.expects(keyword));
    let draft = |title| AdviceDraft::new(title).at(fault.word_range()).ask_others();
    let of_version = || format!("{title} has no directive `{word}`");
    Some(match upper.as_str() {
        _ if !is_place || is_known => return None,
        "PREFIX" | "BASE" if is_line_based => draft(format!("{title} has no prefixes and no base")),
        "VERSION" if word.len() == upper.len() => draft(of_version()),
        "PREFIX" | "BASE" if word.len() == upper.len() => draft(of_version()).help(format!(
            "write `@{}`, with a full stop at the end",
            upper.to_ascii_lowercase()
        )),
        _ => return None,
    })
}

pub(super) fn prefix_ill_formed(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    const WRITE: &str = "write a prefix such as `ex:`";
    let directive = fault.text_before(1);
    let is_place = is_prefix_keyword(directive) && fault.before.len() == 1;
    if !is_place || fault.dialect.is_line_based() {
        return None;
    }
    let (found, word, place) = (fault.found(), fault.word(), fault.word_range());
    if found.starts_with('<') {
        let shown = words::short(found);
        let help = format!(
            "write one: `{directive} ex: {shown}`; or `{directive} : {shown}`, if names such as `:a` are meant"
        );
        return Some(
            AdviceDraft::new("a prefix such as `ex:` is missing before the IRI")
                .at(fault.around.fault.clone())
                .also(fault.token_before(1), "after this")
                .replace(fault.start..fault.start, "ex: ", help),
        );
    }
    if found.starts_with(['"', '\'']) {
        let draft = AdviceDraft::new("quotation marks are not allowed around a prefix");
        return Some(draft.otherwise(WRITE));
    }
    let letters = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let is_word =
        letters.starts_with(|c: char| c.is_ascii_alphabetic()) && letters.chars().all(is_of_word);
    if is_word && word.strip_prefix(':') == Some(letters) {
        let draft = AdviceDraft::new("a prefix ends with its colon");
        return Some(draft.write(place, format!("{letters}:")));
    }
    let prefix = word.strip_suffix(':');
    if let Some(prefix) = prefix.filter(|prefix| !prefix.is_empty()) {
        let title = match prefix.ends_with('.') {
            true => "a prefix cannot end with a full stop",
            false if !prefix.starts_with(char::is_alphabetic) => "a prefix begins with a letter",
            false => "this is not a prefix",
        };
        let draft = AdviceDraft::new(title).at(place.clone());
        let help = format!("write a prefix such as `{letters}:`");
        // Names that have it would lose their declaration.
        let uses = fault.around.text[place.end..].match_indices(word);
        let is_whole =
            |at: usize| fault.around.text[..place.end + at].ends_with(char::is_whitespace);
        let is_used = uses.into_iter().any(|(at, _)| is_whole(at));
        return Some(match is_word && !is_used {
            true => draft.replace(place, format!("{letters}:"), help),
            false => draft.otherwise(WRITE),
        });
    }
    if TermKind::of(found) == Some(TermKind::Name) {
        let (prefix, _) = word.split_once(':')?;
        let help = format!("write `{}:`, and the IRI after it", words::short(prefix));
        let draft = AdviceDraft::new("a prefix ends with its colon");
        return Some(draft.label("this is a name").otherwise(help));
    }
    (!word.starts_with(char::is_alphabetic) || prefix.is_some()).then(|| {
        AdviceDraft::new("a prefix such as `ex:` has to follow")
            .also(fault.token_before(1), "after this")
            .otherwise(format!("write `{directive} ex: <http://example.org/>`, and a full stop if it begins with `@`"))
    })
}

/// `foaf: <…>` in a line of its own, as if it were a declaration.
pub(super) fn keyword_missing(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let start = fault.around.statement.filter(|_| !fault.is_in_graph())?;
    let mut tokens = fault.ranges_after(start);
    let (name, iri) = (tokens.next()?, tokens.next()?);
    let [prefix, namespace] = [&name, &iri].map(|token| fault.text(token));
    let is_declaration = prefix.ends_with(':')
        && TermKind::of(prefix) == Some(TermKind::Name)
        && TermKind::of(namespace) == Some(TermKind::Iri)
        && namespace.starts_with('<');
    let is_place = is_declaration && !fault.dialect.is_line_based() && fault.begins_line(start);
    let after = fault.line_from(iri.end).trim();
    // It may be a statement whose object is in the next line.
    let next = tokens
        .next()
        .and_then(|token| TermKind::of(fault.text(&token)));
    let may_be_object = next.is_some_and(TermKind::is_literal);
    let keyword = match after {
        "." => "@prefix",
        _ if (after.is_empty() || after.starts_with('#')) && !may_be_object => "PREFIX",
        _ => return None,
    };
    is_place.then(|| {
        let shown = words::short(&format!("{keyword} {prefix} {namespace}"));
        AdviceDraft::new(format!("`{keyword}` is missing before `{prefix}`"))
            .guess()
            .at(name)
            .replace(
                start..start,
                format!("{keyword} "),
                format!("write `{shown}`"),
            )
    })
}

/// `PREFIX foaf:` without its IRI, and `BASE` without its own.
pub(super) fn iri_missing(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let last = fault.token_before(1)?;
    let keyword = fault.text(fault.before.first()?);
    let written = fault.text_before(1);
    let is_over =
        fault.is_at_end() || fault.found() == "." || fault.has_line_end(last.end..fault.start);
    if fault.wanted != Wanted::Iri || !is_over || fault.dialect.is_line_based() {
        return None;
    }
    let of = match fault.before.len() {
        1 if is_base_keyword(keyword) => "of the base".to_owned(),
        2 if is_prefix_keyword(keyword) => format!("of the prefix `{written}`"),
        _ => return None,
    };
    let draft = AdviceDraft::new(format!("the IRI {of} is missing"))
        .at(last.end..last.end)
        .also(fault.beginning(), "in this directive");
    let namespace = written.strip_suffix(':').and_then(prefixes::namespace);
    Some(match namespace {
        Some(namespace) => {
            let help = format!("write `{keyword} {written} <{namespace}>`");
            draft.replace(last.end..last.end, format!(" <{namespace}>"), help)
        }
        None => draft.help("write it between `<` and `>`"),
    })
}
