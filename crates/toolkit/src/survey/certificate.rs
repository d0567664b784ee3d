//! The summary of a certificate, claim by claim.
//!
//! Invariant: every obligation is counted once, under the arguments that it holds by, or is named as open or broken.

use crate::mirror::obligation::{Argument, Claim, Obligation, ObligationOutcome};

/// The outcome of a claim, for all rules that it concerns.
pub(crate) struct Line {
    pub(crate) claim: Claim,
    pub(crate) rules: usize,
    /// The arguments, and for how many rules each.
    pub(crate) arguments: String,
}

/// The claims that concern any rule.
pub(crate) fn lines(obligations: &[Obligation]) -> Vec<Line> {
    let lines = Claim::ALL.into_iter().filter_map(|claim| {
        let of_claim = obligations.iter().filter(|one| one.claim == claim);
        let of_claim: Vec<&Obligation> = of_claim.collect();
        let mut counts: Vec<(ShownBy, usize)> = Vec::new();
        for obligation in &of_claim {
            let shown = shown(obligation);
            match counts.iter_mut().find(|(known, _)| known.is_like(&shown)) {
                Some((known, count)) => {
                    known.states += shown.states;
                    *count += 1;
                }
                None => counts.push((shown, 1)),
            }
        }
        let arguments = counts.iter().map(|(shown, count)| shown.print(*count));
        (!of_claim.is_empty()).then(|| Line {
            claim,
            rules: of_claim.len(),
            arguments: arguments.collect::<Vec<_>>().join(", "),
        })
    });
    lines.collect()
}

/// Why obligations are open, and which.
pub(crate) fn open(obligations: &[Obligation]) -> Vec<(String, Vec<(Claim, String)>)> {
    let mut open: Vec<(String, Vec<(Claim, String)>)> = Vec::new();
    for obligation in obligations {
        let ObligationOutcome::Open(why) = &obligation.outcome else {
            continue;
        };
        let place = (obligation.claim, obligation.rule.clone());
        match open.iter_mut().find(|(known, _)| known == why) {
            Some((_, places)) => places.push(place),
            None => open.push((why.clone(), vec![place])),
        }
    }
    open
}

/// How an obligation was shown, and with how many states.
struct ShownBy {
    by: &'static str,
    states: u64,
    is_automaton: bool,
}

impl ShownBy {
    fn is_like(&self, other: &Self) -> bool {
        self.by == other.by
    }

    fn print(&self, count: usize) -> String {
        match (self.is_automaton, self.states) {
            (true, 1) => format!("{} {count} (1 state)", self.by),
            (true, states) => format!("{} {count} ({states} states)", self.by),
            (false, _) => format!("{} {count}", self.by),
        }
    }
}

/// By the weakest of its arguments: one that is not of structure or of LL(1), if it has one.
fn shown(obligation: &Obligation) -> ShownBy {
    let arguments = match &obligation.outcome {
        ObligationOutcome::Holds(arguments) => arguments.as_slice(),
        ObligationOutcome::Broken(_) | ObligationOutcome::RestsOn(_) => return plain("broken"),
        ObligationOutcome::Open(_) => return plain("open"),
    };
    let automaton = |by, states: u64| ShownBy {
        by,
        states,
        is_automaton: true,
    };
    let mut found = plain("equal expression");
    for argument in arguments {
        found = match argument {
            Argument::EqualExpression => continue,
            Argument::Ll1 if found.is_automaton => continue,
            Argument::Ll1 => plain("LL(1)"),
            Argument::Departures(_) => plain("equal expression but for departures"),
            Argument::Automata(states) => automaton("automata", found.states + states),
            Argument::PartFurtherOn { states, .. } => automaton(
                "LL(1), and ways that part further on",
                found.states + states,
            ),
            Argument::With(_) => plain("with another rule"),
            Argument::Declared(_) => plain("declared"),
        };
    }
    found
}

fn plain(by: &'static str) -> ShownBy {
    ShownBy {
        by,
        states: 0,
        is_automaton: false,
    }
}
