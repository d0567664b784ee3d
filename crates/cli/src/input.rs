//! Documents to read: files and standard input, their dialects and base IRIs.
//!
//! Invariant: a document that cannot be read, or whose dialect is not known, is reported, and the others are still
//! read.

use crate::arguments::{InputArguments, OF_STANDARD_INPUT, ThreadArguments};
use crate::files::compression::unpacked;
use crate::files::found::FoundInput;
use crate::files::names::{self, named, not_read};
use crate::files::selection::Takes;
use crate::progress::{self, MeasuredReader, Unit};
use crate::status::Status;
use crate::trouble::explained;
use crate::{diagnostics, files, reporting};
use anyhow::{Context, bail};
use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal as _, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use turtle_peg::parallel::Part;
use turtle_peg::{Dialect, Error, Parser, SyntaxError, file_iri};

/// Makes the parser of an edited grammar, for the chosen dialect or for the grammar's.
pub type GrammarParser<'g> = &'g dyn Fn(Option<Dialect>) -> Parser;

/// The error of a command without a FILE at a terminal, which would wait for a document to be typed.
const NO_FILE: &str = "no FILE is named: name documents or folders, `.` for this folder, or `-` to type a document here";

/// One document.
pub struct InputSource {
    /// None for standard input.
    path: Option<PathBuf>,
    /// Why there is nothing to read.
    trouble: Option<String>,
}

/// Something about one document that keeps it from being read, and the others not.
#[derive(Debug)]
pub struct Strange(pub String);

impl fmt::Display for Strange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Strange {}

impl From<anyhow::Error> for Strange {
    fn from(error: anyhow::Error) -> Self {
        Self(format!("{error:#}"))
    }
}

impl From<io::Error> for Strange {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

impl Strange {
    /// Reports it, and returns its status.
    pub fn report(&self, source: &InputSource) -> Status {
        diagnostics::report(&source.name(), self);
        Status::Failed
    }
}

impl InputSource {
    /// The documents that the arguments name; standard input if they name none. From here on progress is measured, and
    /// faults are reported as the arguments say. Outputs are created before, so that folders and patterns leave them out.
    ///
    /// # Errors
    ///
    /// The run writes one of the documents.
    pub fn all(arguments: &InputArguments) -> anyhow::Result<Vec<Self>> {
        Self::all_that(Takes::All, arguments)
    }

    /// The documents that the arguments name; of folders and patterns only those that the command takes.
    pub fn all_that(takes: Takes, arguments: &InputArguments) -> anyhow::Result<Vec<Self>> {
        let found = match arguments.files.as_slice() {
            [] if io::stdin().is_terminal() => bail!(NO_FILE),
            [] => vec![FoundInput::StandardInput],
            files => arguments.find(files, takes),
        };
        let [sources] = Self::begin_all([found], arguments)?;
        Ok(sources)
    }

    /// The documents in each of these folders, and in those below; as [`all`](Self::all).
    pub fn in_folders<const COUNT: usize>(
        folders: [&PathBuf; COUNT],
        arguments: &InputArguments,
    ) -> anyhow::Result<[Vec<Self>; COUNT]> {
        let found = folders.map(|folder| arguments.find(std::slice::from_ref(folder), Takes::All));
        Self::begin_all(found, arguments)
    }

    fn begin_all<const COUNT: usize>(
        found: [Vec<FoundInput>; COUNT],
        arguments: &InputArguments,
    ) -> anyhow::Result<[Vec<Self>; COUNT]> {
        reporting::limit(arguments.quiet, arguments.max_errors);
        diagnostics::explain(arguments.explain);
        let mut all = [const { Vec::new() }; COUNT];
        for (sources, found) in all.iter_mut().zip(found) {
            for found in found {
                sources.extend(Self::found(found, arguments)?);
            }
        }
        if !arguments.quiet {
            let sizes = all.iter().flatten().map(|source| source.size());
            progress::begin(Unit::Bytes, sizes.sum());
        }
        Ok(all)
    }

    /// The document that was found, or what is told instead.
    fn found(found: FoundInput, arguments: &InputArguments) -> anyhow::Result<Vec<Self>> {
        let (path, trouble) = match found {
            FoundInput::StandardInput => (None, None),
            FoundInput::File(path) => (Some(path), None),
            FoundInput::Nothing { name, reason } => (Some(name), Some(reason)),
            FoundInput::PassedOver(mut passed_over) => {
                let mut troubles = Vec::new();
                if arguments.strict {
                    troubles = passed_over.refused();
                    passed_over.extensions.clear();
                    passed_over.others.clear();
                }
                let name = PathBuf::from(&passed_over.name);
                reporting::pass_over(passed_over);
                let troubles = troubles.into_iter().map(|reason| Self {
                    path: Some(name.clone()),
                    trouble: Some(reason),
                });
                return Ok(troubles.collect());
            }
        };
        let source = Self { path, trouble };
        source.is_read().with_context(|| source.name())?;
        Ok(vec![source])
    }

    /// One document, by its name.
    pub fn new(path: &Path) -> Self {
        let is_standard_input = path == Path::new("-");
        Self {
            path: (!is_standard_input).then(|| path.to_owned()),
            trouble: None,
        }
    }

    /// Says that the run reads it.
    fn is_read(&self) -> io::Result<()> {
        match &self.path {
            _ if self.trouble.is_some() => Ok(()),
            Some(path) => files::reads(path),
            None => files::reads_standard_input(),
        }
    }

    /// Whether there is nothing to read, for a reason that [opening](Self::open) it tells.
    pub fn is_nothing(&self) -> bool {
        self.trouble.is_some()
    }

    /// How many bytes it has as it is stored, if that is known.
    pub fn size(&self) -> Option<u64> {
        let Some(path) = &self.path else { return None };
        match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => Some(metadata.len()),
            Ok(_) => None,
            Err(_) => Some(0),
        }
    }

    /// Its path; standard input has none.
    pub fn file(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// How messages call it.
    pub fn name(&self) -> String {
        match &self.path {
            Some(path) => path.display().to_string(),
            None => "<stdin>".to_owned(),
        }
    }

    /// The dialect given, or else that of the grammar, of the project's settings, or of the extension; standard input has one of its own.
    pub fn dialect(
        &self,
        given: Option<Dialect>,
        grammar: Option<GrammarParser<'_>>,
        arguments: &InputArguments,
    ) -> anyhow::Result<Dialect> {
        if let Some(dialect) = given {
            return Ok(dialect);
        }
        if let Some(grammar) = grammar {
            return Ok(grammar(None).dialect());
        }
        let Some(path) = &self.path else {
            return Ok(OF_STANDARD_INPUT);
        };
        let is_there = std::fs::metadata(path);
        if self.trouble.is_some() || is_there.is_err() {
            // The function that opens it reports that it cannot be read.
            return Ok(OF_STANDARD_INPUT);
        }
        if let Some(dialect) = arguments.settings.of(Some(path))?.dialect_of(path)? {
            return Ok(dialect);
        }
        match named(path) {
            // A pipe has a name that says nothing: it is like standard input.
            None if is_there.is_ok_and(|it| !it.is_file()) => Ok(OF_STANDARD_INPUT),
            Some(named) => {
                if let Some(warning) = named.warning {
                    diagnostics::warn(&self.name(), &warning);
                }
                Ok(named.dialect)
            }
            None => Err(Strange(not_read(path).into_owned()).into()),
        }
    }

    /// A parser for this document, of the dialect given, or else of [its own](Self::dialect); reports name it from here on.
    pub fn begin(
        &self,
        given: Option<Dialect>,
        grammar: Option<GrammarParser<'_>>,
        arguments: &InputArguments,
    ) -> anyhow::Result<Parser> {
        let dialect = self.dialect(given, grammar, arguments)?;
        reporting::dialect(dialect.name());
        self.parser(dialect, grammar, arguments)
    }

    /// A parser for this document, by the grammar or by the dialect's own.
    pub fn parser(
        &self,
        dialect: Dialect,
        grammar: Option<GrammarParser<'_>>,
        arguments: &InputArguments,
    ) -> anyhow::Result<Parser> {
        let parser = grammar.map_or_else(|| Parser::new(dialect), |make| make(Some(dialect)));
        let mut parser = parser.with_labels_as_written();
        parser = arguments.limits.apply(parser);
        if self.path.is_none() && io::stdin().is_terminal() {
            parser = parser.with_early_results();
        }
        for prefix in &arguments.prefixes {
            parser = prefix.declare(parser)?;
        }
        let base = match (&arguments.base, &self.path) {
            (Some(base), _) => Some(base.clone()),
            (None, Some(path)) => Some(file_iri(path).with_context(|| path.display().to_string())?),
            (None, None) => None,
        };
        match base {
            Some(base) => parser
                .with_base_iri(base.clone())
                .with_context(|| format!("the base IRI <{base}>")),
            None => Ok(parser),
        }
    }

    /// How many threads to parse it with: one if the file is small, otherwise the number in the arguments, otherwise
    /// one per core.
    pub fn threads(&self, arguments: &ThreadArguments) -> NonZeroUsize {
        /// To start threads takes longer than to parse less than this.
        const SMALL: u64 = 256 * 1024;
        let is_small = |path: &PathBuf| {
            let metadata = std::fs::metadata(path);
            metadata.is_ok_and(|metadata| metadata.is_file() && metadata.len() < SMALL)
        };
        if self.path.as_ref().is_some_and(is_small) {
            return NonZeroUsize::MIN;
        }
        let one_a_core = || available_parallelism().unwrap_or(NonZeroUsize::MIN);
        arguments.threads.unwrap_or_else(one_a_core)
    }

    /// Opens the input. Compressed input is unpacked on the way.
    pub fn open(&self) -> Result<Box<dyn Read>, Strange> {
        Ok(self.unpacked()?)
    }

    /// All bytes of the input.
    pub fn read(&self) -> Result<Vec<u8>, Strange> {
        let mut bytes = Vec::new();
        self.open()?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    fn unpacked(&self) -> io::Result<Box<dyn Read>> {
        progress::file(&self.name());
        if let Some(trouble) = &self.trouble {
            return Err(io::Error::other(trouble.clone()));
        }
        self.is_read()?;
        match &self.path {
            Some(path) if self.size() == Some(0) && names::compression(path).is_some() => {
                // It may be missing, or not for us to read.
                File::open(path).map_err(explained)?;
                Err(io::Error::new(
                    io::ErrorKind::UnexpectedEof,
                    "cannot be unpacked: by its name it is compressed, and it has no bytes; is it whole?",
                ))
            }
            Some(path) => unpacked(MeasuredReader(File::open(path).map_err(explained)?)),
            None => unpacked(MeasuredReader(io::stdin().lock())),
        }
    }
}

/// Runs `command` on each document; one that is [`Strange`] is reported, and the others are still read.
pub fn for_each(
    sources: &[InputSource],
    mut command: impl FnMut(&InputSource) -> anyhow::Result<Status>,
) -> anyhow::Result<Status> {
    let mut worst = Status::Fine;
    for source in sources {
        worst = worst.max(for_one(source, &mut command)?);
    }
    progress::finish();
    Ok(worst)
}

/// Runs `command` on a document, which is reported if it is [`Strange`].
pub fn for_one(
    source: &InputSource,
    command: impl FnOnce(&InputSource) -> anyhow::Result<Status>,
) -> anyhow::Result<Status> {
    reporting::begin_document(&source.name());
    let status = unless_strange(source, command(source))?;
    reporting::end_document(status == Status::Fine);
    Ok(status)
}

/// The status of a command on a document; [`Strange`] input is reported.
pub fn unless_strange(
    source: &InputSource,
    result: anyhow::Result<Status>,
) -> anyhow::Result<Status> {
    result.or_else(|error| Ok(error.downcast::<Strange>()?.report(source)))
}

/// A problem in a document, to be reported when its turn comes.
pub enum PendingReport {
    Fault(Error),
    /// A warning of a lenient parser.
    LetPass(SyntaxError),
    /// How often it let something pass that will not be shown.
    Hidden(u64),
    /// The document was not read to its end, though the parser may have been asked to go on after faults.
    CutShort {
        keeps_going: bool,
    },
}

impl PendingReport {
    /// The report at the end of a part.
    pub fn at_end(
        part: &Part<'_>,
        warnings: &Warnings,
        keeps_going: bool,
    ) -> impl Iterator<Item = Self> {
        let cut_short = part.is_cut_short();
        let cut_short = cut_short.then_some(Self::CutShort { keeps_going });
        warnings.hidden().into_iter().chain(cut_short)
    }

    /// Reports it, and returns its status.
    pub fn report(&self, source: &InputSource) -> Status {
        match self {
            Self::Fault(error) => fault(source, error),
            Self::LetPass(error) => {
                diagnostics::report_let_pass(&source.name(), error);
                Status::Fine
            }
            Self::Hidden(warnings) => {
                reporting::hide_warnings(*warnings);
                Status::Fine
            }
            Self::CutShort { keeps_going } => {
                reporting::cut_short(*keeps_going);
                Status::Fine
            }
        }
    }
}

/// Makes reports of a lenient parser's warnings in a part of a document.
///
/// Only those are kept that can be shown: each takes some kilobytes, and a statement may need any number.
pub struct Warnings {
    most: u64,
    count: u64,
}

impl Warnings {
    pub fn new() -> Self {
        Self {
            most: reporting::most(),
            count: 0,
        }
    }

    /// The report; none if this is only counted.
    pub fn report(&mut self, warning: SyntaxError) -> Option<PendingReport> {
        self.count += 1;
        (self.count <= self.most).then_some(PendingReport::LetPass(warning))
    }

    /// How many there were up to here.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Warnings that were only counted, to be reported after the others.
    fn hidden(&self) -> Option<PendingReport> {
        let hidden = self.count.saturating_sub(self.most);
        (hidden > 0).then_some(PendingReport::Hidden(hidden))
    }
}

/// Reports an error in a document, and returns its status.
pub fn fault(source: &InputSource, error: &Error) -> Status {
    diagnostics::report_error(&source.name(), error);
    match error {
        Error::Syntax(_) => Status::InputAtFault,
        _ => Status::Failed,
    }
}
