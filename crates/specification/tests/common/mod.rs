//! The grammars in `grammar/`, the documents of the corpus, and pest's interpreter as a witness.

use notation::{RuleKind, peg, pest_file};
use pest::Token as PestToken;
use pest_vm::Vm;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use testing::documents::documents_in;
use turtle_peg_specification::compile::{Compiled, Productions, compile};

pub const DIALECTS: [&str; 11] = [
    "turtle-submission",
    "turtle-wd2011",
    "turtle-1.1",
    "turtle-1.2-wd2024",
    "turtle-1.2",
    "n-triples-1.1",
    "n-triples-1.2",
    "trig-1.1",
    "trig-1.2",
    "n-quads-1.1",
    "n-quads-1.2",
];

/// Its specification names no tokens.
pub const WITHOUT_TOKENS: &str = "turtle-submission";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn grammar(dialect: &str) -> String {
    fs::read_to_string(root().join(format!("grammar/{dialect}.pest"))).unwrap()
}

pub fn compiled(dialect: &str) -> Compiled {
    let literate = peg::read(&grammar(dialect)).unwrap();
    let productions = Productions::of_literate(&literate).unwrap();
    compile(&productions).unwrap()
}

/// A grammar's rules, run by pest's interpreter.
pub struct Rules {
    vm: Vm,
    start: String,
    /// The rules that leave nodes: those that mirror productions.
    mirrors: HashSet<String>,
}

impl Rules {
    /// The rules of a dialect.
    pub fn of(dialect: &str) -> Self {
        let text = grammar(dialect);
        let literate = peg::read(&text).unwrap();
        let rules = literate.written.rules.iter().zip(&literate.above);
        let mirrors = rules
            .filter(|(rule, above)| above.production.is_some() && rule.kind != RuleKind::Silent);
        Self {
            vm: Vm::new(pest_file::read(&text).unwrap().optimized()),
            start: literate.written.rules[0].name.clone(),
            mirrors: mirrors.map(|(rule, _)| rule.name.clone()).collect(),
        }
    }

    /// The tree of a document, or none.
    pub fn tree(&self, text: &str) -> Option<String> {
        let mut nodes: Vec<(usize, &str, usize, usize)> = Vec::new();
        let mut open = Vec::new();
        for token in self.vm.parse(&self.start, text).ok()?.tokens() {
            match token {
                PestToken::Start { rule, pos } if self.mirrors.contains(rule) => {
                    nodes.push((open.len(), rule, pos.pos(), 0));
                    open.push(nodes.len() - 1);
                }
                PestToken::End { rule, pos } if self.mirrors.contains(rule) => {
                    nodes[open.pop().unwrap()].3 = pos.pos();
                }
                _ => {}
            }
        }
        let mut printed = String::new();
        for (depth, name, start, end) in nodes {
            let _ = writeln!(printed, "{:depth$}{name} {start}..{end}", "");
        }
        Some(printed)
    }
}

/// Every document of the corpus that is text.
pub fn documents() -> Vec<(PathBuf, String)> {
    let folders = ["tests/corpus", "examples"].map(|folder| root().join(folder));
    let paths = folders.iter().flat_map(|folder| documents_in(folder));
    let texts = paths.filter_map(|path| {
        let text = fs::read_to_string(&path).ok()?;
        Some((path, text.trim_start_matches('\u{FEFF}').to_owned()))
    });
    texts.collect()
}
