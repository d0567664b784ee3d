//! Changes that mend a finding.
//!
//! Invariant: a change was tried: the grammar with it is read, and lacks the finding.

use super::reading::{GrammarNotation, ReadGrammar};
use cli::productions::similar;
use language_server::service::changes;
use language_server::text::OpenDocument;
use lsp_types::{CodeAction, CodeActionKind, Range, TextEdit};
use toolkit::hygiene::{self, Flaw};
use toolkit::{FindingKind, check, peg};

/// A change of bytes, with words for it.
struct TriedChange {
    title: String,
    edit: TextEdit,
}

/// For names without a production in the range, names that have one; for rules there, departures that need not be declared.
pub fn actions(document: &OpenDocument, grammar: &ReadGrammar, range: Range) -> Vec<CodeAction> {
    let mut found = other_names(document, grammar, range);
    found.extend(unneeded_departures(document, grammar, range));
    let actions = found.into_iter().map(|change| CodeAction {
        title: change.title,
        kind: Some(CodeActionKind::QuickFix),
        edit: Some(changes(document, vec![change.edit])),
        ..CodeAction::default()
    });
    actions.collect()
}

fn other_names(document: &OpenDocument, grammar: &ReadGrammar, range: Range) -> Vec<TriedChange> {
    let asked = document.bytes(range);
    let flaws = hygiene::flaws(&grammar.specified);
    let undefined = |flaws: &[Flaw], name: &str| {
        let is_it = |flaw: &Flaw| matches!(flaw, Flaw::Undefined { name: it, .. } if it == name);
        flaws.iter().any(is_it)
    };
    let defined = grammar.specified.rules.iter();
    let defined: Vec<&str> = defined.map(|rule| rule.name.as_str()).collect();
    let mut found = Vec::new();
    for place in &grammar.places.names {
        let is_asked = place.bytes.start <= asked.end && asked.start <= place.bytes.end;
        if !is_asked || !undefined(&flaws, &place.name) {
            continue;
        }
        for other in similar(&place.name, &defined) {
            let mut text = document.text().to_owned();
            text.replace_range(place.bytes.clone(), other);
            let uses = |grammar: &ReadGrammar| grammar.places_of(&place.name).count();
            let read = ReadGrammar::of(&text, GrammarNotation::of(document));
            if read.is_ok_and(|read| uses(&read) < uses(grammar)) {
                found.push(TriedChange {
                    title: format!("write `{other}` instead of `{}`", place.name),
                    edit: document.edit(place.bytes.clone(), other),
                });
            }
        }
    }
    found
}

fn unneeded_departures(
    document: &OpenDocument,
    grammar: &ReadGrammar,
    range: Range,
) -> Vec<TriedChange> {
    let Some(literate) = &grammar.literate else {
        return Vec::new();
    };
    let lines = range.start.line as usize + 1..=range.end.line as usize + 1;
    let rules = literate.written.rules.iter().zip(&literate.above);
    let mut asked = rules
        .filter(|(_, above)| above.first_line <= *lines.end() && *lines.start() <= above.last_line)
        .filter(|(_, above)| !above.departures.is_empty())
        .peekable();
    if asked.peek().is_none() {
        return Vec::new();
    }
    let Ok(checked) = check(literate, None) else {
        return Vec::new();
    };
    let starts: Vec<&str> = document.text().split_inclusive('\n').collect();
    let mut found = Vec::new();
    for (rule, above) in asked {
        let is_unneeded =
            |it: &&toolkit::Finding| it.kind == FindingKind::Unneeded && it.rule == rule.name;
        if checked.findings.iter().find(is_unneeded).is_none() {
            continue;
        }
        for line in above.first_line..above.line {
            let comment = starts[line - 1];
            let Some((kind, _)) = comment.trim_start_matches('/').trim().split_once(": ") else {
                continue;
            };
            if comment.starts_with("///") || peg::DepartureKind::from_name(kind).is_none() {
                continue;
            }
            let start: usize = starts[..line - 1].iter().map(|line| line.len()).sum();
            let bytes = start..start + comment.len();
            let mut text = document.text().to_owned();
            text.replace_range(bytes.clone(), "");
            let again = peg::read(&text).and_then(|literate| check(&literate, None));
            if again.is_ok_and(|again| again.findings.len() < checked.findings.len()) {
                found.push(TriedChange {
                    title: format!("do not declare `{kind}`: {} needs none", rule.name),
                    edit: document.edit(bytes, ""),
                });
            }
        }
    }
    found
}
