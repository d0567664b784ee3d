//! Grammars that run as they are loaded: change one and see the effect.
//!
//! - [`LoadedGrammar`]: the rules of a `.pest` file, run by pest's interpreter in place of a dialect's. Documents become RDF.
//! - [`SpecifiedGrammar`]: the productions of any grammar, in EBNF or above a PEG's rules. Texts are accepted or rejected.
//!
//! Invariant: a grammar that gets through runs to an end on every text.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod distinguish;
mod productions;
mod rules;

pub use distinguish::{ChangeSearch, Divergence, Extent, SentenceTexts, SentencesAround};
pub use productions::{
    Continuation, CutToken, ReadNode, ReadText, SpecifiedGrammar, SpecifiedGrammarError,
};
pub use rules::{LoadError, LoadErrorKind, LoadedGrammar};
