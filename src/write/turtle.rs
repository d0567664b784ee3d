//! Turtle.

use super::error::WriteError;
use super::held::HeldQuads;
use super::settings::settings_of_writers;
use super::statements::StatementLines;
use super::together::StatementOrder;
use super::version::VersionDue;
use crate::input::Input;
use crate::setting::SettingError;
use crate::{Dialect, Document};
use oxrdf::{Graph, GraphNameRef, QuadRef, TripleRef};
use std::io::{self, Write};

/// Writes triples as Turtle.
///
/// Triples come one by one, and neighbours that share a subject, or a subject and a predicate, become one statement; nothing is reordered,
/// dropped or joined. A line is held back until it is known where it ends: memory follows the largest term.
/// [`finish`](Self::finish) writes the last line.
///
/// - Names are made with the prefixes that are [given](Self::with_prefix), and with no other; none that needs escape sequences, unless
///   these are [asked for](Self::with_escapes_in_names).
/// - Numbers and booleans have their short forms where the dialect reads the lexical form from them; `rdf:nil` is `()`.
/// - Blank nodes keep their labels.
/// - `VERSION "1.2"` comes before the first statement that needs it, one with a triple term or a base direction, if there is one, unless
///   it is [left out](Self::without_version) or comes [first](Self::with_version_first). Readers of RDF 1.1, which refuse the directive,
///   get their documents without it. A statement that is open, and the graph around it, are ended before a directive, and begun again.
///
/// It writes whole lines as soon as it has some, and does not buffer them: give it a writer that does.
///
/// ```
/// use turtle_peg::{Dialect, Parser, TurtleWriter};
///
/// let mut writer = TurtleWriter::new(Vec::new())
///     .with_prefix("ex", "http://example.org/")?;
/// let text = "BASE <http://example.org/> <s> <p> 1, 2 . <s> <q> <a/b> . <t> a <T> .";
/// for triple in Parser::new(Dialect::Turtle12).parse_str(text).triples() {
///     writer.write_triple(&triple?)?;
/// }
/// assert_eq!(
///     String::from_utf8(writer.finish()?)?,
///     "@prefix ex: <http://example.org/> .
///
/// ex:s ex:p 1, 2 ;
///     ex:q <http://example.org/a/b> .
///
/// ex:t a ex:T .
/// "
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "it writes what it is asked to"]
pub struct TurtleWriter<W> {
    output: W,
    statements: StatementLines,
}

impl<W> TurtleWriter<W> {
    /// A writer of RDF 1.2 Turtle to `output`.
    #[cfg(feature = "turtle")]
    pub fn new(output: W) -> Self {
        Self {
            output,
            statements: StatementLines::new(Dialect::Turtle12),
        }
    }

    /// A writer of this dialect of Turtle.
    ///
    /// ```
    /// use turtle_peg::{Dialect, TurtleWriter};
    ///
    /// let writer = TurtleWriter::for_dialect(Dialect::Turtle11, std::io::stdout())?;
    /// assert_eq!(writer.dialect(), Dialect::Turtle11);
    /// let error = TurtleWriter::for_dialect(Dialect::NTriples12, std::io::stdout()).unwrap_err();
    /// assert_eq!(error.to_string(), "n-triples-1.2 is not a dialect of Turtle");
    /// # Ok::<(), turtle_peg::SettingError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// It is a dialect of another language.
    pub fn for_dialect(dialect: Dialect, output: W) -> Result<Self, SettingError> {
        if dialect.is_line_based() || dialect.has_named_graphs() {
            let language = "Turtle";
            return Err(SettingError::Dialect { dialect, language });
        }
        Ok(Self {
            output,
            statements: StatementLines::new(dialect),
        })
    }
}

settings_of_writers!(TurtleWriter);

impl<W: Write> TurtleWriter<W> {
    /// Writes a triple.
    ///
    /// # Errors
    ///
    /// Writing fails, or the dialect lacks a term of the triple.
    pub fn write_triple<'a>(&mut self, triple: impl Into<TripleRef<'a>>) -> Result<(), WriteError> {
        self.write_quad(triple.into().in_graph(GraphNameRef::DefaultGraph))
    }

    /// Writes the triple of a quad, which has to be in the default graph.
    ///
    /// # Errors
    ///
    /// The errors of [`write_triple`](Self::write_triple), or the quad is in a named graph.
    pub fn write_quad<'a>(&mut self, quad: impl Into<QuadRef<'a>>) -> Result<(), WriteError> {
        self.statements.quad(quad.into())?;
        Ok(self.write_lines()?)
    }

    /// Writes all triples of a graph, as [`write_together`](Self::write_together) does, in the order of their texts.
    ///
    /// ```
    /// use turtle_peg::oxrdf::Graph;
    /// use turtle_peg::{Dialect, Parser, TurtleWriter};
    ///
    /// let text = "<x:s> <x:p> _:a . _:a <x:q> 1 .";
    /// let graph: Graph = Parser::new(Dialect::Turtle11).parse_str(text).triples().collect::<Result<_, _>>()?;
    /// let mut writer = TurtleWriter::new(Vec::new());
    /// writer.write_graph(&graph)?;
    /// assert_eq!(String::from_utf8(writer.finish()?)?, "<x:s> <x:p> [ <x:q> 1 ] .\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`write_together`](Self::write_together).
    pub fn write_graph(&mut self, graph: &Graph) -> Result<(), WriteError> {
        let mut held = HeldQuads::default();
        for triple in graph {
            held.push(triple.in_graph(GraphNameRef::DefaultGraph));
        }
        self.write_together(&held, StatementOrder::ByText)
    }
}
