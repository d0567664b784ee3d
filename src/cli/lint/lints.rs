//! Suspicious data of a document, in its order, with its lines.

use super::allowed::AllowedLints;
use crate::Position;
use crate::cli::diagnostics::{self, Doubt};
use crate::cli::input::InputSource;
use std::collections::HashMap;
use std::ops::Range;

/// One doubt.
pub struct Lint {
    pub kind: &'static str,
    pub bytes: Range<u64>,
    pub title: String,
    pub help: Option<LintHelp>,
}

/// A hint.
pub enum LintHelp {
    Words(String),
    /// A related place, at this byte of the document.
    AlsoAt(&'static str, u64),
}

/// All of them, in whatever order they are found.
#[derive(Default)]
pub struct Lints(Vec<Lint>);

impl Lints {
    pub fn add(&mut self, lint: Lint) {
        self.0.push(lint);
    }

    /// In the order of the document, each thing once, but for those that are allowed.
    pub fn in_order(mut self, allowed: &AllowedLints) -> Vec<Lint> {
        self.0
            .retain(|lint| !allowed.allows(lint.kind, &lint.bytes));
        self.0.sort_by(|one, other| {
            let key = |lint: &Lint| (lint.bytes.start, lint.bytes.end, lint.kind);
            key(one)
                .cmp(&key(other))
                .then_with(|| one.title.cmp(&other.title))
        });
        self.0
            .dedup_by(|one, other| one.bytes == other.bytes && one.title == other.title);
        self.0
    }
}

/// Shows doubts, which are in the order of the document.
pub fn show(lints: &[Lint], source: &InputSource, text: &str) {
    let lines: Vec<_> = lints
        .iter()
        .map(|lint| line_around(text, &lint.bytes))
        .collect();
    let elsewhere = lints.iter().filter_map(|lint| match lint.help {
        Some(LintHelp::AlsoAt(_, byte)) => Some(byte),
        Some(LintHelp::Words(_)) | None => None,
    });
    let starts = lints.iter().map(|lint| lint.bytes.start);
    let bytes = lines.iter().map(|line| line.start as u64);
    let positions = positions(text, bytes.chain(starts).chain(elsewhere).collect());
    let file = source.name();
    for (lint, line) in lints.iter().zip(lines) {
        let help = lint.help.as_ref().map(|help| match help {
            LintHelp::Words(words) => words.clone(),
            LintHelp::AlsoAt(what, byte) => format!("{what} at {}", positions[byte]),
        });
        let doubt = Doubt {
            kind: lint.kind,
            title: &lint.title,
            help,
            position: positions[&lint.bytes.start],
            bytes: lint.bytes.clone(),
            line: (&text[line.clone()], positions[&(line.start as u64)]),
        };
        diagnostics::report_doubt(&file, &doubt);
    }
}

/// Where a document begins: after a byte order mark, if there is one.
fn beginning(text: &str) -> usize {
    const MARK: char = '\u{FEFF}';
    if text.starts_with(MARK) {
        MARK.len_utf8()
    } else {
        0
    }
}

/// The lines of these bytes, or their part near the first of these bytes.
fn line_around(text: &str, bytes: &Range<u64>) -> Range<usize> {
    /// Bytes on each side: enough to see the context.
    const FAR: usize = 1024;
    let is_line_end = |c| matches!(c, '\n' | '\r');
    let start = bytes.start as usize;
    let first = (start.saturating_sub(FAR)..=start).find(|&byte| text.is_char_boundary(byte));
    let last = (start + FAR..).find(|&byte| byte >= text.len() || text.is_char_boundary(byte));
    let first = first.unwrap_or(start);
    let last = last.unwrap_or(text.len()).min(text.len());
    let end = (bytes.end as usize).min(last);
    let line_start = text[first..start].rfind(is_line_end);
    let line_end = text[end..last].find(is_line_end);
    line_start.map_or(first.max(beginning(text)), |line_end| first + line_end + 1)
        ..line_end.map_or(last, |offset| end + offset)
}

/// Where in a text these bytes are.
fn positions(text: &str, mut bytes: Vec<u64>) -> HashMap<u64, Position> {
    bytes.sort_unstable();
    bytes.dedup();
    let mut position = Position::START;
    let (mark, column) = (beginning(text), position.column);
    position.advance(&text[..mark]);
    // It counts as no column.
    position.column = column;
    let of = |byte| {
        position.advance(&text[position.byte as usize..byte as usize]);
        (byte, position)
    };
    bytes.into_iter().map(of).collect()
}
