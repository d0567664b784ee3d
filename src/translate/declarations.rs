//! The declarations of the latest statement.

use super::{Base, Translator};

/// How many declarations there were before the latest statement.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DeclarationCounts {
    prefixes: u32,
    bases: u32,
}

impl DeclarationCounts {
    #[inline(always)]
    pub(crate) fn of(translator: &Translator) -> Self {
        Self {
            prefixes: translator.state.namespaces.declared(),
            bases: translator.declared_bases,
        }
    }

    /// The prefix that was declared since, and its namespace.
    pub(crate) fn new_prefix(self, translator: &Translator) -> Option<(&str, &str)> {
        let is_new = Self::of(translator).prefixes != self.prefixes;
        is_new
            .then(|| translator.state.namespaces.latest())
            .flatten()
    }

    /// The base IRI, if it was declared since.
    pub(crate) fn new_base(self, translator: &Translator) -> Option<&str> {
        let is_new = Self::of(translator).bases != self.bases;
        let base = translator.state.base.as_ref().filter(|_| is_new);
        base.map(Base::as_str)
    }
}
