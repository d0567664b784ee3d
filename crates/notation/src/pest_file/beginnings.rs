//! The beginnings of each rule, which pest's validation follows again and again.
//!
//! pest checks whether each rule can fail and whether it moves on, and follows the names at its beginning as often as they are
//! written, with nothing remembered. Where each rule begins with the next one twice, it takes exponentially many steps.
//!
//! Invariant: pest follows a rule that gets through in at most [`MOST_STEPS`] steps; rules that begin with themselves are
//! refused here, as pest would refuse them in the end.

use super::refusal::Refusal;
use crate::limits::too_large;
use pest::iterators::{Pair, Pairs};
use pest_meta::parser::Rule as Part;
use std::collections::HashMap;

/// The steps that pest may take to find the beginnings of a rule.
const MOST_STEPS: u64 = 200_000;

/// With this many rules or fewer, pest itself finds those that begin with themselves.
const FEW_RULES: usize = 8;

/// Checks that pest can validate these rules.
pub(super) fn check(rules: Pairs<'_, Part>) -> Result<(), Refusal> {
    let mut bodies: HashMap<&str, (Pair<'_, Part>, Pair<'_, Part>)> = HashMap::new();
    let mut names = Vec::new();
    for rule in rules.filter(|part| part.as_rule() == Part::grammar_rule) {
        let mut parts = rule.into_inner();
        let name = parts
            .next()
            .filter(|part| part.as_rule() == Part::identifier);
        let body = parts.find(|part| part.as_rule() == Part::expression);
        if let (Some(name), Some(body)) = (name, body) {
            names.push(name.as_str());
            bodies.entry(name.as_str()).or_insert((name, body));
        }
    }
    let mut walk = BeginningsWalk {
        known: HashMap::new(),
        open: Vec::new(),
        recursive: None,
        bodies: &bodies,
    };
    for name in names {
        let steps = walk.rule(name).steps;
        let message = match walk.recursive {
            Some(recursive) if bodies.len() > FEW_RULES => {
                format!("rule {recursive} is left-recursive")
            }
            _ if steps > MOST_STEPS => too_large(
                MOST_STEPS,
                "steps to what this rule can begin with: rules at the beginning of rules multiply",
            ),
            _ => continue,
        };
        let at = walk.recursive.unwrap_or(name);
        return match bodies.get(at) {
            Some((name, _)) => Err(Refusal::at(name.as_span().start_pos(), message)),
            None => Ok(()),
        };
    }
    Ok(())
}

/// The known facts of a part.
#[derive(Clone, Copy)]
struct Beginning {
    /// How many steps it takes to follow it.
    steps: u64,
    /// Whether pest also follows the part after it: it may match nothing, or never fails.
    is_passed: bool,
}

struct BeginningsWalk<'r, 'p> {
    bodies: &'r HashMap<&'p str, (Pair<'p, Part>, Pair<'p, Part>)>,
    known: HashMap<&'p str, Beginning>,
    /// The rules that are being followed.
    open: Vec<&'p str>,
    /// One that begins with itself.
    recursive: Option<&'p str>,
}

const LEAF: Beginning = Beginning {
    steps: 1,
    is_passed: false,
};

impl<'p> BeginningsWalk<'_, 'p> {
    fn rule(&mut self, name: &'p str) -> Beginning {
        if let Some(&known) = self.known.get(name) {
            return known;
        }
        let Some((_, body)) = self.bodies.get(name) else {
            return LEAF;
        };
        if self.open.contains(&name) {
            self.recursive.get_or_insert(name);
            return LEAF;
        }
        self.open.push(name);
        let found = self.expression(body.clone());
        self.open.pop();
        self.known.insert(name, found);
        found
    }

    /// Terms with `~` and `|` between them; `~` binds more tightly.
    fn expression(&mut self, expression: Pair<'p, Part>) -> Beginning {
        let mut all = Beginning {
            steps: 1,
            is_passed: false,
        };
        let mut is_followed = true;
        for part in expression.into_inner() {
            match part.as_rule() {
                Part::choice_operator => {
                    all.is_passed |= is_followed;
                    is_followed = true;
                }
                Part::term if is_followed => {
                    let term = self.term(part);
                    all.steps = all.steps.saturating_add(term.steps);
                    is_followed = term.is_passed;
                }
                _ => {}
            }
        }
        all.is_passed |= is_followed;
        all
    }

    fn term(&mut self, term: Pair<'p, Part>) -> Beginning {
        let mut found = LEAF;
        for part in term.into_inner() {
            match part.as_rule() {
                Part::identifier => found = self.rule(part.as_str()),
                Part::expression => found = self.expression(part),
                Part::string | Part::insensitive_string => {
                    found.is_passed = part.as_str().trim_start_matches('^') == "\"\"";
                }
                Part::positive_predicate_operator | Part::negative_predicate_operator => {}
                Part::optional_operator
                | Part::repeat_operator
                | Part::repeat_max
                | Part::repeat_min
                | Part::repeat_min_max
                | Part::repeat_exact => found.is_passed = true,
                _ => {}
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::read;

    fn message(text: &str) -> String {
        let refusal = read(text).map(|_| ()).err();
        refusal.map_or_else(String::new, |refusal| refusal.message())
    }

    #[test]
    fn rules_that_multiply_are_refused() {
        let chain = |body: &str| -> String {
            let rules = (0..40).map(|at| {
                let body = body.replace('#', &format!("r{}", at + 1));
                format!("r{at} = {{ {body} }}\n")
            });
            rules.chain(["r40 = { \"x\" }".to_owned()]).collect()
        };
        for (body, expected) in [
            ("# ~ \"x\" | # ~ \"y\"", "200000 steps"),
            ("(# ~ \"x\")? ~ #", "200000 steps"),
            ("\"x\" ~ # | \"y\" ~ #", ""),
            ("# ~ \"x\" | \"y\"", ""),
        ] {
            let message = message(&chain(body));
            assert_eq!(message.is_empty(), expected.is_empty(), "{body}: {message}");
            assert!(message.contains(expected), "{body}: {message}");
        }
        let all = (0..30)
            .map(|at| format!("\"x\"? ~ r{at}"))
            .collect::<Vec<_>>()
            .join(" | ");
        let complete: String = (0..30).map(|at| format!("r{at} = {{ {all} }}\n")).collect();
        assert!(message(&complete).contains("left-recursive"));
    }
}
