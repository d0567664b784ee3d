//! Messages of the server's own: what it asks an editor to do, and what it tells unasked.

use crate::editor::EditorProfile;
use crate::folder::FolderNews;
use crate::messages::with_members;
use crate::service::{DocumentEdits, MOST_REFERENCES};
use crate::text::OpenDocument;
use lsp_types::{
    AnnotatedTextEdit, ChangeAnnotation, DidChangeWatchedFilesNotification, Edit, MessageType,
    Notification, OptionalVersionedTextDocumentIdentifier, ProgressNotification,
    RegistrationRequest, Request, ShowMessageNotification, TextDocumentEdit,
    TextDocumentIdentifier, WorkDoneProgressCreateRequest, WorkspaceEdit,
};
use serde_json::{Value, json};
use std::collections::HashMap;

/// The name of the folder's reading among the editor's tasks.
const READING: &str = "turtle-peg/folder";

/// The requests at the beginning: to tell of changes of files with such names, and to show how far the reading is.
pub fn at_the_beginning(
    editor: &EditorProfile,
    patterns: &[String],
) -> serde_json::Result<Vec<String>> {
    let mut requests = Vec::new();
    if editor.watches_files {
        let watchers = patterns.iter().map(|it| json!({ "globPattern": it }));
        let registration = json!({
            "id": "files",
            "method": DidChangeWatchedFilesNotification::METHOD.as_str(),
            "registerOptions": { "watchers": watchers.collect::<Vec<_>>() },
        });
        let parameters = json!({ "registrations": [registration] });
        let method = RegistrationRequest::METHOD.as_str();
        requests.push(request("files", method, &parameters)?);
    }
    if editor.shows_progress {
        let method = WorkDoneProgressCreateRequest::METHOD.as_str();
        requests.push(request("folder", method, &json!({ "token": READING }))?);
        let begin = json!({ "kind": "begin", "title": "Reading the folder", "percentage": 0 });
        requests.push(progress_message(&begin)?);
    }
    Ok(requests)
}

/// The message about the progress of a folder's reading; none about a single file.
pub fn progress(news: &FolderNews) -> serde_json::Result<Option<String>> {
    let value = match news {
        FolderNews::Progress { read, of } => json!({
            "kind": "report",
            "message": format!("{read} of {of} files"),
            "percentage": read * 100 / (*of).max(1),
        }),
        FolderNews::Finished { .. } => json!({ "kind": "end" }),
        FolderNews::Read { .. } | FolderNews::Gone { .. } => return Ok(None),
    };
    progress_message(&value).map(Some)
}

fn progress_message(value: &Value) -> serde_json::Result<String> {
    let method = ProgressNotification::METHOD.as_str();
    notification(method, &json!({ "token": READING, "value": value }))
}

/// The message that so many files were left out.
pub fn left_out(files: usize) -> serde_json::Result<String> {
    let counted = match files {
        1 => "1 file of the folder is not read, and what it mentions is not known".to_owned(),
        _ => {
            format!("{files} files of the folder are not read, and what they mention is not known")
        }
    };
    warning(&format!(
        "{counted}: the setting `folderMegabytes` leaves no room"
    ))
}

/// The message that not all references were told.
pub fn references_cut() -> serde_json::Result<String> {
    warning(&format!(
        "there are more references than the {MOST_REFERENCES} that are shown"
    ))
}

fn warning(message: &str) -> serde_json::Result<String> {
    let parameters = json!({ "type": MessageType::Warning, "message": message });
    notification(ShowMessageNotification::METHOD.as_str(), &parameters)
}

fn request(id: &str, method: &str, parameters: &Value) -> serde_json::Result<String> {
    Ok(with_members(&[
        ("id", &serde_json::to_string(id)?),
        ("method", &serde_json::to_string(method)?),
        ("params", &parameters.to_string()),
    ]))
}

fn notification(method: &str, parameters: &Value) -> serde_json::Result<String> {
    Ok(with_members(&[
        ("method", &serde_json::to_string(method)?),
        ("params", &parameters.to_string()),
    ]))
}

/// A change of documents: the editor is asked to show it first, if it is one of others than this one, and if it can.
pub fn workspace_edit(
    editor: &EditorProfile,
    document: &OpenDocument,
    changed: Vec<DocumentEdits>,
) -> WorkspaceEdit {
    const RENAMING: &str = "renaming";
    if !editor.knows_versions {
        let changes = changed.into_iter().map(|it| (it.uri, it.edits));
        return WorkspaceEdit {
            changes: Some(changes.collect()),
            ..WorkspaceEdit::default()
        };
    }
    let is_other = |it: &DocumentEdits| it.uri != document.uri;
    let is_shown = editor.previews_changes && changed.iter().any(is_other);
    let edit = |edit| match is_shown {
        true => Edit::from(AnnotatedTextEdit::new(RENAMING.to_owned(), edit)),
        false => Edit::from(edit),
    };
    let of_document = |it: DocumentEdits| {
        let identifier = TextDocumentIdentifier::new(it.uri);
        let identifier = OptionalVersionedTextDocumentIdentifier::new(it.version, identifier);
        TextDocumentEdit::new(identifier, it.edits.into_iter().map(edit).collect()).into()
    };
    let annotation = ChangeAnnotation::new(
        "Rename in all documents".to_owned(),
        Some(true),
        Some("files that are not open are changed, too".to_owned()),
    );
    WorkspaceEdit {
        document_changes: Some(changed.into_iter().map(of_document).collect()),
        change_annotations: is_shown.then(|| HashMap::from([(RENAMING.to_owned(), annotation)])),
        ..WorkspaceEdit::default()
    }
}
