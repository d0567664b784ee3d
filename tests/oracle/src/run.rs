//! Spreads the parts of the work over all processors and puts the counts together.

use crate::check::Tally;
use crate::random::Random;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::{panic, thread};

/// Inputs that are made from one stream of random numbers. The fewer, the sooner a failure is reached again.
pub const BATCH: usize = 250;
/// Parsers recurse; what is to be found out is not how deep they can.
const STACK: usize = 256 * 1024 * 1024;

/// Something to be checked with any number of inputs.
pub trait Part: Send + Sync {
    /// What it is called in reports, with its folder: `torture/kinds_none`.
    fn name(&self) -> &str;

    /// Checks so many inputs made from these random numbers.
    ///
    /// # Errors
    ///
    /// One of them showed a difference.
    fn run(&self, random: &mut Random, inputs: usize) -> Result<Tally, Failure>;
}

/// A difference that was found.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The kind of difference, in a word.
    pub finding: &'static str,
    /// All that is known of it, for people.
    pub details: String,
}

/// A part and how many batches of it are to be run.
pub struct Work<'p> {
    /// What is to be run.
    pub part: &'p dyn Part,
    /// Which batches.
    pub batches: std::ops::Range<u64>,
}

/// What came of a part.
#[derive(Clone, Debug)]
pub struct Report {
    /// The part's name.
    pub part: String,
    /// What was counted in the batches without a difference.
    pub tally: Tally,
    /// The first difference that was found, and in which batch. A part ends with it.
    pub failure: Option<(u64, Failure)>,
}

/// Runs all the work; calls `progress` with the number of inputs after each batch.
pub fn run(works: &[Work<'_>], seed: u64, progress: &(dyn Fn(u64) + Sync)) -> Vec<Report> {
    let jobs = jobs(works);
    let reports: Vec<_> = works
        .iter()
        .map(|work| {
            Mutex::new(Report {
                part: work.part.name().to_owned(),
                tally: Tally::default(),
                failure: None,
            })
        })
        .collect();
    let failed: Vec<_> = works.iter().map(|_| AtomicBool::new(false)).collect();
    let next = AtomicUsize::new(0);
    let worker = || {
        while let Some(&(index, batch)) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
            if failed[index].load(Ordering::Relaxed) {
                continue;
            }
            let part = works[index].part;
            let mut random = Random::of_part(seed, part.name(), batch);
            let result = part.run(&mut random, BATCH);
            let mut report = reports[index]
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner());
            match result {
                Ok(tally) => report.tally.add(&tally),
                Err(failure) => {
                    failed[index].store(true, Ordering::Relaxed);
                    report.failure.get_or_insert((batch, failure));
                }
            }
            progress(BATCH as u64);
        }
    };
    thread::scope(|scope| {
        let count = thread::available_parallelism().map_or(1, |count| count.get());
        let start = |_| {
            thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, worker)
        };
        for thread in (0..count).map(start) {
            match thread.map(|thread| thread.join()) {
                Ok(Ok(())) => {}
                Ok(Err(payload)) => panic::resume_unwind(payload),
                Err(error) => panic!("no thread: {error}"),
            }
        }
    });
    let report = |report: Mutex<Report>| {
        report
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    };
    reports.into_iter().map(report).collect()
}

/// Every batch of every part; all parts' first batches come first.
fn jobs(works: &[Work<'_>]) -> Vec<(usize, u64)> {
    let mut jobs: Vec<_> = works
        .iter()
        .enumerate()
        .flat_map(|(index, work)| work.batches.clone().map(move |batch| (index, batch)))
        .collect();
    jobs.sort_by_key(|&(index, batch)| (batch, index));
    jobs
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Odd;

    impl Part for Odd {
        fn name(&self) -> &str {
            "odd"
        }

        fn run(&self, random: &mut Random, inputs: usize) -> Result<Tally, Failure> {
            if random.percent(5) {
                return Err(Failure {
                    finding: "odd",
                    details: random.bits().to_string(),
                });
            }
            Ok(Tally {
                inputs: inputs as u64,
                ..Tally::default()
            })
        }
    }

    #[test]
    fn a_failure_comes_again_from_its_batch_alone() {
        let run = |batches| {
            let works = [Work {
                part: &Odd,
                batches,
            }];
            run(&works, 1, &|_| {}).remove(0).failure
        };
        let (batch, failure) = run(0..200).unwrap();
        let (again, repeated) = run(batch..batch + 1).unwrap();
        assert_eq!((batch, failure.details), (again, repeated.details));
    }
}
