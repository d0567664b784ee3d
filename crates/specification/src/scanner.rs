//! One automaton for all tokens: the longest match, ties kept.
//!
//! Invariant: a scan reads as far as the automaton is alive, and returns that place.

use crate::data::Data;
use crate::token_set::TokenSet;

/// A deterministic automaton over characters, minimal, as data.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::compile::{Productions, compile};
///
/// let grammar = ebnf::read("doc ::= 'if' | NAME\nNAME ::= [a-z]+")?;
/// let tables = compile(&Productions::of_ebnf(&grammar))?.tables;
/// let scan = tables.scanner.scan("if x", 0);
/// assert_eq!((scan.tokens, scan.end, scan.hits_end), ([0, 1].as_slice(), 2, false));
/// assert_eq!(tables.scanner.scan("iffy", 0).tokens, [1]);
/// assert!(tables.scanner.scan("iffy", 0).hits_end);
/// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scanner {
    /// The class of each ASCII character.
    pub ascii: Data<u8>,
    /// Where ranges of other characters begin, ascending; each ends where the next begins.
    pub bounds: Data<u32>,
    /// The class of each of these ranges.
    pub classes: Data<u8>,
    /// How many classes there are.
    pub width: usize,
    /// For each state and class, the next state. State 0 is dead, and state 1 the first.
    pub next: Data<u16>,
    /// For each state, the tokens that end there, as a place in `lists`.
    pub accepts: Data<u16>,
    /// For each state, the tokens that can still end, as a place in `lists`.
    pub alive: Data<u16>,
    /// Lists of tokens: how many, then each. The first list is empty.
    pub lists: Data<u16>,
}

/// The role of a byte at the beginning of a word.
const IN_FRONT: u8 = 1;
/// The role of a byte in a word, behind its first.
const BEHIND: u8 = 2;

/// The roles that each byte can have in a word.
const WORD_ROLES: [u8; 256] = {
    let mut roles = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        roles[byte] = match byte as u8 {
            b'-' => BEHIND,
            b'_' => IN_FRONT | BEHIND,
            letter if letter.is_ascii_alphanumeric() => IN_FRONT | BEHIND,
            _ => 0,
        };
        byte += 1;
    }
    roles
};

/// Whether a text is a word: letters, digits and `_` of ASCII, and hyphens, but not in front.
#[inline]
pub fn is_word(text: &str) -> bool {
    let Some((&first, rest)) = text.as_bytes().split_first() else {
        return false;
    };
    let roles = |byte: u8| WORD_ROLES[usize::from(byte)];
    let rest = rest.iter().fold(BEHIND, |all, &byte| all & roles(byte));
    rest != 0 && roles(first) & IN_FRONT != 0
}

/// The tokens that begin at a place of a text.
///
/// See [`Scanner`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan<'s> {
    /// The tokens that match the longest text, all of it.
    pub tokens: &'s [u16],
    /// Where that text ends; where it begins, if no token matches.
    pub end: usize,
    /// How far the automaton came: the offset of the first character that no token can go on with.
    pub reach: usize,
    /// The tokens that had begun and could still have ended, at `reach`.
    pub alive: &'s [u16],
    /// Whether the text ended before the automaton did: more text could make the token longer, or make one.
    pub hits_end: bool,
}

impl Scanner {
    /// The state before a token.
    pub const FIRST: usize = 1;

    /// Finds the longest token that begins at `start`.
    pub fn scan(&self, text: &str, start: usize) -> Scan<'_> {
        self.scan_while(text, start, |_, _| true)
    }

    /// Finds the longest token that begins at `start`, of some of the tokens only.
    pub fn scan_among(&self, text: &str, start: usize, among: &TokenSet) -> Scan<'_> {
        self.scan_while(text, start, |lists, state| {
            let mut tokens = self.list(lists[state]).iter();
            tokens.any(|&token| among.contains(token.into()))
        })
    }

    /// The state after a text that is read on from a state, the [first](Self::FIRST) one or another: tokens
    /// may [end](Self::accepted) there.
    ///
    /// # Errors
    ///
    /// No token goes on with all of the text: how many of its bytes one does.
    pub fn go_on(&self, mut state: usize, text: &str) -> Result<usize, usize> {
        let mut at = 0;
        loop {
            at += self.staying(state, &text.as_bytes()[at..]);
            let Some(&byte) = text.as_bytes().get(at) else {
                return Ok(state);
            };
            let (next, length) = self.step(state, byte, text, at);
            if next == 0 {
                return Err(at);
            }
            (state, at) = (next, at + length);
        }
    }

    /// The state after each [word](is_word) that is read on from a state, if it is one for all.
    pub fn after_words(&self, state: usize) -> Option<usize> {
        let after = self.next_state(state, 'a');
        let leads_there = |from: usize, role: u8| {
            let mut characters =
                (0..=127).filter(|&byte| WORD_ROLES[usize::from(byte)] & role != 0);
            characters.all(|byte| self.next_state(from, byte.into()) == after)
        };
        (after != 0 && leads_there(state, IN_FRONT) && leads_there(after, BEHIND)).then_some(after)
    }

    /// How many characters of ASCII at the beginning of a text lead from a state to itself, as most of a name do: the processor looks
    /// at the next one before it is done with the last.
    #[inline]
    fn staying(&self, state: usize, text: &[u8]) -> usize {
        let row = &self.next[state * self.width..][..self.width];
        let stays = |byte: &&u8| {
            let class = self.ascii.get(usize::from(**byte));
            class.is_some_and(|&class| usize::from(row[usize::from(class)]) == state)
        };
        text.iter().take_while(stays).count()
    }

    /// The state after the character that begins here with this byte, and how many bytes it has.
    #[inline(always)]
    fn step(&self, state: usize, byte: u8, text: &str, at: usize) -> (usize, usize) {
        let (class, length) = match self.ascii.get(usize::from(byte)) {
            Some(&class) => (class, 1),
            None => self.class_of_next(text, at),
        };
        let next = self.next[state * self.width + usize::from(class)];
        (next.into(), length)
    }

    /// `wanted` is asked with the lists of tokens of all states, and a state: most scans want all, and look up no list.
    fn scan_while(
        &self,
        text: &str,
        start: usize,
        wanted: impl Fn(&[u16], usize) -> bool,
    ) -> Scan<'_> {
        let bytes = text.as_bytes();
        let (mut state, mut at) = (Self::FIRST, start);
        let (mut best, mut end) = (0, start);
        loop {
            let Some(&byte) = bytes.get(at) else {
                let mut followers = self.next[state * self.width..][..self.width].iter();
                let hits_end = followers.any(|&next| {
                    let next = usize::from(next);
                    next != 0 && wanted(&self.alive, next)
                });
                return self.found(best, end, at, state, hits_end);
            };
            let (next, length) = self.step(state, byte, text, at);
            if next == 0 || !wanted(&self.alive, next) {
                return self.found(best, end, at, state, false);
            }
            (state, at) = (next, at + length);
            if self.accepts[state] != 0 && wanted(&self.accepts, state) {
                (best, end) = (state, at);
            }
        }
    }

    /// How far these tokens reach from `start` on, and which of them reach furthest; none, if none of them has the first
    /// character.
    pub(crate) fn reach(&self, text: &str, start: usize, among: &TokenSet) -> (usize, Vec<u16>) {
        let (mut state, mut at) = (Self::FIRST, start);
        let mut alive = Vec::new();
        while at < text.len() {
            let (class, length) = self.class_of_next(text, at);
            state = usize::from(self.next[state * self.width + usize::from(class)]);
            let still = self.list(self.alive[state]).iter().copied();
            let still: Vec<u16> = still
                .filter(|&token| among.contains(token.into()))
                .collect();
            if still.is_empty() {
                break;
            }
            (alive, at) = (still, at + length);
        }
        (at, alive)
    }

    fn found(
        &self,
        best: usize,
        end: usize,
        reach: usize,
        last: usize,
        hits_end: bool,
    ) -> Scan<'_> {
        Scan {
            tokens: self.list(self.accepts[best]),
            end,
            reach,
            alive: self.list(self.alive[last]),
            hits_end,
        }
    }

    /// The lists of several tokens that match one text.
    #[cfg(feature = "compile")]
    pub(crate) fn ties(&self) -> Vec<&[u16]> {
        let places: std::collections::BTreeSet<u16> = self.accepts.iter().copied().collect();
        let lists = places.into_iter().map(|place| self.list(place));
        lists.filter(|tokens| tokens.len() > 1).collect()
    }

    fn list(&self, place: u16) -> &[u16] {
        let place = usize::from(place);
        let length = usize::from(self.lists[place]);
        &self.lists[place + 1..=place + length]
    }

    /// The tokens that end in a state.
    pub fn accepted(&self, state: usize) -> &[u16] {
        self.list(self.accepts[state])
    }

    /// The state after a character; 0 is dead.
    pub fn next_state(&self, state: usize, character: char) -> usize {
        usize::from(self.next[state * self.width + usize::from(self.class_of(character))])
    }

    /// The class of the next character, and how many bytes it has.
    fn class_of_next(&self, text: &str, at: usize) -> (u8, usize) {
        let character = text[at..].chars().next().unwrap_or_default();
        (self.class_of(character), character.len_utf8())
    }

    /// The class of a character: characters of one class lead to the same state everywhere.
    pub fn class_of(&self, character: char) -> u8 {
        if let Some(&class) = self.ascii.get(character as usize) {
            return class;
        }
        let range = self
            .bounds
            .partition_point(|&bound| bound <= u32::from(character));
        self.classes[range - 1]
    }
}
