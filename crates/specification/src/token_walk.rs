//! Reading tokens by their numbers: whether a text could go on with them is known before it is written.

use crate::machine::{Advance, Machine, MachineRun};
use crate::scanner::Scan;
use crate::{Reply, Scope, Tables};

/// Reads tokens one at a time, of any number of statements. A copy is a place to come back to.
///
/// ```
/// # use notation as turtle_peg_notation;
/// use turtle_peg_notation::ebnf;
/// use turtle_peg_specification::compile::{Productions, compile};
/// use turtle_peg_specification::{Scope, TokenWalk};
///
/// let grammar = ebnf::read("doc ::= list*\nlist ::= '(' NAME* ')'\nNAME ::= [a-z]+")?;
/// let tables = compile(&Productions::of_ebnf(&grammar))?.tables;
/// let tokens = |text| tables.scanner.scan(text, 0).tokens;
/// let mut walk = TokenWalk::new(&tables, Scope::Outside);
/// assert!(walk.take(tokens("(")) && walk.take(tokens("name")));
/// assert!(!walk.clone().take(tokens("(")));
/// assert!(walk.take(tokens(")")));
/// assert_eq!(walk.statements(), 1);
/// # Ok::<(), turtle_peg_specification::compile::CompileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TokenWalk<'t> {
    machine: Machine<'t>,
    scope: Scope,
    /// Whether a statement has begun.
    has_begun: bool,
    statements: usize,
}

impl<'t> TokenWalk<'t> {
    /// From the beginning of a statement on.
    ///
    /// # Panics
    ///
    /// If the tables are not deterministic.
    pub fn new(tables: &'t Tables, scope: Scope) -> Self {
        let mut walk = Self {
            machine: Machine::new(tables),
            scope,
            has_begun: false,
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
            let mut run = MachineRun::new(self.scope, "", &mut ignored);
            run.has_begun = self.has_begun;
            let step = self.machine.step_by(&mut run, &scan);
            self.has_begun = run.has_begun;
            let end = match step {
                None => return false,
                Some(Advance::GoOn | Advance::Stop(Reply::End)) => return true,
                Some(Advance::Stop(Reply::GraphBegin { consumed })) => {
                    self.scope = Scope::InGraph;
                    consumed
                }
                Some(Advance::Stop(Reply::GraphEnd { consumed })) => {
                    self.scope = Scope::Outside;
                    consumed
                }
                Some(Advance::Stop(Reply::Statement { consumed })) => consumed,
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
        (self.scope, self.has_begun) == (other.scope, other.has_begun)
            && self.machine.is_in_state_of(&other.machine)
    }

    fn begin(&mut self) {
        self.machine.begin(self.scope);
        self.has_begun = false;
    }
}
