//! Sixteen bytes, tested together.

use crate::register::Register;
use std::ops::BitOr;

/// A block of bytes, one register of most processors, tested together; or the mask that a test of a block returns: for
/// each byte, whether it passed.
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
    /// The number of bytes in a block.
    pub const LENGTH: usize = 16;

    /// A block of these bytes.
    #[inline(always)]
    pub fn new(bytes: [u8; Self::LENGTH]) -> Self {
        Self(Register::new(bytes))
    }

    /// The first [`LENGTH`](Self::LENGTH) of some bytes, filled up with zeros if there are fewer.
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

    /// A block of the first of some bytes, filled up as by [`bytes_of`](Self::bytes_of).
    #[inline(always)]
    pub fn first_of(bytes: &[u8]) -> Self {
        Self::new(Self::bytes_of(bytes))
    }

    /// The empty mask: a run of a class that has every character stops at the end only.
    #[inline(always)]
    pub fn none(self) -> Self {
        Self(Register::splat(0))
    }

    /// The mask of bytes equal to `byte`.
    #[inline(always)]
    pub fn are(self, byte: u8) -> Self {
        Self(self.0.equal(Register::splat(byte)))
    }

    /// The mask of bytes equal to one of two that differ in one bit.
    #[inline(always)]
    pub fn are_either<const ONE: u8, const OTHER: u8>(self) -> Self {
        const { assert!((ONE ^ OTHER).is_power_of_two()) };
        Self(self.0.or(Register::splat(ONE ^ OTHER))).are(ONE | OTHER)
    }

    /// The mask of bytes from `first` to `last`, both included.
    #[inline(always)]
    pub fn are_between(self, first: u8, last: u8) -> Self {
        let from_first = Self(self.0.minus(Register::splat(first)));
        from_first.are_up_to(last - first)
    }

    /// The mask of bytes up to `last`, included.
    #[inline(always)]
    pub fn are_up_to(self, last: u8) -> Self {
        Self(self.0.min(Register::splat(last)).equal(self.0))
    }

    /// The mask of bytes from `first` on, included.
    #[inline(always)]
    pub fn are_from(self, first: u8) -> Self {
        Self(self.0.max(Register::splat(first)).equal(self.0))
    }

    /// The mask of ASCII letters.
    #[inline(always)]
    pub fn are_letters(self) -> Self {
        const TELLS_CASES_APART: u8 = b'a' ^ b'A';
        let small = Self(self.0.or(Register::splat(TELLS_CASES_APART)));
        small.are_between(b'a', b'z')
    }

    /// The complement of a mask.
    #[inline(always)]
    #[allow(
        clippy::should_implement_trait,
        reason = "generated code imports no traits"
    )]
    pub fn not(self) -> Self {
        Self(self.0.not())
    }

    /// The places of a mask's first two bytes; the length or more for those that it does not have.
    #[inline(always)]
    pub(crate) fn first_two(self) -> (usize, usize) {
        let bits = self.0.bits();
        let others = bits & bits.wrapping_sub(1);
        (
            bits.trailing_zeros() as usize,
            others.trailing_zeros() as usize,
        )
    }

    /// The place of a mask's first byte; the length, if the mask is empty.
    #[inline(always)]
    pub fn first_or_end(self) -> usize {
        (self.0.bits().trailing_zeros() as usize).min(Self::LENGTH)
    }

    /// The place of a mask's first byte.
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
