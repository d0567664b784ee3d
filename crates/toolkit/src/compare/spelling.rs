//! How documents of a grammar are spelled: what to write for each symbol, and what around it, so that the whole is a
//! document.
//!
//! Invariant: what is spelled is derived from the start symbol. Whether a parser reads it so is for the parser to say:
//! where the longest match is chosen, two tokens may be read as others.

use crate::matching::forms;
use crate::matching::samples::Samples;
use crate::tokens::first::FirstSets;
use crate::tokens::place::places;
use crate::tokens::shortest::ShortestTokens;
use crate::tokens::symbols::{Phrase, Token, TokenGrammar};
use notation::Expression;
use notation::{Grammar, RuleKind};
use std::collections::BTreeMap;

/// How many ways to surround a symbol are kept, the shortest.
const CONTEXTS: usize = 5;

/// The spelling of one grammar.
pub(crate) struct Spelling {
    /// What stands between two tokens.
    pub(crate) separator: &'static str,
    grammar: Grammar,
    shortest: BTreeMap<String, Vec<Token>>,
    contexts: BTreeMap<Phrase, Vec<Context>>,
    samples: BTreeMap<Token, String>,
    given: Samples,
}

/// What stands before a symbol, and after it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Context {
    pub(crate) before: Vec<Token>,
    pub(crate) behind: Vec<Token>,
}

impl Context {
    fn len(&self) -> usize {
        self.before.len() + self.behind.len()
    }
}

impl Spelling {
    pub(crate) fn of(grammar: &Grammar, samples: &Samples) -> Self {
        let is_trivia = |rule: &&notation::Rule| rule.kind == RuleKind::Silent;
        let names_trivia = |name: &str| grammar.rule(name).as_ref().is_some_and(is_trivia);
        // Where white space is written out, it is a token like others.
        let writes_trivia = grammar
            .rules
            .iter()
            .filter(|rule| rule.kind == RuleKind::Nonterminal)
            .any(|rule| rule.expression.names().into_iter().any(names_trivia));
        let mut spelled = grammar.clone();
        for rule in &mut spelled.rules {
            if rule.kind == RuleKind::Silent {
                rule.kind = RuleKind::Terminal;
            } else if writes_trivia && rule.kind == RuleKind::Nonterminal {
                rule.expression = with_each_trivia_once(grammar, &rule.expression);
            }
        }
        let tokens = TokenGrammar::of(&spelled);
        let sets = FirstSets::of(&tokens);
        let sentences = ShortestTokens::of(&tokens, &sets);
        let shortest = tokens.productions.iter().filter_map(|production| {
            Some((
                production.name.clone(),
                sentences.shortest(&production.phrase)?,
            ))
        });
        Self {
            separator: if writes_trivia { "" } else { " " },
            shortest: shortest.collect(),
            contexts: contexts(&tokens, &sentences),
            samples: samples_of(&spelled, &tokens, samples),
            given: samples.clone(),
            grammar: spelled,
        }
    }

    /// Ways to get from the start symbol to this symbol, the shortest first.
    pub(crate) fn contexts(&self, symbol: &Phrase) -> &[Context] {
        self.contexts.get(symbol).map_or(&[], Vec::as_slice)
    }

    /// The fewest tokens that a symbol stands for.
    pub(crate) fn tokens(&self, symbol: &Phrase) -> Option<Vec<Token>> {
        match symbol {
            Phrase::Token(token) => Some(vec![token.clone()]),
            Phrase::Nonterminal(name) => self.shortest.get(name).cloned(),
            _ => None,
        }
    }

    /// The tokens that nonterminals are made of.
    pub(crate) fn all_tokens(&self) -> impl Iterator<Item = &Token> {
        self.samples.keys()
    }

    /// A text of this token.
    pub(crate) fn text(&self, token: &Token) -> Option<String> {
        self.samples
            .get(token)
            .cloned()
            .or_else(|| sample(&self.grammar, token, &self.given))
    }
}

/// A text for each token of a grammar; for a literal that is written in any case, also one in the other case. Those that
/// need no declaration, in the order of the samples' forms, come first.
pub fn texts(grammar: &Grammar, samples: &Samples) -> Vec<String> {
    let spelling = Spelling::of(grammar, samples);
    let mut texts = Vec::new();
    for token in spelling.all_tokens() {
        texts.extend(spelling.text(token));
        if let Token::Literal {
            text,
            ignores_case: true,
        } = token
        {
            texts.extend([text.to_uppercase(), text.to_lowercase()]);
        }
    }
    let rank = |text: &String| {
        let mut forms = samples.forms.iter();
        let form = forms.position(|form| form.text == *text);
        let needs = form.is_some_and(|form| samples.forms[form].need.is_some());
        (needs, form.unwrap_or(samples.forms.len()))
    };
    texts.sort_by_cached_key(rank);
    texts.dedup();
    texts
}

/// `ws*` and `ws+` as `ws`: what is spelled is easier to read with spaces, and wherever there may be many, there may be
/// one.
fn with_each_trivia_once(grammar: &Grammar, expression: &Expression) -> Expression {
    match expression {
        Expression::ZeroOrMore(body) | Expression::OneOrMore(body) => match &**body {
            Expression::Name(name)
                if grammar
                    .rule(name)
                    .is_some_and(|rule| rule.kind == RuleKind::Silent) =>
            {
                (**body).clone()
            }
            _ => expression.map(|part| with_each_trivia_once(grammar, part)),
        },
        _ => expression.map(|part| with_each_trivia_once(grammar, part)),
    }
}

fn samples_of(
    grammar: &Grammar,
    tokens: &TokenGrammar,
    samples: &Samples,
) -> BTreeMap<Token, String> {
    let mut found = BTreeMap::new();
    for place in places(tokens) {
        if let Phrase::Token(token) = place.phrase
            && !found.contains_key(token)
            && let Some(text) = sample(grammar, token, samples)
        {
            found.insert(token.clone(), text);
        }
    }
    found
}

fn sample(grammar: &Grammar, token: &Token, samples: &Samples) -> Option<String> {
    match token {
        Token::Literal { text, .. } => Some(text.clone()),
        Token::Terminal(name) => match grammar.rule(name).map(|rule| &rule.expression) {
            // White space that is written out is a space, if it can be.
            Some(_) if forms::matches(grammar, name, " ") => Some(" ".to_owned()),
            _ => forms::of_terminal(samples, grammar, name),
        },
        Token::Class(class) => forms::shortest(grammar, class),
    }
}

/// Of each symbol, the shortest ways to surround it.
fn contexts(
    tokens: &TokenGrammar,
    sentences: &ShortestTokens<'_>,
) -> BTreeMap<Phrase, Vec<Context>> {
    let places: Vec<_> = places(tokens)
        .into_iter()
        .filter(|place| matches!(place.phrase, Phrase::Token(_) | Phrase::Nonterminal(_)))
        .filter_map(|place| {
            let joined = |parts: &mut dyn Iterator<Item = &Phrase>| -> Option<Vec<Token>> {
                let parts = parts.map(|part| sentences.shortest(part));
                Some(parts.collect::<Option<Vec<_>>>()?.concat())
            };
            let before = joined(&mut place.before.iter().copied())?;
            let needed = place.behind.iter().filter(|next| !next.may_be_absent);
            let behind = joined(&mut needed.map(|next| next.phrase))?;
            Some((place.production, place.phrase, Context { before, behind }))
        })
        .collect();
    let mut contexts: BTreeMap<Phrase, Vec<Context>> = BTreeMap::new();
    if let Some(start) = tokens.start() {
        let nothing = Context {
            before: Vec::new(),
            behind: Vec::new(),
        };
        contexts.insert(Phrase::Nonterminal(start.to_owned()), vec![nothing]);
    }
    loop {
        let mut has_changed = false;
        for (production, symbol, inner) in &places {
            let outer = Phrase::Nonterminal((*production).to_owned());
            for outer in contexts.get(&outer).cloned().unwrap_or_default() {
                let whole = Context {
                    before: [outer.before, inner.before.clone()].concat(),
                    behind: [inner.behind.clone(), outer.behind].concat(),
                };
                has_changed |= keep(contexts.entry((*symbol).clone()).or_default(), whole);
            }
        }
        if !has_changed {
            return contexts;
        }
    }
}

/// Whether it is among the shortest.
fn keep(kept: &mut Vec<Context>, context: Context) -> bool {
    let is_longer =
        kept.len() == CONTEXTS && kept.last().is_some_and(|last| last.len() <= context.len());
    if is_longer || kept.contains(&context) {
        return false;
    }
    kept.push(context);
    kept.sort_by_key(Context::len);
    kept.truncate(CONTEXTS);
    true
}
