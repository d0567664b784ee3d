//! The settings of the project that a document is in: its file `turtle-peg.toml`.

use crate::files::find::file_of_iri;
use crate::settings::ProjectSettings;
use language_server::DocumentSettings;
use std::path::Path;

/// The settings for the document of an IRI, if it is a file: those of the project, and what it does not say as the editor has it.
///
/// # Errors
///
/// The project's settings cannot be read, or have something that is not known.
pub fn settings(iri: &str, editors: DocumentSettings) -> anyhow::Result<DocumentSettings> {
    let path = file_of_iri(Path::new(iri));
    let Some((path, folder)) = path
        .as_deref()
        .and_then(|path| Some((path, path.parent()?)))
    else {
        return Ok(editors);
    };
    let project = ProjectSettings::nearest(folder)?;
    Ok(DocumentSettings {
        // Settings that give a document two dialects give it none.
        dialect: project.dialect_of(path).ok().flatten(),
        style: project.format.style(editors.style),
        lint_off: project.check.lint_off,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use language_server::TurtleDocuments;
    use language_server::service::LanguageService;
    use language_server::text::OpenDocument;
    use lsp_types::FormattingOptions;
    use pretty_assertions::{assert_eq, assert_ne};
    use serde_json::json;
    use std::fs;

    #[test]
    fn the_settings_of_the_project_count_more_than_those_of_the_editor() -> anyhow::Result<()> {
        let folder = tempfile::tempdir()?;
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text);
        let iri = turtle_peg::file_iri(folder.path().join("a.ttl"))?;
        let text =
            "PREFIX ex: <http://e/>\n<a>\n  <b> <c>, <d>;\n <e> \"aaaaaaaaaaaaaaaaaaaa\" .\n";
        let document = OpenDocument::new(iri.as_str().into(), String::new(), 1, text.to_owned());
        let indented = |tab_size| FormattingOptions {
            tab_size,
            insert_spaces: true,
            ..FormattingOptions::default()
        };
        let mut service = TurtleDocuments::new(settings);
        let told =
            |service: &mut TurtleDocuments| json!(service.diagnostics(&document)).to_string();
        let laid_out = |service: &mut TurtleDocuments, tab_size| {
            json!(service.layout(&document, None, &indented(tab_size)))
        };
        let [by_8, by_3] = [8, 3].map(|spaces| laid_out(&mut service, spaces));
        assert_ne!(by_8, by_3);
        assert!(told(&mut service).contains("unused-prefix"));
        write(
            "turtle-peg.toml",
            "[format]\nindent = 3\n[check]\nlint-off = [\"unused-prefix\"]\n",
        )?;
        assert_eq!(laid_out(&mut service, 8), by_3);
        assert_eq!(told(&mut service), "[]");
        write(
            "turtle-peg.toml",
            "[dialects]\n\"turtle-submission\" = [\"*.ttl\"]\n",
        )?;
        assert!(told(&mut service).contains("PREFIX"));
        write("turtle-peg.toml", "[formt]\n")?;
        assert!(told(&mut service).contains("turtle-peg.toml:1:2: unknown field `formt`"));
        Ok(())
    }
}
