//! `turtle-lab report`: all that is known of grammars, as pages to read in a browser.
//!
//! From grammars to facts about them ([`content`]), from these to pages ([`index`], [`grammar`], [`pair`]), from these
//! to files. Likewise from documents to what is said of them ([`told`]), and to its pages ([`messages`]).
//!
//! Invariants: the pages need no network, and but for the search no script. The same grammars give the same files, to the
//! letter. Whatever a grammar says is escaped. An address has an anchor; a name that has no production is not a link.

mod anchors;
mod content;
mod coverage;
mod grammar;
mod index;
mod matrix;
mod messages;
mod page;
mod pair;
mod production;
mod search;
mod sections;
mod suites;
mod told;
mod verdicts;

use crate::commands::survey::ask_all;
use crate::grammars::notes::tell_of_assumptions;
use crate::grammars::source::GrammarSource;
use anyhow::Context;
use cli::arguments::ManifestArguments;
use cli::output::write_file;
use cli::{Status, diagnostics, report};
pub use content::GrammarReport;
use content::{Pair, Website};
use page::ReportPage;
pub use sections::{UNUSED, of as sections, unused};
use std::path::{Path, PathBuf};
use suites::{Suite, Suites};
use told::ToldDocument;
pub use verdicts::verdicts;

/// Write the results of all analyses of grammars as pages for a browser
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab report -o report                     every dialect; then open report/index.html
  turtle-lab report -o report edited.pest turtle-1.2
  turtle-lab report -o report edited.ebnf
  turtle-lab report -o report turtle-1.1 turtle-1.2 \\
      --allow . --tests turtle-1.1=rdf11/rdf-turtle/manifest.ttl --tests turtle-1.2=rdf12/rdf-turtle/manifest.ttl
  turtle-lab report -o report --messages tests/messages --messages crates/cli/tests/lints

There is an index, and a page for each grammar: every production with its EBNF, railroad diagram, PEG, departures, uses, \
FIRST, FOLLOW and conflicts, each name a link to its production; then the results of `check`, `ll1`, `lint` and \
`overlaps`, and with --tests those of `coverage`. Each pair of grammars has a page with the results of `diff`; the first \
in the list is the earlier. All pairs are the default, so that you can compare any two; for all \
dialects this takes some seconds. With --messages, there is a page for each mistake, kind of fault and lint, with what \
`turtle-peg check --lint` says of the documents; a document's first line can name options: `# check --dialect turtle-1.1`. \
The pages need no network, and no script but for the search by name.

The directory is created if it does not exist. Files of an earlier report are replaced, others are left alone.")]
pub struct ReportArguments {
    /// Dialects, or files: NAME.pest, NAME.ebnf, NAME.html [default: every dialect]
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true)]
    grammars: Vec<GrammarSource>,

    /// Add a grammar's coverage by a test suite; may be given several times
    #[arg(long, value_name = "GRAMMAR=MANIFEST")]
    tests: Vec<Suite>,

    #[command(flatten)]
    files: ManifestArguments,

    /// Add pages about all messages, with the documents in this folder as examples; may be given several times
    #[arg(long, value_name = "DIR")]
    messages: Vec<PathBuf>,

    /// Pairs of grammars to compare
    #[arg(long, value_enum, value_name = "WHICH", default_value_t)]
    pairs: Pairs,

    /// Folder for the pages
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

/// Which grammars are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Pairs {
    /// Each with each
    #[default]
    All,
    /// Each with the next, as `diff` does
    Next,
    /// None
    None,
}

pub fn run(arguments: &ReportArguments) -> anyhow::Result<Status> {
    let grammars = GrammarSource::or_all_dialects(&arguments.grammars);
    tell_of_assumptions(&grammars);
    let suites = Suites::read(&arguments.tests, &arguments.files, &grammars)?;
    let mut status = Status::Fine;
    let mut reports = Vec::new();
    for gathered in ask_all(&grammars, |grammar| {
        GrammarReport::of(grammar, suites.of(grammar))
    }) {
        match gathered {
            Ok(one) => reports.push(one),
            Err(error) => status = status.max(report(&error)),
        }
    }
    if reports.is_empty() {
        return Ok(status);
    }
    content::tell_apart(&mut reports);
    let mut pairs = Vec::new();
    for compared in arguments.pairs.compared(&reports) {
        match compared {
            Ok(pair) => pairs.push(pair),
            Err(error) => status = status.max(report(&error)),
        }
    }
    let site = Website {
        grammars: &reports,
        pairs,
        documents: ToldDocument::all_in(&arguments.messages)?,
    };
    write(&arguments.output, &files(&site))?;
    Ok(status)
}

impl Pairs {
    fn compared(self, reports: &[GrammarReport]) -> Vec<anyhow::Result<Pair<'_>>> {
        let all = reports.iter().enumerate();
        let pairs = all.flat_map(|(place, before)| {
            let later = reports[place + 1..].iter();
            let wanted = later.take(self.most());
            wanted.map(move |after| (before, after))
        });
        let pairs: Vec<_> = pairs.collect();
        ask_all(&pairs, |(before, after)| Pair::of(before, after))
    }

    /// With how many of those after it each is compared at the most.
    fn most(self) -> usize {
        match self {
            Self::All => usize::MAX,
            Self::Next => 1,
            Self::None => 0,
        }
    }
}

/// The names and texts of all files.
fn files(site: &Website<'_>) -> Vec<(String, String)> {
    let files = [
        ("report.css", include_str!("report.css").to_owned()),
        ("search.js", include_str!("search.js").to_owned()),
        (search::INDEX, search::index(site.grammars)),
    ];
    let files = files
        .map(|(name, text)| (name.to_owned(), text))
        .into_iter();
    let pages = pages(site).into_iter();
    files.chain(pages.map(ReportPage::written)).collect()
}

/// A page that tells of something else than a grammar or two belongs here too.
fn pages(site: &Website<'_>) -> Vec<ReportPage> {
    let grammars = site.grammars.iter();
    let mut pages = vec![index::page(site)];
    pages.extend(grammars.map(|one| grammar::page(one, site)));
    pages.extend(site.pairs.iter().map(pair::page));
    pages.extend(messages::pages(site));
    pages
}

fn write(directory: &Path, files: &[(String, String)]) -> anyhow::Result<()> {
    std::fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
    for (name, text) in files {
        write_file(&directory.join(name), &["html"], text)?;
    }
    let index = directory.join(anchors::INDEX);
    diagnostics::note(&format_args!(
        "{} files written; open {}",
        files.len(),
        index.display()
    ));
    Ok(())
}
