//! Rows of parts: of a statement that is read part by part, many parts are read together.
//!
//! Invariant: it depends on the document alone where a row ends, and neither on the engine nor on how much of the text is there.
//! It ends where it is long enough, before a part that the grammar rejects, and before one that is too large to be read
//! with others.

use super::reading::{EngineFailure, Reply, Request};
use super::settings::Settings;
use crate::tree::TreeBuffer;

/// How long a row becomes.
#[derive(Clone, Copy)]
pub(super) struct PartBatch {
    enough: usize,
    most: usize,
}

impl PartBatch {
    /// So many rows are in a window: that is little to read again where the end of one has not arrived yet, and much beside what
    /// it takes to begin one.
    const IN_WINDOW: usize = 16;

    /// Whether the row goes on with a part between these bytes. A part that is larger than a statement may be stands alone.
    pub(super) fn takes(self, start: usize, end: usize) -> bool {
        start == 0 || end <= self.most
    }
}

/// Reads a row. `take` reads the part that begins at a byte, and takes it if the row does; of what is not taken it keeps
/// nothing, and says that the row ends, unless the row would begin with it.
///
/// # Errors
///
/// The first of `take`.
pub(super) fn read<E>(
    settings: &Settings,
    mut take: impl FnMut(PartBatch, usize) -> Result<Reply, E>,
) -> Result<Reply, E> {
    let row = PartBatch {
        enough: settings.window / PartBatch::IN_WINDOW,
        most: settings.statement_limit,
    };
    let mut end = 0;
    loop {
        match take(row, end)? {
            Reply::Part { consumed } => end += consumed,
            Reply::Undecided => return Ok(Reply::Undecided),
            found if end == 0 => return Ok(found),
            _ => break,
        }
        if end >= row.enough {
            break;
        }
    }
    Ok(Reply::Part { consumed: end })
}

/// Reads a row of parts, if these are wanted, with an engine that reads what stands at the beginning of a text, `one`.
pub(super) fn read_with(
    settings: &Settings,
    wanted: Request<'_>,
    text: &str,
    tree: &mut TreeBuffer,
    mut one: impl FnMut(&str, &mut TreeBuffer) -> Result<Reply, Box<EngineFailure>>,
) -> Result<Reply, Box<EngineFailure>> {
    let Request::NextParts(..) = wanted else {
        return one(text, tree);
    };
    let mut parts = TreeBuffer::default();
    let found = read(settings, |row, start| match one(&text[start..], tree) {
        Ok(Reply::Part { consumed }) if row.takes(start, start + consumed) => {
            parts.append_part(tree, start);
            Ok(Reply::Part { consumed })
        }
        Ok(Reply::Undecided) => Ok(Reply::Undecided),
        found if start == 0 => found,
        _ => Ok(Reply::End),
    })?;
    if let Reply::Part { .. } = found {
        tree.take_parts(parts);
    }
    Ok(found)
}
