//! What a page about a grammar is made of, as plain data.
//!
//! Invariant: all that is computed is computed here; the pages only say it.

use crate::cli::grammar::GrammarSource;
use std::collections::HashSet;
use turtle_peg::Dialect;
use turtle_peg::inspect::hygiene::{self, Flaw};
use turtle_peg::inspect::ll1::{self, Ll1Conflict};
use turtle_peg::inspect::lr::{self, LrReport};
use turtle_peg::inspect::overlap::{self, Overlaps};
use turtle_peg::inspect::{Check, ProductionSummary, Summary, check};

/// What there is to say of a grammar.
pub struct GrammarReport {
    /// How it is called.
    pub name: String,
    /// The file of its page.
    pub file: String,
    /// The dialect whose grammar it is; none, if it is a file's.
    pub dialect: Option<Dialect>,
    /// Its productions.
    pub summary: Summary,
    /// Whether the PEG mirrors the productions; none, if there is no PEG.
    pub check: Option<Check>,
    pub ll1_conflicts: Vec<Ll1Conflict>,
    pub lr_report: LrReport,
    pub flaws: Vec<Flaw>,
    pub overlaps: Overlaps,
}

impl GrammarReport {
    /// Runs all analyses.
    pub fn of(source: &GrammarSource) -> anyhow::Result<Self> {
        let at_fault = |error| source.fault(error);
        let specified = source.specified()?;
        let check = match source {
            GrammarSource::Ebnf(_) => None,
            GrammarSource::Dialect(_) | GrammarSource::Peg(_) => {
                Some(check(&source.literate()?, None).map_err(at_fault)?)
            }
        };
        Ok(Self {
            name: source.name(),
            file: file(source),
            dialect: match source {
                GrammarSource::Dialect(dialect) => Some(*dialect),
                GrammarSource::Peg(_) | GrammarSource::Ebnf(_) => None,
            },
            summary: source.summary()?,
            check,
            ll1_conflicts: ll1::conflicts(&specified),
            lr_report: lr::analyse(&specified).map_err(at_fault)?,
            flaws: hygiene::flaws(&specified),
            overlaps: overlap::overlaps(&specified),
        })
    }

    /// Where on its own page a production is, if it has one of this name.
    pub fn anchor(&self, name: &str) -> Option<String> {
        self.summary.production(name)?;
        Some(format!("#{name}"))
    }

    /// The productions, and the rules that only the PEG has, with declared departures.
    pub fn departing(&self) -> impl Iterator<Item = &ProductionSummary> {
        let productions = self.summary.productions.iter();
        productions.filter(|production| !production.departures.is_empty())
    }
}

/// A name for the page's file that needs no escape in an address.
fn file(source: &GrammarSource) -> String {
    let name = match source {
        GrammarSource::Dialect(dialect) => dialect.name().into(),
        GrammarSource::Peg(path) | GrammarSource::Ebnf(path) => path
            .file_name()
            .map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy()),
    };
    let harmless = |character: char| match character {
        '.' | '-' | '_' => character,
        _ if character.is_ascii_alphanumeric() => character,
        _ => '_',
    };
    name.chars().map(harmless).collect::<String>() + ".html"
}

/// Gives pages of their own to grammars whose files are called alike.
pub fn tell_apart(reports: &mut [GrammarReport]) {
    let mut taken = HashSet::new();
    for report in reports {
        let plain = report.file.clone();
        let mut count = 1;
        while !taken.insert(report.file.to_ascii_lowercase()) {
            count += 1;
            report.file = plain.replace(".html", &format!("-{count}.html"));
        }
    }
}
