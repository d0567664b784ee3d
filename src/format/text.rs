//! The text of a document while it is laid out.
//!
//! Invariant: a place is a byte of the document, whatever was forgotten before it.

/// To move the text that is left takes time for its length: this number of bytes has to come first.
const ENOUGH: usize = 256 * 1024;

/// The part of the document that is still needed, as it is: places in it are bytes of the document.
#[derive(Default)]
pub(super) struct DocumentText {
    text: String,
    /// How many bytes before it are forgotten.
    gone: usize,
    /// How many bytes were left when that happened last.
    left: usize,
}

impl DocumentText {
    /// The text of this length at a place.
    #[inline]
    pub(super) fn get(&self, start: usize, length: usize) -> &str {
        let start = start - self.gone;
        &self.text[start..start + length]
    }

    /// All of it from a place on.
    #[inline]
    pub(super) fn after(&self, place: usize) -> &str {
        &self.text[place - self.gone..]
    }

    /// The place after all that was read.
    pub(super) fn end(&self) -> usize {
        self.gone + self.text.len()
    }

    /// The text that is not forgotten.
    pub(super) fn kept(&self) -> &str {
        &self.text
    }

    /// The text, to add what comes next in the document.
    pub(super) fn extended(&mut self) -> &mut String {
        &mut self.text
    }

    /// Whether much was read since text was [forgotten](Self::forget).
    pub(super) fn is_full(&self) -> bool {
        self.text.len() - self.left >= ENOUGH
    }

    /// Forgets what is before this place.
    pub(super) fn forget(&mut self, place: usize) {
        self.text.drain(..place - self.gone);
        self.gone = place;
        self.left = self.text.len();
    }
}
