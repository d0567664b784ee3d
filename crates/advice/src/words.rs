//! People's words for tokens, and for the tokens that a place allows.

use turtle_peg::Dialect;
use turtle_peg::tokens::TermKind;

/// Invisible, and allowed in names: files that were joined have it in their midst.
pub(super) const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// The last line of a text, as far as it goes. A mark at the beginning of the document is not of its first line.
pub(super) fn line_before(text: &str) -> &str {
    let start = text.rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let line = &text[start..];
    line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line)
}

/// Whether a name or an IRI is of XML Schema's datatypes.
pub(super) fn is_of_xml_schema(name: &str) -> bool {
    name.starts_with("xsd:") || name.contains("XMLSchema#")
}

/// The kinds of predicate.
pub(super) fn predicate(dialect: Dialect) -> &'static str {
    match dialect.is_line_based() {
        true => "a predicate is an IRI",
        false => "a predicate is an IRI, a prefixed name or `a`",
    }
}

/// The kinds of object.
pub(super) fn object(dialect: Dialect) -> &'static str {
    match dialect.is_line_based() {
        true => "an object is an IRI between `<` and `>`, a string, or a blank node",
        false => "an object is an IRI, a prefixed name, a literal, a blank node or a collection",
    }
}

/// How the IRI of a datatype of XML Schema is written.
pub(super) fn datatype(name: &str, is_line_based: bool) -> String {
    match is_line_based {
        true => format!("<http://www.w3.org/2001/XMLSchema#{name}>"),
        false => format!("xsd:{name}"),
    }
}

/// One of several things: `a, b or c`.
pub(super) fn either(things: &[String]) -> String {
    listed(things, "or")
}

/// Several things: `a, b and c`.
pub(super) fn all(things: &[String]) -> String {
    listed(things, "and")
}

fn listed(things: &[String], conjunction: &str) -> String {
    match things.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {conjunction} {last}", others.join(", ")),
        None => String::new(),
    }
}

/// People's word for a token that cannot be a predicate; `None` for other tokens.
pub(super) fn no_predicate(token: &str) -> Option<String> {
    let kind = TermKind::of(token)?;
    match kind {
        _ if kind.is_literal() => Some("a literal".to_owned()),
        TermKind::BlankNode
        | TermKind::Collection
        | TermKind::TripleTerm
        | TermKind::ReifiedTriple => Some(kind.to_string()),
        _ => None,
    }
}

/// A text as it is quoted in a sentence: not at any length.
pub(super) fn short(text: &str) -> String {
    const MOST: usize = 60;
    let mut characters = text.chars();
    let shown: String = characters.by_ref().take(MOST).collect();
    match characters.next() {
        Some(_) => shown + "…",
        None => shown,
    }
}
