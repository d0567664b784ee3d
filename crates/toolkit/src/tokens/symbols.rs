//! Productions whose terminals are tokens: a context-free grammar over these.
//!
//! Invariants: trivia is gone, and so is everything that only a PEG can say; whatever is left is where it was, so that
//! a phrase, a right side or a part of one, prints as the specification writes it. The start symbol is the first nonterminal, unless others are
//! named.

use notation::{CanBeNothing, Expression, Grammar, Rule, RuleKind, RuleUses, ebnf};
use std::collections::BTreeSet;
use std::fmt;

/// A token that a tokenizer would hand to a parser.
///
/// ```
/// use turtle_peg_toolkit::ebnf;
/// use turtle_peg_toolkit::symbols::{GrammarToken, TokenGrammar};
///
/// let grammar = TokenGrammar::of(&ebnf::read("doc ::= NAME [0-9]")?);
/// let tokens: Vec<String> = grammar.tokens().iter().map(ToString::to_string).collect();
/// assert_eq!(tokens, ["NAME", "[0-9]"]);
/// assert!(grammar.tokens().contains(&GrammarToken::Terminal("NAME".to_owned())));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GrammarToken {
    /// A production that is a terminal, or a name that has no production: `IRIREF`.
    Terminal(String),
    /// Characters that are written in a production: `'@prefix'`, `"PREFIX"`.
    Literal {
        /// The characters.
        text: String,
        /// Whether ASCII letters match in upper and lower case.
        ignores_case: bool,
    },
    /// A class of characters, or a difference, that is written in a production: `[0-9]`. Another spelling is
    /// another token, even if the two have characters in common.
    Class(Expression),
}

impl fmt::Display for GrammarToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&ebnf::print_expression(&self.expression()))
    }
}

impl GrammarToken {
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

/// The next token of a parser.
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
    Token(GrammarToken),
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

/// A grammar over tokens.
///
/// ```
/// use turtle_peg_toolkit::ebnf;
/// use turtle_peg_toolkit::symbols::TokenGrammar;
///
/// let grammar = ebnf::read("list ::= '(' item* ')'\nitem ::= NAME\nunused ::= 'x'\n@terminals\nNAME ::= [a-z]+")?;
/// let grammar = TokenGrammar::of(&grammar);
/// let productions: Vec<String> = grammar.productions.rules.iter().map(ToString::to_string).collect();
/// assert_eq!(productions, ["list ::= '(' item* ')'", "item ::= NAME"]);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenGrammar {
    /// In the order in which they are written. None, if nothing is a nonterminal.
    pub productions: Grammar,
    /// The names of the start symbols.
    pub starts: Vec<String>,
    /// The names that stand for no token, whether they have a production here or not.
    pub(crate) nonterminals: BTreeSet<String>,
}

impl TokenGrammar {
    /// The productions that can be reached from the first, which is the start symbol.
    ///
    /// The first definition of a name counts.
    pub fn of(grammar: &Grammar) -> Self {
        let all = Self::of_all(grammar);
        let start: Vec<String> = all.start().map(str::to_owned).into_iter().collect();
        all.from(&start)
    }

    /// The productions that can be reached from these start symbols.
    pub fn from(&self, starts: &[String]) -> Self {
        Self {
            nonterminals: self.nonterminals.clone(),
            ..self.alone(&RuleUses::of(&self.productions), starts)
        }
    }

    /// The productions that can be reached from these start symbols, without the names of others. `uses` are those of the
    /// productions: so it takes time for its result alone.
    pub(crate) fn alone(&self, uses: &RuleUses<'_>, starts: &[String]) -> Self {
        let reached = uses.reached(starts.iter().map(String::as_str)).into_iter();
        let rules: Vec<Rule> = reached
            .map(|at| self.productions.rules[at].clone())
            .collect();
        Self {
            nonterminals: rules.iter().map(|rule| rule.name.clone()).collect(),
            productions: Grammar::from(rules),
            starts: starts.to_vec(),
        }
    }

    /// The [start symbols](Grammar::starts). If none is declared, the first of each group of productions that only refer to one another is
    /// one, too, so that every production can be reached from one of them.
    pub fn all_starts(&self) -> Vec<String> {
        let starts = self.productions.starts().into_iter();
        let mut starts: Vec<String> = starts.map(str::to_owned).collect();
        if self.productions.declared_starts > 0 {
            return starts;
        }
        let mut reached = self.productions.reached(starts.iter().map(String::as_str));
        for rule in &self.productions.rules {
            if !reached.contains(rule.name.as_str()) {
                starts.push(rule.name.clone());
                reached.extend(self.productions.reached([rule.name.as_str()]));
            }
        }
        starts
    }

    /// All its nonterminals, reached or not.
    pub fn of_all(grammar: &Grammar) -> Self {
        let mut known = BTreeSet::new();
        let rules = grammar.rules.iter();
        let rules: Vec<&Rule> = rules
            .filter(|rule| known.insert(&rule.name) && rule.kind == RuleKind::Nonterminal)
            .collect();
        let nonterminals: BTreeSet<String> = rules.iter().map(|rule| rule.name.clone()).collect();
        let nothing = CanBeNothing::of(grammar);
        let can_be_absent = |part: &Expression| match part {
            Expression::Name(name) => !nonterminals.contains(name) && nothing.name(name),
            _ => GrammarToken::of(part).is_some() && nothing.expression(part),
        };
        let rules = rules.into_iter().map(|rule| Rule {
            number: None,
            expression: with_absent(&over_tokens(&rule.expression, grammar), &can_be_absent),
            ..rule.clone()
        });
        let productions = Grammar {
            // Declared start symbols come first, and stay first.
            declared_starts: match grammar.declared_starts {
                0 => 0,
                _ => grammar.starts().len(),
            },
            ..Grammar::from(rules.collect::<Vec<_>>())
        };
        let first = productions.rules.first();
        Self {
            starts: first.map(|first| first.name.clone()).into_iter().collect(),
            productions,
            nonterminals,
        }
    }

    /// Whether a nonterminal is made of the terminal of this name, among others.
    pub(crate) fn uses(&self, terminal: &str) -> bool {
        let mut rules = self.productions.rules.iter();
        !self.nonterminals.contains(terminal)
            && rules.any(|rule| rule.expression.names().contains(&terminal))
    }

    /// The name of the first start symbol.
    pub fn start(&self) -> Option<&str> {
        self.starts.first().map(String::as_str)
    }

    /// The tokens of its productions.
    pub fn tokens(&self) -> BTreeSet<GrammarToken> {
        let rules = self.productions.rules.iter();
        let mut open: Vec<&Expression> = rules.map(|rule| &rule.expression).collect();
        let mut tokens = BTreeSet::new();
        while let Some(part) = open.pop() {
            match self.token(part) {
                Some(token) => drop(tokens.insert(token)),
                None => open.extend(part.parts()),
            }
        }
        tokens
    }

    /// The token that a part of a production is, if it is one.
    pub(crate) fn token(&self, part: &Expression) -> Option<GrammarToken> {
        match part {
            Expression::Name(name) if self.nonterminals.contains(name) => None,
            _ => GrammarToken::of(part),
        }
    }

    /// The right side of the production of this name.
    pub fn phrase(&self, name: &str) -> Option<&Expression> {
        self.productions.rule(name).map(|rule| &rule.expression)
    }
}

/// A right side in which tokens that can match nothing may be absent: no token is of no character.
fn with_absent(phrase: &Expression, can_be_absent: &impl Fn(&Expression) -> bool) -> Expression {
    match phrase {
        token if can_be_absent(token) => Expression::Optional(Box::new(token.clone())),
        token if GrammarToken::of(token).is_some() => token.clone(),
        Expression::OneOrMore(body) if can_be_absent(body) => Expression::ZeroOrMore(body.clone()),
        Expression::Optional(body) | Expression::ZeroOrMore(body) if can_be_absent(body) => {
            phrase.clone()
        }
        _ => phrase.map(|part| with_absent(part, can_be_absent)),
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

/// The rest of a right side if terminals are tokens.
pub(crate) fn over_tokens(expression: &Expression, grammar: &Grammar) -> Expression {
    let nothing = || Expression::Sequence(Vec::new());
    let is_nothing = |part: &Expression| *part == nothing();
    match expression {
        Expression::Literal { text, .. } if text.is_empty() => nothing(),
        Expression::Name(name) => match grammar.rule(name).map(|rule| rule.kind) {
            Some(RuleKind::Silent) => nothing(),
            _ => expression.clone(),
        },
        Expression::Lookahead { .. } | Expression::Start | Expression::End => nothing(),
        token if GrammarToken::of(token).is_some() => token.clone(),
        _ => match expression.map(|part| over_tokens(part, grammar)) {
            Expression::Sequence(mut parts) => {
                parts.retain(|part| !is_nothing(part));
                Expression::sequence(parts)
            }
            Expression::Choice(parts) if parts.iter().all(is_nothing) => nothing(),
            Expression::Optional(body)
            | Expression::ZeroOrMore(body)
            | Expression::OneOrMore(body)
                if is_nothing(&body) =>
            {
                nothing()
            }
            other => other,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(grammar: &TokenGrammar) -> Vec<String> {
        let productions = grammar.productions.rules.iter();
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
    fn what_is_not_reached_counts_only_if_asked_for() {
        let grammar = ebnf::read("a ::= 'x' b?\nb ::= a UNKNOWN\nc ::= b\na ::= 'y'").unwrap();
        assert_eq!(
            printed(&TokenGrammar::of(&grammar)),
            ["a ::= 'x' b?", "b ::= a UNKNOWN"]
        );
        assert_eq!(TokenGrammar::of_all(&grammar).productions.rules.len(), 3);
        assert_eq!(TokenGrammar::of(&Grammar::default()).start(), None);
    }
}
