//! Places of a text, counted as JavaScript does.

use std::cell::Cell;
use std::ops::Range;

/// Turns bytes of a text into UTF-16 code units.
///
/// Invariant: it goes on from the latest place, so that places near one another, as those of a document's faults are, cost what is
/// between them.
pub struct Places<'t> {
    text: &'t str,
    /// The latest place: in bytes, and in code units.
    latest: Cell<(usize, usize)>,
}

impl<'t> Places<'t> {
    pub fn new(text: &'t str) -> Self {
        Self {
            text,
            latest: Cell::new((0, 0)),
        }
    }

    /// The code units before this byte, which begins a character.
    pub fn of_byte(&self, byte: u64) -> usize {
        let byte = usize::try_from(byte).map_or(self.text.len(), |byte| byte.min(self.text.len()));
        let (from, units) = self.latest.get();
        let between =
            |bytes: Range<usize>| self.text[bytes].chars().map(char::len_utf16).sum::<usize>();
        let units = match byte < from {
            true => units - between(byte..from),
            false => units + between(from..byte),
        };
        self.latest.set((byte, units));
        units
    }
}
