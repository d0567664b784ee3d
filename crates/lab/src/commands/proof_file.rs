//! The certificate as a file, for `crates/lab/certificate/check.py`; the README there has its schema.
//!
//! Invariant: the file has what a checker cannot find at once, and no verdict: the checker gives its own.

use serde_json::{Map, Value, json};
use toolkit::{Proof, RuleTables, TerminalProof, TextState};

/// The whole file.
pub fn text(grammar: &str, proof: &Proof) -> String {
    let by_name = |(name, value): (&String, Value)| (name.clone(), value);
    let terminals = proof
        .terminals
        .iter()
        .map(|(name, one)| (name, terminal(one)));
    let tokens = proof.tokens.iter().map(|(name, one)| (name, texts(one)));
    let tables = proof.tables.iter().map(|(name, one)| (name, table(one)));
    let letters = proof.letters.iter();
    let letters = letters.map(|range| (u32::from(*range.start()), u32::from(*range.end())));
    let file = json!({
        "grammar": grammar,
        "letters": letters.collect::<Vec<_>>(),
        "terminals": terminals.map(by_name).collect::<Map<_, _>>(),
        "tokens": tokens.map(by_name).collect::<Map<_, _>>(),
        "tables": tables.map(by_name).collect::<Map<_, _>>(),
    });
    format!("{file}\n")
}

fn terminal(proof: &TerminalProof) -> Value {
    let behind = proof.before.len();
    let numbered = |state: Option<usize>| number(state.map(|state| behind + state));
    let before_rows = proof.before.iter().map(|one| {
        let next = one.next.iter().map(|&state| number(state));
        row(false, next.chain([numbered(one.mark)]))
    });
    let behind_rows = proof.behind.iter().map(|one| {
        let next = one.next.iter().map(|&state| numbered(state));
        row(one.accepts, next.chain([number(None)]))
    });
    let related = proof.related_before.iter();
    let before = related.map(|&(state, text)| (number(state), number(text), 0));
    let related = proof.related_behind.iter();
    let behind = related.map(|&(state, text)| (numbered(state), number(text), 1));
    let mut terminal = json!({
        "rule": before_rows.chain(behind_rows).collect::<Vec<_>>(),
        "production": texts(&proof.production),
        "relation": before.chain(behind).collect::<Vec<_>>(),
    });
    if proof.is_shortest {
        terminal["shortest"] = json!(true);
    }
    terminal
}

fn texts(states: &[TextState]) -> Value {
    let rows = states.iter().map(|one| {
        let next = one.next.iter().map(|&state| number(state));
        row(one.accepts, next)
    });
    rows.collect()
}

/// A state: whether it accepts, then the states that the letters lead to, and the mark, if it is read.
fn row(accepts: bool, next: impl Iterator<Item = i64>) -> Vec<i64> {
    [i64::from(accepts)].into_iter().chain(next).collect()
}

/// -1 is the state from which nothing is accepted.
fn number(state: Option<usize>) -> i64 {
    state
        .and_then(|state| i64::try_from(state).ok())
        .unwrap_or(-1)
}

fn table(tables: &RuleTables) -> Value {
    json!({
        "first": tables.first,
        "follow": tables.follow,
        "refused": tables.refused,
        "ways": tables.ways,
        "by": if tables.is_ll1() { "LL(1)" } else { "further on" },
    })
}
