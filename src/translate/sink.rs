//! What gets the quads of a document.

use crate::Provenance;
use oxrdf::QuadRef;

/// Gets the quads of a document, one by one; or [discards](Discard) them.
pub(crate) trait Sink {
    /// Whether it reads the quads. If it does not, what is only part of a quad is checked and not made: a long term that many
    /// triples have costs no more than it takes to write it.
    const READS: bool = true;

    fn take(&mut self, quad: QuadRef<'_>, provenance: &Provenance<'_>);
}

impl<F: FnMut(QuadRef<'_>, &Provenance<'_>)> Sink for F {
    #[inline(always)]
    fn take(&mut self, quad: QuadRef<'_>, provenance: &Provenance<'_>) {
        self(quad, provenance);
    }
}

/// For callers that only ask whether a document conforms.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Discard;

impl Sink for Discard {
    const READS: bool = false;

    #[inline(always)]
    fn take(&mut self, _: QuadRef<'_>, _: &Provenance<'_>) {}
}

/// Hands them over by way of a pointer: the translator is compiled once for all such sinks, in this crate.
pub(crate) struct DynamicSink<'s>(pub(crate) &'s mut dyn FnMut(QuadRef<'_>, &Provenance<'_>));

impl Sink for DynamicSink<'_> {
    #[inline(always)]
    fn take(&mut self, quad: QuadRef<'_>, provenance: &Provenance<'_>) {
        (self.0)(quad, provenance);
    }
}
