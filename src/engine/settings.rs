//! How a document is read.

use super::engines::Engine;
use super::reading::REACH;
use super::whole::{SharedGrammar, WholeReader};
use crate::Dialect;
use crate::limits::Limits;
use crate::surroundings::Following;

/// How a document is read.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) engine: Engine,
    pub(crate) dialect: Dialect,
    pub(crate) nesting_limit: usize,
    /// How many bytes a statement may have.
    pub(crate) statement_limit: usize,
    /// How many bytes a statement may have that is read whole where parts would do.
    pub(crate) window: usize,
    /// How much errors know of the text after a fault.
    pub(crate) following: Following,
    /// The limits of the translator.
    pub(crate) limits: Limits,
    /// Runs instead of the dialect's own grammar, whatever the engine.
    pub(crate) grammar: Option<SharedGrammar>,
}

impl Settings {
    /// The most bytes that a statement can have.
    pub(crate) const LARGEST_STATEMENT: usize = REACH;

    /// How many levels of nesting are allowed by default.
    pub(crate) const NESTING_LIMIT: usize = match Self::HAS_DEEP_NESTING {
        true => 1000,
        false => Self::SHALLOW,
    };

    /// Whether the stack grows with the levels. In WebAssembly only what is in its memory could: the calls are the engine's.
    const HAS_DEEP_NESTING: bool = cfg!(all(feature = "deep-nesting", not(target_family = "wasm")));

    /// The levels of nesting that fit into the stack of any thread.
    const SHALLOW: usize = 64;

    /// How many levels of nesting are allowed, if the caller wants these.
    pub(crate) const fn nesting(levels: usize) -> usize {
        match Self::HAS_DEEP_NESTING {
            true => levels,
            false if levels > Self::SHALLOW => Self::SHALLOW,
            false => levels,
        }
    }

    pub(crate) fn new(dialect: Dialect, nesting_limit: usize) -> Self {
        Self {
            engine: Engine::default(),
            dialect,
            nesting_limit,
            statement_limit: Self::LARGEST_STATEMENT,
            window: Self::WINDOW,
            following: Following::Window,
            limits: Limits::DEFAULT,
            grammar: None,
        }
    }

    /// How many bytes a statement may have that is read whole by default.
    pub(crate) const WINDOW: usize = 512 * 1024;

    /// How many bytes a statement may have that is read whole; any number where none is read part by part.
    pub(crate) fn window_of_parts(&self) -> usize {
        let has_parts = self.dialect.features().has_parts && !self.has_own_grammar();
        match has_parts && self.window <= self.statement_limit {
            true => self.window,
            false => usize::MAX,
        }
    }

    /// The number of bytes of a text that are looked at for one statement and the white space before it.
    pub(super) fn reach(&self) -> usize {
        self.statement_limit.saturating_add(MUCH_TRIVIA).min(REACH)
    }

    /// Whether a text is looked at as a whole.
    #[inline]
    pub(super) fn reaches_all_of(&self, text: &str) -> bool {
        // Nearly always; the sum is left out then.
        text.len() <= self.statement_limit.min(REACH) || text.len() <= self.reach()
    }

    /// Whether pest reads the document, and all of it at once: the reference engine does, and grammars of one's own are run so.
    pub(crate) fn reads_whole(&self) -> bool {
        self.whole_reader().is_some()
    }

    /// The reader of the whole document, if one reads it.
    #[inline]
    pub(crate) fn whole_reader(&self) -> Option<WholeReader<'_>> {
        WholeReader::of(self.engine, self.dialect, self.grammar.as_ref())
    }

    /// Whether the fast engine is asked first.
    #[inline]
    pub(super) fn is_fast(&self) -> bool {
        self.engine == Engine::Fast && !self.has_own_grammar()
    }

    /// Whether another grammar than the dialect's is run.
    #[inline]
    pub(crate) fn has_own_grammar(&self) -> bool {
        self.grammar.is_some()
    }
}

/// White space and comments of at least this number of bytes are passed over; fewer are kept with the statement that follows. So
/// the beginning of a tree's text does not depend on how the document arrives.
pub(crate) const MUCH_TRIVIA: usize = 16 * 1024;
