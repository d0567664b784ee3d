//! Documents as Turtle or TriG, statement by statement: brackets stay brackets, prefixes stay prefixes.
//!
//! Invariant: a statement at fault leaves nothing behind. Its quads are held until it ends, unless they are so many that memory would
//! follow them: such a statement is written as it comes, with labels in place of brackets, and the output goes back if it is at fault.
//! Where all statements are held to be written together, and become too many, no node gets brackets that others can mention.

use super::lines::Lines;
use super::pretty::PrettyArguments;
use crate::output::Output;
use anyhow::Context;
use std::collections::{HashMap, HashSet};
use std::mem;
use turtle_peg::oxrdf::QuadRef;
use turtle_peg::write::{HeldQuads, StatementLines, StatementOrder, VersionDue, WrittenSoFar};
use turtle_peg::{Checkpoint, Dialect, GeneratedNodes, WriteError};

/// How many bytes of a statement's quads are held.
const MOST: usize = 16 * 1024 * 1024;

/// The document that is written.
pub struct TurtleOutput {
    statements: StatementLines,
    /// The directives before all statements, if those of all documents are there.
    beginning: Option<StatementLines>,
    held: HeldQuads,
    /// All statements, if they are written together at the end.
    together: Option<HeldStatements>,
    /// Whether they became too many, and nobody knows it yet.
    is_limit_exceeded: bool,
    /// How far it was written before the statement at hand, if that is written as it comes.
    before: Option<WrittenSoFar>,
}

/// Statements that are written together.
struct HeldStatements {
    arguments: PrettyArguments,
    quads: HeldQuads,
    /// The base that is declared: of those of documents, the first, or the first by its text.
    base: Option<String>,
    /// The prefixes, each with the number of those before it.
    prefixes: HashMap<HeldPrefix, usize>,
}

/// A prefix of statements that are written together. Of one with several namespaces, the user's comes before those of documents.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct HeldPrefix {
    prefix: String,
    is_of_document: bool,
    namespace: String,
}

impl HeldStatements {
    fn new(arguments: &PrettyArguments) -> Self {
        Self {
            arguments: arguments.clone(),
            quads: HeldQuads::default(),
            base: None,
            prefixes: HashMap::new(),
        }
    }

    fn declare_base(&mut self, base: &str) {
        let is_first = match (self.arguments.order(), &self.base) {
            (_, None) => true,
            (StatementOrder::AsGiven, Some(_)) => false,
            (StatementOrder::ByText, Some(other)) => base < other.as_str(),
        };
        if is_first && StatementLines::can_declare_base(base) {
            self.base = Some(base.to_owned());
        }
    }

    fn declare(&mut self, prefix: &str, namespace: &str, is_of_document: bool) {
        let declared = HeldPrefix {
            prefix: prefix.to_owned(),
            is_of_document,
            namespace: namespace.to_owned(),
        };
        let place = self.prefixes.len();
        self.prefixes.entry(declared).or_insert(place);
    }

    /// Declares all at the beginning: of several namespaces of a prefix, the first counts.
    fn declare_in(&self, statements: &mut StatementLines) {
        let mut prefixes: Vec<(&HeldPrefix, &usize)> = self.prefixes.iter().collect();
        match self.arguments.order() {
            StatementOrder::AsGiven => prefixes.sort_by_key(|(_, place)| **place),
            StatementOrder::ByText => prefixes.sort(),
        }
        if let Some(base) = &self.base {
            statements.declare_base_if_possible(base);
        }
        let mut namespaces = HashSet::new();
        let known = self.arguments.well_known(self.quads.iter()).into_iter();
        let given = prefixes.into_iter();
        let given = given.map(|(it, _)| (it.prefix.as_str(), it.namespace.as_str(), true));
        for (prefix, namespace, is_given) in
            given.chain(known.map(|(prefix, namespace)| (prefix, namespace, false)))
        {
            let is_wanted = is_given || !namespaces.contains(namespace);
            if is_wanted && !statements.declares(prefix) {
                namespaces.insert(namespace);
                statements.declare_if_possible(prefix, namespace);
            }
        }
    }
}

impl TurtleOutput {
    pub fn new(dialect: Dialect, is_lenient: bool, version: VersionDue) -> Self {
        let mut statements = StatementLines::new(dialect);
        if is_lenient {
            statements.lenient();
        }
        statements.set_version(version);
        Self {
            statements,
            beginning: None,
            held: HeldQuads::default(),
            together: None,
            is_limit_exceeded: false,
            before: None,
        }
    }

    /// Writes literals with line ends over several lines.
    pub fn has_long_strings(&mut self) {
        self.statements.with_long_strings();
    }

    /// Makes names that need escape sequences, too.
    pub fn has_escapes_in_names(&mut self) {
        self.statements.with_escapes_in_names();
    }

    /// Holds the quads of all statements, to be [written](Self::write_together) together.
    pub fn holds_together(&mut self, arguments: &PrettyArguments) {
        self.together = Some(HeldStatements::new(arguments));
    }

    /// Whether all statements wait to be [written](Self::write_together) together.
    pub fn is_held_together(&self) -> bool {
        self.together.is_some()
    }

    /// Declares this base IRI, and none of documents, and writes IRIs relative to it.
    pub fn set_base(&mut self, base: &str) -> anyhow::Result<()> {
        let set = self.statements.set_base(base);
        set.with_context(|| format!("--relative <{base}>"))
    }

    /// Writes IRIs of the document at this place, and of what is below its folder, relative to the place.
    pub fn set_place(&mut self, place: &str) -> anyhow::Result<()> {
        if let Some(beginning) = &mut self.beginning {
            beginning.set_place(place)?;
        }
        Ok(self.statements.set_place(place)?)
    }

    /// Declares all prefixes before all statements. If one has several namespaces, each but the first is declared where it comes.
    pub fn unite_prefixes(&mut self) {
        self.beginning = Some(self.statements.clone());
        self.statements.without_beginning();
    }

    /// Begins to write a document from here on, or a part of one.
    pub fn begin_document(&mut self, from: &Checkpoint, is_whole: bool) {
        for (prefix, namespace) in from.prefixes() {
            match &mut self.together {
                Some(together) => together.declare(prefix, namespace, false),
                None => self.declare(prefix, namespace),
            }
        }
        self.statements.begin_document(from, is_whole);
    }

    /// Declares a prefix. One that the dialect does not have is not used.
    pub fn declare(&mut self, prefix: &str, namespace: &str) {
        if let Some(together) = &mut self.together {
            together.declare(prefix, namespace, true);
            return;
        }
        match &mut self.beginning {
            Some(beginning) if !beginning.declares(prefix) => {
                beginning.declare_if_possible(prefix, namespace);
                self.statements.uses_if_possible(prefix, namespace);
            }
            _ => self.statements.declare_if_possible(prefix, namespace),
        }
    }

    /// Declares a document's base IRI. One that not all readers know how to resolve references against is not used.
    pub fn declare_base(&mut self, base: &str) {
        match (&mut self.together, &mut self.beginning) {
            (Some(together), _) => together.declare_base(base),
            // What is relative to a place stays so: a base is declared where it comes, then.
            (None, Some(beginning)) if !beginning.declares_base() && !beginning.has_place() => {
                beginning.declare_base_if_possible(base);
                self.statements.uses_base_if_possible(base);
            }
            (None, _) => self.statements.declare_base_if_possible(base),
        }
    }

    /// Adds a quad to the statement at hand.
    pub fn add(&mut self, quad: QuadRef<'_>, lines: &mut Lines) -> Result<(), WriteError> {
        if self.before.is_some() {
            self.statements.quad(quad)?;
            self.give(lines);
            return Ok(());
        }
        self.held.push(quad);
        match self.held.bytes() <= MOST || self.together.is_some() {
            true => Ok(()),
            false => {
                self.before = Some(self.statements.progress());
                self.write_held(lines)
            }
        }
    }

    /// Writes the statement at hand, which conforms. It may have terms that cannot be written, if the caller says so.
    pub fn end_statement(
        &mut self,
        generated: GeneratedNodes<'_>,
        may_lack: bool,
        lines: &mut Lines,
    ) -> Result<(), WriteError> {
        if self.before.take().is_some() {
            return Ok(());
        }
        // What is written together is tried, if it may have terms that cannot be written.
        let is_written = self.together.is_none();
        let before = may_lack.then(|| self.statements.progress());
        let result = match is_written || may_lack {
            true => self.statements.statement(&self.held, generated),
            false => Ok(()),
        };
        if let Some(before) = before.filter(|_| result.is_err() || !is_written) {
            self.statements.go_back(before);
        }
        if let (Ok(()), Some(together)) = (&result, &mut self.together) {
            self.held.iter().for_each(|quad| together.quads.push(quad));
        }
        self.held.clear();
        self.give(lines);
        result.and_then(|()| self.keep_within_limit(generated, lines))
    }

    /// Writes the statements that were to be written together, if they become too many: those to come are written as they come. If all
    /// were to be in order, they are dropped.
    fn keep_within_limit(
        &mut self,
        generated: GeneratedNodes<'_>,
        lines: &mut Lines,
    ) -> Result<(), WriteError> {
        let is_exceeded = |it: &mut HeldStatements| it.arguments.is_exceeded(&it.quads);
        let Some(mut together) = self.together.take_if(is_exceeded) else {
            return Ok(());
        };
        self.is_limit_exceeded = true;
        match together.arguments.order() {
            StatementOrder::ByText => {
                together.quads = HeldQuads::default();
                self.together = Some(together);
                Ok(())
            }
            order @ StatementOrder::AsGiven => {
                together.declare_in(&mut self.statements);
                let (quads, made) = (&together.quads, generated.so_far());
                self.statements
                    .first_together(quads, order, made, |statements| {
                        give(statements, lines);
                        Ok(())
                    })
            }
        }
    }

    /// Whether the statements that were to be written together have become too many since this was last asked.
    pub fn exceeds_limit(&mut self) -> bool {
        mem::take(&mut self.is_limit_exceeded)
    }

    /// Drops the statement at hand.
    pub fn drop_statement(&mut self) {
        self.held.clear();
        if let Some(before) = self.before.take() {
            self.statements.go_back(before);
        }
    }

    /// Writes the quads of all statements together.
    pub fn write_together(&mut self, output: &mut Output) -> anyhow::Result<()> {
        let Some(held) = self.together.take() else {
            return Ok(());
        };
        held.declare_in(&mut self.statements);
        let mut give = |statements: &mut StatementLines| {
            output.write(statements.lines())?;
            statements.lines().clear();
            anyhow::Ok(())
        };
        self.statements
            .together(&held.quads, held.arguments.order(), &mut give)?;
        self.statements.finish()?;
        give(&mut self.statements)
    }

    /// Ends the document.
    pub fn finish(&mut self) -> anyhow::Result<&[u8]> {
        self.statements.finish()?;
        Ok(self.statements.lines())
    }

    /// The directives that are before all that was given; none if they are among it.
    pub fn beginning(&mut self) -> anyhow::Result<&[u8]> {
        Ok(match &mut self.beginning {
            Some(beginning) => {
                if self.statements.begins_with_version() {
                    beginning.set_version(VersionDue::First);
                }
                beginning.finish()?;
                beginning.lines()
            }
            None => &[],
        })
    }

    fn write_held(&mut self, lines: &mut Lines) -> Result<(), WriteError> {
        let result = self
            .held
            .iter()
            .try_for_each(|quad| self.statements.quad(quad));
        self.held.clear();
        self.give(lines);
        result
    }

    fn give(&mut self, lines: &mut Lines) {
        give(&mut self.statements, lines);
    }
}

/// Moves the lines that are complete.
fn give(statements: &mut StatementLines, lines: &mut Lines) {
    let complete = statements.lines();
    if !complete.is_empty() {
        lines.add(|end| end.append(complete));
    }
}
