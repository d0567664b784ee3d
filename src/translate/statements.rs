//! Statements: declarations, and triples with all that hangs on them.

use super::base::Base;
use super::meaning::{Meaning, meaning};
use super::term::{Piece, Term, TermId, UseOfObject};
use super::{Graph, RDF_REIFIES, Result, Site, Walk, is_a, only_child, untranslatable, with_room};
use crate::tree::NodeRef;
use crate::{Provenance, Span};
use oxiri::Iri;
use oxrdf::QuadRef;

impl<S: FnMut(QuadRef<'_>, &Provenance<'_>)> Walk<'_, S> {
    pub(super) fn statement(&mut self, node: &NodeRef<'_>) -> Result<()> {
        match meaning(node.production()) {
            Meaning::Choice => self.statement(&only_child(node)?),
            Meaning::PrefixDeclaration => self.prefix_declaration(node),
            Meaning::BaseDeclaration => self.base_declaration(node),
            Meaning::VersionAnnouncement => self.version_announcement(node),
            Meaning::Triples => self.triples(node),
            Meaning::Quad => self.quad(node),
            Meaning::Statement => match node.children().nth(1) {
                None => self.statement(&only_child(node)?),
                Some(_) => self.quad(node),
            },
            _ => Err(untranslatable(node)),
        }
    }

    pub(super) fn prefix_declaration(&mut self, node: &NodeRef<'_>) -> Result<()> {
        let mut prefix = Piece::Constant("");
        for child in node.children() {
            match meaning(child.production()) {
                Meaning::Within => {}
                Meaning::Prefix | Meaning::PrefixedName => prefix = self.prefix(&child)?,
                _ => {
                    let namespace = self.iri(&child)?;
                    let prefix = self.pool.str(prefix, self.text);
                    let namespace = self.pool.str(namespace, self.text).to_owned();
                    self.state.namespaces.insert(prefix.to_owned(), namespace);
                    return Ok(());
                }
            }
        }
        Err(untranslatable(node))
    }

    /// A prefix, without the colon that may end it.
    pub(super) fn prefix(&mut self, node: &NodeRef<'_>) -> Result<Piece> {
        let mut span = node.span();
        if node.text().ends_with(':') {
            span.end -= 1;
        }
        self.unescaped(Site::from(node), span)
    }

    pub(super) fn base_declaration(&mut self, node: &NodeRef<'_>) -> Result<()> {
        let reference = node
            .children()
            .find(|child| !is_a(child, Meaning::Within))
            .ok_or_else(|| untranslatable(node))?;
        let base = self.iri(&reference)?;
        let base = self.pool.str(base, self.text).to_owned();
        self.state.base = Some(Base::new(Iri::parse_unchecked(base)));
        Ok(())
    }

    pub(super) fn version_announcement(&mut self, node: &NodeRef<'_>) -> Result<()> {
        let version = self.lexical_form(&only_child(node)?)?;
        let version = self.pool.str(version, self.text);
        self.state.version = Some(version.to_owned());
        Ok(())
    }

    pub(super) fn triples(&mut self, node: &NodeRef<'_>) -> Result<()> {
        let mut children = node.children();
        let subject = self.term(&children.next().ok_or_else(|| untranslatable(node))?)?;
        match children.next() {
            Some(list) => self.predicate_object_list(subject, &list),
            None => Ok(()),
        }
    }

    pub(super) fn quad(&mut self, node: &NodeRef<'_>) -> Result<()> {
        let [subject, predicate, object] = self.three_terms(node)?;
        if let Some(name) = node.children().nth(3) {
            let name = self.term(&name)?;
            self.graph = Graph::Named(self.pool.held(name).term);
        }
        self.emit(node, subject, predicate, object)
    }

    pub(super) fn predicate_object_list(
        &mut self,
        subject: TermId,
        node: &NodeRef<'_>,
    ) -> Result<()> {
        if !is_a(node, Meaning::PredicateObjectList) {
            return Err(untranslatable(node));
        }
        let mut children = node.children();
        while let Some(verb) = children.next() {
            let mark = self.pool.mark();
            let predicate = self.term(&verb)?;
            let objects = children.next().ok_or_else(|| untranslatable(node))?;
            self.object_list(subject, predicate, &objects)?;
            self.pool.release(mark);
        }
        Ok(())
    }

    pub(super) fn object_list(
        &mut self,
        subject: TermId,
        predicate: TermId,
        node: &NodeRef<'_>,
    ) -> Result<()> {
        if !is_a(node, Meaning::ObjectList) {
            return Err(untranslatable(node));
        }
        let mut children = node.children();
        let mut next = children.next();
        while let Some(child) = next {
            let mark = self.pool.mark();
            let object = self.term(&child)?;
            self.emit(&child, subject, predicate, object)?;
            next = children.next();
            if let Some(annotation) = next
                && is_a(&annotation, Meaning::Annotation)
            {
                self.annotation([subject, predicate, object], &annotation)?;
                next = children.next();
            }
            self.pool.release(mark);
        }
        Ok(())
    }

    /// Annotations of a triple that was emitted: each reifier, and each block with the reifier before it or a
    /// new one.
    pub(super) fn annotation(&mut self, triple: [TermId; 3], node: &NodeRef<'_>) -> Result<()> {
        let mut reifier = None;
        for child in node.children() {
            match meaning(child.production()) {
                Meaning::Reifier => {
                    let term = self.term(&child)?;
                    self.reify(&child, term, triple, UseOfObject::More)?;
                    reifier = Some(term);
                }
                Meaning::AnnotationBlock => {
                    let subject = match reifier.take() {
                        Some(reifier) => reifier,
                        None => {
                            let generated = self.generated(child.span());
                            self.reify(&child, generated, triple, UseOfObject::More)?;
                            generated
                        }
                    };
                    let list = only_child(&child)?;
                    with_room(|| self.predicate_object_list(subject, &list))?;
                }
                _ => return Err(untranslatable(&child)),
            }
        }
        Ok(())
    }

    /// Emits that `reifier` reifies `triple`.
    pub(super) fn reify(
        &mut self,
        node: &NodeRef<'_>,
        reifier: TermId,
        triple: [TermId; 3],
        use_of_object: UseOfObject,
    ) -> Result<()> {
        let written = match meaning(node.production()) {
            Meaning::Reifier => self.reifier_span(node),
            _ => node.span(),
        };
        let subject = self.pool.held(triple[0]).span;
        let span = Span {
            start: subject.start.min(written.start),
            end: written.end,
        };
        let predicate = self.pool.hold(Term::constant(RDF_REIFIES), written);
        let term = self.triple_term(node, triple, use_of_object)?;
        let object = self.pool.hold(term, span);
        self.emit(node, reifier, predicate, object)
    }

    pub(super) fn emit(
        &mut self,
        node: &NodeRef<'_>,
        subject: TermId,
        predicate: TermId,
        object: TermId,
    ) -> Result<()> {
        self.provenance.subject = self.pool.held(subject).span;
        self.provenance.predicate = self.pool.held(predicate).span;
        self.provenance.object = self.pool.held(object).span;
        let graph = match &self.graph {
            Graph::Default => None,
            Graph::Named(name) => Some(name),
            Graph::Unknown => return Ok(()),
        };
        let triple = [subject, predicate, object];
        match self.pool.quad(triple, graph, &self.state.labels, self.text) {
            Some(quad) => (self.sink)(quad, &self.provenance),
            None => return Err(untranslatable(node)),
        }
        Ok(())
    }
}
