//! For each item, the features with which it is compiled.
//!
//! Parsers of several grammars are one source, and a build with only some of the grammars compiles only the items of these.

use super::matcher::{FunctionId, reached};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

/// A feature of the crate that the parsers are compiled into, and the functions that are called from outside where it is on.
pub(crate) struct Callers<'c> {
    pub(crate) feature: &'c str,
    pub(crate) functions: Vec<FunctionId>,
}

/// Which features need which items.
pub(crate) struct Needed<'c> {
    /// All features.
    all: BTreeSet<&'c str>,
    /// For each function, the features that need it.
    by: Vec<BTreeSet<&'c str>>,
}

impl<'c> Needed<'c> {
    /// `calls` has for each function those that it calls.
    pub(crate) fn new(calls: &[Vec<FunctionId>], callers: &[Callers<'c>]) -> Self {
        let count = calls.len();
        let mut by = vec![BTreeSet::new(); count];
        for Callers { feature, functions } in callers {
            let is_called = reached(count, functions.clone(), |id| calls[id].clone());
            for (features, _) in by.iter_mut().zip(is_called).filter(|(_, is)| *is) {
                features.insert(*feature);
            }
        }
        let all = callers.iter().map(|callers| callers.feature).collect();
        Self { all, by }
    }

    /// Items that these functions need, for the features that need one of them; none if no feature does.
    pub(crate) fn for_any_of(
        &self,
        functions: &[FunctionId],
        items: &[TokenStream],
    ) -> Vec<TokenStream> {
        let features = functions.iter().flat_map(|&id| &self.by[id]);
        let features: BTreeSet<&str> = features.copied().collect();
        let condition = match features.len() {
            0 => return Vec::new(),
            all if all == self.all.len() => None,
            _ => Some(quote!(#[cfg(any(#(feature = #features),*))])),
        };
        let items = items.iter().map(|item| quote!(#condition #item));
        items.collect()
    }
}

/// Something that several functions use, and which of them do.
pub(crate) struct Used<T> {
    pub(crate) what: T,
    pub(crate) by: Vec<FunctionId>,
}

/// The number of an item that a function uses, among the items of all functions.
pub(crate) fn number_of<T: PartialEq>(
    used: &mut Vec<Used<T>>,
    what: T,
    function: FunctionId,
) -> usize {
    let number = used.iter().position(|known| known.what == what);
    let number = number.unwrap_or_else(|| {
        let by = Vec::new();
        used.push(Used { what, by });
        used.len() - 1
    });
    used[number].by.push(function);
    number
}
