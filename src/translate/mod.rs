//! From trees to quads: section 7 of Turtle.
//!
//! Invariants: it sees nothing but a [`Tree`] and the state that earlier statements left, so it serves every
//! dialect and every engine. Each production's meaning is given in one place, [`meaning`], for all of them.
//! What the grammar ensures is not checked again; where a tree has a shape that RDF has no meaning for,
//! which only a changed grammar can make, that is an error and never a guess.

mod escape;
mod iri;
mod meaning;
mod nested;
mod state;
mod term;

pub(crate) use nested::into_owned;
pub(crate) use state::State;

use crate::dialect::{Features, Iris};
use crate::tree::NodeRef;
use crate::{Production, Provenance, Span, SyntaxErrorKind, Tree};
use meaning::{Meaning, meaning};
use oxiri::{Iri, IriRef};
use oxrdf::vocab::{rdf, xsd};
use oxrdf::{BaseDirection, NamedNodeRef, QuadRef};
use term::{LiteralKind, Piece, Placed, Pool, Term, UseOfObject};

/// The one term of RDF 1.2's vocabulary that oxrdf does not name.
const RDF_REIFIES: NamedNodeRef<'static> =
    NamedNodeRef::new_unchecked("http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies");

/// Why a tree could not be translated, and which part of it is at fault.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) kind: SyntaxErrorKind,
    pub(crate) span: Span,
    pub(crate) production: Production,
}

type Result<T> = std::result::Result<T, Box<Fault>>;

fn fault(node: NodeRef<'_>, kind: SyntaxErrorKind) -> Box<Fault> {
    Box::new(Fault {
        kind,
        span: node.trimmed_span(),
        production: node.production(),
    })
}

fn untranslatable(node: NodeRef<'_>) -> Box<Fault> {
    fault(node, SyntaxErrorKind::Untranslatable)
}

/// Turns the statements of one document into quads, in order.
#[derive(Clone, Debug)]
pub(crate) struct Translator {
    features: &'static Features,
    pub(crate) state: State,
    pool: Pool,
    graph: Graph,
}

/// Where triples go.
#[derive(Clone, Copy, Debug)]
enum Graph {
    Default,
    Named(Term),
    /// Into a graph whose name is at fault: nowhere.
    Unknown,
}

impl Translator {
    pub(crate) fn new(features: &'static Features, state: State) -> Self {
        Self {
            features,
            state,
            pool: Pool::default(),
            graph: Graph::Default,
        }
    }

    /// Hands `sink` the quads of one statement.
    ///
    /// When a fault is found, the quads before it may have been handed over.
    pub(crate) fn statement<S>(&mut self, tree: Tree<'_>, sink: &mut S) -> Result<()>
    where
        S: FnMut(QuadRef<'_>, &Provenance<'_>),
    {
        self.walk(tree, sink).statement(tree.root())
    }

    /// Begins a graph; its name is the root of the tree, or the tree is empty and it is the default graph.
    pub(crate) fn begin_graph(&mut self, tree: Tree<'_>) -> Result<()> {
        // A fault in the name is no reason to put the graph's triples anywhere else.
        self.graph = Graph::Unknown;
        if tree.is_empty() {
            self.graph = Graph::Default;
            return Ok(());
        }
        let mut nowhere = |_: QuadRef<'_>, _: &Provenance<'_>| ();
        let name = self.walk(tree, &mut nowhere).term(tree.root())?.term;
        let piece = match name {
            Term::Iri(piece) | Term::BlankNode(piece) => piece,
            Term::Generated(_) => {
                self.graph = Graph::Named(name);
                return Ok(());
            }
            Term::Literal { .. } | Term::Triple(_) => return Err(untranslatable(tree.root())),
        };
        let mut kept = std::mem::take(&mut self.pool.graph);
        kept.clear();
        kept.push_str(self.pool.str(piece, tree.text()));
        self.pool.graph = kept;
        self.graph = Graph::Named(match name {
            Term::Iri(_) => Term::Iri(Piece::Graph),
            _ => Term::BlankNode(Piece::Graph),
        });
        Ok(())
    }

    /// Ends a graph: what follows is in the default graph.
    pub(crate) fn end_graph(&mut self) {
        self.graph = Graph::Default;
    }

    fn walk<'w, S>(&'w mut self, tree: Tree<'w>, sink: &'w mut S) -> Walk<'w, S> {
        self.pool.clear();
        Walk {
            features: self.features,
            state: &mut self.state,
            pool: &mut self.pool,
            text: tree.text(),
            provenance: Provenance::new(tree.text(), tree.origin(), written_span(tree.root())),
            graph: self.graph,
            sink,
        }
    }
}

/// One walk through one statement's tree.
struct Walk<'w, S> {
    features: &'static Features,
    state: &'w mut State,
    pool: &'w mut Pool,
    text: &'w str,
    provenance: Provenance<'w>,
    graph: Graph,
    sink: &'w mut S,
}

// Statements.
impl<S: FnMut(QuadRef<'_>, &Provenance<'_>)> Walk<'_, S> {
    fn statement(&mut self, node: NodeRef<'_>) -> Result<()> {
        match meaning(node.production()) {
            Meaning::Choice => self.statement(only_child(node)?),
            Meaning::PrefixDeclaration => self.prefix_declaration(node),
            Meaning::BaseDeclaration => self.base_declaration(node),
            Meaning::VersionAnnouncement => self.version_announcement(node),
            Meaning::Triples => self.triples(node),
            Meaning::Quad => self.quad(node),
            Meaning::Statement => match node.children().nth(1) {
                None => self.statement(only_child(node)?),
                Some(_) => self.quad(node),
            },
            _ => Err(untranslatable(node)),
        }
    }

    fn prefix_declaration(&mut self, node: NodeRef<'_>) -> Result<()> {
        let mut prefix = Piece::Constant("");
        for child in node.children() {
            match meaning(child.production()) {
                Meaning::Within => {}
                Meaning::Prefix | Meaning::PrefixedName => prefix = self.prefix(child)?,
                _ => {
                    let namespace = self.iri(child)?;
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
    fn prefix(&mut self, node: NodeRef<'_>) -> Result<Piece> {
        let mut span = node.span();
        if node.text().ends_with(':') {
            span.end -= 1;
        }
        self.unescaped(node, span)
    }

    fn base_declaration(&mut self, node: NodeRef<'_>) -> Result<()> {
        let reference = node
            .children()
            .find(|child| meaning(child.production()) != Meaning::Within)
            .ok_or_else(|| untranslatable(node))?;
        let base = self.iri(reference)?;
        let base = self.pool.str(base, self.text).to_owned();
        self.state.base = Some(Iri::parse_unchecked(base));
        Ok(())
    }

    fn version_announcement(&mut self, node: NodeRef<'_>) -> Result<()> {
        let version = self.lexical_form(only_child(node)?)?;
        let version = self.pool.str(version, self.text);
        self.state.version = Some(version.to_owned());
        Ok(())
    }

    fn triples(&mut self, node: NodeRef<'_>) -> Result<()> {
        let mut children = node.children();
        let subject = self.term(children.next().ok_or_else(|| untranslatable(node))?)?;
        match children.next() {
            Some(list) => self.predicate_object_list(subject, list),
            None => Ok(()),
        }
    }

    fn quad(&mut self, node: NodeRef<'_>) -> Result<()> {
        let [subject, predicate, object] = self.three_terms(node)?;
        if let Some(name) = node.children().nth(3) {
            self.graph = Graph::Named(self.term(name)?.term);
        }
        self.emit(node, subject, predicate, object)
    }

    fn predicate_object_list(&mut self, subject: Placed, node: NodeRef<'_>) -> Result<()> {
        if meaning(node.production()) != Meaning::PredicateObjectList {
            return Err(untranslatable(node));
        }
        let mut children = node.children();
        while let Some(verb) = children.next() {
            let mark = self.pool.mark();
            let predicate = self.term(verb)?;
            let objects = children.next().ok_or_else(|| untranslatable(node))?;
            self.object_list(subject, predicate, objects)?;
            self.pool.release(mark);
        }
        Ok(())
    }

    fn object_list(&mut self, subject: Placed, predicate: Placed, node: NodeRef<'_>) -> Result<()> {
        if meaning(node.production()) != Meaning::ObjectList {
            return Err(untranslatable(node));
        }
        let mut children = node.children().peekable();
        while let Some(child) = children.next() {
            let mark = self.pool.mark();
            let object = self.term(child)?;
            self.emit(child, subject, predicate, object)?;
            let is_annotation =
                |node: &NodeRef<'_>| meaning(node.production()) == Meaning::Annotation;
            if let Some(annotation) = children.next_if(is_annotation) {
                self.annotation([subject, predicate, object], annotation)?;
            }
            self.pool.release(mark);
        }
        Ok(())
    }

    /// Annotations of a triple that was emitted: each reifier, and each block with the reifier before it or a
    /// new one.
    fn annotation(&mut self, triple: [Placed; 3], node: NodeRef<'_>) -> Result<()> {
        let mut reifier = None;
        for child in node.children() {
            match meaning(child.production()) {
                Meaning::Reifier => {
                    let term = self.term(child)?;
                    self.reify(child, term, triple, UseOfObject::More)?;
                    reifier = Some(term);
                }
                Meaning::AnnotationBlock => {
                    let subject = match reifier.take() {
                        Some(reifier) => reifier,
                        None => {
                            let generated = self.generated(child.span());
                            self.reify(child, generated, triple, UseOfObject::More)?;
                            generated
                        }
                    };
                    let list = only_child(child)?;
                    with_room(|| self.predicate_object_list(subject, list))?;
                }
                _ => return Err(untranslatable(child)),
            }
        }
        Ok(())
    }

    /// Emits that `reifier` reifies `triple`.
    fn reify(
        &mut self,
        node: NodeRef<'_>,
        reifier: Placed,
        triple: [Placed; 3],
        use_of_object: UseOfObject,
    ) -> Result<()> {
        let written = match meaning(node.production()) {
            Meaning::Reifier => self.reifier_span(node),
            _ => node.span(),
        };
        let span = Span {
            start: triple[0].span.start.min(written.start),
            end: written.end,
        };
        let predicate = Placed {
            term: Term::constant(RDF_REIFIES),
            span: written,
        };
        let term = self.triple_term(node, triple, use_of_object)?;
        self.emit(node, reifier, predicate, Placed { term, span })
    }

    fn emit(
        &mut self,
        node: NodeRef<'_>,
        subject: Placed,
        predicate: Placed,
        object: Placed,
    ) -> Result<()> {
        self.provenance.subject = subject.span;
        self.provenance.predicate = predicate.span;
        self.provenance.object = object.span;
        let graph = match self.graph {
            Graph::Default => None,
            Graph::Named(name) => Some(name),
            Graph::Unknown => return Ok(()),
        };
        let terms = [subject.term, predicate.term, object.term];
        let quad = self
            .pool
            .quad(terms, graph, &self.state.labels, self.text)
            .ok_or_else(|| untranslatable(node))?;
        (self.sink)(quad, &self.provenance);
        Ok(())
    }
}

// Terms. Those that hold others emit the triples that these stand for on the way.
impl<S: FnMut(QuadRef<'_>, &Provenance<'_>)> Walk<'_, S> {
    fn term(&mut self, node: NodeRef<'_>) -> Result<Placed> {
        let mut span = node.span();
        let term = match meaning(node.production()) {
            Meaning::Choice => return self.term(only_child(node)?),
            Meaning::Verb => match node.first_child() {
                Some(predicate) => return self.term(predicate),
                None => Term::constant(rdf::TYPE),
            },
            Meaning::Literal => {
                span = node.trimmed_span();
                self.literal(node)?
            }
            Meaning::Blank => match node.first_child() {
                None => return Ok(self.generated(span)),
                Some(child) if meaning(child.production()) == Meaning::PredicateObjectList => {
                    return with_room(|| self.property_list(node));
                }
                Some(child) => return self.term(child),
            },
            Meaning::PropertyList => return with_room(|| self.property_list(node)),
            Meaning::Collection => return with_room(|| self.collection(node)),
            Meaning::ReifiedTriple => return with_room(|| self.reified_triple(node)),
            Meaning::TripleTerm => with_room(|| {
                let terms = self.three_terms(node)?;
                self.triple_term(node, terms, UseOfObject::Last)
            })?,
            Meaning::Reifier => match node.first_child() {
                Some(child) => return self.term(child),
                None => return Ok(self.generated(self.reifier_span(node))),
            },
            Meaning::IriReference => Term::Iri(self.iri_reference(node)?),
            Meaning::PrefixedName => Term::Iri(self.prefixed_name(node)?),
            Meaning::BlankNodeLabel => self.blank_node_label(node)?,
            Meaning::Anonymous => return Ok(self.generated(span)),
            Meaning::ShortString | Meaning::LongString => Term::Literal {
                lexical_form: self.lexical_form(node)?,
                kind: LiteralKind::Simple,
            },
            Meaning::Integer => Term::typed(span, xsd::INTEGER),
            Meaning::Decimal => Term::typed(span, xsd::DECIMAL),
            Meaning::Double => Term::typed(span, xsd::DOUBLE),
            Meaning::Boolean => Term::typed(span, xsd::BOOLEAN),
            Meaning::PrefixDeclaration
            | Meaning::BaseDeclaration
            | Meaning::VersionAnnouncement
            | Meaning::Triples
            | Meaning::Quad
            | Meaning::Statement
            | Meaning::PredicateObjectList
            | Meaning::ObjectList
            | Meaning::Annotation
            | Meaning::AnnotationBlock
            | Meaning::ItemList
            | Meaning::LanguageTag
            | Meaning::Prefix
            | Meaning::Within
            | Meaning::Outside => return Err(untranslatable(node)),
        };
        Ok(Placed { term, span })
    }

    fn generated(&mut self, span: Span) -> Placed {
        let term = Term::Generated(self.state.labels.generate());
        Placed { term, span }
    }

    /// A reifier without what white space may stand before a name that is not there.
    fn reifier_span(&self, node: NodeRef<'_>) -> Span {
        match node.is_leaf() {
            true => Span {
                end: node.span().start + "~".len() as u32,
                ..node.span()
            },
            false => node.trimmed_span(),
        }
    }

    fn property_list(&mut self, node: NodeRef<'_>) -> Result<Placed> {
        let subject = self.generated(node.span());
        self.predicate_object_list(subject, only_child(node)?)?;
        Ok(subject)
    }

    /// One cell an item, each with its `rdf:first` and, in the end, its `rdf:rest`.
    fn collection(&mut self, node: NodeRef<'_>) -> Result<Placed> {
        let place = |term| Placed {
            term,
            span: node.span(),
        };
        let items = match node.first_child() {
            Some(list) if meaning(list.production()) == Meaning::ItemList => list,
            _ => node,
        };
        let (first, rest, nil) = (
            place(Term::constant(rdf::FIRST)),
            place(Term::constant(rdf::REST)),
            place(Term::constant(rdf::NIL)),
        );
        let mut head = nil;
        let mut previous = None;
        for child in items.children() {
            let cell = self.generated(node.span());
            match previous {
                Some(previous) => self.emit(node, previous, rest, cell)?,
                None => head = cell,
            }
            let mark = self.pool.mark();
            let item = self.term(child)?;
            self.emit(child, cell, first, item)?;
            self.pool.release(mark);
            previous = Some(cell);
        }
        if let Some(last) = previous {
            self.emit(node, last, rest, nil)?;
        }
        Ok(head)
    }

    /// Subject, predicate, object and perhaps a reifier: it stands for the reifier.
    fn reified_triple(&mut self, node: NodeRef<'_>) -> Result<Placed> {
        let triple = self.three_terms(node)?;
        let reifier = match node.children().nth(3) {
            Some(reifier) => self.term(reifier)?,
            None => self.generated(node.span()),
        };
        self.reify(node, reifier, triple, UseOfObject::Last)?;
        Ok(Placed {
            span: node.span(),
            ..reifier
        })
    }

    /// The first three children as subject, predicate and object.
    fn three_terms(&mut self, node: NodeRef<'_>) -> Result<[Placed; 3]> {
        let mut children = node.children();
        let mut next = || {
            let child = children.next().ok_or_else(|| untranslatable(node))?;
            self.term(child)
        };
        Ok([next()?, next()?, next()?])
    }

    fn triple_term(
        &mut self,
        node: NodeRef<'_>,
        triple: [Placed; 3],
        use_of_object: UseOfObject,
    ) -> Result<Term> {
        let terms = triple.map(|placed| placed.term);
        self.pool
            .push_triple(terms, use_of_object, &self.state.labels, self.text)
            .ok_or_else(|| untranslatable(node))
    }

    fn literal(&mut self, node: NodeRef<'_>) -> Result<Term> {
        let mut children = node.children();
        let value = children.next().ok_or_else(|| untranslatable(node))?;
        let Some(qualifier) = children.next() else {
            return Ok(self.term(value)?.term);
        };
        let lexical_form = self.lexical_form(value)?;
        let kind = if meaning(qualifier.production()) == Meaning::LanguageTag {
            self.language_tag(qualifier)?
        } else {
            let datatype = self.iri(qualifier)?;
            self.check_datatype(qualifier, datatype)?;
            LiteralKind::Typed(datatype)
        };
        Ok(Term::Literal { lexical_form, kind })
    }

    fn lexical_form(&mut self, node: NodeRef<'_>) -> Result<Piece> {
        let delimiter = match meaning(node.production()) {
            Meaning::Choice => return self.lexical_form(only_child(node)?),
            Meaning::ShortString => 1,
            Meaning::LongString => 3,
            _ => return Err(untranslatable(node)),
        };
        let Span { start, end } = node.span();
        let between = Span {
            start: start + delimiter,
            end: end - delimiter,
        };
        self.unescaped(node, between)
    }

    fn language_tag(&mut self, node: NodeRef<'_>) -> Result<LiteralKind> {
        let span = node.span();
        let start = span.start + u32::from(node.text().starts_with('@'));
        let text = Span { start, ..span }.of(self.text);
        let (tag, direction) = match text.split_once("--") {
            Some((tag, direction)) => (tag, Some(direction)),
            None => (text, None),
        };
        if let Err(error) = oxilangtag::LanguageTag::parse(tag) {
            let (tag, reason) = (tag.to_owned(), error.to_string());
            return Err(fault(
                node,
                SyntaxErrorKind::InvalidLanguageTag { tag, reason },
            ));
        }
        let end = start + tag.len() as u32;
        let tag = Piece::Text(Span { start, end });
        match direction {
            None => Ok(LiteralKind::Language(tag)),
            Some("ltr") => Ok(LiteralKind::Directional(tag, BaseDirection::Ltr)),
            Some("rtl") => Ok(LiteralKind::Directional(tag, BaseDirection::Rtl)),
            Some(direction) => {
                let direction = direction.to_owned();
                Err(fault(
                    node,
                    SyntaxErrorKind::InvalidBaseDirection { direction },
                ))
            }
        }
    }

    fn check_datatype(&self, node: NodeRef<'_>, datatype: Piece) -> Result<()> {
        let datatype = NamedNodeRef::new_unchecked(self.pool.str(datatype, self.text));
        if self.features.language_datatypes.contains(&datatype) {
            let datatype = datatype.as_str().to_owned();
            return Err(fault(
                node,
                SyntaxErrorKind::MissingLanguageTag { datatype },
            ));
        }
        Ok(())
    }

    fn blank_node_label(&mut self, node: NodeRef<'_>) -> Result<Term> {
        let mut span = node.span();
        span.start += "_:".len() as u32;
        let piece = self.unescaped(node, span)?;
        let label = self.pool.str(piece, self.text);
        if !self.features.generates_blank_nodes && self.state.labels.prefix.is_empty() {
            return Ok(Term::BlankNode(piece));
        }
        // Only what was unescaped can be other than the grammar's own labels.
        if matches!(piece, Piece::Pooled { .. }) && !is_writable(label) {
            let number = self.state.labels.instead_of(label);
            return Ok(Term::Generated(number));
        }
        let reserved = self.features.generates_blank_nodes && state::Labels::is_reserved(label);
        if !reserved && self.state.labels.prefix.is_empty() {
            return Ok(Term::BlankNode(piece));
        }
        let label = label.to_owned();
        let start = self.pool.text.len();
        self.pool.text.push_str(&self.state.labels.prefix);
        if reserved {
            self.pool.text.push('_');
        }
        self.pool.text.push_str(&label);
        Ok(Term::BlankNode(self.pool.since(start)))
    }

    /// A part of a terminal's text with its escape sequences replaced.
    fn unescaped(&mut self, node: NodeRef<'_>, span: Span) -> Result<Piece> {
        let text = span.of(self.text);
        if memchr::memchr(b'\\', text.as_bytes()).is_none() {
            return Ok(Piece::Text(span));
        }
        let start = self.pool.text.len();
        self.push_unescaped(node, span)?;
        Ok(self.pool.since(start))
    }

    /// Appends a part of a terminal's text to the pool, with its escape sequences replaced.
    fn push_unescaped(&mut self, node: NodeRef<'_>, span: Span) -> Result<()> {
        let text = span.of(self.text);
        escape::unescape(text, &mut self.pool.text).map_err(|range| {
            Box::new(Fault {
                kind: SyntaxErrorKind::InvalidEscape {
                    escape: text[range.clone()].to_owned(),
                },
                span: Span {
                    start: span.start + range.start as u32,
                    end: span.start + range.end as u32,
                },
                production: node.production(),
            })
        })
    }
}

// IRIs.
impl<S: FnMut(QuadRef<'_>, &Provenance<'_>)> Walk<'_, S> {
    fn iri(&mut self, node: NodeRef<'_>) -> Result<Piece> {
        match self.term(node)?.term {
            Term::Iri(iri) => Ok(iri),
            _ => Err(untranslatable(node)),
        }
    }

    fn iri_reference(&mut self, node: NodeRef<'_>) -> Result<Piece> {
        let Span { start, end } = node.span();
        let between = Span {
            start: start + 1,
            end: end - 1,
        };
        let piece = self.unescaped(node, between)?;
        let mut resolved = std::mem::take(&mut self.pool.resolved);
        resolved.clear();
        let result = self.resolve_into(node, piece, &mut resolved);
        let result = result.map(|is_resolved| {
            if is_resolved {
                let start = self.pool.text.len();
                self.pool.text.push_str(&resolved);
                self.pool.since(start)
            } else {
                piece
            }
        });
        self.pool.resolved = resolved;
        result
    }

    /// Checks an IRI reference and, if it is relative, resolves it; returns whether it was.
    fn resolve_into(
        &mut self,
        node: NodeRef<'_>,
        piece: Piece,
        resolved: &mut String,
    ) -> Result<bool> {
        let text = self.pool.str(piece, self.text);
        let parsed = match self.features.iris {
            Iris::Absolute | Iris::References => {
                IriRef::parse(text).map_err(|error| error.to_string())
            }
            Iris::UriReferences => {
                iri::check_uri_reference(text).map(|()| IriRef::parse_unchecked(text))
            }
        };
        let reference = match parsed {
            Ok(reference) => reference,
            Err(reason) => {
                let iri = text.to_owned();
                return Err(fault(node, SyntaxErrorKind::InvalidIri { iri, reason }));
            }
        };
        if reference.is_absolute() {
            return Ok(false);
        }
        let base = match (&self.state.base, self.features.iris) {
            (Some(base), Iris::References | Iris::UriReferences) => base,
            (_, Iris::Absolute) | (None, _) => {
                let iri = text.to_owned();
                return Err(fault(node, SyntaxErrorKind::RelativeIri { iri }));
            }
        };
        iri::resolve(base, &reference, resolved).map_err(|reason| {
            let (iri, reason) = (text.to_owned(), reason.to_owned());
            fault(node, SyntaxErrorKind::InvalidIri { iri, reason })
        })?;
        Ok(true)
    }

    fn prefixed_name(&mut self, node: NodeRef<'_>) -> Result<Piece> {
        let span = node.span();
        let colon = node.text().find(':').ok_or_else(|| untranslatable(node))? as u32;
        let prefix = Span {
            end: span.start + colon,
            ..span
        };
        let local = Span {
            start: prefix.end + 1,
            ..span
        };
        let prefix = self.unescaped(node, prefix)?;
        let prefix = self.pool.str(prefix, self.text);
        let Some(namespace) = self.state.namespaces.get(prefix) else {
            let prefix = prefix.to_owned();
            return Err(fault(node, SyntaxErrorKind::UndeclaredPrefix { prefix }));
        };
        let start = self.pool.text.len();
        self.pool.text.push_str(namespace);
        self.push_unescaped(node, local)?;
        let iri = &self.pool.text[start..];
        let checked = match self.features.iris {
            Iris::Absolute | Iris::References => IriRef::parse(iri)
                .map(|_| ())
                .map_err(|error| error.to_string()),
            Iris::UriReferences => iri::check_uri_reference(iri),
        };
        if let Err(reason) = checked {
            let iri = iri.to_owned();
            return Err(fault(node, SyntaxErrorKind::InvalidIri { iri, reason }));
        }
        Ok(self.pool.since(start))
    }
}

/// What a statement is written with, without white space and comments behind it.
///
/// Most statements end in a full stop or a terminal. But between the braces of a graph the full stop is not part of
/// the triples, which can then end in any production.
fn written_span(statement: NodeRef<'_>) -> Span {
    let mut last = statement;
    if statement.production() == Production::triples {
        let is_closed = |node: NodeRef<'_>| {
            matches!(
                meaning(node.production()),
                Meaning::PropertyList
                    | Meaning::Collection
                    | Meaning::ReifiedTriple
                    | Meaning::TripleTerm
                    | Meaning::AnnotationBlock
            )
        };
        while !is_closed(last)
            && let Some(child) = last
                .children()
                .filter(|node| !node.span().is_empty())
                .last()
        {
            last = child;
        }
    }
    Span {
        end: last.span().end,
        ..statement.span()
    }
}

fn only_child<'t>(node: NodeRef<'t>) -> Result<NodeRef<'t>> {
    node.first_child().ok_or_else(|| untranslatable(node))
}

/// Whether N-Triples can write a blank node with this label.
fn is_writable(label: &str) -> bool {
    // oxrdf allows `:` too, as RDF 1.1 N-Triples did before its erratum 30.
    !label.contains(':') && oxrdf::BlankNodeRef::new(label).is_ok()
}

/// Runs one more level of nesting, on more stack where the one at hand runs out.
fn with_room<T>(level: impl FnOnce() -> T) -> T {
    const LEAST: usize = 128 * 1024;
    const MORE: usize = 1024 * 1024;
    stacker::maybe_grow(LEAST, MORE, level)
}
