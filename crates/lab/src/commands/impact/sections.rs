//! An [`Impact`] in sections: the answers, and the evidence for them.

use super::rules::RuleImpact;
use super::{Impact, TestImpact, TurnedTest};
use crate::analyses::compared::{ComparedGrammars, NO_DOCUMENT, is_rewritten};
use crate::analyses::sought::FoundDocument;
use crate::commands::diff::{lines, rule_lines, start_lines};
use crate::pages::section::{Fact, Section, SectionPart, Words, words};
use toolkit::ChangeKind;
use toolkit::overlap::Overlap;

impl Impact {
    /// The answers in short: what was asked, and what is so.
    pub fn summary(&self) -> Vec<Fact> {
        let row = |asked: &str, answer: Words| Fact::of([words(asked), answer]);
        let mut rows = vec![
            row("no longer valid", self.compared.shortest(0)),
            row("newly valid", self.compared.shortest(1)),
            row("LL(1)", words(self.ll1_in_words())),
        ];
        let overlaps = self.new_overlaps();
        if !overlaps.is_empty() {
            rows.push(row(
                "terminals that can match the same text now",
                in_words(&overlaps),
            ));
        }
        if let Some(tests) = &self.tests {
            rows.push(row("tests whose verdict changes", words(tests.in_words())));
            if !tests.rules.is_empty() {
                let said = tests.rules.iter().map(RuleImpact::in_words);
                let said = said.collect::<Vec<_>>().join("; ");
                rows.push(row(
                    "tests that rules and productions judge differently",
                    words(said),
                ));
            }
        }
        rows
    }

    /// The sections with the evidence for the answers.
    pub fn sections(&self) -> Vec<Section> {
        let is_to_be_seen = !self.compared.is_same() || self.compared.rewritten().next().is_some();
        let changes = is_to_be_seen.then(|| self.compared.section());
        changes.into_iter().chain(self.beside_changes()).collect()
    }

    /// The sections on anything but the changes themselves.
    pub fn beside_changes(&self) -> Vec<Section> {
        let [before, after] = &self.ll1;
        let ll1 = Section {
            id: "ll1-conflicts",
            title: format!("LL(1): {}", self.ll1_in_words()),
            parts: vec![SectionPart::Lines(
                "text",
                format!("{}{}", before.text, after.text),
            )],
        };
        let turned = self.turned_tests();
        let tests = (!turned.is_empty()).then(|| Section {
            id: "turned-tests",
            title: format!("Tests whose verdict changes: {}", turned.len()),
            parts: vec![SectionPart::facts(&TURNED, self.turned_facts())],
        });
        let rules = self.tests.as_ref().and_then(TestImpact::rule_section);
        [ll1].into_iter().chain(tests).chain(rules).collect()
    }

    /// The tests that turn over, group by group.
    pub fn turned_facts(&self) -> Vec<Fact> {
        let groups = TurnedTest::GROUPS.into_iter();
        let facts = groups.filter_map(|group| {
            let own = self.turned_tests().iter();
            let own = own.filter(|test| test.group() == group);
            let tests: Vec<_> = own.map(|test| (&test.name, &test.iri)).collect();
            group_of_tests(TurnedTest::in_words(group), &tests)
        });
        facts.collect()
    }
}

/// Pairs of terminals, each with a text that both match.
fn in_words(overlaps: &[&Overlap]) -> Words {
    /// A change of a terminal that much is part of would fill the page.
    const MOST: usize = 6;
    let shown = overlaps.iter().take(MOST).enumerate();
    let all = shown.fold(Words::default(), |said, (at, overlap)| {
        let said = if at > 0 { said.text("; ") } else { said };
        // No links: the page may have only one of the two.
        let [first, second] = [&overlap.first, &overlap.second].map(ToString::to_string);
        let said = said.code(first).text(" and ").code(second);
        said.text(", as in ").document(&overlap.example)
    });
    match overlaps.len().saturating_sub(MOST) {
        0 => all,
        more => all.text(format!("; and {more} more pairs")),
    }
}

/// The titles of a group of tests.
pub const TURNED: [&str; 2] = ["verdict", "tests"];

/// `2 rejected now, as the suite asks`, and the tests with their links. None, if there are none.
fn group_of_tests(said: &str, tests: &[(&String, &String)]) -> Option<Fact> {
    let links = tests
        .iter()
        .map(|(name, iri)| (name.as_str(), iri.as_str()));
    let links = Words::default().links(links);
    (!tests.is_empty()).then(|| Fact::of([words(format!("{} {said}", tests.len())), links]))
}

impl TestImpact {
    /// The tests that the rules and the productions of a grammar judge differently, if there are any.
    fn rule_section(&self) -> Option<Section> {
        let groups = self.rules.iter().flat_map(|rules| {
            let groups = rules.groups().into_iter();
            groups.filter_map(|(said, tests)| {
                let tests: Vec<_> = tests.iter().map(|test| (&test.name, &test.iri)).collect();
                group_of_tests(&format!("{said}, of {}", rules.grammar), &tests)
            })
        });
        let facts: Vec<Fact> = groups.collect();
        let said: Vec<String> = self.rules.iter().map(RuleImpact::in_words).collect();
        (!facts.is_empty()).then(|| Section {
            id: "differing-rules",
            title: format!(
                "Tests that rules and productions judge differently: {}",
                said.join("; ")
            ),
            parts: vec![SectionPart::facts(&TURNED, facts)],
        })
    }
}

impl ComparedGrammars {
    /// The changes: as diff(1) has them, and with documents.
    fn section(&self) -> Section {
        let lines = [SectionPart::Lines("diff", self.changed_lines())];
        Section {
            id: "changed-productions",
            title: format!("Changes: {}", self.counts()),
            parts: lines.into_iter().chain(self.parts()).collect(),
        }
    }

    /// The productions and rules that changed, or are written in another way, as diff(1) has them.
    fn changed_lines(&self) -> String {
        let changes = self.diff.changes.iter();
        let changed =
            changes.filter(|change| change.kind() != ChangeKind::Unchanged || is_rewritten(change));
        let start = self.diff.start.iter().flat_map(start_lines);
        let lines = start
            .chain(changed.flat_map(lines))
            .chain(self.rules.iter().flat_map(rule_lines));
        lines.fold(String::new(), |text, line| text + &line + "\n")
    }

    /// The shortest document that only this side accepts, or why there is none.
    fn shortest(&self, side: usize) -> Words {
        let documents = self
            .sought()
            .filter_map(|sought| sought[side].any_document())
            .cloned();
        let of_rules = self.of_rules[side].iter().map(|text| FoundDocument {
            text: text.clone(),
            start: None,
            further: Vec::new(),
        });
        let documents = documents.chain(of_rules);
        if let Some(found) = documents.min_by_key(|found| found.text.chars().count()) {
            return Words::default().found(&found);
        }
        let mut reasons: Vec<String> = Vec::new();
        for sought in self.sought() {
            let reason = sought[side].to_string();
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        if !self.rules.is_empty() {
            reasons.push(NO_DOCUMENT.to_owned());
        }
        words(match reasons.as_slice() {
            [] => "none: the productions say the same".to_owned(),
            reasons => reasons.join("; "),
        })
    }
}
