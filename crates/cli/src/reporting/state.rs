//! The state of reporting: the problems so far, and how much is to be reported.
//!
//! Invariant: everything is counted, whether it is shown or not.

use super::github::to_github;
use super::objects::{passed_over_to_json, to_json};
use super::problem::{Problem, Severity};
use super::repeats::Repeats;
use super::sarif::SarifLog;
use crate::counted::counted;
use crate::files::found::PassedOver;
use crate::files::whole::WholeFile;
use crate::{files, json, progress};
use advice::visible::message;
use clap::ValueEnum;
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use turtle_peg::{SyntaxError, SyntaxErrorKind};

/// In which form.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ErrorFormat {
    /// For people: each problem with its line
    #[default]
    Text,
    /// For programs: one JSON object on each line
    Json,
    /// For tools that collect findings: one document, in SARIF 2.1.0
    Sarif,
    /// For GitHub: workflow commands, which it shows as annotations
    Github,
}

/// Where to.
pub enum ReportSink {
    StandardError,
    StandardOutput,
    File(Box<WholeFile>),
}

impl ReportSink {
    /// How messages call it.
    fn name(&self) -> &'static str {
        match self {
            Self::StandardError => "standard error",
            Self::StandardOutput => "standard output",
            Self::File(_) => "the file of --errors",
        }
    }
}

struct ReportState {
    format: ErrorFormat,
    sink: ReportSink,
    is_quiet: bool,
    most: u64,
    counts: ProblemCounts,
    document: Option<ReportedDocument>,
    sarif: SarifLog,
    /// Files that are not read.
    passed_over: Vec<PassedOver>,
    /// Whether people are told that nothing is wrong.
    tells_success: bool,
    /// Why something could not be written.
    lost: Option<String>,
    is_closed: bool,
}

/// The document that is read.
struct ReportedDocument {
    name: String,
    /// None, if it is not known, or there are several.
    dialect: Option<String>,
    /// How many faults there were before.
    before: u64,
    repeats: Repeats,
    is_cut_short: bool,
    /// The note on that, for people.
    note: Option<&'static str>,
}

/// The totals.
#[derive(Clone, Copy)]
struct ProblemCounts {
    documents: u64,
    accepted: u64,
    faults: u64,
    /// Faults that say no more than others.
    repeated: u64,
    hidden: u64,
    failures: u64,
    warnings: u64,
    hidden_warnings: u64,
}

static STATE: Mutex<ReportState> = Mutex::new(ReportState {
    format: ErrorFormat::Text,
    sink: ReportSink::StandardError,
    is_quiet: false,
    most: u64::MAX,
    counts: ProblemCounts {
        documents: 0,
        accepted: 0,
        faults: 0,
        repeated: 0,
        hidden: 0,
        failures: 0,
        warnings: 0,
        hidden_warnings: 0,
    },
    document: None,
    sarif: SarifLog::EMPTY,
    passed_over: Vec::new(),
    tells_success: false,
    lost: None,
    is_closed: false,
});

/// Says in which form to report, and where to.
pub fn configure(format: ErrorFormat, sink: ReportSink) {
    with(|state| {
        state.format = format;
        state.sink = sink;
    });
}

/// Sets the limit of reports: only failures, or at most this number of faults.
pub fn limit(is_quiet: bool, most: u64) {
    with(|state| {
        state.is_quiet = is_quiet;
        state.most = most;
    });
}

/// The most faults, and the most warnings, that are reported.
pub fn most() -> u64 {
    with(|state| state.most)
}

/// Whether reports tell which remedies are certain.
pub fn tells_certainty() -> bool {
    with(|state| state.format == ErrorFormat::Json)
}

/// Counts warnings beyond the limit of reports.
pub fn hide_warnings(warnings: u64) {
    with(|state| {
        state.counts.warnings += warnings;
        state.counts.hidden_warnings += warnings;
    });
}

/// Counts a problem, and reports it; `text` is for people.
pub fn report(problem: &Problem<'_>, text: impl FnOnce() -> String) {
    with(|state| state.report(problem, text));
}

/// Reports something in the forms that have nothing but a list of problems; the others tell of it in their own way.
pub fn list_only(problem: &Problem<'_>) {
    with(|state| match state.format {
        ErrorFormat::Text | ErrorFormat::Json => {}
        ErrorFormat::Sarif | ErrorFormat::Github => state.report(problem, String::new),
    });
}

/// Writes a note, for people only.
pub fn note(text: &str) {
    with(|state| {
        if state.format == ErrorFormat::Text && !state.is_quiet {
            state.write(text);
        }
    });
}

/// Says that files are not read. People are told at the end, at standard error whatever the form is; programs in JSON.
pub fn pass_over(passed_over: PassedOver) {
    with(|state| state.passed_over.push(passed_over));
}

/// The files that are not read, for a command that has a form of its own.
pub fn passed_over() -> Value {
    with(|state| state.passed_over.iter().map(passed_over_to_json).collect())
}

/// Has people who sit at a terminal told that nothing is wrong.
pub fn tell_success() {
    with(|state| state.tells_success = true);
}

/// Writes an object other than a problem, in JSON only.
pub fn record(object: impl FnOnce() -> Value) {
    with(|state| state.record(object));
}

/// A document is read from here on.
pub fn begin_document(name: &str) {
    with(|state| {
        state.document = Some(ReportedDocument {
            name: name.to_owned(),
            dialect: None,
            before: state.counts.faults,
            repeats: Repeats::default(),
            is_cut_short: false,
            note: None,
        });
    });
}

/// Sets the dialect of the document.
pub fn dialect(name: &str) {
    with(|state| {
        if let Some(document) = &mut state.document {
            document.dialect = Some(name.to_owned());
        }
    });
}

/// The document ended before all of it was read, where the parser was to go on after faults, or where it was not.
pub fn cut_short(keeps_going: bool) {
    with(|state| {
        if let Some(document) = &mut state.document {
            document.is_cut_short = true;
            document.note = keeps_going.then_some("what follows the last fault was not read");
        }
    });
}

/// The document is read to its end, or as far as it goes.
pub fn end_document(is_accepted: bool) {
    with(|state| {
        let Some(ReportedDocument {
            name,
            dialect,
            before,
            repeats,
            is_cut_short,
            note,
        }) = state.document.take()
        else {
            return;
        };
        if state.format == ErrorFormat::Text && !state.is_quiet {
            for note in repeats.notes().chain(note.map(str::to_owned)) {
                state.write(&message(&format!("{name}: {note}")));
            }
        }
        state.counts.documents += 1;
        state.counts.accepted += u64::from(is_accepted);
        let faults = state.counts.faults - before;
        state.record(|| {
            json!({
                "type": "document",
                "file": name,
                "dialect": dialect,
                "accepted": is_accepted,
                "faults": faults,
                "cut_short": is_cut_short,
            })
        });
    });
}

/// Writes the totals, once the command has finished.
pub fn finish() {
    progress::finish();
    with(ReportState::finish);
}

/// Why something could not be written, if that happened. A closed pipe does not count: its reader has had enough.
pub fn lost() -> Option<String> {
    with(|state| state.lost.clone())
}

/// Whether the reader of standard output has closed it.
pub fn is_closed() -> bool {
    with(|state| state.is_closed && matches!(state.sink, ReportSink::StandardOutput))
}

fn with<T>(work: impl FnOnce(&mut ReportState) -> T) -> T {
    // A thread that panicked with the lock held left nothing worse than a wrong number.
    let mut state = STATE
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    work(&mut state)
}

impl ReportState {
    fn report(&mut self, problem: &Problem<'_>, text: impl FnOnce() -> String) {
        match problem.severity {
            Severity::Warning => {
                self.counts.warnings += 1;
                let is_of_bytes = |error: &SyntaxError| {
                    matches!(error.kind(), SyntaxErrorKind::InvalidUtf8 { .. })
                };
                if problem.error.is_some_and(is_of_bytes) && self.has_told(problem) {
                    return;
                }
                if self.counts.warnings > self.most {
                    self.counts.hidden_warnings += 1;
                    return;
                }
            }
            Severity::Failure => self.counts.failures += 1,
            Severity::Fault => {
                self.counts.faults += 1;
                progress::fault();
                if self.has_told(problem) {
                    self.counts.repeated += 1;
                    return;
                }
                if self.counts.faults - self.counts.repeated > self.most {
                    self.counts.hidden += 1;
                    return;
                }
            }
        }
        if self.is_quiet && problem.severity != Severity::Failure {
            return;
        }
        match self.format {
            ErrorFormat::Text => self.write(&text()),
            ErrorFormat::Json => {
                let document = self.document.as_ref();
                let dialect = document.and_then(|document| document.dialect.clone());
                self.write(&json::line(&to_json(problem, dialect)));
            }
            ErrorFormat::Sarif => {
                let before = self.sarif.add(problem);
                self.write(&before);
            }
            ErrorFormat::Github => self.write(&to_github(problem)),
        }
    }

    /// Whether the text says as much of an earlier fault. Programs get every fault.
    fn has_told(&mut self, problem: &Problem<'_>) -> bool {
        let is_for_people = matches!(self.format, ErrorFormat::Text | ErrorFormat::Github);
        match (problem.error, problem.advice, &mut self.document) {
            (Some(error), Some(advice), Some(document)) if is_for_people => {
                document.repeats.has_told(error, advice)
            }
            _ => false,
        }
    }

    fn record(&mut self, object: impl FnOnce() -> Value) {
        if self.format == ErrorFormat::Json && !self.is_quiet {
            self.write(&json::line(&object()));
        }
    }

    fn finish(&mut self) {
        self.tell_passed_over();
        self.tell_counts();
        // An incomplete file does not replace an existing one.
        if let ReportSink::File(file) = std::mem::replace(&mut self.sink, ReportSink::StandardError)
            && self.lost.is_none()
            && let Err(error) = file.keep()
        {
            self.lost = Some(format!("cannot write to the file of --errors: {error}"));
        }
    }

    fn tell_passed_over(&mut self) {
        for passed_over in std::mem::take(&mut self.passed_over) {
            let PassedOver { name, written, .. } = &passed_over;
            self.record(|| {
                let mut object = passed_over_to_json(&passed_over);
                object["type"] = json!("passed_over");
                object
            });
            let told = passed_over.told();
            let told = told.iter().map(|told| format!("{name}: {told}"));
            let written_notes = written
                .iter()
                .map(|file| format!("{file}: not read, since this run writes it"));
            for note in told.chain(written_notes) {
                if !self.is_quiet {
                    let place = ReportSink::StandardError.name();
                    let told = write_to(&mut ReportSink::StandardError, &message(&note), true);
                    self.take_in(told, place);
                }
            }
        }
    }

    fn tell_counts(&mut self) {
        let counts = self.counts;
        match self.format {
            ErrorFormat::Text => {
                let found = counts.faults + counts.failures + counts.warnings;
                let hidden = counts.hidden + counts.hidden_warnings;
                let is_telling = counts.documents > 1 || found > 1 || hidden > 0;
                let is_wrong = found > 0;
                if is_telling && is_wrong && counts.documents > 0 && !self.is_quiet {
                    self.write(&counts.to_string());
                }
                let is_success = self.tells_success && !is_wrong && counts.documents > 0;
                if is_success && !self.is_quiet && io::stderr().is_terminal() {
                    let documents = counted(counts.documents, "document");
                    self.write(&format!("{documents} checked, no errors"));
                }
            }
            // A command that reads no documents has its own.
            ErrorFormat::Json if counts.documents + counts.faults + counts.failures == 0 => {}
            ErrorFormat::Json => self.record(|| {
                json!({
                    "type": "summary",
                    "documents": counts.documents,
                    "accepted": counts.accepted,
                    "faults": counts.faults,
                    "hidden": counts.hidden,
                    "failures": counts.failures,
                    "warnings": counts.warnings,
                    "hidden_warnings": counts.hidden_warnings,
                })
            }),
            ErrorFormat::Sarif => {
                let rest = self.sarif.end();
                self.write(&rest);
            }
            ErrorFormat::Github => {}
        }
    }

    /// Writes a line, or several.
    fn write(&mut self, text: &str) {
        // Colours are for people at a terminal; output for programs has none.
        let is_styled = self.format == ErrorFormat::Text;
        let written = write_to(&mut self.sink, text, is_styled);
        self.take_in(written, self.sink.name());
    }

    /// Remembers that something could not be written to a place.
    fn take_in(&mut self, written: io::Result<()>, place: &str) {
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.is_closed = true,
            Err(error) => self.lost = Some(format!("cannot write to {place}: {error}")),
            Ok(()) => {}
        }
    }
}

/// Writes a line, or several; the styles of a text are left out where they are not for a terminal.
fn write_to(sink: &mut ReportSink, text: &str, is_styled: bool) -> io::Result<()> {
    progress::suspended(|| match sink {
        ReportSink::StandardError if files::has_to_be_silent() => Ok(()),
        ReportSink::StandardError if is_styled => writeln!(anstream::stderr().lock(), "{text}"),
        ReportSink::StandardError => writeln!(io::stderr().lock(), "{text}"),
        ReportSink::StandardOutput => {
            let mut stdout = io::stdout().lock();
            let written = match is_styled {
                true => writeln!(anstream::AutoStream::auto(&mut stdout), "{text}"),
                false => writeln!(stdout, "{text}"),
            };
            written.and_then(|()| stdout.flush())
        }
        ReportSink::File(file) if is_styled => {
            writeln!(file, "{}", anstream::adapter::strip_str(text))
        }
        ReportSink::File(file) => writeln!(file, "{text}"),
    })
}

impl std::fmt::Display for ProblemCounts {
    /// `3 documents: 2 accepted; 7 faults, 2 of them not shown; 1 failure`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            documents,
            accepted,
            faults,
            repeated: _,
            hidden,
            failures,
            warnings,
            hidden_warnings,
        } = self;
        write!(
            f,
            "{}: {accepted} accepted; {}",
            counted(*documents, "document"),
            counted(*faults, "fault")
        )?;
        if *hidden > 0 {
            write!(f, ", {hidden} of them not shown (--max-errors)")?;
        }
        if *failures > 0 {
            write!(f, "; {}", counted(*failures, "failure"))?;
        }
        if *warnings > 0 {
            write!(f, "; {}", counted(*warnings, "warning"))?;
        }
        if *hidden_warnings > 0 {
            write!(f, ", {hidden_warnings} of them not shown (--max-errors)")?;
        }
        Ok(())
    }
}
