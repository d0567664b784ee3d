//! An editor, as it presents itself at the beginning: what its user wants, and what it can do.

use crate::markup::TextForm;
use serde_json::Value;

/// An editor's first words.
#[derive(Clone, Debug, Default)]
pub struct EditorProfile {
    /// The user's settings for this server.
    pub settings: Value,
    /// The user's language, as in `de-CH`.
    pub locale: Option<String>,
    /// The IRIs of the folders that it has open.
    pub folders: Vec<String>,
    /// Whether it can be asked to tell of changed files.
    pub watches_files: bool,
    /// Whether it shows the progress of work that it did not ask for.
    pub shows_progress: bool,
    /// Whether a change can name the versions of the documents that it is for.
    pub knows_versions: bool,
    /// The form in which it shows the meaning of a place.
    pub hover_form: TextForm,
    /// Whether it shows a change before it is made, if it is asked to.
    pub previews_changes: bool,
}

impl EditorProfile {
    /// The editor that sent these parameters of `initialize`.
    pub fn of(mut parameters: Value) -> Self {
        let settings = parameters.get_mut("initializationOptions");
        let settings = settings.map(Value::take).unwrap_or_default();
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let several = parameters.get("workspaceFolders").and_then(Value::as_array);
        let several = several.map(|folders| {
            let iris = folders.iter().filter_map(|folder| text(folder.get("uri")?));
            iris.collect()
        });
        let one = parameters.get("rootUri").and_then(text);
        let capability = |path: &str| parameters.pointer(&format!("/capabilities/{path}"));
        let can = |path| capability(path) == Some(&Value::Bool(true));
        Self {
            locale: parameters.get("locale").and_then(text),
            folders: several.unwrap_or_else(|| one.into_iter().collect()),
            watches_files: can("workspace/didChangeWatchedFiles/dynamicRegistration"),
            shows_progress: can("window/workDoneProgress"),
            knows_versions: can("workspace/workspaceEdit/documentChanges"),
            previews_changes: capability("workspace/workspaceEdit/changeAnnotationSupport")
                .is_some_and(Value::is_object),
            hover_form: TextForm::preferred(capability("textDocument/hover/contentFormat")),
            settings,
        }
    }
}
