//! Batches of parts: many parts of a statement that is read part by part are read together.
//!
//! Invariant: the end of a batch depends on the document alone, and neither on the engine nor on how much of the text is there.
//! A batch ends where it is long enough, before a part that the grammar rejects, and before one that is too large to be read
//! with others.

use super::reading::{EngineFailure, Reply, Request};
use super::settings::Settings;
use crate::tree::TreeBuffer;

/// The size of a batch, in bytes.
#[derive(Clone, Copy)]
pub(super) struct PartBatch {
    enough: usize,
    most: usize,
}

impl PartBatch {
    /// Batches in a window: each is short to read again where its end has not arrived yet, and long beside the cost of beginning
    /// one.
    const IN_WINDOW: usize = 16;

    /// Whether the batch goes on with a part between these bytes. A part that is larger than a statement may be is alone.
    pub(super) fn takes(self, start: usize, end: usize) -> bool {
        start == 0 || end <= self.most
    }
}

/// Reads a batch. `take` reads the part that begins at a byte, and takes it if the batch does. Otherwise it keeps
/// nothing of the part, and says that the batch ends, unless the batch would begin with it.
///
/// # Errors
///
/// The first of `take`.
pub(super) fn read<E>(
    settings: &Settings,
    mut take: impl FnMut(PartBatch, usize) -> Result<Reply, E>,
) -> Result<Reply, E> {
    let batch = PartBatch {
        enough: settings.window / PartBatch::IN_WINDOW,
        most: settings.statement_limit,
    };
    let mut end = 0;
    loop {
        match take(batch, end)? {
            Reply::Part { consumed } => end += consumed,
            Reply::Undecided => return Ok(Reply::Undecided),
            found if end == 0 => return Ok(found),
            _ => break,
        }
        if end >= batch.enough {
            break;
        }
    }
    Ok(Reply::Part { consumed: end })
}

/// Reads a batch of parts, if these are wanted, with `one`, which reads the first of a text with an engine.
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
    let found = read(settings, |batch, start| match one(&text[start..], tree) {
        Ok(Reply::Part { consumed }) if batch.takes(start, start + consumed) => {
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
