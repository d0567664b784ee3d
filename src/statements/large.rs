//! What is kept of a statement that is read part by part.
//!
//! Invariant: its memory follows the subject, the predicate and the part at hand, and not the statement.

use crate::Position;
use crate::engine::{self, OpenTriples};
use crate::error::OpenProduction;
use crate::provenance::Kept;
use crate::surroundings::Surroundings;
use runtime::Span;

/// A statement whose first part has been read.
pub(super) struct Large {
    pub(super) open_triples: OpenTriples,
    kept: Option<Kept>,
    /// The text of [`kept`](Self::kept), and the part at hand after it.
    text: String,
    /// Room for the predicate on its way there.
    predicate: String,
    /// Whether the tree at hand is one of that text: it is not the first part's.
    is_next: bool,
    /// A place before all text that an error in the part at hand shows, or where the statement begins.
    near: Near,
    /// Such a place for parts that come later.
    nearer: Near,
}

/// A place in a statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    pub(super) position: Position,
    /// How many bytes further on the statement begins, if it does.
    pub(super) statement: usize,
}

/// Where in the text of a part the heads of its triples are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heads {
    pub(crate) subject: Span,
    pub(crate) predicate: Span,
    /// Where the first object of the predicate begins.
    pub(crate) object: u32,
}

impl Large {
    /// From a statement's first part, in a text that begins at `position`, `lead` bytes before the statement.
    pub(super) fn new(
        mut open_triples: OpenTriples,
        position: Position,
        text: &str,
        lead: usize,
    ) -> Self {
        OpenProduction::count(&mut open_triples.open, position, text);
        let begin = Near {
            position,
            statement: lead,
        };
        Self {
            open_triples,
            kept: None,
            text: String::new(),
            predicate: String::new(),
            is_next: false,
            near: begin,
            nearer: begin,
        }
    }

    /// The beginning of the text of the tree at hand that precedes the part itself.
    pub(super) fn kept(&self) -> Option<&Kept> {
        self.kept.as_ref().filter(|_| self.is_next)
    }

    /// How many bytes that is.
    pub(super) fn kept_length(&self) -> usize {
        self.kept().map_or(0, |kept| kept.length as usize)
    }

    /// The text of the tree at hand; `text` is that of the document from the part on.
    pub(super) fn text<'t>(&'t self, text: &'t str) -> &'t str {
        match self.is_next {
            true => &self.text,
            false => text,
        }
    }

    /// Takes the first `part` bytes of `text`; returns the number of bytes to add to the places of its nodes.
    pub(super) fn take(&mut self, text: &str, part: usize) -> u32 {
        /// Names are looked at by words: a few bytes after one are as good as the end.
        const AFTER: usize = 32;
        self.is_next = true;
        let kept = self.kept_length();
        self.text.truncate(kept);
        self.text.push_str(engine::beginning(text, part + AFTER));
        kept as u32
    }

    /// Keeps the subject and the predicate of the part at hand for the next; `position` is where `text` begins.
    pub(super) fn keep(&mut self, heads: Heads, position: Position, text: &str) {
        let before = self.kept_length();
        let at = |start: u32| position.after(&text[..start as usize - before]);
        if let Some(list) = self.open_triples.open.last_mut() {
            list.start = at(heads.object);
        }
        self.predicate.clear();
        let predicate = heads.predicate.of(match self.is_next {
            true => &self.text,
            false => text,
        });
        self.predicate.push_str(predicate);
        let subject_at = match &self.kept {
            Some(kept) => kept.subject_at,
            None => at(heads.subject.start),
        };
        let predicate_at = at(heads.predicate.start);
        let subject = heads.subject.len() as u32;
        // The subject may be long, and stays where it is.
        if self.kept.is_none() {
            self.text.clear();
            self.text.push_str(heads.subject.of(text));
            self.text.push(' ');
        }
        self.text.truncate(subject as usize + 1);
        self.text.push_str(&self.predicate);
        self.text.push(' ');
        let kept = Kept {
            subject,
            subject_at,
            predicate: subject + 1,
            predicate_at,
            length: self.text.len() as u32,
        };
        self.kept = Some(kept);
    }

    /// The open productions, of which `before` began before the text at hand.
    pub(super) fn open(&self, before: usize) -> &[OpenProduction] {
        let OpenTriples { open, around, .. } = &self.open_triples;
        let count = before.saturating_sub(*around);
        &open[..count.min(open.len())]
    }

    /// Notes that a part begins at a byte of the document; `position` counts where that is.
    pub(super) fn reach(&mut self, byte: u64, position: impl FnOnce() -> Position) {
        if byte - self.nearer.position.byte > Surroundings::REACH as u64 {
            self.near = self.nearer;
            self.nearer = Near {
                position: position(),
                statement: 0,
            };
        }
    }

    pub(super) fn near(&self) -> Near {
        self.near
    }
}
