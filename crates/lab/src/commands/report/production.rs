//! A production, with all that is known of it.
//!
//! To add a line, add a function to [`FACTS`]. It makes markup of plain data, or nothing.

use super::content::{GrammarReport, ReportedProduction};
use super::markup::{behind, characters, list, separated, tokens};
use super::notation::{LinkedNotation, diagram, ebnf, linked, prose, reference};
use super::{coverage, pair};
use maud::{Markup, html};
use toolkit::ll1::Ll1Conflict;
use toolkit::overlap::Overlap;
use toolkit::peg::Departure;
use toolkit::symbols::{GrammarToken, Lookahead};
use toolkit::{Finding, ProductionSummary, ebnf as ebnf_text, peg};

type ProductionFact = fn(&ReportedProduction<'_>) -> Option<Markup>;

const FACTS: &[(&str, ProductionFact)] = &[
    ("PEG", written),
    ("Departures", departures),
    ("Findings", findings),
    ("LL(1)", ll1_conflicts),
    ("Flaws", flaws),
    ("Overlaps", overlaps),
    ("Uses", uses),
    ("Used by", used_by),
    ("Nullable", nullable),
    ("FIRST", first),
    ("FOLLOW", follow),
    ("Coverage", coverage::fact),
    ("Change", pair::fact),
    ("Elsewhere", elsewhere),
];

/// Its part of the page. `is_anchor` is not so of a second production of one name.
pub fn markup(subject: &ReportedProduction<'_>, is_anchor: bool) -> Markup {
    let &ReportedProduction {
        production, report, ..
    } = subject;
    let name = &production.name;
    let facts = FACTS.iter();
    let facts = facts.filter_map(|(label, fact)| Some((label, fact(subject)?)));
    html! {
        section.production id=[is_anchor.then_some(name)] {
            h3 {
                @if let Some(number) = &production.number { span.number { "[" (number) "]" } " " }
                a href={ "#" (name) } { (name) }
                " " span.kind { (production.kind.name()) }
            }
            @if let Some(specified) = &production.specified {
                pre.notation { code {
                    (name) " ::= "
                    (linked(&ebnf_text::print_expression(&specified.expression), LinkedNotation::Ebnf, report))
                } }
            }
            @if let Some(drawn) = production.specified.as_ref().or(production.written.as_ref()) {
                (diagram(drawn, report))
            }
            dl {
                @for (label, fact) in facts {
                    div { dt { (label) } dd { (fact) } }
                }
            }
        }
    }
}

fn written(subject: &ReportedProduction<'_>) -> Option<Markup> {
    let text = peg::print_rule(subject.production.written.as_ref()?);
    let (name, rest) = text.split_at(subject.production.name.len());
    Some(html! {
        pre.notation { code { (name) (linked(rest, LinkedNotation::Peg, subject.report)) } }
        @if let Some(line) = subject.production.line { p.note { "Line " (line) " of the grammar’s file." } }
    })
}

fn departures(subject: &ReportedProduction<'_>) -> Option<Markup> {
    list(&subject.production.departures, |departure| {
        self::departure(departure, subject)
    })
}

fn departure(departure: &Departure, subject: &ReportedProduction<'_>) -> Markup {
    let (reason, corrected) = departure.correction();
    html! {
        span.label { (departure.kind.name()) } " " (prose(reason))
        @if let Some(corrected) = corrected {
            pre.notation { code {
                (subject.production.name) " ::= " (linked(corrected, LinkedNotation::Ebnf, subject.report))
            } }
        }
    }
}

fn findings(subject: &ReportedProduction<'_>) -> Option<Markup> {
    let findings = subject
        .report
        .check
        .iter()
        .flat_map(|check| &check.findings);
    let own: Vec<&Finding> = findings
        .filter(|finding| finding.rule == subject.production.name)
        .collect();
    list(own, finding)
}

/// The findings of the mirror check.
pub fn finding(finding: &Finding) -> Markup {
    html! {
        span.label.bad { (finding.kind.name()) } " " (prose(&finding.message))
        @for (label, text) in [
            ("Specification", finding.specified.clone()),
            ("Grammar", finding.written.clone()),
            ("Example", finding.witness.as_ref().map(|witness| format!("{witness:?}"))),
        ] {
            @if let Some(text) = text { div { (label) ": " code { (text) } } }
        }
    }
}

fn ll1_conflicts(subject: &ReportedProduction<'_>) -> Option<Markup> {
    let conflicts = subject.report.analyses.ll1.iter();
    let own: Vec<&Ll1Conflict> = conflicts
        .filter(|conflict| conflict.production == subject.production.name)
        .collect();
    list(own, |conflict| ll1_conflict(conflict, subject.report))
}

fn ll1_conflict(conflict: &Ll1Conflict, report: &GrammarReport) -> Markup {
    let [first, second] = &conflict.sides;
    html! {
        span.label.bad { (conflict.kind) } " at " (ebnf(&conflict.place, report)) ": either "
        (ebnf(first, report)) " or " (ebnf(second, report)) ", on " (tokens(&conflict.shared, report))
        @if let Some(prefix) = &conflict.prefix { "; " (behind(prefix, report)) }
    }
}

fn flaws(subject: &ReportedProduction<'_>) -> Option<Markup> {
    let flaws = subject.report.analyses.flaws.iter();
    let own: Vec<_> = flaws
        .filter(|flaw| flaw.productions().contains(&subject.production.name))
        .collect();
    list(own, |flaw| html! { (flaw) })
}

fn overlaps(subject: &ReportedProduction<'_>) -> Option<Markup> {
    let is_own = |token: &GrammarToken| matches!(token, GrammarToken::Terminal(name) if *name == subject.production.name);
    let pairs = subject.report.analyses.overlaps.pairs.iter();
    let own: Vec<&Overlap> = pairs
        .filter(|pair| is_own(&pair.first) || is_own(&pair.second))
        .collect();
    list(own, |pair| {
        let other = if is_own(&pair.first) {
            &pair.second
        } else {
            &pair.first
        };
        html! { "with " (ebnf(other, subject.report)) ": both match " (characters(&pair.example)) }
    })
}

fn uses(subject: &ReportedProduction<'_>) -> Option<Markup> {
    names(&subject.production.uses, subject.report)
}

fn used_by(subject: &ReportedProduction<'_>) -> Option<Markup> {
    names(&subject.production.used_by, subject.report)
}

fn nullable(subject: &ReportedProduction<'_>) -> Option<Markup> {
    let lookaheads = subject.production.lookaheads.as_ref()?;
    Some(html! { (if lookaheads.is_nullable { "yes" } else { "no" }) })
}

fn first(subject: &ReportedProduction<'_>) -> Option<Markup> {
    let set: &[GrammarToken] = &subject.production.lookaheads.as_ref()?.first;
    (!set.is_empty()).then(|| tokens(set, subject.report))
}

fn follow(subject: &ReportedProduction<'_>) -> Option<Markup> {
    let set: &[Lookahead] = &subject.production.lookaheads.as_ref()?.follow;
    (!set.is_empty()).then(|| tokens(set, subject.report))
}

/// The other grammars that have a production of this name, and whether it says the same there.
fn elsewhere(subject: &ReportedProduction<'_>) -> Option<Markup> {
    let expression = |one: &ProductionSummary| Some(one.specified.as_ref()?.expression.clone());
    let own = expression(subject.production)?;
    let others: Vec<(&GrammarReport, bool)> = subject
        .site
        .grammars
        .iter()
        .filter(|other| !std::ptr::eq(*other, subject.report))
        .filter_map(|other| {
            let there = expression(other.summary.production(&subject.production.name)?)?;
            Some((other, there == own))
        })
        .collect();
    let those = |is_same: bool| -> Vec<&GrammarReport> {
        let others = others.iter().filter(|(_, same)| *same == is_same);
        others.map(|(other, _)| *other).collect()
    };
    let links = |label: &str, those: &[&GrammarReport]| {
        html! {
            @if !those.is_empty() {
                div { (label) " in " (separated(those, ", ", |other| html! {
                    a.grammar href={ (other.file()) "#" (subject.production.name) } { (other.name) }
                })) }
            }
        }
    };
    (!others.is_empty()).then(|| {
        html! { (links("the same", &those(true))) (links("different", &those(false))) }
    })
}

fn names(names: &[String], report: &GrammarReport) -> Option<Markup> {
    (!names.is_empty()).then(|| {
        html! { code { (separated(names, ", ", |name| reference(name, report))) } }
    })
}
