//! Reading tokens by their numbers: whether a text could go on with them is known before it is written.

use crate::machine::{Advance, Machine, MachineRun};
use crate::scanner::Scan;
use crate::{Entry, Stop, Tables};

/// Reads tokens one at a time, of any number of statements. A copy is a place to come back to.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::compile::{Productions, compile};
/// use turtle_peg_specification::{Entry, TokenWalk};
///
/// let grammar = ebnf::read("doc ::= list*\nlist ::= '(' NAME* ')'\nNAME ::= [a-z]+")?;
/// let tables = compile(&Productions::of_ebnf(&grammar))?.tables;
/// let tokens = |text| tables.scanner.scan(text, 0).tokens;
/// let mut walk = TokenWalk::new(&tables, Entry::Statement);
/// assert!(walk.take(tokens("(")) && walk.take(tokens("name")));
/// assert!(!walk.clone().take(tokens("(")));
/// assert!(walk.take(tokens(")")));
/// assert_eq!(walk.statements(), 1);
/// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TokenWalk<'t> {
    machine: Machine<'t>,
    entry: Entry,
    has_part: bool,
    statements: usize,
}

impl<'t> TokenWalk<'t> {
    /// From the beginning of such an entry on.
    ///
    /// # Panics
    ///
    /// If the tables are not deterministic.
    pub fn new(tables: &'t Tables, entry: Entry) -> Self {
        let mut walk = Self {
            machine: Machine::new(tables),
            entry,
            has_part: false,
            statements: 0,
        };
        walk.begin();
        walk
    }

    /// Takes the one of these tokens, which match the same text, that fits. If none does, the walk is over.
    pub fn take(&mut self, tokens: &[u16]) -> bool {
        const TAKEN: usize = 1;
        let scan = Scan {
            tokens,
            end: TAKEN,
            reach: TAKEN,
            alive: &[],
            hits_end: false,
        };
        loop {
            let mut ignored = ();
            let mut run = MachineRun::new(self.entry, "", &mut ignored);
            run.has_part = self.has_part;
            let step = self.machine.step_by(&mut run, &scan);
            self.has_part = run.has_part;
            let end = match step {
                None => return false,
                Some(Advance::GoOn | Advance::Stop(Stop::Nothing)) => return true,
                Some(Advance::Stop(Stop::GraphBegins { end })) => {
                    self.entry = Entry::InGraph;
                    end
                }
                Some(Advance::Stop(Stop::GraphEnds { end })) => {
                    self.entry = Entry::Statement;
                    end
                }
                Some(Advance::Stop(Stop::Read { end })) => end,
                Some(Advance::Stop(_)) => return false,
            };
            self.statements += 1;
            self.begin();
            if end == TAKEN {
                return true;
            }
        }
    }

    /// Whether the text can end here.
    pub fn can_end(&self) -> bool {
        self.clone().take(&[])
    }

    /// How many statements have ended, and graphs begun or ended.
    pub fn statements(&self) -> usize {
        self.statements
    }

    /// Whether the text goes on alike from both, whatever follows.
    pub fn goes_on_like(&self, other: &Self) -> bool {
        (self.entry, self.has_part) == (other.entry, other.has_part)
            && self.machine.is_in_state_of(&other.machine)
    }

    fn begin(&mut self) {
        self.machine.begin_at(self.entry);
        self.has_part = false;
    }
}
