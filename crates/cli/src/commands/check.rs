//! `turtle-peg check`: does a document conform, and to which specifications?

use crate::arguments::{
    FormatArguments, InputArguments, LenienceArguments, ThreadArguments, dialect_help,
    dialect_values, going_on,
};
use crate::counted::counted;
use crate::input::{self, GrammarParser, InputSource, PendingReport, Strange, Warnings};
use crate::output::{Failed, Output};
use crate::reporting::kinds::LINTS;
use crate::reporting::{self, ErrorFormat};
use crate::settings::CheckSettings;
use crate::status::Status;
use crate::{diagnostics, lint, progress};
use advice::visible::{message, visible_line};
use anyhow::bail;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use language_server::terms::TermIndex;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};
use turtle_peg::parallel::Part;
use turtle_peg::{Dialect, Error, Objection, Parser, Position, SyntaxError};

/// Check documents, and print their faults and warnings
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg check *.ttl && echo fine
  turtle-peg check .                            all documents in this folder and below it
  turtle-peg check --first data.ttl             stop at the first fault of a document
  turtle-peg check --dialect turtle-1.1 data.ttl
  turtle-peg check --lenient data.ttl           warn where only RDF objects
  turtle-peg check --lint data.ttl              warn of valid but suspicious data
  turtle-peg check --lint --lint-off unused-prefix data.ttl
  turtle-peg check --lint --vocabularies vocabularies data.ttl
                                                and of terms that these do not have
  turtle-peg check --dialect all data.ttl       each dialect's verdict, and its first fault
  turtle-peg check --format github data         as annotations in continuous integration
  turtle-peg check --format json data.ttl.gz | jq .line
  turtle-peg check --threads 1 large.nt         on one core, leaving the others free

By default documents are read as RDF 1.2. Syntax that RDF 1.1 does not have, such as `{| |}` or `<< >>`, is noted where no \
VERSION announces it: programs for RDF 1.1 reject it. `--dialect turtle-1.1` checks for these.

With --dialect all, the verdicts go to standard output, and the exit status is 0 if any dialect accepts each document.")]
pub struct CheckArguments {
    #[command(flatten)]
    pub input: InputArguments,

    #[arg(
        short = 'f',
        long,
        visible_alias = "from",
        aliases = ["input-format", "syntax"],
        value_name = "DIALECT",
        value_parser = checked_dialects(),
        help = dialect_help("Dialect to check against, or `all`")
    )]
    dialect: Option<CheckedDialects>,

    /// Also warn of valid but suspicious data: ill-typed literals, unknown names of XSD, unused prefixes, prefixes with
    /// two IRIs, IRIs that are not normalized or have unusual schemes, `http` mixed with `https`. Holds the document in
    /// memory; skips a document at fault
    #[arg(long)]
    lint: bool,

    /// Do not warn of these, with --lint; the comment `# lint: allow NAME` does so for the next statement, or, before the
    /// first one, for the document
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        ignore_case = true,
        value_parser = PossibleValuesParser::new(LINTS.iter().map(|lint| lint.name))
    )]
    lint_off: Vec<String>,

    /// With --lint, warn of predicates, classes and datatypes that no vocabulary in these files and folders describes, where one
    /// describes a term with a similar name
    #[arg(long, value_name = "PATH", requires = "lint", num_args = 1)]
    vocabularies: Vec<PathBuf>,

    /// Stop at the first fault of each document
    #[arg(long)]
    first: bool,

    /// Other commands go on after faults only with this.
    #[arg(short, long, hide = true, conflicts_with = "first")]
    keep_going: bool,

    #[command(flatten)]
    lenience: LenienceArguments,

    #[command(flatten)]
    format: FormatArguments,

    #[command(flatten)]
    threads: ThreadArguments,
}

/// The dialects to check against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CheckedDialects {
    One(Dialect),
    All,
}

fn checked_dialects() -> impl TypedValueParser<Value = CheckedDialects> {
    let names = PossibleValuesParser::new(dialect_values().chain(["all".into()]));
    names.try_map(|name| match name.as_str() {
        "all" => Ok(CheckedDialects::All),
        name => name.parse().map(CheckedDialects::One),
    })
}

pub fn run(arguments: &CheckArguments) -> anyhow::Result<Status> {
    let sources = begin(arguments)?;
    check_documents(arguments, &sources, None)
}

/// Finds the documents; from here on, problems are reported by the arguments.
pub fn begin(arguments: &CheckArguments) -> anyhow::Result<Vec<InputSource>> {
    // Failures here go to standard error: standard output may be the file that is read.
    let sources = InputSource::all(&arguments.input)?;
    arguments.format.apply();
    reporting::tell_success();
    Ok(sources)
}

/// Checks these documents, by a dialect's own grammar or by the one that is given.
pub fn check_documents(
    arguments: &CheckArguments,
    sources: &[InputSource],
    grammar: Option<GrammarParser<'_>>,
) -> anyhow::Result<Status> {
    if arguments.dialect == Some(CheckedDialects::All) {
        if matches!(
            arguments.format.format,
            ErrorFormat::Sarif | ErrorFormat::Github
        ) {
            bail!(
                "--dialect all gives verdicts, and no errors to report: --format is text or json"
            );
        }
        if arguments.lint {
            bail!("--lint looks at a document as one dialect reads it: name that instead of all");
        }
        if grammar.is_some() {
            bail!(
                "--dialect all runs each dialect's own grammar: it cannot be used with --grammar"
            );
        }
        let mut output = Output::new();
        return input::for_each(sources, |source| {
            if sources.len() > 1 && arguments.format.format == ErrorFormat::Text {
                output.show(&format!("{}\n", visible_line(&source.name())))?;
            }
            check_all(arguments, source, &mut output)
        });
    }
    if arguments.format.format == ErrorFormat::Text {
        progress::is_alone();
    }
    let named = vocabularies(arguments, Path::new(""))?;
    let mut known = ReadVocabularies::from([(Vec::new(), named)]);
    input::for_each(sources, |source| {
        check(arguments, grammar, source, &mut known)
    })
}

/// The terms that the vocabularies describe, by the paths that a project's settings add to those of the arguments.
type ReadVocabularies = HashMap<Vec<PathBuf>, TermIndex>;

fn check(
    arguments: &CheckArguments,
    grammar: Option<GrammarParser<'_>>,
    source: &InputSource,
    known: &mut ReadVocabularies,
) -> anyhow::Result<Status> {
    let parser = parser(arguments, grammar, source)?;
    let mut reader = source.open()?;
    let is_by_default = arguments.dialect.is_none() && grammar.is_none();
    let find = |reader: &mut dyn Read| find(arguments, &parser, source, is_by_default, reader);
    let settings = arguments.input.settings.of(source.file())?;
    let settings = &settings.check;
    if !arguments.lint && !settings.lint {
        if !arguments.lint_off.is_empty() {
            bail!("--lint-off names lints, and nothing asks for lints: add --lint");
        }
        return find(&mut reader);
    }
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).map_err(Strange::from)?;
    let status = find(&mut bytes.as_slice())?;
    if status == Status::Fine
        && let Ok(text) = str::from_utf8(&bytes)
    {
        let off = [&arguments.lint_off[..], &settings.lint_off].concat();
        let known = known_terms(known, arguments, settings)?;
        lint::report(&parser, source, text, &off, known);
    }
    Ok(status)
}

fn known_terms<'k>(
    known: &'k mut ReadVocabularies,
    arguments: &CheckArguments,
    settings: &CheckSettings,
) -> anyhow::Result<&'k TermIndex> {
    match known.entry(settings.vocabularies.clone()) {
        Entry::Occupied(known) => Ok(known.into_mut()),
        Entry::Vacant(unknown) => {
            let paths = [&arguments.vocabularies[..], unknown.key()].concat();
            Ok(unknown.insert(lint::vocabularies(&paths)?))
        }
    }
}

/// The terms that the arguments' vocabularies describe, whose paths are seen from this folder.
pub fn vocabularies(arguments: &CheckArguments, folder: &Path) -> anyhow::Result<TermIndex> {
    let paths = arguments.vocabularies.iter().map(|it| folder.join(it));
    lint::vocabularies(&paths.collect::<Vec<_>>())
}

/// The parser of a document, by these arguments: it goes on after faults, unless they say otherwise.
pub fn parser(
    arguments: &CheckArguments,
    grammar: Option<GrammarParser<'_>>,
    source: &InputSource,
) -> anyhow::Result<Parser> {
    let dialect = match arguments.dialect {
        Some(CheckedDialects::One(dialect)) => Some(dialect),
        _ => None,
    };
    let parser = source.begin(dialect, grammar, &arguments.input)?;
    let parser = arguments.lenience.apply(parser);
    match arguments.keep_going {
        true => going_on(parser, true),
        false if arguments.first || parser.reads_whole_documents() => Ok(parser),
        false => Ok(parser.with_recovery()),
    }
}

/// The problems of a part of a document.
#[derive(Default)]
struct PartReport {
    pending: Vec<PendingReport>,
    newer_syntax: Option<Position>,
    announces_version: bool,
}

/// Reports a document's faults and warnings; and, if no one chose the dialect, syntax that programs for RDF 1.1 reject.
fn find(
    arguments: &CheckArguments,
    parser: &Parser,
    source: &InputSource,
    is_by_default: bool,
    reader: impl Read,
) -> anyhow::Result<Status> {
    let mut status = Status::Fine;
    let mut newer_syntax = None;
    let mut announces_version = false;
    parser.parse_parallel(
        reader,
        source.threads(&arguments.threads),
        |part| examine(part, !arguments.first),
        |part| {
            for one in part.pending {
                status = status.max(one.report(source));
            }
            newer_syntax = newer_syntax.or(part.newer_syntax);
            announces_version |= part.announces_version;
            match reporting::is_closed() {
                true => Err(anyhow::Error::from(Failed::closed())),
                false => Ok(()),
            }
        },
    )?;
    if let Some(place) = newer_syntax.filter(|_| is_by_default && !announces_version) {
        let older = parser.dialect().name().replace("1.2", "1.1");
        diagnostics::note(&format_args!(
            "{}:{place}: note: this is syntax of RDF 1.2, which programs for RDF 1.1 reject; `VERSION \"1.2\"` announces it, and \
             --dialect {older} checks for those programs",
            source.name()
        ));
    }
    Ok(status)
}

/// The faults in a part of a document, those that were let pass, and how new its syntax is.
fn examine(part: &mut Part<'_>, keeps_going: bool) -> PartReport {
    let mut pending = Vec::new();
    let mut warnings = Warnings::new();
    while let Some(result) =
        part.check_statement_with_warnings(|warning| pending.extend(warnings.report(warning)))
    {
        pending.extend(result.err().map(PendingReport::Fault));
    }
    pending.extend(PendingReport::at_end(part, &warnings, keeps_going));
    PartReport {
        pending,
        newer_syntax: part.newer_syntax(),
        announces_version: part.version().is_some(),
    }
}

/// Prints each dialect's verdict.
fn check_all(
    arguments: &CheckArguments,
    source: &InputSource,
    output: &mut Output,
) -> anyhow::Result<Status> {
    // It is parsed several times, and standard input is there only once.
    let bytes = source.read()?;
    let mut status = Status::InputAtFault;
    for dialect in Dialect::all() {
        let parser = source.parser(dialect, None, &arguments.input)?;
        let verdict = DialectVerdict::of(&arguments.lenience.apply(parser), &bytes);
        if verdict.fault.is_none() {
            status = Status::Fine;
        }
        if arguments.format.format == ErrorFormat::Json {
            reporting::record(|| verdict.to_json(&source.name(), dialect));
            continue;
        }
        output.show(&format!("{dialect:<18} {verdict}\n"))?;
    }
    output.flush()?;
    Ok(status)
}

/// One dialect's verdict on a document.
struct DialectVerdict {
    /// How much a lenient parser let pass before the fault.
    let_pass: u64,
    fault: Option<Error>,
}

impl DialectVerdict {
    fn of(parser: &Parser, bytes: &[u8]) -> Self {
        let mut let_pass = 0;
        let mut document = parser.parse_slice(bytes);
        while let Some(result) = document.check_statement_with_warnings(|_| let_pass += 1) {
            if let Err(error) = result {
                return Self {
                    let_pass,
                    fault: Some(error),
                };
            }
        }
        Self {
            let_pass,
            fault: None,
        }
    }

    /// The fault, if it is one of the document.
    fn error(&self) -> Option<&SyntaxError> {
        self.fault.as_ref().and_then(Error::as_syntax)
    }

    fn to_json(&self, file: &str, dialect: Dialect) -> Value {
        let position = self.error().map(SyntaxError::position);
        let said = match &self.fault {
            Some(Error::Syntax(error)) => Some(error.message()),
            Some(error) => Some(error.to_string()),
            None => None,
        };
        json!({
            "type": "verdict",
            "file": file,
            "dialect": dialect.name(),
            "accepted": self.fault.is_none(),
            "let_pass": self.let_pass,
            "objection": self.error().map(|error| error.kind().objection().name()),
            "rule": self.error().and_then(reporting::rdf_rule),
            "line": position.map(|position| position.line),
            "column": position.map(|position| position.column),
            "message": said.map(|said| message(&said)),
        })
    }
}

impl fmt::Display for DialectVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(fault) = &self.fault else {
            f.write_str("accepts")?;
            return match self.let_pass {
                0 => Ok(()),
                let_pass => write!(f, ", with {}", counted(let_pass, "warning")),
            };
        };
        let said = message(&fault.to_string());
        let Some(error) = self.error() else {
            return write!(f, "cannot be read: {said}");
        };
        match error.kind().objection() {
            Objection::Rdf => write!(f, "RDF objects at {said}")?,
            Objection::Meaning => write!(f, "knows no meaning at {said}")?,
            Objection::Parser => write!(f, "gives up at {said}")?,
            // The grammar's.
            _ => write!(f, "rejects at {said}")?,
        }
        match error.kind().rdf_rule().zip(error.dialect()) {
            None => Ok(()),
            Some((rule, dialect)) => write!(f, " ({rule}: {})", rule.source(dialect)),
        }
    }
}
