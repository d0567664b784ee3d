//! Where a manifest and the files beside it lie: on this machine, and as the IRIs that they are published under.
//!
//! Invariant: a manifest's relative IRI references are resolved once, against the `file:` IRI of the manifest.
//! Both the path and the published IRI of each file that it names are made from that one IRI.

use crate::ManifestErrorKind;
use oxiri::{Iri, IriRef};
use percent_encoding::percent_decode_str;
use std::io;
use std::path::{Path, PathBuf};
use turtle_peg::file_iri;

/// Where a manifest lies.
#[derive(Clone, Debug)]
pub(super) struct ManifestLocation {
    directory: PathBuf,
    local: Iri<String>,
    published: Iri<String>,
}

impl ManifestLocation {
    /// The manifest at `path`, which is published nowhere.
    pub(super) fn new(path: &Path) -> io::Result<Self> {
        let local = Iri::parse(file_iri(path)?).map_err(io::Error::other)?;
        Ok(Self {
            directory: path.parent().unwrap_or(Path::new("")).to_owned(),
            published: local.clone(),
            local,
        })
    }

    /// The location of the manifest when it is published beside or in `base`, under the name that it has here.
    pub(super) fn published_in(&self, base: &str) -> Result<Self, ManifestErrorKind> {
        let name = relative(self.local.as_str(), self.local.as_str());
        let invalid = |iri: &str, error| ManifestErrorKind::InvalidIri {
            iri: iri.to_owned(),
            error,
        };
        let base = Iri::parse(base).map_err(|error| invalid(base, error))?;
        Ok(Self {
            published: base
                .resolve(&name)
                .map_err(|error| invalid(name.as_str(), error))?,
            ..self.clone()
        })
    }

    /// The IRI that the manifest's relative IRI references are resolved against.
    pub(super) fn local_iri(&self) -> &str {
        self.local.as_str()
    }

    /// The file that an IRI of the manifest names; `None` if it is not one of this machine.
    pub(super) fn path_of(&self, iri: &str) -> Option<PathBuf> {
        is_local(iri).then(|| {
            let relative = relative(self.local.as_str(), iri);
            let path = relative.path().trim_start_matches("./");
            match self.directory.join(percent_decoded(path)) {
                path if path.as_os_str().is_empty() => PathBuf::from("."),
                path => path,
            }
        })
    }

    /// The IRI under which the same is published. Those that are not of this machine stay as they are.
    pub(super) fn published_iri(&self, iri: &str) -> String {
        if is_local(iri) {
            let relative = relative(self.local.as_str(), iri);
            self.published.resolve_unchecked(&relative).into_inner()
        } else {
            iri.to_owned()
        }
    }
}

fn is_local(iri: &str) -> bool {
    iri.starts_with("file:///")
}

/// The reference that leads from `base` to `iri`, both of which begin with `file:///`.
///
/// It begins with `./`: without that, a colon in the first segment would end a scheme.
fn relative(base: &str, iri: &str) -> IriRef<String> {
    let base = path_of(base);
    let shared = base
        .bytes()
        .zip(path_of(iri).bytes())
        .take_while(|(left, right)| left == right)
        .enumerate()
        .filter(|(_, (byte, _))| *byte == b'/')
        .last()
        .map_or(0, |(slash, _)| slash + 1);
    let up = base[shared..].matches('/').count();
    IriRef::parse_unchecked(format!("./{}{}", "../".repeat(up), &iri[shared..]))
}

/// All in front of query and fragment.
fn path_of(iri: &str) -> &str {
    iri.split(['?', '#']).next().unwrap_or(iri)
}

fn percent_decoded(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn references_lead_from_one_file_to_another() {
        for (iri, expected) in [
            ("file:///a/b/m.ttl", "./m.ttl"),
            ("file:///a/b/m.ttl#x/y", "./m.ttl#x/y"),
            ("file:///a/b/", "./"),
            ("file:///a/b/c/d", "./c/d"),
            ("file:///a/bc/d", "./../bc/d"),
            ("file:///a/x", "./../x"),
            ("file:///x:y", "./../../x:y"),
        ] {
            let base = "file:///a/b/m.ttl";
            assert_eq!(relative(base, iri).as_str(), expected);
            let resolved = Iri::parse(base)
                .unwrap()
                .resolve(&relative(base, iri))
                .unwrap();
            assert_eq!(resolved.as_str(), iri);
        }
    }

    // On Windows, this path would get the letter of a drive.
    #[cfg(unix)]
    #[test]
    fn a_file_is_found_and_published_by_the_same_iri() {
        let location = ManifestLocation::new(Path::new("/a b/é/m.ttl")).unwrap();
        assert_eq!(location.local_iri(), "file:///a%20b/%C3%A9/m.ttl");
        let published = location.published_in("http://example.org/t/").unwrap();
        let base = Iri::parse(location.local_iri()).unwrap();
        for (reference, path, iri) in [
            ("t.ttl", "/a b/é/t.ttl", "http://example.org/t/t.ttl"),
            ("%3E/é", "/a b/é/>/é", "http://example.org/t/%3E/é"),
            ("../t.ttl", "/a b/é/../t.ttl", "http://example.org/t.ttl"),
            ("#t", "/a b/é/m.ttl", "http://example.org/t/m.ttl#t"),
        ] {
            let named = base.resolve(&IriRef::parse(reference).unwrap()).unwrap();
            let found = published.path_of(named.as_str()).unwrap();
            assert_eq!(found, Path::new(path));
            assert_eq!(published.published_iri(named.as_str()), iri);
            assert_eq!(location.published_iri(named.as_str()), named.as_str());
        }
        assert_eq!(published.path_of("http://example.org/x"), None);
        assert_eq!(published.published_iri("x:y"), "x:y");
    }
}
