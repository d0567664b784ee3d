//! The meaning of a place, as `explain` tells it, in Markdown.

use crate::pieces::DocumentPieces;
use crate::published::Published;
use crate::text::OpenDocument;
use advice::place::{self, Declaration, PlaceContent, PlaceInStatement};
use advice::visible::message;
use lsp_types::{Hover, MarkupContent, MarkupKind, Position};
use std::fmt::Write as _;
use turtle_peg::Parser;

/// How many triples are shown; the others are counted.
const SHOWN: usize = 5;

/// The meaning of a place; none between statements and in those at fault, whose diagnostics say more.
pub fn hover(
    document: &OpenDocument,
    pieces: &DocumentPieces,
    at: Position,
    published: Option<&Published>,
) -> Option<Hover> {
    let byte = document.byte(at);
    let (from, parser) = (pieces.checkpoint(byte), pieces.parser());
    let found = place::explain(document.text(), byte, &from, parser);
    let PlaceContent::InStatement(found) = found else {
        return None;
    };
    if found.is_between {
        return None;
    }
    Some(Hover {
        contents: MarkupContent::new(MarkupKind::Markdown, in_markdown(&found, parser, published))
            .into(),
        range: Some(document.range(found.bytes.clone())),
    })
}

fn in_markdown(found: &PlaceInStatement, parser: &Parser, published: Option<&Published>) -> String {
    let mut text = String::new();
    // Writing to memory never fails.
    let mut add = |paragraph: String| {
        let _ = write!(text, "{paragraph}\n\n");
    };
    if let Some(term) = &found.term {
        let what = if found.is_part { "part of " } else { "" };
        add(format!("{what}{}", code(term)));
    }
    match &found.declared {
        Some(Declaration::Prefix { prefix, namespace }) => {
            add(format!(
                "declares `{prefix}:` as {}",
                code(&format!("<{namespace}>"))
            ));
        }
        Some(Declaration::Base(base)) => {
            add(format!("the base IRI is {}", code(&format!("<{base}>"))))
        }
        None => {}
    }
    for it in found.triples.iter().take(SHOWN) {
        let triple = code(&format!("{} .", it.triple));
        add(format!("as {}: {triple}", it.role.name()));
    }
    if let Some(others @ 1..) = found.triples.len().checked_sub(SHOWN) {
        add(format!("and {others} more triples"));
    }
    for rule in &found.rules {
        let (production, words) = (rule.production, rule.words);
        add(format!("{production}: {words} ({})", rule.section));
    }
    let dialect = parser.dialect();
    if let Some(rule) = published.and_then(|published| published.innermost(found)) {
        add(format!("```ebnf\n{rule}\n```"));
    }
    add(format!(
        "[{}]({})",
        dialect.title(),
        dialect.specification_url()
    ));
    text.truncate(text.trim_end().len());
    text
}

/// A text as code in Markdown, whatever it has.
pub fn code(text: &str) -> String {
    let text = message(text);
    // The fence is longer than all runs of its sign within.
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    match longest {
        0 => format!("{fence}{text}{fence}"),
        _ => format!("{fence} {text} {fence}"),
    }
}
