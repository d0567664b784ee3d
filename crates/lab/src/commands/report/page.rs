//! The common frame of all pages.
//!
//! Invariant: an id that is not a production's name has a hyphen in it, and no name of a production has one; so ids differ.

use super::anchors::INDEX;
use super::search;
use maud::{DOCTYPE, Markup, html};

/// One page.
pub struct ReportPage {
    /// The name of its file.
    pub file: String,
    /// Its title.
    pub title: String,
    /// The sections in the table of contents. None, if the page is short.
    pub contents: Option<Markup>,
    /// The content.
    pub content: Markup,
}

impl ReportPage {
    /// The name and the text of its file.
    pub fn written(self) -> (String, String) {
        let text = self.markup().into_string();
        (self.file, text)
    }

    fn markup(&self) -> Markup {
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (self.title) " · Grammar report" }
                    link rel="stylesheet" href="report.css";
                }
                body {
                    a.skip href="#main-content" { "Skip to content" }
                    header {
                        a.home href=(INDEX) { "Grammar report" }
                        (search::form())
                    }
                    div.columns[self.contents.is_some()] {
                        @if let Some(contents) = &self.contents { (contents) }
                        main #main-content { (self.content) }
                    }
                    footer { "Made by turtle-lab " (env!("CARGO_PKG_VERSION")) " from the grammars themselves." }
                    (search::scripts())
                }
            }
        }
    }
}
