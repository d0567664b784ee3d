//! The tests to run: which manifests of which grammars.
//!
//! Invariant: all that is read is run. A grammar that is not in the report, or whose coverage cannot be measured, is an error.

use crate::grammars::source::GrammarSource;
use anyhow::{anyhow, bail};
use cli::arguments::ManifestArguments;
use conformance::Test;
use std::path::PathBuf;
use std::str::FromStr;

/// A manifest of a grammar's tests, as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    grammar: GrammarSource,
    manifest: PathBuf,
}

impl FromStr for Suite {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let mut fault = anyhow!("GRAMMAR=MANIFEST is expected");
        // The name of a file may have an equals sign, too.
        for (place, _) in text.match_indices('=').rev() {
            let (name, manifest) = (&text[..place], &text[place + 1..]);
            match name.parse() {
                _ if manifest.is_empty() => {}
                Ok(grammar) => {
                    let manifest = PathBuf::from(manifest);
                    return Ok(Self { grammar, manifest });
                }
                Err(error) => fault = error,
            }
        }
        Err(fault)
    }
}

/// The tests of grammars.
pub struct Suites(Vec<(GrammarSource, Vec<Test>)>);

impl Suites {
    /// Reads the manifests; all those of one grammar are one suite.
    pub fn read(
        suites: &[Suite],
        files: &ManifestArguments,
        grammars: &[GrammarSource],
    ) -> anyhow::Result<Self> {
        let mut read = Self(Vec::new());
        for Suite { grammar, manifest } in suites {
            if !grammars.contains(grammar) {
                let names: Vec<String> = grammars.iter().map(GrammarSource::name).collect();
                bail!(
                    "--tests {}={}: the report has no such grammar; it has {}",
                    grammar.name(),
                    manifest.display(),
                    names.join(", ")
                );
            }
            let tests = files.read(manifest)?.tests().to_vec();
            read.add(grammar, tests);
        }
        Ok(read)
    }

    fn add(&mut self, grammar: &GrammarSource, tests: Vec<Test>) {
        match self.0.iter_mut().find(|(known, _)| known == grammar) {
            Some((_, known)) => known.extend(tests),
            None => self.0.push((grammar.clone(), tests)),
        }
    }

    /// None, if there is no suite of the grammar's.
    pub fn of(&self, grammar: &GrammarSource) -> Option<&[Test]> {
        let (_, tests) = self.0.iter().find(|(known, _)| known == grammar)?;
        Some(tests)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn a_suite_is_a_grammar_and_a_manifest() -> anyhow::Result<()> {
        let suite = |grammar: &str, manifest: &str| -> anyhow::Result<Suite> {
            Ok(Suite {
                grammar: grammar.parse()?,
                manifest: manifest.into(),
            })
        };
        for (grammar, manifest) in [
            ("turtle-1.1", "m.ttl"),
            ("a=b.pest", "m.ttl"),
            ("a.ebnf", "m=n.ttl"),
        ] {
            let text = format!("{grammar}={manifest}");
            assert_eq!(text.parse::<Suite>()?, suite(grammar, manifest)?);
        }
        Ok(())
    }
}
