//! Documents that a command changes in their place: `format` and `fix`.
//!
//! Invariant: a file is replaced at once, and only if the new text differs; its mode, its owner and the links to it stay. The new text
//! is compared as it is [written](Revision).

use crate::arguments::InputArguments;
use crate::counted::counted;
use crate::files::selection::Takes;
use crate::files::whole::WholeFile;
use crate::files::{compression, names};
use crate::input::{self, InputSource, Strange};
use crate::output::{ADDED, LEFT_OUT, Output};
use crate::settings::ProjectSettings;
use crate::status::Status;
use crate::{diagnostics, progress};
use advice::visible::{is_unseen, visible_line};
use anstyle::{AnsiColor, Style};
use anyhow::{Context, anyhow, bail};
use similar::TextDiff;
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;
use tempfile::SpooledTempFile;
use turtle_peg::{Dialect, Parser, file_iri};

/// The options of commands that change documents: what becomes of a changed one.
#[derive(Debug, clap::Args)]
pub struct ChangeArguments {
    /// Name the files that would change, change none, and exit with 1 if there are any
    #[arg(long)]
    pub check: bool,

    /// Show what would change, and change nothing; with --check, exit with 1 if anything would
    #[arg(long)]
    pub diff: bool,

    /// Read standard input, and treat it as a file of this name, which tells the dialect and the base IRI
    #[arg(long, value_name = "PATH", conflicts_with_all = ["files", "dialect"])]
    stdin_filepath: Option<PathBuf>,
}

impl ChangeArguments {
    /// The project's settings for a document.
    pub fn settings(
        &self,
        source: &InputSource,
        input: &InputArguments,
    ) -> anyhow::Result<Arc<ProjectSettings>> {
        let path = self.stdin_filepath.as_deref().or(source.file());
        input.settings.of(path)
    }

    /// The dialect of a document.
    pub fn dialect(
        &self,
        source: &InputSource,
        chosen: Option<Dialect>,
        input: &InputArguments,
    ) -> anyhow::Result<Dialect> {
        let Some(path) = &self.stdin_filepath else {
            return source.dialect(chosen, None, input);
        };
        let by_settings = self.settings(source, input)?.dialect_of(path)?;
        match (by_settings, names::named(path)) {
            (Some(dialect), _) => Ok(dialect),
            (None, Some(named)) => Ok(named.dialect),
            (None, None) => bail!(names::not_read(path).into_owned()),
        }
    }

    /// A parser for a document, whose base IRI is that of the file which it is treated as.
    pub fn parser(
        &self,
        source: &InputSource,
        dialect: Dialect,
        input: &InputArguments,
    ) -> anyhow::Result<Parser> {
        let parser = source.parser(dialect, None, input)?;
        match &self.stdin_filepath {
            Some(path) if input.base.is_none() => {
                let base = file_iri(path).with_context(|| path.display().to_string())?;
                Ok(parser.with_base_iri(base)?)
            }
            _ => Ok(parser),
        }
    }

    /// How messages call a document.
    pub fn name(&self, source: &InputSource) -> String {
        let name = self.stdin_filepath.as_deref();
        name.map_or_else(|| source.name(), |path| path.display().to_string())
    }

    /// Whether files stay as they are.
    pub fn only_looks(&self) -> bool {
        self.check || self.diff
    }
}

/// How many files there were.
pub struct ChangeTally {
    /// The verb for files that were changed: `laid out`.
    done: &'static str,
    changed: u64,
    unchanged: u64,
    /// How many changes more there would be with an option, and which.
    more: (u64, &'static str),
}

impl ChangeTally {
    fn new(done: &'static str) -> Self {
        Self {
            done,
            changed: 0,
            unchanged: 0,
            more: (0, ""),
        }
    }

    /// Counts changes that there would be with an option.
    pub fn add_more(&mut self, count: u64, option: &'static str) {
        self.more = (self.more.0 + count, option);
    }

    /// Tells of the files, and returns the status that they give.
    fn finish(&self, arguments: &ChangeArguments, sources: &[InputSource]) -> Status {
        if sources.iter().any(|source| source.file().is_some()) {
            diagnostics::note(&self.told(arguments.only_looks(), sources.len() as u64));
        }
        Status::of(!arguments.check || self.changed == 0)
    }

    /// The sum of so many files: those that are not counted have faults, or cannot be read or replaced.
    fn told(&self, only_looks: bool, files: u64) -> String {
        let would = if only_looks { "would be " } else { "" };
        let mut told = format!(
            "{} {would}{}; {} unchanged",
            counted(self.changed, "file"),
            self.done,
            counted(self.unchanged, "file")
        );
        let left = files - self.changed - self.unchanged;
        if left > 0 {
            told += &format!("; {} could not be {}", counted(left, "file"), self.done);
        }
        match self.more {
            (0, _) => told,
            (count, option) => {
                let faults = counted(count, "more fault");
                format!("{told}; {faults} would be {} with `{option}`", self.done)
            }
        }
    }
}

/// Goes through the documents that the arguments name, does the `work` with each, and tells of them. `done` is what the work is
/// called: `laid out`.
pub fn each(
    input: &InputArguments,
    change: &ChangeArguments,
    done: &'static str,
    mut work: impl FnMut(&InputSource, &mut ChangeTally, &mut Output) -> anyhow::Result<Status>,
) -> anyhow::Result<Status> {
    let sources = InputSource::all_that(Takes::Unpacked, input)?;
    let mut output = Output::new();
    let mut tally = ChangeTally::new(done);
    let status = input::for_each(&sources, |source| {
        let size = source.file().and_then(|_| source.size());
        let status = work(source, &mut tally, &mut output);
        progress::advance(size.unwrap_or(0));
        status
    })?;
    output.flush()?;
    Ok(status.max(tally.finish(change, &sources)))
}

/// A document as it was, to be read several times.
pub enum Original<'s> {
    /// A file, and when it was changed before it was read.
    File(&'s Path, SystemTime),
    Bytes(Vec<u8>),
}

impl<'s> Original<'s> {
    pub fn of(source: &'s InputSource) -> Result<Self, Strange> {
        // A pipe has a name, too, and can be read only once.
        if let Some(path) = source
            .file()
            .filter(|path| !path.exists() || path.is_file())
        {
            // It says whether it can be read.
            source.open()?;
            return Ok(Self::File(path, fs::metadata(path)?.modified()?));
        }
        Ok(Self::Bytes(source.read()?))
    }

    pub fn read(&self) -> io::Result<Box<dyn Read + '_>> {
        Ok(match self {
            Self::File(path, _) => Box::new(File::open(path)?),
            Self::Bytes(bytes) => Box::new(bytes.as_slice()),
        })
    }

    /// Refuses a document that is compressed; `work` says what to do once it is unpacked.
    pub fn refuse_packed(&self, work: &str) -> anyhow::Result<()> {
        match self.is_packed()? {
            true => bail!(Strange(format!("it is compressed; unpack it, and {work}"))),
            false => Ok(()),
        }
    }

    /// The document stays as it is.
    pub fn stay(
        &self,
        arguments: &ChangeArguments,
        tally: &mut ChangeTally,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        tally.unchanged += 1;
        match self {
            Self::Bytes(bytes) if !arguments.only_looks() => Ok(output.write(bytes)?),
            _ => Ok(()),
        }
    }

    /// Refuses a file that somebody else has changed since.
    fn is_as_read(&self) -> io::Result<()> {
        match self {
            Self::File(path, modified) if fs::metadata(path)?.modified()? != *modified => Err(
                io::Error::other("it was changed while it was read; run this again"),
            ),
            _ => Ok(()),
        }
    }

    /// Why the changed document is not in its place.
    fn not_replaced(&self, error: io::Error) -> Strange {
        let place = match self {
            Self::File(path, _) => path.display().to_string(),
            Self::Bytes(_) => "a temporary file".to_owned(),
        };
        anyhow!(error)
            .context(format!("cannot write to {place}"))
            .into()
    }

    /// Whether its bytes or its name say that it is compressed. Standard input has been unpacked.
    fn is_packed(&self) -> io::Result<bool> {
        match self {
            Self::File(path, _) => {
                let is_named_so = names::compression(path).is_some();
                Ok(is_named_so || compression::is_packed(File::open(path)?)?)
            }
            Self::Bytes(_) => Ok(false),
        }
    }
}

/// A document that is to take the place of another one, as it is written.
///
/// Invariant: as long as the two are equal, and if nobody asks for the changed text, nothing is kept; what is kept takes the place of
/// the original only when it is [settled](Self::settle).
pub struct Revision<'o> {
    original: &'o Original<'o>,
    arguments: &'o ChangeArguments,
    /// The text that comes next in the original, as long as both are equal.
    rest: BufReader<Box<dyn Read + 'o>>,
    /// How many bytes are known to be equal at their beginnings.
    equal: u64,
    /// All of the text, once it differs.
    changed: Option<RevisedText>,
}

/// The text of a document that differs from the original.
enum RevisedText {
    /// Nobody asks for it.
    Unkept,
    /// It is shown: in memory or, once it is large, in a temporary file.
    Shown(SpooledTempFile),
    /// It will take the place of the original.
    Placed(WholeFile),
    /// It could not be written.
    Failed(io::Error),
}

impl<'o> Revision<'o> {
    pub fn of(original: &'o Original<'o>, arguments: &'o ChangeArguments) -> io::Result<Self> {
        Ok(Self {
            original,
            arguments,
            rest: BufReader::with_capacity(64 * 1024, original.read()?),
            equal: 0,
            changed: None,
        })
    }

    /// Puts the document in its place, or says what would change.
    pub fn settle(
        mut self,
        name: &str,
        tally: &mut ChangeTally,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        // The original may go on.
        if self.changed.is_none() && !self.rest.fill_buf()?.is_empty() {
            self.begin();
        }
        let Some(changed) = self.changed else {
            return self.original.stay(self.arguments, tally, output);
        };
        match changed {
            RevisedText::Unkept => output.show(&format!("{}\n", visible_line(name)))?,
            RevisedText::Shown(mut text) => {
                text.rewind()?;
                if self.arguments.diff {
                    let new_name = format!("{name} ({})", tally.done);
                    show_difference(name, &new_name, self.original, text, output)?;
                } else {
                    output.copy(&mut text)?;
                }
            }
            RevisedText::Placed(file) => {
                let kept = self.original.is_as_read().and_then(|()| file.keep());
                kept.map_err(|error| self.original.not_replaced(error))?;
            }
            RevisedText::Failed(error) => return Err(self.original.not_replaced(error).into()),
        }
        tally.changed += 1;
        Ok(())
    }

    /// Begins the changed text with the bytes that are equal.
    fn begin(&mut self) {
        let begun = self.begun();
        self.changed = Some(begun.unwrap_or_else(RevisedText::Failed));
    }

    fn begun(&self) -> io::Result<RevisedText> {
        let mut text = match self.original {
            _ if self.arguments.diff => RevisedText::shown(),
            _ if self.arguments.check => return Ok(RevisedText::Unkept),
            Original::File(path, _) => RevisedText::Placed(WholeFile::in_place_of(path)?),
            Original::Bytes(_) => RevisedText::shown(),
        };
        let mut equal = BufReader::with_capacity(64 * 1024, self.original.read()?.take(self.equal));
        loop {
            let bytes = equal.fill_buf()?;
            if bytes.is_empty() {
                return Ok(text);
            }
            text.write_all(bytes)?;
            let length = bytes.len();
            equal.consume(length);
        }
    }

    /// How many of these bytes come next in the original, too: all of them, or fewer.
    fn pass_equal(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut passed = 0;
        while passed < bytes.len() {
            let (left, right) = (&bytes[passed..], self.rest.fill_buf()?);
            let length = left.len().min(right.len());
            if length == 0 || left[..length] != right[..length] {
                break;
            }
            self.rest.consume(length);
            passed += length;
        }
        self.equal += passed as u64;
        Ok(passed)
    }
}

impl Write for Revision<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let passed = match self.changed {
            None => self.pass_equal(bytes)?,
            Some(_) => 0,
        };
        if passed < bytes.len() && self.changed.is_none() {
            self.begin();
        }
        if let Some(changed) = &mut self.changed
            && let Err(error) = changed.write_all(&bytes[passed..])
        {
            *changed = RevisedText::Failed(error);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl RevisedText {
    fn shown() -> Self {
        /// How many bytes are kept in memory.
        const MOST_IN_MEMORY: usize = 16 * 1024 * 1024;
        Self::Shown(SpooledTempFile::new(MOST_IN_MEMORY))
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Unkept | Self::Failed(_) => Ok(()),
            Self::Shown(text) => text.write_all(bytes),
            Self::Placed(file) => file.write_all(bytes),
        }
    }
}

fn show_difference(
    name: &str,
    new_name: &str,
    before: &Original<'_>,
    mut after: SpooledTempFile,
    output: &mut Output,
) -> anyhow::Result<()> {
    /// With more lines, to find the shortest difference would take too long.
    const MOST_LINES: usize = 5000;
    let (mut old, mut new) = (Vec::new(), String::new());
    before.read()?.read_to_end(&mut old)?;
    after.read_to_string(&mut new)?;
    // Of UTF-16, the zeros are gone that most characters have there.
    let is_as_new = |old: &String| new.contains('\0') || !old.contains('\0');
    let Some(old) = String::from_utf8(old).ok().filter(is_as_new) else {
        diagnostics::note(&format_args!(
            "{name}: the difference is not shown: the document is not UTF-8"
        ));
        return Ok(());
    };
    // `patch` knows no line ends but these.
    let [old, new] = [&old, &new].map(|text| text.split_inclusive('\n').collect::<Vec<_>>());
    let [name, new_name] = [name, new_name].map(name_in_patch);
    let shown = match old.len().max(new.len()) > MOST_LINES {
        true => one_difference(&old, &new, &name, &new_name),
        false => {
            let mut difference = TextDiff::configure();
            difference.newline_terminated(true);
            let difference = difference.diff_slices(&old, &new);
            let mut shown = difference.unified_diff();
            shown.header(&name, &new_name).to_string()
        }
    };
    if !output.has_colours() {
        output.show_file(&shown)?;
        return Ok(());
    }
    // Its two names come first.
    let styles = [Style::new().bold(); 2].into_iter().map(Some);
    for (line, style) in shown.lines().zip(styles.chain(iter::repeat(None))) {
        output.show_styled(style.unwrap_or_else(|| style_of(line)), line)?;
    }
    Ok(())
}

/// The style of a line of a unified difference.
fn style_of(line: &str) -> Style {
    match line.as_bytes().first() {
        Some(b'-') => LEFT_OUT,
        Some(b'+') => ADDED,
        Some(b'@') => AnsiColor::Cyan.on_default(),
        _ => Style::new(),
    }
}

/// The name of a file as `diff` writes it, and `patch` reads it: in quotation marks, with escape sequences, if it has control characters.
fn name_in_patch(name: &str) -> Cow<'_, str> {
    if !name.contains(is_unseen) {
        return Cow::Borrowed(name);
    }
    let mut quoted = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if !is_unseen(c) => quoted.push(c),
            c => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    quoted += &format!("\\{byte:03o}");
                }
            }
        }
    }
    Cow::Owned(quoted + "\"")
}

/// All from the first line that differs to the last, as one difference.
fn one_difference(old: &[&str], new: &[&str], old_name: &str, new_name: &str) -> String {
    let alike = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
        pairs.take_while(|(one, other)| one == other).count()
    };
    let before = alike(&mut old.iter().zip(new));
    let after = alike(&mut old[before..].iter().rev().zip(new[before..].iter().rev()));
    let [old, new] = [old, new].map(|lines| &lines[before..lines.len() - after]);
    let mut shown = format!(
        "--- {old_name}\n+++ {new_name}\n@@ -{first},{} +{first},{} @@\n",
        old.len(),
        new.len(),
        first = before + 1
    );
    for (sign, lines) in [('-', old), ('+', new)] {
        for line in lines {
            shown.push(sign);
            shown.push_str(line);
            if !line.ends_with('\n') {
                shown.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    shown
}
