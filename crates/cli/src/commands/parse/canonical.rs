//! The canonical form of all triples together: `parse --canonical`.

use crate::json;
use crate::output::Output;
use anyhow::Context;
use clap::ValueEnum;
use comparison::{CanonicalFormError, CanonicalHash, Canonicalizer};
use serde_json::{Map, Value};
use std::io::Read;
use turtle_peg::Parser;

/// How a canonical form is made, and what is written of it.
#[derive(Debug, clap::Args)]
pub struct CanonicalArguments {
    /// Hash algorithm of --canonical; each gives other labels
    #[arg(
        long = "canonical-hash",
        value_name = "ALGORITHM",
        value_enum,
        default_value_t,
        requires = "canonical"
    )]
    hash: HashName,

    /// Most steps of --canonical, of which a second has about a million; beyond them its answer is "not decided"
    #[arg(long = "canonical-limit", value_name = "STEPS", default_value_t = Canonicalizer::DEFAULT_STEP_LIMIT, requires = "canonical")]
    limit: u64,

    /// With --canonical, write RDFC-1.0's issued identifiers map instead of the triples: a JSON object with the label in the
    /// canonical form of each blank node
    #[arg(long = "canonical-map", requires = "canonical", conflicts_with = "to")]
    pub map: bool,
}

/// A hash algorithm, as the command line names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum HashName {
    #[default]
    Sha256,
    Sha384,
}

impl CanonicalArguments {
    fn canonicalizer(&self) -> Canonicalizer {
        let hash = match self.hash {
            HashName::Sha256 => CanonicalHash::Sha256,
            HashName::Sha384 => CanonicalHash::Sha384,
        };
        Canonicalizer::new()
            .with_hash(hash)
            .with_step_limit(self.limit)
    }
}

/// Writes the canonical form of N-Quads, or its map. If it is not decided, nothing is written.
pub fn write_canonical_form(
    quads: impl Read,
    parser: &Parser,
    arguments: &CanonicalArguments,
    output: &mut Output,
) -> anyhow::Result<Result<(), CanonicalFormError>> {
    let mut failure = Ok(());
    let quads = parser.parse_reader(quads).quads();
    let quads = quads.map_while(|quad| quad.map_err(|error| failure = Err(error)).ok());
    let form = arguments.canonicalizer().canonicalize(quads);
    failure.context("the triples cannot be made canonical")?;
    let form = match form {
        Ok(form) => form,
        Err(undecided) => return Ok(Err(undecided)),
    };
    if arguments.map {
        let issued = form.identifiers();
        let issued =
            issued.map(|(node, issued)| (node.as_str().to_owned(), issued.as_str().into()));
        let map = Value::Object(issued.collect::<Map<String, Value>>());
        output.write(format!("{}\n", json::indented(&map)).as_bytes())?;
        return Ok(Ok(()));
    }
    for line in form.lines() {
        output.write(line)?;
    }
    Ok(Ok(()))
}

/// Why there is no canonical form, and what may help.
pub fn undecided(error: CanonicalFormError) -> String {
    match error {
        CanonicalFormError::Steps(_) => {
            format!("{error}; --canonical-limit sets how many may be taken")
        }
        _ => error.to_string(),
    }
}
