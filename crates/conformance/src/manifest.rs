//! Reading test manifests: the W3C's way to list tests, in Turtle.
//!
//! Invariant: whatever a manifest lists becomes a test or an error. A test that cannot be run is still a test:
//! running it fails, and says why.

use super::files::Folders;
use super::location::ManifestLocation;
use super::{ManifestError, ManifestErrorKind, TestKind};
use oxrdf::vocab::{rdf, rdfs};
use oxrdf::{Graph, NamedNode, NamedNodeRef, NamedOrBlankNode, TermRef};
use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};
use turtle_peg::{Dialect, Error, Parser};

/// The vocabulary of manifests.
mod mf {
    use oxrdf::NamedNodeRef;

    macro_rules! term {
        ($local:literal) => {
            NamedNodeRef::new_unchecked(concat!(
                "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#",
                $local
            ))
        };
    }

    pub(super) const MANIFEST: NamedNodeRef<'_> = term!("Manifest");
    pub(super) const INCLUDE: NamedNodeRef<'_> = term!("include");
    pub(super) const ENTRIES: NamedNodeRef<'_> = term!("entries");
    pub(super) const ASSUMED_TEST_BASE: NamedNodeRef<'_> = term!("assumedTestBase");
    pub(super) const NAME: NamedNodeRef<'_> = term!("name");
    pub(super) const ACTION: NamedNodeRef<'_> = term!("action");
    pub(super) const RESULT: NamedNodeRef<'_> = term!("result");
}

/// The tests that a manifest lists, with those of the manifests that it includes.
///
/// A manifest is RDF 1.2 Turtle. Files that it names lie beside it. The IRI that such a file is
/// parsed with as base IRI, and the IRI of a test written relative to the manifest, are those under which they
/// are published:
///
/// - relative to the manifest's `mf:assumedTestBase`, if it has one;
/// - else as the manifest's own IRI is, relative to that of the one that includes it;
/// - else, where no manifest says where it is published, `file:` IRIs of where they lie.
///
/// ```
/// use turtle_peg_conformance::Manifest;
///
/// let manifest = Manifest::read("examples/suite/manifest.ttl")?;
/// let iris: Vec<_> = manifest.tests().iter().map(|test| test.iri().as_str()).collect();
/// assert_eq!(iris.len(), 3);
/// assert_eq!(iris[0], "http://example.org/tests/manifest.ttl#collection");
/// # Ok::<(), turtle_peg_conformance::ManifestError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Manifest {
    files: Vec<PathBuf>,
    tests: Vec<Test>,
}

impl Manifest {
    /// Reads a manifest and all that it includes, as a [`ManifestReader`] without settings does.
    ///
    /// # Errors
    ///
    /// The errors of [`ManifestReader::read`].
    pub fn read(path: impl AsRef<Path>) -> Result<Self, ManifestError> {
        ManifestReader::default().read(path)
    }

    /// The files that the manifest and its tests are read from: its own, those of included manifests, and those that tests name.
    ///
    /// ```
    /// use turtle_peg_conformance::Manifest;
    ///
    /// let manifest = Manifest::read("examples/suite/manifest.ttl")?;
    /// assert!(manifest.files().any(|file| file.ends_with("collection.ttl")));
    /// # Ok::<(), turtle_peg_conformance::ManifestError>(())
    /// ```
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let named = self
            .tests
            .iter()
            .flat_map(|test| [test.action(), test.result()]);
        let named = named.flatten().map(TestFile::path);
        self.files.iter().map(PathBuf::as_path).chain(named)
    }

    /// The tests, in the order of the list, and after them those of the included manifests, in turn.
    pub fn tests(&self) -> &[Test] {
        &self.tests
    }
}

/// One test of a manifest.
///
/// ```
/// use turtle_peg::Dialect;
/// use turtle_peg_conformance::Manifest;
///
/// let manifest = Manifest::read("examples/suite/manifest.ttl")?;
/// let test = &manifest.tests()[0];
/// assert_eq!((test.name(), test.comment()), ("collection", Some("An empty collection is rdf:nil.")));
/// assert_eq!(test.kind().map(|kind| kind.dialect()), Some(Dialect::Turtle12));
/// assert!(test.action().is_some() && test.result().is_some());
/// # Ok::<(), turtle_peg_conformance::ManifestError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Test {
    iri: NamedNode,
    name: Option<String>,
    comment: Option<String>,
    types: Vec<NamedNode>,
    action: Option<TestFile>,
    result: Option<TestFile>,
}

impl Test {
    /// Its IRI, as published.
    pub fn iri(&self) -> NamedNodeRef<'_> {
        self.iri.as_ref()
    }

    /// Its name, or its IRI if it has none.
    pub fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(self.iri.as_str())
    }

    /// The purpose of the test.
    pub fn comment(&self) -> Option<&str> {
        self.comment.as_deref()
    }

    /// Its type; `None` without a type that is [known](TestKind::all).
    pub fn kind(&self) -> Option<TestKind> {
        self.kinds().next()
    }

    fn kinds(&self) -> impl Iterator<Item = TestKind> {
        TestKind::all().filter(|kind| self.types.contains(&kind.iri()))
    }

    /// Its types, as the manifest gives them.
    pub fn types(&self) -> &[NamedNode] {
        &self.types
    }

    /// The file to parse; `None` if the manifest names no file on this machine.
    pub fn action(&self) -> Option<&TestFile> {
        self.action.as_ref()
    }

    /// The file with the expected result; `None` if the manifest names no file on this machine.
    pub fn result(&self) -> Option<&TestFile> {
        self.result.as_ref()
    }
}

/// A file that a test names.
///
/// ```
/// use turtle_peg_conformance::Manifest;
///
/// let manifest = Manifest::read("examples/suite/manifest.ttl")?;
/// let file = manifest.tests()[0].action().unwrap();
/// assert!(file.path().ends_with("examples/suite/collection.ttl"));
/// assert_eq!(file.iri(), "http://example.org/tests/collection.ttl");
/// assert_eq!(file.read()?, b"<a> <p> () .\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestFile {
    path: PathBuf,
    iri: String,
    folders: Folders,
}

impl TestFile {
    /// Its bytes.
    ///
    /// # Errors
    ///
    /// It cannot be read, is not a regular file, or lies outside of the folders that the [`ManifestReader`] was allowed.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        self.folders.read(&self.path)
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The IRI that it is published under: its base IRI.
    pub fn iri(&self) -> &str {
        &self.iri
    }
}

/// How to read a manifest: which folders its files may lie in, and where it is published.
///
/// ```no_run
/// use turtle_peg_conformance::ManifestReader;
///
/// // The W3C's manifests of RDF 1.2 include those of RDF 1.1 by `../../rdf11/`.
/// let manifest = ManifestReader::default()
///     .with_allowed_folder("rdf-tests/rdf")
///     .read("rdf-tests/rdf12/rdf-turtle/manifest.ttl")?;
/// # Ok::<(), turtle_peg_conformance::ManifestError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct ManifestReader {
    allowed: Vec<PathBuf>,
    base: Option<String>,
}

impl ManifestReader {
    /// Allows the files below a folder, too. Those below the manifest's own are always allowed, and no others: a manifest
    /// can name any file, and an error may show its content.
    pub fn with_allowed_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.allowed.push(folder.into());
        self
    }

    /// Reads as if the manifest said where it is published, by `mf:assumedTestBase`, if it does not.
    ///
    /// The W3C's manifest of the N-Triples 1.1 tests does not: its base is
    /// `https://w3c.github.io/rdf-tests/rdf/rdf11/rdf-n-triples/`.
    pub fn with_base_iri(mut self, base: impl Into<String>) -> Self {
        self.base = Some(base.into());
        self
    }

    /// Reads a manifest and all that it includes. Each file is read once, even if it is included repeatedly.
    ///
    /// # Errors
    ///
    /// One of the manifests cannot be read, is in no folder that is allowed, is not Turtle, or is not a manifest; or the base
    /// is not an absolute IRI. Files that tests name are read when these are run.
    pub fn read(&self, path: impl AsRef<Path>) -> Result<Manifest, ManifestError> {
        let path = path.as_ref();
        let own = path.parent().unwrap_or(Path::new(""));
        let mut folders = vec![own];
        folders.extend(self.allowed.iter().map(PathBuf::as_path));
        let folders = Folders::new(&folders).map_err(|error| ManifestError {
            path: path.to_owned(),
            kind: Error::Io(error).into(),
        })?;
        Collector {
            folders,
            read: HashSet::new(),
            tests: Vec::new(),
        }
        .collect(path, self.base.clone())
    }
}

/// Reads manifests and those that they include, and gathers their tests.
struct Collector {
    folders: Folders,
    read: HashSet<PathBuf>,
    tests: Vec<Test>,
}

/// A step that a collector has still to take. A chain of manifests may be longer than the stack is deep.
enum ManifestStep {
    Take(Vec<Test>),
    Read { path: PathBuf, base: Option<String> },
}

impl Collector {
    fn collect(mut self, path: &Path, base: Option<String>) -> Result<Manifest, ManifestError> {
        let path = path.to_owned();
        let mut steps = vec![ManifestStep::Read { path, base }];
        while let Some(step) = steps.pop() {
            match step {
                ManifestStep::Take(tests) => self.tests.extend(tests),
                ManifestStep::Read { path, base } => {
                    let next = self.read(&path, base.as_deref());
                    let next = next.map_err(|kind| ManifestError { path, kind })?;
                    steps.extend(next.into_iter().rev());
                }
            }
        }
        Ok(Manifest {
            files: self.read.into_iter().collect(),
            tests: self.tests,
        })
    }

    /// Reads one file, if it has not been read: its tests, and the manifests that it includes, in order.
    fn read(
        &mut self,
        path: &Path,
        base: Option<&str>,
    ) -> Result<Vec<ManifestStep>, ManifestErrorKind> {
        let identity = self.folders.admit(path).map_err(Error::Io)?;
        if !self.read.insert(identity) {
            return Ok(Vec::new());
        }
        let file = ManifestFile::read(path, base, &self.folders)?;
        let mut steps = Vec::new();
        for manifest in file.manifests()? {
            let location = file.location_of(&manifest)?;
            let entries = file.list(&manifest, mf::ENTRIES)?;
            let tests = entries.iter().map(|entry| file.test(entry, &location));
            steps.push(ManifestStep::Take(tests.collect::<Result<_, _>>()?));
            for include in file.list(&manifest, mf::INCLUDE)? {
                let path = location.path_of(include.as_str());
                let base = location.published_iri(include.as_str());
                steps.push(ManifestStep::Read {
                    path: path.ok_or(ManifestErrorKind::NotLocal(include))?,
                    base: Some(base),
                });
            }
        }
        Ok(steps)
    }
}

/// One manifest file, parsed.
struct ManifestFile {
    folders: Folders,
    location: ManifestLocation,
    graph: Graph,
}

impl ManifestFile {
    fn read(path: &Path, base: Option<&str>, folders: &Folders) -> Result<Self, ManifestErrorKind> {
        let mut location = ManifestLocation::new(path).map_err(Error::Io)?;
        if let Some(base) = base {
            location = location.published_in(base)?;
        }
        let text = folders.read(path).map_err(Error::Io)?;
        let graph = Parser::new(Dialect::Turtle12)
            .with_base_iri(location.local_iri())
            .map_err(|error| Error::Io(io::Error::other(error)))?
            .parse_slice(&text)
            .triples()
            .collect::<Result<_, _>>()?;
        Ok(Self {
            folders: folders.clone(),
            location,
            graph,
        })
    }

    /// The manifests that the file describes; as a rule it is one.
    fn manifests(&self) -> Result<Vec<NamedOrBlankNode>, ManifestErrorKind> {
        let has = |manifest: &NamedOrBlankNode, property| {
            let mut values = self.graph.objects_for_subject_predicate(manifest, property);
            values.next().is_some()
        };
        let mut manifests: Vec<_> = self
            .graph
            .subjects_for_predicate_object(rdf::TYPE, mf::MANIFEST)
            .map(|subject| subject.into_owned())
            .filter(|manifest| has(manifest, mf::ENTRIES) || has(manifest, mf::INCLUDE))
            .collect();
        if manifests.is_empty() {
            return Err(ManifestErrorKind::NoManifest);
        }
        manifests.sort_by_cached_key(NamedOrBlankNode::to_string);
        Ok(manifests)
    }

    fn location_of(
        &self,
        manifest: &NamedOrBlankNode,
    ) -> Result<ManifestLocation, ManifestErrorKind> {
        match self.object(manifest, mf::ASSUMED_TEST_BASE)? {
            None => Ok(self.location.clone()),
            Some(TermRef::NamedNode(base)) => Ok(self.location.published_in(base.as_str())?),
            Some(other) => Err(ManifestErrorKind::NotAnIri(other.into_owned())),
        }
    }

    /// The IRIs in the list that is the value of `property`; empty without a value.
    fn list(
        &self,
        manifest: &NamedOrBlankNode,
        property: NamedNodeRef<'_>,
    ) -> Result<Vec<NamedNode>, ManifestErrorKind> {
        let mut items = Vec::new();
        let Some(mut rest) = self.object(manifest, property)? else {
            return Ok(items);
        };
        while rest != rdf::NIL.into() {
            let (first, next) = self.cell(rest)?.ok_or(ManifestErrorKind::BrokenList)?;
            match first {
                TermRef::NamedNode(item) => items.push(item.into_owned()),
                other => return Err(ManifestErrorKind::NotAnIri(other.into_owned())),
            }
            // A list that has more cells than the graph has triples leads back into itself.
            if items.len() > self.graph.len() {
                return Err(ManifestErrorKind::BrokenList);
            }
            rest = next;
        }
        Ok(items)
    }

    /// The first item of a list and the list after it, if it is a list.
    fn cell(
        &self,
        list: TermRef<'_>,
    ) -> Result<Option<(TermRef<'_>, TermRef<'_>)>, ManifestErrorKind> {
        let Ok(cell) = NamedOrBlankNode::try_from(list.into_owned()) else {
            return Ok(None);
        };
        let first = self.object(&cell, rdf::FIRST)?;
        Ok(first.zip(self.object(&cell, rdf::REST)?))
    }

    fn test(
        &self,
        entry: &NamedNode,
        location: &ManifestLocation,
    ) -> Result<Test, ManifestErrorKind> {
        let subject = NamedOrBlankNode::from(entry.clone());
        let file = |value: Option<TermRef<'_>>| {
            let Some(TermRef::NamedNode(iri)) = value else {
                return None;
            };
            Some(TestFile {
                path: location.path_of(iri.as_str())?,
                iri: location.published_iri(iri.as_str()),
                folders: self.folders.clone(),
            })
        };
        let text = |value: Option<TermRef<'_>>| match value {
            Some(TermRef::Literal(literal)) => Some(literal.value().to_owned()),
            _ => None,
        };
        let test = Test {
            iri: NamedNode::new_unchecked(location.published_iri(entry.as_str())),
            name: text(self.object(&subject, mf::NAME)?),
            comment: text(self.object(&subject, rdfs::COMMENT)?),
            types: self.types(&subject),
            action: file(self.object(&subject, mf::ACTION)?),
            result: file(self.object(&subject, mf::RESULT)?),
        };
        match test.kinds().count() {
            0 | 1 => Ok(test),
            _ => Err(several(&subject, rdf::TYPE)),
        }
    }

    fn types(&self, subject: &NamedOrBlankNode) -> Vec<NamedNode> {
        let mut types: Vec<_> = self
            .graph
            .objects_for_subject_predicate(subject, rdf::TYPE)
            .filter_map(|object| NamedNode::try_from(object.into_owned()).ok())
            .collect();
        types.sort();
        types
    }

    /// The value of a property, if there is one.
    ///
    /// # Errors
    ///
    /// There are several: which of them counts, nothing says.
    fn object(
        &self,
        subject: &NamedOrBlankNode,
        property: NamedNodeRef<'_>,
    ) -> Result<Option<TermRef<'_>>, ManifestErrorKind> {
        let mut values = self.graph.objects_for_subject_predicate(subject, property);
        let value = values.next();
        match values.next() {
            None => Ok(value),
            Some(_) => Err(several(subject, property)),
        }
    }
}

fn several(subject: &NamedOrBlankNode, property: NamedNodeRef<'_>) -> ManifestErrorKind {
    ManifestErrorKind::SeveralValues {
        subject: subject.clone(),
        property: property.into_owned(),
    }
}
