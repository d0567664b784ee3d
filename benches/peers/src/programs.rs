//! Whole programs that write N-Triples or N-Quads, from start to end: turtle-peg, and those that are packaged with Debian.
//!
//! Invariant: all of them read the same file and write the same lines, to nowhere while they are timed. What they write
//! is counted before, when they warm up.

use crate::input::Input;
use crate::lineup::{Column, Lineup};
use crate::race::Entrant;
use anyhow::{Context, Result, ensure};
use std::cell::Cell;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use workloads::Syntax;

/// A program of somebody else.
struct Peer {
    name: &'static str,
    options: &'static [&'static str],
    /// The Debian package that has it.
    package: &'static str,
}

const PEERS: &[Peer] = &[
    Peer {
        name: "serdi",
        options: &[],
        package: "serdi",
    },
    // Its "fast bulk output".
    Peer {
        name: "serdi",
        options: &["-b"],
        package: "serdi",
    },
    Peer {
        name: "rapper",
        options: &["-q"],
        package: "raptor2-utils",
    },
];

/// turtle-peg and all others that are installed, on the file that `document` was read from. Those that are not
/// are named on standard error.
pub fn lineup<'a>(turtle_peg: &'a Path, file: &'a Path, document: &'a Input) -> Result<Lineup<'a>> {
    let ours = move || {
        let mut command = Command::new(turtle_peg);
        command.arg("parse").arg(file);
        command
    };
    ensure!(
        is_installed(ours())?,
        "{}: there is no such program; `cargo build --release` makes it, and --turtle-peg says where it is",
        turtle_peg.display()
    );
    let mut entrants = vec![entrant("turtle-peg".to_owned(), document, ours)];
    let (input, output) = match document.syntax {
        Syntax::NTriples => ("ntriples", "ntriples"),
        Syntax::NQuads => ("nquads", "nquads"),
        Syntax::Turtle => ("turtle", "ntriples"),
        Syntax::TriG => ("trig", "nquads"),
    };
    for peer in PEERS {
        let theirs = move || {
            let mut command = Command::new(peer.name);
            command
                .args(peer.options)
                .args(["-i", input, "-o", output])
                .arg(file);
            command
        };
        let label = [&[peer.name], peer.options].concat().join(" ");
        if is_installed(theirs())? {
            entrants.push(entrant(label, document, theirs));
        } else {
            eprintln!(
                "{label} takes no part: it is not installed (Debian's package is {})",
                peer.package
            );
        }
    }
    let columns = vec![Column {
        baseline: "turtle-peg".to_owned(),
        baselines: vec![0; entrants.len()],
    }];
    Ok(Lineup { entrants, columns })
}

/// Whether it can be started at all.
pub fn is_installed(mut command: Command) -> Result<bool> {
    command.stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        Ok(mut process) => {
            process.kill()?;
            process.wait()?;
            Ok(true)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error.into()),
    }
}

fn entrant<'a>(
    label: String,
    document: &'a Input,
    command: impl Fn() -> Command + 'a,
) -> Entrant<'a> {
    let triples = Cell::new(None);
    let parse = move || match triples.get() {
        Some(count) => {
            let status = command().stdout(Stdio::null()).status()?;
            ensure!(status.success(), "{status}");
            Ok(count)
        }
        None => {
            let count = count_lines(command())?;
            triples.set(Some(count));
            Ok(count)
        }
    };
    Entrant {
        label,
        document,
        has_say: true,
        parse: Box::new(parse),
    }
}

/// Runs a command and counts the lines that it writes.
fn count_lines(mut command: Command) -> Result<u64> {
    let mut process = command.stdout(Stdio::piped()).spawn()?;
    let output = process.stdout.take().context("no standard output")?;
    let mut output = BufReader::with_capacity(64 * 1024, output);
    let mut count = 0;
    loop {
        let bytes = output.fill_buf()?;
        if bytes.is_empty() {
            break;
        }
        count += memchr::memchr_iter(b'\n', bytes).count() as u64;
        let length = bytes.len();
        output.consume(length);
    }
    let status = process.wait()?;
    ensure!(status.success(), "{status}");
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &'static str) -> impl Fn() -> Command {
        move || {
            let mut command = Command::new("sh");
            command.args(["-c", script]);
            command
        }
    }

    fn document() -> Input {
        Input {
            name: String::new(),
            syntax: Syntax::NTriples,
            bytes: Vec::new(),
            expected: None,
        }
    }

    #[test]
    fn lines_are_counted_once() -> Result<()> {
        let document = document();
        let entrant = entrant(String::new(), &document, shell("echo a; echo b"));
        assert_eq!((entrant.parse)()?, 2);
        assert_eq!((entrant.parse)()?, 2);
        Ok(())
    }

    #[test]
    fn a_program_that_fails_or_is_missing_is_noticed() -> Result<()> {
        let document = document();
        let failing = entrant(String::new(), &document, shell("echo a; exit 3"));
        assert!((failing.parse)().is_err());
        assert!(is_installed(shell("true")())?);
        assert!(!is_installed(Command::new("no-program-has-this-name"))?);
        let missing = lineup(
            Path::new("no-program-has-this-name"),
            Path::new(""),
            &document,
        );
        assert!(missing.is_err());
        Ok(())
    }
}
