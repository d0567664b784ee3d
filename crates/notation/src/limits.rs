//! How large a grammar may be.
//!
//! Invariant: a larger grammar is refused, with the limit's name, before any code walks it. So these numbers bound the depth
//! and the length of every walk. The grammars of published languages have a tenth of each.

/// How many bytes the text of a grammar may have.
pub const MOST_BYTES: usize = 1_000_000;

/// How many productions or rules a grammar may have.
pub const MOST_RULES: usize = 1_000;

/// How many operators and parentheses a rule or a production may have. The time of pest's validation grows with the third
/// power of their number, and walks of a rule go as deep as they nest.
pub const MOST_OPERATORS: usize = 300;

/// How many parts a rule or a production may have, `{n}` written out. [`TO_A_PART`] characters of a literal, or ranges of
/// a class, count as a part.
pub const MOST_PARTS: usize = 1_200;

/// How many parts all of them may have together.
pub const MOST_PARTS_TOGETHER: usize = 20_000;

/// How many characters or ranges count as a part.
pub const TO_A_PART: usize = 8;

/// How many characters a name may have.
pub const MOST_IN_NAME: usize = 200;

/// How often the repetitions of a rule with `{n}` and the like may repeat something, all within one another.
pub const MOST_REPETITIONS: u64 = 1_000;

/// `too large: more than 1000 rules`.
pub(crate) fn too_large(limit: impl std::fmt::Display, what: &str) -> String {
    format!("too large: more than {limit} {what}")
}
