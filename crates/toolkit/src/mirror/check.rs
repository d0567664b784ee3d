//! The mirror check: does each rule of a `.pest` file say the same as its production, and match the texts that are meant?
//!
//! # Obligations
//!
//! A text is in the language of the specification if it can be cut into tokens, passing over white space and comments and
//! then taking the longest token, and these are a sentence of the productions. A PEG accepts just these texts if
//!
//! - each rule says the same as its production, but for departures whose meaning is known (`structure`, `erratum`, `trivia`), so
//!   that without order, greed and guards it would have the same sentences;
//! - it is clear where a token begins (`white-space`, `token`), and a terminal matches the longest text that its
//!   production matches (`language`, `difference`, `guard`);
//! - no token is taken out of a longer one where the text goes on after it (`cut`). So an accepted text was cut as the
//!   specification cuts it, and is a sentence: a PEG has no others;
//! - and of each sentence every way that is tried before the one that is meant fails (`choice`, `repetition`, `tie`, and again
//!   `cut`: a way is not over with a token that was taken out of a longer one with which the other way begins);
//! - the start rule reads the whole text (`start`).
//!
//! Each of these is an [`Obligation`] for each rule that it concerns.
//!
//! Invariant: an obligation that holds was shown for every text, by the argument that is named, or is declared as an
//! assumption. Everything else is open. A PEG whose texts are not cut into tokens, since white space is written out, has open
//! ones.

use super::finding::{Finding, FindingKind};
use super::grammar_pair::Mirror;
use super::obligation::{Argument, Claim, Obligation, ObligationOutcome};
use super::standing::Standing;
use super::token_splits::Splits;
use super::{consequences, declared, guard, terminals, tie, ways, white_space};
use notation::Grammar;
use notation::GrammarError;
use notation::peg::{Departure, Literate};

/// The result of the check of a grammar.
///
/// ```
/// use turtle_peg_toolkit::{Standing, check, peg};
///
/// let grammar = peg::read("
/// /// [1] list ::= 'x'* END
/// list = { SOI ~ \"x\"+ ~ END ~ EOI }
/// /// [2] END ::= '.'
/// END = @{ \".\" }")?;
/// let check = check(&grammar, None)?;
/// let [list, end] = check.productions.as_slice() else { panic!("two productions") };
/// assert_eq!((list.number.as_deref(), check.standing(list)), (Some("1"), Standing::AtFault));
/// assert_eq!((end.name.as_str(), check.standing(end)), ("END", Standing::Identical));
/// assert_eq!(check.findings[0].rule, "list");
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// Every production, in the file's order.
    pub productions: Vec<CheckedProduction>,
    /// Faults, and questions that were not decided; empty if the grammar mirrors its specification.
    pub findings: Vec<Finding>,
    /// The obligations that let the grammar accept its specification's language, with their outcomes; the claims in
    /// their order, and of a claim the rules in the file's.
    pub obligations: Vec<Obligation>,
}

/// A production and its declared departures.
///
/// [`Check`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedProduction {
    /// Its name.
    pub name: String,
    /// Its number in the specification.
    pub number: Option<String>,
    /// The departures that are declared above its rule.
    pub departures: Vec<Departure>,
}

impl Check {
    /// The standing of a production.
    pub fn standing(&self, production: &CheckedProduction) -> Standing {
        let declared = match production.departures.as_slice() {
            [] => Standing::Identical,
            _ => Standing::Departs,
        };
        let about = self.findings.iter().filter(|finding| {
            finding.rule == production.name || finding.consequences.contains(&production.name)
        });
        about.map(Finding::standing).fold(declared, Standing::max)
    }

    /// The standing of the grammar: the worst of its productions and of the findings beside them.
    pub fn overall(&self) -> Standing {
        let of_productions = self.productions.iter().map(|one| self.standing(one));
        let of_findings = self.findings.iter().map(Finding::standing);
        of_productions
            .chain(of_findings)
            .max()
            .unwrap_or(Standing::Identical)
    }
}

/// Checks a grammar against the productions that it quotes, and these against the specification's own text if it is
/// given.
///
/// # Errors
///
/// The productions above the rules cannot be read.
pub fn check(literate: &Literate, published: Option<&Grammar>) -> Result<Check, GrammarError> {
    let mirror = Mirror::of(literate)?;
    let mut obligations = collect_obligations(&mirror);
    obligations.extend(published.map(|published| mirror.quotation(published)));
    obligations.sort_by_key(|obligation| obligation.claim);
    let obligations = consequences::separate_causes(&mirror, obligations, collect_obligations)?;
    let faults = obligations.iter().flat_map(Obligation::findings).cloned();
    let mut findings: Vec<Finding> = faults.chain(open(&mirror, &obligations)).collect();
    findings.sort_by_key(|finding| finding.line);
    let obligations = obligations.into_iter().map(settled);
    let productions = mirror.pairs().into_iter().map(|pair| CheckedProduction {
        name: pair.production.name.clone(),
        number: pair.production.number.clone(),
        departures: pair.above.departures.clone(),
    });
    Ok(Check {
        productions: productions.collect(),
        obligations: obligations.collect(),
        findings,
    })
}

/// The obligations, with their outcomes as far as this grammar alone tells.
fn collect_obligations(mirror: &Mirror<'_>) -> Vec<Obligation> {
    let mut obligations = mirror.structure();
    obligations.extend(declared::obligations(mirror));
    obligations.extend(terminals::obligations(mirror));
    obligations.extend(terminals::differences(mirror));
    obligations.extend(white_space::obligations(mirror));
    obligations.extend(tie::obligations(mirror));
    obligations.extend(guard::obligations(mirror));
    obligations.extend(ways::obligations(mirror));
    let mut splits = Splits::of(mirror);
    obligations.extend(splits.obligations());
    let unneeded = unneeded(mirror, &mut splits, &obligations);
    obligations.extend(unneeded);
    obligations.extend(mirror.start());
    merged(obligations)
}

/// Declared guards without which the rule would match the same: both with them and without them it was shown to
/// match the production.
fn unneeded(
    mirror: &Mirror<'_>,
    splits: &mut Splits<'_>,
    obligations: &[Obligation],
) -> Vec<Obligation> {
    let pairs = mirror.pairs().into_iter().filter(|pair| {
        let mut own = obligations.iter().filter(|one| one.rule == pair.rule.name);
        own.all(Obligation::is_met)
    });
    let found = pairs.filter_map(|pair| {
        let findings = vec![splits.unneeded_guard(pair)?];
        let (name, argument) = (&pair.rule.name, Argument::EqualExpression);
        Some(Obligation::of(Claim::Structure, name, argument, findings))
    });
    found.collect()
}

/// Each obligation once, with everything that came of it, in their order.
fn merged(obligations: Vec<Obligation>) -> Vec<Obligation> {
    let mut merged: Vec<Obligation> = Vec::new();
    for obligation in obligations {
        let mut known = merged.iter_mut();
        let known = known.find(|one| one.claim == obligation.claim && one.rule == obligation.rule);
        match (known.map(|known| &mut known.outcome), obligation.outcome) {
            (None, outcome) => merged.push(Obligation {
                outcome,
                ..obligation
            }),
            (Some(ObligationOutcome::Broken(findings)), ObligationOutcome::Broken(more)) => {
                findings.extend(more)
            }
            (Some(ObligationOutcome::Broken(_)), _) => {}
            (
                Some(known),
                outcome @ (ObligationOutcome::Broken(_) | ObligationOutcome::Open(_)),
            ) => *known = outcome,
            (Some(_), ObligationOutcome::Holds(_) | ObligationOutcome::RestsOn(_)) => {}
        }
    }
    merged.sort_by_key(|obligation| obligation.claim);
    merged
}

/// Undecided questions where a text goes one of several ways. White space that is written out leaves all of it open, which the
/// certificate says; and the open questions of a terminal are findings of their own.
fn open(mirror: &Mirror<'_>, obligations: &[Obligation]) -> Vec<Finding> {
    let is_of_ways = |claim: Claim| [Claim::Choice, Claim::Repetition].contains(&claim);
    let asked = obligations.iter().filter(|one| is_of_ways(one.claim));
    let found = asked.filter_map(|obligation| match &obligation.outcome {
        ObligationOutcome::Open(why) => {
            Some(mirror.about(FindingKind::NotDecided, &obligation.rule, why.clone()))
        }
        _ => None,
    });
    match mirror.has_trivia() {
        true => found.collect(),
        false => Vec::new(),
    }
}

/// Undecided obligations are open.
fn settled(obligation: Obligation) -> Obligation {
    let ObligationOutcome::Broken(findings) = &obligation.outcome else {
        return obligation;
    };
    let is_undecided = |finding: &Finding| finding.kind == FindingKind::NotDecided;
    if !findings.iter().all(is_undecided) {
        return obligation;
    }
    let messages: Vec<&str> = findings.iter().map(|one| one.message.as_str()).collect();
    Obligation {
        outcome: ObligationOutcome::Open(messages.join("; ")),
        ..obligation
    }
}
