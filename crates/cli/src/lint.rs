//! `check --lint`: warnings of suspicious data, each with its line.

use crate::diagnostics;
use crate::input::InputSource;
use std::ops::Range;
use turtle_peg::Parser;

/// Warns of suspicious data in a document that conforms, but for these lints.
pub fn report(parser: &Parser, source: &InputSource, text: &str, off: &[String]) {
    let file = source.name();
    for lint in advice::lint::find(parser, text, off) {
        let place = &lint.advice.labels()[0];
        let line = line_around(text, &place.bytes);
        let before = &text[line.start..place.bytes.start as usize];
        let start = place.position.before(before);
        diagnostics::report_lint(&file, lint.kind, &lint.advice, (&text[line], start));
    }
}

/// The lines of these bytes, or their part near the first of these bytes.
fn line_around(text: &str, bytes: &Range<u64>) -> Range<usize> {
    /// Bytes on each side: enough to see the context.
    const FAR: usize = 1024;
    /// The byte order mark, which is in no line.
    const MARK: char = '\u{FEFF}';
    let is_line_end = |c| matches!(c, '\n' | '\r');
    let beginning = text.len() - text.strip_prefix(MARK).unwrap_or(text).len();
    let start = bytes.start as usize;
    let first = (start.saturating_sub(FAR)..=start).find(|&byte| text.is_char_boundary(byte));
    let last = (start + FAR..).find(|&byte| byte >= text.len() || text.is_char_boundary(byte));
    let first = first.unwrap_or(start);
    let last = last.unwrap_or(text.len()).min(text.len());
    let end = (bytes.end as usize).min(last);
    let line_start = text[first..start].rfind(is_line_end);
    let line_end = text[end..last].find(is_line_end);
    line_start.map_or(first.max(beginning), |line_end| first + line_end + 1)
        ..line_end.map_or(last, |offset| end + offset)
}
