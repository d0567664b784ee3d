//! Sets of characters.
//!
//! Invariant: a [`CharSet`] holds Unicode scalar values only (no surrogates), as sorted ranges that neither overlap
//! nor touch, so that equal sets are equal values.

use std::ops::RangeInclusive;

/// A set of characters.
///
/// ```
/// use turtle_peg_notation::CharSet;
///
/// let letters = CharSet::range('a', 'z');
/// let consonants = letters.difference(&CharSet::of("aeiou"));
/// assert!(consonants.contains('b') && !consonants.contains('e'));
/// assert!(consonants.is_subset(&letters));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CharSet {
    ranges: Vec<(u32, u32)>,
}

const LAST: u32 = char::MAX as u32;
const SURROGATES: (u32, u32) = (0xD800, 0xDFFF);

impl CharSet {
    /// The empty set.
    pub fn none() -> Self {
        Self::default()
    }

    /// Every Unicode scalar value.
    pub fn all() -> Self {
        Self::from_ranges(vec![(0, LAST)])
    }

    /// The set of one character.
    pub fn one(character: char) -> Self {
        Self::range(character, character)
    }

    /// A character, and if case does not matter the same ASCII letter in the other case.
    pub fn in_cases(character: char, ignores_case: bool) -> Self {
        match ignores_case {
            true => Self::one(character.to_ascii_lowercase())
                .union(&Self::one(character.to_ascii_uppercase())),
            false => Self::one(character),
        }
    }

    /// The characters from the first to the last, both included; empty if the last comes before the first.
    pub fn range(first: char, last: char) -> Self {
        Self::from_ranges(vec![(first.into(), last.into())])
    }

    /// White space, as Unicode has it.
    pub fn white_space() -> Self {
        let blank = (0..=LAST)
            .filter_map(char::from_u32)
            .filter(|c| c.is_whitespace());
        Self::from_ranges(blank.map(|c| (c.into(), c.into())).collect())
    }

    /// The characters of a text.
    pub fn of(characters: &str) -> Self {
        Self::from_ranges(characters.chars().map(|c| (c.into(), c.into())).collect())
    }

    /// The character set of pest's built-in rule of this name, if it matches one character.
    pub fn built_in(name: &str) -> Option<Self> {
        let ranges: &[(char, char)] = match name {
            "ANY" => return Some(Self::all()),
            "ASCII" => &[('\0', '\x7F')],
            "ASCII_DIGIT" => &[('0', '9')],
            "ASCII_NONZERO_DIGIT" => &[('1', '9')],
            "ASCII_BIN_DIGIT" => &[('0', '1')],
            "ASCII_OCT_DIGIT" => &[('0', '7')],
            "ASCII_HEX_DIGIT" => &[('0', '9'), ('a', 'f'), ('A', 'F')],
            "ASCII_ALPHA_LOWER" => &[('a', 'z')],
            "ASCII_ALPHA_UPPER" => &[('A', 'Z')],
            "ASCII_ALPHA" => &[('a', 'z'), ('A', 'Z')],
            "ASCII_ALPHANUMERIC" => &[('a', 'z'), ('A', 'Z'), ('0', '9')],
            _ => return None,
        };
        let code_points = ranges
            .iter()
            .map(|&(first, last)| (first.into(), last.into()));
        Some(Self::from_ranges(code_points.collect()))
    }

    /// The characters of these ranges of code points, first and last ones included. Surrogates are left out.
    pub fn from_ranges(mut ranges: Vec<(u32, u32)>) -> Self {
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

    /// Whether it has no characters.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Whether it has this character.
    pub fn contains(&self, character: char) -> bool {
        let number = u32::from(character);
        self.ranges
            .iter()
            .any(|&(first, last)| first <= number && number <= last)
    }

    /// The characters that are in either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        Self::from_ranges([self.ranges.as_slice(), &other.ranges].concat())
    }

    /// All characters that are not in the set.
    #[must_use]
    pub fn complement(&self) -> Self {
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

    /// The characters that are in both sets.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        self.complement().union(&other.complement()).complement()
    }

    /// The characters that are in this set and not in the other.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Self {
        self.intersection(&other.complement())
    }

    /// Whether the other set has all characters of this one.
    pub fn is_subset(&self, other: &Self) -> bool {
        self.difference(other).is_empty()
    }

    /// The only character of the set, if there is just one.
    pub fn single(&self) -> Option<char> {
        match self.ranges.as_slice() {
            &[(first, last)] if first == last => char::from_u32(first),
            _ => None,
        }
    }

    /// The ranges, in ascending order; none reaches across the surrogates.
    pub fn ranges(&self) -> impl Iterator<Item = RangeInclusive<char>> + '_ {
        self.ranges
            .iter()
            .filter_map(|&(first, last)| Some(char::from_u32(first)?..=char::from_u32(last)?))
    }

    /// The ranges as code points, both ends included.
    pub fn code_points(&self) -> &[(u32, u32)] {
        &self.ranges
    }

    /// All characters beyond ASCII.
    pub fn non_ascii() -> Self {
        Self::from_ranges(vec![(0x80, LAST)])
    }

    /// How many ASCII characters are in the set.
    pub fn count_ascii(&self) -> usize {
        (0..0x80)
            .filter(|&byte| self.contains(char::from(byte)))
            .count()
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
}
