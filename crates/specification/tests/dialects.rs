//! The productions of the grammars in `grammar/` against their rules, which pest's interpreter runs, on every
//! document of the corpus, in every dialect.

mod common;

use common::{DIALECTS, Rules, WITHOUT_TOKENS, compiled, documents};
use std::collections::HashSet;
use std::fmt::Write as _;
use testing::side_by_side;
use turtle_peg_specification::compile::Compiled;
use turtle_peg_specification::{EarleyRefusal, Found, Machine, Tables, TreeSink, earley};

#[test]
fn the_dialects_that_name_their_tokens_are_deterministic() {
    for dialect in DIALECTS {
        let Compiled { tables, conflicts } = compiled(dialect);
        let rules = conflicts
            .iter()
            .map(|conflict| &tables.rules[usize::from(conflict.rule)].name);
        let rules: HashSet<_> = rules.collect();
        let is_expected = (dialect != WITHOUT_TOKENS) == tables.are_deterministic();
        assert!(is_expected, "{dialect}: {rules:?}");
    }
}

/// Writes nodes down.
struct Listing<'t> {
    tables: &'t Tables,
    /// Depth, name, start and end of each node.
    nodes: Vec<(usize, String, usize, usize)>,
    open: Vec<usize>,
}

impl<'t> Listing<'t> {
    fn new(tables: &'t Tables) -> Self {
        Self {
            tables,
            nodes: Vec::new(),
            open: Vec::new(),
        }
    }

    fn print(&self) -> String {
        let mut printed = String::new();
        for (depth, name, start, end) in &self.nodes {
            let _ = writeln!(printed, "{:depth$}{name} {start}..{end}", "");
        }
        printed
    }
}

impl TreeSink for Listing<'_> {
    fn begin(&mut self, rule: usize, start: usize) {
        let name = self.tables.rules[rule].name.to_string();
        self.nodes.push((self.open.len(), name, start, start));
        self.open.push(self.nodes.len() - 1);
    }

    fn end(&mut self, end: usize) {
        let node = self.open.pop().unwrap();
        self.nodes[node].3 = end;
    }

    fn leaf(&mut self, token: usize, start: usize, end: usize) {
        let name = self.tables.tokens[token].name.to_string();
        self.nodes.push((self.open.len(), name, start, end));
    }
}

/// The tree by the productions, or none.
fn by_productions(tables: &Tables, text: &str, by_earley: bool) -> Option<String> {
    let mut listing = Listing::new(tables);
    let is_accepted = match by_earley {
        true => earley::read_document(tables, text, &mut listing).is_ok(),
        false => Machine::new(tables)
            .read_document(text, &mut listing)
            .is_ok(),
    };
    is_accepted.then(|| listing.print())
}

#[test]
fn productions_and_rules_make_the_same_trees() {
    let documents = documents();
    assert!(documents.len() > 1000);
    side_by_side(&DIALECTS, |dialect| {
        let tables = compiled(dialect).tables;
        let rules = Rules::of(dialect);
        for (path, text) in &documents {
            let expected = rules.tree(text);
            let ways: &[bool] = match tables.are_deterministic() {
                true => &[false, true],
                false => &[true],
            };
            for &by_earley in ways {
                let found = by_productions(&tables, text, by_earley);
                assert!(
                    found == expected,
                    "{dialect}, {}, Earley {by_earley}\nby the rules:\n{}\nby the productions:\n{}",
                    path.display(),
                    expected.as_deref().unwrap_or("rejected"),
                    found.as_deref().unwrap_or("rejected")
                );
            }
        }
    });
}

/// A text that one token of lookahead decides has one tree, so no text of the other dialects has two. Turtle of 2008 cuts its text
/// by its productions, white space included. There, `1` is an integer and a decimal; no other text of up to five
/// of these pieces has two trees.
#[test]
fn one_thing_has_two_trees_in_2008() {
    const LONGEST: usize = 5;
    const PIECES: [&str; 21] = [
        " ", "#\n", "@prefix", "@base", "<>", ":", "a", "_:a", "[", "]", "(", ")", ";", ",", ".",
        "\"\"", "@a", "^^", "1.", "1e0", "true",
    ];
    let tables = compiled(WITHOUT_TOKENS).tables;
    let read = |text: &str| {
        let mut listing = Listing::new(&tables);
        earley::read_document(&tables, text, &mut listing)
    };
    assert!(read("<> <> 1 .").is_ok_and(|is_ambiguous| is_ambiguous));
    let mut accepted = 0;
    let mut beginnings = vec![String::new()];
    for length in 0..=LONGEST {
        let mut longer = Vec::new();
        for text in beginnings {
            // A token that ends with the text can become longer.
            let goes_on = match read(&text) {
                Ok(is_ambiguous) => {
                    assert!(!is_ambiguous, "{text:?} has two trees");
                    accepted += 1;
                    true
                }
                Err(EarleyRefusal::GivenUp { .. }) => panic!("{text:?} is given up"),
                Err(EarleyRefusal::Rejected(rejection)) => match rejection.found {
                    Found::End { .. } => true,
                    Found::Token { end, .. } => end == text.len(),
                    Found::Nothing { reach, .. } | Found::GivenUp { reach, .. } => {
                        reach == text.len()
                    }
                    other => panic!("{text:?} stops at {other:?}"),
                },
            };
            if goes_on && length < LONGEST {
                longer.extend(PIECES.map(|piece| text.clone() + piece));
            }
        }
        beginnings = longer;
    }
    assert!(accepted > 500, "{accepted}");
}
