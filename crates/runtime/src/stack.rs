//! A stack that grows with the levels of nesting.

/// Runs it on the present stack if that many bytes are left, or else on a new one of that many bytes.
#[cfg(feature = "deep-nesting")]
pub fn on_enough_stack<T>(least: usize, new: usize, run: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(least, new, run)
}

/// Runs it on the present stack: without the feature, callers limit the depth.
#[cfg(not(feature = "deep-nesting"))]
#[inline(always)]
pub fn on_enough_stack<T>(_least: usize, _new: usize, run: impl FnOnce() -> T) -> T {
    run()
}
