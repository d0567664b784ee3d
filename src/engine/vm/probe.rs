//! Whether the interpreter looks at the end of a text.
//!
//! It does not say. But it calls a listener with each rule that it tries, and where. So a copy of the grammar asks for a
//! rule that never matches, a *probe*, right before each expression that looks at characters; and the listener sees the place.
//!
//! Invariant: with probes, a grammar matches the same texts as without them.

use crate::engine::grammar::is_stack_limit;
use pest::Position;
use pest_meta::ast::RuleType;
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule};
use pest_vm::Vm;
use std::cell::Cell;
use std::collections::HashSet;

/// A grammar with probes.
pub(super) struct Probed(Vm);

impl Probed {
    pub(super) fn new(rules: &[OptimizedRule]) -> Self {
        let names: HashSet<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
        let mut probes = Vec::new();
        let mut probed: Vec<_> = rules
            .iter()
            .map(|rule| OptimizedRule {
                name: rule.name.clone(),
                ty: rule.ty,
                expr: rule.expr.clone().map_bottom_up(|expression| {
                    match Probe::of(&expression, &names) {
                        None => expression,
                        Some(probe) => {
                            probes.push(probe);
                            let name = OptimizedExpr::Ident(probe_name(probes.len() - 1));
                            OptimizedExpr::Choice(Box::new(name), Box::new(expression))
                        }
                    }
                }),
            })
            .collect();
        probed.extend((0..probes.len()).map(|index| OptimizedRule {
            name: probe_name(index),
            ty: RuleType::Silent,
            expr: OptimizedExpr::NegPred(Box::new(OptimizedExpr::Str(String::new()))),
        }));
        let listener = move |rule: String, position: &Position<'_>| {
            let probe = probe_index(&rule).and_then(|index| probes.get(index));
            if let Some(probe) = probe
                && probe.looks_at_end(rest(position))
            {
                LOOKED_AT_END.set(true);
            }
            // Parsing goes on.
            false
        };
        Self(Vm::new_with_listener(probed, Box::new(listener)))
    }

    /// Whether the rule looks at the end of the text, on success or failure.
    ///
    /// # Errors
    ///
    /// The stack is too small.
    pub(super) fn looks_at_end<'g>(
        &'g self,
        rule: &'g str,
        text: &'g str,
    ) -> Result<bool, Box<pest::error::Error<&'g str>>> {
        LOOKED_AT_END.set(false);
        match self.0.parse(rule, text) {
            Err(error) if is_stack_limit(&error) => Err(Box::new(error)),
            _ => Ok(LOOKED_AT_END.get()),
        }
    }
}

thread_local! {
    /// Where the listener notes it. A listener cannot be handed anything, and belongs to all threads.
    static LOOKED_AT_END: Cell<bool> = const { Cell::new(false) };
}

/// No rule of a file can have this name.
fn probe_name(index: usize) -> String {
    format!("?{index}")
}

fn probe_index(name: &str) -> Option<usize> {
    name.strip_prefix('?')?.parse().ok()
}

fn rest<'t>(position: &Position<'t>) -> &'t str {
    &position.span(position).get_input()[position.pos()..]
}

/// An expression that looks at characters.
enum Probe {
    /// At one, or at the end.
    Character,
    /// At the characters of this literal.
    Literal { text: String, ignores_case: bool },
    /// At all before the first of these texts.
    Until(Vec<String>),
}

impl Probe {
    fn of(expression: &OptimizedExpr, names: &HashSet<&str>) -> Option<Self> {
        match expression {
            OptimizedExpr::Str(text) => Some(Self::Literal {
                text: text.clone(),
                ignores_case: false,
            }),
            OptimizedExpr::Insens(text) => Some(Self::Literal {
                text: text.clone(),
                ignores_case: true,
            }),
            OptimizedExpr::Range(..) => Some(Self::Character),
            OptimizedExpr::Skip(texts) => Some(Self::Until(texts.clone())),
            OptimizedExpr::Ident(name) if names.contains(name.as_str()) => None,
            OptimizedExpr::Ident(name) => match name.as_str() {
                "SOI" => None,
                // A carriage return may be the first half of it.
                "NEWLINE" => Some(Self::Literal {
                    text: "\r\n".to_owned(),
                    ignores_case: false,
                }),
                _ => Some(Self::Character),
            },
            _ => None,
        }
    }

    fn looks_at_end(&self, rest: &str) -> bool {
        match self {
            Self::Character => rest.is_empty(),
            Self::Literal { text, ignores_case } => {
                let (text, rest) = (text.as_bytes(), rest.as_bytes());
                let Some(beginning) = text.get(..rest.len()) else {
                    return false;
                };
                rest.len() < text.len()
                    && match ignores_case {
                        true => beginning.eq_ignore_ascii_case(rest),
                        false => beginning == rest,
                    }
            }
            Self::Until(texts) => {
                for (start, _) in rest.char_indices() {
                    let rest = &rest[start..];
                    if texts.iter().any(|text| rest.starts_with(text)) {
                        return false;
                    }
                    if texts.iter().any(|text| text.starts_with(rest)) {
                        return true;
                    }
                }
                true
            }
        }
    }
}
