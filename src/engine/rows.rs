//! Rows of parts: of a statement that is read part by part, many parts are read together.
//!
//! Invariant: it depends on the document alone where a row ends, and neither on the engine nor on how much of the text is there.
//! It ends where it is long enough, before a part that the grammar rejects, and before one that is too large to be read
//! with others.

use super::reading::{Failure, Found, Wanted};
use super::settings::Settings;
use crate::tree::TreeBuffer;

/// How long a row becomes.
#[derive(Clone, Copy)]
pub(super) struct Row {
    enough: usize,
    most: usize,
}

impl Row {
    /// So many rows are in a window: that is little to read again where the end of one has not arrived yet, and much beside what
    /// it takes to begin one.
    const IN_WINDOW: usize = 16;

    pub(super) fn of(settings: &Settings) -> Self {
        Self {
            enough: settings.window / Self::IN_WINDOW,
            most: settings.statement_limit,
        }
    }

    /// Whether the row goes on with a part that ends at `end`; it has so many bytes so far. A part that is larger than a
    /// statement may be stands alone.
    pub(super) fn takes(self, so_far: usize, end: usize) -> bool {
        so_far == 0 || end <= self.most
    }

    pub(super) fn is_full(self, so_far: usize) -> bool {
        so_far >= self.enough
    }
}

/// Reads a row of parts, if these are wanted, with an engine that reads one at a time, `one`.
pub(super) fn read(
    settings: &Settings,
    wanted: Wanted<'_>,
    text: &str,
    tree: &mut TreeBuffer,
    mut one: impl FnMut(&str, &mut TreeBuffer) -> Result<Found, Failure>,
) -> Result<Found, Failure> {
    let Wanted::NextParts(..) = wanted else {
        return one(text, tree);
    };
    let row = Row::of(settings);
    let mut parts = TreeBuffer::default();
    let mut so_far = 0;
    loop {
        match one(&text[so_far..], tree) {
            Ok(Found::Part { consumed }) if row.takes(so_far, so_far + consumed) => {
                parts.append_part(tree, so_far);
                so_far += consumed;
                if row.is_full(so_far) {
                    break;
                }
            }
            Ok(Found::Undecided) => return Ok(Found::Undecided),
            found if so_far == 0 => return found,
            _ => break,
        }
    }
    tree.take_parts(parts);
    Ok(Found::Part { consumed: so_far })
}
