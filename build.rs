//! Generates engines from each file in `grammar/`: the fast engine's parser, and the specification engine's tables.

use generator::{NodeKind, Plain, Target, generate};
use notation::{peg, pest_file};
use specification::compile::{CompileError, Compiled, Productions, compile, to_rust};
use std::collections::HashSet;
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

/// No dialect's grammar, but the rules that are tried before the terminals' own.
const PLAIN: &str = "plain.pest";
/// The production of a graph's braces and what stands between them: it is read part by part.
const GRAPH: &str = "wrappedGraph";

/// The dialect whose specification names no tokens, and whose grammar needs more than one of lookahead.
const WITHOUT_TOKENS: &str = "turtle-submission.pest";

fn main() {
    println!("cargo::rerun-if-changed=grammar");
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let plain = PlainRules::read(&Path::new("grammar").join(PLAIN));
    for entry in fs::read_dir("grammar").expect("the folder of the grammars") {
        let path = entry.expect("an entry of the folder").path();
        let is_grammar = path
            .extension()
            .is_some_and(|extension| extension == "pest");
        if is_grammar && path.file_name() != Some(PLAIN.as_ref()) {
            write_parser(&path, &plain, &output);
            write_tables(&path, &output);
        }
    }
}

/// The rules of [`PLAIN`].
struct PlainRules {
    /// To be put behind a dialect's grammar.
    text: String,
    rules: Vec<PlainRule>,
}

struct PlainRule {
    name: String,
    /// The terminals that it is tried for.
    terminals: Vec<String>,
    /// How a leaf is marked that it matches: the name of a variant of `Plain`.
    mark: String,
}

impl PlainRules {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).expect("the plain rules are a text");
        let file = pest_file::read(&text).unwrap_or_else(|refusal| panic!("{PLAIN}: {refusal}"));
        let rules = file.heads.into_iter().filter_map(|head| {
            let line = |name| {
                let mut lines = head.documentation.iter();
                lines.find_map(|line| line.strip_prefix(name))
            };
            Some(PlainRule {
                terminals: line("of: ")?.split(", ").map(str::to_owned).collect(),
                mark: format!("Plain::{}", line("as: ")?),
                name: head.name.clone(),
            })
        });
        let rules = rules.collect();
        let is_of_file = |line: &&str| line.starts_with("//!");
        let lines = text.lines().filter(|line| !is_of_file(line));
        let text = lines.flat_map(|line| [line, "\n"]).collect();
        Self { text, rules }
    }

    /// Those that are tried for a terminal.
    fn tried_for(&self, terminal: &str) -> Vec<Plain> {
        let is_of = |rule: &&PlainRule| rule.terminals.iter().any(|name| name == terminal);
        let rules = self.rules.iter().filter(is_of);
        let plain = rules.map(|rule| Plain {
            rule: rule.name.clone(),
            mark: rule.mark.clone(),
        });
        plain.collect()
    }
}

fn write_parser(path: &Path, plain: &PlainRules, output: &Path) {
    let grammar = fs::read_to_string(path).expect("a grammar is a text");
    let productions = productions(&grammar);
    let grammar = [&grammar, plain.text.as_str()].concat();
    let target = Target {
        kind: &|rule| kind(rule, &productions),
        plain: &|rule| plain.tried_for(rule),
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

/// The rules that mirror a production: those with a line of EBNF above them.
fn productions(grammar: &str) -> HashSet<String> {
    let heads = pest_file::read(grammar).map_or_else(|_| Vec::new(), |file| file.heads);
    let mirrors = heads
        .into_iter()
        .filter(|head| !head.documentation.is_empty());
    mirrors.map(|head| head.name).collect()
}

/// What a rule makes: a node if it mirrors a production, which the library has to know by its name; of the departures,
/// those that say where a graph begins and ends are an outcome.
fn kind(rule: &str, productions: &HashSet<String>) -> NodeKind {
    match rule {
        _ if productions.contains(rule) => NodeKind::Node(format!("Production::{rule}")),
        "graphBegin" => NodeKind::Outcome("Outcome::GraphBegin".to_owned()),
        "graphEnd" => NodeKind::Outcome("Outcome::GraphEnd".to_owned()),
        _ => NodeKind::Nothing,
    }
}

/// Writes the tables of the productions that a file mirrors.
fn write_tables(path: &Path, output: &Path) {
    let grammar = fs::read_to_string(path).expect("a grammar is a text");
    let name = path.file_name().expect("a file has a name");
    match tables(&grammar) {
        Ok(Compiled { tables, conflicts }) => {
            if !conflicts.is_empty() && name != WITHOUT_TOKENS {
                let rules = conflicts.iter().map(|conflict| {
                    let rule = &tables.rules[usize::from(conflict.rule)];
                    rule.name.to_string()
                });
                let rules: Vec<String> = rules.collect();
                println!(
                    "cargo::error={}: one token of lookahead does not tell how to go on in {}",
                    path.display(),
                    rules.join(", ")
                );
            }
            let file = output.join(name).with_extension("tables.rs");
            fs::write(file, to_rust(&tables)).expect("OUT_DIR can be written");
        }
        Err(error) => println!("cargo::error={}: {error}", path.display()),
    }
}

fn tables(grammar: &str) -> Result<Compiled, CompileError> {
    let literate = peg::read(grammar)?;
    compile(&Productions::of_literate(&literate)?, Some(GRAPH))
}
