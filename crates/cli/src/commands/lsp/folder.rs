//! The documents in the folders that an editor has open, read by a thread of its own.
//!
//! Invariant: these are the documents that `check FOLDER` reads, but for compressed ones. Files are read and never written.

use crate::files::FileIdentity;
use crate::files::find::{file_of_iri, find};
use crate::files::found::FoundInput;
use crate::files::names;
use crate::files::selection::{Selection, Takes};
use crate::settings::ProjectSettings;
use language_server::DocumentParsers;
use language_server::folder::{FolderFiles, FolderNews};
use language_server::terms::DocumentTerms;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};
use turtle_peg::{Dialect, file_iri};

/// Who hears the news; false if nobody does any more.
type TellNews = Box<dyn Fn(FolderNews) -> bool + Send>;

/// What the editor tells of its folders.
enum FolderChange {
    /// It has other folders open.
    Folders(Vec<PathBuf>),
    /// These files were changed, made or removed.
    Files(BTreeSet<PathBuf>),
}

/// Who reads the editor's folders.
pub struct FolderReader {
    /// Until the thread runs.
    tell: Option<TellNews>,
    /// Where the thread hears of changes, once it runs.
    changes: Option<Sender<FolderChange>>,
}

impl FolderReader {
    pub fn new(tell: impl Fn(FolderNews) -> bool + Send + 'static) -> Self {
        Self {
            tell: Some(Box::new(tell)),
            changes: None,
        }
    }

    fn change(&self, change: FolderChange) {
        if let Some(changes) = &self.changes {
            // The thread ends with the program.
            let _ = changes.send(change);
        }
    }
}

impl FolderFiles for FolderReader {
    fn begin(&mut self, folders: &[String], parsers: DocumentParsers, most_bytes: u64) {
        let folders = folders.iter().filter_map(|iri| path_of(iri)).collect();
        let Some(tell) = self.tell.take() else {
            return self.change(FolderChange::Folders(folders));
        };
        let (sender, changes) = mpsc::channel();
        let reading = FolderReading {
            folders,
            parsers,
            most_bytes,
            tell,
            found: BTreeSet::new(),
            known: BTreeMap::new(),
            bytes: 0,
        };
        // Without a thread the folder stays unread, and what depends on it says so.
        let _ = thread::Builder::new().spawn(move || reading.run(&changes));
        self.changes = Some(sender);
    }

    fn read_again(&mut self, iris: Vec<String>) {
        let files = iris.iter().filter_map(|iri| path_of(iri)).collect();
        self.change(FolderChange::Files(files));
    }

    fn text(&self, iri: &str) -> Option<String> {
        let text = fs::read_to_string(path_of(iri)?).ok()?;
        // An editor's places do not count it.
        Some(text.strip_prefix('\u{FEFF}').unwrap_or(&text).to_owned())
    }

    fn file_behind(&self, iri: &str) -> Option<String> {
        FileIdentity::of(&path_of(iri)?).map(|it| format!("{it:?}"))
    }

    fn patterns(&self) -> Vec<String> {
        let extensions: BTreeSet<String> = Dialect::all().flat_map(names::extensions).collect();
        let patterns = extensions
            .iter()
            .map(|extension| format!("**/*{extension}"));
        patterns.collect()
    }
}

fn path_of(iri: &str) -> Option<PathBuf> {
    file_of_iri(Path::new(iri))
}

/// The thread that reads.
struct FolderReading {
    folders: Vec<PathBuf>,
    parsers: DocumentParsers,
    most_bytes: u64,
    tell: TellNews,
    /// The documents that were there.
    found: BTreeSet<PathBuf>,
    /// Those that were read, with their sizes in bytes.
    known: BTreeMap<PathBuf, u64>,
    /// The sizes of all of them.
    bytes: u64,
}

/// Nobody hears the news any more.
struct Unheard;

impl FolderReading {
    /// Reads all documents, and then what is changed, until the program ends.
    fn run(mut self, changes: &Receiver<FolderChange>) {
        let mut changed = BTreeSet::new();
        while self.read(&changed).is_ok() {
            let Ok(first) = changes.recv() else {
                break;
            };
            changed.clear();
            // An editor that changes a branch tells of many files at once.
            for change in std::iter::once(first).chain(changes.try_iter()) {
                match change {
                    FolderChange::Files(files) => changed.extend(files),
                    FolderChange::Folders(folders) => {
                        self.folders = folders;
                        self.found.clear();
                    }
                }
            }
        }
    }

    /// Reads the documents that are new, and these.
    fn read(&mut self, changed: &BTreeSet<PathBuf>) -> Result<(), Unheard> {
        let is_only_changed = |it: &PathBuf| self.found.contains(it) && it.is_file();
        let found = match changed.is_empty() || !changed.iter().all(is_only_changed) {
            true => self.documents(),
            // A saved document moves no other.
            false => std::mem::take(&mut self.found),
        };
        let gone: Vec<PathBuf> = {
            let known = self.known.keys();
            known.filter(|it| !found.contains(*it)).cloned().collect()
        };
        for path in gone {
            self.forget(&path);
            self.tell_gone(&path)?;
        }
        for path in changed.iter().filter(|it| !found.contains(*it)) {
            self.tell_gone(path)?;
        }
        let is_due = |it: &&PathBuf| changed.contains(*it) || !self.known.contains_key(*it);
        let due: Vec<&PathBuf> = found.iter().filter(is_due).collect();
        let of = due.len();
        let mut told = Instant::now();
        for (read, path) in due.into_iter().enumerate() {
            self.read_file(path)?;
            if told.elapsed() >= Duration::from_millis(100) {
                told = Instant::now();
                self.tell(FolderNews::Progress { read, of })?;
            }
        }
        let left_out = found.len() - self.known.len();
        self.found = found;
        self.tell(FolderNews::Finished { left_out })
    }

    /// The documents that are there.
    fn documents(&self) -> BTreeSet<PathBuf> {
        let selection = Selection {
            takes: Takes::Unpacked,
            keeps_to_ignore_files: true,
            excluded: &|folder| {
                // Settings that cannot be read are told of where a document is open.
                let settings = ProjectSettings::nearest(folder).unwrap_or_default();
                Ok(vec![settings.excluded])
            },
            tells_names: false,
        };
        let found = find(&self.folders, &selection).into_iter();
        let mut files: Vec<PathBuf> = found
            .filter_map(|it| match it {
                // A link may lead to nothing.
                FoundInput::File(path) => path.try_exists().unwrap_or(true).then_some(path),
                FoundInput::StandardInput
                | FoundInput::Nothing { .. }
                | FoundInput::PassedOver(_) => None,
            })
            .collect();
        // Of the names of a file one counts: its own, not that of a link.
        files.sort_by_cached_key(|path| (path.is_symlink(), path.clone()));
        let mut known = HashSet::new();
        files.retain(|path| FileIdentity::of(path).is_none_or(|it| known.insert(it)));
        files.into_iter().collect()
    }

    /// Reads a file, if there is room for it; one that cannot be read has unknown terms.
    fn read_file(&mut self, path: &Path) -> Result<(), Unheard> {
        self.forget(path);
        let Ok(iri) = file_iri(path) else {
            return Ok(());
        };
        let size = path.metadata().map_or(0, |it| it.len());
        if self.bytes + size > self.most_bytes {
            return self.tell_gone(path);
        }
        let terms = match File::open(path) {
            Ok(file) => DocumentTerms::read_from(file, &self.parsers.parser(&iri, "")),
            Err(_) => DocumentTerms::unreadable(),
        };
        self.known.insert(path.to_owned(), size);
        self.bytes += size;
        self.tell(FolderNews::Read { iri, terms })
    }

    fn forget(&mut self, path: &Path) {
        self.bytes -= self.known.remove(path).unwrap_or(0);
    }

    fn tell_gone(&self, path: &Path) -> Result<(), Unheard> {
        match file_iri(path) {
            Ok(iri) => self.tell(FolderNews::Gone { iri }),
            // What has no IRI was never told of.
            Err(_) => Ok(()),
        }
    }

    fn tell(&self, news: FolderNews) -> Result<(), Unheard> {
        match (self.tell)(news) {
            true => Ok(()),
            false => Err(Unheard),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use language_server::TurtleDocuments;
    use language_server::editor::EditorProfile;
    use language_server::service::LanguageService;
    use pretty_assertions::assert_eq;
    use std::sync::mpsc::channel;

    /// The news of a reading, up to its end, as words.
    fn told(news: &Receiver<FolderNews>) -> Vec<String> {
        let mut told = Vec::new();
        let name = |iri: &str| iri.rsplit('/').next().unwrap_or_default().to_owned();
        for news in news.iter() {
            match news {
                FolderNews::Read { iri, .. } => told.push(format!("read {}", name(&iri))),
                FolderNews::Gone { iri } => told.push(format!("gone {}", name(&iri))),
                FolderNews::Progress { .. } => {}
                FolderNews::Finished { left_out } => {
                    told.push(format!("left out {left_out}"));
                    break;
                }
            }
        }
        told
    }

    #[test]
    fn the_documents_of_a_folder_are_read_and_read_again() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text);
        let iri = |name: &str| file_iri(folder.path().join(name));
        let text = "<x:s> <x:p> <x:o> .\n";
        for name in ["a b.ttl", "c.nq", "ignored.ttl", "no.txt", "packed.nt.gz"] {
            write(name, text)?;
        }
        write(".ignore", "ignored.ttl\n")?;
        write("large.nt", &"#\n".repeat(1 << 20))?;
        // Other names of a file, and a name of none.
        #[cfg(unix)]
        {
            use std::os::unix::fs::symlink;
            symlink("c.nq", folder.path().join("another.nq"))?;
            symlink("nowhere.ttl", folder.path().join("dangling.ttl"))?;
            fs::hard_link(folder.path().join("a b.ttl"), folder.path().join("z.ttl"))?;
        }
        let (sender, news) = channel();
        let reader = FolderReader::new(move |it| sender.send(it).is_ok());
        let settings = serde_json::json!({ "folderMegabytes": 1 });
        let editor = EditorProfile {
            settings,
            ..EditorProfile::default()
        };
        let mut service =
            TurtleDocuments::new(super::super::project::settings).with_folder(Box::new(reader));
        service.begin(&editor)?;
        let patterns = service.read_folders(&[file_iri(folder.path())?]);
        assert!(patterns.contains(&"**/*.ttl".to_owned()), "{patterns:?}");
        let first = ["read a%20b.ttl", "read c.nq", "gone large.nt", "left out 1"];
        assert_eq!(told(&news), first);
        write("large.nt", text)?;
        fs::remove_file(folder.path().join("c.nq"))?;
        service.files_changed(vec![iri("large.nt")?, iri("ignored.ttl")?]);
        let then = [
            "gone c.nq",
            "gone ignored.ttl",
            "read large.nt",
            "left out 0",
        ];
        assert_eq!(told(&news), then);
        service.files_changed(vec![iri("large.nt")?]);
        assert_eq!(told(&news), ["read large.nt", "left out 0"]);
        Ok(())
    }
}
