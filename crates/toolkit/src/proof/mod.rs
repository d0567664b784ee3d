//! Automata and tables that show that a PEG accepts its specification's language, for others to check without this program.
//!
//! The certificate's schema, and the argument that it is part of, are in `crates/lab/certificate/README.md`. Nothing here says whether
//! the proof is right: it is made of any grammar, and of one that is at fault it is no proof.

mod letters;
mod terminal;
mod ways;

use crate::matching::automata::TextState;
use crate::mirror::grammar_pair::Mirror;
use notation::GrammarError;
use notation::peg::Literate;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
pub use terminal::TerminalProof;
pub use ways::RuleTables;

/// Automata for the terminals, and tables for the nonterminals.
///
/// ```
/// use turtle_peg_toolkit::{Proof, peg};
///
/// let grammar = peg::read("
/// /// list ::= WORD*
/// list = { SOI ~ WORD* ~ EOI }
/// /// WORD ::= [a-z]+
/// WORD = @{ ('a'..'z')+ }
/// WHITESPACE = _{ \" \" }")?;
/// let proof = Proof::of(&grammar)?;
/// assert_eq!(proof.letters.len(), 6);
/// let word = &proof.terminals["WORD"];
/// assert_eq!((word.before.len(), word.behind.len(), word.production.len()), (2, 2, 2));
/// assert_eq!(proof.tables["list"].follow.len(), 1);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// All characters in ranges, so that every range of the grammars is made of some of them.
    pub letters: Vec<RangeInclusive<char>>,
    /// By terminal, and for what may stand between two, the automata. One that has none is left out: it is recursive, say.
    pub terminals: BTreeMap<String, TerminalProof>,
    /// By token that is no terminal, a literal or what a terminal refuses by a lookahead at its end, the automaton of its texts.
    pub tokens: BTreeMap<String, Vec<TextState>>,
    /// By nonterminal that the start rule reaches, or part of one, what comes first in it and next; empty, if white space is written out.
    pub tables: BTreeMap<String, RuleTables>,
}

impl Proof {
    /// Makes it.
    ///
    /// # Errors
    ///
    /// The productions above the rules cannot be read.
    pub fn of(literate: &Literate) -> Result<Self, GrammarError> {
        let mirror = Mirror::of(literate)?;
        let letters = letters::of(&mirror);
        let first: Vec<char> = letters.iter().map(|range| *range.start()).collect();
        let (tables, tokens) = match mirror.has_trivia() {
            true => ways::tables(&mirror),
            false => Default::default(),
        };
        Ok(Self {
            terminals: terminal::all(&mirror, &first),
            tokens: terminal::of_tokens(&mirror, &tokens, &first),
            letters,
            tables,
        })
    }
}
