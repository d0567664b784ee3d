//! Facts in sections: made once, and printed as Markdown or as HTML.
//!
//! Invariant: both have all words of a section, in their order; but what is around a marked part is on pages alone. Whatever a grammar or
//! a document says is escaped.

use super::document::{document, visible};
use super::notation::{Addresses, LinkedNotation, linked, prose};
use crate::analyses::sought::{EMPTY, FoundDocument, Sought};
use maud::{Markup, html};
use std::fmt::Display;
use toolkit::ebnf::Marked;

/// Facts of one kind, under a title.
#[derive(Clone)]
pub struct Section {
    /// Its anchor on a page; with a hyphen in it.
    pub id: &'static str,
    pub title: String,
    pub parts: Vec<SectionPart>,
}

#[derive(Clone)]
pub enum SectionPart {
    Words(Words),
    Facts(SectionTable),
    /// Lines as they are, in this notation.
    Lines(&'static str, String),
}

/// Facts, a row each, below the titles of their cells.
#[derive(Clone)]
pub struct SectionTable {
    pub head: Vec<&'static str>,
    pub facts: Vec<Fact>,
}

#[derive(Clone, PartialEq)]
pub struct Fact {
    /// The productions and tokens that it is about.
    pub about: Vec<String>,
    pub cells: Vec<Words>,
}

/// Words, with pieces of grammars and documents between them.
#[derive(Clone, Default, PartialEq)]
pub struct Words(Vec<SectionWord>);

#[derive(Clone, PartialEq)]
enum SectionWord {
    /// A sentence, whose parts between backticks are code.
    Text(String),
    /// EBNF, or a name.
    Ebnf(String),
    Marked(Marked),
    Code(String),
    Document(String),
    /// A kind of fault.
    Label(String),
    Link {
        name: String,
        address: String,
    },
    LineEnd,
}

impl Words {
    pub fn text(self, text: impl Into<String>) -> Self {
        self.and(SectionWord::Text(text.into()))
    }

    pub fn ebnf(self, text: impl Display) -> Self {
        self.and(SectionWord::Ebnf(text.to_string()))
    }

    /// EBNF, each with a space before the next.
    pub fn all<T: Display>(self, tokens: impl IntoIterator<Item = T>, between: &str) -> Self {
        let tokens = tokens.into_iter().enumerate();
        tokens.fold(self, |words, (index, token)| match index {
            0 => words.ebnf(token),
            _ => words.text(between).ebnf(token),
        })
    }

    /// A right side, with the part that is meant marked.
    pub fn marked(self, place: &Marked) -> Self {
        self.and(SectionWord::Marked(place.clone()))
    }

    /// Characters, those that cannot be seen escaped.
    pub fn characters(self, text: &str) -> Self {
        match text.is_empty() {
            true => self.text("nothing"),
            false => self.and(SectionWord::Code(text.escape_debug().to_string())),
        }
    }

    pub fn code(self, text: impl Into<String>) -> Self {
        self.and(SectionWord::Code(text.into()))
    }

    pub fn document(self, text: impl Into<String>) -> Self {
        self.and(SectionWord::Document(text.into()))
    }

    /// The result of a search for a document: all that were found.
    pub fn sought(sought: &Sought) -> Self {
        match sought.document() {
            Some(found) => {
                let further = found.further.iter();
                let first = Self::default().found(found);
                further.fold(first, |words, document| words.text(", ").document(document))
            }
            None => words(sought.to_string()),
        }
    }

    /// A document that a search found.
    pub fn found(self, found: &FoundDocument) -> Self {
        let origin = found.origin();
        let words = self.document(&found.text);
        if origin.is_empty() {
            words
        } else {
            words.text(&origin)
        }
    }

    pub fn label(self, kind: impl Display) -> Self {
        self.and(SectionWord::Label(kind.to_string()))
    }

    pub fn link(self, name: impl Into<String>, address: impl Into<String>) -> Self {
        self.and(SectionWord::Link {
            name: name.into(),
            address: address.into(),
        })
    }

    /// Links, with a comma between them.
    pub fn links<T: Into<String>>(self, links: impl IntoIterator<Item = (T, T)>) -> Self {
        let links = links.into_iter().enumerate();
        links.fold(self, |words, (index, (name, address))| match index {
            0 => words.link(name, address),
            _ => words.text(", ").link(name, address),
        })
    }

    pub fn line_end(self) -> Self {
        self.and(SectionWord::LineEnd)
    }

    fn and(mut self, word: SectionWord) -> Self {
        self.0.push(word);
        self
    }

    pub fn markdown(&self) -> String {
        self.0.iter().map(SectionWord::markdown).collect()
    }

    pub fn html(&self, grammar: &dyn Addresses) -> Markup {
        html! { @for word in &self.0 { (word.html(grammar)) } }
    }
}

/// Words without anything between them.
pub fn words(text: impl Into<String>) -> Words {
    Words::default().text(text)
}

impl SectionWord {
    fn markdown(&self) -> String {
        match self {
            Self::Text(text) => escaped_prose(text),
            Self::Label(kind) => escaped(kind),
            Self::Ebnf(text) | Self::Code(text) => code(text),
            Self::Marked(place) => code(&place.marked),
            Self::Document(text) if text.is_empty() => EMPTY.to_owned(),
            Self::Document(text) => code(&visible(text)),
            Self::Link { name, address } => format!("[{}](<{address}>)", code(name)),
            Self::LineEnd => "<br>".to_owned(),
        }
    }

    fn html(&self, grammar: &dyn Addresses) -> Markup {
        let ebnf = |text: &str| linked(text, LinkedNotation::Ebnf, grammar);
        html! {
            @match self {
                Self::Text(text) => (prose(text)),
                Self::Label(kind) => span.label.bad { (kind) },
                Self::Ebnf(text) => code { (ebnf(text)) },
                Self::Code(text) => code { (text) },
                Self::Marked(place) => {
                    code.place { (ebnf(&place.before)) mark { (ebnf(&place.marked)) } (ebnf(&place.after)) }
                }
                Self::Document(text) => (document(text)),
                // Anchors in a file are for programs.
                Self::Link { name, address } if address.starts_with("file:") => code title=(address) { (name) },
                Self::Link { name, address } => a href=(address) { code { (name) } },
                Self::LineEnd => br;,
            }
        }
    }
}

impl Fact {
    pub fn of(cells: impl Into<Vec<Words>>) -> Self {
        Self {
            about: Vec::new(),
            cells: cells.into(),
        }
    }

    /// With its productions or tokens in the first cell.
    pub fn about<T: ToString>(about: &[T], cells: impl IntoIterator<Item = Words>) -> Self {
        let about: Vec<String> = about.iter().map(ToString::to_string).collect();
        let subject = Words::default().all(&about, ", ");
        Self {
            cells: [subject].into_iter().chain(cells).collect(),
            about,
        }
    }

    /// Where it is said of one of its productions.
    pub fn said_of_one(&self, grammar: &dyn Addresses) -> Markup {
        let cells = match self.about.len() {
            1 => &self.cells[1..],
            _ => &self.cells,
        };
        html! { @for cell in cells { (cell.html(grammar)) " " } }
    }
}

impl SectionTable {
    pub fn new(head: &[&'static str], facts: Vec<Fact>) -> Self {
        Self {
            head: head.to_vec(),
            facts,
        }
    }

    pub fn markdown(&self) -> String {
        let head = self.head.iter().map(|title| (*title).to_owned());
        let rows = self.facts.iter().map(|fact| {
            let cells = fact.cells.iter().map(Words::markdown);
            row(cells.map(|cell| cell.replace('|', "\\|").replace('\n', " ")))
        });
        let line = "---|".repeat(self.head.len());
        format!("{}|{line}\n{}", row(head), rows.collect::<String>())
    }

    fn html(&self, grammar: &dyn Addresses) -> Markup {
        html! { div.scroll { table.facts {
            @if self.head.iter().any(|title| !title.is_empty()) {
                thead { tr { @for title in &self.head { th { (title) } } } }
            }
            tbody { @for fact in &self.facts { tr { @for (index, cell) in fact.cells.iter().enumerate() {
                @if index == 0 { th scope="row" { (cell.html(grammar)) } } @else { td { (cell.html(grammar)) } }
            } } } }
        } } }
    }
}

fn row(cells: impl Iterator<Item = String>) -> String {
    cells.fold("|".to_owned(), |row, cell| match cell.is_empty() {
        true => row + " |",
        false => format!("{row} {cell} |"),
    }) + "\n"
}

impl SectionPart {
    pub fn facts(head: &[&'static str], facts: Vec<Fact>) -> Self {
        Self::Facts(SectionTable::new(head, facts))
    }

    pub fn markdown(&self) -> String {
        match self {
            Self::Words(words) => words.markdown() + "\n",
            Self::Facts(table) => table.markdown(),
            Self::Lines(notation, text) => block(notation, text),
        }
    }

    fn html(&self, grammar: &dyn Addresses) -> Markup {
        html! {
            @match self {
                Self::Words(words) => p { (words.html(grammar)) },
                Self::Facts(table) => (table.html(grammar)),
                Self::Lines(_, text) => pre.notation { code { (text) } },
            }
        }
    }
}

impl Section {
    /// All its facts, of all tables.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        let tables = self.parts.iter().filter_map(|part| match part {
            SectionPart::Facts(table) => Some(table),
            _ => None,
        });
        tables.flat_map(|table| &table.facts)
    }

    pub fn facts_about(&self, name: &str) -> impl Iterator<Item = &Fact> {
        self.facts()
            .filter(move |fact| fact.about.iter().any(|one| one == name))
    }

    /// Its parts, with a line between them.
    pub fn markdown(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(SectionPart::markdown).collect();
        parts.join("\n")
    }

    /// Below its title, which unfolds it.
    pub fn folded(&self) -> String {
        folded(&self.title, &self.markdown())
    }

    pub fn html(&self, grammar: &dyn Addresses) -> Markup {
        let content = html! { @for part in &self.parts { (part.html(grammar)) } };
        framed(self.id, &self.title, &content)
    }
}

/// A part of a page that can be linked to.
pub fn framed(id: &str, title: &str, content: &Markup) -> Markup {
    html! { section id=(id) { h2 { (title) } (content) } }
}

/// Markdown that is unfolded by a click.
pub fn folded(title: &str, markdown: &str) -> String {
    let title = html! { (title) }.into_string();
    format!("<details><summary>{title}</summary>\n\n{markdown}\n</details>\n")
}

/// A section of several grammars, with the name of each: a fact that several share is told once.
pub fn side_by_side(sections: &[(&str, &Section)]) -> Option<Section> {
    let (_, first) = sections.first()?;
    let mut facts: Vec<(&Fact, Vec<&str>)> = Vec::new();
    for (name, section) in sections {
        for fact in section.facts() {
            match facts.iter_mut().find(|(known, _)| *known == fact) {
                Some((_, names)) if names.last() == Some(name) => {}
                Some((_, names)) => names.push(name),
                None => facts.push((fact, vec![name])),
            }
        }
    }
    let without = sections
        .iter()
        .filter(|(_, section)| section.facts().next().is_none());
    let without: Vec<&str> = without.map(|(name, _)| *name).collect();
    let facts = facts.into_iter().map(|(fact, names)| {
        let mut fact = fact.clone();
        fact.cells.push(Words::default().all(names, ", "));
        fact
    });
    let facts: Vec<Fact> = facts.collect();
    let mut parts = Vec::new();
    for part in &first.parts {
        match part {
            SectionPart::Facts(_) if facts.is_empty() => {}
            SectionPart::Facts(table) => parts.push(SectionPart::facts(
                &[&table.head[..], &["grammars"]].concat(),
                facts.clone(),
            )),
            other => parts.push(other.clone()),
        }
    }
    if !without.is_empty() {
        let none = words("None in ").all(without, ", ").text(".");
        parts.push(SectionPart::Words(none));
    }
    Some(Section {
        parts,
        ..(*first).clone()
    })
}

/// A text as it is, in a block of code that nothing within it ends.
fn block(notation: &str, text: &str) -> String {
    let ticks = text
        .split(|character: char| character != '`')
        .map(str::len)
        .max();
    let fence = "`".repeat(ticks.unwrap_or_default().max(2) + 1);
    format!("{fence}{notation}\n{}\n{fence}\n", text.trim_end())
}

/// In Markdown's quotes for code, more of them if the text has some.
fn code(text: &str) -> String {
    match text.contains('`') {
        true => format!("`` {text} ``"),
        false => format!("`{text}`"),
    }
}

fn escaped_prose(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let parts = parts.map(|(index, part)| match index % 2 {
        0 => escaped(part),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}

/// Characters with a meaning in Markdown, escaped.
fn escaped(text: &str) -> String {
    let mut result = String::new();
    for character in text.chars() {
        if matches!(character, '\\' | '*' | '<' | '[') {
            result.push('\\');
        }
        result.push(character);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    struct Nowhere;
    impl Addresses for Nowhere {
        fn address(&self, _: &str) -> Option<String> {
            None
        }
    }

    #[test]
    fn whatever_is_said_is_escaped() {
        for (said, markdown, html) in [
            (
                words("a * `b * c` [d] <e>"),
                "a \\* `b * c` \\[d] \\<e>",
                "a * <code>b * c</code> [d] &lt;e&gt;",
            ),
            (
                Words::default().ebnf("[^`<]"),
                "`` [^`<] ``",
                "<code><span class=\"characters\">[^`&lt;]</span></code>",
            ),
            (
                Words::default().document(""),
                EMPTY,
                "<p>the empty document</p>",
            ),
            (
                Words::default().characters("\n"),
                "`\\n`",
                "<code>\\n</code>",
            ),
        ] {
            assert_eq!(said.markdown(), markdown);
            assert_eq!(said.html(&Nowhere).into_string(), html);
        }
        assert_eq!(block("text", "a\n```\n"), "````text\na\n```\n````\n");
        let table = SectionTable::new(&["", "a"], vec![Fact::about(&["x"], [words("b|\nc")])]);
        assert_eq!(table.markdown(), "| | a |\n|---|---|\n| `x` | b\\| c |\n");
    }

    #[test]
    fn what_grammars_share_is_told_once() {
        let section = |facts: &[&str]| Section {
            id: "an-id",
            title: "Title".to_owned(),
            parts: vec![SectionPart::facts(
                &["production"],
                facts.iter().map(|name| Fact::about(&[name], [])).collect(),
            )],
        };
        let [one, other, none] = [&["a", "b"][..], &["b"], &[]].map(section);
        let all = side_by_side(&[("g", &one), ("h", &other), ("i", &none)]).unwrap();
        let expected = "| production | grammars |\n|---|---|\n| `a` | `g` |\n| `b` | `g`, `h` |\n\nNone in `i`.\n";
        assert_eq!(all.markdown(), expected);
    }
}
