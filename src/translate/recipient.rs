//! Sinks, each with the translator that is compiled for it.
//!
//! A translator is compiled anew for each closure that gets the quads, in the crate that has the closure, so that none is called
//! by way of a pointer. For [`Discard`] and [`DynamicSink`] it is compiled once, here.

use super::fault::{Lenience, Result};
use super::parts::Parts;
use super::sink::{Discard, DynamicSink, Sink};
use super::translator::Translator;
use crate::Provenance;
use crate::statements::{Heads, Step};
use crate::tree::Tree;
use oxrdf::QuadRef;

/// A sink that can drive a translator.
pub(crate) trait Recipient: Sink + Sized {
    /// See [`Translator::step`].
    fn step(
        &mut self,
        translator: &mut Translator,
        step: Step,
        tree: Tree<'_>,
        lenience: Lenience<'_>,
    ) -> Result<()>;

    /// See [`Translator::part`].
    fn part(
        &mut self,
        translator: &mut Translator,
        step: Step,
        parts: Parts<'_>,
        lenience: Lenience<'_>,
    ) -> Result<Option<Heads>>;
}

/// A function that is neither generic nor to be inlined is compiled in this crate.
macro_rules! recipient {
    ($(#[$inline:ident])? impl $(<$closure:ident: $bound:path>)? for $sink:ty) => {
        impl $(<$closure: $bound>)? Recipient for $sink {
            $(#[$inline])?
            fn step(
                &mut self,
                translator: &mut Translator,
                step: Step,
                tree: Tree<'_>,
                lenience: Lenience<'_>,
            ) -> Result<()> {
                translator.step(step, tree, self, lenience)
            }

            fn part(
                &mut self,
                translator: &mut Translator,
                step: Step,
                parts: Parts<'_>,
                lenience: Lenience<'_>,
            ) -> Result<Option<Heads>> {
                translator.part(step, parts, self, lenience)
            }
        }
    };
}

recipient!(#[inline] impl<F: FnMut(QuadRef<'_>, &Provenance<'_>)> for F);
recipient!(impl for Discard);
recipient!(impl for DynamicSink<'_>);
