//! The parts of a drafted file.

use notation::Rule;
use notation::peg::DepartureKind;
use std::collections::BTreeMap;

/// Something that the specification's EBNF does not decide, or that could not be said in a PEG.
///
/// [`Import`](crate::Import) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The production; none, if it is about the whole.
    pub production: Option<String>,
    /// The message to an editor.
    pub message: String,
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.production {
            Some(production) => write!(f, "{production}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// A production, and the rule that is to mirror it.
pub(super) struct Drafted {
    pub(super) production: Rule,
    pub(super) rule: Rule,
    /// Why it departs, by kind, where the usual reason is not enough.
    pub(super) reasons: BTreeMap<DepartureKind, String>,
    pub(super) declared: Vec<DepartureKind>,
    /// Rules that it needs.
    pub(super) helpers: Vec<Helper>,
    pub(super) variants: Variants,
}

/// A rule that mirrors no production.
pub(super) struct Helper {
    pub(super) kind: DepartureKind,
    pub(super) reason: String,
    pub(super) rule: Rule,
}

/// Ways of writing a terminal that are taken only where they are needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Variants {
    pub(super) is_ordered: bool,
    pub(super) ends_at_the_first: bool,
    pub(super) keeps_repetitions: bool,
}
