//! Small grammars by the thousand: recursive at either side, or behind nullable symbols, ambiguous, with loops of all
//! kinds. Earley's algorithm has to agree on each short text with counting its trees, and to make one of these.

use notation::ebnf;
use testing::random::Random;
use testing::soak;
use turtle_peg_specification::compile::{Productions, compile};
use turtle_peg_specification::{Symbol, Tables, TreeSink, earley};

/// How many are made, and with `SOAK=1`.
const GRAMMARS: [usize; 2] = [200, 1_000];
const LONGEST: usize = 3;

fn tables(grammar: &str) -> Tables {
    let grammar = ebnf::read(&format!("{grammar}\n@terminals\nA ::= 'a'\nB ::= 'b'")).unwrap();
    let productions = Productions::of_ebnf(&grammar);
    compile(&productions).unwrap().tables
}

/// All texts of the letters `a` and `b`.
fn texts() -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut index = 0;
    while texts[index].len() < LONGEST {
        for letter in ["a", "b"] {
            texts.push([&texts[index], letter].concat());
        }
        index += 1;
    }
    texts
}

/// For each state and two places in a text: in how many ways the automaton can read from one to the other and end; two is
/// for any number above. A nonterminal that is nothing counts as one way.
struct Ways<'t> {
    tables: &'t Tables,
    tokens: Vec<Vec<u16>>,
    counts: Vec<usize>,
}

impl<'t> Ways<'t> {
    fn of(tables: &'t Tables, text: &str) -> Self {
        let tokens =
            (0..text.len()).map(|at| tables.scanner.scan(&text[at..=at], 0).tokens.to_vec());
        let tokens: Vec<_> = tokens.collect();
        let places = tokens.len() + 1;
        let mut ways = Self {
            tables,
            counts: vec![0; tables.states.len() * places * places],
            tokens,
        };
        while ways.improve() {}
        ways
    }

    fn index(&self, state: u16, start: usize, end: usize) -> usize {
        let places = self.tokens.len() + 1;
        (usize::from(state) * places + start) * places + end
    }

    fn count(&self, state: u16, start: usize, end: usize) -> usize {
        self.counts[self.index(state, start, end)]
    }

    fn of_rule(&self, rule: u16, start: usize, end: usize) -> usize {
        let count = self.count(self.tables.rules[usize::from(rule)].start, start, end);
        match start == end {
            true => count.min(1),
            false => count,
        }
    }

    /// Counts once more, with the earlier counts; whether anything is new.
    fn improve(&mut self) -> bool {
        let mut is_new = false;
        for state in 0..self.tables.states.len() as u16 {
            for start in 0..=self.tokens.len() {
                for end in start..=self.tokens.len() {
                    let count = self.counted(state, start, end).min(2);
                    let index = self.index(state, start, end);
                    is_new |= self.counts[index] != count;
                    self.counts[index] = count;
                }
            }
        }
        is_new
    }

    fn counted(&self, state: u16, start: usize, end: usize) -> usize {
        let is_final = self.tables.states[usize::from(state)].is_final;
        let mut count = usize::from(is_final && start == end);
        for &(symbol, next) in self.tables.edges_of(state) {
            count += match symbol {
                Symbol::Token(token) if start < end && self.tokens[start].contains(&token) => {
                    self.count(next, start + 1, end)
                }
                Symbol::Token(_) => 0,
                Symbol::Rule(rule) => (start..=end)
                    .map(|middle| self.of_rule(rule, start, middle) * self.count(next, middle, end))
                    .sum(),
            };
        }
        count
    }
}

/// Follows a tree through the automata, and notes the tokens.
struct Checked<'t> {
    tables: &'t Tables,
    /// The open nonterminals: in which state each is.
    open: Vec<u16>,
    leaves: Vec<(usize, usize)>,
    nodes: usize,
}

impl Checked<'_> {
    fn step(&mut self, symbol: Symbol) {
        let Some(state) = self.open.last_mut() else {
            return;
        };
        let edges = self.tables.edges_of(*state).iter();
        let mut next = edges
            .filter(|(own, _)| *own == symbol)
            .map(|&(_, next)| next);
        *state = next
            .next()
            .expect("the automaton reads what is in the tree");
        self.nodes += 1;
        assert!(self.nodes < 10_000, "a tree of a few tokens is small");
    }
}

impl TreeSink for Checked<'_> {
    fn begin(&mut self, rule: usize, _: usize) {
        self.step(Symbol::Rule(rule as u16));
        self.open.push(self.tables.rules[rule].start);
    }

    fn end(&mut self, _: usize) {
        let state = self.open.pop().unwrap();
        assert!(self.tables.states[usize::from(state)].is_final);
    }

    fn leaf(&mut self, token: usize, start: usize, end: usize) {
        self.step(Symbol::Token(token as u16));
        self.leaves.push((start, end));
    }
}

fn assert_is_read_right(grammar: &str, text: &str) {
    let tables = tables(grammar);
    let ways = Ways::of(&tables, text);
    let count = ways.count(tables.rules[0].start, 0, text.len());
    let spaced: String = text.chars().flat_map(|letter| [letter, ' ']).collect();
    let mut tree = Checked {
        tables: &tables,
        open: Vec::new(),
        leaves: Vec::new(),
        nodes: 0,
    };
    let read = earley::read_document(&tables, &spaced, &mut tree);
    let found = read.map_or(0, |is_ambiguous| 1 + usize::from(is_ambiguous));
    assert_eq!(found, count, "how many trees\n{grammar}\n{text:?}");
    if count > 0 {
        let leaves: Vec<_> = (0..text.len()).map(|at| (2 * at, 2 * at + 1)).collect();
        assert_eq!(tree.leaves, leaves, "{grammar}\n{text:?}");
    }
}

fn expression(random: &mut Random, depth: usize) -> String {
    let part = |random: &mut Random| expression(random, depth - 1);
    match random.below(if depth == 0 { 6 } else { 12 }) {
        0 => "A".to_owned(),
        1 => "B".to_owned(),
        2..=5 => random.pick(&["s", "t", "u", "v"]).to_owned(),
        6 | 7 => format!("({} {})", part(random), part(random)),
        8 | 9 => format!("({} | {})", part(random), part(random)),
        _ => format!("({}){}", part(random), random.pick(&["?", "*", "+"])),
    }
}

#[test]
fn every_short_text_has_the_trees_that_counting_finds() {
    let texts = texts();
    let mut random = Random::new(1);
    let [some, all] = GRAMMARS;
    for _ in 0..soak(some, all) {
        let rules =
            ["s", "t", "u", "v"].map(|name| format!("{name} ::= {}", expression(&mut random, 2)));
        let grammar = rules.join("\n");
        for text in &texts {
            assert_is_read_right(&grammar, text);
        }
    }
}

#[test]
fn trees_end_where_a_nonterminal_leads_back_to_itself() {
    let grammars = [
        "s ::= t*\nt ::= B?",
        "s ::= t u\nt ::= A? B?\nu ::= (t t)* A",
        "s ::= t\nt ::= s | A",
        "s ::= u\nu ::= t\nt ::= u | A",
        "s ::= t B*\nt ::= u | A\nu ::= t?",
        "s ::= n s n | A\nn ::= s?",
        // The chain of ends that is found first is not the way that is found first.
        "s ::= t | q\nt ::= u\nu ::= v | w\nv ::= A\nw ::= t | B\nq ::= w B",
    ];
    for grammar in grammars {
        for text in texts() {
            assert_is_read_right(grammar, &text);
        }
    }
}
