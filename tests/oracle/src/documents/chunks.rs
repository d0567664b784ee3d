//! A reader that delivers bytes in pieces of random sizes, from one byte on.

use crate::random::Random;
use std::io::{self, Read};

pub(super) struct Chunks<'b> {
    bytes: &'b [u8],
    random: Random,
    largest: usize,
}

impl<'b> Chunks<'b> {
    /// A reader of `bytes`; the sizes of its pieces depend on `seed`.
    pub(super) fn new(bytes: &'b [u8], seed: u64) -> Self {
        let mut random = Random::new(seed);
        let largest = *random.choose(&[1, 2, 3, 7, 16, 64, 500]);
        Self {
            bytes,
            random,
            largest,
        }
    }
}

impl Read for Chunks<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // Interruptions are no errors, and no end.
        if self.random.percent(1) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let size = self
            .random
            .between(1, self.largest)
            .min(buffer.len())
            .min(self.bytes.len());
        let (chunk, rest) = self.bytes.split_at(size);
        buffer[..size].copy_from_slice(chunk);
        self.bytes = rest;
        Ok(size)
    }
}
