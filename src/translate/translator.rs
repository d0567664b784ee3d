//! The translator: statement by statement, with the state that earlier ones left.

use super::buffers::{Roles, SpareBuffers};
use super::fault::{Fault, Lenience, OnWarning, Result};
use super::meaning::{Meaning, meaning};
use super::sink::{DynamicSink, Sink};
use super::state::DocumentState;
use super::term::{Held, HeldTerms};
use super::walk::{StatementWalk, is_a, written_span};
use crate::dialect::Features;
use crate::engine::{Declared, Settings};
use crate::limits::Limits;
use crate::provenance::{Kept, Milestones};
use crate::statements::Step;
use crate::tree::Tree;
use crate::{Position, Provenance, SyntaxError};
use oxrdf::{GraphName, GraphNameRef, NamedOrBlankNodeRef};
use runtime::Span;
use std::cell::RefCell;

/// Turns the statements of one document into quads, in order.
#[derive(Debug)]
pub(crate) struct Translator {
    pub(crate) features: &'static Features,
    limits: Limits,
    pub(crate) state: DocumentState,
    /// Where triples go; nowhere, if the name of the graph that they are in is at fault.
    graph: Option<GraphName>,
    roles: Roles,
    spare: SpareBuffers,
    milestones: Milestones,
    /// The subject and the predicate of a statement's next part, if one comes that is not passed over.
    pub(super) heads: Option<HeldTerms>,
    /// Where the first syntax is that RDF 1.2 adds to RDF 1.1.
    pub(crate) newer_syntax: Option<Position>,
    /// How many declarations of the base IRI there were.
    pub(super) declared_bases: u32,
}

impl Translator {
    pub(crate) fn new(settings: &Settings, state: DocumentState) -> Self {
        Self::in_graph(settings, state, Some(GraphName::DefaultGraph))
    }

    /// A translator that goes on in this graph; `None` if the graph's name is at fault, so that triples go nowhere.
    pub(crate) fn in_graph(
        settings: &Settings,
        state: DocumentState,
        graph: Option<GraphName>,
    ) -> Self {
        Self {
            features: settings.dialect.features(),
            limits: settings.limits,
            state,
            graph,
            roles: Roles::default(),
            spare: SpareBuffers::default(),
            milestones: Milestones::default(),
            heads: None,
            newer_syntax: None,
            declared_bases: 0,
        }
    }

    /// The graph that triples are in; none, if its name is at fault.
    pub(crate) fn graph(&self) -> Option<&GraphName> {
        self.graph.as_ref()
    }

    /// The label of the subject of the next part of a statement, if that is a blank node.
    pub(crate) fn held_label(&self) -> Option<&str> {
        match &self.heads.as_ref()?.subject {
            Held::Blank(label) => Some(label),
            Held::Iri(_) => None,
        }
    }

    /// Takes the next step of a document: hands `sink` its quads, or begins or ends a graph.
    ///
    /// When a fault is found, the quads before it may have been handed over.
    #[inline]
    pub(crate) fn step<S: Sink>(
        &mut self,
        step: Step,
        tree: Tree<'_>,
        sink: &mut S,
        lenience: Lenience<'_>,
    ) -> Result<()> {
        match step {
            Step::Statement => self.statement(tree, sink, lenience),
            Step::GraphBegin => self.begin_graph(tree, lenience),
            Step::GraphEnd => {
                self.end_graph();
                Ok(())
            }
            // See `part`.
            Step::FirstPart | Step::NextParts | Step::PartsEnd => Ok(()),
        }
    }

    /// Runs the translator as parsers do: where something is let pass, `error` makes warnings of it.
    #[inline(always)]
    pub(crate) fn with_warnings<T>(
        &mut self,
        is_lenient: bool,
        warn: OnWarning<'_>,
        error: impl Fn(Fault) -> SyntaxError,
        run: impl FnOnce(&mut Self, Lenience<'_>) -> Result<T>,
    ) -> Result<T> {
        let warn = RefCell::new(warn);
        let hear = |fault| {
            if let Some(warn) = warn.borrow_mut().as_mut() {
                warn(error(fault));
            }
        };
        let lenience: Lenience<'_> = match is_lenient {
            true => Some(&hear),
            false => None,
        };
        run(self, lenience)
    }

    /// Hands `sink` the quads of one statement.
    ///
    /// When a fault is found, the quads before it may have been handed over.
    fn statement<S: Sink>(
        &mut self,
        tree: Tree<'_>,
        sink: &mut S,
        lenience: Lenience<'_>,
    ) -> Result<()> {
        let (mut walk, roles) = self.walk(tree, sink, lenience);
        let mut root = tree.root();
        // Most statements are triples.
        if is_a(&root, Meaning::Statement)
            && let Some(child) = root.only_child()
        {
            root = child;
        }
        match meaning(root.production()) {
            Meaning::Triples => walk.triples(&root, roles),
            Meaning::Quad => walk.quad(&root, roles),
            _ => walk.statement(&root, roles),
        }
    }

    /// Forgets what a directive at fault was to declare.
    pub(crate) fn lose(&mut self, declared: &Declared) {
        match declared {
            Declared::Prefix(prefix) => self.state.namespaces.lose(prefix),
            Declared::Base => self.state.base = None,
        }
    }

    /// The first name or IRI at fault in a statement that then breaks the grammar: its tree has the nodes
    /// that were begun by then, and need not be whole.
    pub(crate) fn fault_in_part(
        &mut self,
        tree: Tree<'_>,
        lenience: Lenience<'_>,
    ) -> Option<Box<Fault>> {
        let mut nowhere = DynamicSink(&mut |_, _| ());
        let statement = Span::default();
        let (mut walk, roles) = self.walk_in(tree, statement, None, &mut nowhere, lenience);
        let buffer = &mut roles.subject;
        // A directive declares a prefix or a base, and does not use it.
        let mut directive = None;
        for (depth, node) in tree.roots().flat_map(|root| root.descendants()) {
            if directive.is_some_and(|outer| depth > outer) {
                continue;
            }
            directive = match meaning(node.production()) {
                Meaning::PrefixDeclaration | Meaning::BaseDeclaration => Some(depth),
                _ => None,
            };
            let is_name = matches!(
                meaning(node.production()),
                Meaning::IriReference | Meaning::PrefixedName
            );
            if is_name
                && node.is_leaf()
                && let Err(fault) = walk.iri(&node, buffer)
            {
                return Some(fault);
            }
        }
        None
    }

    /// Begins a graph; its name is the root of the tree, or the tree is empty and it is the default graph.
    fn begin_graph(&mut self, tree: Tree<'_>, lenience: Lenience<'_>) -> Result<()> {
        // Despite a fault in the name, the graph's triples must not go anywhere else.
        self.graph = None;
        let name = match tree.is_empty() {
            true => GraphName::DefaultGraph,
            false => {
                let mut nowhere = DynamicSink(&mut |_, _| ());
                let (mut walk, roles) = self.walk(tree, &mut nowhere, lenience);
                let name = walk.named_or_blank(&tree.root(), &mut roles.graph)?.term;
                NamedOrBlankNodeRef::from(name).into()
            }
        };
        self.graph = Some(name);
        Ok(())
    }

    /// Ends a graph: the triples that follow are in the default graph.
    fn end_graph(&mut self) {
        self.graph = Some(GraphName::DefaultGraph);
    }

    pub(super) fn walk<'w, S>(
        &'w mut self,
        tree: Tree<'w>,
        sink: &'w mut S,
        lenience: Lenience<'w>,
    ) -> (StatementWalk<'w, S>, &'w mut Roles) {
        let statement = written_span(&tree.root());
        self.walk_in(tree, statement, None, sink, lenience)
    }

    #[inline(always)]
    pub(super) fn walk_in<'w, S>(
        &'w mut self,
        tree: Tree<'w>,
        statement: Span,
        kept: Option<&'w Kept>,
        sink: &'w mut S,
        lenience: Lenience<'w>,
    ) -> (StatementWalk<'w, S>, &'w mut Roles) {
        self.milestones.begin_statement();
        let walk = StatementWalk {
            features: self.features,
            limits: self.limits,
            state: &mut self.state,
            newer_syntax: &mut self.newer_syntax,
            declared_bases: &mut self.declared_bases,
            spare: &mut self.spare,
            text: tree.text(),
            provenance: Provenance::new(
                tree.text(),
                tree.lazy_origin(),
                statement,
                kept,
                &self.milestones,
            ),
            graph: match &self.graph {
                // Most triples are there: to look is less than to call a function.
                Some(GraphName::DefaultGraph) => Some(GraphNameRef::DefaultGraph),
                graph => graph.as_ref().map(GraphNameRef::from),
            },
            sink,
            lenience,
        };
        (walk, &mut self.roles)
    }
}
