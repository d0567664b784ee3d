//! The tables of a PEG's nonterminals: FIRST and FOLLOW, the tokens that do not match where a rule is tried, and for each choice,
//! option and repetition the tokens by which it is made.

use super::terminal::has_guard_behind;
use crate::mirror::grammar_pair::Mirror;
use notation::{CanBeNothing, CharacterClass, Expression, Grammar, Rule, RuleKind};
use std::collections::{BTreeMap, BTreeSet};

type Tokens = BTreeSet<String>;

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
    /// Its choices, options and repetitions, each before those within it.
    pub ways: Vec<ChoiceTokens>,
}

/// A choice, an option or a repetition.
///
/// [`Proof`](crate::Proof) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceTokens {
    /// By alternative, or for the body and for what comes after it, the next tokens.
    pub tokens: Vec<BTreeSet<String>>,
    /// Where the ways part.
    pub by: PartingOf,
}

/// Where the ways of a choice part.
///
/// [`Proof`](crate::Proof) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartingOf {
    /// The next token tells.
    Ll1,
    /// Several ways go on with one token.
    FurtherOn,
}

impl PartingOf {
    /// `LL(1)`, `further on`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ll1 => "LL(1)",
            Self::FurtherOn => "further on",
        }
    }
}

/// The tables of the nonterminals that the start rule reaches.
pub(super) fn tables(mirror: &Mirror<'_>) -> BTreeMap<String, RuleTables> {
    let mut ways = Ways::of(mirror);
    ways.find_first();
    ways.find_follow();
    ways.find_refused();
    ways.find_ways();
    ways.tables
}

struct Ways {
    start: String,
    /// The expressions of the rules that are reached; a literal in them is a token, by its name.
    bodies: BTreeMap<String, Expression>,
    nothing: CanBeNothing,
    tables: BTreeMap<String, RuleTables>,
}

impl Ways {
    fn of(mirror: &Mirror<'_>) -> Self {
        let grammar = &mirror.literate.written;
        let start = grammar.rules.first().map(|rule| rule.name.clone());
        let start = start.unwrap_or_default();
        let mut bodies = BTreeMap::new();
        let mut open = vec![start.clone()];
        while let Some(name) = open.pop() {
            if let Some(rule) = grammar.rule(&name)
                && !bodies.contains_key(&name)
            {
                let body = tokenized(mirror, &rule.expression);
                open.extend(body.names().into_iter().map(str::to_owned));
                bodies.insert(name, body);
            }
        }
        let tables = bodies
            .keys()
            .map(|name| (name.clone(), RuleTables::default()));
        let rules = bodies
            .iter()
            .map(|(name, body)| Rule::new(name, RuleKind::Nonterminal, body.clone()));
        let of_tokens = Grammar::from(rules.collect::<Vec<_>>());
        Self {
            start,
            tables: tables.collect(),
            nothing: CanBeNothing::of(&of_tokens),
            bodies,
        }
    }

    /// The first tokens of an expression.
    fn first(&self, expression: &Expression) -> Tokens {
        match expression {
            Expression::Literal { text, .. } => Tokens::from([text.clone()]),
            Expression::Name(name) => self
                .tables
                .get(name)
                .map_or_else(Tokens::new, |of| of.first.clone()),
            Expression::Sequence(parts) => self.first_of(parts, &Tokens::new()),
            Expression::Lookahead { .. } => Tokens::new(),
            other => other
                .parts()
                .into_iter()
                .flat_map(|part| self.first(part))
                .collect(),
        }
    }

    /// The first tokens of a sequence and of what follows it.
    fn first_of(&self, parts: &[Expression], following: &Tokens) -> Tokens {
        let mut tokens = Tokens::new();
        for part in parts {
            tokens.extend(self.first(part));
            if !self.nothing.expression(part) {
                return tokens;
            }
        }
        tokens.extend(following.iter().cloned());
        tokens
    }

    fn find_first(&mut self) {
        self.until_nothing_changes(|ways, name, body| {
            let first = ways.first(body);
            if let Some(tables) = ways.tables.get_mut(name) {
                tables.first = first;
            }
        });
    }

    fn find_follow(&mut self) {
        if let Some(tables) = self.tables.get_mut(&self.start) {
            tables.follow.insert(String::new());
        }
        self.until_nothing_changes(|ways, name, body| {
            for (used, place) in ways.uses(name, body) {
                if let Some(tables) = ways.tables.get_mut(&used) {
                    tables.follow.extend(place.following);
                }
            }
        });
    }

    /// The largest sets that are consistent: a token does not match where a rule is tried if it does not at any use of the rule.
    fn find_refused(&mut self) {
        let all: Tokens = self.bodies.values().flat_map(tokens_of).collect();
        for (name, tables) in &mut self.tables {
            tables.refused = match *name == self.start {
                true => Tokens::new(),
                false => all.clone(),
            };
        }
        self.until_nothing_changes(|ways, name, body| {
            for (used, place) in ways.uses(name, body) {
                if let Some(tables) = ways.tables.get_mut(&used) {
                    tables.refused = &tables.refused & &place.refused;
                }
            }
        });
    }

    fn find_ways(&mut self) {
        for (name, body) in self.bodies.clone() {
            let mut found = Vec::new();
            let place = self.place(&name);
            self.visit(&body, &place, &mut |part, place| {
                found.extend(self.way(part, place))
            });
            if let Some(tables) = self.tables.get_mut(&name) {
                tables.ways = found;
            }
        }
    }

    fn way(&self, part: &Expression, place: &TriedAt) -> Option<ChoiceTokens> {
        let tokens: Vec<Tokens> = match part {
            Expression::Choice(parts) => {
                let first = |part| self.first_of(std::slice::from_ref(part), &place.following);
                parts.iter().map(first).collect()
            }
            Expression::Optional(body)
            | Expression::ZeroOrMore(body)
            | Expression::OneOrMore(body) => {
                vec![self.first(body), place.following.clone()]
            }
            _ => return None,
        };
        let together: Tokens = tokens.iter().flatten().cloned().collect();
        let by = match together.len() == tokens.iter().map(BTreeSet::len).sum::<usize>() {
            true => PartingOf::Ll1,
            false => PartingOf::FurtherOn,
        };
        Some(ChoiceTokens { tokens, by })
    }

    fn until_nothing_changes(&mut self, mut step: impl FnMut(&mut Self, &str, &Expression)) {
        let bodies = self.bodies.clone();
        loop {
            let before = self.tables.clone();
            for (name, body) in &bodies {
                step(self, name, body);
            }
            if self.tables == before {
                return;
            }
        }
    }

    /// The nonterminals that a rule uses, each with the place where it is tried.
    fn uses(&self, name: &str, body: &Expression) -> Vec<(String, TriedAt)> {
        let mut found = Vec::new();
        self.visit(body, &self.place(name), &mut |part, place| {
            if let Expression::Name(used) = part {
                found.push((used.clone(), place.clone()));
            }
        });
        found
    }

    fn place(&self, name: &str) -> TriedAt {
        let tables = self.tables.get(name).cloned().unwrap_or_default();
        TriedAt {
            following: tables.follow,
            refused: tables.refused,
        }
    }

    /// Sees each part of an expression with its place.
    fn visit(
        &self,
        part: &Expression,
        place: &TriedAt,
        see: &mut dyn FnMut(&Expression, &TriedAt),
    ) {
        see(part, place);
        let mut refused = place.refused.clone();
        match part {
            Expression::Sequence(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    let following = self.first_of(&parts[at + 1..], &place.following);
                    self.visit(
                        part,
                        &TriedAt {
                            following,
                            refused: refused.clone(),
                        },
                        see,
                    );
                    match part {
                        Expression::Lookahead { body, .. } => refused.extend(tokens_of(body)),
                        _ => refused.clear(),
                    }
                }
            }
            Expression::Choice(parts) => {
                for part in parts {
                    let following = place.following.clone();
                    self.visit(
                        part,
                        &TriedAt {
                            following,
                            refused: refused.clone(),
                        },
                        see,
                    );
                    refused.extend(self.failed(part, &mut Vec::new()));
                }
            }
            Expression::Optional(body) => self.visit(body, place, see),
            Expression::ZeroOrMore(body) | Expression::OneOrMore(body) => {
                let following = &self.first(body) | &place.following;
                self.visit(
                    body,
                    &TriedAt {
                        following,
                        refused: Tokens::new(),
                    },
                    see,
                );
            }
            _ => {}
        }
    }

    /// The tokens that certainly do not match where this fails.
    fn failed<'w>(&'w self, part: &'w Expression, open: &mut Vec<&'w str>) -> Tokens {
        match part {
            Expression::Literal { text, .. } => Tokens::from([text.clone()]),
            Expression::Choice(parts) => {
                let mut all = Tokens::new();
                for part in parts {
                    all.extend(self.failed(part, open));
                }
                all
            }
            Expression::Name(name) if !open.contains(&name.as_str()) => {
                open.push(name);
                let failed = self.bodies.get(name).map(|body| self.failed(body, open));
                open.pop();
                failed.unwrap_or_default()
            }
            _ => Tokens::new(),
        }
    }
}

/// The facts about a place where a part of a rule is tried.
#[derive(Clone)]
struct TriedAt {
    /// The tokens that can come after it.
    following: Tokens,
    /// The tokens that do not match here.
    refused: Tokens,
}

fn tokens_of(expression: &Expression) -> Tokens {
    match expression {
        Expression::Literal { text, .. } => Tokens::from([text.clone()]),
        other => other.parts().into_iter().flat_map(tokens_of).collect(),
    }
}

/// The expression with each token as a literal of the token's name, flat, without the ends of the text.
fn tokenized(mirror: &Mirror<'_>, expression: &Expression) -> Expression {
    let grammar: &Grammar = &mirror.literate.written;
    match expression {
        Expression::Literal { text, ignores_case } => Expression::literal(match ignores_case {
            true => format!("\"{}\"", text.to_ascii_lowercase()),
            false => format!("'{text}'"),
        }),
        Expression::Class(CharacterClass { ranges, .. }) => {
            let characters = ranges.iter().map(|range| range.0);
            Expression::literal(format!("'{}'", characters.collect::<String>()))
        }
        Expression::Name(name) => match grammar.rule(name) {
            Some(rule) if rule.kind != RuleKind::Nonterminal => {
                let token = Expression::literal(name);
                match has_guard_behind(mirror, rule) {
                    true => {
                        let guard = Expression::absent(Expression::literal(format!("{name}!")));
                        Expression::Sequence(vec![guard, token])
                    }
                    false => token,
                }
            }
            _ => expression.clone(),
        },
        Expression::Sequence(parts) => {
            let parts = parts.iter();
            let parts = parts.filter(|part| !matches!(part, Expression::Start | Expression::End));
            Expression::flat(parts.map(|part| tokenized(mirror, part)))
        }
        Expression::Choice(parts) => {
            let parts = parts.iter().map(|part| tokenized(mirror, part));
            let parts = parts.flat_map(|part| part.alternatives().to_vec());
            Expression::choice(parts.collect())
        }
        Expression::Optional(body) => match tokenized(mirror, body) {
            Expression::OneOrMore(again) | Expression::ZeroOrMore(again) => {
                Expression::ZeroOrMore(again)
            }
            Expression::Optional(again) => Expression::Optional(again),
            other => Expression::Optional(Box::new(other)),
        },
        other => other.map(|part| tokenized(mirror, part)),
    }
}
