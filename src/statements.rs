//! From a document's bytes to statements.
//!
//! Invariant: memory holds the statement at hand and a buffer, never the document; and the statements found do not depend
//! on how the bytes arrive. A statement is taken only when no text that could follow would change it.

mod faults;
mod ill_formed;
mod parts;
mod skip;
#[cfg(test)]
mod tests;
#[cfg(feature = "reference")]
mod whole;

pub(crate) use parts::Heads;

#[cfg(feature = "loaded-grammars")]
use crate::Production;
use crate::engine::{
    self, EngineFailure, Follows, LeadingTrivia, MUCH_TRIVIA, Reply, Scope, Settings,
};
use crate::input::{Input, Rest, Slice, is_pause, pause, private};
use crate::position::Origin;
use crate::provenance::Kept;
use crate::surroundings;
use crate::tokens::Tokens;
use crate::tree::{Shape, Tree, TreeBuffer};
use crate::{Dialect, Error, Position, SyntaxError, SyntaxErrorKind};
use parts::{Large, Stage};
#[cfg(feature = "loaded-grammars")]
use runtime::Span;
use skip::Skip;
use std::fmt;
use std::io;
#[cfg(feature = "reference")]
use whole::WholeReading;

/// Reads all of a text by the start rule of the dialect's grammar.
pub(crate) fn read_whole<T>(
    text: &str,
    settings: &Settings,
    read: impl FnOnce(Tree<'_>) -> T,
) -> Result<T, Error> {
    let mut statements = Statements::new(Slice::from(text), settings.clone());
    statements.skip_byte_order_mark();
    let text = private::InputText::text(&statements.input);
    match engine::document(settings, text, &mut statements.tree) {
        Ok(()) => Ok(read(statements.tree())),
        Err(failure) => Err(statements.failure(*failure).into()),
    }
}

/// The error of a text, in any language, that is read as a whole.
#[cfg(feature = "loaded-grammars")]
pub(crate) fn syntax_error(text: &str, failure: EngineFailure) -> SyntaxError {
    let mut text = Statements::of_any_language(Slice::from(text));
    text.failure(failure).of_any_language()
}

/// The error of bytes that are read as a whole and are not text.
#[cfg(feature = "loaded-grammars")]
pub(crate) fn not_text(bytes: &[u8]) -> SyntaxError {
    let mut text = Statements::of_any_language(Slice::new(bytes));
    text.first_not_text().of_any_language()
}

/// The statements of one document, one after the other.
pub(crate) struct Statements<I> {
    input: I,
    settings: Settings,
    /// How many bytes of the document come before the text at hand.
    byte: u64,
    /// A position not far before that; from there, lines and columns are counted on request.
    counted: Position,
    /// Whether it is read as a whole.
    #[cfg(feature = "reference")]
    document: WholeReading,
    tree: TreeBuffer,
    /// Length of the statement in `tree`, in bytes of the text at hand; consumed when the caller wants the next one.
    taken: usize,
    /// Length of the rejected statement, up to the fault, in bytes of the text at hand.
    broken: usize,
    /// After a fault: how to look for the next statement.
    skip_from: Option<Skip>,
    /// Whether nothing was read since the latest fault.
    is_after_fault: bool,
    /// Up to this byte of the document no delimiter of a long string follows the latest fault.
    clear_of_strings: u64,
    /// Up to this byte of the document, no merge conflict ends that was looked for.
    clear_of_conflicts: u64,
    /// White space and comments before the statement at hand, if they were passed over.
    passed: Option<Passed>,
    /// Whether bytes that are not UTF-8 are let pass, with a warning.
    lets_replace: bool,
    /// The text of the statement that was found, with U+FFFD for such bytes.
    replaced: Option<String>,
    /// The faults of that kind that were let pass since the statement before.
    warnings: Vec<SyntaxError>,
    /// After a fault in white space or a comment: up to which byte of the document the next statement does not begin.
    has_told_of_trivia: Option<u64>,
    scope: Scope,
    opened: Opened,
    state: ReadingState,
    /// How many bytes a statement may have that is read whole.
    window: usize,
    stage: Stage,
    /// Where the text of a statement begins that is read part by part.
    begin: Option<Position>,
    tokens: TokenReading,
    /// Whether a byte order mark was read that no token has been made of.
    has_mark: bool,
    /// No statement is read that begins at this byte of the document, or after it.
    until: u64,
}

/// Not the text at hand, which can be a whole document.
impl<I> fmt::Debug for Statements<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Statements")
            .field("settings", &self.settings)
            .field("byte", &self.byte)
            .field("state", &self.state)
            .finish_non_exhaustive()
    }
}

/// Where the latest graph was opened.
#[derive(Clone, Copy, Debug, Default)]
struct Opened {
    /// The byte of its brace, if that was read here.
    byte: Option<u64>,
    /// Its line and column, once they are counted.
    position: Option<Position>,
}

/// White space and comments that were passed over as they were read, and are not at hand any more.
#[derive(Clone, Copy, Debug)]
struct Passed {
    /// Where they begin.
    from: Position,
    /// Whether the last of them is a comment that goes on.
    is_open: bool,
}

/// The construct that [`Statements::advance`] came upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Statement,
    /// A graph begins; the tree has its name, or nothing.
    GraphBegin,
    GraphEnd,
    /// The first part of a statement: the tree is a sequence of nodes, the subject, a verb, an object.
    FirstPart,
    /// More parts of the same statement: each is an object, or a verb and an object, or nothing.
    NextParts,
    /// The statement ends.
    PartsEnd,
}

impl Step {
    /// Whether it is one of a statement that is read part by part.
    #[inline]
    pub(crate) fn is_of_parts(self) -> bool {
        matches!(self, Self::FirstPart | Self::NextParts | Self::PartsEnd)
    }
}

/// Whether a document is read for its tokens: then white space and comments are not passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TokenReading {
    Unasked,
    Asked,
    /// The end of the document was handed out, too.
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadingState {
    /// Nothing is read yet: a byte order mark may come.
    Fresh,
    Reading,
    /// At the end of the document.
    AtEnd,
    /// Before that, after an error that nothing can follow.
    CutShort,
}

impl<I: Input> Statements<I> {
    pub(crate) fn new(input: I, settings: Settings) -> Self {
        Self {
            #[cfg(feature = "reference")]
            document: WholeReading::of(&settings),
            state: ReadingState::Fresh,
            ..Self::at(input, settings, Position::START, Scope::Outside, None)
        }
    }

    /// A text of no known dialect.
    #[cfg(feature = "loaded-grammars")]
    fn of_any_language(input: I) -> Self {
        let settings = Settings::new(crate::Dialect::Turtle12, Settings::NESTING_LIMIT);
        Self::new(input, settings)
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
            input,
            settings,
            byte: position.byte,
            counted: position,
            #[cfg(feature = "reference")]
            document: WholeReading::ByStatement,
            tree: TreeBuffer::default(),
            taken: 0,
            broken: 0,
            skip_from: None,
            is_after_fault: false,
            clear_of_strings: 0,
            clear_of_conflicts: 0,
            passed: None,
            lets_replace: false,
            replaced: None,
            warnings: Vec::new(),
            has_told_of_trivia: None,
            scope,
            opened: Opened {
                byte: None,
                position: opened,
            },
            state: ReadingState::Reading,
            window: usize::MAX,
            stage: Stage::Begin,
            begin: None,
            tokens: TokenReading::Unasked,
            has_mark: false,
            until: u64::MAX,
        }
    }

    /// Reads U+FFFD where bytes are not UTF-8, with a warning.
    pub(crate) fn let_replace(&mut self) {
        self.lets_replace = true;
    }

    pub(crate) fn dialect(&self) -> Dialect {
        self.settings.dialect
    }

    /// Reads no statement that begins at this byte of the document, or after it.
    pub(crate) fn end_before(&mut self, byte: u64) {
        self.until = byte;
    }

    /// Whether it may end before the document does.
    pub(crate) fn ends_early(&self) -> bool {
        self.until < u64::MAX
    }

    /// Reads statements that are larger than the settings' window part by part, for callers that need no whole trees.
    pub(crate) fn by_parts(self) -> Self {
        Self {
            window: self.settings.window_of_parts(),
            ..self
        }
    }

    /// Whether a statement has begun, and not ended.
    #[inline]
    pub(crate) fn is_within_statement(&self) -> bool {
        !matches!(self.stage, Stage::Begin) && self.stage.is_within()
    }

    /// The byte of the document where the search for the next statement begins, white space before it included.
    pub(crate) fn next_byte(&self) -> u64 {
        self.interrupted()
            .map_or(self.byte + self.taken as u64, |from| from.byte)
    }

    /// The position of [`next_byte`](Self::next_byte).
    pub(crate) fn next_position(&self) -> Position {
        self.interrupted()
            .unwrap_or_else(|| self.position().after(&self.input.text()[..self.taken]))
    }

    /// The text before that on its line, as far as it is in memory and errors show it.
    pub(crate) fn line_before_next(&self) -> String {
        let behind = self.input.behind();
        match self.interrupted() {
            None => surroundings::line_of_both(behind, &self.input.text()[..self.taken]),
            Some(from) => {
                let passed = (self.byte - from.byte) as usize;
                let before = behind.len().checked_sub(passed);
                let before = before.and_then(|length| behind.get(..length));
                surroundings::line_before(before.unwrap_or_default()).to_owned()
            }
        }
    }

    /// Where white space and comments began after which no statement has come yet.
    fn interrupted(&self) -> Option<Position> {
        let passed = self
            .passed
            .filter(|_| self.taken == 0 && self.skip_from.is_none());
        passed.map(|passed| passed.from)
    }

    /// The byte of the document at which the text of the latest statement begins.
    pub(crate) fn byte(&self) -> u64 {
        self.byte
    }

    /// Where in the document the next statement is.
    pub(crate) fn scope(&self) -> Scope {
        self.scope
    }

    /// Whether the next statement has to be searched for, after a fault.
    pub(crate) fn is_after_fault(&self) -> bool {
        self.skip_from.is_some()
    }

    /// Whether a fault was found, and no statement was read after it.
    pub(crate) fn has_read_nothing_since_fault(&self) -> bool {
        self.is_after_fault
    }

    /// Whether a fault has shown that no string begins for a while, which the next fault there would take into account.
    pub(crate) fn is_clear_of_strings(&self) -> bool {
        self.clear_of_strings > self.next_byte()
    }

    /// Whether the statements to be read end before the next one.
    fn ends_here(&self) -> bool {
        !self.is_within_statement()
            && !self.is_after_fault
            && !self.is_clear_of_strings()
            && self.next_byte() >= self.until
    }

    /// Where the bytes come from.
    pub(crate) fn input_mut(&mut self) -> &mut I {
        &mut self.input
    }

    /// Reads the next statement, or the beginning or end of a graph; `None` at the end of the document, and where the bytes end
    /// that were pushed so far.
    ///
    /// After an error, [`skip_fault`](Self::skip_fault) or [`finish`](Self::finish) says how to go on.
    ///
    /// A statement's tree has at least the nodes of this shape; with all nodes, it is read whole.
    #[inline]
    pub(crate) fn advance(&mut self, shape: Shape) -> Result<Option<Step>, Error> {
        if !I::IS_PUSHED {
            return self.read_next(shape);
        }
        if !self.input.is_ready() {
            return Ok(None);
        }
        match self.read_next(shape) {
            Err(Error::Io(error)) if is_pause(&error) => Ok(None),
            result => result,
        }
    }

    fn read_next(&mut self, shape: Shape) -> Result<Option<Step>, Error> {
        self.tree.shape = shape;
        self.leave_taken();
        if let Some(skip) = self.skip_from.take() {
            self.is_after_fault = true;
            self.skip(skip)?;
        }
        while self.has_text()? {
            #[cfg(feature = "reference")]
            if let WholeReading::Awaited = self.document {
                self.read_document()?;
            }
            if self.byte >= self.until && self.ends_here() {
                return Ok(None);
            }
            let cut = self.cut(shape);
            let found = self.ask(cut);
            if self.may_follow_much(&found) && self.pass_trivia()? {
                self.stage.begin();
                continue;
            }
            if I::IS_PUSHED {
                self.await_following(&found)?;
            }
            let is_ill_formed = self.input.ill_formed().is_some();
            if is_ill_formed {
                self.refuse_ill_formed(&found)?;
            }
            match found {
                Ok(Reply::Undecided) => self.read_on(cut)?,
                Ok(Reply::End) => self.state = ReadingState::AtEnd,
                Ok(found) => {
                    if let Some(step) = self.take(found)? {
                        if is_ill_formed && let Some(text) = self.replaced.take() {
                            self.take_replaced(text);
                        }
                        self.is_after_fault = false;
                        return Ok(Some(step));
                    }
                }
                Err(failure) => self.refuse(*failure)?,
            }
        }
        Ok(None)
    }

    /// Consumes the statement that the caller has seen.
    #[inline]
    fn leave_taken(&mut self) {
        if self.begin.is_some() {
            self.leave_large();
        }
        let taken = std::mem::take(&mut self.taken);
        self.consume(taken);
        // The text passed over is before the statement that was taken; before one that is still to come, if reading was
        // interrupted.
        if taken > 0 || self.skip_from.is_some() {
            self.passed = None;
            self.has_told_of_trivia = None;
        }
    }

    /// Makes sure that there is text at hand, if more follows; whether the document goes on.
    #[inline]
    fn has_text(&mut self) -> Result<bool, Error> {
        loop {
            if self.is_finished() {
                return Ok(false);
            }
            if self.passed.is_some_and(|passed| passed.is_open) {
                self.pass_trivia()?;
            }
            if !self.input.text().is_empty() {
                break;
            }
            match self.input.rest() {
                Rest::Unread => self.fill()?,
                // The fault was reported: the missing end of a graph that it left open is not a second error.
                Rest::End if self.is_after_fault => self.state = ReadingState::AtEnd,
                Rest::End => break,
            }
        }
        self.skip_byte_order_mark();
        Ok(true)
    }

    /// How many bytes of the text at hand an engine gets, if not all: a larger statement is read by parts.
    #[inline]
    fn cut(&self, shape: Shape) -> Option<usize> {
        let window = match (&self.stage, shape) {
            (Stage::Begin, Shape::Compact) => self.window,
            (stage, Shape::Compact) => stage.window(self.window),
            (_, Shape::Full) => usize::MAX,
        };
        (self.input.text().len() > window).then_some(window)
    }

    /// Asks the engine to read the beginning of the text at hand.
    #[inline]
    fn ask(&mut self, cut: Option<usize>) -> Result<Reply, Box<EngineFailure>> {
        #[cfg(feature = "reference")]
        if let WholeReading::Read(whole) = &mut self.document {
            return whole.next(self.settings.dialect, self.input.text(), &mut self.tree);
        }
        let text = self.input.text();
        let (text, follows) = match cut {
            Some(window) => (engine::beginning(text, window), Follows::Unread),
            None => (text, self.follows()),
        };
        let (settings, tree) = (&self.settings, &mut self.tree);
        match &self.stage {
            Stage::Begin => engine::next_statement(settings, self.scope, text, follows, tree),
            stage => engine::next(settings, stage.wanted(self.scope), text, follows, tree),
        }
    }

    /// Whether there may be much white space, or a long comment, before the statement that was found.
    #[inline]
    fn may_follow_much(&self, found: &Result<Reply, Box<EngineFailure>>) -> bool {
        match found {
            _ if self.tokens != TokenReading::Unasked => false,
            Ok(Reply::Statement { .. } | Reply::GraphBegin { .. } | Reply::GraphEnd { .. }) => {
                self.passed.is_some() || self.tree.span().start >= MUCH_TRIVIA
            }
            Ok(Reply::Undecided) | Err(_) => self.stage.is_begin(),
            Ok(Reply::End | Reply::Part { .. } | Reply::PartsEnd { .. }) => false,
        }
    }

    /// Pauses if not all text has been pushed that an error in the statement or part may show: it cannot be asked for later.
    fn await_following(&mut self, found: &Result<Reply, Box<EngineFailure>>) -> Result<(), Error> {
        let reached = match found {
            Ok(Reply::Undecided | Reply::End) => return Ok(()),
            Ok(found) => found.consumed(),
            Err(failure) => self.end_of(failure),
        };
        match self.require_following(reached) {
            true => Ok(()),
            false => Err(Error::Io(pause())),
        }
    }

    /// Takes the statement or part that was found; `None`, if the statement has to be read whole after all.
    #[inline]
    fn take(&mut self, found: Reply) -> Result<Option<Step>, Error> {
        let consumed = found.consumed();
        let step = match found {
            Reply::Statement { .. } => {
                if self.tree.span().len() > self.settings.statement_limit {
                    return Err(self.too_large());
                }
                Step::Statement
            }
            Reply::Part { .. } => return self.take_part(consumed),
            Reply::PartsEnd { .. } => {
                self.tree.clear();
                Step::PartsEnd
            }
            Reply::GraphBegin { .. } => {
                self.scope = Scope::InGraph;
                self.opened.byte = Some(self.byte + consumed as u64 - 1);
                self.opened.position = None;
                Step::GraphBegin
            }
            Reply::GraphEnd { .. } => {
                self.scope = Scope::Outside;
                Step::GraphEnd
            }
            Reply::End | Reply::Undecided => return Ok(None),
        };
        self.taken = consumed;
        self.stage.begin();
        Ok(Some(step))
    }

    /// Makes more text available to the engine, which could not decide.
    #[cold]
    fn read_on(&mut self, cut: Option<usize>) -> Result<(), Error> {
        match (cut, self.input.rest()) {
            (Some(window), _) => self.widen_window(window),
            (None, Rest::End | Rest::Unread) => self.fill()?,
        }
        Ok(())
    }

    /// The error that a failure is; `None` if the statement has to be read whole to know.
    #[cold]
    fn refuse(&mut self, failure: EngineFailure) -> Result<(), Error> {
        if let SyntaxErrorKind::StatementTooLarge { .. } = failure.kind {
            return Err(self.too_large());
        }
        if let Stage::First = self.stage {
            self.stage = Stage::Whole;
            return Ok(());
        }
        Err(self.end_at_fault(failure))
    }

    /// Forgets a statement that was read by parts, if it has ended.
    #[cold]
    fn leave_large(&mut self) {
        match &self.stage {
            Stage::Next(large) if large.is_over => self.stage.begin(),
            Stage::Replaced(_) => self.stage.begin(),
            _ => {}
        }
        if self.stage.is_begin() {
            self.begin = None;
        }
    }

    /// The statement at hand, or the part of it, has more bytes than it may have.
    #[cold]
    fn too_large(&mut self) -> Error {
        // The text before the statement does not belong to it.
        self.tree.clear();
        let start = engine::trivia(&self.settings, false, self.input.text()).length;
        self.end_at_fault(*EngineFailure::too_large(
            start,
            self.settings.statement_limit,
        ))
    }

    /// The error that ends the statement at hand.
    #[cold]
    fn end_at_fault(&mut self, failure: EngineFailure) -> Error {
        match &mut self.stage {
            Stage::Next(large) => large.end_at_fault(),
            stage => stage.begin(),
        }
        // A search for the next statement knows nothing of a tree that is at hand.
        #[cfg(feature = "reference")]
        if let WholeReading::Read(_) = self.document {
            self.finish();
        }
        self.failure(failure).into()
    }

    /// The statement is larger than the window of this number of bytes, or white space before it pushes its end out of the
    /// window.
    #[cold]
    fn widen_window(&mut self, window: usize) {
        let lead = engine::trivia(&self.settings, false, self.input.text()).length;
        self.stage = match self.window.saturating_add(lead) > window {
            true => Stage::Window { lead },
            false => Stage::First,
        };
    }

    /// Whether a part of a statement has more bytes than it may have.
    fn is_too_large(&self, consumed: usize) -> bool {
        let limit = self.settings.statement_limit;
        consumed > limit && {
            let lead = engine::trivia(&self.settings, false, self.input.text()).length;
            consumed - lead > limit
        }
    }

    /// Takes a part of a statement that was read; or does not, if the statement has to be read whole after all.
    #[cold]
    fn take_part(&mut self, consumed: usize) -> Result<Option<Step>, Error> {
        if self.is_too_large(consumed) {
            return Err(self.too_large());
        }
        if let Stage::Next(large) = &mut self.stage {
            large.reach(self.byte, || {
                origin(&self.input, self.byte, &self.counted).position()
            });
            let moved = large.take(self.input.text(), consumed);
            self.tree.move_on(moved);
            self.taken = consumed;
            return Ok(Some(Step::NextParts));
        }
        let text = self.input.text();
        let Some(open_lists) = engine::open_lists(&self.settings, self.scope, text) else {
            self.stage = Stage::Whole;
            return Ok(None);
        };
        let lead = self.tree.span().start;
        let large = Large::new(open_lists, self.position(), text, lead);
        self.begin = Some(self.statement_position());
        self.passed = None;
        self.stage = Stage::Next(Box::new(large));
        self.taken = consumed;
        Ok(Some(Step::FirstPart))
    }

    /// With which node of the tree each part of a statement begins, of those that were read together.
    pub(crate) fn parts(&self) -> &[u32] {
        self.tree.parts()
    }

    /// The beginning of the text of the tree at hand that precedes the part itself.
    pub(crate) fn kept(&self) -> Option<&Kept> {
        match &self.stage {
            Stage::Next(large) => large.kept(),
            _ => None,
        }
    }

    /// Keeps the subject and the predicate, which later parts need.
    pub(crate) fn keep(&mut self, heads: Heads) {
        // Positions in the parts to come are counted from near by.
        self.count();
        if let Stage::Next(large) = &mut self.stage {
            large.keep(heads, self.counted, self.input.text());
        }
    }

    /// Passes over white space and comments that the text at hand begins with, if there is much of it; whether it did.
    ///
    /// Once begun, it has to go on up to the next statement.
    fn pass_trivia(&mut self) -> Result<bool, Error> {
        /// The number of bytes that are looked at together: pest takes time in proportion to the text, and spans do not reach
        /// far.
        const WINDOW: usize = 64 * 1024;
        let mut has_passed = false;
        loop {
            let window = engine::beginning(self.input.text(), WINDOW);
            let is_last = window.len() == self.input.text().len();
            let is_open = self.passed.is_some_and(|passed| passed.is_open);
            let LeadingTrivia { length, is_open } = engine::trivia(&self.settings, is_open, window);
            if length == 0 || (self.passed.is_none() && length < MUCH_TRIVIA) {
                return Ok(has_passed);
            }
            let is_all = length == window.len();
            self.refuse_in_trivia(0..length)?;
            let from = match self.passed {
                Some(passed) => passed.from,
                None => self.position(),
            };
            self.passed = Some(Passed { from, is_open });
            self.consume(length);
            has_passed = true;
            if is_last || !is_all {
                return Ok(true);
            }
        }
    }

    fn fill(&mut self) -> Result<(), Error> {
        // The text before the read position may be gone then.
        self.count();
        let kept = self.kept_before();
        self.input.fill(kept).map_err(|error| {
            if error.kind() != io::ErrorKind::WouldBlock {
                self.finish();
            }
            Error::Io(error)
        })
    }

    /// How many bytes before the text at hand an error may need.
    fn kept_before(&self) -> usize {
        match &self.stage {
            Stage::Next(large) => (self.byte - large.near().position.byte) as usize,
            _ => 0,
        }
    }

    fn consume(&mut self, bytes: usize) {
        /// Counting in bulk is faster than counting each statement, but a position query must stay cheap.
        const UNCOUNTED: u64 = 16 * 1024;
        self.input.consume(bytes);
        self.byte += bytes as u64;
        if self.byte - self.counted.byte > UNCOUNTED {
            self.count();
        }
    }

    /// Counts lines and columns up to the text at hand.
    fn count(&mut self) {
        if self.opened.position.is_none() {
            self.opened.position = self.opened();
        }
        self.counted = self.position();
    }

    /// Where the graph at hand was opened, if the next statement is in one, and if that is known.
    pub(crate) fn opened(&self) -> Option<Position> {
        if self.scope == Scope::Outside {
            return None;
        }
        self.opened.position.or_else(|| {
            let brace = self.opened.byte?;
            let uncounted = (self.byte - self.counted.byte) as usize;
            let before = self.input.behind();
            let before = &before[before.len() - uncounted..];
            let after = brace.checked_sub(self.byte);
            Some(match after {
                Some(after) => self.position().after(&self.input.text()[..after as usize]),
                None => {
                    let length = brace.checked_sub(self.counted.byte)?;
                    self.counted.after(&before[..length as usize])
                }
            })
        })
    }

    fn follows(&self) -> Follows {
        match self.input.rest() {
            Rest::End => Follows::Nothing,
            Rest::Unread => Follows::Unread,
        }
    }

    fn origin(&self) -> Origin<'_> {
        origin(&self.input, self.byte, &self.counted)
    }

    fn skip_byte_order_mark(&mut self) {
        const MARK: char = '\u{FEFF}';
        if self.state == ReadingState::Fresh {
            self.state = ReadingState::Reading;
            if self.input.text().starts_with(MARK) {
                self.has_mark = true;
                self.consume(MARK.len_utf8());
                self.counted = self.position().at_line_start();
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
        let text = self.input.text();
        let text = match &self.stage {
            Stage::Next(large) => large.text(text),
            Stage::Replaced(replaced) => replaced,
            _ => text,
        };
        self.tree.tree(text).at(self.origin())
    }

    /// Reads the next statement, or part of one, for [its tokens](Self::tokens); whether there are any.
    pub(crate) fn advance_to_tokens(&mut self) -> Result<bool, Error> {
        if self.tokens == TokenReading::Over {
            return Ok(false);
        }
        self.tokens = TokenReading::Asked;
        let step = self.advance(Shape::Compact)?;
        Ok(step.is_some() || self.state == ReadingState::AtEnd)
    }

    /// The tokens of the step that was read, or the end of the document. What comes after the last token belongs to the next
    /// statement's first.
    pub(crate) fn tokens(&mut self) -> Tokens<'_> {
        let kept = match &self.stage {
            Stage::Next(large) => large.kept_length() as u32,
            _ => 0,
        };
        let text = self.input.text();
        let tokens = if self.state == ReadingState::AtEnd {
            self.tokens = TokenReading::Over;
            Tokens::end(text, self.byte)
        } else {
            let text = &text[..self.taken];
            let tokens = Tokens::new(text, self.tree.nodes(), kept, self.byte).up_to_last();
            self.taken = tokens.length();
            tokens
        };
        match std::mem::take(&mut self.has_mark) {
            true => tokens.after_mark(),
            false => tokens,
        }
    }

    /// An escape sequence that a grammar which was loaded takes for another one than the translator does.
    #[cfg(feature = "loaded-grammars")]
    pub(crate) fn escape_without_meaning(&self) -> Option<(Span, Production)> {
        let grammar = self.settings.grammar.as_ref()?;
        grammar.escape_without_meaning(self.tree())
    }

    /// Where the text at hand begins.
    pub(crate) fn position(&self) -> Position {
        self.origin().position()
    }

    /// Where the text of the latest statement begins, white space and comments before it included.
    pub(crate) fn statement_position(&self) -> Position {
        let passed = self.passed.map(|passed| passed.from);
        let before = self.begin.or(passed);
        before.unwrap_or_else(|| self.position())
    }

    /// Whether the document ends here.
    #[inline]
    pub(crate) fn is_finished(&self) -> bool {
        matches!(self.state, ReadingState::AtEnd | ReadingState::CutShort)
    }

    /// Whether it ends here though more of it may follow.
    pub(crate) fn is_cut_short(&self) -> bool {
        self.state == ReadingState::CutShort
    }

    /// Ends the document here, whatever follows.
    pub(crate) fn finish(&mut self) {
        self.state = ReadingState::CutShort;
    }
}

/// Where the text at hand begins: at this byte, after a position that is counted and not far before it.
#[inline]
fn origin<'s, I: Input>(input: &'s I, byte: u64, counted: &'s Position) -> Origin<'s> {
    Origin::new(counted, input.behind(), (byte - counted.byte) as usize)
}
