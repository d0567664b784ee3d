//! Names with text that no name has as it is: a space, a parenthesis, an apostrophe, an IRI after the prefix, a full stop at the end.

use super::misplaced::{escape, rest_of_name};
use crate::fault::{FaultView, Wanted, is_iri, is_term, word};
use crate::prefixes::{self, Iri};
use crate::{AdviceDraft, words};
use std::ops::Range;
use turtle_peg::diagnosis::is_of_directive;
use turtle_peg::diagnosis::is_scheme;
use turtle_peg::tokens::TermKind;

fn is_name(token: &str) -> bool {
    TermKind::of(token) == Some(TermKind::Name)
}

/// `ex:spouse(s)`, `ex:O'Brien`: the sign was read as the beginning of a collection, or of a string.
pub(super) fn sign_of_another_token(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (sign, start) = match fault.rest().chars().next()? {
        '\'' if fault.is_within_string() => ('\'', fault.start),
        _ if fault.text_before(1) == "(" => ('(', fault.token_before(1)?.start),
        _ => return None,
    };
    let name = fault.before.iter().find(|token| token.end == start)?;
    let written = fault.text(name);
    let rest = rest_of_name(&fault.around.text[start..], sign);
    let goes_on = rest[1..].starts_with(char::is_alphanumeric);
    let is_whole = sign == '\'' || rest.contains(')');
    (is_name(written) && goes_on && is_whole).then(|| {
        let escaped = escape(rest);
        let help = format!(
            "write `{written}{}`, or the IRI in full",
            words::short(&escaped)
        );
        AdviceDraft::new(format!("`{sign}` in a local name is written `\\{sign}`"))
            .guess()
            .at(start..start + 1)
            .also(Some(name.clone()), "this name ends before it")
            .replace(start..start + rest.len(), escaped, help)
    })
}

/// The name before the fault, which goes on with a character that no name has, and the IRI in full that stands for it; `None`, if its
/// namespace is not known.
pub(super) fn iri_in_full(fault: &FaultView<'_>) -> Option<(Range<usize>, String)> {
    let name = fault.token_before(1).filter(|_| fault.follows_name())?;
    let namespace = fault.around.namespace.as_deref()?;
    let sign = fault.rest().chars().next()?;
    let rest = rest_of_name(fault.rest(), sign);
    let place = name.start..name.end + rest.len();
    let (_, local) = fault
        .text(&place)
        .split_once(':')
        .filter(|_| !rest.is_empty())?;
    let mut iri = namespace.to_owned();
    let mut is_escaped = false;
    for c in local.chars() {
        match c {
            '\\' if !is_escaped => is_escaped = true,
            '{' | '}' | '|' | '^' | '`' | '\\' | '"' | '<' | '>' => return None,
            c => {
                iri.push(c);
                is_escaped = false;
            }
        }
    }
    Some((place, format!("<{iri}>")))
}

/// Words after a name in its line, where the statement goes on as if they were part of it: `ex:John Smith a ex:C`.
pub(super) fn space(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let name = fault.token_before(1)?;
    let written = fault.text_before(1);
    let is_apart = fault.around.text[name.end..fault.start] == *" ";
    if !is_name(written) || written.ends_with(':') || !is_apart {
        return None;
    }
    let end = fault.start + plain_words(fault.line_from(fault.start))?.len();
    let mut after = fault.tokens_after(end);
    let (next, then) = (after.next()?, after.next().unwrap_or_default());
    let ends = |sign| matches!(sign, "." | ";" | "," | "]" | ")" | "}");
    let goes_on = match fault.wanted {
        Wanted::Object => is_term(next) && ends(then),
        _ if fault.is_after_object() => ends(next),
        _ if fault.is_after_subject() => (is_iri(next) || next == "a") && is_term(then),
        _ => false,
    };
    goes_on.then(|| {
        let place = name.start..end;
        let joined = fault.text(&place).replace(' ', "_");
        let encoded = fault.text(&place).replace(' ', "%20");
        let help = format!(
            "if all of it is one name, write `{}` or `{}`",
            words::short(&joined),
            words::short(&encoded)
        );
        AdviceDraft::new(format!("a space ends the name `{}`", words::short(written)))
            .guess()
            .at(fault.start..end)
            .label("not part of the name")
            .also(Some(name.clone()), "the name")
            .replace(place, joined, help)
    })
}

/// The words that a line begins with: letters, then digits and hyphens, too; a space between two.
fn plain_words(line: &str) -> Option<&str> {
    let is_plain = |word: &str| {
        word.starts_with(char::is_alphabetic)
            && word
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
            && !matches!(
                word,
                "a" | "true" | "false" | "and" | "is" | "not" | "of" | "or"
            )
    };
    let mut end = 0;
    loop {
        let blank = usize::from(end > 0);
        let rest = line[end..].strip_prefix(' ').filter(|_| end > 0);
        let next = word(rest.unwrap_or(&line[end..]));
        if !is_plain(next) || (end > 0 && rest.is_none()) {
            break;
        }
        end += blank + next.len();
    }
    (end > 0).then(|| &line[..end])
}

/// `ex:<http://example.org/a>`: the prefix is a name of its own.
pub(super) fn prefix_before_iri(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    const LAST: usize = 3;
    let found = fault.token().map(|_| fault.around.fault.clone());
    let begin = fault.before.len().saturating_sub(LAST);
    let last: Vec<Range<usize>> = fault.before[begin..].iter().cloned().chain(found).collect();
    let is_directive = fault
        .beginning()
        .is_some_and(|first| is_of_directive(fault.text(&first)));
    let pair = last.windows(2).find(|pair| {
        let [prefix, iri] = [&pair[0], &pair[1]].map(|token| fault.text(token));
        pair[0].end == pair[1].start
            && prefix.ends_with(':')
            && is_name(prefix)
            && iri.contains(':')
            && iri.starts_with('<')
    })?;
    let prefix = pair[0].clone();
    let written = words::short(fault.text(&prefix));
    (!is_directive).then(|| {
        AdviceDraft::new("an IRI between `<` and `>` takes no prefix")
            .guess()
            .at(prefix.clone())
            .also(Some(pair[1].clone()), "before this IRI")
            .replace(prefix, "", format!("leave out `{written}`"))
    })
}

/// `ex:http://example.org/a`.
pub(super) fn prefix_before_address(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let name = fault.token_before(1).filter(|_| fault.follows_name())?;
    let (prefix, scheme) = fault.text_before(1).strip_suffix(':')?.split_once(':')?;
    if !is_scheme(scheme) || !fault.rest().starts_with("//") {
        return None;
    }
    let start = name.start + prefix.len() + 1;
    let Iri { place, text, words } = prefixes::as_iri(&fault.around.text, start);
    let draft = AdviceDraft::new("an IRI takes no prefix, and needs `<` and `>` around it");
    Some(draft.guess().replace(name.start..place.end, text, words))
}

/// `ex:Acme_Inc. rdfs:label "x"`: the statement would end after its subject.
pub(super) fn full_stop_at_end(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_subject = fault.before.len() == 1 && fault.is_before_predicate();
    if fault.found() != "." || !is_subject || !fault.follows_name() {
        return None;
    }
    let mut after = fault.tokens_after(fault.around.fault.end);
    let (next, then) = (after.next()?, after.next().unwrap_or_default());
    ((is_iri(next) || next == "a") && is_term(then)).then(|| {
        let place = fault.around.fault.clone();
        let name = words::short(fault.text_before(1));
        AdviceDraft::new("a `.` at the end of a name ends the statement")
            .guess()
            .at(place.clone())
            .also(fault.token_before(1), "this name ends before it")
            .remedy(
                place.clone(),
                "\\.",
                format!("if it belongs to the name, write `{name}\\.`"),
            )
            .remedy(place, "", "or leave it out")
    })
}
