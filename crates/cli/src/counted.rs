//! Numbers of things, in words.

use std::fmt::Display;

/// `1 flaw`, `2 flaws`.
pub fn counted(count: impl Display + PartialEq + From<u8>, noun: &str) -> String {
    let plural = if count == 1.into() { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
