//! The certificate as a file, for `crates/lab/certificate/check.py`; the README there has its schema.
//!
//! Invariant: the file has what a checker cannot find at once, and no verdict: the checker gives its own.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use toolkit::{ChoiceTokens, Proof, RuleTables, TerminalProof};

/// The whole file.
pub fn text(grammar: &str, proof: &Proof) -> String {
    let letters = proof.letters.iter().map(|letter| {
        let ranges = letter.code_points().iter();
        ranges.flat_map(|&(first, last)| [first, last]).collect()
    });
    let terminals = proof.terminals.iter();
    let tables = proof.tables.iter();
    let file = json!({
        "grammar": grammar,
        "departures": proof.departures,
        "letters": letters.collect::<Vec<Vec<u32>>>(),
        "terminals": terminals.map(|(name, one)| (name.clone(), terminal(one))).collect::<serde_json::Map<_, _>>(),
        "tables": tables.map(|(name, one)| (name.clone(), table(one))).collect::<serde_json::Map<_, _>>(),
    });
    format!("{file}\n")
}

fn terminal(proof: &TerminalProof) -> Value {
    let before = proof
        .before
        .iter()
        .map(|one| row(number(one.mark), &one.next));
    let behind = proof
        .behind
        .iter()
        .map(|one| row(i64::from(one.accepts), &one.next));
    let production = proof
        .production
        .iter()
        .map(|one| row(i64::from(one.accepts), &one.next));
    let mut terminal = json!({
        "rule": {
            "before": before.collect::<Vec<_>>(),
            "behind": behind.collect::<Vec<_>>(),
        },
        "production": production.collect::<Vec<_>>(),
        "relation": {
            "before": pairs(&proof.related_before),
            "behind": pairs(&proof.related_behind),
        },
    });
    if proof.is_shortest {
        terminal["shortest"] = json!(true);
    }
    terminal
}

/// A state: its own number first, then the states that the letters lead to.
fn row(own: i64, next: &[Option<usize>]) -> Vec<i64> {
    let next = next.iter().map(|&state| number(state));
    [own].into_iter().chain(next).collect()
}

/// -1 is the state from which nothing is accepted.
fn number(state: Option<usize>) -> i64 {
    state
        .and_then(|state| i64::try_from(state).ok())
        .unwrap_or(-1)
}

fn pairs(related: &BTreeSet<(Option<usize>, Option<usize>)>) -> Vec<[i64; 2]> {
    let pairs = related
        .iter()
        .map(|&(state, text)| [number(state), number(text)]);
    pairs.collect()
}

fn table(tables: &RuleTables) -> Value {
    let choices = tables
        .ways
        .iter()
        .map(|ChoiceTokens { tokens, by }| json!({ "by": by.name(), "ways": tokens }));
    json!({
        "first": tables.first,
        "follow": tables.follow,
        "refused": tables.refused,
        "choices": choices.collect::<Vec<_>>(),
    })
}
