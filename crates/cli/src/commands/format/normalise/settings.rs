//! Settings of the changes of tokens.

use clap::{Args, ValueEnum};

/// The changes to make.
#[derive(Clone, Debug, Args)]
#[command(
    next_help_heading = "Changes of tokens, for which the document is held in memory and its triples are compared"
)]
pub struct Normalisation {
    /// Put prefixes, predicates (rdf:type first) or objects in the order of their texts, with their comments
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub sort: Vec<Sorted>,

    /// Write directives as `PREFIX …` or as `@prefix … .`
    #[arg(long, value_enum, value_name = "FORM")]
    pub directives: Option<DirectiveForm>,

    /// Write `a` for the predicate rdf:type
    #[arg(long = "a")]
    pub writes_a: bool,

    /// Whether prefixes stay that nothing uses
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = UnusedPrefixes::Keep)]
    pub unused_prefixes: UnusedPrefixes,
}

/// The lists that are put in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sorted {
    Prefixes,
    Predicates,
    Objects,
}

/// How directives are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DirectiveForm {
    /// `PREFIX ex: <http://example.org/>`
    Sparql,
    /// `@prefix ex: <http://example.org/> .`
    At,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum UnusedPrefixes {
    Keep,
    Remove,
}

impl Normalisation {
    pub fn changes_anything(&self) -> bool {
        !self.sort.is_empty()
            || self.directives.is_some()
            || self.writes_a
            || self.removes_unused_prefixes()
    }

    pub fn removes_unused_prefixes(&self) -> bool {
        self.unused_prefixes == UnusedPrefixes::Remove
    }

    pub fn sorts(&self, what: Sorted) -> bool {
        self.sort.contains(&what)
    }
}
