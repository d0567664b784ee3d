//! Keywords that are the beginning of a longer token: `PREFIX` in `PREFIX:`.
//!
//! A keyword is guarded where some text is read as the keyword and what its production has next, while another token of
//! the grammar matches more of that text. What may follow a production as a whole is not looked at, nor are tokens that
//! are no keywords: that is for the check of split tokens to find.
//!
//! Invariant: a guard refuses only where the other token is the longer one.

use super::{Drafted, Helper, Note, flat};
use crate::matching::effort::Undecided;
use crate::matching::formulas::{Formula, Formulas};
use crate::matching::language::{Language, Notation};
use notation::CharSet;
use notation::ebnf;
use notation::peg::DepartureKind;
use notation::{Class, Expression};
use notation::{Grammar, Rule, RuleKind};
use std::collections::{BTreeMap, BTreeSet};

/// Guards the keywords of all nonterminals.
pub(super) fn apply(specified: &Grammar, grammar: &Grammar, rules: &mut [Drafted]) -> Vec<Note> {
    let guarding = Guarding { specified, grammar };
    let mut notes = Vec::new();
    // Of keywords that are terminals, the guards that stand in these.
    let mut within: BTreeMap<String, Guard> = BTreeMap::new();
    for drafted in rules.iter_mut() {
        if drafted.rule.kind != RuleKind::Nonterminal {
            continue;
        }
        let unguarded = drafted.rule.expression.clone();
        for keyword in guarding.keywords(&unguarded) {
            match guarding.guard(&keyword) {
                Some(Ok(guard)) => match &keyword.token {
                    Expression::Name(name) => {
                        within.insert(name.clone(), guard);
                    }
                    _ => put(drafted, &keyword, guard),
                },
                Some(Err(longer)) => notes.push(Note {
                    production: Some(drafted.rule.name.clone()),
                    message: format!(
                        "{} can be the beginning of a longer {longer}, and no guard was found",
                        ebnf::print_expression(&keyword.token)
                    ),
                }),
                None => {}
            }
        }
    }
    for drafted in rules {
        if let Some(guard) = within.remove(&drafted.rule.name)
            && let Refused::Behind(characters) = guard.refused
        {
            let parts = vec![drafted.rule.expression.clone(), not(characters)];
            drafted.rule.expression = flat(parts);
            drafted.reasons.insert(DepartureKind::Guard, guard.reason);
        }
    }
    notes
}

/// A literal, or a terminal that is one, and what comes next in its production.
struct Keyword<'e> {
    token: Expression,
    text: &'e Expression,
    next: &'e Expression,
    /// What is tried before the alternative that begins with the keyword.
    earlier: Vec<&'e Expression>,
}

/// Why a keyword needs a guard, and what that refuses.
struct Guard {
    reason: String,
    refused: Refused,
}

enum Refused {
    /// A token that is always the longer one where it matches.
    Token(Expression),
    /// Characters with which the keyword becomes a longer token.
    Behind(Expression),
}

fn not(expression: Expression) -> Expression {
    Expression::Lookahead {
        is_positive: false,
        body: Box::new(expression),
    }
}

/// Writes a guard before a keyword, and the rule that it needs.
fn put(drafted: &mut Drafted, keyword: &Keyword<'_>, guard: Guard) {
    let refused = match guard.refused {
        Refused::Token(token) => token,
        Refused::Behind(characters) => {
            let printed = ebnf::print_expression(&keyword.token);
            let words = printed.chars().filter(char::is_ascii_alphanumeric);
            let mut word: String = words.collect();
            if let Some(first) = word.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            let name = format!("longerThan{word}");
            let reason = format!(
                "what {} must not take for its keyword; atomic, so that no white space comes between",
                drafted.rule.name
            );
            drafted.helpers.push(Helper {
                kind: DepartureKind::Guard,
                reason,
                rule: Rule {
                    name: name.clone(),
                    number: None,
                    kind: RuleKind::Terminal,
                    expression: flat(vec![keyword.text.clone(), characters]),
                },
            });
            Expression::name(name)
        }
    };
    drafted.rule.expression = guarded(&drafted.rule.expression, &keyword.token, &refused);
    drafted.reasons.insert(DepartureKind::Guard, guard.reason);
}

fn guarded(expression: &Expression, keyword: &Expression, refused: &Expression) -> Expression {
    let inner = expression.map(|part| guarded(part, keyword, refused));
    match inner {
        Expression::Sequence(parts) => {
            let each = parts.into_iter().flat_map(|part| match part == *keyword {
                true => vec![not(refused.clone()), part],
                false => vec![part],
            });
            Expression::Sequence(each.collect())
        }
        other => other,
    }
}

struct Guarding<'g> {
    specified: &'g Grammar,
    /// The rules as a PEG.
    grammar: &'g Grammar,
}

impl<'g> Guarding<'g> {
    /// Keywords, each with something behind it.
    fn keywords<'e>(&self, expression: &'e Expression) -> Vec<Keyword<'e>>
    where
        'g: 'e,
    {
        let mut found = Vec::new();
        self.collect(expression, &[], &mut found);
        found
    }

    fn collect<'e>(
        &self,
        expression: &'e Expression,
        earlier: &[&'e Expression],
        found: &mut Vec<Keyword<'e>>,
    ) where
        'g: 'e,
    {
        match expression {
            Expression::Choice(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let before: Vec<&Expression> =
                        earlier.iter().copied().chain(&parts[..index]).collect();
                    self.collect(part, &before, found);
                }
            }
            Expression::Sequence(parts) => {
                for (index, part) in parts.iter().enumerate() {
                    let earlier = if index == 0 { earlier } else { &[] };
                    if let (Some(text), Some(next)) = (self.keyword(part), parts.get(index + 1)) {
                        found.push(Keyword {
                            token: part.clone(),
                            text,
                            next,
                            earlier: earlier.to_vec(),
                        });
                    }
                    self.collect(part, earlier, found);
                }
            }
            other => {
                for part in other.parts() {
                    self.collect(part, &[], found);
                }
            }
        }
    }

    /// The literal, if it ends with a letter or a digit.
    fn keyword<'e>(&self, expression: &'e Expression) -> Option<&'e Expression>
    where
        'g: 'e,
    {
        let literal = match expression {
            Expression::Name(name) => {
                let rule = self.grammar.rule(name)?;
                (rule.kind == RuleKind::Terminal).then_some(&rule.expression)?
            }
            other => other,
        };
        match literal {
            Expression::Literal { text, .. } if text.ends_with(char::is_alphanumeric) => {
                Some(literal)
            }
            _ => None,
        }
    }

    /// The guard that a keyword needs, if it needs one; the longer token, if there is none.
    fn guard(&self, keyword: &Keyword<'_>) -> Option<Result<Guard, String>> {
        let tokens = self.tokens().into_iter().filter(|token| {
            !keyword
                .earlier
                .iter()
                .any(|earlier| self.begins_with(earlier, token, &mut BTreeSet::new()))
        });
        let (longer, witness) = tokens
            .into_iter()
            .find_map(|token| Some((token, self.split(keyword, token, None).ok()??)))?;
        // In the case in which the specification writes the keyword.
        let witness = match keyword.text {
            Expression::Literal { text, .. } => {
                let rest = witness.chars().skip(text.chars().count());
                text.chars().chain(rest).collect()
            }
            _ => witness,
        };
        // A guard within a terminal stands behind the keyword, where no token begins.
        let is_literal = matches!(keyword.token, Expression::Literal { .. });
        let refused = match is_literal && self.is_always_longer(keyword, longer) == Ok(true) {
            true => Some(Refused::Token(Expression::name(longer))),
            false => self.behind(keyword, longer).map(Refused::Behind),
        };
        let guard = refused.map(|refused| Guard {
            reason: format!(
                "`{witness}` begins with one {longer}, not with the keyword and what follows it: the longest match is chosen"
            ),
            refused,
        });
        Some(guard.ok_or_else(|| longer.to_owned()))
    }

    /// The terminals that nonterminals use.
    fn tokens(&self) -> Vec<&'g str> {
        let rules = self.specified.rules.iter();
        let used: BTreeSet<&str> = rules
            .clone()
            .filter(|rule| rule.kind == RuleKind::Nonterminal)
            .flat_map(|rule| rule.expression.names())
            .collect();
        rules
            .filter(|rule| rule.kind == RuleKind::Terminal && used.contains(rule.name.as_str()))
            .map(|rule| rule.name.as_str())
            .collect()
    }

    fn begins_with<'e>(
        &'e self,
        expression: &'e Expression,
        token: &str,
        seen: &mut BTreeSet<&'e str>,
    ) -> bool {
        match expression {
            Expression::Name(name) if name == token => true,
            Expression::Name(name) => match self.specified.rule(name) {
                Some(rule) if rule.kind == RuleKind::Nonterminal && seen.insert(name) => {
                    self.begins_with(&rule.expression, token, seen)
                }
                _ => false,
            },
            Expression::Sequence(parts) => {
                let is_optional = |part: &&Expression| {
                    matches!(part, Expression::Optional(_) | Expression::ZeroOrMore(_))
                };
                let optional = parts.iter().take_while(is_optional).count();
                let first = parts.iter().take(optional + 1);
                first
                    .into_iter()
                    .any(|part| self.begins_with(part, token, seen))
            }
            other => other
                .parts()
                .into_iter()
                .any(|part| self.begins_with(part, token, seen)),
        }
    }

    /// A text that begins with the keyword and what comes next, and of which the token matches more than the keyword;
    /// with this character class directly behind the keyword, if one is given.
    fn split(
        &self,
        keyword: &Keyword<'_>,
        token: &str,
        behind: Option<&CharSet>,
    ) -> Result<Option<String>, Undecided> {
        let token = Expression::name(token);
        let mut formulas = Formulas::new();
        let mut language = Language::new(Notation::Peg, self.grammar);
        let rest = language.matches(&mut formulas, keyword.next, true, Formulas::TRUE)?;
        let rest = language.skip(&mut formulas, true, rest)?;
        let here = formulas.and(Formulas::HERE, rest);
        let here = match behind {
            Some(set) => {
                let next = formulas.step(set.clone(), Formulas::TRUE);
                formulas.and(here, next)
            }
            None => here,
        };
        let split = language.matches(&mut formulas, keyword.text, false, here)?;
        let longer = language.matches(&mut formulas, &token, false, Formulas::BEHIND)?;
        let both = formulas.and(split, longer);
        Ok(formulas.find(both)?.map(|witness| witness.text))
    }

    /// Whether the token, where it matches at a keyword, matches more than that.
    fn is_always_longer(&self, keyword: &Keyword<'_>, token: &str) -> Result<bool, Undecided> {
        let token = Expression::name(token);
        let mut formulas = Formulas::new();
        let mut language = Language::new(Notation::Peg, self.grammar);
        let here = language.matches(&mut formulas, keyword.text, false, Formulas::HERE)?;
        let no_longer = formulas.or(Formulas::HERE, Formulas::AHEAD);
        let token: Formula = language.matches(&mut formulas, &token, false, no_longer)?;
        let both = formulas.and(here, token);
        Ok(formulas.find(both)?.is_none())
    }

    /// The characters that make a split of what could be a longer token.
    fn behind(&self, keyword: &Keyword<'_>, token: &str) -> Option<Expression> {
        let mut sets = Vec::new();
        let name = Expression::name(token);
        self.classes(&name, &mut BTreeSet::new(), &mut sets);
        self.classes(keyword.next, &mut BTreeSet::new(), &mut sets);
        let mut blocks = vec![CharSet::all()];
        for set in sets {
            blocks = blocks
                .iter()
                .flat_map(|block| [block.intersection(&set), block.difference(&set)])
                .filter(|block| !block.is_empty())
                .collect();
        }
        let splits =
            |block: &&CharSet| matches!(self.split(keyword, token, Some(block)), Ok(Some(_)));
        let behind = blocks.iter().filter(splits);
        let behind = behind.fold(CharSet::none(), |all, block| all.union(block));
        (!behind.is_empty()).then(|| {
            Expression::Class(Class {
                is_complement: false,
                ranges: behind
                    .ranges()
                    .map(std::ops::RangeInclusive::into_inner)
                    .collect(),
            })
        })
    }

    fn classes<'e>(
        &'e self,
        expression: &'e Expression,
        seen: &mut BTreeSet<&'e str>,
        sets: &mut Vec<CharSet>,
    ) {
        match expression {
            Expression::Class(class) => sets.push(class.set()),
            Expression::Literal { text, .. } => {
                sets.extend(text.chars().map(CharSet::one));
            }
            Expression::Name(name) => {
                if let Some(rule) = self.grammar.rule(name)
                    && seen.insert(name)
                {
                    self.classes(&rule.expression, seen, sets);
                }
            }
            other => {
                for part in other.parts() {
                    self.classes(part, seen, sets);
                }
            }
        }
    }
}
