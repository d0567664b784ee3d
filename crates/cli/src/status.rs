//! The result of a command, and its exit status.

use crate::diagnostics;
use notation::GrammarError;
use std::fmt;
use std::process::ExitCode;

/// How a command ended, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    Fine,
    /// Nothing is known to be at fault, and something was not decided.
    NotDecided,
    /// An input does not conform.
    InputAtFault,
    /// Reading or writing failed, or the usage was wrong.
    Failed,
}

impl Status {
    /// `Fine` if the input is as it should be, else `InputAtFault`.
    pub fn of(is_fine: bool) -> Self {
        match is_fine {
            true => Self::Fine,
            false => Self::InputAtFault,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Fine => 0,
            Status::InputAtFault => 1,
            Status::Failed => 2,
            Status::NotDecided => 3,
        })
    }
}

/// The file is not a grammar: an input is at fault, not the usage.
#[derive(Debug)]
pub struct AtFault {
    /// How messages call the grammar.
    pub name: String,
    /// The reason.
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
