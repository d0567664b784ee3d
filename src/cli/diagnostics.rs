//! What is said of faults in documents, with the line they are in, and of failures.
//!
//! Invariant: what comes from elsewhere is [made visible](super::visible) before a person sees it.

use super::reporting::{self, Finding, Place, Severity};
use super::visible::{message, visible_line};
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Effects, Style};
use std::fmt::Display;
use turtle_peg::{Error, SyntaxError};

const ERROR: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
const WARNING: Style = AnsiColor::Yellow.on_default().effects(Effects::BOLD);
const PLACE: Style = Style::new().bold();

/// Reports what is wrong with a document: `file:line:column: error: …`, the line, and a caret below.
pub fn report_error(file: &str, error: &Error) {
    match error {
        Error::Syntax(error) => report_fault(file, error),
        error => report(file, error),
    }
}

fn report_fault(file: &str, error: &SyntaxError) {
    let position = error.position();
    let excerpt = error.excerpt();
    let kind = kind(error);
    let finding = Finding {
        severity: Severity::Fault,
        file: Some(file),
        kind: &kind,
        message: &error.message(),
        place: Some(Place {
            line: position.line,
            column: position.column,
            bytes: error.span(),
            production: error.production().map(|production| production.name()),
            excerpt: (excerpt.text(), excerpt.highlight()),
        }),
    };
    reporting::report(&finding, || {
        let place = format!("{file}:{position}");
        let headline = headline(&place, &ERROR, "error", &error.message());
        match snippet(error) {
            Some(snippet) => format!("{headline}\n{snippet}"),
            None => headline,
        }
    });
}

/// The name of the kind of error, as the library has it.
fn kind(error: &SyntaxError) -> String {
    let described = format!("{:?}", error.kind());
    let is_in_name = |c: &char| c.is_ascii_alphanumeric();
    described.chars().take_while(is_in_name).collect()
}

/// The line and the caret; none if there is no line.
fn snippet(error: &SyntaxError) -> Option<String> {
    let excerpt = error.excerpt();
    if excerpt.text().is_empty() {
        return None;
    }
    let line = usize::try_from(error.position().line).unwrap_or(usize::MAX);
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
    Some(Renderer::styled().render(&[group]))
}

fn visible_but_tabs(text: &str) -> String {
    let parts: Vec<_> = text.split('\t').map(visible_line).collect();
    parts.join("\t")
}

/// Reports that something failed that has to do with a file.
pub fn report(file: &str, error: &dyn Display) {
    failed(Some(file), &error.to_string());
}

/// Reports why the program could not do what it was asked.
pub fn report_failure(error: &anyhow::Error) {
    failed(None, &format!("{error:#}"));
}

fn failed(file: Option<&str>, message: &str) {
    let finding = Finding {
        severity: Severity::Failure,
        file,
        kind: "Failure",
        message,
        place: None,
    };
    let place = file.unwrap_or("turtle-peg");
    reporting::report(&finding, || headline(place, &ERROR, "error", &message));
}

/// Warns of a file.
pub fn warn(file: &str, warning: &dyn Display) {
    let text = warning.to_string();
    let finding = Finding {
        severity: Severity::Warning,
        file: Some(file),
        kind: "Warning",
        message: &text,
        place: None,
    };
    reporting::report(&finding, || headline(file, &WARNING, "warning", warning));
}

/// Says something that is no error.
pub fn note(text: &dyn Display) {
    reporting::note(&message(&text.to_string()));
}

fn headline(place: &str, style: &Style, severity: &str, text: &dyn Display) -> String {
    let (place, message) = (visible_line(place), message(&text.to_string()));
    format!("{PLACE}{place}:{PLACE:#} {style}{severity}:{style:#} {message}")
}
