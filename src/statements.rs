//! From a document's bytes to statements.
//!
//! Invariant: memory holds the statement at hand and a buffer, never the document; and the statements found do not depend
//! on how the bytes arrive. The [states](ReadingState) of a reading are a type: combinations that cannot be do not compile.

mod awaited;
mod faults;
mod ill_formed;
mod large;
mod lead;
#[cfg(feature = "reference")]
mod other_languages;
mod parts;
mod search;
mod skip;
mod state;
mod steps;
#[cfg(test)]
mod tests;
mod text;
mod tokens;
mod whole;

pub(crate) use large::Heads;
#[cfg(feature = "reference")]
pub(crate) use other_languages::{not_text, syntax_error};
pub(crate) use steps::Step;

use crate::engine::{self, Scope, Settings};
use crate::input::{Input, Slice};
use crate::tree::{Tree, TreeBuffer};
use crate::{Dialect, Error, Position, Production, SyntaxError};
use lead::Lead;
use runtime::Span;
use search::SearchReach;
use state::{Course, Purpose, ReadingState};
use std::fmt;
use text::TextAtHand;

/// Reads all of a text by the start rule of the dialect's grammar.
pub(crate) fn read_whole<T>(
    text: &str,
    settings: &Settings,
    read: impl FnOnce(Tree<'_>) -> T,
) -> Result<T, Error> {
    let mut statements = Statements::new(Slice::from(text), settings.clone());
    statements.skip_byte_order_mark();
    let text = statements.at_hand.text();
    match engine::document(settings, text, &mut statements.tree) {
        Ok(()) => Ok(read(statements.tree())),
        Err(failure) => Err(statements.of_any_input_mut().failure(*failure).into()),
    }
}

/// The statements of one document, one after the other.
///
/// Their methods are compiled for each kind of input; but what few statements need, once, for [any input](Self::of_any_input).
pub(crate) struct Statements<I: ?Sized> {
    settings: Settings,
    /// How many bytes a statement may have that is read whole.
    window: usize,
    /// No statement is read that begins at this byte of the document, or after it.
    until: u64,
    purpose: Purpose,
    course: Course,
    state: ReadingState,
    /// The white space and comments before the statement at hand, or before the next one.
    lead: Lead,
    tree: TreeBuffer,
    /// The faults that were let pass since the statement before.
    warnings: Vec<SyntaxError>,
    searched: SearchReach,
    at_hand: TextAtHand<I>,
}

/// Not the text at hand, which can be a whole document.
impl<I: ?Sized> fmt::Debug for Statements<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Statements")
            .field("settings", &self.settings)
            .field("course", &self.course.name())
            .finish_non_exhaustive()
    }
}

impl<I: Input> Statements<I> {
    pub(crate) fn new(input: I, settings: Settings) -> Self {
        Self {
            course: Course::Fresh,
            ..Self::at(input, settings, Position::START, Scope::Outside, None)
        }
    }

    /// The statements of a document from some place on, between two of them; in a graph, with where that was opened.
    pub(crate) fn at(
        input: I,
        settings: Settings,
        position: Position,
        scope: Scope,
        opened: Option<Position>,
    ) -> Self {
        Self {
            settings,
            window: usize::MAX,
            until: u64::MAX,
            purpose: Purpose::Statements {
                lets_replace: false,
            },
            course: Course::ByStatement,
            state: ReadingState::BEGIN,
            lead: Lead::NONE,
            tree: TreeBuffer::default(),
            warnings: Vec::new(),
            searched: SearchReach::default(),
            at_hand: TextAtHand::at(input, position, scope, opened),
        }
    }

    /// Reads statements that are larger than the settings' window part by part, for callers that need no whole trees.
    pub(crate) fn by_parts(self) -> Self {
        Self {
            window: self.settings.window_of_parts(),
            ..self
        }
    }

    /// Where the bytes come from.
    pub(crate) fn input_mut(&mut self) -> &mut I {
        &mut self.at_hand.input
    }

    /// Itself, for the methods that are compiled once.
    pub(crate) fn of_any_input(&self) -> &Statements<dyn Input + '_> {
        self
    }

    /// See [`of_any_input`](Self::of_any_input).
    pub(crate) fn of_any_input_mut<'i>(&'i mut self) -> &'i mut Statements<dyn Input + 'i> {
        self
    }
}

impl<I: Input + ?Sized> Statements<I> {
    /// Reads U+FFFD where bytes are not UTF-8, with a warning.
    pub(crate) fn let_replace(&mut self) {
        self.purpose = Purpose::Statements { lets_replace: true };
    }

    /// Reads no statement that begins at this byte of the document, or after it.
    pub(crate) fn end_before(&mut self, byte: u64) {
        self.until = byte;
    }

    pub(crate) fn dialect(&self) -> Dialect {
        self.settings.dialect
    }

    pub(crate) fn has_own_grammar(&self) -> bool {
        self.settings.has_own_grammar()
    }

    /// Whether it may end before the document does.
    pub(crate) fn ends_early(&self) -> bool {
        self.until < u64::MAX
    }

    /// Whether a statement has begun, and not ended.
    #[inline]
    pub(crate) fn is_within_statement(&self) -> bool {
        self.state.is_within_statement()
    }

    /// The byte of the document at which the text of the latest statement begins.
    #[inline]
    pub(crate) fn byte(&self) -> u64 {
        self.at_hand.byte()
    }

    /// Where the text at hand begins.
    pub(crate) fn position(&self) -> Position {
        self.at_hand.position()
    }

    /// Where in the document the next statement is.
    pub(crate) fn scope(&self) -> Scope {
        self.at_hand.scope()
    }

    /// Where the graph at hand was opened, if the next statement is in one, and if that is known.
    pub(crate) fn opened(&self) -> Option<Position> {
        self.at_hand.opened()
    }

    /// Whether the next statement has to be searched for, after a fault.
    pub(crate) fn is_lost(&self) -> bool {
        matches!(self.state, ReadingState::Lost(_))
    }

    /// Whether a fault was found, and no statement was read after it.
    pub(crate) fn is_after_fault(&self) -> bool {
        self.state.is_after_fault()
    }

    /// Whether a fault has shown that no string begins for a while, which the next fault there would take into account.
    pub(crate) fn is_clear_of_strings(&self) -> bool {
        self.searched.clear_of_strings > self.next_byte()
    }

    /// Whether the statements to be read end before the next one.
    fn ends_here(&self) -> bool {
        !self.is_within_statement()
            && !self.is_after_fault()
            && !self.is_clear_of_strings()
            && self.next_byte() >= self.until
    }

    fn skip_byte_order_mark(&mut self) {
        if let Course::Fresh = self.course {
            self.course = Course::after_mark(&self.settings);
            let has_mark = self.at_hand.skip_mark();
            if let Purpose::Tokens { is_after_mark } = &mut self.purpose {
                *is_after_mark = has_mark;
            }
        }
    }

    /// Whether the step that [`advance`](Self::advance) read has a tree.
    #[inline]
    pub(crate) fn has_tree(&self) -> bool {
        !self.tree.is_empty()
    }

    /// The tree of the step that [`advance`](Self::advance) read.
    #[inline]
    pub(crate) fn tree(&self) -> Tree<'_> {
        let text = self.at_hand.text();
        let text = match &self.state {
            ReadingState::Parts { large, .. } => large.text(text),
            ReadingState::Replaced { text, .. } => text,
            _ => text,
        };
        self.tree.tree(text).at(self.at_hand.origin())
    }

    /// An escape sequence that a grammar of one's own takes for another one than the translator does.
    pub(crate) fn escape_without_meaning(&self) -> Option<(Span, Production)> {
        let grammar = self.settings.grammar.as_ref()?;
        // A brace without a name has no tree.
        let leaves = (!self.tree.is_empty()).then(|| self.tree().leaves());
        leaves.into_iter().flatten().find_map(|leaf| {
            let (within, production) = grammar.escape_without_meaning(leaf.text())?;
            let [start, end] = [within.start, within.end].map(|at| leaf.span().start + at);
            Some((Span { start, end }, production))
        })
    }

    /// The faults that were let pass since the statement before.
    pub(crate) fn take_warnings(&mut self) -> Vec<SyntaxError> {
        std::mem::take(&mut self.warnings)
    }

    /// Whether the document ends here.
    #[inline]
    pub(crate) fn is_finished(&self) -> bool {
        self.course.is_finished()
    }

    /// Whether it ends here though more of it may follow.
    pub(crate) fn is_cut_short(&self) -> bool {
        matches!(self.course, Course::CutShort)
    }

    /// Ends the document here, whatever follows.
    pub(crate) fn finish(&mut self) {
        self.course = Course::CutShort;
    }
}
