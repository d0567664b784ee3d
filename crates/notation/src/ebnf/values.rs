//! The meaning of literals and classes of characters.
//!
//! Invariant: a class has the characters that are written in it, and no others.

use crate::{CharacterClass, Expression};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Accent {
    /// The W3C's.
    Plain,
    /// That of the text of 2011, which a tool derived from a grammar for JavaCC.
    JavaCc,
}

/// The expression of a text between quotes. A space or a control character alone becomes a class, which is printed legibly.
pub(super) fn literal(text: &str, ignores_case: bool, accent: Accent) -> Expression {
    let text = unescaped(text, accent);
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) if only.is_whitespace() || only.is_control() => {
            Expression::Class(CharacterClass::one(only))
        }
        _ => Expression::Literal {
            ignores_case: ignores_case && text.contains(|c: char| c.is_ascii_alphabetic()),
            text,
        },
    }
}

fn unescaped(text: &str, accent: Accent) -> String {
    if accent == Accent::Plain {
        return text.to_owned();
    }
    let mut result = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        result.push(match (character, characters.clone().next()) {
            ('\\', Some(escaped)) => {
                characters.next();
                match escaped {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    other => other,
                }
            }
            (character, _) => character,
        });
    }
    result
}

/// The class that is written like this between brackets.
pub(super) fn class(within: &str, accent: Accent) -> Result<CharacterClass, &'static str> {
    let (is_complement, mut rest) = match within.strip_prefix('^') {
        Some(rest) => (true, rest),
        None => (false, within),
    };
    if rest.is_empty() {
        return Err("expected a character");
    }
    let mut ranges = Vec::new();
    while !rest.is_empty() {
        let (first, after) = end(rest, accent)?;
        rest = after;
        match after.strip_prefix('-').filter(|last| !last.is_empty()) {
            Some(last) => {
                let (last, after) = end(last, accent)?;
                match (first.as_slice(), last.as_slice()) {
                    (&[first], &[last]) if first <= last => ranges.push((first, last)),
                    _ => return Err("no range: its ends are the wrong way round"),
                }
                rest = after;
            }
            // A backslash that escapes nothing and the next character are two.
            None => ranges.extend(first.iter().map(|&c| (c, c))),
        }
    }
    Ok(CharacterClass {
        is_complement,
        ranges,
    })
}

/// One end of a range, and the text after it: `#x20`, which some texts write `#0020`, or a character. `\t`, `\r` and `\n` are a tab
/// and ends of lines; another character after a backslash is a second one, but in the text that escapes as C does.
fn end(text: &str, accent: Accent) -> Result<(Vec<char>, &str), &'static str> {
    if let Some((digits, rest)) = code(text) {
        let character = character(digits).ok_or("no character has this code point")?;
        return Ok((vec![character], rest));
    }
    let mut characters = text.chars();
    let first = characters.next().unwrap_or(' ');
    let is_escape = first == '\\'
        && characters.clone().next().is_some_and(|c| match accent {
            Accent::Plain => "\\\"'nrt".contains(c),
            Accent::JavaCc => "\\\"'nrt[]^-/".contains(c),
        });
    let length = match is_escape {
        true => 2,
        false => first.len_utf8(),
    };
    let (own, rest) = text.split_at(length);
    let accent = match own {
        "\\t" | "\\r" | "\\n" => Accent::JavaCc,
        _ => accent,
    };
    Ok((unescaped(own, accent).chars().collect(), rest))
}

/// The digits of a code point, and the text after it.
fn code(text: &str) -> Option<(&str, &str)> {
    let after = text.strip_prefix('#')?;
    let length = |digits: &str| {
        let end = digits.find(|c: char| !c.is_ascii_hexdigit());
        end.unwrap_or(digits.len())
    };
    if let Some(digits) = after.strip_prefix('x').filter(|digits| length(digits) > 0) {
        return Some(digits.split_at(length(digits)));
    }
    (length(after) >= 4).then(|| after.split_at(length(after).min(6)))
}

/// The character that has a code point, written in hexadecimal digits.
pub(super) fn character(digits: &str) -> Option<char> {
    u32::from_str_radix(digits, 16)
        .ok()
        .and_then(char::from_u32)
}
