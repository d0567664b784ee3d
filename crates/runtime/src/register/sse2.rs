//! The register that every x86-64 has.

use safe_arch::{
    bitor_m128i, bitxor_m128i, cmp_eq_mask_i8_m128i, load_unaligned_m128i, m128i, max_u8_m128i,
    min_u8_m128i, move_mask_i8_m128i, set_splat_i8_m128i, sub_i8_m128i,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Sse2Register(m128i);

impl Sse2Register {
    #[inline(always)]
    pub(crate) fn new(bytes: [u8; 16]) -> Self {
        Self(load_unaligned_m128i(&bytes))
    }

    /// This byte sixteen times.
    #[inline(always)]
    pub(crate) fn splat(byte: u8) -> Self {
        Self(set_splat_i8_m128i(byte.cast_signed()))
    }

    /// All ones where both have the same byte, all zeros elsewhere.
    #[inline(always)]
    pub(crate) fn equal(self, other: Self) -> Self {
        Self(cmp_eq_mask_i8_m128i(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self {
        Self(min_u8_m128i(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Self(max_u8_m128i(self.0, other.0))
    }

    /// The difference, modulo 256.
    #[inline(always)]
    pub(crate) fn minus(self, other: Self) -> Self {
        Self(sub_i8_m128i(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn or(self, other: Self) -> Self {
        Self(bitor_m128i(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn not(self) -> Self {
        Self(bitxor_m128i(self.0, set_splat_i8_m128i(-1)))
    }

    /// The highest bit of each byte, the first byte's lowest.
    #[inline(always)]
    pub(crate) fn bits(self) -> u32 {
        move_mask_i8_m128i(self.0).cast_unsigned()
    }
}
