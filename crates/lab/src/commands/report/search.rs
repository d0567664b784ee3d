//! The search by name: its form, and its index.
//!
//! Invariant: the form is there only if the script runs.

use super::content::GrammarReport;
use maud::{Markup, html};
use serde_json::{Value, json};

/// The file that tells the script which productions there are.
pub const INDEX: &str = "productions.js";

/// The script shows it.
pub fn form() -> Markup {
    html! {
        search #production-search hidden {
            form {
                label for="search-input" { "Search productions" }
                input #search-input type="search" placeholder="Production or number" autocomplete="off"
                    autocapitalize="off" spellcheck="false" aria-keyshortcuts="/";
                kbd aria-hidden="true" { "/" }
            }
            div #search-panel hidden {
                p #search-status role="status" {}
                ol #search-results {}
            }
        }
    }
}

pub fn scripts() -> Markup {
    html! {
        script src=(INDEX) {}
        script src="search.js" {}
    }
}

/// All productions of all grammars, as a script: a page that is opened as a file cannot read another.
pub fn index(reports: &[GrammarReport]) -> String {
    let entry = |report: &GrammarReport| {
        let productions = report.summary.productions.iter();
        let productions = productions
            .map(|production| json!([production.name, production.number, production.kind.name()]));
        json!({
            "grammar": report.name,
            "page": report.file(),
            "productions": productions.collect::<Value>(),
        })
    };
    let entries: Value = reports.iter().map(entry).collect();
    format!("const PRODUCTIONS = {entries};\n")
}
