//! Generates the fast engine: from each file in `grammar/`, a parser in `OUT_DIR`.

#[path = "crates/notation/src/char_set.rs"]
#[allow(dead_code, reason = "what only the analyses of a grammar need")]
mod char_set;
#[path = "src/engine/fast/generate/mod.rs"]
mod generate;
#[path = "src/production.rs"]
#[allow(dead_code)]
mod production;

use generate::{NodeKind, Target, generate};
use notation::pest_file;
use production::Production;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The rules that the engine calls: those of the kind `entry` for one statement, and those for a whole document.
const ENTRIES: &[&str] = &[
    "nextStatement",
    "nextInGraph",
    "leadingTrivia",
    "openComment",
    "commentRest",
    "turtleDoc",
    "ntriplesDoc",
    "nquadsDoc",
    "trigDoc",
];

fn main() {
    println!("cargo::rerun-if-changed=grammar");
    println!("cargo::rerun-if-changed=src/engine/fast/generate");
    println!("cargo::rerun-if-changed=src/production.rs");
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    for entry in fs::read_dir("grammar").expect("the folder of the grammars") {
        let path = entry.expect("an entry of the folder").path();
        let is_grammar = path
            .extension()
            .is_some_and(|extension| extension == "pest");
        if is_grammar {
            write_parser(&path, &output);
        }
    }
}

fn write_parser(path: &Path, output: &Path) {
    let grammar = fs::read_to_string(path).expect("a grammar is a text");
    let target = Target {
        kind: &kind,
        is_entry: &|rule| ENTRIES.contains(&rule),
    };
    match generate(&grammar, &target) {
        Ok(source) => {
            let name = path.with_extension("rs");
            let name = name.file_name().expect("a file has a name");
            fs::write(output.join(name), source).expect("OUT_DIR can be written");
        }
        Err(error) => {
            println!("cargo::error={}: {error}", path.display());
        }
    }
}

/// What a rule leaves behind: a node if it is a production; of the departures, those that say where a graph begins
/// and ends leave that.
fn kind(rule: &str) -> NodeKind {
    match (Production::from_name(rule), rule) {
        (Some(production), _) => NodeKind::Node(format!("Production::{production}")),
        (None, "graphBegin") => NodeKind::Outcome("Outcome::GraphBegin".to_owned()),
        (None, "graphEnd") => NodeKind::Outcome("Outcome::GraphEnd".to_owned()),
        (None, _) => NodeKind::Nothing,
    }
}
