//! Edits of the grammars of SPARQL and Turtle, of all kinds, and what `turtle-lab diff` is to find: a document that shows the change,
//! or a proof that there is none. `sparql.txt` and `turtle.txt` have the edits; the first says how they are written.
//!
//! `GRAMMAR_HEADS` names the folder with SPARQL's grammar. `cargo test -p turtle-lab --test edits -- --nocapture` prints the times;
//! `SOAK=1` has all edits tried, else it is some of them.

use anyhow::{Context, Result, ensure};
use interpreter::SpecifiedGrammar;
use serde_json::Value;
use std::fs;
use std::time::Instant;
use testing::folders::HEADS;
use testing::program::{TemporaryFolder, turtle_lab};
use testing::soak;
use toolkit::{Grammar, Rule, RuleKind, ebnf, peg};
use turtle_peg::Dialect;

/// How many edits of a grammar each run of the tests tries.
const SOME: usize = 10;

/// A changed grammar, and what is to be found.
struct GrammarEdit<'t> {
    name: &'t str,
    expected: &'t str,
    lines: Vec<&'t str>,
}

impl<'t> GrammarEdit<'t> {
    /// The edits of a text: its paragraphs with a production in their second line.
    fn all_of(text: &'t str) -> Vec<Self> {
        let paragraphs = text.split("\n\n").filter_map(|paragraph| {
            let mut lines = paragraph.trim().lines();
            let (name, expected) = lines.next()?.rsplit_once(": ")?;
            let lines: Vec<&str> = lines.collect();
            let first = lines.first()?;
            let is_edit = first.contains("::=") || first.starts_with("- ");
            is_edit.then_some(Self {
                name,
                expected,
                lines,
            })
        });
        paragraphs.collect()
    }

    /// The grammar with the productions of the edit.
    fn of(&self, base: &Grammar) -> Result<Grammar> {
        let mut edited = base.clone();
        for line in &self.lines {
            if let Some(gone) = line.strip_prefix("- ") {
                edited.rules.retain(|rule| rule.name != gone);
                continue;
            }
            let Rule {
                name, expression, ..
            } = ebnf::read(line)?.rules.remove(0);
            match edited.rules.iter_mut().find(|rule| rule.name == name) {
                Some(rule) => rule.expression = expression,
                None => {
                    let mut rules = edited.rules.iter();
                    let terminals = rules.position(|rule| rule.kind == RuleKind::Terminal);
                    let new = Rule::new(name, RuleKind::Nonterminal, expression);
                    edited
                        .rules
                        .insert(terminals.unwrap_or(edited.rules.len()), new);
                }
            }
        }
        Ok(edited)
    }
}

/// The findings about an edit: for each side, the documents of that side alone, each with its start symbol, and what is said of changes
/// without one.
#[derive(Default)]
struct EditOutcome {
    documents: [Vec<(String, Option<String>)>; 2],
    said: [Vec<String>; 2],
}

impl EditOutcome {
    fn of(pair: &Value) -> Result<Self> {
        let mut found = Self::default();
        let productions = pair["productions"].as_array().context("productions")?;
        let keys = [
            ("only_before", "start_before", "searched_before"),
            ("only_after", "start_after", "searched_after"),
        ];
        for change in productions.iter().chain([&pair["start"]]) {
            for (side, (only, start, searched)) in keys.into_iter().enumerate() {
                if let Some(document) = change[only].as_str() {
                    let start = change[start].as_str().map(str::to_owned);
                    found.documents[side].push((document.to_owned(), start));
                }
                found.said[side].extend(change[searched].as_str().map(str::to_owned));
            }
        }
        Ok(found)
    }

    fn words(&self) -> String {
        let sides = self.documents.each_ref().map(|it| !it.is_empty());
        let kind = match sides {
            [true, true] => "both",
            [true, false] => "before",
            [false, true] => "after",
            [false, false] => "same",
        };
        let is_proof = |said: &String| said.starts_with("none") && !said.contains("cut alike");
        let are_proved = (0..2).all(|side| sides[side] || self.said[side].iter().all(is_proof));
        match are_proved {
            true => kind.to_owned(),
            false => format!("{kind}, open"),
        }
    }

    /// Whether each document is of its side alone, as the productions are run.
    fn check(&self, running: [&SpecifiedGrammar; 2]) -> Result<()> {
        for (side, documents) in self.documents.iter().enumerate() {
            for (document, start) in documents {
                let [own, other] = [side, 1 - side].map(|side| match start {
                    Some(start) => running[side].starting_at(&[start]),
                    None => Ok(running[side].clone()),
                });
                ensure!(own?.read(document).is_ok(), "rejected: {document:?}");
                // A start symbol that the other has not is held against all that it accepts.
                let is_other = other.unwrap_or_else(|_| running[1 - side].clone());
                ensure!(is_other.read(document).is_err(), "accepted: {document:?}");
            }
        }
        Ok(())
    }
}

fn examine(base: &Grammar, edits: &str) -> Result<()> {
    let folder = TemporaryFolder::new("edits")?;
    let before = ebnf::print(base);
    folder.write("before.ebnf", &before)?;
    let edits = GrammarEdit::all_of(edits);
    let step = edits.len().div_ceil(soak(SOME, edits.len()));
    let mut wrong = Vec::new();
    for edit in edits.iter().step_by(step) {
        let after = ebnf::print(&edit.of(base)?);
        folder.write("after.ebnf", &after)?;
        let begun = Instant::now();
        let arguments = ["diff", "--format", "json", "before.ebnf", "after.ebnf"];
        let run = turtle_lab(&arguments, &folder.0, b"")?;
        let seconds = begun.elapsed().as_secs_f64();
        let pairs: Value = serde_json::from_str(&run.stdout).with_context(|| run.stderr.clone())?;
        let found = EditOutcome::of(&pairs[0])?;
        let words = found.words();
        println!("{seconds:.2} s  {words:<13}  {}", edit.name);
        if words != edit.expected {
            wrong.push(format!("{}: {words}: {:?}", edit.name, found.said));
        }
        let (one, other) = (
            SpecifiedGrammar::read_ebnf(&before)?,
            SpecifiedGrammar::read_ebnf(&after)?,
        );
        found.check([&one, &other]).context(edit.name.to_owned())?;
    }
    ensure!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn each_edit_of_sparql_is_shown_or_proved_to_be_none() -> Result<()> {
    let Some(folder) = &*HEADS else {
        return Ok(());
    };
    let text = fs::read_to_string(folder.join("w3c+sparql-query/spec/sparql.bnf"))?;
    examine(&ebnf::read(&text)?, include_str!("sparql.txt"))
}

#[test]
fn each_edit_of_turtle_is_shown_or_proved_to_be_none() -> Result<()> {
    let grammar = peg::read(Dialect::Turtle12.grammar())?.specified()?;
    examine(&grammar, include_str!("turtle.txt"))
}
