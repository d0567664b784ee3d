//! The torture grammars, as the build scripts of both crates put them together.

use anyhow::{Context as _, Result};
use std::fs;
use std::path::Path;

/// The torture grammars' names and texts: those in `grammars/`, and `kinds.pest` once with each of the trivia. A build script that
/// calls this is run again when they change.
///
/// # Errors
///
/// A file cannot be read.
pub fn torture_grammars(folder: &Path) -> Result<Vec<(String, String)>> {
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
