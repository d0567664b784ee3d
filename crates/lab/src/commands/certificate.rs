//! The obligations of a grammar with their outcomes: the certificate that `turtle-lab check` prints.

use cli::counted::counted;
use serde_json::{Value, json};
use std::fmt::Write as _;
use toolkit::{Argument, Check, Claim, Obligation, ObligationOutcome};

/// All obligations, by their claims.
pub fn text(name: &str, check: &Check) -> String {
    let mut text = format!("{name}: certificate: {}\n", summary(check));
    for claim in Claim::ALL {
        let obligations = check.obligations.iter();
        let mut of_claim = obligations.filter(|one| one.claim == claim).peekable();
        if of_claim.peek().is_some() {
            let _ = writeln!(text, "  {claim}: {}", claim.sentence());
        }
        for obligation in of_claim {
            let _ = writeln!(text, "    {}: {}", obligation.rule, outcome(obligation));
        }
    }
    text
}

/// `180 obligations, 180 hold, none open`.
pub fn summary(check: &Check) -> String {
    let count = |is_so: &dyn Fn(&Obligation) -> bool| {
        let obligations = check.obligations.iter();
        obligations.filter(|one| is_so(one)).count()
    };
    let open = match count(&Obligation::is_open) {
        0 => "none open".to_owned(),
        open => format!("{open} open"),
    };
    let mut parts = vec![
        counted(check.obligations.len(), "obligation"),
        format!("{} hold", count(&Obligation::is_met)),
        open,
    ];
    let broken = count(&|one| {
        matches!(
            one.outcome,
            ObligationOutcome::Broken(_) | ObligationOutcome::RestsOn(_)
        )
    });
    if broken > 0 {
        parts.push(format!("{broken} broken"));
    }
    parts.join(", ")
}

fn outcome(obligation: &Obligation) -> String {
    match &obligation.outcome {
        ObligationOutcome::Holds(arguments) => printed(arguments).join("; "),
        ObligationOutcome::Broken(findings) => {
            let findings = findings
                .iter()
                .map(|one| format!("{}: {}", one.kind, one.message));
            format!("broken: {}", findings.collect::<Vec<_>>().join("; "))
        }
        ObligationOutcome::RestsOn(rule) => {
            format!("broken: it is made of {rule}, which is at fault")
        }
        ObligationOutcome::Open(why) => format!("open: {why}"),
    }
}

fn printed(arguments: &[Argument]) -> Vec<String> {
    arguments.iter().map(ToString::to_string).collect()
}

pub fn to_json(check: &Check) -> Value {
    let obligations = check.obligations.iter().map(|one| {
        let (standing, arguments, why) = match &one.outcome {
            ObligationOutcome::Holds(arguments) => ("holds", printed(arguments), None),
            ObligationOutcome::Broken(_) => ("broken", Vec::new(), None),
            ObligationOutcome::RestsOn(rule) => ("broken", Vec::new(), Some(rule.clone())),
            ObligationOutcome::Open(why) => ("open", Vec::new(), Some(why.clone())),
        };
        let kinds = one.findings().iter().map(|finding| finding.kind.name());
        json!({
            "claim": one.claim.name(),
            "rule": one.rule,
            "standing": standing,
            "arguments": arguments,
            "why": why,
            "findings": kinds.collect::<Vec<_>>(),
        })
    });
    obligations.collect()
}
