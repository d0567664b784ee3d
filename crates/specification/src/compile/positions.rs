//! From the right sides of productions to automata over symbols: the automaton of a production's positions, made
//! deterministic and minimal.
//!
//! A repetition is an edge back, and no rule of its own.

use super::numbers::{divided, numbered};
use crate::tables::Symbol;
use notation::Expression;
use std::collections::{BTreeMap, BTreeSet};

/// The automaton of one production. State 0 is the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RuleAutomaton {
    pub(super) states: Vec<Progress>,
}

/// How far a production has been read.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Progress {
    pub(super) edges: Vec<(Symbol, usize)>,
    pub(super) is_final: bool,
    pub(super) ends_late: bool,
}

/// Makes the automaton of a right side; `symbol` returns the symbol of a token or a name and whether it may be left out, or an
/// error. If the production cannot end late, no state of it does.
pub(super) fn automaton<E>(
    expression: &Expression,
    can_end_late: bool,
    symbol: SymbolOf<'_, E>,
) -> Result<RuleAutomaton, E> {
    let mut positions = Positions {
        symbols: Vec::new(),
        follows: Vec::new(),
        symbol,
    };
    let mut reach = positions.walk(expression)?;
    for (_, is_late) in &mut reach.last {
        *is_late &= can_end_late;
    }
    Ok(positions.determinize(&reach).minimal())
}

type SymbolOf<'s, E> = &'s mut dyn FnMut(&Expression) -> Result<(Symbol, bool), E>;

struct Positions<'s, E> {
    symbols: Vec<Symbol>,
    /// For each position, those that may come next.
    follows: Vec<Vec<usize>>,
    symbol: SymbolOf<'s, E>,
}

/// How an expression begins and ends.
struct Reach {
    first: Vec<usize>,
    /// The positions that it may end with, each with whether an optional part could have followed.
    last: Vec<(usize, bool)>,
    is_nullable: bool,
}

impl<E> Positions<'_, E> {
    fn walk(&mut self, expression: &Expression) -> Result<Reach, E> {
        Ok(match expression {
            Expression::Sequence(parts) => {
                let mut all = Reach {
                    first: Vec::new(),
                    last: Vec::new(),
                    is_nullable: true,
                };
                for part in parts {
                    let part = self.walk(part)?;
                    for &(last, _) in &all.last {
                        self.follows[last].extend(&part.first);
                    }
                    if all.is_nullable {
                        all.first.extend(&part.first);
                    }
                    match part.is_nullable {
                        true => all.last.iter_mut().for_each(|(_, is_late)| *is_late = true),
                        false => all.last.clear(),
                    }
                    all.last.extend(part.last);
                    all.is_nullable &= part.is_nullable;
                }
                all
            }
            Expression::Choice(parts) => {
                let mut all = Reach {
                    first: Vec::new(),
                    last: Vec::new(),
                    is_nullable: false,
                };
                for part in parts {
                    let part = self.walk(part)?;
                    all.first.extend(part.first);
                    all.last.extend(part.last);
                    all.is_nullable |= part.is_nullable;
                }
                all
            }
            Expression::Optional(body) => Reach {
                is_nullable: true,
                ..self.walk(body)?
            },
            Expression::ZeroOrMore(body) | Expression::OneOrMore(body) => {
                let body = self.walk(body)?;
                for &(last, _) in &body.last {
                    self.follows[last].extend(&body.first);
                }
                let is_star = matches!(expression, Expression::ZeroOrMore(_));
                Reach {
                    is_nullable: body.is_nullable || is_star,
                    ..body
                }
            }
            token => {
                let (symbol, is_nullable) = (self.symbol)(token)?;
                self.symbols.push(symbol);
                self.follows.push(Vec::new());
                let position = self.symbols.len() - 1;
                Reach {
                    first: vec![position],
                    last: vec![(position, false)],
                    is_nullable,
                }
            }
        })
    }

    /// Makes a state of each set of positions that can have just been read; the first has none.
    fn determinize(&self, reach: &Reach) -> RuleAutomaton {
        let mut known = BTreeMap::from([(BTreeSet::new(), 0)]);
        let mut sets: Vec<BTreeSet<usize>> = vec![BTreeSet::new()];
        let mut states = Vec::new();
        let mut index = 0;
        while index < sets.len() {
            let set = sets[index].clone();
            let mut by_symbol: Vec<(Symbol, BTreeSet<usize>)> = Vec::new();
            let next: Vec<usize> = match index {
                0 => reach.first.clone(),
                _ => set
                    .iter()
                    .flat_map(|&at| self.follows[at].clone())
                    .collect(),
            };
            for position in next {
                let symbol = self.symbols[position];
                match by_symbol.iter_mut().find(|(known, _)| *known == symbol) {
                    Some((_, set)) => drop(set.insert(position)),
                    None => by_symbol.push((symbol, BTreeSet::from([position]))),
                }
            }
            let ends = || reach.last.iter().filter(|(last, _)| set.contains(last));
            let mut place = Progress {
                edges: Vec::new(),
                is_final: ends().count() > 0 || index == 0 && reach.is_nullable,
                ends_late: ends().any(|&(_, is_late)| is_late),
            };
            for (symbol, set) in by_symbol {
                let number = *known.entry(set.clone()).or_insert(sets.len());
                if number == sets.len() {
                    sets.push(set);
                }
                place.edges.push((symbol, number));
            }
            states.push(place);
            index += 1;
        }
        RuleAutomaton { states }
    }
}

impl RuleAutomaton {
    /// Joins states that do the same; the first stays the first.
    fn minimal(self) -> Self {
        let places = self.states.iter();
        let parts = numbered(places.map(|place| (place.is_final, place.ends_late)));
        let parts = divided(parts, |state, parts| {
            let edges = self.states[state].edges.iter();
            let edges = edges.map(|&(symbol, next)| (symbol, parts[next]));
            edges.collect::<BTreeSet<(Symbol, usize)>>()
        });
        let count = parts.iter().max().map_or(0, |last| last + 1);
        let mut states = vec![Progress::default(); count];
        for (state, place) in self.states.into_iter().enumerate() {
            let edges = place.edges.into_iter();
            states[parts[state]] = Progress {
                edges: edges.map(|(symbol, next)| (symbol, parts[next])).collect(),
                ..place
            };
        }
        Self { states }
    }
}
