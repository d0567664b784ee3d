//! Errors of [`turtle_peg`] in plain words for people: the mistake, the places that have to do with it, the remedies; documents that
//! are mended by these; and what stands at a [place] in a document.
//!
//! ```
//! use turtle_peg::{Dialect, Parser};
//! use turtle_peg_advice::{Advise, fix};
//!
//! let text = "<x:s> <x:p> 1\n    <x:q> 2 .\n";
//! let error = Parser::new(Dialect::Turtle12).parse_str(text).check().unwrap_err();
//! let advice = error.as_syntax().unwrap().advice();
//! assert_eq!(advice.help()[0].text(), "insert `;` after `1`");
//! assert_eq!(fix(text, Dialect::Turtle12).text, "<x:s> <x:p> 1 ;\n    <x:q> 2 .\n");
//! ```
//!
//! An error is data: the token that cannot be there, the tokens that could, the open productions. `rows` is a table from
//! such data to words, one row a mistake that people make. The first row that fits speaks; where none does, `data` puts the
//! data itself into words. They say why; what to write is computed: `repairs` finds the smallest changes after which the
//! statement is read. All that is asked of the library is in its module [`diagnosis`](turtle_peg::diagnosis).
//!
//! Invariant: nothing here decides whether a document conforms. A place that is named was read; a text that is offered in the
//! place of another was read there, and where a remedy says that another dialect accepts a statement, that dialect's
//! parser has read it.
//!
//! # Features
//!
//! With the feature `default`, the library has its default features. Without it, depend on `turtle-peg` as well, with the families of
//! dialects that you need: one at least.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod brackets;
mod data;
mod doubt;
mod draft;
mod explanation;
mod fault;
pub mod fix;
mod formats;
mod help;
pub mod lint;
mod mistake;
mod others;
pub mod place;
mod prefixes;
mod remedies;
mod repairs;
mod rows;
mod slips;
pub mod visible;
mod words;

pub use draft::{Advice, Label};
pub use explanation::Advise;
pub use fix::fix;
pub use help::{Confidence, Help, Replacement, Setting};
pub use mistake::Mistake;
pub use prefixes::WELL_KNOWN as WELL_KNOWN_PREFIXES;

use draft::AdviceDraft;

impl Mistake {
    /// All mistakes, in the order of their names.
    ///
    /// ```
    /// use turtle_peg_advice::Mistake;
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
