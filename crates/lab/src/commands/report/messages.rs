//! The pages about messages: a list of all that a message can be about, and a page for each.

use super::content::{FromAfar, Website};
use super::page::ReportPage;
use super::told::{MessageSubject, SubjectGroup, ToldDocument, ToldMessage};
use crate::pages::document::marked;
use crate::pages::notation::{Addresses, prose};
use crate::pages::section::framed;
use advice::Help;
use cli::counted::counted;
use maud::{Markup, html};
use turtle_peg::{Dialect, Production};

/// The file of the list.
pub const LIST: &str = "messages.html";

/// The list, and a page for each subject.
pub fn pages(site: &Website<'_>) -> Vec<ReportPage> {
    if site.documents.is_empty() {
        return Vec::new();
    }
    let subjects: Vec<MessageSubject> = MessageSubject::all().collect();
    let told = subjects.iter().map(|subject| page(subject, site));
    [list(&subjects, site)].into_iter().chain(told).collect()
}

fn list(subjects: &[MessageSubject], site: &Website<'_>) -> ReportPage {
    let group = |group, id, title| {
        let subjects = subjects.iter().filter(|subject| subject.group == group);
        framed(id, title, &table(subjects, site))
    };
    ReportPage {
        file: LIST.to_owned(),
        title: "Messages".to_owned(),
        contents: None,
        content: html! {
            h1 { "Messages" }
            p { "What " code { "turtle-peg check --lint" } " tells of documents, with examples." }
            (group(SubjectGroup::Mistake, "known-mistakes", "Mistakes"))
            (group(SubjectGroup::Fault, "other-faults", "Other faults, and problems with files"))
            (group(SubjectGroup::Lint, "all-lints", "Lints: data that conform, and may not be meant"))
        },
    }
}

fn table<'s>(subjects: impl Iterator<Item = &'s MessageSubject>, site: &Website<'_>) -> Markup {
    html! { div.scroll { table.facts {
        thead { tr { th { "name" } th { "meaning" } th.count { "examples" } } }
        tbody { @for subject in subjects { tr {
            th scope="row" { a href=(subject.file()) { (subject.name) } }
            td { (prose(subject.description)) }
            td.count { (site.documents.iter().filter(|document| document.tells_of(subject)).count()) }
        } } }
    } } }
}

fn page(subject: &MessageSubject, site: &Website<'_>) -> ReportPage {
    let documents = site.documents.iter();
    let documents: Vec<&ToldDocument> = documents
        .filter(|document| document.tells_of(subject))
        .collect();
    ReportPage {
        file: subject.file(),
        title: subject.name.to_owned(),
        contents: None,
        content: html! {
            h1 { (subject.name) " " span.kind { (subject.group.name()) } }
            p { (prose(subject.description)) }
            @if let Some(help) = subject.help { p { (prose(help)) } }
            @if subject.group == SubjectGroup::Lint {
                p { "The comment " code { "# lint: allow " (subject.name) } " allows it in the next statement, or, before the first \
                    statement, in the document." }
            }
            @if documents.is_empty() { p.note { "There is no example." } }
            @for (number, document) in documents.iter().enumerate() { (example(number, document, subject, site)) }
            p { a href=(LIST) { "All messages" } }
        },
    }
}

fn example(
    number: usize,
    document: &ToldDocument,
    subject: &MessageSubject,
    site: &Website<'_>,
) -> Markup {
    let messages = document.messages.iter();
    let labels = messages
        .clone()
        .filter(|message| message.subject == *subject)
        .flat_map(|message| message.advice.labels());
    let marks: Vec<_> = labels
        .map(|label| label.bytes.start as usize..label.bytes.end as usize)
        .collect();
    html! { section.change id={ "example-" (number + 1) } {
        h3 { (document.name) " " span.kind { (document.dialect.title()) } }
        (marked(&document.bytes, &marks))
        dl {
            @for message in messages { (told(message, document.dialect, subject, site)) }
            @if document.more > 0 { div { dt { "More" } dd { (counted(document.more, "message")) " more" } } }
            @if let Some(mended) = &document.mended {
                div {
                    dt { "After " code { "turtle-peg fix" } }
                    dd { (marked(mended.text.as_bytes(), &[])) }
                }
            }
        }
    } }
}

/// A message about a place in a document; the page is about the subject.
fn told(
    message: &ToldMessage,
    dialect: Dialect,
    subject: &MessageSubject,
    site: &Website<'_>,
) -> Markup {
    let advice = &message.advice;
    let labels = advice
        .labels()
        .iter()
        .filter(|label| !label.text.is_empty());
    html! { div {
        dt { "Line " (advice.position().line) ", column " (advice.position().column) }
        dd {
            p { strong { (prose(advice.title())) } }
            @if message.subject != *subject {
                p.note { "See " a href=(message.subject.file()) { (message.subject.name) } "." }
            }
            ul {
                @for label in labels { li { "at " (label.position) ": " (prose(&label.text)) } }
                @for help in advice.help() { li { "help: " (prose(help.text())) (replacement(help)) } }
                @if let Some(rule) = &message.rule { li { (rule) } }
                @if let Some(production) = message.production.filter(|_| !advice.suggests_other_language()) {
                    li { (specification(dialect, production, site)) }
                }
            }
        }
    } }
}

/// Whether `fix` writes it unasked.
fn replacement(help: &Help) -> &'static str {
    match help.replacement() {
        Some(_) if help.is_certain() => " (certain: `fix` writes it)",
        _ => "",
    }
}

/// The production in which it happened, with a link to the page of its grammar.
fn specification(dialect: Dialect, production: Production, site: &Website<'_>) -> Markup {
    let grammars = site.grammars.iter();
    let own = grammars.filter(|report| report.source.dialect() == Some(dialect));
    let address = own
        .filter_map(|report| FromAfar(report).address(production.name()))
        .next();
    html! {
        (dialect.title()) ", "
        @if let Some(number) = dialect.production_number(production) { "[" (number) "] " }
        @match address {
            Some(address) => a href=(address) { (production.name()) },
            None => (production.name()),
        }
    }
}
