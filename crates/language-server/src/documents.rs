//! A language server's knowledge of Turtle, TriG, N-Triples and N-Quads: the questions, and who answers them.

use crate::completion::{self, KnownNames};
use crate::editor::EditorProfile;
use crate::folder::{FolderFiles, FolderNews, FolderState, KnownDocuments};
use crate::hover::PlaceTeller;
use crate::iris::{self, IriAtPlace, WrittenIri};
use crate::markup::TextForm;
use crate::navigation::Navigation;
use crate::parsers::{DocumentParsers, DocumentSettings, SettingsOverlay};
use crate::pieces::DocumentPieces;
use crate::published::Published;
use crate::reading::DocumentTokens;
use crate::service::{self, DocumentEdits, LanguageService, NameMention};
use crate::terms::DescribedTerms;
use crate::text::{OpenDocument, OpenDocuments, TextChange};
use crate::{colours, faults, layout, mentions, outline};
use advice::lint::KnownTerms;
use anyhow::anyhow;
use lsp_types::{
    CodeAction, CodeActionKind, CompletionItem, CompletionOptions, Diagnostic, DocumentSymbol,
    FoldingRange, FormattingOptions, Hover, Location, Position, Range, SemanticToken,
    ServerCapabilities, SymbolInformation, TextEdit, Uri, WorkspaceFoldersServerCapabilities,
    WorkspaceOptions,
};
use serde_json::Value;
use std::collections::HashMap;
use std::rc::Rc;
use turtle_peg::format::Style;
use turtle_peg::{Dialect, Parser};

/// How many megabytes of a folder's files are read, if the editor's settings do not say it.
const FOLDER_MEGABYTES: u64 = 256;

/// The dialects' answers.
pub struct TurtleDocuments {
    parsers: DocumentParsers,
    style: Style,
    known: KnownDocuments,
    /// The language of the editor's user.
    locale: Option<String>,
    /// How many bytes of the folder's files are read.
    most_bytes: u64,
    /// Whether terms are doubted that no document describes.
    doubts_terms: bool,
    /// The productions of the dialects that somebody asked about.
    published: HashMap<Dialect, Option<Published>>,
    names: KnownNames,
    /// The pieces of the document that was asked about last.
    pieces: Option<DocumentPieces>,
}

impl TurtleDocuments {
    pub fn new(project: SettingsOverlay) -> Self {
        Self {
            parsers: DocumentParsers {
                project,
                turtle: None,
            },
            style: Style::default(),
            known: KnownDocuments::default(),
            locale: None,
            most_bytes: FOLDER_MEGABYTES << 20,
            doubts_terms: false,
            published: HashMap::new(),
            names: KnownNames::default(),
            pieces: None,
        }
    }

    /// Who reads the files of the editor's folders.
    pub fn with_folder(mut self, folder: Box<dyn FolderFiles>) -> Self {
        self.known = KnownDocuments::with_folder(folder);
        self
    }

    fn parser(&self, document: &OpenDocument) -> Parser {
        self.parsers.parser(&document.uri.0, &document.language)
    }

    fn pieces(&mut self, document: &OpenDocument) -> &mut DocumentPieces {
        let parser = self.parser(document);
        DocumentPieces::of(&mut self.pieces, document, parser)
    }

    fn tokens(&mut self, document: &OpenDocument) -> Rc<DocumentTokens> {
        self.pieces(document).tokens(document.text())
    }

    /// The pieces of a document, and the vocabularies by which its terms are doubted, if they are.
    fn doubted(&mut self, document: &OpenDocument) -> (&mut DocumentPieces, &dyn KnownTerms) {
        let parser = self.parser(document);
        let pieces = DocumentPieces::of(&mut self.pieces, document, parser);
        // While files are read, their terms are not known.
        match (self.doubts_terms, self.known.state()) {
            (true, FolderState::None | FolderState::Known { .. }) => (pieces, &self.known.index),
            _ => (pieces, &()),
        }
    }

    fn iri_at(&mut self, document: &OpenDocument, place: Position) -> Option<IriAtPlace> {
        let byte = document.byte(place);
        iris::at(document.text(), byte, self.pieces(document))
    }

    fn navigation<'s>(&'s self, open: &'s OpenDocuments) -> Navigation<'s> {
        Navigation::new(&self.known, open, self.parsers)
    }

    /// The settings for a document, where the editor's style is this one.
    fn settings(&self, document: &OpenDocument, style: Style) -> anyhow::Result<DocumentSettings> {
        let editors = DocumentSettings {
            style,
            ..DocumentSettings::default()
        };
        (self.parsers.project)(document.uri.0.as_str(), editors)
    }

    fn dialect(&self, document: &OpenDocument) -> Dialect {
        self.parsers.dialect(&document.uri.0, &document.language)
    }
}

impl LanguageService for TurtleDocuments {
    fn begin(&mut self, editor: &EditorProfile) -> anyhow::Result<ServerCapabilities> {
        let settings = &editor.settings;
        if let Some(name) = settings.get("dialect").and_then(Value::as_str) {
            self.parsers.turtle = Some(name.parse().map_err(|error| anyhow!("{error}"))?);
        }
        if let Some(width) = settings.get("width").and_then(Value::as_u64) {
            self.style.width = width as usize;
        }
        if let Some(megabytes) = settings.get("folderMegabytes").and_then(Value::as_u64) {
            self.most_bytes = megabytes.saturating_mul(1 << 20);
        }
        self.doubts_terms = settings.get("unknownTerms") == Some(&Value::Bool(true));
        self.locale.clone_from(&editor.locale);
        Ok(capabilities())
    }

    fn read_folders(&mut self, folders: &[String]) -> Vec<String> {
        self.known.begin(folders, self.parsers, self.most_bytes)
    }

    fn take_news(&mut self, news: FolderNews) -> bool {
        let are_all = matches!(news, FolderNews::Finished { .. });
        self.known.take_news(news);
        are_all && self.doubts_terms
    }

    fn files_changed(&mut self, iris: Vec<String>) {
        self.known.files_changed(iris);
    }

    fn renew(&mut self, document: &OpenDocument) {
        self.known.renew(document, &self.parsers);
    }

    fn closed(&mut self, uri: &Uri) {
        self.known.close(&uri.0);
    }

    fn changed(&mut self, change: &TextChange) {
        if let Some(pieces) = &mut self.pieces {
            pieces.change(change);
        }
    }

    fn diagnostics(&mut self, document: &OpenDocument) -> Vec<Diagnostic> {
        let settings = self.settings(document, self.style.clone());
        let off = settings.as_ref().map(|it| it.lint_off.clone());
        let off = off.unwrap_or_default();
        let (pieces, known) = self.doubted(document);
        let mut found = faults::diagnostics(document, pieces, &off, known);
        found.extend(settings.err().map(|error| faults::of_settings(&error)));
        found
    }

    fn actions(&mut self, document: &OpenDocument, range: Range) -> Vec<CodeAction> {
        let settings = self.settings(document, self.style.clone());
        let off = settings.unwrap_or_default().lint_off;
        let (pieces, known) = self.doubted(document);
        faults::actions(document, pieces, range, &off, known)
    }

    fn fix_all(&mut self, document: &OpenDocument) -> Option<CodeAction> {
        faults::fix_all(document, &self.parser(document))
    }

    fn hover(&mut self, document: &OpenDocument, place: Position, form: TextForm) -> Option<Hover> {
        let parser = self.parser(document);
        let dialect = parser.dialect();
        let pieces = DocumentPieces::of(&mut self.pieces, document, parser);
        let known = self.published.entry(dialect);
        let published = known.or_insert_with(|| Published::of(dialect).ok());
        let teller = PlaceTeller {
            form,
            published: published.as_ref(),
            described: described(&self.known, &self.locale),
        };
        teller.hover(document, pieces, place)
    }

    fn mentions(&mut self, document: &OpenDocument, place: Position) -> Vec<NameMention> {
        let Some(asked) = self.iri_at(document, place) else {
            return mentions::of_name_at(document, &self.tokens(document), place);
        };
        let (read, parser) = (self.tokens(document), self.parser(document));
        let found = iris::mentions(document.text(), &read, &parser, &asked.iri);
        let mention = |it: WrittenIri| NameMention {
            is_asked: it.token == asked.written.token,
            range: document.range(it.name),
            is_declaration: false,
        };
        found.into_iter().map(mention).collect()
    }

    fn definition(
        &mut self,
        open: &OpenDocuments,
        document: &OpenDocument,
        place: Position,
    ) -> Vec<Location> {
        if let Some(asked) = self.iri_at(document, place) {
            return self.navigation(open).definition(&asked.iri);
        }
        let declared = service::declaration(document, &self.mentions(document, place));
        declared.into_iter().collect()
    }

    fn type_definition(
        &mut self,
        open: &OpenDocuments,
        document: &OpenDocument,
        place: Position,
    ) -> Vec<Location> {
        let asked = self.iri_at(document, place);
        asked.map_or_else(Vec::new, |it| {
            self.navigation(open).type_definition(&it.iri)
        })
    }

    fn references(
        &mut self,
        open: &OpenDocuments,
        document: &OpenDocument,
        place: Position,
        with_declarations: bool,
    ) -> Vec<Location> {
        match self.iri_at(document, place) {
            Some(asked) => self
                .navigation(open)
                .references(&asked.iri, with_declarations),
            None => {
                let mentions = self.mentions(document, place);
                service::locations(document, mentions, with_declarations)
            }
        }
    }

    fn symbols(&mut self, open: &OpenDocuments, text: &str) -> Vec<SymbolInformation> {
        self.navigation(open).symbols(text)
    }

    fn rename(
        &mut self,
        open: &OpenDocuments,
        document: &OpenDocument,
        place: Position,
        name: &str,
    ) -> Result<Vec<DocumentEdits>, String> {
        if let Some(asked) = self.iri_at(document, place) {
            return self.navigation(open).rename(document, &asked, name);
        }
        let read = self.tokens(document);
        let edits = mentions::rename(document, &read, &self.parser(document), place, name)?;
        Ok(vec![DocumentEdits::of(document, edits)])
    }

    fn completion(
        &mut self,
        document: &OpenDocument,
        place: Position,
        is_asked_for: bool,
    ) -> Vec<CompletionItem> {
        let parser = self.parser(document);
        let pieces = DocumentPieces::of(&mut self.pieces, document, parser);
        let described = described(&self.known, &self.locale);
        let names = &mut self.names;
        completion::completion(document, pieces, place, is_asked_for, names, described)
    }

    fn outline(&mut self, document: &OpenDocument) -> Vec<DocumentSymbol> {
        outline::outline(document, &self.tokens(document))
    }

    fn folding(&mut self, document: &OpenDocument) -> Vec<FoldingRange> {
        outline::folding(document, &self.tokens(document))
    }

    fn colours(&mut self, document: &OpenDocument, range: Option<Range>) -> Vec<SemanticToken> {
        let read = self.tokens(document);
        colours::colours(document, &read, range, &self.known.index)
    }

    fn layout(
        &mut self,
        document: &OpenDocument,
        range: Option<Range>,
        options: &FormattingOptions,
    ) -> Option<Vec<TextEdit>> {
        let style = layout::style(&self.style, options);
        let style = self.settings(document, style).ok()?.style;
        layout::layout(document, self.dialect(document), range, &style)
    }
}

/// The documents' words about terms, for the editor's user.
fn described<'i>(known: &'i KnownDocuments, locale: &'i Option<String>) -> DescribedTerms<'i> {
    DescribedTerms {
        index: &known.index,
        locale: locale.as_deref(),
    }
}

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![":".into(), "@".into()]),
            ..CompletionOptions::default()
        }),
        folding_range_provider: Some(true.into()),
        type_definition_provider: Some(true.into()),
        workspace_symbol_provider: Some(true.into()),
        semantic_tokens_provider: Some(colours::options().into()),
        workspace: Some(WorkspaceOptions {
            workspace_folders: Some(WorkspaceFoldersServerCapabilities {
                supported: Some(true),
                change_notifications: Some(true.into()),
            }),
            ..WorkspaceOptions::default()
        }),
        ..service::capabilities(vec![CodeActionKind::QuickFix, CodeActionKind::SourceFixAll])
    }
}
