//! Quads in statements: neighbours that share a subject, or subject and predicate, become one.
//!
//! Invariant: nothing is reordered, dropped or joined. A quad is written whole, or not at all.

use super::base::WrittenBase;
use super::copied_labels::CopiedLabels;
use super::error::WriteError;
use super::held::HeldQuads;
use super::layout::TripleLayout;
use super::nested_terms::{write_labelled_object, write_object, write_subject};
use super::nesting::{Nesting, NodeForm};
use super::terms::{NAMELESS_GRAPH, TermTexts, base_directive, prefix_directive};
use super::together::{GroupedGraph, StatementOrder, graphs};
use super::tokens::WrittenTokens;
use super::version::{VERSION_DIRECTIVE, VersionDue, is_beyond_rdf_11};
use crate::dialect::Features;
use crate::input::Input;
use crate::rdf12::{self, AnyTerm};
use crate::setting::SettingError;
use crate::translate::{Labels, blank_nodes};
use crate::{Checkpoint, Dialect, Document, GeneratedNodes};
use oxrdf::{BlankNodeRef, GraphNameRef, NamedNodeRef, NamedOrBlankNodeRef, QuadRef};
use std::io;

/// How many levels of brackets, and of annotations, a graph is given: half of what the smallest parser reads.
const LEVELS_OF_GRAPHS: usize = 30;

/// Writes quads as the lines of one document of Turtle or TriG, in memory: a program takes the [lines](Self::lines) when it likes, and
/// can [go back](Self::go_back) to where it was before a statement that is at fault or that it does not want. [`Writer`](super::Writer)
/// and its like write to an output, and never go back.
///
/// ```
/// use turtle_peg::write::{HeldQuads, StatementLines};
/// use turtle_peg::{Dialect, Parser};
///
/// // Statements that conform are copied, and the others left out.
/// let text = "<x:s> <x:p> [ <x:q> 1 ] .\n<x:s> <x:p> <x:o>, .\n<x:s> <x:r> 2 .";
/// let parser = Parser::new(Dialect::Turtle12).with_recovery();
/// let mut document = parser.parse_str(text);
/// let mut lines = StatementLines::new(Dialect::Turtle12);
/// let mut held = HeldQuads::default();
/// while let Some(result) = document.next_statement_dyn(&mut |quad, _| held.push(quad)) {
///     if result.is_ok() {
///         lines.statement(&held, document.generated_nodes())?;
///     }
///     held.clear();
/// }
/// lines.finish()?;
/// let written = String::from_utf8(std::mem::take(lines.lines()))?;
/// assert_eq!(written, "<x:s> <x:p> [ <x:q> 1 ] ;\n    <x:r> 2 .\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StatementLines {
    terms: TermTexts,
    /// Whether another writes the directives at the beginning.
    begins_elsewhere: bool,
    /// Whether the base IRI was chosen, so that documents cannot change it.
    has_chosen_base: bool,
    progress: WrittenSoFar,
    scratch: Scratch,
}

/// How far a document is written; from [`StatementLines::progress`].
#[derive(Clone, Debug, Default)]
pub struct WrittenSoFar {
    layout: TripleLayout,
    /// Whether anything was written.
    has_begun: bool,
    version: VersionDue,
    /// Whether the version is announced at the beginning, since the first statement needs it.
    begins_with_version: bool,
    /// Whether the base IRI is declared and not written yet.
    base_is_due: bool,
    /// The prefixes that are declared and not written yet, each with its namespace.
    declared: Vec<(String, String)>,
    graph: Option<LatestNode>,
    /// Whether its name is `[]`, so that it cannot be ended and begun again.
    graph_is_nameless: bool,
    /// Whether a statement is not ended; it has this subject, and this latest predicate.
    is_open: bool,
    subject: LatestNode,
    predicate: String,
}

/// The texts of a quad's terms.
#[derive(Clone, Debug, Default)]
struct Scratch {
    graph: Vec<u8>,
    subject: WrittenTokens,
    predicate: Vec<u8>,
    object: WrittenTokens,
}

/// The parts of a statement that a quad shares with the one before it.
#[derive(Clone, Copy, Debug)]
struct SharedBefore {
    /// Whether no directive comes between them.
    document: bool,
    /// Whether the version is not announced between them.
    version: bool,
    graph: bool,
    subject: bool,
}

/// A term that the next quad's is compared with.
#[derive(Clone, Debug, Default)]
struct LatestNode {
    is_blank: bool,
    text: String,
}

impl LatestNode {
    fn is(&self, node: NamedOrBlankNodeRef<'_>) -> bool {
        let (is_blank, text) = parts(node);
        self.is_blank == is_blank && self.text == text
    }

    fn set(&mut self, node: NamedOrBlankNodeRef<'_>) {
        let (is_blank, text) = parts(node);
        self.is_blank = is_blank;
        self.text.clear();
        self.text.push_str(text);
    }
}

fn parts(node: NamedOrBlankNodeRef<'_>) -> (bool, &str) {
    match node {
        NamedOrBlankNodeRef::NamedNode(iri) => (false, iri.as_str()),
        NamedOrBlankNodeRef::BlankNode(node) => (true, node.as_str()),
    }
}

impl StatementLines {
    /// Lines of a document of this dialect.
    pub fn new(dialect: Dialect) -> Self {
        let mut lines = Self {
            terms: TermTexts::new(dialect),
            begins_elsewhere: false,
            has_chosen_base: false,
            progress: WrittenSoFar::default(),
            scratch: Scratch::default(),
        };
        lines.set_version(VersionDue::default());
        lines
    }

    pub(crate) fn dialect(&self) -> Dialect {
        self.terms.dialect
    }

    /// Chooses the base IRI: it is declared at the beginning, and IRIs without a name are written as relative references. Bases of
    /// documents are not declared, then.
    ///
    /// # Errors
    ///
    /// `base` is not an absolute IRI.
    pub fn set_base(&mut self, base: &str) -> Result<(), SettingError> {
        self.terms.set_base(WrittenBase::declared(base)?);
        self.progress.base_is_due = true;
        self.has_chosen_base = true;
        Ok(())
    }

    /// Writes IRIs of the document at this place, and of what is below its folder, as references that are relative to it, and declares
    /// no base: they mean the place where the output is kept.
    ///
    /// # Errors
    ///
    /// `place` is not an absolute IRI.
    pub fn set_place(&mut self, place: &str) -> Result<(), SettingError> {
        self.terms.set_base(WrittenBase::of_place(place)?);
        Ok(())
    }

    /// Declares the base IRI that a document has from here on, unless another was [chosen](Self::set_base). One whose
    /// scheme not all readers resolve references against is not declared: IRIs are written in full instead.
    pub fn declare_base_if_possible(&mut self, base: &str) {
        if !self.has_chosen_base
            && WrittenBase::is_known_to_readers(base)
            && let Ok(base) = WrittenBase::declared(base)
        {
            let in_force = self.terms.base().filter(|base| base.is_declared);
            if in_force.is_some_and(|it| it.as_str() == base.as_str()) {
                return self.terms.use_base(true);
            }
            self.terms.set_base(base);
            self.progress.base_is_due = true;
        }
    }

    /// Whether a document's base IRI [can be declared](Self::declare_base_if_possible).
    pub fn can_declare_base(base: &str) -> bool {
        WrittenBase::is_known_to_readers(base) && WrittenBase::declared(base).is_ok()
    }

    /// Writes IRIs in full from here on, if a document has declared the base IRI.
    fn leave_base(&mut self) {
        if !self.has_chosen_base && self.declares_base() {
            self.terms.use_base(false);
        }
    }

    /// Whether a base IRI was chosen or declared.
    pub fn declares_base(&self) -> bool {
        self.terms.base().is_some_and(|base| base.is_declared)
    }

    /// Whether references are relative to the [place](Self::set_place) of a document.
    pub fn has_place(&self) -> bool {
        self.terms.base().is_some_and(|base| !base.is_declared)
    }

    /// Sets where the version is announced: nowhere, if the dialect has no directive for it.
    pub fn set_version(&mut self, version: VersionDue) {
        self.progress.version = match self.dialect().has_version_directive() {
            true => version,
            false => VersionDue::Never,
        };
    }

    /// Makes names that need escape sequences, too.
    pub fn with_escapes_in_names(&mut self) {
        self.terms.with_escapes_in_names();
    }

    /// Writes literals with line ends over several lines.
    pub fn with_long_strings(&mut self) {
        self.terms.has_long_strings = true;
    }

    /// Writes terms that a lenient parser lets pass.
    pub fn lenient(&mut self) {
        self.terms.lenient();
    }

    /// Declares a prefix: its directive comes before the next quad.
    pub(crate) fn declare(&mut self, prefix: &str, namespace: &str) -> Result<(), SettingError> {
        let is_again = self.declares(prefix);
        if self.terms.declare(prefix, namespace)? {
            if is_again {
                self.progress.declared.retain(|(other, _)| other != prefix);
            }
            self.progress
                .declared
                .push((prefix.to_owned(), namespace.to_owned()));
        }
        Ok(())
    }

    /// Whether a prefix is declared, for whatever namespace.
    pub fn declares(&self, prefix: &str) -> bool {
        self.terms.declares(prefix)
    }

    /// Uses a prefix from here on whose directive is in the beginning that another writes. One that the dialect
    /// does not have is not used.
    pub fn uses_if_possible(&mut self, prefix: &str, namespace: &str) {
        let _ = self.terms.declare(prefix, namespace);
    }

    /// Uses a base IRI from here on whose directive is in the beginning that another writes.
    pub fn uses_base_if_possible(&mut self, base: &str) {
        self.declare_base_if_possible(base);
        self.progress.base_is_due = false;
    }

    /// Leaves out the directives at the beginning: another writes them.
    pub fn without_beginning(&mut self) {
        self.begins_elsewhere = true;
        self.progress.base_is_due = false;
    }

    /// Whether the version is announced at the beginning, since the first statement needs it.
    pub fn begins_with_version(&self) -> bool {
        self.progress.begins_with_version
    }

    /// The complete lines, to be taken.
    pub fn lines(&mut self) -> &mut Vec<u8> {
        self.progress.layout.lines()
    }

    /// How far the document is written.
    pub fn progress(&self) -> WrittenSoFar {
        self.progress.clone()
    }

    /// Forgets what was written since then.
    pub fn go_back(&mut self, progress: WrittenSoFar) {
        self.progress = progress;
    }

    /// Writes a quad. Its blank nodes keep their labels.
    ///
    /// # Errors
    ///
    /// The quad has a term, or is in a graph, that the dialect does not have.
    pub fn quad(&mut self, quad: QuadRef<'_>) -> Result<(), WriteError> {
        self.quad_of(quad, is_beyond_rdf_11(quad.object))
    }

    /// Writes a quad, of a statement that RDF 1.1 may not have.
    fn quad_of(&mut self, quad: QuadRef<'_>, is_beyond: bool) -> Result<(), WriteError> {
        let scratch = &mut self.scratch;
        scratch.object.clear();
        write_labelled_object(&mut self.terms, quad.object, &mut scratch.object)?;
        self.quad_with_object(quad, is_beyond, &|terms, tokens| {
            terms.subject(quad.subject, tokens)
        })
    }

    /// Writes the quads of a statement, with brackets in place of the nodes that were made for it.
    ///
    /// # Errors
    ///
    /// A quad has a term, or is in a graph, that the dialect does not have.
    pub fn statement(
        &mut self,
        quads: &HeldQuads,
        generated: GeneratedNodes<'_>,
    ) -> Result<(), WriteError> {
        if generated.is_empty() && !quads.has_triple_terms() {
            let is_beyond = quads.are_beyond_rdf_11();
            return quads
                .iter()
                .try_for_each(|quad| self.quad_of(quad, is_beyond));
        }
        let quads: Vec<QuadRef<'_>> = quads.iter().collect();
        self.nested(&quads, &|node| generated.contains(node), usize::MAX)
    }

    /// Writes quads of one graph, with brackets in place of blank nodes that only these quads can mention.
    fn nested<'a>(
        &mut self,
        quads: &[QuadRef<'a>],
        is_free: &dyn Fn(BlankNodeRef<'a>) -> bool,
        levels: usize,
    ) -> Result<(), WriteError> {
        let nesting = Nesting::new(quads, is_free, levels);
        let before = self.progress();
        let result = self.write_nesting(&nesting);
        if result.is_err() {
            self.go_back(before);
        }
        result
    }

    /// Writes all quads of a dataset, graph by graph and subject by subject: blank nodes that one place mentions, or none, are written in
    /// brackets, as lists, or as reifiers, and quads that are equal once. `give` takes the lines that are complete.
    ///
    /// # Errors
    ///
    /// Taking lines fails; or a quad has a term, or is in a graph, that the dialect does not have: the statements before it are written.
    pub fn together<E: From<WriteError>>(
        &mut self,
        quads: &HeldQuads,
        order: StatementOrder,
        give: impl FnMut(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        self.grouped(quads, order, &|_| true, give)
    }

    /// Writes the first quads of a dataset [together](Self::together); others may follow. Blank nodes have labels, as others may mention
    /// them, but for those that were made by the parser.
    ///
    /// ```
    /// use turtle_peg::write::{HeldQuads, StatementLines, StatementOrder};
    /// use turtle_peg::{Dialect, Parser, WriteError};
    ///
    /// let text = "<x:s> <x:p> _:a . <x:t> <x:p> [ <x:p> 1 ] . <x:s> a <x:T> . <x:t> <x:q> _:a .";
    /// let parser = Parser::new(Dialect::Turtle12).with_blank_node_prefix("")?;
    /// let mut document = parser.parse_str(text);
    /// let mut held = HeldQuads::default();
    /// for _ in 0..3 {
    ///     document.next_statement_dyn(&mut |quad, _| held.push(quad)).unwrap()?;
    /// }
    /// let mut lines = StatementLines::new(Dialect::Turtle12);
    /// let made = document.generated_nodes().so_far();
    /// lines.first_together(&held, StatementOrder::AsGiven, made, |_| Ok::<_, WriteError>(()))?;
    /// document.for_each_quad(|quad, _| lines.quad(quad).unwrap())?;
    /// lines.finish()?;
    /// let written = String::from_utf8(std::mem::take(lines.lines()))?;
    /// assert_eq!(written, "\
    /// <x:s> a <x:T> ;
    ///     <x:p> _:a .
    ///
    /// <x:t> <x:p> [ <x:p> 1 ] ;
    ///     <x:q> _:a .
    /// ");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`together`](Self::together).
    pub fn first_together<E: From<WriteError>>(
        &mut self,
        quads: &HeldQuads,
        order: StatementOrder,
        made: GeneratedNodes<'_>,
        give: impl FnMut(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        self.grouped(quads, order, &|node| made.contains(node), give)
    }

    /// Writes quads together; `has_all_mentions` says whether only these mention a blank node.
    fn grouped<E: From<WriteError>>(
        &mut self,
        quads: &HeldQuads,
        order: StatementOrder,
        has_all_mentions: &dyn Fn(BlankNodeRef<'_>) -> bool,
        mut give: impl FnMut(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        let needs_version = !self.progress.has_begun && quads.are_beyond_rdf_11();
        if needs_version && self.progress.version == VersionDue::WhereNeeded {
            self.progress.version = VersionDue::First;
        }
        let (graphs, homes) = graphs(quads, order, has_all_mentions);
        for graph in graphs {
            GroupedGraph::new(quads, graph, &homes, order).each_group(|group, is_free| {
                self.group(group, is_free)?;
                give(self)
            })?;
        }
        Ok(())
    }

    /// Writes quads of one graph, of which most share a subject.
    fn group<'a>(
        &mut self,
        group: &[QuadRef<'a>],
        is_free: &dyn Fn(BlankNodeRef<'a>) -> bool,
    ) -> Result<(), WriteError> {
        let is_plain = |quad: &QuadRef<'a>| {
            quad.subject == group[0].subject
                && !matches!(rdf12::kind(quad.object), AnyTerm::Triple(_))
                && !blank_nodes((*quad).into()).any(is_free)
        };
        if !group.iter().all(is_plain) {
            return self.nested(group, is_free, LEVELS_OF_GRAPHS);
        }
        let is_beyond = group.iter().any(|quad| is_beyond_rdf_11(quad.object));
        let mut quads = group.iter();
        quads.try_for_each(|quad| self.quad_of(*quad, is_beyond))
    }

    fn write_nesting(&mut self, nesting: &Nesting<'_, '_>) -> Result<(), WriteError> {
        for node in nesting.statements() {
            let (form, quads) = nesting.subject(node);
            if !matches!(form, NodeForm::Name) {
                // Its text says more than the subject of the statement at hand, though it may be that.
                self.progress.end_statement();
            }
            if quads.is_empty() {
                // The reified triple is all there is to write.
                let quad = nesting.quad(node.quads[0]);
                let shared = self.prepare(quad, node.is_beyond_rdf_11, &|terms, tokens| {
                    write_subject(terms, nesting, node, form, tokens)
                })?;
                self.begin(quad, shared)?;
                self.progress.end_statement();
            }
            for place in quads {
                let scratch = &mut self.scratch;
                scratch.object.clear();
                write_object(&mut self.terms, nesting, place, &mut scratch.object)?;
                let quad = nesting.quad(place);
                self.quad_with_object(quad, node.is_beyond_rdf_11, &|terms, tokens| {
                    write_subject(terms, nesting, node, form, tokens)
                })?;
            }
        }
        Ok(())
    }

    /// Writes a quad whose object is in the scratch; `subject` writes its subject, if that is not the one of the statement at hand.
    fn quad_with_object(
        &mut self,
        quad: QuadRef<'_>,
        is_beyond: bool,
        subject: &dyn Fn(&mut TermTexts, &mut WrittenTokens) -> Result<(), WriteError>,
    ) -> Result<(), WriteError> {
        let shared = self.prepare(quad, is_beyond, subject)?;
        let same_predicate = shared.subject && self.progress.predicate == quad.predicate.as_str();
        if !same_predicate {
            let scratch = &mut self.scratch;
            scratch.predicate.clear();
            self.terms
                .predicate(quad.predicate, &mut scratch.predicate)?;
        }
        // From here on nothing fails: what is written to is memory.
        self.begin(quad, shared)?;
        let (progress, scratch) = (&mut self.progress, &mut self.scratch);
        if !same_predicate {
            progress.set_predicate(quad.predicate, &scratch.predicate, !shared.subject);
        }
        progress.layout.object(&mut scratch.object);
        Ok(())
    }

    /// Makes the texts of a quad's graph and subject, which `subject` writes, if the statement at hand has others.
    fn prepare(
        &mut self,
        quad: QuadRef<'_>,
        is_beyond: bool,
        subject: &dyn Fn(&mut TermTexts, &mut WrittenTokens) -> Result<(), WriteError>,
    ) -> Result<SharedBefore, WriteError> {
        let Self {
            terms,
            progress,
            scratch,
            ..
        } = self;
        let name = graph_node(quad.graph_name);
        let shared = progress.shared(quad.subject, name, is_beyond);
        if !shared.graph
            && let Some(name) = name
        {
            let dialect = terms.dialect;
            if !dialect.has_named_graphs() {
                return Err(WriteError::NamedGraph { dialect });
            }
            scratch.graph.clear();
            terms.graph(name, &mut scratch.graph)?;
        }
        if !shared.subject {
            scratch.subject.clear();
            subject(terms, &mut scratch.subject)?;
        }
        Ok(shared)
    }

    /// Begins a quad's statement, and its graph, with the texts in the scratch, unless they are those at hand.
    fn begin(&mut self, quad: QuadRef<'_>, shared: SharedBefore) -> io::Result<()> {
        if !shared.document {
            self.begin_again(!shared.version)?;
        }
        let (progress, scratch) = (&mut self.progress, &self.scratch);
        if !shared.graph {
            progress.change_graph(graph_node(quad.graph_name), &scratch.graph);
        }
        if !shared.subject {
            progress.begin_statement(quad.subject, &scratch.subject);
        }
        Ok(())
    }

    /// Writes the rest of a document.
    pub(super) fn document<I: Input>(
        &mut self,
        document: &mut Document<I>,
        give: impl FnMut(&mut Self) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        let (labels, features) = document.labels();
        self.copies_labels(labels, features, document.is_whole());
        self.leave_base();
        let result = self.statements_of(document, give);
        self.terms.labels = CopiedLabels::default();
        result
    }

    fn statements_of<I: Input>(
        &mut self,
        document: &mut Document<I>,
        mut give: impl FnMut(&mut Self) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        for (prefix, namespace) in document.prefixes() {
            self.declare_if_possible(prefix, namespace);
        }
        let mut held = HeldQuads::default();
        while let Some(result) = document.next_statement_dyn(&mut |quad, _| held.push(quad)) {
            result.map_err(WriteError::Document)?;
            if let Some(base) = document.declared_base() {
                self.declare_base_if_possible(base);
            }
            if let Some((prefix, namespace)) = document.declared_prefix() {
                self.declare_if_possible(prefix, namespace);
            }
            self.statement(&held, document.generated_nodes())?;
            held.clear();
            give(self)?;
        }
        Ok(())
    }

    /// Writes the labels of a document as it has them, from here on: of one that begins at this checkpoint, or of a part of one, unless
    /// it `is_whole`.
    pub fn begin_document(&mut self, from: &Checkpoint, is_whole: bool) {
        self.leave_base();
        self.copies_labels(&from.state.labels, from.dialect.features(), is_whole);
    }

    /// Writes the labels of a document, or of a part of one, as it has them, from here on.
    fn copies_labels(&mut self, labels: &Labels, features: &Features, is_whole: bool) {
        self.terms.labels = CopiedLabels::of(labels, features, is_whole);
    }

    /// Declares a prefix; one that the dialect does not have is not used.
    pub fn declare_if_possible(&mut self, prefix: &str, namespace: &str) {
        let _ = self.declare(prefix, namespace);
    }

    /// Writes the directives that are declared, and the version if it is to be announced; at the beginning, those of the document, too.
    fn begin_again(&mut self, announces: bool) -> io::Result<()> {
        let progress = &mut self.progress;
        progress.end_graph();
        let is_beginning = !std::mem::replace(&mut progress.has_begun, true);
        let begins_elsewhere = is_beginning && self.begins_elsewhere;
        if progress.version.is_due(|| announces) {
            progress.begins_with_version = is_beginning;
            if !begins_elsewhere {
                progress.layout.directive(VERSION_DIRECTIVE);
            }
        }
        let base = self.terms.base();
        if let Some(base) = base.filter(|_| std::mem::take(&mut progress.base_is_due)) {
            progress.layout.directive(&base_directive(base.as_str())?);
        }
        let place = base.filter(|base| !base.is_declared);
        for (prefix, namespace) in progress.declared.drain(..) {
            let reference = place.and_then(|place| place.reference_to(&namespace));
            let directive = prefix_directive(&prefix, reference.unwrap_or(&namespace))?;
            progress.layout.directive(&directive);
        }
        Ok(())
    }

    /// Ends the document: its last statement, and its directives if nothing else was written.
    ///
    /// # Errors
    ///
    /// None: lines are in memory.
    pub fn finish(&mut self) -> io::Result<()> {
        match self.progress.has_no_directives_due() {
            true => self.progress.end_graph(),
            false => self.begin_again(false)?,
        }
        Ok(())
    }
}

impl WrittenSoFar {
    /// Whether all directives are written that are declared so far, and those at the beginning.
    fn has_no_directives_due(&self) -> bool {
        self.has_begun && !self.base_is_due && self.declared.is_empty()
    }

    /// The parts that a quad with this subject, in this graph, shares with the quad before it.
    fn shared(
        &self,
        subject: NamedOrBlankNodeRef<'_>,
        graph: Option<NamedOrBlankNodeRef<'_>>,
        is_beyond: bool,
    ) -> SharedBefore {
        let in_graph = match (&self.graph, graph) {
            (Some(latest), Some(name)) => latest.is(name),
            (None, None) => true,
            _ => false,
        };
        let announces = is_beyond && self.version == VersionDue::WhereNeeded;
        // A graph that nothing can name is not ended in the middle: what follows it is announced.
        let version = !announces || (in_graph && self.graph_is_nameless);
        let document = version && self.has_no_directives_due();
        let graph = document && in_graph;
        SharedBefore {
            document,
            version,
            graph,
            subject: graph && self.is_open && self.subject.is(subject),
        }
    }

    fn begin_statement(&mut self, subject: NamedOrBlankNodeRef<'_>, text: &WrittenTokens) {
        self.end_statement();
        self.is_open = true;
        self.subject.set(subject);
        self.layout.begin_statement(text);
    }

    fn set_predicate(&mut self, predicate: NamedNodeRef<'_>, text: &[u8], is_first: bool) {
        match is_first {
            true => self.layout.first_predicate(text),
            false => self.layout.next_predicate(text),
        }
        self.predicate.clear();
        self.predicate.push_str(predicate.as_str());
    }

    fn end_statement(&mut self) {
        if std::mem::take(&mut self.is_open) {
            self.layout.end_statement();
        }
    }

    fn end_graph(&mut self) {
        self.end_statement();
        if self.graph.take().is_some() {
            self.layout.end_graph();
            self.graph_is_nameless = false;
        }
    }

    fn change_graph(&mut self, graph: Option<NamedOrBlankNodeRef<'_>>, text: &[u8]) {
        self.end_graph();
        if let Some(graph) = graph {
            self.layout.begin_graph(text);
            self.graph_is_nameless = text == NAMELESS_GRAPH;
            self.graph.get_or_insert_default().set(graph);
        }
    }
}

fn graph_node(graph: GraphNameRef<'_>) -> Option<NamedOrBlankNodeRef<'_>> {
    match graph {
        GraphNameRef::DefaultGraph => None,
        GraphNameRef::NamedNode(iri) => Some(iri.into()),
        GraphNameRef::BlankNode(node) => Some(node.into()),
    }
}
