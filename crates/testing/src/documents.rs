//! The documents that tests read, by path.

use std::fs;
use std::path::{Path, PathBuf};

/// The documents of the corpus.
///
/// # Panics
///
/// The corpus cannot be read.
pub fn corpus() -> Vec<PathBuf> {
    documents_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus"))
}

/// The documents in a folder and in the folders there, whose names say that they are in Turtle, TriG, N-Triples or N-Quads.
///
/// # Panics
///
/// The folder cannot be read.
pub fn documents_in(folder: &Path) -> Vec<PathBuf> {
    let mut folders = vec![folder.to_owned()];
    let mut documents = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder);
        let entries = entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.expect("it is listed").path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if path.is_dir() {
                folders.push(path);
            } else if matches!(extension, Some("ttl" | "trig" | "nt" | "nq")) {
                documents.push(path);
            }
        }
    }
    documents.sort();
    documents
}

/// A long document whose statements depend on those before them: by declarations, generated labels and open graphs; and its
/// strings, comments and IRIs hold texts that look like ends. Its language is N-Triples, Turtle or TriG.
pub fn with_dependent_statements(is_line_based: bool, has_graphs: bool, count: usize) -> Vec<u8> {
    let mut document = String::new();
    for number in 0..count {
        let statement = match (is_line_based, number % 11) {
            (true, 0) => "# a comment .\n\r\n".to_owned(),
            (true, 1) => format!("<x:s{number}> <x:p> \"a . \\n\\\" é\" . # <\r\n"),
            (true, _) => format!("_:b{number} <x:p> <x:{number}> .\n"),
            (false, 0) => format!("@prefix : <x:{number}#> . # not ' yet .\n"),
            (false, 1) => format!("@base <http://x/{number}/> .\n<a> <b> <c> .\n"),
            (false, 2) => format!("[ :p{number} (1 [] (\"é\" ())) ] :q [] .\n"),
            (false, 3) => {
                "<x:s> <x:p> \"\"\"a . \" \"\" \\\" .\n\n<y> . '''\"\"\", \"\", \". #\" .\n"
                    .to_owned()
            }
            (false, 4) if has_graphs => {
                format!("<x:g{number}> {{ :a :b \"}} .\" . [] :c :d }}\n")
            }
            (false, 5) if has_graphs => {
                format!("_:g {{ {} }}\n", ":a :b [] .\n ".repeat(number))
            }
            (false, 6) if has_graphs => {
                format!("[] {{ {} }}\n", ":a :b [], 1 . \n".repeat(9))
            }
            (false, 7) => "_:anon1 :p _:anon, 1.5, <x:#.> .\n".to_owned(),
            (false, _) => {
                format!(":s{number} a :o ; :p <r#. >, 5, \"x\"@en .\n").replace(". >", ".>")
            }
        };
        document.push_str(&statement);
    }
    document.into_bytes()
}

/// Documents in Turtle that make a parser know much when it comes to a statement: many prefixes, many blank node labels that only
/// the draft of 2011 has, and long IRIs as base and namespace.
pub fn with_much_to_know() -> [String; 3] {
    let prefixes = (0..3000)
        .map(|number| format!("@prefix p{number}: <x:{number}#> .\np{number}:s a p0:o .\n"));
    let labels = (0..3000).map(|number| format!("_:a\\u00D7{number} a <x:o> .\n"));
    let long = "b".repeat(40_000);
    let triples = "<s> a <o> .\n".repeat(3000);
    let base = format!("@base <x:/{long}> .\n@prefix p: <{long}> .\n{triples}");
    [prefixes.collect(), labels.collect(), base]
}
