//! Arguments that several commands share.

use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use turtle_peg::conformance::{Manifest, ManifestError, ManifestReader};
use turtle_peg::{Dialect, Engine};

/// What to read, and how; shared by the commands that read documents.
#[derive(Debug, Args)]
pub struct InputArguments {
    /// Documents to read; `-` or none: standard input
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Base IRI [default: the file's own file: IRI; none for standard input]
    #[arg(long, value_name = "IRI")]
    pub base: Option<String>,

    /// What parses: parsers made to be fast, or those that pest derives; the results are the same
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    pub engine: EngineName,

    /// Grammar to run instead of the dialect's own: a `.pest` file, as it stands
    #[arg(long, value_name = "FILE.pest", conflicts_with = "engine")]
    pub grammar: Option<PathBuf>,

    /// How many levels deep lists and the like may nest
    #[arg(long, value_name = "LEVELS", default_value_t = turtle_peg::Parser::DEFAULT_NESTING_LIMIT)]
    pub nesting_limit: usize,
}

/// How many threads parse; shared by the commands that a large document keeps busy.
#[derive(Debug, Args)]
pub struct ThreadArguments {
    /// How many threads parse; the results are the same [default: of N-Triples and N-Quads one a core, else one]
    #[arg(long, value_name = "NUMBER")]
    pub threads: Option<NonZeroUsize>,
}

/// Where the files of manifests may lie; shared by the commands that run tests.
#[derive(Debug, Args)]
pub struct ManifestArguments {
    /// Folder below which manifests may name files, beside their own; may be given several times
    #[arg(long = "allow", value_name = "FOLDER")]
    allowed: Vec<PathBuf>,
}

impl ManifestArguments {
    /// Reads a manifest, and all that it includes.
    pub fn read(&self, path: &Path) -> Result<Manifest, ManifestError> {
        let reader = ManifestReader::default();
        let reader = self.allowed.iter().fold(reader, ManifestReader::allow);
        reader.read(path)
    }
}

/// An engine, as the command line names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    #[default]
    Fast,
    Reference,
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Fast => Self::Fast,
            EngineName::Reference => Self::Reference,
        }
    }
}

/// For people, or for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

/// The names of the dialects.
pub fn dialect_parser() -> clap::builder::PossibleValuesParser {
    clap::builder::PossibleValuesParser::new(Dialect::all().map(Dialect::name))
}
