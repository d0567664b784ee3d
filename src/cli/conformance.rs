//! `turtle-peg conformance`: run the W3C's test manifests.

use super::output::Output;
use super::{EngineName, Status, dialect_parser};
use anyhow::Context;
use indicatif::ProgressBar;
use std::fs::File;
use std::io::{BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use turtle_peg::conformance::{Manifest, Options, Report, run_test, write_earl};

/// Run the tests of W3C manifests, and print what fails and how many pass
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg conformance rdf-tests/rdf/rdf12/rdf-turtle/manifest.ttl
  turtle-peg conformance --dialect turtle-1.1 rdf-tests/rdf/rdf11/rdf-turtle/manifest.ttl
  turtle-peg conformance --earl report.ttl rdf-tests/rdf/rdf12/rdf-*/manifest.ttl

The W3C's tests are at https://github.com/w3c/rdf-tests. A manifest brings those that it includes. The exit status is 1
if a test fails.")]
pub struct Arguments {
    /// Manifests, in Turtle
    #[arg(value_name = "MANIFEST", required = true)]
    manifests: Vec<PathBuf>,

    /// Dialect to run every test under [default: the newest of the language that the test is made for]
    #[arg(long, value_name = "NAME", value_parser = dialect_parser())]
    dialect: Option<String>,

    /// What parses the tests' documents
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    engine: EngineName,

    /// Write an EARL report, in Turtle, to this file
    #[arg(long, value_name = "FILE")]
    earl: Option<PathBuf>,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let options = Options {
        dialect: arguments.dialect.as_deref().map(str::parse).transpose()?,
        engine: arguments.engine.into(),
    };
    let mut manifests = Vec::new();
    for path in &arguments.manifests {
        manifests.push((path, Manifest::read(path)?));
    }
    let mut output = Output::new();
    let mut results = Vec::new();
    for (path, manifest) in &manifests {
        let report = run_manifest(manifest, options);
        print(path, &report, &mut output)?;
        results.extend(report);
    }
    let report: Report<'_> = results.into_iter().collect();
    if manifests.len() > 1 {
        output.print(&format!("All: {}\n", report.totals()))?;
    }
    output.flush()?;
    if let Some(path) = &arguments.earl {
        write_report(&report, path).with_context(|| path.display().to_string())?;
    }
    Ok(match report.totals().failed {
        0 => Status::Fine,
        _ => Status::InputAtFault,
    })
}

fn run_manifest(manifest: &Manifest, options: Options) -> Report<'_> {
    let tests = manifest.tests();
    // Nothing is printed until all tests are run, so the bar is in nobody's way.
    let bar = match std::io::stderr().is_terminal() {
        true => ProgressBar::new(tests.len() as u64),
        false => ProgressBar::hidden(),
    };
    let report = tests
        .iter()
        .map(|test| run_test(test, options))
        .inspect(|_| bar.inc(1))
        .collect();
    bar.finish_and_clear();
    report
}

fn print(manifest: &Path, report: &Report<'_>, output: &mut Output) -> anyhow::Result<()> {
    for (test, failure) in report.failures() {
        output.print(&format!("FAILED {}\n  {failure}\n", test.iri().as_str()))?;
    }
    output.print(&format!("{}: {}\n", manifest.display(), report.totals()))?;
    Ok(())
}

fn write_report(report: &Report<'_>, path: &Path) -> std::io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    write_earl(report, SystemTime::now(), &mut file)?;
    file.flush()
}
