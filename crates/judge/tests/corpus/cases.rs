//! The corpus in `tests/corpus/` and, where they are, the W3C's documents: which documents to run, and how to run
//! one check over all of it. `tests/corpus/README.md` explains the folders and files.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use testing::documents::documents_in;
use testing::folders::{CASES, LAYOUTS, SUITES};
use testing::side_by_side;
use turtle_peg::Dialect;

/// The expectation of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Good,
    Bad,
    Eval,
    BeyondRdf12,
    Recovery,
}

impl Kind {
    fn of_folder(folder: &Path) -> Self {
        match name(folder).as_str() {
            "good" => Self::Good,
            "bad" => Self::Bad,
            "eval" => Self::Eval,
            "beyond-rdf-1.2" => Self::BeyondRdf12,
            _ => panic!("{}: no such kind of document", folder.display()),
        }
    }
}

/// A document of the corpus.
#[derive(Debug)]
pub struct Case {
    pub path: PathBuf,
    pub bytes: Vec<u8>,
    /// The dialects that it is written in: all of them have to meet the expectation.
    pub dialects: Vec<Dialect>,
    pub kind: Kind,
}

impl Case {
    /// Where the messages are that its errors are expected to have.
    pub fn errors_path(&self) -> PathBuf {
        self.path.with_extension("error")
    }

    /// Where the quads are that it is expected to stand for.
    pub fn quads_path(&self) -> PathBuf {
        expected_quads(&self.path)
    }
}

/// Every document of the corpus, in the order of the paths.
///
/// # Panics
///
/// If the README does not name a file or folder: a case with a misspelled name never runs.
pub fn corpus() -> Vec<Case> {
    let mut cases = Vec::new();
    for folder in folders(&root()) {
        match name(&folder).as_str() {
            "shared" => folders(&folder)
                .iter()
                .for_each(|group| add_group(group, &mut cases)),
            "recovery" => folders(&folder)
                .iter()
                .for_each(|group| add_cases(group, &dialects(group), Kind::Recovery, &mut cases)),
            _ => add_group(&folder, &mut cases),
        }
    }
    cases
}

fn add_group(group: &Path, cases: &mut Vec<Case>) {
    for folder in folders(group) {
        add_cases(&folder, &dialects(group), Kind::of_folder(&folder), cases);
    }
}

fn add_cases(folder: &Path, dialects: &[Dialect], kind: Kind, cases: &mut Vec<Case>) {
    let (documents, expectations): (Vec<_>, Vec<_>) = entries(folder)
        .into_iter()
        .filter(|path| name(path) != "README.md")
        .partition(|path| is_document(path));
    let mut expected = Vec::new();
    for path in documents {
        let case = Case {
            bytes: read(&path),
            dialects: match kind {
                Kind::Good | Kind::Eval => with_datasets(dialects),
                _ => dialects.to_vec(),
            },
            path,
            kind,
        };
        match kind {
            Kind::Good | Kind::BeyondRdf12 => {}
            Kind::Bad => expected.push(case.errors_path()),
            Kind::Eval => expected.push(case.quads_path()),
            Kind::Recovery => expected.extend([case.errors_path(), case.quads_path()]),
        }
        cases.push(case);
    }
    for path in expectations {
        assert!(
            expected.contains(&path),
            "{}: belongs to no document",
            path.display()
        );
    }
}

/// The dialects that a folder's name lists, with `+` between them.
fn dialects(folder: &Path) -> Vec<Dialect> {
    name(folder)
        .split('+')
        .map(|name| match name.parse() {
            Ok(dialect) => dialect,
            Err(error) => panic!("{}: {error}", folder.display()),
        })
        .collect()
}

/// A document of Turtle conforms to TriG of the same version, and stands for the same triples, in the default
/// graph; and so it is with N-Triples and N-Quads.
fn with_datasets(dialects: &[Dialect]) -> Vec<Dialect> {
    let mut dialects = dialects.to_vec();
    for (graph, dataset) in [
        (Dialect::Turtle11, Dialect::TriG11),
        (Dialect::Turtle12, Dialect::TriG12),
        (Dialect::NTriples11, Dialect::NQuads11),
        (Dialect::NTriples12, Dialect::NQuads12),
    ] {
        if dialects.contains(&graph) && !dialects.contains(&dataset) {
            dialects.push(dataset);
        }
    }
    dialects
}

/// Beside `NAME.ttl` its triples are `NAME.nt`; beside `NAME.nt`, where that name is taken, `NAME.canonical.nt`. And
/// beside `NAME.trig` its quads are `NAME.nq`; beside `NAME.nq`, `NAME.canonical.nq`.
fn expected_quads(document: &Path) -> PathBuf {
    document.with_extension(match extension(document) {
        Some("nt") => "canonical.nt",
        Some("trig") => "nq",
        Some("nq") => "canonical.nq",
        _ => "nt",
    })
}

fn is_document(path: &Path) -> bool {
    match extension(path) {
        Some("ttl" | "trig") => true,
        Some("nt") => {
            !name(path).ends_with(".canonical.nt") && !path.with_extension("ttl").exists()
        }
        Some("nq") => {
            !name(path).ends_with(".canonical.nq") && !path.with_extension("trig").exists()
        }
        _ => false,
    }
}

/// The documents of the W3C's suites, by path; none where the suites are not.
pub fn w3c_documents() -> Vec<(PathBuf, Vec<u8>)> {
    let folders = ["rdf11", "rdf12"].into_iter().flat_map(|version| {
        let of = |language| Some(SUITES.as_ref()?.join(version).join(language));
        ["rdf-turtle", "rdf-n-triples", "rdf-trig", "rdf-n-quads"].map(of)
    });
    read_in(folders.flatten())
}

/// The documents at fault that tests have messages for, and those in the folders beside the edited grammars, by path.
pub fn documents_at_fault() -> Vec<(PathBuf, Vec<u8>)> {
    let others = CASES.as_deref().and_then(Path::parent);
    let own = project().join("tests/messages");
    read_in(
        [Some(own), others.map(Path::to_owned)]
            .into_iter()
            .flatten(),
    )
}

/// Documents that are hard to lay out, where the study of layouts is.
pub fn documents_of_study() -> Vec<(PathBuf, Vec<u8>)> {
    read_in(LAYOUTS.iter().map(|study| study.join("documents")))
}

fn read_in(folders: impl Iterator<Item = PathBuf>) -> Vec<(PathBuf, Vec<u8>)> {
    let paths = folders.flat_map(|folder| documents_in(&folder));
    paths.map(|path| (path.clone(), read(&path))).collect()
}

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn root() -> PathBuf {
    project().join("tests/corpus")
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    entries(folder)
        .into_iter()
        .filter(|path| path.is_dir())
        .collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

fn extension(path: &Path) -> Option<&str> {
    path.extension()?.to_str()
}

/// Runs `check` over all items, and fails with all messages: one change to a grammar can make many documents fail, and each says
/// something about it.
///
/// # Panics
///
/// If a check failed.
pub fn check_all<T: Sync, R: Send>(
    items: &[T],
    path: impl Fn(&T) -> &Path + Sync,
    check: impl Fn(&T) -> anyhow::Result<R> + Sync,
) -> Vec<R> {
    let results = side_by_side(items, |item| {
        // A panic is a failure like others; its message is printed when it happens.
        let result = catch_unwind(AssertUnwindSafe(|| check(item)))
            .unwrap_or_else(|_| Err(anyhow::anyhow!("panicked")));
        result.map_err(|error| {
            let path = path(item);
            let path = path.strip_prefix(root()).unwrap_or(path);
            format!("{}: {error:#}", path.display())
        })
    });
    let (mut checked, mut failures) = (Vec::new(), Vec::new());
    for result in results {
        match result {
            Ok(result) => checked.push(result),
            Err(failure) => failures.push(failure),
        }
    }
    failures.sort();
    assert!(
        failures.is_empty(),
        "{} of {} failed:\n\n{}\n",
        failures.len(),
        items.len(),
        failures.join("\n\n")
    );
    checked
}
