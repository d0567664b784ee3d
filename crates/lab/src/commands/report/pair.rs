//! The page of two grammars: the changes from the one to the other, and documents that show them.
//!
//! Invariant: each production of the two is on it, once: changes with documents first, unchanged productions at the
//! end.

use super::content::{FromAfar, Pair, ReportedProduction};
use super::matrix;
use super::page::ReportPage;
use crate::analyses::compared::{ComparedGrammars, REWRITTEN, is_rewritten, names};
use crate::analyses::sought::Sought;
use crate::commands::diff::{rule_lines, start_lines};
use crate::commands::impact::Impact;
use crate::pages::document::document;
use crate::pages::notation::{LinkedNotation, compared, diagram, linked, reference};
use crate::pages::section::{Fact, Section, SectionPart, Words, framed, words};
use maud::{Markup, html};
use toolkit::{ChangeKind, GrammarChange, Rule, StartChange, ebnf};

/// Productions that share one remark.
struct PairSection {
    /// The anchor of its section.
    id: &'static str,
    title: &'static str,
    has: fn(&GrammarChange) -> bool,
    say: fn(&[ChangeWithDocuments<'_>], &Pair<'_>) -> Markup,
    /// Whether each is an entry of the contents.
    is_listed: bool,
}

/// A change, and the documents that show it.
type ChangeWithDocuments<'p> = (&'p GrammarChange, &'p [Sought; 2]);

/// Changes that concern documents come first.
const PARTS: [PairSection; 6] = [
    PairSection {
        id: "changed-productions",
        title: "Changed",
        has: |change| change.kind() == ChangeKind::Changed,
        say: in_full,
        is_listed: true,
    },
    PairSection {
        id: "removed-productions",
        title: "Removed",
        has: |change| change.kind() == ChangeKind::Removed,
        say: in_full,
        is_listed: true,
    },
    PairSection {
        id: "added-productions",
        title: "Added",
        has: |change| change.kind() == ChangeKind::Added,
        say: in_full,
        is_listed: true,
    },
    PairSection {
        id: "renamed-productions",
        title: "Renamed only",
        has: |change| change.kind() == ChangeKind::Renamed,
        say: renamed,
        is_listed: false,
    },
    PairSection {
        id: "rewritten-productions",
        title: REWRITTEN,
        has: is_rewritten,
        say: in_full,
        is_listed: false,
    },
    PairSection {
        id: "unchanged-productions",
        title: "Unchanged",
        has: |change| change.kind() == ChangeKind::Unchanged && !is_rewritten(change),
        say: unchanged,
        is_listed: false,
    },
];

pub fn page(pair: &Pair<'_>) -> ReportPage {
    let parts = PARTS.iter().map(|part| {
        let changes = pair.impact.compared.changes();
        let own = changes.filter(|(change, _)| (part.has)(change));
        (part, own.collect::<Vec<_>>())
    });
    let parts: Vec<_> = parts.filter(|(_, own)| !own.is_empty()).collect();
    ReportPage {
        file: pair.file(),
        title: matrix::title(pair),
        contents: Some(contents(&parts)),
        content: html! {
            (heading(pair))
            @for (part, own) in &parts {
                (framed(part.id, part.title, &(part.say)(own, pair)))
            }
        },
    }
}

fn heading(pair: &Pair<'_>) -> Markup {
    let Pair {
        before,
        after,
        impact,
    } = pair;
    let compared = &impact.compared;
    html! {
        h1 {
            a href=(before.file()) { (before.name) } " → "
            a href=(after.file()) { (after.name) }
        }
        p { (compared.counts()) "." }
        @if compared.is_same() {
            p { "The grammars say the same under the same names." }
        }
        (summary(impact).html(*after))
        @if let Some((symbols, sought)) = compared.start() {
            (start(symbols, sought, compared).html(*after))
        }
        @if !compared.rules.is_empty() { (rules(compared).html(*after)) }
        @for section in impact.beside_changes() { (section.html(*after)) }
    }
}

/// The document that only the one grammar accepts, and the one that only the other does; or why there is none.
fn documents(sought: &[Sought; 2], compared: &ComparedGrammars) -> Markup {
    html! { @for (label, sought) in compared.labels().iter().zip(sought.iter()) {
        div { dt { (label) } dd {
            @if let Some(found) = sought.document() { (document(&found.text)) (found.origin()) } @else { (sought) }
        } }
    } }
}

fn summary(impact: &Impact) -> Section {
    Section {
        id: "summary-of-changes",
        title: "In short".to_owned(),
        parts: vec![SectionPart::facts(&["", ""], impact.summary())],
    }
}

fn start(symbols: &StartChange, sought: &[Sought; 2], compared: &ComparedGrammars) -> Section {
    let labels = compared.labels().into_iter().zip(sought);
    let facts = labels.map(|(label, sought)| Fact::of([words(label), Words::sought(sought)]));
    Section {
        id: "changed-start-symbol",
        title: "Another start symbol".to_owned(),
        parts: vec![
            SectionPart::Lines("diff", start_lines(symbols).join("\n")),
            SectionPart::facts(&["", "document"], facts.collect()),
        ],
    }
}

/// The rules that changed where no production did, before and after, and documents that they read differently.
fn rules(compared: &ComparedGrammars) -> Section {
    let lines: Vec<String> = compared.rules.iter().flat_map(rule_lines).collect();
    let lines = [SectionPart::Lines("diff", lines.join("\n"))];
    Section {
        id: "changed-rules",
        title: "Rules that changed beside their productions".to_owned(),
        parts: lines.into_iter().chain(compared.rule_parts()).collect(),
    }
}

fn contents(parts: &[(&PairSection, Vec<ChangeWithDocuments<'_>>)]) -> Markup {
    html! {
        nav.contents aria-label="Contents" {
            ul.sections {
                @for (part, own) in parts {
                    li { a href={ "#" (part.id) } { (part.title) } " " span.number { (own.len()) } }
                }
            }
            @for (part, own) in parts.iter().filter(|(part, _)| part.is_listed) {
                h2 { (part.title) }
                ol { @for (change, _) in own { li {
                    a href={ "#" (anchor(change)) } { (names(change)) }
                } } }
            }
        }
    }
}

/// With a hyphen, as ids have that are no production's.
fn anchor(change: &GrammarChange) -> String {
    format!("change-{}", change.name())
}

fn in_full(changes: &[ChangeWithDocuments<'_>], pair: &Pair<'_>) -> Markup {
    html! { @for (change, sought) in changes { (entry(change, sought, pair)) } }
}

fn entry(change: &GrammarChange, sought: &[Sought; 2], pair: &Pair<'_>) -> Markup {
    let [before, after] = [&change.before, &change.after].map(Option::as_ref);
    let sides = [(pair.before, before, after), (pair.after, after, before)];
    let sides = sides
        .into_iter()
        .filter_map(|(report, own, other)| Some((report, own?, other)));
    let is_sought = change.kind() != ChangeKind::Unchanged;
    html! {
        section.change id=(anchor(change)) {
            h3 {
                a href={ "#" (anchor(change)) } { (names(change)) }
                " " span.kind { (change.kind()) }
            }
            dl {
                @for (report, own, other) in sides {
                    div { dt { (report.name) } dd {
                        (production(own, other, &FromAfar(report)))
                        (diagram(own, &FromAfar(report)))
                    } }
                }
                @if is_sought { (documents(sought, &pair.impact.compared)) }
            }
        }
    }
}

/// With marks on the parts that the other grammar's production does not have.
fn production(own: &Rule, other: Option<&Rule>, grammar: &FromAfar<'_>) -> Markup {
    let text = ebnf::print_expression(&own.expression);
    let right_side = match other {
        Some(other) => compared(&text, &ebnf::print_expression(&other.expression), grammar),
        None => linked(&text, LinkedNotation::Ebnf, grammar),
    };
    html! {
        pre.notation { code {
            @if let Some(number) = &own.number { span.number { "[" (number) "] " } }
            (reference(&own.name, grammar)) " ::= " (right_side)
        } }
    }
}

fn renamed(changes: &[ChangeWithDocuments<'_>], pair: &Pair<'_>) -> Markup {
    let both = changes
        .iter()
        .filter_map(|(change, _)| Some((change.before.as_ref()?, change.after.as_ref()?)));
    html! {
        ul { @for (before, after) in both { li { code {
            (reference(&before.name, &FromAfar(pair.before))) " → "
            (reference(&after.name, &FromAfar(pair.after)))
        } } } }
    }
}

fn unchanged(changes: &[ChangeWithDocuments<'_>], pair: &Pair<'_>) -> Markup {
    let names = changes.iter().map(|(change, _)| change.name());
    let names = Words::default().all(names, ", ");
    html! { p { (names.html(&FromAfar(pair.after))) } }
}

/// The change of a production since the last version of its language.
pub fn fact(subject: &ReportedProduction<'_>) -> Option<Markup> {
    let pair = subject.site.since_previous(subject.report)?;
    let mut changes = pair.impact.compared.diff.changes.iter();
    let change = changes.find(|change| {
        let after = change.after.as_ref();
        after.is_some_and(|after| after.name == subject.production.name)
    })?;
    let address = match change.kind() {
        ChangeKind::Unchanged => return None,
        ChangeKind::Renamed => "#renamed-productions".to_owned(),
        _ => format!("#{}", anchor(change)),
    };
    Some(html! {
        a href={ (pair.file()) (address) } { (change.kind()) " since " (pair.before.name) }
        @if let Some(before) = &change.before {
            @if before.name != subject.production.name { ", where it is " code { (reference(&before.name, &FromAfar(pair.before))) } }
        }
    })
}
