//! Do the rules that read a text part by part read together the texts of the start rule?
//!
//! `nextStatement` reads a statement, or the end of the text, one after the other. Where it reads `graphBegin`,
//! `nextInGraph` goes on until it reads `graphEnd`. Before each of them `leadingTrivia` may be read, or `openComment` at the
//! end of the text so far, and `commentRest` where more of that comment arrives. A large statement is read by
//! `firstPart`, and then by `nextPart`, or `nextPartInGraph`: see [`large`].
//!
//! Both sides are regular once each nonterminal that is recursive is one letter, and each token another: then automata
//! decide whether they are the same. The first token tells a recursive part from everything else that may be in its place.
//!
//! Invariant: two that are reported as the same were shown to be for all texts. A difference over these letters might not
//! be one over tokens, and is open.

use super::finding::{Finding, FindingKind};
use super::grammar_pair::Mirror;
use super::large;
use super::leading::{EntryProof, comment_rest, leading_trivia, open_comment};
use super::obligation::{Argument, Claim, Obligation, ObligationOutcome};
use super::parts::{PARTS, parts};
use super::token_alphabet::{TokenAlphabet, one_end, parts_are_told_apart};
use crate::matching::effort;
use crate::matching::formulas::Formulas;
use crate::matching::language::{Language, Semantics};
use crate::tokens::rejected::Peg;
use crate::tokens::shortest;
use crate::tokens::symbols::GrammarToken;
use notation::peg::DepartureKind;
use notation::{EntryRule, Expression, Grammar, Rule};

/// Checks every rule that serves `entry` and mirrors no production, and the start rule.
pub(crate) fn obligations(mirror: &Mirror<'_>) -> Vec<Obligation> {
    let mut obligations: Vec<Obligation> = start(mirror).into_iter().collect();
    let rules = mirror.literate.written.rules.iter();
    for (rule, above) in rules.zip(&mirror.literate.above) {
        let is_entry = above
            .departures
            .iter()
            .any(|departure| departure.kind == DepartureKind::Entry);
        if above.production.is_some() || !is_entry {
            continue;
        }
        let (outcome, states) = effort::alone(|| match EntryRule::named(&rule.name) {
            Some(EntryRule::NextStatement) => parts_are_the_whole(mirror),
            Some(
                EntryRule::GraphBegin
                | EntryRule::NextInGraph
                | EntryRule::GraphTriples
                | EntryRule::GraphEnd,
            ) => part_of_a_graph(mirror, rule),
            Some(EntryRule::LeadingTrivia) => leading_trivia(mirror, rule),
            Some(EntryRule::OpenComment) => open_comment(mirror, rule),
            Some(EntryRule::CommentRest) => comment_rest(mirror, rule),
            Some(EntryRule::FirstPart) => large::are_the_same(
                mirror,
                EntryRule::NextStatement,
                [EntryRule::NextPart, EntryRule::TriplesEnd],
            ),
            Some(EntryRule::NextPart | EntryRule::TriplesEnd) => {
                Ok(EntryProof::With(EntryRule::FirstPart))
            }
            Some(EntryRule::NextPartInGraph) => large::are_the_same(
                mirror,
                EntryRule::NextInGraph,
                [EntryRule::NextPartInGraph, EntryRule::TriplesEndInGraph],
            ),
            Some(EntryRule::TriplesEndInGraph) => Ok(EntryProof::With(EntryRule::NextPartInGraph)),
            _ => match large::whole_token(rule) {
                Some(token) => large::is_a_whole_token(mirror, rule, token),
                None => Err("nothing is known of a rule of this name".to_owned()),
            },
        });
        let outcome = match outcome {
            Ok(EntryProof::With(other)) if !holds(&obligations, other) => {
                ObligationOutcome::Open(format!("it is a part of {other}, of which it is open"))
            }
            Ok(EntryProof::ByAutomata) => {
                ObligationOutcome::Holds(vec![Argument::Automata(states)])
            }
            Ok(EntryProof::With(other)) => {
                ObligationOutcome::Holds(vec![Argument::With(other.name().to_owned())])
            }
            Ok(EntryProof::NotSo(message, text)) => {
                let finding = Finding::new(FindingKind::Differs, &rule.name, message);
                ObligationOutcome::Broken(vec![finding.at(above.line).shown_by(text)])
            }
            Err(why) => ObligationOutcome::Open(why),
        };
        obligations.push(Obligation::with(Claim::Entry, &rule.name, outcome));
    }
    obligations
}

fn holds(obligations: &[Obligation], rule: EntryRule) -> bool {
    let mut of_rule = obligations.iter().filter(|one| one.rule == rule.name());
    of_rule.any(Obligation::is_met)
}

/// Checks that the start rule reads the text from its beginning to its end; a failure is a finding if other rules do.
fn start(mirror: &Mirror<'_>) -> Option<Obligation> {
    let pair = mirror.pairs().into_iter().next()?;
    let findings: Vec<_> = mirror.entry_finding().into_iter().collect();
    let name = &pair.rule.name;
    Some(match findings.is_empty() && !pair.reads_the_whole_text() {
        true => {
            let why = "it has no SOI in front or no EOI at the end, so it may read a beginning of the text only";
            Obligation::with(Claim::Start, name, ObligationOutcome::Open(why.to_owned()))
        }
        false => Obligation::of(Claim::Start, name, Argument::EqualExpression, findings),
    })
}

/// A rule of those that read a graph is looked at with `nextStatement`, if that uses it.
fn part_of_a_graph(mirror: &Mirror<'_>, rule: &Rule) -> Result<EntryProof, String> {
    let grammar = &mirror.literate.written;
    let parts = parts(grammar).ok_or("`nextStatement` and `nextInGraph` are of no known form")?;
    let names = grammar.reached(parts.names());
    // The expression of `nextInGraph` is written out there.
    let is_reached = names.contains(rule.name.as_str())
        || rule.name == EntryRule::NextInGraph.name() && names.contains(EntryRule::GraphEnd.name());
    match is_reached {
        true => Ok(EntryProof::With(EntryRule::NextStatement)),
        false => Err("`nextStatement` leads nowhere to it".to_owned()),
    }
}

/// Proves that the parts one after the other are the texts of the start rule.
fn parts_are_the_whole(mirror: &Mirror<'_>) -> Result<EntryProof, String> {
    if !mirror.has_trivia() {
        return Err("a text of this grammar is not cut into tokens".to_owned());
    }
    let grammar = &mirror.literate.written;
    let parts = parts(grammar).ok_or("`nextStatement` and `nextInGraph` are of no known form")?;
    let start = mirror
        .pairs()
        .into_iter()
        .next()
        .ok_or("there is no start rule")?;
    let are_told_apart = parts_are_told_apart(grammar, &parts);
    let written = parts.clone();
    let letters = TokenAlphabet::of(mirror, grammar, parts)?;
    let (whole, part) = (letters.rule(&start.rule.name)?, letters.rule(PARTS)?);
    let mut formulas = Formulas::new();
    let in_words = |why: effort::Unanswered| format!("whether it reads the same is {why}");
    let mut ebnf = Language::new(Semantics::Ebnf, &letters.grammar);
    let whole = ebnf.matches(&mut formulas, &whole.expression, false, Formulas::END);
    let whole = whole.map_err(in_words)?;
    let mut peg = Language::new(Semantics::Peg, &letters.grammar);
    if peg.can_be_nothing(&part.expression) {
        return Err("a part may be nothing".to_owned());
    }
    let read = formulas.recursive(|formulas, again| {
        let then = formulas.or(Formulas::END, again);
        peg.matches(formulas, &part.expression, false, then)
    });
    let read = read.map_err(in_words)?;
    // A text has one end.
    let is_text = one_end(&mut formulas);
    let difference = formulas.differ(whole, read);
    let difference = formulas.and(difference, is_text);
    let Some(witness) = formulas.find(difference).map_err(in_words)? else {
        return are_told_apart.map(|()| EntryProof::ByAutomata);
    };
    let Some(tokens) = letters.tokens(grammar, &witness.text) else {
        return Err("it seems to read something else than the start rule".to_owned());
    };
    let is_read = Peg::new(grammar, &tokens).end(&start.rule.expression, 0) == Some(tokens.len());
    let are_read = reads_in_parts(grammar, &written, &tokens);
    let text = shortest::print(&tokens);
    match (is_read, are_read) {
        (true, false) => Ok(EntryProof::NotSo(
            format!("{} reads what is not read part by part", start.rule.name),
            text,
        )),
        (false, true) => Ok(EntryProof::NotSo(
            format!(
                "part by part something is read that {} does not read",
                start.rule.name
            ),
            text,
        )),
        _ => Err(format!(
            "it seems to read something else than the start rule, at {}",
            letters.words(&witness.text)
        )),
    }
}

/// Whether the tokens are read part by part up to the end.
fn reads_in_parts(grammar: &Grammar, part: &Expression, tokens: &[GrammarToken]) -> bool {
    let mut at = 0;
    let mut peg = Peg::new(grammar, tokens);
    while let Some(end) = peg.end(part, at).filter(|&end| end > at) {
        at = end;
    }
    at == tokens.len() && peg.end(part, at) == Some(at)
}
