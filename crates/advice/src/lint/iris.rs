//! IRIs that are well-formed, and perhaps not meant so.

use super::datatypes::{self, Datatype};
use super::lints::{LintDraft, LintHelp, Lints};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Schemes that RDF documents use. Others may be right as well.
const SCHEMES: &[&str] = &[
    "http",
    "https",
    "urn",
    "mailto",
    "file",
    "tel",
    "tag",
    "data",
    "did",
    "info",
    "geo",
    "doi",
    "ftp",
    "ftps",
    "about",
    "acct",
    "ark",
    "arn",
    "at",
    "blob",
    "cid",
    "content",
    "dav",
    "dns",
    "example",
    "git",
    "hdl",
    "ipfs",
    "ipns",
    "irc",
    "jar",
    "javascript",
    "jdbc",
    "ldap",
    "ldaps",
    "magnet",
    "mid",
    "news",
    "nfs",
    "ni",
    "oid",
    "pkcs11",
    "res",
    "resource",
    "rtsp",
    "s3",
    "sftp",
    "sip",
    "sips",
    "sms",
    "ssh",
    "svn",
    "telnet",
    "uri",
    "uuid",
    "view-source",
    "ws",
    "wss",
    "xmpp",
];

/// The IRIs of a document.
#[derive(Default)]
pub struct IriLints {
    /// IRIs about which something was said.
    told: HashSet<String>,
    /// The schemes about which nothing is to be said any more.
    schemes: HashSet<String>,
    /// The scheme, `http` or `https`, that came first of each namespace, and where; none once both came.
    namespaces: HashMap<String, Option<(&'static str, u64)>>,
}

impl IriLints {
    /// The scheme of this base IRI is that of the place where the document lies, and usual there.
    pub fn new(base: Option<&str>) -> Self {
        let scheme = base.and_then(|base| Some(base.split_once(':')?.0.to_owned()));
        Self {
            schemes: scheme.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Looks at an IRI that is at these bytes.
    pub fn add(&mut self, iri: &str, bytes: &Range<u64>, lints: &mut Lints) {
        if self.told.contains(iri) {
            return;
        }
        let found = [
            not_normalized(iri),
            unusual_scheme(iri).filter(|_| self.is_first_of_scheme(iri)),
            unknown_datatype(iri),
            self.other_scheme(iri, bytes),
        ];
        for (kind, title, help) in found.into_iter().flatten() {
            self.told.insert(iri.to_owned());
            lints.add(LintDraft {
                kind,
                bytes: bytes.clone(),
                title,
                help: help.into_iter().collect(),
            });
        }
    }

    /// A namespace that was used with the other one of `http` and `https` before.
    fn other_scheme(&mut self, iri: &str, bytes: &Range<u64>) -> Option<Said> {
        let (scheme, rest) = match iri.strip_prefix("https:") {
            Some(rest) => ("https", rest),
            None => ("http", iri.strip_prefix("http:")?),
        };
        let path = &rest[..rest.find('#').map_or(rest.len(), |hash| hash + 1)];
        let end = path.rfind(['#', '/'])? + 1;
        let namespace = &path[..end];
        // Two hosts, and nothing after them, have only this in common.
        if namespace == "//" {
            return None;
        }
        let Some(first) = self.namespaces.get_mut(namespace) else {
            let first = Some((scheme, bytes.start));
            self.namespaces.insert(namespace.to_owned(), first);
            return None;
        };
        let (other, place) = first.filter(|(first, _)| *first != scheme)?;
        *first = None;
        Some((
            "mixed-schemes",
            format!("<{scheme}:{namespace}> is another namespace than <{other}:{namespace}>"),
            Some(LintHelp::AlsoAt("that one is", place)),
        ))
    }

    fn is_first_of_scheme(&mut self, iri: &str) -> bool {
        let scheme = iri.split(':').next().unwrap_or_default();
        self.schemes.insert(scheme.to_owned())
    }
}

/// The kind of lint, the title, and the help.
type Said = (&'static str, String, Option<LintHelp>);

fn not_normalized(iri: &str) -> Option<Said> {
    if is_nfc(iri) {
        return None;
    }
    let normalized: String = iri.nfc().collect();
    Some((
        "not-normalized",
        "this IRI is not in Unicode Normalization Form C".to_owned(),
        Some(LintHelp::Words(format!(
            "<{normalized}> looks the same, and is another IRI"
        ))),
    ))
}

fn unusual_scheme(iri: &str) -> Option<Said> {
    let (scheme, rest) = iri.split_once(':')?;
    if SCHEMES.contains(&scheme.to_ascii_lowercase().as_str()) {
        return None;
    }
    let help = match rest.starts_with("//") {
        true => nearest_scheme(scheme).map(|near| format!("did you mean `{near}:`?")),
        false => Some(format!(
            "if `{scheme}:` is a prefix, write the name without `<` and `>`"
        )),
    };
    Some((
        "unusual-scheme",
        format!("`{scheme}:` is not a scheme that RDF documents use"),
        help.map(LintHelp::Words),
    ))
}

fn nearest_scheme(scheme: &str) -> Option<&'static str> {
    let distance = |known: &str| strsim::damerau_levenshtein(scheme, known);
    let nearest = SCHEMES.iter().min_by_key(|known| distance(known))?;
    (distance(nearest) <= 2).then_some(*nearest)
}

/// An unknown name in XSD's namespace, or in a similar one.
fn unknown_datatype(iri: &str) -> Option<Said> {
    let said = |title: String, name: Option<&str>| {
        let help = name.map(|name| LintHelp::Words(format!("did you mean `xsd:{name}`?")));
        Some(("unknown-datatype", title, help))
    };
    if let Some(name) = iri.strip_prefix(datatypes::NAMESPACE) {
        // The namespace itself is named, too.
        if name.is_empty() || Datatype::named(name).is_some() {
            return None;
        }
        return said(
            format!("XSD has no datatype `{name}`"),
            Datatype::like(name),
        );
    }
    let namespace = datatypes::NAMESPACE.trim_end_matches('#');
    let name = iri
        .strip_prefix(namespace)
        .or_else(|| iri.strip_prefix(&namespace.replace("http:", "https:")))?
        .trim_start_matches(['#', '/']);
    let datatype = Datatype::named(name)?;
    said(
        format!(
            "<{iri}> is not in the namespace of XSD, <{}>",
            datatypes::NAMESPACE
        ),
        Some(datatype.name),
    )
}
