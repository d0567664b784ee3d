//! Sets of bytes and of characters, made when the parser is compiled.

/// A set of bytes.
///
/// ```
/// # use turtle_peg_runtime::{Kind, Role};
/// # #[derive(Clone, Copy)]
/// # struct Rule;
/// # impl Kind for Rule {
/// #     type Plain = ();
/// #     fn role(self) -> Role {
/// #         Role::Itself
/// #     }
/// # }
/// use turtle_peg_runtime::{Bytes, Parser, Shape};
///
/// const DIGITS: Bytes = Bytes::new(&[(b'0', b'9')]);
/// let mut parser = Parser::<Rule>::new("a1", Vec::new(), Shape::Full, 64);
/// assert!(!parser.is_next(0, &DIGITS) && parser.is_next(1, &DIGITS));
/// ```
#[derive(Debug)]
pub struct Bytes(pub(crate) [bool; 256]);

impl Bytes {
    /// The set of ranges with both ends included.
    pub const fn new(ranges: &[(u8, u8)]) -> Self {
        let mut bytes = [false; 256];
        let mut index = 0;
        while index < ranges.len() {
            let mut byte = ranges[index].0 as usize;
            while byte <= ranges[index].1 as usize {
                bytes[byte] = true;
                byte += 1;
            }
            index += 1;
        }
        Self(bytes)
    }
}

/// A set of characters.
///
/// ```
/// # use turtle_peg_runtime::{Kind, Role};
/// # #[derive(Clone, Copy)]
/// # struct Rule;
/// # impl Kind for Rule {
/// #     type Plain = ();
/// #     fn role(self) -> Role {
/// #         Role::Itself
/// #     }
/// # }
/// use turtle_peg_runtime::{Class, Parser, Shape};
///
/// static LETTERS: Class = Class::new(&[('a', 'z'), ('à', 'ö')]);
/// let mut parser = Parser::<Rule>::new("déjà 2", Vec::new(), Shape::Full, 64);
/// assert_eq!(parser.run(0, &LETTERS), "déjà".len());
/// assert_eq!(parser.class(6, &LETTERS), None);
/// ```
#[derive(Debug)]
pub struct Class {
    bytes: [Membership; 256],
    /// For each 256 characters up to U+FFFF, the number of their page in `pages`.
    pages_of: [u8; 256],
    pages: [ClassPage; Self::PAGES],
    ranges: &'static [(char, char)],
}

/// One bit for each of 256 characters: whether it is a member.
type ClassPage = [u64; 4];

/// Whether a byte is, or begins, a character of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Membership {
    No,
    Yes,
    /// It begins a character beyond ASCII, and the class has some of these.
    Depends,
}

impl Class {
    /// A class of ranges with both ends included, sorted.
    pub const fn new(ranges: &'static [(char, char)]) -> Self {
        let mut bytes = [Membership::No; 256];
        let mut index = 0;
        while index < ranges.len() {
            let (first, last) = ranges[index];
            let mut byte = first as usize;
            while byte < 0x80 && byte <= last as usize {
                bytes[byte] = Membership::Yes;
                byte += 1;
            }
            index += 1;
        }
        // The ranges are sorted.
        if index > 0 && ranges[index - 1].1 as usize >= 0x80 {
            let mut byte = 0x80;
            while byte < bytes.len() {
                bytes[byte] = Membership::Depends;
                byte += 1;
            }
        }
        let mut class = Self {
            bytes,
            pages_of: [0; 256],
            pages: [[0; 4]; Self::PAGES],
            ranges,
        };
        class.fill_pages();
        class
    }

    /// The largest number of different pages; most classes have the empty one, the full one, and few others.
    const PAGES: usize = 24;
    /// Stands for a page that found no room there.
    const NO_PAGE: u8 = u8::MAX;

    /// The compiler runs this for each class, so pages with all characters or none, which most are, are filled at once.
    const fn fill_pages(&mut self) {
        const EMPTY: ClassPage = [0; 4];
        const FULL: ClassPage = [u64::MAX; 4];
        let ranges = self.ranges;
        let mut used = 0;
        let mut number = 0;
        // The first range that does not end before the page.
        let mut range = 0;
        while number < self.pages_of.len() {
            let first = number as u32 * 256;
            let last = first + 255;
            while range < ranges.len() && (ranges[range].1 as u32) < first {
                range += 1;
            }
            let page = if range == ranges.len() || ranges[range].0 as u32 > last {
                EMPTY
            } else if ranges[range].0 as u32 <= first && ranges[range].1 as u32 >= last {
                FULL
            } else {
                page(ranges, range, first)
            };
            let mut place = 0;
            while place < used && !is_same(&self.pages[place], &page) {
                place += 1;
            }
            if place == used && used < Self::PAGES {
                self.pages[used] = page;
                used += 1;
            }
            self.pages_of[number] = if place < Self::PAGES {
                place as u8
            } else {
                Self::NO_PAGE
            };
            number += 1;
        }
    }

    #[inline(always)]
    pub(crate) fn of_byte(&self, byte: u8) -> Membership {
        self.bytes[byte as usize]
    }

    #[inline(always)]
    pub(crate) fn has_byte(&self, byte: u8) -> bool {
        self.of_byte(byte) == Membership::Yes
    }

    /// Whether the character of this code point is a member.
    #[inline]
    pub(crate) fn contains(&self, character: u32) -> bool {
        let number = character as usize;
        let page = self.pages_of.get(number / 256);
        match page.and_then(|&page| self.pages.get(usize::from(page))) {
            Some(page) => page[number / 64 % 4] >> (number % 64) & 1 == 1,
            None => self.has_in_ranges(character),
        }
    }

    #[cold]
    fn has_in_ranges(&self, character: u32) -> bool {
        let ranges = self.ranges;
        let after = ranges.partition_point(|&(first, _)| u32::from(first) <= character);
        after > 0 && character <= u32::from(ranges[after - 1].1)
    }
}

/// Which of the 256 characters from `first` on are in one of the ranges, from this one on.
const fn page(ranges: &[(char, char)], range: usize, first: u32) -> ClassPage {
    let mut page = [0; 4];
    let mut word = 0;
    while word < page.len() {
        let from = first + word as u32 * u64::BITS;
        let mut index = range;
        while index < ranges.len() && (ranges[index].0 as u32) < from + u64::BITS {
            let (low, high) = (ranges[index].0 as u32, ranges[index].1 as u32);
            if high >= from {
                let low = low.saturating_sub(from);
                let high = if high < from + u64::BITS {
                    high - from
                } else {
                    u64::BITS - 1
                };
                page[word] |= (u64::MAX >> (u64::BITS - 1 - high + low)) << low;
            }
            index += 1;
        }
        word += 1;
    }
    page
}

const fn is_same(one: &ClassPage, other: &ClassPage) -> bool {
    one[0] == other[0] && one[1] == other[1] && one[2] == other[2] && one[3] == other[3]
}
