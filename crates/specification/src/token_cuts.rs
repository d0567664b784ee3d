//! Whether a text may be cut within a token: two bytes nearly always show that it is not.
//!
//! Invariant: where a token ends with one byte and a longer one goes on with the next, the pair is here. The reverse need
//! not hold: for a pair that is here, the caller has to read the tokens.

use crate::data::Data;
#[cfg(feature = "compile")]
use crate::scanner::Scanner;

/// For each last byte of a token, the bytes with which a longer token can go on.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::compile::{Productions, compile};
///
/// let grammar = ebnf::read("doc ::= (NUMBER | '.')*\nNUMBER ::= [0-9]+ ('.' [0-9]+)?")?;
/// let tables = compile(&Productions::of_ebnf(&grammar))?.tables;
/// assert!(tables.token_cuts.may_be_within("1.2", 1));
/// assert!(!tables.token_cuts.may_be_within("1 2", 1));
/// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenCuts {
    /// For each ASCII character, the number of its set.
    pub after: Data<u8>,
    /// Sets of bytes that can follow: ASCII characters, as bits, and whether others can.
    pub sets: Data<(u128, bool)>,
}

impl TokenCuts {
    /// Without any pair.
    #[cfg(feature = "compile")]
    pub(crate) fn none() -> Self {
        Self::from_sets(&[(0, false); 128])
    }

    /// The pairs of an automaton of tokens.
    #[cfg(feature = "compile")]
    pub(crate) fn of(scanner: &Scanner) -> Self {
        let states = scanner.alive.len();
        let class = |byte: usize| usize::from(scanner.ascii[byte]);
        // The bytes that each state can go on with.
        let goes_on = |state: usize, class: usize| scanner.next[state * scanner.width + class] != 0;
        let follow = |state: usize| {
            let ascii = (0..128).filter(|&byte| goes_on(state, class(byte)));
            let bits = ascii.fold(0, |bits, byte| bits | 1 << byte);
            let beyond = scanner.classes.iter();
            let beyond = beyond.map(|&class| goes_on(state, class.into()));
            (bits, beyond.fold(false, |any, goes_on| any | goes_on))
        };
        let follow: Vec<(u128, bool)> = (0..states).map(follow).collect();
        let mut after = vec![(0, false); 128];
        for state in 1..states {
            for (byte, (bits, beyond)) in after.iter_mut().enumerate() {
                let next = usize::from(scanner.next[state * scanner.width + class(byte)]);
                if scanner.accepts[next] != 0 {
                    *bits |= follow[next].0;
                    *beyond |= follow[next].1;
                }
            }
        }
        Self::from_sets(&after)
    }

    /// From a set for each ASCII character.
    #[cfg(feature = "compile")]
    fn from_sets(of_each: &[(u128, bool)]) -> Self {
        let mut sets: Vec<(u128, bool)> = of_each.to_vec();
        sets.sort_unstable();
        sets.dedup();
        // At most one set an ASCII character: 128.
        let number = |set| sets.partition_point(|other| other < set) as u8;
        Self {
            after: of_each.iter().map(number).collect(),
            sets: sets.into(),
        }
    }

    /// Whether a longer token could begin before `at` and go on after it; at the end of the text, whether it could go on with
    /// more text.
    #[inline]
    pub fn may_be_within(&self, text: &str, at: usize) -> bool {
        let bytes = text.as_bytes();
        let Some(&last) = at.checked_sub(1).and_then(|last| bytes.get(last)) else {
            return false;
        };
        // Characters of several bytes have no sets.
        let Some(&set) = self.after.get(usize::from(last)) else {
            return true;
        };
        let (ascii, beyond) = self.sets[usize::from(set)];
        match bytes.get(at) {
            // Halves, since to shift 128 bits takes twice the instructions.
            Some(&next) if next < 64 => ascii as u64 >> next & 1 != 0,
            Some(&next) if next < 128 => (ascii >> 64) as u64 >> (next - 64) & 1 != 0,
            Some(_) => beyond,
            None => ascii != 0 || beyond,
        }
    }
}
