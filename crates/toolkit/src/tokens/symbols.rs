//! What the productions of a specification say once its terminals are tokens: a context-free grammar over these.
//!
//! Invariants: trivia is gone, and so is everything that only a PEG can say; whatever is left stands where it stood, so that
//! a [`Phrase`] prints as the specification writes it. The start symbol is the first nonterminal, unless others are
//! named.

use crate::matching::nothing::CanBeNothing;
use foldhash::HashMap;
use notation::Expression;
use notation::ebnf;
use notation::{Grammar, RuleKind};
use std::collections::BTreeSet;
use std::fmt;

/// What a tokenizer would hand to a parser.
///
/// ```
/// use turtle_peg_toolkit::ebnf;
/// use turtle_peg_toolkit::symbols::{Token, TokenGrammar};
///
/// let grammar = TokenGrammar::of(&ebnf::read("doc ::= NAME [0-9]")?);
/// let tokens: Vec<String> = grammar.tokens().into_iter().map(ToString::to_string).collect();
/// assert_eq!(tokens, ["NAME", "[0-9]"]);
/// assert!(grammar.tokens().contains(&Token::Terminal("NAME".to_owned())));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Token {
    /// A production that is a terminal, or a name that has no production: `IRIREF`.
    Terminal(String),
    /// Characters that are written in a production: `'@prefix'`, `"PREFIX"`.
    Literal {
        /// The characters.
        text: String,
        /// Whether ASCII letters match in upper and lower case.
        ignores_case: bool,
    },
    /// A class of characters, or a difference, that is written in a production: `[0-9]`. What is written differently is
    /// another token, even if the two have characters in common.
    Class(Expression),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&ebnf::print_expression(&self.expression()))
    }
}

impl Token {
    /// The token that an expression is, if its name is that of a terminal.
    pub(crate) fn of(expression: &Expression) -> Option<Self> {
        match expression {
            Expression::Name(name) => Some(Self::Terminal(name.clone())),
            Expression::Class(_) | Expression::Difference(..) => {
                Some(Self::Class(expression.clone()))
            }
            Expression::Literal { text, ignores_case } => Some(Self::Literal {
                text: text.clone(),
                ignores_case: *ignores_case,
            }),
            _ => None,
        }
    }

    pub(crate) fn expression(&self) -> Expression {
        match self {
            Self::Terminal(name) => Expression::name(name),
            Self::Class(class) => class.clone(),
            Self::Literal { text, ignores_case } => Expression::Literal {
                text: text.clone(),
                ignores_case: *ignores_case,
            },
        }
    }
}

/// What a parser sees next.
///
/// ```
/// use turtle_peg_toolkit::ebnf;
/// use turtle_peg_toolkit::first::FirstSets;
/// use turtle_peg_toolkit::symbols::{Lookahead, TokenGrammar};
///
/// let sets = FirstSets::of(&TokenGrammar::of(&ebnf::read("doc ::= 'x'")?));
/// assert!(sets.follow("doc").eq([&Lookahead::EndOfText]));
/// assert_eq!(Lookahead::EndOfText.to_string(), "$");
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lookahead {
    /// A token.
    Token(Token),
    /// No token any more. Prints as `$`.
    EndOfText,
}

impl fmt::Display for Lookahead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Token(token) => token.fmt(f),
            Self::EndOfText => f.write_str("$"),
        }
    }
}

/// A right side, or a part of one. Prints as EBNF.
///
/// ```
/// use turtle_peg_toolkit::ebnf;
/// use turtle_peg_toolkit::symbols::{Phrase, TokenGrammar};
///
/// let grammar = TokenGrammar::of(&ebnf::read("doc ::= item* '.'\nitem ::= 'x'")?);
/// let Some(Phrase::Sequence(parts)) = grammar.phrase("doc") else { panic!("a sequence") };
/// assert_eq!(parts[0], Phrase::ZeroOrMore(Box::new(Phrase::Nonterminal("item".to_owned()))));
/// assert_eq!(parts[1].to_string(), "'.'");
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phrase {
    /// A token.
    Token(Token),
    /// What the production of this name says.
    Nonterminal(String),
    /// One after the other; nothing, if there are none.
    Sequence(Vec<Phrase>),
    /// One of these.
    Choice(Vec<Phrase>),
    /// Once or not at all.
    Optional(Box<Phrase>),
    /// Any number of times, none included.
    ZeroOrMore(Box<Phrase>),
    /// Once or more often.
    OneOrMore(Box<Phrase>),
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&ebnf::print_expression(&self.expression()))
    }
}

impl Phrase {
    fn nothing() -> Self {
        Self::Sequence(Vec::new())
    }

    fn is_nothing(&self) -> bool {
        matches!(self, Self::Sequence(parts) if parts.is_empty())
    }

    pub(crate) fn is_choice(&self) -> bool {
        matches!(self, Self::Choice(_))
    }

    fn expression(&self) -> Expression {
        let each = |parts: &[Self]| parts.iter().map(Self::expression).collect();
        let boxed = |body: &Self| Box::new(body.expression());
        match self {
            Self::Token(token) => token.expression(),
            Self::Nonterminal(name) => Expression::name(name),
            Self::Sequence(parts) => Expression::Sequence(each(parts)),
            Self::Choice(parts) => Expression::Choice(each(parts)),
            Self::Optional(body) => Expression::Optional(boxed(body)),
            Self::ZeroOrMore(body) => Expression::ZeroOrMore(boxed(body)),
            Self::OneOrMore(body) => Expression::OneOrMore(boxed(body)),
        }
    }

    fn tokens(&self) -> Vec<&Token> {
        match self {
            Self::Token(token) => vec![token],
            Self::Nonterminal(_) => Vec::new(),
            Self::Sequence(parts) | Self::Choice(parts) => {
                parts.iter().flat_map(Self::tokens).collect()
            }
            Self::Optional(body) | Self::ZeroOrMore(body) | Self::OneOrMore(body) => body.tokens(),
        }
    }

    fn uses(&self, terminal: &str) -> bool {
        match self {
            Self::Token(Token::Terminal(name)) => name == terminal,
            Self::Token(_) | Self::Nonterminal(_) => false,
            Self::Sequence(parts) | Self::Choice(parts) => {
                parts.iter().any(|part| part.uses(terminal))
            }
            Self::Optional(body) | Self::ZeroOrMore(body) | Self::OneOrMore(body) => {
                body.uses(terminal)
            }
        }
    }

    /// Whether it has the nonterminal of this name in it.
    pub(crate) fn names(&self, nonterminal: &str) -> bool {
        self.nonterminals().contains(&nonterminal)
    }

    fn nonterminals(&self) -> Vec<&str> {
        match self {
            Self::Token(_) => Vec::new(),
            Self::Nonterminal(name) => vec![name],
            Self::Sequence(parts) | Self::Choice(parts) => {
                parts.iter().flat_map(Self::nonterminals).collect()
            }
            Self::Optional(body) | Self::ZeroOrMore(body) | Self::OneOrMore(body) => {
                body.nonterminals()
            }
        }
    }
}

/// A grammar over tokens.
///
/// ```
/// use turtle_peg_toolkit::ebnf;
/// use turtle_peg_toolkit::symbols::TokenGrammar;
///
/// let grammar = ebnf::read("list ::= '(' item* ')'\nitem ::= NAME\nunused ::= 'x'\n@terminals\nNAME ::= [a-z]+")?;
/// let grammar = TokenGrammar::of(&grammar);
/// let productions: Vec<String> = grammar.productions.iter().map(ToString::to_string).collect();
/// assert_eq!(productions, ["list ::= '(' item* ')'", "item ::= NAME"]);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenGrammar {
    /// In the order in which they are written. None, if nothing is a nonterminal.
    pub productions: Vec<Production>,
    /// The names of the start symbols.
    pub starts: Vec<String>,
}

/// A nonterminal, and what it says.
///
/// [`TokenGrammar`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Production {
    /// Its name.
    pub name: String,
    /// Its right side.
    pub phrase: Phrase,
}

impl fmt::Display for Production {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ::= {}", self.name, self.phrase)
    }
}

impl TokenGrammar {
    /// The productions that can be reached from the first, which is the start symbol.
    ///
    /// A name that is defined twice means what it means first.
    pub fn of(grammar: &Grammar) -> Self {
        let all = Self::of_all(grammar);
        let start: Vec<String> = all.start().map(str::to_owned).into_iter().collect();
        all.from(&start)
    }

    /// The productions that can be reached from these start symbols.
    pub fn from(&self, starts: &[String]) -> Self {
        let mut reached: BTreeSet<String> = BTreeSet::new();
        self.reach(starts.to_vec(), &mut reached);
        let productions = self.productions.iter();
        let productions = productions.filter(|production| reached.contains(&production.name));
        Self {
            productions: productions.cloned().collect(),
            starts: starts.to_vec(),
        }
    }

    fn reach(&self, mut to_visit: Vec<String>, reached: &mut BTreeSet<String>) {
        let phrases: HashMap<&str, &Phrase> = self
            .productions
            .iter()
            .map(|production| (production.name.as_str(), &production.phrase))
            .collect();
        while let Some(name) = to_visit.pop() {
            if let Some(phrase) = phrases.get(name.as_str())
                && reached.insert(name)
            {
                to_visit.extend(phrase.nonterminals().into_iter().map(str::to_owned));
            }
        }
    }

    /// The productions that can be start symbols: the first, and each that no other refers to.
    pub fn candidates(&self) -> Vec<String> {
        let referred: BTreeSet<&str> = self
            .productions
            .iter()
            .flat_map(|production| {
                let names = production.phrase.nonterminals().into_iter();
                names.filter(|name| *name != production.name)
            })
            .collect();
        let names = self.productions.iter().map(|one| one.name.clone());
        names
            .enumerate()
            .filter(|(at, name)| *at == 0 || !referred.contains(name.as_str()))
            .map(|(_, name)| name)
            .collect()
    }

    /// The same, with the first of each group of productions that only refer to one another: every production can be
    /// reached from one of them.
    pub fn all_starts(&self) -> Vec<String> {
        let mut starts = self.candidates();
        let mut reached = BTreeSet::new();
        self.reach(starts.clone(), &mut reached);
        for production in &self.productions {
            let name = production.name.clone();
            if !reached.contains(&name) {
                starts.push(name.clone());
                self.reach(vec![name], &mut reached);
            }
        }
        starts
    }

    /// All its nonterminals, reached or not.
    pub fn of_all(grammar: &Grammar) -> Self {
        let mut productions: Vec<Production> = Vec::new();
        let mut known = BTreeSet::new();
        let nothing = CanBeNothing::of(grammar);
        for rule in &grammar.rules {
            if rule.kind == RuleKind::Nonterminal && known.insert(&rule.name) {
                productions.push(Production {
                    name: rule.name.clone(),
                    phrase: with_absent(over_tokens(&rule.expression, grammar), &nothing),
                });
            }
        }
        let first = productions.first().map(|first| first.name.clone());
        Self {
            starts: first.into_iter().collect(),
            productions,
        }
    }

    /// Whether a nonterminal is made of the terminal of this name, among others.
    pub(crate) fn uses(&self, terminal: &str) -> bool {
        let mut productions = self.productions.iter();
        productions.any(|production| production.phrase.uses(terminal))
    }

    /// The name of the first start symbol.
    pub fn start(&self) -> Option<&str> {
        self.starts.first().map(String::as_str)
    }

    /// The tokens of its productions.
    pub fn tokens(&self) -> BTreeSet<&Token> {
        let productions = self.productions.iter();
        productions
            .flat_map(|production| production.phrase.tokens())
            .collect()
    }

    /// The right side of the production of this name.
    pub fn phrase(&self, name: &str) -> Option<&Phrase> {
        let mut productions = self.productions.iter();
        let found = productions.find(|production| production.name == name);
        found.map(|production| &production.phrase)
    }
}

/// The same, where tokens that can match nothing may be absent: no token is of no character.
fn with_absent(phrase: Phrase, nothing: &CanBeNothing<'_>) -> Phrase {
    let can_be_absent = |phrase: &Phrase| match phrase {
        Phrase::Token(Token::Terminal(name)) => nothing.name(name),
        Phrase::Token(Token::Class(expression)) => nothing.expression(expression),
        _ => false,
    };
    let each = |parts: Vec<Phrase>| {
        let parts = parts.into_iter();
        parts.map(|part| with_absent(part, nothing)).collect()
    };
    let within = |body: Box<Phrase>| match can_be_absent(&body) {
        true => body,
        false => Box::new(with_absent(*body, nothing)),
    };
    match phrase {
        token @ Phrase::Token(_) if can_be_absent(&token) => Phrase::Optional(Box::new(token)),
        Phrase::Token(_) | Phrase::Nonterminal(_) => phrase,
        Phrase::Sequence(parts) => Phrase::Sequence(each(parts)),
        Phrase::Choice(parts) => Phrase::Choice(each(parts)),
        Phrase::Optional(body) => Phrase::Optional(within(body)),
        Phrase::ZeroOrMore(body) => Phrase::ZeroOrMore(within(body)),
        Phrase::OneOrMore(body) if can_be_absent(&body) => Phrase::ZeroOrMore(body),
        Phrase::OneOrMore(body) => Phrase::OneOrMore(within(body)),
    }
}

/// Whether an expression matches one token and nothing else.
pub(crate) fn is_one_token(expression: &Expression, grammar: &Grammar) -> bool {
    match expression {
        Expression::Literal { .. } => true,
        Expression::Name(name) => {
            let rule = grammar.rule(name);
            rule.is_some_and(|rule| rule.kind == RuleKind::Terminal)
        }
        Expression::Choice(parts) => parts.iter().all(|part| is_one_token(part, grammar)),
        _ => false,
    }
}

/// What is left of a right side if terminals are tokens.
pub(crate) fn over_tokens(expression: &Expression, grammar: &Grammar) -> Phrase {
    let converted = |part: &Expression| over_tokens(part, grammar);
    let repeated = |body: &Expression, operator: fn(Box<Phrase>) -> Phrase| {
        let body = converted(body);
        match body.is_nothing() {
            true => body,
            false => operator(Box::new(body)),
        }
    };
    match expression {
        Expression::Literal { text, .. } if text.is_empty() => Phrase::nothing(),
        Expression::Literal { text, ignores_case } => Phrase::Token(Token::Literal {
            text: text.clone(),
            ignores_case: *ignores_case,
        }),
        Expression::Class(_) | Expression::Difference(..) => {
            Phrase::Token(Token::Class(expression.clone()))
        }
        Expression::Name(name) => match grammar.rule(name).map(|rule| rule.kind) {
            Some(RuleKind::Nonterminal) => Phrase::Nonterminal(name.clone()),
            Some(RuleKind::Silent) => Phrase::nothing(),
            Some(RuleKind::Terminal) | None => Phrase::Token(Token::Terminal(name.clone())),
        },
        Expression::Sequence(parts) => {
            let mut parts: Vec<Phrase> = parts.iter().map(converted).collect();
            parts.retain(|part| !part.is_nothing());
            match parts.len() {
                1 => parts.remove(0),
                _ => Phrase::Sequence(parts),
            }
        }
        Expression::Choice(parts) => {
            let parts: Vec<Phrase> = parts.iter().map(converted).collect();
            match parts.iter().all(Phrase::is_nothing) {
                true => Phrase::nothing(),
                false => Phrase::Choice(parts),
            }
        }
        Expression::Optional(body) => repeated(body, Phrase::Optional),
        Expression::ZeroOrMore(body) => repeated(body, Phrase::ZeroOrMore),
        Expression::OneOrMore(body) => repeated(body, Phrase::OneOrMore),
        Expression::Lookahead { .. } | Expression::Start | Expression::End => Phrase::nothing(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(grammar: &TokenGrammar) -> Vec<String> {
        let productions = grammar.productions.iter();
        productions.map(ToString::to_string).collect()
    }

    #[test]
    fn what_can_match_nothing_may_be_absent() {
        let grammar =
            ebnf::read("doc ::= A B A+ A? ([0-9]? - 'x')\n@terminals\nA ::= 'a'* B?\nB ::= 'b'")
                .unwrap();
        assert_eq!(
            printed(&TokenGrammar::of_all(&grammar)),
            ["doc ::= A? B A* A? ([0-9]? - 'x')?"]
        );
    }

    #[test]
    fn trivia_vanishes_and_the_rest_stays() {
        let mut grammar = ebnf::read(
            "doc ::= ws* (statement ws*)*\nstatement ::= name ws+ \"IS\" ws* ('is' | [0-9]) ws*\nname ::= [a-z]+\nws ::= #x20",
        )
        .unwrap();
        grammar.rules[2].kind = RuleKind::Terminal;
        grammar.rules[3].kind = RuleKind::Silent;
        assert_eq!(
            printed(&TokenGrammar::of(&grammar)),
            [
                "doc ::= statement*",
                "statement ::= name \"IS\" ('is' | [0-9])"
            ]
        );
    }

    #[test]
    fn case_makes_another_token() {
        let grammar = ebnf::read("doc ::= \"BASE\" | 'BASE'").unwrap();
        let Some(Phrase::Choice(parts)) = TokenGrammar::of(&grammar).phrase("doc").cloned() else {
            panic!("a choice");
        };
        assert_ne!(parts[0], parts[1]);
    }

    #[test]
    fn what_is_not_reached_counts_only_if_asked_for() {
        let grammar = ebnf::read("a ::= 'x' b?\nb ::= a UNKNOWN\nc ::= b\na ::= 'y'").unwrap();
        assert_eq!(
            printed(&TokenGrammar::of(&grammar)),
            ["a ::= 'x' b?", "b ::= a UNKNOWN"]
        );
        assert_eq!(TokenGrammar::of_all(&grammar).productions.len(), 3);
        assert_eq!(TokenGrammar::of(&Grammar::default()).start(), None);
    }
}
