//! All pairs of grammars, with links to their pages.
//!
//! Invariant: a pair that has a page is in it, and no other; without pairs it is empty.

use super::anchors::COMPARED;
use super::content::{GrammarReport, Pair, Website};
use crate::pages::section::{Fact, Section, SectionPart, Words, words};
use cli::counted::counted;
use maud::{Markup, html};
use toolkit::ChangeKind;

/// On the index: a row for each grammar that is the earlier of two, a column for each that is the later.
pub fn markup(site: &Website<'_>) -> Option<Markup> {
    let is_in = |pick: fn(&Pair<'_>) -> *const GrammarReport| {
        let all = site.grammars.iter();
        let those = all.filter(move |report| {
            let mut pairs = site.pairs.iter();
            pairs.any(|pair| std::ptr::eq(pick(pair), *report))
        });
        those.collect::<Vec<_>>()
    };
    let earlier = is_in(|pair| pair.before);
    let later = is_in(|pair| pair.after);
    (!site.pairs.is_empty()).then(|| {
        html! {
            section #compared-pairs {
                h2 { "Compared" }
                p { "What changed from one grammar to another, with documents that show it." }
                div.scroll { table.matrix {
                    thead { tr {
                        th { "From \\ to" }
                        @for report in &later { th scope="col" { (report.name) } }
                    } }
                    tbody { @for before in earlier { tr {
                        th scope="row" { a href=(before.file()) { (before.name) } }
                        @for after in &later {
                            (cell(site, before, after))
                        }
                    } } }
                } }
            }
        }
    })
}

fn cell(site: &Website<'_>, before: &GrammarReport, after: &GrammarReport) -> Markup {
    let mut pairs = site.pairs.iter();
    let pair =
        pairs.find(|pair| std::ptr::eq(pair.before, before) && std::ptr::eq(pair.after, after));
    html! {
        @match pair {
            None => td {},
            Some(pair) => td data-title={ "to " (after.name) } {
                a href=(pair.file()) aria-label={ (title(pair)) ": " (count(pair)) } { (count(pair)) }
            },
        }
    }
}

/// On the page of a grammar: all pairs that it is in.
pub fn section(report: &GrammarReport, site: &Website<'_>) -> Section {
    let pairs = site.pairs.iter().filter(|pair| pair.has(report));
    let facts = pairs.map(|pair| {
        let link = Words::default().link(title(pair), pair.file());
        Fact::of([link, words(pair.impact.compared.counts())])
    });
    Section {
        id: COMPARED,
        title: "Compared with".to_owned(),
        parts: vec![SectionPart::facts(
            &["grammars", "changes"],
            facts.collect(),
        )],
    }
}

/// `turtle-1.1 → turtle-1.2`.
pub fn title(pair: &Pair<'_>) -> String {
    format!("{} → {}", pair.before.name, pair.after.name)
}

/// How many changes there are.
fn count(pair: &Pair<'_>) -> String {
    let changes = pair.impact.compared.diff.changes.iter();
    let changed = changes.filter(|change| change.kind() != ChangeKind::Unchanged);
    match changed.count() {
        0 => "same".to_owned(),
        count => counted(count, "change"),
    }
}
