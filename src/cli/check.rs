//! `turtle-peg check`: does a document conform, and to which specifications?

use super::arguments::{FormatArguments, InputArguments, ThreadArguments};
use super::input::{self, Source};
use super::output::{Failed, Output};
use super::reporting::{self, ErrorFormat};
use super::status::Status;
use super::visible::message;
use super::{loaded, progress, specified};
use anyhow::bail;
use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};
use std::io::Read;
use turtle_peg::{Dialect, Error, LoadedGrammar, Part, SyntaxError};

/// Check documents, and print nothing but what is wrong with them
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg check *.ttl && echo fine
  turtle-peg check --keep-going data.ttl        report every statement at fault, not only the first
  turtle-peg check --dialect turtle-1.1 data.ttl
  turtle-peg check --grammar sparql.ebnf query.rq
  turtle-peg check --dialect all data.ttl       each dialect's verdict, and where it stops
  turtle-peg check -r --format github data      as annotations in continuous integration
  turtle-peg check --format json --keep-going data.ttl.gz | jq .line
  turtle-peg check --threads 1 large.nt         on one core, leaving the others to others

With --dialect all, the verdicts go to standard output, and the exit status is 0 if any dialect accepts each document.")]
pub struct Arguments {
    #[command(flatten)]
    input: InputArguments,

    /// Dialect to check against, or `all` [default: the grammar's, if one is given, or else by extension, .ttl turtle-1.2, .nt n-triples-1.2, .trig
    /// trig-1.2, .nq n-quads-1.2; standard input is turtle-1.2]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(Dialect::all().map(Dialect::name).chain(["all"])))]
    dialect: Option<String>,

    /// Go on behind a statement that is at fault, and report each
    #[arg(long)]
    keep_going: bool,

    #[command(flatten)]
    format: FormatArguments,

    #[command(flatten)]
    threads: ThreadArguments,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let sources = Source::all(&arguments.input);
    arguments.format.apply();
    if let Some(grammar) = specified::load(&arguments.input)? {
        let path = arguments.input.grammar.as_deref();
        let path = path.map(|path| path.display().to_string());
        return input::for_each(&sources, |source| {
            reporting::dialect(path.as_deref().unwrap_or_default());
            specified::check(&grammar, source)
        });
    }
    let grammar = loaded::load(&arguments.input)?;
    if arguments.dialect.as_deref() == Some("all") {
        if matches!(
            arguments.format.format,
            ErrorFormat::Sarif | ErrorFormat::Github
        ) {
            bail!(
                "--dialect all gives verdicts, and no errors to report: --format is text or json"
            );
        }
        if grammar.is_some() {
            bail!(
                "--dialect all runs each dialect's own grammar: it cannot be used with --grammar"
            );
        }
        let mut output = Output::new();
        return input::for_each(&sources, |source| {
            if sources.len() > 1 && arguments.format.format == ErrorFormat::Text {
                output.show(&format!("{}\n", source.name()))?;
            }
            check_all(arguments, source, &mut output)
        });
    }
    if arguments.format.format == ErrorFormat::Text {
        progress::is_alone();
    }
    input::for_each(&sources, |source| {
        check(arguments, grammar.as_ref(), source)
    })
}

fn check(
    arguments: &Arguments,
    grammar: Option<&LoadedGrammar>,
    source: &Source,
) -> anyhow::Result<Status> {
    let dialect = source.dialect(arguments.dialect.as_deref(), grammar)?;
    let mut parser = source.parser(dialect, grammar, &arguments.input)?;
    if arguments.keep_going {
        parser = parser.continue_after_errors();
    }
    reporting::dialect(dialect.name());
    let reader = match source.open() {
        Ok(reader) => reader,
        Err(error) => return Ok(input::fault(source, &error.into())),
    };
    let mut status = Status::Fine;
    parser.parse_parallel(
        reader,
        source.threads(&arguments.threads, parser.dialect()),
        faults,
        |errors| {
            for error in errors {
                status = status.max(input::fault(source, &error));
            }
            match reporting::is_closed() {
                true => Err(anyhow::Error::from(Failed::closed())),
                false => Ok(()),
            }
        },
    )?;
    Ok(status)
}

/// All that is at fault in a part of a document.
fn faults(part: &mut Part<'_>) -> Vec<Error> {
    let mut errors = Vec::new();
    while let Some(result) = part.check_statement() {
        errors.extend(result.err());
    }
    errors
}

/// Prints each dialect's verdict.
fn check_all(
    arguments: &Arguments,
    source: &Source,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let bytes = match read(source) {
        Ok(bytes) => bytes,
        Err(error) => return Ok(input::fault(source, &error)),
    };
    let mut status = Status::InputAtFault;
    for dialect in Dialect::all() {
        let parser = source.parser(dialect, None, &arguments.input)?;
        let mut document = parser.parse_slice(&bytes);
        let verdict: Result<(), Error> =
            std::iter::from_fn(|| document.check_statement()).collect();
        if verdict.is_ok() {
            status = Status::Fine;
        }
        if arguments.format.format == ErrorFormat::Json {
            reporting::record(|| verdict_as_json(&source.name(), dialect, &verdict));
            continue;
        }
        let verdict = match &verdict {
            Ok(()) => "accepts".to_owned(),
            Err(error) => format!("rejects at {}", message(&error.to_string())),
        };
        output.show(&format!("{dialect:<18} {verdict}\n"))?;
    }
    output.flush()?;
    Ok(status)
}

fn verdict_as_json(file: &str, dialect: Dialect, verdict: &Result<(), Error>) -> Value {
    let error = verdict.as_ref().err();
    let position = error.and_then(Error::as_syntax).map(SyntaxError::position);
    let said = match error {
        Some(Error::Syntax(error)) => Some(error.message()),
        Some(error) => Some(error.to_string()),
        None => None,
    };
    json!({
        "type": "verdict",
        "file": file,
        "dialect": dialect.name(),
        "accepted": verdict.is_ok(),
        "line": position.map(|position| position.line),
        "column": position.map(|position| position.column),
        "message": said.map(|said| message(&said)),
    })
}

/// The whole document: it is parsed several times, and standard input is there only once.
fn read(source: &Source) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    source.open()?.read_to_end(&mut bytes)?;
    Ok(bytes)
}
