//! The grammar in a specification's page: from HTML to EBNF.
//!
//! A production is a row of a table with a cell `::=`, or a line of a `pre`. The definitions are in a table or a `pre` of the class
//! `grammar`, or have an anchor; if none has, all productions are definitions. The others repeat them.
//!
//! Invariant: each `::=` in a table or a `pre` is read. A production that repeats a definition says the same, or the page is refused;
//! so is one in no table and no `pre`, unless it is in a sentence. Every character of the EBNF knows its place in the page.

use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use toolkit::{GrammarError, ebnf};

/// The sign between a name and its right side.
pub const DEFINES: &str = "::=";

/// A page's grammar.
#[derive(Debug)]
pub struct GrammarPage {
    /// The productions, each from a line of its own on.
    pub ebnf: String,
    /// Where each character of these is in the page, in bytes.
    places: Vec<usize>,
    /// The anchor of each production, by its name.
    pub anchors: BTreeMap<String, String>,
}

/// The productions and the includes of a page, before they are read.
pub struct PageContents {
    /// Whether it has productions of its own, wherever they are.
    pub has_productions: bool,
    /// The files that it includes, as it names them.
    pub includes: Vec<String>,
}

impl PageContents {
    pub fn of(html: &str) -> Self {
        let reader = read_blocks(html);
        Self {
            has_productions: !reader.blocks.is_empty() || !reader.loose.is_empty(),
            includes: reader.includes,
        }
    }
}

impl GrammarPage {
    /// Reads a page.
    ///
    /// Errors: the page has no productions; or one that contradicts a definition, is none, or is where no productions are read.
    pub fn read(html: &str) -> Result<Self, GrammarError> {
        let reader = read_blocks(html);
        let is_any_defined = reader.blocks.iter().any(PageBlock::is_definition);
        let is_definition = |block: &&PageBlock| block.is_definition() || !is_any_defined;
        let mut text = PlacedText::default();
        let mut anchors = BTreeMap::new();
        for block in reader.blocks.iter().filter(is_definition) {
            for line in &block.lines {
                if let Some(anchor) = &line.anchor
                    && let Some(name) = line.text.name()
                {
                    anchors.entry(name).or_insert_with(|| anchor.clone());
                }
                text.push_line(&line.text);
            }
        }
        if text.0.is_empty() {
            let message = match (&reader.loose.first(), reader.includes.first()) {
                (Some(loose), _) => return Err(error_at(html, loose.place(), OUTSIDE)),
                (None, Some(file)) => {
                    format!("the page has no productions of its own, and includes {file}: name a file that has some")
                }
                (None, None) => {
                    "the page has no productions: no table has a cell `::=`, and no `pre` has a line `name ::=`"
                        .to_owned()
                }
            };
            return Err(GrammarError::Syntax(message));
        }
        let page = Self {
            ebnf: text.0.iter().map(|(character, _)| character).collect(),
            places: text.0.iter().map(|(_, place)| *place).collect(),
            anchors,
        };
        page.check_definitions(html)?;
        page.check_repetitions(html, reader.blocks.iter().filter(|it| !is_definition(it)))?;
        page.check_loose(html, &reader.loose)?;
        Ok(page)
    }

    /// The error, with its places in the page instead of those in the EBNF.
    pub fn placed(&self, html: &str, error: GrammarError) -> GrammarError {
        match error {
            GrammarError::Several(faults) => {
                let placed = faults.into_iter().map(|fault| self.placed(html, fault));
                GrammarError::Several(placed.collect())
            }
            GrammarError::At {
                line,
                column,
                message,
            } => {
                let before = self.ebnf.split_inclusive('\n').take(line - 1);
                let before: usize = before.map(|line| line.chars().count()).sum();
                let place = self.places.get(before + column - 1);
                let place = place.or(self.places.last()).copied().unwrap_or_default();
                error_at(html, place, &message)
            }
            other => other,
        }
    }

    /// Refuses definitions that contradict one another.
    fn check_definitions(&self, html: &str) -> Result<(), GrammarError> {
        let places = ebnf::places(&self.ebnf).map_err(|error| self.placed(html, error))?;
        let mut known = BTreeMap::new();
        for production in &places.productions {
            let (rule, start) = (&production.rule, production.bytes.start);
            let first = known.entry(&rule.name).or_insert(&rule.expression);
            if **first != rule.expression {
                let place = self.places[self.ebnf[..start].chars().count()];
                let message = format!("{} {CONTRADICTS}", rule.name);
                return Err(error_at(html, place, &message));
            }
        }
        Ok(())
    }

    fn check_repetitions<'b>(
        &self,
        html: &str,
        blocks: impl Iterator<Item = &'b PageBlock>,
    ) -> Result<(), GrammarError> {
        let defined = ebnf::read(&self.ebnf).map_err(|error| self.placed(html, error))?;
        for block in blocks {
            let mut text = PlacedText::default();
            block
                .lines
                .iter()
                .for_each(|line| text.push_line(&line.text));
            let place = text.place();
            let repeated = Self {
                ebnf: text.0.iter().map(|(character, _)| character).collect(),
                places: text.0.iter().map(|(_, place)| *place).collect(),
                anchors: BTreeMap::new(),
            };
            let read = ebnf::read(&repeated.ebnf);
            for rule in read.map_err(|error| repeated.placed(html, error))?.rules {
                let message = match defined.rule(&rule.name) {
                    Some(definition) if definition.expression == rule.expression => continue,
                    Some(_) => format!("{} {CONTRADICTS}", rule.name),
                    None => format!(
                        "{} is not among the definitions, which have an anchor or are in a table or a `pre` of the class grammar",
                        rule.name
                    ),
                };
                let placed = ebnf::place_of(&repeated.ebnf, &rule.name);
                return Err(match placed {
                    Some((line, column)) => {
                        let at = GrammarError::At {
                            line,
                            column,
                            message,
                        };
                        repeated.placed(html, at)
                    }
                    None => error_at(html, place, &message),
                });
            }
        }
        Ok(())
    }

    /// Refuses productions in no table and no `pre` that have no definition.
    fn check_loose(&self, html: &str, loose: &[PlacedText]) -> Result<(), GrammarError> {
        for text in loose {
            let is_defined = text
                .name()
                .is_some_and(|name| ebnf::place_of(&self.ebnf, &name).is_some());
            if !is_defined {
                return Err(error_at(html, text.place(), OUTSIDE));
            }
        }
        Ok(())
    }
}

const CONTRADICTS: &str = "does not say here what its definition in this page says";

const OUTSIDE: &str = "this production is in no table and no `pre`: it is not read";

fn error_at(html: &str, place: usize, message: &str) -> GrammarError {
    let before = &html[..place];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    GrammarError::At {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
        message: message.to_owned(),
    }
}

/// Characters, each with its place in the page, in bytes.
#[derive(Clone, Debug, Default)]
struct PlacedText(Vec<(char, usize)>);

impl PlacedText {
    fn string(&self) -> String {
        self.0.iter().map(|(character, _)| character).collect()
    }

    /// Where it begins, white space aside.
    fn place(&self) -> usize {
        let first = self.0.iter().find(|(character, _)| !is_blank(*character));
        first.or(self.0.first()).map_or(0, |(_, place)| *place)
    }

    fn is_blank(&self) -> bool {
        self.0.iter().all(|(character, _)| is_blank(*character))
    }

    /// With a separator before it, if anything is there.
    fn push(&mut self, separator: char, other: &Self) {
        if !self.0.is_empty() && !other.0.is_empty() {
            self.0.push((separator, other.0[0].1));
        }
        self.0.extend_from_slice(&other.0);
    }

    fn push_line(&mut self, line: &Self) {
        if !line.is_blank() {
            self.push('\n', line);
        }
    }

    /// Whether nothing is before the first `::=` but a name, and its number.
    fn begins_with_production(&self) -> bool {
        let text = self.string();
        let Some((before, _)) = text.split_once(DEFINES) else {
            return false;
        };
        let words: Vec<&str> = before.split_whitespace().collect();
        matches!(words[..], [_]) || matches!(words[..], [number, _] if number.starts_with('['))
    }

    /// The name before the first `::=`.
    fn name(&self) -> Option<String> {
        let text = self.string();
        let (before, _) = text.split_once(DEFINES)?;
        let name = before.trim_end_matches(is_blank).rsplit(is_blank).next()?;
        let name = name.rsplit(']').next()?.trim_matches(['<', '>']);
        (!name.is_empty()).then(|| name.to_owned())
    }
}

fn is_blank(character: char) -> bool {
    character.is_whitespace()
}

/// A row of a table, or the text of a `pre`.
#[derive(Debug)]
struct PageLine {
    anchor: Option<String>,
    text: PlacedText,
}

/// A table or a `pre` with productions.
#[derive(Debug)]
struct PageBlock {
    is_grammar: bool,
    lines: Vec<PageLine>,
}

impl PageBlock {
    fn is_definition(&self) -> bool {
        let mut lines = self.lines.iter();
        self.is_grammar || lines.any(|line| line.anchor.is_some() && line.text.name().is_some())
    }
}

/// A table that is open.
#[derive(Debug, Default)]
struct OpenTable {
    is_grammar: bool,
    lines: Vec<PageLine>,
    anchor: Option<String>,
    cells: Vec<PlacedText>,
    has_data: bool,
    is_in_cell: bool,
}

impl OpenTable {
    fn end_row(&mut self) {
        let cells = std::mem::take(&mut self.cells);
        let anchor = self.anchor.take();
        let has_data = std::mem::take(&mut self.has_data);
        self.is_in_cell = false;
        let mut text = PlacedText::default();
        cells.iter().for_each(|cell| text.push(' ', cell));
        let is_heading = !has_data && self.lines.is_empty() && text.name().is_none();
        if !is_heading {
            self.lines.push(PageLine { anchor, text });
        }
    }
}

#[derive(Debug, Default)]
struct BlocksReader {
    blocks: Vec<PageBlock>,
    tables: Vec<OpenTable>,
    pre: Option<PageBlock>,
    /// PlacedText in no table and no `pre`, since the last tag that ends a paragraph.
    outside: PlacedText,
    is_in_sentence: bool,
    /// Productions in no table and no `pre`.
    loose: Vec<PlacedText>,
    /// Files that the page includes.
    includes: Vec<String>,
    /// The element whose text does not count.
    skipped: Option<String>,
}

impl BlocksReader {
    fn character(&mut self, character: char, place: usize) {
        if self.skipped.is_some() {
            return;
        }
        if let Some(pre) = &mut self.pre {
            pre.lines[0].text.0.push((character, place));
        } else if let Some(table) = self.tables.last_mut() {
            if table.is_in_cell
                && let Some(cell) = table.cells.last_mut()
            {
                let shown = if matches!(character, '\n' | '\r') {
                    ' '
                } else {
                    character
                };
                cell.0.push((shown, place));
            }
        } else {
            self.outside.0.push((character, place));
        }
    }

    fn end_outside(&mut self) {
        let text = std::mem::take(&mut self.outside);
        let is_production = match self.is_in_sentence {
            true => text.begins_with_production(),
            false => text.string().contains(DEFINES),
        };
        if is_production {
            self.loose.push(text);
        }
    }

    fn start(&mut self, tag: &Tag, place: usize) {
        let attribute = |name: &str| {
            let mut attributes = tag.attrs.iter();
            let found = attributes.find(|it| &*it.name.local == name);
            found.map(|it| it.value.to_string())
        };
        let is_grammar = attribute("class").is_some_and(|class| {
            let mut classes = class.split_whitespace();
            classes.any(|class| class == "grammar")
        });
        let anchor = attribute("id").or_else(|| match &*tag.name == "a" {
            true => attribute("name"),
            false => None,
        });
        if let Some(file) = attribute("data-include") {
            self.includes.push(file);
        }
        match &*tag.name {
            // A correction: the page no longer says the text that is deleted.
            "script" | "style" | "template" | "title" | "textarea" | "del" | "s" | "strike"
                if !tag.self_closing =>
            {
                self.skipped.get_or_insert_with(|| tag.name.to_string());
            }
            "br" => self.line_break(place),
            "pre" => {
                self.end_outside();
                self.pre.get_or_insert(PageBlock {
                    is_grammar,
                    lines: vec![PageLine {
                        anchor: None,
                        text: PlacedText::default(),
                    }],
                });
            }
            "table" => {
                self.end_outside();
                self.tables.push(OpenTable {
                    is_grammar,
                    ..OpenTable::default()
                });
            }
            "p" | "li" | "dd" | "dt" => {
                self.end_outside();
                self.is_in_sentence = true;
            }
            "div" | "section" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
                if self.tables.is_empty() =>
            {
                self.end_outside();
            }
            _ => {}
        }
        if let Some(pre) = &mut self.pre {
            if pre.lines[0].anchor.is_none() {
                pre.lines[0].anchor = anchor;
            }
            return;
        }
        let Some(table) = self.tables.last_mut() else {
            return;
        };
        match &*tag.name {
            "tr" => {
                if !table.cells.is_empty() {
                    table.end_row();
                }
                table.anchor = anchor;
                return;
            }
            "td" | "th" => {
                table.cells.push(PlacedText::default());
                table.has_data |= &*tag.name == "td";
                table.is_in_cell = true;
            }
            "tbody" | "thead" => table.is_grammar |= is_grammar,
            "table" => return,
            _ => {}
        }
        if table.anchor.is_none() && table.is_in_cell {
            table.anchor = anchor;
        }
    }

    /// A line ends in a `pre`, and a comment in a cell.
    fn line_break(&mut self, place: usize) {
        let text = match (&mut self.pre, self.tables.last_mut()) {
            (Some(pre), _) => Some(&mut pre.lines[0].text),
            (None, Some(table)) => table.cells.last_mut(),
            (None, None) => Some(&mut self.outside),
        };
        if let Some(text) = text {
            text.0.push(('\n', place));
        }
    }

    fn end(&mut self, name: &str) {
        if self.skipped.as_deref() == Some(name) {
            self.skipped = None;
        }
        match name {
            "pre" => {
                let block = self.pre.take();
                self.blocks.extend(block.filter(has_productions));
            }
            "table" => self.end_table(),
            "tr" => {
                if let Some(table) = self.tables.last_mut() {
                    table.end_row();
                }
            }
            "td" | "th" => {
                if let Some(table) = self.tables.last_mut() {
                    table.is_in_cell = false;
                }
            }
            "p" | "li" | "dd" | "dt" | "ul" | "ol" | "dl" => {
                self.end_outside();
                self.is_in_sentence = false;
            }
            "div" | "section" => {
                self.end_outside();
                self.is_in_sentence = false;
            }
            _ => {}
        }
    }

    fn end_table(&mut self) {
        if let Some(mut table) = self.tables.pop() {
            if !table.cells.is_empty() {
                table.end_row();
            }
            let block = PageBlock {
                is_grammar: table.is_grammar,
                lines: table.lines,
            };
            self.blocks.extend(Some(block).filter(has_productions));
        }
    }
}

fn has_productions(block: &PageBlock) -> bool {
    let mut lines = block.lines.iter();
    lines.any(|line| line.text.string().contains(DEFINES))
}

/// Takes the tokens of HTML, and knows where each ends.
struct TokenPlaces {
    reader: RefCell<BlocksReader>,
    /// Where the character is that was handed over last.
    place: Cell<usize>,
}

impl TokenSink for TokenPlaces {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut reader = self.reader.borrow_mut();
        match token {
            Token::CharacterTokens(text) => {
                for character in text.chars() {
                    reader.character(character, self.place.get());
                }
            }
            Token::TagToken(tag) => match tag.kind {
                TagKind::StartTag => {
                    reader.start(&tag, self.place.get());
                    match &*tag.name {
                        "script" => return TokenSinkResult::RawData(RawKind::ScriptData),
                        "style" => return TokenSinkResult::RawData(RawKind::Rawtext),
                        "title" | "textarea" => {
                            return TokenSinkResult::RawData(RawKind::Rcdata);
                        }
                        _ => {}
                    }
                }
                TagKind::EndTag => reader.end(&tag.name),
            },
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// The tables and the `pre`s with productions, and what is beside them.
fn read_blocks(html: &str) -> BlocksReader {
    let sink = TokenPlaces {
        reader: RefCell::default(),
        place: Cell::new(0),
    };
    let tokenizer = Tokenizer::new(sink, Default::default());
    let input = BufferQueue::default();
    // One character at a time, so that the place of each is known.
    for (place, character) in html.char_indices() {
        tokenizer.sink.place.set(place);
        input.push_back(StrTendril::from_char(character));
        while !input.is_empty() {
            let _ = tokenizer.feed(&input);
        }
    }
    tokenizer.end();
    let mut reader = tokenizer.sink.reader.into_inner();
    reader.end("pre");
    while !reader.tables.is_empty() {
        reader.end_table();
    }
    reader.end_outside();
    reader
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    fn read(html: &str) -> String {
        let page = GrammarPage::read(html).unwrap_or_else(|error| panic!("{error}: {html}"));
        ebnf::print(&ebnf::read(&page.ebnf).unwrap_or_else(|error| panic!("{error}: {html}")))
    }

    fn refused(html: &str) -> String {
        GrammarPage::read(html).unwrap_err().to_string()
    }

    /// The forms of pages of other specifications.
    #[test]
    fn each_form_is_read() {
        for html in [
            // Numbers and names in cells without end tags, and what goes on in the next row.
            "<table class=grammar><tr><th>No<th>Name<tr><td>[1]<td>a<td>::=<td>'x'<tr><td><td><td>|<td>b /* note */<tr><td>[2]<td>b<td>::=<td>[x-y]</table>",
            // Signs in spans, spaces that do not break, anchors in a cell.
            "<table><tr><td><code>[1]&nbsp;&nbsp;</code></td><td><code><a id='ra' name='ra'>a</a></code></td><td><code>&nbsp;::=&nbsp;</code></td>\
             <td><code>'x'<br>| <span class=\"prod\"><a href='#rb'>b</a></span></code></td></tr>\
             <tr><td>[2]</td><td><a id='rb'>b</a></td><td>::=</td><td>[x-y]</td></tr></table>",
            "<p>Each production is <code>symbol ::= expression</code>.</p><pre class='grammar'>[1] a ::= 'x'\n      | <a href='#b'>b</a>\n[2] b ::= [x-y]</pre>",
            // A production that the text repeats, before its definition.
            "<pre>b ::= [x-y]</pre><table class=\"grammar\"><tr><td>[1]<td>a<td>::=<td>'x' | b<tr><td>[2]<td>b<td>::=<td>[x-y]</table>",
            // A correction.
            "<table class=grammar><tr><td>[1]<td>a<td>::=<td>'x' | <del>'y'</del> <ins>b</ins><tr><td>[2]<td>b<td>::=<td>[x-y]</table>",
            "<!-- <table><tr><td>c<td>::=<td>a</table> --><script>c ::= '<pre>'</script><pre>[1] a ::= 'x' | b\n[2] b ::= [x-y]</pre>",
        ] {
            assert_eq!(read(html), "[1] a ::= 'x' | b\n[2] b ::= [x-y]\n", "{html}");
        }
    }

    #[test]
    fn what_is_not_understood_is_refused_with_its_place() {
        let table =
            "<table class='grammar'>\n<tr><td>a</td><td>::=</td><td>'x'</td></tr>\n</table>\n";
        for (more, message) in [
            ("<pre>a ::= 'y'</pre>", "4:6: a does not say here"),
            (
                "<pre>b ::= 'y'</pre>",
                "4:6: b is not among the definitions",
            ),
            ("<pre>b ::= </pre>", "4:11: expected an expression"),
            (
                "<div><code>b ::= 'y'</code></div>",
                "4:12: this production is in no table",
            ),
            (
                "<ul><li>b ::= 'y'</li></ul>",
                "4:9: this production is in no table",
            ),
        ] {
            let refused = refused(&format!("{table}{more}"));
            assert!(refused.starts_with(message), "{more}: {refused}");
        }
        let contradiction = refused("<table><tr><td>a<td>::=<td>'a'</table>\n<pre>a ::= 'b'</pre>");
        assert!(
            contradiction.starts_with("2:6: a does not say here"),
            "{contradiction}"
        );
        let includes = refused("<div data-include='a-bnf.html'></div>");
        assert!(
            includes.ends_with("and includes a-bnf.html: name a file that has some"),
            "{includes}"
        );
    }

    #[test]
    fn a_fault_has_its_place_in_the_page() {
        let html = "<table>\n<tr><td>a</td><td>::=</td>\n<td>'&lt;' | ]</td></tr></table>";
        let placed = GrammarPage::read(html).unwrap_err().place();
        assert_eq!(placed, Some((3, 14)));
    }
}
