//! Whether what is said of a document's faults is the same, however the document arrives.

use anyhow::{Result, ensure};
use pretty_assertions::StrComparison;
use std::cell::Cell;
use std::convert::Infallible;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use turtle_peg::{Document, Engine, Error, Input, Parser, SyntaxError};

/// A reader that delivers so many bytes at a time.
pub struct InPieces<'b> {
    pub bytes: &'b [u8],
    pub length: usize,
}

impl Read for InPieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.length);
        self.bytes.read(&mut buffer[..length])
    }
}

/// From a slice, from readers, by every engine and with several threads, the same is said. The number of the document chooses
/// among these: all of them would take minutes.
pub fn ensure_same_is_said(parser: &Parser, bytes: &[u8], number: usize) -> Result<()> {
    let expected = said(parser.parse_slice(bytes));
    let ensure_same = |found: String, way: String| {
        ensure!(
            found == expected,
            "{way}:\n{}",
            StrComparison::new(&expected, &found)
        );
        Ok(())
    };
    for length in [1, 7, 61, 500].into_iter().skip(number % 2) {
        let found = said(parser.parse_reader(InPieces { bytes, length }));
        ensure_same(found, format!("{length} bytes at a time"))?;
    }
    for engine in Engine::all().skip(number % 2) {
        let (parser, length) = (parser.clone().engine(engine), 1 + number % 40);
        let found = said(parser.parse_reader(InPieces { bytes, length }));
        ensure_same(found, format!("by {engine:?}, {length} bytes at a time"))?;
    }
    let lengths = [1, 7, 61, 500, 4096, usize::MAX];
    for (index, length) in lengths.into_iter().enumerate().skip(number % 2).step_by(2) {
        let threads = [1, 2, 4][(number / 2 + index) % 3];
        let found = said_by_threads(parser, InPieces { bytes, length }, threads);
        let way = format!("with {threads} threads, {length} bytes at a time");
        ensure_same(found, way)?;
    }
    Ok(())
}

/// A reader that delivers a line at a time.
struct Lines<'b> {
    bytes: &'b [u8],
    /// How many bytes have been delivered.
    delivered: &'b Cell<usize>,
}

impl Read for Lines<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let rest = &self.bytes[self.delivered.get()..];
        let line = rest.split_inclusive(|&byte| byte == b'\n').next();
        let count = line.unwrap_or_default().read(buffer)?;
        self.delivered.set(self.delivered.get() + count);
        Ok(count)
    }
}

/// Who types a line gets the error in it: no line is read after the one up to which an error knows the text.
pub fn ensure_no_line_is_waited_for(parser: &Parser, bytes: &[u8]) -> Result<()> {
    let delivered = Cell::new(0);
    let mut document = parser.parse_reader(Lines {
        bytes,
        delivered: &delivered,
    });
    while let Some(result) = document.check_statement() {
        let Err(Error::Syntax(error)) = result else {
            continue;
        };
        let (text, start) = error.surroundings();
        let end = start.byte as usize + text.len();
        let rest = bytes.get(end..).unwrap_or_default();
        let line = rest.split_inclusive(|&byte| byte == b'\n').next();
        let line = end + line.map_or(0, <[u8]>::len);
        ensure!(
            delivered.get() <= line,
            "{} bytes are read for\n{error:#?}",
            delivered.get()
        );
    }
    Ok(())
}

/// Of each fault all that an error knows, and the advice; of each warning, too.
fn said<I: Input>(mut document: Document<I>) -> String {
    all_said(|warn| document.check_statement_with_warnings(warn))
}

fn all_said(
    mut next: impl FnMut(&mut dyn FnMut(SyntaxError)) -> Option<Result<(), Error>>,
) -> String {
    let mut said = String::new();
    while let Some(result) = next(&mut |warning| said += &of_fault(warning.into())) {
        said += &result.err().map_or_else(String::new, of_fault);
    }
    said
}

/// The same with so many threads.
fn said_by_threads(parser: &Parser, reader: impl Read, threads: usize) -> String {
    let mut all = String::new();
    let Ok(()) = parser.parse_parallel(
        reader,
        NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN),
        |part| all_said(|warn| part.check_statement_with_warnings(warn)),
        |said| {
            all += &said;
            Ok::<(), Infallible>(())
        },
    );
    all
}

fn of_fault(error: Error) -> String {
    match error {
        Error::Syntax(error) => format!(
            "{error:#?}\n{:#?} {:?} {:#?} {}",
            error.context(),
            error.excerpt(),
            error.surroundings(),
            advice(&error)
        ),
        error => format!("{error:?}\n"),
    }
}

#[cfg(feature = "advice")]
fn advice(error: &SyntaxError) -> String {
    format!("{:#?}\n", error.advice())
}

#[cfg(not(feature = "advice"))]
fn advice(_: &SyntaxError) -> String {
    String::new()
}
