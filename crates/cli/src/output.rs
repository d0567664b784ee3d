//! Where results go: standard output, or a file.

use crate::files::whole::{FinishedFile, WholeFile};
use advice::visible::{escaped, visible};
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use std::fmt;
use std::fs;
use std::io::{self, IsTerminal, Read, Seek as _, StdoutLock, Write};
use std::path::{Path, PathBuf};
use tempfile::SpooledTempFile;

/// Writing results failed; so a closed pipe there is told from one anywhere else.
#[derive(Debug)]
pub struct Failed {
    pub error: io::Error,
    /// None for standard output.
    file: Option<PathBuf>,
}

impl Failed {
    /// Writing this file failed.
    pub fn of_file(path: &Path, error: io::Error) -> Self {
        Self {
            error,
            file: Some(path.to_owned()),
        }
    }

    /// Nobody reads standard output any more.
    pub fn closed() -> Self {
        Self::from(io::Error::from(io::ErrorKind::BrokenPipe))
    }
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Self {
        Self { error, file: None }
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "cannot write to {}: {}", file.display(), self.error),
            None => write!(f, "cannot write to standard output: {}", self.error),
        }
    }
}

impl std::error::Error for Failed {}

/// Whether a name stands for standard output.
pub fn is_standard_output(path: &Path) -> bool {
    path == Path::new("-") || path == Path::new("/dev/stdout")
}

/// Whether standard output may be closed. Rust then opens `/dev/null` in its place, to read and to write; shells that throw output away
/// open it to write. Other programs may have opened it like Rust, so this is a reason for a warning, and not for an error.
pub fn may_be_closed() -> bool {
    let file = fs::read_link("/proc/self/fd/1");
    let about = fs::read_to_string("/proc/self/fdinfo/1").unwrap_or_default();
    let flags = about.lines().find_map(|line| line.strip_prefix("flags:"));
    file.is_ok_and(|file| file == Path::new("/dev/null"))
        && flags.is_some_and(|flags| flags.ends_with('2'))
}

/// Writes a file, whole or not at all.
pub fn write_file(path: &Path, extensions: &[&str], contents: &str) -> Result<(), Failed> {
    let mut output = Output::to(path, extensions)?;
    output.show_file(contents)?;
    output.keep()
}

/// The styles of lines that only the first, or only the second, of two texts has.
pub const LEFT_OUT: Style = AnsiColor::Red.on_default();
pub const ADDED: Style = AnsiColor::Green.on_default();

/// How many bytes are worth a call of the system.
const MUCH: usize = 64 * 1024;

/// Results, through a large buffer, written at ends of statements, or of parts of large ones.
pub struct Output {
    sink: OutputSink,
    buffer: Vec<u8>,
    committed: usize,
    threshold: usize,
}

enum OutputSink {
    StandardOutput(StdoutLock<'static>),
    Terminal(Terminal),
    File { file: Box<WholeFile>, path: PathBuf },
    Held(SpooledTempFile),
}

impl Output {
    /// A file, which is there only once it is [kept](Self::keep); `-` is standard output. Its contents are of the format
    /// that one of the extensions names.
    pub fn to(path: &Path, extensions: &[&str]) -> Result<Self, Failed> {
        if is_standard_output(path) {
            return Ok(Self::new());
        }
        let file = WholeFile::create(path, extensions);
        let file = file.map_err(|error| Failed::of_file(path, error))?;
        Ok(Self::through(OutputSink::File {
            file: Box::new(file),
            path: path.to_owned(),
        }))
    }

    /// Standard output.
    pub fn new() -> Self {
        let stdout = io::stdout();
        match stdout.is_terminal() {
            // A person who watches sees each statement at once.
            true => Self {
                threshold: 1,
                ..Self::through(OutputSink::Terminal(Terminal {
                    stdout: stdout.lock(),
                    begun: Vec::new(),
                }))
            },
            false => Self::through(OutputSink::StandardOutput(stdout.lock())),
        }
    }

    /// Results that something is done with before they are written: in memory, or in a temporary file if they are many.
    pub fn held() -> Self {
        const IN_MEMORY: usize = 16 * 1024 * 1024;
        Self::through(OutputSink::Held(SpooledTempFile::new(IN_MEMORY)))
    }

    fn through(sink: OutputSink) -> Self {
        Self {
            sink,
            buffer: Vec::new(),
            committed: 0,
            threshold: MUCH,
        }
    }

    /// Results that are [held](Self::held), from their beginning; of others, nothing.
    pub fn read_back(mut self) -> Result<impl Read, Failed> {
        self.flush()?;
        let OutputSink::Held(mut file) = self.sink else {
            return Ok(SpooledTempFile::new(0));
        };
        file.rewind().map_err(not_held)?;
        Ok(file)
    }

    /// Whether a file is written, and not standard output.
    pub fn is_file(&self) -> bool {
        matches!(self.sink, OutputSink::File { .. })
    }

    /// Where to write; never fails.
    pub fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    /// Keeps the text written since the last call.
    pub fn commit(&mut self) -> Result<(), Failed> {
        self.committed = self.buffer.len();
        if self.committed < self.threshold {
            return Ok(());
        }
        self.flush()
    }

    /// Keeps the text written since the last call, if that is much: for output that grows large before it ends.
    pub fn commit_much(&mut self) -> Result<(), Failed> {
        match self.buffer.len() < MUCH {
            true => Ok(()),
            false => self.commit(),
        }
    }

    /// Writes all that is kept. It ends with a line, so standard output, which buffers by lines, copies none of it.
    pub fn flush(&mut self) -> Result<(), Failed> {
        self.sink.write(&self.buffer[..self.committed])?;
        self.buffer.drain(..self.committed);
        self.committed = 0;
        Ok(())
    }

    /// Writes bytes as they are, and all that is kept before them.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failed> {
        if bytes.len() < self.threshold {
            self.buffer.extend_from_slice(bytes);
            return self.commit();
        }
        self.flush()?;
        self.sink.write(bytes)
    }

    /// Writes all bytes of a reader as they are, and all that is kept before them.
    pub fn copy(&mut self, from: &mut impl Read) -> anyhow::Result<()> {
        let mut buffer = vec![0; MUCH];
        loop {
            match from.read(&mut buffer)? {
                0 => return Ok(()),
                length => self.write(&buffer[..length])?,
            }
        }
    }

    /// Writes all that is kept, and puts the file in its place.
    pub fn keep(self) -> Result<(), Failed> {
        self.finish()?.put_in_place()
    }

    /// Writes all that is kept. The file is put in its place later, together with others.
    pub fn finish(mut self) -> Result<FinishedOutput, Failed> {
        self.flush()?;
        Ok(FinishedOutput(match self.sink {
            OutputSink::StandardOutput(_) | OutputSink::Terminal(_) | OutputSink::Held(_) => None,
            OutputSink::File { file, path } => {
                let finished = file.finish();
                let finished = finished.map_err(|error| Failed::of_file(&path, error))?;
                Some((finished, path))
            }
        }))
    }

    /// Writes a text for people, with control characters [made visible](advice::visible).
    pub fn show(&mut self, text: &str) -> Result<(), Failed> {
        self.write(visible(text).as_bytes())
    }

    /// Whether lines for people have colours.
    pub fn has_colours(&self) -> bool {
        !self.is_file() && AutoStream::choice(&io::stdout()) != ColorChoice::Never
    }

    /// Writes a line for people, with control characters [made visible](advice::visible), and in a style where standard output has
    /// colours.
    pub fn show_styled(&mut self, style: Style, line: &str) -> Result<(), Failed> {
        if !self.has_colours() {
            return self.show(&format!("{line}\n"));
        }
        self.commit()?;
        self.flush()?;
        let line = visible(line);
        self.sink
            .write_raw(format!("{style}{line}{style:#}\n").as_bytes())
    }

    /// Writes a text that is to be a file: as it is, unless a person looks at it.
    pub fn show_file(&mut self, text: &str) -> Result<(), Failed> {
        match &self.sink {
            OutputSink::Terminal(_) => self.show(text),
            _ => self.print(text),
        }
    }

    /// Writes a text as it is, and all that is kept before it.
    pub fn print(&mut self, text: &str) -> Result<(), Failed> {
        self.write(text.as_bytes())
    }
}

/// Results that are written; a file is not yet in its place.
pub struct FinishedOutput(Option<(FinishedFile, PathBuf)>);

impl FinishedOutput {
    /// Puts the file in its place.
    pub fn put_in_place(self) -> Result<(), Failed> {
        match self.0 {
            None => Ok(()),
            Some((file, path)) => {
                let result = file.put_in_place();
                result.map_err(|error| Failed::of_file(&path, error))
            }
        }
    }
}

/// Standard output that a person looks at. Nothing that is written can move the cursor or make a line look like another.
struct Terminal {
    stdout: StdoutLock<'static>,
    /// The beginning of a character whose other bytes are still to come.
    begun: Vec<u8>,
}

impl Terminal {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.begun.extend_from_slice(bytes);
        let length = match std::str::from_utf8(&self.begun) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.begun.len(),
        };
        let text = String::from_utf8_lossy(&self.begun[..length]);
        self.stdout.write_all(escaped(&text).as_bytes())?;
        drop(text);
        self.begun.drain(..length);
        self.stdout.flush()
    }
}

impl OutputSink {
    /// Writes bytes of ours, which a terminal obeys.
    fn write_raw(&mut self, bytes: &[u8]) -> Result<(), Failed> {
        match self {
            Self::Terminal(terminal) => Ok(terminal.stdout.write_all(bytes)?),
            sink => sink.write(bytes),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Failed> {
        match self {
            Self::StandardOutput(stdout) => {
                stdout.write_all(bytes).and_then(|()| stdout.flush())?;
                Ok(())
            }
            Self::Terminal(terminal) => Ok(terminal.write(bytes)?),
            Self::File { file, path } => file
                .write_all(bytes)
                .map_err(|error| Failed::of_file(path, error)),
            Self::Held(file) => file.write_all(bytes).map_err(not_held),
        }
    }
}

fn not_held(error: io::Error) -> Failed {
    Failed {
        error,
        file: Some("a temporary file".into()),
    }
}
