//! The parsed documents, and how the parsers get at them.

use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::fs;
use std::io::BufReader;
use std::path::Path;
use workloads::{Document, Syntax, Workload};

/// A document in memory, so that no disk is measured.
#[derive(Debug)]
pub struct Input {
    pub name: String,
    pub syntax: Syntax,
    pub bytes: Vec<u8>,
    /// How many triples it has, if whoever made it said so.
    pub expected: Option<u64>,
}

impl Input {
    /// A workload's document of about this many bytes.
    pub fn generate(workload: Workload, seed: u64, bytes: usize) -> Self {
        let Document { bytes, triples } = workload.document(seed, bytes);
        Self {
            name: workload.to_string(),
            syntax: workload.syntax(),
            bytes,
            expected: Some(triples),
        }
    }

    pub fn open(path: &Path) -> Result<Self> {
        let extension = path.extension().and_then(OsStr::to_str);
        let mut syntaxes = Syntax::ALL.into_iter();
        let Some(syntax) = syntaxes.find(|syntax| Some(syntax.extension()) == extension) else {
            bail!(
                "{}: the name ends neither in .nt or .nq nor in .ttl or .trig",
                path.display()
            );
        };
        Ok(Self {
            name: path.display().to_string(),
            syntax,
            bytes: fs::read(path).with_context(|| path.display().to_string())?,
            expected: None,
        })
    }
}

/// The way to a document's bytes.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    Slice(&'a [u8]),
    /// Only through [`Self::reader`].
    Reader(&'a [u8]),
}

impl<'a> Source<'a> {
    const BUFFER: usize = 64 * 1024;

    /// A reader of `bytes` with the buffer that everyone gets.
    pub fn reader(bytes: &'a [u8]) -> BufReader<&'a [u8]> {
        BufReader::with_capacity(Self::BUFFER, bytes)
    }
}
