//! A quad as it is hashed and written: a line of canonical N-Quads.

use crate::NQuadsWriter;
use oxrdf::QuadRef;

pub(super) fn line(quad: QuadRef<'_>) -> Vec<u8> {
    let mut line = Vec::new();
    // Writing to memory never fails.
    let _ = NQuadsWriter::new(&mut line).write_quad(quad);
    line
}
