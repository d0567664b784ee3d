//! The register of any processor, or its emulation.

use wide::u8x16;

#[derive(Clone, Copy, Debug)]
pub(crate) struct PortableRegister(u8x16);

impl PortableRegister {
    #[inline(always)]
    pub(crate) fn new(bytes: [u8; 16]) -> Self {
        Self(u8x16::new(bytes))
    }

    /// This byte sixteen times.
    #[inline(always)]
    pub(crate) fn splat(byte: u8) -> Self {
        Self(u8x16::splat(byte))
    }

    /// All ones where both have the same byte, all zeros elsewhere.
    #[inline(always)]
    pub(crate) fn equal(self, other: Self) -> Self {
        Self(self.0.simd_eq(other.0))
    }

    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self {
        Self(self.0.min(other.0))
    }

    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Self(self.0.max(other.0))
    }

    /// The difference, modulo 256.
    #[inline(always)]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline(always)]
    pub(crate) fn not(self) -> Self {
        Self(!self.0)
    }

    /// The highest bit of each byte, the first byte's lowest.
    #[inline(always)]
    pub(crate) fn bits(self) -> u32 {
        self.0.to_bitmask()
    }
}
