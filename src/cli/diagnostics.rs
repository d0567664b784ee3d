//! What goes to standard error: faults in documents, with the line they are in, and failures.
//!
//! Invariants: what comes from elsewhere is [made visible](super::visible). Standard error that cannot be written does not
//! stop the program: what it does goes on, and its exit status tells.

use super::visible::{message, visible_line};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Effects, Style};
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use turtle_peg::{Error, SyntaxError};

const ERROR: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
const PLACE: Style = Style::new().bold();

/// Whether something could not be written to standard error.
static IS_LOST: AtomicBool = AtomicBool::new(false);

/// Reports what is wrong with a document: `file:line:column: error: …`, the line, and a caret below.
pub fn report_error(file: &str, error: &Error) {
    match error {
        Error::Syntax(error) => report_fault(file, error),
        error => report(file, error),
    }
}

fn report_fault(file: &str, error: &SyntaxError) {
    let position = error.position();
    let place = format!("{file}:{position}");
    say(&headline(&place, &error.message()));
    let excerpt = error.excerpt();
    if excerpt.text().is_empty() {
        return;
    }
    let line = usize::try_from(position.line).unwrap_or(usize::MAX);
    // In three parts, so that it is known where the marked one is once they are visible. A tab is for the renderer.
    let shown = |range| excerpt.text().get(range).map(visible_but_tabs);
    let marked = excerpt.highlight();
    let before = shown(0..marked.start).unwrap_or_default();
    let within = shown(marked.clone()).unwrap_or_default();
    let behind = shown(marked.end..excerpt.text().len()).unwrap_or_default();
    let marked = before.len()..before.len() + within.len();
    let text = [before, within, behind].concat();
    let snippet = Snippet::source(&text)
        .line_start(line)
        .annotation(AnnotationKind::Primary.span(marked));
    let group = Group::with_level(Level::ERROR).element(snippet);
    say(&Renderer::styled().render(&[group]));
}

fn visible_but_tabs(text: &str) -> String {
    let parts: Vec<_> = text.split('\t').map(visible_line).collect();
    parts.join("\t")
}

/// Reports that something failed that has to do with a file.
pub fn report(file: &str, error: &dyn Display) {
    say(&headline(file, error));
}

/// Reports why the program could not do what it was asked.
pub fn report_failure(error: &anyhow::Error) {
    say(&headline("turtle-peg", &format_args!("{error:#}")));
}

/// Says something that is no error.
pub fn note(text: &dyn Display) {
    say(&message(&text.to_string()));
}

fn headline(place: &str, error: &dyn Display) -> String {
    let (place, message) = (visible_line(place), message(&error.to_string()));
    format!("{PLACE}{place}:{PLACE:#} {ERROR}error:{ERROR:#} {message}")
}

/// Whether something could not be written to standard error. A closed pipe does not count: who reads it has had enough.
pub fn is_lost() -> bool {
    IS_LOST.load(Ordering::Relaxed)
}

/// Writes a line that is fit to be seen.
fn say(line: &str) {
    let written = writeln!(anstream::stderr().lock(), "{line}");
    if written.is_err_and(|error| error.kind() != io::ErrorKind::BrokenPipe) {
        IS_LOST.store(true, Ordering::Relaxed);
    }
}
