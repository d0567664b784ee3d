//! IRIs: reading, checking, and resolving against a base.
//!
//! Reading and checking are oxiri's. Resolution is RFC 3986, section 5.2, to the letter, since the
//! specifications ask for it: oxiri removes dot segments also from an IRI that is already absolute and reads
//! some bases with dot segments differently.

use oxiri::{Iri, IriRef};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use std::ops::Deref;

/// Appends the IRI that `reference` stands for where `base` is the base IRI: RFC 3986, section 5.2.2.
///
/// # Errors
///
/// The result is not an IRI: without an authority, a path cannot begin with `//` (RFC 3986, section 3.3).
pub(super) fn resolve<T: Deref<Target = str>>(
    base: &Iri<T>,
    reference: &IriRef<&str>,
    output: &mut String,
) -> Result<(), &'static str> {
    let authority = reference.authority().or(base.authority());
    output.push_str(base.scheme());
    output.push(':');
    if let Some(authority) = authority {
        output.push_str("//");
        output.push_str(authority);
    }
    let path_start = output.len();
    let mut query = reference.query();
    if reference.authority().is_some() || reference.path().starts_with('/') {
        push_without_dot_segments(reference.path(), output);
    } else if reference.path().is_empty() {
        output.push_str(base.path());
        query = query.or(base.query());
    } else {
        push_merged(base, reference.path(), output);
    }
    let begins_like_authority = authority.is_none() && output[path_start..].starts_with("//");
    if let Some(query) = query {
        output.push('?');
        output.push_str(query);
    }
    if let Some(fragment) = reference.fragment() {
        output.push('#');
        output.push_str(fragment);
    }
    match begins_like_authority {
        true => Err(
            "resolved against the base IRI, its path begins with `//` and there is no authority",
        ),
        false => Ok(()),
    }
}

/// RFC 3986, section 5.2.3, and then section 5.2.4.
fn push_merged<T: Deref<Target = str>>(base: &Iri<T>, path: &str, output: &mut String) {
    let directory = match base.path().rfind('/') {
        Some(slash) => &base.path()[..=slash],
        None if base.authority().is_some() => "/",
        None => "",
    };
    if has_dot_segment(directory) || has_dot_segment(path) {
        push_without_dot_segments(&[directory, path].concat(), output);
    } else {
        output.push_str(directory);
        output.push_str(path);
    }
}

pub(super) fn has_dot_segment(path: &str) -> bool {
    path.split('/').any(|segment| matches!(segment, "." | ".."))
}

/// RFC 3986, section 5.2.4, with its steps A to E; the output buffer is the text that is added to `output`.
fn push_without_dot_segments(mut input: &str, output: &mut String) {
    let start = output.len();
    while !input.is_empty() {
        if let Some(rest) = input
            .strip_prefix("../")
            .or_else(|| input.strip_prefix("./"))
        {
            input = rest; // A
        } else if input.starts_with("/./") {
            input = &input[2..]; // B
        } else if input == "/." {
            input = "/"; // B
        } else if input.starts_with("/../") || input == "/.." {
            input = if input == "/.." { "/" } else { &input[3..] }; // C
            let last = output[start..].rfind('/').unwrap_or(0);
            output.truncate(start + last);
        } else if input == "." || input == ".." {
            input = ""; // D
        } else {
            let begin = usize::from(input.starts_with('/'));
            let end = input[begin..]
                .find('/')
                .map_or(input.len(), |slash| begin + slash); // E
            output.push_str(&input[..end]);
            input = &input[end..];
        }
    }
}

/// The ASCII characters that URIs exclude: RFC 2396, section 2.4.3.
const EXCLUDED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'<')
    .add(b'>')
    .add(b'\\')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// Checks an RDF URI reference; returns its fault, if it has one.
///
/// RDF Concepts of 2004, section 6.4: it "does not contain any control characters ( #x00 - #x1F, #x7F-#x9F)", and "would
/// produce a valid URI character sequence (per RFC2396 \[URI\], sections 2.1) representing an absolute URI with optional fragment
/// identifier" when characters that are not ASCII or that URIs exclude are escaped with `%`, "except for the number sign (#),
/// percent sign (%), and the square bracket characters re-allowed in \[RFC-2732\]".
pub(super) fn check_uri_reference(text: &str) -> Result<(), String> {
    if let Some(control) = text.chars().find(|c| c.is_control()) {
        let control = u32::from(control);
        return Err(format!(
            "there is a control character in it, U+{control:04X}"
        ));
    }
    let encoded = utf8_percent_encode(text, EXCLUDED).to_string();
    match IriRef::parse(as_of_rfc_3986(&encoded)) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

/// Puts other characters in the place of those that URI references may have by RFC 2396, as RFC 2732 amends it, and not by
/// RFC 3986: so the result is a URI reference by the latter, if the original is one by the former.
///
/// - RFC 2732, section 3, adds `[` and `]` to the reserved characters, and these are part of `uric`: the characters of queries
///   and fragments, and those of an `opaque_part` after its first (RFC 2396, section 3). They are not part of `pchar`.
/// - A `reg_name`, which an authority can be (section 3.2.1), has `:` and `@` wherever it wants.
///
/// An empty path after a scheme, which RFC 3986 alone allows, stays as it is: RFC 2396 was obsolete by 2008.
fn as_of_rfc_3986(reference: &str) -> String {
    let delimiter = reference.find([':', '/', '?', '#']);
    let scheme = match delimiter {
        Some(colon) if reference[colon..].starts_with(':') => &reference[..=colon],
        _ => "",
    };
    let rest = &reference[scheme.len()..];
    let is_opaque = !scheme.is_empty() && !rest.starts_with(['/', '?', '#']);
    let uric = match is_opaque {
        // Only ASCII is encoded.
        true => rest.len().min(1),
        false => rest.find(['?', '#']).unwrap_or(rest.len()),
    };
    let (strict, uric) = rest.split_at(uric);
    let (authority, path) = match strict.strip_prefix("//") {
        Some(behind) => {
            let end = behind.find('/').unwrap_or(behind.len());
            strict.split_at("//".len() + end)
        }
        None => ("", strict),
    };
    let authority = match authority.contains(['[', ']']) {
        // The address of an `IPv6reference`.
        true => authority.to_owned(),
        false => authority.replace([':', '@'], "_"),
    };
    [scheme, &authority, path, &uric.replace(['[', ']'], "_")].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn resolved(base: &str, reference: &str) -> String {
        let mut output = String::new();
        let base = Iri::parse(base).unwrap();
        let reference = IriRef::parse(reference).unwrap();
        match resolve(&base, &reference, &mut output) {
            Ok(()) => output,
            Err(reason) => reason.to_owned(),
        }
    }

    #[test]
    fn uri_references_of_2004() {
        for text in [
            "",
            "http://example.org/a b",
            "http://example.org/\u{E000}\"<>\\^`{|}",
            "http://example.org/?a=[b]",
            "http://example.org/#[b]",
            "urn:a[b]",
            "mailto:a@[b]",
            "?[",
            "#]",
            "a?[b]#[c]",
            "http://[::1]:80/?[a]",
            "http://a@[::1]/",
            "http://a:b:c@d:e/",
            "//a:b@c",
            "x:",
            "x:?[",
            "http://example.org/%5B",
        ] {
            assert_eq!(check_uri_reference(text), Ok(()), "{text}");
        }
        for text in [
            // `pchar`, `rel_segment` and `uric_no_slash` have no brackets.
            "http://example.org/[x]",
            "[x]",
            "x:[a]",
            "x:/[a]",
            "http://[x]/",
            "http://a[b]/",
            "a#b#c",
            "urn:a#b#c",
            "http://example.org/%",
            "http://example.org/?%zz",
            "urn:%4",
            "1:a",
            "http://example.org/\u{7F}",
            "http://example.org/\u{9F}",
            "http://example.org/\u{1F}",
            "http://example.org/\t",
        ] {
            assert!(check_uri_reference(text).is_err(), "{text}");
        }
    }

    #[test]
    fn bases_out_of_the_ordinary() {
        for (base, reference, expected) in [
            // 5.2.2: an empty path leaves the base's path as it is, dot segments and all.
            ("http://a/b/../c", "", "http://a/b/../c"),
            ("http://a/b/../c", "?q", "http://a/b/../c?q"),
            ("http://a/b/../c", "d", "http://a/d"),
            ("http://a/b/..", "c", "http://a/b/c"),
            ("http://a/.b/c", "d", "http://a/.b/d"),
            // 5.2.3: a base with an authority and an empty path.
            ("http://a", "b", "http://a/b"),
            ("http://a", "../b", "http://a/b"),
            ("http://a?q", "", "http://a?q"),
            ("http://a#f", "", "http://a"),
            // Bases without an authority.
            ("urn:a:b", "c", "urn:c"),
            ("urn:a/b", "../c", "urn:/c"),
            ("urn:a", "../c", "urn:c"),
            ("file:///a/b", "c//d", "file:///a/c//d"),
            ("file:///a//b", "c", "file:///a//c"),
            ("x:/a", "//b/c", "x://b/c"),
            // 5.2.4, step E: a first segment without a slash before it.
            ("urn:x", "é/./b", "urn:é/b"),
            ("urn:é/b", "../c", "urn:/c"),
        ] {
            assert_eq!(
                resolved(base, reference),
                expected,
                "{reference} against {base}"
            );
        }
        assert!(resolved("x:/a", ".//b").contains("no authority"));
    }
}
