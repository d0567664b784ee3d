//! Arguments that several commands share.

use crate::files::find::find;
use crate::files::found::FoundInput;
use crate::files::selection::{Selection, Takes, patterns_from};
use crate::reporting::{self, ErrorFormat, ReportSink};
use crate::settings::SettingsArguments;
use crate::{diagnostics, files};
use anyhow::{Context, bail};
use bytesize::ByteSize;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use conformance::{Manifest, ManifestReader};
use ignore::gitignore::Gitignore;
use std::env;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use turtle_peg::{Dialect, Engine, Parser, SettingError};

/// The documents, and the parser's settings; shared by the commands that read documents.
#[derive(Debug, Args)]
pub struct InputArguments {
    /// Documents, folders or patterns; `-`, or nothing in a pipe: standard input. Of a folder, all documents in it and below it are
    /// read, by their extensions, but for hidden ones. Documents compressed by gzip, bzip2, zstd or xz are unpacked, whatever their names
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Other programs read folders only with this.
    #[arg(short, long, hide = true)]
    recursive: bool,

    /// In folders, leave out what PATTERN names, written as in .gitignore; may be given several times
    #[arg(long, value_name = "PATTERN", help_heading = FOLDERS)]
    exclude: Vec<String>,

    /// In folders, read what .gitignore and .ignore name, too
    #[arg(long, help_heading = FOLDERS)]
    no_ignore: bool,

    /// Fail if a folder or pattern has files with other extensions, links to folders or pipes, which are passed over
    #[arg(long, help_heading = FOLDERS)]
    pub strict: bool,

    /// Name each file that is passed over
    #[arg(short, long, help_heading = FOLDERS)]
    verbose: bool,

    /// Print no faults, warnings or progress; only set the exit status
    #[arg(short, long, help_heading = READING)]
    pub quiet: bool,

    /// Show with each fault the tokens that could be there and the unfinished productions
    #[arg(long, help_heading = READING)]
    pub explain: bool,

    /// Print at most NUMBER faults and NUMBER warnings; only count the rest
    #[arg(long, value_name = "NUMBER", default_value_t = 100, help_heading = READING)]
    pub max_errors: u64,

    /// Declare a prefix before the document begins; may be given several times
    #[arg(short, long = "prefix", value_name = "PREFIX=IRI", help_heading = READING)]
    pub prefixes: Vec<Prefix>,

    /// Base IRI [default: the file's own file: IRI; none for standard input]
    #[arg(short, long, value_name = "IRI", help_heading = READING)]
    pub base: Option<String>,

    #[command(flatten)]
    pub settings: SettingsArguments,

    #[command(flatten)]
    pub limits: LimitArguments,
}

impl InputArguments {
    /// The patterns that name what is passed over in a folder: those of the command line, and the project's.
    pub fn excluded(&self, folder: &Path) -> anyhow::Result<Vec<Gitignore>> {
        let here = env::current_dir()?;
        let by_option = patterns_from(&here, &self.exclude).context("--exclude")?;
        let by_settings = self.settings.of_folder(folder)?.excluded.clone();
        Ok(vec![by_option, by_settings])
    }

    /// The inputs that names lead to, by a command that takes these of folders and patterns.
    pub fn find(&self, names: &[PathBuf], takes: Takes) -> Vec<FoundInput> {
        let selection = Selection {
            takes,
            keeps_to_ignore_files: !self.no_ignore,
            excluded: &|folder| self.excluded(folder),
            tells_names: self.verbose,
        };
        find(names, &selection)
    }
}

/// Headings in the help of commands, whose own options come first.
const READING: &str = "Reading";
const FOLDERS: &str = "Folders";
const LIMITS: &str = "Engine and limits";

/// The engine, and what it gives up at.
#[derive(Debug, Args)]
pub struct LimitArguments {
    /// Which engine parses; all give the same results. `reference` reads documents as a whole: up to 16 MiB, and not on after a
    /// fault [default: fast]
    #[arg(long, value_name = "NAME", value_enum, help_heading = LIMITS)]
    pub engine: Option<EngineName>,

    /// Most levels of nesting
    #[arg(long, value_name = "LEVELS", default_value_t = Parser::DEFAULT_NESTING_LIMIT, help_heading = LIMITS)]
    nesting_limit: usize,

    /// Largest statement, such as 500KB or 1GiB
    #[arg(long, value_name = "SIZE", default_value = "4GiB", help_heading = LIMITS)]
    statement_limit: ByteSize,

    /// Longest base IRI, namespace, or IRI made with one of them
    #[arg(long, value_name = "SIZE", default_value = "64KiB", help_heading = LIMITS)]
    iri_limit: ByteSize,

    /// Most memory for prefixes
    #[arg(long, value_name = "SIZE", default_value = "256MiB", help_heading = LIMITS)]
    prefix_limit: ByteSize,
}

impl LimitArguments {
    /// The parser with this engine and these limits.
    pub fn apply(&self, parser: Parser) -> Parser {
        let number = |bytes: ByteSize| usize::try_from(bytes.as_u64()).unwrap_or(usize::MAX);
        parser
            .with_engine(self.engine.unwrap_or_default().into())
            .with_nesting_limit(self.nesting_limit)
            .with_statement_limit(number(self.statement_limit))
            .with_iri_limit(number(self.iri_limit))
            .with_prefix_limit(number(self.prefix_limit))
    }
}

/// The parser, which goes on after faults if that is asked for.
pub fn going_on(parser: Parser, keeps_going: bool) -> anyhow::Result<Parser> {
    match keeps_going {
        true if parser.reads_whole_documents() => bail!(
            "--keep-going needs an engine that reads statement by statement; the reference engine, and a grammar of one's own, read \
             a document as a whole"
        ),
        true => Ok(parser.with_recovery()),
        false => Ok(parser),
    }
}

/// A prefix and its namespace.
#[derive(Clone, Debug)]
pub struct Prefix {
    name: String,
    namespace: String,
}

impl Prefix {
    pub fn declare(&self, parser: Parser) -> Result<Parser, SettingError> {
        parser.with_prefix(self.name.clone(), self.namespace.clone())
    }
}

impl FromStr for Prefix {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> anyhow::Result<Self> {
        let Some((name, namespace)) = text.split_once('=') else {
            bail!("write it as ex=http://example.org/");
        };
        let prefix = Self {
            name: name.strip_suffix(':').unwrap_or(name).to_owned(),
            namespace: namespace.to_owned(),
        };
        match prefix.declare(Parser::new(Dialect::Turtle12)) {
            Ok(_) => Ok(prefix),
            Err(SettingError::Prefix { .. }) => bail!("`{}:` is not a prefix", prefix.name),
            Err(_) => bail!("<{}> is not an absolute IRI", prefix.namespace),
        }
    }
}

/// The format of reports; shared by the commands that also report to programs.
#[derive(Debug, Args)]
pub struct FormatArguments {
    /// Format of faults and warnings; all formats but text go to standard output
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub format: ErrorFormat,
}

impl FormatArguments {
    /// Has it reported so from here on.
    pub fn apply(&self) {
        let sink = match self.format {
            ErrorFormat::Text => ReportSink::StandardError,
            _ => ReportSink::StandardOutput,
        };
        reporting::configure(self.format, sink);
    }
}

/// Leniency; shared by the commands that look at triples.
#[derive(Debug, Args)]
pub struct LenienceArguments {
    /// Warn instead of failing where the grammar accepts and RDF objects: ill-formed language tags, IRIs that RFC 3987
    /// forbids, rdf:langString without a language tag
    #[arg(long)]
    pub lenient: bool,
}

impl LenienceArguments {
    /// The parser, lenient if that is asked for; faults name the option from here on.
    pub fn apply(&self, parser: Parser) -> Parser {
        diagnostics::offer_leniency();
        match self.lenient {
            true => parser.with_lenience(),
            false => parser,
        }
    }
}

/// The number of threads; shared by the commands that parse large documents in parallel.
#[derive(Debug, Args)]
pub struct ThreadArguments {
    /// Number of threads; it changes no result [default: one per core]
    #[arg(long, value_name = "NUMBER", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
}

fn threads(number: &str) -> Result<NonZeroUsize, String> {
    let number = number.parse();
    number.map_err(|_| "name 1 or more; without --threads, one a core parses".to_owned())
}

/// The folders that manifests may name files in; shared by the commands that run tests.
#[derive(Debug, Args)]
pub struct ManifestArguments {
    /// Folder in which manifests may name files, besides their own; may be given several times
    #[arg(long = "allow", value_name = "FOLDER")]
    allowed: Vec<PathBuf>,
}

impl ManifestArguments {
    /// Reads a manifest, and all that it includes. The files that its tests name are those of the run, too.
    pub fn read(&self, path: &Path) -> anyhow::Result<Manifest> {
        let name = |path: &Path| path.display().to_string();
        files::reads(path).with_context(|| name(path))?;
        let reader = ManifestReader::default();
        let reader = self
            .allowed
            .iter()
            .fold(reader, ManifestReader::with_allowed_folder);
        let manifest = reader.read(path)?;
        for file in manifest.files() {
            files::reads(file).with_context(|| name(file))?;
        }
        Ok(manifest)
    }
}

/// An engine, as the command line names it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    #[default]
    /// Parsers generated to be fast
    Fast,
    /// Parsers that pest derives; they define the PEGs' meaning
    Reference,
    /// The specifications' own productions, as they stand
    Specification,
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Fast => Self::Fast,
            EngineName::Reference => Self::Reference,
            EngineName::Specification => Self::Specification,
        }
    }
}

/// For people, or for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Text,
    Json,
}

/// The dialect of standard input.
pub const OF_STANDARD_INPUT: Dialect = Dialect::Turtle12;

/// The dialect to read; shared by the commands that read documents of any.
#[derive(Debug, Args)]
pub struct DialectArguments {
    #[arg(
        short = 'f',
        long,
        visible_alias = "from",
        aliases = ["input-format", "syntax"],
        value_name = "DIALECT",
        value_parser = dialect_parser(),
        help = dialect_help("Dialect to read")
    )]
    pub dialect: Option<Dialect>,
}

/// The help of `--dialect`: its effect and its default.
pub fn dialect_help(what: &str) -> String {
    let extensions = Dialect::all().filter_map(|dialect| {
        let is_default = Dialect::from_extension(dialect.extension()) == Some(dialect);
        is_default.then(|| format!(".{} {dialect}", dialect.extension()))
    });
    let extensions: Vec<String> = extensions.collect();
    format!(
        "{what} [default: by extension, {}; standard input is {OF_STANDARD_INPUT}]",
        extensions.join(", ")
    )
}

/// The names of the dialects; the newest of a language is also called by the language's name, and by its extension.
pub fn dialect_values() -> impl Iterator<Item = PossibleValue> {
    Dialect::all().map(|dialect| {
        let value = PossibleValue::new(dialect.name());
        let extension = dialect.extension();
        let language = dialect.media_type().split('/').next_back();
        match Dialect::from_extension(extension) == Some(dialect) {
            true => value
                .alias(extension)
                .aliases(language)
                .aliases(match extension {
                    "nt" => Some("ntriples"),
                    "nq" => Some("nquads"),
                    _ => None,
                }),
            false => value,
        }
    })
}

/// Reads the name of a dialect.
pub fn dialect_parser() -> impl TypedValueParser<Value = Dialect> {
    PossibleValuesParser::new(dialect_values()).try_map(|name| name.parse())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser as _;
    use pretty_assertions::assert_eq;

    #[derive(Debug, clap::Parser)]
    struct Limits {
        #[command(flatten)]
        limits: LimitArguments,
    }

    #[test]
    fn the_limits_of_the_help_are_those_of_the_library() {
        let Limits { limits } = Limits::parse_from(["limits"]);
        let bytes = |size: ByteSize| size.as_u64() as usize;
        assert_eq!(bytes(limits.iri_limit), Parser::DEFAULT_IRI_LIMIT);
        assert_eq!(bytes(limits.prefix_limit), Parser::DEFAULT_PREFIX_LIMIT);
    }

    #[test]
    fn limits_are_read_as_they_are_printed() {
        for text in ["1000", "500kB", "4GiB", "4 GiB", "1.5 MB"] {
            let limits = Limits::try_parse_from(["limits", "--statement-limit", text]);
            assert!(limits.is_ok(), "{text}");
        }
    }
}
