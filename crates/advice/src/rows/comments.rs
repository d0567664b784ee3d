//! Comments that were not meant as such: `#` begins one wherever no token goes on with it.

use crate::fault::{FaultView, Wanted, is_iri};
use crate::{AdviceDraft, words};
use std::ops::Range;
use turtle_peg::tokens::TermKind;

/// How many tokens may have been read after the comment.
const FURTHER: usize = 3;

pub(super) fn in_word(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let mut last = fault.before.iter().rev().take(FURTHER);
    let word = last.find_map(|token| commented(fault, token))?;
    let is_last = fault.token_before(1).as_ref() == Some(&word.name);
    let is_after = fault.has_line_end(word.name.end..fault.start) || fault.is_at_end();
    let comment = &fault.around.text[word.comment.clone()];
    // A comment that was meant as one seldom ends as a statement does.
    let is_of_statement = comment.ends_with(['.', ';', ',']);
    (is_after && is_of_statement).then(|| {
        let written = words::short(&word.mended);
        let draft = AdviceDraft::new("`#` begins a comment here, and ends the word before it")
            .guess()
            .at(word.comment.clone())
            .label("read as a comment")
            .also(Some(word.name.clone()), "this ends before it")
            .replace(
                word.place,
                word.mended,
                format!("if it is part of the word, write `{written}`"),
            );
        match fault.wanted {
            Wanted::End if is_last => {
                draft.help("if a comment is meant, write the full stop before the `#`")
            }
            _ => draft,
        }
    })
}

/// A name or an IRI, and a comment right after it.
struct Commented {
    name: Range<usize>,
    comment: Range<usize>,
    /// The name and the text that seems to belong to it.
    place: Range<usize>,
    /// How that is written.
    mended: String,
}

fn commented(fault: &FaultView<'_>, name: &Range<usize>) -> Option<Commented> {
    let written = fault.text(name);
    let comment = fault.line_from(name.end).trim_end();
    let rest = comment.strip_prefix('#')?;
    let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let rest = &rest[..rest.find(|c| !is_of_word(c)).unwrap_or(rest.len())];
    let mended = match TermKind::of(written)? {
        TermKind::Name => format!("{written}\\#{rest}"),
        TermKind::Iri => format!("{}#{rest}>", written.strip_suffix('>')?),
        _ => return None,
    };
    Some(Commented {
        name: name.clone(),
        comment: name.end..name.end + comment.len(),
        place: name.start..name.end + 1 + rest.len(),
        mended,
    })
}

pub(super) fn object(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_missing = fault.wanted == Wanted::Object;
    // Otherwise the next predicate was read in its place.
    let predicate = fault.token_before(if is_missing { 1 } else { 2 })?;
    let rest = fault.line_from(predicate.end);
    let comment = rest.trim_start_matches([' ', '\t']).trim_end();
    let start = predicate.end + rest.trim_end().len() - comment.len();
    let is_word = |text: &str| text.starts_with(|c: char| !c.is_whitespace());
    if start >= fault.start || !comment.strip_prefix('#').is_some_and(is_word) {
        return None;
    }
    let draft = AdviceDraft::new("the object is part of a comment")
        .at(start..start + comment.len())
        .label("a comment begins with `#`");
    if is_missing {
        let ends = |c: char| c.is_whitespace() || matches!(c, ';' | ',' | ']' | ')');
        let word = &comment[..comment.find(ends).unwrap_or(comment.len())];
        let shown = words::short(word);
        return Some(
            draft
                .guess()
                .also(Some(predicate), "of this predicate")
                .replace(
                    start..start + word.len(),
                    format!("\"{word}\""),
                    format!(
                        "if it is a text, write `\"{shown}\"`; an IRI needs `<` and `>` around it"
                    ),
                ),
        );
    }
    let read = fault.token_before(1)?;
    let is_predicate = is_iri(fault.text_before(2)) && !matches!(fault.text_before(3), "" | ",");
    let follows = is_iri(fault.text_before(1)) && (is_iri(fault.found()) || fault.word() == "a");
    let is_place = fault.is_after_object() && !fault.is_at_end() && !fault.dialect.is_line_based();
    (is_place && is_predicate && follows && start < read.start).then(|| {
        draft
            .also(Some(read), "read as the object")
            .help("a text with `#` in it needs quotation marks; an IRI needs `<` and `>`")
    })
}
