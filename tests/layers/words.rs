//! The words of the project: what ARCHITECTURE.md says of the code is there, and a type's name is used once.

use super::interface::sources;
use super::project;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// How many names of types may be defined in two or more files. Lower it when fewer are; never raise it.
const MOST_REPEATED_NAMES: usize = 1;

/// How many doc comments may begin with a word that stands for no noun. Lower it when fewer do; never raise it.
const MOST_WITHOUT_NOUN: usize = 15;

#[test]
fn each_place_in_the_architecture_is_there() {
    let page = fs::read_to_string(project().join("ARCHITECTURE.md")).unwrap();
    let (_, table) = page.split_once("\n## Where is …\n").unwrap();
    let table = table.split("\n## ").next().unwrap_or_default();
    let rows = table.lines().filter(|line| line.starts_with('|')).skip(2);
    let rows: Vec<&str> = rows.collect();
    assert!(rows.len() >= 20, "{} rows", rows.len());
    let missing: Vec<String> = rows.into_iter().flat_map(missing).collect();
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The symbols that a row's places lack. Each place is a path, a colon and words, with a symbol directly after the colon; a
/// semicolon ends it.
fn missing(row: &str) -> Vec<String> {
    let mut cells = row.trim_matches('|').split('|').map(str::trim);
    let (question, places) = (cells.next().unwrap(), cells.next().unwrap());
    let mut missing = Vec::new();
    for place in places.split("; `").map(|it| it.trim_start_matches('`')) {
        let Some((path, words)) = place.split_once("`: `") else {
            // Words after a semicolon, and no place.
            missing.extend((place == places).then(|| format!("{question} has no place")));
            continue;
        };
        let Ok(text) = fs::read_to_string(project().join(path)) else {
            missing.push(format!("{question} {path} is not there"));
            continue;
        };
        let defined = defined(&text, path.ends_with(".pest"));
        let symbols = words.split('`').step_by(2);
        let symbols = symbols.filter(|it| it.chars().all(|c| c.is_alphanumeric() || c == '_'));
        let undefined = symbols.filter(|&it| !it.is_empty() && !defined.contains(it));
        missing.extend(undefined.map(|it| format!("{question} {path} does not define {it}")));
    }
    missing
}

/// The names of a grammar's rules; of a source's items, the variants of its enums, and its macros.
fn defined(text: &str, is_grammar: bool) -> BTreeSet<&str> {
    let lines = text.lines().map(str::trim_start);
    lines
        .filter_map(|line| match is_grammar {
            true => line.split_once(" = ").map(|(name, _)| name),
            false => item(line).map(|(_, name)| name).or_else(|| variant(line)),
        })
        .collect()
}

/// The keyword and the name of the item that a line begins.
fn item(line: &str) -> Option<(&str, &str)> {
    let is_before =
        |word: &&str| word.starts_with("pub") || *word == "const" && line.contains("const fn ");
    let mut words = line.split_whitespace().skip_while(is_before);
    let (keyword, name) = (words.next()?, words.next()?);
    let keywords = [
        "fn",
        "struct",
        "enum",
        "union",
        "trait",
        "type",
        "const",
        "static",
        "mod",
        "macro_rules!",
    ];
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
    let name = &name[..end.unwrap_or(name.len())];
    (keywords.contains(&keyword) && !name.is_empty()).then_some((keyword, name))
}

fn variant(line: &str) -> Option<&str> {
    let name = line.trim_end_matches([',', '{', '(', ' ']);
    let is_name = name.starts_with(char::is_uppercase) && name.chars().all(char::is_alphanumeric);
    is_name.then_some(name)
}

#[test]
fn each_path_in_the_documents_is_there() {
    for document in ["ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"] {
        let text = fs::read_to_string(project().join(document)).unwrap();
        let is_path = |it: &&str| {
            let is_of_path = |c: char| c.is_alphanumeric() || "/._-".contains(c);
            it.trim_end_matches('/').contains('/')
                && it.starts_with(char::is_lowercase)
                && it.chars().all(is_of_path)
        };
        // Capitals stand for names.
        let paths = text.split('`').skip(1).step_by(2).filter(is_path);
        let is_name = |part: &str| part.len() > 2 && part.to_uppercase() == part;
        let paths = paths.filter(|path| !path.split(['/', '.']).any(is_name));
        let roots = ["", "src", "src/engine", "crates/toolkit/src"];
        let roots = roots.map(|root| project().join(root));
        let is_missing = |path: &&str| !roots.iter().any(|root| root.join(path).exists());
        let missing: Vec<&str> = paths.filter(is_missing).collect();
        assert!(missing.is_empty(), "{document}: {missing:?}");
    }
}

#[test]
fn each_link_in_the_documents_is_there() {
    let roots = [
        "",
        "docs",
        "grammar",
        "js",
        "python",
        "crates/lab",
        "benches/scaling",
    ];
    let pages = roots.into_iter().flat_map(|root| {
        let entries = fs::read_dir(project().join(root)).unwrap();
        entries.map(|entry| entry.unwrap().path())
    });
    let pages = pages.filter(|path| path.extension().is_some_and(|it| it == "md"));
    let (mut count, mut missing) = (0, Vec::new());
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let targets = text.split("](").skip(1).filter_map(|it| it.split_once(')'));
        let files = targets.map(|(target, _)| target.split('#').next().unwrap_or_default());
        for file in files.filter(|it| !it.is_empty() && !it.contains([':', ' ', '`'])) {
            count += 1;
            if !page.with_file_name(file).exists() {
                missing.push(format!("{}: {file}", page.display()));
            }
        }
    }
    assert!(count > 20, "{count} links");
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn a_place_that_is_not_there_is_found() {
    let row = "| Where? | `tests/layers/words.rs`: `item` of a line, and `variant`; `grammar/trig-1.1.pest`: `wrappedGraph` |";
    assert!(missing(row).is_empty(), "{:?}", missing(row));
    let row = "| Where? | `tests/layers/words.rs`: `gone`; `gone.rs`: `item`; `grammar/trig-1.1.pest`: `gone` |";
    assert_eq!(missing(row).len(), 3, "{:?}", missing(row));
    assert_eq!(missing("| Where? | nowhere |").len(), 1);
}

#[test]
fn few_names_of_types_are_used_twice() {
    let mut files: BTreeMap<String, BTreeSet<PathBuf>> = BTreeMap::new();
    let crates = fs::read_dir(project().join("crates")).unwrap();
    let crates = crates.map(|entry| entry.unwrap().path().join("src"));
    for folder in crates.chain([project().join("src")]) {
        gather(&folder, &mut files);
    }
    assert!(files.len() > 400, "{} types", files.len());
    files.retain(|_, files| files.len() > 1);
    let names: Vec<&String> = files.keys().collect();
    assert!(
        names.len() <= MOST_REPEATED_NAMES,
        "{} names of types are defined in two or more files: {names:?}",
        names.len()
    );
}

/// The types that the sources in a folder define, unit tests and associated types aside.
fn gather(folder: &Path, files: &mut BTreeMap<String, BTreeSet<PathBuf>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            gather(&path, files);
        } else if path.extension().is_some_and(|it| it == "rs") && !path.ends_with("tests.rs") {
            let text = fs::read_to_string(&path).unwrap();
            let text = text
                .split("#[cfg(test)]\nmod tests")
                .next()
                .unwrap_or_default();
            for line in text.lines() {
                let (keyword, name) = item(line.trim_start()).unwrap_or_default();
                let is_type = ["struct", "enum", "union", "trait"].contains(&keyword)
                    || keyword == "type" && !line.starts_with(' ');
                if is_type {
                    files
                        .entry(name.to_owned())
                        .or_default()
                        .insert(path.clone());
                }
            }
        }
    }
}

/// The beginnings of paragraphs in doc comments that leave their noun to the reader, each with its line's number.
fn without_noun(text: &str) -> Vec<(usize, &str)> {
    const STARTS: [&str; 8] = [
        "All that ",
        "Of ",
        "One that ",
        "The one ",
        "The ones ",
        "Those ",
        "What ",
        "Whatever ",
    ];
    let comment = |line: &'_ str| {
        let line = line.trim_start();
        let text = line.strip_prefix("///").or(line.strip_prefix("//!"));
        text.is_some_and(|text| !text.trim().is_empty())
    };
    let mut goes_on = false;
    let mut found = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let begins = comment(line) && !goes_on;
        goes_on = comment(line);
        let words = line.trim_start().get(3..).unwrap_or_default().trim_start();
        if begins && STARTS.iter().any(|start| words.starts_with(start)) {
            found.push((number, words));
        }
    }
    found
}

#[test]
fn comments_begin_with_their_noun() {
    let mut files = Vec::new();
    for folder in [
        "benches",
        "build",
        "crates",
        "fuzz",
        "js/src",
        "python/src",
        "src",
        "tests",
    ] {
        sources(&project().join(folder), &mut files);
    }
    assert!(files.len() > 600, "{} sources", files.len());
    let found: Vec<String> = files
        .iter()
        .flat_map(|(path, text)| {
            let lines = without_noun(text).into_iter();
            lines.map(move |(number, words)| format!("{path}:{number}: {words}"))
        })
        .collect();
    assert!(
        found.len() <= MOST_WITHOUT_NOUN,
        "{} comments, {MOST_WITHOUT_NOUN} at most; say first what the item is:\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn a_comment_without_its_noun_is_found() {
    let text = "/// Those of the writer.\nfn f() {}\n// What follows.\n/// Nouns.\n/// Of it.\n///\n/// Whatever is left.\n/// Offices.\n";
    let found = without_noun(text);
    assert_eq!(
        found,
        [(1, "Those of the writer."), (7, "Whatever is left.")]
    );
}
