//! The `file:` IRIs of paths.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use std::io;
use std::path::{Component, Path};

/// The characters that RFC 3986, section 2.3, does not call unreserved.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// The `file:` IRI of a path (RFC 8089): the base IRI of a document that lies there, unless it says otherwise.
///
/// A relative path is taken from the current directory. The file need not exist; `..` is taken away as IRI
/// resolution does it, without a look at links.
///
/// ```
/// # #[cfg(unix)] {
/// use turtle_peg::{Dialect, Parser, file_iri};
///
/// let iri = file_iri("/tmp/a b/../über.ttl")?;
/// assert_eq!(iri, "file:///tmp/%C3%BCber.ttl");
/// let parser = Parser::new(Dialect::Turtle12).with_base_iri(iri)?;
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// The path is empty, or relative without a current directory.
pub fn file_iri(path: impl AsRef<Path>) -> io::Result<String> {
    let mut segments = Vec::new();
    for component in std::path::absolute(path)?.components() {
        match component {
            Component::RootDir | Component::CurDir => {}
            Component::ParentDir => {
                segments.pop();
            }
            Component::Prefix(_) | Component::Normal(_) => {
                let bytes = component.as_os_str().as_encoded_bytes();
                segments.push(percent_encode(bytes, RESERVED).to_string());
            }
        }
    }
    Ok(format!("file:///{}", segments.join("/")))
}
