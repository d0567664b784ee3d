//! The addresses within the site that several pages use.
//!
//! Invariant: an anchor here has a hyphen in it, and no name of a production has one; so they differ.

/// The file of the first page.
pub const INDEX: &str = "index.html";

pub const PRODUCTIONS: &str = "all-productions";
pub const DEPARTURES: &str = "declared-departures";
pub const OBLIGATIONS: &str = "open-obligations";
pub const FINDINGS: &str = "mirror-findings";
pub const LL1: &str = "ll1-conflicts";
pub const TIES: &str = "tied-tokens";
pub const LR: &str = "lr-conflicts";
pub const FLAWS: &str = "untidy-productions";
pub const OVERLAPS: &str = "overlapping-terminals";
pub const COVERAGE: &str = "test-coverage";
pub const STOPS: &str = "negative-tests";
pub const NOT_COUNTED: &str = "uncounted-tests";
pub const COMPARED: &str = "compared-grammars";
