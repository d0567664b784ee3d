//! Text that an editor shows beside a document, in the form that it can show.
//!
//! Invariant: no character of a document has a meaning in Markdown.

use advice::visible::message;
use lsp_types::{Hover, MarkupContent, MarkupKind, Range};
use serde_json::Value;

/// The form of such a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextForm {
    #[default]
    Markdown,
    Plain,
}

impl TextForm {
    /// The first form of an editor's list, which is the one that it likes best; Markdown, if there is no list.
    pub fn preferred(list: Option<&Value>) -> Self {
        let forms = list.and_then(Value::as_array).into_iter().flatten();
        let mut known = forms.filter_map(|form| match form.as_str()? {
            "markdown" => Some(Self::Markdown),
            "plaintext" => Some(Self::Plain),
            _ => None,
        });
        known.next().unwrap_or_default()
    }

    /// A text as code.
    pub fn code(self, text: &str) -> String {
        let text = message(text);
        // The fence is longer than all runs of its sign within.
        let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
        let fence = "`".repeat(longest + 1);
        match (self, longest) {
            (Self::Plain, _) => text,
            (Self::Markdown, 0) => format!("{fence}{text}{fence}"),
            (Self::Markdown, _) => format!("{fence} {text} {fence}"),
        }
    }

    /// A text in one line.
    pub fn line(self, text: &str) -> String {
        let words: Vec<&str> = text.split_whitespace().collect();
        let text = message(&words.join(" "));
        let mut line = String::with_capacity(text.len());
        for character in text.chars() {
            if self == Self::Markdown && character.is_ascii_punctuation() {
                line.push('\\');
            }
            line.push(character);
        }
        line
    }

    /// A text in one line that is to be seen first.
    pub fn strong_line(self, text: &str) -> String {
        let line = self.line(text);
        match self {
            Self::Markdown => format!("**{line}**"),
            Self::Plain => line,
        }
    }

    /// Lines of a language, as a paragraph.
    pub fn block(self, language: &str, lines: &str) -> String {
        match self {
            Self::Markdown => format!("```{language}\n{lines}\n```\n\n"),
            Self::Plain => format!("{lines}\n\n"),
        }
    }

    pub fn link(self, title: &str, address: &str) -> String {
        match self {
            Self::Markdown => format!("[{title}]({address})"),
            Self::Plain => format!("{title} ({address})"),
        }
    }

    /// The answer about a range.
    pub fn hover(self, text: &str, range: Range) -> Hover {
        let kind = match self {
            Self::Markdown => MarkupKind::Markdown,
            Self::Plain => MarkupKind::PlainText,
        };
        Hover {
            contents: MarkupContent::new(kind, text.trim_end().to_owned()).into(),
            range: Some(range),
        }
    }
}
