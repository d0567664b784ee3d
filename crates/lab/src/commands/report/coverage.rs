//! The cases of a production that its grammar's tests use.
//!
//! Invariant: the numbers are those of `coverage`; a grammar without tests has nothing of this on its page.

use super::content::ReportedProduction;
use crate::pages::section::words;
use cli::counted::counted;
use maud::{Markup, html};

/// The used cases of a production, and how many documents use each. None, if there are none.
pub fn used(subject: &ReportedProduction<'_>) -> Option<Markup> {
    let coverage = &subject.report.coverage.as_ref()?.coverage;
    let cases = coverage.cases().iter().enumerate();
    let counts = cases.map(|(place, case)| (case, coverage.count(place)));
    let own = |name: &str| name == subject.production.name;
    let used = counts.filter(|(case, count)| *count > 0 && own(&case.production));
    let used: Vec<_> = used.collect();
    (!used.is_empty()).then(|| {
        html! {
            details {
                summary { (counted(used.len(), "case")) " used" }
                table.cases { tbody { @for (case, count) in used { tr {
                    td.count { (counted(count, "document")) }
                    td { (words(case.way.name()).text(" ").marked(&case.place).html(subject.report)) }
                } } } }
            }
        }
    })
}
