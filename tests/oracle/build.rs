//! Makes the grammars, runs the fast engine's generator on each, and writes the parsers, one module a grammar.
//!
//! `ORACLE_GRAMMARS` is how many random grammars, `ORACLE_GRAMMAR_SEED` which.

use anyhow::{Context as _, Result, anyhow};
use judge::random_grammar::random_grammar;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};
use testing::random::Random;

/// More take longer to compile than to check.
const DEFAULT_RANDOM_GRAMMARS: u64 = 150;
const DEFAULT_SEED: u64 = 1;

fn main() -> Result<()> {
    let mut modules = Modules {
        folder: PathBuf::from(env::var_os("OUT_DIR").context("OUT_DIR")?),
        declarations: String::new(),
        list: String::new(),
    };
    for (name, text) in torture_grammars(Path::new("grammars"))? {
        modules.add(&name, &text, "Origin::Torture")?;
    }
    let seed = number("ORACLE_GRAMMAR_SEED", DEFAULT_SEED)?;
    for index in 0..number("ORACLE_GRAMMARS", DEFAULT_RANDOM_GRAMMARS)? {
        let mut random = Random::of_part(seed, "grammars", index);
        let name = format!("random_{seed}_{index}");
        modules.add(&name, &random_grammar(&mut random), "Origin::Random")?;
    }
    modules.write()
}

fn number(variable: &str, default: u64) -> Result<u64> {
    println!("cargo::rerun-if-env-changed={variable}");
    match env::var(variable) {
        Ok(text) => text.parse().with_context(|| format!("{variable}={text}")),
        Err(_) => Ok(default),
    }
}

/// The written files: a module with the fast parser for each grammar, and the list of them all.
struct Modules {
    folder: PathBuf,
    declarations: String,
    list: String,
}

impl Modules {
    fn add(&mut self, name: &str, text: &str, origin: &str) -> Result<()> {
        let names = names(text).with_context(|| name.to_owned())?;
        let kind = |rule: &str| match names.iter().position(|name| name == rule) {
            Some(index) => generator::NodeKind::Node(format!("crate::grammar::Kind({index})")),
            None => generator::NodeKind::Nothing,
        };
        let target = generator::Target {
            kind: &kind,
            plain: &|rule| {
                let plain = format!("plain_{rule}");
                let plain = names.iter().find(|name| **name == plain);
                let plain = plain.map(|rule| generator::MarkedRule {
                    rule: rule.clone(),
                    mark: "Plain::default()".to_owned(),
                });
                plain.into_iter().collect()
            },
            is_entry: &|_| true,
        };
        let source = generator::Source {
            name,
            grammar: text,
            feature: name,
            target,
        };
        let parsers = generator::generate(&[source])
            .map_err(|(_, error)| anyhow!("{name}: {error}\n{text}"))?;
        fs::write(self.folder.join(format!("{name}.rs")), parsers.code)?;
        writeln!(self.declarations, "#[allow(warnings)]")?;
        writeln!(self.declarations, "mod {name} {{")?;
        // No more names than the generator asks for: a rule may be called `Kind`.
        let runtime = "{Block, Bytes, Class, TwoRuns}";
        writeln!(self.declarations, "    use runtime::{runtime};")?;
        writeln!(self.declarations, "    type Plain = ();")?;
        writeln!(
            self.declarations,
            "    type Parser<'t> = runtime::Parser<'t, crate::grammar::Kind>;"
        )?;
        writeln!(
            self.declarations,
            "    include!(concat!(env!(\"OUT_DIR\"), \"/{name}.rs\"));"
        )?;
        writeln!(self.declarations, "}}")?;
        writeln!(self.list, "    Source {{")?;
        writeln!(self.list, "        name: {name:?},")?;
        writeln!(self.list, "        text: {text:?},")?;
        writeln!(self.list, "        origin: {origin},")?;
        writeln!(self.list, "        names: &{names:?},")?;
        let function = |rule: &String| {
            let mut entries = parsers.entries[0].iter();
            let entry = entries.find(|entry| entry.rule == *rule);
            entry.map(|entry| &entry.function)
        };
        // EOI, which comes last, cannot be called.
        let entries: Vec<_> = names
            .iter()
            .filter_map(function)
            .map(|function| {
                format!("|parser, position| matched({name}::{function}(parser, position))")
            })
            .collect();
        writeln!(self.list, "        entries: &[{}],", entries.join(", "))?;
        writeln!(self.list, "    }},")?;
        Ok(())
    }

    fn write(self) -> Result<()> {
        let Self {
            folder,
            declarations,
            list,
        } = self;
        let source = format!("{declarations}\nconst SOURCES: &[Source] = &[\n{list}];\n");
        fs::write(folder.join("grammars.rs"), source)?;
        Ok(())
    }
}

/// The names of a grammar's rules, in its order, and after them that of the one built-in that has nodes, if
/// the grammar uses it.
fn names(grammar: &str) -> Result<Vec<String>> {
    let (built_ins, rules) = pest_meta::parse_and_optimize(grammar).map_err(|errors| {
        let errors: Vec<_> = errors.iter().map(ToString::to_string).collect();
        anyhow!("{}", errors.join("\n"))
    })?;
    let mut names: Vec<_> = rules.into_iter().map(|rule| rule.name).collect();
    if built_ins.contains(&"EOI") {
        names.push("EOI".to_owned());
    }
    Ok(names)
}

/// The torture grammars' names and texts: those in `grammars/`, and `kinds.pest` once with each of the trivia.
fn torture_grammars(folder: &Path) -> Result<Vec<(String, String)>> {
    let kinds = "kinds";
    let mut grammars = Vec::new();
    for (name, text) in files(folder)? {
        if name != kinds {
            grammars.push((name, text));
            continue;
        }
        for (trivia, trivia_text) in files(&folder.join("trivia"))? {
            grammars.push((
                format!("{kinds}_{trivia}"),
                format!("{text}\n{trivia_text}"),
            ));
        }
    }
    Ok(grammars)
}

/// The grammars in a folder, by name.
fn files(folder: &Path) -> Result<Vec<(String, String)>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "pest")
        {
            println!("cargo::rerun-if-changed={}", path.display());
            let name = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            files.push((name, fs::read_to_string(&path)?));
        }
    }
    files.sort();
    Ok(files)
}
