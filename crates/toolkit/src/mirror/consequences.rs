//! Consequences: faults that are due to another fault.
//!
//! A rule that departs from its production spoils the rules made of it, and those beside it. So each fault is
//! asked again of a grammar in which such rules mirror their productions: a fault that then disappears rests on them. A
//! choice of the wrong alternative cuts a token out of a longer one; so a cut rests on the choice of the same rule.
//!
//! Invariant: nothing is lost that rests on something else: the finding there names it.

use super::finding::{Finding, FindingKind};
use super::grammar_pair::Mirror;
use super::obligation::{Claim, Obligation, ObligationOutcome};
use notation::{GrammarError, RuleKind};

/// The obligations, with a mark on those that rest on others; `collect` returns them for a grammar.
pub(super) fn separate_causes(
    mirror: &Mirror<'_>,
    obligations: Vec<Obligation>,
    collect: impl Fn(&Mirror<'_>) -> Vec<Obligation>,
) -> Result<Vec<Obligation>, GrammarError> {
    let roots = roots(mirror, &obligations);
    let is_unmet = |one: &&Obligation| !one.is_met() && !is_about_itself(mirror, one, &roots);
    let mended = match roots.is_empty() || !obligations.iter().any(|one| is_unmet(&one)) {
        true => Vec::new(),
        false => {
            let literate = mirror.mended(&roots);
            let mended = Mirror {
                mended: roots.clone(),
                ..Mirror::of(&literate)?
            };
            collect(&mended)
        }
    };
    let holds_mended = |one: &Obligation| {
        let same = mended
            .iter()
            .find(|other| other.claim == one.claim && other.rule == one.rule);
        !mended.is_empty() && same.is_none_or(Obligation::is_met)
    };
    let mut told = Vec::new();
    for obligation in &obligations {
        let cause = match obligation.is_met() || is_about_itself(mirror, obligation, &roots) {
            true => None,
            false if holds_mended(obligation) => Some(root_of(mirror, obligation, &roots)),
            false => beside(obligation, &obligations),
        };
        told.push(match cause {
            Some(cause) => Obligation::with(
                obligation.claim,
                &obligation.rule,
                ObligationOutcome::RestsOn(cause),
            ),
            None => obligation.clone(),
        });
    }
    // A root's own findings are not lost among those that rest on it.
    let findings = obligations.iter().flat_map(Obligation::findings);
    let findings: Vec<&Finding> = findings.collect();
    for one in &mut told {
        let ObligationOutcome::RestsOn(cause) = &one.outcome else {
            continue;
        };
        if !findings.iter().any(|finding| finding.rule == *cause) {
            let same = obligations
                .iter()
                .find(|other| other.claim == one.claim && other.rule == one.rule);
            one.outcome = same.map_or(one.outcome.clone(), |same| same.outcome.clone());
        }
    }
    for place in 0..told.len() {
        let ObligationOutcome::RestsOn(cause) = told[place].outcome.clone() else {
            continue;
        };
        let rule = told[place].rule.clone();
        let of_cause = told.iter_mut().find_map(|one| match &mut one.outcome {
            ObligationOutcome::Broken(findings) => findings.iter_mut().find(|it| it.rule == cause),
            _ => None,
        });
        if let Some(finding) = of_cause.filter(|_| rule != cause)
            && mirror.specified.rule(&rule).is_some()
            && !finding.consequences.contains(&rule)
        {
            finding.consequences.push(rule);
        }
    }
    Ok(told)
}

/// The rules that depart from their productions, and the terminals that match something else though they do not, and
/// are made of no faulty one.
fn roots(mirror: &Mirror<'_>, obligations: &[Obligation]) -> Vec<String> {
    // A departure without need, or a comment that declares none, spoils nothing; neither does an undecided one.
    let is_amiss = |finding: &Finding| {
        use FindingKind::{NotDecided, Unexplained, Unneeded, Unreadable};
        !matches!(
            finding.kind,
            NotDecided | Unneeded | Unexplained | Unreadable
        )
    };
    let broken = |claims: &[Claim]| -> Vec<String> {
        let unmet = obligations
            .iter()
            .filter(|one| claims.contains(&one.claim) && one.findings().iter().any(is_amiss));
        let rules = unmet.map(|one| one.rule.clone());
        rules
            .filter(|rule| mirror.specified.rule(rule).is_some())
            .collect()
    };
    let mut roots = broken(&[Claim::Structure, Claim::Trivia, Claim::Start]);
    let differing = broken(&[Claim::Language]);
    let made_of = |rule: &str| reached(mirror, rule);
    let first = differing.iter().filter(|rule| {
        let made_of = made_of(rule);
        let others = made_of.iter().filter(|other| other != rule);
        !others
            .into_iter()
            .any(|other| differing.contains(other) || roots.contains(other))
    });
    let first: Vec<String> = first.cloned().collect();
    roots.extend(first);
    roots.sort();
    roots.dedup();
    roots
}

/// Whether the obligation is about a faulty rule itself.
fn is_about_itself(mirror: &Mirror<'_>, obligation: &Obligation, roots: &[String]) -> bool {
    match obligation.claim {
        Claim::Quotation | Claim::Structure | Claim::Erratum | Claim::Trivia | Claim::Start => true,
        Claim::Language => roots.contains(&obligation.rule),
        // Of a terminal, an alternative that is out of reach may be why it matches something else.
        Claim::Choice => {
            let rule = mirror.specified.rule(&obligation.rule);
            rule.is_some_and(|rule| rule.kind != RuleKind::Nonterminal)
        }
        _ => false,
    }
}

/// The names that a rule is made of, its own first.
fn reached(mirror: &Mirror<'_>, rule: &str) -> Vec<String> {
    let mut reached = vec![rule.to_owned()];
    let mut next = 0;
    while let Some(name) = reached.get(next).cloned() {
        next += 1;
        for grammar in [&mirror.literate.written, &mirror.corrected] {
            let rule = grammar.rule(&name);
            for name in rule.map_or_else(Vec::new, |rule| rule.expression.names()) {
                if !reached.iter().any(|known| known == name) {
                    reached.push(name.to_owned());
                }
            }
        }
    }
    reached
}

/// The rule at fault that is nearest to the obligation's rule.
fn root_of(mirror: &Mirror<'_>, obligation: &Obligation, roots: &[String]) -> String {
    let mut reached = reached(mirror, &obligation.rule).into_iter();
    let nearest = reached.find(|name| roots.contains(name));
    nearest
        .or_else(|| roots.first().cloned())
        .unwrap_or_default()
}

/// The cause of a cut: another obligation about the same rule.
fn beside(obligation: &Obligation, obligations: &[Obligation]) -> Option<String> {
    let is_broken = |claims: &[Claim], rule: &str| {
        let mut same = obligations
            .iter()
            .filter(|one| claims.contains(&one.claim) && one.rule == rule);
        same.any(|one| {
            one.findings()
                .iter()
                .any(|it| it.kind != FindingKind::NotDecided)
        })
    };
    let rule = match obligation.claim {
        Claim::Cut => {
            Some(obligation.rule.as_str()).filter(|rule| is_broken(&[Claim::Choice], rule))
        }
        Claim::Repetition | Claim::Choice if obligation.is_open() => {
            let ties = obligations.iter().filter(|one| one.claim == Claim::Tie);
            let ties: Vec<&Finding> = ties.flat_map(Obligation::findings).collect();
            ties.into_iter()
                .find(|tie| tie.rule == obligation.rule)
                .map(|tie| tie.rule.as_str())
        }
        _ => None,
    };
    rule.map(str::to_owned)
}
