//! The answers of the mirror check: says the same, departs as declared, not decided, at fault; the later, the worse.

/// The standing of a production to its rule, or of a grammar to its specification, by the check.
///
/// [`Check`](crate::Check) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// They say the same in the same way.
    Identical,
    /// They differ by the declared departures, and by nothing else.
    Departs,
    /// Nothing is known to be wrong, and something was not decided.
    NotDecided,
    /// Something is wrong.
    AtFault,
}

impl Standing {
    /// A name for it, of lower-case words and hyphens.
    ///
    /// ```
    /// assert_eq!(turtle_peg_toolkit::Standing::NotDecided.name(), "not-decided");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Identical => "identical",
            Self::Departs => "departs",
            Self::NotDecided => "not-decided",
            Self::AtFault => "at-fault",
        }
    }
}
