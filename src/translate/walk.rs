//! One walk through one statement's tree, and how to look at its nodes.

use super::buffers::SpareBuffers;
use super::fault::{FaultSite, Lenience, Result, fault, untranslatable};
use super::meaning::{Meaning, meaning};
use super::state::DocumentState;
use crate::dialect::Features;
use crate::limits::Limits;
use crate::rdf12::Rdf12;
use crate::tree::NodeRef;
use crate::{Position, Production, Provenance, SyntaxErrorKind};
use oxrdf::GraphNameRef;
use runtime::Span;
use runtime::on_enough_stack;

/// One walk through one statement's tree. Its methods are in `statements`, `terms`, `names` and `literals`.
pub(super) struct StatementWalk<'w, S> {
    pub(super) features: &'static Features,
    pub(super) limits: Limits,
    pub(super) state: &'w mut DocumentState,
    /// Where the first syntax is that RDF 1.2 adds to RDF 1.1.
    pub(super) newer_syntax: &'w mut Option<Position>,
    /// How many declarations of the base IRI there were.
    pub(super) declared_bases: &'w mut u32,
    /// Buffers for nested terms.
    pub(super) spare: &'w mut SpareBuffers,
    pub(super) text: &'w str,
    pub(super) provenance: Provenance<'w>,
    /// Where triples go, if it is known.
    pub(super) graph: Option<GraphNameRef<'w>>,
    pub(super) sink: &'w mut S,
    pub(super) lenience: Lenience<'w>,
}

impl<S> StatementWalk<'_, S> {
    /// Remembers where the first syntax is that RDF 1.2 adds to RDF 1.1: triple terms, reifiers, and base directions.
    ///
    /// # Errors
    ///
    /// There are no terms for it.
    pub(super) fn newer_syntax(&mut self, site: impl Into<FaultSite>) -> Result<Rdf12> {
        let site = site.into();
        if self.newer_syntax.is_none() {
            *self.newer_syntax = Some(self.provenance.position(site.span));
        }
        Rdf12::SUPPORT.ok_or_else(|| fault(site, SyntaxErrorKind::NeedsRdf12))
    }
}

/// The text of a statement, without white space and comments after it.
///
/// Most statements end in a full stop or a terminal. But between the braces of a graph the full stop is not part of
/// the triples, which can then end in any production.
#[inline]
pub(super) fn written_span(statement: &NodeRef<'_>) -> Span {
    let end = match statement.production() {
        Production::triples => end_of_triples(*statement),
        _ => statement.span().end,
    };
    Span {
        end,
        ..statement.span()
    }
}

/// Where the last part ends that cannot end in white space.
pub(super) fn end_of_triples(mut last: NodeRef<'_>) -> u32 {
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
/// No production of any grammar that stands for a term matches the empty string, and children do not overlap.
/// So such a child is the only one, without brackets around it, a sign before it or anything after it: its parent
/// is a choice, or stands for the same term.
#[inline(always)]
pub(super) fn innermost<'t>(node: &NodeRef<'t>) -> NodeRef<'t> {
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

/// Whether a node has the meaning of its only child.
fn stands_for_its_child(node: &NodeRef<'_>) -> bool {
    let is_transparent = matches!(
        meaning(node.production()),
        Meaning::Choice | Meaning::Literal | Meaning::Verb | Meaning::Blank
    );
    is_transparent && node.children().count() == 1
}

/// Whether a node has this meaning.
#[inline(always)]
pub(super) fn is_a(node: &NodeRef<'_>, expected: Meaning) -> bool {
    meaning(node.production()) == expected
}

#[inline]
pub(super) fn only_child<'t>(node: &NodeRef<'t>) -> Result<NodeRef<'t>> {
    node.first_child().ok_or_else(|| untranslatable(node))
}

/// Runs one more level of nesting, on more stack where the one at hand runs out.
#[inline(always)]
pub(super) fn with_room<T>(level: impl FnOnce() -> T) -> T {
    const LEAST: usize = 128 * 1024;
    const MORE: usize = 1024 * 1024;
    on_enough_stack(LEAST, MORE, level)
}
