//! Which engines there are.

/// Makes trees of text. All engines make the same trees and find the same errors: the specification engine explains the
/// rejections of all.
///
/// ```
/// use turtle_peg::{Dialect, Engine, Parser};
///
/// let parser = Parser::new(Dialect::Turtle12).with_engine(Engine::Specification);
/// assert_eq!(parser.parse_str("<x:s> <x:p> 1, 2 .").triples().count(), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// Parsers generated from the grammars by this crate, to be fast.
    #[default]
    Fast,
    /// The parsers that pest derives from the grammars. They are slow, define the meaning of the grammars, and read documents
    /// [as a whole](crate::Parser::reads_whole_documents): up to 16 MiB, in memory that follows the document.
    ///
    /// It is there with the feature `reference`.
    #[cfg(feature = "reference")]
    Reference,
    /// The productions of the specifications' EBNF, as they stand, with errata corrected. They are the meaning of the
    /// specifications.
    Specification,
}

impl Engine {
    /// Every engine that is compiled in.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Engine, Parser};
    ///
    /// for engine in Engine::all() {
    ///     let parser = Parser::new(Dialect::NTriples12).with_engine(engine);
    ///     assert_eq!(parser.parse_str("<x:s> <x:p> <x:o> .").triples().count(), 1);
    /// }
    /// ```
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        let all: &[Self] = &[
            Self::Fast,
            #[cfg(feature = "reference")]
            Self::Reference,
            Self::Specification,
        ];
        all.iter().copied()
    }
}
