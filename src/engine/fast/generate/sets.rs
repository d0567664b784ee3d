//! Sets of characters and sets of next bytes.
//!
//! Invariant: a [`CharSet`] holds Unicode scalar values only (no surrogates), as sorted ranges that neither overlap
//! nor touch, so that equal sets are equal values.

use std::ops::RangeInclusive;

/// A set of characters.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CharSet {
    ranges: Vec<(u32, u32)>,
}

const LAST: u32 = char::MAX as u32;
const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

impl CharSet {
    pub(super) fn none() -> Self {
        Self::default()
    }

    pub(super) fn all() -> Self {
        Self::from_ranges(vec![(0, LAST)])
    }

    pub(super) fn one(character: char) -> Self {
        Self::range(character, character)
    }

    /// Both ends included; empty if they are the wrong way round.
    pub(super) fn range(first: char, last: char) -> Self {
        Self::from_ranges(vec![(first.into(), last.into())])
    }

    pub(super) fn of(characters: &str) -> Self {
        Self::from_ranges(characters.chars().map(|c| (c.into(), c.into())).collect())
    }

    fn from_ranges(mut ranges: Vec<(u32, u32)>) -> Self {
        ranges.retain(|(first, last)| first <= last);
        ranges.sort_unstable();
        let mut joined: Vec<(u32, u32)> = Vec::new();
        for (first, last) in ranges {
            match joined.last_mut() {
                Some(previous) if first <= previous.1.saturating_add(1) => {
                    previous.1 = previous.1.max(last);
                }
                _ => joined.push((first, last)),
            }
        }
        let mut result = Self::none();
        for (first, last) in joined {
            result.push_without_surrogates(first, last);
        }
        result
    }

    fn push_without_surrogates(&mut self, first: u32, last: u32) {
        let (low, high) = SURROGATES;
        if last < low || first > high {
            self.ranges.push((first, last));
            return;
        }
        if first < low {
            self.ranges.push((first, low - 1));
        }
        if last > high {
            self.ranges.push((high + 1, last));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    pub(super) fn contains(&self, character: char) -> bool {
        let number = u32::from(character);
        self.ranges
            .iter()
            .any(|&(first, last)| first <= number && number <= last)
    }

    pub(super) fn union(&self, other: &Self) -> Self {
        Self::from_ranges([self.ranges.as_slice(), &other.ranges].concat())
    }

    pub(super) fn complement(&self) -> Self {
        let mut ranges = Vec::new();
        let mut next = 0;
        for &(first, last) in &self.ranges {
            if next < first {
                ranges.push((next, first - 1));
            }
            next = last + 1;
        }
        if next <= LAST {
            ranges.push((next, LAST));
        }
        Self::from_ranges(ranges)
    }

    pub(super) fn intersection(&self, other: &Self) -> Self {
        self.complement().union(&other.complement()).complement()
    }

    pub(super) fn difference(&self, other: &Self) -> Self {
        self.intersection(&other.complement())
    }

    pub(super) fn is_subset(&self, other: &Self) -> bool {
        self.difference(other).is_empty()
    }

    /// The only character of the set, if there is just one.
    pub(super) fn single(&self) -> Option<char> {
        match self.ranges.as_slice() {
            &[(first, last)] if first == last => char::from_u32(first),
            _ => None,
        }
    }

    pub(super) fn ranges(&self) -> impl Iterator<Item = RangeInclusive<char>> + '_ {
        self.ranges
            .iter()
            .filter_map(|&(first, last)| Some(char::from_u32(first)?..=char::from_u32(last)?))
    }

    pub(super) fn non_ascii() -> Self {
        Self::from_ranges(vec![(0x80, LAST)])
    }

    /// How many ASCII characters are in the set.
    pub(super) fn count_ascii(&self) -> usize {
        (0..0x80)
            .filter(|&byte| self.contains(char::from(byte)))
            .count()
    }

    /// The bytes of the characters' UTF-8: of those beyond ASCII, simply all beyond ASCII.
    pub(super) fn all_bytes(&self) -> NextSet {
        let mut set = self.lead_bytes();
        if !set.is_ascii() {
            (0x80..NextSet::END).for_each(|byte| set.insert(byte));
        }
        set
    }

    /// The bytes that the characters' UTF-8 begins with.
    pub(super) fn lead_bytes(&self) -> NextSet {
        let mut set = NextSet::none();
        for (first, last) in self.ranges.iter().copied() {
            // Within a length of UTF-8, lead bytes grow with the characters.
            for (low, high) in [(0, 0x7F), (0x80, 0x7FF), (0x800, 0xFFFF), (0x10000, LAST)] {
                let (first, last) = (first.max(low), last.min(high));
                if first <= last {
                    for byte in lead_byte(first)..=lead_byte(last) {
                        set.insert(byte.into());
                    }
                }
            }
        }
        set
    }
}

fn lead_byte(character: u32) -> u8 {
    match character {
        ..0x80 => character as u8,
        0x80..0x800 => 0xC0 | (character >> 6) as u8,
        0x800..0x10000 => 0xE0 | (character >> 12) as u8,
        _ => 0xF0 | (character >> 18) as u8,
    }
}

/// What can come next: a set of bytes, and perhaps the end of the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct NextSet {
    members: [bool; Self::SIZE],
}

impl NextSet {
    /// Stands for the end of the text.
    pub(super) const END: usize = 256;
    pub(super) const SIZE: usize = 257;

    pub(super) fn none() -> Self {
        Self {
            members: [false; Self::SIZE],
        }
    }

    pub(super) fn all() -> Self {
        Self {
            members: [true; Self::SIZE],
        }
    }

    pub(super) fn insert(&mut self, next: usize) {
        self.members[next] = true;
    }

    pub(super) fn contains(&self, next: usize) -> bool {
        self.members[next]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..Self::SIZE).filter(|&next| self.members[next])
    }

    pub(super) fn is_disjoint(&self, other: &Self) -> bool {
        self.iter().all(|next| !other.contains(next))
    }

    pub(super) fn is_subset(&self, other: &Self) -> bool {
        self.iter().all(|next| other.contains(next))
    }

    pub(super) fn difference(&self, other: &Self) -> Self {
        let mut result = self.clone();
        for next in other.iter() {
            result.members[next] = false;
        }
        result
    }

    /// Whether it is bytes of ASCII and nothing else.
    pub(super) fn is_ascii(&self) -> bool {
        self.iter().all(|next| next < 0x80)
    }

    /// Its bytes, without the end, as ranges with both ends included.
    pub(super) fn byte_ranges(&self) -> Vec<(u8, u8)> {
        let mut ranges: Vec<(u8, u8)> = Vec::new();
        for byte in 0..=u8::MAX {
            if !self.contains(byte.into()) {
                continue;
            }
            match ranges.last_mut() {
                Some(previous) if previous.1.checked_add(1) == Some(byte) => previous.1 = byte,
                _ => ranges.push((byte, byte)),
            }
        }
        ranges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_joined_and_surrogates_left_out() {
        let set = CharSet::range('c', 'e').union(&CharSet::range('a', 'b'));
        assert_eq!(set, CharSet::range('a', 'e'));
        assert_eq!(CharSet::all().ranges().count(), 2);
        assert!(
            !CharSet::all()
                .ranges
                .iter()
                .any(|&(first, last)| first <= 0xDABC && 0xDABC <= last)
        );
        assert!(CharSet::range('b', 'a').is_empty());
    }

    #[test]
    fn difference_and_complement() {
        let letters = CharSet::range('a', 'z');
        let without = letters.difference(&CharSet::of("cx"));
        assert!(without.contains('b') && !without.contains('c') && !without.contains('x'));
        assert_eq!(letters.complement().complement(), letters);
        assert_eq!(CharSet::all().complement(), CharSet::none());
        assert!(without.is_subset(&letters) && !letters.is_subset(&without));
    }

    /// Of every character's UTF-8 the first byte, and no other, is found.
    #[test]
    fn lead_bytes_are_those_of_utf_8() {
        for set in [
            CharSet::all(),
            CharSet::range('\u{37F}', '\u{1FFF}'),
            CharSet::range('\u{D7FF}', '\u{E000}'),
            CharSet::of("aé€😀"),
        ] {
            let mut expected = NextSet::none();
            for character in set.ranges().flatten() {
                expected.insert(character.encode_utf8(&mut [0; 4]).as_bytes()[0].into());
            }
            assert_eq!(set.lead_bytes(), expected, "{set:?}");
        }
    }
}
