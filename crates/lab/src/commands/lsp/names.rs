//! Names of productions and rules: where a grammar has them, and other names for them.
//!
//! Invariant: a grammar with another name is what it was, but for the name: it is read again, and compared.

use super::reading::{GrammarNotation, ReadGrammar};
use language_server::service::NameMention;
use language_server::text::OpenDocument;
use lsp_types::{Position, TextEdit};
use toolkit::{Expression, Grammar, ebnf, unfit_name};

/// Where the name at a place is mentioned.
pub fn mentions(
    document: &OpenDocument,
    grammar: &ReadGrammar,
    place: Position,
) -> Vec<NameMention> {
    let Some(asked) = grammar.name_at(document.byte(place)) else {
        return Vec::new();
    };
    let mention = |place: &toolkit::NamePlace| NameMention {
        range: document.range(place.bytes.clone()),
        is_declaration: place.is_definition,
        is_asked: place.bytes == asked.bytes,
    };
    grammar.places_of(&asked.name).map(mention).collect()
}

/// The changes after which a name is another one.
///
/// # Errors
///
/// The other name is taken, has a meaning of its own, or is not allowed.
pub fn rename(
    document: &OpenDocument,
    grammar: &ReadGrammar,
    old: &str,
    name: &str,
) -> Result<Vec<TextEdit>, String> {
    if name == old {
        return Ok(Vec::new());
    }
    if grammar.places_of(name).next().is_some() {
        return Err(format!("`{name}` is used in this grammar already"));
    }
    let notation = GrammarNotation::of(document);
    if notation == GrammarNotation::Peg {
        if let Some(why) = unfit_name(name) {
            return Err(format!("`{name}` {why}"));
        }
        if let Some(fixed) = [old, name].into_iter().find(|name| is_called_by_name(name)) {
            return Err(format!("`{fixed}` has a meaning by its name: it stays"));
        }
    }
    let (text, edits) = renamed(document, grammar, old, name);
    let is_renamed = ReadGrammar::of(&text, notation)
        .is_ok_and(|read| is_equal_but_for(grammar, &read, old, name));
    match is_renamed {
        true => Ok(edits),
        false => Err(format!("`{name}` is not allowed as a name here")),
    }
}

/// A text with another name, and the edits that make it.
pub fn renamed(
    document: &OpenDocument,
    grammar: &ReadGrammar,
    old: &str,
    new: &str,
) -> (String, Vec<TextEdit>) {
    let mut text = String::new();
    let mut edits = Vec::new();
    let mut end = 0;
    for place in grammar.places_of(old) {
        text += &document.text()[end..place.bytes.start];
        text += new;
        end = place.bytes.end;
        edits.push(document.edit(place.bytes.clone(), new));
    }
    text += &document.text()[end..];
    (text, edits)
}

/// Whether pest calls a rule by this name.
fn is_called_by_name(name: &str) -> bool {
    matches!(name, "WHITESPACE" | "COMMENT" | ebnf::PASS)
}

fn is_equal_but_for(old: &ReadGrammar, new: &ReadGrammar, old_name: &str, new_name: &str) -> bool {
    let is_equal = |old: &Grammar, new: &Grammar| with_name(old, old_name, new_name) == *new;
    let is_same_file = match (&old.literate, &new.literate) {
        (None, None) => true,
        (Some(old), Some(new)) => {
            let departures = |literate: &toolkit::peg::Literate| -> Vec<_> {
                let above = literate.above.iter();
                let kinds = above.map(|it| it.departures.iter().map(|one| one.kind).collect());
                kinds.collect::<Vec<Vec<_>>>()
            };
            is_equal(&old.written, &new.written)
                && is_equal(&old.optimized, &new.optimized)
                && departures(old) == departures(new)
        }
        _ => false,
    };
    is_same_file
        && is_equal(&old.specified, &new.specified)
        && old.places.names.len() == new.places.names.len()
}

fn with_name(grammar: &Grammar, old: &str, new: &str) -> Grammar {
    let mut grammar = grammar.clone();
    for rule in &mut grammar.rules {
        if rule.name == old {
            rule.name = new.to_owned();
        }
        rule.expression = with_name_within(&rule.expression, old, new);
    }
    grammar
}

fn with_name_within(expression: &Expression, old: &str, new: &str) -> Expression {
    match expression {
        Expression::Name(name) if name == old => Expression::name(new),
        other => other.map(|part| with_name_within(part, old, new)),
    }
}
