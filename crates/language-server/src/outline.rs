//! The outline of a document, and what can be folded away: its subjects, graphs, directives, brackets and comments.
//!
//! Invariant: an entry is a statement or a graph as the tokens of the document have it; a statement at fault is not among them.

use crate::reading::{DocumentTokens, begins_directive};
use crate::text::{OpenDocument, bytes_of};
use lsp_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind};
use std::ops::Range;
use turtle_peg::tokens::{Keyword, Sign, Token, TokenKind};

/// The most entries that an editor is given.
const MOST: usize = 20_000;

/// The graphs and the statements, by their subjects.
pub fn outline(document: &OpenDocument, read: &DocumentTokens) -> Vec<DocumentSymbol> {
    let mut outline = Outline {
        document,
        found: Vec::new(),
        graph: None,
        statement: None,
        count: 0,
    };
    for unit in read.units(document.text()) {
        if outline.count >= MOST && outline.graph.is_none() {
            break;
        }
        match unit {
            Ok(tokens) => {
                tokens.for_each(|token| outline.add(&token));
                outline
                    .statement
                    .take_if(|statement| statement.is_directive);
            }
            Err(_) => outline.statement = None,
        }
    }
    outline.end_graph(document.text().len());
    outline.found
}

/// Statements, graphs and brackets of several lines, long strings, and runs of comments and of directives.
pub fn folding(document: &OpenDocument, read: &DocumentTokens) -> Vec<FoldingRange> {
    let mut folding = Folding {
        document,
        found: Vec::new(),
        brackets: Vec::new(),
        graph: None,
        directives: None,
    };
    for unit in read.units(document.text()) {
        if folding.found.len() >= MOST {
            break;
        }
        match unit {
            Ok(tokens) => folding.add_unit(tokens),
            Err(_) => folding.brackets.clear(),
        }
    }
    folding.end_directives();
    folding.found
}

/// A statement that has begun, or the name of a graph.
struct BegunStatement {
    bytes: Range<usize>,
    /// Its first token.
    first: Range<usize>,
    /// The first term after `a`.
    class: Option<Range<usize>>,
    is_directive: bool,
    /// How many brackets are open.
    depth: usize,
    /// Whether the last token was `a`, outside of brackets.
    is_after_a: bool,
}

impl BegunStatement {
    fn at(first: Range<usize>) -> Self {
        Self {
            bytes: first.clone(),
            first,
            class: None,
            is_directive: false,
            depth: 0,
            is_after_a: false,
        }
    }
}

struct Outline<'d> {
    document: &'d OpenDocument,
    found: Vec<DocumentSymbol>,
    /// The graph that is open.
    graph: Option<DocumentSymbol>,
    statement: Option<BegunStatement>,
    count: usize,
}

impl Outline<'_> {
    fn add(&mut self, token: &Token<'_>) {
        match token.kind() {
            TokenKind::ByteOrderMark | TokenKind::End => {}
            TokenKind::Sign(Sign::BraceBegin) => self.begin_graph(bytes_of(token)),
            TokenKind::Sign(Sign::BraceEnd) => {
                self.end_statement();
                self.end_graph(bytes_of(token).end);
            }
            _ => self.add_to_statement(token),
        }
    }

    fn add_to_statement(&mut self, token: &Token<'_>) {
        let at = bytes_of(token);
        let statement = self.statement.get_or_insert_with(|| BegunStatement {
            is_directive: begins_directive(token.kind()),
            ..BegunStatement::at(at.clone())
        });
        statement.bytes.end = at.end;
        if std::mem::take(&mut statement.is_after_a) {
            statement.class.get_or_insert(at);
        }
        match token.kind() {
            TokenKind::Sign(sign) if sign.opens_bracket() => statement.depth += 1,
            TokenKind::Sign(sign) if sign.closes_bracket() => {
                statement.depth = statement.depth.saturating_sub(1);
            }
            TokenKind::Sign(Sign::FullStop) if statement.depth == 0 => self.end_statement(),
            TokenKind::Keyword(Keyword::A) => statement.is_after_a = statement.depth == 0,
            _ => {}
        }
    }

    fn end_statement(&mut self) {
        let statement = self.statement.take();
        let Some(statement) = statement.filter(|it| !it.is_directive && self.count < MOST) else {
            return;
        };
        let detail = statement
            .class
            .clone()
            .map(|class| short(&self.document.text()[class]));
        let symbol = self.symbol(&statement, SymbolKind::Object, detail);
        match &mut self.graph {
            Some(graph) => graph.children.get_or_insert_default().push(symbol),
            None => self.found.push(symbol),
        }
        self.count += 1;
    }

    fn begin_graph(&mut self, brace: Range<usize>) {
        let label = self.statement.take();
        let label = label.unwrap_or_else(|| BegunStatement::at(brace));
        self.graph = Some(self.symbol(&label, SymbolKind::Namespace, None));
        self.count += 1;
    }

    fn end_graph(&mut self, end: usize) {
        if let Some(mut graph) = self.graph.take() {
            graph.range.end = self.document.place(end);
            self.found.push(graph);
        }
    }

    fn symbol(
        &self,
        statement: &BegunStatement,
        kind: SymbolKind,
        detail: Option<String>,
    ) -> DocumentSymbol {
        let text = &self.document.text()[statement.bytes.clone()];
        let first = &self.document.text()[statement.first.clone()];
        // Brackets alone say nothing.
        let name = match first.chars().any(char::is_alphanumeric) && kind != SymbolKind::Namespace {
            true => short(first),
            false => short(text),
        };
        let range = self.document.range(statement.bytes.clone());
        let selection = self.document.range(statement.first.clone());
        DocumentSymbol::new(name, detail, kind, None, None, range, selection, None)
    }
}

/// A text in one line, not at any length.
fn short(text: &str) -> String {
    const LONGEST: usize = 60;
    let words: Vec<_> = text.split_whitespace().take(LONGEST).collect();
    let line = words.join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

struct Folding<'d> {
    document: &'d OpenDocument,
    found: Vec<FoldingRange>,
    /// Where the brackets begin that are open.
    brackets: Vec<usize>,
    /// Where the open graph begins.
    graph: Option<usize>,
    /// The directives before.
    directives: Option<Range<usize>>,
}

impl Folding<'_> {
    fn add_unit<'t>(&mut self, tokens: impl Iterator<Item = Token<'t>>) {
        let mut unit: Option<Range<usize>> = None;
        let mut is_directive = false;
        for token in tokens {
            self.add_comments(&token);
            let at = bytes_of(&token);
            match token.kind() {
                TokenKind::ByteOrderMark | TokenKind::End => continue,
                TokenKind::Sign(Sign::BraceBegin) => self.graph = Some(at.start),
                TokenKind::Sign(Sign::BraceEnd) => {
                    if let Some(start) = self.graph.take() {
                        self.fold(start..at.end, None);
                    }
                }
                TokenKind::Sign(sign) if sign.opens_bracket() => self.brackets.push(at.start),
                TokenKind::Sign(sign) if sign.closes_bracket() => {
                    if let Some(start) = self.brackets.pop() {
                        self.fold(start..at.end, None);
                    }
                }
                TokenKind::Terminal(_) => self.fold(at.clone(), None),
                _ => is_directive |= unit.is_none() && begins_directive(token.kind()),
            }
            unit.get_or_insert(at.clone()).end = at.end;
        }
        let Some(unit) = unit else { return };
        if is_directive {
            self.directives.get_or_insert(unit.clone()).end = unit.end;
        } else {
            self.end_directives();
            self.fold(unit, None);
        }
    }

    /// Folds comments that are on lines one after the other.
    fn add_comments(&mut self, token: &Token<'_>) {
        let trivia = token.trivia();
        let before = bytes_of(token).start - trivia.text().len();
        let mut run: Option<Range<usize>> = None;
        for comment in trivia.comments() {
            let at = before + comment.start();
            let end = at + comment.text().len();
            match &mut run {
                Some(run) if comment.line_ends() == 1 => run.end = end,
                _ => {
                    let last = run.replace(at..end);
                    self.fold_comments(last);
                }
            }
        }
        self.fold_comments(run);
    }

    fn fold_comments(&mut self, run: Option<Range<usize>>) {
        if let Some(run) = run {
            self.fold(run, Some(FoldingRangeKind::Comment));
        }
    }

    fn end_directives(&mut self) {
        if let Some(directives) = self.directives.take() {
            self.fold(directives, Some(FoldingRangeKind::Imports));
        }
    }

    fn fold(&mut self, bytes: Range<usize>, kind: Option<FoldingRangeKind>) {
        let text = &self.document.text().as_bytes()[bytes.clone()];
        if memchr::memchr2(b'\n', b'\r', text).is_none() {
            return;
        }
        let range = self.document.range(bytes);
        let is_last = |last: &FoldingRange| {
            (last.start_line, last.end_line) == (range.start.line, range.end.line)
        };
        let is_known = self.found.last().is_some_and(is_last);
        if range.start.line < range.end.line && !is_known && self.found.len() < MOST {
            self.found.push(FoldingRange {
                start_line: range.start.line,
                end_line: range.end.line,
                kind,
                ..FoldingRange::default()
            });
        }
    }
}
