//! The mirror check: is each rule of a `.pest` file what its production says, and is what it matches what is meant?
//!
//! Invariant: what is said of terminals, guards, tokens and regular choices was shown for every text. Two things are not:
//! whether a nonterminal's repetition or optional part takes what stands behind it, and whether an earlier alternative
//! that is recursive takes what a later one is for. Where a grammar is [LL(1)](crate::ll1) neither can be. And a rule
//! without a production is compared with nothing, unless it is a guard.

use super::finding::Finding;
use super::sides::Mirror;
use super::{choices, guard, terminals, token_splits};
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
        let is_at_fault = self
            .findings
            .iter()
            .any(|finding| finding.rule == production.name);
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
    findings.extend(guard::findings(&mirror));
    findings.extend(choices::findings(&mirror));
    findings.extend(token_splits::findings(&mirror));
    findings.extend(token_splits::unneeded_guards(&mirror));
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
