//! One question to several grammars.
//!
//! Invariants: each grammar has its own limit of steps. The answers come in the order of the grammars, whichever is
//! done first. A grammar that cannot be read is reported, and the others are still asked.

use crate::grammars::notes::tell_of_assumptions;
use crate::grammars::source::GrammarSource;
use crate::pages::json;
use cli::output::Output;
use cli::progress::while_counting;
use cli::{Format, Status, report};
use serde_json::Value;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use toolkit::effort;

/// How much stack a command has, in bytes: grammars are walked as deep as they nest.
pub const STACK: usize = 256 << 20;

/// The grammars to analyse, and the output format.
#[derive(Debug, clap::Args)]
pub struct SurveyArguments {
    /// Dialects, or files: NAME.pest, NAME.ebnf, NAME.html [default: every dialect]
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true)]
    pub grammars: Vec<GrammarSource>,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// A grammar's answer.
pub struct Answer {
    /// For people.
    pub text: String,
    /// For programs.
    pub json: Value,
    /// Whether it is as it should be.
    pub status: Status,
}

impl SurveyArguments {
    /// Asks all grammars, and prints their answers.
    pub fn run(
        &self,
        ask: impl Fn(&GrammarSource) -> anyhow::Result<Answer> + Sync,
    ) -> anyhow::Result<Status> {
        let grammars = GrammarSource::or_all_dialects(&self.grammars);
        tell_of_assumptions(&grammars);
        let mut status = Status::Fine;
        let mut answers = Vec::new();
        for answer in ask_all(&grammars, ask) {
            match answer {
                Ok(answer) => {
                    status = status.max(answer.status);
                    answers.push(answer);
                }
                Err(error) => status = status.max(report(&error)),
            }
        }
        print(self.format, answers)?;
        Ok(status)
    }
}

fn print(format: Format, answers: Vec<Answer>) -> anyhow::Result<()> {
    let answers = answers.into_iter();
    let text = match format {
        Format::Text => answers.map(|answer| answer.text).collect(),
        Format::Json => json::text(&answers.map(|answer| answer.json).collect()),
    };
    let mut output = Output::new();
    match format {
        Format::Text => output.show(&text)?,
        Format::Json => output.print(&text)?,
    }
    output.flush()?;
    Ok(())
}

/// Asks as many at a time as there are processors, whatever is asked; the answers are in the order of those that are asked.
pub fn ask_all<A: Sync, T: Send>(asked: &[A], ask: impl Fn(&A) -> T + Sync) -> Vec<T> {
    while_counting("answers", asked.len(), |count| ask_each(asked, ask, count))
}

fn ask_each<A: Sync, T: Send>(
    asked: &[A],
    ask: impl Fn(&A) -> T + Sync,
    count: impl Fn() + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut answers = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(one) = asked.get(place) else {
                return answers;
            };
            answers.push((place, effort::shared(|| stacker::grow(STACK, || ask(one)))));
            count();
        }
    };
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let mut answers: Vec<(usize, T)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers.min(asked.len()))
            .map(|_| thread::Builder::new().spawn_scoped(scope, work))
            .collect();
        let answers = workers.into_iter().flatten().map(|worker| worker.join());
        let mut answers: Vec<(usize, T)> = answers
            .flat_map(|answers| answers.unwrap_or_else(|panic| resume_unwind(panic)))
            .collect();
        // Where there are no threads, such as in WebAssembly, all is left.
        answers.extend(work());
        answers
    });
    answers.sort_by_key(|&(place, _)| place);
    answers.into_iter().map(|(_, answer)| answer).collect()
}
