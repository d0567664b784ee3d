//! Where the documents that are known describe and mention an IRI, and another IRI in its place in all of them.
//!
//! Invariant: places are read in the texts as they are now: the index says only where to look. A file is read once, whatever names
//! links give it, and not at all if it is open. An IRI is renamed in all documents or in none, and in none if one may mention it without
//! that being known.

use crate::folder::{FolderState, KnownDocuments, document_key};
use crate::iris::{self, IriAtPlace, NotReplaced};
use crate::parsers::DocumentParsers;
use crate::reading::DocumentTokens;
use crate::service::{DocumentEdits, MOST_REFERENCES};
use crate::terms::local_name;
use crate::text::{OpenDocument, OpenDocuments};
use lsp_types::{BaseSymbolInformation, Location, SymbolInformation, SymbolKind, Uri};
use std::collections::{BTreeMap, HashMap};
use turtle_peg::Parser;

/// The documents that are known, for one question.
pub struct Navigation<'d> {
    known: &'d KnownDocuments,
    open: &'d OpenDocuments,
    parsers: DocumentParsers,
    /// The files behind the open documents, each with its document.
    open_files: HashMap<String, &'d OpenDocument>,
}

impl<'d> Navigation<'d> {
    pub fn new(
        known: &'d KnownDocuments,
        open: &'d OpenDocuments,
        parsers: DocumentParsers,
    ) -> Self {
        let files = open.values();
        let files = files.filter_map(|it| Some((known.file_behind(&it.uri.0)?, it)));
        Self {
            known,
            open,
            parsers,
            open_files: files.collect(),
        }
    }

    /// The IRI of a file that is not open, by its key; none if it is open, by whatever name.
    fn closed(&self, key: &str) -> Option<&'d str> {
        let iri = self.known.file(key)?;
        let file = self.known.file_behind(iri);
        let is_open = file.is_some_and(|it| self.open_files.contains_key(&it));
        (!is_open).then_some(iri)
    }

    fn parser(&self, document: &OpenDocument) -> Parser {
        self.parsers.parser(&document.uri.0, &document.language)
    }

    /// A file that is not open, as a document, by its key.
    fn file(&self, key: &str) -> Option<OpenDocument> {
        self.read(self.closed(key)?)
    }

    /// A file, as a document; none if it cannot be read.
    fn read(&self, iri: &str) -> Option<OpenDocument> {
        let text = self.known.text(iri)?;
        Some(OpenDocument::new(
            Uri(iri.to_owned()),
            String::new(),
            0,
            text,
        ))
    }

    /// Where an IRI is described: where it has a type, if it has one anywhere.
    pub fn definition(&self, iri: &str) -> Vec<Location> {
        /// The most places that are told.
        const MOST: usize = 20;
        let mut found: Vec<(bool, Location)> = Vec::new();
        for document in self.open.values() {
            found.extend(self.described_in(document, iri));
        }
        for key in self.known.index.documents_about(iri) {
            if found.len() >= MOST {
                break;
            }
            let document = self.file(key);
            let place = document.and_then(|document| self.described_in(&document, iri));
            let has_no_type = place.as_ref().is_some_and(|(has_type, _)| !has_type);
            found.extend(place);
            // Those with a type come first.
            if has_no_type && found.iter().any(|(has_type, _)| *has_type) {
                break;
            }
        }
        if found.iter().any(|(has_type, _)| *has_type) {
            found.retain(|(has_type, _)| *has_type);
        }
        found.into_iter().map(|(_, location)| location).collect()
    }

    fn described_in(&self, document: &OpenDocument, iri: &str) -> Option<(bool, Location)> {
        let found = iris::described(document.text(), &self.parser(document), &[iri]);
        let place = found.get(iri)?;
        let range = document.range(place.bytes.clone());
        Some((place.has_type, Location::new(document.uri.clone(), range)))
    }

    /// Where the types of an IRI are described.
    pub fn type_definition(&self, iri: &str) -> Vec<Location> {
        let types = self.known.index.description(iri).types;
        types
            .into_iter()
            .flat_map(|it| self.definition(it))
            .collect()
    }

    /// Where documents mention an IRI: all of them, or more than editors are told.
    pub fn references(&self, iri: &str, with_declarations: bool) -> Vec<Location> {
        let declared = match with_declarations {
            true => Vec::new(),
            false => self.definition(iri),
        };
        let is_declared = |it: &Location| {
            declared
                .iter()
                .any(|declared| declared.uri == it.uri && declared.range.end == it.range.end)
        };
        let wanted = |document: &OpenDocument| {
            let mentions = self.mentioned_in(document, iri).into_iter();
            mentions.filter(|it| !is_declared(it)).collect::<Vec<_>>()
        };
        let mut found = Vec::new();
        for document in self.open.values() {
            found.extend(wanted(document));
        }
        for (key, _) in self.known.index.documents_with(iri) {
            if found.len() > MOST_REFERENCES {
                break;
            }
            if let Some(document) = self.file(key) {
                found.extend(wanted(&document));
            }
        }
        found
    }

    fn mentioned_in(&self, document: &OpenDocument, iri: &str) -> Vec<Location> {
        let parser = self.parser(document);
        let read = DocumentTokens::of_text(document.text(), &parser);
        let mentions = iris::mentions(document.text(), &read, &parser, iri).into_iter();
        let location =
            |it: iris::WrittenIri| Location::new(document.uri.clone(), document.range(it.name));
        mentions.map(location).collect()
    }

    /// The described terms that are searched for with these characters, in the order of the search.
    pub fn symbols(&self, text: &str) -> Vec<SymbolInformation> {
        const MOST: usize = 64;
        let index = &self.known.index;
        let mut by_document: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let wanted = index.search(text, MOST);
        for &iri in &wanted {
            if let Some(document) = index.documents_about(iri).first() {
                by_document.entry(document).or_default().push(iri);
            }
        }
        let open = self.open.values();
        let open: BTreeMap<String, &OpenDocument> =
            open.map(|it| (document_key(&it.uri.0), it)).collect();
        let mut found = BTreeMap::new();
        for (key, iris) in by_document {
            let file;
            let document = match open.get(key) {
                Some(document) => document,
                None => match self.file(key) {
                    Some(read) => {
                        file = read;
                        &file
                    }
                    None => continue,
                },
            };
            let places = iris::described(document.text(), &self.parser(document), &iris);
            for (iri, place) in places {
                let location = Location::new(document.uri.clone(), document.range(place.bytes));
                let rank = wanted.iter().position(|it| *it == iri);
                found.insert(rank, self.symbol(&iri, text, location));
            }
        }
        found.into_values().collect()
    }

    /// A term as an editor lists it: by its name, or by its label if that is what was searched for.
    fn symbol(&self, iri: &str, text: &str, location: Location) -> SymbolInformation {
        let index = &self.known.index;
        let (uses, text) = (index.uses(iri), text.to_lowercase());
        let name = local_name(iri);
        let labels = index.description(iri).labels;
        let label = labels
            .iter()
            .find(|it| it.text.to_lowercase().contains(&text));
        let name = match label {
            Some(label) if !name.to_lowercase().contains(&text) => label.text,
            _ if name.is_empty() => iri,
            _ => name,
        };
        let kind = if uses.are_of_class() {
            SymbolKind::Class
        } else if uses.are_of_property() {
            SymbolKind::Property
        } else {
            SymbolKind::Constant
        };
        let (name, container) = (name.to_owned(), Some(iri.to_owned()));
        let symbol = BaseSymbolInformation::new(name, kind, None, container);
        SymbolInformation::new(None, location, symbol)
    }

    /// The changes of all documents after which an IRI is the one that somebody has typed in the place of its name.
    ///
    /// # Errors
    ///
    /// The new name is no IRI, or one that a document has; or a document may mention the IRI, and it is not known where.
    pub fn rename(
        &self,
        document: &OpenDocument,
        asked: &IriAtPlace,
        typed: &str,
    ) -> Result<Vec<DocumentEdits>, String> {
        let other = asked.typed(document.text(), typed)?;
        if other == asked.iri {
            return Ok(Vec::new());
        }
        match self.known.state() {
            FolderState::None | FolderState::Known { left_out: 0 } => {}
            FolderState::Reading => {
                return Err("the files of the folder are still being read".to_owned());
            }
            FolderState::Known { left_out } => {
                return Err(format!(
                    "{left_out} files of the folder are not read, and may mention it: the setting `folderMegabytes` is too small"
                ));
            }
        }
        let mut changed = Vec::new();
        for document in self.open.values() {
            let file = self.known.file_behind(&document.uri.0);
            let last = file.and_then(|it| self.open_files.get(&it));
            if let Some(last) = last.filter(|it| it.uri != document.uri) {
                return Err(format!(
                    "{} and {} are one file: close one of them first",
                    document.uri.0, last.uri.0
                ));
            }
            changed.extend(self.renamed_in(
                document,
                Some(document.version),
                &asked.iri,
                &other,
            )?);
        }
        for (key, is_at_fault) in self.known.index.documents() {
            let mentions = |iri| self.known.index.is_used_in(iri, key);
            if !is_at_fault && !mentions(&asked.iri) && !mentions(&other) {
                continue;
            }
            let Some(iri) = self.closed(key) else {
                continue;
            };
            let Some(file) = self.read(iri) else {
                return Err(format!("{key} cannot be read, and may mention it"));
            };
            changed.extend(self.renamed_in(&file, None, &asked.iri, &other)?);
        }
        Ok(changed)
    }

    /// The edits of a document, if it mentions the IRI.
    fn renamed_in(
        &self,
        document: &OpenDocument,
        version: Option<i32>,
        iri: &str,
        other: &str,
    ) -> Result<Option<DocumentEdits>, String> {
        let parser = self.parser(document);
        let edits = iris::replaced(document.text(), &parser, (iri, other)).map_err(|why| {
            let file = document.uri.0.rsplit('/').next().unwrap_or_default();
            let line = |byte| document.place(byte).line + 1;
            match why {
                NotReplaced::MayBeHidden(fault) => format!(
                    "the statement with a fault at {file}:{fault} may mention it: mend it first"
                ),
                NotReplaced::IsInDoubt(byte) => format!(
                    "the name at {file}:{} may mention it: the declaration of its prefix or of the base IRI is missing or at fault, mend it first",
                    line(byte)
                ),
                NotReplaced::IsTaken(byte) => {
                    format!("`{other}` is used already, at {file}:{}", line(byte))
                }
                NotReplaced::WouldChangeMore => {
                    format!("`{other}` cannot take the place of `{iri}` in {file}")
                }
            }
        })?;
        if edits.is_empty() {
            return Ok(None);
        }
        let edit = |(bytes, written)| document.edit(bytes, written);
        Ok(Some(DocumentEdits {
            uri: document.uri.clone(),
            version,
            edits: edits.into_iter().map(edit).collect(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::documents::TurtleDocuments;
    use crate::folder::{FolderFiles, FolderNews};
    use crate::parsers::without_project;
    use crate::service::LanguageService;
    use crate::terms::DocumentTerms;
    use pretty_assertions::assert_eq;
    use std::collections::BTreeSet;
    use std::path::Path;
    use testing::documents::documents_in;
    use turtle_peg::Dialect;
    use turtle_peg::oxrdf::{GraphName, NamedOrBlankNode, Term};

    /// A folder whose files are read at once.
    struct Texts(HashMap<String, String>);

    impl FolderFiles for Texts {
        fn begin(&mut self, _: &[String], _: DocumentParsers, _: u64) {}

        fn read_again(&mut self, _: Vec<String>) {}

        fn text(&self, iri: &str) -> Option<String> {
            self.0.get(iri).cloned()
        }

        fn file_behind(&self, iri: &str) -> Option<String> {
            // The link's file.
            Some(iri.replace("link", "data"))
        }

        fn patterns(&self) -> Vec<String> {
            Vec::new()
        }
    }

    const PREFIX: &str = "PREFIX e: <http://e/>\n";
    const VOCABULARY: &str = "e:Person a e:Class .\ne:knows e:range e:Person .\n";
    const DATA: &str = "@prefix : <http://e/> .\n:a a :Person ; :knows <http://e/b> .\n";

    /// A service with a folder of these files, the first of which is open.
    fn service(files: &[(&str, &str)]) -> (TurtleDocuments, OpenDocuments) {
        let iri = |name: &str| format!("file:///f/{name}");
        let texts = files
            .iter()
            .map(|(name, text)| (iri(name), (*text).to_owned()));
        let folder = Box::new(Texts(texts.collect()));
        let mut service = TurtleDocuments::new(without_project).with_folder(folder);
        service.read_folders(&["file:///f".to_owned()]);
        let mut open = OpenDocuments::new();
        for (number, (name, text)) in files.iter().enumerate() {
            let iri = iri(name);
            if number == 0 {
                let document =
                    OpenDocument::new(Uri(iri.clone()), String::new(), 7, (*text).to_owned());
                service.renew(&document);
                open.insert(iri, document);
            } else {
                let terms = DocumentTerms::read(text, &Parser::new(Dialect::Turtle12));
                service.take_news(FolderNews::Read { iri, terms });
            }
        }
        service.take_news(FolderNews::Finished { left_out: 0 });
        (service, open)
    }

    /// Places as the texts that are there, each with the name of its file.
    fn told(files: &[(&str, &str)], locations: Vec<Location>) -> Vec<String> {
        let text = |it: Location| {
            let name = it.uri.0.rsplit('/').next().unwrap().to_owned();
            let (_, text) = files.iter().find(|(file, _)| *file == name).unwrap();
            let document = OpenDocument::new(it.uri, String::new(), 1, (*text).to_owned());
            let line = it.range.start.line + 1;
            format!("{name}:{line} {}", &text[document.bytes(it.range)])
        };
        locations.into_iter().map(text).collect()
    }

    /// The place after these characters of the open document.
    fn after(open: &OpenDocuments, text: &str) -> (String, lsp_types::Position) {
        let document = open.values().next().unwrap();
        let byte = document.text().find(text).unwrap() + text.len();
        (document.uri.0.clone(), document.place(byte))
    }

    #[test]
    fn terms_are_found_in_all_documents() {
        let vocabulary = format!("{PREFIX}{VOCABULARY}");
        let files = [("data.ttl", DATA), ("vocabulary.ttl", &*vocabulary)];
        let (mut service, open) = service(&files);
        let (uri, place) = after(&open, ":a a :P");
        let document = &open[&uri];
        let definition = service.definition(&open, document, place);
        assert_eq!(told(&files, definition), ["vocabulary.ttl:2 e:Person"]);
        let references = service.references(&open, document, place, true);
        assert_eq!(
            told(&files, references),
            [
                "data.ttl:2 Person",
                "vocabulary.ttl:2 Person",
                "vocabulary.ttl:3 Person"
            ]
        );
        let others = service.references(&open, document, place, false);
        assert_eq!(
            told(&files, others),
            ["data.ttl:2 Person", "vocabulary.ttl:3 Person"]
        );
        let (_, place) = after(&open, "\n:a");
        let types = service.type_definition(&open, document, place);
        assert_eq!(told(&files, types), ["vocabulary.ttl:2 e:Person"]);
        let (_, place) = after(&open, "<http://e");
        let definition = service.definition(&open, document, place);
        assert_eq!(told(&files, definition), [""; 0]);
        let found = service.symbols(&open, "pers");
        let symbol = &found[0].base_symbol_information;
        assert_eq!((&*symbol.name, symbol.kind), ("Person", SymbolKind::Class));
        assert_eq!(found.len(), 1);
        // Names that begin so come first, then shorter ones, whatever document has them.
        let found = service.symbols(&open, "");
        let names = found.iter().map(|it| &*it.base_symbol_information.name);
        assert_eq!(names.collect::<Vec<_>>(), ["a", "knows", "Person"]);
    }

    fn renamed(
        files: &[(&str, &str)],
        before: &str,
        name: &str,
    ) -> Result<Vec<(String, String)>, String> {
        let (mut service, open) = service(files);
        let (uri, place) = after(&open, before);
        let changed = service.rename(&open, &open[&uri], place, name)?;
        let apply = |it: DocumentEdits| {
            let name = it.uri.0.rsplit('/').next().unwrap().to_owned();
            let (_, text) = files.iter().find(|(file, _)| *file == name).unwrap();
            let document = OpenDocument::new(it.uri, String::new(), 1, (*text).to_owned());
            let mut text = (*text).to_owned();
            for edit in it.edits.iter().rev() {
                text.replace_range(document.bytes(edit.range), &edit.new_text);
            }
            (name, text)
        };
        Ok(changed.into_iter().map(apply).collect())
    }

    #[test]
    fn an_iri_is_renamed_in_all_documents_as_each_can_write_it() {
        let vocabulary = format!("{PREFIX}{VOCABULARY}");
        let triples = "<http://e/a> <http://e/p> <http://e/Person> .\n";
        let files = [
            ("data.ttl", DATA),
            ("vocabulary.ttl", &*vocabulary),
            ("triples.nt", triples),
            ("others.ttl", "<x:a> <x:b> <x:c> ."),
        ];
        let changed = renamed(&files, ":a a :P", "Human Being").unwrap_err();
        assert_eq!(
            changed,
            "`Human Being` is not allowed as a name here: write a local name, a name with a prefix that is declared, or an IRI in angle brackets, and nothing else"
        );
        let changed = renamed(&files, ":a a :P", "Human").unwrap();
        let names: Vec<&str> = changed.iter().map(|it| &*it.0).collect();
        assert_eq!(names, ["data.ttl", "triples.nt", "vocabulary.ttl"]);
        for (name, text) in &changed {
            let (_, old) = files.iter().find(|(file, _)| file == name).unwrap();
            assert_eq!(*text, old.replace("Person", "Human"));
        }
        // What no prefix fits is written in full, and what has to be escaped is.
        let changed = renamed(&files, ":a a :P", "<x:Person>").unwrap();
        assert!(changed[0].1.contains(":a a <x:Person> ;"), "{changed:?}");
        assert_eq!(
            renamed(&files, ":a a :P", "x://Person"),
            renamed(&files, ":a a :P", "<x://Person>")
        );
        for not_one in [
            "",
            "q:z",
            "z ",
            " z",
            "z . #",
            "z,<x:y>",
            "<x:y> ",
            "<x:y>,<x:z>",
        ] {
            let why = renamed(&files, ":a a :P", not_one).unwrap_err();
            let expected =
                format!("`{not_one}` is not allowed as a name here: write a local name,");
            assert!(why.starts_with(&expected), "{why}");
        }
        for not_one in ["http://e/b ", "http://e/b> . <x:y", "b>,<b"] {
            let why = renamed(&files, ":knows <", not_one).unwrap_err();
            assert!(
                why.ends_with("here: write an IRI, and nothing else"),
                "{why}"
            );
        }
        let changed = renamed(&files, ":a a :P", "a+b").unwrap();
        assert!(changed[2].1.contains(r"e:a\+b a e:Class"), "{changed:?}");
    }

    #[test]
    fn a_file_is_told_and_changed_once_whatever_its_names() {
        let vocabulary = format!("{PREFIX}{VOCABULARY}");
        let files = [
            ("data.ttl", DATA),
            ("link.ttl", DATA),
            ("vocabulary.ttl", &vocabulary),
        ];
        let changed = renamed(&files, ":a a :P", "Human").unwrap();
        let names: Vec<&str> = changed.iter().map(|it| &*it.0).collect();
        assert_eq!(names, ["data.ttl", "vocabulary.ttl"]);
    }

    #[test]
    fn nothing_is_renamed_in_doubt() {
        let at_fault = "PREFIX e: <http://e/> e:x e:y e:Person e:z .";
        let files = [("data.ttl", DATA), ("fault.ttl", at_fault)];
        let why = renamed(&files, ":a a :P", "Human").unwrap_err();
        assert_eq!(
            why,
            "the statement with a fault at fault.ttl:1:40 may mention it: mend it first"
        );
        // So may one that has the namespace alone, or refers to the document.
        for hidden in [
            "e: e:y e:z e:w .",
            "<> e:y e:z e:w .",
            "<x:a\\u0062> e:y e:z e:w .",
        ] {
            let text = format!("PREFIX e: <http://e/ns#> {hidden}");
            let files = [
                ("data.ttl", "<http://e/ns#> <x:p> 1 ."),
                ("fault.ttl", &*text),
            ];
            let why = renamed(&files, "<http:", "x:other").unwrap_err();
            assert!(why.contains("mend it first"), "{why}");
        }
        // So may a name whose prefix is declared by a statement at fault, or not at all.
        for unknown in [
            "@prefix e: http://e/ .\ne:Person e:p e:b .",
            "prefix e = <http://e/>\ne:Person e:p e:b .",
            "xmlns:e=\"http://e/\"\ne:Person e:p e:b .",
            "@prefix <http://e/> .\n:Person :p :b .",
            "@prefix e: <http://f/> .\n@prefix e: http://e/ .\n<x:a> a e:Person .",
            "e:Person <x:p> e:b .",
        ] {
            let files = [("data.ttl", DATA), ("fault.ttl", unknown)];
            let why = renamed(&files, ":a a :P", "Human").unwrap_err();
            assert!(why.contains("at fault.ttl:"), "{unknown}: {why}");
        }
        // So may one that is relative to a base that is declared by a statement at fault.
        for doubtful in ["<Person> <x:p> 1 .", "@prefix f: <> .\nf:Person <x:p> 1 ."] {
            let text = format!("@base http://e/ .\n{doubtful}");
            let files = [("data.ttl", DATA), ("fault.ttl", &*text)];
            let why = renamed(&files, ":a a :P", "Human").unwrap_err();
            assert!(why.contains("at fault.ttl:"), "{text}: {why}");
        }
        // A declaration at fault is of its own prefix; unless it cannot be told which one that is, or there may be others.
        for (faulty, are_known) in [
            ("@prefix e: http://e/ .", true),
            ("@prefix e: <http://e/ .", true),
            ("@prefix e: <http://e/> , g: <http://f/> .", true),
            ("@prefix f: http://e/ .\n@prefix f: <http://f/> .", true),
            ("@prefix f: http://e/ .", false),
            ("@prefix e: <http://e/> , f: <http://e/> .", false),
            ("@prfix f: <http://e/> .", false),
            ("@prefix f <http://e/> .", false),
            ("prefix f = <http://e/>", false),
            ("<x:a> <x:b> \"c .\n@prefix f: <http://e/> .", true),
        ] {
            let text = format!("@prefix f: <http://f/> .\n{faulty}\nf:Person <x:p> 1 .");
            let files = [("data.ttl", DATA), ("fault.ttl", &*text)];
            let changed = renamed(&files, ":a a :P", "Human");
            assert_eq!(changed.is_ok(), are_known, "{text}: {changed:?}");
        }
        // The fault is in a statement that does not mention it.
        assert_eq!(renamed(&files, "; :k", "likes").unwrap().len(), 1);
        let why = renamed(&[("data.ttl", DATA)], "; :k", "Person").unwrap_err();
        assert_eq!(why, "`http://e/Person` is used already, at data.ttl:2");
        // The number's datatype is not written.
        let number = "@prefix x: <http://www.w3.org/2001/XMLSchema#> .\nx:integer <x:p> 1 .";
        let why = renamed(&[("data.ttl", number)], "\nx:i", "other").unwrap_err();
        assert!(why.contains("cannot take the place of"), "{why}");
        let (mut service, open) = service(&files);
        service.take_news(FolderNews::Finished { left_out: 3 });
        let (uri, place) = after(&open, "; :k");
        let why = service.rename(&open, &open[&uri], place, "likes");
        assert!(why.unwrap_err().starts_with("3 files of the folder"));
    }

    /// The IRIs of a document's terms; none if it is at fault.
    fn iris_of(text: &str, parser: &Parser) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        for quad in parser.parse_str(text).quads() {
            let Ok(quad) = quad else {
                return BTreeSet::new();
            };
            let mut add = |iri: &str| found.insert(iri.to_owned());
            add(quad.predicate.as_str());
            if let NamedOrBlankNode::NamedNode(iri) = &quad.subject {
                add(iri.as_str());
            }
            match &quad.object {
                Term::NamedNode(iri) => drop(add(iri.as_str())),
                Term::Literal(literal) => drop(add(literal.datatype().as_str())),
                _ => {}
            }
            if let GraphName::NamedNode(iri) = &quad.graph_name {
                add(iri.as_str());
            }
        }
        found
    }

    #[test]
    fn each_iri_of_the_corpus_can_be_another_one_wherever_it_is_written() {
        const OTHER: &str = "http://renamed.example/a.b?c";
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
        let (mut count, mut refused) = (0, 0);
        for path in documents_in(&corpus).into_iter().step_by(5) {
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            if text.len() > 20_000 {
                continue;
            }
            let name = format!("file:///{}", path.file_name().unwrap().display());
            let parsers = DocumentParsers {
                project: without_project,
                turtle: None,
            };
            let parser = parsers.parser(&name, "");
            for iri in iris_of(&text, &parser) {
                count += 1;
                if iris::replaced(&text, &parser, (&iri, OTHER)).is_err() {
                    // Some of these are not written: those of lists, numbers and strings.
                    assert!(
                        iri.starts_with("http://www.w3.org/"),
                        "{iri} in {name}: {text}"
                    );
                    refused += 1;
                }
            }
        }
        assert!(count > 500 && refused < count / 4, "{refused} of {count}");
    }
}
