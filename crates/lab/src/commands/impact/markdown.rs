//! An [`Impact`] as Markdown, ready to paste: a table of the answers, and all that they rest on, folded.

use super::rules::RuleImpact;
use super::{Impact, ImpactAnswer, ImpactRow, TurnedTest};
use crate::analyses::compared::ComparedGrammars;
use crate::pages::{cells::cell_of, cells::code};
use maud::html;
use std::fmt::Write as _;
use toolkit::ChangeKind;

/// A part that is unfolded by a click.
pub struct FoldedPart {
    pub title: String,
    /// Markdown.
    pub text: String,
}

impl FoldedPart {
    pub fn markdown(&self) -> String {
        let title = html! { (self.title) }.into_string();
        format!(
            "<details><summary>{title}</summary>\n\n{}\n</details>\n",
            self.text
        )
    }
}

/// The answers, a row for each.
pub fn table(rows: &[ImpactRow]) -> String {
    let mut text = String::from("| | |\n|---|---|\n");
    for row in rows {
        let answer = match &row.answer {
            ImpactAnswer::Document(document) => code(document),
            ImpactAnswer::Words(words) => cell_of(words),
        };
        let _ = writeln!(text, "| {} | {answer} |", row.title);
    }
    text
}

/// A text as it is, in a block of code that nothing within it ends.
pub fn block(language: &str, text: &str) -> String {
    let ticks = text
        .split(|character: char| character != '`')
        .map(str::len)
        .max();
    let fence = "`".repeat(ticks.unwrap_or_default().max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

impl Impact {
    /// The parts with the evidence for the answers.
    pub fn parts(&self) -> Vec<FoldedPart> {
        let mut parts = Vec::new();
        if !self.compared.is_same() {
            let lines = self.compared.changed_lines();
            parts.push(FoldedPart {
                title: format!("Changes: {}", self.compared.counts()),
                text: format!("{}\n{}", block("diff", &lines), self.compared.tables()),
            });
        }
        let [before, after] = &self.ll1;
        parts.push(FoldedPart {
            title: format!("LL(1): {}", self.ll1_in_words()),
            text: block("text", &format!("{}{}", before.text, after.text)),
        });
        let turned = self.turned_tests();
        if !turned.is_empty() {
            parts.push(FoldedPart {
                title: format!("Tests that turn over: {}", turned.len()),
                text: list(turned),
            });
        }
        parts.extend(
            self.tests
                .iter()
                .flat_map(|tests| &tests.rules)
                .filter_map(RuleImpact::part),
        );
        parts
    }
}

impl RuleImpact {
    /// The tests that rules and productions judge differently, if there are any.
    fn part(&self) -> Option<FoldedPart> {
        let lines = self.groups().into_iter().map(|(words, tests)| {
            let links = tests.iter().map(|test| linked(&test.name, &test.iri));
            list_line(words, &links.collect::<Vec<_>>())
        });
        let text: String = lines.collect();
        (!text.is_empty()).then(|| FoldedPart {
            title: format!(
                "Tests that rules and productions judge differently: {}",
                self.in_words()
            ),
            text,
        })
    }
}

/// `- 2 rejected now, as the suite asks: one, two`.
fn list_line(words: &str, links: &[String]) -> String {
    format!("- {} {words}: {}\n", links.len(), links.join(", "))
}

/// A test's name, with a link to it.
fn linked(name: &str, iri: &str) -> String {
    format!("[{}](<{iri}>)", code(name))
}

/// The tests, group by group.
fn list(turned: &[TurnedTest]) -> String {
    let mut text = String::new();
    for group in TurnedTest::GROUPS {
        let own = turned.iter().filter(|test| test.group() == group);
        let links: Vec<String> = own.map(|test| linked(&test.name, &test.iri)).collect();
        if !links.is_empty() {
            text += &list_line(TurnedTest::in_words(group), &links);
        }
    }
    text
}

impl ComparedGrammars {
    /// The productions and rules that changed, as diff(1) has them.
    fn changed_lines(&self) -> String {
        let changes = self.diff.changes.iter();
        let changed = changes.filter(|change| change.kind() != ChangeKind::Unchanged);
        let start = self
            .diff
            .start
            .iter()
            .flat_map(crate::commands::diff::start_lines);
        let lines = start
            .chain(changed.flat_map(crate::commands::diff::lines))
            .chain(
                self.rules
                    .iter()
                    .flat_map(crate::commands::diff::rule_lines),
            );
        lines.fold(String::new(), |text, line| text + &line + "\n")
    }
}
