//! The obligations of a grammar, and their outcomes.
//!
//! Invariant: an obligation is met by the argument that it names, or has findings, or is open and says why. An undecided
//! one is never met.

use super::finding::Finding;
use std::fmt;

/// A condition under which a PEG accepts its specification's language.
///
/// ```
/// use turtle_peg_toolkit::{Argument, Claim, ObligationOutcome, check, peg};
///
/// let check = check(&peg::read("/// a ::= B\na = { SOI ~ B ~ EOI }\n/// B ::= 'x'\nB = @{ \"x\" }")?, None)?;
/// let mut obligations = check.obligations.iter();
/// let structure = obligations.find(|one| one.claim == Claim::Structure && one.rule == "B").unwrap();
/// assert!(structure.is_met());
/// assert_eq!(structure.outcome, ObligationOutcome::Holds(vec![Argument::EqualExpression]));
/// assert_eq!(structure.claim.name(), "structure");
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Obligation {
    /// The claim.
    pub claim: Claim,
    /// The rule that it is about.
    pub rule: String,
    /// The outcome.
    pub outcome: ObligationOutcome,
}

/// The claims about a rule.
///
/// [`Obligation`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Claim {
    /// The productions above the rules are the specification's own.
    Quotation,
    /// The rule says the same as its production, but for the declared departures, and each of these is needed.
    Structure,
    /// The production was published with an error, and this corrects it.
    Erratum,
    /// White space, comments and ends of lines are where prose allows them.
    Trivia,
    /// The declared text may be between two tokens, and nothing else.
    WhiteSpace,
    /// A token is at least one character, and begins where neither white space nor a comment does.
    Token,
    /// A terminal matches the longest text that its production matches.
    Language,
    /// No two tokens that can be the same characters lead two ways.
    Tie,
    /// A difference that a nonterminal takes refuses nothing else.
    Difference,
    /// A guard refuses only where a longer token begins.
    Guard,
    /// No token is taken out of a longer one where the text can go on after it, or another way begins with the longer one.
    Cut,
    /// The first alternative that matches is the one that is meant, for each choice.
    Choice,
    /// Each option and repetition takes the text that the production means, and no more.
    Repetition,
    /// The start rule reads the text from its beginning to its end.
    Start,
}

impl Claim {
    /// All claims, in the order in which they are reported.
    pub const ALL: [Self; 14] = [
        Self::Quotation,
        Self::Structure,
        Self::Erratum,
        Self::Trivia,
        Self::WhiteSpace,
        Self::Token,
        Self::Language,
        Self::Tie,
        Self::Difference,
        Self::Guard,
        Self::Cut,
        Self::Choice,
        Self::Repetition,
        Self::Start,
    ];

    /// A name for it, of lower-case words and hyphens.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quotation => "quotation",
            Self::Structure => "structure",
            Self::Erratum => "erratum",
            Self::Trivia => "trivia",
            Self::WhiteSpace => "white-space",
            Self::Token => "token",
            Self::Language => "language",
            Self::Tie => "tie",
            Self::Difference => "difference",
            Self::Guard => "guard",
            Self::Cut => "cut",
            Self::Choice => "choice",
            Self::Repetition => "repetition",
            Self::Start => "start",
        }
    }

    /// The claim, in a sentence.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Quotation => "the productions above the rules are the specification's own",
            Self::Structure => {
                "the rule says what its production says, but for the departures that are declared, and each of these is needed"
            }
            Self::Erratum => {
                "the production was published with an error; the rule is held against what corrects it"
            }
            Self::Trivia => {
                "white space may be comments, and ends of lines recur, wherever the rule names them"
            }
            Self::WhiteSpace => "what may stand between two tokens is what is declared",
            Self::Token => {
                "every token is at least one character, and begins where neither white space nor a comment does"
            }
            Self::Language => {
                "the terminal matches the longest text that its production matches, and fails where that matches none"
            }
            Self::Tie => "no two tokens that can be the same characters lead two ways",
            Self::Difference => "a difference of tokens refuses nothing but what it takes away",
            Self::Guard => "a guard refuses only where a longer token begins",
            Self::Cut => {
                "no token is taken out of a longer one where the text can go on after it, or another way begins with the longer one"
            }
            Self::Choice => {
                "of each choice, the first alternative that matches is the one that is meant"
            }
            Self::Repetition => "each option and repetition takes as much as is meant, and no more",
            Self::Start => "the start rule reads the text from its beginning to its end",
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The outcome of an obligation.
///
/// [`Obligation`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObligationOutcome {
    /// It holds, by these arguments.
    Holds(Vec<Argument>),
    /// It does not: the findings.
    Broken(Vec<Finding>),
    /// It would hold if another rule, which is at fault, said the same as its production.
    RestsOn(String),
    /// It was shown neither to hold nor not to hold: why.
    Open(String),
}

/// The arguments that meet an obligation.
///
/// [`Obligation`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Argument {
    /// The two sides are the same expression, notation aside.
    EqualExpression,
    /// They are, once the departures of these kinds are taken back.
    Departures(Vec<&'static str>),
    /// Decided for all texts by automata with this number of states together.
    Automata(u64),
    /// One token tells which way to go, so that ordered choice and greedy repetition go the ways of the grammar
    /// (Mascarenhas, Medeiros and Ierusalimschy 2014).
    Ll1,
    /// One token does not tell: the ways part further on, as an automaton over tokens with this number of states shows. A
    /// round that fails gives back its text.
    PartFurtherOn {
        /// The choice, or the optional or repeated part.
        place: String,
        /// The states.
        states: u64,
    },
    /// The rule declares it, for a reason that it gives; nothing needs to be shown.
    Declared(String),
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EqualExpression => f.write_str("equal expression"),
            Self::Departures(kinds) => write!(f, "equal expression, but for {}", kinds.join(", ")),
            // The question was decided for another rule before.
            Self::Automata(0) => f.write_str("automata, no states of its own"),
            Self::Automata(1) => f.write_str("automata, 1 state"),
            Self::Automata(states) => write!(f, "automata, {states} states"),
            Self::Ll1 => f.write_str("LL(1)"),
            Self::PartFurtherOn { place, states } => {
                write!(f, "at {place} the ways part further on, {states} states")
            }
            Self::Declared(reason) => write!(f, "declared: {reason}"),
        }
    }
}

impl Obligation {
    /// Broken by the findings, if there are any; else it holds by the argument.
    pub(crate) fn of(claim: Claim, rule: &str, argument: Argument, findings: Vec<Finding>) -> Self {
        let outcome = match findings.is_empty() {
            true => ObligationOutcome::Holds(vec![argument]),
            false => ObligationOutcome::Broken(findings),
        };
        Self::with(claim, rule, outcome)
    }

    pub(crate) fn with(claim: Claim, rule: &str, outcome: ObligationOutcome) -> Self {
        Self {
            claim,
            rule: rule.to_owned(),
            outcome,
        }
    }

    /// The findings.
    pub fn findings(&self) -> &[Finding] {
        match &self.outcome {
            ObligationOutcome::Broken(findings) => findings,
            _ => &[],
        }
    }

    /// Whether it holds.
    pub fn is_met(&self) -> bool {
        matches!(self.outcome, ObligationOutcome::Holds(_))
    }

    /// Whether it was shown neither to hold nor not to hold.
    pub fn is_open(&self) -> bool {
        matches!(self.outcome, ObligationOutcome::Open(_))
    }
}
