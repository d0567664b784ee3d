//! A stack that grows with the levels of nesting.

/// Runs it on the stack at hand if so many bytes are left of that, or else on a new one of so many bytes.
#[cfg(feature = "deep-nesting")]
pub fn on_enough_stack<T>(least: usize, new: usize, run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(least, new, run)
}

/// Runs it on the stack at hand. Whoever does without stacks that grow sets a limit to the depth.
#[cfg(not(feature = "deep-nesting"))]
#[inline(always)]
pub fn on_enough_stack<T>(_least: usize, _new: usize, run: impl FnOnce() -> T) -> T {
    run()
}
