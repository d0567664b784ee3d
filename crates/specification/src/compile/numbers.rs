//! Numbers of states and tokens, and their limits.

use super::error::CompileError;
use foldhash::{HashMap, HashMapExt as _};

/// The largest number of states of an automaton, before those that do the same are joined.
pub(super) const MOST_STATES: usize = 20_000;

/// The number in the type that tables have.
pub(super) fn narrow(number: usize) -> Result<u16, CompileError> {
    u16::try_from(number).map_err(|_| CompileError::TooLarge)
}

/// Numbers items from 0 on, in the order in which they come; equal items get equal numbers.
pub(super) fn numbered<T: std::hash::Hash + Eq>(items: impl Iterator<Item = T>) -> Vec<usize> {
    let mut known = HashMap::new();
    items
        .map(|item| {
            let next = known.len();
            *known.entry(item).or_insert(next)
        })
        .collect()
}

/// Divides numbered states, which are divided into these parts, until all of one part do the same: until `does` of them, given the
/// parts so far, is equal.
pub(super) fn divided<T: std::hash::Hash + Eq>(
    mut parts: Vec<usize>,
    does: impl Fn(usize, &[usize]) -> T,
) -> Vec<usize> {
    loop {
        let next = numbered((0..parts.len()).map(|state| (parts[state], does(state, &parts))));
        let is_stable = next.iter().max() == parts.iter().max();
        parts = next;
        if is_stable {
            return parts;
        }
    }
}
