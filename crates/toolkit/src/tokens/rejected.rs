//! Sentences of a grammar that ordered choice and greedy repetition do not read.
//!
//! Invariant: a sentence that is found is one of the production, and the same production, read as a PEG, does not read all
//! of it; short ones are looked at first. Where none is found there may be a longer one.

use super::left::{Left, next};
use super::symbols::{GrammarToken, TokenGrammar, is_one_token};
use crate::matching::effort;
use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};
use notation::{Expression, Grammar, RuleKind};
use std::collections::VecDeque;

/// How many beginnings of sentences are looked at.
const MOST_BEGINNINGS: usize = 4_000;

/// The result of a search.
pub(crate) enum SentenceSearch {
    /// A sentence that is not read.
    Found(Vec<GrammarToken>),
    /// The rules read all sentences up to this number of tokens.
    NoneUpTo(usize),
}

/// Looks for a sentence of the rule of this name, which is read as a production and as a PEG.
pub(crate) fn search(rules: &Grammar, grammar: &TokenGrammar, name: &str) -> SentenceSearch {
    let (Some(phrase), Some(rule)) = (grammar.phrase(name), rules.rule(name)) else {
        return SentenceSearch::NoneUpTo(0);
    };
    let searched = |of_a_kind: bool| among(rules, grammar, (phrase, &rule.expression), of_a_kind);
    match searched(true) {
        SentenceSearch::Found(tokens) => SentenceSearch::Found(tokens),
        SentenceSearch::NoneUpTo(_) => searched(false),
    }
}

/// Looks among all sentences, or, to get further, among those with one token only of those after which the sentence goes
/// on alike.
fn among(
    rules: &Grammar,
    grammar: &TokenGrammar,
    (phrase, expression): (&Expression, &Expression),
    of_a_kind: bool,
) -> SentenceSearch {
    let mut open: VecDeque<(Vec<Left<'_>>, Vec<GrammarToken>)> = VecDeque::new();
    open.push_back((vec![Left::Phrase(phrase)], Vec::new()));
    let mut looked_at = 0;
    while let Some((left, tokens)) = open.pop_front() {
        looked_at += 1;
        let shorter = SentenceSearch::NoneUpTo(tokens.len().saturating_sub(1));
        if looked_at > MOST_BEGINNINGS || !effort::spend(1) {
            return shorter;
        }
        let Some(ways) = next(grammar, &left) else {
            return shorter;
        };
        if ways.can_end {
            let end = Peg::new(rules, &tokens).end(expression, 0);
            if end != Some(tokens.len()) {
                return SentenceSearch::Found(tokens);
            }
        }
        let mut known: HashSet<Vec<Left<'_>>> = HashSet::new();
        for (token, rest) in ways.tokens {
            if of_a_kind && !known.insert(rest.clone()) {
                continue;
            }
            open.push_back((rest, [tokens.as_slice(), &[token]].concat()));
        }
    }
    // No other sentence exists.
    SentenceSearch::NoneUpTo(usize::MAX)
}

/// A text of tokens, read by ordered choice and greedy repetition. A lookahead says something of one token, or, as a
/// guard does, nothing of texts that are cut into tokens.
pub(crate) struct Peg<'g> {
    grammar: &'g Grammar,
    tokens: &'g [GrammarToken],
    known: HashMap<(*const Expression, usize), Option<usize>>,
    depth: usize,
}

/// A deeper recursion is left recursion.
const DEEPEST: usize = 1_000;

impl<'g> Peg<'g> {
    pub(crate) fn new(grammar: &'g Grammar, tokens: &'g [GrammarToken]) -> Self {
        Self {
            grammar,
            tokens,
            known: HashMap::new(),
            depth: 0,
        }
    }

    /// Where the expression ends that begins here, if it matches.
    pub(crate) fn end(&mut self, expression: &'g Expression, at: usize) -> Option<usize> {
        let key = (std::ptr::from_ref(expression), at);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if self.depth > DEEPEST {
            return None;
        }
        self.depth += 1;
        let end = self.read(expression, at);
        self.depth -= 1;
        self.known.insert(key, end);
        end
    }

    fn read(&mut self, expression: &'g Expression, at: usize) -> Option<usize> {
        match expression {
            Expression::Literal { .. } | Expression::Class(_) | Expression::Difference(..) => {
                self.token(expression, at)
            }
            Expression::Name(name) => match self.grammar.rule(name) {
                Some(rule) if rule.kind == RuleKind::Nonterminal => self.end(&rule.expression, at),
                Some(rule) if rule.kind == RuleKind::Silent => Some(at),
                _ => self.token(expression, at),
            },
            Expression::Sequence(parts) => {
                let mut parts = parts.iter();
                parts.try_fold(at, |at, part| self.end(part, at))
            }
            Expression::Choice(parts) => parts.iter().find_map(|part| self.end(part, at)),
            Expression::Optional(body) => Some(self.end(body, at).unwrap_or(at)),
            Expression::ZeroOrMore(body) => Some(self.repeated(body, at)),
            Expression::OneOrMore(body) => {
                let first = self.end(body, at);
                first.map(|first| self.repeated(body, first))
            }
            Expression::Lookahead {
                is_positive: true,
                body,
            } if is_one_token(body, self.grammar) => self.end(body, at).map(|_| at),
            Expression::Lookahead { .. } | Expression::Start => Some(at),
            Expression::End => (at == self.tokens.len()).then_some(at),
        }
    }

    fn token(&self, expression: &Expression, at: usize) -> Option<usize> {
        let token = GrammarToken::of(expression);
        (token.is_some() && self.tokens.get(at) == token.as_ref()).then_some(at + 1)
    }

    fn repeated(&mut self, body: &'g Expression, at: usize) -> usize {
        let mut at = at;
        while let Some(next) = self.end(body, at).filter(|&next| next > at) {
            at = next;
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokens::shortest::print;
    use notation::ebnf;

    #[test]
    fn the_shortest_sentence_that_is_not_read_is_found() {
        for (text, expected) in [
            ("s ::= 'a'? 'a'", Some("'a'")),
            ("s ::= a | a 'b'\na ::= '(' a? ')'", Some("'(' ')' 'b'")),
            ("s ::= ('a' 'b')* 'a' 'b' 'c'", Some("'a' 'b' 'c'")),
            ("s ::= 'i' s ('e' s)? | 'o'", None),
            ("s ::= ('n'+ 'a')* 'n'*", None),
        ] {
            let rules = ebnf::read(text).unwrap();
            let found = match search(&rules, &TokenGrammar::of(&rules), "s") {
                SentenceSearch::Found(tokens) => Some(print(&tokens)),
                SentenceSearch::NoneUpTo(length) => {
                    assert!(length > 3, "{text}: {length}");
                    None
                }
            };
            assert_eq!(found.as_deref(), expected, "{text}");
        }
    }
}
