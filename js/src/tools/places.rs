//! Places of a document: of a text, counted as JavaScript does; of bytes, in bytes.

use serde::Serialize;
use std::cell::Cell;
use std::ops::Range;
use turtle_peg::Position;

/// A place, as `lib/tools.ts` describes it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    line: u64,
    column: u64,
    end_line: u64,
    end_column: u64,
    start: usize,
    end: usize,
}

/// How places of a document are counted.
pub trait Count {
    /// How much is before this byte, which begins a character.
    fn of_byte(&self, byte: u64) -> usize;
}

/// In bytes.
pub struct InBytes;

impl Count for InBytes {
    fn of_byte(&self, byte: u64) -> usize {
        byte.try_into().unwrap_or(usize::MAX)
    }
}

impl Place {
    pub fn new(start: Position, end: Position, places: &dyn Count) -> Self {
        Self {
            line: start.line,
            column: start.utf16_column(),
            end_line: end.line,
            end_column: end.utf16_column(),
            start: places.of_byte(start.byte),
            end: places.of_byte(end.byte),
        }
    }

    /// The place of these bytes, whose lines have to be counted first.
    pub fn of_bytes(bytes: Range<usize>, places: &Places<'_>) -> Self {
        let start = Position::START.after(&places.text[..bytes.start]);
        let end = start.after(&places.text[bytes]);
        Self::new(start, end, places)
    }
}

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

    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The byte at which the character begins that has this code unit; the end, if there are not as many.
    pub fn byte_of(&self, units: usize) -> usize {
        let mut before = 0;
        let character = self.text.char_indices().find(|(_, character)| {
            before += character.len_utf16();
            before > units
        });
        character.map_or(self.text.len(), |(byte, _)| byte)
    }
}

impl Count for Places<'_> {
    fn of_byte(&self, byte: u64) -> usize {
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
