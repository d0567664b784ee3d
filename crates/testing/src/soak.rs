//! How much a test tries: some by default, more with `SOAK=1`, which `.ci/run` sets.
//!
//! A test that goes through many of one kind, such as random documents, or faults of each production, finds most mistakes with the first of
//! them. Whoever edits runs these; the rest is run once for each change.

use std::env;
use std::sync::LazyLock;

static IS_ASKED: LazyLock<bool> =
    LazyLock::new(|| env::var_os("SOAK").is_some_and(|value| value == "1"));

/// The first by default, and the second with `SOAK=1`.
pub fn soak<T>(some: T, all: T) -> T {
    match *IS_ASKED {
        false => some,
        true => all,
    }
}
