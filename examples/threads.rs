//! Many threads on one document: each counts the predicates of its parts, and the counts are put together in order.
//!
//! `cargo run --example threads`

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use turtle_peg::{Dialect, Error, Parser};

fn main() -> Result<(), Error> {
    let lines = (0..100_000).map(|n| format!("<x:s{n}> <x:p{}> {n} .\n", n % 3));
    let text: String = lines.collect();
    let threads = available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let mut counts = BTreeMap::<String, usize>::new();
    Parser::new(Dialect::Turtle12).parse_parallel(
        text.as_bytes(),
        threads,
        |part| {
            let mut counts = BTreeMap::<String, usize>::new();
            while let Some(result) = part.next_statement(|quad, _| {
                *counts
                    .entry(quad.predicate.as_str().to_owned())
                    .or_default() += 1;
            }) {
                result?;
            }
            Ok(counts)
        },
        |part: Result<BTreeMap<String, usize>, Error>| {
            for (predicate, count) in part? {
                *counts.entry(predicate).or_default() += count;
            }
            Ok::<(), Error>(())
        },
    )?;
    println!("{counts:?}");
    assert_eq!(counts.values().sum::<usize>(), 100_000);
    Ok(())
}
