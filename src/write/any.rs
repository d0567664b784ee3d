//! A writer of a dialect that is chosen as the program runs.
//!
//! Invariant: what it writes is a document of its dialect; a quad that the dialect has no place for is an error, and nothing of it is
//! written.

use super::checks::TermChecks;
use super::recent::Recent;
use super::{NQuadsWriter, TriGWriter, WriteError};
use crate::input::Input;
use crate::rdf12::{self, AnyTerm};
use crate::setting::SettingError;
use crate::translate::triples;
use crate::{Dialect, Document};
use oxrdf::{GraphNameRef, NamedOrBlankNodeRef, QuadRef, TermRef, TripleRef};
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
    dialect: Dialect,
    terms: TermChecks,
    /// IRIs that passed lately.
    passed: Recent<()>,
    /// The IRI of the latest subject, which passed: neighbours often share it.
    subject: String,
}

impl LineCheck {
    fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            terms: TermChecks::new(dialect),
            passed: Recent::default(),
            subject: String::new(),
        }
    }

    fn quad(&mut self, quad: QuadRef<'_>) -> Result<(), WriteError> {
        self.graph(quad.graph_name)?;
        match quad.graph_name {
            GraphNameRef::DefaultGraph => {}
            GraphNameRef::NamedNode(iri) => self.iri(iri.as_str())?,
            GraphNameRef::BlankNode(node) => self.terms.label(node.as_str())?,
        }
        triples(quad.into()).try_for_each(|triple| self.triple(triple))
    }

    /// A quad of a document whose terms the dialect [has](Document::has_only_terms_of): only its graph and its labels are in question.
    fn known_quad(&self, quad: QuadRef<'_>) -> Result<(), WriteError> {
        self.graph(quad.graph_name)?;
        if let GraphNameRef::BlankNode(node) = quad.graph_name {
            self.terms.label(node.as_str())?;
        }
        triples(quad.into()).try_for_each(|triple| {
            if let NamedOrBlankNodeRef::BlankNode(node) = triple.subject {
                self.terms.label(node.as_str())?;
            }
            match triple.object {
                TermRef::BlankNode(node) => self.terms.label(node.as_str()),
                _ => Ok(()),
            }
        })
    }

    /// Makes sure that the dialect has named graphs, if a quad is in one.
    fn graph(&self, name: GraphNameRef<'_>) -> Result<(), WriteError> {
        let dialect = self.dialect;
        match name.is_default_graph() || dialect.has_named_graphs() {
            true => Ok(()),
            false => Err(WriteError::NamedGraph { dialect }),
        }
    }

    /// A triple without that in its object, if that is a triple term.
    fn triple(&mut self, triple: TripleRef<'_>) -> Result<(), WriteError> {
        match triple.subject {
            NamedOrBlankNodeRef::BlankNode(node) => self.terms.label(node.as_str())?,
            NamedOrBlankNodeRef::NamedNode(iri) if iri.as_str() == self.subject => {}
            NamedOrBlankNodeRef::NamedNode(iri) => {
                self.terms.iri(iri.as_str())?;
                self.subject.clear();
                self.subject.push_str(iri.as_str());
            }
        }
        self.iri(triple.predicate.as_str())?;
        match rdf12::kind(triple.object) {
            AnyTerm::NamedNode(iri) => self.iri(iri.as_str()),
            AnyTerm::BlankNode(node) => self.terms.label(node.as_str()),
            AnyTerm::Literal(literal) => {
                self.terms.literal(literal)?;
                self.iri(literal.datatype().as_str())
            }
            AnyTerm::Triple(_) => self.terms.triple_terms(),
        }
    }

    fn iri(&mut self, iri: &str) -> Result<(), WriteError> {
        if self.passed.get(iri).is_none() {
            self.terms.iri(iri)?;
            self.passed.keep(iri);
        }
        Ok(())
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
            ChosenWriter::Lines(writer, check) if document.has_only_terms_of(self.dialect) => {
                writer.trust_iris(true);
                let written = document.try_for_each_quad(|quad, _| {
                    check.known_quad(quad)?;
                    Ok(writer.write_quad(quad)?)
                });
                writer.trust_iris(false);
                written
            }
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

    /// What a document's dialect vouches for is not looked at again, which changes nothing.
    #[test]
    fn a_document_is_written_as_its_quads_are() {
        let texts = [
            "<x:s> <x:p> <x:\\u00E9>, 'a\\\\'@en-GB, '\\u0001'^^<x:d>, _:a.b .",
            "<x:s> <x:p> 'a'@en--ltr .",
            "<x:s> <x:p> <<( _:b <x:p> <<( <x:s> <x:p> _:b )>> )>> .",
            "<x:s> <x:p> 'a'^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString> .",
            "<x:g> { <x:s> <x:p> 1 }",
            "_:g { _:s <x:p> 1 }",
            "_:a:b <x:p> <x:o> .",
            "<x:s> <x:p> <x:a b>, <relative>, 'a'@en-a-b-c-d-e-f-g .",
        ];
        let mut written = 0;
        let parsers = Dialect::all().map(|it| Parser::new(it).with_labels_as_written());
        for parser in parsers.flat_map(|it| [it.clone().with_lenience(), it]) {
            for (text, to) in texts
                .into_iter()
                .flat_map(|text| Dialect::all().map(move |to| (text, to)))
                .filter(|(_, to)| to.is_line_based())
            {
                let mut whole = Writer::new(to, Vec::new());
                let document = whole.write_document(&mut parser.parse_str(text));
                let mut single = Writer::new(to, Vec::new());
                let quads = parser
                    .parse_str(text)
                    .try_for_each_quad(|quad, _| single.write_quad(quad));
                let [document, quads] = [document, quads].map(|it| it.map_err(|it| it.to_string()));
                assert_eq!(document, quads, "{to}: {text}");
                assert_eq!(whole.finish().unwrap(), single.finish().unwrap());
                written += usize::from(document.is_ok());
            }
        }
        assert!(written > 100, "{written}");
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
