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
use std::sync::Arc;

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

/// The characters, if the expression is one character of a class, or a difference of two such.
pub(crate) fn class(part: &Expression) -> Option<CharSet> {
    let set = |part: &Expression| match part {
        Expression::Class(class) => Some(class.set()),
        Expression::Literal {
            text,
            ignores_case: false,
        } if text.chars().count() == 1 => Some(CharSet::of(text)),
        _ => None,
    };
    match part {
        Expression::Class(class) => Some(class.set()),
        Expression::Difference(first, second) => Some(set(first)?.difference(&set(second)?)),
        _ => None,
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

/// A grammar, with the numbers of its cases.
#[derive(Clone, Debug)]
pub(crate) struct CaseGrammar {
    /// Each name once; never moved, since the numbers go by places in memory.
    pub(crate) rules: Arc<[Rule]>,
    /// The places of the start symbols; there is at least one.
    pub(crate) starts: Vec<usize>,
    /// The case that each rule is used at all.
    pub(crate) used: Vec<CaseNumber>,
    places: HashMap<String, usize>,
    /// The first case of a choice, an option or a repetition, by where that is in the rules.
    numbers: HashMap<usize, CaseNumber>,
    pub(crate) cases: Vec<Case>,
    /// The productions that no text can reach.
    pub(crate) unreached: Vec<String>,
    /// Whether white space and comments may be between the parts of nonterminals.
    pub(crate) has_trivia: bool,
    /// The terminals that may recur where one is asked for: line ends.
    pub(crate) recurring: BTreeSet<usize>,
}

fn address(part: &Expression) -> usize {
    std::ptr::from_ref(part).addr()
}

impl CaseGrammar {
    /// The productions that a file quotes, errata corrected, and the rules that stand for trivia. These are the start symbols; if none is
    /// named, the productions' own.
    pub(crate) fn of_literate(
        literate: &Literate,
        starts: &[String],
    ) -> Result<Self, GrammarError> {
        let mirror = Mirror::of(literate)?;
        let starting = match starts {
            [] => mirror.corrected.clone(),
            starts => {
                let starts = starts.iter().map(String::as_str);
                { mirror.corrected.clone().starting_at(starts) }.map_err(GrammarError::no_start)?
            }
        };
        let mut grammar = mirror.corrected.clone();
        for rule in &literate.written.rules {
            if grammar.rule(&rule.name).is_none() {
                grammar.rules.push(rule.clone());
            }
        }
        let mirrored = |name: &str| mirror.specified.rule(name).is_some();
        let mut counted = Self::of(&grammar, &starting, mirrored, mirror.has_trivia())?;
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
        Self::of(grammar, grammar, |_| true, has_trivia)
    }

    /// The start symbols are those of `starting`, which has the same productions.
    fn of(
        grammar: &Grammar,
        starting: &Grammar,
        is_production: impl Fn(&str) -> bool,
        has_trivia: bool,
    ) -> Result<Self, GrammarError> {
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut rules = Vec::new();
        for rule in &grammar.rules {
            places.entry(rule.name.clone()).or_insert_with(|| {
                rules.push(rule.clone());
                rules.len() - 1
            });
        }
        // Of whatever kind the first is, documents begin with it.
        let first = starting.rules.first().ok_or(GrammarError::Empty)?;
        let others = starting.starts().into_iter().skip(1);
        let starts: Vec<&str> = [first.name.as_str()].into_iter().chain(others).collect();
        // From a start symbol, or as trivia.
        let roots = [WHITESPACE, COMMENT].into_iter();
        let reached = grammar.reached(roots.chain(starts.iter().copied()));
        let mut counted = Self {
            rules: rules.into(),
            starts: starts.iter().map(|name| places[*name]).collect(),
            used: Vec::new(),
            places,
            numbers: HashMap::new(),
            cases: Vec::new(),
            unreached: Vec::new(),
            has_trivia,
            recurring: BTreeSet::new(),
        };
        for rule in counted.rules.clone().iter() {
            let is_production = is_production(&rule.name);
            let is_counted = is_production && reached.contains(rule.name.as_str());
            if is_production && !is_counted {
                counted.unreached.push(rule.name.clone());
            }
            counted.check_names(rule)?;
            let used = match is_counted {
                true => counted.add(rule, &rule.expression, CaseWay::Used),
                false => UNCOUNTED,
            };
            counted.used.push(used);
            if is_counted {
                counted.count(rule, &rule.expression);
            }
        }
        Ok(counted)
    }

    fn check_names(&self, rule: &Rule) -> Result<(), GrammarError> {
        let mut names = rule.expression.names().into_iter();
        match names.find(|name| self.place(name).is_none()) {
            None => Ok(()),
            Some(name) => Err(GrammarError::Unsupported {
                rule: rule.name.clone(),
                construct: format!("{name}, which has no production"),
            }),
        }
    }

    /// Adds a case of a part of the production.
    fn add(&mut self, production: &Rule, part: &Expression, way: CaseWay) -> CaseNumber {
        self.cases.push(Case {
            production: production.name.clone(),
            number: production.number.clone(),
            way,
            part: ebnf::print_expression(part),
            place: ebnf::print_marked(&production.expression, part),
        });
        self.cases.len() - 1
    }

    /// Adds the cases of a part and of the parts within; lookaheads, and what a difference takes away, have none.
    fn count(&mut self, production: &Rule, part: &Expression) {
        let of_one = |way: CaseWay| vec![(part, way)];
        let ways: Vec<(&Expression, CaseWay)> = match part {
            // The prose's, where it takes comments for white space within a terminal; the production has no choice there.
            Expression::Choice(parts) if parts.contains(&Expression::name(COMMENT)) => Vec::new(),
            Expression::Choice(parts) => {
                let alternatives = parts.iter();
                alternatives
                    .map(|part| (part, CaseWay::Alternative))
                    .collect()
            }
            Expression::Optional(_) | Expression::ZeroOrMore(_) => {
                [of_one(CaseWay::Taken), of_one(CaseWay::NotTaken)].concat()
            }
            Expression::OneOrMore(_) => [of_one(CaseWay::Again), of_one(CaseWay::Once)].concat(),
            _ => Vec::new(),
        };
        if !ways.is_empty() {
            self.numbers.insert(address(part), self.cases.len());
        }
        for (part, way) in ways {
            self.add(production, part, way);
        }
        match part {
            Expression::Difference(first, _) => self.count(production, first),
            Expression::Lookahead { .. } => {}
            _ => {
                let parts = part.parts().into_iter();
                parts.for_each(|part| self.count(production, part));
            }
        }
    }

    /// The first case of a part: of a choice, the case of the first alternative, after which come those of the others; of an option
    /// or a repetition, the case of one, or of more than one if there has to be one, after which comes the case of fewer.
    pub(crate) fn case(&self, part: &Expression) -> CaseNumber {
        self.numbers
            .get(&address(part))
            .copied()
            .unwrap_or(UNCOUNTED)
    }

    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// The rule of a name that one of the rules uses; each such name has a rule.
    pub(crate) fn named(&self, name: &str) -> usize {
        self.places[name]
    }

    /// The part within this one that a case is about: an alternative, or a body that is there or not.
    fn of_case<'p>(&self, part: &'p Expression, case: CaseNumber) -> Option<&'p Expression> {
        let first = self.case(part);
        let within = match part {
            _ if first == UNCOUNTED || first > case => None,
            Expression::Choice(parts) => parts.get(case - first),
            Expression::Optional(body)
            | Expression::ZeroOrMore(body)
            | Expression::OneOrMore(body)
                if case <= not_taken(first) =>
            {
                Some(&**body)
            }
            _ => None,
        };
        let parts = || part.parts().into_iter();
        within.or_else(|| parts().find_map(|part| self.of_case(part, case)))
    }

    /// The characters next to the ranges of the classes that a case's part is made of, if that is one of a terminal: most of them
    /// cannot be there.
    pub(crate) fn outside(&self, case: CaseNumber) -> Vec<char> {
        let rules = self.rules.iter().zip(&self.used);
        let mut terminals = rules.filter(|(rule, _)| rule.kind != RuleKind::Nonterminal);
        let part = terminals.find_map(|(rule, &used)| match used == case {
            true => Some(&rule.expression),
            false => self.of_case(&rule.expression, case),
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
    fn add_classes(&self, part: &Expression, seen: &mut Vec<usize>, classes: &mut Vec<CharSet>) {
        match (part, class(part)) {
            (_, Some(set)) => classes.push(set),
            (Expression::Name(name), _) if !seen.contains(&self.named(name)) => {
                let rule = self.named(name);
                seen.push(rule);
                self.add_classes(&self.rules[rule].expression, seen, classes);
            }
            _ => {
                let parts = part.parts().into_iter();
                parts.for_each(|part| self.add_classes(part, seen, classes));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_has_a_case() {
        let grammar =
            ebnf::read("@start a\n[1] a ::= ('x' | b)* 'y'?\nb ::= [0-9]+\nc ::= 'z'?").unwrap();
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
