//! Statements: declarations, and triples with all that hangs on them.

use super::base::Base;
use super::buffers::{Buffer, Roles, Text, TripleTerm};
use super::fault::{FaultSite, Result, fault, untranslatable};
use super::meaning::{Meaning, meaning};
use super::nested;
use super::sink::Sink;
use super::term::{Placed, PlacedObject, PlacedPredicate, PlacedSubject, Term};
use super::terms::reifier_span;
use super::walk::{StatementWalk, innermost, is_a, only_child, with_room};
use crate::SyntaxErrorKind;
use crate::rdf12::InnerTriple;
use crate::tree::{Children, NodeRef, Plain};
use oxiri::Iri;
use oxrdf::vocab::xsd;
use oxrdf::{
    GraphNameRef, LiteralRef, NamedNodeRef, NamedOrBlankNodeRef, QuadRef, TermRef, Triple,
};
use runtime::Span;

/// The term of RDF 1.2's vocabulary that oxrdf does not name.
pub(crate) const RDF_REIFIES: NamedNodeRef<'static> =
    NamedNodeRef::new_unchecked("http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies");

impl<'w, S: Sink> StatementWalk<'w, S> {
    pub(super) fn statement(&mut self, node: &NodeRef<'_>, roles: &mut Roles) -> Result<()> {
        match meaning(node.production()) {
            Meaning::Choice => self.statement(&only_child(node)?, roles),
            Meaning::PrefixDeclaration => self.prefix_declaration(node, roles),
            Meaning::BaseDeclaration => self.base_declaration(node, roles),
            Meaning::VersionAnnouncement => self.version_announcement(node, roles),
            Meaning::Triples => self.triples(node, roles),
            Meaning::Quad => self.quad(node, roles),
            Meaning::Statement => match node.children().nth(1) {
                None => self.statement(&only_child(node)?, roles),
                Some(_) => self.quad(node, roles),
            },
            _ => Err(untranslatable(node)),
        }
    }

    /// Declares a prefix. If the directive is at fault, the prefix has no namespace any more: it is not known.
    #[inline(never)]
    fn prefix_declaration(&mut self, node: &NodeRef<'_>, roles: &mut Roles) -> Result<()> {
        let mut prefix = "";
        for child in node.children() {
            match meaning(child.production()) {
                Meaning::Within => {}
                Meaning::Prefix | Meaning::PrefixedName => {
                    prefix = self.prefix(&child, &mut roles.subject)?;
                }
                _ => {
                    let declared = self.namespace(node, &child, prefix, &mut roles.object.text);
                    if declared.is_err() {
                        self.state.namespaces.lose(prefix);
                    }
                    return declared;
                }
            }
        }
        Err(untranslatable(node))
    }

    /// Declares a prefix with the namespace that is written in a directive.
    fn namespace(
        &mut self,
        directive: &NodeRef<'_>,
        node: &NodeRef<'_>,
        prefix: &str,
        buffer: &mut Text,
    ) -> Result<()> {
        let namespace = self.iri(node, buffer)?;
        self.check_length(node, namespace.len())?;
        let limit = self.limits.prefixes;
        match self.state.namespaces.declare(prefix, namespace, limit) {
            true => Ok(()),
            false => Err(fault(
                directive,
                SyntaxErrorKind::PrefixesTooLarge { limit },
            )),
        }
    }

    /// A prefix, without the colon that may end it.
    fn prefix<'b>(&self, node: &NodeRef<'_>, buffer: &'b mut Text) -> Result<&'b str>
    where
        'w: 'b,
    {
        let mut span = node.span();
        if node.text().ends_with(':') {
            span.end -= 1;
        }
        self.unescaped(FaultSite::from(node), span, buffer)
    }

    /// Declares the base IRI. If the directive is at fault, there is none any more: it is not known.
    #[inline(never)]
    fn base_declaration(&mut self, node: &NodeRef<'_>, roles: &mut Roles) -> Result<()> {
        let declared = self.new_base(node, roles);
        match declared {
            Ok(()) => *self.declared_bases += 1,
            Err(_) => self.state.base = None,
        }
        declared
    }

    fn new_base(&mut self, node: &NodeRef<'_>, roles: &mut Roles) -> Result<()> {
        let reference = node
            .children()
            .find(|child| !is_a(child, Meaning::Within))
            .ok_or_else(|| untranslatable(node))?;
        let reference = innermost(&reference);
        if is_a(&reference, Meaning::IriReference) {
            let (_, text) = self.between(FaultSite::of_leaf(&reference), 1, 1)?;
            if let Some((before, rest)) = self.resolved(text)
                && rest.len() == text.len()
            {
                let before = before.len();
                self.check_length(&reference, before + text.len())?;
                if let Some(base) = &mut self.state.base {
                    base.extend(before, text);
                }
                return Ok(());
            }
        }
        let base = self.iri(&reference, &mut roles.object.text)?;
        self.check_length(&reference, base.len())?;
        let base = Iri::parse_unchecked(base.to_owned());
        self.state.base = Some(Base::new(base));
        Ok(())
    }

    #[inline(never)]
    fn version_announcement(&mut self, node: &NodeRef<'_>, roles: &mut Roles) -> Result<()> {
        let version = self.lexical_form(&only_child(node)?, &mut roles.object.text)?;
        self.state.version = Some(version.to_owned());
        Ok(())
    }

    #[inline]
    pub(super) fn triples(&mut self, node: &NodeRef<'_>, roles: &mut Roles) -> Result<()> {
        let mut children = node.children();
        let subject = children.next().ok_or_else(|| untranslatable(node))?;
        let mut buffer = std::mem::take(&mut roles.subject);
        let subject = self.named_or_blank(&subject, &mut buffer)?;
        if let Some(list) = children.next() {
            self.predicate_object_list(&subject, &list, roles)?;
        }
        roles.subject = buffer;
        Ok(())
    }

    #[inline]
    pub(super) fn quad(&mut self, node: &NodeRef<'_>, roles: &mut Roles) -> Result<()> {
        let mut children = node.children();
        let mut next = || children.next().ok_or_else(|| untranslatable(node));
        let subject = self.named_or_blank(&next()?, &mut roles.subject)?;
        let predicate = self.predicate(&next()?, &mut roles.predicate)?;
        let object = next()?;
        if children.is_empty()
            && self.emit_leaf(self.graph, &subject, &predicate, &object, &mut roles.object)?
        {
            return Ok(());
        }
        let object = self.term(&object, &mut roles.object)?;
        let graph = match children.next() {
            None => self.graph,
            Some(name) => {
                let name = self.named_or_blank(&name, &mut roles.graph)?;
                self.provenance.graph_name = Some(name.span);
                Some(NamedOrBlankNodeRef::from(name.term).into())
            }
        };
        self.emit_in(graph, &subject, &predicate, object);
        Ok(())
    }

    /// The triples of `subject`. It does not use the buffer for subjects.
    pub(super) fn predicate_object_list(
        &mut self,
        subject: &PlacedSubject<'_>,
        node: &NodeRef<'_>,
        roles: &mut Roles,
    ) -> Result<()> {
        if !is_a(node, Meaning::PredicateObjectList) {
            return Err(untranslatable(node));
        }
        let mut children = node.children();
        while let Some(verb) = children.next() {
            let predicate = self.predicate(&verb, &mut roles.predicate)?;
            let objects = children.next().ok_or_else(|| untranslatable(node))?;
            if !is_a(&objects, Meaning::ObjectList) {
                return Err(untranslatable(&objects));
            }
            let objects = objects.children();
            self.objects(subject, &predicate, objects, &mut roles.object)?;
        }
        Ok(())
    }

    /// The triples of `subject` with this predicate: objects, each with its annotations.
    #[inline(always)]
    pub(super) fn objects(
        &mut self,
        subject: &PlacedSubject<'_>,
        predicate: &PlacedPredicate<'_>,
        mut objects: Children<'_>,
        buffer: &mut Buffer,
    ) -> Result<()> {
        let mut next = objects.next();
        while let Some(child) = next {
            next = objects.next();
            if next.is_none_or(|next| !is_a(&next, Meaning::Annotation))
                && self.emit_leaf(self.graph, subject, predicate, &child, buffer)?
            {
                continue;
            }
            let object = self.term(&child, buffer)?;
            self.emit(subject, predicate, object);
            if let Some(annotation) = next
                && is_a(&annotation, Meaning::Annotation)
            {
                if !annotation.is_leaf() {
                    self.annotation(subject, predicate, &object, &annotation)?;
                }
                next = objects.next();
            }
        }
        Ok(())
    }

    /// Annotations of a triple that was emitted: each reifier, and each block with the reifier before it or a
    /// new one.
    #[inline(never)]
    fn annotation(
        &mut self,
        subject: &PlacedSubject<'_>,
        predicate: &PlacedPredicate<'_>,
        object: &PlacedObject<'_>,
        node: &NodeRef<'_>,
    ) -> Result<()> {
        let rdf12 = self.newer_syntax(node)?;
        let mut triple_term = TripleTerm::default();
        let triple: Option<&InnerTriple> = S::READS.then(|| {
            let subject = NamedOrBlankNodeRef::from(subject.term);
            let object = nested::into_owned_term(object.term.into());
            triple_term.fill(rdf12.inner_triple(Triple::new(subject, predicate.term, object)))
        });
        let mut roles = self.spare.take();
        let mut buffer = std::mem::take(&mut roles.subject);
        let mut children = node.children();
        let mut next = children.next();
        while let Some(child) = next {
            let reifier = match meaning(child.production()) {
                Meaning::Reifier => {
                    next = children.next();
                    self.named_or_blank(&child, &mut buffer)?
                }
                Meaning::AnnotationBlock => Placed {
                    term: self.generated(&mut buffer),
                    span: child.span(),
                },
                _ => return Err(untranslatable(&child)),
            };
            self.reify(&child, &reifier, subject.span, triple);
            if let Some(block) = next
                && is_a(&block, Meaning::AnnotationBlock)
            {
                let list = only_child(&block)?;
                with_room(|| self.predicate_object_list(&reifier, &list, &mut roles))?;
                next = children.next();
            }
        }
        roles.subject = buffer;
        self.spare.give_back(roles);
        Ok(())
    }

    /// Emits that `reifier` reifies `triple`, whose subject is at `subject`; nothing, if the sink reads nothing.
    pub(super) fn reify(
        &mut self,
        node: &NodeRef<'_>,
        reifier: &PlacedSubject<'_>,
        subject: Span,
        triple: Option<&InnerTriple>,
    ) {
        let Some(triple) = triple else { return };
        let written = match meaning(node.production()) {
            Meaning::Reifier => reifier_span(node),
            _ => node.span(),
        };
        let predicate = Placed {
            term: RDF_REIFIES,
            span: written,
        };
        let object = Placed {
            term: Term::Triple(triple),
            span: Span {
                start: subject.start.min(written.start),
                end: written.end,
            },
        };
        self.emit(reifier, &predicate, object);
    }

    /// Hands over a triple whose object is a leaf of the usual kinds, without a detour; or says that it is not.
    #[inline(always)]
    fn emit_leaf(
        &mut self,
        graph: Option<GraphNameRef<'_>>,
        subject: &PlacedSubject<'_>,
        predicate: &PlacedPredicate<'_>,
        node: &NodeRef<'_>,
        buffer: &mut Buffer,
    ) -> Result<bool> {
        if !node.is_leaf() {
            return Ok(false);
        }
        let site = FaultSite::of_leaf(node);
        match meaning(site.production) {
            Meaning::IriReference if site.plain == Plain::Iri => {
                let iri = self.reference_in_quad(site, &mut buffer.text)?;
                let term = NamedNodeRef::new_unchecked(iri).into();
                self.emit_ref(graph, subject, predicate, term, site.span);
            }
            Meaning::PrefixedName => {
                let iri = self.name_in_quad(site, &mut buffer.text)?;
                let term = NamedNodeRef::new_unchecked(iri).into();
                self.emit_ref(graph, subject, predicate, term, site.span);
            }
            kind @ (Meaning::ShortString | Meaning::LongString) if site.plain == Plain::String => {
                let text = self.between_delimiters(kind, site, &mut buffer.text)?;
                let term = LiteralRef::new_simple_literal(text).into();
                self.emit_ref(graph, subject, predicate, term, site.span);
            }
            Meaning::Integer => {
                self.emit_number(graph, subject, predicate, site.span, xsd::INTEGER)
            }
            Meaning::Decimal => {
                self.emit_number(graph, subject, predicate, site.span, xsd::DECIMAL)
            }
            Meaning::Double => self.emit_number(graph, subject, predicate, site.span, xsd::DOUBLE),
            Meaning::Boolean => {
                self.emit_number(graph, subject, predicate, site.span, xsd::BOOLEAN)
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    #[inline]
    fn emit_number(
        &mut self,
        graph: Option<GraphNameRef<'_>>,
        subject: &PlacedSubject<'_>,
        predicate: &PlacedPredicate<'_>,
        span: Span,
        datatype: NamedNodeRef<'static>,
    ) {
        let term = LiteralRef::new_typed_literal(span.of(self.text), datatype).into();
        self.emit_ref(graph, subject, predicate, term, span);
    }

    #[inline(always)]
    fn emit_ref(
        &mut self,
        graph: Option<GraphNameRef<'_>>,
        subject: &PlacedSubject<'_>,
        predicate: &PlacedPredicate<'_>,
        object: TermRef<'_>,
        span: Span,
    ) {
        self.provenance.subject = subject.span;
        self.provenance.predicate = predicate.span;
        self.provenance.object = span;
        if let Some(graph_name) = graph {
            let quad = QuadRef {
                subject: subject.term.into(),
                predicate: predicate.term,
                object,
                graph_name,
            };
            self.sink.take(quad, &self.provenance);
        }
    }

    #[inline]
    pub(super) fn emit(
        &mut self,
        subject: &PlacedSubject<'_>,
        predicate: &PlacedPredicate<'_>,
        object: PlacedObject<'_>,
    ) {
        self.emit_in(self.graph, subject, predicate, object);
    }

    /// Hands over a quad, if it is known where it belongs.
    #[inline]
    fn emit_in(
        &mut self,
        graph: Option<GraphNameRef<'_>>,
        subject: &PlacedSubject<'_>,
        predicate: &PlacedPredicate<'_>,
        object: PlacedObject<'_>,
    ) {
        self.provenance.subject = subject.span;
        self.provenance.predicate = predicate.span;
        self.provenance.object = object.span;
        if let Some(graph_name) = graph {
            let quad = QuadRef {
                subject: subject.term.into(),
                predicate: predicate.term,
                object: object.term.into(),
                graph_name,
            };
            self.sink.take(quad, &self.provenance);
        }
    }
}
