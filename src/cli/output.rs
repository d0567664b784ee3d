//! Standard output.

use super::visible::visible;
use std::fmt;
use std::io::{self, IsTerminal, StdoutLock, Write};

/// Writing to standard output failed; so a closed pipe there is told from one anywhere else.
#[derive(Debug)]
pub struct Failed(pub io::Error);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write to standard output: {}", self.0)
    }
}

impl std::error::Error for Failed {}

/// Standard output behind a large buffer, written at ends of statements only.
pub struct Output {
    stdout: StdoutLock<'static>,
    buffer: Vec<u8>,
    committed: usize,
    threshold: usize,
}

impl Output {
    pub fn new() -> Self {
        let stdout = io::stdout();
        // Who looks on sees each statement at once.
        let threshold = if stdout.is_terminal() { 1 } else { 64 * 1024 };
        Self {
            stdout: stdout.lock(),
            buffer: Vec::new(),
            committed: 0,
            threshold,
        }
    }

    /// Where to write; never fails.
    pub fn buffer(&mut self) -> &mut Vec<u8> {
        &mut self.buffer
    }

    /// Keeps what was written since the last time.
    pub fn commit(&mut self) -> Result<(), Failed> {
        self.committed = self.buffer.len();
        if self.committed < self.threshold {
            return Ok(());
        }
        self.flush()
    }

    /// Writes all that is kept. It ends with a line, so standard output, which buffers by lines, copies none of it.
    pub fn flush(&mut self) -> Result<(), Failed> {
        self.stdout
            .write_all(&self.buffer[..self.committed])
            .and_then(|()| self.stdout.flush())
            .map_err(Failed)?;
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
        self.stdout
            .write_all(bytes)
            .and_then(|()| self.stdout.flush())
            .map_err(Failed)
    }

    /// Writes a text for people: what a terminal would obey is [made visible](super::visible).
    pub fn show(&mut self, text: &str) -> Result<(), Failed> {
        self.write(visible(text).as_bytes())
    }

    /// Writes a text that is to be a file: as it is, unless a person looks at it.
    pub fn show_file(&mut self, text: &str) -> Result<(), Failed> {
        match self.stdout.is_terminal() {
            true => self.show(text),
            false => self.print(text),
        }
    }

    /// Writes a text as it is, and all that is kept before it.
    pub fn print(&mut self, text: &str) -> Result<(), Failed> {
        self.write(text.as_bytes())
    }
}
