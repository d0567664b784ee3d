//! What goes to standard error: faults in documents, with the line they are in, and failures.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Effects, Style};
use turtle_peg::{Error, SyntaxError};

const ERROR: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
const PLACE: Style = Style::new().bold();

/// Reports what is wrong with a document: `file:line:column: error: …`, the line, and a caret below.
pub fn report_error(file: &str, error: &Error) {
    match error {
        Error::Syntax(error) => report_fault(file, error),
        error => report(file, error),
    }
}

fn report_fault(file: &str, error: &SyntaxError) {
    let message = error.message();
    let position = error.position();
    anstream::eprintln!("{PLACE}{file}:{position}:{PLACE:#} {ERROR}error:{ERROR:#} {message}");
    let excerpt = error.excerpt();
    if excerpt.text().is_empty() {
        return;
    }
    let line = usize::try_from(position.line).unwrap_or(usize::MAX);
    let snippet = Snippet::source(excerpt.text())
        .line_start(line)
        .annotation(AnnotationKind::Primary.span(excerpt.highlight()));
    let group = Group::with_level(Level::ERROR).element(snippet);
    anstream::eprintln!("{}", Renderer::styled().render(&[group]));
}

/// Reports that something failed that has to do with a file.
pub fn report(file: &str, error: &dyn std::fmt::Display) {
    anstream::eprintln!("{PLACE}{file}:{PLACE:#} {ERROR}error:{ERROR:#} {error}");
}

/// Reports why the program could not do what it was asked.
pub fn report_failure(error: &anyhow::Error) {
    anstream::eprintln!("{PLACE}turtle-peg:{PLACE:#} {ERROR}error:{ERROR:#} {error:#}");
}
