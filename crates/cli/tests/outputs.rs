//! Every kind of output in every situation that could lose a file: a table.
//!
//! Each row is run in a folder of its own by `sh`. Afterwards its exit status is the one in the row, what the run reads still has
//! its bytes, standard error says what is the matter, no temporary file is left, and no output is there but those in the row.

#![cfg(unix)]

use anyhow::{Context, ensure};
use std::fs;
use std::process::Command;
use testing::program::{TemporaryFolder, output_of, programs};

/// A command that writes. `OUT` stands for the output.
struct Kind {
    name: &'static str,
    command: &'static str,
    /// The file that is read whose bytes must not change.
    reads: &'static str,
    /// A name that the output may have.
    writes: &'static str,
    /// Its exit status where nothing is in its way.
    status: i32,
}

const KINDS: [Kind; 6] = [
    Kind {
        name: "parse -o",
        command: "turtle-peg parse -o OUT in.nt",
        reads: "in.nt",
        writes: "out.nt",
        status: 0,
    },
    Kind {
        name: "parse --errors, without a fault",
        command: "turtle-peg parse --errors=OUT data.ttl",
        reads: "data.ttl",
        writes: "out.txt",
        status: 0,
    },
    Kind {
        name: "parse --errors, with faults",
        command: "turtle-peg parse --keep-going --errors=OUT bad.ttl",
        reads: "bad.ttl",
        writes: "out.txt",
        status: 1,
    },
    Kind {
        name: "parse of standard input -o",
        command: "turtle-peg parse --dialect nt -o OUT - < in.nt",
        reads: "in.nt",
        writes: "out.nt",
        status: 0,
    },
    Kind {
        name: "conformance --earl, its manifest",
        command: "turtle-peg conformance --earl OUT manifest.ttl",
        reads: "manifest.ttl",
        writes: "out.ttl",
        status: 0,
    },
    Kind {
        name: "conformance --earl, a document of its tests",
        command: "turtle-peg conformance --earl OUT manifest.ttl",
        reads: "data.ttl",
        writes: "out.ttl",
        status: 0,
    },
];

/// How the output is named, and what is done to the run.
struct Situation {
    name: &'static str,
    /// Run before; `READ` is the file that is read, and `NAME` is the output's proper name.
    before: &'static str,
    /// The text for `OUT`.
    output: &'static str,
    /// Text that is added to the command.
    after: &'static str,
    expected: Expected,
}

enum Expected {
    /// The command's own status, and this file is written, in full.
    Written(&'static str),
    /// The status is 2, standard error says one of these, and the output is not there, or as it was.
    Refused(&'static [&'static str]),
}
use Expected::{Refused, Written};

/// Words of the message that a file is read, or that its name tells of another format, whichever is noticed first.
const IS_READ: &[&str] = &["name another file"];

const SITUATIONS: [Situation; 14] = [
    Situation {
        name: "a new file",
        before: "",
        output: "NAME",
        after: "",
        expected: Written("NAME"),
    },
    Situation {
        name: "a file that is there",
        before: "echo before > NAME",
        output: "NAME",
        after: "",
        expected: Written("NAME"),
    },
    Situation {
        name: "the file that is read",
        before: "",
        output: "READ",
        after: "",
        expected: Refused(IS_READ),
    },
    Situation {
        name: "another path to it",
        before: "mkdir -p folder/deep",
        output: "folder/deep/../../READ",
        after: "",
        expected: Refused(IS_READ),
    },
    Situation {
        name: "a symbolic link to it",
        before: "ln -s READ NAME",
        output: "NAME",
        after: "",
        expected: Refused(IS_READ),
    },
    Situation {
        name: "a hard link to it",
        before: "ln READ NAME",
        output: "NAME",
        after: "",
        expected: Refused(IS_READ),
    },
    Situation {
        name: "a hard link in another folder",
        before: "mkdir folder; ln READ folder/NAME",
        output: "folder/NAME",
        after: "",
        expected: Refused(IS_READ),
    },
    Situation {
        name: "a link to a file that is not there",
        before: "mkdir folder; ln -s folder/target link-NAME",
        output: "link-NAME",
        after: "&& test -L link-NAME",
        expected: Written("folder/target"),
    },
    Situation {
        name: "links in a circle",
        before: "ln -s two one; ln -s one two",
        output: "one",
        after: "",
        expected: Refused(&["links"]),
    },
    Situation {
        name: "standard output, too",
        before: "",
        output: "NAME",
        after: "> NAME",
        expected: Refused(&["another output"]),
    },
    Situation {
        name: "a link to standard output's file",
        before: "touch NAME; ln -s NAME link-NAME",
        output: "link-NAME",
        after: ">> NAME",
        expected: Refused(&["another output"]),
    },
    Situation {
        name: "a full disk",
        before: "yes '<x:s> <x:p> <x:o> .' | head -n 9000 > more; cat more >> in.nt",
        output: "/dev/full",
        after: "",
        expected: Refused(&["No space left"]),
    },
    Situation {
        name: "a folder that is not there",
        before: "",
        output: "none/NAME",
        after: "",
        expected: Refused(&["there is no folder none"]),
    },
    Situation {
        name: "a folder",
        before: "mkdir folder",
        output: "folder",
        after: "",
        expected: Refused(&["directory"]),
    },
];

/// Commands whose situations are their own: what is run, its status, and what standard error says.
const OTHERS: [(&str, i32, &str); 17] = [
    (
        "turtle-peg parse -o X --errors=X in.nt",
        2,
        "another output",
    ),
    (
        "turtle-peg parse -o X --errors=./X in.nt",
        2,
        "another output",
    ),
    (
        "ln -s X Y; turtle-peg parse -o X --errors=Y in.nt",
        2,
        "another output",
    ),
    (
        "turtle-peg parse in.nt >> in.nt",
        2,
        "read the file and write it",
    ),
    (
        "turtle-peg parse --dialect nt < in.nt >> in.nt",
        2,
        "read the file and write it",
    ),
    (
        "turtle-peg check in.nt --format json >> in.nt",
        2,
        "read the file and write it",
    ),
    ("turtle-peg check in.nt 2>> in.nt", 2, ""),
    (
        "turtle-peg parse --dialect nt - < in.nt >> in.nt 2>&1",
        2,
        "",
    ),
    ("turtle-peg parse in.nt > /dev/full", 2, "No space left"),
    ("turtle-peg check bad.ttl 2> /dev/full", 2, ""),
    ("turtle-peg check bad.ttl 2>&-", 1, ""),
    (
        "turtle-peg completions bash > /dev/full",
        2,
        "No space left",
    ),
    ("turtle-peg man > /dev/full", 2, "No space left"),
    (
        "turtle-peg parse --errors=/dev/full bad.ttl",
        2,
        "No space left",
    ),
    (
        "yes '<x:s> <x:p> <x:o> .' | head -n 90000 > more; (ulimit -f 8; turtle-peg parse --dialect nt -o X more)",
        2,
        "File too large",
    ),
    (
        "yes '<x:s> .' | head -n 900 > more; (ulimit -f 8; turtle-peg parse --keep-going --max-errors 900 --errors=X more \
         --dialect ttl)",
        2,
        "File too large",
    ),
    (
        "mkdir d; cp in.nt d; for run in 1 2 3; do turtle-peg parse d -o d/all.nt; done; test $(wc -l < d/all.nt) = 1",
        0,
        "d/all.nt: not read, since this run writes it",
    ),
];

/// Both a document in Turtle and one in N-Triples.
const DATA: &str = "# A comment\n<x:s> <x:p> <x:o> .\n";

const MANIFEST: &str = "\
PREFIX mf: <http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#>
PREFIX rdft: <http://www.w3.org/ns/rdftest#>
<> a mf:Manifest ; mf:entries ( <#one> ) .
<#one> a rdft:TestTurtlePositiveSyntax ; mf:name \"one\" ; mf:action <data.ttl> .
";

fn folder() -> anyhow::Result<TemporaryFolder> {
    let folder = TemporaryFolder::new("outputs")?;
    folder
        .write("in.nt", DATA)?
        .write("data.ttl", DATA)?
        .write("bad.ttl", format!("{DATA}<x:s> <x:p> x .\n"))?
        .write("manifest.ttl", MANIFEST)?;
    Ok(folder)
}

/// Runs a command by `sh`; its status, and what it wrote to standard error.
fn run(command: &str, folder: &TemporaryFolder) -> anyhow::Result<(i32, String)> {
    let programs = programs()?;
    let path = std::env::var("PATH")?;
    let output = output_of(
        Command::new("sh")
            .args(["-c", command])
            .env("PATH", format!("{}:{path}", programs.display()))
            .current_dir(&folder.0),
        b"",
    )?;
    let status = output.status.code().context("ended by a signal")?;
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    let hidden = fs::read_dir(&folder.0)?.filter_map(Result::ok);
    let left: Vec<_> = hidden
        .map(|entry| entry.file_name())
        .filter(|name| name.as_encoded_bytes().starts_with(b"."))
        .collect();
    ensure!(left.is_empty(), "left behind: {left:?}");
    ensure!(!stderr.contains("panicked"), "{stderr}");
    Ok((status, stderr))
}

fn check(kind: &Kind, situation: &Situation) -> anyhow::Result<()> {
    let folder = folder()?;
    let named = |text: &str| {
        text.replace("NAME", kind.writes)
            .replace("READ", kind.reads)
    };
    run(&named(situation.before), &folder)?;
    let names = || -> anyhow::Result<Vec<_>> {
        let entries = fs::read_dir(&folder.0)?;
        let mut names = entries
            .map(|entry| Ok(entry?.file_name()))
            .collect::<anyhow::Result<Vec<_>>>()?;
        names.sort();
        Ok(names)
    };
    let read = || fs::read(folder.0.join(kind.reads));
    let (before, names_before) = (read()?, names()?);
    let command = kind.command.replace("OUT", &named(situation.output));
    let (status, stderr) = run(&format!("{command} {}", named(situation.after)), &folder)?;
    ensure!(before == read()?, "what is read was changed\n{stderr}");
    match situation.expected {
        Written(path) => {
            ensure!(status == kind.status, "{status}\n{stderr}");
            let written = fs::read_to_string(folder.0.join(named(path)))?;
            ensure!(!written.contains("before\n"), "not written: {written}");
        }
        Refused(expected) => {
            // A device has no name that says what is in it, and nothing is written to it where nothing is wrong.
            let is_silent =
                kind.name.ends_with("without a fault") && situation.output == "/dev/full";
            let status_expected = if is_silent { 0 } else { 2 };
            ensure!(status == status_expected, "{status}\n{stderr}");
            let is_said = |said: &&str| stderr.contains(*said);
            ensure!(is_silent || expected.iter().any(is_said), "{stderr}");
            let is_shells =
                situation.after.contains("> NAME") && !situation.before.contains("touch");
            ensure!(
                is_shells || names_before == names()?,
                "something was made: {:?}",
                names()?
            );
        }
    }
    Ok(())
}

fn check_other(command: &str, status: i32, said: &str) -> anyhow::Result<()> {
    let folder = folder()?;
    let (found, stderr) = run(command, &folder)?;
    ensure!(found == status, "{found}\n{stderr}");
    ensure!(stderr.contains(said), "{stderr}");
    ensure!(!folder.0.join("X").exists(), "X was made\n{stderr}");
    ensure!(
        fs::read_to_string(folder.0.join("in.nt"))? == DATA,
        "in.nt was changed"
    );
    Ok(())
}

#[test]
fn no_output_costs_a_file_whatever_the_situation() {
    let rows = KINDS
        .iter()
        .flat_map(|kind| SITUATIONS.iter().map(move |situation| (kind, situation)));
    let faults = rows.filter_map(|(kind, situation)| {
        let error = check(kind, situation).err()?;
        Some(format!("{}: {}: {error:#}", kind.name, situation.name))
    });
    let faults: Vec<_> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn no_output_costs_a_file_in_situations_of_its_own() {
    let faults = OTHERS.iter().filter_map(|(command, status, said)| {
        let error = check_other(command, *status, said).err()?;
        Some(format!("{command}: {error:#}"))
    });
    let faults: Vec<_> = faults.collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
