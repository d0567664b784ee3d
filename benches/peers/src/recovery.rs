//! Recovery: the triples that parsers keep of damaged documents, when they are told to go on.
//!
//! The documents are those that `RECOVERY_DOCUMENTS=FOLDER cargo test --test recovery` writes. Invariant: everyone's triples are
//! compared as text, blank nodes without their labels; another spelling of one triple would count against a parser. A triple
//! that the document does not have counts as wrong only if no damaged statement has its subject: some parsers
//! return the triples of a statement before its fault.

use anyhow::{Context, Result, ensure};
use oxttl::TurtleParser;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use testing::program::output_of;
use turtle_peg::{Dialect, Parser};

const BASE: &str = "http://example.org/base";

/// Who reads a text, and gives lines of N-Triples.
struct Reader {
    name: &'static str,
    read: fn(&str) -> Result<Vec<String>>,
}

const READERS: &[Reader] = &[
    Reader {
        name: "turtle-peg",
        read: turtle_peg,
    },
    Reader {
        name: "oxttl, which goes on by itself",
        read: oxttl,
    },
    Reader {
        name: "serdi -l",
        read: |text| {
            lines_of(
                "serdi",
                &["-l", "-q", "-i", "turtle", "-o", "ntriples", "-", BASE],
                text,
            )
        },
    },
    Reader {
        name: "rapper",
        read: |text| {
            lines_of(
                "rapper",
                &["-q", "-i", "turtle", "-o", "ntriples", "-", BASE],
                text,
            )
        },
    },
];

/// Prints a table of the triples that each keeps.
pub fn compare(folder: &Path) -> Result<()> {
    let mut documents: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(|| folder.display().to_string())?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "ttl"));
    documents.sort();
    ensure!(
        !documents.is_empty(),
        "{}: no documents; `RECOVERY_DOCUMENTS=FOLDER cargo test --test recovery` writes them",
        folder.display()
    );
    let mut table =
        String::from("| parser | triples kept | documents with wrong triples |\n|---|---|---|\n");
    for reader in READERS {
        let (mut expected, mut kept, mut wrong) = (0, 0, 0);
        for document in &documents {
            let text = fs::read_to_string(document)?;
            let lines = |extension| -> Result<HashSet<String>> {
                let lines = fs::read_to_string(document.with_extension(extension))?;
                Ok(lines.lines().map(str::to_owned).collect())
            };
            let found: HashSet<String> = (reader.read)(&text)?
                .iter()
                .map(|line| without_labels(line))
                .collect();
            let untouched = lines("kept")?;
            expected += untouched.len();
            kept += untouched.intersection(&found).count();
            let touched = fs::read_to_string(document.with_extension("touched"))?;
            let allowed = lines("allowed")?;
            let is_wrong = found
                .difference(&allowed)
                .any(|line| !is_about(line, &touched));
            wrong += usize::from(is_wrong);
        }
        let share = 100.0 * kept as f64 / expected as f64;
        writeln!(
            table,
            "| {} | {share:.1} % | {wrong} of {} |",
            reader.name,
            documents.len()
        )?;
    }
    print!("{table}");
    Ok(())
}

/// Whether the subject of a triple is in these statements, by the last part of its IRI, or may be.
fn is_about(line: &str, statements: &str) -> bool {
    let subject = line.split(' ').next().unwrap_or_default();
    let name = subject.trim_matches(['<', '>']).rsplit(['/', '#']).next();
    subject == "_:" || name.is_none_or(|name| statements.contains(name))
}

fn without_labels(line: &str) -> String {
    let words = line
        .split(' ')
        .map(|word| if word.starts_with("_:") { "_:" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

fn turtle_peg(text: &str) -> Result<Vec<String>> {
    let parser = Parser::new(Dialect::Turtle12).with_base_iri(BASE)?;
    let quads = parser.with_recovery().parse_str(text).quads();
    Ok(quads
        .filter_map(Result::ok)
        .map(|quad| quad.to_string())
        .collect())
}

/// Its iterator goes on after an error.
fn oxttl(text: &str) -> Result<Vec<String>> {
    let triples = TurtleParser::new()
        .with_base_iri(BASE)?
        .for_slice(text.as_bytes());
    Ok(triples
        .filter_map(Result::ok)
        .map(|triple| triple.to_string())
        .collect())
}

/// The lines that a program writes for a text on standard input, without the full stops. A fault that it reports is not an error.
fn lines_of(program: &str, arguments: &[&str], text: &str) -> Result<Vec<String>> {
    let output = output_of(Command::new(program).args(arguments), text.as_bytes())
        .with_context(|| program.to_owned())?;
    let lines = String::from_utf8_lossy(&output.stdout);
    Ok(lines
        .lines()
        .map(|line| line.trim_end_matches('.').trim_end().to_owned())
        .collect())
}
