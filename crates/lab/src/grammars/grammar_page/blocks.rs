//! From HTML to the tables and the `pre`s with productions.
//!
//! Invariant: each `::=` is in a block, or in text beside the blocks; text that the page deletes, or does not show, is in neither.

use super::placed_text::{DEFINES, PlacedText};
use html5ever::buffer_queue::BufferQueue;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ops::Range;

/// A row of a table, or the text of a `pre`.
#[derive(Debug)]
pub(super) struct PageLine {
    pub(super) anchor: Option<String>,
    pub(super) text: PlacedText,
}

/// A table or a `pre` with productions.
#[derive(Debug)]
pub(super) struct PageBlock {
    is_grammar: bool,
    /// Whether it is below the heading of the terminals.
    pub(super) is_of_terminals: bool,
    pub(super) lines: Vec<PageLine>,
}

impl PageBlock {
    pub(super) fn is_definition(&self) -> bool {
        let mut lines = self.lines.iter();
        self.is_grammar || lines.any(|line| line.anchor.is_some() && line.text.name().is_some())
    }

    /// The names of its productions.
    pub(super) fn names(&self) -> BTreeSet<String> {
        let lines = self.lines.iter().flat_map(|line| line.text.names());
        lines.collect()
    }
}

/// A cell of a row, and the columns that it takes.
#[derive(Debug)]
struct TableCell {
    columns: Range<usize>,
    text: PlacedText,
}

/// A table that is open.
#[derive(Debug, Default)]
struct OpenTable {
    is_grammar: bool,
    lines: Vec<PageLine>,
    anchor: Option<String>,
    cells: Vec<TableCell>,
    has_data: bool,
    is_in_cell: bool,
    /// The column of `::=` in the last row that has it.
    defines: Option<usize>,
    /// The places of rows that are no part of a production.
    remarks: Vec<usize>,
}

impl OpenTable {
    /// Takes over a tag within the table, or its own.
    fn start(&mut self, tag: &Tag, is_grammar: bool, anchor: Option<String>) {
        match &*tag.name {
            "tr" => {
                if !self.cells.is_empty() {
                    self.end_row();
                }
                self.anchor = anchor;
                return;
            }
            "td" | "th" => {
                let width = attribute(tag, "colspan").and_then(|width| width.parse().ok());
                self.add_cell(width.unwrap_or(1));
                self.has_data |= &*tag.name == "td";
                self.is_in_cell = true;
            }
            "tbody" | "thead" => self.is_grammar |= is_grammar,
            "table" => return,
            _ => {}
        }
        if self.anchor.is_none() && self.is_in_cell {
            self.anchor = anchor;
        }
    }

    fn end_row(&mut self) {
        let cells = std::mem::take(&mut self.cells);
        let anchor = self.anchor.take();
        let has_data = std::mem::take(&mut self.has_data);
        self.is_in_cell = false;
        let is_remark = self.is_remark(&cells);
        let mut text = PlacedText::default();
        cells.iter().for_each(|cell| text.push(' ', &cell.text));
        let is_heading = !has_data && self.lines.is_empty() && text.name().is_none();
        if is_remark {
            self.remarks.push(text.place());
        } else if !is_heading {
            self.lines.push(PageLine { anchor, text });
        }
    }

    /// Whether a row has something else than productions, below one: where a name would be is text, as `Language` in a row that says
    /// which object is made of what is read, or where `::=` would be is a brace. A row that goes on with a production has neither, one
    /// with a mistake has a number, and directives and headings are about all that is below.
    fn is_remark(&mut self, cells: &[TableCell]) -> bool {
        let said = |cell: &TableCell| cell.text.string().trim().to_owned();
        if let Some(cell) = cells.iter().find(|cell| said(cell).contains(DEFINES)) {
            self.defines = Some(cell.columns.start);
            return false;
        }
        let Some(defines) = self.defines.filter(|&defines| defines > 0) else {
            return false;
        };
        let at = |column: usize| {
            let cell = cells.iter().find(|cell| cell.columns.contains(&column));
            cell.map(said).unwrap_or_default()
        };
        let name = at(defines - 1);
        let is_numbered = at(0).starts_with('[');
        let goes_on = name.is_empty() || name.starts_with(OPERATORS);
        let is_of_all = ["@", "<?", "Productions for terminals"]
            .iter()
            .any(|begin| name.starts_with(begin));
        !is_numbered && !is_of_all && (!goes_on || at(defines) == "{")
    }

    fn add_cell(&mut self, width: usize) {
        let start = self.cells.last().map_or(0, |cell| cell.columns.end);
        self.cells.push(TableCell {
            columns: start..start.saturating_add(width),
            text: PlacedText::default(),
        });
    }
}

/// The end of the heading below which terminals are, as in XPath, A.2.1.
const TERMINALS: &str = "Terminal Symbols";

/// Signs at the beginning of a row that goes on with a production, wherever it begins.
const OPERATORS: [char; 3] = ['|', '-', ')'];

#[derive(Debug, Default)]
pub(super) struct BlocksReader {
    pub(super) blocks: Vec<PageBlock>,
    tables: Vec<OpenTable>,
    pre: Option<PageBlock>,
    /// Text in no table and no `pre`, since the last tag that ends a paragraph.
    paragraph: PlacedText,
    is_in_sentence: bool,
    /// Whether the heading of the terminals was read.
    is_of_terminals: bool,
    /// Productions in no table and no `pre`, and `pre`s with a `::=` that no name is before.
    pub(super) outside: Vec<PlacedText>,
    /// The places of rows that are no part of a production, in tables that have some.
    pub(super) remarks: Vec<usize>,
    /// Files that the page includes.
    pub(super) includes: Vec<String>,
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
                cell.text.0.push((shown, place));
            }
        } else {
            self.paragraph.0.push((character, place));
        }
    }

    fn end_paragraph(&mut self) {
        let text = std::mem::take(&mut self.paragraph);
        let is_production = match self.is_in_sentence {
            true => text.begins_with_production(),
            false => text.string().contains(DEFINES),
        };
        if is_production {
            self.outside.push(text);
        }
    }

    fn start(&mut self, tag: &Tag, place: usize) {
        let attribute = |name: &str| attribute(tag, name);
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
        self.start_block(tag, place, is_grammar);
        if let Some(pre) = &mut self.pre {
            if pre.lines[0].anchor.is_none() {
                pre.lines[0].anchor = anchor;
            }
        } else if let Some(table) = self.tables.last_mut() {
            table.start(tag, is_grammar, anchor);
        }
    }

    /// Begins or ends what a tag says, outside of tables.
    fn start_block(&mut self, tag: &Tag, place: usize, is_grammar: bool) {
        match &*tag.name {
            // A correction: the page no longer says the text that is deleted.
            "script" | "style" | "template" | "title" | "textarea" | "del" | "s" | "strike"
                if !tag.self_closing =>
            {
                self.skipped.get_or_insert_with(|| tag.name.to_string());
            }
            "br" => self.line_break(place),
            "pre" => {
                self.end_paragraph();
                self.pre.get_or_insert(PageBlock {
                    is_grammar,
                    is_of_terminals: self.is_of_terminals,
                    lines: vec![PageLine {
                        anchor: None,
                        text: PlacedText::default(),
                    }],
                });
            }
            "table" => {
                self.end_paragraph();
                self.tables.push(OpenTable {
                    is_grammar,
                    ..OpenTable::default()
                });
            }
            "p" | "li" | "dd" | "dt" => {
                self.end_paragraph();
                self.is_in_sentence = true;
            }
            "div" | "section" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6"
                if self.tables.is_empty() =>
            {
                self.end_paragraph();
            }
            _ => {}
        }
    }

    /// A line ends in a `pre`, and a comment in a cell.
    fn line_break(&mut self, place: usize) {
        let text = match (&mut self.pre, self.tables.last_mut()) {
            (Some(pre), _) => Some(&mut pre.lines[0].text),
            (None, Some(table)) => table.cells.last_mut().map(|cell| &mut cell.text),
            (None, None) => Some(&mut self.paragraph),
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
                if let Some(pre) = self.pre.take() {
                    self.end_pre(pre);
                }
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
                self.end_paragraph();
                self.is_in_sentence = false;
            }
            "div" | "section" => {
                self.end_paragraph();
                self.is_in_sentence = false;
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" if self.tables.is_empty() => {
                let heading = self.paragraph.string();
                self.is_of_terminals |= heading.trim().ends_with(TERMINALS);
                self.end_paragraph();
            }
            _ => {}
        }
    }

    /// In a `pre` without the class `grammar`, a program's text or an equation may have `::=`, too.
    fn end_pre(&mut self, pre: PageBlock) {
        if !has_productions(&pre) {
            return;
        }
        let text = &pre.lines[0].text;
        match pre.is_grammar || text.has_production() {
            true => self.blocks.push(pre),
            false => self.outside.push(text.clone()),
        }
    }

    fn end_table(&mut self) {
        if let Some(mut table) = self.tables.pop() {
            if !table.cells.is_empty() {
                table.end_row();
            }
            self.remarks.extend(table.remarks);
            let block = PageBlock {
                is_grammar: table.is_grammar,
                is_of_terminals: self.is_of_terminals,
                lines: table.lines,
            };
            self.blocks.extend(Some(block).filter(has_productions));
        }
    }
}

fn attribute(tag: &Tag, name: &str) -> Option<String> {
    let found = tag.attrs.iter().find(|it| &*it.name.local == name);
    found.map(|it| it.value.to_string())
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
pub(super) fn read_blocks(html: &str) -> BlocksReader {
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
    reader.end_paragraph();
    reader
}
