//! Emission of choices.
//!
//! Side conditions: alternatives are tried in their order, without those that the next byte rules out; and the nodes of an
//! alternative that fails are taken back before the next one is tried.

use super::dispatch::{Fallback, Group, groups};
use super::emit::{Emitter, is_certain, table_test};
use super::facts::Facts;
use super::matcher::Matcher;
use super::second::second;
use super::sets::NextSet;
use super::tokens::pattern;
use proc_macro2::TokenStream;
use quote::quote;

impl Emitter<'_> {
    /// The alternatives, by the next byte.
    pub(crate) fn dispatch(
        &mut self,
        alternatives: &[&Matcher],
        known: &NextSet,
        fallback: Fallback,
    ) -> TokenStream {
        let mut groups = groups(alternatives, known, self.facts);
        if let [group] = groups.as_slice() {
            return self.chain(alternatives, group, fallback);
        }
        // The last group becomes the default arm: the one without alternatives, or else the largest.
        groups.sort_by_key(|group| {
            let size = group.next.iter().count();
            (group.alternatives.is_empty(), size, group.next.clone())
        });
        let Some((rest, groups)) = groups.split_last() else {
            return fallback.code();
        };
        let codes: Vec<TokenStream> = groups
            .iter()
            .map(|group| self.chain(alternatives, group, fallback))
            .collect();
        let rest = self.chain(alternatives, rest, fallback);
        if let ([group], [code]) = (groups, codes.as_slice())
            && let Some(test) = table_test(&group.next)
        {
            return quote!(match #test { true => #code, false => #rest });
        }
        let arms = groups.iter().zip(&codes).map(|(group, code)| {
            let pattern = pattern(&group.next);
            quote!(#pattern => #code,)
        });
        quote! {
            match parser.peek(position) {
                #(#arms)*
                _ => #rest,
            }
        }
    }

    /// The alternatives of a group, one after the other.
    fn chain(
        &mut self,
        alternatives: &[&Matcher],
        group: &Group,
        fallback: Fallback,
    ) -> TokenStream {
        let tried: Vec<&Matcher> = group
            .alternatives
            .iter()
            .map(|&number| alternatives[number])
            .collect();
        match self.only_last_can_end(&tried, &group.next) {
            Some(second) => {
                let next = pattern(&second);
                let all = self.one_after_the_other(&tried, &group.next, fallback);
                let last = &tried[tried.len() - 1..];
                let last = self.one_after_the_other(last, &group.next, fallback);
                quote!(match parser.peek(position + 1) { #next => #all, _ => #last })
            }
            None => self.one_after_the_other(&tried, &group.next, fallback),
        }
    }

    /// The set that must follow the next byte, if only one is possible, for any alternative but the last to match; none if that is
    /// not known, or if the last one needs it, too.
    fn only_last_can_end(&self, tried: &[&Matcher], next: &NextSet) -> Option<NextSet> {
        let mut bytes = next.iter();
        let first = match (bytes.next(), bytes.next()) {
            (Some(first @ ..0x80), None) => char::from(first as u8),
            _ => return None,
        };
        let second = |part| second(part, first, self.program, self.facts);
        let (last, before) = tried.split_last()?;
        if before.is_empty() || second(last).is_some() {
            return None;
        }
        let seconds: Option<Vec<NextSet>> = before.iter().map(|part| second(part)).collect();
        let mut all = NextSet::none();
        let seconds = seconds?;
        let bytes = seconds.iter().flat_map(NextSet::iter);
        bytes.for_each(|byte| all.insert(byte));
        Some(all)
    }

    fn one_after_the_other(
        &mut self,
        tried: &[&Matcher],
        known: &NextSet,
        fallback: Fallback,
    ) -> TokenStream {
        let Some((first, others)) = tried.split_first() else {
            return fallback.code();
        };
        if let (Matcher::Class(class), Fallback::Position) = (first, fallback)
            && is_certain(class, known)
        {
            return quote!(position + 1);
        }
        // The caller takes back the nodes of the last one, unless this goes on without it.
        let last = match fallback {
            Fallback::None => tried.len() - 1,
            Fallback::Position => tried.len(),
        };
        let restores = |facts: Facts, index: usize| facts.litters && index < last;
        let mut leaves_nodes = restores(self.facts.of(first), 0);
        let mut needs_mark = leaves_nodes;
        let mut code = self.maybe(first, known);
        for (index, part) in others.iter().enumerate() {
            let restore = leaves_nodes.then(|| quote!(parser.restore(mark);));
            let part_code = self.maybe(part, known);
            // No closure: the compiler would make a function of each.
            code = quote!(match #code { None => { #restore #part_code } found => found });
            leaves_nodes = restores(self.facts.of(part), index + 1);
            needs_mark |= leaves_nodes;
        }
        if let Fallback::Position = fallback {
            let restore = leaves_nodes.then(|| quote!(parser.restore(mark);));
            code = quote!(match #code { None => { #restore position } Some(position) => position });
        }
        match needs_mark {
            true => quote!({ let mark = parser.mark(); #code }),
            false => code,
        }
    }
}
