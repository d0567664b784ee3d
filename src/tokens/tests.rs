//! Tokens against the trees and the grammars. That they are the document, `crates/judge/tests/corpus/main.rs` shows.

use super::{Keyword, Sign, TokenKind};
use crate::{Dialect, Parser, Production};
use pretty_assertions::assert_eq;
use std::fs;

/// The documents of the corpus, and of the W3C's suites if they are there.
fn documents() -> Vec<String> {
    let mut paths = testing::documents::corpus();
    if let Some(suites) = &*testing::folders::SUITES {
        paths.extend(testing::documents::documents_in(suites));
    }
    let texts = paths
        .into_iter()
        .filter_map(|path| fs::read_to_string(path).ok());
    texts.collect()
}

/// Each leaf of a tree is one token or more, and no token goes beyond a leaf's end.
#[test]
fn tokens_keep_step_with_trees() {
    let documents = documents();
    for dialect in Dialect::all() {
        for text in &documents {
            let parser = Parser::new(dialect);
            let mut edges = Vec::new();
            let mut document = parser.parse_str(text);
            while let Some(Ok(tokens)) = document.next_tokens() {
                edges.extend(tokens.map(|token| (token.bytes().start, token.bytes().end)));
            }
            let mut document = parser.parse_str(text);
            while let Some(Ok(tree)) = document.next_tree() {
                for leaf in tree.leaves().filter(|leaf| !leaf.span().is_empty()) {
                    let bytes = tree.bytes(leaf.span());
                    let from = edges.partition_point(|edge| edge.0 < bytes.start);
                    let until = edges.partition_point(|edge| edge.0 < bytes.end);
                    let production = leaf.production();
                    if production == Production::EOL {
                        continue;
                    }
                    assert!(from < until, "{dialect} {production} {text}");
                    assert_eq!(edges[from].0, bytes.start, "{dialect} {production} {text}");
                    assert!(
                        edges[until - 1].1 <= bytes.end,
                        "{dialect} {production} {text}"
                    );
                    let is_one = production.is_one_token();
                    assert_eq!(is_one && until - from > 1, false, "{dialect} {production}");
                }
            }
        }
    }
}

/// The literals of nonterminals' rules, keywords and signs, are those that there are.
#[test]
fn each_literal_of_the_grammars_is_known() {
    let mut found: Vec<TokenKind> = Vec::new();
    for dialect in Dialect::all() {
        let productions = dialect
            .grammar()
            .lines()
            .filter_map(|line| line.strip_prefix("/// "));
        for production in productions {
            let (name, body) = production.split_once(" ::= ").unwrap();
            let name = name.rsplit(' ').next().unwrap();
            if Production::from_name(name).is_none_or(Production::is_terminal) {
                continue;
            }
            for literal in body.split([' ', '(', ')']).filter(|it| it.len() > 2) {
                let Some(quote) = literal.chars().next().filter(|c| "'\"".contains(*c)) else {
                    continue;
                };
                let literal = literal.trim_matches(['?', '*', '+']).trim_matches(quote);
                let mut at = 0;
                while at < literal.len() {
                    let (kind, length) = super::kind::first(&literal.as_bytes()[at..]);
                    assert_ne!(kind, TokenKind::Other, "{dialect} {production}");
                    found.push(kind);
                    at += length;
                }
            }
        }
    }
    // Parentheses are cut off above.
    let is_found = |kind: TokenKind| found.contains(&kind);
    let keywords = Keyword::ALL.iter().map(|&it| TokenKind::Keyword(it));
    assert_eq!(keywords.filter(|&it| !is_found(it)).collect::<Vec<_>>(), []);
}

/// The rules of terminals are atomic, and those of nonterminals are not.
#[test]
fn terminals_are_those_of_the_grammars() {
    for dialect in Dialect::all() {
        for rule in dialect.grammar().lines() {
            let Some((name, body)) = rule.split_once(" = ") else {
                continue;
            };
            let Some(production) = Production::from_name(name) else {
                continue;
            };
            let is_atomic = body.starts_with('@') || body.starts_with('_');
            assert_eq!(
                production.is_terminal(),
                is_atomic,
                "{dialect} {production}"
            );
        }
    }
}

/// Each sign is found where it is the longest.
#[test]
fn a_sign_is_the_longest() {
    for &sign in Sign::ALL {
        let text = format!("{sign} ");
        assert_eq!(
            super::kind::first(text.as_bytes()),
            (TokenKind::Sign(sign), sign.text().len())
        );
    }
    for &keyword in Keyword::ALL {
        let text = format!("{keyword} ");
        assert_eq!(
            super::kind::first(text.as_bytes()),
            (TokenKind::Keyword(keyword), keyword.text().len())
        );
    }
}
