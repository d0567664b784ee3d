//! Errors in plain words for people: what is wrong, which places have to do with it, what to write instead.
//!
//! An error is data: the token that cannot stand there, what could, what is open. [`rows`] is a table from such data to words,
//! one row a mistake that people make. The first row that fits speaks; where none does, [`data`] puts the data itself into
//! words.
//!
//! Invariant: nothing here decides whether a document conforms. A place that is named was read; a text that is offered in the
//! place of another was [read there](remedies), and where a remedy says that another dialect accepts a statement, that dialect's
//! parser has read it.

mod data;
mod draft;
mod fault;
mod formats;
mod help;
mod others;
mod prefixes;
mod remedies;
mod rows;
mod words;

pub use draft::{Advice, Label};
pub use help::{Help, Replacement, Setting};

use crate::SyntaxError;
use draft::AdviceDraft;
use fault::FaultView;

impl SyntaxError {
    /// The error in plain words for people: what is wrong, which places have to do with it, what to do about it.
    pub fn advice(&self) -> Advice {
        let fault = FaultView::new(self, &self.around);
        // What people mistake in Turtle says nothing of another language.
        match self.dialect() {
            Some(_) => draft(&fault).finish(&fault),
            None => AdviceDraft::new(self.message()).finish(&fault),
        }
    }
}

fn draft(fault: &FaultView<'_>) -> AdviceDraft {
    // The rows look at what had begun.
    let row = || fault.has_start.then(|| rows::advice(fault)).flatten();
    let draft = formats::advice(fault)
        .or_else(row)
        .unwrap_or_else(|| data::advice(fault));
    match draft.asks_others {
        true => others::ask(draft, fault),
        false => draft,
    }
}
