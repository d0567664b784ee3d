//! The namespaces that prefixes stand for, and finding them by the names that are written.

use super::buffers::Remembered;
use crate::error::MOST_PREFIXES;
use oxiri::Iri;
use std::collections::HashMap;

/// The namespace of each prefix, which is without its colon.
///
/// Names repeat a few prefixes: which one a name has is found by its first eight bytes, in a small table of those
/// found before. Only other prefixes are looked up by their characters. A prefix keeps its place when it is
/// declared again, so the table never has to forget.
#[derive(Clone, Debug, Default)]
pub(crate) struct Namespaces {
    list: Vec<Namespace>,
    places: HashMap<String, usize>,
    found_before: Shortcuts,
    /// How many declarations there were.
    declared: u32,
    /// The place of the latest one.
    latest: usize,
    /// How many bytes all take.
    bytes: usize,
}

#[derive(Clone, Debug)]
struct Namespace {
    prefix: String,
    iri: String,
    takes_plain_names: bool,
    /// Whether the prefix is not declared any more: then nothing leads here.
    is_lost: bool,
}

/// The namespace of a name's prefix, and where the name goes on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expansion<'n> {
    pub(super) namespace: &'n str,
    /// Whether every [part of a segment](super::plain::is_part_of_segment) after the namespace makes an IRI of it.
    pub(super) takes_plain_names: bool,
    /// The namespace to remember, if all of its prefix is in a word.
    pub(super) remembered: Option<Remembered>,
    /// Where the colon is.
    pub(super) colon: usize,
}

/// Prefixes that were found before do not count.
impl PartialEq for Namespaces {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Namespace {
    /// About how many bytes it takes: the texts, that of the prefix once more as a key, and their containers.
    fn size(prefix: &str, iri: &str) -> usize {
        const HOLDER: usize = size_of::<Namespace>() + 2 * size_of::<(String, usize)>();
        HOLDER + 2 * prefix.len() + iri.len()
    }
}

impl Namespaces {
    /// Declares a prefix, for the first time or again, unless all together would take more bytes than the limit; returns
    /// whether it did.
    pub(super) fn declare(&mut self, prefix: &str, iri: &str, limit: usize) -> bool {
        let before = self
            .get(prefix)
            .map_or(0, |iri| Namespace::size(prefix, iri));
        let fits = self.bytes - before + Namespace::size(prefix, iri) <= limit;
        if fits {
            self.insert(prefix.to_owned(), iri.to_owned());
        }
        fits
    }

    /// Declares a prefix, for the first time or again.
    pub(crate) fn insert(&mut self, prefix: String, iri: String) {
        self.declared += 1;
        self.bytes += Namespace::size(&prefix, &iri);
        if let Some(before) = self.get(&prefix) {
            self.bytes -= Namespace::size(&prefix, before);
        }
        let namespace = Namespace {
            takes_plain_names: takes_plain_names(&iri),
            prefix,
            iri,
            is_lost: false,
        };
        self.latest = match self.places.get(&namespace.prefix) {
            Some(&place) => {
                self.list[place] = namespace;
                place
            }
            None => {
                let place = self.list.len();
                self.places.insert(namespace.prefix.clone(), place);
                self.list.push(namespace);
                place
            }
        };
    }

    /// Forgets the declaration of a prefix.
    pub(super) fn lose(&mut self, prefix: &str) {
        if let Some(place) = self.places.remove(prefix) {
            let namespace = &mut self.list[place];
            self.bytes -= Namespace::size(prefix, &namespace.iri);
            namespace.is_lost = true;
            self.found_before = Shortcuts::default();
            // Who remembers names of it has to look again.
            self.declared += 1;
            if self.list.len() > 2 * self.places.len() {
                self.forget_lost();
            }
        }
    }

    /// Takes what was lost out of the list, which would grow with each that is declared and lost again.
    fn forget_lost(&mut self) {
        let latest = self.latest().map(|(prefix, _)| prefix.to_owned());
        self.list.retain(|namespace| !namespace.is_lost);
        for (place, namespace) in self.list.iter().enumerate() {
            if let Some(before) = self.places.get_mut(&namespace.prefix) {
                *before = place;
            }
        }
        let latest = latest.and_then(|prefix| self.places.get(&prefix).copied());
        self.latest = latest.unwrap_or(usize::MAX);
    }

    /// How many declarations there were.
    #[inline(always)]
    pub(crate) fn declared(&self) -> u32 {
        self.declared
    }

    /// About how many bytes all take.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The prefix that was declared last, and its namespace.
    pub(crate) fn latest(&self) -> Option<(&str, &str)> {
        let latest = self.list.get(self.latest).filter(|it| !it.is_lost)?;
        Some((&latest.prefix, &latest.iri))
    }

    /// The namespace of a prefix.
    pub(crate) fn get(&self, prefix: &str) -> Option<&str> {
        let &place = self.places.get(prefix)?;
        Some(&self.list[place].iri)
    }

    /// The prefixes, in alphabetical order; not any number of them, nor of any length.
    pub(super) fn prefixes(&self) -> Vec<String> {
        const LONGEST: usize = 100;
        let prefixes = self.iter().filter(|(prefix, _)| prefix.len() <= LONGEST);
        let prefixes = prefixes.take(MOST_PREFIXES);
        let mut prefixes: Vec<_> = prefixes.map(|(prefix, _)| prefix.to_owned()).collect();
        prefixes.sort_unstable();
        prefixes
    }

    /// Prefixes and namespaces, in the order in which they were first declared.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let list = self.list.iter().filter(|namespace| !namespace.is_lost);
        list.map(|namespace| (namespace.prefix.as_str(), namespace.iri.as_str()))
    }

    /// The namespace of the prefixed name that `text` begins with, if it is declared and the prefix is written
    /// without escape sequences.
    #[inline]
    pub(super) fn expand(&mut self, text: &[u8]) -> Option<Expansion<'_>> {
        self.expand_start(Start::of(text)?, text)
    }

    /// The namespace of a prefixed name whose beginning is known.
    #[inline(always)]
    pub(super) fn expand_start(&mut self, start: Start, text: &[u8]) -> Option<Expansion<'_>> {
        let shortcut = *self.found_before.slot(start);
        let place = match shortcut.word == start.word {
            // All of a prefix is in the word if the colon is.
            true if start.has_colon() => shortcut.place,
            true if self.is_prefix(shortcut.place, &text[..start.colon]) => shortcut.place,
            _ => self.look_up(start, text)?,
        };
        let namespace = self.list.get(place)?;
        Some(Expansion {
            namespace: &namespace.iri,
            takes_plain_names: namespace.takes_plain_names,
            remembered: start.has_colon().then_some(Remembered {
                word: start.word,
                declared: self.declared,
                length: namespace.iri.len() as u32,
            }),
            colon: start.colon,
        })
    }

    fn is_prefix(&self, place: usize, text: &[u8]) -> bool {
        let namespace = self.list.get(place);
        namespace.is_some_and(|namespace| namespace.prefix.as_bytes() == text)
    }

    #[inline(never)]
    fn look_up(&mut self, start: Start, text: &[u8]) -> Option<usize> {
        let prefix = std::str::from_utf8(&text[..start.colon]).ok()?;
        if prefix.contains('\\') {
            return None;
        }
        let place = *self.places.get(prefix)?;
        *self.found_before.slot(start) = Shortcut {
            word: start.word,
            place,
        };
        Some(place)
    }
}

/// Whether any `*ipchar` after the namespace makes an IRI: RFC 3987, section 2.2.
///
/// It does after an IRI with a fragment or a query, which it makes longer; and after a path, whose last segment
/// it makes longer, or which it is if the IRI has neither path nor authority. A segment may be of any length and
/// hold any `ipchar`; and a name without `/` makes no path that begins with `//`. But after an authority and nothing else it
/// would be part of the authority, which allows fewer characters.
pub(crate) fn takes_plain_names(namespace: &str) -> bool {
    Iri::parse(namespace).is_ok_and(|iri| {
        iri.authority().is_none()
            || !iri.path().is_empty()
            || iri.query().is_some()
            || iri.fragment().is_some()
    })
}

/// How a prefixed name begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start {
    /// The first eight bytes, the first in the lowest byte; those after the colon are zero.
    pub(super) word: u64,
    pub(super) colon: usize,
}

impl Start {
    #[inline(always)]
    pub(super) fn of(text: &[u8]) -> Option<Self> {
        const EACH: u64 = u64::from_le_bytes([1; 8]);
        const COLONS: u64 = EACH * b':' as u64;
        let word = match text.first_chunk() {
            Some(&bytes) => u64::from_le_bytes(bytes),
            None => {
                let bytes = text.iter().rev();
                bytes.fold(0, |word, &byte| word << 8 | u64::from(byte))
            }
        };
        // The lowest byte of `others` that is zero is the first colon. Taking 1 from each byte sets the highest bit of
        // this one; if it sets that of others that did not have it, these are after it.
        let others = word ^ COLONS;
        let colons = others.wrapping_sub(EACH) & !others & (EACH << 7);
        if colons == 0 {
            let colon = memchr::memchr(b':', text)?;
            return Some(Self { word, colon });
        }
        let bits = colons.trailing_zeros() + 1;
        Some(Self {
            word: word & (u64::MAX >> (u64::BITS - bits)),
            colon: bits as usize / 8 - 1,
        })
    }

    fn has_colon(self) -> bool {
        self.colon < size_of_val(&self.word)
    }
}

/// Where the namespaces are that were found before, by how names begin.
#[derive(Clone, Debug)]
struct Shortcuts([Shortcut; Self::LEN]);

/// The place of a namespace. No word of a name is zero, which stands for none.
#[derive(Clone, Copy, Debug, Default)]
struct Shortcut {
    word: u64,
    place: usize,
}

impl Default for Shortcuts {
    fn default() -> Self {
        Self([Shortcut::default(); Self::LEN])
    }
}

impl Shortcuts {
    const LEN: usize = 1 << Self::BITS;
    const BITS: u32 = 8;

    /// The only slot for names that begin in this way; others share it.
    #[inline]
    fn slot(&mut self, start: Start) -> &mut Shortcut {
        // Fibonacci hashing: the highest bits of the product depend on all of the word.
        const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
        let mixed = (start.word ^ start.colon as u64).wrapping_mul(FACTOR);
        &mut self.0[(mixed >> (u64::BITS - Self::BITS)) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::{plain, random_iris::texts};
    use super::*;

    #[test]
    fn a_plain_name_behind_a_namespace_that_takes_it_makes_an_iri() {
        let namespaces = texts(4, 4_000).filter(|text| takes_plain_names(text));
        let names = texts(5, 20_000).filter(|text| plain::is_part_of_segment(text));
        let names: Vec<_> = names.collect();
        let mut count = 0;
        for namespace in namespaces {
            for name in &names {
                count += 1;
                let iri = [namespace.as_str(), name].concat();
                assert!(Iri::parse(iri.as_str()).is_ok(), "{iri:?}");
            }
        }
        assert!(count > 100_000, "{count}");
    }

    #[test]
    fn only_an_open_authority_takes_no_plain_names() {
        for namespace in [
            "x:",
            "x:/",
            "urn:a:",
            "http://a/",
            "http://a#",
            "http://a?",
            "x:///",
        ] {
            assert!(takes_plain_names(namespace), "{namespace}");
        }
        for namespace in [
            "http://a",
            "http://a:80",
            "x://",
            "relative/",
            "",
            "http://a b/",
        ] {
            assert!(!takes_plain_names(namespace), "{namespace}");
        }
    }

    #[test]
    fn a_prefix_ends_at_the_first_colon() {
        for (text, colon) in [
            (":", 0),
            (":a:b", 0),
            ("::::::::::", 0),
            ("a:\u{3B}:", 1),
            ("a:b", 1),
            ("1234567:x", 7),
            ("12345678:x", 8),
            ("é:", 2),
            ("a:;;;;;;;", 1),
        ] {
            let start = Start::of(text.as_bytes()).unwrap();
            assert_eq!(start.colon, colon, "{text}");
            let again = Start::of(&text.as_bytes()[..=colon]).unwrap();
            assert_eq!(again.word, start.word, "{text}");
        }
        assert!(Start::of(b"no colon at all").is_none());
        assert!(Start::of(b"").is_none());
    }

    #[test]
    fn what_is_lost_leaves_nothing_behind() {
        let mut namespaces = Namespaces::default();
        namespaces.insert("a".to_owned(), "x:a/".to_owned());
        for round in 0..100 {
            for prefix in ["b", "c"] {
                namespaces.insert(prefix.to_owned(), format!("x:{round}/"));
            }
            namespaces.lose("b");
            assert_eq!(namespaces.latest().map(|(prefix, _)| prefix), Some("c"));
            assert!(namespaces.expand(b"b:a").is_none());
            assert_eq!(namespaces.expand(b"a:a").unwrap().namespace, "x:a/");
            let namespace = format!("x:{round}/");
            assert_eq!(namespaces.expand(b"c:a").unwrap().namespace, namespace);
            let all = [("a", "x:a/"), ("c", namespace.as_str())];
            assert_eq!(namespaces.iter().collect::<Vec<_>>(), all);
            assert!(namespaces.list.len() <= 2 * all.len());
        }
        namespaces.insert("b".to_owned(), "x:".to_owned());
        for prefix in ["b", "c", "a"] {
            namespaces.lose(prefix);
            assert_eq!(namespaces.latest(), None);
        }
        assert!(namespaces.list.is_empty());
    }

    #[test]
    fn each_of_many_prefixes_has_its_own_namespace_again_and_again() {
        let mut namespaces = Namespaces::default();
        let prefixes: Vec<_> = (0..2_000)
            .map(|n| ["", "p", "a-longer-prefix", "of\0nul"][n % 4].to_owned() + &n.to_string())
            .chain(["", "\0", "\0\0\0\0\0\0\0\0", "12345678", "123456789"].map(str::to_owned))
            .collect();
        for round in 0..3 {
            for prefix in &prefixes {
                namespaces.insert(prefix.clone(), format!("x:{round}/{prefix}/"));
            }
            for prefix in prefixes.iter().chain(&prefixes) {
                let name = format!("{prefix}:a:b");
                let expansion = namespaces.expand(name.as_bytes()).unwrap();
                assert_eq!(expansion.namespace, format!("x:{round}/{prefix}/"));
                assert_eq!(expansion.colon, prefix.len());
            }
        }
        assert!(namespaces.expand(b"q:a").is_none());
        assert!(namespaces.expand(b"a-longer-prefix:a").is_none());
    }
}
