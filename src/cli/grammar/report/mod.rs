//! `turtle-peg grammar report`: all that is known of grammars, as pages to read in a browser.
//!
//! From grammars to what is known of them ([`content`]), from that to pages ([`index`], [`grammar`]), from these to files.
//!
//! Invariants: the pages need no network, and but for the search no script. The same grammars give the same files, to the
//! letter. Whatever a grammar says is escaped. An address has an anchor; a name that has no production is no link.

mod content;
mod grammar;
mod index;
mod notation;
mod page;
mod production;
mod search;

use super::GrammarSource;
use super::survey::ask_all;
use crate::cli::{Status, report};
use anyhow::Context;
use content::GrammarReport;
use page::Page;
use std::path::{Path, PathBuf};

/// Write all that is known of grammars as pages for a browser
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-peg grammar report -o report                     every dialect; then open report/index.html
  turtle-peg grammar report -o report edited.pest turtle-1.2
  turtle-peg grammar report -o report edited.ebnf

There is an index, and a page for each grammar: every production with its EBNF, railroad diagram, PEG, departures, uses, \
FIRST, FOLLOW and conflicts, each name a link to its production; then what `grammar check`, `ll1`, `lint` and `overlaps` \
say. The pages need no network, and no script but for the search by name.

The directory is made if there is none. Files of an earlier report are replaced, others are left alone.")]
pub struct Arguments {
    /// Dialects, or files: NAME.pest, NAME.ebnf [default: every dialect]
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true)]
    grammars: Vec<GrammarSource>,

    /// Where to write the pages
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

/// A file of the site.
struct File {
    name: String,
    text: String,
}

pub fn run(arguments: &Arguments) -> anyhow::Result<Status> {
    let grammars = GrammarSource::or_all_dialects(&arguments.grammars);
    let mut status = Status::Fine;
    let mut reports = Vec::new();
    for gathered in ask_all(&grammars, GrammarReport::of) {
        match gathered {
            Ok(one) => reports.push(one),
            Err(error) => status = status.max(report(&error)),
        }
    }
    if reports.is_empty() {
        return Ok(status);
    }
    content::tell_apart(&mut reports);
    write(&arguments.output, &files(&reports))?;
    Ok(status)
}

/// The whole site.
fn files(reports: &[GrammarReport]) -> Vec<File> {
    let mut files = vec![
        File::new("report.css", include_str!("report.css")),
        File::new("search.js", include_str!("search.js")),
        File::new(search::INDEX, search::index(reports)),
    ];
    files.extend(pages(reports).iter().map(Page::file));
    files
}

/// A page that tells of something else than one grammar belongs here too.
fn pages(reports: &[GrammarReport]) -> Vec<Page> {
    let mut pages = vec![index::page(reports)];
    pages.extend(reports.iter().map(|one| grammar::page(one, reports)));
    pages
}

impl File {
    fn new(name: &str, text: impl Into<String>) -> Self {
        Self {
            name: name.to_owned(),
            text: text.into(),
        }
    }
}

fn write(directory: &Path, files: &[File]) -> anyhow::Result<()> {
    std::fs::create_dir_all(directory).with_context(|| directory.display().to_string())?;
    for file in files {
        let path = directory.join(&file.name);
        std::fs::write(&path, &file.text).with_context(|| path.display().to_string())?;
    }
    let index = directory.join(index::FILE);
    eprintln!("{} files written; open {}", files.len(), index.display());
    Ok(())
}
