//! Completion at a place: names that the document uses, labels, keywords, signs and prefixes, in this order.
//!
//! Invariant: the grammar decides what is offered: only tokens that can come after all that is before the place. A name is
//! offered only if the parser reads its text as that name there. A namespace is offered with its declaration, if the document does
//! not declare it.

use crate::names::DocumentNames;
use crate::pieces::DocumentPieces;
use crate::reading::begins_directive;
use crate::terms::{DescribedTerms, IndexedTerm, TermIndex, TermUse, TermUses};
use crate::text::OpenDocument;
use crate::writing::WritingPlace;
use advice::visible::message;
use lsp_types::{CompletionItem, CompletionItemKind, Position, TextEdit, Uri};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use turtle_peg::oxrdf::vocab::{rdf, xsd};
use turtle_peg::oxrdf::{NamedNodeRef, NamedOrBlankNodeRef, TripleRef};
use turtle_peg::tokens::{Keyword, TokenKind};
use turtle_peg::{Parser, Production, TurtleWriter};

/// The most names that are offered.
const MOST: usize = 1000;

/// The names of the document that was asked about last, as it was then: in a large one they are not collected anew for each key.
#[derive(Default)]
pub struct KnownNames {
    of: Option<(Uri, u64)>,
    names: DocumentNames,
}

/// The groups of items, in the order in which an editor shows them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ItemRank {
    /// It is used so elsewhere.
    Likely,
    Possible,
    Unlikely,
    Label,
    Word,
    Sign,
    Prefix,
    WellKnownPrefix,
}

pub fn completion(
    document: &OpenDocument,
    pieces: &DocumentPieces,
    place: Position,
    is_asked_for: bool,
    known: &mut KnownNames,
    described: DescribedTerms<'_>,
) -> Vec<CompletionItem> {
    let byte = document.byte(place);
    let text = document.text();
    let word = word_before(text, byte)..byte;
    let Some(place) = WritingPlace::at(text, word.start, pieces) else {
        return Vec::new();
    };
    let names = known.of(document, pieces.parser());
    let mut items = Items {
        document,
        word: word.clone(),
        items: Vec::new(),
    };
    let typed = &text[word.clone()];
    let takes = |terminals: &[Production]| terminals.iter().any(|&it| place.expected.allows(it));
    if takes(&[Production::PNAME_LN, Production::qname]) {
        items.add_names(described, typed, &place);
        items.add_prefixes(names, typed, &place, pieces.parser());
    } else if takes(&[Production::PNAME_NS, Production::prefixName]) {
        items.add_declarations(names, typed);
    }
    // Nothing else is a class that the document knows.
    let is_class = place.is_class();
    if takes(&[Production::BLANK_NODE_LABEL, Production::nodeID]) && !is_class {
        for label in &names.labels {
            let kind = CompletionItemKind::Reference;
            items.add(ItemRank::Label, label, kind, "blank node");
        }
    }
    for token in place.expected.tokens() {
        match token.kind() {
            TokenKind::Keyword(keyword) if !is_class => {
                let is_wanted = keyword == Keyword::A && place.types.is_empty();
                let rank = if is_wanted {
                    ItemRank::Likely
                } else {
                    ItemRank::Word
                };
                let kind = CompletionItemKind::Keyword;
                items.add(rank, keyword.text(), kind, "keyword");
            }
            TokenKind::Sign(sign) if is_asked_for && typed.is_empty() => {
                let kind = CompletionItemKind::Operator;
                items.add(ItemRank::Sign, sign.text(), kind, "sign");
            }
            _ => {}
        }
    }
    items.items
}

/// Where the word begins that ends at this byte.
fn word_before(text: &str, byte: usize) -> usize {
    let is_in_word =
        |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ':' | '@' | '.' | '%' | '\\');
    let word = text[..byte].char_indices().rev();
    let word = word.take_while(|&(_, c)| is_in_word(c));
    word.last().map_or(byte, |(start, _)| start)
}

impl KnownNames {
    /// The names of a document; as they were when it was opened, if it is large.
    fn of(&mut self, document: &OpenDocument, parser: &Parser) -> &DocumentNames {
        /// Up to this size, in bytes, names are collected in a few milliseconds.
        const SMALL: usize = 1 << 20;
        let of = Some((document.uri.clone(), document.edition()));
        let is_known = match (&self.of, &of) {
            (Some((known, _)), Some((uri, _))) if document.text().len() > SMALL => known == uri,
            (known, of) => known == of,
        };
        if !is_known {
            self.names = DocumentNames::of(document.text(), parser);
            self.of = of;
        }
        &self.names
    }
}

/// The items of an answer.
struct Items<'d> {
    document: &'d OpenDocument,
    /// The bytes of what is typed already, which an item replaces.
    word: Range<usize>,
    items: Vec<CompletionItem>,
}

impl Items<'_> {
    fn add(
        &mut self,
        rank: ItemRank,
        text: &str,
        kind: CompletionItemKind,
        detail: &str,
    ) -> &mut CompletionItem {
        self.items.push(CompletionItem {
            label: text.to_owned(),
            kind: Some(kind),
            detail: Some(detail.to_owned()),
            sort_text: Some(format!("{}{text}", rank as u8)),
            filter_text: Some(text.to_owned()),
            text_edit: Some(self.document.edit(self.word.clone(), text).into()),
            ..CompletionItem::default()
        });
        let last = self.items.len() - 1;
        &mut self.items[last]
    }

    /// The names that can be meant at a place.
    fn add_names(&mut self, described: DescribedTerms<'_>, typed: &str, place: &WritingPlace) {
        /// The most names whose labels are looked up: that takes time for each document.
        const LABELLED: usize = 200;
        let found = NamesInOrder::at(described.index, typed, place);
        let written = written(found.names.iter().map(|&(iri, _)| iri), place).unwrap_or_default();
        for (order, (iri, rank)) in found.names.into_iter().enumerate() {
            let Some(name) = written.get(iri).filter(|name| name.starts_with(typed)) else {
                continue;
            };
            let (kind, word) = kind_of(described.index.uses(iri));
            let label = (order < LABELLED).then(|| described.label(iri)).flatten();
            let detail = label.map_or(word.to_owned(), message);
            let item = self.add(rank, name, kind, &detail);
            item.sort_text = Some(format!("{}{order:04}", rank as u8));
        }
    }

    /// The prefixes that hold at a place, and the well-known ones, which bring their declarations.
    fn add_prefixes(
        &mut self,
        known: &DocumentNames,
        typed: &str,
        place: &WritingPlace,
        parser: &Parser,
    ) {
        for (prefix, namespace) in &place.prefixes {
            let name = format!("{prefix}:");
            if name.starts_with(typed) {
                self.add(
                    ItemRank::Prefix,
                    &name,
                    CompletionItemKind::Module,
                    namespace,
                );
            }
        }
        let mut declarations = None;
        for (prefix, namespace) in undeclared(known, typed) {
            let declarations =
                declarations.get_or_insert_with(|| DeclarationPlace::find(self.document, parser));
            let edit = declarations.declare(self.document, prefix, namespace);
            let (rank, kind) = (ItemRank::WellKnownPrefix, CompletionItemKind::Module);
            let item = self.add(rank, &format!("{prefix}:"), kind, namespace);
            item.additional_text_edits = Some(vec![edit]);
        }
    }

    /// The well-known prefixes after the keyword that declares one.
    fn add_declarations(&mut self, known: &DocumentNames, typed: &str) {
        let before = self.document.text()[..self.word.start].trim_end();
        let end = match before.ends_with(Keyword::AtPrefix.text()) {
            true => " .",
            false => "",
        };
        for (prefix, namespace) in undeclared(known, typed) {
            let declared = format!("{prefix}: <{namespace}>{end}");
            let (rank, kind) = (ItemRank::WellKnownPrefix, CompletionItemKind::Module);
            self.add(rank, &declared, kind, "well-known namespace");
        }
    }
}

/// The well-known prefixes that a document does not declare, and that go on with what is typed.
fn undeclared<'t>(known: &DocumentNames, typed: &str) -> impl Iterator<Item = (&'t str, &'t str)> {
    let others = advice::WELL_KNOWN_PREFIXES.iter().copied();
    others.filter(move |(prefix, _)| {
        !known.prefixes.contains_key(*prefix) && format!("{prefix}:").starts_with(typed)
    })
}

/// The IRIs that can be meant at a place, those first that are more likely, each once.
struct NamesInOrder<'i> {
    names: Vec<(&'i str, ItemRank)>,
    known: HashSet<&'i str>,
}

impl<'i> NamesInOrder<'i> {
    fn at(index: &'i TermIndex, typed: &str, place: &WritingPlace) -> Self {
        let mut found = Self {
            names: Vec::new(),
            known: HashSet::new(),
        };
        let begun = begun_iris(typed, &place.prefixes);
        let is_begun = |iri: &&str| begun.iter().any(|begun| iri.starts_with(begun.as_str()));
        let likely = match place.is_predicate() {
            true => {
                let own = place.subject.iter();
                let own = own.flat_map(|subject| index.description(subject).types);
                let types: Vec<&str> = place.types.iter().map(String::as_str).chain(own).collect();
                let predicates = index.predicates_of(&types).into_iter();
                predicates.map(|(predicate, _)| predicate).collect()
            }
            false => {
                let predicate = place.predicate.as_deref().filter(|_| !place.is_datatype);
                predicate
                    .and_then(|it| index.objects_of(it))
                    .unwrap_or_default()
            }
        };
        for iri in likely.into_iter().filter(is_begun) {
            found.add(iri, ItemRank::Likely);
        }
        let mut unlikely = Vec::new();
        let mut add = |term: IndexedTerm<'i>| match place.rank(term.uses) {
            Some(ItemRank::Unlikely) => unlikely.push(term.iri),
            Some(rank) => found.add(term.iri, rank),
            None => {}
        };
        for begun in &begun {
            match place.is_predicate() || place.is_class() || place.is_datatype {
                true => index.vocabulary_in(begun).take(MOST).for_each(&mut add),
                false => index.terms_in(begun).take(MOST).for_each(&mut add),
            }
        }
        for iri in unlikely {
            found.add(iri, ItemRank::Unlikely);
        }
        found.names.truncate(MOST);
        found
    }

    fn add(&mut self, iri: &'i str, rank: ItemRank) {
        if self.known.insert(iri) {
            self.names.push((iri, rank));
        }
    }
}

impl WritingPlace {
    /// Whether a class comes next.
    fn is_class(&self) -> bool {
        self.predicate.as_deref() == Some(rdf::TYPE.as_str())
    }

    /// The group of a name with these uses; none where it cannot be meant.
    fn rank(&self, uses: TermUses) -> Option<ItemRank> {
        let is_property = uses.are_of_property();
        if self.is_predicate() {
            return is_property.then_some(ItemRank::Possible);
        }
        if self.is_class() {
            return uses.are_of_class().then_some(ItemRank::Possible);
        }
        if self.is_datatype {
            return uses.has(TermUse::Datatype).then_some(ItemRank::Possible);
        }
        let others = [
            TermUse::Subject,
            TermUse::Object,
            TermUse::Class,
            TermUse::Other,
        ];
        let is_other = others.into_iter().any(|it| uses.has(it));
        match is_property {
            true => Some(ItemRank::Unlikely),
            false => is_other.then_some(ItemRank::Possible),
        }
    }
}

/// The kind of an item with these uses, and a word for it.
fn kind_of(uses: TermUses) -> (CompletionItemKind, &'static str) {
    if uses.are_of_class() {
        (CompletionItemKind::Class, "class")
    } else if uses.are_of_property() {
        (CompletionItemKind::Property, "predicate")
    } else if uses.has(TermUse::Datatype) {
        (CompletionItemKind::Class, "datatype")
    } else {
        (CompletionItemKind::Value, "name")
    }
}

/// The beginnings of the IRIs that a name can mean which begins so.
fn begun_iris(typed: &str, prefixes: &[(String, String)]) -> Vec<String> {
    let begun = prefixes
        .iter()
        .filter_map(|(prefix, namespace)| match typed.split_once(':') {
            Some((typed, local)) => {
                let local = local.replace('\\', "");
                (prefix == typed).then(|| format!("{namespace}{local}"))
            }
            None => prefix.starts_with(typed).then(|| namespace.clone()),
        });
    begun.collect()
}

/// The prefixed names of these IRIs, by IRIs, where they have one at the place: each was written, and read again.
fn written<'i>(
    iris: impl Iterator<Item = &'i str>,
    place: &WritingPlace,
) -> Option<HashMap<String, String>> {
    let mut writer = TurtleWriter::new(Vec::new())
        .without_version()
        .with_escapes_in_names();
    for (prefix, namespace) in &place.prefixes {
        writer.declare_prefix(prefix, namespace).ok()?;
    }
    for iri in iris.map(NamedNodeRef::new_unchecked) {
        // What cannot be written has no name.
        let _ = writer.write_triple(TripleRef::new(iri, xsd::STRING, xsd::STRING));
    }
    let text = String::from_utf8(writer.finish().ok()?).ok()?;
    let mut names = HashMap::new();
    let parser = place.parser.clone().with_recovery();
    let mut document = parser.parse_str(&text);
    while let Some(result) = document.next_statement_dyn(&mut |quad, provenance| {
        let bytes = provenance.bytes(provenance.subject);
        let name = &text[bytes.start as usize..bytes.end as usize];
        if let NamedOrBlankNodeRef::NamedNode(iri) = quad.subject
            && !name.starts_with('<')
        {
            names.insert(iri.as_str().to_owned(), name.to_owned());
        }
    }) {
        // A dialect may have no such names.
        drop(result);
    }
    Some(names)
}

/// Where the next prefix is to be declared, and how.
struct DeclarationPlace {
    byte: usize,
    is_after_others: bool,
    is_in_capitals: bool,
}

impl DeclarationPlace {
    /// After the directives that the document begins with.
    fn find(document: &OpenDocument, parser: &Parser) -> Self {
        let mut place = Self {
            byte: document.beginning(),
            is_after_others: false,
            is_in_capitals: false,
        };
        let mut read = parser.parse_str(document.text());
        while let Some(Ok(tokens)) = read.next_tokens() {
            let mut tokens = tokens.skip_while(|token| token.kind() == TokenKind::ByteOrderMark);
            let Some(first) = tokens.next() else { continue };
            match first.kind() {
                TokenKind::Keyword(Keyword::Prefix) => place.is_in_capitals = true,
                TokenKind::Keyword(Keyword::AtPrefix) => place.is_in_capitals = false,
                kind if begins_directive(kind) => {}
                _ => break,
            }
            let last = tokens.last().unwrap_or(first);
            place.is_after_others = true;
            place.byte = last.bytes().end as usize;
        }
        place
    }

    fn declare(&self, document: &OpenDocument, prefix: &str, namespace: &str) -> TextEdit {
        let directive = match self.is_in_capitals {
            true => format!("PREFIX {prefix}: <{namespace}>"),
            false => format!("@prefix {prefix}: <{namespace}> ."),
        };
        // The first line tells of all: a document can be long.
        let first = memchr::memchr(b'\n', document.text().as_bytes());
        let line_end = match first {
            Some(end) if document.text()[..end].ends_with('\r') => "\r\n",
            _ => "\n",
        };
        let line = match self.is_after_others {
            true => format!("{line_end}{directive}"),
            false => format!("{directive}{line_end}"),
        };
        document.edit(self.byte..self.byte, line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::TurtleDocuments;
    use crate::editor::EditorProfile;
    use crate::parsers::without_project;
    use crate::service::LanguageService;
    use pretty_assertions::assert_eq;

    const PREFIXES: &str =
        "@prefix ex: <http://e/> .\n@prefix owl: <http://www.w3.org/2002/07/owl#> .\n";

    /// The labels that are offered at `|`, in their order; but for signs and well-known prefixes.
    fn offered(data: &str) -> Vec<String> {
        let text = format!("{PREFIXES}{data}");
        let at = text.find('|').expect("a place");
        let text = text.replace('|', "");
        let uri = "file:///a.trig".into();
        let document = OpenDocument::new(uri, String::new(), 1, text);
        let mut service = TurtleDocuments::new(without_project);
        service.renew(&document);
        let mut items = service.completion(&document, document.place(at), false);
        items.sort_by(|one, other| one.sort_text.cmp(&other.sort_text));
        items.retain(|it| it.additional_text_edits.is_none());
        items.into_iter().map(|it| it.label).collect()
    }

    #[test]
    fn predicates_of_subjects_with_the_same_type_come_first() {
        let data =
            "ex:s a ex:T ; ex:of-t 1 . ex:u a ex:U ; ex:of-u ex:v . ex:p a owl:ObjectProperty .\n";
        for (statement, likely) in [
            ("ex:new a ex:T ; |", "ex:of-t"),
            ("ex:new a ex:U ; |", "ex:of-u"),
            ("ex:u |", "ex:of-u"),
            ("ex:new ex:q [ a ex:T ; |", "ex:of-t"),
            ("ex:g { ex:new a ex:T ; |", "ex:of-t"),
        ] {
            let found = offered(&format!("{data}{statement}"));
            let names: Vec<_> = found.iter().filter(|it| *it != "a").collect();
            assert_eq!(names[0], likely, "{statement}: {found:?}");
            assert!(
                names.iter().any(|it| *it == "ex:p"),
                "{statement}: {found:?}"
            );
            assert!(
                !names.iter().any(|it| *it == "ex:s"),
                "{statement}: {found:?}"
            );
            assert_eq!(names[names.len() - 2..], ["ex:", "owl:"], "{statement}");
        }
        assert_eq!(offered(&format!("{data}ex:new |"))[0], "a");
    }

    #[test]
    fn nothing_is_offered_within_an_iri() {
        for begun in [
            "ex:s ex:p <|",
            "ex:s ex:p <http://e/|",
            "<http:|",
            "ex:s ex:p <http://e/P|> .",
            "<< <http://e/|",
            "<<<http://e/|",
        ] {
            assert_eq!(offered(begun), Vec::<String>::new(), "{begun}");
        }
        for begun in ["<<ex:|", "ex:s ex:p \"<\"^^|"] {
            assert_ne!(offered(begun), Vec::<String>::new(), "{begun}");
        }
    }

    #[test]
    fn classes_come_after_a_and_datatypes_after_two_carets() {
        let data = "@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n\
            ex:s a ex:T ; ex:p ex:o, \"1\"^^xsd:byte . ex:C a owl:Class .\n";
        let after_a = ["ex:C", "ex:T", "owl:Class", "ex:", "owl:", "xsd:"];
        assert_eq!(offered(&format!("{data}ex:new a |")), after_a);
        assert_eq!(
            offered(&format!("{data}ex:new a ex:|")),
            ["ex:C", "ex:T", "ex:"]
        );
        let datatype = offered(&format!("{data}ex:new ex:p \"1\"^^|"));
        assert_eq!(datatype, ["xsd:byte", "ex:", "owl:", "xsd:"]);
    }

    #[test]
    fn objects_that_a_predicate_has_elsewhere_come_first_if_they_are_few() {
        let data = "ex:s ex:state ex:open ; ex:q ex:another . ex:t ex:state ex:closed .\n";
        let found = offered(&format!("{data}ex:new ex:state |"));
        assert_eq!(found[..3], ["ex:closed", "ex:open", "ex:another"]);
        let others = (0..21).map(|number| format!("ex:s ex:state ex:a{number} . "));
        let found = offered(&format!(
            "{data}{}ex:new ex:state |",
            others.collect::<String>()
        ));
        assert_eq!(found[..2], ["ex:a0", "ex:a1"]);
    }

    #[test]
    fn a_name_is_offered_as_it_is_read_there() {
        let data = "<http://e/a,b> <http://e/-x> <http://e/x.>, <http://e/a#b>, <http://e/ä> .\n";
        let found = offered(&format!("{data}ex:s ex:p |"));
        let names: Vec<_> = found.iter().filter(|it| it.starts_with("ex:")).collect();
        assert_eq!(
            names,
            ["ex:a\\#b", "ex:a\\,b", "ex:x\\.", "ex:ä", "ex:\\-x", "ex:"]
        );
        // A prefix stands for what it was declared for last.
        let redeclared = "ex:s ex:p ex:o .\n@prefix ex: <http://f/> .\nex:t ex:q |";
        assert!(!offered(redeclared).contains(&"ex:o".to_owned()));
        let declarations = offered("ex:s ex:p ex:o . @prefix |");
        assert!(
            declarations.iter().all(|it| it.ends_with("> .")),
            "{declarations:?}"
        );
    }

    #[test]
    fn names_of_other_documents_are_offered_with_their_labels() {
        let open = |name: &str, text: &str| {
            OpenDocument::new(name.into(), String::new(), 1, format!("{PREFIXES}{text}"))
        };
        let label = "<http://www.w3.org/2000/01/rdf-schema#label>";
        let vocabulary = format!("ex:C a owl:Class ; {label} \"class C\", \"Klasse C\"@de .");
        let mut service = TurtleDocuments::new(without_project);
        let editor = EditorProfile {
            locale: Some("de".to_owned()),
            ..EditorProfile::default()
        };
        service.begin(&editor).unwrap();
        service.renew(&open("file:///vocabulary.ttl", &vocabulary));
        let document = open("file:///data.ttl", "ex:s a ex:C ; ");
        service.renew(&document);
        let place = document.place(document.text().len() - "ex:C ; ".len());
        let items = service.completion(&document, place, false);
        let class = items
            .iter()
            .find(|it| it.label == "ex:C")
            .expect("the class");
        assert_eq!(class.detail.as_deref(), Some("Klasse C"));
    }
}
