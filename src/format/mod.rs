//! Documents with other white space.
//!
//! Invariant: the tokens and the comments of a document stay, in their order; only white space changes, runs of semicolons become
//! one, and comments move past `,` `;` and `.` to the end of the line. What comes out is compared with what went in,
//! before anybody gets it. It is laid out already: to format it again changes nothing.

mod ahead;
mod comparison;
mod layout;
mod page;
mod paragraphs;
mod queue;
mod style;
#[cfg(test)]
mod tests;
mod text;
mod token;

pub(crate) use paragraphs::LayoutUnit;
pub use queue::{first_line_end, switches_off};
pub(crate) use style::{AFTER, INDENT, MOST_LEVELS, WIDTH};
pub use style::{FinalSemicolon, FirstPredicate, Indentation, LineEnd, Style};

use crate::input::Input;
use crate::{Dialect, Document, Error, Parser};
use ahead::TokensAhead;
use comparison::LayoutComparison;
use layout::Layout;
use std::fmt;
use std::io::{self, Read, Write};

/// Lays out a document in this style.
///
/// Nothing but white space changes, and a final semicolon if the style says so: tokens and comments stay, and so do the triples.
/// Faults that are RDF's, such as a prefix that is not declared, do not matter here.
///
/// ```
/// use turtle_peg::format::Style;
/// use turtle_peg::{Dialect, format};
///
/// let text = "<x:s>  a <x:T>;<x:p> 1 ,2. # numbers\n";
/// let formatted = format(text, Dialect::Turtle12, &Style::default())?;
/// assert_eq!(formatted, "<x:s> a <x:T> ;\n    <x:p> 1, 2 . # numbers\n");
/// # Ok::<(), turtle_peg::format::FormatError>(())
/// ```
///
/// # Errors
///
/// The document breaks the grammar.
pub fn format(text: &str, dialect: Dialect, style: &Style) -> Result<String, FormatError> {
    let mut formatted = Vec::with_capacity(text.len());
    let formatting = Parser::new(dialect).format_str(text, style);
    formatting.write_to(&mut formatted)?;
    // The parser has read it as text.
    String::from_utf8(formatted).map_err(|_| FormatError::Changed)
}

impl Parser {
    /// Prepares to lay out a text in this style.
    ///
    /// ```
    /// use turtle_peg::format::Style;
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let parser = Parser::new(Dialect::Turtle12);
    /// let mut formatted = Vec::new();
    /// parser.format_str("<x:s><x:p>1.", &Style::default()).write_to(&mut formatted)?;
    /// assert_eq!(formatted, b"<x:s> <x:p> 1 .\n");
    /// # Ok::<(), turtle_peg::format::FormatError>(())
    /// ```
    pub fn format_str<'t>(
        &self,
        text: &'t str,
        style: &Style,
    ) -> Formatting<crate::input::Slice<'t>> {
        self.formatting(self.parse_str(text), style)
    }

    /// Prepares to lay out what a reader delivers, in this style: memory follows the depth of nesting and the largest statement
    /// that the parser reads whole, not the document. See [`format_str`](Self::format_str).
    pub fn format_reader<R: Read>(
        &self,
        reader: R,
        style: &Style,
    ) -> Formatting<crate::input::Stream<R>> {
        self.formatting(self.parse_reader(reader), style)
    }

    fn formatting<I>(&self, document: Document<I>, style: &Style) -> Formatting<I> {
        Formatting {
            document,
            style: style.clone(),
            is_line_based: self.dialect().is_line_based(),
        }
    }
}

/// A document that is about to be laid out; made by [`Parser::format_str`] and [`Parser::format_reader`].
#[derive(Debug)]
#[must_use = "nothing is written before `write_to`"]
pub struct Formatting<I> {
    document: Document<I>,
    style: Style,
    is_line_based: bool,
}

impl<I: Input> Formatting<I> {
    /// Writes the document as the style has it. All that is written has been compared with the document: nothing but white space
    /// has changed, and semicolons.
    ///
    /// # Errors
    ///
    /// Reading or writing failed, or the document breaks the grammar. What comes before a fault has been written then.
    pub fn write_to(self, output: impl Write) -> Result<(), FormatError> {
        let comparison = LayoutComparison::new(self.style.final_semicolon, self.is_line_based);
        let ahead = TokensAhead::new(self.document, comparison);
        Layout::new(ahead, output, &self.style, self.is_line_based).run()
    }
}

/// Why a document could not be laid out.
#[derive(Debug)]
#[non_exhaustive]
pub enum FormatError {
    /// Reading failed, or the document breaks the grammar.
    Read(Error),
    /// Writing failed.
    Write(io::Error),
    /// The text to be written has other tokens or comments than the document. This is a fault of the program; please report it.
    Changed,
}

impl From<io::Error> for FormatError {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

impl From<Error> for FormatError {
    fn from(error: Error) -> Self {
        Self::Read(error)
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Write(error) => error.fmt(f),
            Self::Changed => f.write_str(
                "the result has other tokens or comments than the document: this is a fault of turtle-peg, please report it",
            ),
        }
    }
}

impl std::error::Error for FormatError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Read(error) => Some(error),
            Self::Write(error) => Some(error),
            Self::Changed => None,
        }
    }
}
