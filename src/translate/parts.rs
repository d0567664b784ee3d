//! Statements that are read part by part: a part's triples have the subject and the predicate of those before it.
//!
//! Invariant: the quads, and the labels, are those that the statement as a whole would have.

use super::fault::{Lenience, Result, untranslatable};
use super::meaning::Meaning;
use super::sink::Sink;
use super::term::{HeldTerms, Placed};
use super::translator::Translator;
use super::walk::{end_of_triples, innermost, is_a};
use crate::provenance::Kept;
use crate::statements::{Heads, Step};
use crate::tree::Tree;
use crate::tree::{Children, NodeRef};
use oxrdf::NamedNodeRef;
use runtime::Span;

/// The parts of a statement that were read together: their tree, the numbers of the nodes that they begin with, and the
/// terms kept of the parts before them.
#[derive(Clone, Copy)]
pub(crate) struct Parts<'t> {
    pub(crate) tree: Tree<'t>,
    pub(crate) starts: &'t [u32],
    pub(crate) kept: Option<&'t Kept>,
}

impl Translator {
    /// Whether the parts up to the end of the statement at hand are passed over.
    pub(crate) fn passes_over(&self) -> bool {
        self.heads.is_none()
    }

    /// Hands `sink` the quads of a part of a statement, or of a batch of parts; and returns where the subject and the predicate
    /// of the parts after it are, if they are new.
    ///
    /// After a fault the other parts of the statement are passed over.
    pub(crate) fn part<S: Sink>(
        &mut self,
        step: Step,
        parts: Parts<'_>,
        sink: &mut S,
        lenience: Lenience<'_>,
    ) -> Result<Option<Heads>> {
        match step {
            Step::FirstPart => self.first_part(parts.tree, sink, lenience).map(Some),
            Step::NextParts if parts.tree.is_empty() => Ok(None),
            Step::NextParts if self.heads.is_none() => Ok(last_verb(parts)),
            Step::NextParts => self.next_parts(parts, sink, lenience),
            _ => Ok(None),
        }
    }

    fn first_part<S: Sink>(
        &mut self,
        tree: Tree<'_>,
        sink: &mut S,
        lenience: Lenience<'_>,
    ) -> Result<Heads> {
        self.heads = None;
        let start = tree.root().span().start;
        let (mut walk, roles) = self.walk_in(tree, part_span(start, tree), None, sink, lenience);
        let mut buffer = std::mem::take(&mut roles.subject);
        let mut roots = tree.roots();
        let mut next = || roots.next().ok_or_else(|| untranslatable(&tree.root()));
        let subject = walk.named_or_blank(&next()?, &mut buffer)?;
        let predicate = walk.predicate(&next()?, &mut roles.predicate)?;
        let heads = Heads {
            subject: subject.span,
            predicate: predicate.span,
            object: start_of_first(roots).unwrap_or(start),
        };
        let terms = HeldTerms {
            subject: subject.term.into(),
            predicate: predicate.term.as_str().to_owned(),
        };
        walk.objects(&subject, &predicate, roots, &mut roles.object)?;
        roles.subject = buffer;
        self.heads = Some(terms);
        Ok(heads)
    }

    fn next_parts<S: Sink>(
        &mut self,
        Parts { tree, starts, kept }: Parts<'_>,
        sink: &mut S,
        lenience: Lenience<'_>,
    ) -> Result<Option<Heads>> {
        let Some(mut terms) = self.heads.take() else {
            return Ok(None);
        };
        let (mut walk, roles) = self.walk_in(tree, part_span(0, tree), kept, sink, lenience);
        let subject = Placed {
            term: terms.subject.term(),
            span: kept.map(Kept::subject).unwrap_or_default(),
        };
        let mut predicate = Placed {
            term: NamedNodeRef::new_unchecked(&terms.predicate),
            span: kept.map(Kept::predicate).unwrap_or_default(),
        };
        // Objects of one predicate are taken together.
        let mut first = 0;
        for (start, verb, after) in verbs(tree, starts) {
            let objects = tree.roots_among(first..start);
            walk.objects(&subject, &predicate, objects, &mut roles.object)?;
            predicate = walk.predicate(&verb, &mut roles.predicate)?;
            first = after;
        }
        let objects = tree.roots_among(first..tree.len());
        walk.objects(&subject, &predicate, objects, &mut roles.object)?;
        let heads = match first {
            0 => None,
            _ => start_of_first(objects).map(|object| Heads {
                subject: subject.span,
                predicate: predicate.span,
                object,
            }),
        };
        if heads.is_some() {
            terms.predicate = predicate.term.as_str().to_owned();
        }
        self.heads = Some(terms);
        Ok(heads)
    }
}

/// The last verb of a batch of parts, if it has one; nothing of it is translated.
fn last_verb(Parts { tree, starts, kept }: Parts<'_>) -> Option<Heads> {
    let (_, verb, after) = verbs(tree, starts).last()?;
    Some(Heads {
        subject: kept.map(Kept::subject).unwrap_or_default(),
        predicate: innermost(&verb).span(),
        object: start_of_first(tree.roots_among(after..tree.len()))?,
    })
}

/// The verbs of a batch of parts, each with the number of its node, and of the one after it.
fn verbs<'t>(tree: Tree<'t>, parts: &[u32]) -> impl Iterator<Item = (usize, NodeRef<'t>, usize)> {
    let count = tree.len();
    let ends = parts.iter().skip(1).map(|&end| end as usize);
    let parts = parts.iter().zip(ends.chain([count]));
    parts.filter_map(move |(&start, end)| {
        let start = start as usize;
        // Most parts are one leaf.
        if end - start < 2 {
            return None;
        }
        let mut roots = tree.roots_among(start..end);
        let first = roots.next()?;
        let second = roots.next()?;
        // An object may be alone, or have an annotation.
        let is_verb = !is_a(&second, Meaning::Annotation);
        is_verb.then(|| (start, first, tree.nodes()[start].next as usize))
    })
}

fn start_of_first(mut roots: Children<'_>) -> Option<u32> {
    roots.next().map(|root| root.span().start)
}

/// The text of a part, from `start` on.
fn part_span(start: u32, tree: Tree<'_>) -> Span {
    let is_written = |root: &NodeRef<'_>| !root.span().is_empty();
    let end = tree.roots().filter(is_written).last().map(end_of_triples);
    Span {
        start,
        end: end.unwrap_or(start),
    }
}
