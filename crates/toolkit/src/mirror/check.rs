//! The mirror check: is each rule of a `.pest` file what its production says, and is what it matches what is meant?
//!
//! Invariant: what is said of terminals, guards, tokens and regular choices was shown for every text. Two things are not:
//! whether a nonterminal's repetition or optional part takes what stands behind it, and whether an earlier alternative
//! that is recursive takes what a later one is for. Where a grammar is [LL(1)](crate::ll1) neither can be. And a rule
//! without a production is compared with nothing, unless it is a guard.

use super::finding::{Finding, FindingKind};
use super::sides::Mirror;
use super::{choices, guard, terminals, tie, token_splits};
use crate::matching::effort;
use notation::Grammar;
use notation::GrammarError;
use notation::peg::{Departure, Literate};

/// What the check of a grammar came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Every production, in the file's order.
    pub productions: Vec<CheckedProduction>,
    /// What is wrong; empty if the grammar mirrors its specification.
    pub findings: Vec<Finding>,
}

/// A production and its declared departures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedProduction {
    /// Its name.
    pub name: String,
    /// Its number in the specification.
    pub number: Option<String>,
    /// The departures that are declared above its rule.
    pub departures: Vec<Departure>,
}

/// What a production is to its rule, by the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// They say the same in the same way.
    Identical,
    /// They differ by the declared departures, and by nothing else.
    Departs,
    /// There are findings about it.
    AtFault,
}

impl Check {
    /// What a production is to its rule.
    pub fn standing(&self, production: &CheckedProduction) -> Standing {
        let is_at_fault = self.findings.iter().any(|finding| {
            finding.rule == production.name || finding.consequences.contains(&production.name)
        });
        match production.departures.as_slice() {
            _ if is_at_fault => Standing::AtFault,
            [] => Standing::Identical,
            _ => Standing::Departs,
        }
    }
}

/// Checks a grammar against the productions that it quotes, and these against the specification's own text if it is
/// given.
///
/// # Errors
///
/// The productions above the rules cannot be read.
pub fn check(literate: &Literate, published: Option<&Grammar>) -> Result<Check, GrammarError> {
    effort::shared(|| checked(literate, published))
}

fn checked(literate: &Literate, published: Option<&Grammar>) -> Result<Check, GrammarError> {
    let mirror = Mirror::of(literate)?;
    let mut findings = mirror.findings();
    if let Some(published) = published {
        findings.extend(mirror.quotation_findings(published));
    }
    findings.extend(terminals::findings(&mirror));
    findings.extend(terminals::differences(&mirror));
    findings.extend(tie::findings(&mirror));
    findings.extend(guard::findings(&mirror));
    findings.extend(choices::findings(&mirror));
    findings.extend(token_splits::findings(&mirror));
    findings.extend(token_splits::unneeded_guards(&mirror));
    let mut findings = root_causes(findings, &mirror);
    findings.sort_by_key(|finding| finding.line);
    let productions = mirror.pairs().into_iter().map(|pair| CheckedProduction {
        name: pair.production.name.clone(),
        number: pair.production.number.clone(),
        departures: pair.above.departures.clone(),
    });
    Ok(Check {
        productions: productions.collect(),
        findings,
    })
}

/// A terminal that says what its production says, and matches something else only because another that it is made of
/// does, is no finding but a consequence of that one's.
fn root_causes(findings: Vec<Finding>, mirror: &Mirror<'_>) -> Vec<Finding> {
    let differs: Vec<String> = findings
        .iter()
        .filter(|finding| matches!(finding.kind, FindingKind::Differs | FindingKind::Undeclared))
        .map(|finding| finding.rule.clone())
        .collect();
    let cause = |finding: &Finding| {
        let is_consequence =
            finding.kind == FindingKind::OtherMatch && !differs.contains(&finding.rule);
        if !is_consequence {
            return None;
        }
        let mut reached: Vec<&str> = vec![&finding.rule];
        let mut next = 0;
        while let Some(&name) = reached.get(next) {
            if differs.iter().any(|differing| differing == name) {
                return Some(name.to_owned());
            }
            let rule = mirror.literate.written.rule(name);
            let names = rule.map_or_else(Vec::new, |rule| rule.expression.names());
            for name in names {
                if !reached.contains(&name) {
                    reached.push(name);
                }
            }
            next += 1;
        }
        None
    };
    let mut causes: Vec<(String, String)> = Vec::new();
    let mut kept = Vec::new();
    for finding in findings {
        match cause(&finding) {
            Some(cause) => causes.push((cause, finding.rule)),
            None => kept.push(finding),
        }
    }
    for (cause, rule) in causes {
        let of_cause = |finding: &&mut Finding| finding.rule == cause;
        if let Some(finding) = kept.iter_mut().find(of_cause)
            && !finding.consequences.contains(&rule)
        {
            finding.consequences.push(rule);
        }
    }
    kept
}
