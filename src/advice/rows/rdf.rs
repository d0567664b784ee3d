//! Objections of RDF to text that the grammar accepts.

use crate::SyntaxErrorKind;
use crate::advice::fault::FaultView;
use crate::advice::{AdviceDraft, Setting, words};

pub(super) fn relative_iri(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let SyntaxErrorKind::RelativeIri { iri, is_allowed } = fault.error.kind() else {
        return None;
    };
    let iri = words::short(iri);
    Some(match is_allowed {
        true => AdviceDraft::new(format!(
            "the IRI reference <{iri}> is relative, and there is no base IRI"
        ))
        .set(
            Setting::BaseIri,
            "write `@base <IRI> .` at the beginning, or name a base IRI beforehand",
        ),
        false => AdviceDraft::new(format!(
            "the IRI reference <{iri}> is relative, and {} has absolute IRIs only",
            fault.dialect.title()
        ))
        .help("write it in full"),
    })
}

pub(super) fn surrogate(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let SyntaxErrorKind::InvalidEscape { escape } = fault.error.kind() else {
        return None;
    };
    let draft = AdviceDraft::new(format!("`{escape}` does not stand for a character"));
    let number = |escape: &str| u32::from_str_radix(escape.get(2..)?, 16).ok();
    let second = fault
        .around
        .text
        .get(fault.around.fault.end..)
        .and_then(|rest| rest.get(..6));
    let pair = match (number(escape), second.and_then(number)) {
        (Some(high @ 0xD800..=0xDBFF), Some(low @ 0xDC00..=0xDFFF)) => {
            Some(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
        }
        _ => None,
    };
    Some(match pair {
        Some(character) => draft
            .label("the first half of a surrogate pair of UTF-16")
            .help(format!(
                "write the character itself, or `\\U{character:08X}`"
            )),
        None => draft.help(
            "write the character itself, or `\\U` and its code point in eight hexadecimal digits",
        ),
    })
}

pub(super) fn language_tag(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let SyntaxErrorKind::InvalidLanguageTag { tag, reason } = fault.error.kind() else {
        return None;
    };
    Some(
        AdviceDraft::new(format!(
            "`{}` is not a well-formed language tag",
            words::short(tag)
        ))
        .label(reason.clone())
        .help("a language tag is a language, and what narrows it down, such as `en` or `de-CH`"),
    )
}
