//! Bytes that are looked at together.

use crate::register::Register;
use std::ops::BitOr;

/// Bytes that are looked at together, as many as one register of most processors holds; or, of each of them, whether
/// something is true of it.
///
/// ```
/// use turtle_peg_runtime::Block;
///
/// let block = Block::new(*b"<http://a.org/> ");
/// let stops = block.are(b'>') | block.are_up_to(b' ');
/// assert_eq!(stops.first(), Some(14));
/// assert_eq!(block.none().first(), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Block(Register);

impl Block {
    /// How many they are.
    pub const LENGTH: usize = 16;

    /// These bytes.
    #[inline(always)]
    pub fn new(bytes: [u8; Self::LENGTH]) -> Self {
        Self(Register::new(bytes))
    }

    /// The first of some bytes, as many as a block has; if there are less, zeros after them.
    #[inline(always)]
    pub fn bytes_of(bytes: &[u8]) -> [u8; Self::LENGTH] {
        match bytes.first_chunk() {
            Some(block) => *block,
            None => {
                let mut block = [0; Self::LENGTH];
                block[..bytes.len()].copy_from_slice(bytes);
                block
            }
        }
    }

    /// The same, to be looked at together.
    #[inline(always)]
    pub fn first_of(bytes: &[u8]) -> Self {
        Self::new(Self::bytes_of(bytes))
    }

    /// Which are of no bytes at all: none. Where every character is in a class, nothing stops but the end.
    #[inline(always)]
    pub fn none(self) -> Self {
        Self(Register::splat(0))
    }

    /// Which are this one.
    #[inline(always)]
    pub fn are(self, byte: u8) -> Self {
        Self(self.0.equal(Register::splat(byte)))
    }

    /// Which are between two, both included.
    #[inline(always)]
    pub fn are_between(self, first: u8, last: u8) -> Self {
        let from_first = Self(self.0.minus(Register::splat(first)));
        from_first.are_up_to(last - first)
    }

    /// Which are this one or less.
    #[inline(always)]
    pub fn are_up_to(self, last: u8) -> Self {
        Self(self.0.min(Register::splat(last)).equal(self.0))
    }

    /// Which are this one or more.
    #[inline(always)]
    pub fn are_from(self, first: u8) -> Self {
        Self(self.0.max(Register::splat(first)).equal(self.0))
    }

    /// Which are letters of ASCII.
    #[inline(always)]
    pub fn are_letters(self) -> Self {
        const TELLS_CASES_APART: u8 = b'a' ^ b'A';
        let small = Self(self.0.or(Register::splat(TELLS_CASES_APART)));
        small.are_between(b'a', b'z')
    }

    /// The bytes that it is not true of.
    #[inline(always)]
    #[allow(
        clippy::should_implement_trait,
        reason = "generated code imports no traits"
    )]
    pub fn not(self) -> Self {
        Self(self.0.not())
    }

    /// The places of the first two of which it is true; the length or more for those that are not there.
    #[inline(always)]
    pub(crate) fn first_two(self) -> (usize, usize) {
        let bits = self.0.bits();
        let others = bits & bits.wrapping_sub(1);
        (
            bits.trailing_zeros() as usize,
            others.trailing_zeros() as usize,
        )
    }

    /// The place of the first of which it is true; the length, if there is none.
    #[inline(always)]
    pub fn first_or_end(self) -> usize {
        (self.0.bits().trailing_zeros() as usize).min(Self::LENGTH)
    }

    /// The place of the first of which it is true.
    #[inline(always)]
    pub fn first(self) -> Option<usize> {
        let bits = self.0.bits();
        (bits != 0).then(|| bits.trailing_zeros() as usize)
    }
}

impl BitOr for Block {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0.or(other.0))
    }
}
