//! Where the W3C's test suites are.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};

/// The directory that holds `rdf11` and `rdf12` of <https://github.com/w3c/rdf-tests> (there they are in `rdf`): the one
/// that `$RDF_TESTS` names, or else `tests/rdf-tests`. If it does not exist, one line says so, and tests that need it are
/// left out.
pub static SUITES: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let within = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rdf-tests");
    let named = env::var_os("RDF_TESTS").map(PathBuf::from);
    let places: Vec<PathBuf> = named.into_iter().chain([within]).collect();
    let found = places.iter().find(|place| place.join("rdf11").is_dir());
    if found.is_none() {
        let places: Vec<_> = places.iter().map(|it| it.display().to_string()).collect();
        // Not with `eprintln!`, which would show it only for tests that fail.
        let _ = writeln!(
            io::stderr(),
            "W3C test suites not found: not in {}; set RDF_TESTS",
            places.join(", ")
        );
    }
    // An absolute path, without `..`.
    found.map(|place| fs::canonicalize(place).unwrap_or_else(|_| place.clone()))
});
