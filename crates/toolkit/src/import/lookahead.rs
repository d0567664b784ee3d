//! Places where one token does not tell which way to go.
//!
//! A PEG goes the first way that matches, as far as it leads, and comes back for no other. Where the alternatives are
//! regular they were ordered, but not the parts after them; elsewhere nothing was.

use super::Note;
use crate::tokens::ll1::{self, Ll1Conflict, Ll1ConflictKind};
use crate::tokens::symbols::TokenGrammar;
use notation::{Grammar, Rule};

/// Notes on LL(1) conflicts, except in the production that is `known` to be read well.
pub(super) fn notes(specified: &Grammar, known: Option<&Rule>) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    let conflicts = ll1::conflicts(&TokenGrammar::of(specified)).into_iter();
    for conflict in conflicts.filter(|one| known.is_none_or(|known| known.name != one.production)) {
        let note = note(&conflict);
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

fn note(conflict: &Ll1Conflict) -> Note {
    let Ll1Conflict { place, sides, .. } = conflict;
    let message = match conflict.kind {
        Ll1ConflictKind::FirstFirst => format!(
            "{} and {} can begin alike; a PEG goes the first way that matches, and never back",
            sides[0], sides[1]
        ),
        Ll1ConflictKind::FirstFollow | Ll1ConflictKind::TwiceNothing => format!(
            "{place} can begin like what follows it; a PEG takes as much as it can, and gives nothing back"
        ),
    };
    Note {
        production: Some(conflict.production.clone()),
        message,
    }
}
