//! Faults as diagnostics, and their repairs as actions.
//!
//! Invariant: these are the faults that `check` reports, in its words, and the doubts of `--lint` where there are no
//! faults. An action is a remedy that was tried.

use crate::layout;
use crate::pieces::{DocumentPieces, MOST_FAULTS};
use crate::service::changes;
use crate::text::OpenDocument;
use advice::fix::{RepairChoice, fix_str};
use advice::lint::{self, KnownTerms, Lint};
use advice::{Advice, Advise, Help};
use lsp_types::{
    CodeAction, CodeActionKind, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity,
    DiagnosticTag, Location, Position, Range, TextEdit,
};
use turtle_peg::{Parser, SyntaxError};

/// The faults of a document, or its doubts but for those that are off.
pub fn diagnostics(
    document: &OpenDocument,
    pieces: &DocumentPieces,
    off: &[String],
    known: &dyn KnownTerms,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    pieces.each_fault(document.text(), |error| {
        let advice = error.advice_in_words();
        found.push(of_fault(document, error, &advice));
        found.len() < MOST_FAULTS
    });
    if found.is_empty() {
        let lints = lints(document, pieces.parser(), off, known);
        found.extend(lints.iter().map(|lint| of_lint(document, lint)));
    }
    found
}

/// The most bytes of a document whose data are doubted at each key: it takes longer than to check it.
const LINTED: usize = 1 << 20;

/// All repairs that are certain, in one action; none if there are none.
pub fn fix_all(document: &OpenDocument, parser: &Parser) -> Option<CodeAction> {
    let fixed = fix_str(parser, document.text(), RepairChoice::Certain);
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

/// The remedies of the faults within a range that are changes to the document; without faults, those of suspicious data.
pub fn actions(
    document: &OpenDocument,
    pieces: &DocumentPieces,
    range: Range,
    off: &[String],
    known: &dyn KnownTerms,
) -> Vec<CodeAction> {
    let mut found = Vec::new();
    let (mut explained, mut has_faults) = (0, false);
    pieces.each_fault(document.text(), |error| {
        has_faults = true;
        // What advice names can be before the fault, in the same statement.
        let is_before = document.place(error.end().byte as usize) < range.start;
        if !is_before {
            explained += 1;
            let advice = error.advice();
            let diagnostic = of_fault(document, error, &advice);
            found.extend(actions_of(document, &diagnostic, &advice, range));
        }
        explained < MOST_FAULTS
    });
    if !has_faults {
        for lint in lints(document, pieces.parser(), off, known) {
            let diagnostic = of_lint(document, &lint);
            found.extend(actions_of(document, &diagnostic, &lint.advice, range));
        }
    }
    found
}

/// The suspicious data of a document that conforms, unless it is large.
fn lints(
    document: &OpenDocument,
    parser: &Parser,
    off: &[String],
    known: &dyn KnownTerms,
) -> Vec<Lint> {
    match document.text().len() <= LINTED {
        true => lint::find_with(parser, document.text(), off, known),
        false => Vec::new(),
    }
}

/// Settings of the project that cannot be read, at the document's beginning.
pub fn of_settings(error: &anyhow::Error) -> Diagnostic {
    Diagnostic {
        severity: Some(DiagnosticSeverity::Warning),
        message: format!("the project's settings are not read: {error:#}").into(),
        ..Diagnostic::default()
    }
}

fn of_fault(document: &OpenDocument, error: &SyntaxError, advice: &Advice) -> Diagnostic {
    Diagnostic {
        severity: Some(DiagnosticSeverity::Error),
        code: Some(match advice.mistake() {
            Some(mistake) => mistake.name().to_owned().into(),
            None => error.kind().name().to_owned().into(),
        }),
        ..diagnostic(document, advice)
    }
}

fn of_lint(document: &OpenDocument, lint: &Lint) -> Diagnostic {
    let is_unused = lint.kind == "unused-prefix";
    Diagnostic {
        severity: Some(match is_unused {
            true => DiagnosticSeverity::Hint,
            false => DiagnosticSeverity::Warning,
        }),
        tags: is_unused.then(|| vec![DiagnosticTag::Unnecessary]),
        code: Some(lint.kind.to_owned().into()),
        ..diagnostic(document, &lint.advice)
    }
}

fn diagnostic(document: &OpenDocument, advice: &Advice) -> Diagnostic {
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
        location: Location::new(document.uri.clone(), range(document, &label.bytes)),
        message: match label.text.as_str() {
            "" => advice.title().to_owned(),
            text => text.to_owned(),
        },
    });
    Diagnostic {
        range: range(document, &first.bytes),
        source: Some("turtle-peg".into()),
        message: message.into(),
        related_information: Some(related.collect()),
        ..Diagnostic::default()
    }
}

/// The remedies that are changes to the document, if the problem is within a range.
fn actions_of(
    document: &OpenDocument,
    diagnostic: &Diagnostic,
    advice: &Advice,
    range: Range,
) -> Vec<CodeAction> {
    // A cursor that is on a character, as some editors have it, never is at the end of a line, where something may be missing.
    let end = Position::new(range.end.line, range.end.character.saturating_add(1));
    let is_within = diagnostic.range.start <= end && range.start <= diagnostic.range.end;
    let remedies = advice.help().iter().filter(|_| is_within);
    let actions = remedies.filter_map(|help| action(document, diagnostic, help));
    actions.collect()
}

fn action(document: &OpenDocument, diagnostic: &Diagnostic, help: &Help) -> Option<CodeAction> {
    let replacement = help.replacement()?;
    let edit = TextEdit {
        range: range(document, &replacement.bytes),
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

/// Where bytes are that the library names: nothing is before a byte order mark, which is a character to an editor.
fn range(document: &OpenDocument, bytes: &std::ops::Range<u64>) -> Range {
    let place = |byte: u64| (byte as usize).max(document.beginning());
    document.range(place(bytes.start)..place(bytes.end))
}
