//! Sinks, each with the translator that is compiled for it.
//!
//! A translator is compiled anew for each closure that gets the quads, in the crate that has the closure, so that none is called by
//! way of a pointer. For [`Nobody`] and [`Anybody`] it is compiled once, here.

use super::fault::{Lenience, Result};
use super::parts::Parts;
use super::sink::{Anybody, Nobody, Sink};
use super::translator::Translator;
use crate::statements::{Heads, Step};
use crate::{Provenance, Tree};
use oxrdf::QuadRef;

/// Who gets quads from a translator.
pub(crate) trait Recipient: Sink + Sized {
    /// See [`Translator::step`].
    #[inline]
    fn step(
        &mut self,
        translator: &mut Translator,
        step: Step,
        tree: Tree<'_>,
        lenience: Lenience<'_>,
    ) -> Result<()> {
        translator.step(step, tree, self, lenience)
    }

    /// See [`Translator::part`].
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

impl<F: FnMut(QuadRef<'_>, &Provenance<'_>)> Recipient for F {}

/// No generic function, nor one to be inlined: so it is compiled in this crate.
macro_rules! compiled_once {
    ($sink:ty) => {
        impl Recipient for $sink {
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

compiled_once!(Nobody);
compiled_once!(Anybody<'_>);
