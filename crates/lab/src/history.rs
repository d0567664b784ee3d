//! `turtle-lab history`: a grammar state by state, with the changes of each step.
//!
//! Invariant: a document in the table was run by both states, whole. A test that is said to turn over is one whose document one
//! state's grammar accepts and the other's rejects; its meaning does not count.

use super::GrammarSource;
use super::cells::{cell, code};
use super::compared::{ComparedGrammars, names};
use super::loaded;
use anyhow::{Context, bail};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use toolkit::{Analyses, ChangeKind};
use turtle_peg::SpecifiedGrammar;
use turtle_peg::cli::Status;
use turtle_peg::cli::arguments::ManifestArguments;
use turtle_peg::cli::counted::counted;
use turtle_peg::cli::output::Output;
use turtle_peg::conformance::{Expectation, Test};

/// Show a grammar's history, state by state: the changes, documents that show them, and the tests that turn over
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab history history/turtle > turtle.md
  turtle-lab history --allow rdf-tests --tests rdf-tests/rdf12/rdf-turtle/manifest.ttl history/turtle
  turtle-lab history 2023.ebnf 2024.ebnf 2025.ebnf

The states are files, NAME.ebnf or NAME.pest, or those of a folder, in the order of their names. A file index.txt beside them \
may have a line for each, with its name without the extension, its date and its commit. In a clone of a specification's \
repository, this makes such a folder:

  i=0; git log --reverse --format='%as %h' -- spec/turtle.bnf | while read date commit; do i=$((i+1)); n=$(printf %02d $i); \
git show $commit:spec/turtle.bnf > $n.ebnf; echo $n $date $commit >> index.txt; done

The table is Markdown. Every document in it was run by both states, as the productions stand. A test turns over if one state \
accepts its document and the next rejects it. A state that cannot be run is skipped, and the exit status is then 1.")]
pub struct HistoryArguments {
    /// Folders with a file for each state, or the files
    #[arg(value_name = "FOLDER|FILE", required = true)]
    states: Vec<PathBuf>,

    /// Test manifests
    #[arg(long = "tests", value_name = "MANIFEST")]
    manifests: Vec<PathBuf>,

    #[command(flatten)]
    files: ManifestArguments,
}

pub fn run(arguments: &HistoryArguments) -> anyhow::Result<Status> {
    let mut tests = Vec::new();
    for path in &arguments.manifests {
        tests.extend(arguments.files.read(path)?.tests().to_vec());
    }
    let documents: Vec<SuiteDocument> = tests.iter().filter_map(SuiteDocument::of).collect();
    let mut states = Vec::new();
    for path in &arguments.states {
        match path.is_dir() {
            true => states.extend(HistoryState::all_in(path, &documents)?),
            false => states.push(HistoryState::of(path, &[], &documents)?),
        }
    }
    if states.len() < 2 {
        bail!("a history has two states at least");
    }
    let mut output = Output::new();
    output.show_file(&to_markdown(&states, &documents)?)?;
    output.flush()?;
    Ok(match states.iter().all(|state| state.running.is_ok()) {
        true => Status::Fine,
        false => Status::InputAtFault,
    })
}

/// A test's document.
struct SuiteDocument {
    name: String,
    text: Vec<u8>,
    expectation: Expectation,
}

impl SuiteDocument {
    fn of(test: &Test) -> Option<Self> {
        Some(Self {
            name: test.name().to_owned(),
            text: test.action()?.read().ok()?,
            expectation: test.kind()?.expectation(),
        })
    }
}

/// A grammar as it once was.
struct HistoryState {
    name: String,
    /// Its date and commit, if they are known.
    origin: String,
    source: GrammarSource,
    /// Its parser, or the reason why it has none.
    running: Result<SpecifiedGrammar, String>,
    /// Of each document, whether it is accepted.
    accepted: Vec<bool>,
}

impl HistoryState {
    fn all_in(folder: &Path, documents: &[SuiteDocument]) -> anyhow::Result<Vec<Self>> {
        let at = || folder.display().to_string();
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).with_context(at)? {
            let path = entry.with_context(at)?.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if matches!(extension, Some("ebnf" | "pest")) {
                paths.push(path);
            }
        }
        paths.sort();
        let index = folder.join("index.txt");
        let index = match index.is_file() {
            true => loaded::text(&index)?,
            false => String::new(),
        };
        let lines: Vec<Vec<&str>> = index
            .lines()
            .map(|line| line.split_whitespace().take(3).collect())
            .collect();
        let states = paths.iter().map(|path| Self::of(path, &lines, documents));
        states.collect()
    }

    fn of(path: &Path, index: &[Vec<&str>], documents: &[SuiteDocument]) -> anyhow::Result<Self> {
        let source: GrammarSource = path.display().to_string().parse()?;
        // A file that cannot be read ends the command: it may be the file that the table would go to.
        source.text()?;
        let name = path.file_stem().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let line = index
            .iter()
            .find(|line| line.first() == Some(&name.as_str()));
        let running = source.run();
        let reads = |document: &SuiteDocument| {
            let running = running.as_ref().ok();
            running.is_some_and(|grammar| grammar.read_slice(&document.text).is_ok())
        };
        Ok(Self {
            origin: line.map_or(String::new(), |line| line[1..].join(" ")),
            accepted: documents.iter().map(reads).collect(),
            name,
            source,
            running,
        })
    }

    /// `yes`, `no`, or the error in the grammar.
    fn is_ll1(&self) -> String {
        let found = self.source.specified();
        let found = found.and_then(|grammar| Ok(Analyses::from(&grammar, &[])?));
        match found {
            Err(error) => error.to_string(),
            Ok(found) => {
                let gaps: Vec<String> = found.gaps().map(ToString::to_string).collect();
                match (gaps.is_empty(), found.ll1.len()) {
                    (false, _) => gaps.join(", "),
                    (true, 0) if found.is_ll1() => "yes".to_owned(),
                    (true, conflicts) => format!("no, {}", counted(conflicts, "conflict")),
                }
            }
        }
    }
}

fn to_markdown(states: &[HistoryState], documents: &[SuiteDocument]) -> anyhow::Result<String> {
    let mut text = String::from("| state | made | LL(1) |");
    let wanted = |document: &SuiteDocument| document.expectation != Expectation::Rejected;
    let positive = documents.iter().filter(|document| wanted(document)).count();
    if !documents.is_empty() {
        let _ = write!(
            text,
            " accepts, of {positive} documents that are to be accepted |"
        );
    }
    text += match documents.is_empty() {
        true => "\n|---|---|---|\n",
        false => "\n|---|---|---|---|\n",
    };
    for state in states {
        let _ = write!(
            text,
            "| {} | {} | {} |",
            state.name,
            state.origin,
            state.is_ll1()
        );
        if !documents.is_empty() {
            let accepted = documents.iter().zip(&state.accepted);
            let accepted = accepted.filter(|(document, accepts)| wanted(document) && **accepts);
            let _ = match &state.running {
                Ok(_) => write!(text, " {} |", accepted.count()),
                Err(error) => write!(text, " not run: {error} |"),
            };
        }
        text.push('\n');
    }
    text += "\n| states | production | change | no longer valid | newly valid |\n|---|---|---|---|---|\n";
    let mut turned = String::new();
    let mut last: Option<&HistoryState> = None;
    for state in states {
        if let Err(error) = &state.running {
            let _ = writeln!(text, "| {} | cannot be run: {error} | | | |", state.name);
            continue;
        }
        if let Some(before) = last {
            let compared = ComparedGrammars::of(&before.source, &state.source)?;
            let step = format!("{} → {}", before.name, state.name);
            text += &rows(&step, &compared);
            turned += &turned_over(&step, [before, state], documents);
        }
        last = Some(state);
    }
    if !documents.is_empty() {
        text += "\nTests whose documents turn over:\n\n";
        text += match turned.is_empty() {
            true => "- none.\n",
            false => &turned,
        };
    }
    Ok(text)
}

/// A row for each production that changed, or one that says that none did.
fn rows(step: &str, compared: &ComparedGrammars) -> String {
    let mut text = String::new();
    for (change, sought) in compared.changes() {
        if change.kind() == ChangeKind::Unchanged {
            continue;
        }
        let [before, after] = match change.kind() {
            ChangeKind::Renamed => [const { String::new() }; 2],
            _ => sought.each_ref().map(cell),
        };
        let _ = writeln!(
            text,
            "| {step} | {} | {} | {before} | {after} |",
            names(change),
            change.kind()
        );
    }
    match text.is_empty() {
        true => format!("| {step} | none | | | |\n"),
        false => text,
    }
}

/// The tests whose documents one state accepts and the next rejects, by name.
fn turned_over(
    step: &str,
    [before, after]: [&HistoryState; 2],
    documents: &[SuiteDocument],
) -> String {
    let mut text = String::new();
    for (is_accepted, said) in [(true, "accepted now"), (false, "rejected now")] {
        let verdicts = before.accepted.iter().zip(&after.accepted);
        let names: Vec<String> = documents
            .iter()
            .zip(verdicts)
            .filter(|(_, (before, after))| before != after && **after == is_accepted)
            .map(|(document, _)| code(&document.name))
            .collect();
        if !names.is_empty() {
            let _ = writeln!(
                text,
                "- {step}: {} {said}: {}.",
                names.len(),
                names.join(", ")
            );
        }
    }
    text
}
