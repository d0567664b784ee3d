//! The prefixes of a document that is written.
//!
//! Invariant: a prefix stands for the namespace that it was declared for last.

use super::readings::TermBeginning;
use super::recent::Recent;
use crate::translate::{Meaning, takes_plain_names};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;

/// How many namespaces are looked at for one IRI: more share a beginning with it only in documents made for that.
const MOST_TRIED: usize = 16;

/// Prefixes, to find those whose namespace an IRI begins with.
#[derive(Clone, Debug, Default)]
pub(super) struct WritablePrefixes {
    namespaces: HashMap<String, String>,
    /// The prefixes of each namespace, the first declared first, as names begin with them.
    prefixes: BTreeMap<String, Vec<TermBeginning>>,
    /// Namespaces that names were made with lately, if no other namespace begins with one.
    alone: Recent<Option<KnownPrefix>>,
}

/// The prefix of a namespace that no other namespace begins with.
#[derive(Clone, Debug)]
pub(super) struct KnownPrefix {
    pub(super) beginning: TermBeginning,
    /// Whether the prefix with any word is a name of an IRI.
    pub(super) takes_words: bool,
}

impl WritablePrefixes {
    /// Declares a prefix, which names begin with so; returns whether that changes anything.
    pub(super) fn declare(
        &mut self,
        prefix: &str,
        beginning: TermBeginning,
        namespace: &str,
    ) -> bool {
        match self
            .namespaces
            .insert(prefix.to_owned(), namespace.to_owned())
        {
            Some(before) if before == namespace => return false,
            Some(before) => self.forget(beginning.text(), before),
            None => {}
        }
        self.alone.forget();
        let prefixes = self.prefixes.entry(namespace.to_owned()).or_default();
        prefixes.push(beginning);
        true
    }

    pub(super) fn declares(&self, prefix: &str) -> bool {
        self.namespaces.contains_key(prefix)
    }

    fn forget(&mut self, beginning: &str, namespace: String) {
        if let Entry::Occupied(mut prefixes) = self.prefixes.entry(namespace) {
            let prefixes_left = prefixes.get_mut();
            prefixes_left.retain(|other| other.text() != beginning);
            if prefixes.get().is_empty() {
                prefixes.remove();
            }
        }
    }

    /// The prefix of the longest namespace that an IRI begins with, and the rest of the IRI, if that is known from an IRI with an equal
    /// beginning.
    pub(super) fn known<'p>(&'p self, iri: &'p str) -> Option<(&'p KnownPrefix, &'p str)> {
        let (namespace, rest) = cut(iri)?;
        Some((self.alone.get(namespace)?.as_ref()?, rest))
    }

    /// Keeps the prefix of the namespace that an IRI has been cut behind, for IRIs with an equal beginning.
    pub(super) fn know(&mut self, iri: &str, namespace: &str) {
        if cut(iri).is_none_or(|(beginning, _)| beginning != namespace) {
            return;
        }
        let behind = (Bound::Excluded(namespace), Bound::Unbounded);
        let next = self.prefixes.range::<str, _>(behind).next();
        if next.is_none_or(|(next, _)| !next.starts_with(namespace))
            && let Some(known) = self.alone.keep(namespace)
        {
            let prefix = self.prefixes.get(namespace).and_then(|it| it.first());
            *known = prefix.map(|beginning| KnownPrefix {
                beginning: beginning.clone(),
                takes_words: takes_plain_names(namespace)
                    && beginning.is_with_words(Meaning::PrefixedName),
            });
        }
    }

    /// The prefixes of the namespaces that an IRI begins with, each with the rest of the IRI, the longest namespace first.
    ///
    /// In the order of texts, nothing is between a beginning of a text and the text but what begins alike: so the last namespace
    /// that is not after the IRI is a beginning of it, or shares more with it than any that is.
    pub(super) fn of<'p>(
        &'p self,
        iri: &'p str,
    ) -> impl Iterator<Item = (&'p TermBeginning, &'p str)> {
        let mut beginning = Some(iri);
        let tried = std::iter::from_fn(move || {
            let up_to = (Bound::Unbounded, Bound::Included(beginning?));
            let before = self.prefixes.range::<str, _>(up_to).next_back();
            let Some((namespace, prefixes)) = before else {
                beginning = None;
                return None;
            };
            let rest = iri.strip_prefix(namespace.as_str());
            let shorter = match rest {
                Some(_) => namespace.len().saturating_sub(1),
                None => shared(namespace, iri),
            };
            let mut ends = (1..=shorter).rev();
            beginning = ends
                .find(|&end| iri.is_char_boundary(end))
                .map(|end| &iri[..end]);
            Some(prefixes.first().zip(rest))
        });
        tried.take(MOST_TRIED).flatten()
    }
}

/// An IRI in two parts, behind the last sign that namespaces end with.
fn cut(iri: &str) -> Option<(&str, &str)> {
    let last = memchr::memrchr3(b'/', b'#', b':', iri.as_bytes())?;
    Some(iri.split_at(last + 1))
}

/// How many bytes two texts begin with alike.
fn shared(left: &str, right: &str) -> usize {
    let pairs = left.bytes().zip(right.bytes());
    pairs.take_while(|(left, right)| left == right).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;
    use pretty_assertions::assert_eq;

    fn of<'p>(prefixes: &'p WritablePrefixes, iri: &'p str) -> Vec<(&'p str, &'p str)> {
        let of = prefixes.of(iri);
        of.map(|(prefix, rest)| (prefix.text(), rest)).collect()
    }

    fn declare(prefixes: &mut WritablePrefixes, prefix: &str, namespace: &str) -> bool {
        let beginning = TermBeginning::new(Dialect::NTriples12, prefix);
        prefixes.declare(prefix, beginning, namespace)
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
            assert!(declare(&mut prefixes, prefix, namespace));
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
        assert!(declare(&mut prefixes, "a", "x:"));
        assert!(!declare(&mut prefixes, "a", "x:"));
        assert!(declare(&mut prefixes, "b", "x:"));
        assert_eq!(of(&prefixes, "x:c"), [("a", "c")]);
        assert!(declare(&mut prefixes, "a", "y:"));
        assert_eq!(of(&prefixes, "x:c"), [("b", "c")]);
        assert_eq!(of(&prefixes, "y:c"), [("a", "c")]);
        assert!(declare(&mut prefixes, "b", "y:"));
        assert_eq!(of(&prefixes, "x:c"), []);
    }

    #[test]
    fn what_is_known_is_what_would_be_found() {
        let mut prefixes = WritablePrefixes::default();
        for (prefix, namespace) in [("a", "x:"), ("b", "x:a/"), ("c", "x:a/b/"), ("d", "x:d#d")] {
            assert!(declare(&mut prefixes, prefix, namespace));
        }
        let iris = [
            "x:1", "x:a/1", "x:a/b/1", "x:a/b/1", "x:d#d1", "x:a/b/2", "y:1",
        ];
        for iri in iris.repeat(3) {
            let found = prefixes.of(iri).next().map(|(_, rest)| rest.len());
            let known = prefixes.known(iri).map(|(_, rest)| rest.len());
            assert!(known.is_none() || known == found, "{iri}");
            if let Some(length) = found {
                prefixes.know(iri, &iri[..iri.len() - length]);
            }
        }
        let known = iris.map(|iri| {
            prefixes
                .known(iri)
                .map(|(prefix, _)| prefix.beginning.text())
        });
        let expected = [None, None, Some("c"), Some("c"), None, Some("c"), None];
        assert_eq!(known, expected);
    }
}
