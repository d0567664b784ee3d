//! Grammars of one's own, which run in place of a dialect's: what the library has to know of them.
//!
//! Two ways lead from such a grammar to an answer. Its rules are run by pest, and make the trees that the translator turns into
//! quads: [`OwnGrammar`]. Its productions are run by the machine of the crate `turtle-peg-specification`, and accept or reject:
//! [`Specification`] makes errors of rejections. The crate `turtle-peg-interpreter` loads both from a file's text.

pub use crate::engine::OwnGrammar;
pub use crate::engine::specification::Specification;

use crate::SyntaxError;
use crate::engine::EngineFailure;
use crate::statements::{not_text, syntax_error};
use specification::{Rejection, Tables};

/// Its productions, and errors about texts of any language, which have no meaning in RDF.
impl Specification {
    /// The grammar, as the machine and Earley's algorithm read it.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The error that a text breaks these productions, as the machine, or Earley's algorithm, rejected it.
    pub fn rejected(&self, text: &str, rejection: &Rejection) -> SyntaxError {
        syntax_error(text, *self.failure(rejection))
    }

    /// The error that reading a text takes too many steps, from the byte where it was given up.
    pub fn given_up(text: &str, at: usize) -> SyntaxError {
        syntax_error(text, *EngineFailure::given_up(at))
    }

    /// The error that bytes are not UTF-8, which they must not be.
    pub fn not_text(bytes: &[u8]) -> SyntaxError {
        not_text(bytes)
    }
}
