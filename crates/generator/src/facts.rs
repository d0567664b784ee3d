//! Fixpoints: the facts known of each function before it runs.
//!
//! All facts start from nothing and grow until nothing changes. Each one errs on one side only, and so is safe to use:
//!
//! - `first`: the first character that is consumed is one of these; perhaps too many;
//! - `is_nullable`: it may succeed and consume nothing; perhaps true without need. Lookaheads, the start, the end and
//!   skips all may;
//! - `emits`: it may make a node, if only in trivia; perhaps true without need;
//! - `litters`: it may fail and leave nodes that it made; perhaps true without need;
//! - `is_sure`: it never fails; perhaps false without need.

use super::matcher::{Matcher, MatcherProgram};
use super::sets::{InBytes as _, NextSet};
use notation::CharSet;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) first: CharSet,
    pub(crate) is_nullable: bool,
    pub(crate) emits: bool,
    pub(crate) litters: bool,
    pub(crate) is_sure: bool,
}

impl Facts {
    /// The possible next bytes where the expression succeeds.
    pub(crate) fn next(&self) -> NextSet {
        match self.is_nullable {
            true => NextSet::all(),
            false => self.first.lead_bytes(),
        }
    }
}

/// The facts of every function, by its number.
#[derive(Clone, Debug)]
pub(crate) struct FactTable {
    functions: Vec<Facts>,
}

impl FactTable {
    pub(crate) fn new(program: &MatcherProgram) -> Self {
        let mut table = Self {
            functions: vec![Facts::default(); program.functions.len()],
        };
        loop {
            let next = program.functions.iter();
            let next: Vec<Facts> = next.map(|function| table.of(&function.body)).collect();
            if next == table.functions {
                return table;
            }
            table.functions = next;
        }
    }

    pub(crate) fn of(&self, expression: &Matcher) -> Facts {
        match expression {
            Matcher::Literal(text) => consumes(match text.chars().next() {
                Some(first) => CharSet::one(first),
                None => return succeeds(),
            }),
            Matcher::Insensitive(text) => consumes(match text.chars().next() {
                Some(first) => CharSet::in_cases(first, true),
                None => return succeeds(),
            }),
            Matcher::Class(class) => consumes(class.clone()),
            Matcher::Start | Matcher::End => Facts {
                is_nullable: true,
                ..Facts::default()
            },
            Matcher::Skip(_) => Facts {
                first: CharSet::all(),
                ..succeeds()
            },
            Matcher::Sequence(parts) => self.of_sequence(parts),
            Matcher::Choice(parts) => {
                parts
                    .iter()
                    .map(|part| self.of(part))
                    .fold(Facts::default(), |all, part| Facts {
                        first: all.first.union(&part.first),
                        is_nullable: all.is_nullable || part.is_nullable,
                        emits: all.emits || part.emits,
                        // The nodes of the other alternatives are taken back.
                        litters: all.litters || part.litters,
                        is_sure: false,
                    })
            }
            Matcher::Optional(body) => {
                let body = self.of(body);
                Facts {
                    first: body.first,
                    emits: body.emits,
                    ..succeeds()
                }
            }
            Matcher::Repeat { body, between } => {
                let body = self.of(body);
                Facts {
                    first: body.first,
                    emits: body.emits || between.is_some_and(|id| self.functions[id].emits),
                    ..succeeds()
                }
            }
            Matcher::Lookahead { .. } => Facts {
                is_nullable: true,
                ..Facts::default()
            },
            Matcher::Call(id) => self.functions[*id].clone(),
            // The plain rules match nothing else.
            Matcher::Plain { body, .. } => self.of(body),
            Matcher::Node { body, .. } => {
                let body = self.of(body);
                Facts {
                    emits: true,
                    litters: !body.is_sure,
                    ..body
                }
            }
            Matcher::Leaf { body, .. } | Matcher::Outcome { body, .. } => Facts {
                emits: true,
                ..self.of(body)
            },
        }
    }

    /// The facts of parts one after the other, all of a sequence's or some.
    pub(crate) fn of_sequence(&self, parts: &[Matcher]) -> Facts {
        let mut all = succeeds();
        for part in parts.iter().map(|part| self.of(part)) {
            if all.is_nullable {
                all.first = all.first.union(&part.first);
            }
            all.is_nullable &= part.is_nullable;
            all.litters |= part.litters || (all.emits && !part.is_sure);
            all.emits |= part.emits;
            all.is_sure &= part.is_sure;
        }
        all
    }
}

fn consumes(first: CharSet) -> Facts {
    Facts {
        first,
        ..Facts::default()
    }
}

fn succeeds() -> Facts {
    Facts {
        is_nullable: true,
        is_sure: true,
        ..Facts::default()
    }
}
