//! The prefixes of a document that is written.
//!
//! Invariant: a prefix stands for the namespace that it was declared for last.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;

/// How many namespaces are looked at for one IRI: more share a beginning with it only in documents made for that.
const MOST_TRIED: usize = 16;

/// Prefixes, to find those whose namespace an IRI begins with.
#[derive(Clone, Debug, Default)]
pub(super) struct WritablePrefixes {
    namespaces: HashMap<String, String>,
    /// The prefixes of each namespace, the first declared first.
    prefixes: BTreeMap<String, Vec<String>>,
}

impl WritablePrefixes {
    /// Declares a prefix; returns whether that changes anything.
    pub(super) fn declare(&mut self, prefix: &str, namespace: &str) -> bool {
        match self
            .namespaces
            .insert(prefix.to_owned(), namespace.to_owned())
        {
            Some(before) if before == namespace => return false,
            Some(before) => self.forget(prefix, before),
            None => {}
        }
        let prefixes = self.prefixes.entry(namespace.to_owned()).or_default();
        prefixes.push(prefix.to_owned());
        true
    }

    pub(super) fn declares(&self, prefix: &str) -> bool {
        self.namespaces.contains_key(prefix)
    }

    fn forget(&mut self, prefix: &str, namespace: String) {
        if let Entry::Occupied(mut prefixes) = self.prefixes.entry(namespace) {
            prefixes.get_mut().retain(|other| other != prefix);
            if prefixes.get().is_empty() {
                prefixes.remove();
            }
        }
    }

    /// The prefixes of the namespaces that an IRI begins with, each with the rest of the IRI, the longest namespace first.
    ///
    /// In the order of texts, nothing is between a beginning of a text and the text but what begins alike: so the last namespace
    /// that is not after the IRI is a beginning of it, or shares more with it than any that is.
    pub(super) fn of<'p>(&'p self, iri: &'p str) -> impl Iterator<Item = (&'p str, &'p str)> {
        let mut beginning = Some(iri);
        let tried = std::iter::from_fn(move || {
            let up_to = (Bound::Unbounded, Bound::Included(beginning?));
            let before = self.prefixes.range::<str, _>(up_to).next_back();
            let Some((namespace, prefixes)) = before else {
                beginning = None;
                return None;
            };
            let shared = shared(namespace, iri);
            let is_beginning = shared == namespace.len();
            let end = (0..=shared.saturating_sub(usize::from(is_beginning))).rev();
            beginning = end
                .take_while(|&end| end > 0)
                .find(|&end| iri.is_char_boundary(end))
                .map(|end| &iri[..end]);
            let found = prefixes.first().filter(|_| is_beginning);
            Some(found.map(|prefix| (prefix.as_str(), &iri[shared..])))
        });
        tried.take(MOST_TRIED).flatten()
    }
}

/// How many bytes two texts begin with alike.
fn shared(left: &str, right: &str) -> usize {
    let pairs = left.bytes().zip(right.bytes());
    pairs.take_while(|(left, right)| left == right).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn of<'p>(prefixes: &'p WritablePrefixes, iri: &'p str) -> Vec<(&'p str, &'p str)> {
        prefixes.of(iri).collect()
    }

    #[test]
    fn the_longest_namespace_comes_first() {
        let mut prefixes = WritablePrefixes::default();
        for (prefix, namespace) in [
            ("a", "x:"),
            ("b", "x:a/"),
            ("c", "x:a/b"),
            ("d", "x:a/c/"),
            ("e", "x:é"),
            ("f", "x:è"),
        ] {
            assert!(prefixes.declare(prefix, namespace));
        }
        assert_eq!(
            of(&prefixes, "x:a/bc"),
            [("c", "c"), ("b", "bc"), ("a", "a/bc")]
        );
        assert_eq!(of(&prefixes, "x:a/d"), [("b", "d"), ("a", "a/d")]);
        assert_eq!(of(&prefixes, "x:ê"), [("a", "ê")]);
        assert_eq!(
            of(&prefixes, "x:a/c/"),
            [("d", ""), ("b", "c/"), ("a", "a/c/")]
        );
        assert_eq!(of(&prefixes, "w:"), []);
        assert_eq!(of(&prefixes, "y:"), []);
    }

    #[test]
    fn the_latest_declaration_holds() {
        let mut prefixes = WritablePrefixes::default();
        assert!(prefixes.declare("a", "x:"));
        assert!(!prefixes.declare("a", "x:"));
        assert!(prefixes.declare("b", "x:"));
        assert_eq!(of(&prefixes, "x:c"), [("a", "c")]);
        assert!(prefixes.declare("a", "y:"));
        assert_eq!(of(&prefixes, "x:c"), [("b", "c")]);
        assert_eq!(of(&prefixes, "y:c"), [("a", "c")]);
        assert!(prefixes.declare("b", "y:"));
        assert_eq!(of(&prefixes, "x:c"), []);
    }
}
