//! The lines that a part of a document gives, until it is known that they may be written.
//!
//! Invariant: in memory are as many bytes as is said, and a line. Short names can stand for long IRIs, so a part of a document may
//! give any number of times its own size: the excess is in a temporary file.

use crate::output::Output;
use anyhow::Context;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Lines, one after the other, that can be taken back from the end.
pub struct Lines {
    /// Lines after those in the file.
    memory: Vec<u8>,
    /// How many bytes are kept in memory.
    most: usize,
    file: io::Result<Option<File>>,
    /// How many bytes are in the file.
    in_file: u64,
}

impl Default for Lines {
    fn default() -> Self {
        Self::with_most(16 * 1024 * 1024)
    }
}

impl Lines {
    fn with_most(most: usize) -> Self {
        Self {
            memory: Vec::new(),
            most,
            file: Ok(None),
            in_file: 0,
        }
    }

    /// How many bytes they have.
    pub fn len(&self) -> u64 {
        self.in_file + self.memory.len() as u64
    }

    /// Appends a line, which `write` writes to the end of its argument.
    #[inline]
    pub fn add(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        write(&mut self.memory);
        if self.memory.len() > self.most {
            self.change_file(|file, memory, in_file| {
                file.seek(SeekFrom::Start(*in_file))?;
                file.write_all(memory)?;
                *in_file += memory.len() as u64;
                Ok(())
            });
            self.memory.clear();
        }
    }

    /// Keeps only this number of bytes.
    pub fn truncate(&mut self, length: u64) {
        match length.checked_sub(self.in_file) {
            Some(in_memory) => self.memory.truncate(in_memory as usize),
            None => {
                self.memory.clear();
                self.change_file(|_, _, in_file| {
                    *in_file = length;
                    Ok(())
                });
            }
        }
    }

    /// Does something to the file, which is made when it is needed. A failure is reported when the lines are written.
    #[cold]
    fn change_file(&mut self, change: impl FnOnce(&mut File, &[u8], &mut u64) -> io::Result<()>) {
        let file = std::mem::replace(&mut self.file, Ok(None));
        self.file = file.and_then(|file| {
            let mut file = match file {
                Some(file) => file,
                None => tempfile::tempfile()?,
            };
            change(&mut file, &self.memory, &mut self.in_file)?;
            Ok(Some(file))
        });
    }

    /// Writes some of the bytes, or says why they could not be kept.
    pub fn write(&mut self, bytes: Range<u64>, output: &mut Output) -> anyhow::Result<()> {
        const KEPT: &str =
            "lines of a large part of the document cannot be kept in a temporary file";
        let in_memory = |at: u64| at.saturating_sub(self.in_file) as usize;
        let memory = in_memory(bytes.start)..in_memory(bytes.end);
        let mut left = bytes.end.min(self.in_file).saturating_sub(bytes.start);
        match &mut self.file {
            Err(error) => {
                let error = std::mem::replace(error, io::ErrorKind::Other.into());
                return Err(error).context(KEPT);
            }
            Ok(Some(file)) if left > 0 => {
                file.seek(SeekFrom::Start(bytes.start)).context(KEPT)?;
                let mut buffer = vec![0; 64 * 1024];
                while left > 0 {
                    let length =
                        usize::try_from(left).map_or(buffer.len(), |left| left.min(buffer.len()));
                    file.read_exact(&mut buffer[..length]).context(KEPT)?;
                    output.write(&buffer[..length])?;
                    left -= length as u64;
                }
            }
            Ok(_) => {}
        }
        Ok(output.write(&self.memory[memory])?)
    }
}

/// Room for the lines of parts: a part that is written leaves it to one that is still to come. With two threads, to get it
/// from the system anew for each part takes a sixth of the time.
#[derive(Default)]
pub struct SpareLines(Mutex<Vec<Lines>>);

impl SpareLines {
    fn all(&self) -> MutexGuard<'_, Vec<Lines>> {
        // A thread that panics leaves it whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// No lines, and some room.
    pub fn take(&self) -> Lines {
        self.all().pop().unwrap_or_default()
    }

    /// Gives the room of lines to others.
    pub fn put(&self, mut lines: Lines) {
        /// A part that gives much more than others is not the rule.
        const LARGEST: usize = 4 * 1024 * 1024;
        if lines.in_file == 0 && lines.memory.capacity() <= LARGEST {
            lines.truncate(0);
            self.all().push(lines);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn add(lines: &mut Lines, text: &str) {
        lines.add(|end| end.extend_from_slice(text.as_bytes()));
    }

    /// Text and file together.
    fn written(lines: &mut Lines, bytes: Range<u64>) -> anyhow::Result<String> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("output");
        let mut output = Output::to(&path, &[])?;
        lines.write(bytes, &mut output)?;
        output.keep()?;
        Ok(std::fs::read_to_string(path)?)
    }

    #[test]
    fn what_is_in_a_file_is_as_what_is_in_memory() -> anyhow::Result<()> {
        for most in [0, 1, 5, 12, 100] {
            let mut lines = Lines::with_most(most);
            for line in ["one\n", "two\n", "three\n"] {
                add(&mut lines, line);
            }
            assert!(lines.memory.len() <= most);
            assert_eq!(lines.len(), 14);
            assert_eq!(written(&mut lines, 0..14)?, "one\ntwo\nthree\n");
            assert_eq!(written(&mut lines, 4..9)?, "two\nt");
            lines.truncate(8);
            add(&mut lines, "four\n");
            assert_eq!(written(&mut lines, 0..13)?, "one\ntwo\nfour\n");
            lines.truncate(0);
            assert_eq!(lines.len(), 0);
            add(&mut lines, "five\n");
            assert_eq!(written(&mut lines, 0..5)?, "five\n");
        }
        Ok(())
    }

    #[test]
    fn what_could_not_be_kept_is_told() {
        let mut lines = Lines::with_most(0);
        lines.file = Err(io::ErrorKind::StorageFull.into());
        add(&mut lines, "one\n");
        let error = written(&mut lines, 0..4).unwrap_err();
        assert!(error.to_string().contains("temporary file"), "{error}");
    }
}
