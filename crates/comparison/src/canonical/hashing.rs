//! Hashes in hexadecimal digits, which are counted.

use super::error::CanonicalFormError;
use sha2::{Digest, Sha256, Sha384};

/// A hash algorithm that RDFC-1.0 is used with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CanonicalHash {
    /// SHA-256, the default of the Recommendation.
    Sha256,
    /// SHA-384.
    Sha384,
}

impl CanonicalHash {
    pub(super) fn of(self, text: &[u8]) -> String {
        match self {
            Self::Sha256 => hexadecimal(&Sha256::digest(text)),
            Self::Sha384 => hexadecimal(&Sha384::digest(text)),
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xF]);
    digits
        .map(|digit| char::from(DIGITS[usize::from(digit)]))
        .collect()
}

/// Steps that were taken, and their limit.
pub(super) struct StepCount {
    taken: u64,
    limit: u64,
}

impl StepCount {
    /// The bytes of a block that is hashed.
    const BLOCK: usize = 64;

    pub(super) fn new(limit: u64) -> Self {
        Self { taken: 0, limit }
    }

    pub(super) fn spend(&mut self, steps: usize) -> Result<(), CanonicalFormError> {
        self.taken = self.taken.saturating_add(steps as u64);
        match self.taken > self.limit {
            true => Err(CanonicalFormError::Steps(self.limit)),
            false => Ok(()),
        }
    }

    pub(super) fn spend_on(&mut self, text: &[u8]) -> Result<(), CanonicalFormError> {
        self.spend(1 + text.len() / Self::BLOCK)
    }
}
