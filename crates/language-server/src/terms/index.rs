//! The index of all documents' terms.
//!
//! Invariant: an IRI is kept once, and as long as a document uses it. A document has its terms in order, so that one is found in a few
//! steps; a question goes through the documents.

use super::document::{
    DocumentTerms, FEW_OBJECTS, Relation, SaidWords, TermUse, TermUses, WordsKind,
};
use advice::lint::{KnownTerms, VocabularyUse};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::rc::Rc;

/// The number of a term in the index.
type TermId = u32;

/// An index of the terms of documents, each of which has an IRI.
#[derive(Debug, Default)]
pub struct TermIndex {
    ids: BTreeMap<Rc<str>, TermId>,
    /// By number; an unused number has no documents.
    terms: Vec<InternedTerm>,
    unused: Vec<TermId>,
    /// The predicates, properties, classes and datatypes: few, where there are many terms.
    vocabulary: BTreeMap<Rc<str>, TermId>,
    documents: BTreeMap<Box<str>, IndexedDocument>,
}

#[derive(Debug)]
struct InternedTerm {
    iri: Rc<str>,
    /// How many documents make each use of it.
    documents: [u32; TermUse::ALL.len()],
}

/// A document in the index; all lists are in order.
#[derive(Debug)]
struct IndexedDocument {
    uses: Box<[(TermId, TermUses)]>,
    relations: Box<[(TermId, Relation, TermId)]>,
    words: Box<[SaidWords]>,
    predicates: Box<[(TermId, TermId, u32)]>,
    objects: Box<[(TermId, TermId)]>,
    is_at_fault: bool,
}

/// A term, and what it is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexedTerm<'i> {
    pub iri: &'i str,
    pub uses: TermUses,
}

/// Words about a term, in a language, which is empty if it is not said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TermWords<'i> {
    pub text: &'i str,
    pub language: &'i str,
}

/// The documents' description of a term. Each list has a limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TermDescription<'i> {
    pub labels: Vec<TermWords<'i>>,
    pub comments: Vec<TermWords<'i>>,
    pub types: Vec<&'i str>,
    pub domains: Vec<&'i str>,
    pub ranges: Vec<&'i str>,
}

impl TermIndex {
    /// Takes a document in, in the place of what was known of it.
    pub fn set(&mut self, document: &str, terms: DocumentTerms) {
        let ids: Vec<TermId> = terms.iris.iter().map(|(iri, _)| self.id_of(iri)).collect();
        let id = |number: u32| ids[number as usize];
        let uses = terms.iris.iter().zip(&ids);
        let indexed = IndexedDocument {
            uses: in_order(uses.map(|((_, uses), &id)| (id, *uses))),
            relations: in_order(
                terms
                    .relations
                    .into_iter()
                    .map(|(subject, relation, object)| (id(subject), relation, id(object))),
            ),
            words: in_order(terms.words.into_iter().map(|words| SaidWords {
                subject: id(words.subject),
                ..words
            })),
            predicates: in_order(
                terms
                    .predicates
                    .into_iter()
                    .map(|((class, predicate), count)| (id(class), id(predicate), count)),
            ),
            objects: in_order(terms.objects.into_iter().flat_map(|(predicate, objects)| {
                let predicate = id(predicate);
                objects
                    .into_iter()
                    .map(move |object| (predicate, id(object)))
            })),
            is_at_fault: terms.is_at_fault,
        };
        self.count(&indexed, |count| *count += 1);
        for &(id, _) in indexed
            .uses
            .iter()
            .filter(|(_, uses)| uses.are_of_vocabulary())
        {
            let iri = Rc::clone(&self.terms[id as usize].iri);
            self.vocabulary.insert(iri, id);
        }
        // After the new ones are counted: what both use stays.
        self.remove(document);
        self.documents.insert(document.into(), indexed);
    }

    /// Forgets a document.
    pub fn remove(&mut self, document: &str) {
        let Some(removed) = self.documents.remove(document) else {
            return;
        };
        self.count(&removed, |count| *count -= 1);
        for &(id, uses) in &removed.uses {
            if uses.are_of_vocabulary() && !self.uses_of(id).are_of_vocabulary() {
                self.vocabulary.remove(&self.terms[id as usize].iri);
            }
            let term = &mut self.terms[id as usize];
            if term.documents == [0; TermUse::ALL.len()] {
                let iri = std::mem::take(&mut term.iri);
                self.ids.remove(&iri);
                self.unused.push(id);
            }
        }
    }

    fn id_of(&mut self, iri: &str) -> TermId {
        if let Some(&known) = self.ids.get(iri) {
            return known;
        }
        let term = InternedTerm {
            iri: iri.into(),
            documents: [0; TermUse::ALL.len()],
        };
        let iri = Rc::clone(&term.iri);
        let id = match self.unused.pop() {
            Some(id) => {
                self.terms[id as usize] = term;
                id
            }
            None => {
                self.terms.push(term);
                (self.terms.len() - 1) as TermId
            }
        };
        self.ids.insert(iri, id);
        id
    }

    fn count(&mut self, document: &IndexedDocument, change: fn(&mut u32)) {
        for &(id, uses) in &document.uses {
            let counts = &mut self.terms[id as usize].documents;
            for (one, count) in TermUse::ALL.into_iter().zip(counts) {
                if uses.has(one) {
                    change(count);
                }
            }
        }
    }

    /// The documents that are known, and whether each has statements at fault, whose terms are not.
    pub fn documents(&self) -> impl Iterator<Item = (&str, bool)> {
        let documents = self.documents.iter();
        documents.map(|(iri, document)| (iri.as_ref(), document.is_at_fault))
    }

    /// The documents that use an IRI, and what for.
    pub fn documents_with(&self, iri: &str) -> Vec<(&str, TermUses)> {
        let Some(&id) = self.ids.get(iri) else {
            return Vec::new();
        };
        let documents = self.documents.iter();
        let found = documents.filter_map(|(iri, it)| Some((iri.as_ref(), it.uses(id)?)));
        found.collect()
    }

    /// Whether a document uses an IRI.
    pub fn is_used_in(&self, iri: &str, document: &str) -> bool {
        let (id, document) = (self.ids.get(iri), self.documents.get(document));
        id.is_some_and(|&id| document.is_some_and(|document| document.uses(id).is_some()))
    }

    /// The documents in which an IRI is a subject: first those that give it a type, and of these the one that describes most of its
    /// namespace.
    pub fn documents_about(&self, iri: &str) -> Vec<&str> {
        let Some(&id) = self.ids.get(iri) else {
            return Vec::new();
        };
        /// The most terms of a namespace that are counted.
        const MOST: usize = 1000;
        let is_about = |it: &IndexedDocument, id: TermId| {
            let uses = it.uses(id);
            uses.is_some_and(|it| it.has(TermUse::Subject))
        };
        let documents = self.documents.iter();
        let mut found: Vec<_> = documents.filter(|(_, it)| is_about(it, id)).collect();
        let namespace = &iri[..iri.len() - local_name(iri).len()];
        let names = self.terms_in(namespace).take(MOST);
        let names: Vec<TermId> = names.map(|it| self.ids[it.iri]).collect();
        found.sort_by_cached_key(|(_, it)| {
            let described = names.iter().filter(|&&name| is_about(it, name)).count();
            let has_type = it.related(id, Relation::Type).next().is_some();
            Reverse((has_type, described))
        });
        found.into_iter().map(|(iri, _)| iri.as_ref()).collect()
    }

    /// The uses that all documents make of an IRI.
    pub fn uses(&self, iri: &str) -> TermUses {
        self.ids
            .get(iri)
            .map_or(TermUses::default(), |&id| self.uses_of(id))
    }

    fn uses_of(&self, id: TermId) -> TermUses {
        let mut uses = TermUses::default();
        let counts = self.terms[id as usize].documents;
        for (one, count) in TermUse::ALL.into_iter().zip(counts) {
            if count > 0 {
                uses.add(one);
            }
        }
        uses
    }

    /// The labels that documents give an IRI, up to a limit.
    pub fn labels(&self, iri: &str) -> Vec<TermWords<'_>> {
        match self.ids.get(iri) {
            Some(&id) => self.limited(move |it| it.said(id, WordsKind::Label)),
            None => Vec::new(),
        }
    }

    /// The documents' description of an IRI.
    pub fn description(&self, iri: &str) -> TermDescription<'_> {
        match self.ids.get(iri) {
            Some(&id) => self.description_of(id),
            None => TermDescription::default(),
        }
    }

    fn description_of(&self, id: TermId) -> TermDescription<'_> {
        let words = |kind| self.limited(move |it| it.said(id, kind));
        let related = |relation| {
            self.limited(move |it| it.related(id, relation).map(|object| self.iri(object)))
        };
        TermDescription {
            labels: words(WordsKind::Label),
            comments: words(WordsKind::Comment),
            types: related(Relation::Type),
            domains: related(Relation::Domain),
            ranges: related(Relation::Range),
        }
    }

    /// The documents' words or terms, in order, each once, up to a limit.
    fn limited<'i, T: Ord, I: Iterator<Item = T>>(
        &'i self,
        of: impl Fn(&'i IndexedDocument) -> I,
    ) -> Vec<T> {
        const MOST: usize = 40;
        let mut found = BTreeSet::new();
        for item in self.documents.values().flat_map(of) {
            found.insert(item);
            if found.len() > MOST {
                found.pop_last();
            }
        }
        found.into_iter().collect()
    }

    /// Whether a document gives a term a type.
    fn has_type(&self, id: TermId) -> bool {
        let mut documents = self.documents.values();
        documents.any(|it| it.related(id, Relation::Type).next().is_some())
    }

    fn iri(&self, id: TermId) -> &str {
        &self.terms[id as usize].iri
    }

    /// The IRIs that begin with these characters, in the order of the alphabet.
    pub fn terms_in(&self, namespace: &str) -> impl Iterator<Item = IndexedTerm<'_>> {
        self.within(&self.ids, namespace)
    }

    /// The predicates, properties, classes and datatypes that begin with these characters, in the order of the alphabet.
    pub fn vocabulary_in(&self, namespace: &str) -> impl Iterator<Item = IndexedTerm<'_>> {
        self.within(&self.vocabulary, namespace)
    }

    fn within<'i>(
        &'i self,
        terms: &'i BTreeMap<Rc<str>, TermId>,
        namespace: &str,
    ) -> impl Iterator<Item = IndexedTerm<'i>> + use<'i> {
        let from = (Bound::Included(namespace), Bound::Unbounded);
        let terms = terms.range::<str, _>(from);
        let namespace = namespace.to_owned();
        let within = terms.take_while(move |(iri, _)| iri.starts_with(&namespace));
        within.map(|(iri, &id)| IndexedTerm {
            iri,
            uses: self.uses_of(id),
        })
    }

    /// The predicates that subjects of some classes have in the same document: each with the number
    /// of these subjects, those first that most have.
    pub fn predicates_of(&self, classes: &[&str]) -> Vec<(&str, u32)> {
        let classes = classes.iter().filter_map(|class| self.ids.get(*class));
        let mut counts: BTreeMap<TermId, u32> = BTreeMap::new();
        for &class in classes {
            for document in self.documents.values() {
                for &(_, predicate, count) in with_first(&document.predicates, |it| it.0, class) {
                    *counts.entry(predicate).or_default() += count;
                }
            }
        }
        let mut found: Vec<_> = counts
            .into_iter()
            .map(|(predicate, count)| (self.iri(predicate), count))
            .collect();
        found.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        found
    }

    /// The IRIs that a predicate has as objects, in the order of the alphabet, if there are few.
    pub fn objects_of(&self, predicate: &str) -> Option<Vec<&str>> {
        let mut found = BTreeSet::new();
        if let Some(&predicate) = self.ids.get(predicate) {
            for document in self.documents.values() {
                let objects = with_first(&document.objects, |it| it.0, predicate);
                found.extend(objects.iter().map(|it| self.iri(it.1)));
                if found.len() > FEW_OBJECTS {
                    return None;
                }
            }
        }
        Some(found.into_iter().collect())
    }

    /// The terms whose names, or labels, have all words of a text, up to a number: those first whose names begin with it.
    pub fn search(&self, text: &str, most: usize) -> Vec<&str> {
        let wanted = text.to_lowercase();
        let words: Vec<&str> = wanted.split_whitespace().collect();
        let has_all = |text: &str| words.iter().all(|word| has_in_any_case(text, word));
        let mut found: BTreeSet<(bool, usize, &str)> = BTreeSet::new();
        let mut add = |iri, name: &str| {
            let is_later = !name.to_lowercase().starts_with(&wanted);
            found.insert((is_later, name.len(), iri));
            if found.len() > most {
                found.pop_last();
            }
        };
        for term in self
            .terms
            .iter()
            .filter(|it| it.documents[TermUse::Subject as usize] > 0)
        {
            let name = local_name(&term.iri);
            if has_all(name) {
                add(&*term.iri, name);
            }
        }
        for document in self.documents.values() {
            for words in document
                .words
                .iter()
                .filter(|it| it.kind == WordsKind::Label)
            {
                let iri = self.iri(words.subject);
                let name = local_name(iri);
                // Whose name has them is found already.
                if has_all(&words.text) && !has_all(name) {
                    add(iri, name);
                }
            }
        }
        found.into_iter().map(|(.., iri)| iri).collect()
    }

    /// How many IRIs are kept.
    #[cfg(test)]
    pub(super) fn kept(&self) -> (usize, usize) {
        (self.ids.len(), self.terms.len())
    }
}

impl KnownTerms for TermIndex {
    fn describes(&self, iri: &str) -> bool {
        self.ids.get(iri).is_some_and(|&id| self.has_type(id))
    }

    /// A document that says no more of a term than a type only uses it, as OWL has it: its vocabulary is another document.
    fn described_in(&self, namespace: &str, role: VocabularyUse) -> Vec<&str> {
        let fits = |uses: TermUses| match role {
            VocabularyUse::Predicate => uses.are_of_property(),
            VocabularyUse::Class => uses.are_of_class(),
            VocabularyUse::Datatype => uses.has(TermUse::Datatype),
        };
        let terms = self.vocabulary_in(namespace);
        let described = terms.filter(|it| {
            let id = self.ids[it.iri];
            let mut documents = self.documents.values();
            fits(it.uses)
                && self.has_type(id)
                && documents.any(|it| it.says_more_than_a_type_of(id))
        });
        described.map(|it| it.iri).collect()
    }
}

impl IndexedDocument {
    fn uses(&self, id: TermId) -> Option<TermUses> {
        let found = self.uses.binary_search_by_key(&id, |it| it.0);
        found.ok().map(|at| self.uses[at].1)
    }

    fn related(&self, subject: TermId, relation: Relation) -> impl Iterator<Item = TermId> {
        let of_subject = with_first(&self.relations, |it| it.0, subject);
        let related = of_subject.iter().filter(move |it| it.1 == relation);
        related.map(|it| it.2)
    }

    fn says_more_than_a_type_of(&self, subject: TermId) -> bool {
        let mut relations = with_first(&self.relations, |it| it.0, subject).iter();
        !with_first(&self.words, |it| it.subject, subject).is_empty()
            || relations.any(|it| it.1 != Relation::Type)
    }

    fn said(&self, subject: TermId, kind: WordsKind) -> impl Iterator<Item = TermWords<'_>> {
        let of_subject = with_first(&self.words, |it| it.subject, subject);
        let said = of_subject.iter().filter(move |it| it.kind == kind);
        said.map(|it| TermWords {
            text: &it.text,
            language: &it.language,
        })
    }
}

/// The part of an IRI after its namespace: after the last of `#`, `/` and `:`.
pub fn local_name(iri: &str) -> &str {
    let name = iri.trim_end_matches(['#', '/', ':']);
    let start = name.rfind(['#', '/', ':']).map_or(0, |at| at + 1);
    &iri[start..]
}

/// Whether a text has a word, which is in lower case, in whatever case.
fn has_in_any_case(text: &str, word: &str) -> bool {
    match text.is_ascii() {
        true => {
            let mut places = text.as_bytes().windows(word.len().max(1));
            places.any(|it| it.eq_ignore_ascii_case(word.as_bytes()))
        }
        false => text.to_lowercase().contains(word),
    }
}

/// Items in order, each once.
fn in_order<T: Ord>(items: impl Iterator<Item = T>) -> Box<[T]> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.dedup();
    items.into()
}

/// The items of a list in order whose first part is this one.
fn with_first<T>(items: &[T], first: fn(&T) -> TermId, id: TermId) -> &[T] {
    let start = items.partition_point(|it| first(it) < id);
    let length = items[start..].partition_point(|it| first(it) == id);
    &items[start..start + length]
}
