//! A document that is being parsed: its quads, triples and trees, statement by statement.

pub(crate) mod iterators;

use crate::checkpoint::Checkpoint;
use crate::dialect::{Concepts, Features};
use crate::engine::{BrokenDirective, Declared};
use crate::input::{Input, Pushed};
use crate::scheme::is_scheme;
use crate::statements::{Statements, Step};
use crate::tokens::Tokens;
use crate::translate::{
    Base, DeclarationCounts, Discard, DocumentState, DynamicSink, Fault, Labels, Lenience,
    OnWarning, Parts, Recipient, Translator, until_failure,
};
use crate::tree::{Shape, Tree};
use crate::{Dialect, Error, GeneratedNodes, Position, Provenance, SyntaxError, SyntaxErrorKind};
use oxrdf::QuadRef;
use std::cell::Cell;
use std::fmt;

/// A document while it is parsed.
///
/// Take from it an iterator of [triples](Self::triples) or [quads](Self::quads); borrowed quads with
/// their provenance, [all of them](Self::for_each_quad) or those of [one statement](Self::next_statement) at
/// a time; or [trees](Self::next_tree). Between two statements it tells how things stand:
/// [prefixes](Self::prefixes), [base IRI](Self::base_iri), [version](Self::version).
///
/// ```
/// use turtle_peg::{Dialect, Parser};
///
/// let mut document = Parser::new(Dialect::Turtle12)
///     .parse_str("PREFIX : <http://example.org/> BASE <http://example.org/b/> :s :p <o> .");
/// while let Some(result) = document.next_statement(|quad, _| println!("{quad} .")) {
///     result?;
/// }
/// assert_eq!(document.prefixes().collect::<Vec<_>>(), [("", "http://example.org/")]);
/// assert_eq!(document.base_iri(), Some("http://example.org/b/"));
/// # Ok::<(), turtle_peg::Error>(())
/// ```
#[must_use = "nothing is read before something is asked for"]
pub struct Document<I> {
    pub(crate) statements: Statements<I>,
    pub(crate) translator: Translator,
    pub(crate) continues_after_errors: bool,
    pub(crate) is_lenient: bool,
    /// The grammar error of a statement in which another fault was reported before.
    pub(crate) pending: Option<Box<SyntaxError>>,
    /// How many blank node labels were generated before the statement at hand.
    pub(crate) generated: u64,
    /// The counts before it.
    pub(crate) declared: DeclarationCounts,
}

/// Leaves out the text and the declarations.
impl<I> fmt::Debug for Document<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document")
            .field("statements", &self.statements)
            .field("continues_after_errors", &self.continues_after_errors)
            .field("is_lenient", &self.is_lenient)
            .finish_non_exhaustive()
    }
}

/// Reborrows the callback.
fn reborrowed<'r>(warn: &'r mut OnWarning<'_>) -> OnWarning<'r> {
    match warn {
        Some(warn) => Some(&mut **warn),
        None => None,
    }
}

/// How much to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Amount {
    Statement,
    /// The next batch of parts, where a statement is read part by part.
    Part,
}

impl<I: Input> Document<I> {
    /// The byte at which the text after the latest statement begins, white space before the next one included.
    pub fn next_byte(&self) -> u64 {
        self.statements.next_byte()
    }

    /// Whether another dialect has all that terms of this document can be, but for the labels of blank nodes: both mean terms of the same
    /// RDF, and this document lets none pass that is not.
    pub(crate) fn has_only_terms_of(&self, dialect: Dialect) -> bool {
        let [own, other] = [self.statements.dialect(), dialect].map(|it| it.features().concepts);
        own == other
            && matches!(own, Concepts::Rdf11 | Concepts::Rdf12)
            && !self.is_lenient
            && !self.statements.has_own_grammar()
    }

    /// Where the next statement may begin, and how things stand there.
    pub(crate) fn into_checkpoint(mut self) -> Checkpoint {
        let state = std::mem::take(&mut self.translator.state);
        self.checkpoint_with(state)
    }

    fn checkpoint_with(&self, state: DocumentState) -> Checkpoint {
        Checkpoint {
            dialect: self.statements.dialect(),
            position: self.statements.next_position(),
            line: self.statements.line_before_next(),
            scope: self.statements.scope(),
            opened: self.statements.opened(),
            graph: self.translator.graph().cloned(),
            state,
        }
    }

    /// The place after the latest statement, with all that the rest of the document depends on, so that it can be
    /// [read from there](crate::Parser::resume); `None` within a statement that is [read part by part](crate::Parser::with_window),
    /// after a fault until another statement has been read, and perhaps a few more (64 KiB at most), and where the document has
    /// ended.
    ///
    /// It costs a copy of the prefixes. [Trees](Self::next_tree) and [tokens](Self::next_tokens) are not translated, and what
    /// was read so does not count.
    pub fn checkpoint(&self) -> Option<Checkpoint> {
        (self.is_between_statements() && !self.statements.is_after_fault())
            .then(|| self.checkpoint_with(self.translator.state.clone()))
    }

    /// Whether the next statement is known to begin where the latest one ends, and nothing before matters to it but the state.
    pub(crate) fn is_between_statements(&self) -> bool {
        let statements = &self.statements;
        !self.is_after_fault()
            && !statements.is_clear_of_strings()
            && !statements.is_within_statement()
            && !statements.is_finished()
    }

    /// Ends the document where the next statement, with the white space before it, would begin at this byte or after it: a statement
    /// that begins before is read to its end, wherever that is. After a fault, another statement is read in any case.
    ///
    /// So the ranges from one checkpoint to the next, each read until the next one's byte, are all of the document, and no
    /// statement is read twice. What is before that byte, but after the last statement, is at the next one's beginning.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let text = "<x:s> <x:p> 1 . <x:s> <x:p> 2 . <x:s> <x:p> 3 .";
    /// let parser = Parser::new(Dialect::Turtle12);
    /// let mut first = parser.parse_str(text).until(20);
    /// first.check()?;
    /// let checkpoint = first.checkpoint().unwrap();
    /// assert_eq!(checkpoint.position().byte, 31);
    /// let rest = parser.resume(&checkpoint, &text.as_bytes()[31..]).unwrap();
    /// assert_eq!(rest.triples().count(), 1);
    /// # Ok::<(), turtle_peg::Error>(())
    /// ```
    pub fn until(mut self, byte: u64) -> Self {
        self.statements.end_before(byte);
        self
    }

    /// Whether the statement at hand is at fault: there may be more errors in it, and the next one has to be found.
    pub(crate) fn is_after_fault(&self) -> bool {
        self.pending.is_some() || self.statements.is_lost()
    }

    /// Parses one statement and hands `sink` each of its quads; `None` at the end of the document, or of the bytes that were
    /// [pushed](crate::Parser::parse_pushed) so far.
    ///
    /// The beginning of a graph in TriG, and its end, count as statements, which have no quads.
    ///
    /// Nothing is copied: the quads borrow from the text, or from buffers that the next quad reuses.
    ///
    /// # Errors
    ///
    /// Reading failed, or the statement does not conform; then `sink` may have got the quads of it that come before
    /// the fault. After an error the document ends, unless the parser
    /// [goes on](crate::Parser::with_recovery).
    pub fn next_statement(
        &mut self,
        mut sink: impl FnMut(QuadRef<'_>, &Provenance<'_>),
    ) -> Option<Result<(), Error>> {
        self.step(&mut sink, None)
    }

    /// [`next_statement`](Self::next_statement), by way of a pointer: it is compiled once, where that is compiled anew for each
    /// closure. It takes a little longer, and many closures take less of a program.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let mut count = 0;
    /// let mut document = Parser::new(Dialect::Turtle12).parse_str("<x:s> <x:p> 1, 2 .");
    /// document.next_statement_dyn(&mut |_, _| count += 1).unwrap()?;
    /// assert_eq!(count, 2);
    /// # Ok::<(), turtle_peg::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`next_statement`](Self::next_statement).
    pub fn next_statement_dyn(
        &mut self,
        sink: &mut dyn FnMut(QuadRef<'_>, &Provenance<'_>),
    ) -> Option<Result<(), Error>> {
        self.step(&mut DynamicSink(sink), None)
    }

    /// Reads the next statement, and hands `warn` each fault that a [lenient](crate::Parser::with_lenience) parser let pass, in the
    /// order of the document, before the quad at fault.
    ///
    /// # Errors
    ///
    /// The errors of [`next_statement`](Self::next_statement). Faults that were let pass in a statement with another fault
    /// may have been handed over by then.
    pub fn next_statement_with_warnings(
        &mut self,
        mut sink: impl FnMut(QuadRef<'_>, &Provenance<'_>),
        mut warn: impl FnMut(SyntaxError),
    ) -> Option<Result<(), Error>> {
        self.step(&mut sink, Some(&mut warn))
    }

    /// Says of one statement whether it conforms; `None` at the end of the document.
    ///
    /// It is [`next_statement`](Self::next_statement) without quads, with the same errors. Terms that only quads need are not
    /// made, so the time follows the length of the text, even where many triples share a long term.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let mut document = Parser::new(Dialect::Turtle12).parse_str("<x:s> <x:p> <x:o> . <x:s> <x:p> ex:o .");
    /// assert!(document.check_statement().unwrap().is_ok());
    /// assert!(document.check_statement().unwrap().is_err());
    /// assert!(document.check_statement().is_none());
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`next_statement`](Self::next_statement).
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

    /// The next statement.
    #[inline]
    fn step<S: Recipient>(
        &mut self,
        sink: &mut S,
        warn: OnWarning<'_>,
    ) -> Option<Result<(), Error>> {
        self.read(Amount::Statement, sink, warn)
    }

    /// The next statement, or part of one.
    #[inline]
    pub(crate) fn part<S: Recipient>(
        &mut self,
        sink: &mut S,
        warn: OnWarning<'_>,
    ) -> Option<Result<(), Error>> {
        self.read(Amount::Part, sink, warn)
    }

    fn read<S: Recipient>(
        &mut self,
        amount: Amount,
        sink: &mut S,
        mut warn: OnWarning<'_>,
    ) -> Option<Result<(), Error>> {
        if self.pending.is_some() {
            return self.pending_fault();
        }
        if !self.statements.is_within_statement() {
            self.generated = self.translator.state.labels.generated();
            self.declared = DeclarationCounts::of(&self.translator);
        }
        let step = loop {
            let step = match self.statements.advance(Shape::Compact) {
                Ok(Some(step)) => step,
                Ok(None) => {
                    self.warn(reborrowed(&mut warn));
                    return None;
                }
                Err(error) => {
                    self.warn(reborrowed(&mut warn));
                    return Some(Err(self.fault_of_reading(error)));
                }
            };
            if !step.is_of_parts() {
                break step;
            }
            if let Some(result) = self.take_parts(step, amount, sink, reborrowed(&mut warn)) {
                return Some(result);
            }
        };
        let translated = self.translate(warn, |translator, statements, lenience| {
            sink.step(translator, step, statements.tree(), lenience)
        });
        Some(self.settle(translated))
    }

    /// Hands over the faults that were let pass as the text was read.
    #[cold]
    fn warn(&mut self, warn: OnWarning<'_>) {
        let warnings = self.statements.take_warnings();
        if let Some(warn) = warn {
            warnings.into_iter().for_each(warn);
        }
    }

    /// Runs the translator on the statement that was read.
    #[inline(always)]
    fn translate<T>(
        &mut self,
        mut warn: OnWarning<'_>,
        run: impl FnOnce(&mut Translator, &Statements<I>, Lenience<'_>) -> Result<T, Box<Fault>>,
    ) -> Result<T, Error> {
        if let Some((span, production)) = self.statements.escape_without_meaning() {
            let kind = SyntaxErrorKind::Untranslatable;
            return Err(self
                .statements
                .of_any_input_mut()
                .fault(kind, span, production)
                .into());
        }
        if self.is_lenient {
            self.warn(reborrowed(&mut warn));
            if warn.is_some() {
                self.statements.of_any_input_mut().fill_following();
            }
        }
        let statements = &self.statements;
        let counted = Cell::new(Position::START);
        let warning = |fault: Fault| {
            statements.of_any_input().fault_at_hand(
                fault.kind,
                fault.span,
                fault.production,
                Some(&counted),
            )
        };
        let translated = self.translator.with_warnings(
            self.is_lenient,
            warn,
            warning,
            |translator, lenience| run(translator, statements, lenience),
        );
        translated.map_err(|fault| {
            self.statements
                .of_any_input_mut()
                .fault(fault.kind, fault.span, fault.production)
                .into()
        })
    }

    /// Translates the parts of a statement that were read, or passes over them after a fault in the same statement; `None` where
    /// it needs more text.
    #[cold]
    fn take_parts<S: Recipient>(
        &mut self,
        step: Step,
        amount: Amount,
        sink: &mut S,
        warn: OnWarning<'_>,
    ) -> Option<Result<(), Error>> {
        if step != Step::FirstPart && self.translator.passes_over() {
            self.pass_over();
            return None;
        }
        let translated = self.translate(warn, |translator, statements, lenience| {
            sink.part(translator, step, parts_of(statements), lenience)
        });
        match translated {
            Ok(None) => {}
            Ok(Some(heads)) => self.statements.of_any_input_mut().keep(heads),
            Err(error) => {
                if step == Step::NextParts {
                    self.pass_over();
                }
                self.go_on_after(&error);
                return Some(Err(error));
            }
        }
        let is_enough = amount == Amount::Part || !self.statements.is_within_statement();
        is_enough.then_some(Ok(()))
    }

    /// The fault of grammar that was found with one of RDF before it.
    #[cold]
    fn pending_fault(&mut self) -> Option<Result<(), Error>> {
        let error = Error::Syntax(self.pending.take()?);
        self.go_on_after(&error);
        Some(Err(error))
    }

    /// Passes over the part at hand, in which or before which a fault is.
    fn pass_over(&mut self) {
        let parts = parts_of(&self.statements);
        let mut nowhere = DynamicSink(&mut |_, _| ());
        let heads = nowhere.part(&mut self.translator, Step::NextParts, parts, None);
        if let Ok(Some(heads)) = heads {
            self.statements.of_any_input_mut().keep(heads);
        }
    }

    /// Parses one statement and returns its tree, without translating it; `None` at the end of the document.
    ///
    /// In TriG a graph comes in parts: first its `labelOrSubject`, if it has one, then each of its `triples`.
    ///
    /// Do not mix it with the methods that make quads: declarations that it passes over do not take effect.
    ///
    /// # Errors
    ///
    /// Reading failed, or the statement breaks the grammar.
    pub fn next_tree(&mut self) -> Option<Result<Tree<'_>, Error>> {
        loop {
            let result = self.statements.advance(Shape::Full);
            match self.settle(result) {
                Ok(None) => return None,
                // The rest of a statement whose first parts the caller took; a brace without a name.
                Ok(Some(step)) if step.is_of_parts() || !self.statements.has_tree() => {}
                Ok(Some(_)) => return Some(Ok(self.statements.tree())),
                Err(error) => return Some(Err(error)),
            }
        }
    }

    /// Reads one statement, or one part of it, and returns its tokens, without translating it; `None` after the end of the
    /// document, which is a token, too.
    ///
    /// A statement of more than 512 KiB is [read part by part](crate::Parser::with_window). Memory holds a statement, or a part, and
    /// the white space and comments before it.
    ///
    /// Do not mix it with other methods that read statements: those pass over white space and comments.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let text = "# A sample\n<x:s> <x:p> [ ], 1 . # the end";
    /// let mut document = Parser::new(Dialect::Turtle12).parse_str(text);
    /// let mut copy = String::new();
    /// while let Some(tokens) = document.next_tokens() {
    ///     for token in tokens? {
    ///         copy += token.trivia().text();
    ///         copy += token.text();
    ///     }
    /// }
    /// assert_eq!(copy, text);
    /// # Ok::<(), turtle_peg::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Reading failed, or the statement breaks the grammar: then it has no tokens, but for those of parts that were read before.
    /// RDF's objections, such as a prefix that is not declared, are not errors here.
    pub fn next_tokens(&mut self) -> Option<Result<Tokens<'_>, Error>> {
        let result = self.statements.advance_to_tokens();
        match self.settle(result) {
            Ok(true) => Some(Ok(self.statements.tokens())),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }

    /// The error of a statement that could not be read.
    #[cold]
    fn fault_of_reading(&mut self, error: Error) -> Error {
        match error {
            Error::Syntax(fault) => self.first_fault(fault),
            error => {
                self.go_on_after(&error);
                error
            }
        }
    }

    /// The error of a statement that breaks the grammar: an earlier fault in it comes first, and only then the grammar's.
    fn first_fault(&mut self, fault: Box<SyntaxError>) -> Error {
        let tree = self.statements.tree();
        if fault.context().is_some()
            && !tree.is_empty()
            && let Some(earlier) = self.fault_before_that()
            && !self.is_scheme(&earlier, &fault)
        {
            let error = self.statements.of_any_input_mut().fault(
                earlier.kind,
                earlier.span,
                earlier.production,
            );
            match self.statements.of_any_input().broken_directive(&fault) {
                // A name without a declaration is the one mistake in it.
                Some(directive) if directive.is_bare && directive.meant.is_some() => {
                    self.go_on_after(&Error::Syntax(fault))
                }
                _ if self.continues_after_errors => self.pending = Some(fault),
                _ => self.statements.finish(),
            }
            return error.into();
        }
        let fault = self.with_namespace(fault);
        let error = Error::Syntax(fault);
        self.go_on_after(&error);
        error
    }

    /// The error with the namespace of the name at the fault: advice may have to write the IRI in full.
    fn with_namespace(&self, mut fault: Box<SyntaxError>) -> Box<SyntaxError> {
        /// The longest that is kept with each error.
        const LONGEST: usize = 256;
        let around = &mut fault.around;
        let prefix = around.prefix_at_fault();
        let namespace = prefix.and_then(|prefix| self.translator.state.namespaces.get(prefix));
        around.namespace = namespace
            .filter(|namespace| namespace.len() <= LONGEST)
            .map(str::to_owned);
        fault
    }

    /// Whether an undeclared prefix is the scheme of an IRI without angle brackets, which then broke the grammar: the two errors
    /// are one mistake.
    fn is_scheme(&self, undeclared: &Fault, fault: &SyntaxError) -> bool {
        let SyntaxErrorKind::UndeclaredPrefix { prefix, .. } = &undeclared.kind else {
            return false;
        };
        let tree = self.statements.tree();
        let behind = &tree.text()[undeclared.span.end as usize..];
        tree.bytes(undeclared.span).end == fault.bytes().start
            && (behind.starts_with("//") || is_scheme(prefix))
    }

    /// RDF's objection to the part of a statement that was read before it broke the grammar, unless it is let pass.
    fn fault_before_that(&mut self) -> Option<Box<Fault>> {
        let lenience: Lenience<'_> = match self.is_lenient {
            true => Some(&|_| ()),
            false => None,
        };
        let tree = self.statements.tree();
        self.translator.fault_in_part(tree, lenience)
    }

    /// After an error: makes sure that reading goes on at the right place, or not at all.
    fn settle<T>(&mut self, result: Result<T, Error>) -> Result<T, Error> {
        if let Err(error) = &result {
            self.go_on_after(error);
        }
        result
    }

    fn go_on_after(&mut self, error: &Error) {
        match error {
            Error::Syntax(fault) if self.continues_after_errors => {
                for declared in self.statements.of_any_input().declared_in_string(fault) {
                    self.translator.lose(&declared);
                }
                let directive = self.statements.of_any_input().broken_directive(fault);
                let end = directive.and_then(|directive| self.declare(&directive));
                self.statements.of_any_input_mut().skip_fault(fault, end);
            }
            Error::Syntax(_) => self.statements.finish(),
            // If the document ends there, that is known where it was read.
            Error::Io(_) => {}
        }
    }

    /// Declares what a directive at fault was to declare, if there is no doubt of that, and returns where it ends: else all that uses
    /// it would be at fault. In doubt, what it was to declare anew has no meaning any more that is known.
    fn declare(&mut self, directive: &BrokenDirective) -> Option<usize> {
        let namespaces = &self.translator.state.namespaces;
        let is_declared = directive.declared.iter().any(|declared| match declared {
            Declared::Prefix(prefix) => namespaces.get(prefix).is_some(),
            Declared::Base => false,
        });
        let meant = directive.meant.as_deref();
        // It may be a statement about the namespace, without an object.
        let meant = meant.filter(|_| !(directive.is_bare && is_declared));
        let translator = &mut self.translator;
        let has_declared = meant.is_some_and(|text| {
            self.statements.of_any_input().read_alone(text, |tree| {
                let step = Step::Statement;
                let mut nowhere = DynamicSink(&mut |_, _| ());
                nowhere.step(translator, step, tree, None).is_ok()
            })
        });
        if !has_declared {
            for declared in &directive.declared {
                self.translator.lose(declared);
            }
        }
        has_declared.then_some(directive.end)
    }

    /// Parses the rest of the document and hands `sink` each quad, with its provenance.
    ///
    /// # Errors
    ///
    /// The first one of [`next_statement`](Self::next_statement). To go on after it, call it again, with a
    /// parser that [continues](crate::Parser::with_recovery).
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
    /// The sink does not get another quad then. The rest of the same statement is read, and dropped: if you call this or
    /// another method again, it goes on after that.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Error, NTriplesWriter, Parser};
    ///
    /// let mut writer = NTriplesWriter::new(Vec::new());
    /// let mut document = Parser::new(Dialect::Turtle12).parse_str("<x:s> <x:p> 1, 2 .");
    /// document.try_for_each_quad(|quad, _| writer.write_triple(quad))?;
    /// assert_eq!(String::from_utf8(writer.into_inner())?.lines().count(), 2);
    ///
    /// enum Stop {
    ///     Enough,
    ///     Failed(Error),
    /// }
    /// impl From<Error> for Stop {
    ///     fn from(error: Error) -> Self {
    ///         Self::Failed(error)
    ///     }
    /// }
    /// let mut document = Parser::new(Dialect::Turtle12).parse_str("<x:s> <x:p> 1, 2 . <x:s> <x:p> 3 .");
    /// assert!(matches!(document.try_for_each_quad(|_, _| Err(Stop::Enough)), Err(Stop::Enough)));
    /// assert_eq!(document.triples().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first of the sink, or of [`next_statement`](Self::next_statement).
    pub fn try_for_each_quad<E: From<Error>>(
        &mut self,
        sink: impl FnMut(QuadRef<'_>, &Provenance<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        until_failure(sink, |sink| self.part(&mut DynamicSink(sink), None))
    }

    /// Reads the rest of the document, and says whether it conforms.
    ///
    /// It is [`for_each_quad`](Self::for_each_quad) without quads, as
    /// [`check_statement`](Self::check_statement) is `next_statement` without them.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let parser = Parser::new(Dialect::Turtle12);
    /// assert!(parser.parse_str("<x:s> <x:p> 1, 2 .").check().is_ok());
    /// assert!(parser.parse_str("<x:s> <x:p> 1, ex:o .").check().is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// The first one of [`next_statement`](Self::next_statement). To go on after it, call it again, with a
    /// parser that [continues](crate::Parser::with_recovery).
    pub fn check(&mut self) -> Result<(), Error> {
        while let Some(result) = self.check_statement() {
            result?;
        }
        Ok(())
    }

    /// The prefixes declared so far, without their colons, and their namespaces, in the order in which they were first
    /// declared.
    pub fn prefixes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.translator.state.namespaces.iter()
    }

    /// The base IRI as it stands.
    pub fn base_iri(&self) -> Option<&str> {
        let base = self.translator.state.base.as_ref();
        base.map(Base::as_str)
    }

    /// The version label announced last, as RDF 1.2's version directives do. It is only a hint (RDF 1.2 Turtle,
    /// Version Announcement): the parser does the same with any label.
    pub fn version(&self) -> Option<&str> {
        self.translator.state.version.as_deref()
    }

    /// The prefix that the latest statement declared, without its colon, and its namespace; `None` if it declared nothing, or none
    /// was read.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let parser = Parser::new(Dialect::Turtle12).with_prefix("x", "http://example.org/x/")?;
    /// let mut document = parser.parse_str("PREFIX y: <http://example.org/y/> y:s y:p y:o .");
    /// assert_eq!(document.declared_prefix(), None);
    /// document.check_statement().unwrap()?;
    /// assert_eq!(document.declared_prefix(), Some(("y", "http://example.org/y/")));
    /// document.check_statement().unwrap()?;
    /// assert_eq!(document.declared_prefix(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn declared_prefix(&self) -> Option<(&str, &str)> {
        self.declared.new_prefix(&self.translator)
    }

    /// The base IRI, if the latest statement declared it, be it the one that held before; `None` otherwise.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let parser = Parser::new(Dialect::Turtle12).with_base_iri("http://example.org/")?;
    /// let mut document = parser.parse_str("@base <x/> . <s> <p> <o> .");
    /// assert_eq!(document.declared_base(), None);
    /// document.check_statement().unwrap()?;
    /// assert_eq!(document.declared_base(), Some("http://example.org/x/"));
    /// document.check_statement().unwrap()?;
    /// assert_eq!(document.declared_base(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn declared_base(&self) -> Option<&str> {
        self.declared.new_base(&self.translator)
    }

    /// The blank nodes that were made for the latest statement.
    pub fn generated_nodes(&self) -> GeneratedNodes<'_> {
        let held = self.translator.held_label();
        GeneratedNodes::new(&self.translator.state.labels, self.generated, held)
    }

    /// How its blank nodes are labelled, and the features of its dialect.
    pub(crate) fn labels(&self) -> (&Labels, &'static Features) {
        (&self.translator.state.labels, self.translator.features)
    }

    /// Whether all nodes that the parser makes for the document are yet to come, and none are left to another.
    pub(crate) fn is_whole(&self) -> bool {
        self.translator.state.labels.generated() == 0 && !self.statements.ends_early()
    }

    /// Whether the document has ended before all of it was read, so that the rest is unknown: an error has ended it; or
    /// the parser [goes on](crate::Parser::with_recovery), but found no place after an error where it could.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let parser = Parser::new(Dialect::TriG12).with_recovery();
    /// let is_cut_short = |text: &str| {
    ///     let mut document = parser.parse_str(text);
    ///     while document.check_statement().is_some() {}
    ///     document.is_cut_short()
    /// };
    /// assert!(!is_cut_short("<x:g> { <x:s> <x:p> } <x:s> <x:p> 1 ."));
    /// // It is not known which graph is closed.
    /// assert!(is_cut_short("<x:g> { <x:s> <x:p> 1 <x:h> { <x:s> <x:p> 2 } <x:s> <x:p> 1 ."));
    /// ```
    pub fn is_cut_short(&self) -> bool {
        self.statements.is_cut_short()
    }

    /// Where the text of the latest statement begins, white space and comments before it included.
    /// When an error has ended the document, it is where the parser gave up looking for another statement.
    pub fn position(&self) -> Position {
        self.statements.statement_position()
    }
}

impl Document<Pushed> {
    /// Takes more bytes of the document; the methods that read then hand over the statements that have become whole, and answer
    /// as at the end of the document where these end.
    ///
    /// The bytes may be cut anywhere, within a character, too: quads and errors do not depend on that. Bytes are not read
    /// after [`end`](Self::end), or after an error that ends the document.
    pub fn push(&mut self, bytes: &[u8]) {
        if !self.statements.is_finished() {
            self.statements.input_mut().push(bytes);
        }
    }

    /// The document has no more bytes: what is left of it can be read.
    pub fn end(&mut self) {
        self.statements.input_mut().end();
    }

    /// No more bytes come, since those who bring them have failed.
    #[cfg(feature = "tokio")]
    pub(crate) fn fail(&mut self, error: std::io::Error) {
        self.statements.input_mut().fail(error);
    }

    /// Whether more bytes would change nothing.
    #[cfg(feature = "tokio")]
    pub(crate) fn has_all_bytes(&mut self) -> bool {
        self.statements.is_finished() || self.statements.input_mut().has_ended()
    }
}

/// The parts of a statement that were read last.
fn parts_of<I: Input>(statements: &Statements<I>) -> Parts<'_> {
    Parts {
        tree: statements.tree(),
        starts: statements.of_any_input().parts(),
        kept: statements.of_any_input().kept(),
    }
}
