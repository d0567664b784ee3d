//! A grammar over letters: each token is one, and each nonterminal that is recursive.
//!
//! Invariant: a nonrecursive expression stays as it is written, so that two expressions that read the same letters read the same
//! tokens.

use super::align::normal;
use super::grammar_pair::Mirror;
use super::parts::{PARTS, any_number_of, entered, replaced, with_tokens_ahead};
use crate::matching::formulas::{Formula, Formulas};
use crate::tokens::first::FirstSets;
use crate::tokens::ll1::decisions;
use crate::tokens::shortest::ShortestTokens;
use crate::tokens::symbols::{GrammarToken, Lookahead, TokenGrammar, is_one_token, over_tokens};
use notation::{CharSet, CharacterClass, Expression, Grammar, Rule, RuleKind, peg};
use std::collections::BTreeMap;

/// Letters in place of tokens and of recursive nonterminals.
pub(super) struct TokenAlphabet {
    pub(super) grammar: Grammar,
    letters: BTreeMap<String, char>,
    /// The expression of each letter.
    expressions: BTreeMap<char, Expression>,
}

/// The first of the characters that no text of a grammar's own has: those of a private plane.
const FIRST_LETTER: u32 = 0x10_0000;

/// The letter that is where a text ends.
const LAST_LETTER: char = '\u{10FFFD}';

impl TokenAlphabet {
    /// The rules of `grammar` that are not recursive, over letters, and the expression `parts` as one of them; those that mirror
    /// productions are the same as in `mirror`.
    pub(super) fn of(
        mirror: &Mirror<'_>,
        grammar: &Grammar,
        parts: Expression,
    ) -> Result<Self, String> {
        let mut letters = Self {
            grammar: Grammar::default(),
            letters: BTreeMap::new(),
            expressions: BTreeMap::new(),
        };
        let parts = Rule::new(PARTS, RuleKind::Terminal, parts);
        let is_written_out =
            |rule: &&Rule| rule.kind == RuleKind::Nonterminal && !is_recursive(grammar, &rule.name);
        let rules: Vec<&Rule> = grammar
            .rules
            .iter()
            .filter(is_written_out)
            .chain([&parts])
            .collect();
        let names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
        for rule in &rules {
            // The refusals of a guard are looked at elsewhere; of texts that are cut into tokens it says nothing.
            let is_guarded = mirror.specified.rule(&rule.name).is_some();
            let expression = match is_guarded {
                true => without_guards(&rule.expression),
                false => rule.expression.clone(),
            };
            let expression = letters.over(&expression, &names, grammar)?;
            letters.grammar.rules.push(Rule {
                kind: RuleKind::Terminal,
                expression,
                ..(*rule).clone()
            });
        }
        Ok(letters)
    }

    /// One of the rules over letters.
    pub(super) fn rule(&self, name: &str) -> Result<&Rule, String> {
        let rule = self.grammar.rule(name);
        rule.ok_or_else(|| format!("{name} is recursive"))
    }

    fn over(
        &mut self,
        expression: &Expression,
        written_out: &[&str],
        grammar: &Grammar,
    ) -> Result<Expression, String> {
        Ok(match expression {
            Expression::Name(name) if written_out.contains(&name.as_str()) => expression.clone(),
            Expression::Name(_)
            | Expression::Literal { .. }
            | Expression::Class(_)
            | Expression::Difference(..) => {
                Expression::Class(CharacterClass::one(self.letter(expression)?))
            }
            Expression::End => Expression::Class(CharacterClass::one(LAST_LETTER)),
            Expression::Start => Expression::Sequence(Vec::new()),
            Expression::Lookahead { body, .. } if !is_one_token(body, grammar) => {
                return Err("it looks ahead at more than one token".to_owned());
            }
            other => {
                let mut parts = Vec::new();
                for part in other.parts() {
                    parts.push(self.over(part, written_out, grammar)?);
                }
                let mut parts = parts.into_iter();
                other.map(|part| parts.next().unwrap_or_else(|| part.clone()))
            }
        })
    }

    fn letter(&mut self, expression: &Expression) -> Result<char, String> {
        let key = peg::print_expression(&normal(expression, false));
        let next = u32::try_from(self.letters.len()).map(|number| FIRST_LETTER + number);
        let next = next.ok().and_then(char::from_u32);
        let next = next.filter(|&next| next < LAST_LETTER);
        match (self.letters.get(&key), next) {
            (Some(&known), _) => Ok(known),
            (None, Some(next)) => {
                self.letters.insert(key, next);
                self.expressions.insert(next, expression.clone());
                Ok(next)
            }
            (None, None) => Err("there are too many tokens".to_owned()),
        }
    }

    /// The shortest tokens that a text of letters stands for.
    pub(super) fn tokens(&self, grammar: &Grammar, text: &str) -> Option<Vec<GrammarToken>> {
        let all = TokenGrammar::of_all(grammar);
        let sets = FirstSets::of(&all);
        let sentences = ShortestTokens::of(&all, &sets);
        let mut tokens = Vec::new();
        for letter in text.chars().filter(|&letter| letter != LAST_LETTER) {
            let expression = self.expressions.get(&letter)?;
            let phrase = over_tokens(expression, grammar);
            tokens.extend(sentences.shortest(&phrase)?);
        }
        Some(tokens)
    }

    /// A text of letters, in words.
    pub(super) fn words(&self, text: &str) -> String {
        let word = |letter: char| {
            let known = self.letters.iter().find(|(_, known)| **known == letter);
            known.map_or("$", |(word, _)| word)
        };
        let words: Vec<&str> = text.chars().map(word).collect();
        words.join(" ")
    }
}

/// Checks that the first token tells a recursive nonterminal from everything beside which it may be.
pub(super) fn parts_are_told_apart(grammar: &Grammar, parts: &Expression) -> Result<(), String> {
    let sets = FirstSets::of(&entered(grammar));
    let mut opaque = Grammar {
        rules: with_tokens_ahead(grammar),
    };
    opaque.rules.push(any_number_of(parts.clone()));
    let mut recursive: Vec<String> = Vec::new();
    for rule in &mut opaque.rules {
        if rule.kind == RuleKind::Nonterminal && is_recursive(grammar, &rule.name) {
            rule.kind = RuleKind::Terminal;
            recursive.push(rule.name.clone());
        }
    }
    let tokens = TokenGrammar::of_all(&opaque);
    let starts: Vec<String> = tokens
        .starts
        .iter()
        .cloned()
        .chain([PARTS.to_owned()])
        .collect();
    let tokens = tokens.from(&starts);
    recursive.retain(|name| tokens.uses(name));
    if let Some(name) = recursive.iter().find(|name| sets.is_nullable(name)) {
        return Err(format!("{name} is recursive, and may be nothing"));
    }
    let name = |next: &Lookahead| match next {
        Lookahead::Token(GrammarToken::Terminal(name)) if recursive.contains(name) => {
            Some(name.clone())
        }
        _ => None,
    };
    let first = |next: &Lookahead| -> Vec<Lookahead> {
        match name(next) {
            Some(name) => sets.first(&name).cloned().map(Lookahead::Token).collect(),
            None => vec![next.clone()],
        }
    };
    for decision in decisions(&tokens) {
        let [one, other] = &decision.sides;
        for one in one {
            for other in other {
                let is_opaque = name(one).is_some() || name(other).is_some();
                let are_apart = !first(one).iter().any(|token| first(other).contains(token));
                if one != other && is_opaque && !are_apart {
                    return Err(format!(
                        "{one} and {other} begin alike at {}",
                        decision.place
                    ));
                }
            }
        }
    }
    Ok(())
}

fn without_guards(expression: &Expression) -> Expression {
    replaced(expression, &|part| match part {
        Expression::Lookahead { .. } => Some(Expression::Sequence(Vec::new())),
        _ => None,
    })
}

/// Whether a nonterminal's expression has that nonterminal in it.
pub(super) fn is_recursive(grammar: &Grammar, name: &str) -> bool {
    let rule = grammar.rule(name);
    rule.is_some_and(|rule| grammar.reached(rule.expression.names()).contains(name))
}

/// Letters, and the last letter at the end and nowhere else.
pub(super) fn one_end(formulas: &mut Formulas) -> Formula {
    let last = CharSet::one(LAST_LETTER);
    let end = formulas.step(last.clone(), Formulas::END);
    let text = formulas.recursive::<()>(|formulas, again| {
        let more = formulas.step(last.complement(), again);
        Ok(formulas.or(more, end))
    });
    text.unwrap_or(Formulas::FALSE)
}
