//! Quads in statements: neighbours that share a subject, or subject and predicate, become one.
//!
//! Invariant: nothing is reordered, dropped or joined. A quad is written whole, or not at all.

use super::error::WriteError;
use super::layout::TripleLayout;
use super::terms::{TermTexts, base_directive, prefix_directive};
use super::tokens::WrittenTokens;
use crate::setting::{self, SettingError};
use crate::translate::Base;
use crate::{Dialect, Production};
use oxrdf::{GraphNameRef, NamedOrBlankNodeRef, QuadRef};
use std::io;

/// Writes quads to lines.
#[derive(Clone, Debug)]
pub(super) struct StatementLines {
    terms: TermTexts,
    layout: TripleLayout,
    announces_version: bool,
    /// Whether anything was written.
    has_begun: bool,
    /// The prefixes that are declared and not written yet, each with its namespace.
    declared: Vec<(String, String)>,
    graph: Option<LatestNode>,
    /// The subject of the statement at hand, and its latest predicate.
    open: bool,
    subject: LatestNode,
    predicate: String,
    scratch: Scratch,
}

/// The texts of a quad's terms.
#[derive(Clone, Debug, Default)]
struct Scratch {
    graph: Vec<u8>,
    subject: WrittenTokens,
    predicate: Vec<u8>,
    object: WrittenTokens,
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
    pub(super) fn new(dialect: Dialect) -> Self {
        Self {
            terms: TermTexts::new(dialect),
            layout: TripleLayout::default(),
            announces_version: dialect.number(Production::version).is_some(),
            has_begun: false,
            declared: Vec::new(),
            graph: None,
            open: false,
            subject: LatestNode::default(),
            predicate: String::new(),
            scratch: Scratch::default(),
        }
    }

    pub(super) fn dialect(&self) -> Dialect {
        self.terms.dialect
    }

    pub(super) fn set_base(&mut self, base: String) -> Result<(), SettingError> {
        self.terms.base = Some(Base::new(setting::absolute_iri(base)?));
        Ok(())
    }

    pub(super) fn without_version(&mut self) {
        self.announces_version = false;
    }

    pub(super) fn without_escapes_in_names(&mut self) {
        self.terms.escapes_names = false;
    }

    pub(super) fn lenient(&mut self) {
        self.terms.is_lenient = true;
    }

    /// Declares a prefix: its directive comes before the next quad.
    pub(super) fn declare(&mut self, prefix: &str, namespace: &str) -> Result<(), SettingError> {
        if self.terms.declare(prefix, namespace)? {
            self.declared.retain(|(other, _)| other != prefix);
            self.declared
                .push((prefix.to_owned(), namespace.to_owned()));
        }
        Ok(())
    }

    /// The complete lines, to be taken.
    pub(super) fn lines(&mut self) -> &mut Vec<u8> {
        self.layout.lines()
    }

    pub(super) fn quad(&mut self, quad: QuadRef<'_>) -> Result<(), WriteError> {
        let graph = graph_node(quad.graph_name);
        let goes_on = self.declared.is_empty() && self.has_begun;
        let same_graph = goes_on
            && match (&self.graph, graph) {
                (Some(latest), Some(graph)) => latest.is(graph),
                (None, None) => true,
                _ => false,
            };
        let same_subject = same_graph && self.open && self.subject.is(quad.subject);
        let same_predicate = same_subject && self.predicate == quad.predicate.as_str();
        self.fill_scratch(quad, graph, same_graph, same_subject, same_predicate)?;
        if !goes_on {
            self.begin_again()?;
        }
        if !same_graph {
            self.change_graph(graph);
        }
        let Scratch {
            subject,
            predicate,
            object,
            ..
        } = &self.scratch;
        if !same_subject {
            if self.open {
                self.layout.end_statement();
            }
            self.open = true;
            self.subject.set(quad.subject);
            self.layout.begin_statement(subject);
            self.layout.first_predicate(predicate);
        } else if !same_predicate {
            self.layout.next_predicate(predicate);
        }
        if !same_predicate {
            self.predicate.clear();
            self.predicate.push_str(quad.predicate.as_str());
        }
        self.layout.object(object);
        Ok(())
    }

    /// Writes the terms that are not those of the quad before.
    fn fill_scratch(
        &mut self,
        quad: QuadRef<'_>,
        graph: Option<NamedOrBlankNodeRef<'_>>,
        same_graph: bool,
        same_subject: bool,
        same_predicate: bool,
    ) -> Result<(), WriteError> {
        let (terms, scratch) = (&mut self.terms, &mut self.scratch);
        if !same_graph && let Some(graph) = graph {
            let dialect = terms.dialect;
            if !dialect.has_named_graphs() {
                return Err(WriteError::NamedGraph { dialect });
            }
            scratch.graph.clear();
            terms.node(graph, &mut scratch.graph)?;
        }
        if !same_subject {
            scratch.subject.clear();
            terms.subject(quad.subject, &mut scratch.subject)?;
        }
        if !same_predicate {
            scratch.predicate.clear();
            terms.predicate(quad.predicate, &mut scratch.predicate)?;
        }
        scratch.object.clear();
        terms.object(quad.object, &mut scratch.object)
    }

    fn end_statement(&mut self) {
        if std::mem::take(&mut self.open) {
            self.layout.end_statement();
        }
    }

    fn end_graph(&mut self) {
        self.end_statement();
        if self.graph.take().is_some() {
            self.layout.end_graph();
        }
    }

    fn change_graph(&mut self, graph: Option<NamedOrBlankNodeRef<'_>>) {
        self.end_graph();
        if let Some(graph) = graph {
            self.layout.begin_graph(&self.scratch.graph);
            self.graph.get_or_insert_default().set(graph);
        }
    }

    /// Writes the directives that are declared; at the beginning, those of the document, too.
    fn begin_again(&mut self) -> io::Result<()> {
        self.end_graph();
        if !std::mem::replace(&mut self.has_begun, true) {
            if self.announces_version {
                self.layout.directive(b"VERSION \"1.2\"");
            }
            if let Some(base) = &self.terms.base {
                self.layout.directive(&base_directive(base)?);
            }
        }
        for (prefix, namespace) in self.declared.drain(..) {
            self.layout
                .directive(&prefix_directive(&prefix, &namespace)?);
        }
        Ok(())
    }

    /// Ends the document: its last statement, and its directives if nothing else was written.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        match self.has_begun && self.declared.is_empty() {
            true => self.end_graph(),
            false => self.begin_again()?,
        }
        Ok(())
    }
}

fn graph_node(graph: GraphNameRef<'_>) -> Option<NamedOrBlankNodeRef<'_>> {
    match graph {
        GraphNameRef::DefaultGraph => None,
        GraphNameRef::NamedNode(iri) => Some(iri.into()),
        GraphNameRef::BlankNode(node) => Some(node.into()),
    }
}
