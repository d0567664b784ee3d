//! Quotations, and where they are from.
//!
//! In docs/FINDINGS.md, a block quote whose last line says whose words it has: `— turtle-1.1, 6.5, note 3; turtle-1.2, Comments`.
//! In a grammar's comment, words in double quotes with the place after them: `"the longest match is chosen" (6.5, note 3)`.

use anyhow::{Context, Result, ensure};
use std::path::Path;
use turtle_peg::Dialect;

/// A specification's words.
#[derive(Debug, PartialEq)]
pub struct Quotation {
    /// Where it ends, counted from 1.
    pub line: usize,
    /// With `…` for omissions.
    pub words: String,
    pub sources: Vec<Source>,
}

#[derive(Debug, PartialEq)]
pub struct Source {
    pub dialect: Dialect,
    /// Its number, or its heading.
    pub section: String,
    pub note: Option<usize>,
}

impl Source {
    /// Reads `6.5, note 3`.
    fn new(dialect: Dialect, place: &str) -> Result<Self> {
        let (section, note) = match place.split_once(", note ") {
            Some((section, note)) => (section, Some(note.parse()?)),
            None => (place, None),
        };
        let section = section.strip_prefix("section ").unwrap_or(section);
        Ok(Self {
            dialect,
            section: section.to_owned(),
            note,
        })
    }
}

/// The block quotes of a page.
pub fn of_page(page: &str) -> Result<Vec<Quotation>> {
    let mut quotations = Vec::new();
    let mut words = String::new();
    for (text, line) in page.lines().zip(1..) {
        let Some(text) = text.strip_prefix("> ") else {
            ensure!(
                words.is_empty(),
                "line {line}: the quotation before it has no source"
            );
            continue;
        };
        let Some(sources) = text.strip_prefix("— ") else {
            words += &format!("{text} ");
            continue;
        };
        ensure!(!words.is_empty(), "line {line}: a source without words");
        let sources = sources.split("; ").map(|source| {
            let (dialect, place) = source.split_once(", ").context("no place")?;
            Source::new(dialect.parse()?, place)
        });
        quotations.push(Quotation {
            line,
            words: std::mem::take(&mut words),
            sources: sources
                .collect::<Result<_>>()
                .with_context(|| format!("line {line}"))?,
        });
    }
    ensure!(words.is_empty(), "the last quotation has no source");
    Ok(quotations)
}

/// The quotations in the comments of a dialect's grammar, and the comments without them.
pub fn of_grammar(dialect: Dialect) -> Result<(Vec<Quotation>, String)> {
    let mut quotations = Vec::new();
    let mut others = String::new();
    for (text, line) in dialect.grammar().lines().zip(1..) {
        let Some(mut rest) = text.strip_prefix("// ") else {
            continue;
        };
        while let Some((quoted, behind)) = rest.split_once("\" (") {
            let (before, words) = quoted.rsplit_once('"').context("no beginning of a quote")?;
            let (place, behind) = behind.split_once(')').context("no end of a place")?;
            quotations.push(Quotation {
                line,
                words: words.to_owned(),
                sources: vec![
                    Source::new(dialect, place).with_context(|| format!("{dialect}: {text}"))?,
                ],
            });
            others += before;
            rest = behind;
        }
        others += &format!("{rest}\n");
    }
    Ok((quotations, others))
}

/// The prose of a dialect's specification, if the folder has it: all of it, or some sections.
pub fn prose(folder: &Path, dialect: Dialect) -> Result<Option<String>> {
    let whole = format!("{dialect}.txt");
    let sections = format!("{dialect}-sections-");
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name == whole || name.starts_with(&sections) && name.ends_with(".txt") {
            return Ok(Some(std::fs::read_to_string(&path)?));
        }
    }
    Ok(None)
}

/// The section that a line is the heading of: its number or title.
fn heading(line: &str) -> Option<&str> {
    if let Some(title) = line.strip_prefix('#') {
        return Some(title.trim_start_matches('#').trim());
    }
    let (number, _) = line.split_once(' ')?;
    let is_number = number.starts_with(|first: char| first.is_ascii_digit())
        && number.chars().all(|it| it.is_ascii_digit() || it == '.');
    is_number.then(|| number.trim_end_matches('.'))
}

/// The text of a section up to the next heading, or of one of its notes.
fn place(prose: &str, source: &Source) -> Result<String> {
    let mut lines = prose.lines();
    lines
        .find(|line| heading(line) == Some(&source.section))
        .with_context(|| format!("no section {}", source.section))?;
    let mut section = lines.take_while(|line| heading(line).is_none());
    let Some(number) = source.note else {
        return Ok(section.collect::<Vec<_>>().join(" "));
    };
    section
        .find(|line| *line == "Notes:")
        .with_context(|| format!("no notes in section {}", source.section))?;
    // One line each, further in than the text; the list may have lost its numbers.
    let note = section
        .filter(|line| !line.is_empty())
        .take_while(|line| line.starts_with(' '))
        .nth(number - 1)
        .with_context(|| format!("no note {number} in section {}", source.section))?;
    let text = note.trim();
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        ensure!(
            text.starts_with(&format!("{number}. ")),
            "note {number} has another number: {text}"
        );
    }
    Ok(text.to_owned())
}

/// Without the marks of code, and with one space for white space.
fn plain(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").replace('`', "")
}

/// The error in a source of a quotation.
pub fn fault(prose: &str, words: &str, source: &Source) -> Option<String> {
    let text = match place(prose, source) {
        Ok(text) => plain(&text),
        Err(error) => return Some(error.to_string()),
    };
    let mut rest = text.as_str();
    for part in words.split('…').map(plain) {
        match rest.split_once(part.as_str()) {
            Some((_, behind)) => rest = behind,
            None => return Some(format!("not there: {part}")),
        }
    }
    None
}

/// A production with its number, and the dialects that are said to number it so: `[1] turtleDoc (turtle-1.1)`.
#[derive(Debug, PartialEq)]
pub struct Numbered {
    pub line: usize,
    pub number: String,
    pub name: String,
    pub dialects: Vec<Dialect>,
}

/// The numbers of productions in a page's prose.
pub fn productions(page: &str) -> Result<Vec<Numbered>> {
    let mut found = Vec::new();
    let mut is_code = false;
    for (text, line) in page.lines().zip(1..) {
        is_code ^= text.starts_with("```");
        if is_code {
            continue;
        }
        for cited in text.split('[').skip(1) {
            let Some((number, behind)) = cited.split_once(']') else {
                continue;
            };
            if !number.starts_with(|first: char| first.is_ascii_digit()) {
                continue;
            }
            let read = || {
                let (name, behind) = behind.trim_start().split_once(" (")?;
                Some((name, behind.split_once(')')?.0))
            };
            let (name, dialects) =
                read().with_context(|| format!("line {line}: whose is [{number}]?"))?;
            let dialects: Result<_, _> = dialects.split(", ").map(str::parse).collect();
            found.push(Numbered {
                line,
                number: number.to_owned(),
                name: name.to_owned(),
                dialects: dialects.with_context(|| format!("line {line}"))?,
            });
        }
    }
    Ok(found)
}

/// Whether a section or a note is named by its number.
pub fn names_a_number(text: &str) -> bool {
    let text = plain(text).to_lowercase();
    ["section ", "note "].iter().any(|word| {
        let mut behind = text.split(word).skip(1);
        behind.any(|behind| behind.starts_with(|first: char| first.is_ascii_digit()))
    })
}
