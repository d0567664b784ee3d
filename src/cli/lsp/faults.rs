//! Faults as diagnostics, and their repairs as actions.
//!
//! Invariant: these are the faults that `check --keep-going` reports, in its words, and the doubts of `--lint` where there are no
//! faults. An action is a remedy that was tried.

use super::layout;
use super::server::changes;
use super::text::OpenDocument;
use crate::cli::diagnostics::kind;
use crate::cli::lint::{self, Lint, LintHelp};
use crate::{Advice, Error, Help, Parser, Position, RepairChoice, SyntaxError};
use lsp_types::{
    CodeAction, CodeActionKind, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    DiagnosticTag, Location, Range, TextEdit,
};
use std::ops;

/// The most faults of a document that are explained: nobody reads more at once, and each takes time.
const MOST: usize = 100;

pub fn diagnostics(document: &OpenDocument, parser: &Parser) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    each_fault(document, parser, |error| {
        let advice = error.advice();
        found.push(diagnostic(document, error, &advice));
        found.len() < MOST
    });
    if found.is_empty() && document.text().len() <= LINTED {
        let doubts = lint::find(parser, document.text(), &[]);
        found.extend(doubts.into_iter().map(|lint| doubt(document, lint)));
    }
    found
}

/// A doubt about data that conforms, as `check --lint` has it.
fn doubt(document: &OpenDocument, lint: Lint) -> Diagnostic {
    let bytes = |range: &ops::Range<u64>| range.start as usize..range.end as usize;
    let is_unused = lint.kind == "UnusedPrefix";
    let mut message = lint.title;
    let mut related = Vec::new();
    match lint.help {
        Some(LintHelp::Words(words)) => message += &format!("\nhelp: {words}"),
        Some(LintHelp::AlsoAt(what, byte)) => related.push(DiagnosticRelatedInformation {
            location: Location::new(document.uri.clone(), document.range(bytes(&(byte..byte)))),
            message: format!("{what} here"),
        }),
        None => {}
    }
    Diagnostic {
        range: document.range(bytes(&lint.bytes)),
        severity: Some(match is_unused {
            true => DiagnosticSeverity::Hint,
            false => DiagnosticSeverity::Warning,
        }),
        tags: is_unused.then(|| vec![DiagnosticTag::Unnecessary]),
        code: Some(lint.kind.to_owned().into()),
        source: Some("turtle-peg".into()),
        message: message.into(),
        related_information: Some(related),
        ..Diagnostic::default()
    }
}

/// The most bytes of a document whose data are doubted at each key: it takes longer than to check it.
const LINTED: usize = 1 << 20;

/// All repairs that are certain, in one action; none if there are none.
pub fn fix_all(document: &OpenDocument, parser: &Parser) -> Option<CodeAction> {
    let fixed = parser.fix_str(document.text(), RepairChoice::Certain);
    let edit = layout::edit(document, 0..document.text().len(), &fixed.text)?;
    Some(CodeAction {
        title: match fixed.repairs.len() {
            1 => "mend the fault that has one repair".to_owned(),
            count => format!("mend the {count} faults that have one repair"),
        },
        kind: Some(CodeActionKind::SourceFixAll),
        edit: Some(changes(document, vec![edit])),
        ..CodeAction::default()
    })
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
