//! The conversation with an editor: messages in, answers and diagnostics out.
//!
//! It is driven from outside: by the program that reads standard input, or by the worker of an editor in a browser.
//!
//! Invariant: messages are answered in their order, and each request gets exactly one answer. The diagnostics of a document are
//! made when no message waits, of its newest version; then news of the folder are taken over, and then come the diagnostics that take
//! longer. Nothing is written to a file: the editor applies what it asked for.

use crate::editor::EditorProfile;
use crate::folder::FolderNews;
use crate::messages::{AnswerMember, Message, MessageContent, RequestId, with_members};
use crate::requests;
use crate::service::{LanguageService, MOST_REFERENCES, NameMention, semantic_tokens};
use crate::text::{OpenDocument, OpenDocuments};
use lsp_types::{
    CodeActionKind, CodeActionRequest, CompletionRequest, CompletionTriggerKind, Definition,
    DefinitionRequest, Diagnostic, DidChangeTextDocumentNotification,
    DidChangeWatchedFilesNotification, DidChangeWorkspaceFoldersNotification,
    DidCloseTextDocumentNotification, DidOpenTextDocumentNotification,
    DidSaveTextDocumentNotification, DocumentFormattingRequest, DocumentHighlight,
    DocumentHighlightRequest, DocumentRangeFormattingRequest, DocumentSymbolRequest, ErrorCodes,
    FoldingRangeRequest, HoverRequest, InitializeResult, Location, LspErrorCodes,
    Notification as _, PrepareRenameRequest, PublishDiagnosticsNotification,
    PublishDiagnosticsParams, Range, ReferencesRequest, RenameRequest, SemanticTokensRangeRequest,
    SemanticTokensRequest, ServerCapabilities, ServerInfo, TypeDefinitionRequest, Uri,
    WorkspaceSymbolRequest,
};
use serde_json::Value;
use std::collections::VecDeque;

/// Who hands a message to the editor: the message is JSON.
pub type SendMessage<'s> = &'s mut dyn FnMut(&str) -> anyhow::Result<()>;

/// The step that is next in a conversation.
#[derive(Debug, PartialEq, Eq)]
pub enum NextStep {
    /// There may be another step.
    AtOnce,
    /// Nothing, until the editor sends a message.
    WithAMessage,
    /// Nothing any more: the editor has said that it ends; whether it did as the protocol has it.
    NeverAgain { ended_well: bool },
}

/// A conversation with one editor. Who has the connection [hands over](Self::take) each message that comes, and lets the conversation
/// take one [step](Self::step) after the other.
pub struct Conversation {
    /// The server's name, as editors show it.
    name: String,
    service: Box<dyn LanguageService>,
    phase: ConversationPhase,
    editor: EditorProfile,
    documents: OpenDocuments,
    /// Messages that came and were not answered.
    waiting: VecDeque<Message>,
    /// News of the editor's folder that were not taken over.
    news: VecDeque<FolderNews>,
    /// Whether the editor was asked to tell of changed files.
    hears_of_files: bool,
    /// Whether the editor shows how far the folder's first reading is.
    shows_progress: bool,
    /// How many files of the folder are not read, as the editor was told.
    left_out: usize,
    /// The documents whose newest text the service does not have.
    unread: Vec<Uri>,
    /// The documents whose diagnostics are those of an older version.
    unexamined: Vec<Uri>,
    /// The documents that may have further diagnostics, with those that were sent.
    half_examined: Vec<(Uri, Vec<Diagnostic>)>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ConversationPhase {
    /// The editor has not said who it is: no other request is answered before.
    Beginning,
    Open,
    /// The editor has said that it will end.
    ShutDown,
}

impl Conversation {
    pub fn new(name: &str, service: Box<dyn LanguageService>) -> Self {
        Self {
            name: name.to_owned(),
            service,
            phase: ConversationPhase::Beginning,
            editor: EditorProfile::default(),
            documents: OpenDocuments::new(),
            waiting: VecDeque::new(),
            news: VecDeque::new(),
            hears_of_files: false,
            shows_progress: false,
            left_out: 0,
            unread: Vec::new(),
            unexamined: Vec::new(),
            half_examined: Vec::new(),
        }
    }

    /// Takes a message that came. All that have come are to be taken before the next step: one may cancel another.
    pub fn take(&mut self, message: Message) {
        self.waiting.push_back(message);
    }

    /// Takes news of the editor's folder.
    pub fn take_news(&mut self, news: FolderNews) {
        self.news.push_back(news);
    }

    /// Does what is next: answers the message that has waited longest, or sends the diagnostics of a document.
    ///
    /// # Errors
    ///
    /// The editor's settings are not allowed, which it is told, too; or it does not read any more.
    pub fn step(&mut self, send: SendMessage<'_>) -> anyhow::Result<NextStep> {
        if self.phase != ConversationPhase::Beginning {
            self.cancel(send)?;
        }
        match self.waiting.pop_front() {
            Some(Message::Request(id, content)) => self.answer(&id, content, send)?,
            Some(Message::Notification(content)) if content.method == "exit" => {
                let ended_well = self.phase == ConversationPhase::ShutDown;
                return Ok(NextStep::NeverAgain { ended_well });
            }
            Some(Message::Notification(content)) => self.note(&content, send)?,
            Some(Message::Unreadable(why)) => {
                send(&AnswerMember::refused(ErrorCodes::ParseError, &why).to_nobody())?;
            }
            None if self.publish(send)? || self.take_next_news(send)? => {}
            None if self.publish_further(send)? => {}
            None => return Ok(NextStep::WithAMessage),
        }
        Ok(NextStep::AtOnce)
    }

    /// Answers the requests that wait and that the editor does not want answered any more.
    fn cancel(&mut self, send: SendMessage<'_>) -> anyhow::Result<()> {
        let cancelled = self.waiting.iter().filter_map(|message| match message {
            Message::Notification(it) if it.method == "$/cancelRequest" => {
                it.params.get("id").cloned()
            }
            Message::Request(..) | Message::Notification(_) | Message::Unreadable(_) => None,
        });
        let cancelled: Vec<Value> = cancelled.collect();
        for value in cancelled {
            let is_meant =
                |message: &Message| matches!(message, Message::Request(id, _) if id.is(&value));
            let place = self.waiting.iter().position(is_meant);
            let message = place.and_then(|place| self.waiting.remove(place));
            if let Some(Message::Request(id, _)) = message {
                let why = "the editor has cancelled the request";
                let refused = AnswerMember::refused(LspErrorCodes::RequestCancelled, why);
                send(&refused.to(&id))?;
            }
        }
        Ok(())
    }

    fn answer(
        &mut self,
        id: &RequestId,
        request: MessageContent,
        send: SendMessage<'_>,
    ) -> anyhow::Result<()> {
        let refused = |code: ErrorCodes, why: &str| AnswerMember::refused(code, why);
        let answer = match (self.phase, request.method.as_str()) {
            (ConversationPhase::Beginning, "initialize") => {
                self.editor = EditorProfile::of(request.params);
                match self.service.begin(&self.editor) {
                    Ok(capabilities) => self.begin(capabilities)?,
                    Err(error) => {
                        send(&refused(ErrorCodes::InvalidParams, &error.to_string()).to(id))?;
                        return Err(error);
                    }
                }
            }
            (ConversationPhase::Beginning, _) => {
                let why = "the first request has to be `initialize`";
                refused(ErrorCodes::ServerNotInitialized, why)
            }
            (_, "shutdown") => {
                self.phase = ConversationPhase::ShutDown;
                AnswerMember("result", "null".to_owned())
            }
            (ConversationPhase::ShutDown, _) => {
                let why = "the editor has asked the server to shut down";
                refused(ErrorCodes::InvalidRequest, why)
            }
            (ConversationPhase::Open, _) => self.answer_of_service(request, send)?,
        };
        send(&answer.to(id))
    }

    /// Begins, and says what the editor may ask.
    fn begin(&mut self, capabilities: ServerCapabilities) -> anyhow::Result<AnswerMember> {
        let result = InitializeResult {
            capabilities,
            server_info: Some(ServerInfo {
                name: self.name.clone(),
                version: Some(env!("CARGO_PKG_VERSION").into()),
            }),
        };
        self.phase = ConversationPhase::Open;
        Ok(AnswerMember("result", serde_json::to_string(&result)?))
    }

    /// Sends the diagnostics of a document, or further ones once all documents have theirs; whether there were any to send.
    fn publish(&mut self, send: SendMessage<'_>) -> anyhow::Result<bool> {
        self.renew();
        let Some(uri) = self.unexamined.pop() else {
            return Ok(false);
        };
        if let Some(document) = self.documents.get(&uri.0) {
            let found = self.service.diagnostics(document);
            send(&diagnostics(&uri, Some(document.version), found.clone())?)?;
            self.half_examined.push((uri, found));
        }
        Ok(true)
    }

    /// Takes over the news that have waited longest, and tells the editor of them; whether there were any.
    fn take_next_news(&mut self, send: SendMessage<'_>) -> anyhow::Result<bool> {
        let Some(news) = self.news.pop_front() else {
            return Ok(false);
        };
        let shows_progress = self.shows_progress;
        // What is left out is told before the end of the reading: an editor that has heard of the end has heard all.
        if let FolderNews::Finished { left_out } = news {
            self.shows_progress = false;
            let told = std::mem::replace(&mut self.left_out, left_out);
            if left_out > told {
                send(&requests::left_out(left_out)?)?;
            }
        }
        if shows_progress && let Some(message) = requests::progress(&news)? {
            send(&message)?;
        }
        if self.service.take_news(news) {
            let open: Vec<Uri> = self.documents.values().map(|it| it.uri.clone()).collect();
            open.into_iter().for_each(|uri| self.examine(uri));
        }
        Ok(true)
    }

    /// Sends the further diagnostics of a document; whether there was one that may have some.
    fn publish_further(&mut self, send: SendMessage<'_>) -> anyhow::Result<bool> {
        let Some((uri, mut found)) = self.half_examined.pop() else {
            return Ok(false);
        };
        if let Some(document) = self.documents.get(&uri.0)
            && let Some(further) = self.service.further_diagnostics(document)
        {
            found.extend(further);
            send(&diagnostics(&uri, Some(document.version), found)?)?;
        }
        Ok(true)
    }

    /// Takes over what the editor tells of its documents.
    fn note(&mut self, notification: &MessageContent, send: SendMessage<'_>) -> anyhow::Result<()> {
        if self.phase == ConversationPhase::Beginning {
            return Ok(());
        }
        if let Some(it) = parameters::<DidOpenTextDocumentNotification>(notification) {
            let it = it.text_document;
            let (uri, language) = (it.uri, String::from(it.language_id));
            let document = OpenDocument::new(uri.clone(), language, it.version, it.text);
            self.documents.insert(uri.0.clone(), document);
            self.examine(uri);
        } else if notification.method == "initialized" {
            self.read_folders(send)?;
        } else if let Some(it) = parameters::<DidChangeWorkspaceFoldersNotification>(notification) {
            let folders = &mut self.editor.folders;
            folders.retain(|iri| !it.event.removed.iter().any(|removed| removed.uri.0 == *iri));
            folders.extend(it.event.added.into_iter().map(|added| added.uri.0));
            self.read_folders(send)?;
        } else if let Some(it) = parameters::<DidSaveTextDocumentNotification>(notification) {
            self.service.files_changed(vec![it.text_document.uri.0]);
        } else if let Some(it) = parameters::<DidChangeWatchedFilesNotification>(notification) {
            let iris = it.changes.into_iter().map(|change| change.uri.0);
            self.service.files_changed(iris.collect());
        } else if let Some(it) = parameters::<DidChangeTextDocumentNotification>(notification) {
            let uri = it.text_document.text_document_identifier.uri;
            if let Some(document) = self.documents.get_mut(&uri.0) {
                document.version = it.text_document.version;
                for change in it.content_changes {
                    let change = document.apply(change);
                    self.service.changed(&change);
                }
                self.examine(uri);
            }
        } else if let Some(it) = parameters::<DidCloseTextDocumentNotification>(notification) {
            let uri = it.text_document.uri;
            self.documents.remove(&uri.0);
            self.unexamined.retain(|other| *other != uri);
            self.half_examined.retain(|(other, _)| *other != uri);
            self.unread.retain(|other| *other != uri);
            self.service.closed(&uri);
            // What is not open has none.
            send(&diagnostics(&uri, None, Vec::new())?)?;
        }
        Ok(())
    }

    /// Has the editor's folders read. When the first is, the editor is asked to tell of its files.
    fn read_folders(&mut self, send: SendMessage<'_>) -> anyhow::Result<()> {
        let patterns = self.service.read_folders(&self.editor.folders);
        if patterns.is_empty() || std::mem::replace(&mut self.hears_of_files, true) {
            return Ok(());
        }
        self.shows_progress = self.editor.shows_progress;
        for request in requests::at_the_beginning(&self.editor, &patterns)? {
            send(&request)?;
        }
        Ok(())
    }

    fn examine(&mut self, uri: Uri) {
        self.half_examined.retain(|(other, _)| *other != uri);
        for list in [&mut self.unexamined, &mut self.unread] {
            if !list.contains(&uri) {
                list.push(uri.clone());
            }
        }
    }

    /// Hands the service the texts that it does not have.
    fn renew(&mut self) {
        for uri in self.unread.drain(..) {
            if let Some(document) = self.documents.get(&uri.0) {
                self.service.renew(document);
            }
        }
    }

    fn answer_of_service(
        &mut self,
        request: MessageContent,
        send: SendMessage<'_>,
    ) -> anyhow::Result<AnswerMember> {
        self.renew();
        let mut asked = AskedQuestion {
            request,
            documents: &self.documents,
            answer: None,
        };
        let (service, editor) = (self.service.as_mut(), &self.editor);
        let mut are_cut = false;
        asked.on::<HoverRequest>(|document, it| {
            let place = it.text_document_position_params.position;
            Ok(service.hover(document, place, editor.hover_form))
        });
        let open = &self.documents;
        asked.on::<DefinitionRequest>(|document, it| {
            let place = it.text_document_position_params.position;
            let found = definition(service.definition(open, document, place));
            Ok(found.map(Into::into))
        });
        asked.on::<TypeDefinitionRequest>(|document, it| {
            let place = it.text_document_position_params.position;
            let found = definition(service.type_definition(open, document, place));
            Ok(found.map(Into::into))
        });
        asked.on::<ReferencesRequest>(|document, it| {
            let place = it.text_document_position_params.position;
            let with_declarations = it.context.include_declaration;
            let mut found = service.references(open, document, place, with_declarations);
            are_cut = found.len() > MOST_REFERENCES;
            found.truncate(MOST_REFERENCES);
            Ok(Some(found))
        });
        asked.on::<DocumentHighlightRequest>(|document, it| {
            let mentions = service.mentions(document, it.text_document_position_params.position);
            let highlight = |mention: NameMention| DocumentHighlight::new(mention.range, None);
            Ok(Some(mentions.into_iter().map(highlight).collect()))
        });
        asked.on::<PrepareRenameRequest>(|document, it| {
            let mentions = service.mentions(document, it.text_document_position_params.position);
            let asked = mentions.into_iter().find(|mention| mention.is_asked);
            Ok(asked.map(|mention| mention.range.into()))
        });
        asked.on::<RenameRequest>(|document, it| {
            let place = it.text_document_position_params.position;
            let edits = service.rename(open, document, place, &it.new_name)?;
            Ok(Some(requests::workspace_edit(editor, document, edits)))
        });
        asked.on_all::<WorkspaceSymbolRequest>(|it| {
            Ok(Some(service.symbols(open, &it.query).into()))
        });
        asked.on::<CompletionRequest>(|document, it| {
            let kind = it.context.as_ref().map(|context| context.trigger_kind);
            let is_asked_for = kind == Some(CompletionTriggerKind::Invoked);
            let place = it.text_document_position_params.position;
            let items = service.completion(document, place, is_asked_for);
            Ok(Some(items.into()))
        });
        asked.on::<CodeActionRequest>(|document, it| {
            let kinds = it.context.only.unwrap_or(vec![CodeActionKind::QuickFix]);
            let mut actions = Vec::new();
            if includes(&kinds, &CodeActionKind::QuickFix) {
                // Where only characters can be chosen, as in Neovim, the diagnostics tell what is asked about: one can be
                // between two characters.
                let asked = it.context.diagnostics.iter().map(|it| it.range);
                let range = asked.fold(it.range, |all, one| Range {
                    start: all.start.min(one.start),
                    end: all.end.max(one.end),
                });
                actions = service.actions(document, range);
            }
            if includes(&kinds, &CodeActionKind::SourceFixAll) {
                actions.extend(service.fix_all(document));
            }
            Ok(Some(actions.into_iter().map(Into::into).collect()))
        });
        asked.on::<DocumentSymbolRequest>(|document, _| Ok(Some(service.outline(document).into())));
        asked.on::<FoldingRangeRequest>(|document, _| Ok(Some(service.folding(document))));
        asked.on::<SemanticTokensRequest>(|document, _| {
            Ok(Some(semantic_tokens(service.colours(document, None))))
        });
        asked.on::<SemanticTokensRangeRequest>(|document, it| {
            Ok(Some(semantic_tokens(
                service.colours(document, Some(it.range)),
            )))
        });
        asked.on::<DocumentFormattingRequest>(|document, it| {
            Ok(service.layout(document, None, &it.options))
        });
        asked.on::<DocumentRangeFormattingRequest>(|document, it| {
            Ok(service.layout(document, Some(it.range), &it.options))
        });
        if are_cut {
            send(&requests::references_cut()?)?;
        }
        asked.finish()
    }
}

/// The message with the diagnostics of a document.
fn diagnostics(
    uri: &Uri,
    version: Option<i32>,
    diagnostics: Vec<Diagnostic>,
) -> serde_json::Result<String> {
    let method = PublishDiagnosticsNotification::METHOD.as_str();
    let parameters = PublishDiagnosticsParams {
        uri: uri.clone(),
        version,
        diagnostics,
    };
    Ok(with_members(&[
        ("method", &serde_json::to_string(method)?),
        ("params", &serde_json::to_string(&parameters)?),
    ]))
}

/// No place, the one, or all of them, as editors want it.
fn definition(mut locations: Vec<Location>) -> Option<Definition> {
    match locations.len() {
        0 => None,
        1 => locations.pop().map(Definition::from),
        _ => Some(Definition::from(locations)),
    }
}

/// Why a request gets no answer.
enum RefusedRequest {
    /// The request is not as it has to be.
    Invalid(String),
    Failed(String),
}

/// A request, and its answer once somebody has it.
struct AskedQuestion<'s> {
    request: MessageContent,
    documents: &'s OpenDocuments,
    answer: Option<serde_json::Result<AnswerMember>>,
}

impl AskedQuestion<'_> {
    /// Answers it, if it is of this kind, which is about a document.
    fn on<R: lsp_types::Request>(
        &mut self,
        answer: impl FnOnce(&OpenDocument, R::Params) -> Result<R::Result, String>,
    ) {
        // Questions of all kinds name their document so.
        let uri = self.request.params.pointer("/textDocument/uri");
        let uri = uri.and_then(Value::as_str).unwrap_or_default();
        let document = self.documents.get(uri);
        self.on_all::<R>(|parameters| match document {
            Some(document) => answer(document, parameters).map_err(RefusedRequest::Failed),
            None => Err(RefusedRequest::Invalid(
                "this document is not open".to_owned(),
            )),
        });
    }

    /// Answers it, if it is of this kind.
    fn on_all<R: lsp_types::Request>(
        &mut self,
        answer: impl FnOnce(R::Params) -> Result<R::Result, RefusedRequest>,
    ) {
        if self.answer.is_some() || self.request.method != R::METHOD.as_str() {
            return;
        }
        let parameters = serde_json::from_value(self.request.params.take());
        let parameters = parameters.map_err(|error| RefusedRequest::Invalid(error.to_string()));
        self.answer = Some(match parameters.and_then(answer) {
            Ok(answer) => serde_json::to_string(&answer).map(|it| AnswerMember("result", it)),
            Err(RefusedRequest::Invalid(why)) => {
                Ok(AnswerMember::refused(ErrorCodes::InvalidParams, &why))
            }
            Err(RefusedRequest::Failed(why)) => {
                Ok(AnswerMember::refused(LspErrorCodes::RequestFailed, &why))
            }
        });
    }

    fn finish(self) -> anyhow::Result<AnswerMember> {
        let method = self.request.method;
        Ok(self.answer.unwrap_or_else(|| {
            let why = format!("`{method}` is not known here");
            Ok(AnswerMember::refused(ErrorCodes::MethodNotFound, &why))
        })?)
    }
}

/// The parameters of a notification of this kind.
fn parameters<N: lsp_types::Notification>(notification: &MessageContent) -> Option<N::Params> {
    if notification.method != N::METHOD.as_str() {
        return None;
    }
    // A notification has no answer: one that cannot be read is passed over, as the protocol has it.
    serde_json::from_value(notification.params.clone()).ok()
}

/// Whether one of these kinds is this one, or the part of its name up to a full stop.
fn includes(kinds: &[CodeActionKind], kind: &CodeActionKind) -> bool {
    let kind = kind.to_string();
    let is_part = |part: &CodeActionKind| {
        let rest = kind.strip_prefix(&part.to_string());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    kinds.iter().any(is_part)
}
