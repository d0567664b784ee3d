//! The words for faults in documents, with their lines, and for failures.
//!
//! Invariant: text from elsewhere is [made visible](advice::visible) before a person sees it.

use crate::reporting::advised::help;
use crate::reporting::{self, Problem, ProblemPlace, Severity, Spot};
use advice::visible::{is_unseen, message, visible, visible_line};
use advice::{Advice, Advise, Help, Label};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Effects, Style};
use notation::GrammarError;
use std::fmt::{self, Display};
use std::io::IsTerminal as _;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use terminal_size::Width;
use turtle_peg::diagnosis::Surroundings;
use turtle_peg::error::Excerpt;
use turtle_peg::tokens::NamedToken;
use turtle_peg::{Error, Position, SyntaxError};

const ERROR: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
const WARNING: Style = AnsiColor::Yellow.on_default().effects(Effects::BOLD);
const PLACE: Style = Style::new().bold();

/// Whether faults are explained.
static EXPLAINS: AtomicBool = AtomicBool::new(false);

/// Whether the command has an option for leniency.
static OFFERS_LENIENCY: AtomicBool = AtomicBool::new(false);

/// Says that the command has the option `--lenient`, which faults then name.
pub fn offer_leniency() {
    OFFERS_LENIENCY.store(true, Relaxed);
}

/// Says whether to explain faults: with all that the grammar has to say of the place.
pub fn explain(explains: bool) {
    EXPLAINS.store(explains, Relaxed);
}

/// Reports an error in a document: `file:line:column: error: …`, the line, and a caret below.
pub fn report_error(file: &str, error: &Error) {
    match error {
        Error::Syntax(error) => report_with_place(file, Severity::Fault, error),
        error => report(file, error),
    }
}

/// Reports a lenient parser's warning, in the same form.
pub fn report_let_pass(file: &str, error: &SyntaxError) {
    report_with_place(file, Severity::Warning, error);
}

fn report_with_place(file: &str, severity: Severity, error: &SyntaxError) {
    let advice = match reporting::tells_certainty() {
        true => error.advice(),
        false => error.advice_in_words(),
    };
    let message = error.message();
    let place = &advice.labels()[0];
    let excerpt = excerpt_at(error, place);
    let problem = Problem {
        error: Some(error),
        advice: Some(&advice),
        place: Some(ProblemPlace {
            spot: Spot::from(place),
            production: error.production().map(|production| production.name()),
            excerpt: (excerpt.text(), excerpt.highlight()),
        }),
        ..Problem::new(severity, Some(file), error.kind().name(), &message)
    };
    reporting::report(&problem, || {
        let place = format!("{file}:{}", advice.position());
        let headline = headline(&place, severity, &advice.title());
        format!("{headline}\n{}", snippet(error, &advice, severity))
    });
}

/// The line of a place that the advice on an error names.
fn excerpt_at(error: &SyntaxError, place: &Label) -> Excerpt {
    let Surroundings { text, start, .. } = error.surroundings();
    let within = [place.bytes.start, place.bytes.end]
        .map(|byte| usize::try_from(byte.checked_sub(start.byte)?).ok());
    match within {
        // The bytes of a place that are not UTF-8 are not in the text.
        [Some(from), Some(to)] if place.bytes != error.bytes() && to <= text.len() => {
            Excerpt::new(text, from..to, start.column == 1)
        }
        _ => error.excerpt().clone(),
    }
}

/// Reports a statement that conforms, and that the output has no terms for; a warning, if it is written all the same.
pub fn report_beyond(file: &str, severity: Severity, position: Position, reason: &str) {
    let problem = Problem {
        place: Some(ProblemPlace {
            spot: Spot::new(position, None, position.byte..position.byte),
            production: None,
            excerpt: ("", 0..0),
        }),
        ..Problem::new(severity, Some(file), "BeyondRdf12", reason)
    };
    let place = format!("{file}:{position}");
    reporting::report(&problem, || headline(&place, severity, &reason));
}

/// The lines of the error with its labels, the help, and the specification's place.
fn snippet(error: &SyntaxError, advice: &Advice, severity: Severity) -> String {
    let Surroundings { text, start, .. } = error.surroundings();
    let end = start.byte + text.len() as u64;
    // A place far before the text is named in the title, and not drawn.
    let is_near = |label: &&Label| (start.byte..=end).contains(&label.bytes.start);
    // In its line, the excerpt has no more columns than fit.
    let is_in_columns = |label: &&Label| {
        let columns = label.position.column.abs_diff(advice.position().column);
        label.position.line != advice.position().line || columns < width() as u64 / 2
    };
    let is_drawn = |label: &&Label| is_near(label) && is_in_columns(label);
    let beside = advice.labels().iter();
    let beside = beside.filter(|label| is_near(label) && !is_in_columns(label));
    let label = |label: &Label| (label.bytes.clone(), label.text.to_string());
    // The line that the likeliest repair changes is shown, too.
    let lines: Vec<u64> = advice
        .labels()
        .iter()
        .filter(is_drawn)
        .map(|label| label.position.line)
        .collect();
    let mut repairs = advice.help().iter().filter_map(Help::replacement);
    let repair = repairs.next();
    let goes = match repairs.next() {
        Some(_) => "the first repair goes here",
        None => "the repair goes here",
    };
    let repair = repair.filter(|repair| {
        (start.byte..=end).contains(&repair.bytes.start) && !lines.contains(&repair.position.line)
    });
    let repair = repair.map(|repair| (repair.bytes.clone(), goes.to_owned()));
    let labels = advice
        .labels()
        .iter()
        .filter(is_drawn)
        .map(label)
        .chain(repair);
    let drawing = SnippetDrawing {
        severity,
        text,
        start: *start,
        labels: labels.collect(),
        help: advice.help().iter().map(help).collect(),
        notes: beside
            .map(|label| format!("{}: at {}", label.text, label.position))
            .chain(
                Some(error)
                    .filter(|_| EXPLAINS.load(Relaxed) && !advice.suggests_other_language())
                    .and_then(specification),
            )
            .chain(rdf_rule(error, severity))
            .chain(explanation(error))
            .collect(),
    };
    drawing.to_string()
}

/// Where the lines of a text end: each with LF, CR or both.
fn line_ends(text: &[u8]) -> impl DoubleEndedIterator<Item = usize> {
    let ends = (0..text.len()).filter(|&at| match text[at] {
        b'\r' => text.get(at + 1) != Some(&b'\n'),
        byte => byte == b'\n',
    });
    ends.map(|at| at + 1)
}

/// Lines of a document, and their labels.
struct SnippetDrawing<'d> {
    severity: Severity,
    text: &'d str,
    /// Where in the document the text begins.
    start: Position,
    /// Bytes of the document with their labels, the most important place first.
    labels: Vec<(Range<u64>, String)>,
    help: Vec<String>,
    notes: Vec<String>,
}

impl SnippetDrawing<'_> {
    /// The lines of the text that have labels, with those between them and one more on each side: nothing that is drawn depends on
    /// others, and there may be kilobytes of them around each of many faults.
    fn drawn(&self) -> Range<usize> {
        let within = |byte: u64| {
            let byte = usize::try_from(byte - self.start.byte).unwrap_or(usize::MAX);
            byte.min(self.text.len())
        };
        let places = || self.labels.iter().map(|(bytes, _)| bytes);
        let first = places().map(|bytes| within(bytes.start)).min();
        let last = places().map(|bytes| within(bytes.end)).max();
        let (Some(first), Some(last)) = (first, last) else {
            return 0..self.text.len();
        };
        let text = self.text.as_bytes();
        let before = line_ends(&text[..first]).rev().nth(1);
        let after = line_ends(&text[last..]).nth(1);
        before.unwrap_or(0)..after.map_or(self.text.len(), |after| last + after)
    }
}

impl fmt::Display for SnippetDrawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let drawn = self.drawn();
        let is_cut = drawn.start == 0 && self.start.column > 1;
        let source = VisibleText::new(&self.text[drawn.clone()], is_cut);
        let place = |byte: u64| source.place(byte - self.start.byte - drawn.start as u64);
        let span = |bytes: &Range<u64>| place(bytes.start)..place(bytes.end);
        let line = usize::try_from(self.start.line).unwrap_or(usize::MAX);
        let line = line.saturating_add(line_ends(&self.text.as_bytes()[..drawn.start]).count());
        let mut snippet = Snippet::source(&source.text).line_start(line);
        let texts: Vec<_> = self.labels.iter().map(|(_, text)| message(text)).collect();
        for (index, ((bytes, _), text)) in self.labels.iter().zip(&texts).enumerate() {
            let kind = match index {
                0 => AnnotationKind::Primary,
                _ => AnnotationKind::Context,
            };
            let annotation = kind.span(span(bytes));
            snippet = snippet.annotation(match text.as_str() {
                "" => annotation,
                text => annotation.label(text),
            });
        }
        let level = match self.severity {
            Severity::Warning => Level::WARNING,
            Severity::Fault | Severity::Failure => Level::ERROR,
        };
        let mut group = Group::with_level(level).element(snippet);
        for help in &self.help {
            group = group.element(Level::HELP.message(message(help)));
        }
        for note in &self.notes {
            group = group.element(Level::NOTE.no_name().message(note.as_str()));
        }
        let renderer = Renderer::styled().term_width(width());
        f.write_str(&renderer.render(&[group]))
    }
}

/// The columns of a line: by `COLUMNS`, or the terminal's, so that carets stay below their text.
fn width() -> usize {
    const NARROWEST: usize = 40;
    const OTHERWISE: usize = 140;
    let told = std::env::var("COLUMNS").ok();
    let told = told.and_then(|columns| columns.parse().ok());
    let columns = told.or_else(|| {
        let is_terminal = std::io::stderr().is_terminal();
        let size = is_terminal.then(terminal_size::terminal_size).flatten();
        size.map(|(Width(columns), _)| columns.into())
    });
    columns.map_or(OTHERWISE, |columns: usize| columns.max(NARROWEST))
}

/// Warns of suspicious data in a document that conforms: `excerpt` is its line, or a part of it, and where in the document that
/// begins.
pub fn report_lint(file: &str, kind: &str, advice: &Advice, excerpt: (&str, Position)) {
    let (text, start) = excerpt;
    let place = &advice.labels()[0];
    let within = [place.bytes.start, place.bytes.end]
        .map(|byte| ((byte.saturating_sub(start.byte)) as usize).min(text.len()));
    let problem = Problem {
        advice: Some(advice),
        place: Some(ProblemPlace {
            spot: Spot::from(place),
            production: None,
            excerpt: (text, within[0]..within[1]),
        }),
        ..Problem::new(Severity::Warning, Some(file), kind, advice.title())
    };
    reporting::report(&problem, || {
        let place_in_file = format!("{file}:{}", place.position);
        let said = format!("{} ({kind})", advice.title());
        let headline = headline(&place_in_file, Severity::Warning, &said);
        let drawing = SnippetDrawing {
            severity: Severity::Warning,
            text,
            start,
            labels: vec![(place.bytes.clone(), String::new())],
            help: advice.help().iter().map(help).collect(),
            notes: Vec::new(),
        };
        format!("{headline}\n{drawing}")
    });
}

/// Where the specification has the production in which it happened.
fn specification(error: &SyntaxError) -> Option<String> {
    let production = error.production()?;
    let dialect = error.dialect()?;
    let number = dialect
        .production_number(production)
        .map_or(String::new(), |number| format!("[{number}] "));
    Some(format!("{}, {number}{production}", dialect.title()))
}

/// Which class of objections of RDF it belongs to, and the text that they are by, where it is a matter of lenience.
fn rdf_rule(error: &SyntaxError, severity: Severity) -> Option<String> {
    let rule = error.kind().rdf_rule().filter(|rule| rule.can_be_kept())?;
    let kept = match severity {
        Severity::Fault if OFFERS_LENIENCY.load(Relaxed) => "; --lenient lets it pass",
        Severity::Fault | Severity::Warning | Severity::Failure => "",
    };
    let source = rule.source(error.dialect()?);
    Some(format!("{source}: {rule}{kept}"))
}

/// With `--explain`, the tokens that could be at the place, and the open productions.
fn explanation(error: &SyntaxError) -> Vec<String> {
    let Some(context) = error.context().filter(|_| EXPLAINS.load(Relaxed)) else {
        return Vec::new();
    };
    let end = context.can_end().then_some("the end of the document");
    let tokens = context.tokens().iter().map(NamedToken::name).chain(end);
    let tokens: Vec<_> = tokens.collect();
    let mut notes = vec![match tokens.as_slice() {
        [] => "nothing could be here".to_owned(),
        tokens => format!("could be here: {}", tokens.join(", ")),
    }];
    /// The most of the innermost ones that are shown.
    const MOST: usize = 20;
    let hidden = context.open().len().saturating_sub(MOST);
    if hidden > 0 {
        notes.push(format!("not finished: {hidden} productions around these"));
    }
    let open = context.open()[hidden..].iter().map(|open| {
        let number = error
            .dialect()
            .and_then(|dialect| dialect.production_number(open.production));
        let number = number.map_or(String::new(), |number| format!("[{number}] "));
        format!(
            "not finished: {number}{}, begun at {}",
            open.production, open.start
        )
    });
    notes.extend(open);
    if let Some((start, end)) = context.finished() {
        notes.push(format!("the token before it: from {start} to {end}"));
    }
    notes
}

/// A text as people see it, and the new places of its bytes.
struct VisibleText {
    text: String,
    /// For each byte, and for the end, the place in the visible text.
    places: Vec<usize>,
}

impl VisibleText {
    /// Each line ends with LF, as the renderer wants it; where the first one is cut, an ellipsis says so.
    fn new(text: &str, is_cut: bool) -> Self {
        let mut shown = String::from(if is_cut { "…" } else { "" });
        let mut places = Vec::with_capacity(text.len() + 1);
        let mut characters = text.chars().peekable();
        while let Some(c) = characters.next() {
            places.resize(places.len() + c.len_utf8(), shown.len());
            match c {
                '\r' if characters.peek() == Some(&'\n') => {}
                '\r' => shown.push('\n'),
                c if c == '\n' || !is_unseen(c) => shown.push(c),
                c => shown.push_str(&visible(c.encode_utf8(&mut [0; 4]))),
            }
        }
        places.push(shown.len());
        Self {
            text: shown,
            places,
        }
    }

    fn place(&self, byte: u64) -> usize {
        let byte = usize::try_from(byte).unwrap_or(usize::MAX);
        let last = self.places.len() - 1;
        self.places[byte.min(last)]
    }
}

/// Reports that something failed that has to do with a file.
pub fn report(file: &str, error: &dyn Display) {
    failed(Some(file), &error.to_string());
}

/// Reports a fault in the text of a grammar, at its place.
pub fn report_grammar(file: &str, error: &GrammarError) {
    let (place, message) = match error.place() {
        Some((line, column)) => (format!("{file}:{line}:{column}"), error.message()),
        None => (file.to_owned(), error.message()),
    };
    let with_place = error.to_string();
    let problem = Problem::new(Severity::Failure, Some(file), "Failure", &with_place);
    reporting::report(&problem, || headline(&place, Severity::Failure, &message));
}

/// Reports the reason why a command failed.
pub fn report_failure(error: &anyhow::Error) {
    failed(None, &format!("{error:#}"));
}

fn failed(file: Option<&str>, message: &str) {
    let place = file.unwrap_or(reporting::program());
    let problem = Problem::new(Severity::Failure, file, "Failure", message);
    reporting::report(&problem, || headline(place, Severity::Failure, &message));
}

/// Warns of a file.
pub fn warn(file: &str, warning: &dyn Display) {
    let text = warning.to_string();
    let problem = Problem::new(Severity::Warning, Some(file), "Warning", &text);
    reporting::report(&problem, || headline(file, Severity::Warning, warning));
}

/// Writes a note.
pub fn note(text: &dyn Display) {
    reporting::note(&message(&text.to_string()));
}

fn headline(place: &str, severity: Severity, text: &dyn Display) -> String {
    let style = match severity {
        Severity::Warning => WARNING,
        Severity::Fault | Severity::Failure => ERROR,
    };
    let (place, message) = (visible_line(place), message(&text.to_string()));
    let level = severity.level();
    format!("{PLACE}{place}:{PLACE:#} {style}{level}:{style:#} {message}")
}
