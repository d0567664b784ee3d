//! The facts about a production or a rule, as `show` has them, in Markdown.

use super::reading::ReadGrammar;
use crate::commands::show;
use crate::grammars::published::Publication;
use language_server::hover::code;
use language_server::text::OpenDocument;
use lsp_types::{Hover, MarkupContent, MarkupKind, Position};

pub fn hover(document: &OpenDocument, grammar: &ReadGrammar, place: Position) -> Option<Hover> {
    let asked = grammar.name_at(document.byte(place))?;
    let summary = grammar.summary().ok()?;
    let production = summary.production(&asked.name)?;
    let mut text = String::new();
    for (label, fact) in show::facts(production, None) {
        text += &match label {
            "EBNF" => format!("```ebnf\n{fact}\n```\n\n"),
            "PEG" => format!("```pest\n{fact}\n```\n\n"),
            _ => format!("{label}: {}\n\n", code(&fact)),
        };
    }
    if let Some(publication) = Publication::named_in(document.text()) {
        let verdict = match publication.has(&grammar.specified) {
            true => "as published",
            false => "the productions of this file are not all as published",
        };
        text += &format!("{verdict}: [{}]({})", publication.text, publication.address);
    }
    Some(Hover {
        contents: MarkupContent::new(MarkupKind::Markdown, text.trim_end().to_owned()).into(),
        range: Some(document.range(asked.bytes.clone())),
    })
}
