//! A language server's knowledge of Turtle, TriG, N-Triples and N-Quads: the questions, and who answers them.

use crate::completion::{self, KnownNames};
use crate::pieces::DocumentPieces;
use crate::published::Published;
use crate::reading::DocumentTokens;
use crate::service::{self, LanguageService, NameMention};
use crate::text::{OpenDocument, TextChange};
use crate::{colours, faults, hover, layout, mentions, outline};
use anyhow::anyhow;
use lsp_types::{
    CodeAction, CodeActionKind, CompletionItem, CompletionOptions, Diagnostic, DocumentSymbol,
    FoldingRange, FormattingOptions, Hover, Position, Range, SemanticToken, ServerCapabilities,
    TextEdit,
};
use serde_json::Value;
use std::collections::HashMap;
use std::rc::Rc;
use turtle_peg::format::Style;
use turtle_peg::{Dialect, Parser};

/// The settings that count for a document.
#[derive(Clone, Debug, Default)]
pub struct DocumentSettings {
    /// The dialect, if somebody has said it.
    pub dialect: Option<Dialect>,
    /// The names of lints that are off.
    pub lint_off: Vec<String>,
    pub style: Style,
}

/// Settings of the project that the document of an IRI is in, put over those of its editor. Who has no files has
/// [none](without_project).
pub type SettingsOverlay = fn(&str, DocumentSettings) -> anyhow::Result<DocumentSettings>;

/// Settings where there is no project: the editor's.
///
/// # Errors
///
/// Never.
pub fn without_project(_: &str, editors: DocumentSettings) -> anyhow::Result<DocumentSettings> {
    Ok(editors)
}

/// The dialects' answers.
pub struct TurtleDocuments {
    project: SettingsOverlay,
    /// The dialect of documents that are Turtle, if the editor's settings say it.
    turtle: Option<Dialect>,
    style: Style,
    /// The productions of the dialects that somebody asked about.
    published: HashMap<Dialect, Option<Published>>,
    names: KnownNames,
    /// The pieces of the document that was asked about last.
    pieces: Option<DocumentPieces>,
}

impl TurtleDocuments {
    pub fn new(project: SettingsOverlay) -> Self {
        Self {
            project,
            turtle: None,
            style: Style::default(),
            published: HashMap::new(),
            names: KnownNames::default(),
            pieces: None,
        }
    }

    /// The parser of a document: relative references are resolved against its own IRI.
    fn parser(&self, document: &OpenDocument) -> Parser {
        let parser = Parser::new(self.dialect(document)).with_labels_as_written();
        let with_base = parser.clone().with_base_iri(document.uri.0.as_str());
        with_base.unwrap_or(parser)
    }

    fn pieces(&mut self, document: &OpenDocument) -> &mut DocumentPieces {
        let parser = self.parser(document);
        DocumentPieces::of(&mut self.pieces, document, parser)
    }

    fn tokens(&mut self, document: &OpenDocument) -> Rc<DocumentTokens> {
        self.pieces(document).tokens(document.text())
    }

    /// The settings for a document, where the editor's style is this one.
    fn settings(&self, document: &OpenDocument, style: Style) -> anyhow::Result<DocumentSettings> {
        let editors = DocumentSettings {
            style,
            ..DocumentSettings::default()
        };
        (self.project)(document.uri.0.as_str(), editors)
    }

    fn dialect(&self, document: &OpenDocument) -> Dialect {
        let settings = self.settings(document, self.style.clone());
        if let Some(dialect) = settings.ok().and_then(|settings| settings.dialect) {
            return dialect;
        }
        let of_name = || Dialect::from_path(document.uri.0.as_str());
        let dialect = match document.language.to_ascii_lowercase().as_str() {
            "trig" => Some(Dialect::TriG12),
            "ntriples" | "n-triples" | "nt" => Some(Dialect::NTriples12),
            "nquads" | "n-quads" | "nq" => Some(Dialect::NQuads12),
            // Editors call the others so, too, that they have no word for.
            _ => of_name(),
        };
        match dialect {
            None | Some(Dialect::Turtle12) => self.turtle.unwrap_or(Dialect::Turtle12),
            Some(dialect) => dialect,
        }
    }
}

impl LanguageService for TurtleDocuments {
    fn begin(&mut self, settings: Option<Value>) -> anyhow::Result<ServerCapabilities> {
        let settings = settings.unwrap_or_default();
        if let Some(name) = settings.get("dialect").and_then(Value::as_str) {
            self.turtle = Some(name.parse().map_err(|error| anyhow!("{error}"))?);
        }
        if let Some(width) = settings.get("width").and_then(Value::as_u64) {
            self.style.width = width as usize;
        }
        Ok(capabilities())
    }

    fn changed(&mut self, change: &TextChange) {
        if let Some(pieces) = &mut self.pieces {
            pieces.change(change);
        }
    }

    fn diagnostics(&mut self, document: &OpenDocument) -> Vec<Diagnostic> {
        let settings = self.settings(document, self.style.clone());
        let off = settings.as_ref().map(|it| it.lint_off.clone());
        let mut found =
            faults::diagnostics(document, self.pieces(document), &off.unwrap_or_default());
        found.extend(settings.err().map(|error| faults::of_settings(&error)));
        found
    }

    fn actions(&mut self, document: &OpenDocument, range: Range) -> Vec<CodeAction> {
        let settings = self.settings(document, self.style.clone());
        let off = settings.unwrap_or_default().lint_off;
        faults::actions(document, self.pieces(document), range, &off)
    }

    fn fix_all(&mut self, document: &OpenDocument) -> Option<CodeAction> {
        faults::fix_all(document, &self.parser(document))
    }

    fn hover(&mut self, document: &OpenDocument, place: Position) -> Option<Hover> {
        let parser = self.parser(document);
        let dialect = parser.dialect();
        let pieces = DocumentPieces::of(&mut self.pieces, document, parser);
        let known = self.published.entry(dialect);
        let published = known.or_insert_with(|| Published::of(dialect).ok());
        hover::hover(document, pieces, place, published.as_ref())
    }

    fn mentions(&mut self, document: &OpenDocument, place: Position) -> Vec<NameMention> {
        mentions::of_name_at(document, &self.tokens(document), place)
    }

    fn rename(
        &mut self,
        document: &OpenDocument,
        place: Position,
        name: &str,
    ) -> Result<Vec<TextEdit>, String> {
        let read = self.tokens(document);
        mentions::rename(document, &read, &self.parser(document), place, name)
    }

    fn completion(
        &mut self,
        document: &OpenDocument,
        place: Position,
        is_asked_for: bool,
    ) -> Vec<CompletionItem> {
        let parser = self.parser(document);
        let pieces = DocumentPieces::of(&mut self.pieces, document, parser);
        completion::completion(document, pieces, place, is_asked_for, &mut self.names)
    }

    fn outline(&mut self, document: &OpenDocument) -> Vec<DocumentSymbol> {
        outline::outline(document, &self.tokens(document))
    }

    fn folding(&mut self, document: &OpenDocument) -> Vec<FoldingRange> {
        outline::folding(document, &self.tokens(document))
    }

    fn colours(&mut self, document: &OpenDocument, range: Option<Range>) -> Vec<SemanticToken> {
        colours::colours(document, &self.tokens(document), range)
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

fn capabilities() -> ServerCapabilities {
    ServerCapabilities {
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![":".into(), "@".into()]),
            ..CompletionOptions::default()
        }),
        folding_range_provider: Some(true.into()),
        semantic_tokens_provider: Some(colours::options().into()),
        ..service::capabilities(vec![CodeActionKind::QuickFix, CodeActionKind::SourceFixAll])
    }
}
