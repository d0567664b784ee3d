//! A production, with all that is known of it: what `show` says, the facts of the sections, and what the site knows beside.

use super::content::{GrammarReport, ReportedProduction};
use super::{coverage, pair};
use crate::commands::show;
use crate::pages::notation::{LinkedNotation, diagram, linked};
use crate::pages::section::{Fact, Section, words};
use cli::counted::counted;
use maud::{Markup, html};
use toolkit::{ProductionSummary, ebnf as ebnf_text, peg};

/// How many facts of a section are shown unfolded.
const MOST_UNFOLDED: usize = 12;

/// Its part of the page. `is_anchor` is not so of a second production of one name.
pub fn markup(subject: &ReportedProduction<'_>, sections: &[Section], is_anchor: bool) -> Markup {
    let &ReportedProduction {
        production, report, ..
    } = subject;
    let name = &production.name;
    let shown = show::relations(production).into_iter();
    let shown = shown.filter_map(|(label, fact)| {
        let linked = linked(&fact?, LinkedNotation::Ebnf, report);
        Some((label, Some(html! { code { (linked) } })))
    });
    let facts = shown.chain([
        ("tested", coverage::used(subject)),
        ("change", pair::fact(subject)),
        ("elsewhere", elsewhere(subject)),
    ]);
    let facts = facts.filter_map(|(label, fact)| Some((label, fact?)));
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
                @if let Some(written) = written(subject) { div { dt { "PEG" } dd { (written) } } }
                @for section in sections {
                    @let own: Vec<&Fact> = section.facts_about(name).collect();
                    @if !own.is_empty() { div { dt { (section.title) } dd { (said(&own, report)) } } }
                }
                @for (label, fact) in facts {
                    div { dt { (label) } dd { (fact) } }
                }
            }
        }
    }
}

fn said(facts: &[&Fact], report: &GrammarReport) -> Markup {
    let list = html! { ul { @for fact in facts { li { (fact.said_of_one(report)) } } } };
    match facts.len() > MOST_UNFOLDED {
        true => html! { details { summary { (counted(facts.len(), "fact")) } (list) } },
        false => list,
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

/// The other grammars that have a production of this name, and whether it says the same there.
fn elsewhere(subject: &ReportedProduction<'_>) -> Option<Markup> {
    let expression = |one: &ProductionSummary| Some(one.specified.as_ref()?.expression.clone());
    let own = expression(subject.production)?;
    let name = &subject.production.name;
    let others = subject.site.grammars.iter();
    let others = others.filter(|other| !std::ptr::eq(*other, subject.report));
    let others = others.filter_map(|other| {
        let there = expression(other.summary.production(name)?)?;
        Some((other, there == own))
    });
    let (same, different): (Vec<_>, Vec<_>) = others.partition(|(_, is_same)| *is_same);
    let links = |label: &str, others: &[(&GrammarReport, bool)]| {
        let links = others.iter();
        let links =
            links.map(|(other, _)| (other.name.clone(), format!("{}#{name}", other.file())));
        let said = words(format!("{label} in ")).links(links);
        (!others.is_empty()).then(|| html! { div { (said.html(subject.report)) } })
    };
    let said = [links("the same", &same), links("different", &different)];
    let is_any = said.iter().any(Option::is_some);
    is_any.then(|| html! { @for said in said.iter().flatten() { (said) } })
}
