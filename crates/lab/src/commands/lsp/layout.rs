//! Productions, as `ebnf` prints them.
//!
//! Invariant: the grammar is what it was: it is read again, and compared. Comments stay: a production with comments or notes within is
//! left as it is, and so is all between productions. What a PEG quotes of a published text stays as it was published.

use super::reading::{GrammarNotation, ReadGrammar};
use crate::grammars::published::Publication;
use language_server::text::OpenDocument;
use lsp_types::{Range, TextEdit};
use toolkit::ebnf;

/// The changes of layout, or those within a range.
pub fn layout(
    document: &OpenDocument,
    grammar: &ReadGrammar,
    range: Option<Range>,
) -> Vec<TextEdit> {
    let text = document.text();
    if grammar.literate.is_some() && Publication::named_in(text).is_some() {
        return Vec::new();
    }
    let asked = match range {
        Some(range) => document.bytes(range),
        None => 0..text.len(),
    };
    let mut laid_out = String::new();
    let mut edits = Vec::new();
    let mut end = 0;
    for place in &grammar.places.productions {
        let is_asked = place.bytes.start <= asked.end && asked.start < place.bytes.end;
        let printed = ebnf::print_rule(&place.rule);
        if place.has_remarks || !is_asked || text[place.bytes.clone()] == printed {
            continue;
        }
        laid_out += &text[end..place.bytes.start];
        laid_out += &printed;
        end = place.bytes.end;
        edits.push(document.edit(place.bytes.clone(), printed));
    }
    laid_out += &text[end..];
    let read = ReadGrammar::of(&laid_out, GrammarNotation::of(document));
    // A text of another accent of EBNF, such as JavaCC's, can mean something else then.
    match read.is_ok_and(|read| is_same(grammar, &read)) {
        true => edits,
        false => Vec::new(),
    }
}

fn is_same(old: &ReadGrammar, new: &ReadGrammar) -> bool {
    let rules = |grammar: &ReadGrammar| {
        let literate = grammar.literate.as_ref();
        literate.map(|literate| (literate.written.clone(), literate.optimized.clone()))
    };
    old.specified == new.specified && rules(old) == rules(new)
}
