//! A place in a document, as `FILE:LINE:COLUMN`.

use crate::Position;
use anyhow::{bail, ensure};
use std::path::PathBuf;

/// A file, a line, and perhaps a column, both from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
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
            position.advance(&text[byte..byte + c.len_utf8()]);
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

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn the_name_of_a_file_may_have_colons() {
        for (text, file, line, column) in [
            ("a.ttl:3", "a.ttl", 3, None),
            ("a.ttl:3:5", "a.ttl", 3, Some(5)),
            ("C:a.ttl:3:5", "C:a.ttl", 3, Some(5)),
            ("C:a.ttl:3", "C:a.ttl", 3, None),
            ("<stdin>:1:1", "-", 1, Some(1)),
            (":1", "-", 1, None),
        ] {
            let place = PlaceArgument::read(text).unwrap();
            assert_eq!(
                (place.file, place.line, place.column),
                (file.into(), line, column)
            );
        }
        for text in ["a.ttl", "a.ttl:0", "a.ttl:x", "3", ""] {
            assert!(PlaceArgument::read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_place_is_found_or_it_is_said_what_there_is() {
        let text = "ab\r\n  é c\n\n";
        let find = |place: &str| {
            let found = PlaceArgument::read(place).unwrap().find(text);
            found.map(|it| it.byte).map_err(|error| error.to_string())
        };
        assert_eq!(find("f:1:2"), Ok(1));
        assert_eq!(find("f:2"), Ok(6));
        assert_eq!(find("f:2:5"), Ok(9));
        assert_eq!(
            find("f:2:6").unwrap_err(),
            "there is no column 6 in line 2, which has 5"
        );
        assert_eq!(find("f:3").unwrap_err(), "there is nothing in line 3");
        assert_eq!(
            find("f:9").unwrap_err(),
            "there is no line 9: the document has 4"
        );
    }
}
