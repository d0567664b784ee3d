//! The lines of a part of a document.
//!
//! Invariant: a statement that is at fault, or that the format has no terms for, leaves no lines behind.

use super::arguments::ParseArguments;
use super::lines::Lines;
use super::quad_format::{QuadFormat, is_older};
use super::turtle::TurtleOutput;
use crate::diagnostics;
use crate::input::{InputSource, PendingReport, Warnings};
use crate::output::Output;
use crate::reporting::Severity;
use crate::status::Status;
use anyhow::bail;
use std::io::Write;
use std::ops::Range;
use std::sync::MutexGuard;
use turtle_peg::oxrdf::QuadRef;
use turtle_peg::parallel::Part;
use turtle_peg::write::{BeyondRdf12, VERSION_DIRECTIVE, VersionDue, is_beyond_rdf_11};
use turtle_peg::{Dialect, NQuadsWriter, Position, Provenance};

/// How the triples of a document are written.
pub(super) struct PartFormat<'a> {
    arguments: &'a ParseArguments,
    format: QuadFormat,
    /// Whether the document may have terms that RDF 1.2 does not have.
    is_older: bool,
    writes_triples: bool,
}

impl<'a> PartFormat<'a> {
    pub(super) fn new(arguments: &'a ParseArguments, dialect: Dialect) -> Self {
        Self {
            arguments,
            format: arguments.format_for(dialect),
            is_older: is_older(dialect),
            writes_triples: arguments.writes_triples(),
        }
    }

    fn is_lenient(&self) -> bool {
        self.arguments.lenience.lenient
    }

    /// Whether there may be terms that the format does not have.
    fn may_lack(&self) -> bool {
        self.is_older || self.format.of_statements().is_some_and(is_older)
    }
}

/// The lines and problems of a part of a document.
#[derive(Default)]
pub(super) struct WrittenPart {
    pub(super) lines: Lines,
    pub(super) triples: u64,
    /// How many bytes the lines have before the first one that RDF 1.1 does not have, if there is one.
    before_beyond: Option<u64>,
    /// The problems, each with the number of bytes of the lines before its statement.
    troubles: Vec<(u64, Trouble)>,
    /// The first triple that the format has no place for: where it is, and its graph.
    lost: Option<(Position, String)>,
}

/// A problem of a statement.
enum Trouble {
    /// If it is at fault, it gave nothing.
    Found(PendingReport),
    /// It conforms, but the output has no terms for it.
    Beyond(MissingTerm),
}

/// A term that the output does not have: where it is, and why.
struct MissingTerm(Position, String);

/// Makes lines of a part's triples, or only counts them.
pub(super) struct PartWriter<'a> {
    format: &'a PartFormat<'a>,
    turtle: Option<MutexGuard<'a, TurtleOutput>>,
    part: WrittenPart,
    statement: StatementAtHand,
}

struct StatementAtHand {
    /// How many bytes the lines before it have.
    start: u64,
    /// Where its first triple is, if there may be terms that the format does not have.
    position: Position,
    triples: u64,
    missing: Option<MissingTerm>,
}

impl StatementAtHand {
    fn new(start: u64) -> Self {
        Self {
            start,
            position: Position::START,
            triples: 0,
            missing: None,
        }
    }

    fn misses(&mut self, position: Position, why: &dyn ToString) {
        self.missing
            .get_or_insert_with(|| MissingTerm(position, why.to_string()));
    }
}

impl<'a> PartWriter<'a> {
    pub(super) fn new(
        format: &'a PartFormat<'a>,
        turtle: Option<MutexGuard<'a, TurtleOutput>>,
        lines: Lines,
    ) -> Self {
        Self {
            format,
            turtle,
            part: WrittenPart {
                lines,
                ..WrittenPart::default()
            },
            statement: StatementAtHand::new(0),
        }
    }

    /// The lines of a part.
    pub(super) fn written(mut self, part: &mut Part<'_>) -> WrittenPart {
        let mut warnings = Warnings::new();
        loop {
            self.statement = StatementAtHand::new(self.part.lines.len());
            let known = warnings.count();
            let mut let_pass = Vec::new();
            let result = part.next_statement_with_warnings(
                |quad, provenance| self.add(quad, provenance),
                |warning| let_pass.extend(warnings.report(warning)),
            );
            for report in let_pass {
                self.trouble(Trouble::Found(report));
            }
            self.end_in_turtle(part, matches!(result, Some(Ok(()))));
            if self.part.lost.is_some() {
                self.take_back();
                break;
            }
            match result {
                None => break,
                Some(Ok(())) => self.end_statement(warnings.count() > known),
                Some(Err(error)) => {
                    self.take_back();
                    self.trouble(Trouble::Found(PendingReport::Fault(error)));
                }
            }
        }
        let keeps_going = self.format.arguments.keep_going;
        self.statement.start = self.part.lines.len();
        for report in PendingReport::at_end(part, &warnings, keeps_going) {
            self.trouble(Trouble::Found(report));
        }
        self.part
    }

    /// Adds a triple to the statement at hand.
    #[inline]
    fn add(&mut self, quad: QuadRef<'_>, provenance: &Provenance<'_>) {
        self.statement.triples += 1;
        if !self.format.writes_triples {
            return;
        }
        let format = self.format;
        let graph_name = match &format.arguments.graph {
            Some(graph) if quad.graph_name.is_default_graph() => graph.as_ref().into(),
            _ => quad.graph_name,
        };
        let quad = QuadRef { graph_name, ..quad };
        let position = || provenance.position(provenance.subject);
        if !quad.graph_name.is_default_graph() && format.format.with_named_graphs().is_some() {
            let lost = || (position(), quad.graph_name.to_string());
            self.part.lost.get_or_insert_with(lost);
        }
        if format.is_older
            && let Some(term) = BeyondRdf12::in_quad(quad)
        {
            self.statement.misses(position(), &term);
            if !format.is_lenient() {
                return;
            }
        }
        let Some(turtle) = &mut self.turtle else {
            return self.add_line(quad, provenance);
        };
        if self.statement.triples == 1 && format.may_lack() {
            self.statement.position = position();
        }
        if let Err(error) = turtle.add(quad, &mut self.part.lines) {
            self.statement.misses(self.statement.position, &error);
        }
    }

    #[inline]
    fn add_line(&mut self, quad: QuadRef<'_>, provenance: &Provenance<'_>) {
        let format = self.format;
        let part = &mut self.part;
        if part.before_beyond.is_none() && is_beyond_rdf_11(quad.object) {
            part.before_beyond = Some(part.lines.len());
        }
        part.lines.add(|line| {
            // Without a graph name, a line of N-Quads is one of N-Triples. Writing to memory never fails.
            let mut writer = NQuadsWriter::new(&mut *line).without_version();
            if format.arguments.canonical {
                writer = writer.with_canonical_form();
            }
            // Invalid data was let pass, or exists in an older dialect only, and goes no further.
            if !format.is_lenient() {
                writer = writer.with_valid_iris();
            }
            let _ = writer.write_quad(quad);
            if format.arguments.provenance {
                write_provenance(line, provenance);
            }
        });
    }

    /// Ends the statement at hand in Turtle or TriG, if that is written.
    fn end_in_turtle(&mut self, part: &Part<'_>, conforms: bool) {
        let Some(turtle) = &mut self.turtle else {
            return;
        };
        let has_terms = self.statement.missing.is_none() || self.format.is_lenient();
        if !(conforms && has_terms && self.part.lost.is_none()) {
            turtle.drop_statement();
        } else if let Err(error) = turtle.end_statement(
            part.generated_nodes(),
            self.format.may_lack(),
            &mut self.part.lines,
        ) {
            self.statement.misses(self.statement.position, &error);
        }
        if let Some(base) = part.declared_base() {
            turtle.declare_base(base);
        }
        if let Some((prefix, namespace)) = part.declared_prefix() {
            turtle.declare(prefix, namespace);
        }
    }

    /// Ends the statement at hand, which conforms.
    fn end_statement(&mut self, has_warnings: bool) {
        match self.statement.missing.take() {
            Some(missing) => {
                match self.format.is_lenient() {
                    true => self.part.triples += self.statement.triples,
                    false => self.take_back(),
                }
                // Data that was let pass cannot be written in RDF 1.2 either: one warning is enough.
                if !has_warnings {
                    self.trouble(Trouble::Beyond(missing));
                }
            }
            None => self.part.triples += self.statement.triples,
        }
    }

    /// Takes back the lines of the statement at hand.
    fn take_back(&mut self) {
        let (part, start) = (&mut self.part, self.statement.start);
        part.lines.truncate(start);
        part.before_beyond = part.before_beyond.filter(|&before| before < start);
    }

    fn trouble(&mut self, trouble: Trouble) {
        self.part.troubles.push((self.statement.start, trouble));
    }
}

/// Puts the places in a comment at the end of the line that was just written.
fn write_provenance(buffer: &mut Vec<u8>, provenance: &Provenance<'_>) {
    if buffer.last() == Some(&b'\n') {
        buffer.pop();
    }
    let _ = writeln!(
        buffer,
        " # {} {} {}",
        provenance.position(provenance.subject),
        provenance.position(provenance.predicate),
        provenance.position(provenance.object)
    );
}

impl WrittenPart {
    /// Writes the lines, and reports the problems.
    pub(super) fn print(
        &mut self,
        format: &PartFormat<'_>,
        source: &InputSource,
        version: &mut VersionDue,
        output: &mut Output,
    ) -> anyhow::Result<Status> {
        let mut status = Status::Fine;
        let mut written = 0;
        for (end, trouble) in std::mem::take(&mut self.troubles) {
            self.write_lines(written..end, version, output)?;
            written = end;
            // Lines go out before a later problem is reported.
            output.flush()?;
            status = status.max(match trouble {
                Trouble::Found(report) => report.report(source),
                Trouble::Beyond(MissingTerm(position, why)) => {
                    let (severity, status) = match format.is_lenient() {
                        true => (Severity::Warning, Status::Fine),
                        false => (Severity::Fault, Status::InputAtFault),
                    };
                    diagnostics::report_beyond(&source.name(), severity, position, &why);
                    status
                }
            });
        }
        self.write_lines(written..self.lines.len(), version, output)?;
        if let Some((position, graph)) = &self.lost
            && let Some(advice) = format.format.with_named_graphs()
        {
            output.flush()?;
            bail!(
                "{}:{position}: this is in the graph {graph}, which {advice}",
                source.name()
            );
        }
        Ok(status)
    }

    /// Writes some of the bytes, and announces the version before the first line that needs it.
    fn write_lines(
        &mut self,
        bytes: Range<u64>,
        version: &mut VersionDue,
        output: &mut Output,
    ) -> anyhow::Result<()> {
        let before = match version {
            VersionDue::First => Some(bytes.start),
            VersionDue::WhereNeeded | VersionDue::Never => self.before_beyond,
        };
        let Some(before) =
            before.filter(|before| bytes.contains(before) && version.is_due(|| true))
        else {
            return self.lines.write(bytes, output);
        };
        self.lines.write(bytes.start..before, output)?;
        output.write(&[VERSION_DIRECTIVE, b"\n"].concat())?;
        self.lines.write(before..bytes.end, output)
    }
}
