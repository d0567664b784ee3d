//! Do two tokens tie where the grammar is to decide between them?
//!
//! Invariant: a grammar without findings has no text in which two tokens of one length could be at a place of
//! decision, so that the longest match and one token of lookahead tell them apart.

use super::finding::{Finding, FindingKind};
use super::grammar_pair::Mirror;
use super::obligation::{Argument, Claim, Obligation, ObligationOutcome};
use crate::matching::effort;
use crate::tokens::overlap;
use crate::tokens::symbols::{GrammarToken, TokenGrammar};
use crate::tokens::ties;

/// Checks every place of decision, if texts are cut into tokens.
pub(crate) fn obligations(mirror: &Mirror<'_>) -> Vec<Obligation> {
    if !mirror.has_trivia() {
        return Vec::new();
    }
    let ((findings, unknown), states) = effort::alone(|| findings(mirror));
    let tokens = TokenGrammar::of(&mirror.corrected);
    let start = tokens.start().unwrap_or_default();
    // Another check has a finding about unreadable ones.
    let obligation = match unknown.first().filter(|_| findings.is_empty()) {
        Some(token) => {
            let message = format!("what {token} matches cannot be told");
            Obligation::with(Claim::Tie, start, ObligationOutcome::Open(message))
        }
        None => Obligation::of(Claim::Tie, start, Argument::Automata(states), findings),
    };
    vec![obligation]
}

/// The ties, and the tokens whose texts cannot be determined.
fn findings(mirror: &Mirror<'_>) -> (Vec<Finding>, Vec<GrammarToken>) {
    let tokens = TokenGrammar::of(&mirror.corrected);
    let overlaps = overlap::overlaps(&mirror.corrected, &tokens);
    let ties = ties::ties(&tokens, &overlaps).into_iter().map(|tie| {
        let finding = mirror.about(FindingKind::Tie, &tie.production, tie.to_string());
        finding.shown_by(tie.overlap.example)
    });
    let start = tokens.start().unwrap_or_default();
    let open = overlaps.undecided.iter().map(|([first, second], why)| {
        let message = format!("whether {first} and {second} can tie is {why}");
        mirror.about(FindingKind::NotDecided, start, message)
    });
    (ties.chain(open).collect(), overlaps.unknown.clone())
}
