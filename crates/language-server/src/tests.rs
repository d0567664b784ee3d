//! Every question at every place of documents, most of them at fault: each has an answer, which a byte order mark does not change.

use crate::documents::TurtleDocuments;
use crate::markup::TextForm;
use crate::parsers::without_project;
use crate::service::{LanguageService, semantic_tokens};
use crate::text::{OpenDocument, OpenDocuments};
use lsp_types::{FormattingOptions, Position, Range};
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use testing::documents::documents_in;

/// The byte order mark.
const MARK: char = '\u{FEFF}';

/// Some of the documents that can be asked about in a short time, with their names.
fn documents() -> Vec<(String, String)> {
    const EVERY: usize = 24;
    const MOST: usize = 300;
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        "../../tests/corpus",
        "../../tests/messages",
        "../cli/tests/lints",
    ];
    let folders = folders.map(|folder| package.join(folder));
    let paths = folders.iter().flat_map(|it| documents_in(it));
    let document = |path: PathBuf| {
        let text = fs::read_to_string(&path).ok()?;
        let name = format!("file:///{}", path.file_name()?.display());
        (text.len() <= MOST).then_some((name, text))
    };
    paths.step_by(EVERY).filter_map(document).collect()
}

/// A document with other line ends, or other characters, or a fault at its beginning, or cut off.
fn variant(text: &str, number: usize) -> String {
    let text = text.trim_start_matches(MARK);
    match number % 6 {
        0 => text.to_owned(),
        1 => text.replace('\n', "\r\n"),
        2 => text.replace('e', "\u{1F600}"),
        3 => format!("<a{text}"),
        4 => text.chars().take(text.len() / 2).collect(),
        _ => format!(". {text}"),
    }
}

/// All answers about a document: those about a place, for each place, and the others.
fn answers(service: &mut TurtleDocuments, name: &str, text: &str) -> Vec<Value> {
    let document = OpenDocument::new(name.into(), String::new(), 1, text.to_owned());
    let whole = document.range(document.beginning()..text.len());
    let layout = FormattingOptions {
        tab_size: 4,
        insert_spaces: true,
        ..FormattingOptions::default()
    };
    let mut answers = vec![
        json!(service.diagnostics(&document)),
        json!(service.fix_all(&document)),
        json!(service.actions(&document, whole)),
        json!(service.outline(&document)),
        json!(service.folding(&document)),
        json!(service.layout(&document, None, &layout)),
        colours(service, &document, None),
    ];
    let places = text
        .char_indices()
        .map(|(byte, _)| byte)
        .chain([text.len()]);
    for byte in places.filter(|&byte| byte >= document.beginning()) {
        let place = document.place(byte);
        let range = Range {
            start: place,
            end: whole.end,
        };
        let mentions = service.mentions(&document, place);
        let mentions = mentions
            .iter()
            .map(|it| json!([it.range, it.is_declaration, it.is_asked]));
        answers.extend([
            json!(service.hover(&document, place, TextForm::Markdown)),
            mentions.collect(),
            renamed(service, &document, place),
            json!(service.completion(
                &document,
                place,
                (byte - document.beginning()).is_multiple_of(2)
            )),
            json!(service.actions(
                &document,
                Range {
                    start: place,
                    end: place
                }
            )),
            json!(service.layout(&document, Some(range), &layout)),
            colours(service, &document, Some(range)),
        ]);
    }
    answers
}

fn renamed(service: &mut TurtleDocuments, document: &OpenDocument, place: Position) -> Value {
    let (uri, text) = (document.uri.clone(), document.text().to_owned());
    let same = OpenDocument::new(uri.clone(), String::new(), 1, text);
    let open = OpenDocuments::from([(uri.0, same)]);
    let renamed = service.rename(&open, document, place, "other");
    match renamed {
        Ok(changes) => json!(changes.into_iter().map(|it| it.edits).collect::<Vec<_>>()),
        Err(why) => json!(why),
    }
}

/// The colours of a document, without the mark in the place of the first.
fn colours(service: &mut TurtleDocuments, document: &OpenDocument, range: Option<Range>) -> Value {
    let mut colours = service.colours(document, range);
    if let Some(first) = colours.first_mut().filter(|first| first.delta_line == 0) {
        first.delta_start -= u32::from(document.beginning() > 0);
    }
    json!(semantic_tokens(colours))
}

/// An answer about a document with a mark as one about the document without it.
fn without_mark(answer: &mut Value) {
    match answer {
        Value::Object(members) => {
            if members.get("line") == Some(&json!(0))
                && let Some(Value::Number(character)) = members.get_mut("character")
            {
                let place = character.as_u64().unwrap();
                *character = place.saturating_sub(1).into();
            }
            members.values_mut().for_each(without_mark);
        }
        Value::Array(items) => items.iter_mut().for_each(without_mark),
        _ => {}
    }
}

#[test]
fn every_question_at_every_place_has_an_answer_that_a_mark_does_not_change() {
    let documents = documents();
    assert!(documents.len() > 50, "{}", documents.len());
    let mut service = TurtleDocuments::new(without_project);
    for (number, (name, text)) in documents.iter().enumerate() {
        let text = variant(text, number);
        let expected = answers(&mut service, name, &text);
        let mut found = answers(&mut service, name, &format!("{MARK}{text}"));
        found.iter_mut().for_each(without_mark);
        assert_eq!(found, expected, "{name}: {text}");
    }
}

#[test]
fn a_place_in_a_document_of_a_mark_and_a_fault_has_an_answer() {
    let mut service = TurtleDocuments::new(without_project);
    for text in ["", "<a", ".", "<a> .\n<b> <c> <d> .", "\u{FEFF}"] {
        let text = format!("{MARK}{text}");
        let document = OpenDocument::new("file:///a.ttl".into(), String::new(), 1, text);
        let first = lsp_types::Position::default();
        assert!(service.mentions(&document, first).is_empty());
    }
}
