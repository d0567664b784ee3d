//! Sets of next bytes.

use notation::CharSet;

/// A set of characters as bytes of UTF-8.
pub(crate) trait InBytes {
    /// The bytes of the characters' UTF-8; if one is beyond ASCII, all bytes beyond ASCII.
    fn all_bytes(&self) -> NextSet;

    /// The bytes that the characters' UTF-8 begins with.
    fn lead_bytes(&self) -> NextSet;
}

impl InBytes for CharSet {
    fn all_bytes(&self) -> NextSet {
        let mut set = self.lead_bytes();
        if !set.is_ascii() {
            (0x80..NextSet::END).for_each(|byte| set.insert(byte));
        }
        set
    }

    fn lead_bytes(&self) -> NextSet {
        let mut set = NextSet::none();
        for (first, last) in self.code_points().iter().copied() {
            // Within a length of UTF-8, lead bytes grow with the characters.
            for (low, high) in [
                (0, 0x7F),
                (0x80, 0x7FF),
                (0x800, 0xFFFF),
                (0x10000, u32::from(char::MAX)),
            ] {
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

/// The possible next bytes: a set, and perhaps the end of the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NextSet {
    members: [bool; Self::SIZE],
}

impl NextSet {
    /// Stands for the end of the text.
    pub(crate) const END: usize = 256;
    pub(crate) const SIZE: usize = 257;

    pub(crate) fn none() -> Self {
        Self {
            members: [false; Self::SIZE],
        }
    }

    pub(crate) fn all() -> Self {
        Self {
            members: [true; Self::SIZE],
        }
    }

    pub(crate) fn insert(&mut self, next: usize) {
        self.members[next] = true;
    }

    pub(crate) fn contains(&self, next: usize) -> bool {
        self.members[next]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..Self::SIZE).filter(|&next| self.members[next])
    }

    pub(crate) fn is_disjoint(&self, other: &Self) -> bool {
        self.iter().all(|next| !other.contains(next))
    }

    pub(crate) fn is_subset(&self, other: &Self) -> bool {
        self.iter().all(|next| other.contains(next))
    }

    /// The bytes that are not in it; not the end.
    pub(crate) fn complement(&self) -> Self {
        let mut complement = Self::none();
        for byte in (0..Self::END).filter(|&byte| !self.contains(byte)) {
            complement.insert(byte);
        }
        complement
    }

    /// Without the bytes of a range, both ends included.
    pub(crate) fn without(mut self, (first, last): (u8, u8)) -> Self {
        self.members[usize::from(first)..=usize::from(last)].fill(false);
        self
    }

    pub(crate) fn difference(&self, other: &Self) -> Self {
        let mut result = self.clone();
        for next in other.iter() {
            result.members[next] = false;
        }
        result
    }

    /// Whether it is bytes of ASCII and nothing else.
    pub(crate) fn is_ascii(&self) -> bool {
        self.iter().all(|next| next < 0x80)
    }

    /// Its bytes, without the end, as ranges with both ends included.
    pub(crate) fn byte_ranges(&self) -> Vec<(u8, u8)> {
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

    /// The first byte of every character's UTF-8, and no other, is found.
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
