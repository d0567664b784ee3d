//! Documents in tables and in lines, in a form that can be pasted.
//!
//! Invariant: what is shown is the document itself, or, where that has characters that a line cannot hold, a word that a shell
//! (bash, zsh) turns into it. The document without characters, which cannot be seen, is [called so](EMPTY).

use crate::analyses::compared::start_names;
use crate::analyses::{sought::EMPTY, sought::Sought};
use toolkit::StartChange;

/// In one line: as it is, or as `$'…'`, if there is a character that a line cannot hold.
pub fn visible(document: &str) -> String {
    if document.is_empty() {
        return EMPTY.to_owned();
    }
    if !document.contains(is_unseen) {
        return document.to_owned();
    }
    let mut word = String::from("$'");
    for character in document.chars() {
        match character {
            '\n' => word += "\\n",
            '\r' => word += "\\r",
            '\t' => word += "\\t",
            '\\' => word += "\\\\",
            '\'' => word += "\\'",
            other if is_unseen(other) => match u32::from(other) {
                number @ ..=0xFFFF => word += &format!("\\u{number:04x}"),
                number => word += &format!("\\U{number:08x}"),
            },
            other => word.push(other),
        }
    }
    word + "'"
}

/// Whether it cannot be seen on its own: Rust escapes it, as it does quotes and the backslash.
pub fn is_unseen(character: char) -> bool {
    !matches!(character, '\'' | '"' | '\\') && character.escape_debug().len() > 1
}

/// As code in a cell of a table.
pub fn code(document: &str) -> String {
    if document.is_empty() {
        return EMPTY.to_owned();
    }
    let text = visible(document).replace('|', "\\|");
    match text.contains('`') {
        true => format!("`` {text} ``"),
        false => format!("`{text}`"),
    }
}

/// The result of the search for a document.
pub fn cell(sought: &Sought) -> String {
    match sought.document() {
        Some(document) => code(document),
        None => cell_of(&sought.to_string()),
    }
}

/// The row of a table of changes that another start symbol is.
pub fn start_row(start: &StartChange, sought: &[Sought; 2]) -> String {
    let [before, after] = sought.each_ref().map(cell);
    let names = start_names(start);
    format!("| start symbol: {names} | changed | {before} | {after} |")
}

/// Words in a cell of a table.
pub fn cell_of(words: &str) -> String {
    words.replace('|', "\\|").replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_one_line_of_a_table() {
        assert_eq!(code("<x:a> {| |} ."), "`<x:a> {\\| \\|} .`");
        assert_eq!(code("\"'`'\""), "`` \"'`'\" ``");
        assert_eq!(code("a\nb'\\\u{1}"), "`$'a\\nb\\'\\\\\\u0001'`");
        assert_eq!([code(""), visible("")], [EMPTY, EMPTY]);
        assert_eq!(code("_:\u{200C}\u{E0001}"), "`$'_:\\u200c\\U000e0001'`");
    }
}
