//! The page of a grammar: its verdicts, its productions, and the findings in it as a whole.
//!
//! To add a section, add a function to [`SECTIONS`]. It makes a section of plain data, or nothing.

use super::anchors::{DEPARTURES, FINDINGS, FLAWS, LL1, LR, OVERLAPS, PRODUCTIONS, TIES};
use super::content::{GrammarReport, ReportedProduction, Website};
use super::coverage;
use super::markup::{behind, characters, list, tokens};
use super::matrix;
use super::notation::{LinkedNotation, ebnf, linked, mentioning, prose, reference};
use super::page::{ReportPage, Section};
use super::production;
use super::verdicts::verdicts;
use maud::{Markup, html};
use toolkit::hygiene::Flaw;
use toolkit::lr::LrConflict;
use toolkit::{ProductionKind, ProductionSummary};

const SECTIONS: &[fn(&GrammarReport) -> Option<Section>] = &[
    departures,
    findings,
    ll1_conflicts,
    ties,
    lr_conflicts,
    flaws,
    overlaps,
    coverage::section,
];

/// `site` has all grammars, this one among them.
pub fn page(report: &GrammarReport, site: &Website<'_>) -> ReportPage {
    let sections = SECTIONS.iter().filter_map(|section| section(report));
    let mut sections: Vec<Section> = sections.collect();
    sections.extend(matrix::section(report, site));
    ReportPage {
        file: report.file(),
        title: report.name.clone(),
        contents: Some(contents(report, &sections)),
        content: html! {
            (heading(report, site))
            (productions(report, site).markup())
            @for section in &sections { (section.markup()) }
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
            @for verdict in verdicts(report, site) {
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
                        @for production in productions { li { (entry(production, report)) } }
                    }
                }
            }
        }
    }
}

fn entry(production: &ProductionSummary, report: &GrammarReport) -> Markup {
    let departs = !production.departures.is_empty();
    let mut conflicts = report.analyses.ll1.iter();
    let conflicts = conflicts.any(|conflict| conflict.production == production.name);
    let has_unused_cases = coverage::has_unused_cases(production, report);
    html! {
        a href={ "#" (production.name) } {
            @if let Some(number) = &production.number { span.number { "[" (number) "]" } " " }
            (production.name)
        }
        @if departs { " " span.mark title="departures are declared" { "*" } }
        @if has_unused_cases { " " span.mark title="has cases that no test uses" { "○" } }
        @if conflicts { " " span.mark.bad title="has LL(1) conflicts" { "!" } }
    }
}

fn productions(report: &GrammarReport, site: &Website<'_>) -> Section {
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
        production::markup(&subject, is_first)
    };
    Section {
        id: PRODUCTIONS,
        title: "Productions",
        content: html! {
            @for (index, production) in productions.iter().enumerate() { (one(index, production)) }
        },
    }
}

fn departures(report: &GrammarReport) -> Option<Section> {
    let rows: Vec<_> = report
        .departing()
        .flat_map(|production| {
            production
                .departures
                .iter()
                .map(move |one| (production, one))
        })
        .collect();
    (!rows.is_empty()).then(|| Section {
        id: DEPARTURES,
        title: "Departures",
        content: html! {
            p { "Where a rule of the PEG does not say the same as its production in the same way, and why." }
            div.scroll { table.departures {
                thead { tr { th { "Production" } th { "Kind" } th { "Reason" } } }
                tbody { @for (production, departure) in rows { tr {
                    th scope="row" { code { (reference(&production.name, report)) } }
                    td { (departure.kind.name()) }
                    td { (prose(departure.correction().0)) }
                } } }
            } }
        },
    })
}

fn findings(report: &GrammarReport) -> Option<Section> {
    let findings = &report.check.as_ref()?.findings;
    Some(Section {
        id: FINDINGS,
        title: "Findings of the mirror check",
        content: list(findings, |finding| {
            html! { code { (reference(&finding.rule, report)) } ": " (production::finding(finding)) }
        })?,
    })
}

/// Each conflict is with its production; here are the ways there.
fn ll1_conflicts(report: &GrammarReport) -> Option<Section> {
    Some(Section {
        id: LL1,
        title: "LL(1) conflicts",
        content: list(&report.analyses.ll1, |conflict| {
            html! {
                code { (reference(&conflict.production, report)) } ": " (conflict.kind) " at "
                (ebnf(&conflict.place, report)) ", on " (tokens(&conflict.shared, report))
            }
        })?,
    })
}

/// The tokens between which their length does not decide, where the grammar has to; and those of which that is open.
fn ties(report: &GrammarReport) -> Option<Section> {
    let ties = report.analyses.ties.iter().map(|tie| {
        html! {
            code { (reference(&tie.production, report)) } ": " (ebnf(&tie.overlap.first, report)) " and "
            (ebnf(&tie.overlap.second, report)) " at " (ebnf(&tie.place, report)) ", both match "
            (characters(&tie.overlap.example))
        }
    });
    let undecided = report.analyses.overlaps.undecided.iter();
    let undecided = undecided.map(|([first, second], why)| {
        html! { (ebnf(first, report)) " and " (ebnf(second, report)) ": " (why) }
    });
    Some(Section {
        id: TIES,
        title: "Tokens that tie",
        content: list(ties.chain(undecided), |tie| tie)?,
    })
}

fn lr_conflicts(report: &GrammarReport) -> Option<Section> {
    Some(Section {
        id: LR,
        title: "LR conflicts",
        content: list(&report.analyses.lr.conflicts, |conflict| {
            lr_conflict(conflict, report)
        })?,
    })
}

fn lr_conflict(conflict: &LrConflict, report: &GrammarReport) -> Markup {
    let class = match conflict.merged_with {
        Some(_) => "LALR(1)",
        None => "LR(1)",
    };
    let prefixes = [&conflict.prefix, &conflict.merged_with];
    html! {
        span.label.bad { (class) } " " (conflict.kind) " on " @for lookahead in &conflict.lookaheads { (ebnf(lookahead, report)) " " }
        @for item in &conflict.items {
            pre.notation { code { (linked(item, LinkedNotation::Ebnf, report)) } }
        }
        @for prefix in prefixes.into_iter().flatten() { div { (behind(prefix, report)) } }
    }
}

fn flaws(report: &GrammarReport) -> Option<Section> {
    Some(Section {
        id: FLAWS,
        title: "Untidy productions",
        content: list(&report.analyses.flaws, |flaw| flaw_markup(flaw, report))?,
    })
}

fn flaw_markup(flaw: &Flaw, report: &GrammarReport) -> Markup {
    html! {
        span.label.bad { (flaw.kind()) } " "
        (mentioning(&flaw.to_string(), flaw.productions(), report))
    }
}

fn overlaps(report: &GrammarReport) -> Option<Section> {
    let overlaps = &report.analyses.overlaps;
    let is_empty = overlaps.pairs.is_empty() && overlaps.unknown.is_empty();
    (!is_empty).then(|| Section {
        id: OVERLAPS,
        title: "Terminals that overlap",
        content: html! {
            p { "Pairs that can match the same characters, and the shortest of these." }
            div.scroll { table {
                thead { tr { th { "Terminal" } th { "Terminal" } th { "Example" } } }
                tbody { @for pair in &overlaps.pairs { tr {
                    td { (ebnf(&pair.first, report)) }
                    td { (ebnf(&pair.second, report)) }
                    td { (characters(&pair.example)) }
                } } }
            } }
            @for token in &overlaps.unknown { p { "What " (ebnf(token, report)) " matches cannot be told." } }
        },
    })
}
