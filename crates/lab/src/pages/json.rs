//! JSON that several commands on grammars write.

use serde_json::{Value, json};
use std::fmt::Display;
use toolkit::peg::Departure;

/// For people to read, too.
pub fn text(value: &Value) -> String {
    cli::json::indented(value) + "\n"
}

pub fn departures(departures: &[Departure]) -> Vec<Value> {
    departures
        .iter()
        .map(|one| json!({ "kind": one.kind.name(), "reason": one.reason.as_str() }))
        .collect()
}

/// Each as it is printed.
pub fn printed<'a, T: Display + 'a>(all: impl IntoIterator<Item = &'a T>) -> Vec<String> {
    all.into_iter().map(ToString::to_string).collect()
}
