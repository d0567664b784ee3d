//! JSON as the program writes it, on one line or on many.
//!
//! Invariant: every character of a value can be read back, and none is harmful at a terminal: those that
//! [are not seen](is_unseen) are escaped. Such characters are only in strings, so the finished text can be searched for them.

use advice::visible::is_unseen;
use serde_json::Value;
use std::fmt::Write as _;

/// A value on one line, without its end.
pub fn line(value: &Value) -> String {
    escaped(value.to_string())
}

/// A value that people read, too: each member on a line of its own, without the last line's end.
pub fn indented(value: &Value) -> String {
    escaped(format!("{value:#}"))
}

fn escaped(json: String) -> String {
    // Joiners show nothing either; people get them because scripts and emoji need them.
    let is_escaped = |c: char| c != '\n' && is_unseen(c) || matches!(c, '\u{200C}' | '\u{200D}');
    if !json.contains(is_escaped) {
        return json;
    }
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        match is_escaped(c) {
            false => text.push(c),
            true => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    // Writing to memory never fails.
                    let _ = write!(text, "\\u{unit:04x}");
                }
            }
        }
    }
    text
}
