//! How a command ended, and what it reports.

use super::diagnostics;
use std::fmt;
use turtle_peg::inspect::GrammarError;

/// How a command ended, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Fine,
    /// An input does not conform.
    InputAtFault,
    /// Reading or writing failed, or the usage was wrong.
    Failed,
}

/// The exit status of a program that was interrupted while it wrote a file: what shells make of the signal.
pub const INTERRUPTED: i32 = 130;

/// The text of a file is no grammar: an input is at fault, not the usage.
#[derive(Debug)]
pub struct AtFault {
    /// How messages call the grammar.
    pub name: String,
    /// What is wrong.
    pub error: GrammarError,
}

impl fmt::Display for AtFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.error.in_file(&self.name))
    }
}

impl std::error::Error for AtFault {}

/// Reports why a command ended early.
pub fn report(error: &anyhow::Error) -> Status {
    if let Some(fault) = error.downcast_ref::<AtFault>() {
        for error in fault.error.faults() {
            diagnostics::report_grammar(&fault.name, error);
        }
        return Status::InputAtFault;
    }
    diagnostics::report_failure(error);
    Status::Failed
}
