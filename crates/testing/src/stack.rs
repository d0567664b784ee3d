//! How much stack a parser takes that recurses, as pest's do.

use std::thread;

/// Checks that the stack allowed for a level of nesting, in bytes, is enough for these brackets, and that its error on a level
/// too many is recognised: `parse` says whether a refusal is one for want of stack.
pub fn check(
    dialect: &str,
    allowed: usize,
    brackets: &[(&'static str, &'static str)],
    parse: impl Fn(&str) -> Result<(), bool> + Sync,
) {
    const SIZE: usize = 1024 * 1024;
    /// The bytes of stack that pest keeps free.
    const KEPT: usize = 64 * 1024;
    let parse = |levels, open, close| {
        let text = nested(levels, open, close);
        on_stack(SIZE, || parse(&text))
    };
    for (open, close) in brackets {
        let (mut deepest, mut most) = (0, SIZE / 64);
        while deepest + 1 < most {
            let middle = (deepest + most) / 2;
            match parse(middle, open, close).is_ok() {
                true => deepest = middle,
                false => most = middle,
            }
        }
        let refused = parse(deepest + 1, open, close);
        assert_eq!(
            refused,
            Err(true),
            "{dialect} {open}: there are other words for it"
        );
        let bytes = (SIZE - KEPT) / deepest;
        eprintln!("{dialect:<18} {open:<14} {bytes} bytes of stack a level");
        assert!(bytes <= allowed, "{dialect} {open}: {bytes}");
    }
}

fn nested(levels: usize, open: &str, close: &str) -> String {
    let (open, close) = (open.repeat(levels), close.repeat(levels));
    format!("<x:s> <x:p> {open} <x:o> {close} .")
}

fn on_stack<T: Send>(size: usize, ask: impl FnOnce() -> T + Send) -> T {
    let thread = thread::Builder::new().stack_size(size);
    thread::scope(|scope| thread.spawn_scoped(scope, ask).unwrap().join().unwrap())
}
