//! Where lines break, and how far they are indented.
//!
//! Invariant: a decision looks at no more tokens than a line has characters, and nesting is a stack of [frames](state::LayoutFrame), so memory
//! follows the width and the depth, not the statement. All decisions depend on tokens, comments, blank lines, and on whether the
//! line breaks after an opening bracket; the output has these as the document has, so to format it again changes nothing.

mod flat;
mod lines;
mod opening;
mod state;
mod statement;
mod units;

pub(super) use state::Layout;
