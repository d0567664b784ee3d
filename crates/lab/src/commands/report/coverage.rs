//! A grammar's coverage by its tests.
//!
//! Invariant: the numbers are those of `coverage`; a grammar without tests has nothing of this on its page.

use super::anchors::COVERAGE;
use super::content::{GrammarReport, ReportedProduction};
use super::document::document;
use super::markup::list;
use super::notation::{LinkedNotation, linked, reference};
use super::page::Section;
use crate::analyses::{suite::StoppedTest, suite::SuiteCoverage};
use cli::counted::counted;
use maud::{Markup, html};
use toolkit::ebnf::Marked;
use toolkit::{Case, ProductionSummary};

/// A case of a grammar.
#[derive(Clone, Copy)]
struct MeasuredCase<'f> {
    case: &'f Case,
    /// How many documents use it.
    documents: usize,
    /// A document that would use it, if none does.
    sentence: Option<&'f str>,
}

fn cases(suite: &SuiteCoverage) -> impl Iterator<Item = MeasuredCase<'_>> {
    let cases = suite.coverage.cases().iter().enumerate();
    cases.map(|(place, case)| MeasuredCase {
        case,
        documents: suite.coverage.count(place),
        sentence: suite.sentences.get(&place).map(String::as_str),
    })
}

pub fn has_unused_cases(production: &ProductionSummary, report: &GrammarReport) -> bool {
    let mut cases = report.coverage.iter().flat_map(cases);
    cases.any(|one| one.documents == 0 && one.case.production == production.name)
}

/// The cases of a production, those first that no document uses, and the negative tests that stop in it.
pub fn fact(subject: &ReportedProduction<'_>) -> Option<Markup> {
    let &ReportedProduction {
        production, report, ..
    } = subject;
    let suite = report.coverage.as_ref()?;
    let own = cases(suite).filter(|one| one.case.production == production.name);
    let (unused, used): (Vec<_>, Vec<_>) = own.partition(|one| one.documents == 0);
    let stops = suite.stops.iter();
    let stops = stops.filter(|stop| stop.production.as_ref() == Some(&production.name));
    let parts = [
        list(unused, |one| unused_case(one, report)),
        used_cases(&used, report),
        stopped(&stops.collect::<Vec<_>>()),
    ];
    let is_empty = parts.iter().all(Option::is_none);
    (!is_empty).then(|| html! { @for part in parts.iter().flatten() { (part) } })
}

fn unused_case(one: MeasuredCase<'_>, report: &GrammarReport) -> Markup {
    html! {
        span.label.bad { "no test" } " " (way(one.case, report))
        @match one.sentence {
            Some(sentence) => { div { "would be used by " (document(sentence)) } },
            None => div { "no document found" },
        }
    }
}

/// Which way, and where in the production.
fn way(case: &Case, report: &GrammarReport) -> Markup {
    html! { (case.way) " " code.place { (marked(&case.place, report)) } }
}

/// A right side, with the part that is meant marked.
fn marked(place: &Marked, report: &GrammarReport) -> Markup {
    let linked = |text| linked(text, LinkedNotation::Ebnf, report);
    html! { (linked(&place.before)) mark { (linked(&place.marked)) } (linked(&place.after)) }
}

fn used_cases(used: &[MeasuredCase<'_>], report: &GrammarReport) -> Option<Markup> {
    (!used.is_empty()).then(|| {
        html! {
            details {
                summary { (counted(used.len(), "case")) " used" }
                table.cases { tbody { @for one in used { tr {
                    td.count { (counted(one.documents, "document")) }
                    td { (way(one.case, report)) }
                } } } }
            }
        }
    })
}

fn stopped(stops: &[&StoppedTest]) -> Option<Markup> {
    let verb = if stops.len() == 1 { "stops" } else { "stop" };
    let items = list(stops, |stop| {
        html! { code { (test(&stop.test)) } @if let Some(error) = &stop.error { ": " (error) } }
    })?;
    Some(html! {
        details {
            summary { (counted(stops.len(), "negative test")) " " (verb) " here" }
            (items)
        }
    })
}

/// The part of a test's IRI that is its own.
fn test(iri: &str) -> &str {
    iri.rsplit_once(['#', '/']).map_or(iri, |(_, own)| own)
}

/// All of it: the totals, the unused cases, the tests that do not count, the places where negative tests stop.
pub fn section(report: &GrammarReport) -> Option<Section> {
    let suite = report.coverage.as_ref()?;
    let unused: Vec<_> = cases(suite).filter(|one| one.documents == 0).collect();
    let parts = [
        remarks(suite, report),
        unused_table(&unused, report),
        stops_table(suite, report),
        not_counted(suite),
    ];
    Some(Section {
        id: COVERAGE,
        title: "Coverage",
        content: html! {
            p { (suite.total()) "; " (suite.stops.len()) " negative ones were tried." }
            @for part in parts.iter().flatten() { (part) }
        },
    })
}

fn remarks(suite: &SuiteCoverage, report: &GrammarReport) -> Option<Markup> {
    list(suite.remarks(), |(production, remark)| {
        html! { code { (reference(production, report)) } " " (remark) "." }
    })
}

fn unused_table(unused: &[MeasuredCase<'_>], report: &GrammarReport) -> Option<Markup> {
    (!unused.is_empty()).then(|| {
        html! {
            h3 { "What no test uses" }
            div.scroll { table.unused {
                thead { tr { th { "Production" } th { "Case" } th { "Would be used by" } } }
                tbody { @for one in unused { tr {
                    th scope="row" { code { (reference(&one.case.production, report)) } }
                    td { (way(one.case, report)) }
                    td { @match one.sentence { Some(text) => (document(text)), None => "no document found" } }
                } } }
            } }
        }
    })
}

fn stops_table(suite: &SuiteCoverage, report: &GrammarReport) -> Option<Markup> {
    let places = suite.stops_by_place();
    (!places.is_empty()).then(|| {
        html! {
            h3 { "Where the negative tests stop" }
            div.scroll { table {
                thead { tr { th { "Production" } th { "Tests" } } }
                tbody { @for (place, count) in places { tr {
                    th scope="row" { code { (reference(place, report)) } }
                    td.count { (count) }
                } } }
            } }
        }
    })
}

fn not_counted(suite: &SuiteCoverage) -> Option<Markup> {
    let items = list(&suite.not_matched, |(test, error)| {
        html! { code { (test) } ": " (error) }
    })?;
    Some(html! {
        h3 { "Tests that are not counted" }
        (items)
    })
}
