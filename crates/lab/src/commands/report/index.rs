//! The first page: all grammars, side by side.

use super::anchors::INDEX;
use super::content::{GrammarReport, Website};
use super::page::ReportPage;
use super::verdicts::verdicts;
use super::{matrix, messages};
use maud::{Markup, html};

pub fn page(site: &Website<'_>) -> ReportPage {
    let titles = site
        .grammars
        .first()
        .map(|report| verdicts(report, site.is_measured()));
    ReportPage {
        file: INDEX.to_owned(),
        title: "Grammars".to_owned(),
        contents: None,
        content: html! {
            h1 { "Grammars" }
            div.scroll { table.overview {
                thead { tr {
                    th { "Grammar" }
                    @for verdict in titles.iter().flatten() { th { (verdict.title) } }
                } }
                tbody { @for report in site.grammars { (row(report, site)) } }
            } }
            @if !site.documents.is_empty() {
                p { a href=(messages::LIST) { "Messages" } ": each mistake, fault and lint, with examples" }
            }
            (legend(site))
            @if let Some(matrix) = matrix::markup(site) { (matrix) }
        },
    }
}

fn row(report: &GrammarReport, site: &Website<'_>) -> Markup {
    html! {
        tr {
            th scope="row" {
                a href=(report.file()) { (report.name) }
                @if let Some(dialect) = report.source.dialect() {
                    div.note {
                        (dialect.title()) ", "
                        a href=(dialect.specification_url()) { (dialect.specification()) }
                    }
                }
            }
            @for verdict in verdicts(report, site.is_measured()) {
                td data-title=(verdict.title) { (verdict.markup(&report.file())) }
            }
        }
    }
}

fn legend(site: &Website<'_>) -> Markup {
    html! {
        dl.legend {
            div { dt { "Departing" } dd { "Productions whose rule in the PEG does not say the same in the same way, for a declared reason." } }
            div { dt { "Mirror check" } dd { "Whether each rule says what its production says, but for these, and matches what is meant." } }
            div { dt { "Obligations" } dd { "What has to hold so that the PEG accepts just the texts that its productions mean." } }
            div { dt { "LL(1), LR(1), LALR(1)" } dd { "Whether one token of lookahead is enough, from the top down or from the bottom up; terminals are tokens." } }
            div { dt { "Ties" } dd { "Tokens of one length at one place, between which the grammar has to decide." } }
            div { dt { "Flaws" } dd { "Productions that are unreachable, undefined, there twice, or begin with themselves." } }
            div { dt { "Overlaps" } dd { "Pairs of terminals that can match the same characters." } }
            @if site.is_measured() {
                div { dt { "Coverage" } dd { "How many of the ways that the productions can go the positive tests use." } }
            }
        }
    }
}
