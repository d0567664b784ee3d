//! The small change of emission: names, comments, bytes and sets of them, in Rust's words.

use super::sets::NextSet;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

pub(super) fn class_identifier(number: usize) -> Ident {
    identifier(&format!("CHARACTERS_{}", number + 1))
}

pub(super) fn identifier(name: &str) -> Ident {
    match syn::parse_str(name) {
        // A keyword since the edition of 2024, which syn does not ask for.
        Ok(identifier) if identifier != "gen" => identifier,
        _ => Ident::new_raw(name, Span::call_site()),
    }
}

pub(super) fn expression_in_rust(text: &str) -> TokenStream {
    match text.parse() {
        Ok(tokens) => tokens,
        Err(error) => unreachable!("a target's expressions are Rust: {error}"),
    }
}

pub(super) fn comment(text: &str) -> Option<TokenStream> {
    let lines = text.lines().map(|line| format!(" {line}"));
    (!text.is_empty()).then(|| quote!(#(#[doc = #lines])*))
}

/// A pattern for what `peek` returns.
pub(super) fn pattern(next: &NextSet) -> TokenStream {
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

/// Which of `bytes` are in a set.
pub(super) fn bytes_among(set: &NextSet) -> TokenStream {
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

/// A byte as one would write it.
pub(super) fn byte(byte: u8) -> Literal {
    match byte {
        b' '..=b'~' | b'\n' | b'\r' | b'\t' => Literal::byte_character(byte),
        _ => Literal::u8_unsuffixed(byte),
    }
}
