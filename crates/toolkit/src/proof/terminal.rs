//! The automata of a terminal, and how their states go together.

use crate::matching::automata::{self, MarkedState, TextState};
use crate::matching::effort::{self, Unanswered};
use crate::matching::formulas::Formulas;
use crate::matching::language::{COMMENT, Language, Semantics, WHITESPACE};
use crate::mirror::align::ends_at_the_first;
use crate::mirror::grammar_pair::Mirror;
use notation::{Expression, Rule, RuleKind};
use std::collections::{BTreeMap, BTreeSet};

/// The name of what may stand between two tokens.
const TRIVIA: &str = "(trivia)";

/// A terminal's automata.
///
/// [`Proof`](crate::Proof) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerminalProof {
    /// The automaton of the rule, up to where the match ends.
    pub before: Vec<MarkedState>,
    /// The automaton of the texts that may come after a match.
    pub behind: Vec<TextState>,
    /// The texts of the production.
    pub production: Vec<TextState>,
    /// The states that a text leads to: of the rule before the end of a match, and of the production.
    pub related_before: BTreeSet<(Option<usize>, Option<usize>)>,
    /// The states of the rule behind the end of a match, and of the production.
    pub related_behind: BTreeSet<(Option<usize>, Option<usize>)>,
    /// Whether the shortest text of the production is meant.
    pub is_shortest: bool,
}

/// All terminals' automata, and those of white space and comments.
pub(super) fn all(mirror: &Mirror<'_>, letters: &[char]) -> BTreeMap<String, TerminalProof> {
    let rules = mirror.literate.written.rules.iter();
    let rules = rules.filter(|rule| {
        rule.kind == RuleKind::Terminal
            || rule.kind == RuleKind::Silent && mirror.specified.rule(&rule.name).is_some()
    });
    let mut proofs = BTreeMap::new();
    for rule in rules {
        if let (Ok(proof), _) = effort::alone(|| of_rule(mirror, rule, letters)) {
            proofs.insert(rule.name.clone(), proof);
        }
    }
    if mirror.has_trivia()
        && let (Ok(proof), _) = effort::alone(|| of_trivia(mirror, letters))
    {
        proofs.insert(TRIVIA.to_owned(), proof);
    }
    proofs
}

/// What a terminal's rule refuses by a lookahead at its end: the whole, with what must not come.
pub(super) fn refused_behind(rule: &Rule) -> Option<Expression> {
    let (last, parts) = rule.expression.in_sequence().split_last()?;
    match last {
        Expression::Lookahead { body, .. } if !parts.is_empty() => {
            Some(Expression::flat([parts, &[(**body).clone()]].concat()))
        }
        _ => None,
    }
}

/// The automata of tokens that are no terminals, by name.
pub(super) fn of_tokens(
    mirror: &Mirror<'_>,
    tokens: &BTreeMap<String, Expression>,
    letters: &[char],
) -> BTreeMap<String, Vec<TextState>> {
    let automaton = |expression: &Expression| -> Result<Vec<TextState>, Unanswered> {
        let mut formulas = Formulas::new();
        let mut ebnf = Language::new(Semantics::Ebnf, &mirror.corrected);
        let texts = ebnf.matches(&mut formulas, expression, false, Formulas::END)?;
        automata::of_texts(&mut formulas, texts, letters)
    };
    let tokens = tokens.iter().filter_map(|(name, expression)| {
        let (states, _) = effort::alone(|| automaton(expression));
        Some((name.clone(), states.ok()?))
    });
    tokens.collect()
}

fn of_rule(
    mirror: &Mirror<'_>,
    rule: &Rule,
    letters: &[char],
) -> Result<TerminalProof, Unanswered> {
    let written = match refused_behind(rule) {
        Some(_) => {
            let parts = rule.expression.in_sequence();
            Expression::sequence(parts[..parts.len() - 1].to_vec())
        }
        None => rule.expression.clone(),
    };
    let name = Expression::name(&rule.name);
    let grammar = match mirror.specified.rule(&rule.name) {
        Some(_) => &mirror.corrected,
        None => &mirror.literate.written,
    };
    let mut formulas = Formulas::new();
    let mut peg = Language::new(Semantics::Peg, &mirror.literate.written);
    let matched = peg.matches(&mut formulas, &written, false, Formulas::HERE)?;
    let mut ebnf = Language::new(Semantics::Ebnf, grammar);
    let texts = ebnf.matches(&mut formulas, &name, false, Formulas::END)?;
    let pairs = mirror.pairs();
    let pair = pairs.iter().find(|pair| pair.rule.name == rule.name);
    let is_shortest =
        pair.is_some_and(|pair| ends_at_the_first(&rule.expression, &pair.declared()));
    let (before, behind) = automata::of_matches(&mut formulas, matched, letters)?;
    let production = automata::of_texts(&mut formulas, texts, letters)?;
    Ok(TerminalProof::of(before, behind, production, is_shortest))
}

fn of_trivia(mirror: &Mirror<'_>, letters: &[char]) -> Result<TerminalProof, Unanswered> {
    let grammar = &mirror.literate.written;
    let passed = [WHITESPACE, COMMENT].into_iter();
    let passed = passed.filter(|name| grammar.rule(name).is_some());
    let passed = Expression::choice(passed.map(Expression::name).collect());
    let passed = Expression::ZeroOrMore(Box::new(passed));
    let mut formulas = Formulas::new();
    let mut peg = Language::new(Semantics::Peg, grammar);
    let matched = peg.matches(&mut formulas, &passed, false, Formulas::HERE)?;
    let mut ebnf = Language::new(Semantics::Ebnf, grammar);
    let texts = ebnf.matches(&mut formulas, &passed, false, Formulas::END)?;
    let (before, behind) = automata::of_matches(&mut formulas, matched, letters)?;
    let production = automata::of_texts(&mut formulas, texts, letters)?;
    Ok(TerminalProof::of(before, behind, production, false))
}

impl TerminalProof {
    fn of(
        before: Vec<MarkedState>,
        behind: Vec<TextState>,
        production: Vec<TextState>,
        is_shortest: bool,
    ) -> Self {
        let mut proof = Self {
            before,
            behind,
            production,
            related_before: BTreeSet::from([(Some(0), Some(0))]),
            related_behind: BTreeSet::new(),
            is_shortest,
        };
        proof.relate_before();
        proof.relate_behind();
        proof
    }

    /// The production's state after a letter: nothing comes after the shortest text, if that is meant.
    fn text_after(&self, state: Option<usize>, letter: usize) -> Option<usize> {
        let state = self.production.get(state?)?;
        match self.is_shortest && state.accepts {
            true => None,
            false => state.next[letter],
        }
    }

    fn is_text(&self, state: Option<usize>) -> bool {
        state.is_some_and(|state| self.production.get(state).is_some_and(|one| one.accepts))
    }

    fn relate_before(&mut self) {
        let mut open: Vec<_> = self.related_before.iter().copied().collect();
        while let Some((state, text)) = open.pop() {
            let (Some(state), Some(_)) = (state.and_then(|at| self.before.get(at)), text) else {
                continue;
            };
            if self.is_text(text) {
                self.related_behind.insert((state.mark, text));
            }
            for (letter, &to) in state.next.iter().enumerate() {
                let pair = (to, self.text_after(text, letter));
                if pair != (None, None) && self.related_before.insert(pair) {
                    open.push(pair);
                }
            }
        }
    }

    fn relate_behind(&mut self) {
        let mut open: Vec<_> = self.related_behind.iter().copied().collect();
        while let Some((state, text)) = open.pop() {
            let Some(state) = state.and_then(|at| self.behind.get(at)) else {
                continue;
            };
            for (letter, &to) in state.next.iter().enumerate() {
                let text = self.text_after(text, letter);
                if !self.is_text(text) && self.related_behind.insert((to, text)) {
                    open.push((to, text));
                }
            }
        }
    }
}
