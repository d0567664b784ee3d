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
        let mut counts: Vec<(&str, Option<u64>, usize)> = Vec::new();
        for obligation in &of_claim {
            let (by, states) = shown(obligation);
            match counts.iter_mut().find(|(known, ..)| *known == by) {
                Some((_, sum, count)) => {
                    *sum = sum.zip(states).map(|(sum, states)| sum + states);
                    *count += 1;
                }
                None => counts.push((by, states, 1)),
            }
        }
        let arguments = counts.iter().map(|(by, states, count)| match states {
            Some(1) => format!("{by} {count} (1 state)"),
            Some(states) => format!("{by} {count} ({states} states)"),
            None => format!("{by} {count}"),
        });
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

/// How an obligation was shown, and with how many states, if by an automaton. By the weakest of its arguments: one that is not of
/// structure or of LL(1), if it has one.
fn shown(obligation: &Obligation) -> (&'static str, Option<u64>) {
    let arguments = match &obligation.outcome {
        ObligationOutcome::Holds(arguments) => arguments,
        ObligationOutcome::Broken(_) | ObligationOutcome::RestsOn(_) => return ("broken", None),
        ObligationOutcome::Open(_) => return ("open", None),
    };
    let (mut by, mut sum) = ("equal expression", None::<u64>);
    for argument in arguments {
        let with = |states: &u64| Some(sum.unwrap_or(0) + states);
        (by, sum) = match argument {
            Argument::EqualExpression => continue,
            Argument::Ll1 if sum.is_some() => continue,
            Argument::Ll1 => ("LL(1)", None),
            Argument::Departures(_) => ("equal expression but for departures", None),
            Argument::Automata(states) => ("automata", with(states)),
            Argument::PartFurtherOn { states, .. } => {
                ("LL(1), and ways that part further on", with(states))
            }
            Argument::With(_) => ("with another rule", None),
            Argument::Declared(_) => ("declared", None),
        };
    }
    (by, sum)
}
