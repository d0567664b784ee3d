//! Panics as results: a parser that panics is wrong, and the input that it does so on has to be told.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// From here on panics are not printed: [`caught`] tells of them.
pub fn keep_quiet() {
    panic::set_hook(Box::new(|information| {
        MESSAGE.with_borrow_mut(|message| *message = information.to_string());
    }));
}

/// Runs `work`.
///
/// # Errors
///
/// It panicked; this is what it said, if panics are kept quiet.
pub fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    // What is left half-done is the caller's own, who throws it away.
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|_| MESSAGE.take())
}
