//! Lists, tokens and texts, as all pages show them.

use super::content::GrammarReport;
use super::notation::ebnf;
use maud::{Markup, html};
use std::fmt::Display;
use toolkit::symbols::GrammarToken;

/// Where in a text it is, after the tokens before it.
pub fn behind(prefix: &[GrammarToken], report: &GrammarReport) -> Markup {
    html! {
        @if prefix.is_empty() { "at the beginning of the text" } @else { "after " (tokens(prefix, report)) }
    }
}

/// A text, with every invisible character escaped.
pub fn characters(text: &str) -> Markup {
    html! {
        @if text.is_empty() { "nothing" } @else { code { (text.escape_debug()) } }
    }
}

/// Tokens in a row, each with a link if it has a production.
pub fn tokens<'t, T: Display + 't>(
    tokens: impl IntoIterator<Item = &'t T>,
    report: &GrammarReport,
) -> Markup {
    let tokens: Vec<&T> = tokens.into_iter().collect();
    html! { span.tokens { (separated(&tokens, " ", |token| ebnf(token, report))) } }
}

/// All, with this text between them.
pub fn separated<T>(all: &[T], between: &str, one: impl Fn(&T) -> Markup) -> Markup {
    html! {
        @for (index, item) in all.iter().enumerate() {
            @if index > 0 { (between) }
            (one(item))
        }
    }
}

/// Nothing, if there is none.
pub fn list<T>(all: impl IntoIterator<Item = T>, one: impl Fn(T) -> Markup) -> Option<Markup> {
    let items: Vec<Markup> = all.into_iter().map(one).collect();
    (!items.is_empty()).then(|| {
        html! { ul { @for item in items { li { (item) } } } }
    })
}
