//! Terms that are not described, though one of a similar name is.
//!
//! Invariant: only predicates, classes and datatypes are doubted, once each: these a vocabulary describes one by one, where data may name
//! things that are described elsewhere. Where no similar name is described for the same use, nothing is said: what is at hand may be an
//! older version of the vocabulary, or a part of it.

use super::datatypes;
use super::lints::{LintDraft, LintHelp, Lints};
use std::collections::HashSet;
use std::ops::Range;
use turtle_peg::oxrdf::vocab::rdf;
use turtle_peg::oxrdf::{NamedOrBlankNodeRef, TermRef, TripleRef};

/// The use of a term that a vocabulary describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VocabularyUse {
    /// The predicate of a triple.
    Predicate,
    /// The object of `rdf:type`.
    Class,
    /// The datatype of a literal.
    Datatype,
}

/// The terms that vocabularies describe.
pub trait KnownTerms {
    /// Whether an IRI is described: it has a type.
    fn describes(&self, iri: &str) -> bool;

    /// The terms for this use that a vocabulary describes, and whose IRIs begin so.
    fn described_in(&self, namespace: &str, role: VocabularyUse) -> Vec<&str>;
}

/// No vocabulary: no term is doubted.
impl KnownTerms for () {
    fn describes(&self, _: &str) -> bool {
        false
    }

    fn described_in(&self, _: &str, _: VocabularyUse) -> Vec<&str> {
        Vec::new()
    }
}

/// The terms of a document.
pub struct TermLints<'k> {
    known: &'k dyn KnownTerms,
    looked_at: HashSet<String>,
    /// Terms that no vocabulary describes, with their uses, and where they come first.
    doubted: Vec<(String, VocabularyUse, Range<u64>)>,
    /// The subjects with a type in the document itself.
    described: HashSet<String>,
}

impl<'k> TermLints<'k> {
    pub fn new(known: &'k dyn KnownTerms) -> Self {
        Self {
            known,
            looked_at: HashSet::new(),
            doubted: Vec::new(),
            described: HashSet::new(),
        }
    }

    /// Looks at a triple, whose predicate and object are at these bytes.
    pub fn add(&mut self, triple: TripleRef<'_>, predicate: &Range<u64>, object: &Range<u64>) {
        self.look_at(
            triple.predicate.as_str(),
            VocabularyUse::Predicate,
            predicate,
        );
        match triple.object {
            TermRef::NamedNode(class) if triple.predicate == rdf::TYPE => {
                if let NamedOrBlankNodeRef::NamedNode(subject) = triple.subject {
                    self.described.insert(subject.as_str().to_owned());
                }
                self.look_at(class.as_str(), VocabularyUse::Class, object);
            }
            TermRef::Literal(literal) => {
                self.look_at(literal.datatype().as_str(), VocabularyUse::Datatype, object);
            }
            _ => {}
        }
    }

    fn look_at(&mut self, iri: &str, role: VocabularyUse, bytes: &Range<u64>) {
        if self.looked_at.contains(iri) {
            return;
        }
        self.looked_at.insert(iri.to_owned());
        // RDF adds terms of its own, and the names of XSD are another lint's.
        let is_told = iri.starts_with(rdf::TYPE.as_str().trim_end_matches("type"))
            || iri.starts_with(datatypes::NAMESPACE);
        if !is_told && !self.known.describes(iri) {
            self.doubted.push((iri.to_owned(), role, bytes.clone()));
        }
    }

    /// Doubts terms, once all of the document has been looked at.
    pub fn finish(self, text: &str, lints: &mut Lints) {
        for (iri, role, bytes) in self.doubted {
            let Some(end) = iri.rfind(['#', '/', ':']) else {
                continue;
            };
            let (namespace, name) = iri.split_at(end + 1);
            if name.is_empty() || self.described.contains(&iri) {
                continue;
            }
            let others = self.known.described_in(namespace, role).into_iter();
            let others = others.map(|it| &it[namespace.len()..]);
            let Some(near) = nearest(name, others) else {
                continue;
            };
            let help = help(text, &bytes, name, near);
            lints.add(LintDraft {
                kind: "unknown-term",
                bytes,
                title: format!("`{name}` is not described, as other terms of <{namespace}> are"),
                help: vec![help],
            });
        }
    }
}

/// The name that is most like this one, if it is like it.
fn nearest<'n>(name: &str, others: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let distance = |other: &str| match name.eq_ignore_ascii_case(other) {
        true => 0,
        false => strsim::damerau_levenshtein(name, other),
    };
    let most = if name.chars().count() < 5 { 1 } else { 2 };
    let (distance, nearest) = others.map(|other| (distance(other), other)).min()?;
    (distance <= most).then_some(nearest)
}

/// An offer of another name, in the place of the one that these bytes end with, if they do.
fn help(text: &str, bytes: &Range<u64>, name: &str, near: &str) -> LintHelp {
    let words = format!("did you mean `{near}`?");
    let token = &text[bytes.start as usize..bytes.end as usize];
    let before = |end: &str| token.strip_suffix(&format!("{name}{end}"));
    // Such a name is written in the same way wherever a name is.
    let is_plain = near.starts_with(|c: char| c.is_ascii_alphabetic())
        && near.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    match [("", before("")), (">", before(">"))] {
        [(end, Some(before)), _] | [_, (end, Some(before))] if is_plain => {
            LintHelp::Write(format!("{before}{near}{end}"), words)
        }
        _ => LintHelp::Words(words),
    }
}
