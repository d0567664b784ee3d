//! What a file's name tells: its format, and how it is compressed.
//!
//! Invariant: case does not matter. Only the name is looked at.

use std::path::Path;

/// The extensions of names of compressed files, for the formats gzip, bzip2, Zstandard and xz.
const COMPRESSED: [&str; 4] = ["gz", "bz2", "zst", "xz"];

/// The extensions of a file's name, in lower case and without their dots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extensions {
    pub(crate) format: Option<String>,
    /// One of [`COMPRESSED`]; it is behind the other.
    pub(crate) compression: Option<&'static str>,
}

impl Extensions {
    pub(crate) fn of(path: &Path) -> Self {
        let lower_case = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
        let last = lower_case(path);
        let compression = COMPRESSED.iter().find(|it| Some(**it) == last.as_deref());
        Self {
            format: match compression {
                Some(_) => lower_case(&path.with_extension("")),
                None => last,
            },
            compression: compression.copied(),
        }
    }
}
