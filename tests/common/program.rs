//! The program, run in a folder of its own.

#![allow(dead_code, reason = "not every test needs all of it")]

use anyhow::Context;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// A folder of its own, gone at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> anyhow::Result<Self> {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> anyhow::Result<&Self> {
        std::fs::write(self.0.join(name), bytes)?;
        Ok(self)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn turtle_peg(arguments: &[&str], folder: &Path, stdin: &[u8]) -> anyhow::Result<Run> {
    let mut process = Command::new(env!("CARGO_BIN_EXE_turtle-peg"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    // The inputs here fit into a pipe; a process that does not read them closes it early.
    let _ = process
        .stdin
        .take()
        .context("no standard input")?
        .write_all(stdin);
    let output = process.wait_with_output()?;
    Ok(Run {
        status: output.status.code().context("ended by a signal")?,
        stdout: String::from_utf8(output.stdout)?,
        stderr: String::from_utf8(output.stderr)?,
    })
}

/// With standard input alone, in a folder that does not matter.
pub fn with_stdin(arguments: &[&str], stdin: &str) -> anyhow::Result<Run> {
    turtle_peg(arguments, Path::new("."), stdin.as_bytes())
}
