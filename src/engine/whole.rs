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
    use crate::Dialect;
    use crate::engine::{Engine, EngineFailure, OwnGrammar, reference};
    use crate::tree::TreeBuffer;
    use std::sync::Arc;

    /// A grammar that runs in place of the dialect's.
    pub(crate) type SharedGrammar = Arc<dyn OwnGrammar>;

    /// Reads whole documents by pest, which explains no rejection.
    pub(crate) enum WholeReader<'g> {
        /// By the parser that pest derives from the dialect's grammar.
        Derived(Dialect),
        OwnGrammar(&'g dyn OwnGrammar),
    }

    impl<'g> WholeReader<'g> {
        /// The reader of documents of a dialect, if an engine is one, or a grammar runs in place of the dialect's.
        #[inline]
        pub(crate) fn of(
            engine: Engine,
            dialect: Dialect,
            grammar: Option<&'g SharedGrammar>,
        ) -> Option<Self> {
            match (engine, grammar) {
                (Engine::Specification, _) | (Engine::Fast, None) => None,
                (Engine::Reference, None) => Some(Self::Derived(dialect)),
                (_, Some(grammar)) => Some(Self::OwnGrammar(&**grammar)),
            }
        }

        /// Reads the whole of `text` into `tree`.
        pub(crate) fn document(
            &self,
            nesting_limit: usize,
            text: &str,
            tree: &mut TreeBuffer,
        ) -> Result<(), Box<EngineFailure>> {
            match *self {
                Self::Derived(dialect) => reference::document(dialect, nesting_limit, text, tree),
                Self::OwnGrammar(grammar) => {
                    reference::document_by(grammar, nesting_limit, text, tree)
                }
            }
        }
    }
}

#[cfg(not(feature = "reference"))]
mod left_out {
    use crate::engine::specification::Specification;
    use crate::engine::{Engine, EngineFailure};
    use crate::tree::TreeBuffer;
    use crate::{Dialect, Production};
    use runtime::Span;
    use std::convert::Infallible;
    use std::marker::PhantomData;

    /// No value; in a private field, so that the compiler does not call the code unreachable that has it.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct SharedGrammar(Infallible);

    impl SharedGrammar {
        pub(crate) fn specification(&self) -> Option<&Specification> {
            match self.0 {}
        }

        pub(crate) fn escape_without_meaning(&self, _: &str) -> Option<(Span, Production)> {
            match self.0 {}
        }
    }

    pub(crate) struct WholeReader<'g>(Infallible, PhantomData<&'g ()>);

    impl WholeReader<'_> {
        #[inline]
        pub(crate) fn of(_: Engine, _: Dialect, _: Option<&SharedGrammar>) -> Option<Self> {
            None
        }

        pub(crate) fn document(
            &self,
            _: usize,
            _: &str,
            _: &mut TreeBuffer,
        ) -> Result<(), Box<EngineFailure>> {
            match self.0 {}
        }
    }
}
