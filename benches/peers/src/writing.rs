//! Writers of Turtle, on the triples of a document that each library has parsed before: with the prefixes of the document, triple by
//! triple, into memory. And the layout of the document beside checking it.
//!
//! Invariant: the speed is bytes of the document by time, so all rows have one scale. What each writes is not the same: only
//! turtle-peg shortens names that need an escape, for instance. Nobody sees the whole graph.

use crate::input::Input;
use crate::lineup::{Column, Lineup};
use crate::race::Entrant;
use anyhow::{Context, Result, anyhow};
use oxrdf::Triple;
use oxttl::TurtleSerializer as OxttlSerializer;
use sophia_api::parser::TripleParser as _;
use sophia_api::prefix::{Prefix, PrefixMapPair};
use sophia_api::serializer::TripleSerializer as _;
use sophia_api::source::TripleSource as _;
use sophia_api::term::SimpleTerm;
use sophia_turtle::parser::turtle::TurtleParser;
use sophia_turtle::serializer::turtle::{TurtleConfig, TurtleSerializer};
use std::hint::black_box;
use turtle_peg::format::Style;
use turtle_peg::{Dialect, NTriplesWriter, Parser, TurtleWriter};

/// A document, parsed by each library.
pub struct Parsed<'a> {
    input: &'a Input,
    triples: Vec<Triple>,
    prefixes: Vec<(String, String)>,
    sophia: Vec<[SimpleTerm<'static>; 3]>,
}

impl<'a> Parsed<'a> {
    pub fn of(input: &'a Input) -> Result<Self> {
        let mut triples = parser().parse_reader(input.bytes.as_slice()).triples();
        let owned: Vec<Triple> = triples.by_ref().collect::<Result<_, _>>()?;
        let prefixes = triples.document().prefixes();
        let prefixes = prefixes.map(|(name, iri)| (name.to_owned(), iri.to_owned()));
        let parsed = TurtleParser::new().with_preserve_bn_labels(true);
        let sophia: Result<_, _> = parsed.parse(input.bytes.as_slice()).collect_triples();
        Ok(Self {
            input,
            prefixes: prefixes.collect(),
            triples: owned,
            sophia: sophia.map_err(|error| anyhow!("sophia: {error}"))?,
        })
    }

    /// Everyone, beside turtle-peg's writer of Turtle.
    pub fn lineup(&self) -> Lineup<'_> {
        let entrants = vec![
            self.entrant("turtle-peg, Turtle", Self::turtle_peg),
            self.entrant("oxttl, Turtle", Self::oxttl),
            self.entrant("sophia_turtle, Turtle", Self::sophia),
            self.entrant("turtle-peg, N-Triples", Self::n_triples),
            self.entrant("turtle-peg, layout", Self::layout),
            self.entrant("turtle-peg, check", Self::check),
        ];
        let baselines = vec![0; entrants.len()];
        Lineup {
            entrants,
            columns: vec![Column {
                baseline: "turtle-peg, Turtle".to_owned(),
                baselines,
            }],
        }
    }

    fn entrant(&self, label: &str, write: fn(&Self) -> Result<u64>) -> Entrant<'_> {
        Entrant {
            label: label.to_owned(),
            document: self.input,
            has_say: true,
            parse: Box::new(move || write(self)),
        }
    }

    fn count(&self) -> u64 {
        self.triples.len() as u64
    }

    fn output(&self) -> Vec<u8> {
        Vec::with_capacity(2 * self.input.bytes.len())
    }

    fn turtle_peg(&self) -> Result<u64> {
        let mut writer = TurtleWriter::new(self.output());
        for (name, iri) in &self.prefixes {
            writer = writer.with_prefix(name, iri)?;
        }
        for triple in &self.triples {
            writer.write_triple(triple)?;
        }
        black_box(writer.finish()?);
        Ok(self.count())
    }

    fn oxttl(&self) -> Result<u64> {
        let mut serializer = OxttlSerializer::new();
        for (name, iri) in &self.prefixes {
            serializer = serializer.with_prefix(name, iri)?;
        }
        let mut writer = serializer.for_writer(self.output());
        for triple in &self.triples {
            writer.serialize_triple(triple)?;
        }
        black_box(writer.finish()?);
        Ok(self.count())
    }

    fn sophia(&self) -> Result<u64> {
        let prefixes = self
            .prefixes
            .iter()
            .map(|(name, iri)| -> Result<PrefixMapPair> {
                let name = Prefix::new(name.clone().into_boxed_str());
                let iri = sophia_iri::Iri::new(iri.clone().into_boxed_str());
                Ok((name.context("a prefix")?, iri.context("an IRI")?))
            });
        let config = TurtleConfig::new().with_own_prefix_map(prefixes.collect::<Result<_>>()?);
        let mut serializer = TurtleSerializer::new_with_config(self.output(), config);
        let triples = self
            .sophia
            .iter()
            .map(|[s, p, o]| Ok::<_, std::convert::Infallible>([s, p, o]));
        let written = serializer.serialize_triples(triples);
        written.map_err(|error| anyhow!("sophia: {error}"))?;
        black_box(&serializer);
        Ok(self.sophia.len() as u64)
    }

    fn n_triples(&self) -> Result<u64> {
        let mut writer = NTriplesWriter::new(self.output());
        for triple in &self.triples {
            writer.write_triple(triple)?;
        }
        black_box(writer.into_inner());
        Ok(self.count())
    }

    fn layout(&self) -> Result<u64> {
        let mut output = self.output();
        let style = Style::default();
        let formatting = parser().format_reader(self.input.bytes.as_slice(), &style);
        formatting.write_to(&mut output)?;
        black_box(output);
        Ok(self.count())
    }

    fn check(&self) -> Result<u64> {
        parser().parse_reader(self.input.bytes.as_slice()).check()?;
        Ok(self.count())
    }
}

fn parser() -> Parser {
    Parser::new(Dialect::Turtle12)
}
