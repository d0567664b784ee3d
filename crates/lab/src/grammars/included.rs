//! Pages that include their grammar, by ReSpec's `data-include`: the included file that has the productions.
//!
//! Invariant: a file is read only if it is within the repository of the page, links in its path followed; where there is no
//! repository, only if it is beneath the folder that the page's own folder is in. Nothing is read from the network.

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
    let is_address = name.contains("://");
    let Some(notation) = FileNotation::of(Path::new(name)).filter(|_| !is_address) else {
        return Ok(None);
    };
    let file = in_repository(page, name)?;
    let has_productions = match notation {
        FileNotation::Page => PageContents::of(&loaded::text(&file)?).has_productions,
        FileNotation::Ebnf => true,
        FileNotation::Peg => false,
    };
    Ok(has_productions.then_some(file))
}

/// The file that a page calls so.
fn in_repository(page: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let is_step = |part: Component<'_>| !matches!(part, Component::RootDir | Component::Prefix(_));
    let is_path =
        !name.contains([':', '\\', '?', '#']) && Path::new(name).components().all(is_step);
    let file = without_steps_back(&page.with_file_name(name));
    let real = |path: &Path| {
        let real = fs::canonicalize(path).map_err(explained);
        real.with_context(|| format!("{}, which {} includes", path.display(), page.display()))
    };
    let folder = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let root = repository(&real(page)?);
    // Of a file elsewhere, not even whether it is there is told.
    let is_within = |path: &Path| fs::canonicalize(path).is_ok_and(|real| real.starts_with(&root));
    if !is_path || !is_within(folder) || !real(&file)?.starts_with(&root) {
        bail!(
            "{}: the page includes {name}; a file in its repository is expected, or, where there is none, beneath the folder above its own",
            page.display()
        );
    }
    Ok(file)
}

/// The folder whose files a page may include: the nearest repository above it, or else the folder that its own is in.
fn repository(page: &Path) -> PathBuf {
    let folders = || page.ancestors().skip(1);
    let repository = folders().find(|folder| folder.join(".git").exists());
    let folder = repository.or(folders().take(2).last());
    folder.unwrap_or(page).to_owned()
}

/// `spec/../grammar/n3.html` as `grammar/n3.html`: so messages call it.
fn without_steps_back(path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for part in path.components() {
        match (part, result.components().next_back()) {
            (Component::ParentDir, Some(Component::Normal(_))) => {
                result.pop();
            }
            (part, _) => result.push(part),
        }
    }
    result
}
