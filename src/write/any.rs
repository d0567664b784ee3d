//! A writer of a dialect that is chosen as the program runs.
//!
//! Invariant: what it writes is a document of its dialect; a quad that the dialect has no place for is an error, and nothing of it is
//! written.

use super::terms::TermTexts;
use super::tokens::{WrittenKind, WrittenTokens};
use super::{NQuadsWriter, TriGWriter, WriteError};
use crate::input::Input;
use crate::setting::SettingError;
use crate::translate::triples;
use crate::{Dialect, Document};
use oxrdf::{GraphNameRef, NamedOrBlankNodeRef, QuadRef, TripleRef};
use std::io::{self, Write};

/// Writes quads in a dialect that is chosen as the program runs: as [`TurtleWriter`](crate::TurtleWriter),
/// [`TriGWriter`], [`NTriplesWriter`](crate::NTriplesWriter) or [`NQuadsWriter`] writes them.
///
/// ```
/// use turtle_peg::{Dialect, Parser, Writer};
///
/// let text = "PREFIX ex: <http://example.org/> ex:s ex:p ex:o .";
/// let copy = |dialect: Dialect| {
///     let mut writer = Writer::new(dialect, Vec::new());
///     writer.write_document(&mut Parser::new(Dialect::Turtle12).parse_str(text))?;
///     Ok::<_, Box<dyn std::error::Error>>(String::from_utf8(writer.finish()?)?)
/// };
/// assert_eq!(copy("trig".parse()?)?, "@prefix ex: <http://example.org/> .\n\nex:s ex:p ex:o .\n");
/// assert_eq!(
///     copy("nt".parse()?)?,
///     "<http://example.org/s> <http://example.org/p> <http://example.org/o> .\n"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "it writes what it is asked to"]
pub struct Writer<W> {
    dialect: Dialect,
    syntax: ChosenWriter<W>,
}

#[derive(Clone, Debug)]
enum ChosenWriter<W> {
    Lines(NQuadsWriter<W>, Box<LineCheck>),
    Statements(Box<TriGWriter<W>>),
}

/// Finds out whether a dialect of lines has a quad. Its writer does not ask: it writes what RDF 1.2 has.
#[derive(Clone, Debug)]
struct LineCheck {
    terms: TermTexts,
    scratch: WrittenTokens,
}

impl LineCheck {
    fn new(dialect: Dialect) -> Self {
        Self {
            terms: TermTexts::new(dialect),
            scratch: WrittenTokens::default(),
        }
    }

    fn quad(&mut self, quad: QuadRef<'_>) -> Result<(), WriteError> {
        let dialect = self.terms.dialect;
        let graph = match quad.graph_name {
            GraphNameRef::DefaultGraph => None,
            _ if !dialect.has_named_graphs() => return Err(WriteError::NamedGraph { dialect }),
            GraphNameRef::NamedNode(iri) => Some(iri.into()),
            GraphNameRef::BlankNode(node) => Some(node.into()),
        };
        graph.map_or(Ok(()), |name| self.node(name))?;
        triples(quad.into()).try_for_each(|triple| self.triple(triple))
    }

    /// A triple without that in its object, if that is a triple term.
    fn triple(&mut self, triple: TripleRef<'_>) -> Result<(), WriteError> {
        self.node(triple.subject)?;
        self.node(triple.predicate.into())?;
        self.scratch.clear();
        match self.terms.term(triple.object, &mut self.scratch)? {
            Some(_) => self.terms.check_triple_terms(),
            None => Ok(()),
        }
    }

    fn node(&mut self, node: NamedOrBlankNodeRef<'_>) -> Result<(), WriteError> {
        self.scratch.clear();
        let terms = &mut self.terms;
        self.scratch
            .push(WrittenKind::Term, |text| terms.node(node, text))
    }
}

impl<W> Writer<W> {
    /// A writer of this dialect to `output`.
    pub fn new(dialect: Dialect, output: W) -> Self {
        let syntax = match dialect.is_line_based() {
            true => ChosenWriter::Lines(NQuadsWriter::new(output), LineCheck::new(dialect).into()),
            false => ChosenWriter::Statements(TriGWriter::of_statements(dialect, output).into()),
        };
        Self { dialect, syntax }
    }

    /// Declares a prefix, given without its colon, and makes names with it; lines have none, and all IRIs in full.
    ///
    /// # Errors
    ///
    /// No document of the dialect could write the prefix, or `namespace` is not an absolute IRI.
    pub fn with_prefix(mut self, prefix: &str, namespace: &str) -> Result<Self, SettingError> {
        self.declare_prefix(prefix, namespace)?;
        Ok(self)
    }

    /// Declares a prefix from here on: its directive is before the next statement, which the next quad begins. Lines have none.
    ///
    /// # Errors
    ///
    /// The errors of [`with_prefix`](Self::with_prefix).
    pub fn declare_prefix(&mut self, prefix: &str, namespace: &str) -> Result<(), SettingError> {
        match &mut self.syntax {
            ChosenWriter::Statements(writer) => writer.declare_prefix(prefix, namespace),
            ChosenWriter::Lines(..) => Ok(()),
        }
    }

    /// Chooses the base IRI, and writes references to the base's document and to what is below its folder relative to it; lines have
    /// none. Without it, the bases that [documents](Self::write_document) declare are declared.
    ///
    /// # Errors
    ///
    /// `base` is not an absolute IRI.
    pub fn with_base_iri(self, base: impl Into<String>) -> Result<Self, SettingError> {
        let syntax = match self.syntax {
            ChosenWriter::Statements(writer) => {
                ChosenWriter::Statements(writer.with_base_iri(base)?.into())
            }
            lines @ ChosenWriter::Lines(..) => lines,
        };
        Ok(Self { syntax, ..self })
    }

    /// Leaves out the announcement of the version, for readers that know what RDF 1.2 has, and no such directive.
    pub fn without_version(self) -> Self {
        let syntax = match self.syntax {
            ChosenWriter::Lines(writer, check) => {
                ChosenWriter::Lines(writer.without_version(), check)
            }
            ChosenWriter::Statements(writer) => {
                ChosenWriter::Statements(writer.without_version().into())
            }
        };
        Self { syntax, ..self }
    }

    /// Announces the version at the beginning, if the dialect has a [directive](Dialect::has_version_directive) for that, whatever
    /// follows.
    pub fn with_version_first(self) -> Self {
        let syntax = match self.syntax {
            ChosenWriter::Lines(writer, check) if self.dialect.has_version_directive() => {
                ChosenWriter::Lines(writer.with_version_first(), check)
            }
            lines @ ChosenWriter::Lines(..) => lines,
            ChosenWriter::Statements(writer) => {
                ChosenWriter::Statements(writer.with_version_first().into())
            }
        };
        Self { syntax, ..self }
    }

    /// The dialect that it writes.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }
}

impl<W: Write> Writer<W> {
    /// Writes a triple, in the default graph.
    ///
    /// # Errors
    ///
    /// Writing fails, or the dialect lacks a term of the triple.
    pub fn write_triple<'a>(&mut self, triple: impl Into<TripleRef<'a>>) -> Result<(), WriteError> {
        self.write_quad(triple.into().in_graph(GraphNameRef::DefaultGraph))
    }

    /// Writes a quad.
    ///
    /// # Errors
    ///
    /// Writing fails, or the dialect lacks a term of the quad or the graph that it is in.
    pub fn write_quad<'a>(&mut self, quad: impl Into<QuadRef<'a>>) -> Result<(), WriteError> {
        let quad = quad.into();
        match &mut self.syntax {
            ChosenWriter::Lines(writer, check) => {
                check.quad(quad)?;
                Ok(writer.write_quad(quad)?)
            }
            ChosenWriter::Statements(writer) => writer.write_quad(quad),
        }
    }

    /// Writes the rest of a document: in lines, its quads; or else as [`TurtleWriter`](crate::TurtleWriter::write_document) does.
    ///
    /// # Errors
    ///
    /// The document cannot be read; or those of [`write_quad`](Self::write_quad).
    pub fn write_document<I: Input>(
        &mut self,
        document: &mut Document<I>,
    ) -> Result<(), WriteError> {
        match &mut self.syntax {
            ChosenWriter::Statements(writer) => writer.write_document(document),
            ChosenWriter::Lines(..) => document.try_for_each_quad(|quad, _| self.write_quad(quad)),
        }
    }

    /// Ends the document, and gives back what it writes to.
    ///
    /// # Errors
    ///
    /// Writing fails.
    pub fn finish(self) -> io::Result<W> {
        match self.syntax {
            ChosenWriter::Lines(writer, _) => Ok(writer.into_inner()),
            ChosenWriter::Statements(writer) => writer.finish(),
        }
    }
}

#[cfg(all(test, feature = "dialects", feature = "rdf-12"))]
mod tests {
    use super::*;
    use crate::Parser;
    use oxrdf::{BlankNode, NamedNode, Quad, Term, Triple};

    fn quads(dialect: Dialect, text: &str) -> Vec<Quad> {
        let parser = Parser::new(dialect).with_labels_as_written();
        let quads: Result<_, _> = parser.parse_str(text).quads().collect();
        quads.unwrap()
    }

    /// The text is a document of the dialect with these quads; a quad that the dialect does not have is an error.
    #[test]
    fn each_dialect_has_what_is_written_in_it() {
        let documents = [
            "<x:s> <x:p> 1, 'a'@en, _:b .",
            "<x:s> <x:p> 'a'@en--ltr .",
            "<x:s> <x:p> <<( <x:s> <x:p> 1 )>> .",
            "<x:g> { <x:s> <x:p> 1 }",
        ];
        for dialect in Dialect::all() {
            let written = documents.map(|text| {
                let expected = quads(Dialect::TriG12, text);
                let mut writer = Writer::new(dialect, Vec::new());
                let result = expected.iter().try_for_each(|quad| writer.write_quad(quad));
                let text = String::from_utf8(writer.finish().unwrap()).unwrap();
                if result.is_ok() {
                    assert_eq!(quads(dialect, &text), expected, "{dialect}: {text}");
                }
                result.is_ok()
            });
            // The draft of 2024 has both, too.
            let is_of_1_2 = dialect.has_triple_terms();
            let expected = [true, is_of_1_2, is_of_1_2, dialect.has_named_graphs()];
            assert_eq!(written, expected, "{dialect}");
        }
    }

    /// oxrdf has more labels and IRIs than documents have. Of such a quad nothing is written, and the next one is.
    #[test]
    fn no_dialect_has_terms_that_no_document_has() {
        let [iri, other] = ["x:s", "x:a b"].map(NamedNode::new_unchecked);
        let node = BlankNode::new("a:b").unwrap();
        for dialect in Dialect::all() {
            let sound = Triple::new(iri.clone(), iri.clone(), iri.clone());
            let mut alone = Writer::new(dialect, Vec::new());
            alone.write_triple(&sound).unwrap();
            let mut writer = Writer::new(dialect, Vec::new());
            for object in [Term::from(node.clone()), other.clone().into()] {
                let triple = Triple::new(iri.clone(), iri.clone(), object);
                let result = writer.write_triple(&triple);
                // URI references of 2004 have spaces, and so has the Turtle of 2008.
                let is_old = dialect == Dialect::TurtleSubmission && triple.object.is_named_node();
                assert_eq!(result.is_ok(), is_old, "{dialect}: {triple}");
                if is_old {
                    writer = Writer::new(dialect, Vec::new());
                }
            }
            writer.write_triple(&sound).unwrap();
            assert_eq!(writer.finish().unwrap(), alone.finish().unwrap());
        }
    }

    /// RDF 1.2 Turtle, "Version Announcement": the directive comes where it is needed, or where it is asked for; RDF 1.1 has none.
    #[test]
    fn the_version_is_announced_by_dialects_that_have_a_directive() {
        let plain = quads(Dialect::TriG12, "<x:s> <x:p> 'a' .");
        let directed = quads(Dialect::TriG12, "<x:s> <x:p> 'a'@en--ltr .");
        for dialect in Dialect::all() {
            let announces = |writer: Writer<Vec<u8>>, quads: &[Quad]| {
                let mut writer = writer;
                for quad in quads {
                    // Older dialects refuse it.
                    let _ = writer.write_quad(quad);
                }
                let text = String::from_utf8(writer.finish().unwrap()).unwrap();
                text.starts_with("VERSION \"1.2\"\n")
            };
            let writer = || Writer::new(dialect, Vec::new());
            let has_directive = dialect.has_version_directive();
            assert!(!announces(writer(), &plain), "{dialect}");
            assert!(!announces(writer().without_version(), &directed));
            assert_eq!(announces(writer(), &directed), has_directive, "{dialect}");
            let first = writer().with_version_first();
            assert_eq!(announces(first, &plain), has_directive, "{dialect}");
        }
    }
}
