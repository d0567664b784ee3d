//! Suspicious data: a document conforms to its specification, and may not say what was meant.
//!
//! ```
//! use turtle_peg::{Dialect, Parser};
//! use turtle_peg_advice::lint;
//!
//! let text = "<http://x.org/s> <http://x.org/p> \"1\"@english .";
//! let lints = lint::find(&Parser::new(Dialect::Turtle12), text, &[]);
//! assert_eq!(lints[0].kind, "language-name");
//! ```
//!
//! Invariant: each warning is of a fact, which its title states; that it is a mistake is for the reader to say. Nothing is said
//! twice of the same thing.

mod allowed;
mod datatypes;
mod iris;
mod languages;
mod lints;
mod names;
mod numbers;
mod prefixes;
mod terms;

use allowed::AllowedLints;
use datatypes::Datatype;
use iris::IriLints;
pub use lints::Lint;
use lints::{LintDraft, LintHelp, Lints};
use prefixes::PrefixLints;
use std::ops::Range;
use terms::TermLints;
pub use terms::{KnownTerms, VocabularyUse};
use turtle_peg::oxrdf::{GraphNameRef, NamedOrBlankNodeRef, QuadRef, TermRef, TripleRef};
use turtle_peg::tree::{NodeRef, Tree};
use turtle_peg::{Parser, Production, diagnosis};

/// The suspicious data in a document that conforms, in its order, but for the lints of these names, and those that a comment in the
/// document allows.
///
/// See the [module](self) for an example.
pub fn find(parser: &Parser, text: &str, off: &[String]) -> Vec<Lint> {
    find_with(parser, text, off, &())
}

/// The suspicious data in a document, also terms that vocabularies do not describe, where they describe one with a similar name.
///
/// The rest is as for [`find`].
///
/// ```
/// use turtle_peg::{Dialect, Parser};
/// use turtle_peg_advice::lint::{self, KnownTerms, VocabularyUse};
///
/// /// A vocabulary of one property.
/// struct Name;
///
/// impl KnownTerms for Name {
///     fn describes(&self, iri: &str) -> bool {
///         iri == "http://xmlns.com/foaf/0.1/name"
///     }
///
///     fn described_in(&self, namespace: &str, role: VocabularyUse) -> Vec<&str> {
///         match (namespace, role) {
///             ("http://xmlns.com/foaf/0.1/", VocabularyUse::Predicate) => vec!["http://xmlns.com/foaf/0.1/name"],
///             _ => Vec::new(),
///         }
///     }
/// }
///
/// let text = "<http://x.org/s> <http://xmlns.com/foaf/0.1/nmae> \"Ann\" .";
/// let lints = lint::find_with(&Parser::new(Dialect::Turtle12), text, &[], &Name);
/// assert_eq!(lints[0].kind, "unknown-term");
/// assert_eq!(lints[0].advice.help()[0].text(), "did you mean `name`?");
/// ```
pub fn find_with(parser: &Parser, text: &str, off: &[String], known: &dyn KnownTerms) -> Vec<Lint> {
    let mut lints = Lints::default();
    let mut prefixes = PrefixLints::new(parser);
    let mut graph_names = Vec::new();
    let mut document = parser.parse_str(text);
    while let Some(Ok(tree)) = document.next_tree() {
        prefixes.add(tree, &mut lints);
        numbers::add(tree, &mut lints);
        names::add(tree, &mut lints);
        languages::add(tree, &mut lints);
        graph_names.extend(graph_name(tree));
    }
    prefixes.finish(&mut lints);
    let mut document = parser.parse_str(text);
    let mut iris = IriLints::new(document.base_iri());
    let mut terms = TermLints::new(known);
    while let Some(Ok(())) = document.next_statement(|quad, provenance| {
        if let GraphNameRef::NamedNode(graph) = quad.graph_name {
            // It is in the statement, or somewhere before it.
            let end = provenance.bytes(provenance.statement).end;
            let before = graph_names.partition_point(|name: &Range<u64>| name.start < end);
            if let Some(name) = before.checked_sub(1) {
                iris.add(graph.as_str(), &graph_names[name], &mut lints);
            }
        }
        let [subject, predicate, object] =
            [provenance.subject, provenance.predicate, provenance.object]
                .map(|span| provenance.bytes(span));
        let places = [subject, predicate, object];
        look_at(quad, places, &mut iris, &mut terms, &mut lints);
    }) {}
    terms.finish(text, &mut lints);
    lints.in_order(&AllowedLints::new(parser, text, off), text)
}

/// Where the name of a graph is, if a statement has one or a graph begins.
fn graph_name(tree: Tree<'_>) -> Option<Range<u64>> {
    let root = tree.root();
    let mut nodes = root.descendants().map(|(_, node)| node);
    let is_name = |node: &NodeRef<'_>| match node.production() {
        Production::graphLabel => true,
        // Of triples, it is the subject.
        Production::labelOrSubject => node.span() == root.span(),
        _ => false,
    };
    let name = nodes.find(is_name)?;
    Some(tree.bytes(name.trimmed_span()))
}

/// Looks at the terms of a triple, which are at these bytes; the terms of a triple term are within its bytes.
fn look_at(
    quad: QuadRef<'_>,
    places: [Range<u64>; 3],
    iris: &mut IriLints,
    terms: &mut TermLints<'_>,
    lints: &mut Lints,
) {
    let [subject, predicate, object] = places;
    let mut places = (&subject, &predicate);
    for triple in diagnosis::triples(TripleRef::from(quad)) {
        if let NamedOrBlankNodeRef::NamedNode(node) = triple.subject {
            iris.add(node.as_str(), places.0, lints);
        }
        iris.add(triple.predicate.as_str(), places.1, lints);
        terms.add(triple, places.1, &object);
        match triple.object {
            TermRef::NamedNode(node) => iris.add(node.as_str(), &object, lints),
            TermRef::Literal(literal) => {
                let datatype = literal.datatype().as_str();
                iris.add(datatype, &object, lints);
                ill_typed(literal.value(), datatype, object.clone(), lints);
            }
            // A triple term is the next of these triples; without RDF 1.2 there is none.
            _ => {}
        }
        places = (&object, &object);
    }
}

fn ill_typed(lexical_form: &str, datatype: &str, bytes: Range<u64>, lints: &mut Lints) {
    let name = datatype.strip_prefix(datatypes::NAMESPACE);
    if let Some(datatype) = name.and_then(Datatype::named)
        && !datatype.holds(lexical_form)
    {
        lints.add(LintDraft {
            kind: "ill-typed-literal",
            bytes,
            title: format!("\"{lexical_form}\" is not a valid xsd:{}", datatype.name),
            help: vec![LintHelp::Words(format!(
                "xsd:{} is {}",
                datatype.name, datatype.form
            ))],
        });
    }
}
