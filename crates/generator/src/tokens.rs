//! Token helpers for emission: names, comments, bytes and sets of bytes, in Rust.

use super::sets::NextSet;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

pub(crate) fn class_identifier(number: usize) -> Ident {
    identifier(&format!("CHARACTERS_{}", number + 1))
}

pub(crate) fn stops_identifier(number: usize) -> Ident {
    identifier(&format!("stops_{}", number + 1))
}

pub(crate) fn identifier(name: &str) -> Ident {
    match KEYWORDS.contains(&name) {
        true => Ident::new_raw(name, Span::call_site()),
        false => Ident::new(name, Span::call_site()),
    }
}

/// Rust's keywords, reserved ones included, without those that cannot be raw identifiers.
const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

pub(crate) fn expression_in_rust(text: &str) -> TokenStream {
    match text.parse() {
        Ok(tokens) => tokens,
        Err(error) => unreachable!("a target's expressions are Rust: {error}"),
    }
}

pub(crate) fn comment(text: &str) -> Option<TokenStream> {
    let lines = text.lines().map(|line| format!(" {line}"));
    (!text.is_empty()).then(|| quote!(#(#[doc = #lines])*))
}

/// A pattern for the result of `peek`.
pub(crate) fn pattern(next: &NextSet) -> TokenStream {
    let ranges = next.byte_ranges().into_iter().map(|(first, last)| {
        let (from, to) = (byte(first), byte(last));
        match first == last {
            true => quote!(#from),
            false => quote!(#from..=#to),
        }
    });
    let bytes: Vec<TokenStream> = ranges.collect();
    match (bytes.is_empty(), next.contains(NextSet::END)) {
        (true, _) => quote!(None),
        (false, false) => quote!(Some(#(#bytes)|*)),
        (false, true) => quote!(None | Some(#(#bytes)|*)),
    }
}

/// The mask of `bytes` that are in a set.
pub(crate) fn bytes_among(set: &NextSet) -> TokenStream {
    let ranges = set.byte_ranges().into_iter().map(|(first, last)| {
        let (from, to) = (byte(first), byte(last));
        match (first, last) {
            _ if first == last => quote!(bytes.are(#from)),
            (0, _) => quote!(bytes.are_up_to(#to)),
            (_, u8::MAX) => quote!(bytes.are_from(#from)),
            _ => quote!(bytes.are_between(#from, #to)),
        }
    });
    let among: Vec<TokenStream> = ranges.collect();
    match among.is_empty() {
        true => quote!(bytes.none()),
        false => quote!(#(#among)|*),
    }
}

/// The ranges of a set, both ends included.
pub(crate) fn byte_ranges(set: &NextSet) -> TokenStream {
    let ranges = set.byte_ranges().into_iter().map(|(first, last)| {
        let (first, last) = (byte(first), byte(last));
        quote!((#first, #last))
    });
    quote!(#(#ranges),*)
}

/// The mask of `bytes` that stop a run: those of a set, found directly or as the complement of the others, whichever takes
/// fewer instructions.
pub(crate) fn bytes_that_stop(stops: &NextSet) -> TokenStream {
    const CAPITALS: (u8, u8) = (b'A', b'Z');
    const SMALL_LETTERS: (u8, u8) = (b'a', b'z');
    let mut others = stops.complement();
    let ranges = others.byte_ranges();
    let has_letters = ranges.contains(&CAPITALS) && ranges.contains(&SMALL_LETTERS);
    if has_letters {
        others = others.without(CAPITALS).without(SMALL_LETTERS);
    }
    let letters = if has_letters { COST_OF_LETTERS } else { 0 };
    if letters + cost(&others) + COST_OF_NOT >= cost(stops) {
        return bytes_among(stops);
    }
    let among = bytes_among(&others);
    match (has_letters, others == NextSet::none()) {
        (false, _) => quote!((#among).not()),
        (true, true) => quote!(bytes.are_letters().not()),
        (true, false) => quote!((bytes.are_letters() | #among).not()),
    }
}

const COST_OF_NOT: usize = 1;
/// The instructions for ASCII letters in both cases: set the bit that tells the cases apart, then test one range.
const COST_OF_LETTERS: usize = 5;

/// How many instructions find the bytes of a block that are in a set.
fn cost(set: &NextSet) -> usize {
    let ranges = set.byte_ranges().into_iter();
    let each = ranges.map(|(first, last)| match (first, last) {
        _ if first == last => 2,
        (0, _) | (_, u8::MAX) => 3,
        _ => 4,
    });
    each.sum()
}

/// A byte as one would write it.
pub(crate) fn byte(byte: u8) -> Literal {
    match byte {
        b' '..=b'~' | b'\n' | b'\r' | b'\t' => Literal::byte_character(byte),
        _ => Literal::u8_unsuffixed(byte),
    }
}
