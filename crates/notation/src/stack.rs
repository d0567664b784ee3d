//! Stack for functions that follow a grammar as deep as it nests, and as its rules use one another.

/// With less than this much stack left, in bytes, there is a new one of [`STACK`] bytes.
const RED_ZONE: usize = 60 << 20;
const STACK: usize = 64 << 20;

/// Runs a function that follows a grammar as deep as it goes, with stack enough for every grammar that is
/// [not too large](crate::limits).
///
/// ```
/// use turtle_peg_notation::{ebnf, with_stack};
///
/// let text = format!("doc ::= {}'x'{}", "(".repeat(100), ")".repeat(100));
/// let count = with_stack(|| ebnf::read(&text).map(|grammar| grammar.rules.len()));
/// assert_eq!(count, Ok(1));
/// ```
pub fn with_stack<T>(run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(RED_ZONE, STACK, run)
}
