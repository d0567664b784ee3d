//! Numbers of states and tokens, and how many there may be.

use super::error::CompileError;
use std::collections::HashMap;

/// So many states an automaton may have, before states that do the same are one.
pub(super) const MOST_STATES: usize = 20_000;

/// The number as tables have it.
pub(super) fn narrow(number: usize) -> Result<u16, CompileError> {
    u16::try_from(number).map_err(|_| CompileError::TooLarge)
}

/// Equal items get equal numbers, from 0 on, in the order in which they come.
pub(super) fn numbered<T: std::hash::Hash + Eq>(items: impl Iterator<Item = T>) -> Vec<usize> {
    let mut known = HashMap::new();
    items
        .map(|item| {
            let next = known.len();
            *known.entry(item).or_insert(next)
        })
        .collect()
}
