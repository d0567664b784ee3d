//! Parts of a document, as the caller's work gets them: some statements, one after the other.

use super::sequential::Sequential;
use super::source::TextBlock;
use super::syntax::{Trees, text_of};
use crate::checkpoint::Checkpoint;
use crate::position::Origin;
use crate::surroundings::{AtHand, Following, line_of_both};
use crate::translate::{
    Base, DeclarationCounts, Discard, DocumentState, Fault, OnWarning, Recipient, Translator,
    until_failure,
};
use crate::{Dialect, Error, GeneratedNodes, Parser, Position, Provenance, SyntaxError};
use oxrdf::QuadRef;
use std::cell::Cell;
use std::fmt;

/// Some statements of a document, one after the other, as [`Parser::parse_parallel`](crate::Parser::parse_parallel)
/// hands them to the caller's work.
///
/// It gives the results of [`Document`](crate::Document) for these statements: the same quads, with the same labels and
/// places, and the same errors.
///
/// Statements that are not asked for are passed over when the work returns, and so are their errors: nobody is told of
/// them. If the parser does not [go on](crate::Parser::with_recovery) after errors, the first ends the document all the
/// same. To hear of every error, ask until the last statement, and return the errors.
///
/// ```
/// use std::num::NonZeroUsize;
/// use turtle_peg::parallel::Part;
/// use turtle_peg::{Dialect, Error, Parser};
///
/// fn count(part: &mut Part<'_>) -> Result<usize, Error> {
///     let mut count = 0;
///     part.for_each_quad(|_, _| count += 1)?;
///     Ok(count)
/// }
///
/// let mut sum = 0;
/// let document: &[u8] = b"<x:s> <x:p> 1, 2 . <x:s> <x:q> 3 .";
/// Parser::new(Dialect::Turtle12).parse_parallel(document, NonZeroUsize::MIN, count, |count| {
///     count.map(|count| sum += count)
/// })?;
/// assert_eq!(sum, 3);
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct Part<'p> {
    statements: PartStatements<'p>,
    /// The counts before the latest statement.
    declared: DeclarationCounts,
    /// How many blank node labels were generated before it.
    generated: u64,
}

enum PartStatements<'p> {
    Parsed(Box<Parsed<'p>>),
    Sequential(&'p mut dyn Sequential),
}

impl fmt::Debug for PartStatements<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartStatements").finish_non_exhaustive()
    }
}

impl PartStatements<'_> {
    /// How things stand after the latest one.
    fn translator(&self) -> &Translator {
        match self {
            Self::Parsed(parsed) => &parsed.translator,
            Self::Sequential(document) => document.translator(),
        }
    }
}

impl<'p> Part<'p> {
    pub(super) fn sequential(document: &'p mut dyn Sequential) -> Self {
        Self::new(PartStatements::Sequential(document))
    }

    pub(super) fn parsed(parsed: Parsed<'p>) -> Self {
        Self::new(PartStatements::Parsed(Box::new(parsed)))
    }

    fn new(statements: PartStatements<'p>) -> Self {
        Self {
            declared: DeclarationCounts::of(statements.translator()),
            generated: u64::MAX,
            statements,
        }
    }

    /// The next statement; counts the declarations before it.
    fn step<S: Recipient>(
        &mut self,
        sink: &mut S,
        warn: OnWarning<'_>,
    ) -> Option<Result<(), Error>> {
        let translator = self.statements.translator();
        self.declared = DeclarationCounts::of(translator);
        self.generated = translator.state.labels.generated();
        match &mut self.statements {
            PartStatements::Parsed(parsed) => parsed.step(sink, warn),
            PartStatements::Sequential(document) if S::READS => {
                document.next_statement(&mut |quad, places| sink.take(quad, places), warn)
            }
            PartStatements::Sequential(document) => document.check_statement(warn),
        }
    }

    /// The blank nodes that were made for the latest statement; of one that is [read part by part](crate::Parser::with_window), those
    /// that the next part cannot mention.
    pub fn generated_nodes(&self) -> GeneratedNodes<'_> {
        let translator = self.statements.translator();
        let held = translator.held_label();
        GeneratedNodes::new(&translator.state.labels, self.generated, held)
    }

    /// Whether one thread reads it statement by statement.
    #[cfg(test)]
    pub(super) fn is_sequential(&self) -> bool {
        matches!(self.statements, PartStatements::Sequential(_))
    }

    /// Hands `sink` each quad of the part's next statement; `None` at the end of the part.
    ///
    /// If the statement is so large that it is [read part by part](crate::Parser::with_window), it hands over the next part.
    ///
    /// # Errors
    ///
    /// The errors of [`Document::next_statement`](crate::Document::next_statement). After one the document ends, and so does the
    /// part, unless the parser [goes on](crate::Parser::with_recovery).
    pub fn next_statement(
        &mut self,
        mut sink: impl FnMut(QuadRef<'_>, &Provenance<'_>),
    ) -> Option<Result<(), Error>> {
        self.step(&mut sink, None)
    }

    /// Reads the next statement, and hands `warn` each fault that a [lenient](crate::Parser::with_lenience) parser let pass.
    ///
    /// # Errors
    ///
    /// The errors of [`next_statement`](Self::next_statement).
    pub fn next_statement_with_warnings(
        &mut self,
        mut sink: impl FnMut(QuadRef<'_>, &Provenance<'_>),
        mut warn: impl FnMut(SyntaxError),
    ) -> Option<Result<(), Error>> {
        self.step(&mut sink, Some(&mut warn))
    }

    /// Says of the part's next statement whether it conforms; `None` at the end of the part.
    ///
    /// # Errors
    ///
    /// The errors of [`Document::check_statement`](crate::Document::check_statement); after one, all is as with
    /// [`next_statement`](Self::next_statement).
    pub fn check_statement(&mut self) -> Option<Result<(), Error>> {
        self.step(&mut Discard, None)
    }

    /// Checks the next statement, and hands `warn` each fault that a [lenient](crate::Parser::with_lenience) parser let pass.
    ///
    /// # Errors
    ///
    /// The errors of [`check_statement`](Self::check_statement).
    pub fn check_statement_with_warnings(
        &mut self,
        mut warn: impl FnMut(SyntaxError),
    ) -> Option<Result<(), Error>> {
        self.step(&mut Discard, Some(&mut warn))
    }

    /// Hands `sink` each quad of the rest of the part.
    ///
    /// # Errors
    ///
    /// The first one of [`next_statement`](Self::next_statement). To go on after it, call it again, with a parser that
    /// [continues](crate::Parser::with_recovery).
    pub fn for_each_quad(
        &mut self,
        mut sink: impl FnMut(QuadRef<'_>, &Provenance<'_>),
    ) -> Result<(), Error> {
        while let Some(result) = self.next_statement(&mut sink) {
            result?;
        }
        Ok(())
    }

    /// Hands each quad to a sink that can fail or stop, and returns at its first failure.
    ///
    /// The sink does not get another quad then. The rest of the same statement is read, and dropped.
    ///
    /// # Errors
    ///
    /// The first of the sink, or of [`next_statement`](Self::next_statement).
    pub fn try_for_each_quad<E: From<Error>>(
        &mut self,
        sink: impl FnMut(QuadRef<'_>, &Provenance<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        until_failure(sink, |sink| self.next_statement(sink))
    }

    /// The prefixes that the document has declared so far, and those of the [parser](crate::Parser::with_prefix), as
    /// [`Document::prefixes`](crate::Document::prefixes) gives them.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let text = "PREFIX : <http://example.org/> BASE <http://example.org/b/> :s :p <o> .";
    /// Parser::new(Dialect::Turtle12).parse_parallel(
    ///     text.as_bytes(),
    ///     NonZeroUsize::MIN,
    ///     |part| {
    ///         while part.check_statement().is_some() {}
    ///         assert!(part.prefixes().eq([("", "http://example.org/")]));
    ///         assert_eq!(part.base_iri(), Some("http://example.org/b/"));
    ///         assert!(!part.is_cut_short());
    ///     },
    ///     Ok::<_, turtle_peg::Error>,
    /// )?;
    /// # Ok::<_, turtle_peg::Error>(())
    /// ```
    pub fn prefixes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.statements.translator().state.namespaces.iter()
    }

    /// The base IRI as it stands.
    pub fn base_iri(&self) -> Option<&str> {
        let base = self.statements.translator().state.base.as_ref();
        base.map(Base::as_str)
    }

    /// The version label announced last, as [`Document::version`](crate::Document::version) gives it.
    pub fn version(&self) -> Option<&str> {
        self.statements.translator().state.version.as_deref()
    }

    /// Where syntax was first read in this part that RDF 1.2 adds to RDF 1.1: a triple term, something that reifies a triple, or a
    /// base direction; `None` if there was no such syntax.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let text = "VERSION \"1.2\"\n<x:s> <x:p> <x:o> {| <x:q> 1 |} .";
    /// Parser::new(Dialect::Turtle12).parse_parallel(
    ///     text.as_bytes(),
    ///     NonZeroUsize::MIN,
    ///     |part| {
    ///         while part.check_statement().is_some() {}
    ///         assert_eq!(part.newer_syntax().map(|place| (place.line, place.column)), Some((2, 19)));
    ///         assert_eq!(part.version(), Some("1.2"));
    ///     },
    ///     Ok::<_, turtle_peg::Error>,
    /// )?;
    /// # Ok::<_, turtle_peg::Error>(())
    /// ```
    pub fn newer_syntax(&self) -> Option<Position> {
        self.statements.translator().newer_syntax
    }

    /// Whether the document has ended in this part, and before all of it was read, as
    /// [`Document::is_cut_short`](crate::Document::is_cut_short) says of a document.
    pub fn is_cut_short(&self) -> bool {
        match &self.statements {
            PartStatements::Parsed(parsed) => parsed.is_over,
            PartStatements::Sequential(document) => document.is_cut_short(),
        }
    }

    /// Whether the last statement goes on: it is so large that it is
    /// [read part by part](crate::Parser::with_window), and not all of it was.
    pub fn is_within_statement(&self) -> bool {
        match &self.statements {
            // A block has whole statements.
            PartStatements::Parsed(_) => false,
            PartStatements::Sequential(document) => document.is_within_statement(),
        }
    }

    /// Where the latest statement ends, if that is at this byte or after it, and if it is known there how things stand: not before
    /// the last statement of a block.
    pub(super) fn checkpoint_from(&self, byte: u64) -> Option<Checkpoint> {
        match &self.statements {
            PartStatements::Parsed(parsed) => parsed.checkpoint_from(byte),
            PartStatements::Sequential(document) => document.checkpoint_from(byte),
        }
    }

    /// The prefix that the last statement declared, without its colon, and its namespace.
    ///
    /// `None` if it declared nothing; before the first statement; and at the end of the part.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let text = "PREFIX ex: <http://example.org/>\nex:s ex:p ex:o .\n";
    /// let mut declared = Vec::new();
    /// Parser::new(Dialect::Turtle12).parse_parallel(
    ///     text.as_bytes(),
    ///     NonZeroUsize::MIN,
    ///     |part| {
    ///         let mut declared = Vec::new();
    ///         while part.check_statement().is_some() {
    ///             let prefix = part.declared_prefix();
    ///             declared.extend(prefix.map(|(prefix, _)| prefix.to_owned()));
    ///             assert!(!part.is_within_statement());
    ///         }
    ///         declared
    ///     },
    ///     |part| {
    ///         declared.extend(part);
    ///         Ok::<_, turtle_peg::Error>(())
    ///     },
    /// )?;
    /// assert_eq!(declared, ["ex"]);
    /// # Ok::<_, turtle_peg::Error>(())
    /// ```
    pub fn declared_prefix(&self) -> Option<(&str, &str)> {
        self.declared.new_prefix(self.statements.translator())
    }

    /// The base IRI, if the last statement declared it, as [`Document::declared_base`](crate::Document::declared_base) gives it.
    pub fn declared_base(&self) -> Option<&str> {
        self.declared.new_base(self.statements.translator())
    }

    /// Passes over statements that were not asked for; returns where the part ends, or `None` if the document ends with an
    /// error in it.
    pub(super) fn finish(mut self) -> Option<Checkpoint> {
        while self.check_statement().is_some() {}
        match self.statements {
            PartStatements::Parsed(parsed) => parsed.end(),
            PartStatements::Sequential(_) => None,
        }
    }
}

/// Statements whose trees are known.
pub(super) struct Parsed<'p> {
    dialect: Dialect,
    following: Following,
    text: &'p str,
    trees: &'p Trees,
    /// How many of the statements were handed out.
    passed: usize,
    /// A position before the next statement, and how many bytes of the text are before it: lines are counted from there.
    counted: (Position, usize),
    start: Position,
    /// The text before it on its first line, as far as errors show it.
    line: String,
    /// Where the graph was opened that the part begins in.
    opened: Option<Position>,
    translator: Translator,
    continues_after_errors: bool,
    is_lenient: bool,
    is_over: bool,
}

impl<'p> Parsed<'p> {
    pub(super) fn new(
        parser: &Parser,
        block: &'p TextBlock,
        trees: &'p Trees,
        start: Checkpoint,
    ) -> Self {
        Self {
            dialect: parser.dialect(),
            following: parser.settings.following,
            text: text_of(&block.bytes),
            trees,
            passed: 0,
            counted: (start.position, 0),
            start: start.position,
            line: start.line,
            opened: start.opened,
            translator: Translator::in_graph(&parser.settings, start.state, start.graph),
            continues_after_errors: parser.continues_after_errors,
            is_lenient: parser.is_lenient,
            is_over: false,
        }
    }

    fn step(
        &mut self,
        sink: &mut impl Recipient,
        warn: OnWarning<'_>,
    ) -> Option<Result<(), Error>> {
        /// Counting in bulk is faster than counting each statement.
        const UNCOUNTED: usize = 16 * 1024;
        if self.is_over {
            return None;
        }
        let (statement, tree) = self.trees.get(self.passed, self.text)?;
        let start = statement.start;
        self.passed += 1;
        let (position, counted) = &mut self.counted;
        if start - *counted > UNCOUNTED {
            position.advance(&self.text[*counted..start]);
            *counted = start;
        }
        let behind = &self.text[..start];
        let origin = Origin::new(position, behind, start - *counted);
        let dialect = self.dialect;
        let line = &self.line;
        let reached = Cell::new(*position);
        let error = |fault: Fault| {
            let span = fault.span;
            let before = line_of_both(line, behind);
            let at_hand = AtHand {
                dialect,
                behind: &before,
                text: &self.text[start..self.following.end(self.text, statement.end)],
                not_text: &[],
                position: origin.position(),
                statement: tree.root().span().start as usize,
                is_part: false,
                counted: Some(&reached),
            };
            let resume = span.start as usize;
            SyntaxError::new(
                fault.kind,
                at_hand,
                span.into(),
                Some(fault.production),
                resume,
            )
        };
        let translated =
            self.translator
                .with_warnings(self.is_lenient, warn, error, |translator, lenience| {
                    sink.step(translator, statement.step, tree.at(origin), lenience)
                });
        let result = translated.map_err(|fault| error(*fault).into());
        if result.is_err() {
            self.is_over = !self.continues_after_errors;
        }
        Some(result)
    }

    /// Where the part ends, once all its statements were handed out; `None` if the document ends in it.
    fn end(mut self) -> Option<Checkpoint> {
        let state = std::mem::take(&mut self.translator.state);
        (!self.is_over).then(|| self.checkpoint_with(state))
    }

    fn checkpoint_with(&self, state: DocumentState) -> Checkpoint {
        Checkpoint {
            dialect: self.dialect,
            position: self.start.of_part(self.trees.end),
            line: line_of_both(&self.line, &self.text[..self.trees.length()]),
            scope: self.trees.end_scope,
            opened: self.trees.opened(self.start, self.opened),
            graph: self.translator.graph().cloned(),
            state,
        }
    }

    /// See [`Part::checkpoint_from`].
    fn checkpoint_from(&self, byte: u64) -> Option<Checkpoint> {
        let is_far_enough = self.start.byte + self.trees.end.byte >= byte;
        let is_at_end = self.trees.get(self.passed, self.text).is_none();
        (is_far_enough && is_at_end && !self.is_over)
            .then(|| self.checkpoint_with(self.translator.state.clone()))
    }
}
