//! What the name of a file says of what is in it.
//!
//! Invariant: case does not matter, and neither does an extension that says how a file is compressed: whether it is, its
//! first bytes tell.

use std::path::Path;
use turtle_peg::Dialect;

/// What an extension stands for.
pub struct Named {
    pub dialect: Dialect,
    /// Why the document may not be what it is taken for.
    pub warning: Option<&'static str>,
}

/// The extensions that are known, for messages.
pub const KNOWN: &str = ".ttl, .turtle, .nt, .trig, .nq, .ttls or .n3";

const COMPRESSED: [&str; 4] = ["gz", "bz2", "zst", "xz"];

/// What the extension of a file stands for; none if it is not known.
pub fn named(path: &Path) -> Option<Named> {
    let stem;
    let path = match lower_case_extension(path) {
        Some(extension) if COMPRESSED.contains(&extension.as_str()) => {
            stem = path.with_extension("");
            &stem
        }
        _ => path,
    };
    let (extension, warning) = match lower_case_extension(path)?.as_str() {
        "turtle" => ("ttl".to_owned(), None),
        "ttls" => (
            "ttl".to_owned(),
            Some(
                "read as RDF 1.2 Turtle; what .ttls stood for, Turtle-star, means something else by `<< >>`",
            ),
        ),
        "n3" => (
            "ttl".to_owned(),
            Some("read as Turtle; Notation3 has more, such as formulas and rules"),
        ),
        other => (other.to_owned(), None),
    };
    let dialect = Dialect::from_extension(&extension)?;
    Some(Named { dialect, warning })
}

fn lower_case_extension(path: &Path) -> Option<String> {
    Some(path.extension()?.to_str()?.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn extensions_are_known_in_any_case_and_behind_those_of_compression() {
        for (name, expected) in [
            ("a.ttl", Some(Dialect::Turtle12)),
            ("a.TTL", Some(Dialect::Turtle12)),
            ("a.b.Turtle", Some(Dialect::Turtle12)),
            ("a.ttls", Some(Dialect::Turtle12)),
            ("a.n3", Some(Dialect::Turtle12)),
            ("a.NT.Gz", Some(Dialect::NTriples12)),
            ("a.trig.bz2", Some(Dialect::TriG12)),
            ("a.nq.zst", Some(Dialect::NQuads12)),
            ("a.ttl.gz.xz", None),
            ("a.gz", None),
            ("ttl", None),
            (".ttl", None),
            ("a.rdf", None),
        ] {
            let found = named(Path::new(name)).map(|it| it.dialect);
            assert_eq!(found, expected, "{name}");
        }
        assert!(named(Path::new("a.n3")).is_some_and(|it| it.warning.is_some()));
    }
}
