//! The page of a grammar: its verdicts, its productions, and the [facts](sections) about it.

use super::anchors::{COVERAGE, DEPARTURES, LL1, PRODUCTIONS};
use super::content::{GrammarReport, ReportedProduction, Website};
use super::page::ReportPage;
use super::verdicts::verdicts;
use super::{matrix, production, sections};
use crate::pages::section::{Section, framed};
use maud::{Markup, html};
use toolkit::{ProductionKind, ProductionSummary};

/// `site` has all grammars, this one among them.
pub fn page(report: &GrammarReport, site: &Website<'_>) -> ReportPage {
    let mut sections = sections::of(report);
    sections.push(matrix::section(report, site));
    sections.retain(|section| section.facts().next().is_some());
    ReportPage {
        file: report.file(),
        title: report.name.clone(),
        contents: Some(contents(report, &sections)),
        content: html! {
            (heading(report, site))
            (productions(report, site, &sections))
            @for section in &sections { (section.html(report)) }
        },
    }
}

fn heading(report: &GrammarReport, site: &Website<'_>) -> Markup {
    html! {
        h1 { (report.name) }
        @if let Some(dialect) = report.source.dialect() {
            p { (dialect.title()) ", " (dialect.specification()) ". "
                a href=(dialect.specification_url()) { (dialect.specification_url()) } }
        }
        dl.verdicts {
            @for verdict in verdicts(report, site.is_measured()) {
                div { dt { (verdict.title) } dd { (verdict.markup("")) } }
            }
        }
    }
}

fn contents(report: &GrammarReport, sections: &[Section]) -> Markup {
    let of = |kinds: &[ProductionKind]| -> Vec<&ProductionSummary> {
        let productions = report.summary.productions.iter();
        productions
            .filter(|one| kinds.contains(&one.kind))
            .collect()
    };
    let groups = [
        ("Productions", of(&[ProductionKind::Nonterminal])),
        ("Terminals", of(&[ProductionKind::Terminal])),
        (
            "Trivia and auxiliary rules",
            of(&[ProductionKind::Trivia, ProductionKind::Auxiliary]),
        ),
    ];
    html! {
        nav.contents aria-label="Contents" {
            ul.sections {
                li { a href={ "#" (PRODUCTIONS) } { "Productions" } }
                @for section in sections { li { a href={ "#" (section.id) } { (section.title) } } }
            }
            @for (title, productions) in groups {
                @if !productions.is_empty() {
                    h2 { (title) }
                    ol {
                        @for production in productions { li { (entry(production, sections)) } }
                    }
                }
            }
        }
    }
}

/// The signs of the facts that a reader looks for, and what they stand for.
const MARKS: [(&str, &str, &str); 3] = [
    (DEPARTURES, "*", "departures are declared"),
    (COVERAGE, "○", "has cases that no test uses"),
    (LL1, "!", "has LL(1) conflicts"),
];

fn entry(production: &ProductionSummary, sections: &[Section]) -> Markup {
    let has = |id: &str| {
        let mut own = sections.iter().filter(|section| section.id == id);
        own.any(|section| section.facts_about(&production.name).next().is_some())
    };
    html! {
        a href={ "#" (production.name) } {
            @if let Some(number) = &production.number { span.number { "[" (number) "]" } " " }
            (production.name)
        }
        @for (_, sign, meaning) in MARKS.into_iter().filter(|(id, ..)| has(id)) {
            " " span.mark.bad[sign == "!"] title=(meaning) { (sign) }
        }
    }
}

fn productions(report: &GrammarReport, site: &Website<'_>, sections: &[Section]) -> Markup {
    let productions = &report.summary.productions;
    let one = |index: usize, production: &ProductionSummary| {
        let is_first = productions[..index]
            .iter()
            .all(|before| before.name != production.name);
        let subject = ReportedProduction {
            production,
            report,
            site,
        };
        production::markup(&subject, sections, is_first)
    };
    let all = html! { @for (index, production) in productions.iter().enumerate() { (one(index, production)) } };
    framed(PRODUCTIONS, "Productions", &all)
}
