//! The commands, a module each.

pub mod accepts;
pub mod certificate;
pub mod check;
pub mod conformance;
pub mod coverage;
pub mod diff;
pub mod ebnf;
pub mod explore;
pub mod findings;
pub mod history;
pub mod impact;
pub mod import;
pub mod lint;
pub mod ll1;
pub mod lsp;
pub mod overlaps;
pub mod page_table;
pub mod parse;
pub mod pest;
mod proof_file;
pub mod propose;
pub mod report;
pub mod sentences;
pub mod show;
pub mod survey;
pub mod textmate;
pub mod tree;
