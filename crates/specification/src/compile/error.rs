//! Why a grammar cannot be run.

use notation::GrammarError;
use std::fmt;

/// Why a grammar cannot be run.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::compile::{CompileError, Productions, compile};
///
/// let error = |text| {
///     let grammar = ebnf::read(text).unwrap();
///     compile(&Productions::of_ebnf(&grammar)).unwrap_err()
/// };
/// let undefined = CompileError::Undefined { name: "b".to_owned() };
/// assert_eq!(error("a ::= b"), undefined);
/// assert_eq!(error("A ::= 'x'"), CompileError::Empty);
/// assert_eq!(error("a ::= 'x'\na ::= 'y'").to_string(), "a has 2 productions");
/// assert_eq!(undefined.to_string(), "b is used, and has no production");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompileError {
    /// It cannot be read.
    Grammar(GrammarError),
    /// It has no nonterminals.
    Empty,
    /// A production uses a name that has none.
    Undefined {
        /// The name.
        name: String,
    },
    /// A name has several productions: one of them would be run.
    DefinedTwice {
        /// The name.
        name: String,
        /// How many productions it has.
        productions: usize,
    },
    /// A terminal uses a construct that no automaton can run.
    NotRegular {
        /// The construct that it uses.
        construct: String,
    },
    /// An empty match in a nonterminal is a tree of more than a thousand nonterminals. Each that is used twice doubles it.
    LargeNothing {
        /// The nonterminal.
        name: String,
    },
    /// It is larger than tables can be: more than 65,535 states, or 256 classes of characters.
    TooLarge,
}

impl CompileError {
    pub(super) fn undefined(name: &str) -> Self {
        Self::Undefined {
            name: name.to_owned(),
        }
    }

    pub(super) fn not_regular(construct: &str) -> Self {
        Self::NotRegular {
            construct: construct.to_owned(),
        }
    }
}

impl From<GrammarError> for CompileError {
    fn from(error: GrammarError) -> Self {
        Self::Grammar(error)
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grammar(error) => error.fmt(f),
            Self::Empty => f.write_str("the grammar has no nonterminals"),
            Self::Undefined { name } => write!(f, "{name} is used, and has no production"),
            Self::NotRegular { construct } => write!(
                f,
                "a terminal uses {construct}: it has to be a regular expression"
            ),
            Self::DefinedTwice { name, productions } => {
                write!(f, "{name} has {productions} productions")
            }
            Self::LargeNothing { name } => write!(
                f,
                "{name} can match nothing, in a tree of more than a thousand nonterminals"
            ),
            Self::TooLarge => f.write_str("the grammar is too large to be run"),
        }
    }
}

impl std::error::Error for CompileError {}
