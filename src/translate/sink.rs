//! Receivers of a document's quads.

use crate::{Error, Provenance};
use oxrdf::QuadRef;

/// Gets the quads of a document, one by one; or [discards](Discard) them.
pub(crate) trait Sink {
    /// Whether it reads the quads. If it does not, terms that only quads need are checked and not made: many triples can share a
    /// long term, and the time follows the bytes written.
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

/// Reads on with a sink that can fail: until it does, an error comes, or nothing is left. After its failure the sink gets no other
/// quad, of the same statement either.
pub(crate) fn until_failure<E: From<Error>>(
    mut sink: impl FnMut(QuadRef<'_>, &Provenance<'_>) -> Result<(), E>,
    mut read: impl FnMut(&mut dyn FnMut(QuadRef<'_>, &Provenance<'_>)) -> Option<Result<(), Error>>,
) -> Result<(), E> {
    loop {
        let mut failure = None;
        let result = read(&mut |quad, provenance| {
            if failure.is_none() {
                failure = sink(quad, provenance).err();
            }
        });
        match (failure, result) {
            (Some(failure), _) => return Err(failure),
            (None, Some(result)) => result?,
            (None, None) => return Ok(()),
        }
    }
}
