//! The format that a file's name tells.
//!
//! Invariant: case does not matter. Only the name is looked at.

use std::path::Path;

/// The extensions of names of compressed files, for the formats gzip, bzip2, Zstandard and xz.
const COMPRESSED: [&str; 4] = ["gz", "bz2", "zst", "xz"];

/// The extension of a file's name that tells the format, in lower case and without its dot. Behind it may be one of compression.
pub(super) fn format_extension(path: &Path) -> Option<String> {
    let lower_case = |path: &Path| Some(path.extension()?.to_str()?.to_ascii_lowercase());
    let last = lower_case(path)?;
    match COMPRESSED.contains(&last.as_str()) {
        true => lower_case(&path.with_extension("")),
        false => Some(last),
    }
}
