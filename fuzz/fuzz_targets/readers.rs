//! A document is the same whether it is in memory or arrives in pieces, whatever their sizes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use std::io::{self, Read};
use turtle_peg::Engine;
use turtle_peg_fuzz::{Choice, quads};

/// Delivers `bytes` in pieces of `sizes`, over and over.
struct Pieces<'b> {
    bytes: &'b [u8],
    sizes: std::iter::Cycle<std::array::IntoIter<u8, 4>>,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = self.sizes.next().map_or(1, |size| usize::from(size) + 1);
        let size = size.min(self.bytes.len()).min(buffer.len());
        let (piece, rest) = self.bytes.split_at(size);
        buffer[..size].copy_from_slice(piece);
        self.bytes = rest;
        Ok(size)
    }
}

fuzz_target!(|input: &[u8]| {
    let Some((choice, rest)) = Choice::split(input) else {
        return;
    };
    let Some((&sizes, document)) = rest.split_first_chunk::<4>() else {
        return;
    };
    let pieces = Pieces {
        bytes: document,
        sizes: sizes.into_iter().cycle(),
    };
    let parser = choice.parser(Engine::Fast);
    assert_eq!(
        quads(parser.parse_slice(document)),
        quads(parser.parse_reader(pieces)),
        "{choice:?} {sizes:?}"
    );
});
