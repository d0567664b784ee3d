//! Whether the productions that a file quotes are those of the specification's own text.

use super::finding::{Finding, FindingKind};
use super::grammar_pair::Mirror;
use super::obligation::{Argument, Claim, Obligation};
use super::passed_text::passed_by_one;
use crate::matching::language::WHITESPACE;
use notation::{Grammar, Rule, RuleKind, ebnf};

impl Mirror<'_> {
    /// Whether the file quotes a specification's own text.
    pub(crate) fn quotation(&self, published: &Grammar) -> Obligation {
        let findings = self.quotation_findings(published);
        let start = self.specified.rules.first();
        let start = start.map_or("", |rule| &rule.name);
        Obligation::of(Claim::Quotation, start, Argument::EqualExpression, findings)
    }

    /// Quotations: the specification's own text against the productions that the file quotes.
    fn quotation_findings(&self, published: &Grammar) -> Vec<Finding> {
        let mut findings = Vec::new();
        let pairs = self.pairs();
        let line = |name: &str| {
            let pair = pairs.iter().find(|pair| pair.production.name == name);
            pair.map(|pair| pair.above.line)
        };
        let about = |kind, name: &str, message: String| Finding {
            line: line(name),
            ..Finding::new(kind, name, message)
        };
        // The trivia between tokens have no production.
        let productions = published.rules.iter();
        for production in productions.filter(|rule| rule.name != ebnf::PASS) {
            let Some(quoted) = self.specified.rule(&production.name) else {
                let message = format!(
                    "the specification has it, the grammar has not: {}",
                    ebnf::print_rule(production)
                );
                findings.push(about(FindingKind::Missing, &production.name, message));
                continue;
            };
            // A text without numbers says nothing of them.
            if let Some(number) = &production.number
                && quoted.number != production.number
            {
                let quoted = quoted.number.as_ref();
                let quoted = quoted.map_or("no number".to_owned(), |number| format!("[{number}]"));
                let message =
                    format!("the specification gives it [{number}], the grammar {quoted}");
                findings.push(about(FindingKind::Misnumbered, &production.name, message));
            }
            if quoted.expression != production.expression {
                let finding = about(
                    FindingKind::Misquoted,
                    &production.name,
                    "the production above the rule is not the specification's".to_owned(),
                );
                findings.push(Finding {
                    specified: Some(ebnf::print_expression(&production.expression)),
                    written: Some(ebnf::print_expression(&quoted.expression)),
                    ..finding
                });
            }
            findings.extend(self.kind_finding(production, published));
        }
        let order = |grammar: &Grammar, other: &Grammar| -> Vec<String> {
            let names = grammar.rules.iter().map(|rule| rule.name.clone());
            names.filter(|name| other.rule(name).is_some()).collect()
        };
        let there = order(published, &self.specified);
        let here = order(&self.specified, published);
        if let Some((expected, found)) = there.iter().zip(&here).find(|(a, b)| a != b) {
            let message = format!("in the specification {expected} comes here");
            findings.push(about(FindingKind::OutOfOrder, found, message));
        }
        for rule in &self.specified.rules {
            if published.rule(&rule.name).is_none() {
                let message =
                    "the grammar has it as a production, the specification has not".to_owned();
                findings.push(about(FindingKind::Extra, &rule.name, message));
            }
        }
        findings.extend(self.trivia_finding(published));
        findings
    }

    /// The rules are to skip the text between tokens that the specification declares.
    fn trivia_finding(&self, published: &Grammar) -> Option<Finding> {
        published.rule(ebnf::PASS)?;
        let about = |kind, message: String| Finding::new(kind, WHITESPACE, message);
        match passed_by_one(published, self.literate) {
            Ok(None) => None,
            Ok(Some(text)) => {
                let message = "the rules skip other text between tokens than `@pass` says";
                let finding = about(FindingKind::Differs, message.to_owned());
                Some(finding.shown_by(text))
            }
            Err(why) => {
                let message = format!("whether the rules skip what `@pass` says is {why}");
                Some(about(FindingKind::NotDecided, message))
            }
        }
    }

    /// A text that lists its terminals says which productions are leaves.
    fn kind_finding(&self, production: &Rule, published: &Grammar) -> Option<Finding> {
        let lists_terminals = published
            .rules
            .iter()
            .any(|rule| rule.kind == RuleKind::Terminal);
        let pairs = self.pairs();
        let pair = pairs
            .iter()
            .find(|pair| pair.rule.name == production.name)?;
        let message = match (production.kind, pair.rule.kind) {
            _ if !lists_terminals => return None,
            (RuleKind::Terminal, RuleKind::Nonterminal) => {
                "the specification lists it as a terminal, so it is to be a leaf: `@{ … }`"
            }
            (RuleKind::Nonterminal, RuleKind::Terminal | RuleKind::Silent) => {
                "the specification does not list it as a terminal, so it is not a leaf: `{ … }`"
            }
            _ => return None,
        };
        Some(pair.about(FindingKind::WrongKind, message))
    }
}
