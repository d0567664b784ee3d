//! Facts about a place in a statement: from its tree, from its tokens, and from its triples.

use super::part::{DocumentPart, bytes};
use super::rules::{self, ParsingRule};
use super::token::{ExplainedToken, TokenOrBetween, piece};
use std::ops::Range;
use turtle_peg::oxrdf::{QuadRef, TermRef};
use turtle_peg::tree::{NodeRef, Tree};
use turtle_peg::{Dialect, Error, Parser, Production, Provenance, Span, SyntaxError, diagnosis};

/// The facts about a place in a statement.
#[derive(Clone, Debug)]
#[non_exhaustive]
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
    /// The triples that have this term from this place.
    pub triples: Vec<TripleOfTerm>,
    /// How many triples its statement gives.
    pub in_statement: usize,
    /// The declaration that the place is in.
    pub declared: Option<Declaration>,
    /// The specification's rules for the productions, the innermost first.
    pub rules: Vec<ParsingRule>,
    /// The fault that keeps the statement from giving all of its triples.
    pub fault: Option<Box<SyntaxError>>,
}

/// A production, and the bytes of the document that it matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchedProduction {
    /// The production.
    pub production: Production,
    /// Its bytes, without white space after them.
    pub bytes: Range<usize>,
}

/// A triple, or a quad, and the role that a term has in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TripleOfTerm {
    /// The term's role.
    pub role: RoleInTriple,
    /// The triple in N-Triples or N-Quads, without the full stop.
    pub triple: String,
}

/// The role of a term in a triple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoleInTriple {
    /// The subject.
    Subject,
    /// The predicate.
    Predicate,
    /// The object.
    Object,
    /// The name of the graph.
    Graph,
}

impl RoleInTriple {
    /// Its name, such as `subject`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Subject => "subject",
            Self::Predicate => "predicate",
            Self::Object => "object",
            Self::Graph => "graph",
        }
    }
}

/// A declaration, and the IRI that it is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declaration {
    /// The prefix stands for the namespace from here on.
    Prefix {
        /// The prefix, without the colon.
        prefix: String,
        /// The namespace.
        namespace: String,
    },
    /// Relative IRI references are resolved against this IRI from here on.
    Base(String),
}

/// The name before braces, which belongs to its graph.
const LABEL: Production = Production::labelOrSubject;

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

/// The bytes of the text that a span of a quad covers.
fn bytes_of(provenance: &Provenance<'_>, span: Span) -> Range<usize> {
    let bytes = provenance.bytes(span);
    bytes.start as usize..bytes.end as usize
}

/// The text that a production matches, without white space after it.
fn within(tree: Tree<'_>, node: NodeRef<'_>) -> Range<usize> {
    let bytes = bytes(tree, node.span());
    bytes.start..bytes.start + node.text().trim_end().len()
}

impl PlaceInStatement {
    /// The facts about the byte `at` of a document's text, which is in the statement that has this tree.
    pub(super) fn new(tree: Tree<'_>, text: &str, at: usize, part: DocumentPart<'_>) -> Self {
        let statement = bytes(tree, tree.root().span());
        let mut found = Self::of_tree(tree, at, part.parser.dialect());
        found.translate(text, &statement, at, part);
        found.declared = found.declaration(&text[..statement.end], part);
        found
    }

    /// The path and the token.
    fn of_tree(tree: Tree<'_>, at: usize, dialect: Dialect) -> Self {
        let mut path = Vec::new();
        let mut node = Some(tree.root());
        let mut is_leaf = false;
        while let Some(it) = node {
            path.push(MatchedProduction {
                production: it.production(),
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
        let piece = piece(diagnosis::tables(dialect), statement, at - root.start);
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
        let mut found = Self {
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

    /// From the innermost production on, the rule of each.
    fn find_rules(&mut self, dialect: Dialect) {
        for node in self.path.iter().rev() {
            let Some(rule) = rules::of(dialect, node.production) else {
                continue;
            };
            if self.rules.iter().all(|known| known.words != rule.words) {
                self.rules.push(rule);
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
        let mut document = part.of(text);
        // Of the terms at the place, those with the fewest bytes.
        let mut smallest = usize::MAX;
        loop {
            let result = document.next_statement_dyn(&mut |quad, provenance| {
                let within = bytes_of(provenance, provenance.statement);
                if within.contains(&statement.start) {
                    self.in_statement += 1;
                    if !self.is_between {
                        self.note(quad, provenance, at, &mut smallest);
                    }
                }
            });
            match result {
                None => break,
                Some(Err(Error::Syntax(error)))
                    if statement.contains(&(error.bytes().start as usize)) =>
                {
                    self.fault.get_or_insert(error);
                }
                _ => {}
            }
            let is_behind = document.position().byte as usize > at;
            if is_behind {
                break;
            }
        }
    }

    /// Keeps a quad of the statement if a term of it is at the place, and is not larger than the ones before.
    fn note(
        &mut self,
        quad: QuadRef<'_>,
        provenance: &Provenance<'_>,
        at: usize,
        smallest: &mut usize,
    ) {
        let triple_in_role = |role| TripleOfTerm {
            role,
            triple: quad.to_string(),
        };
        if self.is_in(&[Production::graphLabel]).is_some() {
            self.term = Some(quad.graph_name.to_string());
            self.triples.push(triple_in_role(RoleInTriple::Graph));
            return;
        }
        for (role, span, term) in [
            (
                RoleInTriple::Subject,
                provenance.subject,
                TermRef::from(quad.subject),
            ),
            (
                RoleInTriple::Predicate,
                provenance.predicate,
                quad.predicate.into(),
            ),
            (RoleInTriple::Object, provenance.object, quad.object),
        ] {
            let bytes = bytes_of(provenance, span);
            let holds = bytes.contains(&at) && self.is_about(&bytes);
            if !holds || bytes.len() > *smallest {
                continue;
            }
            if bytes.len() < *smallest {
                *smallest = bytes.len();
                self.triples.clear();
                self.term = Some(term.to_string());
                self.is_part = !self.is_innermost(&bytes);
            }
            self.triples.push(triple_in_role(role));
        }
    }

    fn is_in(&self, productions: &[Production]) -> Option<&MatchedProduction> {
        let is_one = |node: &&MatchedProduction| productions.contains(&node.production);
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
    fn declaration(&self, text: &str, part: DocumentPart<'_>) -> Option<Declaration> {
        let prefix = self.is_in(&[Production::prefixID, Production::sparqlPrefix]);
        if prefix.is_none()
            && self
                .is_in(&[Production::base, Production::sparqlBase])
                .is_none()
        {
            return None;
        }
        let mut document = part.of(text);
        while document.check_statement().is_some() {}
        let Some(node) = prefix else {
            return Some(Declaration::Base(document.base_iri()?.to_owned()));
        };
        let (before, _) = text[node.bytes.clone()].split_once(':')?;
        let name = before.split_whitespace().nth(1).unwrap_or_default();
        let (_, namespace) = document.prefixes().find(|(prefix, _)| *prefix == name)?;
        Some(Declaration::Prefix {
            prefix: name.to_owned(),
            namespace: namespace.to_owned(),
        })
    }
}
