//! Suspicious data of a document, in its order, with its lines.

use super::allowed::AllowedLints;
use crate::{Advice, Confidence, Help, Label, Replacement};
use std::collections::HashMap;
use std::ops::Range;
use turtle_peg::Position;

/// Suspicious data.
#[derive(Clone, Debug)]
pub struct Lint {
    /// The name of the lint.
    pub kind: &'static str,
    /// A place at least, and perhaps remedies.
    pub advice: Advice,
}

/// Suspicious data at these bytes.
pub struct LintDraft {
    pub kind: &'static str,
    pub bytes: Range<u64>,
    pub title: String,
    pub help: Vec<LintHelp>,
}

/// A hint.
pub enum LintHelp {
    Words(String),
    /// A related place, at this byte of the document.
    AlsoAt(&'static str, u64),
    /// Another text in the place of the data, and the words that offer it.
    Write(String, String),
    /// No quad depends on these bytes.
    LeaveOut(Range<u64>),
}

/// All of them, in whatever order they are found.
#[derive(Default)]
pub struct Lints(Vec<LintDraft>);

impl Lints {
    pub fn add(&mut self, lint: LintDraft) {
        self.0.push(lint);
    }

    /// In the order of the document, each thing once, but for those that are allowed.
    pub fn in_order(self, allowed: &AllowedLints, text: &str) -> Vec<Lint> {
        let mut drafts = self.0;
        drafts.retain(|lint| !allowed.allows(lint.kind, &lint.bytes));
        drafts.sort_by(|one, other| {
            let key = |lint: &LintDraft| (lint.bytes.start, lint.bytes.end, lint.kind);
            key(one)
                .cmp(&key(other))
                .then_with(|| one.title.cmp(&other.title))
        });
        drafts.dedup_by(|one, other| one.bytes == other.bytes && one.title == other.title);
        let places = drafts.iter().flat_map(|lint| {
            let of_help = lint.help.iter().map(|help| help.bytes(lint, text));
            std::iter::once(lint.bytes.clone()).chain(of_help)
        });
        let bytes = places.flat_map(|place| [place.start, place.end]);
        let positions = positions(text, bytes.collect());
        let lints = drafts.into_iter();
        lints.map(|lint| lint.told(text, &positions)).collect()
    }
}

impl LintDraft {
    /// With lines and columns.
    fn told(self, text: &str, positions: &HashMap<u64, Position>) -> Lint {
        let place = |bytes: &Range<u64>| positions[&bytes.start]..positions[&bytes.end];
        let mut others = Vec::new();
        let mut told = Vec::new();
        for help in &self.help {
            let bytes = help.bytes(&self, text);
            let replacement = |text: &str| Replacement::new(place(&bytes), text);
            told.push(match help {
                LintHelp::Words(words) => Help::new(words.clone(), None, Confidence::Possible),
                LintHelp::AlsoAt(what, _) => {
                    others.push(Label::new(place(&bytes), format!("{what} here")));
                    let start = place(&bytes).start;
                    Help::new(format!("{what} at {start}"), None, Confidence::Possible)
                }
                LintHelp::Write(text, words) => {
                    Help::new(words.clone(), Some(replacement(text)), Confidence::Likely)
                }
                LintHelp::LeaveOut(_) => Help::new(
                    "leave it out".to_owned(),
                    Some(replacement("")),
                    Confidence::Certain,
                ),
            });
        }
        Lint {
            kind: self.kind,
            advice: Advice::new(self.title, Label::new(place(&self.bytes), ""), others, told),
        }
    }
}

impl LintHelp {
    /// The bytes that it is about.
    fn bytes(&self, lint: &LintDraft, text: &str) -> Range<u64> {
        match self {
            Self::Words(_) | Self::Write(..) => lint.bytes.clone(),
            Self::AlsoAt(_, byte) => *byte..*byte,
            Self::LeaveOut(bytes) => with_line(text, bytes),
        }
    }
}

/// These bytes, and the rest of their line if that is blank; its end, too, if the line has nothing else.
fn with_line(text: &str, bytes: &Range<u64>) -> Range<u64> {
    let (before, after) = (&text[..bytes.start as usize], &text[bytes.end as usize..]);
    let blank = |c| matches!(c, ' ' | '\t');
    let rest = after.trim_start_matches(blank);
    let end = text.len() - rest.len();
    let line_end = ["\r\n", "\n", "\r"]
        .into_iter()
        .find(|line_end| rest.starts_with(line_end));
    let margin = before.trim_end_matches(blank);
    let is_first = margin.len() <= beginning(text) || margin.ends_with(['\n', '\r']);
    match line_end {
        Some(line_end) if is_first => margin.len() as u64..(end + line_end.len()) as u64,
        _ => bytes.start..end as u64,
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

/// Where in a text these bytes are.
fn positions(text: &str, mut bytes: Vec<u64>) -> HashMap<u64, Position> {
    bytes.sort_unstable();
    bytes.dedup();
    let mut position = Position::START;
    let (mark, column) = (beginning(text), position.column);
    position = position.after(&text[..mark]);
    // It counts as no column.
    position.column = column;
    let of = |byte| {
        position = position.after(&text[position.byte as usize..byte as usize]);
        (byte, position)
    };
    bytes.into_iter().map(of).collect()
}
