//! Searches random inputs for differences: a test for each part of the work, which makes its inputs in batches.
//!
//! `JUDGE_INPUTS` is the number of inputs of all parts together, `JUDGE_SEED` chooses them, and `JUDGE_BATCH` runs one batch
//! of each part, as a failure names it. The arguments are those of any test: the beginnings of names, say.
//!
//! Invariant: a batch of inputs depends on the seed, the part's name and the batch's number alone.

use crate::shrink::shrink;
use anyhow::{Context as _, Result};
use libtest_mimic::{Arguments, Failed, Trial};
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::Mutex;
use std::{env, thread};
use testing::random::Random;
use testing::soak;

/// Inputs that are made from one stream of random numbers. The fewer, the sooner a failure is reached again.
const BATCH: u64 = 250;
/// The number of inputs that a run of all tests can afford, and with `SOAK=1`.
const DEFAULT_INPUTS: [u64; 2] = [4_000, 20_000];
/// Parsers recurse; how deep they can is another test's question.
const STACK: usize = 256 * 1024 * 1024;

/// Something to be checked with any number of inputs.
pub trait CheckedPart: Send + Sync {
    /// Its name, with its folder: `torture/kinds_none`.
    fn name(&self) -> &str;

    /// Its share of the inputs, relative to other parts.
    fn weight(&self) -> u64;

    /// Makes an input of the random numbers, and checks it.
    ///
    /// # Errors
    ///
    /// It shows a difference.
    fn run(&self, random: &mut Random) -> Result<SearchTally, FoundDifference>;
}

/// A difference that was found.
#[derive(Clone, Debug)]
pub struct FoundDifference {
    /// The kind of difference, in a word.
    pub kind: &'static str,
    /// The input, the expected result and the actual one.
    pub details: String,
}

impl FoundDifference {
    /// The difference that `check` finds in the smallest text that has one of this kind.
    ///
    /// # Panics
    ///
    /// `check` finds none in `text`.
    pub fn shrunk(text: &str, check: impl Fn(&str) -> Result<(), Self>) -> Self {
        let mut smallest = (
            text.to_owned(),
            check(text).expect_err("there is a difference"),
        );
        let kind = smallest.1.kind;
        shrink(text, |text| match check(text) {
            Err(difference) if difference.kind == kind => {
                smallest = (text.to_owned(), difference);
                true
            }
            _ => false,
        });
        let (text, Self { details, .. }) = smallest;
        Self {
            kind,
            details: format!("text {text:?}\n{details}"),
        }
    }
}

/// Counts of inputs without a difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchTally {
    /// Inputs that were checked.
    pub inputs: u64,
    /// Inputs that are accepted.
    pub accepted: u64,
    /// Inputs that are rejected.
    pub rejected: u64,
    /// Inputs that the reference gave up on.
    pub left_out: u64,
    /// Nodes, quads and faults that were compared.
    pub compared: u64,
    /// Further comparisons of these inputs.
    pub further: u64,
}

impl SearchTally {
    /// Adds another's counts.
    pub fn add(&mut self, other: &Self) {
        self.inputs += other.inputs;
        self.accepted += other.accepted;
        self.rejected += other.rejected;
        self.left_out += other.left_out;
        self.compared += other.compared;
        self.further += other.further;
    }

    /// Whether the inputs are of several kinds: those that are all rejected, or all left out, prove nothing. Few may be of
    /// one kind by chance; and some random grammars accept, or reject, nearly everything.
    fn is_varied(&self) -> bool {
        let of = |count: u64, share: u64| count * share >= self.inputs;
        let is_varied = of(self.accepted, 50) && of(self.rejected, 500) && of(self.further, 50);
        self.inputs < 2000 || is_varied && self.left_out * 4 <= self.inputs
    }
}

/// Searches all parts, as the environment and the program's arguments say. Prints differences, and the counts.
///
/// # Errors
///
/// A variable of the environment is not a number.
pub fn search(parts: Vec<impl CheckedPart + 'static>) -> Result<ExitCode> {
    let arguments = Arguments::from_args();
    let [some, all] = DEFAULT_INPUTS;
    let inputs = number("JUDGE_INPUTS")?.unwrap_or_else(|| soak(some, all));
    let seed = number("JUDGE_SEED")?.unwrap_or(1);
    let batch = number("JUDGE_BATCH")?;
    let is_chosen = |part: &&_| {
        let name = CheckedPart::name(*part);
        arguments
            .filter
            .as_ref()
            .is_none_or(|filter| name.contains(filter.as_str()))
    };
    let weights: u64 = parts
        .iter()
        .filter(is_chosen)
        .map(CheckedPart::weight)
        .sum();
    static ALL: Mutex<Option<SearchTally>> = Mutex::new(None);
    let trial = |part: _| {
        let share = (inputs * CheckedPart::weight(&part)).div_ceil(weights.max(1) * BATCH);
        let batches = batch.map_or(0..share, |batch| batch..batch + 1);
        Trial::test(CheckedPart::name(&part).to_owned(), move || {
            let tally = with_large_stack(|| run(&part, seed, batches))?;
            if let Ok(mut all) = ALL.lock() {
                all.get_or_insert_default().add(&tally);
            }
            match batch.is_some() || tally.is_varied() {
                true => Ok(()),
                false => Err(format!("the inputs are too much of one kind: {tally:?}").into()),
            }
        })
    };
    keep_panics_quiet();
    let conclusion = libtest_mimic::run(&arguments, parts.into_iter().map(trial).collect());
    if let Ok(Some(all)) = ALL.lock().as_deref() {
        println!("seed {seed}: {all:?}");
    }
    Ok(conclusion.exit_code())
}

fn run(
    part: &impl CheckedPart,
    seed: u64,
    batches: std::ops::Range<u64>,
) -> Result<SearchTally, Failed> {
    let mut all = SearchTally::default();
    for batch in batches {
        let mut random = Random::of_part(seed, part.name(), batch);
        for _ in 0..BATCH {
            let tally = part.run(&mut random).map_err(|FoundDifference { kind, details }| {
                // The program that seeds faults reads this line.
                format!(
                    "mismatch: {name} {kind}\n{details}\nagain: JUDGE_SEED={seed} JUDGE_BATCH={batch}, {name}",
                    name = part.name(),
                )
            })?;
            all.add(&tally);
        }
    }
    Ok(all)
}

fn number(variable: &str) -> Result<Option<u64>> {
    let value = env::var(variable).ok();
    let number = value.map(|text| text.parse().with_context(|| format!("{variable}={text}")));
    number.transpose()
}

fn with_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, work);
        let result = thread.expect("there are threads").join();
        result.unwrap_or_else(|payload| panic::resume_unwind(payload))
    })
}

thread_local! {
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Panics are not printed from here on: [`caught`] tells of them.
fn keep_panics_quiet() {
    panic::set_hook(Box::new(|information| {
        MESSAGE.with_borrow_mut(|message| *message = information.to_string());
    }));
}

/// Runs a check.
///
/// # Errors
///
/// The errors of `check`; and a panic, which is a difference of its own kind.
pub fn caught<T>(check: impl FnOnce() -> Result<T, FoundDifference>) -> Result<T, FoundDifference> {
    // Half-done state is the caller's own, who throws it away.
    panic::catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|_| {
        Err(FoundDifference {
            kind: "panic",
            details: MESSAGE.take(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Odd;

    impl CheckedPart for Odd {
        fn name(&self) -> &str {
            "odd"
        }

        fn weight(&self) -> u64 {
            1
        }

        fn run(&self, random: &mut Random) -> Result<SearchTally, FoundDifference> {
            match random.below(2000) {
                0 => Err(FoundDifference {
                    kind: "odd",
                    details: random.bits().to_string(),
                }),
                _ => Ok(SearchTally::default()),
            }
        }
    }

    #[test]
    fn a_failure_comes_again_from_its_batch_alone() {
        let message = |batches| {
            run(&Odd, 1, batches)
                .unwrap_err()
                .message()
                .unwrap()
                .to_owned()
        };
        let found = message(0..200);
        let batch = found.split_once("JUDGE_BATCH=").unwrap().1;
        let batch = batch.split_once(',').unwrap().0.parse().unwrap();
        assert_eq!(found, message(batch..batch + 1));
    }

    #[test]
    fn the_smallest_text_is_told_with_its_difference() {
        let check = |text: &str| match text.contains('b') {
            true => Err(FoundDifference {
                kind: "odd",
                details: text.len().to_string(),
            }),
            false => Ok(()),
        };
        let shrunk = FoundDifference::shrunk("aabéa", check);
        assert_eq!(shrunk.details, "text \"b\"\n1");
    }
}
