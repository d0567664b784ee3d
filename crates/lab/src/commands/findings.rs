//! `turtle-lab findings`: a page with the toolkit's findings in the dialects' grammars.

use crate::commands::report::{GrammarReport, sections, verdicts};
use crate::commands::survey::ask_all;
use crate::grammars::source::GrammarSource;
use crate::pages::section::{Fact, Section, SectionTable, side_by_side, words};
use cli::Status;
use cli::output::Output;

/// Print a survey of grammars, as Markdown: departures, conflicts, flaws, overlaps
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab findings > findings.md      a generated part of docs/FINDINGS.md
  turtle-lab findings edited.pest

The chapters are those of `report`, side by side for all grammars: the results of `show`, `check --certificate`, `ll1`, `lint` and \
`overlaps`.")]
pub struct FindingsArguments {
    /// Dialects, or files: NAME.pest, NAME.ebnf, NAME.html [default: every dialect]
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true)]
    grammars: Vec<GrammarSource>,
}

/// Where the reader finds more.
const REMARKS: &str = "\
[grammar/README.md](../grammar/README.md) says what each kind of departure allows. `turtle-lab check --certificate` lists the \
obligations one by one, with the argument that shows each.
";

pub fn run(arguments: &FindingsArguments) -> anyhow::Result<Status> {
    let grammars = GrammarSource::or_all_dialects(&arguments.grammars);
    let mut reports = Vec::new();
    for report in ask_all(&grammars, |grammar| GrammarReport::of(grammar, None)) {
        reports.push(report?);
    }
    let mut output = Output::new();
    output.show_file(&page(&reports))?;
    output.flush()?;
    Ok(Status::Fine)
}

/// The verdicts on all grammars, and then the facts, section by section; no section without facts.
fn page(reports: &[GrammarReport]) -> String {
    let mut page = format!("## Verdicts\n\n{}\n{REMARKS}", overview(reports).markdown());
    let all: Vec<Vec<Section>> = reports.iter().map(sections).collect();
    let count = all.iter().map(Vec::len).max().unwrap_or_default();
    for place in 0..count {
        let own = reports.iter().zip(&all);
        let own = own.filter_map(|(report, own)| Some((report.name.as_str(), own.get(place)?)));
        let section = side_by_side(&own.collect::<Vec<_>>());
        if let Some(section) = section.filter(|section| section.facts().next().is_some()) {
            page += &format!("\n## {}\n\n{}", section.title, section.markdown());
        }
    }
    page
}

fn overview(reports: &[GrammarReport]) -> SectionTable {
    let verdicts = reports
        .iter()
        .map(|report| (report, verdicts(report, false)));
    let verdicts: Vec<_> = verdicts.collect();
    let titles = verdicts.first().map(|(_, verdicts)| verdicts.iter());
    let titles = titles.into_iter().flatten().map(|verdict| verdict.title);
    let head: Vec<&'static str> = ["grammar"].into_iter().chain(titles).collect();
    let facts = verdicts.iter().map(|(report, verdicts)| {
        let cells = verdicts.iter().map(|verdict| words(&verdict.text));
        Fact::about(&[&report.name], cells)
    });
    SectionTable::new(&head, facts.collect())
}
