//! `turtle-lab history`: a grammar state by state, with the changes of each step.
//!
//! Invariant: a state is compared with the last one before it that can be run; one that cannot is named, with the reason.

use crate::analyses::{commits, commits::FileCommit};
use crate::commands::diff::CHANGES;
use crate::commands::impact::{Impact, JudgedGrammar, SuiteDocument, sections::TURNED, tests_of};
use crate::grammars::source::{GrammarSource, StartArguments};
use crate::grammars::{loaded, loaded::FileNotation};
use crate::pages::json;
use crate::pages::section::{Fact, Section, SectionTable, Words, folded, words};
use anyhow::{Context, bail};
use cli::arguments::ManifestArguments;
use cli::counted::counted;
use cli::output::Output;
use cli::{Format, Status, diagnostics};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Show a grammar's history, state by state: the changes, documents that show them, and the tests that turn over
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab history rdf-turtle spec/turtle.bnf            a clone, and a file in it: each commit that changed it
  turtle-lab history --since main --markdown . spec/turtle.bnf > pull-request.md
  turtle-lab history --allow rdf-tests --tests rdf-tests/rdf12/rdf-turtle/manifest.ttl rdf-turtle spec/turtle.bnf
  turtle-lab history history/turtle > turtle.md
  turtle-lab history 2023.ebnf 2024.ebnf 2025.ebnf

If the first of two names is a git repository, the second is a file in it, and the states are its commits that changed the \
file, from where the file begins to HEAD. The command needs no network and no worktree. Where branches were merged, it follows \
the side that the file comes from; if both sides changed it, the first, and the merge is one step. Where the file begins, it goes \
on with the likest file that the same commit took away: one with the same bytes, or a grammar or a page of which half, in lines, is \
the same. A commit after which the file is gone, or is not text, is named and passed over; so is one that changed a page and not the \
grammar in it.

Otherwise the states are files, NAME.ebnf, NAME.bnf, NAME.pest or NAME.html, or those of a folder, in the order of their names. A \
file index.txt beside them may have a line for each, with its name without the extension, its date and its commit.

The output is tables in Markdown; with --markdown, a line for each step, with the answers of `propose` folded below. Every document \
was run by both states, as the productions are. A test turns over if one state accepts its document and the next rejects it.

In JSON: states (name, made, ll1 as in `ll1 --format json`, not_run, accepts: of the documents that are to be accepted, how many \
are), and steps, each as in `propose --format json`, without missing.

Exit status: 0 all states were run, 1 a state cannot be run, and was passed over.")]
pub struct HistoryArguments {
    /// A git repository and a file in it; or folders with a file for each state, or the files
    #[arg(value_name = "REPOSITORY PATH|FOLDER|FILE", required = true)]
    states: Vec<PathBuf>,

    /// Begin with the state at the last commit that HEAD and this revision of the repository share
    #[arg(long, value_name = "REVISION")]
    since: Option<String>,

    #[command(flatten)]
    start: StartArguments,

    /// Test manifests
    #[arg(long = "tests", value_name = "MANIFEST")]
    manifests: Vec<PathBuf>,

    #[command(flatten)]
    files: ManifestArguments,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text, conflicts_with = "markdown")]
    format: Format,

    /// Print Markdown for a pull request: a line for each step, and the rest folded
    #[arg(long)]
    markdown: bool,
}

pub fn run(arguments: &HistoryArguments) -> anyhow::Result<Status> {
    let tests = tests_of(&arguments.manifests, &arguments.files)?;
    let documents = SuiteDocument::all_of(&tests)?;
    let judge =
        |source: GrammarSource| JudgedGrammar::of(arguments.start.choose(&source), &documents);
    let (states, status) = states(arguments, judge)?;
    if states.len() < 2 {
        bail!("a history has two states at least");
    }
    let history = History::of(states, documents)?;
    let mut output = Output::new();
    match arguments.format {
        _ if arguments.markdown => output.show_file(&history.folded())?,
        Format::Text => output.show_file(&history.tables())?,
        Format::Json => output.print(&json::text(&history.json()))?,
    }
    output.flush()?;
    let are_run = history
        .states
        .iter()
        .all(|state| state.grammar.running.is_ok());
    Ok(status.max(Status::of(are_run)))
}

/// The states that the command line names; at fault if one was passed over.
fn states(
    arguments: &HistoryArguments,
    judge: impl Fn(GrammarSource) -> JudgedGrammar,
) -> anyhow::Result<(Vec<HistoryState>, Status)> {
    if let [repository, path] = arguments.states.as_slice()
        && let Some(commits) = commits::of(repository, path, arguments.since.as_deref())?
    {
        return HistoryState::all_of(commits, judge);
    }
    if arguments.since.is_some() {
        bail!("--since takes a git repository and a file in it");
    }
    let mut states = Vec::new();
    for path in &arguments.states {
        match path.is_dir() {
            true => states.extend(HistoryState::all_in(path, &judge)?),
            false => states.push(HistoryState::read(path, &[], &judge)?),
        }
    }
    Ok((states, Status::Fine))
}

/// A grammar as it once was.
struct HistoryState {
    name: String,
    /// Its date and commit, if they are known.
    origin: String,
    grammar: JudgedGrammar,
}

impl HistoryState {
    fn all_in(
        folder: &Path,
        judge: &impl Fn(GrammarSource) -> JudgedGrammar,
    ) -> anyhow::Result<Vec<Self>> {
        let at = || folder.display().to_string();
        let mut paths = Vec::new();
        for entry in fs::read_dir(folder).with_context(at)? {
            let path = entry.with_context(at)?.path();
            if FileNotation::of(&path).is_some() {
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
        let states = paths.iter().map(|path| Self::read(path, &lines, judge));
        states.collect()
    }

    fn read(
        path: &Path,
        index: &[Vec<&str>],
        judge: &impl Fn(GrammarSource) -> JudgedGrammar,
    ) -> anyhow::Result<Self> {
        let source: GrammarSource = path.display().to_string().parse()?;
        // A file that cannot be read ends the command: it may be the file that the table would go to.
        source.text()?;
        let name = path.file_stem().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let line = index
            .iter()
            .find(|line| line.first() == Some(&name.as_str()));
        Ok(Self {
            origin: line.map_or(String::new(), |line| line[1..].join(" ")),
            name,
            grammar: judge(source),
        })
    }

    /// `07 (2023-10-23 e2ff15d)`, or the name alone.
    fn title(&self) -> String {
        match self.origin.is_empty() {
            true => self.name.clone(),
            false => format!("{} ({})", self.name, self.origin),
        }
    }

    /// The states of commits, but for the ones that left the grammar in the file as it was.
    fn all_of(
        commits: Vec<FileCommit>,
        judge: impl Fn(GrammarSource) -> JudgedGrammar,
    ) -> anyhow::Result<(Vec<Self>, Status)> {
        let mut states: Vec<Self> = Vec::new();
        let mut status = Status::Fine;
        let mut unchanged = 0;
        for commit in commits {
            let text = match commit.text {
                Ok(text) => text,
                Err(why) => {
                    diagnostics::warn(
                        &commit.hash,
                        &format_args!("{why}; the commit is passed over"),
                    );
                    status = Status::InputAtFault;
                    continue;
                }
            };
            // As git names it.
            let path = format!("{}:{}", commit.hash, commit.path.display());
            let source = GrammarSource::given(path.into(), &text);
            let last = states
                .last()
                .and_then(|last| last.grammar.source.text().ok());
            if last.is_some() && last == source.text().ok() {
                unchanged += 1;
                continue;
            }
            states.push(Self {
                name: commit.hash,
                origin: format!("{} {}", commit.date, commit.title),
                grammar: judge(source),
            });
        }
        if unchanged > 0 {
            let commits = counted(unchanged, "commit");
            diagnostics::note(&format_args!(
                "{commits} changed the file, and not the grammar in it"
            ));
        }
        Ok((states, status))
    }
}

/// The states, and the steps between those that can be run.
struct History {
    states: Vec<HistoryState>,
    documents: Vec<SuiteDocument>,
    steps: Vec<HistoryStep>,
}

/// From one state to the next, by their numbers.
struct HistoryStep {
    from: usize,
    to: usize,
    impact: Impact,
}

impl History {
    fn of(states: Vec<HistoryState>, documents: Vec<SuiteDocument>) -> anyhow::Result<Self> {
        let numbers = 0..states.len();
        let run: Vec<usize> = numbers
            .filter(|&number| states[number].grammar.running.is_ok())
            .collect();
        let mut steps = Vec::new();
        for pair in run.windows(2) {
            let &[from, to] = pair else { continue };
            let [before, after] = [from, to].map(|number| &states[number].grammar);
            let impact = Impact::between(before, after, &documents)?;
            steps.push(HistoryStep { from, to, impact });
        }
        Ok(Self {
            states,
            documents,
            steps,
        })
    }

    /// The step that ends at a state.
    fn step_to(&self, state: usize) -> Option<&HistoryStep> {
        self.steps.iter().find(|step| step.to == state)
    }

    /// `06 → 07`.
    fn title(&self, step: &HistoryStep) -> String {
        let [from, to] = [step.from, step.to].map(|number| &self.states[number].name);
        format!("{from} → {to}")
    }

    /// The number of documents that a state accepts, of those that are to be accepted.
    fn accepted(&self, state: &HistoryState) -> usize {
        let accepted = self.documents.iter().zip(&state.grammar.accepted);
        let accepted =
            accepted.filter(|(document, accepts)| document.is_to_be_accepted() && **accepts);
        accepted.count()
    }

    fn tables(&self) -> String {
        let mut text = format!(
            "{}\n{}",
            self.state_table().markdown(),
            self.steps().markdown()
        );
        if !self.documents.is_empty() {
            let turned = self.of_steps(Impact::turned_facts);
            text += "\nTests whose documents turn over:\n\n";
            text += &match turned.is_empty() {
                true => "- none.\n".to_owned(),
                false => {
                    let head: Vec<_> = ["states"].into_iter().chain(TURNED).collect();
                    SectionTable::new(&head, turned).markdown()
                }
            };
        }
        text
    }

    fn state_table(&self) -> SectionTable {
        let documents = self.documents.iter();
        let positive = documents
            .filter(|document| document.is_to_be_accepted())
            .count();
        let states = self.states.iter().map(|state| {
            let accepts = match &state.grammar.running {
                _ if self.documents.is_empty() => None,
                Ok(_) => Some(format!("{} of {positive}", self.accepted(state))),
                Err(error) => Some(format!("not run: {error}")),
            };
            let ll1 = &state.grammar.ll1.words;
            let cells = [&state.name, &state.origin, ll1]
                .into_iter()
                .chain(&accepts);
            Fact::of(cells.map(words).collect::<Vec<_>>())
        });
        let mut head = vec!["state", "made", "LL(1)"];
        if !self.documents.is_empty() {
            head.push("accepts, of the documents that are to be accepted");
        }
        SectionTable::new(&head, states.collect())
    }

    /// The changes of each step, and the states that cannot be run.
    fn steps(&self) -> SectionTable {
        let mut facts = Vec::new();
        for (number, state) in self.states.iter().enumerate() {
            if let Err(error) = &state.grammar.running {
                facts.push(no_change(&state.name, format!("cannot be run: {error}")));
            }
            if let Some(step) = self.step_to(number) {
                let changes = step.impact.compared.change_facts();
                let title = self.title(step);
                if changes.is_empty() {
                    facts.push(no_change(&title, "none".to_owned()));
                }
                facts.extend(changes.into_iter().map(|fact| of_step(&title, fact)));
            }
        }
        let head: Vec<_> = ["states"].into_iter().chain(CHANGES).collect();
        SectionTable::new(&head, facts)
    }

    /// The facts of each step, behind its title.
    fn of_steps(&self, facts: fn(&Impact) -> Vec<Fact>) -> Vec<Fact> {
        let steps = self.steps.iter();
        let of_steps = steps.flat_map(|step| {
            let title = self.title(step);
            let facts = facts(&step.impact).into_iter();
            facts.map(move |fact| of_step(&title, fact))
        });
        of_steps.collect()
    }

    /// A line for each step, and its answers folded; the first of many steps are folded together.
    fn folded(&self) -> String {
        let lines = self
            .states
            .iter()
            .enumerate()
            .filter_map(|(number, state)| match &state.grammar.running {
                Err(error) => {
                    let error = error.replace('\n', " ");
                    Some(format!("{}: cannot be run: {error}\n\n", state.title()))
                }
                Ok(_) => Some(self.folded_step(self.step_to(number)?)),
            });
        let lines: Vec<String> = lines.collect();
        let (earlier, shown) = lines.split_at(lines.len().saturating_sub(MOST_SHOWN));
        let mut text = String::new();
        if !earlier.is_empty() {
            let title = format!("{} before", counted(earlier.len(), "step"));
            text += &folded(&title, &earlier.concat());
        }
        text + &shown.concat()
    }

    fn folded_step(&self, step: &HistoryStep) -> String {
        let impact = &step.impact;
        let sections: String = impact.sections().iter().map(Section::folded).collect();
        let mut answers = impact.compared.counts();
        if impact.ll1[0].words != impact.ll1[1].words {
            let _ = write!(answers, "; LL(1) {}", impact.ll1_in_words());
        }
        let turned = impact.turned_tests().len();
        if turned > 0 {
            let _ = write!(answers, "; tests that turn over: {turned}");
        }
        let from = &self.states[step.from].name;
        let title = format!("{from} → {}: {answers}", self.states[step.to].title());
        let summary = SectionTable::new(&["", ""], impact.summary()).markdown();
        folded(&title, &format!("{summary}\n{sections}"))
    }

    fn json(&self) -> Value {
        let states = self.states.iter().map(|state| {
            let running = state.grammar.running.as_ref();
            json!({
                "name": state.name,
                "made": state.origin,
                "ll1": state.grammar.ll1.json,
                "not_run": running.err(),
                "accepts": running.ok().filter(|_| !self.documents.is_empty()).map(|_| self.accepted(state)),
            })
        });
        let steps = self.steps.iter().map(|step| step.impact.json());
        json!({ "states": states.collect::<Vec<_>>(), "steps": steps.collect::<Vec<_>>() })
    }
}

/// How many steps are shown; earlier ones are folded together. With these, a page fills a screen.
const MOST_SHOWN: usize = 20;

/// A row of the table of changes that has none.
fn no_change(states: &str, said: String) -> Fact {
    let rest = CHANGES[1..].iter().map(|_| Words::default());
    let cells = [words(states), words(said)].into_iter().chain(rest);
    Fact::of(cells.collect::<Vec<_>>())
}

/// A fact behind the names of the states that it is about.
fn of_step(states: &str, mut fact: Fact) -> Fact {
    fact.cells.insert(0, words(states));
    fact
}
