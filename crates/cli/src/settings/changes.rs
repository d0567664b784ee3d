//! Changes of tokens that keep a document's triples.

use clap::ValueEnum;
use serde::Deserialize;

/// The changes to make.
#[derive(Clone, Debug)]
pub struct Normalisation {
    pub sort: Vec<Sorted>,
    pub directives: Option<DirectiveForm>,
    pub writes_a: bool,
    pub unused_prefixes: UnusedPrefixes,
}

/// The lists that are put in order.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Sorted {
    Statements,
    Prefixes,
    Predicates,
    Objects,
}

/// How directives are written.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum DirectiveForm {
    /// `PREFIX ex: <http://example.org/>`
    Sparql,
    /// `@prefix ex: <http://example.org/> .`
    At,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, ValueEnum)]
#[serde(rename_all = "kebab-case")]
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

    /// All of them in two parts: those within statements and directives, and then the order of statements.
    pub fn in_two(&self) -> [Self; 2] {
        let (order, sort) = self.sort.iter().partition(|it| **it == Sorted::Statements);
        let order = Self {
            sort: order,
            directives: None,
            writes_a: false,
            unused_prefixes: UnusedPrefixes::Keep,
        };
        [
            Self {
                sort,
                ..self.clone()
            },
            order,
        ]
    }

    /// The changes of documents with a triple a line, which say it in one way.
    pub fn of_lines(&self) -> Self {
        let [_, order] = self.in_two();
        order
    }

    pub fn removes_unused_prefixes(&self) -> bool {
        self.unused_prefixes == UnusedPrefixes::Remove
    }

    pub fn sorts(&self, what: Sorted) -> bool {
        self.sort.contains(&what)
    }
}
