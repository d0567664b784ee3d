//! Whether a grammar is LR(1), and whether it is LALR(1): whether one token of lookahead always decides for a
//! parser that goes from the bottom up.
//!
//! LALR(1) merges all states of the canonical LR(1) automaton that differ in lookahead only. Without conflicts there, a
//! grammar is LR(1), too. Conflicts are then looked for in the canonical automaton itself, which is walked only where
//! there are any.
//!
//! Invariant: the questions are about one grammar without operators, in which repetitions recurse on the left, and the
//! same part, written twice, is one nonterminal. Another that says the same could have other conflicts; but if this one
//! has none, the texts are those of an LR(1) grammar.

use super::bnf::Bnf;
use super::canonical::{CanonicalAutomaton, Clash, Kernel, clashes, kernel};
use super::first::FirstSets;
use super::lalr;
use super::shortest::{self, ShortestTokens};
use super::symbols::{GrammarToken, Lookahead, TokenGrammar};
use notation::{GrammarError, RuleUses};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

/// The LR analysis of a grammar.
///
/// ```
/// use turtle_peg_toolkit::lr::{LrConflictKind, LrVerdict, analyse};
/// use turtle_peg_toolkit::{ebnf, symbols::TokenGrammar};
///
/// let grammar = ebnf::read("list ::= one | other\none ::= 'x'\nother ::= 'x'")?;
/// let report = analyse(&TokenGrammar::of(&grammar))?;
/// assert_eq!((report.lr1(), report.lalr1()), (LrVerdict::No, LrVerdict::No));
/// let conflict = &report.conflicts[0];
/// assert_eq!(conflict.kind, LrConflictKind::ReduceReduce);
/// assert_eq!(conflict.items, ["one ::= 'x' ·", "other ::= 'x' ·"]);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LrReport {
    /// How many states the LALR(1) automaton has, for all start symbols together.
    pub states: usize,
    /// The conflicts that keep the grammar from being LR(1), or only from being LALR(1).
    pub conflicts: Vec<LrConflict>,
    /// Whether it was left open if the grammar is LR(1), and if it is LALR(1): after how many states.
    pub undecided: [Option<usize>; 2],
}

/// Whether a grammar is of a kind.
///
/// [`LrReport`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LrVerdict {
    /// It is.
    Yes,
    /// It is not.
    No,
    /// Undecided after this number of states.
    NotDecided(usize),
}

impl fmt::Display for LrVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yes => f.write_str("yes"),
            Self::No => f.write_str("no"),
            Self::NotDecided(states) => write!(f, "not decided, after {states} states"),
        }
    }
}

impl LrReport {
    /// Whether the grammar is LR(1).
    pub fn lr1(&self) -> LrVerdict {
        let mut conflicts = self.conflicts.iter();
        match (
            conflicts.any(|conflict| conflict.merged_with.is_none()),
            self.undecided[0],
        ) {
            (true, _) => LrVerdict::No,
            (false, Some(states)) => LrVerdict::NotDecided(states),
            (false, None) => LrVerdict::Yes,
        }
    }

    /// Whether the grammar is LALR(1), and so LR(1).
    pub fn lalr1(&self) -> LrVerdict {
        match (self.conflicts.is_empty(), self.undecided[1]) {
            (false, _) => LrVerdict::No,
            (true, Some(states)) => LrVerdict::NotDecided(states),
            (true, None) => LrVerdict::Yes,
        }
    }

    /// Whether it is known that the grammar is LALR(1), and so LR(1).
    pub fn is_lalr1(&self) -> bool {
        self.lalr1() == LrVerdict::Yes
    }
}

impl fmt::Display for LrReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "LR(1): {}, LALR(1): {}, {} states",
            self.lr1(),
            self.lalr1(),
            self.states
        )?;
        for conflict in &self.conflicts {
            write!(f, "\n{conflict}")?;
        }
        Ok(())
    }
}

/// A state in which a token does not decide.
///
/// [`LrReport`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LrConflict {
    /// The kind of conflict.
    pub kind: LrConflictKind,
    /// The items that could go on or be complete here, in EBNF: `·` marks the end of the text that was read. A part with an
    /// operator has a production of its own. Those that read on come first.
    pub items: Vec<String>,
    /// The tokens: one conflict is the same before several.
    pub lookaheads: Vec<Lookahead>,
    /// The fewest tokens that lead to this state. None, if something on the way never comes to an end.
    pub prefix: Option<Vec<GrammarToken>>,
    /// If there, the conflict is LALR(1)'s only: `prefix` leads to a state where the first item is complete before this
    /// token, and these tokens lead to one where the second is; merging the two makes the conflict.
    pub merged_with: Option<Vec<GrammarToken>>,
}

/// The kinds of conflict.
///
/// [`LrReport`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LrConflictKind {
    /// Read the token, or take a production for complete.
    ShiftReduce,
    /// Take one production for complete, or another.
    ReduceReduce,
}

impl fmt::Display for LrConflictKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::ShiftReduce => "shift/reduce",
            Self::ReduceReduce => "reduce/reduce",
        })
    }
}

impl fmt::Display for LrConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let class = match self.merged_with {
            Some(_) => "LALR(1)",
            None => "LR(1)",
        };
        write!(f, "{class} {} conflict on", self.kind)?;
        for lookahead in &self.lookaheads {
            write!(f, " {lookahead}")?;
        }
        for item in &self.items {
            write!(f, "\n  {item}")?;
        }
        for prefix in [&self.prefix, &self.merged_with].into_iter().flatten() {
            let tokens = shortest::print(prefix);
            let next = self.lookaheads.first().unwrap_or(&Lookahead::EndOfText);
            match prefix.is_empty() {
                true => write!(f, "\n  at the beginning of the text, before {next}")?,
                false => write!(f, "\n  after {tokens}, before {next}")?,
            }
        }
        Ok(())
    }
}

/// Looks for conflicts in these productions, with one automaton for each start symbol.
///
/// ```
/// use turtle_peg_toolkit::{ebnf, lr, symbols::TokenGrammar};
///
/// let grammar = ebnf::read("statement ::= 'if' statement ('else' statement)? | 'skip'")?;
/// let report = lr::analyse(&TokenGrammar::of(&grammar))?;
/// assert_eq!(report.lr1(), lr::LrVerdict::No);
/// assert_eq!(
///     report.conflicts[0].to_string(),
///     "LR(1) shift/reduce conflict on 'else'
///   ('else' statement)? ::= · 'else' statement
///   ('else' statement)? ::= ·
///   after 'if' 'if' 'skip', before 'else'"
/// );
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
///
/// # Errors
///
/// Nothing is a nonterminal.
pub fn analyse(grammar: &TokenGrammar) -> Result<LrReport, GrammarError> {
    let mut all = LrReport {
        states: 0,
        conflicts: Vec::new(),
        undecided: [None, None],
    };
    let uses = RuleUses::of(&grammar.productions);
    for start in &grammar.starts {
        let report = from_start(&grammar.alone(&uses, std::slice::from_ref(start)))?;
        all.states += report.states;
        for (known, own) in all.undecided.iter_mut().zip(report.undecided) {
            *known = known.or(own);
        }
        for conflict in report.conflicts {
            let is_same = |known: &LrConflict| {
                known.items == conflict.items
                    && known.merged_with.is_some() == conflict.merged_with.is_some()
            };
            match all.conflicts.iter_mut().find(|known| is_same(known)) {
                Some(known) => {
                    let new = conflict.lookaheads.into_iter();
                    let new = new.filter(|one| !known.lookaheads.contains(one));
                    known.lookaheads.extend(new.collect::<Vec<_>>());
                }
                None => all.conflicts.push(conflict),
            }
        }
    }
    match grammar.starts.is_empty() {
        true => Err(GrammarError::Empty),
        false => Ok(all),
    }
}

fn from_start(grammar: &TokenGrammar) -> Result<LrReport, GrammarError> {
    let sets = FirstSets::of(grammar);
    let bnf = Bnf::of(grammar).ok_or(GrammarError::Empty)?;
    let automaton = CanonicalAutomaton::of(&bnf, &sets);
    let (states, mut suspects) = match suspects(&automaton) {
        Ok(found) => found,
        Err(states) => {
            return Ok(LrReport {
                states,
                conflicts: Vec::new(),
                undecided: [Some(states), Some(states)],
            });
        }
    };
    let mut seen = None;
    if !suspects.is_empty() {
        let sentences = ShortestTokens::of(grammar, &sets);
        seen = gather_evidence(&mut suspects, &automaton, &sentences);
    }
    let conflicts = conflicts(&suspects, &bnf);
    // Where the walk was cut short, there may be more of them, and each may be one of LALR(1) only or of both.
    let is_lr = |conflict: &LrConflict| conflict.merged_with.is_none();
    Ok(LrReport {
        states,
        undecided: [
            seen.filter(|_| !conflicts.iter().any(is_lr)),
            seen.filter(|_| conflicts.is_empty()),
        ],
        conflicts,
    })
}

/// How many states of the canonical automaton are looked at, which can have exponentially many.
const MOST_STATES: usize = 10_000;

/// How many conflicts are looked into.
const MOST_SUSPECTS: usize = 1_000;

/// A conflict of the LALR(1) automaton, in the state of this kernel, and the evidence for it in the canonical one.
struct Suspect {
    kernel: Kernel,
    clash: Clash,
    /// The way to a state that has it.
    there: Option<Evidence>,
    /// The ways to states where the first and the second production are complete before this token.
    sides: [Option<Evidence>; 2],
}

struct Evidence {
    items: Vec<String>,
    prefix: Option<Vec<GrammarToken>>,
}

/// The conflicts of the LALR(1) automaton, which has those of the LR(1) automaton, too; and how many states it has.
fn suspects(automaton: &CanonicalAutomaton<'_>) -> Result<(usize, Vec<Suspect>), usize> {
    let bnf = automaton.bnf;
    let states = lalr::states(bnf, &automaton.nullable)?;
    let count = states.len();
    let suspects = states.into_iter().flat_map(|(kernel, state)| {
        let clashes = clashes(&state, bnf).into_iter();
        clashes.map(move |clash| Suspect {
            kernel: kernel.clone(),
            clash,
            there: None,
            sides: [None, None],
        })
    });
    Ok((count, suspects.take(MOST_SUSPECTS).collect()))
}

/// The canonical automaton's evidence; the number of states, if it was not walked to its end.
fn gather_evidence(
    suspects: &mut [Suspect],
    automaton: &CanonicalAutomaton<'_>,
    sentences: &ShortestTokens<'_>,
) -> Option<usize> {
    let bnf = automaton.bnf;
    let mut left = MOST_STATES;
    automaton.walk(sentences, |state, prefix| {
        left -= 1;
        if left == 0 {
            return ControlFlow::Break(());
        }
        let (kernel, clashes) = (kernel(state), clashes(state, bnf));
        for suspect in suspects
            .iter_mut()
            .filter(|suspect| suspect.kernel == kernel)
        {
            let evidence = || Evidence {
                items: suspect.clash.items(state, bnf),
                prefix: prefix.clone(),
            };
            if suspect.there.is_none() && clashes.contains(&suspect.clash) {
                suspect.there = Some(evidence());
            }
            for (side, complete) in suspect.sides.iter_mut().zip(&suspect.clash.complete) {
                let lookaheads = state.get(complete);
                if side.is_none()
                    && lookaheads.is_some_and(|all| all.contains(&suspect.clash.lookahead))
                {
                    *side = Some(evidence());
                }
            }
        }
        match suspects.iter().all(|suspect| suspect.there.is_some()) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    (left == 0).then_some(MOST_STATES)
}

/// One for each that is the same in several states or before several tokens, with the shortest way there.
fn conflicts(suspects: &[Suspect], bnf: &Bnf<'_>) -> Vec<LrConflict> {
    let mut by_clash: BTreeMap<&Clash, Vec<&Suspect>> = BTreeMap::new();
    for suspect in suspects {
        by_clash.entry(&suspect.clash).or_default().push(suspect);
    }
    let length = |evidence: &&Evidence| evidence.prefix.as_ref().map_or(usize::MAX, Vec::len);
    let mut all: Vec<LrConflict> = Vec::new();
    for (clash, same) in by_clash {
        let there = same.iter().filter_map(|suspect| suspect.there.as_ref());
        let merged = same.iter().find_map(|suspect| match &suspect.sides {
            [Some(first), Some(second)] => Some((first, second)),
            _ => None,
        });
        let (evidence, merged_with) = match (there.min_by_key(length), merged) {
            (Some(there), _) => (there, None),
            (None, Some((first, second))) => (first, second.prefix.clone()),
            (None, None) => continue,
        };
        let items = &evidence.items;
        let is_same = |known: &&mut LrConflict| {
            known.items == *items && known.merged_with.is_some() == merged_with.is_some()
        };
        if let Some(known) = all.iter_mut().find(is_same) {
            known.lookaheads.push(clash.token(bnf));
            continue;
        }
        all.push(LrConflict {
            kind: match clash.complete.len() {
                1 => LrConflictKind::ShiftReduce,
                _ => LrConflictKind::ReduceReduce,
            },
            items: items.clone(),
            lookaheads: vec![clash.token(bnf)],
            prefix: evidence.prefix.clone(),
            merged_with,
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::{Expression, Grammar, ebnf};

    fn report(text: &str) -> LrReport {
        let grammar = ebnf::read(text).unwrap_or_else(|error| panic!("{error}"));
        let report = analyse(&TokenGrammar::of(&grammar));
        report.unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn what_is_lalr_has_no_conflict() {
        for text in [
            "e ::= e '+' t | t\nt ::= t '*' f | f\nf ::= '(' e ')' | ID",
            "list ::= 'x' (';' 'x')* ';'?",
            "doc ::= line? (EOL line)* EOL?\nline ::= 'x'+ '.'",
            "doc ::= 'x'?",
            // An endless symbol has no text, and so no text that could be read in two ways.
            "doc ::= 'x' doc",
        ] {
            let report = report(text);
            assert!(report.is_lalr1(), "{text}: {report}");
        }
    }

    #[test]
    fn each_kind_is_found() {
        for (text, expected) in [
            (
                "s ::= '(' 'x'* y* ')'\ny ::= 'x'",
                vec![
                    "LR(1) shift/reduce conflict on 'x'
  'x'* ::= 'x'* · 'x'
  y* ::= ·
  after '(', before 'x'",
                ],
            ),
            (
                "s ::= a | b\na ::= 'x'\nb ::= 'x'",
                vec![
                    "LR(1) reduce/reduce conflict on $
  a ::= 'x' ·
  b ::= 'x' ·
  after 'x', before $",
                ],
            ),
            (
                "s ::= (a | b) 'y'\na ::= 'x'+\nb ::= 'x' 'x'",
                vec![
                    "LR(1) shift/reduce conflict on 'x'
  b ::= 'x' · 'x'
  'x'+ ::= 'x' ·
  after 'x', before 'x'",
                ],
            ),
            (
                "s ::= s | 'x'",
                vec![
                    "LR(1) reduce/reduce conflict on $
  s ::= s ·
  s ::= s ·
  after 'x', before $",
                ],
            ),
        ] {
            let found = report(text).conflicts;
            let found: Vec<String> = found.iter().map(ToString::to_string).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    /// Example 4.58 of the dragon book (Aho, Lam, Sethi, Ullman).
    #[test]
    fn what_is_lr_but_not_lalr_is_told_apart() {
        let report =
            report("s ::= 'a' a 'd' | 'b' b 'd' | 'a' b 'e' | 'b' a 'e'\na ::= 'c'\nb ::= 'c'");
        let verdicts = (report.lr1(), report.lalr1());
        assert_eq!(verdicts, (LrVerdict::Yes, LrVerdict::No));
        assert_eq!(
            report.conflicts[0].to_string(),
            "LALR(1) reduce/reduce conflict on 'd' 'e'
  a ::= 'c' ·
  b ::= 'c' ·
  after 'a' 'c', before 'd'
  after 'b' 'c', before 'd'"
        );
        assert_eq!(report.conflicts.len(), 1);
    }

    #[test]
    fn without_a_nonterminal_there_is_nothing_to_analyse() {
        let analyse = |grammar: &Grammar| analyse(&TokenGrammar::of(grammar));
        assert_eq!(analyse(&Grammar::default()), Err(GrammarError::Empty));
        let mut nothing = ebnf::read("doc ::= 'x'").unwrap();
        nothing.rules[0].expression = Expression::Sequence(Vec::new());
        assert!(analyse(&nothing).unwrap().is_lalr1());
    }
}
