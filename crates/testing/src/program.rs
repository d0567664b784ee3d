//! A program, run in a folder of its own.

use anyhow::Context;
use std::env::{self, consts::EXE_SUFFIX};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

/// The result of a run of a program.
#[derive(Debug)]
pub struct Run {
    /// Its exit status.
    pub status: i32,
    /// The text of standard output.
    pub stdout: String,
    /// The text of standard error.
    pub stderr: String,
}

/// A new folder, removed when dropped.
#[derive(Debug)]
pub struct TemporaryFolder(pub PathBuf);

impl TemporaryFolder {
    /// A new folder, whose name begins with the prefix.
    ///
    /// # Errors
    ///
    /// It cannot be made.
    pub fn new(name: &str) -> anyhow::Result<Self> {
        let folder = tempfile::Builder::new().prefix(name).tempdir()?;
        Ok(Self(folder.keep()))
    }

    /// Writes a file in it.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> anyhow::Result<&Self> {
        std::fs::write(self.0.join(name), bytes)?;
        Ok(self)
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The folder of the programs that cargo built for the running test: the one above the test's own.
///
/// # Errors
///
/// The test is in no folder.
pub fn programs() -> anyhow::Result<PathBuf> {
    let test = env::current_exe()?;
    let folder = test.ancestors().nth(2).context("a test in no folder")?;
    Ok(folder.to_owned())
}

/// The program of this name that cargo built for the running test.
///
/// # Errors
///
/// It does not exist: cargo builds it only for tests of the package that it belongs to.
pub fn program(name: &str) -> anyhow::Result<PathBuf> {
    let program = programs()?.join(format!("{name}{EXE_SUFFIX}"));
    let missing = || format!("{} is not built", program.display());
    program.canonicalize().with_context(missing)
}

/// Runs the product with these arguments and this standard input, in a folder.
///
/// # Errors
///
/// It cannot be run, ends by a signal, or writes bytes that are no text.
pub fn turtle_peg(arguments: &[&str], folder: &Path, stdin: &[u8]) -> anyhow::Result<Run> {
    run("turtle-peg", arguments, folder, stdin)
}

/// Runs the lab in the same way.
///
/// # Errors
///
/// The errors of [`turtle_peg`].
pub fn turtle_lab(arguments: &[&str], folder: &Path, stdin: &[u8]) -> anyhow::Result<Run> {
    run("turtle-lab", arguments, folder, stdin)
}

fn run(name: &str, arguments: &[&str], folder: &Path, stdin: &[u8]) -> anyhow::Result<Run> {
    let mut command = Command::new(program(name)?);
    let output = output_of(command.args(arguments).current_dir(folder), stdin)?;
    Ok(Run {
        status: output.status.code().context("ended by a signal")?,
        stdout: String::from_utf8(output.stdout)?,
        stderr: String::from_utf8(output.stderr)?,
    })
}

/// Runs a command with this standard input, and returns its output.
///
/// # Errors
///
/// It cannot be run.
pub fn output_of(command: &mut Command, stdin: &[u8]) -> anyhow::Result<Output> {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = command.stderr(Stdio::piped()).spawn()?;
    let mut input = process.stdin.take().context("no standard input")?;
    // In a thread: it may write before it has read all.
    let output = thread::scope(|scope| {
        // A process that does not read it all closes it early.
        scope.spawn(move || input.write_all(stdin));
        process.wait_with_output()
    });
    Ok(output?)
}
