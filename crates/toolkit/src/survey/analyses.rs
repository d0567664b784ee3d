//! All analyses of a specification's grammar.

use super::hygiene::{self, Flaw};
use super::overlap::{self, Overlaps};
use crate::tokens::ll1::{self, Ll1Conflict};
use crate::tokens::lr::{self, LrReport};
use notation::{Grammar, GrammarError};

/// What the analyses found in a grammar.
///
/// ```
/// use turtle_peg_toolkit::{Analyses, ebnf};
///
/// let analyses = Analyses::of(&ebnf::read("list ::= 'x' (',' 'x')* unknown?")?)?;
/// assert!(analyses.ll1.is_empty() && analyses.lr.is_lalr1());
/// assert_eq!(analyses.flaws.len(), 1);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analyses {
    /// Where one token of lookahead is not enough.
    pub ll1: Vec<Ll1Conflict>,
    /// Whether it is LR(1) and LALR(1).
    pub lr: LrReport,
    /// Unreachable, undefined, doubled and left-recursive productions.
    pub flaws: Vec<Flaw>,
    /// The terminals that can match the same text.
    pub overlaps: Overlaps,
}

impl Analyses {
    /// Runs all analyses.
    ///
    /// # Errors
    ///
    /// The grammar has no nonterminal.
    pub fn of(specified: &Grammar) -> Result<Self, GrammarError> {
        Ok(Self {
            ll1: ll1::conflicts(specified),
            lr: lr::analyse(specified)?,
            flaws: hygiene::flaws(specified),
            overlaps: overlap::overlaps(specified),
        })
    }
}
