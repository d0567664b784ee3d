//! The questions of an editor, and who answers them.

use crate::editor::EditorProfile;
use crate::folder::FolderNews;
use crate::markup::TextForm;
use crate::text::{OpenDocument, OpenDocuments, TextChange};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOptions, CompletionItem, Diagnostic, DocumentSymbol,
    FoldingRange, FormattingOptions, Hover, Location, Position, PositionEncodingKind, Range,
    RenameOptions, SemanticToken, SemanticTokens, ServerCapabilities, SymbolInformation,
    TextDocumentSyncKind, TextDocumentSyncOptions, TextEdit, Uri, WorkspaceEdit,
};
use std::collections::HashMap;

/// The most references that an editor is told: it is told, too, that there are more.
pub const MOST_REFERENCES: usize = 10_000;

/// A server's answers about one kind of documents. Editors do not ask what it does not announce in its capabilities.
pub trait LanguageService {
    /// Takes what the editor says of itself, and says which questions it answers.
    fn begin(&mut self, editor: &EditorProfile) -> anyhow::Result<ServerCapabilities>;

    /// Begins to read the editor's folders, and forgets earlier ones; patterns of the names of files that it wants to hear of when they change.
    fn read_folders(&mut self, _folders: &[String]) -> Vec<String> {
        Vec::new()
    }

    /// Takes over news of the folders; whether the diagnostics of open documents may be others now.
    fn take_news(&mut self, _: FolderNews) -> bool {
        false
    }

    /// Takes over that these files were changed, made or removed.
    fn files_changed(&mut self, _iris: Vec<String>) {}

    /// Takes over the text of an open document, before the first question after a change of it.
    fn renew(&mut self, _: &OpenDocument) {}

    /// Takes over that a document is not open any more.
    fn closed(&mut self, _: &Uri) {}

    /// Takes over that a document was changed: it may keep what it has read of the rest.
    fn changed(&mut self, _: &TextChange) {}

    /// The faults and doubts of a document that are found at once.
    fn diagnostics(&mut self, document: &OpenDocument) -> Vec<Diagnostic>;

    /// Diagnostics that take longer to find, if there are such: they are asked for when no message waits, and sent with the others.
    fn further_diagnostics(&mut self, _: &OpenDocument) -> Option<Vec<Diagnostic>> {
        None
    }

    /// Changes that mend the faults within a range.
    fn actions(&mut self, document: &OpenDocument, range: Range) -> Vec<CodeAction>;

    /// A change that mends all that can be mended for certain.
    fn fix_all(&mut self, _: &OpenDocument) -> Option<CodeAction> {
        None
    }

    /// The meaning of a place, in the form that the editor shows.
    fn hover(&mut self, document: &OpenDocument, place: Position, form: TextForm) -> Option<Hover>;

    /// Where the name at a place is mentioned, the place itself included.
    fn mentions(&mut self, document: &OpenDocument, place: Position) -> Vec<NameMention>;

    /// Where the name at a place is declared, or described.
    fn definition(
        &mut self,
        _open: &OpenDocuments,
        document: &OpenDocument,
        place: Position,
    ) -> Vec<Location> {
        let declared = declaration(document, &self.mentions(document, place));
        declared.into_iter().collect()
    }

    /// Where the types of what the name at a place stands for are described.
    fn type_definition(
        &mut self,
        _open: &OpenDocuments,
        _: &OpenDocument,
        _: Position,
    ) -> Vec<Location> {
        Vec::new()
    }

    /// Where all documents mention the name at a place, or more of these places than [an editor is told](MOST_REFERENCES); its declarations
    /// among them, if they are wanted.
    fn references(
        &mut self,
        _open: &OpenDocuments,
        document: &OpenDocument,
        place: Position,
        with_declarations: bool,
    ) -> Vec<Location> {
        locations(document, self.mentions(document, place), with_declarations)
    }

    /// The names of all documents that are searched for with these characters.
    fn symbols(&mut self, _open: &OpenDocuments, _text: &str) -> Vec<SymbolInformation> {
        Vec::new()
    }

    /// The changes after which the name at a place is another one.
    ///
    /// # Errors
    ///
    /// It cannot be renamed so; the words say why.
    fn rename(
        &mut self,
        open: &OpenDocuments,
        document: &OpenDocument,
        place: Position,
        name: &str,
    ) -> Result<Vec<DocumentEdits>, String>;

    /// Texts that can be written at a place; signs, too, if somebody asked for it: then the last argument is true.
    fn completion(&mut self, _: &OpenDocument, _: Position, _: bool) -> Vec<CompletionItem> {
        Vec::new()
    }

    /// The parts that the document consists of.
    fn outline(&mut self, document: &OpenDocument) -> Vec<DocumentSymbol>;

    /// Ranges that can be folded away.
    fn folding(&mut self, _: &OpenDocument) -> Vec<FoldingRange> {
        Vec::new()
    }

    /// The kinds of the tokens, or of those within a range.
    fn colours(&mut self, _: &OpenDocument, _: Option<Range>) -> Vec<SemanticToken> {
        Vec::new()
    }

    /// The changes of layout, or those within a range; none if a fault keeps the document from being laid out.
    fn layout(
        &mut self,
        document: &OpenDocument,
        range: Option<Range>,
        options: &FormattingOptions,
    ) -> Option<Vec<TextEdit>>;
}

/// A place where a name is written.
pub struct NameMention {
    pub range: Range,
    /// Whether it says what the name stands for.
    pub is_declaration: bool,
    /// Whether it is the place that was asked about.
    pub is_asked: bool,
}

/// The declaration that holds for the place that was asked about: the last one up to there, or the first one.
pub fn declaration(document: &OpenDocument, mentions: &[NameMention]) -> Option<Location> {
    let asked = mentions.iter().position(|mention| mention.is_asked)?;
    let (before, after) = mentions.split_at(asked + 1);
    let mut nearest = before.iter().rev().chain(after);
    let declaration = nearest.find(|mention| mention.is_declaration)?;
    Some(Location::new(document.uri.clone(), declaration.range))
}

/// The places of mentions in a document; with its declarations, if they are wanted.
pub fn locations(
    document: &OpenDocument,
    mentions: Vec<NameMention>,
    with_declarations: bool,
) -> Vec<Location> {
    let wanted = mentions.into_iter();
    let wanted = wanted.filter(|mention| with_declarations || !mention.is_declaration);
    let location = |mention: NameMention| Location::new(document.uri.clone(), mention.range);
    wanted.map(location).collect()
}

/// The edits of a document.
#[derive(Debug, PartialEq)]
pub struct DocumentEdits {
    pub uri: Uri,
    /// That of the open document.
    pub version: Option<i32>,
    pub edits: Vec<TextEdit>,
}

impl DocumentEdits {
    pub fn of(document: &OpenDocument, edits: Vec<TextEdit>) -> Self {
        Self {
            uri: document.uri.clone(),
            version: Some(document.version),
            edits,
        }
    }
}

pub fn semantic_tokens(data: Vec<SemanticToken>) -> SemanticTokens {
    SemanticTokens {
        result_id: None,
        data,
    }
}

/// Capabilities of every service, with code actions of these kinds.
pub fn capabilities(actions: Vec<CodeActionKind>) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(PositionEncodingKind::UTF16),
        text_document_sync: Some(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::Incremental),
                save: Some(true.into()),
                ..TextDocumentSyncOptions::default()
            }
            .into(),
        ),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        code_action_provider: Some(
            CodeActionOptions {
                code_action_kinds: Some(actions),
                ..CodeActionOptions::default()
            }
            .into(),
        ),
        document_formatting_provider: Some(true.into()),
        document_range_formatting_provider: Some(true.into()),
        rename_provider: Some(
            RenameOptions {
                prepare_provider: Some(true),
                ..RenameOptions::default()
            }
            .into(),
        ),
        ..ServerCapabilities::default()
    }
}

/// Edits of one document, as a change that an editor applies.
pub fn changes(document: &OpenDocument, edits: Vec<TextEdit>) -> WorkspaceEdit {
    WorkspaceEdit {
        changes: Some(HashMap::from([(document.uri.clone(), edits)])),
        ..WorkspaceEdit::default()
    }
}
