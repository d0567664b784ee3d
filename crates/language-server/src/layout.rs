//! The layout of a document, or of a part of it, as edits.
//!
//! Invariant: what the edits make of a document is what `format` makes of it, or, within a range, what that makes of the
//! statements there; tokens and comments stay in either case.

use crate::text::{OpenDocument, bytes_of};
use lsp_types::{FormattingOptions, TextEdit};
use std::ops::Range;
use turtle_peg::format::{Indentation, Style};
use turtle_peg::{Dialect, Parser, format};

/// A style with the editor's own indentation.
pub fn style(style: &Style, options: &FormattingOptions) -> Style {
    let mut style = style.clone();
    style.indentation = match options.insert_spaces {
        true => Indentation::Spaces(options.tab_size.min(16) as u8),
        false => Indentation::Tab,
    };
    style
}

/// The changes of layout; none if the document breaks the grammar.
pub fn layout(
    document: &OpenDocument,
    dialect: Dialect,
    range: Option<lsp_types::Range>,
    style: &Style,
) -> Option<Vec<TextEdit>> {
    let text = document.text();
    let formatted = format(text, dialect, style).ok()?;
    let parser = Parser::new(dialect);
    let (old, new) = (units(text, &parser)?, units(&formatted, &parser)?);
    if old.len() != new.len() {
        // A statement that is read by parts can have others then.
        let whole = 0..text.len();
        return Some(match range {
            None => edit(document, whole, &formatted).into_iter().collect(),
            Some(_) => Vec::new(),
        });
    }
    let asked = match range {
        None => 0..text.len(),
        Some(range) => document.bytes(range),
    };
    let mut edits = Vec::new();
    let mut group = Vec::new();
    let mut is_asked = false;
    // How many comments have moved to a unit that is not in the group yet: those that share them change together, or not at all.
    let mut moved = 0;
    for (old, new) in old.iter().zip(&new) {
        is_asked |= old.text.start <= asked.end && asked.start < old.text.end.max(1);
        group.extend(edit(
            document,
            old.bytes.clone(),
            &formatted[new.bytes.clone()],
        ));
        moved += old.comments as isize - new.comments as isize;
        if moved == 0 {
            match is_asked {
                true => edits.append(&mut group),
                false => group.clear(),
            }
            is_asked = false;
        }
    }
    Some(edits)
}

/// A statement, a directive, or a part of a large statement, with the white space and comments before it.
struct EditedUnit {
    bytes: Range<usize>,
    /// Without white space and comments before it.
    text: Range<usize>,
    comments: usize,
}

/// The units of a text; none if it breaks the grammar.
fn units(text: &str, parser: &Parser) -> Option<Vec<EditedUnit>> {
    let mut document = parser.parse_str(text);
    let mut units = Vec::new();
    let mut start = 0;
    while let Some(tokens) = document.next_tokens() {
        let mut unit = EditedUnit {
            bytes: start..start,
            text: start..start,
            comments: 0,
        };
        for (number, token) in tokens.ok()?.enumerate() {
            let bytes = bytes_of(&token);
            if number == 0 {
                unit.text.start = bytes.start;
            }
            unit.comments += token.trivia().comments().count();
            unit.bytes.end = bytes.end;
        }
        unit.text.end = unit.bytes.end;
        start = unit.bytes.end;
        units.push(unit);
    }
    Some(units)
}

/// The smallest edit that puts a text in the place of these bytes; none if it is there already.
pub fn edit(document: &OpenDocument, bytes: Range<usize>, new: &str) -> Option<TextEdit> {
    let old = &document.text()[bytes.clone()];
    if old == new {
        return None;
    }
    let common = old.bytes().zip(new.bytes());
    let common = common.take_while(|(one, other)| one == other).count();
    let before = (0..=common)
        .rev()
        .find(|&at| is_place(old, at) && is_place(new, at))?;
    let (rest, new_rest) = (&old[before..], &new[before..]);
    let common = rest.bytes().rev().zip(new_rest.bytes().rev());
    let common = common.take_while(|(one, other)| one == other).count();
    let after = (0..=common).rev().find(|&after| {
        is_place(rest, rest.len() - after) && is_place(new_rest, new_rest.len() - after)
    })?;
    let replaced = bytes.start + before..bytes.end - after;
    Some(document.edit(replaced, &new_rest[..new_rest.len() - after]))
}

/// Whether the protocol has a place for this byte: neither within a character nor within the end of a line.
fn is_place(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let is_in_line_end = at > 0 && bytes[at - 1] == b'\r' && bytes.get(at) == Some(&b'\n');
    text.is_char_boundary(at) && !is_in_line_end
}
