//! Schemes of IRIs, which can be mistaken for prefixes.

const SCHEMES: &[&str] = &["file", "ftp", "http", "https", "mailto", "tel", "urn"];

/// Whether an apparent prefix is more likely the scheme of an IRI.
///
/// ```
/// use turtle_peg::diagnosis::is_scheme;
///
/// assert!(is_scheme("https") && !is_scheme("foaf"));
/// ```
pub fn is_scheme(prefix: &str) -> bool {
    SCHEMES.contains(&prefix)
}
