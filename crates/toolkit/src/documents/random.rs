//! Pseudorandom numbers that are the same everywhere and for ever, so that a seed stands for the documents made from it.
//!
//! `turtle_peg_testing::random` has the same generator: that crate is not published, so this one cannot depend on it, and
//! tests that need nothing of this crate do not wait for it to compile.

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
#[derive(Clone, Debug)]
pub(crate) struct RandomNumbers(u64);

impl RandomNumbers {
    /// The numbers that belong to one part of a seed's documents.
    pub(crate) fn new(seed: u64, part: u64) -> Self {
        let mut mixed = Self(seed);
        let start = mixed.bits().wrapping_add(part);
        Self(Self(start).bits())
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `limit` - 1; 0 for the limit 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        // Below a usize, so it fits in one.
        (self.bits() % limit.max(1) as u64) as usize
    }

    /// True this often in a hundred times.
    pub(crate) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of them; none of none.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_stands_for_its_numbers() {
        // The first number of the reference implementation for the state 1234567.
        assert_eq!(RandomNumbers(1_234_567).bits(), 6_457_827_717_110_365_317);
        assert_eq!(
            RandomNumbers::new(1, 2).bits(),
            RandomNumbers::new(1, 2).bits()
        );
        assert_ne!(
            RandomNumbers::new(1, 2).bits(),
            RandomNumbers::new(1, 3).bits()
        );
    }
}
