//! Memory follows the largest statement, or the largest part of one, and not the document.

#![cfg(target_os = "linux")]

use anyhow::{Context, ensure};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// With how many threads `parse` runs.
const THREADS: [u64; 2] = [1, 2];

/// The optimised program that is measured, as `MEMORY_TEST_PROGRAM` names it; without that, the one built with the tests.
fn optimised_program() -> Option<OsString> {
    std::env::var_os("MEMORY_TEST_PROGRAM")
}

fn program() -> Command {
    let built_with_tests = || env!("CARGO_BIN_EXE_turtle-peg").into();
    Command::new(optimised_program().unwrap_or_else(built_with_tests))
}

/// The most memory, in KiB, that `parse` may take of an ordinary document of any size; the larger part of it is the program
/// itself: optimised, it takes 7 MiB for one statement, and much more unoptimised. Of a large statement, an error keeps half a MiB.
fn limit(threads: u64) -> u64 {
    let is_optimised = optimised_program().is_some() || !cfg!(debug_assertions);
    let program = if is_optimised { 10 } else { 36 };
    (program + 5 * threads) * 1024
}

/// How much more a thread may take than for a small document.
const GROWTH: u64 = 2 * 1024;

/// How many MB the document has, as `MEMORY_TEST_MEGABYTES` says; it is made while it is piped, so there may be any
/// number. A document of 3 MB would take some 130 MB if pest parsed it whole; CI sets 300.
fn megabytes() -> u64 {
    let given = std::env::var("MEMORY_TEST_MEGABYTES").ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(3)
}

/// An ordinary statement: prefixed names, a list of predicates and objects, a property list, a collection.
fn statement(number: u64, text: &mut String) {
    let _ = write!(
        text,
        "ex:person{number} a foaf:Person ;\n  foaf:name \"Person {number}\"@en, 'Personne {number}'@fr ;\n  \
         foaf:age {} ;\n  foaf:knows [ foaf:nick \"p{number}\" ; ex:list (1 2.5 true) ] ;\n  \
         ex:since \"2020-01-01\"^^xsd:date .\n",
        number % 100
    );
}

fn ensure_small(threads: u64, peak: u64) -> anyhow::Result<()> {
    let limit = limit(threads);
    ensure!(
        peak < limit,
        "{threads} threads: {peak} KiB are more than {limit} KiB"
    );
    Ok(())
}

/// The most memory that a running process has had so far, in KiB.
fn peak_memory(process: u32) -> anyhow::Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .context("the kernel says nothing of VmHWM")?;
    Ok(line.trim().trim_end_matches(" kB").parse()?)
}

/// Pipes a document that conforms to a command, piece by piece, and returns the most memory that it has taken, in KiB.
fn peak_of(
    command: &str,
    threads: u64,
    pieces: impl Iterator<Item = String>,
) -> anyhow::Result<u64> {
    let arguments = [command, "--dialect", "turtle-1.2"];
    let (peak, status) = peak_and_status(&arguments, threads, pieces)?;
    ensure!(status.success(), "{status}");
    Ok(peak)
}

/// The most memory that a command has taken of any document, in KiB, and how it ends.
fn peak_and_status(
    arguments: &[&str],
    threads: u64,
    pieces: impl Iterator<Item = String>,
) -> anyhow::Result<(u64, ExitStatus)> {
    let mut process = program()
        .args(arguments)
        .args(["--threads", &threads.to_string(), "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    let mut input = process.stdin.take().context("no standard input")?;
    let mut written = 0;
    for piece in pieces {
        input.write_all(piece.as_bytes())?;
        written += piece.len();
    }
    // It cannot have ended yet: its input has not. What it has not read is no more than a pipe holds.
    let peak = peak_memory(process.id())?;
    std::mem::drop(input);
    let status = process.wait()?;
    let limit = limit(threads);
    eprintln!("{written} bytes, {threads} threads: at most {peak} KiB of {limit} KiB allowed");
    Ok((peak, status))
}

/// An ordinary document of so many bytes, in pieces.
fn ordinary(bytes: u64, piece: usize) -> impl Iterator<Item = String> {
    let prefixes = "PREFIX ex: <http://example.org/>\nPREFIX foaf: <http://xmlns.com/foaf/0.1/>\n\
                    PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>\n";
    let (mut length, mut number) = (0, 0);
    let statements = std::iter::from_fn(move || {
        let mut text = String::new();
        while text.len() < piece {
            statement(number, &mut text);
            number += 1;
        }
        length += text.len() as u64;
        (length < bytes).then_some(text)
    });
    std::iter::once(prefixes.to_owned()).chain(statements)
}

/// The memory, in KiB, to parse an ordinary document of so many megabytes.
fn peak_of_ordinary(threads: u64, megabytes: u64) -> anyhow::Result<u64> {
    peak_of("parse", threads, ordinary(megabytes * 1_000_000, 64 * 1024))
}

#[test]
fn parsing_a_large_document_takes_little_memory() -> anyhow::Result<()> {
    for threads in THREADS {
        let small = peak_of_ordinary(threads, 2)?;
        let peak = peak_of_ordinary(threads, megabytes())?;
        ensure_small(threads, peak)?;
        ensure!(
            peak < small + GROWTH * threads,
            "{threads} threads: {peak} KiB, and {small} KiB for 2 MB"
        );
    }
    Ok(())
}

/// A document may come slower than it is read: then one thread alone reads the end of each block.
#[test]
fn a_slow_document_takes_little_memory() -> anyhow::Result<()> {
    const PIECE: usize = 16 * 1024;
    // Longer than a reader takes that is not slow.
    const PAUSE: Duration = Duration::from_millis(3);
    let peak = |pieces: usize| {
        let pieces = ordinary((pieces * PIECE) as u64, PIECE);
        peak_of("parse", 2, pieces.inspect(|_| std::thread::sleep(PAUSE)))
    };
    let (small, large) = (peak(10)?, peak(500)?);
    ensure!(
        large < small + 2 * GROWTH,
        "{large} KiB, and {small} KiB for a fiftieth of it"
    );
    Ok(())
}

/// The text after errors and warnings is read for them and forgotten, and blocks that the other threads parse in vain
/// while one looks for the next statement are few. Of many warnings those are kept that will be shown.
#[test]
fn faults_and_warnings_take_little_memory() -> anyhow::Result<()> {
    // Millions of bytes. Unoptimised, the program takes three quarters of a minute for 50.
    let length = optimised_program().map_or(20, |_| 50);
    let statement = || "<x:s> <x:p> <x:o> .\n".repeat(4_000);
    let unresolved = || ["<x:s> und:x 1 .\n", &"<x:s> <x:p> 1 .\n".repeat(20)].concat();
    let ill_formed = || ", \"a\"@abcdefghij".repeat(4_000);
    let graph = || "<x:g> { <x:s> <x:p> <x:o> . }\n".repeat(3_000);
    let again = |piece: String| {
        let count = length * 1_000_000 / piece.len();
        std::iter::repeat_n(piece, count)
    };
    for (arguments, threads, begin, pieces) in [
        (&["check", "--lenient"][..], 1, "", again(statement())),
        (
            &["check", "--lenient"],
            2,
            "<x:s> <x:p> 1",
            again(ill_formed()),
        ),
        (&["check"], 1, "", again(unresolved())),
        (&["check"], 2, "GRAPH {\n", again(graph())),
    ] {
        let arguments = [arguments, &["--quiet", "--dialect", "trig-1.2"]].concat();
        let pieces = std::iter::once(begin.to_owned()).chain(pieces);
        let (peak, _) = peak_and_status(&arguments, threads, pieces)?;
        ensure_small(threads, peak)?;
    }
    Ok(())
}

/// A statement is read part by part: no more of it is held than an object, and what error messages show.
#[test]
fn a_large_statement_takes_little_memory() -> anyhow::Result<()> {
    const STATEMENT: u64 = 60;
    let by_commas = |number: u64| format!(",\n  ex:object{number}, \"number {number}\"@en");
    let by_semicolons =
        |number: u64| format!(" ;\n  ex:predicate{number} ex:object{number}, [ ex:q {number} ]");
    let items: [&dyn Fn(u64) -> String; 2] = [&by_commas, &by_semicolons];
    for (item, threads) in items.into_iter().zip(THREADS) {
        let begin =
            "PREFIX ex: <http://example.org/>\nex:subject ex:predicate ex:object".to_owned();
        let (mut length, mut number) = (0, 0);
        let pieces = std::iter::from_fn(|| {
            let mut text = String::new();
            while text.len() < 64 * 1024 {
                text.push_str(&item(number));
                number += 1;
            }
            length += text.len() as u64;
            (length < megabytes().max(STATEMENT) * 1_000_000).then_some(text)
        });
        let end = [" .\n".to_owned()];
        let peak = peak_of(
            "parse",
            threads,
            [begin].into_iter().chain(pieces).chain(end),
        )?;
        ensure_small(threads, peak)?;
    }
    Ok(())
}

/// Comments and empty lines are as much as there is, and nothing of them is kept.
#[test]
fn white_space_and_comments_take_little_memory() -> anyhow::Result<()> {
    const STATEMENT: &str = "<x:s> <x:p> <x:o> .\n";
    for (threads, begin, piece) in [
        (1, "# ", "no end of it "),
        (2, "", "# a line\n"),
        (2, "", "\n \r\n"),
    ] {
        let least = 2 * limit(threads) / 1024;
        let trivia = piece.repeat(1_000_000 / piece.len());
        let pieces = [STATEMENT, begin].map(str::to_owned).into_iter();
        let trivia = std::iter::repeat_n(trivia, megabytes().max(least) as usize);
        let end = ["\n", STATEMENT].map(str::to_owned);
        let peak = peak_of("parse", threads, pieces.chain(trivia).chain(end))?;
        ensure_small(threads, peak)?;
    }
    Ok(())
}

/// A tree is written as it is walked: what it takes in memory and on paper follows the document, however deep it is.
#[test]
fn a_deep_tree_takes_memory_as_the_document_does() -> anyhow::Result<()> {
    const LEVELS: usize = 10_000;
    // A node takes 16 bytes or so, and there are two a level; the stack that many levels need is touched for as many.
    const MOST: u64 = 32 * 1024;
    for (format, most_of_line) in [("text", 140), ("json", 80)] {
        let mut process = program()
            .args([
                "tree",
                "--dialect",
                "turtle-1.2",
                "--nesting-limit",
                "20000",
            ])
            .args(["--format", format, "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let (open, close) = ("(".repeat(LEVELS), ")".repeat(LEVELS));
        let document = format!("<x:s> <x:p> {open}{close} .\n");
        let mut input = process.stdin.take().context("no standard input")?;
        let writer = std::thread::spawn(move || input.write_all(document.as_bytes()));
        let mut output = process.stdout.take().context("no standard output")?;
        let mut printed = vec![0; LEVELS * 60];
        output.read_exact(&mut printed)?;
        // It waits for somebody to read the rest.
        let peak = peak_memory(process.id())?;
        output.read_to_end(&mut printed)?;
        ensure!(process.wait()?.success());
        writer.join().expect("nothing panics")?;
        let text = String::from_utf8(printed)?;
        ensure!(
            text.len() < 2 * LEVELS * most_of_line,
            "{format}: {} bytes",
            text.len()
        );
        match format {
            "json" => {
                let opened = text.matches("\"children\":[").count();
                ensure!(opened > 2 * LEVELS - 10, "{opened}");
            }
            _ => {
                let deepest = format!("{:100}({}) collection ", "", 2 * LEVELS + 3);
                ensure!(text.contains(&deepest), "{}", &text[text.len() - 1000..]);
            }
        }
        eprintln!("{format}: {} bytes printed, at most {peak} KiB", text.len());
        ensure!(peak < MOST, "{format}: {peak} KiB");
    }
    Ok(())
}

/// Names of a few characters stand for IRIs of nearly the largest length: there are gigabytes of lines, in statement after
/// statement and in a single one.
#[test]
fn many_lines_of_a_small_document_take_little_memory() -> anyhow::Result<()> {
    // What a few parts may hold before they write to a file.
    const KEPT: u64 = 16 * 1024;
    let prefix = format!("@prefix p: <x:{}/> .\n", "b".repeat(20_000));
    for (threads, statements) in [
        (1, "p:s a p:o .\n".repeat(10_000)),
        (2, "p:s a p:o .\n".repeat(10_000)),
        (1, format!("p:s a p:o{} .\n", ", p:o".repeat(10_000))),
    ] {
        // So much that what comes before has been written when it is read.
        let end = ["<x:s> <x:p> 1 .\n".repeat(300_000)];
        let pieces = [prefix.clone(), statements].into_iter().chain(end);
        let peak = peak_of("parse", threads, pieces)?;
        ensure_small(threads, peak.saturating_sub((2 * threads + 1) * 2 * KEPT))?;
    }
    Ok(())
}

/// Long names are counted in little memory: names that are all different, and prefixes that are declared over and over.
#[test]
fn many_long_names_are_counted_in_little_memory() -> anyhow::Result<()> {
    // What is kept of names, in a part or of all.
    const KEPT: u64 = 16 * 1024;
    let long = "b".repeat(20_000);
    let names: String = (0..10_000)
        .map(|number| format!("p:s p:a{number} p:o .\n"))
        .collect();
    let names = format!("@prefix p: <x:{long}/> .\n{names}");
    let prefixes: String = (0..10_000)
        .map(|number| format!("PREFIX p:<a{number}>\n"))
        .collect();
    let prefixes = format!("@base <x:{long}/> .\n{prefixes}");
    for (threads, document) in [(1, names.clone()), (2, names), (1, prefixes)] {
        // So much that what comes before has been counted when it is read.
        let end = "<x:s> <x:p> 1 .\n".repeat(300_000);
        let peak = peak_of("stats", threads, [document, end].into_iter())?;
        ensure_small(threads, peak.saturating_sub((2 * threads + 2) * 2 * KEPT))?;
    }
    Ok(())
}

/// The most memory, in KiB, that a command has taken of a document when it begins to write; it writes more than a pipe holds.
fn peak_at_output(arguments: &[&str], document: String) -> anyhow::Result<u64> {
    let mut process = program()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = process.stdin.take().context("no standard input")?;
    let writer = std::thread::spawn(move || input.write_all(document.as_bytes()));
    let mut output = process.stdout.take().context("no standard output")?;
    output.read_exact(&mut [0])?;
    let peak = peak_memory(process.id())?;
    let written = output.read_to_end(&mut Vec::new())?;
    ensure!(written > 128 * 1024, "{written} bytes do not fill a pipe");
    process.wait()?;
    writer.join().expect("nothing panics")?;
    eprintln!("{arguments:?}: at most {peak} KiB");
    Ok(peak)
}

/// A document whose tokens are changed is there twice, and one statement of it with its quads: each bracket of a collection makes two.
#[test]
fn changes_of_tokens_take_memory_as_the_document_does() -> anyhow::Result<()> {
    const LEVELS: usize = 200;
    let (open, close) = ("(".repeat(LEVELS), ")".repeat(LEVELS));
    let document = format!("<x:s> <x:p> {open}{close} .\n").repeat(500);
    let most = limit(1) + 16 * 1024;
    for change in ["--a", "--sort=objects", "--directives=at"] {
        let arguments = ["format", "--dialect", "turtle-1.2", change, "-"];
        let peak = peak_at_output(&arguments, document.clone())?;
        ensure!(peak < most, "{change}: {peak} KiB are more than {most} KiB");
    }
    Ok(())
}

/// To compare documents takes little more than their quads do.
#[test]
fn a_difference_takes_memory_as_the_quads_do() -> anyhow::Result<()> {
    const MEMBERS: usize = 10_000;
    const OTHERS: usize = 5000;
    /// A quad with its texts.
    const QUAD: u64 = 400;
    let document = |changed: &str| {
        let members = |number| match number == MEMBERS / 2 {
            true => format!("\"{changed}\" "),
            false => format!("{number} "),
        };
        let members: String = (0..MEMBERS).map(members).collect();
        let others: String = (0..OTHERS)
            .map(|number| format!("<x:s> <x:q> \"{changed} {number}\" .\n"))
            .collect();
        format!("<x:s> <x:p> ({members}) .\n{others}")
    };
    let mut other = tempfile::NamedTempFile::new()?;
    other.write_all(document("b").as_bytes())?;
    let path = other.path().to_str().context("a temporary file")?;
    let arguments = ["diff", "--dialect", "turtle-1.2", "-", path];
    let peak = peak_at_output(&arguments, document("a"))?;
    let quads = 2 * (2 * MEMBERS + OTHERS) as u64 * QUAD / 1024;
    let most = limit(1) + 2 * quads;
    ensure!(peak < most, "{peak} KiB are more than {most} KiB");
    Ok(())
}
