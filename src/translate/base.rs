//! The base IRI, and what of it each kind of relative reference keeps.

use super::{iri, plain};
use oxiri::Iri;

/// A base IRI, and where in it the parts end that stand before a relative reference when that is resolved.
///
/// RFC 3986, section 5.2.2, puts a reference R without scheme and authority behind what it takes from the base, which
/// is the beginning of the base's own text, wherever remove_dot_segments (section 5.2.4) has nothing to remove:
///
/// | R | from the base | up to |
/// |---|---|---|
/// | empty, or `#` … | scheme, authority, path, query | [`query_end`](Self::query_end) |
/// | `?` … | scheme, authority, path | [`path_end`](Self::path_end) |
/// | `/` … | scheme, authority | [`authority_end`](Self::authority_end) |
/// | a path … | scheme, authority, path up to its last `/` (5.2.3) | [`directory_end`](Self::directory_end) |
///
/// In the first two, dot segments of the base's path stay as they are. What comes out is an IRI as the base is
/// one: it has what the base has up to there, and R's own parts whole. Only a path that begins with `//` behind no
/// authority would not do (RFC 3986, section 3.3): the base's does not, and neither does R.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    iri: Iri<String>,
    /// None if it is no IRI, as 2004's URI references need not be: then nothing is known of it.
    ends: Option<Ends>,
}

#[derive(Clone, Copy, Debug)]
struct Ends {
    authority: usize,
    /// None if there are dot segments before it, or if no `/` is there, where 5.2.3 wants one.
    directory: Option<usize>,
    path: usize,
    query: usize,
}

impl Base {
    pub(crate) fn new(iri: Iri<String>) -> Self {
        let ends = Iri::parse(iri.as_str()).ok().map(Ends::of);
        Self { iri, ends }
    }

    pub(crate) fn iri(&self) -> &Iri<String> {
        &self.iri
    }

    /// What resolving `reference` puts before it, if that is all that resolving it does.
    #[inline]
    pub(super) fn before(&self, reference: &str) -> Option<&str> {
        let ends = self
            .ends
            .filter(|_| plain::is_relative_reference(reference))?;
        let end = match reference.as_bytes().first() {
            None | Some(b'#') => ends.query,
            Some(b'?') => ends.path,
            Some(b'/') => ends.authority,
            Some(_) => ends.directory?,
        };
        Some(&self.iri[..end])
    }
}

impl Ends {
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
