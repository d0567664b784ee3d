//! The terms of one document, and what it says of them.
//!
//! Invariant: it is made from the quads of the statements that conform, in one pass, without the index: another thread can make it. How
//! much is kept of a term, of a pair of terms and of a text has a limit.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::Read;
use turtle_peg::input::Input;
use turtle_peg::oxrdf::vocab::{rdf, xsd};
use turtle_peg::oxrdf::{
    GraphNameRef, NamedNodeRef, NamedOrBlankNodeRef, QuadRef, TermRef, TripleRef,
};
use turtle_peg::{Document, Parser};

/// A use that a document makes of an IRI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermUse {
    Subject,
    Predicate,
    Object,
    /// The object of `rdf:type`.
    Class,
    /// The datatype of a literal, or a subject that is one, by its type.
    Datatype,
    /// A subject that is a class, by its type.
    DescribedClass,
    /// A subject that is a property, by its type.
    DescribedProperty,
    /// The name of a graph, or a part of a triple term.
    Other,
}

impl TermUse {
    pub const ALL: [Self; 8] = [
        Self::Subject,
        Self::Predicate,
        Self::Object,
        Self::Class,
        Self::Datatype,
        Self::DescribedClass,
        Self::DescribedProperty,
        Self::Other,
    ];

    /// The use of a subject of this type.
    fn of_subject(class: &str) -> Option<Self> {
        match class {
            "http://www.w3.org/2000/01/rdf-schema#Class"
            | "http://www.w3.org/2002/07/owl#Class" => Some(Self::DescribedClass),
            "http://www.w3.org/1999/02/22-rdf-syntax-ns#Property"
            | "http://www.w3.org/2002/07/owl#ObjectProperty"
            | "http://www.w3.org/2002/07/owl#DatatypeProperty"
            | "http://www.w3.org/2002/07/owl#AnnotationProperty" => Some(Self::DescribedProperty),
            "http://www.w3.org/2000/01/rdf-schema#Datatype" => Some(Self::Datatype),
            _ => None,
        }
    }
}

/// A set of uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TermUses(u8);

impl TermUses {
    pub fn add(&mut self, term_use: TermUse) {
        self.0 |= 1 << term_use as u8;
    }

    pub fn has(self, term_use: TermUse) -> bool {
        self.0 & 1 << term_use as u8 != 0
    }

    /// Whether one of them is that of a word of a vocabulary: a predicate, a property, a class or a datatype.
    pub fn are_of_vocabulary(self) -> bool {
        self.are_of_property() || self.are_of_class() || self.has(TermUse::Datatype)
    }

    pub fn are_of_property(self) -> bool {
        self.has(TermUse::Predicate) || self.has(TermUse::DescribedProperty)
    }

    pub fn are_of_class(self) -> bool {
        self.has(TermUse::Class) || self.has(TermUse::DescribedClass)
    }
}

/// How a document relates a subject to another IRI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Relation {
    Type,
    Domain,
    Range,
}

/// The kind of words that a document has for a subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WordsKind {
    Label,
    Comment,
}

/// The meaning of a predicate for the index.
#[derive(Clone, Copy)]
enum PredicateMeaning {
    Relates(Relation),
    Says(WordsKind),
}

impl PredicateMeaning {
    fn of(predicate: &str) -> Option<Self> {
        Some(match predicate {
            "http://www.w3.org/1999/02/22-rdf-syntax-ns#type" => Self::Relates(Relation::Type),
            "http://www.w3.org/2000/01/rdf-schema#domain"
            | "https://schema.org/domainIncludes"
            | "http://schema.org/domainIncludes" => Self::Relates(Relation::Domain),
            "http://www.w3.org/2000/01/rdf-schema#range"
            | "https://schema.org/rangeIncludes"
            | "http://schema.org/rangeIncludes" => Self::Relates(Relation::Range),
            "http://www.w3.org/2000/01/rdf-schema#label"
            | "http://www.w3.org/2004/02/skos/core#prefLabel"
            | "http://purl.org/dc/terms/title"
            | "http://purl.org/dc/elements/1.1/title"
            | "https://schema.org/name"
            | "http://schema.org/name" => Self::Says(WordsKind::Label),
            "http://www.w3.org/2000/01/rdf-schema#comment"
            | "http://www.w3.org/2004/02/skos/core#definition"
            | "http://purl.org/dc/terms/description"
            | "http://purl.org/dc/elements/1.1/description"
            | "https://schema.org/description"
            | "http://schema.org/description" => Self::Says(WordsKind::Comment),
            _ => return None,
        })
    }
}

/// The most objects of a predicate that are few.
pub const FEW_OBJECTS: usize = 20;

/// The most pairs of a class and a predicate that are counted in a document.
const MOST_PAIRS: usize = 1 << 14;

/// The terms of a document. A term is its number among [`iris`](Self::iris).
#[derive(Debug, Default)]
pub struct DocumentTerms {
    pub(super) iris: Vec<(Box<str>, TermUses)>,
    pub(super) relations: Vec<(u32, Relation, u32)>,
    pub(super) words: Vec<SaidWords>,
    /// How many subjects of a class have a predicate.
    pub(super) predicates: HashMap<(u32, u32), u32>,
    /// The IRIs that a predicate has as objects, up to one more than are few.
    pub(super) objects: HashMap<u32, BTreeSet<u32>>,
    /// Whether statements are at fault: what they say is not here.
    pub is_at_fault: bool,
}

/// Words about a subject.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SaidWords {
    pub subject: u32,
    pub kind: WordsKind,
    pub text: Box<str>,
    /// Empty if it is not said.
    pub language: Box<str>,
}

impl DocumentTerms {
    /// Reads a document. Where a statement is at fault, the others are read.
    pub fn read(text: &str, parser: &Parser) -> Self {
        Self::of(Self::parser(parser).parse_str(text))
    }

    /// Reads a document of which a part at a time is in memory. Where it cannot be read, it is at fault.
    pub fn read_from(reader: impl Read, parser: &Parser) -> Self {
        Self::of(Self::parser(parser).parse_reader(reader))
    }

    fn parser(parser: &Parser) -> Parser {
        parser.clone().with_recovery().with_labels_as_written()
    }

    fn of<I: Input>(mut document: Document<I>) -> Self {
        let mut reading = TermReading::default();
        while let Some(result) = document.next_statement_dyn(&mut |quad, _| reading.add(quad)) {
            reading.found.is_at_fault |= result.is_err();
            reading.end_statement();
        }
        reading.found.is_at_fault |= document.is_cut_short();
        reading.end_subjects();
        reading.found.finish(reading.numbers)
    }

    /// The terms of a document that cannot be read: none are known.
    pub fn unreadable() -> Self {
        Self {
            is_at_fault: true,
            ..Self::default()
        }
    }

    /// Puts the IRIs in order, by their numbers.
    fn finish(mut self, numbers: HashMap<Box<str>, (u32, TermUses)>) -> Self {
        self.iris = vec![<(Box<str>, TermUses)>::default(); numbers.len()];
        for (iri, (number, uses)) in numbers {
            self.iris[number as usize] = (iri, uses);
        }
        self
    }
}

/// The reading of a document.
#[derive(Default)]
struct TermReading {
    numbers: HashMap<Box<str>, (u32, TermUses)>,
    found: DocumentTerms,
    /// The subjects of the latest statement.
    subjects: BTreeMap<SubjectKey, SubjectUse>,
    /// Whether another statement may go on with them.
    is_between: bool,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum SubjectKey {
    Iri(u32),
    Blank(Box<str>),
}

/// The classes and predicates of a subject.
#[derive(Default)]
struct SubjectUse {
    classes: Vec<u32>,
    predicates: Vec<u32>,
}

impl TermReading {
    fn number(&mut self, iri: NamedNodeRef<'_>, term_use: TermUse) -> u32 {
        let next = self.numbers.len() as u32;
        let (number, uses) = match self.numbers.get_mut(iri.as_str()) {
            Some(known) => known,
            None => self
                .numbers
                .entry(iri.as_str().into())
                .or_insert((next, TermUses::default())),
        };
        uses.add(term_use);
        *number
    }

    fn add(&mut self, quad: QuadRef<'_>) {
        let subject = match quad.subject {
            NamedOrBlankNodeRef::NamedNode(iri) => {
                SubjectKey::Iri(self.number(iri, TermUse::Subject))
            }
            NamedOrBlankNodeRef::BlankNode(node) => SubjectKey::Blank(node.as_str().into()),
        };
        let described = match subject {
            SubjectKey::Iri(number) => Some(number),
            SubjectKey::Blank(_) => None,
        };
        let predicate = self.number(quad.predicate, TermUse::Predicate);
        let is_type = quad.predicate == rdf::TYPE;
        if let (true, NamedOrBlankNodeRef::NamedNode(iri), TermRef::NamedNode(class)) =
            (is_type, quad.subject, quad.object)
            && let Some(described) = TermUse::of_subject(class.as_str())
        {
            self.number(iri, described);
        }
        if let GraphNameRef::NamedNode(graph) = quad.graph_name {
            self.number(graph, TermUse::Other);
        }
        let object = match quad.object {
            TermRef::NamedNode(iri) => Some(self.number(
                iri,
                match is_type {
                    true => TermUse::Class,
                    false => TermUse::Object,
                },
            )),
            TermRef::Literal(literal) => {
                let datatype = literal.datatype();
                if datatype != xsd::STRING && datatype != rdf::LANG_STRING {
                    self.number(datatype, TermUse::Datatype);
                }
                None
            }
            TermRef::BlankNode(_) => None,
            TermRef::Triple(triple) => {
                self.add_parts(triple.as_ref());
                None
            }
        };
        self.add_use(subject, predicate, object.filter(|_| is_type));
        if let Some(object) = object.filter(|_| !is_type) {
            let objects = self.found.objects.entry(predicate).or_default();
            if objects.len() <= FEW_OBJECTS {
                objects.insert(object);
            }
        }
        if let Some(described) = described {
            self.describe(described, quad, object);
        }
    }

    /// Adds the parts of a triple term.
    fn add_parts(&mut self, triple: TripleRef<'_>) {
        let mut next = Some(triple);
        while let Some(triple) = next.take() {
            if let NamedOrBlankNodeRef::NamedNode(iri) = triple.subject {
                self.number(iri, TermUse::Other);
            }
            self.number(triple.predicate, TermUse::Other);
            match triple.object {
                TermRef::NamedNode(iri) => drop(self.number(iri, TermUse::Other)),
                TermRef::Literal(literal) => {
                    self.number(literal.datatype(), TermUse::Datatype);
                }
                TermRef::Triple(inner) => next = Some(inner.as_ref()),
                TermRef::BlankNode(_) => {}
            }
        }
    }

    /// Adds a predicate of a subject, and a class of it.
    fn add_use(&mut self, subject: SubjectKey, predicate: u32, class: Option<u32>) {
        /// The most subjects whose classes and predicates are known at once, and the most of these.
        const MOST: usize = 4096;
        const MOST_OF_ONE: usize = 64;
        if self.is_between && !self.subjects.contains_key(&subject) || self.subjects.len() >= MOST {
            self.end_subjects();
        }
        self.is_between = false;
        let uses = self.subjects.entry(subject).or_default();
        let mut add = |list: fn(&mut SubjectUse) -> &mut Vec<u32>, item| {
            let list = list(uses);
            if list.len() < MOST_OF_ONE && !list.contains(&item) {
                list.push(item);
            }
        };
        match class {
            Some(class) => add(|it| &mut it.classes, class),
            None => add(|it| &mut it.predicates, predicate),
        }
    }

    fn end_statement(&mut self) {
        self.is_between = true;
    }

    /// Counts the classes and predicates of the subjects at hand, and forgets them.
    fn end_subjects(&mut self) {
        let counts = &mut self.found.predicates;
        for uses in std::mem::take(&mut self.subjects).into_values() {
            for &class in &uses.classes {
                for &predicate in &uses.predicates {
                    let pair = (class, predicate);
                    if counts.len() < MOST_PAIRS || counts.contains_key(&pair) {
                        *counts.entry(pair).or_default() += 1;
                    }
                }
            }
        }
    }

    /// Keeps what a quad says of its subject.
    fn describe(&mut self, subject: u32, quad: QuadRef<'_>, object: Option<u32>) {
        let meaning = PredicateMeaning::of(quad.predicate.as_str());
        match (meaning, object, quad.object) {
            (Some(PredicateMeaning::Relates(relation)), Some(object), _) => {
                self.found.relations.push((subject, relation, object));
            }
            (Some(PredicateMeaning::Says(kind)), _, TermRef::Literal(literal)) => {
                let language = literal.language().unwrap_or_default();
                self.found.words.push(SaidWords {
                    subject,
                    kind,
                    text: beginning(literal.value(), kind).into(),
                    language: language.into(),
                });
            }
            _ => {}
        }
    }
}

/// As much of a text as is kept.
fn beginning(text: &str, kind: WordsKind) -> &str {
    let most = match kind {
        WordsKind::Label => 120,
        WordsKind::Comment => 600,
    };
    let end = text.char_indices().map(|(at, c)| at + c.len_utf8());
    let end = end.take_while(|end| *end <= most).last();
    &text[..end.unwrap_or(0)]
}
