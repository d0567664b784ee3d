//! Writers, on the quads of a document that each library has parsed before: with the prefixes of the document, quad by quad, into memory.
//! And the layout of a document of Turtle beside checking it.
//!
//! Invariant: the speed is bytes of the document by time, so all rows of a table have one scale. What each writes is not the same: lines
//! break elsewhere, for instance. Nobody sees the whole graph. All write to one piece of memory, which has been
//! written to before: no row has the time in which the system hands out memory.

use crate::input::Input;
use crate::lineup::{Column, Lineup};
use crate::race::Entrant;
use anyhow::{Context, Result, anyhow};
use oxrdf::{Quad, TripleRef};
use sophia_api::parser::QuadParser as _;
use sophia_api::prefix::{Prefix, PrefixMapPair};
use sophia_api::quad::Spog;
use sophia_api::serializer::{QuadSerializer as _, TripleSerializer as _};
use sophia_api::source::{QuadSource as _, StreamResult};
use sophia_api::term::SimpleTerm;
use sophia_turtle::parser::nq::NQuadsParser;
use sophia_turtle::parser::trig::TriGParser;
use sophia_turtle::serializer::{nq, nt, trig, turtle};
use std::cell::RefCell;
use std::convert::Infallible;
use std::error::Error;
use std::hint::black_box;
use turtle_peg::format::Style;
use turtle_peg::{Dialect, NQuadsWriter, NTriplesWriter, Parser, TriGWriter, TurtleWriter};
use workloads::Syntax;

/// A document, parsed by each library.
pub struct Parsed<'a> {
    input: &'a Input,
    quads: Vec<Quad>,
    prefixes: Vec<(String, String)>,
    sophia: Vec<Spog<SimpleTerm<'static>>>,
    output: RefCell<Vec<u8>>,
}

type Output = Vec<u8>;
type Write<'a> = fn(&Parsed<'a>, &mut Output) -> Result<()>;

impl<'a> Parsed<'a> {
    pub fn of(input: &'a Input) -> Result<Self> {
        let mut quads = parser(input.syntax)
            .parse_reader(input.bytes.as_slice())
            .quads();
        let owned: Vec<Quad> = quads.by_ref().collect::<Result<_, _>>()?;
        let prefixes = quads.document().prefixes();
        let prefixes = prefixes.map(|(name, iri)| (name.to_owned(), iri.to_owned()));
        Ok(Self {
            input,
            prefixes: prefixes.collect(),
            quads: owned,
            sophia: sophia_quads(input)?,
            output: RefCell::default(),
        })
    }

    /// Everyone, beside turtle-peg's writer of the document's own syntax.
    pub fn lineup(&self) -> Lineup<'_> {
        let rows: &[(&str, Write<'a>)] = match self.input.syntax {
            Syntax::NTriples => &[
                ("turtle-peg", Self::n_triples),
                ("oxttl", Self::oxttl_n_triples),
                ("sophia_turtle", Self::sophia_n_triples),
            ],
            Syntax::NQuads => &[
                ("turtle-peg", Self::n_quads),
                ("oxttl", Self::oxttl_n_quads),
                ("sophia_turtle", Self::sophia_n_quads),
            ],
            Syntax::Turtle => &[
                ("turtle-peg", Self::turtle),
                ("oxttl", Self::oxttl_turtle),
                ("sophia_turtle", Self::sophia_turtle),
                ("turtle-peg, N-Triples", Self::n_triples),
                ("turtle-peg, layout", Self::layout),
                ("turtle-peg, check", Self::check),
            ],
            Syntax::TriG => &[
                ("turtle-peg", Self::trig),
                ("oxttl", Self::oxttl_trig),
                ("sophia_turtle", Self::sophia_trig),
            ],
        };
        let entrants = rows.iter().map(|&(label, write)| Entrant {
            label: label.to_owned(),
            document: self.input,
            has_say: true,
            parse: Box::new(move || self.count(write)),
        });
        Lineup {
            entrants: entrants.collect(),
            columns: vec![Column {
                baseline: "turtle-peg".to_owned(),
                baselines: vec![0; rows.len()],
            }],
        }
    }

    /// Writes everything, and returns how many quads that is.
    fn count(&self, write: Write<'a>) -> Result<u64> {
        let mut output = self.output.borrow_mut();
        output.clear();
        write(self, &mut output)?;
        black_box(&output);
        Ok(self.quads.len() as u64)
    }

    fn triples(&self) -> impl Iterator<Item = TripleRef<'_>> {
        self.quads.iter().map(|quad| quad.as_ref().into())
    }

    // ── turtle-peg ──

    fn n_triples(&self, output: &mut Output) -> Result<()> {
        let mut writer = NTriplesWriter::new(output);
        Ok(self
            .triples()
            .try_for_each(|triple| writer.write_triple(triple))?)
    }

    fn n_quads(&self, output: &mut Output) -> Result<()> {
        let mut writer = NQuadsWriter::new(output);
        Ok(self
            .quads
            .iter()
            .try_for_each(|quad| writer.write_quad(quad))?)
    }

    fn turtle(&self, output: &mut Output) -> Result<()> {
        let mut writer = TurtleWriter::new(output);
        for (name, iri) in &self.prefixes {
            writer = writer.with_prefix(name, iri)?;
        }
        self.triples()
            .try_for_each(|triple| writer.write_triple(triple))?;
        writer.finish()?;
        Ok(())
    }

    fn trig(&self, output: &mut Output) -> Result<()> {
        let mut writer = TriGWriter::new(output);
        for (name, iri) in &self.prefixes {
            writer = writer.with_prefix(name, iri)?;
        }
        self.quads
            .iter()
            .try_for_each(|quad| writer.write_quad(quad))?;
        writer.finish()?;
        Ok(())
    }

    fn layout(&self, output: &mut Output) -> Result<()> {
        let style = Style::default();
        let bytes = self.input.bytes.as_slice();
        let formatting = parser(self.input.syntax).format_reader(bytes, &style);
        formatting.write_to(output)?;
        Ok(())
    }

    fn check(&self, _: &mut Output) -> Result<()> {
        let bytes = self.input.bytes.as_slice();
        Ok(parser(self.input.syntax).parse_reader(bytes).check()?)
    }

    // ── oxttl ──

    fn oxttl_n_triples(&self, output: &mut Output) -> Result<()> {
        let mut writer = oxttl::NTriplesSerializer::new().for_writer(output);
        Ok(self
            .triples()
            .try_for_each(|triple| writer.serialize_triple(triple))?)
    }

    fn oxttl_n_quads(&self, output: &mut Output) -> Result<()> {
        let mut writer = oxttl::NQuadsSerializer::new().for_writer(output);
        Ok(self
            .quads
            .iter()
            .try_for_each(|quad| writer.serialize_quad(quad))?)
    }

    fn oxttl_turtle(&self, output: &mut Output) -> Result<()> {
        let mut serializer = oxttl::TurtleSerializer::new();
        for (name, iri) in &self.prefixes {
            serializer = serializer.with_prefix(name, iri)?;
        }
        let mut writer = serializer.for_writer(output);
        self.triples()
            .try_for_each(|triple| writer.serialize_triple(triple))?;
        writer.finish()?;
        Ok(())
    }

    fn oxttl_trig(&self, output: &mut Output) -> Result<()> {
        let mut serializer = oxttl::TriGSerializer::new();
        for (name, iri) in &self.prefixes {
            serializer = serializer.with_prefix(name, iri)?;
        }
        let mut writer = serializer.for_writer(output);
        self.quads
            .iter()
            .try_for_each(|quad| writer.serialize_quad(quad))?;
        writer.finish()?;
        Ok(())
    }

    // ── sophia ──

    fn sophia_n_triples(&self, output: &mut Output) -> Result<()> {
        let mut serializer = nt::NTriplesSerializer::new(output);
        done(serializer.serialize_triples(self.sophia_source().to_triples()))
    }

    fn sophia_n_quads(&self, output: &mut Output) -> Result<()> {
        let mut serializer = nq::NQuadsSerializer::new(output);
        done(serializer.serialize_quads(self.sophia_source()))
    }

    fn sophia_turtle(&self, output: &mut Output) -> Result<()> {
        let config = turtle::TurtleConfig::new().with_own_prefix_map(self.sophia_prefixes()?);
        let mut serializer = turtle::TurtleSerializer::new_with_config(output, config);
        done(serializer.serialize_triples(self.sophia_source().to_triples()))
    }

    fn sophia_trig(&self, output: &mut Output) -> Result<()> {
        let config = trig::TriGConfig::new().with_own_prefix_map(self.sophia_prefixes()?);
        let mut serializer = trig::TriGSerializer::new_with_config(output, config);
        done(serializer.serialize_quads(self.sophia_source()))
    }

    /// The quads as they are kept, without copies of their terms.
    fn sophia_source(
        &self,
    ) -> impl Iterator<Item = Result<Spog<&SimpleTerm<'static>>, Infallible>> {
        let quads = self.sophia.iter();
        quads.map(|([s, p, o], graph)| Ok(([s, p, o], graph.as_ref())))
    }

    fn sophia_prefixes(&self) -> Result<Vec<PrefixMapPair>> {
        let prefixes = self.prefixes.iter().map(|(name, iri)| {
            let name = Prefix::new(name.clone().into_boxed_str());
            let iri = sophia_iri::Iri::new(iri.clone().into_boxed_str());
            Ok((name.context("a prefix")?, iri.context("an IRI")?))
        });
        prefixes.collect()
    }
}

fn parser(syntax: Syntax) -> Parser {
    Parser::new(match syntax {
        Syntax::NTriples => Dialect::NTriples12,
        Syntax::NQuads => Dialect::NQuads12,
        Syntax::Turtle => Dialect::Turtle12,
        Syntax::TriG => Dialect::TriG12,
    })
}

/// The document's quads by sophia: its parser of TriG reads Turtle, and that of N-Quads reads N-Triples.
fn sophia_quads(input: &Input) -> Result<Vec<Spog<SimpleTerm<'static>>>> {
    let bytes = input.bytes.as_slice();
    let quads = match input.syntax {
        Syntax::NTriples | Syntax::NQuads => {
            let parser = NQuadsParser::new().with_preserve_bn_labels(true);
            parser.parse(bytes).collect_quads()
        }
        Syntax::Turtle | Syntax::TriG => {
            let parser = TriGParser::new().with_preserve_bn_labels(true);
            parser.parse(bytes).collect_quads()
        }
    };
    quads.map_err(|error| anyhow!("sophia: {error}"))
}

fn done<S, E: Error, F: Error>(written: StreamResult<&mut S, E, F>) -> Result<()> {
    match written {
        Ok(_) => Ok(()),
        Err(error) => Err(anyhow!("sophia: {error}")),
    }
}
