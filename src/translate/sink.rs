//! Who gets the quads of a document.

use crate::Provenance;
use oxrdf::QuadRef;

/// Gets the quads of a document, one by one; or nobody does.
pub(crate) trait Sink {
    /// Whether anybody reads the quads. Where nobody does, what is only part of a quad is checked and not made: a long term
    /// that many triples have costs no more than it takes to write it.
    const READS: bool = true;

    fn take(&mut self, quad: QuadRef<'_>, provenance: &Provenance<'_>);
}

impl<F: FnMut(QuadRef<'_>, &Provenance<'_>)> Sink for F {
    #[inline(always)]
    fn take(&mut self, quad: QuadRef<'_>, provenance: &Provenance<'_>) {
        self(quad, provenance);
    }
}

/// Where it only counts whether a document conforms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nobody;

impl Sink for Nobody {
    const READS: bool = false;

    #[inline(always)]
    fn take(&mut self, _: QuadRef<'_>, _: &Provenance<'_>) {}
}

/// Whoever wants them handed over by way of a pointer: the translator is compiled once for all of those, in this crate.
pub(crate) struct Anybody<'s>(pub(crate) &'s mut dyn FnMut(QuadRef<'_>, &Provenance<'_>));

impl Sink for Anybody<'_> {
    #[inline(always)]
    fn take(&mut self, quad: QuadRef<'_>, provenance: &Provenance<'_>) {
        (self.0)(quad, provenance);
    }
}
