//! Counting in bounded memory.
//!
//! Invariants: every number is right. Texts that do not fit are counted together, as "others"; their number of distinct
//! texts is then not reported. A text keeps its place, so its number is exact. Which things have places does not depend
//! on the parts that a document was counted in: the first ones in the document have them, up to the first one that does
//! not fit.

use std::collections::hash_map::RandomState;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};

/// How many bytes of texts have places.
const MOST_BYTES: usize = 16 << 20;

/// How often each text occurs in a part of a document.
///
/// It keeps only texts that could have places: a text that does not fit after the texts before it does not fit after
/// those of earlier parts, either.
#[derive(Default)]
pub struct Frequencies {
    texts: HashMap<String, Frequency>,
    /// How many bytes the texts have.
    bytes: usize,
    /// Texts that were not kept.
    others: HashMap<Fingerprint, Frequency>,
}

struct Frequency {
    count: u64,
    /// How many other texts came before it.
    rank: usize,
}

/// A text of a part, or its fingerprint.
enum CountedName<'t> {
    Text(&'t str),
    Other(Fingerprint),
}

impl Frequencies {
    pub fn count(&mut self, text: &str, fingerprints: &Fingerprints) {
        let rank = self.texts.len() + self.others.len();
        let first = Frequency { count: 1, rank };
        if let Some(frequency) = self.texts.get_mut(text) {
            frequency.count += 1;
        } else if self.bytes + text.len() <= MOST_BYTES {
            self.bytes += text.len();
            self.texts.insert(text.to_owned(), first);
        } else {
            let other = self.others.entry(fingerprints.of(&text));
            let known = other.and_modify(|frequency| frequency.count += 1);
            known.or_insert(first);
        }
    }

    /// The texts in the order in which they first came, and how often each did.
    fn in_order(&self) -> Vec<(CountedName<'_>, &Frequency)> {
        let texts = self.texts.iter();
        let texts = texts.map(|(text, it)| (CountedName::Text(text), it));
        let others = self.others.iter();
        let others = others.map(|(&fingerprint, it)| (CountedName::Other(fingerprint), it));
        let mut all: Vec<_> = texts.chain(others).collect();
        all.sort_unstable_by_key(|(_, it)| it.rank);
        all
    }
}

/// How often each of several texts occurs.
#[derive(Default)]
pub struct NameTally {
    counts: HashMap<String, u64>,
    /// How many bytes the texts have.
    bytes: usize,
    most: usize,
    /// How often those occur that have no place.
    others: u64,
}

impl NameTally {
    /// With places for this many distinct texts.
    pub fn new(most: usize) -> Self {
        Self {
            most,
            ..Self::default()
        }
    }

    /// Adds what comes next.
    pub fn add(&mut self, part: &Frequencies, fingerprints: &Fingerprints) {
        let places: HashMap<Fingerprint, String> = match part.others.is_empty() {
            true => HashMap::new(),
            false => {
                let texts = self.counts.keys();
                let places = texts.map(|text| (fingerprints.of(&text.as_str()), text.clone()));
                places.collect()
            }
        };
        for (counted, &Frequency { count, .. }) in part.in_order() {
            let text = match &counted {
                CountedName::Text(text) => Some(*text),
                // No other text of this part is the same.
                CountedName::Other(fingerprint) => places.get(fingerprint).map(String::as_str),
            };
            if let Some(known) = text.and_then(|text| self.counts.get_mut(text)) {
                *known += count;
                continue;
            }
            match text.filter(|text| self.has_place_for(text)) {
                Some(text) => {
                    self.bytes += text.len();
                    self.counts.insert(text.to_owned(), count);
                }
                None => self.others += count,
            }
        }
    }

    fn has_place_for(&self, text: &str) -> bool {
        // Once one had no place, no other gets one: this does not depend on how long those are that come later.
        let is_full = self.others > 0;
        !is_full && self.counts.len() < self.most && self.bytes + text.len() <= MOST_BYTES
    }

    /// How many different texts there are, or more than which number.
    pub fn distinct(&self) -> Number {
        Number {
            least: self.counts.len() as u64 + u64::from(self.others > 0),
            is_exact: self.others == 0,
        }
    }

    /// The most frequent ones that have places, and how often all that are not among them occur.
    pub fn top(&self, number: usize) -> (Vec<(&str, u64)>, u64) {
        let mut all: Vec<_> = self
            .counts
            .iter()
            .map(|(text, &count)| (text.as_str(), count))
            .collect();
        all.sort_unstable_by(|(one, many), (other, more)| more.cmp(many).then(one.cmp(other)));
        let rest = all.split_off(number.min(all.len()));
        let rest: u64 = rest.iter().map(|(_, count)| count).sum();
        (all, rest + self.others)
    }

    /// How often those occur that have no place: any of them could be as frequent.
    pub fn without_place(&self) -> u64 {
        self.others
    }
}

/// 128 bits for each thing that no document can foresee: no two things are taken for one.
#[derive(Default)]
pub struct Fingerprints([RandomState; 2]);

pub type Fingerprint = [u64; 2];

impl Fingerprints {
    pub fn of(&self, thing: &impl Hash) -> Fingerprint {
        self.0.each_ref().map(|hasher| hasher.hash_one(thing))
    }
}

/// How many different things there are.
#[derive(Default)]
pub struct Distinct {
    seen: HashSet<Fingerprint, BuildHasherDefault<FirstHalf>>,
    most: usize,
    /// Whether there are more than these.
    has_others: bool,
}

/// Fingerprints are random already, and need no hashing.
#[derive(Default)]
struct FirstHalf(u64);

impl Hasher for FirstHalf {
    fn write(&mut self, bytes: &[u8]) {
        if let Some(&half) = bytes.first_chunk() {
            self.0 = u64::from_ne_bytes(half);
        }
    }

    /// The length of an array is not hashed.
    fn write_usize(&mut self, _: usize) {}

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Distinct {
    /// Counts up to this number.
    pub fn new(most: usize) -> Self {
        Self {
            most,
            ..Self::default()
        }
    }

    /// Adds what comes next.
    pub fn add(&mut self, things: &[Fingerprint]) {
        for thing in things {
            if self.seen.len() < self.most {
                self.seen.insert(*thing);
            } else {
                self.has_others = self.has_others || !self.seen.contains(thing);
            }
        }
    }

    pub fn number(&self) -> Number {
        Number {
            least: self.seen.len() as u64 + u64::from(self.has_others),
            is_exact: !self.has_others,
        }
    }
}

/// A number, or the least that it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Number {
    pub least: u64,
    pub is_exact: bool,
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.is_exact {
            true => write!(f, "{}", self.least),
            false => write!(f, "at least {}", self.least),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    /// Counts these texts in parts of a size.
    fn count(tally: &mut NameTally, texts: &[&str], size: usize) {
        let fingerprints = Fingerprints::default();
        for part in texts.chunks(size) {
            let mut frequencies = Frequencies::default();
            for text in part {
                frequencies.count(text, &fingerprints);
            }
            tally.add(&frequencies, &fingerprints);
        }
    }

    #[test]
    fn what_has_no_place_is_counted_together() {
        let texts = ["a", "b", "b", "c", "c", "c", "d", "a", "b"];
        // In one part, or in several.
        for size in 1..=texts.len() {
            let mut tally = NameTally::new(2);
            count(&mut tally, &texts, size);
            assert_eq!(tally.top(1), (vec![("b", 3)], 6));
            assert_eq!(tally.top(5), (vec![("b", 3), ("a", 2)], 4));
            assert_eq!(tally.without_place(), 4);
            assert_eq!(tally.distinct().to_string(), "at least 3");
        }
    }

    #[test]
    fn texts_have_places_up_to_the_first_that_does_not_fit() {
        let [half, other, rest] = ["h", "o", "r"].map(|text| text.repeat(MOST_BYTES / 2));
        let texts = [
            "a", &half, &other, "b", &other, "a", &half, &rest, "b", &rest,
        ];
        for size in [1, 3, texts.len()] {
            let mut tally = NameTally::new(10);
            count(&mut tally, &texts, size);
            assert_eq!(
                tally.top(10),
                (vec![("a", 2), (half.as_str(), 2)], 6),
                "{size}"
            );
        }
    }

    #[test]
    fn a_part_keeps_no_more_texts_than_could_have_places() {
        let mut frequencies = Frequencies::default();
        let fingerprints = Fingerprints::default();
        let long = "x".repeat(MOST_BYTES / 10);
        for number in 0..100 {
            frequencies.count(&format!("{long}{number}"), &fingerprints);
        }
        assert_eq!((frequencies.texts.len(), frequencies.others.len()), (9, 91));
    }

    #[test]
    fn different_things_are_counted_up_to_a_limit() {
        let fingerprints = Fingerprints::default();
        let mut distinct = Distinct::new(3);
        for thing in [1, 2, 2, 3, 1, 3] {
            distinct.add(&[fingerprints.of(&thing)]);
        }
        assert_eq!(distinct.number().to_string(), "3");
        distinct.add(&[4, 5].map(|thing| fingerprints.of(&thing)));
        assert_eq!(distinct.number().to_string(), "at least 4");
    }
}
