//! Triple terms in triple terms, without recursion.
//!
//! oxrdf clones and drops nested triple terms recursively. A document can nest them as deep as the nesting limit
//! allows, which can be more than the stack at hand; these go by loops.

use crate::rdf12::{self, AnyTerm, InnerTriple, Rdf12};
use oxrdf::{BlankNodeRef, NamedOrBlankNodeRef, Quad, QuadRef, Term, TermRef, Triple, TripleRef};

/// A copy of a triple, whatever its depth.
fn clone(triple: &InnerTriple, rdf12: Rdf12) -> InnerTriple {
    let mut chain: Vec<_> = triples(rdf12::triple(triple)).collect();
    let copy = |triple: TripleRef<'_>, object: Term| {
        rdf12.inner_triple(Triple::new(triple.subject, triple.predicate, object))
    };
    let innermost = chain.pop().unwrap_or(rdf12::triple(triple));
    let innermost = copy(innermost, innermost.object.into_owned());
    let wrap = |inner, outer| copy(outer, rdf12::owned_term(Box::new(inner)));
    chain.into_iter().rev().fold(innermost, wrap)
}

/// Drops a triple, whatever its depth.
pub(super) fn drop(triple: InnerTriple) {
    let mut triple = rdf12::into_triple(triple);
    while let Ok(inner) = rdf12::into_inner(triple.object) {
        triple = rdf12::into_triple(*inner);
    }
}

/// A quad of its own, whatever the depth of its object.
pub(crate) fn into_owned(quad: QuadRef<'_>) -> Quad {
    Quad::new(
        quad.subject.into_owned(),
        quad.predicate.into_owned(),
        into_owned_term(quad.object),
        quad.graph_name.into_owned(),
    )
}

/// A term of its own, whatever its depth.
pub(super) fn into_owned_term(term: TermRef<'_>) -> Term {
    match (rdf12::kind(term), Rdf12::SUPPORT) {
        (AnyTerm::Triple(triple), Some(rdf12)) => rdf12::owned_term(Box::new(clone(triple, rdf12))),
        _ => term.into_owned(),
    }
}

/// A triple, and those in it, from the outermost to the innermost. With it, code needs not know whether triples can be terms.
///
/// ```
/// use turtle_peg::{Dialect, Parser, diagnosis};
///
/// let triple = Parser::new(Dialect::NTriples12).parse_str("<x:s> <x:p> <x:o> .").triples().next().unwrap()?;
/// assert_eq!(diagnosis::triples(triple.as_ref()).count(), 1);
/// # Ok::<(), turtle_peg::Error>(())
/// ```
pub fn triples(outermost: TripleRef<'_>) -> impl Iterator<Item = TripleRef<'_>> {
    std::iter::successors(Some(outermost), |triple| match rdf12::kind(triple.object) {
        AnyTerm::Triple(inner) => Some(rdf12::triple(inner)),
        _ => None,
    })
}

/// The blank nodes of a triple, and of the triple terms in it, in their order.
///
/// ```
/// use turtle_peg::{Dialect, Parser, blank_nodes};
///
/// let parser = Parser::new(Dialect::NTriples12).with_labels_as_written();
/// let triple = parser.parse_str("_:a <x:p> _:b .").triples().next().unwrap()?;
/// let labels: Vec<&str> = blank_nodes(triple.as_ref()).map(|node| node.as_str()).collect();
/// assert_eq!(labels, ["a", "b"]);
/// # Ok::<(), turtle_peg::Error>(())
/// ```
pub fn blank_nodes(triple: TripleRef<'_>) -> impl Iterator<Item = BlankNodeRef<'_>> {
    triples(triple).flat_map(|triple| {
        let subject = match triple.subject {
            NamedOrBlankNodeRef::BlankNode(node) => Some(node),
            NamedOrBlankNodeRef::NamedNode(_) => None,
        };
        let object = match triple.object {
            TermRef::BlankNode(node) => Some(node),
            _ => None,
        };
        subject.into_iter().chain(object)
    })
}

#[cfg(all(test, feature = "rdf-12"))]
mod tests {
    use super::*;
    use oxrdf::NamedNode;

    #[test]
    fn a_deep_triple_is_copied_and_dropped_on_a_small_stack() {
        let deep = |levels| {
            let iri = NamedNode::new_unchecked("x:a");
            let triple = Triple::new(iri.clone(), iri.clone(), iri.clone());
            (0..levels).fold(triple, |inner, _| {
                Triple::new(iri.clone(), iri.clone(), Term::Triple(Box::new(inner)))
            })
        };
        let clone = |triple: &Triple| clone(triple, Rdf12::SUPPORT.unwrap());
        assert_eq!(clone(&deep(0)), deep(0));
        assert_eq!(clone(&deep(3)), deep(3));
        let thread = std::thread::Builder::new().stack_size(64 * 1024);
        let run = move || {
            let triple = deep(100_000);
            drop(clone(&triple));
            drop(triple);
        };
        thread.spawn(run).unwrap().join().unwrap();
    }
}
