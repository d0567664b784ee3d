//! The tables of a PEG's nonterminals: FIRST and FOLLOW, the tokens that do not match where a rule is tried, and the tokens by which it
//! is chosen between its ways.
//!
//! Invariant: a rule is a choice between ways, and a way a sequence of symbols. Choices, options and repetitions within a rule are rules of
//! their own, `RULE/1`, `RULE/2`, numbered as they are written; `A+` is `A A*`.

use super::terminal::refused_behind;
use crate::mirror::grammar_pair::Mirror;
use notation::{CharacterClass, Expression, Grammar, RuleKind};
use std::collections::{BTreeMap, BTreeSet};

type Tokens = BTreeSet<String>;
type WaySymbols = Vec<WaySymbol>;

/// The tables of a rule. A token is a terminal's name, or a literal as an EBNF writes it; the end of the text is the empty name.
///
/// [`Proof`](crate::Proof) has an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleTables {
    /// The tokens with which it can begin.
    pub first: BTreeSet<String>,
    /// The tokens that can come next.
    pub follow: BTreeSet<String>,
    /// The tokens that do not match wherever the rule is tried, since ways that begin with them were tried before.
    pub refused: BTreeSet<String>,
    /// By way the next tokens: with which it begins, or that can come after it, if it may be nothing.
    pub ways: Vec<BTreeSet<String>>,
}

impl RuleTables {
    /// No token begins two ways: the next one tells which is meant.
    pub fn is_ll1(&self) -> bool {
        let together: BTreeSet<&String> = self.ways.iter().flatten().collect();
        together.len() == self.ways.iter().map(BTreeSet::len).sum::<usize>()
    }
}

/// The tables of the nonterminals that the start rule reaches; and by the name in the tables, what the tokens that are no terminals match.
pub(super) fn tables(
    mirror: &Mirror<'_>,
) -> (BTreeMap<String, RuleTables>, BTreeMap<String, Expression>) {
    let mut ways = Ways::of(mirror);
    ways.find_first();
    ways.find_follow();
    ways.find_refused();
    ways.find_ways();
    (ways.tables, ways.spelled)
}

#[derive(Clone)]
enum WaySymbol {
    Token(String),
    /// A lookahead: this token must not come.
    Guard(String),
    Rule(String),
}

struct Ways<'m> {
    mirror: &'m Mirror<'m>,
    start: String,
    rules: BTreeMap<String, Vec<WaySymbols>>,
    /// Literals, and terminals with what the lookahead at their end refuses.
    spelled: BTreeMap<String, Expression>,
    nothing: BTreeSet<String>,
    tables: BTreeMap<String, RuleTables>,
}

impl<'m> Ways<'m> {
    fn of(mirror: &'m Mirror<'m>) -> Self {
        let grammar: &Grammar = &mirror.literate.written;
        let start = grammar.rules.first().map(|rule| rule.name.clone());
        let start = start.unwrap_or_default();
        let mut ways = Self {
            mirror,
            start: start.clone(),
            rules: BTreeMap::new(),
            spelled: BTreeMap::new(),
            nothing: BTreeSet::new(),
            tables: BTreeMap::new(),
        };
        let mut open = vec![start];
        while let Some(name) = open.pop() {
            if let Some(rule) = grammar.rule(&name)
                && rule.kind == RuleKind::Nonterminal
                && !ways.rules.contains_key(&name)
            {
                ways.add(&name, &name, rule.expression.alternatives());
                open.extend(rule.expression.names().into_iter().map(str::to_owned));
            }
        }
        let names = ways.rules.keys();
        ways.tables = names
            .map(|name| (name.clone(), RuleTables::default()))
            .collect();
        ways.find_nothing();
        ways
    }

    /// Adds the rule `name`, which is `within` or a part of it.
    fn add(&mut self, name: &str, within: &str, alternatives: &[Expression]) {
        self.rules.insert(name.to_owned(), Vec::new());
        let ways = alternatives.iter().flat_map(flat_alternatives);
        let ways = ways.map(|alternative| self.way(alternative, within));
        let ways: Vec<WaySymbols> = ways.collect();
        self.rules.insert(name.to_owned(), ways);
    }

    fn way(&mut self, expression: &Expression, within: &str) -> WaySymbols {
        match expression {
            Expression::Literal { text, ignores_case } => {
                let token = match ignores_case {
                    true => format!("\"{}\"", text.to_ascii_lowercase()),
                    false => format!("'{text}'"),
                };
                self.spelled(token, expression)
            }
            Expression::Class(CharacterClass { ranges, .. }) => {
                let characters = ranges.iter().map(|range| range.0);
                let token = format!("'{}'", characters.collect::<String>());
                self.spelled(token, expression)
            }
            Expression::Name(name) => self.named(name),
            Expression::Sequence(parts) => parts
                .iter()
                .flat_map(|part| self.way(part, within))
                .collect(),
            Expression::Lookahead { body, .. } => match &**body {
                Expression::Name(name) => vec![WaySymbol::Guard(name.clone())],
                _ => Vec::new(),
            },
            Expression::OneOrMore(body) => {
                let mut way = self.way(body, within);
                way.extend(self.repeated(body, within));
                way
            }
            Expression::ZeroOrMore(body) => self.repeated(body, within),
            Expression::Choice(alternatives) => {
                let name = self.unused(within);
                self.add(&name, within, alternatives);
                vec![WaySymbol::Rule(name)]
            }
            Expression::Optional(body) => {
                let name = self.unused(within);
                let way = self.way(body, within);
                self.rules.insert(name.clone(), vec![way, Vec::new()]);
                vec![WaySymbol::Rule(name)]
            }
            Expression::Start | Expression::End | Expression::Difference(..) => Vec::new(),
        }
    }

    fn repeated(&mut self, body: &Expression, within: &str) -> WaySymbols {
        let name = self.unused(within);
        let mut way = self.way(body, within);
        way.push(WaySymbol::Rule(name.clone()));
        self.rules.insert(name.clone(), vec![way, Vec::new()]);
        vec![WaySymbol::Rule(name)]
    }

    /// The name of the next part of a rule, which is taken with that.
    fn unused(&mut self, within: &str) -> String {
        let parts = format!("{within}/");
        let names = self.rules.keys();
        let number = 1 + names.filter(|name| name.starts_with(&parts)).count();
        let name = format!("{parts}{number}");
        self.rules.insert(name.clone(), Vec::new());
        name
    }

    fn spelled(&mut self, token: String, expression: &Expression) -> WaySymbols {
        self.spelled.insert(token.clone(), expression.clone());
        vec![WaySymbol::Token(token)]
    }

    fn named(&mut self, name: &str) -> WaySymbols {
        let token = WaySymbol::Token(name.to_owned());
        match self.mirror.literate.written.rule(name) {
            Some(rule) if rule.kind == RuleKind::Nonterminal => {
                vec![WaySymbol::Rule(name.to_owned())]
            }
            Some(rule) => match refused_behind(rule) {
                Some(refused) => {
                    let guard = format!("{name}!");
                    self.spelled.insert(guard.clone(), refused);
                    vec![WaySymbol::Guard(guard), token]
                }
                None => vec![token],
            },
            None => vec![token],
        }
    }

    fn is_nothing(&self, way: &[WaySymbol]) -> bool {
        way.iter().all(|symbol| match symbol {
            WaySymbol::Token(_) => false,
            WaySymbol::Guard(_) => true,
            WaySymbol::Rule(name) => self.nothing.contains(name),
        })
    }

    fn find_nothing(&mut self) {
        loop {
            let rules = self.rules.iter();
            let found = rules.filter(|(_, ways)| ways.iter().any(|way| self.is_nothing(way)));
            let found: BTreeSet<String> = found.map(|(name, _)| name.clone()).collect();
            if found == self.nothing {
                return;
            }
            self.nothing = found;
        }
    }

    fn table(&self, name: &str) -> RuleTables {
        self.tables.get(name).cloned().unwrap_or_default()
    }

    /// The first tokens of a way and of what follows it.
    fn first(&self, way: &[WaySymbol], following: &Tokens) -> Tokens {
        let mut tokens = Tokens::new();
        for (at, symbol) in way.iter().enumerate() {
            match symbol {
                WaySymbol::Token(name) => {
                    tokens.insert(name.clone());
                }
                WaySymbol::Guard(_) => {}
                WaySymbol::Rule(name) => tokens.extend(self.table(name).first),
            }
            if !self.is_nothing(&way[at..=at]) {
                return tokens;
            }
        }
        tokens.extend(following.iter().cloned());
        tokens
    }

    /// The first tokens of each way of a rule, before what comes after the rule.
    fn first_of_ways(&self, name: &str, following: &Tokens) -> Vec<Tokens> {
        let ways = self.rules.get(name).into_iter().flatten();
        ways.map(|way| self.first(way, following)).collect()
    }

    fn find_first(&mut self) {
        self.until_nothing_changes(|ways, name| {
            let first = ways.first_of_ways(name, &Tokens::new());
            ways.change(name, |tables| {
                tables.first = first.into_iter().flatten().collect()
            });
        });
    }

    fn find_follow(&mut self) {
        let start = self.start.clone();
        self.change(&start, |tables| {
            tables.follow.insert(String::new());
        });
        self.until_nothing_changes(|ways, name| {
            for (used, place) in ways.uses(name) {
                ways.change(&used, |tables| tables.follow.extend(place.following));
            }
        });
    }

    /// The largest sets that are consistent: a token does not match where a rule is tried if it does not at any use of the rule.
    fn find_refused(&mut self) {
        let symbols = self.rules.values().flatten().flatten();
        let all: Tokens = symbols
            .filter_map(|symbol| match symbol {
                WaySymbol::Token(name) | WaySymbol::Guard(name) => Some(name.clone()),
                WaySymbol::Rule(_) => None,
            })
            .collect();
        for (name, tables) in &mut self.tables {
            if *name != self.start {
                tables.refused = all.clone();
            }
        }
        self.until_nothing_changes(|ways, name| {
            for (used, place) in ways.uses(name) {
                ways.change(&used, |tables| {
                    tables.refused = &tables.refused & &place.refused
                });
            }
        });
    }

    fn find_ways(&mut self) {
        self.until_nothing_changes(|ways, name| {
            let tokens = ways.first_of_ways(name, &ways.table(name).follow);
            ways.change(name, |tables| tables.ways = tokens);
        });
    }

    fn change(&mut self, name: &str, change: impl FnOnce(&mut RuleTables)) {
        if let Some(tables) = self.tables.get_mut(name) {
            change(tables);
        }
    }

    fn until_nothing_changes(&mut self, step: impl Fn(&mut Self, &str)) {
        let names: Vec<String> = self.rules.keys().cloned().collect();
        loop {
            let before = self.tables.clone();
            for name in &names {
                step(self, name);
            }
            if self.tables == before {
                return;
            }
        }
    }

    /// The rules that a rule uses, each with its place.
    fn uses(&self, name: &str) -> Vec<(String, TriedAt)> {
        let tables = self.table(name);
        let mut tried = tables.refused;
        let mut uses = Vec::new();
        for way in self.rules.get(name).into_iter().flatten() {
            let mut refused = tried.clone();
            for (at, symbol) in way.iter().enumerate() {
                match symbol {
                    WaySymbol::Guard(name) => {
                        refused.insert(name.clone());
                        continue;
                    }
                    WaySymbol::Rule(used) => {
                        let following = self.first(&way[at + 1..], &tables.follow);
                        let refused = refused.clone();
                        uses.push((used.clone(), TriedAt { following, refused }));
                    }
                    WaySymbol::Token(_) => {}
                }
                refused.clear();
            }
            tried.extend(self.failed(way, &mut Vec::new()));
        }
        uses
    }

    /// The tokens that certainly do not match where a way fails.
    fn failed<'w>(&'w self, way: &'w [WaySymbol], open: &mut Vec<&'w str>) -> Tokens {
        match way {
            [WaySymbol::Token(name)] => Tokens::from([name.clone()]),
            [WaySymbol::Rule(name)] if !open.contains(&name.as_str()) => {
                open.push(name);
                let ways = self.rules.get(name).into_iter().flatten();
                let failed = ways.flat_map(|way| self.failed(way, open)).collect();
                open.pop();
                failed
            }
            _ => Tokens::new(),
        }
    }
}

/// The facts about a place where a rule is tried.
struct TriedAt {
    /// The tokens that can come after it.
    following: Tokens,
    /// The tokens that do not match here.
    refused: Tokens,
}

fn flat_alternatives(expression: &Expression) -> Vec<&Expression> {
    match expression {
        Expression::Choice(parts) => parts.iter().flat_map(flat_alternatives).collect(),
        other => vec![other],
    }
}
