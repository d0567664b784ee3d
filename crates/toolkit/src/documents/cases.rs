//! The cases of a grammar: the ways that its choices, optional parts and repetitions can go.
//!
//! Invariant: a case has one number, its place in [`CaseGrammar::cases`], whether texts are made or read.
//! Productions that no text can reach, and rules that mirror no production, have no cases.

use crate::matching::bits::Bits;
use crate::matching::language::writes_white_space;
use crate::matching::language::{COMMENT, WHITESPACE};
use crate::mirror::grammar_pair::Mirror;
use foldhash::{HashMap, HashMapExt as _};
use notation::ebnf::{self, Marked};
use notation::peg::Literate;
use notation::{CharSet, Expression, Grammar, GrammarError, Rule, RuleKind};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

/// One way that a part of a production can go.
///
/// ```
/// use turtle_peg_toolkit::{Generator, Samples, CaseWay, ebnf};
///
/// let generator = Generator::of_ebnf(&ebnf::read("list ::= 'x' 'y'?")?, &Samples::default())?;
/// let [used, taken, not_taken] = generator.cases() else { panic!("three cases") };
/// assert_eq!((used.way, taken.way, not_taken.way), (CaseWay::Used, CaseWay::Taken, CaseWay::NotTaken));
/// assert_eq!((taken.part.as_str(), taken.place.before.as_str()), ("'y'?", "'x' "));
/// assert_eq!(not_taken.to_string(), "list: not taken: 'x' ⟦'y'?⟧");
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The name of the production.
    pub production: String,
    /// Its number in the specification.
    pub number: Option<String>,
    /// Which way.
    pub way: CaseWay,
    /// The part, as EBNF; of an alternative this is the alternative.
    pub part: String,
    /// The right side of the production, in which the part is marked.
    pub place: Marked,
}

/// A way that a part of a production can go.
///
/// [`Case`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CaseWay {
    /// The production is used at all.
    Used,
    /// This alternative of a choice is the one.
    Alternative,
    /// An optional part is there; a part that may be repeated any number of times is there at least once.
    Taken,
    /// An optional or repeated part is not there.
    NotTaken,
    /// A part that must be there once is there more often.
    Again,
    /// A part that must be there once is there once.
    Once,
}

impl CaseWay {
    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Self::Used => "used",
            Self::Alternative => "alternative",
            Self::Taken => "taken",
            Self::NotTaken => "not taken",
            Self::Again => "again",
            Self::Once => "once",
        }
    }
}

impl fmt::Display for CaseWay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.way {
            CaseWay::Used => write!(f, "{}: used", self.production),
            way => write!(f, "{}: {way}: {}", self.production, self.place),
        }
    }
}

/// The place of a case in [`CaseGrammar::cases`].
pub(crate) type CaseNumber = usize;

/// The case of uncounted expressions.
const UNCOUNTED: CaseNumber = usize::MAX;

/// Which cases there were, and where the one was that is looked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trace {
    used: Bits,
    pub(crate) place: Option<Range<usize>>,
}

impl Trace {
    pub(crate) fn insert(&mut self, case: CaseNumber) {
        if case != UNCOUNTED {
            self.used.insert(case);
        }
    }

    pub(crate) fn contains(&self, case: CaseNumber) -> bool {
        self.used.contains(case)
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.used.include(&other.used);
        let places = [self.place.take(), other.place.clone()];
        self.place = places.into_iter().flatten().min_by_key(|place| place.start);
    }

    /// Read from a text that begins here.
    pub(crate) fn shifted(mut self, start: usize) -> Self {
        let place = self.place.take();
        self.place = place.map(|it| it.start + start..it.end + start);
        self
    }

    pub(crate) fn cases(&self) -> impl Iterator<Item = CaseNumber> {
        self.used.iter()
    }
}

/// An expression, with the numbers of its cases.
#[derive(Clone, Debug)]
pub(crate) enum CaseExpression {
    Literal {
        text: String,
        ignores_case: bool,
    },
    Class(CharSet),
    /// The place of a rule.
    Name(usize),
    Sequence(Vec<CaseExpression>),
    /// The case of the first alternative, after which come those of the others.
    Choice(CaseNumber, Vec<CaseExpression>),
    /// The case of one, after which comes the case of none.
    Optional(CaseNumber, Box<CaseExpression>),
    /// The case of one or more, after which comes the case of none.
    ZeroOrMore(CaseNumber, Box<CaseExpression>),
    /// The case of two or more, after which comes the case of one.
    OneOrMore(CaseNumber, Box<CaseExpression>),
    Difference(Box<CaseExpression>, Box<CaseExpression>),
    Lookahead {
        is_positive: bool,
        body: Box<CaseExpression>,
    },
}

impl CaseExpression {
    /// The parts directly within this one.
    pub(super) fn parts(&self) -> Vec<&CaseExpression> {
        match self {
            Self::Literal { .. } | Self::Class(_) | Self::Name(_) => Vec::new(),
            Self::Sequence(parts) | Self::Choice(_, parts) => parts.iter().collect(),
            Self::Optional(_, body)
            | Self::ZeroOrMore(_, body)
            | Self::OneOrMore(_, body)
            | Self::Lookahead { body, .. } => vec![body],
            Self::Difference(first, second) => vec![first, second],
        }
    }

    /// The part within this one that a case is about: an alternative, or a body that is there or not.
    fn of_case(&self, case: CaseNumber) -> Option<&CaseExpression> {
        let within = match self {
            Self::Choice(first, parts) if *first != UNCOUNTED && *first <= case => {
                parts.get(case - first)
            }
            Self::Optional(taken, body)
            | Self::ZeroOrMore(taken, body)
            | Self::OneOrMore(taken, body)
                if [*taken, not_taken(*taken)].contains(&case) =>
            {
                Some(&**body)
            }
            _ => None,
        };
        let parts = || self.parts().into_iter();
        within.or_else(|| parts().find_map(|part| part.of_case(case)))
    }
}

/// The case that a part is not taken: it comes after the case that it is.
pub(crate) fn not_taken(taken: CaseNumber) -> CaseNumber {
    nth(taken, 1)
}

/// The case of an alternative.
pub(crate) fn nth(first: CaseNumber, index: usize) -> CaseNumber {
    match first {
        UNCOUNTED => UNCOUNTED,
        first => first + index,
    }
}

/// A production, with the numbers of its cases.
#[derive(Clone, Debug)]
pub(crate) struct CaseRule {
    pub(crate) name: String,
    pub(crate) kind: RuleKind,
    pub(crate) part: CaseExpression,
    pub(crate) used: CaseNumber,
}

/// A grammar, with the numbers of its cases. The first rule is the start symbol.
#[derive(Clone, Debug)]
pub(crate) struct CaseGrammar {
    pub(crate) rules: Vec<CaseRule>,
    pub(crate) cases: Vec<Case>,
    /// The productions that no text can reach.
    pub(crate) unreached: Vec<String>,
    /// Whether white space and comments may be between the parts of nonterminals.
    pub(crate) has_trivia: bool,
    /// The terminals that may recur where one is asked for: line ends.
    pub(crate) recurring: BTreeSet<usize>,
}

impl CaseGrammar {
    /// The productions that a file quotes, errata corrected, and the rules that stand for trivia.
    pub(crate) fn of_literate(literate: &Literate) -> Result<Self, GrammarError> {
        let mirror = Mirror::of(literate)?;
        let mut grammar = mirror.corrected.clone();
        for rule in &literate.written.rules {
            if grammar.rule(&rule.name).is_none() {
                grammar.rules.push(rule.clone());
            }
        }
        let mirrored = |name: &str| mirror.specified.rule(name).is_some();
        let mut counted = Self::of(&grammar, mirrored, mirror.has_trivia())?;
        counted.recurring = mirror
            .line_ends
            .iter()
            .filter_map(|name| counted.place(name))
            .collect();
        Ok(counted)
    }

    /// The productions of a specification's text. White space may be between terminals, or, if none is listed, between literals,
    /// unless productions write it.
    pub(crate) fn of_ebnf(grammar: &Grammar) -> Result<Self, GrammarError> {
        let lists_terminals = grammar
            .rules
            .iter()
            .any(|rule| rule.kind == RuleKind::Terminal);
        let has_trivia = lists_terminals || !writes_white_space(grammar);
        Self::of(grammar, |_| true, has_trivia)
    }

    fn of(
        grammar: &Grammar,
        is_production: impl Fn(&str) -> bool,
        has_trivia: bool,
    ) -> Result<Self, GrammarError> {
        let mut rules: Vec<&Rule> = Vec::new();
        let mut places: HashMap<&str, usize> = HashMap::new();
        for rule in &grammar.rules {
            places.entry(&rule.name).or_insert_with(|| {
                rules.push(rule);
                rules.len() - 1
            });
        }
        // From the start symbol, or as trivia.
        let start = rules.first().map(|rule| rule.name.as_str());
        let reached = grammar.reached([WHITESPACE, COMMENT].into_iter().chain(start));
        let mut compiler = Compiler {
            places: &places,
            cases: Vec::new(),
            production: None,
        };
        let mut rules_with_cases = Vec::new();
        let mut unreached = Vec::new();
        for rule in &rules {
            let is_production = is_production(&rule.name);
            let is_counted = is_production && reached.contains(rule.name.as_str());
            if is_production && !is_counted {
                unreached.push(rule.name.clone());
            }
            compiler.production = is_counted.then_some(*rule);
            let used = compiler.add(&rule.expression, CaseWay::Used);
            rules_with_cases.push(CaseRule {
                name: rule.name.clone(),
                kind: rule.kind,
                part: compiler.part(rule, &rule.expression)?,
                used,
            });
        }
        match rules_with_cases.is_empty() {
            true => Err(GrammarError::Empty),
            false => Ok(Self {
                rules: rules_with_cases,
                cases: compiler.cases,
                unreached,
                has_trivia,
                recurring: BTreeSet::new(),
            }),
        }
    }

    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.rules.iter().position(|rule| rule.name == name)
    }

    /// The characters next to the ranges of the classes that a case's part is made of, if that is one of a terminal: most of them
    /// cannot be there.
    pub(crate) fn outside(&self, case: CaseNumber) -> Vec<char> {
        let terminals = self.rules.iter();
        let mut terminals = terminals.filter(|rule| rule.kind != RuleKind::Nonterminal);
        let part = terminals.find_map(|rule| match rule.used == case {
            true => Some(&rule.part),
            false => rule.part.of_case(case),
        });
        let mut classes = Vec::new();
        part.into_iter()
            .for_each(|part| self.add_classes(part, &mut Vec::new(), &mut classes));
        let all = classes
            .iter()
            .fold(CharSet::none(), |all, set| all.union(set));
        let ranges = classes.iter().flat_map(|set| set.code_points());
        let next = ranges.flat_map(|&(first, last)| [last.checked_add(1), first.checked_sub(1)]);
        let next = next.flatten().filter_map(char::from_u32);
        next.filter(|&character| !all.contains(character)).collect()
    }

    /// The classes in a part, and in the terminals that it names.
    fn add_classes(
        &self,
        part: &CaseExpression,
        seen: &mut Vec<usize>,
        classes: &mut Vec<CharSet>,
    ) {
        match part {
            CaseExpression::Class(set) => classes.push(set.clone()),
            CaseExpression::Name(rule) if !seen.contains(rule) => {
                seen.push(*rule);
                self.add_classes(&self.rules[*rule].part, seen, classes);
            }
            _ => {
                let parts = part.parts().into_iter();
                parts.for_each(|part| self.add_classes(part, seen, classes));
            }
        }
    }
}

struct Compiler<'g> {
    places: &'g HashMap<&'g str, usize>,
    cases: Vec<Case>,
    /// The production whose cases are counted.
    production: Option<&'g Rule>,
}

impl<'g> Compiler<'g> {
    /// Adds a case of a part of the production.
    fn add(&mut self, part: &Expression, way: CaseWay) -> CaseNumber {
        let Some(production) = self.production else {
            return UNCOUNTED;
        };
        self.cases.push(Case {
            production: production.name.clone(),
            number: production.number.clone(),
            way,
            part: ebnf::print_expression(part),
            place: ebnf::print_marked(&production.expression, part),
        });
        self.cases.len() - 1
    }

    fn part(
        &mut self,
        rule: &'g Rule,
        expression: &Expression,
    ) -> Result<CaseExpression, GrammarError> {
        let part = match expression {
            Expression::Literal { text, ignores_case } => CaseExpression::Literal {
                text: text.clone(),
                ignores_case: *ignores_case,
            },
            Expression::Class(class) => CaseExpression::Class(class.set()),
            Expression::Name(name) => match self.places.get(name.as_str()) {
                Some(&place) => CaseExpression::Name(place),
                None => {
                    return Err(GrammarError::Unsupported {
                        rule: rule.name.clone(),
                        construct: format!("{name}, which has no production"),
                    });
                }
            },
            Expression::Sequence(parts) => CaseExpression::Sequence(self.parts(rule, parts)?),
            // The prose's, where it takes comments for white space within a terminal; the production has no choice there.
            Expression::Choice(parts) if parts.contains(&Expression::name(COMMENT)) => {
                CaseExpression::Choice(UNCOUNTED, self.parts(rule, parts)?)
            }
            Expression::Choice(parts) => {
                let first = self.alternatives(parts);
                CaseExpression::Choice(first, self.parts(rule, parts)?)
            }
            Expression::Optional(body) => {
                let taken = self.taken(expression, [CaseWay::Taken, CaseWay::NotTaken]);
                CaseExpression::Optional(taken, self.body(rule, body)?)
            }
            Expression::ZeroOrMore(body) => {
                let taken = self.taken(expression, [CaseWay::Taken, CaseWay::NotTaken]);
                CaseExpression::ZeroOrMore(taken, self.body(rule, body)?)
            }
            Expression::OneOrMore(body) => {
                let again = self.taken(expression, [CaseWay::Again, CaseWay::Once]);
                CaseExpression::OneOrMore(again, self.body(rule, body)?)
            }
            Expression::Difference(first, second) => {
                let first = self.body(rule, first)?;
                let second = self.uncounted(rule, second)?;
                match (set(&first), set(&second)) {
                    (Some(first), Some(second)) => CaseExpression::Class(first.difference(&second)),
                    _ => CaseExpression::Difference(first, second),
                }
            }
            Expression::Lookahead { is_positive, body } => CaseExpression::Lookahead {
                is_positive: *is_positive,
                body: self.uncounted(rule, body)?,
            },
            // A document is read from its beginning to its end.
            Expression::Start | Expression::End => CaseExpression::Sequence(Vec::new()),
        };
        Ok(part)
    }

    fn alternatives(&mut self, parts: &[Expression]) -> CaseNumber {
        let mut first = UNCOUNTED;
        for (index, part) in parts.iter().enumerate() {
            let case = self.add(part, CaseWay::Alternative);
            if index == 0 {
                first = case;
            }
        }
        first
    }

    fn taken(&mut self, part: &Expression, ways: [CaseWay; 2]) -> CaseNumber {
        let [first, _] = ways.map(|way| self.add(part, way));
        first
    }

    fn parts(
        &mut self,
        rule: &'g Rule,
        parts: &[Expression],
    ) -> Result<Vec<CaseExpression>, GrammarError> {
        let mut compiled = Vec::new();
        for part in parts {
            compiled.push(self.part(rule, part)?);
        }
        Ok(compiled)
    }

    fn body(
        &mut self,
        rule: &'g Rule,
        body: &Expression,
    ) -> Result<Box<CaseExpression>, GrammarError> {
        self.part(rule, body).map(Box::new)
    }

    /// Lookaheads contribute no cases.
    fn uncounted(
        &mut self,
        rule: &'g Rule,
        body: &Expression,
    ) -> Result<Box<CaseExpression>, GrammarError> {
        let production = self.production.take();
        let part = self.part(rule, body);
        self.production = production;
        part.map(Box::new)
    }
}

/// The characters, if it is one of a class.
fn set(part: &CaseExpression) -> Option<CharSet> {
    match part {
        CaseExpression::Class(set) => Some(set.clone()),
        CaseExpression::Literal {
            text,
            ignores_case: false,
        } if text.chars().count() == 1 => Some(CharSet::of(text)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_has_a_case() {
        let grammar = ebnf::read("[1] a ::= ('x' | b)* 'y'?\nb ::= [0-9]+\nc ::= 'z'?").unwrap();
        let counted = CaseGrammar::of_ebnf(&grammar).unwrap();
        let cases: Vec<String> = counted.cases.iter().map(ToString::to_string).collect();
        assert_eq!(
            cases,
            [
                "a: used",
                "a: taken: ⟦('x' | b)*⟧ 'y'?",
                "a: not taken: ⟦('x' | b)*⟧ 'y'?",
                "a: alternative: (⟦'x'⟧ | b)* 'y'?",
                "a: alternative: ('x' | ⟦b⟧)* 'y'?",
                "a: taken: ('x' | b)* ⟦'y'?⟧",
                "a: not taken: ('x' | b)* ⟦'y'?⟧",
                "b: used",
                "b: again: ⟦[0-9]+⟧",
                "b: once: ⟦[0-9]+⟧",
            ]
        );
        assert_eq!(counted.unreached, ["c"]);
        assert_eq!(counted.cases[0].number.as_deref(), Some("1"));
        let grammar = ebnf::read("a ::= '⟦' '⟧'?").unwrap();
        let counted = CaseGrammar::of_ebnf(&grammar).unwrap();
        let place = &counted.cases[1].place;
        assert_eq!(
            (place.before.as_str(), place.marked.as_str()),
            ("'⟦' ", "'⟧'?")
        );
    }
}
