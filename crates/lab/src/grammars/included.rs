//! Pages that include their grammar, by ReSpec's `data-include`: the included file that has the productions.
//!
//! Invariant: a file is read only if it is beneath the folder of the page, links in its path followed.

use crate::grammars::grammar_page::PageContents;
use crate::grammars::{loaded, loaded::FileNotation};
use anyhow::{Context, bail};
use cli::diagnostics;
use cli::trouble::explained;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The pages that a note was written on: a command may ask for the text of a page several times.
static TOLD: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The file of a page's grammar, if the page itself has no productions and includes one file that has some. Where both have some,
/// a note says whose are read.
pub fn grammar_file(page: &Path, html: &str) -> anyhow::Result<Option<PathBuf>> {
    let contents = PageContents::of(html);
    if contents.has_productions {
        let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
        if !contents.includes.is_empty() && told.insert(page.to_owned()) {
            note_others(page, &contents.includes);
        }
        return Ok(None);
    }
    let mut found: Option<PathBuf> = None;
    for name in contents.includes {
        let Some(file) = with_productions(page, &name)? else {
            continue;
        };
        if let Some(other) = &found
            && *other != file
        {
            bail!(
                "{}: the page includes two files with productions, {} and {}: name one of them",
                page.display(),
                other.display(),
                file.display()
            );
        }
        found = Some(file);
    }
    Ok(found)
}

/// Says of which files, that a page with productions of its own includes, the productions are not read.
fn note_others(page: &Path, includes: &[String]) {
    // A file that is elsewhere would not be read in any case.
    let files = includes.iter();
    let files = files.filter_map(|name| with_productions(page, name).ok()?);
    for file in files {
        diagnostics::note(&format_args!(
            "{}: the page has productions of its own; those of {}, which it includes, are not read",
            page.display(),
            file.display()
        ));
    }
}

/// The file that a page calls so, if it has productions.
fn with_productions(page: &Path, name: &str) -> anyhow::Result<Option<PathBuf>> {
    let file = beneath(page, name)?;
    let has_productions = match FileNotation::of(&file) {
        Some(FileNotation::Page) => PageContents::of(&loaded::text(&file)?).has_productions,
        Some(FileNotation::Ebnf) => true,
        Some(FileNotation::Peg) | None => false,
    };
    Ok(has_productions.then_some(file))
}

/// The file that a page calls so.
fn beneath(page: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let folder = match page.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let is_within = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    let is_path =
        !name.contains([':', '\\', '?', '#']) && Path::new(name).components().all(is_within);
    let file = page.with_file_name(name);
    let real = |path: &Path| {
        let real = fs::canonicalize(path).map_err(explained);
        real.with_context(|| format!("{}, which {} includes", path.display(), page.display()))
    };
    if !is_path || !real(&file)?.starts_with(real(folder)?) {
        bail!(
            "{}: the page includes {name}; a file beneath the folder of the page is expected",
            page.display()
        );
    }
    Ok(file)
}
