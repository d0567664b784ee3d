//! A summary of each production: both notations, its departures, its users and the productions that it uses.
//!
//! Invariant: it gathers and prints nothing, so that a terminal, a program and a page show the same.

use crate::tokens::first::FirstSets;
use crate::tokens::symbols::{GrammarToken, Lookahead, TokenGrammar};
use notation::GrammarError;
use notation::peg::{Above, Departure, Literate};
use notation::{Grammar, Rule, RuleKind};
use std::fmt;

/// Each production of a grammar, with the facts about it.
///
/// ```
/// use turtle_peg_toolkit::{ProductionKind, Summary, peg};
///
/// let summary = Summary::of_literate(&peg::read("
/// /// [1] numbers ::= number*
/// numbers = { number* }
/// /// [2] number ::= INTEGER | DOUBLE
/// // order: INTEGER matches a prefix of what DOUBLE matches
/// number = { DOUBLE | INTEGER }
/// /// [3] INTEGER ::= [0-9]+
/// INTEGER = @{ '0'..'9'+ }
/// /// [4] DOUBLE ::= [0-9]+ 'e'
/// DOUBLE = @{ '0'..'9'+ ~ \"e\" }")?)?;
/// let number = summary.production("number").unwrap();
/// assert_eq!(number.number.as_deref(), Some("2"));
/// assert_eq!(number.kind, ProductionKind::Nonterminal);
/// assert_eq!(number.uses, ["INTEGER", "DOUBLE"]);
/// assert_eq!(number.used_by, ["numbers"]);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// In the order in which they are written.
    pub productions: Vec<ProductionSummary>,
}

/// The facts about one production, or about a rule of a PEG without a production.
///
/// ```
/// use turtle_peg_toolkit::{ProductionKind, Summary, ebnf};
///
/// let summary = Summary::of_ebnf(&ebnf::read("[1] list ::= NAME*\n@terminals\n[2] NAME ::= [a-z]+")?);
/// let [list, name] = summary.productions.as_slice() else { panic!("two productions") };
/// assert_eq!((list.kind, name.kind), (ProductionKind::Nonterminal, ProductionKind::Terminal));
/// assert_eq!(name.used_by, ["list"]);
/// let lookaheads = list.lookaheads.as_ref().unwrap();
/// assert!(lookaheads.is_nullable);
/// assert_eq!(lookaheads.first[0].to_string(), "NAME");
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductionSummary {
    /// Its name.
    pub name: String,
    /// Its number in the specification, if that has numbers: `128s`.
    pub number: Option<String>,
    /// Its kind.
    pub kind: ProductionKind,
    /// The production, as the specification writes it; none for a rule that only the PEG has.
    pub specified: Option<Rule>,
    /// The rule of the PEG; none if only the EBNF is known.
    pub written: Option<Rule>,
    /// The line of the rule in the file of the PEG, counted from 1.
    pub line: Option<usize>,
    /// Where the rule does not say the same in the same way, and why.
    pub departures: Vec<Departure>,
    /// The names that it uses, each once: the production's, then those that only the rule has.
    pub uses: Vec<String>,
    /// The names of those that use it, in the grammar's order.
    pub used_by: Vec<String>,
    /// The tokens that begin and follow its sentences; only of a nonterminal that can be reached.
    pub lookaheads: Option<Lookaheads>,
}

/// A nonterminal's lookaheads, one token ahead: by the specification, not by the PEG.
///
/// [`ProductionSummary`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lookaheads {
    /// Whether it can be nothing.
    pub is_nullable: bool,
    /// FIRST: the tokens that it can begin with.
    pub first: Vec<GrammarToken>,
    /// FOLLOW: the tokens that can be directly after it.
    pub follow: Vec<Lookahead>,
}

/// The kind of a production.
///
/// [`ProductionSummary`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProductionKind {
    /// Made of terminals, with white space between them.
    Nonterminal,
    /// One token: no white space between its parts.
    Terminal,
    /// White space and comments between tokens.
    Trivia,
    /// Not in the specification: a rule of the PEG that serves a departure.
    Auxiliary,
}

impl ProductionKind {
    /// In one word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Nonterminal => "nonterminal",
            Self::Terminal => "terminal",
            Self::Trivia => "trivia",
            Self::Auxiliary => "auxiliary",
        }
    }

    fn of(name: &str, specified: Option<&Rule>) -> Self {
        // pest skips the rules of these names.
        if matches!(name, "WHITESPACE" | "COMMENT") {
            return Self::Trivia;
        }
        match specified.map(|rule| rule.kind) {
            Some(RuleKind::Nonterminal) => Self::Nonterminal,
            Some(RuleKind::Terminal) => Self::Terminal,
            Some(RuleKind::Silent) => Self::Trivia,
            None => Self::Auxiliary,
        }
    }
}

impl fmt::Display for ProductionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Summary {
    /// The summary of a PEG and of the productions that are above its rules.
    ///
    /// # Errors
    ///
    /// A line with three slashes is not a production.
    pub fn of_literate(file: &Literate) -> Result<Self, GrammarError> {
        let specified = match file.specified() {
            // A PEG that mirrors nothing can be looked at all the same, if it has rules.
            Err(GrammarError::Empty) if !file.written.rules.is_empty() => Grammar::default(),
            specified => specified?,
        };
        let rules = file.written.rules.iter().zip(&file.above);
        let mirrored = rules.map(|(rule, above)| {
            ProductionSummary::of_rule(rule, above, specified.rule(&rule.name))
        });
        let unmirrored = specified.rules.iter().filter(|production| {
            let name = &production.name;
            file.written.rule(name).is_none()
        });
        let unmirrored = unmirrored.map(ProductionSummary::of_production);
        Ok(Self::linked(
            mirrored.chain(unmirrored).collect(),
            &specified,
        ))
    }

    /// The summary of a specification's productions alone.
    pub fn of_ebnf(grammar: &Grammar) -> Self {
        let productions = grammar.rules.iter();
        let productions = productions.map(ProductionSummary::of_production);
        Self::linked(productions.collect(), grammar)
    }

    /// The production of this name; the first, if there are several.
    pub fn production(&self, name: &str) -> Option<&ProductionSummary> {
        self.productions
            .iter()
            .find(|production| production.name == name)
    }

    /// Fills in the users of each, and its lookaheads.
    fn linked(mut productions: Vec<ProductionSummary>, specified: &Grammar) -> Self {
        let tokens = TokenGrammar::of(specified);
        let sets = FirstSets::of(&tokens);
        let used_by: Vec<Vec<String>> = productions
            .iter()
            .map(|used| {
                productions
                    .iter()
                    .filter(|user| user.uses.contains(&used.name))
                    .map(|user| user.name.clone())
                    .collect()
            })
            .collect();
        for (production, used_by) in productions.iter_mut().zip(used_by) {
            production.used_by = used_by;
            if tokens.phrase(&production.name).is_some() {
                production.lookaheads = Some(Lookaheads::of(&production.name, &sets));
            }
        }
        Self { productions }
    }
}

impl Lookaheads {
    fn of(name: &str, sets: &FirstSets) -> Self {
        Self {
            is_nullable: sets.is_nullable(name),
            first: sets.first(name).cloned().collect(),
            follow: sets.follow(name).cloned().collect(),
        }
    }
}

impl ProductionSummary {
    fn of_rule(rule: &Rule, above: &Above, specified: Option<&Rule>) -> Self {
        Self {
            name: rule.name.clone(),
            number: specified.and_then(|production| production.number.clone()),
            kind: ProductionKind::of(&rule.name, specified),
            specified: specified.cloned(),
            written: Some(rule.clone()),
            line: Some(above.line),
            departures: above.departures.clone(),
            uses: names(specified.into_iter().chain([rule])),
            used_by: Vec::new(),
            lookaheads: None,
        }
    }

    /// The summary of a production that no rule mirrors.
    fn of_production(production: &Rule) -> Self {
        Self {
            name: production.name.clone(),
            number: production.number.clone(),
            kind: ProductionKind::of(&production.name, Some(production)),
            specified: Some(production.clone()),
            written: None,
            line: None,
            departures: Vec::new(),
            uses: names([production]),
            used_by: Vec::new(),
            lookaheads: None,
        }
    }
}

/// The names on right sides, each once.
fn names<'r>(rules: impl IntoIterator<Item = &'r Rule>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in rules.into_iter().flat_map(|rule| rule.expression.names()) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::peg;

    /// A grammar that is being edited may be unfinished.
    #[test]
    fn a_rule_without_its_production_is_there_and_a_production_without_its_rule() {
        let (auxiliary, nonterminal) = (ProductionKind::Auxiliary, ProductionKind::Nonterminal);
        for (text, expected) in [
            (
                "/// [1] a ::= 'x'\nb = { \"x\" }",
                vec![("b", auxiliary), ("a", nonterminal)],
            ),
            ("a = { \"x\" }", vec![("a", auxiliary)]),
        ] {
            let summary = Summary::of_literate(&peg::read(text).unwrap()).unwrap();
            let found = summary.productions.iter();
            let found: Vec<_> = found.map(|one| (one.name.as_str(), one.kind)).collect();
            assert_eq!(found, expected, "{text}");
        }
    }
}
