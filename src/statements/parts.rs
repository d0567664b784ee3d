//! Statements that are too large for memory: they are read part by part.
//!
//! 1. A statement is read whole if that takes no more than a window of the text, from its first character on. So it depends on
//!    the document alone which are read by parts, and not on how the bytes arrive.
//! 2. The *first part* of the others is the subject, the first verb and the first object, with its annotation. Each *next part*
//!    is a separator, `,` or `;` and a verb, and one object more. Rules of the kind `entry` define a part; it ends before the
//!    next separator. A part is not cut further, however long a collection is.
//! 3. A statement without a second object is read whole.
//! 4. Next parts are read in batches of a sixteenth of the window: to begin anew takes longer than to read most parts. A batch
//!    ends before a part that breaks the grammar, and depends on the document alone.
//! 5. The triples of a batch are handed out before the next batch is read. So a fault in a statement that is read by parts comes
//!    after the triples of the batches before it; and RDF's objections to one of these are reported first.
//! 6. Kept for the next batch: the subject and the predicate, in the [`Kept`] text; where the productions
//!    that are open began, and their states ([`OpenLists`]); and the text before a fault that an error shows.
//! 7. A batch's tree is one node beside the other, in the text [`Kept`] and the parts together. So spans and texts of terms are
//!    those of the statement, but for the text left out between the two.
//! 8. After a fault of RDF the parts up to the statement's end are passed over; after one of grammar, the search for the next
//!    statement is as after any other.

use super::lead::Lead;
use super::state::{Manner, State};
use super::{Statements, Step};
use crate::engine::{self, OpenLists};
use crate::error::OpenProduction;
use crate::input::Input;
use crate::provenance::Kept;
use crate::surroundings::Surroundings;
use crate::{Error, Position};
use runtime::Span;

impl<I: Input> Statements<I> {
    /// Takes a part of a statement that was read; or does not, if the statement has to be read whole after all.
    #[cold]
    pub(super) fn take_part(&mut self, length: usize) -> Result<Option<Step>, Error> {
        if self.is_too_large(length) {
            return Err(self.too_large());
        }
        Ok(match self.state.take_large() {
            Some(large) => Some(self.take_next_parts(large, length)),
            None => self.take_first_part(length),
        })
    }

    fn take_first_part(&mut self, length: usize) -> Option<Step> {
        let text = self.at_hand.text();
        let Some(open_lists) = engine::open_lists(&self.settings, self.scope(), text) else {
            self.state.set_manner(Manner::Whole);
            return None;
        };
        let before = self.tree.span().start;
        let large = Box::new(Large::new(open_lists, self.position(), text, before));
        self.lead = Lead::of_parts(self.statement_position());
        self.state = State::Parts { length, large };
        Some(Step::FirstPart)
    }

    fn take_next_parts(&mut self, mut large: Box<Large>, length: usize) -> Step {
        large.reach(self.byte(), || self.position());
        let moved = large.take(self.at_hand.text(), length);
        self.tree.move_on(moved);
        self.state = State::Parts { length, large };
        Step::NextParts
    }

    #[cold]
    pub(super) fn take_end_of_parts(&mut self, length: usize) -> Step {
        self.tree.clear();
        self.state = State::PartsEnd { length };
        Step::PartsEnd
    }

    /// Whether a part of a statement has more bytes than it may have.
    pub(super) fn is_too_large(&self, length: usize) -> bool {
        let limit = self.settings.statement_limit;
        length > limit && length - self.leading_trivia() > limit
    }

    /// With which node of the tree each part of a statement begins, of those that were read together.
    pub(crate) fn parts(&self) -> &[u32] {
        self.tree.parts()
    }

    /// The beginning of the text of the tree at hand that precedes the part itself.
    pub(crate) fn kept(&self) -> Option<&Kept> {
        match &self.state {
            State::Parts { large, .. } => large.kept(),
            _ => None,
        }
    }

    /// Keeps the subject and the predicate, which later parts need.
    pub(crate) fn keep(&mut self, heads: Heads) {
        // Positions in the parts to come are counted from near by.
        let position = self.at_hand.count();
        if let State::Parts { large, .. } = &mut self.state {
            large.keep(heads, position, self.at_hand.text());
        }
    }
}

/// A statement whose first part has been read.
pub(super) struct Large {
    pub(super) open_lists: OpenLists,
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
        mut open_lists: OpenLists,
        position: Position,
        text: &str,
        lead: usize,
    ) -> Self {
        OpenProduction::count(&mut open_lists.open, position, text);
        let begin = Near {
            position,
            statement: lead,
        };
        Self {
            open_lists,
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
        if let Some(list) = self.open_lists.open.last_mut() {
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
        let OpenLists { open, around, .. } = &self.open_lists;
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
