//! A place in a document, as `FILE:LINE:COLUMN`.

use anyhow::{bail, ensure};
use std::path::PathBuf;
use turtle_peg::Position;

/// A file, a line, and perhaps a column, both from 1.
pub struct PlaceArgument {
    pub file: PathBuf,
    pub line: u64,
    pub column: Option<u64>,
}

impl PlaceArgument {
    /// Reads it from the end: the name of a file may have colons, too.
    pub fn read(text: &str) -> anyhow::Result<Self> {
        let number = |text: &str| text.parse::<u64>().ok().filter(|&number| number > 0);
        let last = text.rsplit_once(':');
        let Some((before, Some(last))) = last.map(|(before, last)| (before, number(last))) else {
            bail!(
                "{text}: a place is expected, FILE:LINE or FILE:LINE:COLUMN; lines and columns count from 1"
            );
        };
        let (file, line, column) = match before.rsplit_once(':') {
            Some((_, "0")) => bail!("{text}: lines count from 1"),
            Some((file, line)) if number(line).is_some() => {
                (file, number(line).unwrap_or(1), Some(last))
            }
            _ => (before, last, None),
        };
        // As messages call standard input, or for short.
        let file = match file {
            "" | "<stdin>" => "-",
            file => file,
        };
        Ok(Self {
            file: PathBuf::from(file),
            line,
            column,
        })
    }

    /// The byte of the text at the place. Without a column, the first character of the line that is not white space.
    pub fn find(&self, text: &str) -> anyhow::Result<Position> {
        let mut position = Position::START;
        let mut found = None;
        let mut columns = 0;
        for (byte, c) in text.char_indices() {
            if position.line > self.line {
                break;
            }
            if position.line == self.line && !matches!(c, '\n' | '\r') {
                columns = position.column;
                let is_it = match self.column {
                    Some(column) => position.column == column,
                    None => !c.is_whitespace(),
                };
                if is_it {
                    found = Some(position);
                    break;
                }
            }
            position = position.after(&text[byte..byte + c.len_utf8()]);
        }
        if let Some(found) = found {
            return Ok(found);
        }
        ensure!(
            position.line >= self.line,
            "there is no line {}: the document has {}",
            self.line,
            position.line
        );
        match self.column {
            Some(column) => bail!(
                "there is no column {column} in line {}, which has {columns}",
                self.line
            ),
            None => bail!("there is nothing in line {}", self.line),
        }
    }
}
