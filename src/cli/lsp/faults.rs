//! Faults as diagnostics, and their repairs as actions.
//!
//! Invariant: these are the faults that `check --keep-going` reports, in its words. An action is a remedy that was tried.

use super::server::changes;
use super::text::OpenDocument;
use crate::cli::diagnostics::kind;
use crate::{Advice, Error, Help, Parser, Position, SyntaxError};
use lsp_types::{
    CodeAction, CodeActionKind, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    Location, Range, TextEdit,
};

/// The most faults of a document that are explained: nobody reads more at once, and each takes time.
const MOST: usize = 100;

pub fn diagnostics(document: &OpenDocument, parser: &Parser) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    each_fault(document, parser, |error| {
        let advice = error.advice();
        found.push(diagnostic(document, error, &advice));
        found.len() < MOST
    });
    found
}

/// The remedies of the faults within a range that are changes to the document.
pub fn actions(document: &OpenDocument, parser: &Parser, range: Range) -> Vec<CodeAction> {
    let mut found = Vec::new();
    let mut explained = 0;
    each_fault(document, parser, |error| {
        // What advice names can be before the fault, in the same statement.
        let is_before = place(error.end()) < range.start;
        if !is_before {
            explained += 1;
            let advice = error.advice();
            let diagnostic = diagnostic(document, error, &advice);
            if diagnostic.range.start <= range.end && range.start <= diagnostic.range.end {
                let remedies = advice.help().iter();
                found.extend(remedies.filter_map(|help| action(document, &diagnostic, help)));
            }
        }
        explained < MOST
    });
    found
}

/// Goes through the faults, until the visitor has seen enough.
fn each_fault(
    document: &OpenDocument,
    parser: &Parser,
    mut visit: impl FnMut(&SyntaxError) -> bool,
) {
    let parser = parser.clone().continue_after_errors();
    let mut read = parser.parse_str(document.text());
    while let Some(result) = read.check_statement() {
        if let Err(Error::Syntax(error)) = result
            && !visit(&error)
        {
            return;
        }
    }
}

fn diagnostic(document: &OpenDocument, error: &SyntaxError, advice: &Advice) -> Diagnostic {
    let [first, others @ ..] = advice.labels() else {
        // Advice names one place at least.
        return Diagnostic::default();
    };
    let mut message = advice.title().to_owned();
    if !first.text.is_empty() {
        message += &format!(": {}", first.text);
    }
    for help in advice.help() {
        message += &format!("\nhelp: {}", help.text());
    }
    let related = others.iter().map(|label| DiagnosticRelatedInformation {
        location: Location::new(document.uri.clone(), range(label.position, label.end)),
        message: match label.text.as_str() {
            "" => advice.title().to_owned(),
            text => text.to_owned(),
        },
    });
    Diagnostic {
        range: range(first.position, first.end),
        severity: Some(DiagnosticSeverity::Error),
        code: Some(kind(error).into()),
        source: Some("turtle-peg".into()),
        message: message.into(),
        related_information: Some(related.collect()),
        ..Diagnostic::default()
    }
}

fn action(document: &OpenDocument, diagnostic: &Diagnostic, help: &Help) -> Option<CodeAction> {
    let replacement = help.replacement()?;
    let edit = TextEdit {
        range: range(replacement.position, replacement.end),
        new_text: replacement.text.clone(),
    };
    Some(CodeAction {
        title: help.text().to_owned(),
        kind: Some(CodeActionKind::QuickFix),
        diagnostics: Some(vec![diagnostic.clone()]),
        is_preferred: help.is_certain().then_some(true),
        edit: Some(changes(document, vec![edit])),
        ..CodeAction::default()
    })
}

fn range(start: Position, end: Position) -> Range {
    Range {
        start: place(start),
        end: place(end),
    }
}

/// The library counts lines and columns from 1.
fn place(position: Position) -> lsp_types::Position {
    lsp_types::Position {
        line: (position.line - 1) as u32,
        character: (position.utf16_column() - 1) as u32,
    }
}
