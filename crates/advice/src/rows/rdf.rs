//! Objections of RDF to text that the grammar accepts.

use crate::fault::FaultView;
use crate::{AdviceDraft, Setting, words};
use turtle_peg::SyntaxErrorKind;

pub(super) fn relative_iri(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let SyntaxErrorKind::RelativeIri {
        iri, is_allowed, ..
    } = fault.error.kind()
    else {
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
    let SyntaxErrorKind::InvalidEscape { escape, .. } = fault.error.kind() else {
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
            .at(fault.around.fault.clone())
            .label("the first half of a surrogate pair of UTF-16")
            .remedy(
                fault.around.fault.start..fault.around.fault.end + 6,
                format!("\\U{character:08X}"),
                format!("write the character itself, or `\\U{character:08X}`"),
            )
            .in_other_notation(),
        None => draft.help(
            "write the character itself, or `\\U` and its code point in eight hexadecimal digits",
        ),
    })
}

pub(super) fn language_tag(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let SyntaxErrorKind::InvalidLanguageTag { tag, reason, .. } = fault.error.kind() else {
        return None;
    };
    let draft = AdviceDraft::new(format!(
        "`{}` is not a well-formed language tag",
        words::short(tag)
    ))
    .label(reason.clone());
    let direction = tag.rfind("--").map(|at| tag[at..].to_ascii_lowercase());
    if let Some(direction) = direction.filter(|it| matches!(it.as_str(), "--ltr" | "--rtl"))
        && fault.found().ends_with(tag.as_str())
    {
        let place = fault.around.fault.end - direction.len()..fault.around.fault.end;
        let words = format!("write `{direction}`, in lower case");
        return Some(draft.replace(place, direction, words).in_other_notation());
    }
    Some(
        draft.help(
            "a language tag is a language, and what narrows it down, such as `en` or `de-CH`",
        ),
    )
}

pub(super) fn base_direction(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let SyntaxErrorKind::InvalidBaseDirection { direction, .. } = fault.error.kind() else {
        return None;
    };
    let draft = AdviceDraft::new(fault.error.kind().to_string());
    let meant = direction.to_ascii_lowercase();
    let place = fault.around.fault.end - direction.len()..fault.around.fault.end;
    let is_known = matches!(meant.as_str(), "ltr" | "rtl") && fault.found().ends_with(direction);
    Some(match is_known {
        true => draft.write(place, meant).in_other_notation(),
        false => draft.help("write `ltr` or `rtl`, or leave out `--` and what follows it"),
    })
}

/// An IRI with a character that the generic syntax of RFC 3987 does not allow at its place.
pub(super) fn invalid_iri(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let SyntaxErrorKind::InvalidIri { reason, .. } = fault.error.kind() else {
        return None;
    };
    let whole = fault.around.fault.clone();
    let written = fault.found().strip_prefix('<')?.strip_suffix('>')?;
    let start = whole.start + 1;
    if let Some((_, link)) = written.split_once("](") {
        let address = link.trim_end_matches(')');
        let draft = AdviceDraft::new("a link of Markdown is between `<` and `>`");
        return Some(draft.write(whole, format!("<{address}>")));
    }
    // As oxiri has them: `Invalid IRI code point '#'`, `Invalid IRI percent encoding '%zz'`.
    let quoted = reason.split_once('\'')?.1.strip_suffix('\'')?;
    let c = quoted.chars().next()?;
    let is_encoding = reason.contains("percent encoding");
    if !is_encoding && !reason.contains("code point") {
        return None;
    }
    let at = match c {
        '#' => start + written.match_indices('#').nth(1)?.0,
        _ => {
            start
                + written.find(if is_encoding {
                    quoted
                } else {
                    &quoted[..c.len_utf8()]
                })?
        }
    };
    let place = at..at + c.len_utf8();
    let encoded: String = c
        .encode_utf8(&mut [0; 4])
        .bytes()
        .map(|byte| format!("%{byte:02X}"))
        .collect();
    let title = match c {
        '%' => "`%` in an IRI has to be followed by two hexadecimal digits".to_owned(),
        '#' => "an IRI has one `#` only".to_owned(),
        c => format!("an IRI cannot contain `{c}` there"),
    };
    let draft = AdviceDraft::new(title)
        .at(place.clone())
        .also(Some(whole.clone()), "in this IRI");
    let help = format!("write `{encoded}`, if the sign is part of it");
    // All of them from there on, and brackets in pairs.
    let rest = written[at - start..].to_owned();
    let rest = match c {
        '[' | ']' => rest.replace('[', "%5B").replace(']', "%5D"),
        '%' => return Some(draft.replace(place, encoded, help)),
        c => rest.replace(c, &encoded),
    };
    Some(draft.replace(at..start + written.len(), rest, help))
}
