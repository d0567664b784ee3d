//! The facts about a production or a rule, as `show` has them.

use super::reading::ReadGrammar;
use crate::commands::show;
use crate::grammars::published::Publication;
use language_server::markup::TextForm;
use language_server::text::OpenDocument;
use lsp_types::{Hover, Position};

pub fn hover(
    document: &OpenDocument,
    grammar: &ReadGrammar,
    place: Position,
    form: TextForm,
) -> Option<Hover> {
    let asked = grammar.name_at(document.byte(place))?;
    let summary = grammar.summary().ok()?;
    let production = summary.production(&asked.name)?;
    let mut text = String::new();
    for (label, fact) in show::facts(production, None) {
        text += &match label {
            "EBNF" => form.block("ebnf", &fact),
            "PEG" => form.block("pest", &fact),
            _ => format!("{label}: {}\n\n", form.code(&fact)),
        };
    }
    if let Some(publication) = Publication::named_in(document.text()) {
        let verdict = match publication.has(&grammar.specified) {
            true => "as published",
            false => "the productions of this file are not all as published",
        };
        let link = form.link(publication.text, publication.address);
        text += &format!("{verdict}: {link}");
    }
    Some(form.hover(&text, document.range(asked.bytes.clone())))
}
