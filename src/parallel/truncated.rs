//! A slice whose continuation cannot be read here.

use crate::input::{Rest, private};
use crate::surroundings::Following;
use std::io;

/// A part of a document, followed by more that is not available here: reading it fails.
#[derive(Debug)]
pub(super) struct Truncated<'t> {
    text: &'t str,
    /// The read position.
    start: usize,
}

impl<'t> Truncated<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, start: 0 }
    }
}

impl private::InputText for Truncated<'_> {
    fn text(&self) -> &str {
        &self.text[self.start..]
    }

    fn behind(&self) -> &str {
        &self.text[..self.start]
    }

    fn around(&self, before: usize) -> (&str, &str) {
        self.text.split_at(self.start - before)
    }

    fn rest(&self) -> Rest {
        Rest::Unread
    }

    fn not_text(&self) -> &[u8] {
        &[]
    }

    fn consume(&mut self, bytes: usize) {
        self.start += bytes;
    }

    fn fill(&mut self, _: usize) -> io::Result<()> {
        Err(io::ErrorKind::WouldBlock.into())
    }

    fn has_following(&self, _: Following, _: usize) -> bool {
        true
    }

    fn fill_following(&mut self, _: Following, _: usize, _: usize) {}
}
