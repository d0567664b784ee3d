//! Pages that include their grammar, by ReSpec's `data-include`: the included file that has the productions.
//!
//! Invariant: a file is read only if it is beneath the folder of the page, links in its path followed.

use crate::grammar_page::GrammarPage;
use crate::loaded::{self, FileNotation};
use anyhow::{Context, bail};
use std::fs;
use std::path::{Component, Path, PathBuf};
use turtle_peg::cli::diagnostics;
use turtle_peg::cli::trouble::explained;

/// The file of a page's grammar, if the page itself has no productions and includes one file that has some. Where both have some,
/// a note says whose are read.
pub fn grammar_file(page: &Path, html: &str) -> anyhow::Result<Option<PathBuf>> {
    if GrammarPage::has_productions(html) {
        note_others(page, html);
        return Ok(None);
    }
    let mut found: Option<PathBuf> = None;
    for name in GrammarPage::includes(html) {
        let file = beneath(page, &name)?;
        if !has_productions(&file)? {
            continue;
        }
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

/// Says which productions are not read of the files that a page includes, which has its own.
fn note_others(page: &Path, html: &str) {
    let files = GrammarPage::includes(html).into_iter();
    let files = files.filter_map(|name| beneath(page, &name).ok());
    for file in files.filter(|file| has_productions(file).unwrap_or(false)) {
        diagnostics::note(&format_args!(
            "{}: the page has productions of its own; those of {}, which it includes, are not read",
            page.display(),
            file.display()
        ));
    }
}

fn has_productions(file: &Path) -> anyhow::Result<bool> {
    Ok(match FileNotation::of(file) {
        Some(FileNotation::Page) => GrammarPage::has_productions(&loaded::text(file)?),
        Some(FileNotation::Ebnf) => true,
        Some(FileNotation::Peg) | None => false,
    })
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
