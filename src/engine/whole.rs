//! The readers of whole documents: pest, by the parsers that it derives, or by a grammar of one's own. Without the feature `reference`
//! there are none, and here are types without values in their place.
//!
//! Invariant: who reads a document as a whole has a [`WholeReader`], of which there is none without the feature; so no other code that
//! reads asks for the feature.

#[cfg(not(feature = "reference"))]
pub(crate) use left_out::*;
#[cfg(feature = "reference")]
pub(crate) use supported::*;

#[cfg(feature = "reference")]
mod supported {
    pub(crate) use crate::engine::reference::LARGEST_DOCUMENT;

    use crate::engine::{Engine, EngineFailure, OwnGrammar, Settings, reference};
    use crate::tree::TreeBuffer;
    use std::sync::Arc;

    /// A grammar that runs in place of the dialect's.
    pub(crate) type SharedGrammar = Arc<dyn OwnGrammar>;

    /// Reads whole documents by pest, which explains no rejection.
    pub(crate) enum WholeReader<'s> {
        /// The parser that pest derives from the dialect's grammar.
        Derived(&'s Settings),
        OwnGrammar(&'s Settings, &'s dyn OwnGrammar),
    }

    impl<'s> WholeReader<'s> {
        /// The reader, if these settings ask for one.
        #[inline]
        pub(crate) fn of(settings: &'s Settings) -> Option<Self> {
            match (settings.engine, &settings.grammar) {
                (Engine::Specification, _) | (Engine::Fast, None) => None,
                (Engine::Reference, None) => Some(Self::Derived(settings)),
                (_, Some(grammar)) => Some(Self::OwnGrammar(settings, &**grammar)),
            }
        }

        /// Reads the whole of `text` into `tree`.
        pub(crate) fn document(
            &self,
            text: &str,
            tree: &mut TreeBuffer,
        ) -> Result<(), Box<EngineFailure>> {
            match *self {
                Self::Derived(settings) => {
                    reference::document(settings.dialect, settings.nesting_limit, text, tree)
                }
                Self::OwnGrammar(settings, grammar) => {
                    reference::document_by(grammar, settings.nesting_limit, text, tree)
                }
            }
        }
    }
}

#[cfg(not(feature = "reference"))]
mod left_out {
    use crate::Production;
    use crate::engine::specification::Specification;
    use crate::engine::{EngineFailure, Settings};
    use crate::tree::TreeBuffer;
    use runtime::Span;

    /// Nothing is read as a whole.
    pub(crate) const LARGEST_DOCUMENT: usize = 0;

    /// No value: private, so that the compiler does not call the code unreachable that has the types below.
    #[derive(Clone, Copy, Debug)]
    enum Never {}

    #[derive(Clone, Copy, Debug)]
    pub(crate) struct SharedGrammar(Never);

    impl SharedGrammar {
        pub(crate) fn specification(&self) -> Option<&Specification> {
            match self.0 {}
        }

        pub(crate) fn escape_without_meaning(&self, _: &str) -> Option<(Span, Production)> {
            match self.0 {}
        }
    }

    pub(crate) struct WholeReader(Never);

    impl WholeReader {
        #[inline]
        pub(crate) fn of(_: &Settings) -> Option<Self> {
            None
        }

        pub(crate) fn document(
            &self,
            _: &str,
            _: &mut TreeBuffer,
        ) -> Result<(), Box<EngineFailure>> {
            match self.0 {}
        }
    }
}
