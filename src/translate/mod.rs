//! From trees to quads: section 7 of Turtle.
//!
//! Invariants: it sees nothing but a [`Tree`] and the state that earlier statements left, so it serves every
//! dialect and every engine. Each production's meaning is given in one place, [`meaning`], for all of them.
//! What the grammar ensures is not checked again; where a tree has a shape that RDF has no meaning for,
//! which only a changed grammar can make, that is an error and never a guess.

mod base;
mod buffers;
mod effect;
mod escape;
mod iri;
mod literals;
mod meaning;
mod names;
mod namespaces;
mod nested;
mod parts;
mod plain;
#[cfg(test)]
mod random_iris;
mod sink;
mod state;
mod statements;
mod term;
mod terms;

pub(crate) use base::Base;
pub(crate) use effect::{Effect, effect};
pub(crate) use nested::into_owned;
pub(crate) use sink::{Nobody, Sink};
pub(crate) use state::State;

use crate::dialect::Features;
use crate::document::Step;
use crate::engine::Settings;
use crate::provenance::{Kept, Milestones};
use crate::tree::{NodeRef, Plain};
use crate::{Error, Production, Provenance, Span, SyntaxError, SyntaxErrorKind, Tree};
use buffers::{Roles, Spare};
use meaning::{Meaning, meaning};
use oxrdf::{GraphName, GraphNameRef, NamedNodeRef, NamedOrBlankNodeRef, QuadRef};
use std::cell::RefCell;

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

/// Who hears of what RDF objects to where a term can be kept all the same; if nobody does, that is an error.
pub(crate) type Lenience<'l> = Option<&'l dyn Fn(Fault)>;

/// Who hears of what a lenient parser let pass, if anybody does.
pub(crate) type Warn<'w> = Option<&'w mut dyn FnMut(SyntaxError)>;

/// What a node is and where, without its tree: enough for a terminal, and to say what is wrong with any.
#[derive(Clone, Copy, Debug)]
struct Site {
    production: Production,
    span: Span,
    /// The end of its last leaf.
    end: u32,
    /// How an engine marked it, if it is a leaf.
    plain: Plain,
}

impl Site {
    #[inline(always)]
    fn of_leaf(node: &NodeRef<'_>) -> Self {
        let span = node.span();
        Self {
            production: node.production(),
            span,
            end: span.end,
            plain: node.plain(),
        }
    }
}

impl From<&NodeRef<'_>> for Site {
    #[inline]
    fn from(node: &NodeRef<'_>) -> Self {
        Self {
            production: node.production(),
            span: node.span(),
            end: node.trimmed_span().end,
            plain: Plain::No,
        }
    }
}

#[cold]
fn fault(site: impl Into<Site>, kind: SyntaxErrorKind) -> Box<Fault> {
    let Site {
        production,
        span: Span { start, .. },
        end,
        ..
    } = site.into();
    Box::new(Fault {
        kind,
        span: Span { start, end },
        production,
    })
}

/// Leaves it to who is lenient, or makes an error of it.
#[cold]
fn object(lenience: Lenience<'_>, fault: Box<Fault>) -> Result<()> {
    match lenience {
        Some(hear) => {
            hear(*fault);
            Ok(())
        }
        None => Err(fault),
    }
}

#[cold]
fn untranslatable(site: impl Into<Site>) -> Box<Fault> {
    fault(site, SyntaxErrorKind::Untranslatable)
}

/// How much may be made of what is written: see [`Parser`](crate::Parser).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// How many bytes a base IRI, a namespace, and an IRI that is made with them may have.
    pub(crate) iri: usize,
    /// How many bytes prefixes and namespaces may take.
    pub(crate) prefixes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            iri: crate::Parser::DEFAULT_IRI_LIMIT,
            prefixes: crate::Parser::DEFAULT_PREFIX_LIMIT,
        }
    }
}

/// Turns the statements of one document into quads, in order.
#[derive(Debug)]
pub(crate) struct Translator {
    features: &'static Features,
    limits: Limits,
    pub(crate) state: State,
    /// Where triples go; nowhere, if the name of the graph that they are in is at fault.
    graph: Option<GraphName>,
    roles: Roles,
    spare: Spare,
    milestones: Milestones,
    /// What the next part of a statement is about, if one is to come that is not passed over.
    heads: Option<parts::Terms>,
}

impl Translator {
    pub(crate) fn new(settings: &Settings, state: State) -> Self {
        Self::in_graph(settings, state, Some(GraphName::DefaultGraph))
    }

    /// One that goes on in this graph; none, if its name is at fault.
    pub(crate) fn in_graph(settings: &Settings, state: State, graph: Option<GraphName>) -> Self {
        Self {
            features: settings.dialect.features(),
            limits: settings.limits,
            state,
            graph,
            roles: Roles::default(),
            spare: Spare::default(),
            milestones: Milestones::default(),
            heads: None,
        }
    }

    /// The graph that triples are in; none, if its name is at fault.
    pub(crate) fn graph(&self) -> Option<&GraphName> {
        self.graph.as_ref()
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

    /// Runs the translator as parsers do: `error` makes errors of faults; of what is let pass, if that is so, it makes warnings.
    #[inline(always)]
    pub(crate) fn with_warnings<T>(
        &mut self,
        is_lenient: bool,
        warn: Warn<'_>,
        error: impl Fn(Fault) -> SyntaxError,
        run: impl FnOnce(&mut Self, Lenience<'_>) -> Result<T>,
    ) -> std::result::Result<T, Error> {
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
        run(self, lenience).map_err(|fault| error(*fault).into())
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

    /// The first name or IRI at fault in what was read of a statement before the grammar was broken: its tree has the nodes
    /// that were begun by then, and need not be whole.
    pub(crate) fn fault_in_part(
        &mut self,
        tree: Tree<'_>,
        lenience: Lenience<'_>,
    ) -> Option<Box<Fault>> {
        let mut nobody = Nobody;
        let statement = Span::default();
        let (mut walk, roles) = self.walk_in(tree, statement, None, &mut nobody, lenience);
        let buffer = &mut roles.subject;
        // What a directive declares is no use of it.
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
        // A fault in the name is no reason to put the graph's triples anywhere else.
        self.graph = None;
        let name = match tree.is_empty() {
            true => GraphName::DefaultGraph,
            false => {
                let mut nowhere = |_: QuadRef<'_>, _: &Provenance<'_>| ();
                let (mut walk, roles) = self.walk(tree, &mut nowhere, lenience);
                let name = walk.node(&tree.root(), &mut roles.graph)?.term;
                NamedOrBlankNodeRef::from(name).into()
            }
        };
        self.graph = Some(name);
        Ok(())
    }

    /// Ends a graph: what follows is in the default graph.
    fn end_graph(&mut self) {
        self.graph = Some(GraphName::DefaultGraph);
    }

    fn walk<'w, S>(
        &'w mut self,
        tree: Tree<'w>,
        sink: &'w mut S,
        lenience: Lenience<'w>,
    ) -> (Walk<'w, S>, &'w mut Roles) {
        let statement = written_span(&tree.root());
        self.walk_in(tree, statement, None, sink, lenience)
    }

    #[inline(always)]
    fn walk_in<'w, S>(
        &'w mut self,
        tree: Tree<'w>,
        statement: Span,
        kept: Option<&'w Kept>,
        sink: &'w mut S,
        lenience: Lenience<'w>,
    ) -> (Walk<'w, S>, &'w mut Roles) {
        self.milestones.forget();
        let walk = Walk {
            features: self.features,
            limits: self.limits,
            state: &mut self.state,
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

/// One walk through one statement's tree: what it does is in `statements`, `terms`, `names` and `literals`.
struct Walk<'w, S> {
    features: &'static Features,
    limits: Limits,
    state: &'w mut State,
    /// Buffers for what is nested.
    spare: &'w mut Spare,
    text: &'w str,
    provenance: Provenance<'w>,
    /// Where triples go, if it is known.
    graph: Option<GraphNameRef<'w>>,
    sink: &'w mut S,
    lenience: Lenience<'w>,
}

/// What a statement is written with, without white space and comments behind it.
///
/// Most statements end in a full stop or a terminal. But between the braces of a graph the full stop is not part of
/// the triples, which can then end in any production.
#[inline]
fn written_span(statement: &NodeRef<'_>) -> Span {
    let end = match statement.production() {
        Production::triples => end_of_triples(*statement),
        _ => statement.span().end,
    };
    Span {
        end,
        ..statement.span()
    }
}

/// Where the last part ends that no white space can be at the end of.
fn end_of_triples(mut last: NodeRef<'_>) -> u32 {
    let is_closed = |node: &NodeRef<'_>| {
        matches!(
            meaning(node.production()),
            Meaning::PropertyList
                | Meaning::Collection
                | Meaning::ReifiedTriple
                | Meaning::TripleTerm
                | Meaning::AnnotationBlock
        )
    };
    while !is_closed(&last)
        && let Some(child) = last
            .children()
            .filter(|node| !node.span().is_empty())
            .last()
    {
        last = child;
    }
    last.span().end
}

/// The last node on the way down from `node` for as long as it leads to a child that covers all of its parent.
///
/// No production of any grammar that stands for a term matches the empty string, and children stand one behind the other.
/// So such a child is the only one, there are no brackets around it, no sign before it and nothing behind it: its
/// parent is a choice, or stands for the same term.
#[inline(always)]
fn innermost<'t>(node: &NodeRef<'t>) -> NodeRef<'t> {
    let mut node = *node;
    if node.is_leaf() {
        return node;
    }
    while let Some(child) = node.first_child()
        && child.span() == node.span()
    {
        debug_assert!(stands_for_its_child(&node), "{node:?}");
        node = child;
    }
    node
}

/// Whether a node means what its only child does.
fn stands_for_its_child(node: &NodeRef<'_>) -> bool {
    let is_transparent = matches!(
        meaning(node.production()),
        Meaning::Choice | Meaning::Literal | Meaning::Verb | Meaning::Blank
    );
    is_transparent && node.children().count() == 1
}

/// Whether a node has this meaning.
#[inline(always)]
fn is_a(node: &NodeRef<'_>, expected: Meaning) -> bool {
    meaning(node.production()) == expected
}

#[inline]
fn only_child<'t>(node: &NodeRef<'t>) -> Result<NodeRef<'t>> {
    node.first_child().ok_or_else(|| untranslatable(node))
}

/// Runs one more level of nesting, on more stack where the one at hand runs out.
fn with_room<T>(level: impl FnOnce() -> T) -> T {
    const LEAST: usize = 128 * 1024;
    const MORE: usize = 1024 * 1024;
    stacker::maybe_grow(LEAST, MORE, level)
}
