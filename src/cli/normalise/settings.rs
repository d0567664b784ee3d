//! What is to be changed.

use clap::ValueEnum;

/// What to change.
#[derive(Clone, Debug, Default)]
pub struct Normalisation {
    pub sort: Vec<Sorted>,
    pub directives: Option<DirectiveForm>,
    pub writes_a: bool,
    pub removes_unused_prefixes: bool,
}

/// What is put in order.
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

impl Normalisation {
    pub fn changes_anything(&self) -> bool {
        !self.sort.is_empty()
            || self.directives.is_some()
            || self.writes_a
            || self.removes_unused_prefixes
    }

    pub fn sorts(&self, what: Sorted) -> bool {
        self.sort.contains(&what)
    }
}
