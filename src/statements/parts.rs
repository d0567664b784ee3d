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
//!    that are open began, and their states ([`OpenTriples`](crate::engine::OpenTriples)); and the text before a fault that an
//!    error shows.
//! 7. A batch's tree is one node beside the other, in the text [`Kept`] and the parts together. So spans and texts of terms are
//!    those of the statement, but for the text left out between the two.
//! 8. After a fault of RDF the parts up to the statement's end are passed over; after one of grammar, the search for the next
//!    statement is as after any other.

use super::large::{Heads, Large};
use super::lead::Lead;
use super::state::{Manner, ReadingState};
use super::{Statements, Step};
use crate::Error;
use crate::engine;
use crate::input::Input;
use crate::provenance::Kept;

impl Statements<dyn Input + '_> {
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
        let Some(open_triples) = engine::open_triples(&self.settings, self.scope(), text) else {
            self.state.set_manner(Manner::Whole);
            return None;
        };
        let before = self.tree.span().start;
        let large = Box::new(Large::new(open_triples, self.position(), text, before));
        self.lead = Lead::of_parts(self.statement_position());
        self.state = ReadingState::Parts { length, large };
        Some(Step::FirstPart)
    }

    fn take_next_parts(&mut self, mut large: Box<Large>, length: usize) -> Step {
        large.reach(self.byte(), || self.position());
        let moved = large.take(self.at_hand.text(), length);
        self.tree.move_on(moved);
        self.state = ReadingState::Parts { length, large };
        Step::NextParts
    }

    #[cold]
    pub(super) fn take_end_of_parts(&mut self, length: usize) -> Step {
        self.tree.clear();
        self.state = ReadingState::PartsEnd { length };
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
            ReadingState::Parts { large, .. } => large.kept(),
            _ => None,
        }
    }

    /// Keeps the subject and the predicate, which later parts need.
    pub(crate) fn keep(&mut self, heads: Heads) {
        // Positions in the parts to come are counted from near by.
        let position = self.at_hand.count();
        if let ReadingState::Parts { large, .. } = &mut self.state {
            large.keep(heads, position, self.at_hand.text());
        }
    }
}
