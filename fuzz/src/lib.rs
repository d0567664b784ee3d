//! How the fuzz targets read their inputs.
//!
//! Invariant: an input means the same in every run; its first bytes choose, the rest is the document.

use testing::random::Random;
use turtle_peg::Dialect;

/// Takes the dialect, by its number, and the random numbers that the next two bytes stand for off the beginning of an input; the
/// rest is the document. None if the input is too short.
pub fn split(input: &[u8]) -> Option<(Dialect, Random, &[u8])> {
    let (&[dialect, seed @ ..], document) = input.split_first_chunk::<3>()?;
    let number = usize::from(dialect) % Dialect::all().len();
    let random = Random::new(u16::from_le_bytes(seed).into());
    Some((Dialect::all().nth(number)?, random, document))
}

/// An input as two texts, with a byte between that no text has. None if they are not that.
pub fn two_texts(input: &[u8]) -> Option<(&str, &str)> {
    let end = input.iter().position(|&byte| byte == SEPARATOR)?;
    let first = std::str::from_utf8(&input[..end]).ok()?;
    let second = std::str::from_utf8(&input[end + 1..]).ok()?;
    Some((first, second))
}

/// Stands between two texts.
pub const SEPARATOR: u8 = 0xFF;
