//! The progress bar: how much of its input a command has read, for a person at a terminal.
//!
//! Invariant: it is drawn only where nothing else is, and only once the work has taken a while. Whoever writes to standard
//! error does it by way of [`suspended`], so that no line ends up in the middle of a bar.

use crate::counted::counted;
use advice::visible::visible_line;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Read};
use std::sync::Mutex;
use std::time::Duration;

/// Work that is done before this needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

static STATE: Mutex<Option<ProgressState>> = Mutex::new(None);

struct ProgressState {
    bar: ProgressBar,
    /// Whether the bar is drawn once patience ends.
    is_wanted: bool,
    file: String,
    faults: u64,
}

/// The unit of progress.
#[derive(Clone, Copy)]
pub enum Unit {
    Bytes,
    /// Things of this name, in the plural.
    Counted(&'static str),
}

/// Begins to measure, with the total; none if it is not known.
pub fn begin(unit: Unit, total: Option<u64>) {
    let template = match (unit, total) {
        (Unit::Bytes, Some(_)) => {
            "{wide_bar} {bytes}/{total_bytes}, {bytes_per_sec}, {eta} left, {msg}".to_owned()
        }
        (Unit::Bytes, None) => "{spinner} {bytes}, {bytes_per_sec}, {elapsed}, {msg}".to_owned(),
        (Unit::Counted(things), _) => {
            format!("{{wide_bar}} {{pos}}/{{len}} {things}, {{per_sec}}, {{eta}} left, {{msg}}")
        }
    };
    let Ok(style) = ProgressStyle::with_template(&template) else {
        return;
    };
    // It measures from the beginning, so that the speed is right when it shows up.
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden()).with_style(style);
    let is_wanted = io::stderr().is_terminal() && !io::stdout().is_terminal();
    with(|state| {
        *state = Some(ProgressState {
            bar,
            is_wanted,
            file: String::new(),
            faults: 0,
        });
    });
}

/// Works on so many things, as this plural calls them, and prints nothing until all are done; what the work is given counts one.
pub fn while_counting<T>(
    things: &'static str,
    count: usize,
    work: impl FnOnce(&(dyn Fn() + Sync)) -> T,
) -> T {
    begin(Unit::Counted(things), Some(count as u64));
    is_alone();
    let made = work(&|| advance(1));
    finish();
    made
}

/// Says that the command prints nothing until it has finished.
pub fn is_alone() {
    with_state(|state| state.is_wanted = io::stderr().is_terminal());
}

/// Says which file it is about.
pub fn file(name: &str) {
    with_state(|state| {
        state.file = visible_line(name).into_owned();
        state.describe();
    });
}

/// Counts a fault.
pub fn fault() {
    with_state(|state| {
        state.faults += 1;
        state.describe();
    });
}

/// Adds to the progress.
pub fn advance(amount: u64) {
    with_state(|state| {
        state.bar.inc(amount);
        if state.is_wanted && state.bar.is_hidden() && state.bar.elapsed() > PATIENCE {
            state.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    });
}

/// Takes the bar away.
pub fn finish() {
    with(|state| {
        if let Some(state) = state.take() {
            state.bar.finish_and_clear();
        }
    });
}

/// Does something that writes to the terminal, while no bar is there.
pub fn suspended<T>(write: impl FnOnce() -> T) -> T {
    let bar = with(|state| state.as_ref().map(|state| state.bar.clone()));
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

impl ProgressState {
    fn describe(&self) {
        let errors = match self.faults {
            0 => String::new(),
            faults => format!(", {}", counted(faults, "error")),
        };
        self.bar.set_message(format!("{}{errors}", self.file));
    }
}

fn with<T>(work: impl FnOnce(&mut Option<ProgressState>) -> T) -> T {
    // A thread that panicked with the lock held left nothing worse than a wrong number.
    let mut state = STATE
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    work(&mut state)
}

fn with_state(work: impl FnOnce(&mut ProgressState)) {
    with(|state| {
        if let Some(state) = state {
            work(state);
        }
    });
}

/// A reader that goes further with the bar.
pub struct MeasuredReader<R>(pub R);

impl<R: Read> Read for MeasuredReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        advance(count as u64);
        Ok(count)
    }
}
