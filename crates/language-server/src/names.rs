//! The names of a document: its IRIs by what they are used for, its prefixes and its blank node labels.
//!
//! Invariant: a name is an IRI, however the document writes it; those of statements at fault are not known.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use turtle_peg::Parser;
use turtle_peg::oxrdf::vocab::{rdf, rdfs};
use turtle_peg::oxrdf::{NamedOrBlankNodeRef, QuadRef, TermRef};

/// The most objects of a predicate that are kept: one with more takes anything.
const FEW: usize = 20;

/// The types of what is a class, or a property.
const OWL: &str = "http://www.w3.org/2002/07/owl#";
const OWL_PROPERTIES: [&str; 3] = ["ObjectProperty", "DatatypeProperty", "AnnotationProperty"];

/// The names of a document.
#[derive(Default)]
pub struct DocumentNames {
    pub iris: BTreeMap<Rc<str>, NameUse>,
    /// The labels of blank nodes, as the document writes them.
    pub labels: BTreeSet<String>,
    /// The prefixes that hold at the document's end, with their namespaces.
    pub prefixes: BTreeMap<String, String>,
    /// The types of each subject that has some; of blank nodes, by their labels.
    types: HashMap<Rc<str>, BTreeSet<Rc<str>>>,
    predicates: HashMap<Rc<str>, PredicateUse>,
}

/// The uses of an IRI.
#[derive(Clone, Copy, Default)]
pub struct NameUse {
    pub is_predicate: bool,
    pub is_class: bool,
    pub is_datatype: bool,
}

/// The uses of a predicate.
#[derive(Default)]
struct PredicateUse {
    /// The types of its subjects.
    types: BTreeSet<Rc<str>>,
    /// Its objects that are IRIs, up to one more than a few.
    objects: BTreeSet<Rc<str>>,
}

impl DocumentNames {
    pub fn of(text: &str, parser: &Parser) -> Self {
        let mut names = Self::default();
        let mut used = BTreeSet::new();
        let mut document = parser.parse_str(text);
        while let Some(result) = document.next_statement(|quad, provenance| {
            names.add(quad, &mut used);
            for span in [provenance.subject, provenance.object] {
                let bytes = provenance.bytes(span);
                let written = &text[bytes.start as usize..bytes.end as usize];
                if written.starts_with("_:") && !names.labels.contains(written) {
                    names.labels.insert(written.to_owned());
                }
            }
        }) {
            // The names of statements at fault are not known.
            drop(result);
        }
        for (subject, predicate) in used {
            if let (Some(types), Some(uses)) = (
                names.types.get(&subject),
                names.predicates.get_mut(&predicate),
            ) {
                uses.types.extend(types.iter().cloned());
            }
        }
        let prefixes = document.prefixes();
        names.prefixes = prefixes
            .map(|(prefix, iri)| (prefix.to_owned(), iri.to_owned()))
            .collect();
        names
    }

    /// The types that a subject has in the document.
    pub fn types(&self, subject: &str) -> impl Iterator<Item = &Rc<str>> {
        self.types.get(subject).into_iter().flatten()
    }

    /// Whether a predicate is used with a subject of one of these types.
    pub fn is_used_with(&self, predicate: &str, types: &BTreeSet<Rc<str>>) -> bool {
        let uses = self.predicates.get(predicate);
        uses.is_some_and(|uses| !uses.types.is_disjoint(types))
    }

    /// Whether a predicate has this object, and few others.
    pub fn is_one_of_few(&self, predicate: &str, object: &str) -> bool {
        let uses = self.predicates.get(predicate);
        uses.is_some_and(|uses| uses.objects.len() <= FEW && uses.objects.contains(object))
    }

    fn add(&mut self, quad: QuadRef<'_>, used: &mut BTreeSet<(Rc<str>, Rc<str>)>) {
        let subject = match quad.subject {
            NamedOrBlankNodeRef::NamedNode(node) => self.iri(node.as_str(), |_| {}),
            NamedOrBlankNodeRef::BlankNode(node) => node.as_str().into(),
        };
        let predicate = self.iri(quad.predicate.as_str(), |it| it.is_predicate = true);
        let is_type = quad.predicate == rdf::TYPE;
        match quad.object {
            TermRef::NamedNode(object) => {
                let object = self.iri(object.as_str(), |it| it.is_class |= is_type);
                if is_type {
                    if let Some(uses) = self.iris.get_mut(&subject) {
                        uses.is_class |= is_type_of_classes(&object);
                        uses.is_predicate |= is_type_of_properties(&object);
                    }
                    let types = self.types.entry(Rc::clone(&subject)).or_default();
                    types.insert(object);
                } else {
                    let uses = self.predicates.entry(Rc::clone(&predicate)).or_default();
                    if uses.objects.len() <= FEW {
                        uses.objects.insert(object);
                    }
                }
            }
            TermRef::Literal(literal) => {
                let datatype = literal.datatype().as_str();
                self.iri(datatype, |it| it.is_datatype = true);
            }
            _ => {}
        }
        if !is_type {
            self.predicates.entry(Rc::clone(&predicate)).or_default();
            used.insert((subject, predicate));
        }
    }

    /// The one text of an IRI, whose uses are noted.
    fn iri(&mut self, iri: &str, note: impl FnOnce(&mut NameUse)) -> Rc<str> {
        let known = self.iris.get_key_value(iri);
        let iri = known.map_or_else(|| Rc::from(iri), |(known, _)| Rc::clone(known));
        note(self.iris.entry(Rc::clone(&iri)).or_default());
        iri
    }
}

fn is_type_of_classes(iri: &str) -> bool {
    iri == rdfs::CLASS.as_str() || iri.strip_prefix(OWL) == Some("Class")
}

fn is_type_of_properties(iri: &str) -> bool {
    let of_owl = iri.strip_prefix(OWL);
    iri == rdf::PROPERTY.as_str() || of_owl.is_some_and(|it| OWL_PROPERTIES.contains(&it))
}
