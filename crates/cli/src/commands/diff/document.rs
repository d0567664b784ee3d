//! A document that is compared: its quads in memory, each with its place.

use super::arguments::DifferenceArguments;
use crate::arguments::going_on;
use crate::input::{InputSource, PendingReport, Warnings};
use crate::prefixes::UsefulPrefixes;
use crate::status::Status;
use std::num::NonZeroUsize;
use turtle_peg::Position;
use turtle_peg::oxrdf::Quad;
use turtle_peg::parallel::Part;

/// A document's quads, and where the object of each is.
#[derive(Default)]
pub struct PlacedQuads {
    pub quads: Vec<Quad>,
    pub positions: Vec<Position>,
    /// The prefixes that it declares, and their namespaces, in their order.
    pub prefixes: Vec<(String, String)>,
}

/// Some statements of a document, and what is to be reported of them.
struct PlacedPart {
    quads: PlacedQuads,
    pending: Vec<PendingReport>,
}

impl PlacedQuads {
    /// Reads a document; its faults and warnings are reported.
    pub fn read(
        arguments: &DifferenceArguments,
        source: &InputSource,
    ) -> anyhow::Result<(Self, Status)> {
        let parser = source.begin(arguments.dialect.dialect, None, &arguments.input)?;
        let parser = going_on(arguments.lenience.apply(parser), arguments.keep_going)?;
        let mut document = Self::default();
        let mut status = Status::Fine;
        parser.parse_parallel(
            source.open()?,
            NonZeroUsize::MIN,
            |part| PlacedPart::of(part, arguments.keep_going),
            |part| {
                document.quads.extend(part.quads.quads);
                document.positions.extend(part.quads.positions);
                document.prefixes.extend(part.quads.prefixes);
                for one in part.pending {
                    status = status.max(one.report(source));
                }
                anyhow::Ok(())
            },
        )?;
        Ok((document, status))
    }
}

impl PlacedPart {
    fn of(part: &mut Part<'_>, keeps_going: bool) -> Self {
        let mut placed = PlacedQuads::default();
        let mut pending = Vec::new();
        let mut warnings = Warnings::new();
        let mut before = 0;
        while let Some(result) = part.next_statement_with_warnings(
            |quad, provenance| {
                placed.quads.push(quad.into_owned());
                let object = provenance.position(provenance.object);
                placed.positions.push(object);
            },
            |warning| pending.extend(warnings.report(warning)),
        ) {
            placed.prefixes.extend(UsefulPrefixes::declared_in(part));
            if let Err(error) = result {
                // A statement at fault gives no triple.
                placed.quads.truncate(before);
                placed.positions.truncate(before);
                pending.push(PendingReport::Fault(error));
            }
            before = placed.quads.len();
        }
        pending.extend(PendingReport::at_end(part, &warnings, keeps_going));
        Self {
            quads: placed,
            pending,
        }
    }
}
