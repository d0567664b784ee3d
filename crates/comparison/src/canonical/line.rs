//! A quad as it is hashed and written: a line of canonical N-Quads.

use oxrdf::QuadRef;
use turtle_peg::NQuadsWriter;

pub(super) fn line(quad: QuadRef<'_>) -> Vec<u8> {
    let mut line = Vec::new();
    // Writing to memory never fails.
    let mut writer = NQuadsWriter::new(&mut line).without_version();
    let _ = writer.write_quad(quad);
    line
}
