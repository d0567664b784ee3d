//! A language server's knowledge of Turtle, TriG, N-Triples and N-Quads: the questions, and who answers them.

use super::completion::{self, KnownNames};
use super::pieces::DocumentPieces;
use super::reading::DocumentTokens;
use super::server::{self, LanguageService, NameMention};
use super::text::{OpenDocument, TextChange};
use super::{colours, faults, hover, layout, mentions, outline};
use crate::commands::explain::Published;
use crate::files::find::file_of_iri;
use crate::settings::ProjectSettings;
use anyhow::anyhow;
use lsp_types::{
    CodeAction, CodeActionKind, CompletionItem, CompletionOptions, Diagnostic, DocumentSymbol,
    FoldingRange, FormattingOptions, Hover, Position, Range, SemanticToken, ServerCapabilities,
    TextEdit,
};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use std::rc::Rc;
use turtle_peg::format::Style;
use turtle_peg::{Dialect, Parser};

/// The dialects' answers.
#[derive(Default)]
pub struct TurtleDocuments {
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

    /// The project's settings for a document, if it is a file.
    fn settings(document: &OpenDocument) -> anyhow::Result<ProjectSettings> {
        let path = file_of_iri(Path::new(document.uri.0.as_str()));
        match path.as_deref().and_then(Path::parent) {
            Some(folder) => ProjectSettings::nearest(folder),
            None => Ok(ProjectSettings::default()),
        }
    }

    /// The dialect that the project's settings give a document.
    fn dialect_by_settings(document: &OpenDocument) -> Option<Dialect> {
        let path = file_of_iri(Path::new(document.uri.0.as_str()))?;
        let settings = Self::settings(document).ok()?;
        settings.dialect_of(&path).ok()?
    }

    fn dialect(&self, document: &OpenDocument) -> Dialect {
        if let Some(dialect) = Self::dialect_by_settings(document) {
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
        let settings = Self::settings(document);
        let off = settings.as_ref().map(|it| it.check.lint_off.clone());
        let mut found =
            faults::diagnostics(document, self.pieces(document), &off.unwrap_or_default());
        found.extend(settings.err().map(|error| faults::of_settings(&error)));
        found
    }

    fn actions(&mut self, document: &OpenDocument, range: Range) -> Vec<CodeAction> {
        let settings = Self::settings(document).unwrap_or_default();
        let off = &settings.check.lint_off;
        faults::actions(document, self.pieces(document), range, off)
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
        let style = Self::settings(document).ok()?.format.style(style);
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
        ..server::capabilities(vec![CodeActionKind::QuickFix, CodeActionKind::SourceFixAll])
    }
}
