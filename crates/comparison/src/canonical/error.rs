//! Why there is no canonical form.

use std::fmt;

/// Why a dataset's canonical form is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CanonicalFormError {
    /// The dataset has blank nodes, and triple terms or base directions.
    BeyondRdf11,
    /// Labels for the blank nodes take more than this number of steps.
    Steps(u64),
}

impl fmt::Display for CanonicalFormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeyondRdf11 => f.write_str(
                "not decided: RDFC-1.0 has no triple terms and no base directions, so it does not label these blank nodes",
            ),
            Self::Steps(limit) => write!(
                f,
                "not decided: to label blank nodes that are so much alike by RDFC-1.0 takes more than {limit} steps"
            ),
        }
    }
}

impl std::error::Error for CanonicalFormError {}
