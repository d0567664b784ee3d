//! The content of a page about a grammar, as plain data.
//!
//! Invariant: all that is computed is computed here; the pages only say it.

use super::told::ToldDocument;
use crate::analyses::{suite::SuiteCoverage, suite::measure};
use crate::commands::ll1::Ll1Answer;
use crate::commands::{impact::Impact, impact::JudgedGrammar, impact::SuiteDocument};
use crate::grammars::source::GrammarSource;
use crate::pages::notation::Addresses;
use conformance::Test;
use std::collections::HashSet;
use toolkit::{Analyses, Check, ProductionSummary, Summary, check};

/// The content of all pages.
pub struct Website<'r> {
    pub grammars: &'r [GrammarReport],
    pub pairs: Vec<Pair<'r>>,
    /// Documents with mistakes, as examples of messages.
    pub documents: Vec<ToldDocument>,
}

/// Two of the grammars: the one that is earlier among them, and the other.
pub struct Pair<'r> {
    pub before: &'r GrammarReport,
    pub after: &'r GrammarReport,
    /// The effects of the change from one to the other.
    pub impact: Impact,
}

/// A production, and the page that describes it.
pub struct ReportedProduction<'r> {
    pub production: &'r ProductionSummary,
    /// The grammar that it is of.
    pub report: &'r GrammarReport,
    /// All grammars, this one among them.
    pub site: &'r Website<'r>,
}

/// The facts about a grammar.
pub struct GrammarReport {
    pub source: GrammarSource,
    /// How it is called.
    pub name: String,
    /// The name of its page's file, without its extension.
    stem: String,
    /// Its productions.
    pub summary: Summary,
    /// Whether the PEG mirrors the productions; none, if there is no PEG.
    pub check: Option<Check>,
    pub analyses: Analyses,
    /// The results of its tests, if it has any.
    pub coverage: Option<SuiteCoverage>,
    /// The documents of its tests.
    documents: Vec<SuiteDocument>,
}

impl GrammarReport {
    /// Runs all analyses, and the tests, if there are any.
    pub fn of(source: &GrammarSource, tests: Option<&[Test]>) -> anyhow::Result<Self> {
        let at_fault = |error| source.fault(error);
        let specified = source.specified()?;
        let check = match source {
            GrammarSource::Ebnf(_) => None,
            GrammarSource::Dialect(_) | GrammarSource::Peg(_) => {
                Some(check(&source.literate()?, None).map_err(at_fault)?)
            }
        };
        Ok(Self {
            source: source.clone(),
            name: source.name(),
            stem: stem(source),
            summary: source.summary()?,
            check,
            analyses: Analyses::of(&specified).map_err(at_fault)?,
            coverage: tests
                .map(|tests| measure(source, tests, &[], || ()))
                .transpose()?,
            documents: SuiteDocument::all_of(tests.unwrap_or_default())?,
        })
    }

    /// The file of its page.
    pub fn file(&self) -> String {
        format!("{}.html", self.stem)
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

/// On its own page.
impl Addresses for GrammarReport {
    fn address(&self, name: &str) -> Option<String> {
        self.anchor(name)
    }
}

/// A grammar that another page than its own tells of.
pub struct FromAfar<'r>(pub &'r GrammarReport);

impl Addresses for FromAfar<'_> {
    fn address(&self, name: &str) -> Option<String> {
        let anchor = self.0.anchor(name)?;
        Some(self.0.file() + &anchor)
    }
}

impl<'r> Pair<'r> {
    /// Compares the two. The tests are those of the later, or of the earlier if it alone has tests.
    pub fn of(before: &'r GrammarReport, after: &'r GrammarReport) -> anyhow::Result<Self> {
        let documents = match after.documents.as_slice() {
            [] => &before.documents,
            documents => documents,
        };
        let judged = |report: &GrammarReport| -> anyhow::Result<JudgedGrammar> {
            let answer = Ll1Answer::from(&report.name, &report.source, &report.analyses)?;
            Ok(JudgedGrammar::with_answer(
                report.source.clone(),
                answer,
                documents,
            ))
        };
        let (earlier, later) = (judged(before)?, judged(after)?);
        Ok(Self {
            before,
            after,
            impact: Impact::between(&earlier, &later, documents)?,
        })
    }

    /// The file of its page: no other's, since no grammar has two hyphens in a row.
    pub fn file(&self) -> String {
        format!("{}--{}.html", self.before.stem, self.after.stem)
    }

    pub fn has(&self, report: &GrammarReport) -> bool {
        [self.before, self.after]
            .iter()
            .any(|own| std::ptr::eq(*own, report))
    }
}

impl<'r> Website<'r> {
    /// Whether any grammar has tests.
    pub fn is_measured(&self) -> bool {
        self.grammars.iter().any(|report| report.coverage.is_some())
    }

    /// From the last version of a dialect's language to this one.
    pub fn since_previous(&self, report: &GrammarReport) -> Option<&Pair<'r>> {
        let language = report.source.dialect()?.extension();
        let mut pairs = self.pairs.iter().rev();
        pairs.find(|pair| {
            let before = pair.before.source.dialect();
            std::ptr::eq(pair.after, report)
                && before.is_some_and(|before| before.extension() == language)
        })
    }
}

/// A name for the page's file that needs no escape in an address, without two hyphens in a row, and with none at its end.
fn stem(source: &GrammarSource) -> String {
    let name = match source {
        GrammarSource::Dialect(dialect) => dialect.name().into(),
        GrammarSource::Peg(file) | GrammarSource::Ebnf(file) => file.path.file_name().map_or_else(
            || file.path.to_string_lossy(),
            |name| name.to_string_lossy(),
        ),
    };
    let harmless = |character: char| match character {
        '.' | '-' | '_' => character,
        _ if character.is_ascii_alphanumeric() => character,
        _ => '_',
    };
    let name: String = name.chars().map(harmless).collect();
    name.replace("--", "__")
}

/// Gives pages of their own to grammars whose files are called alike.
pub fn tell_apart(reports: &mut [GrammarReport]) {
    let mut taken = HashSet::new();
    for report in reports {
        let plain = report.stem.clone();
        let mut count = 1;
        while !taken.insert(report.stem.to_ascii_lowercase()) {
            count += 1;
            report.stem = format!("{plain}-{count}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn no_file_is_called_like_that_of_a_pair() {
        for (path, expected) in [
            ("a/turtle-1.1--b.pest", "turtle-1.1__b.pest"),
            ("---b c.ebnf", "__-b_c.ebnf"),
        ] {
            let source: GrammarSource = path.parse().unwrap();
            assert_eq!(stem(&source), expected);
        }
    }
}
