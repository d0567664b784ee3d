//! EBNF and PEG with links, as text and as diagrams, and sentences with code in them.
//!
//! Invariant: the text of the markup is the given text, to the letter.

use maud::{Markup, PreEscaped, html};
use similar::{Algorithm, DiffTag, capture_diff_slices};
use toolkit::{Rule, railroad};

/// EBNF or PEG: their quoted texts end differently.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum LinkedNotation {
    Ebnf,
    Peg,
}

/// Where the productions of a grammar are, from the page that tells of them.
pub trait Addresses {
    /// None, if there is no production of this name.
    fn address(&self, name: &str) -> Option<String>;
}

/// The railroad diagram of a rule, with links to the productions that it names.
pub fn diagram(rule: &Rule, grammar: &dyn Addresses) -> Markup {
    let svg = railroad::svg(&rule.expression, &|name| grammar.address(name));
    html! {
        div.diagram role="group" aria-label={ "Railroad diagram of " (rule.name) } { (PreEscaped(svg)) }
    }
}

/// Text in a notation, with a link on every name that has a production.
pub fn linked(text: &str, notation: LinkedNotation, grammar: &dyn Addresses) -> Markup {
    html! { @for piece in pieces(text, notation) { (markup(piece, grammar)) } }
}

fn markup(piece: NotationPiece<'_>, grammar: &dyn Addresses) -> Markup {
    html! {
        @match piece {
            NotationPiece::Name(name) => (reference(name, grammar)),
            NotationPiece::Characters(characters) => span.characters { (characters) },
            NotationPiece::Other(other) => (other),
        }
    }
}

/// EBNF with its names linked, and with marks on the parts that another text does not have in the same order.
pub fn compared(text: &str, other: &str, grammar: &dyn Addresses) -> Markup {
    let [own, others] = [text, other].map(finest);
    let whole = |pieces: &[NotationPiece<'_>]| {
        html! { @for piece in pieces { (markup(*piece, grammar)) } }
    };
    html! {
        @for change in capture_diff_slices(Algorithm::Lcs, &own, &others) {
            @let pieces = &own[change.old_range()];
            @if change.tag() == DiffTag::Equal { (whole(pieces)) }
            @else if !pieces.is_empty() { mark { (whole(pieces)) } }
        }
    }
}

/// As pieces, of which signs between the others are one each.
fn finest(text: &str) -> Vec<NotationPiece<'_>> {
    let mut finest = Vec::new();
    for piece in pieces(text, LinkedNotation::Ebnf) {
        match piece {
            NotationPiece::Other(signs) => {
                finest.extend(signs.split_inclusive(|_| true).map(NotationPiece::Other));
            }
            NotationPiece::Name(_) | NotationPiece::Characters(_) => finest.push(piece),
        }
    }
    finest
}

/// A name, with a link if it has a production.
pub fn reference(name: &str, grammar: &dyn Addresses) -> Markup {
    html! {
        @match grammar.address(name) {
            Some(address) => a href=(address) { (name) },
            None => (name),
        }
    }
}

/// A sentence, whose parts between backticks are code.
pub fn prose(text: &str) -> Markup {
    html! {
        @for (index, part) in text.split('`').enumerate() {
            @if index % 2 == 0 { (part) } @else { code { (part) } }
        }
    }
}

/// A part of a text in a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NotationPiece<'t> {
    /// A word that can be a name.
    Name(&'t str),
    /// Between quotes, or a class.
    Characters(&'t str),
    /// Signs and white space.
    Other(&'t str),
}

/// The parts of a text. Together they are the text.
pub fn pieces(text: &str, notation: LinkedNotation) -> Vec<NotationPiece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' | '"' => quoted_length(rest, first, notation),
            '[' if notation == LinkedNotation::Ebnf => {
                rest.find(']').map_or(rest.len(), |end| end + 1)
            }
            '#' => 1 + name_length(&rest[1..]),
            _ if is_of_name(first) => name_length(rest),
            _ => {
                // Whatever it is, it is behind us: the loop always gets on.
                let behind = first.len_utf8();
                let end = rest[behind..].find(is_beginning);
                end.map_or(rest.len(), |end| behind + end)
            }
        };
        let (piece, behind) = rest.split_at(length);
        pieces.push(match first {
            '\'' | '"' | '#' if length > 1 => NotationPiece::Characters(piece),
            '[' if notation == LinkedNotation::Ebnf => NotationPiece::Characters(piece),
            _ if is_of_name(first) => NotationPiece::Name(piece),
            _ => NotationPiece::Other(piece),
        });
        rest = behind;
    }
    pieces
}

/// Up to the quote that ends it: in a PEG, one without a backslash before it.
fn quoted_length(text: &str, quote: char, notation: LinkedNotation) -> usize {
    let mut is_escaped = false;
    for (place, character) in text.char_indices().skip(1) {
        if character == quote && !is_escaped {
            return place + 1;
        }
        is_escaped = notation == LinkedNotation::Peg && character == '\\' && !is_escaped;
    }
    text.len()
}

fn name_length(text: &str) -> usize {
    let end = text.find(|character| !is_of_name(character));
    end.unwrap_or(text.len())
}

fn is_of_name(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

/// Whether it can begin a piece that is not [`NotationPiece::Other`].
fn is_beginning(character: char) -> bool {
    is_of_name(character) || matches!(character, '\'' | '"' | '[' | '#')
}

#[cfg(test)]
mod tests {
    use super::*;
    use NotationPiece::{Characters, Name, Other};

    #[test]
    fn names_are_told_from_characters() {
        let text = "a_1 | 'b' \"c'\" [d'-f] - #xB7? '\\' g";
        let expected = [
            Name("a_1"),
            Other(" | "),
            Characters("'b'"),
            Other(" "),
            Characters("\"c'\""),
            Other(" "),
            Characters("[d'-f]"),
            Other(" - "),
            Characters("#xB7"),
            Other("? "),
            Characters("'\\'"),
            Other(" "),
            Name("g"),
        ];
        assert_eq!(pieces(text, LinkedNotation::Ebnf), expected);
    }

    #[test]
    fn what_another_text_has_not_is_marked() {
        struct Nowhere;
        impl Addresses for Nowhere {
            fn address(&self, _: &str) -> Option<String> {
                None
            }
        }
        let marked = |text, other| compared(text, other, &Nowhere).into_string();
        assert_eq!(marked("a | b", "a | c | b"), "a | b");
        assert_eq!(marked("a | c | b", "a | b"), "a | <mark>c | </mark>b");
        assert_eq!(
            marked("(a b)+", "(a c)*"),
            "(a <mark>b</mark>)<mark>+</mark>"
        );
    }

    #[test]
    fn in_a_peg_quotes_can_be_escaped() {
        let text = "(!^\"a\\\"b\" ~ '\\\\'..'c')*";
        let expected = [
            Other("(!^"),
            Characters("\"a\\\"b\""),
            Other(" ~ "),
            Characters("'\\\\'"),
            Other(".."),
            Characters("'c'"),
            Other(")*"),
        ];
        assert_eq!(pieces(text, LinkedNotation::Peg), expected);
    }

    #[test]
    fn no_text_is_lost_or_makes_it_run_on() {
        for text in ["", "'", "[", "#", "é#é", "\"\\\"", "]"] {
            for notation in [LinkedNotation::Ebnf, LinkedNotation::Peg] {
                let whole: String = pieces(text, notation)
                    .into_iter()
                    .map(|(Name(piece) | Characters(piece) | Other(piece))| piece)
                    .collect();
                assert_eq!(whole, text);
            }
        }
    }
}
