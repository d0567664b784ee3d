//! People's words for tokens, and for the tokens that a place allows.

use crate::Dialect;

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
    match things.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// People's word for a token that cannot be a predicate; `None` for other tokens.
pub(super) fn no_predicate(token: &str) -> Option<&'static str> {
    match kind_of(token)? {
        "a string" | "a number" | "a boolean" => Some("a literal"),
        what @ ("a blank node" | "a collection" | "a triple term" | "a reified triple") => {
            Some(what)
        }
        _ => None,
    }
}

/// People's word for a token; `None` for signs.
pub(super) fn kind_of(token: &str) -> Option<&'static str> {
    let first = token.chars().next()?;
    Some(match first {
        '"' | '\'' => "a string",
        '<' if token == "<<(" => "a triple term",
        '<' if token == "<<" => "a reified triple",
        '<' if token.len() > 1 => "an IRI",
        '[' => "a blank node",
        '(' => "a collection",
        '_' if token.starts_with("_:") => "a blank node",
        '@' if matches!(token, "@prefix" | "@base" | "@version") => "a directive",
        '@' if token.len() > 1 => "a language tag",
        '0'..='9' => "a number",
        '+' | '-' | '.' if token.len() > 1 => "a number",
        _ if matches!(token, "true" | "false") => "a boolean",
        _ if token.contains(':') => "a name",
        _ => return None,
    })
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
