//! Do two tokens tie where the grammar is to decide between them?
//!
//! Invariant: a grammar without findings has no text in which two tokens of one length could stand at a place of
//! decision, so that the longest match and one token of lookahead tell them apart.

use super::finding::{Finding, FindingKind};
use super::sides::Mirror;
use crate::tokens::overlap;
use crate::tokens::symbols::TokenGrammar;
use crate::tokens::ties;

/// Checks every place of decision, if texts are cut into tokens.
pub(crate) fn findings(mirror: &Mirror<'_>) -> Vec<Finding> {
    if !mirror.has_trivia() {
        return Vec::new();
    }
    let tokens = TokenGrammar::of(&mirror.corrected);
    let overlaps = overlap::overlaps_of(&mirror.corrected, &tokens);
    let pairs = mirror.pairs();
    let line = |production: &str| {
        let pair = pairs.iter().find(|pair| pair.rule.name == production);
        pair.map(|pair| pair.above.line)
    };
    let ties = ties::ties(&tokens, &overlaps)
        .into_iter()
        .map(|tie| Finding {
            line: line(&tie.production),
            ..Finding::new(FindingKind::Tie, &tie.production, tie.to_string())
                .shown_by(tie.overlap.example.clone())
        });
    let start = tokens.start().unwrap_or_default();
    let open = overlaps.undecided.iter().map(|([first, second], why)| {
        let message = format!("whether {first} and {second} can tie is {why}");
        Finding {
            line: line(start),
            ..Finding::new(FindingKind::Uncheckable, start, message)
        }
    });
    ties.chain(open).collect()
}
