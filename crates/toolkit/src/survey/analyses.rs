//! All analyses of a specification's grammar.

use super::hygiene::{self, Flaw};
use crate::tokens::ll1::{self, Ll1Conflict};
use crate::tokens::lr::{self, LrReport};
use crate::tokens::overlap::{self, Overlaps};
use crate::tokens::symbols::TokenGrammar;
use crate::tokens::ties::{self, Tie};
use notation::{Grammar, GrammarError};

/// The analyses of a grammar.
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
    /// Unreachable, undefined, doubled, left-recursive and unproductive productions.
    pub flaws: Vec<Flaw>,
    /// The terminals that can match the same text.
    pub overlaps: Overlaps,
    /// Overlapping terminals between which the grammar is to decide.
    pub ties: Vec<Tie>,
    /// The start symbols.
    pub starts: Vec<String>,
}

/// The error of a grammar whose productions are all terminals.
const ALL_TERMINALS: &str = "all productions are taken for terminals, since their names are in capitals, or are behind `@terminals`: \
    write the line `@terminals` before the first production that is a terminal, or at the end if none is";

impl Analyses {
    /// Runs all analyses, from the start symbols that the grammar declares. If it declares none, every production is looked at: the start
    /// symbols are the first, and each that nothing refers to.
    ///
    /// # Errors
    ///
    /// The grammar has no nonterminal.
    pub fn of(specified: &Grammar) -> Result<Self, GrammarError> {
        let all = TokenGrammar::of_all(specified);
        if all.productions.rules.is_empty() && !specified.rules.is_empty() {
            return Err(GrammarError::Syntax(ALL_TERMINALS.to_owned()));
        }
        let starts = all.all_starts();
        let tokens = all.from(&starts);
        let overlaps = overlap::overlaps(specified, &tokens);
        Ok(Self {
            ll1: ll1::conflicts(&tokens),
            lr: lr::analyse(&tokens)?,
            flaws: hygiene::flaws(specified),
            ties: ties::ties(&tokens, &overlaps),
            overlaps,
            starts,
        })
    }

    /// Names without a production, or with several, and productions that no text matches: of such a grammar nothing else can
    /// be said.
    pub fn gaps(&self) -> impl Iterator<Item = &Flaw> {
        let is_gap = |flaw: &&Flaw| {
            matches!(
                flaw,
                Flaw::Undefined { .. }
                    | Flaw::DefinedTwice { .. }
                    | Flaw::Unproductive { .. }
                    | Flaw::MatchesNothing { .. }
            )
        };
        self.flaws.iter().filter(is_gap)
    }

    /// Whether one token of lookahead always tells which way to go, and each way comes to an end.
    pub fn is_ll1(&self) -> bool {
        self.gaps().next().is_none()
            && self.ll1.is_empty()
            && self.left_recursion().next().is_none()
    }

    /// Recursion on the left: no such grammar is LL(1).
    pub fn left_recursion(&self) -> impl Iterator<Item = &Flaw> {
        let flaws = self.flaws.iter();
        flaws.filter(|flaw| matches!(flaw, Flaw::LeftRecursion { .. }))
    }
}
