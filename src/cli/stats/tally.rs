//! Counting in bounded memory.
//!
//! Invariants: every number is right. What does not fit is counted together, as "others"; how many different ones these are
//! is then not said. What once has a place keeps it, so its number is exact.

use std::collections::hash_map::RandomState;
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hash};

/// How often each of several texts occurs.
pub struct Tally {
    counts: HashMap<String, u64>,
    /// How many bytes the texts have.
    bytes: usize,
    most: usize,
    /// How often those occur that have no place.
    others: u64,
}

impl Tally {
    /// How many bytes of texts have places.
    const MOST_BYTES: usize = 64 << 20;

    /// With places for so many different texts.
    pub fn new(most: usize) -> Self {
        Self {
            counts: HashMap::new(),
            bytes: 0,
            most,
            others: 0,
        }
    }

    pub fn count(&mut self, text: &str) {
        if let Some(count) = self.counts.get_mut(text) {
            *count += 1;
        } else if self.counts.len() < self.most && self.bytes + text.len() <= Self::MOST_BYTES {
            self.bytes += text.len();
            self.counts.insert(text.to_owned(), 1);
        } else {
            self.others += 1;
        }
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

/// How many different things there are.
pub struct Distinct {
    seen: HashSet<[u64; 2]>,
    hashers: [RandomState; 2],
    most: usize,
    is_exact: bool,
}

impl Distinct {
    /// Up to so many.
    pub fn new(most: usize) -> Self {
        Self {
            seen: HashSet::new(),
            hashers: [RandomState::new(), RandomState::new()],
            most,
            is_exact: true,
        }
    }

    pub fn add(&mut self, thing: &impl Hash) {
        // By 128 bits that no document can foresee, no two are taken for one.
        let hash = [
            self.hashers[0].hash_one(thing),
            self.hashers[1].hash_one(thing),
        ];
        if self.seen.len() < self.most {
            self.seen.insert(hash);
        } else if self.is_exact && !self.seen.contains(&hash) {
            self.is_exact = false;
        }
    }

    pub fn number(&self) -> Number {
        Number {
            least: self.seen.len() as u64 + u64::from(!self.is_exact),
            is_exact: self.is_exact,
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

    #[test]
    fn what_has_no_place_is_counted_together() {
        let mut tally = Tally::new(2);
        for text in ["a", "b", "b", "c", "c", "c", "d", "a", "b"] {
            tally.count(text);
        }
        assert_eq!(tally.top(1), (vec![("b", 3)], 6));
        assert_eq!(tally.top(5), (vec![("b", 3), ("a", 2)], 4));
        assert_eq!(tally.without_place(), 4);
        assert_eq!(tally.distinct().to_string(), "at least 3");
        let mut tally = Tally::new(4);
        tally.count(&"x".repeat(Tally::MOST_BYTES));
        tally.count("y");
        assert_eq!(tally.without_place(), 1);
    }

    #[test]
    fn different_things_are_counted_up_to_a_limit() {
        let mut distinct = Distinct::new(3);
        for thing in [1, 2, 2, 3, 1, 3] {
            distinct.add(&thing);
        }
        assert_eq!(distinct.number().to_string(), "3");
        distinct.add(&4);
        distinct.add(&5);
        assert_eq!(distinct.number().to_string(), "at least 4");
    }
}
