//! Where the text of a grammar has its names and its productions.

#[cfg(feature = "ebnf")]
use crate::Rule;
use std::ops::Range;

/// The names and the productions of a text, each kind in its order.
///
/// [`ebnf::places`](crate::ebnf::places) has an example.
#[cfg(feature = "ebnf")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrammarPlaces {
    /// The names of productions and of rules.
    pub names: Vec<NamePlace>,
    /// The productions.
    pub productions: Vec<ProductionPlace>,
}

/// A name in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePlace {
    /// The name, as [`Rule::name`] has it.
    pub name: String,
    /// Where it is, in bytes, half-open.
    pub bytes: Range<usize>,
    /// Whether the production or the rule of this name begins there.
    pub is_definition: bool,
}

/// A production in a text.
#[cfg(feature = "ebnf")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductionPlace {
    /// The production.
    pub rule: Rule,
    /// From its number, or its name, to its last word, in bytes, half-open.
    pub bytes: Range<usize>,
    /// Whether it has comments or notes within, which printing it would lose.
    pub has_remarks: bool,
}
