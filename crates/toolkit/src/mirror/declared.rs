//! Declared assumptions that no check can prove: that a production was published with an error, and that prose allows white
//! space, comments and empty lines where the production has none.
//!
//! Invariant: each is shown as an assumption, with its effect. An erratum puts a production in place of the
//! published one that names productions only; the published one stays above the rule. Trivia that a rule declares, it has
//! at every use, or the declaration does not describe the rule.

use super::finding::FindingKind;
use super::grammar_pair::{Mirror, RulePair, correction};
use super::obligation::{Argument, Claim, Obligation};
use crate::matching::formulas::Formulas;
use crate::matching::language::{Language, Semantics};
use notation::peg::DepartureKind;
use notation::{Expression, RuleKind, ebnf};

/// Checks every erratum, and every rule that declares trivia.
pub(crate) fn obligations(mirror: &Mirror<'_>) -> Vec<Obligation> {
    let pairs = mirror.pairs().into_iter();
    pairs
        .flat_map(|pair| [erratum(mirror, pair), trivia(mirror, pair)])
        .flatten()
        .collect()
}

fn reason(pair: RulePair<'_>, kind: DepartureKind) -> Option<String> {
    let mut departures = pair.above.departures.iter();
    let found = departures.find(|departure| departure.kind == kind)?;
    Some(found.correction().0.to_owned())
}

fn erratum(mirror: &Mirror<'_>, pair: RulePair<'_>) -> Option<Obligation> {
    let reason = reason(pair, DepartureKind::Erratum)?;
    let corrected = correction(pair.above)?.ok()?;
    let unknown = corrected
        .names()
        .into_iter()
        .filter(|name| mirror.specified.rule(name).is_none());
    let findings = unknown.map(|name| {
        let message =
            format!("what the erratum puts in its place names {name}, which has no production");
        pair.finding(FindingKind::Unreadable, message)
    });
    let [published, meant] = [&pair.production.expression, &corrected].map(ebnf::print_expression);
    let example = difference(mirror, pair, &corrected);
    let example = example.map_or_else(String::new, |text| format!(", which differ in {text:?}"));
    let argument = Argument::Declared(format!(
        "{reason}; published: {published}; corrected: {meant}{example}"
    ));
    let findings = findings.collect();
    Some(Obligation::of(
        Claim::Erratum,
        &pair.rule.name,
        argument,
        findings,
    ))
}

/// The shortest text that is one of the published production's, or of the corrected one's, and not of both, if it is
/// known.
fn difference(mirror: &Mirror<'_>, pair: RulePair<'_>, corrected: &Expression) -> Option<String> {
    if pair.rule.kind == RuleKind::Nonterminal {
        return None;
    }
    let mut formulas = Formulas::new();
    let mut published = Language::new(Semantics::Ebnf, &mirror.specified);
    let published = published.matches(
        &mut formulas,
        &pair.production.expression,
        false,
        Formulas::END,
    );
    let mut meant = Language::new(Semantics::Ebnf, &mirror.corrected);
    let meant = meant.matches(&mut formulas, corrected, false, Formulas::END);
    let difference = formulas.differ(published.ok()?, meant.ok()?);
    Some(formulas.find(difference).ok()??.text)
}

fn trivia(mirror: &Mirror<'_>, pair: RulePair<'_>) -> Option<Obligation> {
    let reason = reason(pair, DepartureKind::Trivia)?;
    let production = mirror.correction(pair);
    let production = production.unwrap_or_else(|| pair.production.expression.clone());
    let mut uses = Vec::new();
    mirror.uses_of_trivia(&production, &mut uses);
    let mut written = Vec::new();
    mirror.uses_of_trivia(&pair.rule.expression, &mut written);
    // Unchanged uses are there as in the production.
    let unchanged: Vec<&String> = written.iter().filter(|one| uses.contains(one)).collect();
    let findings = match unchanged.first() {
        Some(one) if pair.rule.kind == RuleKind::Nonterminal => {
            let message = format!("`trivia` is declared, and {one} is there as in the production");
            vec![pair.finding(FindingKind::Differs, message)]
        }
        _ => Vec::new(),
    };
    uses.sort();
    uses.dedup();
    let argument = Argument::Declared(format!("of {}: {reason}", uses.join(", ")));
    Some(Obligation::of(
        Claim::Trivia,
        &pair.rule.name,
        argument,
        findings,
    ))
}

impl Mirror<'_> {
    /// The places of an expression at which trivia may be declared, as EBNF.
    fn uses_of_trivia(&self, expression: &Expression, uses: &mut Vec<String>) {
        let is_line_end = |part: &Expression| match part {
            Expression::Name(name) => self.line_ends.contains(name),
            _ => false,
        };
        let is_use = match expression {
            Expression::Name(_) => is_line_end(expression),
            Expression::Optional(body) => is_line_end(body),
            Expression::ZeroOrMore(body) => match &**body {
                Expression::Name(name) => self.white_space.contains(name) && !is_line_end(body),
                _ => false,
            },
            _ => false,
        };
        match expression {
            _ if is_use => uses.push(ebnf::print_expression(expression)),
            // Ends of lines that recur.
            Expression::ZeroOrMore(body) | Expression::OneOrMore(body) if is_line_end(body) => {}
            _ => {
                for part in expression.parts() {
                    self.uses_of_trivia(part, uses);
                }
            }
        }
    }
}
