//! The verdicts on a grammar, for the first page and for its own.
//!
//! Invariant: a verdict that a section explains is a link to that section.

use super::anchors;
use super::content::GrammarReport;
use crate::commands::certificate;
use cli::counted::counted;
use maud::{Markup, html};
use toolkit::lr::LrVerdict;
use toolkit::{Obligation, ProductionKind};

/// An answer to a question that is asked of every grammar.
pub struct VerdictCell {
    pub title: &'static str,
    pub text: String,
    /// Whether it is as it should be; none, if nothing prescribes it.
    is_good: Option<bool>,
    /// The section that says more.
    section: Option<&'static str>,
}

impl VerdictCell {
    /// `page` is the file of the grammar's page; empty on that page itself.
    pub fn markup(&self, page: &str) -> Markup {
        let class = match self.is_good {
            Some(true) => "good",
            Some(false) => "bad",
            None => "plain",
        };
        html! {
            @match self.section {
                Some(section) => a class=(class) href={ (page) "#" (section) } { (self.text) },
                None => span class=(class) { (self.text) },
            }
        }
    }
}

/// In the same order for all. The one of coverage is there only if the tests of any grammar were run.
pub fn verdicts(report: &GrammarReport, is_measured: bool) -> Vec<VerdictCell> {
    let findings = report.check.as_ref().map(|check| check.findings.len());
    let departing = report
        .departing()
        .filter(|one| one.specified.is_some())
        .count();
    let overlaps = report.analyses.overlaps.pairs.len() + report.analyses.overlaps.unknown.len();
    let mut verdicts = vec![
        VerdictCell::plain(
            "Nonterminals",
            &size(report, &[ProductionKind::Nonterminal]),
        ),
        VerdictCell::plain(
            "Terminals",
            &size(report, &[ProductionKind::Terminal, ProductionKind::Trivia]),
        ),
        VerdictCell::counting("Departing", departing, anchors::DEPARTURES),
        match findings {
            None => VerdictCell::plain("Mirror check", "no PEG"),
            Some(0) => VerdictCell::good("Mirror check", "passed"),
            Some(count) => {
                VerdictCell::bad("Mirror check", counted(count, "finding"), anchors::FINDINGS)
            }
        },
        obligations(report),
        match (report.analyses.is_ll1(), report.analyses.ll1.len()) {
            (true, _) => VerdictCell::good("LL(1)", "yes"),
            (false, 0) => VerdictCell::bad("LL(1)", "no".to_owned(), anchors::FLAWS),
            (false, count) => VerdictCell::bad(
                "LL(1)",
                format!("no, {}", counted(count, "conflict")),
                anchors::LL1,
            ),
        },
        ties(report),
        lr("LR(1)", report.analyses.lr.lr1()),
        lr("LALR(1)", report.analyses.lr.lalr1()),
        match report.analyses.flaws.len() {
            0 => VerdictCell::good("Flaws", "none"),
            count => VerdictCell::bad("Flaws", count.to_string(), anchors::FLAWS),
        },
        VerdictCell::counting("Overlaps", overlaps, anchors::OVERLAPS),
    ];
    if is_measured {
        verdicts.push(coverage(report));
    }
    verdicts
}

fn obligations(report: &GrammarReport) -> VerdictCell {
    const TITLE: &str = "Obligations";
    let Some(check) = &report.check else {
        return VerdictCell::plain(TITLE, "no PEG");
    };
    let said = certificate::summary(check);
    let obligations = &check.obligations;
    if obligations.iter().all(Obligation::is_met) {
        return VerdictCell::good(TITLE, &said);
    }
    let section = match obligations.iter().any(Obligation::is_open) {
        true => anchors::OBLIGATIONS,
        false => anchors::FINDINGS,
    };
    VerdictCell::bad(TITLE, said, section)
}

fn lr(title: &'static str, verdict: LrVerdict) -> VerdictCell {
    match verdict {
        LrVerdict::Yes => VerdictCell::good(title, "yes"),
        LrVerdict::No => VerdictCell::bad(title, "no".to_owned(), anchors::LR),
        LrVerdict::NotDecided(_) => VerdictCell::plain(title, &verdict.to_string()),
    }
}

fn ties(report: &GrammarReport) -> VerdictCell {
    const TITLE: &str = "Ties";
    let undecided = report.analyses.overlaps.undecided.len();
    match (report.analyses.ties.len(), undecided) {
        (0, 0) => VerdictCell::good(TITLE, "none"),
        (0, open) => VerdictCell::bad(TITLE, format!("{open} not decided"), anchors::TIES),
        (count, _) => VerdictCell::bad(TITLE, count.to_string(), anchors::TIES),
    }
}

fn coverage(report: &GrammarReport) -> VerdictCell {
    const TITLE: &str = "Coverage";
    match &report.coverage {
        None => VerdictCell::plain(TITLE, "not measured"),
        Some(findings) => VerdictCell {
            section: Some(anchors::COVERAGE),
            ..VerdictCell::plain(TITLE, &findings.used_cases())
        },
    }
}

impl VerdictCell {
    fn plain(title: &'static str, text: &str) -> Self {
        Self {
            title,
            text: text.to_owned(),
            is_good: None,
            section: None,
        }
    }

    fn good(title: &'static str, text: &str) -> Self {
        Self {
            is_good: Some(true),
            ..Self::plain(title, text)
        }
    }

    fn bad(title: &'static str, text: String, section: &'static str) -> Self {
        Self {
            title,
            text,
            is_good: Some(false),
            section: Some(section),
        }
    }

    fn counting(title: &'static str, count: usize, section: &'static str) -> Self {
        match count {
            0 => Self::plain(title, "none"),
            count => Self {
                section: Some(section),
                ..Self::plain(title, &count.to_string())
            },
        }
    }
}

/// How many productions of the specification are of these kinds.
fn size(report: &GrammarReport, kinds: &[ProductionKind]) -> String {
    let productions = report.summary.productions.iter();
    let own = productions.filter(|one| one.specified.is_some() && kinds.contains(&one.kind));
    own.count().to_string()
}
