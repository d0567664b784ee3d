//! Reports of problems, for people or programs: their format, destination, limit and totals.
//!
//! `OUTPUT.md` says what each form holds. Invariants: everything is counted, whether it is shown or not. Output that
//! cannot be written does not stop the program; its exit status tells.

pub mod advised;
mod github;
pub mod kinds;
mod objects;
mod problem;
mod program;
mod repeats;
mod sarif;
mod state;

pub use objects::rdf_rule;
pub use problem::{Problem, ProblemPlace, Severity, Spot};
pub use program::{program, set_program};
pub use state::{
    ErrorFormat, ReportSink, begin_document, configure, cut_short, dialect, end_document, finish,
    hide_warnings, is_closed, limit, list_only, lost, most, note, pass_over, passed_over, record,
    report, tell_success, tells_certainty,
};
