//! Facts about a place: from the tree of its statement, from its tokens, and from the triples.

use super::rules;
use super::token::{ExplainedToken, TokenOrBetween, piece};
use notation::{Grammar, ebnf, peg};
use specification::Tables;
use std::ops::Range;
use turtle_peg::input::Slice;
use turtle_peg::oxrdf::TermRef;
use turtle_peg::tree::{NodeRef, Tree};
use turtle_peg::{Checkpoint, Dialect, Document, Error, Parser, Span, SyntaxError};

/// The facts about a place.
pub struct PlaceInStatement {
    /// The productions that the place is in, outermost first.
    pub path: Vec<MatchedProduction>,
    /// The token; none between two, or where a grammar has no tokens.
    pub token: Option<ExplainedToken>,
    /// Where the place stands among bytes: the token's, or the innermost production's, or those between.
    pub bytes: Range<usize>,
    /// Whether it is white space or a comment.
    pub is_between: bool,
    /// Whether the innermost production is a terminal, or a keyword alone.
    is_leaf: bool,
    /// The term that it stands for, or is a part of, in N-Triples; none if it is punctuation, or stands for no term.
    pub term: Option<String>,
    /// Whether it is only a part of the text of the term.
    pub is_part: bool,
    /// The triples that have this term from this place, each with the term's role.
    pub triples: Vec<(&'static str, String)>,
    /// How many triples its statement gives.
    pub in_statement: usize,
    /// The prefix that the statement declares, and its namespace; or the base IRI, by an empty name.
    pub declared: Option<(Option<String>, String)>,
    /// The specification's rules: production, section, and rule in short.
    pub rules: Vec<(String, &'static str, &'static str)>,
    /// The fault that keeps the statement from giving all of its triples.
    pub fault: Option<SyntaxError>,
}

/// A production, and the bytes of the document that it matches.
pub struct MatchedProduction {
    pub production: String,
    pub bytes: Range<usize>,
}

/// The grammar's reading of a place.
pub enum PlaceContent {
    InStatement(Box<PlaceInStatement>),
    /// The place is in a statement at fault: the token there, if it stands before the fault.
    Fault(Error, Option<ExplainedToken>),
    /// The place is between statements, or after them: a token that is there, such as a brace of a graph.
    Outside(Option<ExplainedToken>),
}

/// Explains the byte at a place of a document, which is read from a checkpoint before it.
pub fn find(
    text: &str,
    at: usize,
    from: &Checkpoint,
    parser: &Parser,
    tables: Option<&Tables>,
) -> anyhow::Result<PlaceContent> {
    let part = DocumentPart {
        from,
        parser: &parser.clone().with_recovery(),
    };
    let mut document = part.of(text);
    let mut fault: Option<SyntaxError> = None;
    let mut behind = from.position().byte as usize;
    while let Some(result) = document.next_tree() {
        match result {
            Ok(tree) => {
                let bytes = bytes(tree, tree.root().span());
                if at < bytes.start {
                    break;
                }
                if at < bytes.end {
                    let mut found = read(tree, at, parser.dialect(), tables);
                    found.translate(text, &bytes, at, part);
                    found.declared = found.declaration(&text[..bytes.end], part);
                    return Ok(PlaceContent::InStatement(Box::new(found)));
                }
                fault = None;
                behind = bytes.end;
            }
            Err(Error::Syntax(error)) => {
                if at < begin(&error) {
                    break;
                }
                // Statements before the fault do not matter any more.
                behind = begin(&error);
                fault = Some(*error);
            }
            Err(error) => return Ok(PlaceContent::Fault(error, None)),
        }
    }
    Ok(match fault {
        Some(fault) => {
            let token = (at < fault.bytes().start as usize)
                .then(|| outside(text, behind, at, tables))
                .flatten();
            PlaceContent::Fault(fault.into(), token)
        }
        None => PlaceContent::Outside(outside(text, behind, at, tables)),
    })
}

/// A document from a checkpoint on.
#[derive(Clone, Copy)]
struct DocumentPart<'p> {
    from: &'p Checkpoint,
    parser: &'p Parser,
}

impl DocumentPart<'_> {
    /// That document, whose text this is, or its beginning.
    fn of(self, text: &str) -> Document<Slice<'_>> {
        let resumed = self.parser.resume_str(self.from, text);
        resumed.expect("the checkpoint is the parser's")
    }
}

/// A dialect's grammar as its specification has it.
pub fn specified(dialect: Dialect) -> anyhow::Result<Grammar> {
    Ok(peg::read(dialect.grammar())?.specified()?)
}

/// Where the statement begins that is at fault.
fn begin(fault: &SyntaxError) -> usize {
    let open = fault.context().and_then(|context| context.open().first());
    open.map_or(fault.bytes().start, |open| open.start.byte) as usize
}

/// The token at a place between statements, the last of which ends at `end`; or in one that begins there.
fn outside(text: &str, end: usize, at: usize, tables: Option<&Tables>) -> Option<ExplainedToken> {
    match piece(tables?, &text[end..], at - end)? {
        TokenOrBetween::Token(mut token) => {
            token.bytes = token.bytes.start + end..token.bytes.end + end;
            Some(token)
        }
        TokenOrBetween::Between(_) => None,
    }
}

/// The name before braces, which belongs to its graph.
const LABEL: &str = "labelOrSubject";

/// The term of a graph's label, which stands after `before`. It may be that nothing is in the graph, so the label is read as
/// the subject that it could as well be. None for a blank node without a label: it depends on all before it.
fn label(label: &str, before: &str, part: DocumentPart<'_>) -> Option<String> {
    let mut document = part.of(before);
    while document.check_statement().is_some() {}
    let mut parser = Parser::new(part.parser.dialect()).with_labels_as_written();
    if let Some(base) = document.base_iri() {
        parser = parser.with_base_iri(base).ok()?;
    }
    for (prefix, namespace) in document.prefixes() {
        parser = parser.with_prefix(prefix, namespace).ok()?;
    }
    let statement = format!("{label} <x:p> <x:o> .");
    let quad = parser.parse_str(&statement).quads().next()?.ok()?;
    let is_generated = label.starts_with('[');
    (!is_generated).then(|| quad.subject.to_string())
}

fn bytes(tree: Tree<'_>, span: Span) -> Range<usize> {
    let bytes = tree.bytes(span);
    bytes.start as usize..bytes.end as usize
}

/// The text that a production matches, without white space after it.
fn within(tree: Tree<'_>, node: NodeRef<'_>) -> Range<usize> {
    let bytes = bytes(tree, node.span());
    bytes.start..bytes.start + node.text().trim_end().len()
}

/// The path and the token.
fn read(tree: Tree<'_>, at: usize, dialect: Dialect, tables: Option<&Tables>) -> PlaceInStatement {
    let mut path = Vec::new();
    let mut node = Some(tree.root());
    let mut is_leaf = false;
    while let Some(it) = node {
        path.push(MatchedProduction {
            production: it.production().to_string(),
            bytes: within(tree, it),
        });
        is_leaf = it.is_leaf();
        node = it
            .children()
            .find(|child| bytes(tree, child.span()).contains(&at));
    }
    let root = bytes(tree, tree.root().span());
    let start = tree.root().span().start as usize;
    let statement = &tree.text()[start..];
    let piece = tables.and_then(|tables| piece(tables, statement, at - root.start));
    let innermost = path.last().map_or(root.clone(), |node| node.bytes.clone());
    let in_document = |it: Range<usize>| root.start + it.start..root.start + it.end;
    let (token, bytes, is_between) = match piece {
        Some(TokenOrBetween::Token(mut token)) => {
            token.bytes = in_document(token.bytes);
            // The tree has the last word: its terminal is the one that the parser took.
            match is_leaf && token.bytes != innermost && innermost.len() < token.bytes.len() {
                true => (None, innermost, false),
                false => {
                    let bytes = token.bytes.clone();
                    (Some(token), bytes, false)
                }
            }
        }
        Some(TokenOrBetween::Between(bytes)) if !is_leaf => (None, in_document(bytes), true),
        _ => (None, innermost, false),
    };
    let mut found = PlaceInStatement {
        rules: Vec::new(),
        path,
        token,
        bytes,
        is_between,
        is_leaf: false,
        term: None,
        is_part: false,
        triples: Vec::new(),
        in_statement: 0,
        declared: None,
        fault: None,
    };
    if !is_between {
        found.find_rules(dialect);
        found.is_leaf = is_leaf;
    }
    found
}

impl PlaceInStatement {
    /// The production of the innermost nonterminal, or of the terminal that is the token, as the specification has it.
    pub fn published(&self, specified: &Grammar) -> Option<String> {
        let innermost = self.path.last()?;
        let rule = specified.rule(&innermost.production);
        rule.map(ebnf::print_rule)
    }

    /// From the innermost production on, the term of each.
    fn find_rules(&mut self, dialect: Dialect) {
        for node in self.path.iter().rev() {
            let Some((section, words)) = rules::of(dialect, &node.production) else {
                continue;
            };
            if self.rules.iter().all(|(.., known)| *known != words) {
                self.rules.push((node.production.clone(), section, words));
            }
        }
    }

    /// The statement's triples, read after all earlier statements.
    fn translate(
        &mut self,
        text: &str,
        statement: &Range<usize>,
        at: usize,
        part: DocumentPart<'_>,
    ) {
        if self.path.first().is_some_and(|it| it.production == LABEL) {
            self.term = label(&text[statement.clone()], &text[..statement.start], part);
            return;
        }
        let names_graph = self.is_in(&["graphLabel"]).is_some();
        let mut document = part.of(text);
        // Of the terms at the place, those with the fewest bytes.
        let mut smallest = usize::MAX;
        loop {
            let result = document.next_statement(|quad, provenance| {
                let of = |span| {
                    let bytes = provenance.bytes(span);
                    bytes.start as usize..bytes.end as usize
                };
                let within = of(provenance.statement);
                if !within.contains(&statement.start) {
                    return;
                }
                self.in_statement += 1;
                if self.is_between {
                    return;
                }
                if names_graph {
                    self.term = Some(quad.graph_name.to_string());
                    self.triples.push(("graph", quad.to_string()));
                    return;
                }
                for (role, span, term) in [
                    ("subject", provenance.subject, TermRef::from(quad.subject)),
                    ("predicate", provenance.predicate, quad.predicate.into()),
                    ("object", provenance.object, quad.object),
                ] {
                    let bytes = of(span);
                    let holds = bytes.contains(&at) && self.is_about(&bytes);
                    if !holds || bytes.len() > smallest {
                        continue;
                    }
                    if bytes.len() < smallest {
                        smallest = bytes.len();
                        self.triples.clear();
                        self.term = Some(term.to_string());
                        self.is_part = !self.is_innermost(&bytes);
                    }
                    self.triples.push((role, quad.to_string()));
                }
            });
            match result {
                None => break,
                Some(Err(Error::Syntax(error)))
                    if statement.contains(&(error.bytes().start as usize)) =>
                {
                    self.fault.get_or_insert(*error);
                }
                _ => {}
            }
            let is_behind = document.position().byte as usize > at;
            if is_behind {
                break;
            }
        }
    }

    fn is_in(&self, productions: &[&str]) -> Option<&MatchedProduction> {
        let is_one = |node: &&MatchedProduction| productions.contains(&node.production.as_str());
        self.path.iter().find(is_one)
    }

    /// Whether the place is about a term that covers these bytes. Brackets and separators belong only to the term right
    /// around them.
    fn is_about(&self, bytes: &Range<usize>) -> bool {
        self.is_leaf || self.is_innermost(bytes)
    }

    fn is_innermost(&self, bytes: &Range<usize>) -> bool {
        let innermost = self.path.last();
        innermost.is_some_and(|innermost| innermost.bytes == *bytes)
    }

    /// The statement's declaration; `text` ends with it.
    fn declaration(&self, text: &str, part: DocumentPart<'_>) -> Option<(Option<String>, String)> {
        let prefix = self.is_in(&["prefixID", "sparqlPrefix"]);
        if prefix.is_none() && self.is_in(&["base", "sparqlBase"]).is_none() {
            return None;
        }
        let mut document = part.of(text);
        while document.check_statement().is_some() {}
        let Some(node) = prefix else {
            return Some((None, document.base_iri()?.to_owned()));
        };
        let (before, _) = text[node.bytes.clone()].split_once(':')?;
        let name = before.split_whitespace().nth(1).unwrap_or_default();
        let (_, namespace) = document.prefixes().find(|(prefix, _)| *prefix == name)?;
        Some((Some(name.to_owned()), namespace.to_owned()))
    }
}
