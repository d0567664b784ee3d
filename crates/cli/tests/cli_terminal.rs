//! The program at a terminal, while it runs. Where there is no `script` to make a terminal, nothing is tested.

#![cfg(unix)]

mod picture;

use anyhow::Context as _;
use pretty_assertions::assert_eq;
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use testing::program::{TemporaryFolder, turtle_peg};

/// The text that a terminal gets while this runs; none where there is no `script` to make one. Standard input is slow in coming.
fn at_a_terminal(folder: &TemporaryFolder, arguments: &str) -> anyhow::Result<Option<String>> {
    let program = env!("CARGO_BIN_EXE_turtle-peg");
    let slow = "(cat a.nt; sleep 1.5; cat a.nt; cat bad.nt; sleep 0.5; cat a.nt)";
    let command = format!("{slow} | '{program}' {arguments} --dialect n-triples-1.2 -");
    shown_at_a_terminal(folder, &command)
}

/// The bytes that a terminal gets of a command of the shell, as text; none where there is no `script` to make one.
fn shown_at_a_terminal(folder: &TemporaryFolder, command: &str) -> anyhow::Result<Option<String>> {
    let run = Command::new("script")
        .args(["-q", "-e", "-c", command, "typescript"])
        .current_dir(&folder.0)
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status();
    match run {
        Ok(_) => Ok(Some(std::fs::read_to_string(folder.0.join("typescript"))?)),
        Err(_) => Ok(None),
    }
}

#[test]
fn progress_is_shown_where_nothing_else_is_printed() -> anyhow::Result<()> {
    let folder = TemporaryFolder::new("progress")?;
    folder
        .write("a.nt", "<x:s> <x:p> <x:o> .\n".repeat(10))?
        .write("bad.nt", "<x:s> .\n")?;
    for (arguments, is_shown) in [
        ("check", true),
        ("stats --keep-going", true),
        ("parse --keep-going -o out.nt", true),
        ("check -q", false),
        ("parse --keep-going", false),
        ("check --format json", false),
    ] {
        let Some(shown) = at_a_terminal(&folder, arguments)? else {
            return Ok(());
        };
        assert_eq!(shown.contains("B/s"), is_shown, "{arguments}: {shown:?}");
        if is_shown {
            assert!(shown.contains("<stdin>, 1 error"), "{arguments}: {shown:?}");
            // Each message has its line for itself.
            assert!(shown.contains("<stdin>:21:7:"), "{arguments}: {shown:?}");
        }
    }
    Ok(())
}

/// Nobody has to type another line to hear of a fault in this one.
#[test]
fn who_types_a_line_gets_the_error_in_it() -> anyhow::Result<()> {
    let folder = TemporaryFolder::new("typed")?;
    let program = env!("CARGO_BIN_EXE_turtle-peg");
    for command in ["check", "parse", "stats"] {
        let run = format!("'{program}' {command} --keep-going --dialect turtle-1.2 -");
        let process = Command::new("script")
            .args(["-q", "-e", "-f", "-c", &run, "typescript"])
            .current_dir(&folder.0)
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        // There is no `script` to make a terminal.
        let Ok(mut process) = process else {
            return Ok(());
        };
        let mut keyboard = process.stdin.take().context("no standard input")?;
        let mut screen = process.stdout.take().context("no standard output")?;
        let (sender, shown) = mpsc::channel();
        thread::spawn(move || {
            let mut piece = [0; 1024];
            while let Ok(count @ 1..) = screen.read(&mut piece)
                && sender.send(piece[..count].to_vec()).is_ok()
            {}
        });
        keyboard.write_all(b"<x:s> <x:p> ] .\n")?;
        let mut all = Vec::new();
        while !String::from_utf8_lossy(&all).contains("closes nothing") {
            let piece = shown.recv_timeout(Duration::from_secs(60));
            all.extend(piece.with_context(|| format!("{command}: the error does not come"))?);
        }
        drop(keyboard);
        process.wait()?;
    }
    Ok(())
}

/// U+009B is a control of C1, which N-Triples need not escape.
#[test]
fn data_cannot_command_a_terminal() -> anyhow::Result<()> {
    let folder = TemporaryFolder::new("controls")?;
    folder
        .write("c1.nt", "<x:s> <x:p> \"\u{9B}31m\" .\n")?
        .write("c0.ttl", "<x:s>  <x:p> '\x1B]0;x\x07' .\n")?;
    let program = env!("CARGO_BIN_EXE_turtle-peg");
    for (arguments, expected) in [
        ("parse c1.nt", "<x:s> <x:p> \"\\u009B31m\" ."),
        ("format - < c0.ttl", "\\u001B]0;x\\u0007"),
    ] {
        let command = format!(
            "'{program}' {}",
            arguments.replace(" - ", " --dialect turtle-1.2 - ")
        );
        let Some(shown) = shown_at_a_terminal(&folder, &command)? else {
            return Ok(());
        };
        // The lines of `script` itself are around it.
        let shown: Vec<_> = shown
            .lines()
            .filter(|line| line.contains("<x:s>"))
            .collect();
        let shown = shown.concat();
        assert!(shown.contains(expected), "{arguments}: {shown:?}");
        assert!(
            !shown.contains(['\u{9B}', '\x1B', '\x07']),
            "{arguments}: {shown:?}"
        );
    }
    Ok(())
}

/// README's picture is the output for the document above it. `UPDATE_PICTURES=1` draws it anew.
#[test]
fn the_picture_in_the_readme_is_what_is_shown() -> anyhow::Result<()> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let readme = std::fs::read_to_string(project.join("README.md"))?;
    let (_, document) = readme
        .split_once("```turtle data.ttl\n")
        .context("a document")?;
    let (document, _) = document.split_once("```").context("its end")?;
    let folder = TemporaryFolder::new("picture")?;
    folder.write("data.ttl", document)?;
    let run = turtle_peg(&["check", "--color", "always", "data.ttl"], &folder.0, b"")?;
    let drawn = picture::svg(&run.stderr)?;
    assert!(drawn.contains("error:"), "{run:?}");
    let path = project.join("docs/error.svg");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(path, drawn)?;
        return Ok(());
    }
    assert_eq!(std::fs::read_to_string(path)?, drawn);
    Ok(())
}
