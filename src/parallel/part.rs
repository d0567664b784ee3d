//! What the caller's work sees: some statements of a document, one after the other.

use super::alone::Alone;
use super::point::Point;
use super::source::Block;
use super::syntax::{Trees, text_of};
use crate::engine::Settings;
use crate::position::Origin;
use crate::surroundings::AtHand;
use crate::translate::{Nobody, Sink, Translator};
use crate::{Dialect, Error, Position, Provenance, SyntaxError};
use oxrdf::QuadRef;
use std::fmt;

/// Some statements of a document, one after the other, as [`Parser::parse_parallel`](crate::Parser::parse_parallel)
/// hands them to the work that is done on each such part.
///
/// It gives what [`Document`](crate::Document) gives of these statements: the same quads, with the same labels and
/// places, and the same errors. Statements that are not asked for are passed over.
#[derive(Debug)]
pub struct Part<'p>(Statements<'p>);

enum Statements<'p> {
    Parsed(Box<Parsed<'p>>),
    Alone(&'p mut dyn Alone),
}

impl fmt::Debug for Statements<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Statements").finish_non_exhaustive()
    }
}

impl<'p> Part<'p> {
    pub(super) fn alone(document: &'p mut dyn Alone) -> Self {
        Self(Statements::Alone(document))
    }

    pub(super) fn parsed(parsed: Parsed<'p>) -> Self {
        Self(Statements::Parsed(Box::new(parsed)))
    }

    /// Whether one thread reads it, since nobody else could.
    #[cfg(test)]
    pub(super) fn is_alone(&self) -> bool {
        matches!(self.0, Statements::Alone(_))
    }

    /// Hands `sink` each quad of the part's next statement; none at the end of the part.
    ///
    /// # Errors
    ///
    /// Those of [`Document::next_statement`](crate::Document::next_statement). After one the document ends, and so does the
    /// part, unless the parser was told to [go on](crate::Parser::continue_after_errors).
    pub fn next_statement(
        &mut self,
        mut sink: impl FnMut(QuadRef<'_>, &Provenance<'_>),
    ) -> Option<Result<(), Error>> {
        match &mut self.0 {
            Statements::Parsed(parsed) => parsed.next_statement(&mut sink),
            Statements::Alone(document) => document.next_statement(&mut sink),
        }
    }

    /// Says of the part's next statement whether it conforms; none at the end of the part.
    ///
    /// # Errors
    ///
    /// Those of [`Document::check_statement`](crate::Document::check_statement); after one, all is as with
    /// [`next_statement`](Self::next_statement).
    pub fn check_statement(&mut self) -> Option<Result<(), Error>> {
        match &mut self.0 {
            Statements::Parsed(parsed) => parsed.next_statement(&mut Nobody),
            Statements::Alone(document) => document.check_statement(),
        }
    }

    /// Hands `sink` each quad of the rest of the part.
    ///
    /// # Errors
    ///
    /// The first one of [`next_statement`](Self::next_statement). To go on after it, call it again, with a parser that
    /// was told to.
    pub fn for_each_quad(
        &mut self,
        mut sink: impl FnMut(QuadRef<'_>, &Provenance<'_>),
    ) -> Result<(), Error> {
        while let Some(result) = self.next_statement(&mut sink) {
            result?;
        }
        Ok(())
    }

    /// Passes over what was not asked for, and says where the part ends; none if the document ends with an error in it.
    pub(super) fn finish(mut self) -> Option<Point> {
        while self.check_statement().is_some() {}
        match self.0 {
            Statements::Parsed(parsed) => parsed.end(),
            Statements::Alone(_) => None,
        }
    }
}

/// Statements whose trees are known.
pub(super) struct Parsed<'p> {
    dialect: Dialect,
    text: &'p str,
    trees: &'p Trees,
    /// How many of the statements were handed out.
    passed: usize,
    /// A position before the next statement, and how many bytes of the text are before it: lines are counted from there.
    counted: (Position, usize),
    start: Position,
    translator: Translator,
    continues_after_errors: bool,
    is_over: bool,
}

impl<'p> Parsed<'p> {
    pub(super) fn new(
        block: &'p Block,
        trees: &'p Trees,
        start: Point,
        continues_after_errors: bool,
        settings: &Settings,
    ) -> Self {
        Self {
            dialect: settings.dialect,
            text: text_of(&block.bytes),
            trees,
            passed: 0,
            counted: (start.position, 0),
            start: start.position,
            translator: Translator::in_graph(settings, start.state, start.graph),
            continues_after_errors,
            is_over: false,
        }
    }

    fn next_statement(&mut self, sink: &mut impl Sink) -> Option<Result<(), Error>> {
        /// To count many bytes at once is faster than to count each statement.
        const UNCOUNTED: usize = 16 * 1024;
        if self.is_over {
            return None;
        }
        let (step, start, tree) = self.trees.get(self.passed, self.text)?;
        self.passed += 1;
        let (position, counted) = &mut self.counted;
        if start - *counted > UNCOUNTED {
            position.advance(&self.text[*counted..start]);
            *counted = start;
        }
        let origin = Origin::new(*position, &self.text[*counted..start]);
        let result = self.translator.step(step, tree.at(origin), sink);
        Some(result.map_err(|fault| {
            self.is_over = !self.continues_after_errors;
            let span = fault.span;
            let at_hand = AtHand {
                dialect: self.dialect,
                behind: &self.text[..start],
                text: tree.text(),
                position: origin.position(),
                statement: tree.root().span().start as usize,
            };
            let resume = span.start as usize;
            SyntaxError::new(
                fault.kind,
                at_hand,
                span.into(),
                Some(fault.production),
                resume,
            )
            .into()
        }))
    }

    fn end(self) -> Option<Point> {
        if self.is_over {
            return None;
        }
        Some(Point {
            position: self.start.of_part(self.trees.end),
            place: self.trees.end_place,
            graph: self.translator.graph().cloned(),
            state: self.translator.state,
        })
    }
}
