//! All triples together, as a person would write them: `parse --pretty`.
//!
//! Invariant: a prefix is declared for one namespace, and only if a document or the user declares it, or if it is well-known and used.

use crate::prefixes::has_short_form;
use advice::WELL_KNOWN_PREFIXES;
use anyhow::bail;
use bytesize::ByteSize;
use clap::ValueEnum;
use std::collections::HashMap;
use turtle_peg::oxrdf::vocab::{rdf, xsd};
use turtle_peg::oxrdf::{
    GraphNameRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, QuadRef, TermRef, TripleRef,
};
use turtle_peg::write::{HeldQuads, StatementOrder};

/// Whether triples are written together, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct PrettyArguments {
    /// Write Turtle or TriG as a person would: each subject once, rdf:type first, blank nodes that one place mentions as [ ], lists as
    /// ( ), annotations; well-known prefixes. Holds all triples in memory, up to --pretty-limit
    #[arg(
        long,
        conflicts_with_all = ["provenance", "canonical", "count", "merge", "range", "labels_after"]
    )]
    pub pretty: bool,

    /// With --pretty, write graphs, subjects, predicates and objects in the order of their texts, for files that are compared line by
    /// line [default: in the order of the documents]
    #[arg(long, requires = "pretty")]
    sort: bool,

    /// With --pretty, prefixes to write names with
    #[arg(
        long = "prefixes",
        value_name = "WHICH",
        value_enum,
        default_value_t,
        requires = "pretty"
    )]
    which_prefixes: PrettyPrefixes,

    /// With --pretty, most memory for the triples, about, such as 500MB or 16GiB. Triples beyond that are written statement by statement,
    /// with a warning; with --sort, nothing is written then, and that is an error
    #[arg(long, value_name = "SIZE", default_value = "4GiB", requires = "pretty")]
    pretty_limit: ByteSize,
}

/// The prefixes that names are written with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum PrettyPrefixes {
    /// Prefixes of the documents and of --prefix, and well-known ones that are used
    #[default]
    Known,
    /// Prefixes of the documents and of --prefix
    Given,
}

impl PrettyArguments {
    pub fn order(&self) -> StatementOrder {
        match self.sort {
            true => StatementOrder::ByText,
            false => StatementOrder::AsGiven,
        }
    }

    /// Whether so many quads are held that to write them would take more memory than it should.
    pub fn is_exceeded(&self, quads: &HeldQuads) -> bool {
        quads.bytes_together() as u64 > self.pretty_limit.as_u64()
    }

    /// The warning about triples that are not written together, since they are too many; about the sorted order, the error.
    ///
    /// # Errors
    ///
    /// They were to be in order.
    pub fn exceeded(&self) -> anyhow::Result<String> {
        let limit = self.pretty_limit.display().iec();
        match self.order() {
            StatementOrder::AsGiven => Ok(format!(
                "the triples take more memory than --pretty-limit {limit}: the first ones are written together, with labels for blank \
                 nodes, and the others statement by statement; with a higher limit, all are written together"
            )),
            StatementOrder::ByText => bail!(
                "--sort puts all triples in order, and these take more memory than --pretty-limit {limit}: give a higher limit; or write \
                 N-Triples or N-Quads, which `turtle-peg format --sort statements` puts in order with little memory"
            ),
        }
    }

    /// The well-known prefixes that the quads have names for, each with its namespace.
    pub fn well_known<'q>(
        &self,
        quads: impl Iterator<Item = QuadRef<'q>>,
    ) -> Vec<(&'static str, &'static str)> {
        match self.which_prefixes {
            PrettyPrefixes::Known => well_known(quads),
            PrettyPrefixes::Given => Vec::new(),
        }
    }
}

fn well_known<'q>(quads: impl Iterator<Item = QuadRef<'q>>) -> Vec<(&'static str, &'static str)> {
    // Of two prefixes of a namespace, the first counts.
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    for (number, (_, namespace)) in WELL_KNOWN_PREFIXES.iter().enumerate() {
        numbers.entry(namespace).or_insert(number);
    }
    let mut is_used = vec![false; WELL_KNOWN_PREFIXES.len()];
    let mut look = |iri: NamedNodeRef<'_>| {
        let iri = iri.as_str();
        if let Some(end) = iri.rfind(['#', '/'])
            && let Some(number) = numbers.get(&iri[..=end])
        {
            is_used[*number] = true;
        }
    };
    for quad in quads {
        if let GraphNameRef::NamedNode(name) = quad.graph_name {
            look(name);
        }
        let mut next = Some(TripleRef::from(quad));
        while let Some(triple) = next.take() {
            if let NamedOrBlankNodeRef::NamedNode(iri) = triple.subject {
                look(iri);
            }
            if !has_sign(triple) {
                look(triple.predicate);
            }
            match triple.object {
                TermRef::NamedNode(iri) if iri != rdf::NIL => look(iri),
                TermRef::Literal(literal) => {
                    if let Some(datatype) = written_datatype(literal) {
                        look(datatype);
                    }
                }
                TermRef::Triple(inner) => next = Some(inner.as_ref()),
                TermRef::NamedNode(_) | TermRef::BlankNode(_) => {}
            }
        }
    }
    let known = WELL_KNOWN_PREFIXES.iter().zip(is_used);
    known
        .filter(|(_, is_used)| *is_used)
        .map(|(it, _)| *it)
        .collect()
}

/// Whether signs stand for a triple's predicate: `a`, those of a list that is well-formed as far as this triple says, or those of reifiers.
fn has_sign(triple: TripleRef<'_>) -> bool {
    const REIFIES: NamedNodeRef<'_> =
        NamedNodeRef::new_unchecked("http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies");
    let is_cell = matches!(triple.subject, NamedOrBlankNodeRef::BlankNode(_));
    match triple.predicate {
        rdf::FIRST => is_cell,
        rdf::REST => {
            is_cell
                && (triple.object == rdf::NIL.into()
                    || matches!(triple.object, TermRef::BlankNode(_)))
        }
        predicate => predicate == rdf::TYPE || predicate == REIFIES,
    }
}

/// The datatype of a literal, unless it has a short form or a language.
fn written_datatype(literal: LiteralRef<'_>) -> Option<NamedNodeRef<'_>> {
    let datatype = literal.datatype();
    let is_short = literal.language().is_some()
        || matches!(datatype, xsd::STRING | xsd::DOUBLE)
        || has_short_form(literal);
    (!is_short).then_some(datatype)
}
