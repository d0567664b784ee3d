//! The second byte: where alternatives begin with one byte, the next one tells more.
//!
//! Invariant: the set is never too small. If an alternative can succeed with `first` as its first character, the byte
//! after it is in the set; no set means that any byte may follow.

use super::facts::FactTable;
use super::matcher::{FunctionId, Matcher, MatcherProgram};
use super::sets::{InBytes as _, NextSet};
use notation::CharSet;

/// The bytes that can follow `first` where the expression begins with it and succeeds; none if any byte can.
pub(crate) fn second(
    expression: &Matcher,
    first: char,
    program: &MatcherProgram,
    facts: &FactTable,
) -> Option<NextSet> {
    // It succeeds whatever comes first.
    if facts.of(expression).is_nullable {
        return None;
    }
    let search = SecondSearch {
        first,
        program,
        facts,
    };
    let after = search.after(expression, &mut Vec::new())?;
    (!after.may_end).then(|| after.next.lead_bytes())
}

struct SecondSearch<'p> {
    first: char,
    program: &'p MatcherProgram,
    facts: &'p FactTable,
}

/// The bytes after the first character.
#[derive(Default)]
struct After {
    next: CharSet,
    /// Whether the expression may have ended with it.
    may_end: bool,
}

impl After {
    fn or(self, other: Self) -> Self {
        Self {
            next: self.next.union(&other.next),
            may_end: self.may_end || other.may_end,
        }
    }
}

impl SecondSearch<'_> {
    /// None where this does not look for it.
    fn after(&self, expression: &Matcher, open: &mut Vec<FunctionId>) -> Option<After> {
        let ended_if = |may_end| After {
            may_end,
            ..After::default()
        };
        Some(match expression {
            Matcher::Class(class) => ended_if(class.contains(self.first)),
            Matcher::Literal(text) => {
                let mut characters = text.chars();
                match (characters.next(), characters.next()) {
                    (Some(first), _) if first != self.first => After::default(),
                    (_, Some(second)) => After {
                        next: CharSet::one(second),
                        may_end: false,
                    },
                    (_, None) => ended_if(true),
                }
            }
            Matcher::Sequence(parts) => {
                let mut all = After::default();
                for (index, part) in parts.iter().enumerate() {
                    let mut after = self.after(part, open)?;
                    if after.may_end {
                        let rest = self.facts.of_sequence(&parts[index + 1..]);
                        after.next = after.next.union(&rest.first);
                        after.may_end = rest.is_nullable;
                    }
                    all = all.or(after);
                    if !self.facts.of(part).is_nullable {
                        break;
                    }
                }
                all
            }
            Matcher::Choice(parts) => {
                let mut all = After::default();
                for part in parts {
                    all = all.or(self.after(part, open)?);
                }
                all
            }
            Matcher::Repeat {
                body,
                between: None,
            } => {
                let after = self.after(body, open)?;
                let another = match after.may_end {
                    true => self.facts.of(body).first,
                    false => CharSet::none(),
                };
                After {
                    next: after.next.union(&another),
                    ..after
                }
            }
            Matcher::Call(id) if !open.contains(id) => {
                open.push(*id);
                let after = self.after(&self.program.functions[*id].body, open);
                open.pop();
                after?
            }
            Matcher::Optional(body)
            | Matcher::Plain { body, .. }
            | Matcher::Node { body, .. }
            | Matcher::Leaf { body, .. }
            | Matcher::Outcome { body, .. } => self.after(body, open)?,
            // It consumes nothing.
            Matcher::Lookahead { .. } | Matcher::Start | Matcher::End => After::default(),
            Matcher::Insensitive(_)
            | Matcher::Skip(_)
            | Matcher::Repeat { .. }
            | Matcher::Call(_) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::simplified;

    /// The bytes that may follow `a` in the rule `a`; none if any may.
    fn after_a(grammar: &str) -> Option<Vec<char>> {
        let program = simplified(grammar);
        let facts = FactTable::new(&program);
        let function = program.functions.iter().find(|f| f.name == "a").unwrap();
        let next = second(&function.body, 'a', &program, &facts)?;
        Some(next.iter().map(|byte| char::from(byte as u8)).collect())
    }

    #[test]
    fn what_follows() {
        for (rule, expected) in [
            ("\"ab\" | \"ac\" | \"d\"", Some("bc")),
            ("'a'..'c' ~ 'x'..'y'", Some("xy")),
            ("'a'..'c' ~ \"x\"? ~ \"y\"", Some("xy")),
            ("('a'..'b')* ~ \":\"", Some(":ab")),
            ("\"x\"? ~ \"a\" ~ \"y\"", Some("y")),
            ("!\"a\" ~ \"x\"", Some("")),
            ("b ~ \":\"", Some(":z")),
            // It succeeds without the first, it may end there, or this does not look.
            ("!\"x\"", None),
            ("\"x\"? ~ !\"y\"", None),
            ("\"ab\" | !\"x\"", None),
            ("\"a\"", None),
            ("'a'..'c' ~ \"x\"?", None),
            ("^\"ab\"", None),
        ] {
            let grammar = format!("a = @{{ {rule} }} b = @{{ \"a\" ~ \"z\"* }}");
            let expected = expected.map(|characters| characters.chars().collect());
            assert_eq!(after_a(&grammar), expected, "{rule}");
        }
    }
}
