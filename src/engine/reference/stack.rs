//! How much stack pest takes.

use super::{STACK_PER_LEVEL, is_stack_limit};
use crate::Dialect;
use pest::Parser;
use std::thread;

/// Checks that the stack allowed for a level of nesting, in bytes, is enough for these brackets, and that pest's error on a level
/// too many is recognised: `parse` says whether a refusal is one for want of stack.
pub(crate) fn check(
    dialect: Dialect,
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
            "{dialect} {open}: pest has other words for it"
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

/// BENCHMARKS.md has the figures that this prints: `cargo test --lib stack -- --nocapture`, with and without `--release`.
#[test]
fn the_stack_allowed_for_a_level_is_enough() {
    let turtle = [("(", ")"), ("[<x:p> ", "]")];
    let reified = [
        ("<<<x:s> <x:p> ", ">>"),
        ("<<(<x:s> <x:p> ", ")>>"),
        ("<x:o> {|<x:p> ", "|}"),
    ];
    macro_rules! check {
        ($dialect:ident, $module:ident, $start:ident, $brackets:expr) => {
            check(Dialect::$dialect, STACK_PER_LEVEL, $brackets, |text| {
                use reference::$module::{Derived, Rule};
                let pairs = Derived::parse(Rule::$start, text);
                pairs.map(drop).map_err(|error| is_stack_limit(&error))
            });
        };
    }
    check!(TurtleSubmission, turtle_submission, turtleDoc, &turtle);
    check!(TurtleWd2011, turtle_wd2011, turtleDoc, &turtle);
    check!(Turtle11, turtle_1_1, turtleDoc, &turtle);
    check!(Turtle12, turtle_1_2, turtleDoc, &turtle);
    check!(Turtle12, turtle_1_2, turtleDoc, &reified);
    check!(NTriples12, n_triples_1_2, ntriplesDoc, &reified[1..2]);
}
