//! Errors in plain words for people: the mistake, the places that have to do with it, the remedies.
//!
//! An error is data: the token that cannot be there, the tokens that could, the open productions. `rows` is a table from
//! such data to words, one row a mistake that people make. The first row that fits speaks; where none does, `data` puts the
//! data itself into words. They say why; what to write is computed: `repairs` finds the smallest changes after which the
//! statement is read.
//!
//! Invariant: nothing here decides whether a document conforms. A place that is named was read; a text that is offered in the
//! place of another was read there, and where a remedy says that another dialect accepts a statement, that dialect's
//! parser has read it.

mod data;
mod doubt;
mod draft;
mod fault;
mod formats;
mod help;
mod mistake;
mod others;
mod prefixes;
mod remedies;
mod repairs;
mod rows;
mod slips;
mod words;

pub use draft::{Advice, Label};
pub use help::{Confidence, Help, Replacement, Setting};
pub use mistake::Mistake;
pub(crate) use others::prefixes_declared;
pub use prefixes::WELL_KNOWN as WELL_KNOWN_PREFIXES;

use crate::SyntaxError;
use draft::AdviceDraft;
use fault::FaultView;

impl SyntaxError {
    /// The error in plain words for people: the mistake, the places that have to do with it, the remedies.
    pub fn advice(&self) -> Advice {
        self.advice_of(remedies::weighed)
    }

    /// The [advice](Self::advice) for people alone, in a small part of the time: no remedy is weighed against other changes, so whether
    /// one [is certain](Help::is_certain) is not known.
    pub fn advice_in_words(&self) -> Advice {
        self.advice_of(|draft, _| draft)
    }

    fn advice_of(&self, finish: impl FnOnce(AdviceDraft, &FaultView<'_>) -> AdviceDraft) -> Advice {
        let fault = FaultView::new(self, &self.around);
        // The mistakes that people make in Turtle are not those of another language.
        let draft = match self.dialect() {
            Some(_) => finish(draft(&fault), &fault),
            None => AdviceDraft::new(self.message()),
        };
        draft.finish(&fault)
    }

    /// The changes after which the statement is read, if it has several faults: each fault in a few words, and its remedy, with the
    /// places that it has after the changes before. They end before the first that is not `is_chosen`.
    pub(crate) fn steps(&self, is_chosen: impl Fn(&Help) -> bool) -> Vec<(String, Help)> {
        let fault = FaultView::new(self, &self.around);
        if self.dialect().is_none() || formats::advice(&fault).is_some() {
            return Vec::new();
        }
        let advice = |fault: &FaultView<'_>| remedies::weighed(draft_in_language(fault), fault);
        remedies::steps(&fault, advice, is_chosen).unwrap_or_default()
    }
}

impl Mistake {
    /// All mistakes, in the order of their names.
    ///
    /// ```
    /// use turtle_peg::advice::Mistake;
    ///
    /// assert!(Mistake::all().iter().any(|mistake| mistake.name() == "missing-full-stop"));
    /// ```
    pub fn all() -> Vec<Self> {
        let others = mistake::SHARED.iter().chain(repairs::MISTAKES).copied();
        let mut all: Vec<Self> = rows::mistakes().chain(others).collect();
        all.sort_unstable_by_key(|mistake| mistake.name());
        all.dedup();
        all
    }
}

fn draft(fault: &FaultView<'_>) -> AdviceDraft {
    match formats::advice(fault) {
        Some(draft) => remedies::with_repairs(draft, fault),
        None => draft_in_language(fault),
    }
}

/// The draft for a fault of a document that is in this language, whatever it begins with.
fn draft_in_language(fault: &FaultView<'_>) -> AdviceDraft {
    // The rows look at the token that had begun, and at the tokens before it.
    let is_known =
        fault.has_start && (fault.around.statement.is_some() || fault.error.context().is_none());
    let row = || is_known.then(|| rows::advice(fault)).flatten();
    let draft = row().unwrap_or_else(|| data::advice(fault));
    let draft = match draft.asks_others {
        true => others::ask(draft, fault),
        false => draft,
    };
    remedies::with_repairs(draft, fault)
}
