//! The structure of each rule against the production that it mirrors, and the comments above it.
//!
//! Invariant: a production is identical, departs by exactly the kinds that are declared, or gives a [`Finding`].

use super::finding::{Finding, FindingKind};
use super::grammar_pair::{Mirror, RulePair, correction};
use super::obligation::{Argument, Claim, Obligation, ObligationOutcome};
use super::terminals;
use crate::matching::language::{COMMENT, WHITESPACE, WRITTEN_TRIVIA};
use notation::ebnf::is_in_capitals;
use notation::peg::{Above, CORRECTED, DepartureKind};
use notation::{DocumentForm, Expression, Rule, RuleKind};
use std::collections::BTreeSet;

impl Mirror<'_> {
    /// The findings about the structure of the rules.
    pub(crate) fn structure(&self) -> Vec<Obligation> {
        let mut obligations = Vec::new();
        for pair in self.pairs() {
            let kinds: Vec<&str> = pair.declared().iter().map(|kind| kind.name()).collect();
            let mut argument = match kinds.is_empty() {
                true => Argument::EqualExpression,
                false => Argument::Departures(kinds),
            };
            let mut findings = Vec::new();
            if pair.rule.name == pair.production.name {
                match self.compare(pair) {
                    Ok(None) => {}
                    Ok(Some(states)) => argument = Argument::Automata(states),
                    Err(finding) => findings.push(*finding),
                }
                findings.extend(self.modifier_finding(pair));
            } else {
                let name = &pair.production.name;
                let message = format!("it is under the production of {name}");
                findings.push(pair.finding(FindingKind::Misnamed, message));
            }
            let name = &pair.rule.name;
            obligations.push(Obligation::of(Claim::Structure, name, argument, findings));
        }
        for (rule, above) in self.literate.written.rules.iter().zip(&self.literate.above) {
            let findings = comments(rule, above);
            if !findings.is_empty() {
                let argument = Argument::EqualExpression;
                obligations.push(Obligation::of(
                    Claim::Structure,
                    &rule.name,
                    argument,
                    findings,
                ));
            }
        }
        obligations
    }

    /// Whether the start rule reads the text from its beginning to its end. One that repeats statements has to; another may be a
    /// part of a grammar.
    pub(crate) fn start(&self) -> Option<Obligation> {
        let pairs = self.pairs();
        let start = *pairs.first()?;
        let name = &start.rule.name;
        let is_whole = start.rule.expression.is_of_whole_text();
        let uses = |pair: &&RulePair<'_>| pair.rule.expression.names().contains(&name.as_str());
        let finding = match pairs.iter().find(uses).filter(|_| is_whole) {
            Some(user) => {
                let message = format!(
                    "it reads a whole text, by SOI and EOI, and {} uses it: within a text it never matches",
                    user.rule.name
                );
                Some(start.finding(FindingKind::Unreachable, message))
            }
            None if !is_whole && DocumentForm::of(&self.literate.written).is_some() => {
                let message = "the start rule does not read the whole text: it lacks SOI in front or EOI at the end";
                Some(start.finding(FindingKind::Differs, message))
            }
            None => None,
        };
        Some(match finding {
            None if !is_whole => {
                let why = "it has no SOI in front or no EOI at the end, so it may read a beginning of the text only";
                Obligation::with(Claim::Start, name, ObligationOutcome::Open(why.to_owned()))
            }
            finding => {
                let findings = finding.into_iter().collect();
                Obligation::of(Claim::Start, name, Argument::EqualExpression, findings)
            }
        })
    }

    /// A production is a node, and if it is a terminal it is one leaf; only trivia is neither.
    fn modifier_finding(&self, pair: RulePair<'_>) -> Option<Finding> {
        let message = match pair.above.modifier {
            None if self.has_trivia() && self.seems_terminal(pair) => {
                "it seems to be a terminal, by its name and its characters, and `{ … }` has white space between them: `@{ … }` has none"
            }
            None | Some('@') => return None,
            Some('_') if self.is_trivia(&pair.rule.name) => return None,
            Some('_') => "`_` makes no node, and only white space and comments have none",
            Some(_) => "a terminal is `@{ … }`, anything else `{ … }`",
        };
        Some(pair.about(FindingKind::WrongKind, message))
    }

    /// Whether a production is like one of terminals: its name is in capitals, and it is made of several characters, and of no
    /// nonterminal.
    fn seems_terminal(&self, pair: RulePair<'_>) -> bool {
        let production = &pair.production.expression;
        let uses_nonterminal = |part: &Expression| match part {
            Expression::Name(name) => {
                let rule = self.literate.written.rule(name);
                rule.is_none_or(|rule| rule.kind == RuleKind::Nonterminal)
            }
            _ => false,
        };
        let is_several = |part: &Expression| {
            matches!(
                part,
                Expression::Sequence(_) | Expression::ZeroOrMore(_) | Expression::OneOrMore(_)
            )
        };
        is_in_capitals(&pair.rule.name)
            && production.has(&|part| matches!(part, Expression::Class(_)))
            && production.has(&is_several)
            && !production.has(&uses_nonterminal)
    }

    /// Whether a rule is part of white space and comments, skipped or written out.
    pub(crate) fn is_trivia(&self, name: &str) -> bool {
        let trivia = [WHITESPACE, COMMENT].into_iter().chain(WRITTEN_TRIVIA);
        self.literate.written.reached(trivia).contains(name)
    }

    /// Whether a rule says the same as its production, apart from declared departures. Another order or repetition needs no
    /// declaration where automata, with this number of states, showed that the rule matches the same without it.
    fn compare(&self, pair: RulePair<'_>) -> Result<Option<u64>, Box<Finding>> {
        let declared = pair.declared();
        let corrected = self.correction(pair);
        let corrected = corrected.unwrap_or_else(|| pair.production.expression.clone());
        let holds = |specified: &Expression, allowed: &BTreeSet<DepartureKind>| {
            self.align(pair, specified, allowed, None).is_some()
        };
        if !holds(&corrected, &declared) {
            let kinds = self.explaining(pair, &corrected, &declared);
            if let Some([kind]) = kinds.as_deref()
                && let Some(states) = terminals::does_without(self, pair, *kind)
            {
                return Ok(Some(states));
            }
            return Err(Box::new(difference(pair, kinds)));
        }
        let unneeded = declared.iter().copied().find(|&kind| match kind {
            DepartureKind::Erratum => holds(&pair.production.expression, &declared),
            kind => {
                let mut fewer = declared.clone();
                fewer.remove(&kind);
                holds(&corrected, &fewer)
            }
        });
        let Some(unneeded) = unneeded else {
            return Ok(None);
        };
        let message = format!("`{unneeded}` is declared, but the rule does not depart by it");
        Err(Box::new(pair.finding(FindingKind::Unneeded, message)))
    }

    /// The fewest kinds by which a rule departs beside those that are declared; `None` if no kinds explain it.
    pub(crate) fn explaining(
        &self,
        pair: RulePair<'_>,
        specified: &Expression,
        declared: &BTreeSet<DepartureKind>,
    ) -> Option<Vec<DepartureKind>> {
        let others: Vec<DepartureKind> = DepartureKind::ALL
            .into_iter()
            .filter(|kind| !declared.contains(kind))
            .collect();
        let mut subsets: Vec<Vec<DepartureKind>> = (0..1_usize << others.len())
            .map(|bits| {
                let kinds = others.iter().enumerate();
                kinds
                    .filter(|(place, _)| bits & (1 << place) != 0)
                    .map(|(_, &kind)| kind)
                    .collect()
            })
            .collect();
        subsets.sort_by_key(Vec::len);
        subsets.into_iter().find(|subset| {
            let allowed = declared.iter().chain(subset).copied().collect();
            self.align(pair, specified, &allowed, None).is_some()
        })
    }
}

/// A rule that departs otherwise than is declared, and the kinds that would explain it, if there are any.
fn difference(pair: RulePair<'_>, kinds: Option<Vec<DepartureKind>>) -> Finding {
    let Some(kinds) = kinds else {
        let message =
            "the rule does not say what the production says, and no kinds of departure explain it";
        return pair.finding(FindingKind::Differs, message);
    };
    let kinds: Vec<String> = kinds.iter().map(|kind| format!("`{kind}`")).collect();
    let message = format!(
        "the rule departs by {}, which is not declared",
        kinds.join(" and ")
    );
    pair.finding(FindingKind::Undeclared, message)
}

/// The findings about the comments above a rule.
fn comments(rule: &Rule, above: &Above) -> Vec<Finding> {
    let about = |kind, message: String| Finding::new(kind, &rule.name, message).at(above.line);
    let mut findings = Vec::new();
    for comment in &above.comments {
        let kinds: Vec<&str> = DepartureKind::ALL.iter().map(|kind| kind.name()).collect();
        let message = format!(
            "`{comment}` declares no departure; the kinds are {}",
            kinds.join(", ")
        );
        findings.push(about(FindingKind::Unreadable, message));
    }
    for (place, departure) in above.departures.iter().enumerate() {
        let earlier = &above.departures[..place];
        if above.production.is_some() && earlier.iter().any(|one| one.kind == departure.kind) {
            let message = format!("`{}` is declared twice", departure.kind);
            findings.push(about(FindingKind::Unneeded, message));
        }
    }
    if let Some(Err(_)) = correction(above) {
        let message = format!(
            "an erratum ends with the corrected production, as in `erratum: why{CORRECTED}A | 'b'`"
        );
        findings.push(about(FindingKind::Unreadable, message));
    }
    if above.production.is_none() && above.departures.is_empty() {
        let message = "it mirrors no production, and declares no departure that it serves";
        findings.push(about(FindingKind::Unexplained, message.to_owned()));
    }
    findings
}
