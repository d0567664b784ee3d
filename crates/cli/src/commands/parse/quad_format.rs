//! The formats that triples are written in.

use crate::files::names;
use clap::ValueEnum;
use std::path::Path;
use turtle_peg::Dialect;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum QuadFormat {
    #[value(aliases = ["nt", "ntriples"])]
    NTriples,
    #[value(aliases = ["nq", "nquads"])]
    NQuads,
    #[value(alias = "ttl")]
    Turtle,
    #[value(name = "trig")]
    TriG,
    /// For readers that do not know RDF 1.2
    #[value(name = "turtle-1.1")]
    Turtle11,
    /// For readers that do not know RDF 1.2
    #[value(name = "trig-1.1")]
    TriG11,
    /// Columns, in a file of Apache Parquet
    #[cfg(feature = "columns")]
    Parquet,
    /// Columns, in a file of Apache Arrow
    #[cfg(feature = "columns")]
    Arrow,
}

impl QuadFormat {
    /// The format that a file's name says.
    pub(super) fn of_file(path: &Path) -> Option<Self> {
        #[cfg(feature = "columns")]
        match names::format_extension(path).as_deref() {
            Some("parquet") => return Some(Self::Parquet),
            Some("arrow") => return Some(Self::Arrow),
            _ => {}
        }
        Some(Self::named(names::named(path)?.dialect))
    }

    /// The extensions of its files, without dots.
    pub(super) fn extensions(self) -> Vec<&'static str> {
        let own = match self {
            Self::NTriples => "nt",
            Self::NQuads => "nq",
            Self::Turtle | Self::Turtle11 => "ttl",
            Self::TriG | Self::TriG11 => "trig",
            #[cfg(feature = "columns")]
            Self::Parquet => "parquet",
            #[cfg(feature = "columns")]
            Self::Arrow => "arrow",
        };
        names::same_language(own).collect()
    }

    /// The format whose files have this dialect's extension.
    fn named(dialect: Dialect) -> Self {
        match (dialect.is_line_based(), dialect.has_named_graphs()) {
            (true, false) => Self::NTriples,
            (true, true) => Self::NQuads,
            (false, false) => Self::Turtle,
            (false, true) => Self::TriG,
        }
    }

    /// The format to take instead for named graphs, if it has none.
    pub(super) fn with_named_graphs(self) -> Option<&'static str> {
        match self {
            Self::NTriples => Some("N-Triples has no place for; use --to n-quads"),
            Self::Turtle | Self::Turtle11 => Some("Turtle has no place for; use --to trig"),
            Self::NQuads | Self::TriG | Self::TriG11 => None,
            #[cfg(feature = "columns")]
            Self::Parquet | Self::Arrow => None,
        }
    }

    /// The dialect that is written in statements.
    pub(super) fn of_statements(self) -> Option<Dialect> {
        match self {
            Self::NTriples | Self::NQuads => None,
            #[cfg(feature = "columns")]
            Self::Parquet | Self::Arrow => None,
            Self::Turtle => Some(Dialect::Turtle12),
            Self::TriG => Some(Dialect::TriG12),
            Self::Turtle11 => Some(Dialect::Turtle11),
            Self::TriG11 => Some(Dialect::TriG11),
        }
    }

    /// The format that loses nothing of the dialect.
    pub(super) fn of(dialect: Dialect) -> Self {
        if dialect.has_named_graphs() {
            Self::NQuads
        } else {
            Self::NTriples
        }
    }
}

/// Whether a dialect may have terms that RDF 1.2 has not.
pub(super) fn is_older(dialect: Dialect) -> bool {
    matches!(
        dialect,
        Dialect::TurtleSubmission
            | Dialect::TurtleWd2011
            | Dialect::Turtle11
            | Dialect::NTriples11
            | Dialect::TriG11
            | Dialect::NQuads11
    )
}
