//! The words for people: of a mistake, each document in the library's `tests/messages/` against the text beside it; and of data that
//! conform and may not be meant, each document in `lints/`.
//!
//! A new mistake is a new file, not a new function.

use anyhow::{Context, ensure};
use libtest_mimic::{Arguments, Trial};
use pretty_assertions::StrComparison;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use testing::program::turtle_peg;

/// Each document is a test that has its name: `cargo test --test messages -- missing-dot.ttl`.
fn main() -> anyhow::Result<ExitCode> {
    let mut trials = Vec::new();
    for told in [&MISTAKES, &DOUBTS] {
        for name in told.documents()? {
            let path = format!("{}/{name}", told.name);
            let trial = move || {
                told.check(&name)
                    .map_err(|error| format!("{error:#}").into())
            };
            trials.push(Trial::test(path, trial));
        }
    }
    Ok(libtest_mimic::run(&Arguments::from_args(), trials).exit_code())
}

/// Documents, and beside each, in `NAME.txt`, what the program says of it.
struct Told {
    name: &'static str,
    /// Where it is, from the package.
    folder: &'static str,
    arguments: &'static [&'static str],
    status: i32,
}

/// Mistakes that people make.
const MISTAKES: Told = Told {
    name: "messages",
    folder: "../../tests/messages",
    arguments: &["check"],
    status: 1,
};

/// Documents that conform and may not be meant.
const DOUBTS: Told = Told {
    name: "lints",
    folder: "tests/lints",
    arguments: &["check", "--lint"],
    status: 0,
};

impl Told {
    fn folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join(self.folder)
    }

    fn documents(&self) -> anyhow::Result<Vec<String>> {
        let folder = self.folder();
        let mut names = Vec::new();
        for entry in fs::read_dir(&folder)? {
            let name = entry?.file_name();
            names.push(name.into_string().ok().context("a name that is text")?);
        }
        let documents: Vec<String> = names
            .iter()
            .filter(|name| !name.ends_with(".txt") && *name != "README.md")
            .cloned()
            .collect();
        for told in names.iter().filter_map(|name| name.strip_suffix(".txt")) {
            let path = folder.join(told);
            ensure!(
                path.exists(),
                "{}.txt: there is no such document",
                path.display()
            );
        }
        Ok(documents)
    }

    /// The program says of a document what the text beside it says. `UPDATE_MESSAGES=1` writes that text.
    fn check(&self, name: &str) -> anyhow::Result<()> {
        let folder = self.folder();
        let options = options(&folder.join(name))?;
        let arguments: Vec<&str> = (self.arguments.iter().copied())
            .chain([name])
            .chain(options.iter().map(String::as_str))
            .collect();
        let run = turtle_peg(&arguments, &folder, b"")?;
        ensure!(run.status == self.status, "{}", run.stderr);
        let file = folder.join(format!("{name}.txt"));
        if env::var_os("UPDATE_MESSAGES").is_some_and(|value| value == "1") {
            fs::write(&file, &run.stderr)?;
            return Ok(());
        }
        let expected = fs::read_to_string(&file).with_context(|| {
            format!(
                "{} cannot be read; `UPDATE_MESSAGES=1 cargo test --test messages` writes it, and you read it then",
                file.display()
            )
        })?;
        let difference = StrComparison::new(&expected, &run.stderr);
        ensure!(run.stderr == expected, "{difference}");
        Ok(())
    }
}

/// The options of `check` that a document asks for in its first line: `# check --iri-limit 40`.
fn options(document: &Path) -> anyhow::Result<Vec<String>> {
    let text = fs::read(document)?;
    let text = String::from_utf8_lossy(&text);
    let options = text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("# check "));
    let words = options.unwrap_or_default().split_whitespace();
    Ok(words.map(str::to_owned).collect())
}
