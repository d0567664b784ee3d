//! Documents to read: files and standard input, their dialects and base IRIs, and the progress bar.

use super::{InputArguments, Status, diagnostics};
use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;
use turtle_peg::{Dialect, LoadedGrammar, Parser, file_iri};

/// One document.
pub struct Source {
    /// None for standard input.
    path: Option<PathBuf>,
}

impl Source {
    /// The documents that the arguments name; standard input if they name none.
    pub fn all(arguments: &InputArguments) -> Vec<Self> {
        let source = |path: &PathBuf| Self::new(path);
        match arguments.files.as_slice() {
            [] => vec![Self { path: None }],
            files => files.iter().map(source).collect(),
        }
    }

    pub fn new(path: &Path) -> Self {
        let path = (path != Path::new("-")).then(|| path.to_owned());
        Self { path }
    }

    /// How messages call it.
    pub fn name(&self) -> String {
        match &self.path {
            Some(path) => path.display().to_string(),
            None => "<stdin>".to_owned(),
        }
    }

    /// The dialect given, or else that of the grammar, or of the extension; standard input is Turtle.
    pub fn dialect(
        &self,
        given: Option<&str>,
        grammar: Option<&LoadedGrammar>,
    ) -> anyhow::Result<Dialect> {
        if let Some(name) = given {
            return Ok(name.parse()?);
        }
        if let Some(grammar) = grammar {
            return Ok(grammar.dialect());
        }
        let Some(path) = &self.path else {
            return Ok(Dialect::Turtle12);
        };
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension.and_then(Dialect::from_extension) {
            Some(dialect) => Ok(dialect),
            None => bail!(
                "{}: its name does not end in .ttl, .nt, .trig or .nq; say what it is with --dialect",
                path.display()
            ),
        }
    }

    /// A parser for this document, by the grammar or by the dialect's own.
    pub fn parser(
        &self,
        dialect: Dialect,
        grammar: Option<&LoadedGrammar>,
        arguments: &InputArguments,
    ) -> anyhow::Result<Parser> {
        let mut parser = Parser::new(dialect)
            .engine(arguments.engine.unwrap_or_default().into())
            .with_nesting_limit(arguments.nesting_limit);
        if let Some(grammar) = grammar {
            parser = parser.with_grammar(grammar);
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

    /// Opens it; for a file, with a progress bar that shows up if it takes long and a terminal is there.
    pub fn open(&self) -> io::Result<Box<dyn Read>> {
        let Some(path) = &self.path else {
            return Ok(Box::new(io::stdin().lock()));
        };
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        // A bar amid the results would spoil both.
        if io::stderr().is_terminal() && !io::stdout().is_terminal() {
            return Ok(Box::new(WithProgress::new(file, length, self.name())?));
        }
        Ok(Box::new(file))
    }
}

/// Runs `command` on each document; one that cannot be read is reported, and the others are still read.
pub fn for_each(
    sources: &[Source],
    mut command: impl FnMut(&Source) -> anyhow::Result<Status>,
) -> anyhow::Result<Status> {
    let mut worst = Status::Fine;
    for source in sources {
        worst = worst.max(command(source)?);
    }
    Ok(worst)
}

/// Reports an error in a document, and says what status it means.
pub fn fault(source: &Source, error: &turtle_peg::Error) -> Status {
    diagnostics::report_error(&source.name(), error);
    match error {
        turtle_peg::Error::Syntax(_) => Status::InputAtFault,
        _ => Status::Failed,
    }
}

/// A reader that shows how far it is, once it has taken a while.
struct WithProgress<R> {
    reader: R,
    bar: ProgressBar,
}

impl<R> WithProgress<R> {
    /// Work that is done before this needs no bar.
    const PATIENCE: Duration = Duration::from_secs(1);

    fn new(reader: R, length: u64, name: String) -> io::Result<Self> {
        let style = ProgressStyle::with_template(
            "{msg} {wide_bar} {bytes}/{total_bytes}, {bytes_per_sec}, {eta} left",
        )
        .map_err(io::Error::other)?;
        // It measures from the beginning, so that the speed is right when it shows up.
        let bar = ProgressBar::with_draw_target(Some(length), ProgressDrawTarget::hidden())
            .with_style(style)
            .with_message(name);
        Ok(Self { reader, bar })
    }
}

impl<R: Read> Read for WithProgress<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.bar.inc(count as u64);
        if self.bar.is_hidden() && self.bar.elapsed() > Self::PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        Ok(count)
    }
}

impl<R> Drop for WithProgress<R> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
