//! Automata and tables that show that a PEG accepts its specification's language, for others to check without this program.
//!
//! The certificate's schema, and the argument that it is part of, are in `crates/lab/certificate/README.md`. Nothing here says whether
//! the proof is right: it is made of any grammar, and of one that is at fault it is no proof.

mod letters;
mod terminal;
mod ways;

use crate::mirror::grammar_pair::Mirror;
use notation::peg::Literate;
use notation::{CharSet, GrammarError};
use std::collections::BTreeMap;
pub use terminal::TerminalProof;
pub use ways::{ChoiceTokens, PartingOf, RuleTables};

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
/// assert_eq!(proof.letters.len(), 3);
/// let word = &proof.terminals["WORD"];
/// assert_eq!((word.before.len(), word.behind.len(), word.production.len()), (2, 2, 2));
/// assert_eq!(proof.tables["list"].follow.len(), 1);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// By rule the kinds of departure that it declares, in the order of their names.
    pub departures: BTreeMap<String, Vec<&'static str>>,
    /// Sets of characters, none of which is in two: every set of the grammars is made of some of them.
    pub letters: Vec<CharSet>,
    /// By terminal, and for what may stand between two, the automata. One that has none is left out: it is recursive, say.
    pub terminals: BTreeMap<String, TerminalProof>,
    /// By nonterminal that the start rule reaches, what comes first in it and next; empty, if white space is written out.
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
        let rules = literate.written.rules.iter().zip(&literate.above);
        let departures = rules.filter(|(_, above)| !above.departures.is_empty());
        let departures = departures.map(|(rule, above)| {
            let mut kinds: Vec<&str> = above.departures.iter().map(|one| one.kind.name()).collect();
            kinds.sort_unstable();
            kinds.dedup();
            (rule.name.clone(), kinds)
        });
        Ok(Self {
            departures: departures.collect(),
            terminals: terminal::all(&mirror, &letters),
            letters,
            tables: match mirror.has_trivia() {
                true => ways::tables(&mirror),
                false => BTreeMap::new(),
            },
        })
    }
}
