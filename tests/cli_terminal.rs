//! What gets to a terminal, whatever documents, grammars and file names hold; and what happens if nothing can.

#![cfg(all(feature = "cli", unix))]

use anyhow::Context as _;
use pretty_assertions::assert_eq;
use std::fs::File;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;
use testing::program::{Folder, Run, turtle_peg, with_stdin};

/// Sets a title, clears the screen, turns the direction, and does the same by the controls of C1.
const HOSTILE: &str = "\x1B]0;x\x07\x1B[2J\u{9B}31m\u{202E}";

fn is_harmless(text: &str) -> bool {
    !text.chars().any(|c| {
        (c.is_control() && !matches!(c, '\n' | '\t')) || matches!(c, '\u{202A}'..='\u{202E}')
    })
}

#[test]
fn a_document_cannot_write_to_the_terminal() -> anyhow::Result<()> {
    for text in [
        format!("<x:s> <x:p> \"{HOSTILE}\" <x:o> x ."),
        format!("{HOSTILE} <x:s> <x:p> <x:o> ."),
        format!("<x:s> <x:p> <x:{HOSTILE}> ."),
        format!("<x:s> <x:p> '' . <{HOSTILE}"),
    ] {
        let run = with_stdin(&["check"], &text)?;
        assert_eq!(run.status, 1);
        assert!(is_harmless(&run.stderr), "{:?}", run.stderr);
        let run = with_stdin(&["check", "--dialect", "all"], &text)?;
        assert!(is_harmless(&run.stdout), "{:?}", run.stdout);
    }
    Ok(())
}

#[test]
fn the_caret_stays_below_what_it_is_about() -> anyhow::Result<()> {
    let run = with_stdin(&["check"], "<x:s> <x:p> \"\x1B\u{9B}\" x .")?;
    let expected = "\
1 | <x:s> <x:p> \"␛<U+009B>\" x .
  |             ----------- ^ ";
    assert!(run.stderr.contains(expected), "{}", run.stderr);
    Ok(())
}

/// Standard error is a pipe here, so by default there are none.
#[test]
fn messages_have_colours_when_that_is_asked_for() -> anyhow::Result<()> {
    for (when, has_colours) in [("always", true), ("never", false), ("auto", false)] {
        for arguments in [["--color", when, "check"], ["check", "--color", when]] {
            let run = with_stdin(&arguments, "<x:s> x .")?;
            assert_eq!(run.stderr.contains('\x1B'), has_colours, "{arguments:?}");
        }
    }
    Ok(())
}

#[test]
fn a_file_name_cannot_write_to_the_terminal() -> anyhow::Result<()> {
    let folder = Folder::new("hostile-names")?;
    let name = format!("a{HOSTILE}\n.ttl");
    folder.write(&name, "<x:s> .")?;
    for arguments in [
        &["check", &name][..],
        &["check", "--dialect", "all", &name, &name],
        &["parse", "--count", &name, &name],
        &["check", &format!("{name}.unknown")],
        &["check", &format!("--{name}")],
        &["conformance", &name],
        &["tree", "--grammar", &name],
    ] {
        let run = turtle_peg(arguments, &folder.0, b"")?;
        assert!(is_harmless(&run.stderr), "{:?}", run.stderr);
        assert!(is_harmless(&run.stdout), "{:?}", run.stdout);
        assert!(!run.stderr.contains("\n.ttl:"), "{:?}", run.stderr);
    }
    Ok(())
}

#[test]
fn a_grammar_cannot_write_to_the_terminal() -> anyhow::Result<()> {
    let folder = Folder::new("hostile-grammars")?;
    folder
        .write("a.ebnf", format!("[1] a ::= 'x{HOSTILE}' b\n"))?
        .write("b.ebnf", format!("[1] a ::= {HOSTILE}\n"))?
        .write(
            "a.pest",
            format!("/// [1] a ::= 'x{HOSTILE}'\na = {{ \"x{HOSTILE}\" }}\n"),
        )?;
    for arguments in [
        &["grammar", "show", "a.ebnf"][..],
        &["grammar", "show", "a.ebnf", "a"],
        &["grammar", "show", "b.ebnf"],
        &["grammar", "show", "a.pest", "a"],
        &["grammar", "check", "a.pest"],
        &["grammar", "lint", "a.ebnf"],
        &["grammar", "diff", "a.ebnf", "turtle-1.1"],
        &["tree", "--grammar", "a.pest"],
    ] {
        let run = turtle_peg(arguments, &folder.0, b"x")?;
        assert!(is_harmless(&run.stderr), "{arguments:?} {:?}", run.stderr);
        assert!(is_harmless(&run.stdout), "{arguments:?} {:?}", run.stdout);
    }
    Ok(())
}

#[test]
fn machines_get_every_byte() -> anyhow::Result<()> {
    let run = with_stdin(&["parse"], "<x:s> <x:p> \"\u{9B}\u{202E}\" .")?;
    assert_eq!(run.stdout, "<x:s> <x:p> \"\u{9B}\u{202E}\" .\n");
    let text = "<x:s> <x:p> \"\x1B[1m\u{9B}31m\u{202E}\" x .";
    let run = with_stdin(&["check", "--format", "json"], text)?;
    let fault: serde_json::Value =
        serde_json::from_str(run.stdout.lines().next().unwrap_or_default())?;
    assert_eq!(fault["excerpt"]["text"], text);
    Ok(())
}

#[test]
fn a_message_is_short_however_long_the_text_is() -> anyhow::Result<()> {
    let folder = Folder::new("long-messages")?;
    let long = "x".repeat(500_000);
    for text in [
        format!("{long}:a a 1 ."),
        format!("<{long}> a 1 ."),
        format!("<x:s> a ''@en--{long} ."),
        format!("<x:s> a ''@{long} ."),
        format!("<x:{long} > a 1 ."),
    ] {
        folder.write("a.ttl", text)?;
        for arguments in [
            &["check", "--base", "x:"][..],
            &["check"],
            &["check", "--dialect", "all"],
        ] {
            // From standard input, where there is no base IRI that makes it longer.
            let text = std::fs::read(folder.0.join("a.ttl"))?;
            let run = piped(arguments, &folder, &text)?;
            let all = run.stdout.len() + run.stderr.len();
            assert!(all < 20_000, "{arguments:?}: {all} bytes");
        }
    }
    Ok(())
}

/// With more on standard input than a pipe holds.
fn piped(arguments: &[&str], folder: &Folder, stdin: &[u8]) -> anyhow::Result<Run> {
    folder.write("stdin", stdin)?;
    let output = Command::new(env!("CARGO_BIN_EXE_turtle-peg"))
        .args(arguments)
        .stdin(File::open(folder.0.join("stdin"))?)
        .output()?;
    Ok(Run {
        status: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout)?,
        stderr: String::from_utf8(output.stderr)?,
    })
}

/// `/dev/full` takes nothing.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure_and_no_panic() -> anyhow::Result<()> {
    let folder = Folder::new("full")?;
    folder
        .write("bad.ttl", "<x:s> .")?
        .write("good.ttl", "<x:s> a 1 .")?;
    let full = || File::options().write(true).open("/dev/full");
    for (arguments, is_stderr_full, is_stdout_full) in [
        (&["check", "bad.ttl"][..], true, false),
        (&["check", "missing.ttl"], true, false),
        (&["check", "--wrong"], true, false),
        (&["grammar", "sentences", "turtle-1.1"], true, true),
        (&["parse", "good.ttl"], false, true),
        (&["check", "--dialect", "all", "good.ttl"], false, true),
        (&["check", "--format", "json", "good.ttl"], false, true),
        (&["check", "--format", "sarif", "bad.ttl"], false, true),
        (&["grammar", "ll1", "turtle-1.1"], false, true),
        (&["--help"], false, true),
        (&["parse", "--help"], false, true),
        (&["man"], false, true),
    ] {
        let mut process = Command::new(env!("CARGO_BIN_EXE_turtle-peg"));
        process.args(arguments).current_dir(&folder.0);
        process.stdin(Stdio::null());
        if is_stderr_full {
            process.stderr(full()?);
        }
        if is_stdout_full {
            process.stdout(full()?);
        }
        let output = process.output()?;
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let stderr = String::from_utf8(output.stderr)?;
        let is_said = stderr.contains("cannot write to standard output: ");
        assert_eq!(is_said, !is_stderr_full, "{arguments:?}: {stderr}");
    }
    Ok(())
}

#[test]
fn who_closes_standard_error_does_not_hear_of_it() -> anyhow::Result<()> {
    let folder = Folder::new("closed")?;
    folder.write("bad.ttl", "<x:s> .\n".repeat(10_000))?;
    let mut process = Command::new(env!("CARGO_BIN_EXE_turtle-peg"))
        .args(["check", "--keep-going", "bad.ttl"])
        .current_dir(&folder.0)
        .stderr(Stdio::piped())
        .spawn()?;
    drop(process.stderr.take());
    assert_eq!(process.wait()?.code(), Some(1));
    Ok(())
}

/// What a terminal gets while this runs; none where there is no `script` to make one. Standard input is slow in coming.
fn at_a_terminal(folder: &Folder, arguments: &str) -> anyhow::Result<Option<String>> {
    let program = env!("CARGO_BIN_EXE_turtle-peg");
    let slow = "(cat a.nt; sleep 1.5; cat a.nt; cat bad.nt; sleep 0.5; cat a.nt)";
    let command = format!("{slow} | '{program}' {arguments} --dialect n-triples-1.2 -");
    let run = Command::new("script")
        .args(["-q", "-e", "-c", &command, "typescript"])
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
    let folder = Folder::new("progress")?;
    folder
        .write("a.nt", "<x:s> <x:p> <x:o> .\n".repeat(10))?
        .write("bad.nt", "<x:s> .\n")?;
    for (arguments, is_shown) in [
        ("check --keep-going", true),
        ("stats --keep-going", true),
        ("parse --keep-going -o out.nt", true),
        ("check --keep-going -q", false),
        ("parse --keep-going", false),
        ("check --keep-going --format json", false),
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
    let folder = Folder::new("typed")?;
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
