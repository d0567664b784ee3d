//! Findings as diagnostics.
//!
//! Invariant: a finding is an error or a warning only if it was shown. A question that was not answered is an information that says so.

use super::reading::{ReadGrammar, byte};
use crate::grammars::published::Publication;
use language_server::text::OpenDocument;
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
};
use std::ops::Range;
use toolkit::hygiene::{self, Flaw};
use toolkit::lr::LrVerdict;
use toolkit::overlap::Overlap;
use toolkit::peg::Literate;
use toolkit::{Analyses, Finding, GrammarError, Standing, check};

/// The most findings of a document: nobody reads more at once.
const MOST: usize = 500;

/// Why a text cannot be read: a diagnostic for each fault.
pub fn of_error(document: &OpenDocument, error: &GrammarError) -> Vec<Diagnostic> {
    let faults = error.faults().iter().take(MOST);
    let findings = faults.map(|fault| {
        let start = fault.place().map_or(0, |place| byte(document, place));
        let rest = &document.text()[start..];
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
        let next = rest.chars().next().filter(|c| !c.is_whitespace());
        let length = match word.unwrap_or(rest.len()) {
            0 => next.map_or(0, char::len_utf8),
            length => length,
        };
        let finding = GrammarFinding {
            kind: "unreadable",
            severity: DiagnosticSeverity::Error,
            message: fault.message(),
            bytes: start..start + length,
            related: Vec::new(),
        };
        finding.shown(document)
    });
    findings.collect()
}

/// The flaws of a grammar, as `lint` has them.
pub fn of_lint(document: &OpenDocument, grammar: &ReadGrammar) -> Vec<Diagnostic> {
    let flaws = hygiene::flaws(&grammar.specified);
    let findings = flaws.iter().take(MOST).map(|flaw| {
        let mut places: Vec<(Range<usize>, String)> = match flaw {
            Flaw::Undefined { name, .. } => grammar
                .places_of(name)
                .map(|place| (place.bytes.clone(), format!("{name} is used here, too")))
                .collect(),
            Flaw::DefinedTwice { production, .. } => grammar
                .places_of(production)
                .filter(|place| place.is_definition)
                .map(|place| {
                    (
                        place.bytes.clone(),
                        format!("{production} begins here, too"),
                    )
                })
                .collect(),
            _ => places_of(grammar, flaw.productions()),
        };
        let first = match places.is_empty() {
            true => 0..0,
            false => places.remove(0).0,
        };
        let finding = GrammarFinding {
            kind: flaw.kind(),
            severity: match flaw {
                Flaw::Unreferenced { .. } => DiagnosticSeverity::Information,
                _ => DiagnosticSeverity::Warning,
            },
            message: flaw.to_string(),
            bytes: first,
            related: places,
        };
        finding.shown(document)
    });
    findings.collect()
}

/// The findings of `check`, `ll1` and `overlaps`, the last two in the productions.
pub fn of_analyses(document: &OpenDocument, grammar: &ReadGrammar) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if let Some(literate) = &grammar.literate {
        add_check(grammar, literate, &mut found);
    }
    if !grammar.specified.rules.is_empty() {
        match Analyses::of(&grammar.specified) {
            Ok(analyses) => add_analyses(grammar, &analyses, &mut found),
            Err(error) => found.push(not_decided(grammar, &[], "ll1", &error.message())),
        }
    }
    if let Some(publication) = Publication::named_in(document.text()) {
        add_publication(document, grammar, &publication, &mut found);
    }
    let found = found.into_iter().take(MOST);
    found.map(|finding| finding.shown(document)).collect()
}

fn add_check(grammar: &ReadGrammar, literate: &Literate, found: &mut Vec<GrammarFinding>) {
    let checked = match check(literate, None) {
        Ok(checked) => checked,
        // It mirrors nothing.
        Err(GrammarError::Empty) => return,
        Err(error) => return found.push(not_decided(grammar, &[], "check", &error.message())),
    };
    for finding in &checked.findings {
        let rule = std::slice::from_ref(&finding.rule);
        if finding.standing() == Standing::NotDecided {
            let mut open = not_decided(grammar, rule, finding.kind.name(), &finding.message);
            open.message = format!("{}: {}", finding.rule, open.message);
            found.push(open);
            continue;
        }
        let mut finding = GrammarFinding::of(
            grammar,
            rule,
            finding.kind.name(),
            DiagnosticSeverity::Error,
            without_place(finding),
        )
        .because(places_of(grammar, &finding.consequences));
        let production = grammar.places.productions.iter();
        let production = production
            .filter(|place| place.rule.name == rule[0])
            .map(|place| (place.bytes.clone(), "the production".to_owned()));
        finding.related.splice(0..0, production);
        found.push(finding);
    }
}

/// The finding in the words of `check`, without the line and the consequences, which the editor shows.
fn without_place(finding: &Finding) -> String {
    let shown = Finding {
        line: None,
        consequences: Vec::new(),
        ..finding.clone()
    };
    shown.to_string()
}

fn add_analyses(grammar: &ReadGrammar, analyses: &Analyses, found: &mut Vec<GrammarFinding>) {
    let mut add = |productions: &[String], kind, severity, message: String| {
        found.push(GrammarFinding::of(
            grammar,
            productions,
            kind,
            severity,
            message,
        ));
    };
    for conflict in &analyses.ll1 {
        let production = std::slice::from_ref(&conflict.production);
        let message = format!("not LL(1): {conflict}");
        add(production, "ll1", DiagnosticSeverity::Warning, message);
    }
    for conflict in &analyses.lr.conflicts {
        let productions: Vec<String> = conflict
            .items
            .iter()
            .filter_map(|it| producer(it))
            .collect();
        let message = format!("not LALR(1): {conflict}");
        add(&productions, "lr", DiagnosticSeverity::Information, message);
    }
    for tie in &analyses.ties {
        let mut productions = vec![tie.production.clone()];
        productions.extend(tokens_of(&tie.overlap));
        add(
            &productions,
            "tie",
            DiagnosticSeverity::Warning,
            tie.to_string(),
        );
    }
    for overlap in &analyses.overlaps.pairs {
        let is_tie = analyses.ties.iter().any(|tie| tie.overlap == *overlap);
        let productions: Vec<String> = tokens_of(overlap).collect();
        if !is_tie {
            add(
                &productions,
                "overlap",
                DiagnosticSeverity::Hint,
                overlap.to_string(),
            );
        }
    }
    for ([first, second], why) in &analyses.overlaps.undecided {
        let productions = [first.to_string(), second.to_string()];
        let message = format!("whether {first} and {second} overlap, or tie, is {why}");
        found.push(not_decided(grammar, &productions, "overlap", &message));
    }
    for token in &analyses.overlaps.unknown {
        let message =
            format!("what {token} matches cannot be told, so its overlaps are not decided");
        found.push(not_decided(
            grammar,
            &[token.to_string()],
            "overlap",
            &message,
        ));
    }
    for (class, verdict) in [
        ("LR(1)", analyses.lr.lr1()),
        ("LALR(1)", analyses.lr.lalr1()),
    ] {
        if matches!(verdict, LrVerdict::NotDecided(_)) {
            let message = format!("{class}: {verdict}");
            found.push(not_decided(grammar, &analyses.starts, "lr", &message));
        }
    }
}

/// The production of an item, `name → …`.
fn producer(item: &str) -> Option<String> {
    let end = item.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | '.'))?;
    Some(item[..end].to_owned())
}

fn tokens_of(overlap: &Overlap) -> impl Iterator<Item = String> {
    [overlap.first.to_string(), overlap.second.to_string()].into_iter()
}

/// Says so, if the productions are not those of the text that the head names.
fn add_publication(
    document: &OpenDocument,
    grammar: &ReadGrammar,
    publication: &Publication,
    found: &mut Vec<GrammarFinding>,
) {
    if !publication.has(&grammar.specified)
        && let Some(start) = document.text().find(publication.address)
    {
        found.push(GrammarFinding {
            kind: "not-as-published",
            severity: DiagnosticSeverity::Information,
            message: format!("the productions are not as published: {publication}"),
            bytes: start..start + publication.address.len(),
            related: Vec::new(),
        });
    }
}

/// A question that was not answered.
fn not_decided(
    grammar: &ReadGrammar,
    productions: &[String],
    kind: &'static str,
    message: &str,
) -> GrammarFinding {
    let message = match message.contains("not decided") {
        true => message.to_owned(),
        false => format!("not decided: {message}"),
    };
    let severity = DiagnosticSeverity::Information;
    GrammarFinding::of(grammar, productions, kind, severity, message)
}

/// Where these productions and rules begin.
fn places_of(grammar: &ReadGrammar, names: &[String]) -> Vec<(Range<usize>, String)> {
    let places = names.iter();
    places
        .filter_map(|name| Some((grammar.definition(name)?, name.clone())))
        .collect()
}

/// A finding in a text.
struct GrammarFinding {
    kind: &'static str,
    severity: DiagnosticSeverity,
    message: String,
    bytes: Range<usize>,
    /// Other places, with words.
    related: Vec<(Range<usize>, String)>,
}

impl GrammarFinding {
    /// At the first of these productions; the others are related.
    fn of(
        grammar: &ReadGrammar,
        productions: &[String],
        kind: &'static str,
        severity: DiagnosticSeverity,
        message: String,
    ) -> Self {
        let mut places = places_of(grammar, productions);
        let bytes = match places.is_empty() {
            true => 0..0,
            false => places.remove(0).0,
        };
        places.retain(|(other, _)| *other != bytes);
        places.dedup();
        Self {
            kind,
            severity,
            message,
            bytes,
            related: places,
        }
    }

    /// With rules that are at fault because of this one.
    fn because(mut self, consequences: Vec<(Range<usize>, String)>) -> Self {
        let words = consequences.into_iter();
        self.related
            .extend(words.map(|(bytes, name)| (bytes, format!("so {name} is at fault, too"))));
        self
    }

    fn shown(self, document: &OpenDocument) -> Diagnostic {
        let related =
            self.related
                .into_iter()
                .map(|(bytes, message)| DiagnosticRelatedInformation {
                    location: Location::new(document.uri.clone(), document.range(bytes)),
                    message,
                });
        Diagnostic {
            range: document.range(self.bytes),
            severity: Some(self.severity),
            tags: (self.kind == "unreachable").then(|| vec![DiagnosticTag::Unnecessary]),
            code: Some(self.kind.to_owned().into()),
            source: Some("turtle-lab".into()),
            message: self.message.into(),
            related_information: Some(related.collect()),
            ..Diagnostic::default()
        }
    }
}
