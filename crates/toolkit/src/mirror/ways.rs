//! Does each choice and each repetition of a nonterminal go the way that is meant?
//!
//! A production's choices have no order, and its repetitions leave the rest its text; a rule takes the
//! first alternative that matches, and repeats greedily. Both read the same where [the ways part](crate::tokens::choice_points).
//! That is asked of the rules as they are written, without their guards, over tokens: departures of structure (another
//! order, a loop, trivia) are another way to write the same productions.
//!
//! Invariant: a finding has a sentence that the production has and the rule does not read. Where none was found, and the
//! ways were not shown to part, it is open.

use super::choices;
use super::finding::FindingKind;
use super::grammar_pair::{Mirror, RulePair};
use super::obligation::{Argument, Claim, Obligation, ObligationOutcome};
use super::tokens_ahead::replaced;
use crate::matching::effort;
use crate::matching::language::COMMENT;
use crate::tokens::choice_points::{ChoicePoint, Distinction, choice_points};
use crate::tokens::rejected::{self, SentenceSearch};
use crate::tokens::shortest;
use crate::tokens::symbols::TokenGrammar;
use notation::{Expression, Grammar, RuleKind};

/// Checks every nonterminal rule that mirrors a production.
pub(crate) fn obligations(mirror: &Mirror<'_>) -> Vec<Obligation> {
    let tokens = rules_over_tokens(mirror);
    let choice_points = match mirror.has_trivia() {
        true => choice_points(&tokens, &mirror.corrected),
        false => Vec::new(),
    };
    let mut obligations = Vec::new();
    for pair in mirror.pairs() {
        let (findings, states) = effort::alone(|| choices::findings(mirror, pair));
        if pair.rule.kind != RuleKind::Nonterminal && findings.is_empty() {
            // The whole match of a terminal is checked as a whole.
            continue;
        }
        let name = &pair.rule.name;
        if !findings.is_empty() {
            let argument = Argument::Automata(states);
            obligations.push(Obligation::of(Claim::Choice, name, argument, findings));
            continue;
        }
        for claim in [Claim::Choice, Claim::Repetition] {
            if !pair.rule.expression.has(&|part| is_of(claim, part)) {
                continue;
            }
            let outcome = match mirror.has_trivia() {
                true => outcome(
                    &mirror.literate.written,
                    &tokens,
                    &choice_points,
                    pair,
                    claim,
                ),
                false => ObligationOutcome::Open(
                    "white space is written out, and a text is not cut into tokens".to_owned(),
                ),
            };
            obligations.push(Obligation::with(claim, name, outcome));
        }
    }
    obligations
}

fn is_of(claim: Claim, expression: &Expression) -> bool {
    match expression {
        Expression::Choice(_) => claim == Claim::Choice,
        Expression::Optional(_) | Expression::ZeroOrMore(_) | Expression::OneOrMore(_) => {
            claim == Claim::Repetition
        }
        _ => false,
    }
}

/// The rules that mirror productions, over tokens.
fn rules_over_tokens(mirror: &Mirror<'_>) -> TokenGrammar {
    // Comments that a rule names beside white space are no token.
    let without_comments = |part: &Expression| match part {
        Expression::Choice(parts) if parts.contains(&Expression::name(COMMENT)) => {
            let others = parts
                .iter()
                .filter(|one| **one != Expression::name(COMMENT));
            Some(Expression::choice(others.cloned().collect()))
        }
        _ => None,
    };
    let mut written = mirror.literate.written.clone();
    for rule in &mut written.rules {
        rule.expression = replaced(&rule.expression, &without_comments);
    }
    let mut tokens = TokenGrammar::of_all(&written);
    let rules = &mut tokens.productions.rules;
    rules.retain(|production| mirror.specified.rule(&production.name).is_some());
    let first = rules.first().map(|first| first.name.clone());
    tokens.starts = first.into_iter().collect();
    let starts = tokens.all_starts();
    tokens.from(&starts)
}

/// The outcome of a rule's choices, or of its options and repetitions.
fn outcome(
    rules: &Grammar,
    tokens: &TokenGrammar,
    choice_points: &[ChoicePoint],
    pair: RulePair<'_>,
    claim: Claim,
) -> ObligationOutcome {
    let of_rule = choice_points.iter().filter(|choice_point| {
        choice_point.production == pair.rule.name
            && choice_point.is_choice == (claim == Claim::Choice)
    });
    let mut arguments: Vec<Argument> = Vec::new();
    for choice_point in of_rule {
        let argument = match choice_point.told {
            Distinction::Ll1 => Argument::Ll1,
            Distinction::FurtherOn(states) => Argument::PartFurtherOn {
                place: choice_point.place.clone(),
                states,
            },
            Distinction::Not => return not_told(rules, tokens, choice_point, pair),
        };
        if !arguments.contains(&argument) {
            arguments.push(argument);
        }
    }
    match arguments.is_empty() {
        // Trivia that are written out are not tokens, and need no decision.
        true => ObligationOutcome::Holds(vec![Argument::Ll1]),
        false => ObligationOutcome::Holds(arguments),
    }
}

fn not_told(
    rules: &Grammar,
    tokens: &TokenGrammar,
    choice_point: &ChoicePoint,
    pair: RulePair<'_>,
) -> ObligationOutcome {
    let place = &choice_point.place;
    let open = |why: &str| {
        ObligationOutcome::Open(format!(
            "whether {place} takes what another way needs is not decided: {why}"
        ))
    };
    // The part after the production may need it, too.
    let users = tokens.productions.rules.iter().filter(|production| {
        let names = production.expression.names();
        production.name != pair.rule.name && names.contains(&pair.rule.name.as_str())
    });
    let users = users.map(|production| production.name.as_str());
    let own = [pair.rule.name.as_str()].into_iter();
    let mut read_up_to = None;
    for name in own.chain(users).chain(tokens.start()) {
        match rejected::search(rules, tokens, name) {
            SentenceSearch::Found(sentence) => {
                let message = format!(
                    "{place} takes what is needed elsewhere: {name} does not read a sentence of its production"
                );
                let finding = pair.about(FindingKind::Greedy, message);
                return ObligationOutcome::Broken(vec![
                    finding.shown_by(shortest::print(&sentence)),
                ]);
            }
            SentenceSearch::NoneUpTo(length) => {
                read_up_to.get_or_insert(length);
            }
        }
    }
    match read_up_to {
        None | Some(usize::MAX) => open("every sentence of the production is read, alone"),
        Some(length) => open(&format!(
            "every sentence of the production of up to {length} tokens is read"
        )),
    }
}
