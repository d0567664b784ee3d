//! The rooms of the source: within each folder, imports form no circle, and no import goes against the layers.
//!
//! A folder's parts are its files and its folders; `mod.rs` or `lib.rs` is a part of its own. A part uses another if a
//! path in it, written from `crate`, `super` or a module at hand, ends there; what a `mod.rs` only passes on belongs to
//! the part that it comes from. Unit tests may use what they like.

mod imports;
mod interface;
mod words;

use imports::{Imports, Module};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Where there may be no circle: a crate's source, and a folder in it.
const ROOMS: [(&str, &str); 12] = [
    ("crates/advice/src", ""),
    ("crates/cli/src", ""),
    ("crates/comparison/src", ""),
    ("crates/conformance/src", ""),
    ("crates/generator/src", ""),
    ("crates/lab/src", ""),
    ("crates/language-server/src", ""),
    ("crates/notation/src", ""),
    ("crates/runtime/src", ""),
    ("crates/toolkit/src", ""),
    ("src", ""),
    ("crates/specification/src", ""),
];

/// The folders of the toolkit: each uses only those before it.
const TOOLKIT: [&str; 7] = [
    "matching",
    "tokens",
    "mirror",
    "survey",
    "compare",
    "documents",
    "import",
];

/// Which crates of the workspace a crate may use.
const CRATES: [(&str, &[&str]); 14] = [
    ("advice", &["testing", "turtle-peg"]),
    // The library is for its tests.
    ("arrow", &["testing", "turtle-peg"]),
    (
        "cli",
        &[
            "advice",
            "arrow",
            "comparison",
            "conformance",
            "language-server",
            "notation",
            "specification",
            "testing",
        ],
    ),
    ("comparison", &["runtime", "testing"]),
    ("conformance", &["comparison", "testing"]),
    (
        "interpreter",
        &["notation", "specification", "testing", "turtle-peg"],
    ),
    ("language-server", &["advice", "notation", "testing"]),
    ("notation", &[]),
    ("generator", &["notation"]),
    ("reference", &[]),
    ("runtime", &[]),
    ("specification", &["notation", "testing"]),
    ("testing", &[]),
    ("toolkit", &["notation", "testing"]),
];

/// The project's folder.
fn project() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let project = package.ancestors().nth(2);
    project.expect("the tests are in the project")
}

/// A test program that no manifest names is not run.
#[test]
fn each_test_program_is_named() {
    let manifests = ["Cargo.toml", "tests/library/Cargo.toml"];
    let manifests = manifests.map(|path| fs::read_to_string(project().join(path)).unwrap());
    for entry in fs::read_dir(project().join("tests")).unwrap() {
        let path = entry.unwrap().path();
        let is_program = path.extension().is_some_and(|extension| extension == "rs");
        if is_program || path.join("main.rs").is_file() {
            let name = path.file_stem().and_then(|name| name.to_str()).unwrap();
            let line = format!("\nname = \"{name}\"\n");
            assert!(
                manifests.iter().any(|manifest| manifest.contains(&line)),
                "tests/{name} is in no manifest"
            );
        }
    }
}

#[test]
fn no_imports_form_a_circle() {
    for (source, folder) in ROOMS {
        let imports = Imports::read(&project().join(source));
        assert!(imports.len() > 2, "{source} has hardly any imports");
        let circles = circles(&imports, folder);
        assert!(circles.is_empty(), "{source}:\n{}", circles.join("\n"));
    }
}

#[test]
fn the_toolkit_is_layered() {
    let imports = Imports::read(&project().join("crates/toolkit/src"));
    let floor = |module: &Module| {
        TOOLKIT
            .iter()
            .position(|folder| module.first().is_some_and(|it| it == folder))
    };
    let upwards: Vec<String> = imports
        .iter()
        .filter(|(user, used)| floor(user).is_some_and(|user| floor(used) > Some(user)))
        .map(|(user, used)| format!("{} uses {}", user.join("/"), used.join("/")))
        .collect();
    assert!(upwards.is_empty(), "{}", upwards.join("\n"));
    let floors: BTreeSet<_> = imports.iter().filter_map(|(user, _)| floor(user)).collect();
    assert_eq!(floors.len(), TOOLKIT.len(), "each folder is there");
}

/// The lab uses the library and its program, and neither of these the lab or what only the lab needs, not even in tests; and the library
/// does not use its program.
#[test]
fn only_the_lab_uses_the_toolkit() {
    let manifest = |path: &str| fs::read_to_string(project().join(path)).unwrap();
    let library = manifest("Cargo.toml");
    // Before and after it is what holds of the workspace.
    let (_, library) = library.split_once("[package]").unwrap();
    let (library, _) = library.split_once("[profile.").unwrap();
    let program = manifest("crates/cli/Cargo.toml");
    for of_lab in ["turtle-lab", "toolkit", "maud"] {
        for product in [library, &program] {
            let uses = |line: &str| line.starts_with(of_lab);
            assert!(!product.lines().any(uses), "the product uses {of_lab}");
        }
    }
    // What speaks to people is below the programs, and above all else.
    for of_program in ["anstream", "cli", "clap", "language-server"] {
        let uses = |line: &str| line.starts_with(of_program);
        assert!(!library.lines().any(uses), "turtle-peg uses {of_program}");
        assert!(of_program == "cli" || program.lines().any(uses));
    }
    let lab = manifest("crates/lab/Cargo.toml");
    assert!(lab.contains("turtle-peg = {") && lab.contains("cli.workspace"));
}

#[test]
fn crates_use_only_those_below_them() {
    let names: BTreeSet<&str> = CRATES.iter().map(|(name, _)| *name).collect();
    for (name, allowed) in CRATES {
        let manifest = project().join("crates").join(name).join("Cargo.toml");
        let manifest = fs::read_to_string(&manifest).unwrap();
        let keys = manifest
            .lines()
            .filter_map(|line| line.split(['.', ' ', '=']).next());
        let used: Vec<&str> = keys.filter(|key| names.contains(key)).collect();
        assert!(
            used.iter().all(|key| allowed.contains(key)),
            "{name} uses {used:?}"
        );
        let is_program = name == "cli";
        assert_eq!(manifest.contains("\"turtle-peg\""), is_program, "{name}");
    }
}

/// The parts on circles, of each folder in this one, and what they use.
fn circles(imports: &Imports, within: &str) -> Vec<String> {
    let folders: BTreeSet<&[String]> = imports
        .iter()
        .flat_map(|(user, _)| (0..user.len()).map(|length| &user[..length]))
        .filter(|folder| within.is_empty() || folder.first().is_some_and(|it| it == within))
        .collect();
    let part = |rest: &'_ [String]| rest.first().map_or("mod", String::as_str).to_owned();
    let mut found = Vec::new();
    for folder in folders {
        let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (user, used) in imports.iter() {
            if let (Some(user), Some(used)) = (user.strip_prefix(folder), used.strip_prefix(folder))
            {
                let (user, used) = (part(user), part(used));
                if user != used {
                    graph.entry(user).or_default().insert(used);
                }
            }
        }
        for (user, used) in graph.iter().filter(|(user, _)| reaches(&graph, user)) {
            let used: Vec<&str> = used.iter().map(String::as_str).collect();
            found.push(format!(
                "{}/{user} uses {}",
                folder.join("/"),
                used.join(", ")
            ));
        }
    }
    found
}

/// Whether a part can be reached from itself.
fn reaches(graph: &BTreeMap<String, BTreeSet<String>>, start: &str) -> bool {
    let mut open: Vec<&String> = graph[start].iter().collect();
    let mut seen = BTreeSet::new();
    while let Some(part) = open.pop() {
        if part == start {
            return true;
        }
        if seen.insert(part) {
            open.extend(graph.get(part).into_iter().flatten());
        }
    }
    false
}

#[test]
fn a_circle_is_found() {
    let sources = [
        ("lib.rs", "mod a;\nmod b;\nmod c;\npub use b::B;"),
        ("main.rs", "mod a;"),
        ("a/mod.rs", "mod inner;\nmod other;\nuse crate::b::B;"),
        (
            "a/inner.rs",
            "use super::other::X;\n// use crate::c::C;\nfn f() -> &'static str { \"crate::c::C\" }",
        ),
        ("a/other.rs", "use {super::inner};"),
        (
            "b.rs",
            "fn f(_: crate::c::C) {}\nmod inner { use super::f; }\n#[cfg(test)]\nmod tests { use crate::a::A; }",
        ),
        ("c.rs", "use crate::{c, B as D};"),
    ];
    let folder = tempfile(&sources);
    let circles = circles(&Imports::read(&folder), "");
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(
        circles,
        [
            "/b uses c",
            "/c uses b",
            "a/inner uses other",
            "a/other uses inner",
        ]
    );
}

fn tempfile(sources: &[(&str, &str)]) -> std::path::PathBuf {
    let folder = std::env::temp_dir().join(format!("turtle-peg-layers-{}", std::process::id()));
    for (path, text) in sources {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}
