//! A search for the next statement after a fault, until it is made.
//!
//! Invariant: it goes on from a byte of the document, whatever is at hand of that by then.

use crate::engine::{LeftoverLines, PartSearch, Strings, UnfinishedLine};

/// Where to look for the next statement.
pub(super) struct Skip {
    /// The byte of the document.
    pub(super) byte: u64,
    /// The lines that another tool has left, until they are passed over; and whether the part at fault begins with them.
    pub(super) leftover: Option<(LeftoverLines, bool)>,
    /// The string that may have caused the fault, until that is looked at.
    pub(super) strings: Option<Strings>,
    pub(super) unfinished: UnfinishedLine,
    pub(super) search: PartSearch,
}

/// How far searches have looked, so that no text is looked at for each of many faults.
#[derive(Default)]
pub(super) struct SearchReach {
    /// Up to this byte of the document no delimiter of a long string follows the latest fault.
    pub(super) clear_of_strings: u64,
    /// Up to this byte of the document, no merge conflict ends that was looked for.
    pub(super) clear_of_conflicts: u64,
}
