//! The base IRI, and the part of it that each kind of relative reference keeps.

use super::{iri, plain};
use oxiri::Iri;
use std::sync::OnceLock;

/// A base IRI, and where in it the parts end that are before a relative reference when that is resolved.
///
/// RFC 3986, section 5.2.2, puts a reference R without scheme and authority after a beginning of the base's own text, wherever
/// remove_dot_segments (section 5.2.4) has nothing to remove:
///
/// | R | from the base | up to |
/// |---|---|---|
/// | empty, or `#` … | scheme, authority, path, query | [`query`](BaseEnds::query) |
/// | `?` … | scheme, authority, path | [`path`](BaseEnds::path) |
/// | `/` … | scheme, authority | [`authority`](BaseEnds::authority) |
/// | a path … | scheme, authority, path up to its last `/` (5.2.3) | [`directory`](BaseEnds::directory) |
///
/// In the first two, dot segments of the base's path stay as they are. The result is an IRI as the base is
/// one: it has the base's components up to there, and R's own whole. Only a path that begins with `//` after no
/// authority would not do (RFC 3986, section 3.3): the base's does not, and neither does R.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    iri: String,
    /// The IRI in its components, once they are needed.
    parts: OnceLock<Iri<String>>,
    /// `None` if it is not an IRI, as 2004's URI references need not be: then nothing more is known.
    ends: Option<BaseEnds>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct BaseEnds {
    authority: usize,
    /// `None` if there are dot segments before it, or if no `/` is there, where 5.2.3 wants one.
    directory: Option<usize>,
    path: usize,
    query: usize,
}

/// The rest follows from the IRI.
impl PartialEq for Base {
    fn eq(&self, other: &Self) -> bool {
        self.iri == other.iri
    }
}

impl Base {
    pub(crate) fn new(iri: Iri<String>) -> Self {
        let ends = Iri::parse(iri.as_str()).ok().map(BaseEnds::of);
        Self {
            iri: iri.clone().into_inner(),
            parts: OnceLock::from(iri),
            ends,
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.iri
    }

    /// Its parts.
    pub(super) fn iri(&self) -> &Iri<String> {
        let parse = || Iri::parse_unchecked(self.iri.clone());
        self.parts.get_or_init(parse)
    }

    /// Puts a [plain reference](plain::is_relative_reference) after the first `before` bytes of the base (see
    /// [`before_plain`](Self::before_plain)): the result is the next base IRI. It takes time for the reference alone, so that
    /// bases that grow step by step take time for the bytes written.
    pub(super) fn extend(&mut self, before: usize, reference: &str) {
        self.iri.truncate(before);
        self.iri.push_str(reference);
        self.parts.take();
        self.ends = self.ends.map(|ends| ends.extended(before, reference));
    }

    /// The two texts that resolving `reference` puts one after the other, if it does no more: the beginning of the base, and
    /// the reference without the dot segments that it begins with.
    #[inline]
    pub(super) fn resolved<'r>(&self, reference: &'r str) -> Option<(&str, &'r str)> {
        if reference.starts_with('.') {
            return self.resolved_from_dots(reference);
        }
        match plain::is_relative_reference(reference) {
            true => Some((self.before_plain(reference)?, reference)),
            false => None,
        }
    }

    /// The relative reference to an IRI of the base's document (empty, or `#` …) or to one below its directory (a path …), which is an end
    /// of the IRI, and resolves to it, to the byte; `None` if there is none.
    pub(crate) fn reference_below<'i>(&self, iri: &'i str) -> Option<&'i str> {
        let ends = self.ends?;
        let before = [Some(ends.query), ends.directory].into_iter().flatten();
        let references = before.filter_map(|end| iri.strip_prefix(&self.iri[..end]));
        { references }
            .filter(|reference| !reference.starts_with(['/', '?']))
            .find(|reference| {
                let resolved = self.resolved(reference);
                resolved.is_some_and(|(before, rest)| iri.strip_prefix(before) == Some(rest))
            })
    }

    /// Resolves a reference that begins with a full stop, as [`resolved`](Self::resolved).
    ///
    /// Merged with the directory of the base (5.2.3), a `.` leaves it as it is, and a `..` takes its last segment away, unless
    /// it has none but the root (5.2.4, steps B and C). The rest of the reference is put after it, if it has no dot segments
    /// itself.
    fn resolved_from_dots<'r>(&self, reference: &'r str) -> Option<(&str, &'r str)> {
        let ends = self.ends?;
        // A path without a `/` at its beginning can lose all of its segments, and then has none at its end either.
        let path = &self.iri[ends.authority..ends.directory?];
        let mut directory = path.starts_with('/').then(|| &path[..path.len() - 1])?;
        let mut rest = reference;
        loop {
            if let Some(after) = rest.strip_prefix("./") {
                rest = after;
            } else if let Some(after) = rest.strip_prefix("../") {
                rest = after;
                let mut bytes = directory.bytes();
                directory = &directory[..bytes.rposition(|byte| byte == b'/').unwrap_or(0)];
            } else {
                break;
            }
        }
        let before = &self.iri[..ends.authority + directory.len() + "/".len()];
        let is_plain = !rest.starts_with('/') && plain::is_relative_reference(rest);
        is_plain.then_some((before, rest))
    }

    /// The beginning of the base that resolving puts before a [plain](plain::is_relative_reference) reference, if it does no
    /// more.
    #[inline]
    pub(super) fn before_plain(&self, reference: &str) -> Option<&str> {
        let ends = self.ends?;
        let end = match reference.as_bytes().first() {
            None | Some(b'#') => ends.query,
            Some(b'?') => ends.path,
            Some(b'/') => ends.authority,
            Some(_) => ends.directory?,
        };
        Some(&self.iri[..end])
    }
}

impl BaseEnds {
    /// The ends of the IRI that has the first `before` bytes of this one, and this reference after them.
    fn extended(self, before: usize, reference: &str) -> Self {
        let part = |ends: &[char]| reference.find(ends).unwrap_or(reference.len());
        let path = &reference[..part(&['?', '#'])];
        let query = before + part(&['#']);
        let directory = path.rfind('/').map(|slash| before + slash + 1);
        match reference.as_bytes().first() {
            None | Some(b'#') => self,
            Some(b'?') => Self { query, ..self },
            Some(_) => Self {
                directory: directory.or(self.directory),
                path: before + path.len(),
                query,
                ..self
            },
        }
    }

    fn of(iri: Iri<&str>) -> Self {
        let path_start = |iri: &Iri<&str>| {
            let authority = iri
                .authority()
                .map_or(0, |authority| "//".len() + authority.len());
            iri.scheme().len() + ":".len() + authority
        };
        let authority = path_start(&iri);
        let path = authority + iri.path().len();
        let query = path + iri.query().map_or(0, |query| "?".len() + query.len());
        let directory = match iri.path().rfind('/') {
            Some(slash) => Some(slash + 1),
            None if iri.authority().is_some() => None,
            None => Some(0),
        };
        let directory = directory.filter(|&end| !iri::has_dot_segment(&iri.path()[..end]));
        Self {
            authority,
            directory: directory.map(|end| authority + end),
            path,
            query,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::random_iris::texts;
    use super::*;
    use oxiri::IriRef;

    /// A beginning of the base and the reference make the result of the RFC's algorithm, which is an IRI.
    #[test]
    fn the_base_before_a_reference_is_its_resolution() {
        let bases = texts(2, 4_000).filter_map(|text| Iri::parse(text).ok());
        let references = texts(3, 4_000);
        let references: Vec<_> = references
            .filter(|text| IriRef::parse(text.as_str()).is_ok())
            .collect();
        let (mut count, mut dots) = (0, 0);
        for base in bases.map(Base::new) {
            for reference in &references {
                let Some((before, rest)) = base.resolved(reference) else {
                    continue;
                };
                let has_dots = rest.len() < reference.len();
                count += 1;
                dots += usize::from(has_dots);
                let mut resolved = String::new();
                let parsed = IriRef::parse(reference.as_str()).unwrap();
                let result = iri::resolve(base.iri(), &parsed, &mut resolved);
                let context = format!("{reference} against {}", base.iri());
                assert_eq!(result, Ok(()), "{context}");
                assert_eq!([before, rest].concat(), resolved, "{context}");
                assert!(Iri::parse(resolved.as_str()).is_ok(), "{context}");
                if has_dots {
                    continue;
                }
                let mut extended = base.clone();
                extended.extend(before.len(), reference);
                let next = Base::new(Iri::parse(resolved).expect(&context));
                assert_eq!((&extended, extended.ends), (&next, next.ends), "{context}");
                assert_eq!(extended.iri(), next.iri(), "{context}");
            }
        }
        assert!(count > 100_000 && dots > 1_000, "{count}, {dots}");
    }

    #[test]
    fn what_needs_the_algorithm_is_left_to_it() {
        let resolved = |base: &str, reference: &str| {
            let base = Base::new(Iri::parse(base.to_owned()).unwrap());
            let resolved = base.resolved(reference);
            resolved.map(|(before, rest)| [before, rest].concat())
        };
        for (base, reference) in [
            ("http://a", "b"),
            ("http://a/../b", "c"),
            ("http://a/../b", "../c"),
            ("http://a/b", ".."),
            ("http://a/b", "../c/.."),
            ("http://a/b", "..//c"),
            ("urn:a/b", "../c"),
            ("urn:é/b", "../c"),
            ("http://a/b", "c/./d"),
            ("http://a/b", "//c"),
            ("http://a/b", "x:c"),
        ] {
            assert_eq!(
                resolved(base, reference),
                None,
                "{reference} against {base}"
            );
        }
        for (base, reference, expected) in [
            ("http://a/b/c?d#e", "f", "http://a/b/f"),
            ("http://a/b/c?d#e", "/f", "http://a/f"),
            ("http://a/b/c?d#e", "?f", "http://a/b/c?f"),
            ("http://a/b/c?d#e", "#f", "http://a/b/c?d#f"),
            ("http://a/b/c?d#e", "", "http://a/b/c?d"),
            ("http://a/./b", "#f", "http://a/./b#f"),
            ("urn:a:b", "c", "urn:c"),
            ("http://a/b/c/d", "./e", "http://a/b/c/e"),
            ("http://a/b/c/d", "../e", "http://a/b/e"),
            ("http://a/b/c/d", "../", "http://a/b/"),
            ("http://a/b/c/d", "../?e", "http://a/b/?e"),
            ("http://a/b/c/d", ".././../e", "http://a/e"),
            ("http://a/b/c/d", "../../../../e", "http://a/e"),
            ("http://a/b//d", "../e", "http://a/b/e"),
        ] {
            let found = resolved(base, reference);
            assert_eq!(
                found.as_deref(),
                Some(expected),
                "{reference} against {base}"
            );
        }
    }
}
