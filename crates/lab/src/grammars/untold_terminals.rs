//! EBNF that does not say which of its productions are terminals.
//!
//! Invariant: none are made up. Such a text is read as it stands, and a note says what that means; no PEG is made of it.

use toolkit::{Grammar, GrammarError, ebnf, untold_terminals};

/// The advice to list the terminals.
const REMEDY: &str =
    "write a line `@terminals` before those that are tokens, or their names in capitals";

/// Says in which productions of a text white space may be, if it has no terminals and does not say that there are none.
pub fn note_of(text: &str, grammar: &Grammar) -> Option<String> {
    let untold = untold(text, grammar);
    (!untold.is_empty()).then(|| {
        format!(
            "no production is a terminal, so white space may be within {}: {REMEDY}; as the last line, `@terminals` says that \
             there are none",
            untold.join(", ")
        )
    })
}

/// Refuses a text of which that would be said: each such production is at fault.
pub fn refuse(text: &str, grammar: &Grammar) -> Result<(), GrammarError> {
    let faults: Vec<GrammarError> = untold(text, grammar)
        .into_iter()
        .map(|name| GrammarError::Production {
            name,
            message: format!(
                "no production is a terminal, so white space may be within it: {REMEDY}"
            ),
        })
        .collect();
    match faults.is_empty() {
        true => Ok(()),
        false => Err(GrammarError::Several(faults)),
    }
}

fn untold(text: &str, grammar: &Grammar) -> Vec<String> {
    match ebnf::lists_terminals(text) {
        true => Vec::new(),
        false => untold_terminals(grammar),
    }
}
