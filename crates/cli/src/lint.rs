//! `check --lint`: warnings of suspicious data, each with its line.

use crate::diagnostics;
use crate::files::find::find;
use crate::files::found::FoundInput;
use crate::files::selection::{Selection, Takes};
use crate::input::InputSource;
use crate::reporting;
use anyhow::{Context as _, bail};
use language_server::terms::{DocumentTerms, TermIndex};
use language_server::{DocumentParsers, without_project};
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};
use turtle_peg::Parser;

/// The terms that vocabularies in these files and folders describe.
///
/// # Errors
///
/// A file is not there, is no text, or is at fault: then terms may be missing.
pub fn vocabularies(paths: &[PathBuf]) -> anyhow::Result<TermIndex> {
    let mut index = TermIndex::default();
    let parsers = DocumentParsers {
        project: without_project,
        turtle: None,
    };
    let selection = Selection {
        takes: Takes::Unpacked,
        // They are named, and may well be ignored otherwise: they are others' work.
        keeps_to_ignore_files: false,
        excluded: &|_| Ok(Vec::new()),
        tells_names: false,
    };
    for found in find(paths, &selection) {
        match found {
            FoundInput::File(path) => {
                let terms = terms_of(&path, &parsers);
                index.set(
                    &path.display().to_string(),
                    terms.with_context(|| format!("the vocabulary {}", path.display()))?,
                );
            }
            FoundInput::Nothing { name, reason } => bail!("{}: {reason}", name.display()),
            FoundInput::StandardInput => bail!("--vocabularies names files and folders"),
            FoundInput::PassedOver(it) => reporting::pass_over(it),
        }
    }
    Ok(index)
}

fn terms_of(path: &Path, parsers: &DocumentParsers) -> anyhow::Result<DocumentTerms> {
    let file = File::open(path)?;
    let iri = turtle_peg::file_iri(path)?;
    let terms = DocumentTerms::read_from(file, &parsers.parser(&iri, ""));
    match terms.is_at_fault {
        true => bail!("it is at fault: `turtle-peg check` says where"),
        false => Ok(terms),
    }
}

/// Warns of suspicious data in a document that conforms, but for these lints.
pub fn report(
    parser: &Parser,
    source: &InputSource,
    text: &str,
    off: &[String],
    known: &TermIndex,
) {
    let file = source.name();
    for lint in advice::lint::find_with(parser, text, off, known) {
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
