//! Reports of problems, for people or programs: their format, destination, limit and totals.
//!
//! `OUTPUT.md` says what each form holds. Invariants: everything is counted, whether it is shown or not. Output that
//! cannot be written does not stop the program; its exit status tells.

use super::advised;
use super::counted::counted;
use super::files;
use super::find::PassedOver;
use super::json;
use super::kinds;
use super::progress;
use super::repeats::Repeats;
use super::visible::{message, visible};
use super::whole::WholeFile;
use crate::{
    Advice, Context, Help, Label, Mistake, NamedToken, Position, Replacement, SyntaxError,
};
use clap::ValueEnum;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use std::sync::{Mutex, OnceLock};

/// The program that reports.
static PROGRAM: OnceLock<&str> = OnceLock::new();

/// Says which program reports.
pub fn set_program(name: &'static str) {
    PROGRAM.get_or_init(|| name);
}

/// The name of the program that reports.
pub fn program() -> &'static str {
    PROGRAM.get().unwrap_or(&"turtle-peg")
}

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

/// One thing that is wrong.
pub struct Problem<'a> {
    pub severity: Severity,
    /// The file as it is called; none, if it is about none.
    pub file: Option<&'a str>,
    /// Its kind, in one word.
    pub kind: &'a str,
    pub message: &'a str,
    /// The error, if the parser found the problem.
    pub error: Option<&'a SyntaxError>,
    /// The error in plain words, for people.
    pub advice: Option<&'a Advice>,
    pub place: Option<ProblemPlace<'a>>,
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    Warning,
    /// An input is at fault.
    Fault,
    /// Something could not be done.
    Failure,
}

/// Where in the file it is.
pub struct ProblemPlace<'a> {
    pub spot: Spot,
    pub production: Option<&'a str>,
    /// The line, or a part of it, and which bytes of that are at fault.
    pub excerpt: (&'a str, Range<usize>),
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
    /// Those of them that say no more than others.
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
            let PassedOver {
                name,
                extensions,
                written,
            } = &passed_over;
            self.record(|| {
                let mut object = passed_over_to_json(&passed_over);
                object["type"] = json!("passed_over");
                object
            });
            let unknown = (!extensions.is_empty()).then(|| format!("{name}: {passed_over}"));
            let written_notes = written
                .iter()
                .map(|file| format!("{file}: not read, since this run writes it"));
            for note in unknown.into_iter().chain(written_notes) {
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

impl Severity {
    fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Fault => "fault",
            Self::Failure => "failure",
        }
    }

    /// Its name in the output of compilers.
    pub fn level(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Fault | Self::Failure => "error",
        }
    }
}

fn to_json(problem: &Problem<'_>, dialect: Option<String>) -> Value {
    let mut object = json!({
        "type": problem.severity.name(),
        "file": problem.file,
        "kind": problem.kind,
        "message": message(problem.message),
    });
    if let Some(place) = &problem.place {
        let (excerpt, marked) = &place.excerpt;
        object["dialect"] = json!(dialect);
        place.spot.add_to(&mut object);
        object["production"] = json!(place.production);
        let objection = problem.error.map(|error| error.kind().objection().name());
        object["objection"] = json!(objection);
        object["excerpt"] = json!({"text": excerpt, "start": marked.start, "end": marked.end});
    }
    if let Some(rule) = problem.error.and_then(rdf_rule) {
        object["rule"] = rule;
    }
    if let Some(context) = problem.error.and_then(SyntaxError::context) {
        object["expected"] = context.tokens().iter().map(NamedToken::name).collect();
        object["can_end"] = json!(context.can_end());
        object["open"] = open(context);
    }
    if let Some(advice) = problem.advice {
        object["mistake"] = json!(advice.mistake().map(Mistake::name));
        object["title"] = json!(message(advice.title()));
        let help = advice.help().iter().map(advised::help);
        object["help"] = help.map(|help| message(&help)).collect();
        let label = |label: &Label| Spot::from(label).to_json(&message(&label.text));
        object["labels"] = advice.labels().iter().map(label).collect();
        let replacement = |help: &Help| {
            let it = help.replacement()?;
            let mut replacement = Spot::from(it).to_json(&it.text);
            replacement["certain"] = help.is_certain().into();
            Some(replacement)
        };
        object["replacements"] = advice.help().iter().filter_map(replacement).collect();
    }
    object
}

fn passed_over_to_json(passed_over: &PassedOver) -> Value {
    let PassedOver {
        name,
        extensions,
        written,
    } = passed_over;
    let by_extension = |(extension, files): (&String, &u64)| {
        let extension = (!extension.is_empty()).then_some(extension);
        json!({"extension": extension, "files": files})
    };
    let unknown: Vec<_> = extensions.iter().map(by_extension).collect();
    json!({"name": name, "unknown": unknown, "written": written})
}

/// The rule of RDF that the document breaks, if there is one.
pub fn rdf_rule(error: &SyntaxError) -> Option<Value> {
    let rule = error.kind().rdf_rule()?;
    Some(json!({
        "class": rule.to_string(),
        "source": rule.source(error.dialect()?),
        "can_be_kept": rule.can_be_kept(),
    }))
}

/// The productions that have begun and not ended.
fn open(context: &Context) -> Value {
    let open = context.open().iter().map(|open| {
        let Position {
            line, column, byte, ..
        } = open.start;
        json!({"production": open.production.name(), "line": line, "column": column, "start": byte})
    });
    open.collect()
}

/// A place in a file, as the forms for tools have it.
#[derive(Clone)]
pub struct Spot {
    line: u64,
    column: u64,
    /// Line and column of its end, where they are known.
    end: Option<(u64, u64)>,
    bytes: Range<u64>,
}

impl Problem<'_> {
    fn mistake(&self) -> Option<Mistake> {
        self.advice.and_then(Advice::mistake)
    }

    /// The name of the rule that it breaks, for SARIF: of the mistake, or of the kind.
    fn rule(&self) -> &str {
        self.mistake().map_or(self.kind, |mistake| mistake.name())
    }

    /// The title, in plain words.
    fn title(&self) -> &str {
        self.advice.map_or(self.message, Advice::title)
    }

    /// The title and the help.
    fn text(&self) -> String {
        let mut sentences = vec![message(self.title())];
        for help in self.advice.into_iter().flat_map(Advice::help) {
            sentences.push(format!("help: {}", message(&advised::help(help))));
        }
        sentences.join("\n")
    }

    /// The text of the document at a place, if it is at hand.
    fn text_at(&self, spot: &Spot) -> Option<&str> {
        let Some(error) = self.error else {
            let place = self.place.as_ref()?;
            return place.excerpt.0.get(place.excerpt.1.clone());
        };
        let (text, start) = error.surroundings();
        let [begin, end] = [spot.bytes.start, spot.bytes.end]
            .map(|byte| usize::try_from(byte.checked_sub(start.byte)?).ok());
        text.get(begin?..end?)
    }

    /// Where people see it: that need not be where the grammar was broken.
    fn spot(&self) -> Option<Spot> {
        let told = self.advice.and_then(|advice| advice.labels().first());
        let place = || self.place.as_ref().map(|place| place.spot.clone());
        told.map(Spot::from).or_else(place)
    }
}

impl From<&Label> for Spot {
    fn from(label: &Label) -> Self {
        Self::new(label.position, Some(label.end), label.bytes.clone())
    }
}

impl From<&Replacement> for Spot {
    fn from(it: &Replacement) -> Self {
        Self::new(it.position, Some(it.end), it.bytes.clone())
    }
}

impl Spot {
    pub fn new(position: Position, end: Option<Position>, bytes: Range<u64>) -> Self {
        Self {
            line: position.line,
            column: position.column,
            end: end.map(|end| (end.line, end.column)),
            bytes,
        }
    }

    /// The place, with this text about it or for it.
    fn to_json(&self, text: &str) -> Value {
        let mut object = json!({"text": text});
        self.add_to(&mut object);
        object
    }

    fn add_to(&self, object: &mut Value) {
        object["line"] = json!(self.line);
        object["column"] = json!(self.column);
        object["start"] = json!(self.bytes.start);
        object["end"] = json!(self.bytes.end);
        if let Some((line, column)) = self.end {
            object["end_line"] = json!(line);
            object["end_column"] = json!(column);
        }
    }

    fn region(&self) -> Value {
        let mut region = json!({
            "startLine": self.line,
            "startColumn": self.column,
            "byteOffset": self.bytes.start,
            "byteLength": self.bytes.end - self.bytes.start,
        });
        if let Some((line, column)) = self.end {
            region["endLine"] = json!(line);
            region["endColumn"] = json!(column);
        }
        region
    }
}

/// The one document of SARIF. The text before and after its results is written around them, so that no more than one
/// result is held.
struct SarifLog {
    /// The last result, until it is known whether another one follows.
    last: Option<String>,
    /// The rules of the results, by name.
    rules: BTreeMap<String, Value>,
}

impl SarifLog {
    const EMPTY: Self = Self {
        last: None,
        rules: BTreeMap::new(),
    };

    /// Takes a result; returns the lines before it.
    fn add(&mut self, problem: &Problem<'_>) -> String {
        let rule = || match problem.mistake() {
            Some(mistake) => kinds::rule_of_mistake(mistake, problem.kind),
            None => kinds::rule(problem.kind),
        };
        self.rules
            .entry(problem.rule().to_owned())
            .or_insert_with(rule);
        let result = json::indented(&to_sarif(problem)).replace('\n', "\n        ");
        match self.last.replace(format!("        {result}")) {
            None => self.around().0,
            Some(last) => last + ",",
        }
    }

    /// The lines after all that [`add`](Self::add) returned.
    fn end(&mut self) -> String {
        let (before, after) = self.around();
        match self.last.take() {
            None => format!("{before}]{after}"),
            Some(last) => format!("{last}\n      ]{after}"),
        }
    }

    /// The document before the first result and after the last one; members stand in the order of their names.
    fn around(&self) -> (String, String) {
        let rules: Vec<&Value> = self.rules.values().collect();
        let log = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": {"driver": {
                    "name": program(),
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                }},
                "columnKind": "unicodeCodePoints",
                "results": [],
            }],
        });
        let text = json::indented(&log);
        let (before, after) = text.split_once("\"results\": []").unwrap_or_default();
        (format!("{before}\"results\": ["), after.to_owned())
    }
}

fn to_sarif(problem: &Problem<'_>) -> Value {
    let level = problem.severity.level();
    let mut result = json!({
        "ruleId": problem.rule(),
        "level": level,
        "message": {"text": problem.text()},
    });
    let Some(file) = problem.file else {
        return result;
    };
    let artifact = json!({"uri": uri(file)});
    let mut location = json!({"artifactLocation": artifact});
    if let Some(spot) = problem.spot() {
        location["region"] = spot.region();
        if let Some(place) = problem
            .place
            .as_ref()
            .filter(|place| place.spot.line == spot.line)
        {
            let line = place.excerpt.0;
            location["contextRegion"] = json!({"startLine": spot.line, "snippet": {"text": line}});
        }
        if let Some(text) = problem.text_at(&spot) {
            location["region"]["snippet"] = json!({"text": text});
        }
    }
    result["locations"] = json!([{"physicalLocation": location}]);
    let others = problem
        .advice
        .into_iter()
        .flat_map(|advice| &advice.labels()[1..]);
    let others: Vec<Value> = others
        .map(|label| {
            let region = Spot::from(label).region();
            let location = json!({"artifactLocation": artifact, "region": region});
            json!({"physicalLocation": location, "message": {"text": message(&label.text)}})
        })
        .collect();
    if !others.is_empty() {
        result["relatedLocations"] = json!(others);
    }
    let fixes = problem.advice.into_iter().flat_map(Advice::help);
    let fixes: Vec<Value> = fixes.filter_map(|help| fix(help, &artifact)).collect();
    if !fixes.is_empty() {
        result["fixes"] = json!(fixes);
    }
    result
}

/// A change to the document that mends it.
fn fix(help: &Help, artifact: &Value) -> Option<Value> {
    let replacement = help.replacement()?;
    let change = json!({
        "deletedRegion": Spot::from(replacement).region(),
        "insertedContent": {"text": replacement.text},
    });
    Some(json!({
        "description": {"text": message(help.text())},
        "artifactChanges": [{"artifactLocation": artifact, "replacements": [change]}],
    }))
}

/// The path of a file as a reference that is relative where the path is.
fn uri(path: &str) -> String {
    const RESERVED: &AsciiSet = &CONTROLS
        .add(b' ')
        .add(b'"')
        .add(b'#')
        .add(b'%')
        .add(b':')
        .add(b'<')
        .add(b'>')
        .add(b'?')
        .add(b'[')
        .add(b'\\')
        .add(b']')
        .add(b'^')
        .add(b'`')
        .add(b'{')
        .add(b'|')
        .add(b'}');
    let encoded = utf8_percent_encode(path, RESERVED);
    match path.starts_with('/') {
        true => format!("file://{encoded}"),
        false => encoded.to_string(),
    }
}

/// `::error file=…,line=…,col=…,title=…::…`
fn to_github(problem: &Problem<'_>) -> String {
    let command = problem.severity.level();
    // Lines end in texts, and in nothing else.
    let data = |text: &str| {
        let text = text.replace('%', "%25").replace('\r', "%0D");
        visible(&text.replace('\n', "%0A")).into_owned()
    };
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let mut properties = Vec::new();
    if let Some(file) = problem.file {
        properties.push(format!("file={}", property(file)));
    }
    if let Some(Spot {
        line, column, end, ..
    }) = problem.spot()
    {
        properties.push(format!("line={line},col={column}"));
        if let Some((line, column)) = end {
            properties.push(format!("endLine={line},endColumn={column}"));
        }
    }
    let title = match problem.advice {
        Some(advice) => message(advice.title()),
        None => problem.kind.to_owned(),
    };
    properties.push(format!("title={}", property(&title)));
    format!(
        "::{command} {}::{}",
        properties.join(","),
        data(&problem.text())
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn nothing_in_a_name_breaks_out_of_its_place() {
        let problem = Problem {
            severity: Severity::Failure,
            file: Some("a,b:c%\n::error::.ttl"),
            kind: "failure",
            message: "100 %\n::x",
            error: None,
            advice: None,
            place: None,
        };
        assert_eq!(
            to_github(&problem),
            "::error file=a%2Cb%3Ac%25%0A%3A%3Aerror%3A%3A.ttl,title=failure::100 %25␊::x"
        );
        assert_eq!(uri("a b/é#:.ttl"), "a%20b/%C3%A9%23%3A.ttl");
        assert_eq!(uri("/a.ttl"), "file:///a.ttl");
    }
}
