//! How much may be searched before a question stays open.
//!
//! An automaton can have exponentially many states, so every search has a limit, and so have all searches together that one
//! call of the toolkit makes, or that answer one of a call's questions. All count steps, not time: the same question has the
//! same answer on every machine.
//!
//! Invariants: a search that was cut short has no answer: the caller reports that it is not decided, and nothing else. A question
//! that is asked alone takes no steps from the others, until all of them together have taken `MOST_TOGETHER`: from then on
//! each has `FEW_ALONE`, so that a call with many questions without answers ends, too.

use std::cell::Cell;
use std::fmt;

/// How many steps a search may take.
pub(crate) const MOST_IN_A_SEARCH: u64 = 1_500_000;

/// How many steps all searches of one call may take together.
const MOST_TOGETHER: u64 = 40_000_000;

/// How many steps all searches for the answer to one question may take, where a call asks many.
const MOST_ALONE: u64 = MOST_IN_A_SEARCH;

/// How many steps one question may take when the questions before it have taken [`MOST_TOGETHER`].
const FEW_ALONE: u64 = 100_000;

/// Why a question has no answer.
///
/// ```
/// use turtle_peg_toolkit::inclusion::{Semantics, RuleReading, beyond};
/// use turtle_peg_toolkit::{Unanswered, ebnf};
///
/// let grammar = ebnf::read("nested ::= '(' nested? ')'\nword ::= [a-z]+")?;
/// let of = |rule| RuleReading { grammar: &grammar, semantics: Semantics::Ebnf, rule };
/// assert_eq!(beyond(of("nested"), of("word")), Err(Unanswered::Recursive));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unanswered {
    /// A rule uses itself, maybe by way of others.
    Recursive,
    /// An expression that may match nothing is repeated.
    RepeatsNothing,
    /// A name has no rule, or a token's expression does not match tokens.
    Undefined,
    /// A rule says where the text begins, with `SOI`.
    Start,
    /// The right side of `-` is not a set of characters, or the left side matches more than one character.
    Difference,
    /// The search, or all searches of one call, ended without an answer after this number of steps.
    After(u64),
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Recursive => f.write_str("not decided: it is recursive"),
            Self::RepeatsNothing => f.write_str("not decided: it repeats what may be nothing"),
            Self::Undefined => f.write_str("not decided: it uses a name that is not defined"),
            Self::Start => f.write_str("not decided: it says where the text begins (`SOI`)"),
            Self::Difference => f.write_str(
                "not decided: `-` takes away more than single characters from single characters",
            ),
            Self::After(steps) => write!(f, "not decided, after {steps} steps"),
        }
    }
}

impl std::error::Error for Unanswered {}

impl Unanswered {
    /// Whether the expression itself cannot be read: more steps would not help.
    pub(crate) fn is_unreadable(self) -> bool {
        !matches!(self, Self::After(_))
    }
}

/// How many steps calls and questions may take.
#[derive(Clone, Copy)]
struct StepLimits {
    together: u64,
    alone: u64,
}

/// The steps of a call or a question.
#[derive(Clone, Copy)]
struct StepsLeft {
    left: u64,
    /// How many there were.
    of: u64,
}

impl StepsLeft {
    fn all(steps: u64) -> Self {
        Self {
            left: steps,
            of: steps,
        }
    }
}

thread_local! {
    static LIMITS: Cell<StepLimits> = const {
        Cell::new(StepLimits {
            together: MOST_TOGETHER,
            alone: MOST_ALONE,
        })
    };
    /// The remaining steps of the current call or question; none outside of a call.
    static LEFT: Cell<Option<StepsLeft>> = const { Cell::new(None) };
    /// How many steps the questions of the current call have taken that were asked alone.
    static TAKEN_ALONE: Cell<u64> = const { Cell::new(0) };
    /// How many states all searches of this thread have seen so far.
    static STATES: Cell<u64> = const { Cell::new(0) };
}

/// The steps that one question of a call has taken, and the states of the automata that were gone through for it. It may be
/// asked in several parts.
#[derive(Default)]
pub(crate) struct Budget {
    taken: u64,
    pub(crate) states: u64,
}

impl Budget {
    /// The answer to a part of the question, whatever else the call has asked.
    pub(crate) fn ask<T>(&mut self, part: impl FnOnce() -> T) -> T {
        // Outside of a call there are no others.
        let has_few = LEFT.get().is_some() && TAKEN_ALONE.get() >= MOST_TOGETHER;
        let most = match has_few {
            true => LIMITS.get().alone.min(FEW_ALONE),
            false => LIMITS.get().alone,
        };
        let steps = StepsLeft {
            left: most.saturating_sub(self.taken),
            of: most,
        };
        let states = STATES.get();
        let others = LEFT.replace(Some(steps));
        let answer = part();
        let left = LEFT.replace(others).map_or(0, |steps| steps.left);
        let taken = steps.left - left;
        self.taken += taken;
        self.states += STATES.get() - states;
        if others.is_some() {
            TAKEN_ALONE.set(TAKEN_ALONE.get().saturating_add(taken));
        }
        answer
    }
}

/// The answer to one question, which has a budget of its own; and how many states the automata had that it went through.
pub(crate) fn alone<T>(question: impl FnOnce() -> T) -> (T, u64) {
    let mut budget = Budget::default();
    let answer = budget.ask(question);
    (answer, budget.states)
}

/// Notes that a search has seen this number of states.
pub(crate) fn saw(states: usize) {
    STATES.set(STATES.get() + states as u64);
}

/// One call of the toolkit, whose searches share a limit; within another call they share that one's.
pub fn shared<T>(call: impl FnOnce() -> T) -> T {
    if LEFT.get().is_some() {
        return call();
    }
    LEFT.set(Some(StepsLeft::all(LIMITS.get().together)));
    TAKEN_ALONE.set(0);
    let result = call();
    LEFT.set(None);
    result
}

/// A call in which each question takes at most this number of steps, and so does each call within it: for an answer while somebody
/// waits.
pub fn at_most<T>(steps: u64, call: impl FnOnce() -> T) -> T {
    let others = LIMITS.replace(StepLimits {
        together: steps,
        alone: steps,
    });
    let result = call();
    LIMITS.set(others);
    result
}

/// Takes steps from the budget; whether it had enough.
pub(crate) fn spend(steps: u64) -> bool {
    let Some(StepsLeft { left, of }) = LEFT.get() else {
        return true;
    };
    let rest = left.saturating_sub(steps);
    LEFT.set(Some(StepsLeft { left: rest, of }));
    left >= steps
}

/// Takes all remaining steps: the current question has no end.
pub(crate) fn give_up() {
    spend(u64::MAX);
}

/// Whether the current question has taken all its steps: its results from here on mean nothing.
pub fn is_spent() -> bool {
    LEFT.get().is_some_and(|steps| steps.left == 0)
}

/// The step limit of the current question, for reports that it was exceeded.
pub fn limit() -> u64 {
    LEFT.get().map_or(LIMITS.get().together, |steps| steps.of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_within_a_call_share_its_limit() {
        assert!(spend(u64::MAX));
        shared(|| {
            assert!(spend(MOST_TOGETHER - 1));
            shared(|| assert!(spend(1) && !spend(1)));
            assert!(!spend(1));
        });
        shared(|| assert!(spend(1)));
    }

    #[test]
    fn a_question_alone_takes_no_steps_from_others() {
        shared(|| {
            assert!(!alone(|| spend(MOST_ALONE + 1)).0);
            assert!(!is_spent() && spend(MOST_TOGETHER));
            assert!(alone(|| spend(MOST_ALONE)).0);
            assert!(is_spent());
        });
    }

    #[test]
    fn a_call_with_many_questions_without_answers_ends() {
        shared(|| {
            for _ in 0..MOST_TOGETHER.div_ceil(MOST_ALONE) {
                assert!(alone(|| spend(MOST_ALONE)).0);
            }
            assert!(!alone(|| spend(FEW_ALONE + 1)).0);
            assert!(alone(|| spend(FEW_ALONE)).0);
        });
        shared(|| assert!(alone(|| spend(MOST_ALONE)).0));
    }
}
