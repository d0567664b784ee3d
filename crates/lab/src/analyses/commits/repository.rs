//! The commits that changed a file, as git's objects and references tell them.
//!
//! Invariant: each commit is followed by the next one that changed what it left, on the line of commits that the file comes from.
//! Nothing is read but objects and references: no worktree, no network, no settings of the user.

use super::commit::FileCommit;
use crate::grammars::loaded::FileNotation;
use crate::grammars::source::GrammarSource;
use anyhow::{Context, anyhow, bail};
use cli::diagnostics;
use gix::bstr::ByteSlice;
use gix::{Commit, ObjectId, Repository};
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

/// The commits, the oldest first; none, if the folder is not a repository.
pub fn of(
    folder: &Path,
    path: &Path,
    since: Option<&str>,
) -> anyhow::Result<Option<Vec<FileCommit>>> {
    if !folder.is_dir() {
        return Ok(None);
    }
    let Ok(repository) = gix::open_opts(folder, gix::open::Options::isolated()) else {
        return Ok(None);
    };
    let at = || format!("{}, as a git repository", folder.display());
    let commits = FileHistory::of(&repository, within(folder, path)?, since);
    Ok(Some(commits.with_context(at)?))
}

/// The path as the repository has it, which may be named with the folder's.
fn within(folder: &Path, path: &Path) -> anyhow::Result<PathBuf> {
    // Its name says how it is written.
    path.display().to_string().parse::<GrammarSource>()?;
    let path = path.strip_prefix(folder).unwrap_or(path);
    let is_within = |part: &Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if !path.components().all(|part| is_within(&part)) {
        bail!(
            "{}: a path within the repository is expected",
            path.display()
        );
    }
    let parts = path.components().filter(|part| *part != Component::CurDir);
    Ok(parts.collect())
}

/// A file, followed from HEAD to its beginning.
struct FileHistory<'r> {
    repository: &'r Repository,
    path: PathBuf,
    commits: Vec<FileCommit>,
}

impl<'r> FileHistory<'r> {
    fn of(
        repository: &'r Repository,
        path: PathBuf,
        since: Option<&str>,
    ) -> anyhow::Result<Vec<FileCommit>> {
        let since = since.map(|name| commit_of(repository, name)).transpose()?;
        let head = repository.head_commit()?;
        if blob(&head, &path)?.is_none() {
            bail!("HEAD has no file {}", path.display());
        }
        let mut history = Self {
            repository,
            path,
            commits: Vec::new(),
        };
        history.follow(head, since)?;
        history.commits.reverse();
        Ok(history.commits)
    }

    /// Goes back from a commit, along the side that the file comes from.
    fn follow(&mut self, mut commit: Commit<'r>, since: Option<ObjectId>) -> anyhow::Result<()> {
        loop {
            let now = blob(&commit, &self.path)?;
            let parents = self.parents(&commit)?;
            let mut unchanged = None;
            for parent in &parents {
                if unchanged.is_none() && blob(parent, &self.path)? == now {
                    unchanged = Some(parent.clone());
                }
            }
            if let Some(parent) = unchanged {
                commit = parent;
                continue;
            }
            // A root may be without the file, which was there later, and had been removed in between.
            if now.is_some() || !parents.is_empty() {
                self.add(&commit, now)?;
            }
            let is_before = |since: ObjectId| -> anyhow::Result<bool> {
                let common = self.repository.merge_base(since, commit.id)?;
                Ok(common.is_some_and(|common| common == commit.id))
            };
            let is_last = since.map(is_before).transpose()?;
            let Some(parent) = parents.into_iter().next().filter(|_| is_last != Some(true)) else {
                return Ok(());
            };
            if let Some(now) = now
                && blob(&parent, &self.path)?.is_none()
            {
                self.rename(&parent, &commit, now)?;
            }
            commit = parent;
        }
    }

    /// The parents that the repository has: a clone may be shallow.
    fn parents(&self, commit: &Commit<'r>) -> anyhow::Result<Vec<Commit<'r>>> {
        let mut parents = Vec::new();
        for id in commit.parent_ids() {
            match id.try_object()? {
                Some(parent) => parents.push(parent.try_into_commit()?),
                None => diagnostics::note(&format_args!(
                    "the clone is shallow, and its history begins at {}",
                    commit.id().shorten_or_id()
                )),
            }
        }
        Ok(parents)
    }

    fn add(&mut self, commit: &Commit<'r>, blob: Option<ObjectId>) -> anyhow::Result<()> {
        let text = match blob {
            None => Err(format!("it has no file {}", self.path.display())),
            Some(id) => match String::from_utf8(self.repository.find_blob(id)?.take_data()) {
                Ok(text) => Ok(text.trim_start_matches('\u{FEFF}').to_owned()),
                Err(_) => Err(format!("{} is not text in UTF-8", self.path.display())),
            },
        };
        let title = commit.message()?.title.to_str_lossy();
        self.commits.push(FileCommit {
            hash: commit.id().shorten_or_id().to_string(),
            date: commit
                .author()?
                .time()?
                .format(gix::date::time::format::SHORT)?,
            title: title.trim().to_owned(),
            path: self.path.clone(),
            text,
        });
        Ok(())
    }

    /// Goes on with the likest of the files that this commit took away: one with the same bytes, or else a grammar or a page.
    fn rename(
        &mut self,
        parent: &Commit<'r>,
        commit: &Commit<'r>,
        now: ObjectId,
    ) -> anyhow::Result<()> {
        let tree = commit.tree()?;
        let text = self.repository.find_blob(now)?.take_data();
        let mut likest: Option<(f64, PathBuf)> = None;
        for file in parent.tree()?.traverse().breadthfirst.files()? {
            let path = PathBuf::from(file.filepath.to_str_lossy().into_owned());
            if !file.mode.is_blob() || tree.lookup_entry_by_path(&path)?.is_some() {
                continue;
            }
            let likeness = match FileNotation::of(&path) {
                _ if file.oid == now => 1.0,
                Some(_) => likeness(&self.repository.find_blob(file.oid)?.data, &text),
                None => continue,
            };
            let most = likest.as_ref().map_or(0.0, |(most, _)| *most);
            if likeness >= LEAST_LIKENESS && likeness > most {
                likest = Some((likeness, path));
            }
        }
        match likest {
            Some((_, path)) => self.path = path,
            None => diagnostics::note(&format_args!(
                "{} begins at {}; no file that this commit took away is like it",
                self.path.display(),
                commit.id().shorten_or_id()
            )),
        }
        Ok(())
    }
}

/// Two files are one that was renamed, if this part of the larger is in the other, too: as git has it.
const LEAST_LIKENESS: f64 = 0.5;

/// The part of the larger text, in bytes, that is in lines of both.
fn likeness(one: &[u8], other: &[u8]) -> f64 {
    let lines = |text| <[u8]>::split_inclusive(text, |byte| *byte == b'\n');
    let mut counts: HashMap<&[u8], usize> = HashMap::new();
    for line in lines(one) {
        *counts.entry(line).or_default() += 1;
    }
    let mut shared = 0;
    for line in lines(other) {
        if let Some(count @ 1..) = counts.get_mut(line) {
            *count -= 1;
            shared += line.len();
        }
    }
    shared as f64 / one.len().max(other.len()).max(1) as f64
}

/// The commit that a name means.
fn commit_of(repository: &Repository, name: &str) -> anyhow::Result<ObjectId> {
    let found = repository.rev_parse_single(name);
    let found = found.map_err(|error| anyhow!("no revision {name}: {error}"))?;
    Ok(found.object()?.peel_to_commit()?.id)
}

/// The file's contents at a commit; none, if it has no such file.
fn blob(commit: &Commit<'_>, path: &Path) -> anyhow::Result<Option<ObjectId>> {
    let entry = commit.tree()?.lookup_entry_by_path(path)?;
    Ok(entry
        .filter(|entry| entry.mode().is_blob())
        .map(|entry| entry.object_id()))
}
