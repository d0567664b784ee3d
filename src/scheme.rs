//! What IRIs begin with, and people take for a prefix.

const SCHEMES: &[&str] = &["file", "ftp", "http", "https", "mailto", "tel", "urn"];

/// Whether what looks like a prefix is what an IRI begins with, more likely than not.
pub(crate) fn is_scheme(prefix: &str) -> bool {
    SCHEMES.contains(&prefix)
}
