//! TriG.

use super::error::WriteError;
use super::held::HeldQuads;
use super::settings::settings_of_writers;
use super::statements::StatementLines;
use super::together::StatementOrder;
use super::version::VersionDue;
use crate::input::Input;
use crate::setting::SettingError;
use crate::{Dialect, Document};
use oxrdf::{Dataset, QuadRef};
use std::io::{self, Write};

/// Writes quads as TriG.
///
/// Quads come one by one, and neighbours of one graph are between its braces. The rest is as with
/// [`TurtleWriter`](crate::TurtleWriter).
///
/// ```
/// use turtle_peg::{Dialect, Parser, TriGWriter};
///
/// let mut writer = TriGWriter::for_dialect(Dialect::TriG11, Vec::new())?;
/// let text = "<x:g> { <x:s> <x:p> 'a' . <x:t> a <x:T> } <x:s> <x:p> 'b' .";
/// for quad in Parser::new(Dialect::TriG11).parse_str(text).quads() {
///     writer.write_quad(&quad?)?;
/// }
/// assert_eq!(
///     String::from_utf8(writer.finish()?)?,
///     r#"<x:g> {
///     <x:s> <x:p> "a" .
///     <x:t> a <x:T> .
/// }
///
/// <x:s> <x:p> "b" .
/// "#
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "it writes what it is asked to"]
pub struct TriGWriter<W> {
    output: W,
    statements: StatementLines,
}

impl<W> TriGWriter<W> {
    /// A writer of RDF 1.2 TriG to `output`.
    #[cfg(feature = "trig")]
    pub fn new(output: W) -> Self {
        Self {
            output,
            statements: StatementLines::new(Dialect::TriG12),
        }
    }

    /// A writer of this dialect of TriG.
    ///
    /// # Errors
    ///
    /// It is a dialect of another language.
    pub fn for_dialect(dialect: Dialect, output: W) -> Result<Self, SettingError> {
        if !dialect.features().has_braces() {
            let language = "TriG";
            return Err(SettingError::Dialect { dialect, language });
        }
        Ok(Self::of_statements(dialect, output))
    }

    /// A writer of any dialect that is not one of lines: TriG without graphs is Turtle.
    pub(super) fn of_statements(dialect: Dialect, output: W) -> Self {
        Self {
            output,
            statements: StatementLines::new(dialect),
        }
    }
}

settings_of_writers!(TriGWriter);

impl<W: Write> TriGWriter<W> {
    /// Writes a quad.
    ///
    /// # Errors
    ///
    /// Writing fails, or the dialect lacks a term of the quad.
    pub fn write_quad<'a>(&mut self, quad: impl Into<QuadRef<'a>>) -> Result<(), WriteError> {
        self.statements.quad(quad.into())?;
        Ok(self.write_lines()?)
    }

    /// Writes all quads of a dataset, graph by graph, as [`write_together`](Self::write_together) does, in the order of their texts.
    ///
    /// # Errors
    ///
    /// The errors of [`write_together`](Self::write_together).
    pub fn write_dataset(&mut self, dataset: &Dataset) -> Result<(), WriteError> {
        let mut held = HeldQuads::default();
        dataset.iter().for_each(|quad| held.push(quad));
        self.write_together(&held, StatementOrder::ByText)
    }
}
