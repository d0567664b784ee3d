//! A search that was given up.

use std::fmt;

/// It is not known whether two graphs are isomorphic: to find out takes more steps than are allowed.
///
/// ```
/// use turtle_peg_comparison::{Undecided, are_isomorphic};
/// use turtle_peg::oxrdf::Graph;
///
/// let answer: Result<bool, Undecided> = are_isomorphic(&Graph::new(), &Graph::new());
/// match answer {
///     Ok(are_isomorphic) => assert!(are_isomorphic),
///     Err(undecided) => panic!("not in {} steps", undecided.steps()),
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided {
    steps: u64,
}

impl Undecided {
    /// The answer of a search that this number of steps does not suffice for.
    pub fn new(steps: u64) -> Self {
        Self { steps }
    }

    /// How many steps were allowed.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

impl fmt::Display for Undecided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "not decided: to compare the blank nodes of the two graphs takes more than {} steps",
            self.steps
        )
    }
}

impl std::error::Error for Undecided {}
