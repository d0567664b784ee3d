//! The matches of an expression, as a [formula](super::formulas): in EBNF in any way, in PEG in its one way.
//!
//! Invariant: a formula holds exactly where the expression matches, on every text. Recursion other than repetition, which no formula
//! can say, is refused.

use super::effort::Unanswered;
use super::formulas::{Formula, Formulas};
use foldhash::{HashMap, HashMapExt as _};
use notation::{CanBeNothing, CharSet, Expression, Grammar, RuleKind};
use std::cell::OnceCell;

/// The rules that pest skips between the parts of a nonterminal.
pub(crate) const WHITESPACE: &str = "WHITESPACE";
pub(crate) const COMMENT: &str = "COMMENT";

/// How specifications that write white space out between their tokens name it and comments.
pub(crate) const WRITTEN_TRIVIA: [&str; 2] = ["ws", "comment"];

/// Whether a grammar writes its white space in its productions.
pub(crate) fn writes_white_space(grammar: &Grammar) -> bool {
    let mut rules = grammar.rules.iter();
    rules.any(|rule| WRITTEN_TRIVIA.contains(&rule.name.as_str()))
}

/// By which rules an expression matches.
///
/// ```
/// use turtle_peg_toolkit::ebnf;
/// use turtle_peg_toolkit::inclusion::{Semantics, RuleReading, beyond};
///
/// let grammar = ebnf::read("word ::= 'x' | 'xy'")?;
/// let by = |semantics| RuleReading { grammar: &grammar, semantics, rule: "word" };
/// // In a PEG, 'x' matches first.
/// assert_eq!(beyond(by(Semantics::Ebnf), by(Semantics::Peg)), Ok(Some("xy".to_owned())));
/// assert_eq!(beyond(by(Semantics::Peg), by(Semantics::Ebnf)), Ok(None));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Semantics {
    /// Every way to match counts.
    Ebnf,
    /// The first alternative that matches, and greedy repetitions.
    Peg,
}

/// How many rules are passed over in a step, when one is looked up by its name.
const RULES_A_STEP: usize = 16;

/// A grammar, and the formulas that were made from it.
pub(crate) struct Language<'g> {
    semantics: Semantics,
    grammar: &'g Grammar,
    /// The rules that are being read: using one of them again is recursion.
    open: Vec<&'g str>,
    /// The rules that match in every way, whatever the notation.
    every_way: Vec<String>,
    /// The formulas of expressions, by where they are in the grammar, and of trivia: each is made once.
    known: HashMap<(Option<*const Expression>, Semantics, bool, Formula), Formula>,
    nothing: OnceCell<CanBeNothing>,
}

impl<'g> Language<'g> {
    pub(crate) fn new(semantics: Semantics, grammar: &'g Grammar) -> Self {
        Self {
            semantics,
            grammar,
            open: Vec::new(),
            every_way: Vec::new(),
            known: HashMap::new(),
            nothing: OnceCell::new(),
        }
    }

    /// Lets the rules of these names match in every way, as productions do.
    pub(crate) fn with_every_way_of(self, names: &[String]) -> Self {
        Self {
            every_way: names.to_vec(),
            ..self
        }
    }

    /// The expression matches from here, and where it ends `then` holds. With `trivia`, white space and comments may
    /// are between its parts, if the grammar has any.
    pub(crate) fn matches(
        &mut self,
        formulas: &mut Formulas,
        expression: &'g Expression,
        trivia: bool,
        then: Formula,
    ) -> Result<Formula, Unanswered> {
        let key = (
            Some(std::ptr::from_ref(expression)),
            self.semantics,
            trivia,
            then,
        );
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        formulas.check()?;
        let formula = self.read(formulas, expression, trivia, then)?;
        self.known.insert(key, formula);
        Ok(formula)
    }

    fn read(
        &mut self,
        formulas: &mut Formulas,
        expression: &'g Expression,
        trivia: bool,
        then: Formula,
    ) -> Result<Formula, Unanswered> {
        match expression {
            Expression::Literal { text, ignores_case } => {
                Ok(literal(formulas, text, *ignores_case, then))
            }
            Expression::Class(class) => Ok(formulas.step(class.set(), then)),
            Expression::Name(name) => self.rule(formulas, name, trivia, then),
            Expression::Sequence(parts) => {
                let mut formula = then;
                for (index, part) in parts.iter().enumerate().rev() {
                    formula = self.matches(formulas, part, trivia, formula)?;
                    if index > 0 {
                        formula = self.skip(formulas, trivia, formula)?;
                    }
                }
                Ok(formula)
            }
            Expression::Choice(parts) => {
                let mut formula = Formulas::FALSE;
                for part in parts.iter().rev() {
                    formula = self.or_else(formulas, part, trivia, then, formula)?;
                }
                Ok(formula)
            }
            Expression::Optional(body) => self.or_else(formulas, body, trivia, then, then),
            Expression::ZeroOrMore(body) => self.repeated(formulas, body, trivia, then),
            Expression::OneOrMore(body) => {
                let more = self.repeated(formulas, body, trivia, then)?;
                let more = self.skip(formulas, trivia, more)?;
                self.matches(formulas, body, trivia, more)
            }
            Expression::Difference(first, second) => {
                // Of a text as a whole both are asked.
                if then == Formulas::END || then == Formulas::HERE {
                    let taken = self.matches(formulas, first, trivia, then)?;
                    let excluded = self.matches(formulas, second, trivia, then)?;
                    return Ok(formulas.without(taken, excluded));
                }
                if is_a_character(first) && least(second) >= 2 {
                    return self.matches(formulas, first, trivia, then);
                }
                let excluded = characters(second).ok_or(Unanswered::Difference)?;
                self.without(formulas, first, &excluded, trivia, then)
            }
            Expression::Lookahead { is_positive, body } => {
                let seen = self.matches(formulas, body, trivia, Formulas::TRUE)?;
                let wanted = match is_positive {
                    true => seen,
                    false => formulas.not(seen),
                };
                Ok(formulas.and(wanted, then))
            }
            Expression::End => Ok(formulas.and(Formulas::END, then)),
            Expression::Start => Err(Unanswered::Start),
        }
    }

    /// The first if it matches; else, and in EBNF as well, the other.
    fn or_else(
        &mut self,
        formulas: &mut Formulas,
        first: &'g Expression,
        trivia: bool,
        then: Formula,
        other: Formula,
    ) -> Result<Formula, Unanswered> {
        let matched = self.matches(formulas, first, trivia, then)?;
        let other = self.unless(formulas, first, trivia, other)?;
        Ok(formulas.or(matched, other))
    }

    /// In PEG, `other` where the expression does not match; in EBNF anywhere.
    fn unless(
        &mut self,
        formulas: &mut Formulas,
        expression: &'g Expression,
        trivia: bool,
        other: Formula,
    ) -> Result<Formula, Unanswered> {
        if self.semantics == Semantics::Ebnf {
            return Ok(other);
        }
        let succeeds = self.matches(formulas, expression, trivia, Formulas::TRUE)?;
        Ok(formulas.without(other, succeeds))
    }

    /// Any number of times, with trivia in between that counts only if another one follows.
    fn repeated(
        &mut self,
        formulas: &mut Formulas,
        body: &'g Expression,
        trivia: bool,
        then: Formula,
    ) -> Result<Formula, Unanswered> {
        if self.can_be_nothing(body) {
            return Err(Unanswered::RepeatsNothing);
        }
        let more = formulas.recursive(|formulas, more| {
            let succeeds = self.matches(formulas, body, trivia, Formulas::TRUE)?;
            let another = self.skip(formulas, trivia, succeeds)?;
            let stop = match self.semantics {
                Semantics::Ebnf => then,
                Semantics::Peg => formulas.without(then, another),
            };
            let next = self.matches(formulas, body, trivia, more)?;
            let next = self.skip(formulas, trivia, next)?;
            Ok(formulas.or(next, stop))
        })?;
        self.or_else(formulas, body, trivia, more, then)
    }

    /// White space and comments, as far as they go, if there may be any here.
    pub(crate) fn skip(
        &mut self,
        formulas: &mut Formulas,
        trivia: bool,
        then: Formula,
    ) -> Result<Formula, Unanswered> {
        let key = (None, self.semantics, trivia, then);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let rules: Vec<&'g Expression> = match trivia {
            true => [WHITESPACE, COMMENT]
                .into_iter()
                .filter_map(|name| self.grammar.rule(name))
                .map(|rule| &rule.expression)
                .collect(),
            false => Vec::new(),
        };
        if rules.is_empty() {
            return Ok(then);
        }
        let formula = formulas.recursive(|formulas, more| {
            let (mut skipped, mut stop) = (Formulas::FALSE, then);
            for rule in rules.iter().rev() {
                skipped = self.or_else(formulas, rule, false, more, skipped)?;
                stop = self.unless(formulas, rule, false, stop)?;
            }
            Ok(formulas.or(skipped, stop))
        })?;
        self.known.insert(key, formula);
        Ok(formula)
    }

    fn rule(
        &mut self,
        formulas: &mut Formulas,
        name: &'g str,
        trivia: bool,
        then: Formula,
    ) -> Result<Formula, Unanswered> {
        formulas.step_on(self.grammar.rules.len() / RULES_A_STEP);
        let rule = self.grammar.rule(name).ok_or(Unanswered::Undefined)?;
        let trivia = trivia && rule.kind != RuleKind::Terminal;
        if self.open.contains(&rule.name.as_str()) {
            return Err(Unanswered::Recursive);
        }
        // A comment goes as far as it can, in either notation.
        let semantics = self.semantics;
        if rule.name == COMMENT {
            self.semantics = Semantics::Peg;
        } else if self.every_way.contains(&rule.name) {
            self.semantics = Semantics::Ebnf;
        }
        self.open.push(&rule.name);
        let formula = self.matches(formulas, &rule.expression, trivia, then);
        self.open.pop();
        self.semantics = semantics;
        formula
    }

    /// The matches of the expression, but for single characters of the set.
    fn without(
        &mut self,
        formulas: &mut Formulas,
        expression: &'g Expression,
        excluded: &CharSet,
        trivia: bool,
        then: Formula,
    ) -> Result<Formula, Unanswered> {
        if let Some(characters) = characters(expression) {
            return Ok(formulas.step(characters.difference(excluded), then));
        }
        match expression {
            Expression::Name(name) => {
                let rule = self.grammar.rule(name).ok_or(Unanswered::Undefined)?;
                if self.open.contains(&rule.name.as_str()) {
                    return Err(Unanswered::Recursive);
                }
                self.open.push(&rule.name);
                let formula = self.without(formulas, &rule.expression, excluded, trivia, then);
                self.open.pop();
                formula
            }
            Expression::Choice(parts) => {
                let mut formula = Formulas::FALSE;
                for part in parts {
                    let rest = self.without(formulas, part, excluded, trivia, then)?;
                    formula = formulas.or(formula, rest);
                }
                Ok(formula)
            }
            _ if least(expression) >= 2 => self.matches(formulas, expression, trivia, then),
            _ => Err(Unanswered::Difference),
        }
    }

    /// Whether the expression can match nothing.
    pub(crate) fn can_be_nothing(&self, expression: &Expression) -> bool {
        let nothing = self.nothing.get_or_init(|| CanBeNothing::of(self.grammar));
        nothing.expression(expression)
    }
}

/// The characters of an expression that matches one character and nothing else.
pub(crate) fn characters(expression: &Expression) -> Option<CharSet> {
    match expression {
        Expression::Class(class) => Some(class.set()),
        Expression::Literal { text, ignores_case } => {
            let mut characters = text.chars();
            let only = characters.next().filter(|_| characters.next().is_none())?;
            Some(CharSet::in_cases(only, *ignores_case))
        }
        Expression::Choice(parts) => parts.iter().try_fold(CharSet::none(), |all, part| {
            Some(all.union(&characters(part)?))
        }),
        _ => None,
    }
}

/// Whether the expression matches one character and nothing else.
pub(crate) fn is_a_character(expression: &Expression) -> bool {
    characters(expression).is_some()
}

/// The least number of characters that the expression matches, as far as known without reading the names in it; 2 is
/// for more, too.
pub(crate) fn least(expression: &Expression) -> usize {
    let least = expression.least(&|part| match part {
        Expression::Literal { text, .. } => Some(text.chars().count()),
        Expression::Class(_) => Some(1),
        _ => Some(0),
    });
    least.unwrap_or(0).min(2)
}

fn literal(formulas: &mut Formulas, text: &str, ignores_case: bool, then: Formula) -> Formula {
    text.chars().rev().fold(then, |then, character| {
        formulas.step(CharSet::in_cases(character, ignores_case), then)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::{ebnf, peg};

    /// The place where the PEG's first rule stops.
    fn end_of_peg(rules: &str, text: &str) -> Result<Option<usize>, Unanswered> {
        let file = peg::read(rules).unwrap();
        let grammar = &file.optimized;
        let mut formulas = Formulas::new();
        let mut language = Language::new(Semantics::Peg, grammar);
        let trivia = grammar.rules[0].kind != RuleKind::Terminal;
        let matched = language.matches(
            &mut formulas,
            &grammar.rules[0].expression,
            trivia,
            Formulas::HERE,
        )?;
        formulas.position(matched, text)
    }

    #[test]
    fn a_peg_stops_where_pest_does() {
        for (rules, text, end) in [
            ("a = @{ \"x\"* ~ \"y\" }", "xxy", Some(3)),
            ("a = @{ (\"x\" | \".\")* ~ \"x\" }", "x.x", None),
            ("a = @{ (\".\"* ~ \"x\")* }", "x.x.", Some(3)),
            ("a = @{ \"x\" | \"xy\" }", "xy", Some(1)),
            ("a = @{ \"x\" ~ !\"y\" }", "xy", None),
            ("a = @{ \"x\" ~ &\"y\" }", "xy", Some(1)),
            ("a = @{ ^\"xy\" ~ (!\"z\" ~ ANY)+ }", "XyéZz", Some(5)),
            (
                "a = { \"x\" ~ \"y\"* }\nWHITESPACE = _{ \" \" }\nCOMMENT = _{ \"#\" }",
                "x # y  y ",
                Some(8),
            ),
            ("a = { \"x\"* }\nWHITESPACE = _{ \" \" }", "x x  ", Some(3)),
            (
                "a = { b ~ \"x\" }\nb = @{ \"y\" ~ \"y\" }\nWHITESPACE = _{ \" \" }",
                "y yx",
                None,
            ),
        ] {
            assert_eq!(end_of_peg(rules, text), Ok(end), "{rules}: {text}");
        }
        let recursive = "a = { \"(\" ~ a? ~ \")\" }";
        assert_eq!(end_of_peg(recursive, "()"), Err(Unanswered::Recursive));
    }

    /// All ends of the EBNF's first production.
    fn ends_of_ebnf(productions: &str, text: &str) -> Result<Vec<usize>, Unanswered> {
        let grammar = ebnf::read(productions).unwrap();
        let mut ends = Vec::new();
        for end in 0..=text.len() {
            let mut formulas = Formulas::new();
            let mut language = Language::new(Semantics::Ebnf, &grammar);
            let first = &grammar.rules[0].expression;
            let matched = language.matches(&mut formulas, first, false, Formulas::END)?;
            ends.extend(formulas.position(matched, &text[..end])?.map(|_| end));
        }
        Ok(ends)
    }

    #[test]
    fn an_ebnf_matches_in_every_way() {
        for (productions, text, ends) in [
            ("a ::= 'x'* 'x'", "xxx", vec![1, 2, 3]),
            ("a ::= 'x' | 'xy'", "xyz", vec![1, 2]),
            ("a ::= (b | '.')* b\nb ::= [a-c]", "a.b.", vec![1, 3]),
            (
                "a ::= (b - 'y')+\nb ::= [x-z] | '\\y'",
                "x\\yz",
                vec![1, 3, 4],
            ),
            ("a ::= \"xy\"?", "Xy", vec![0, 2]),
            // No single character is one of two.
            ("a ::= ('x' - 'xy') 'y'?", "xyz", vec![1, 2]),
        ] {
            assert_eq!(
                ends_of_ebnf(productions, text),
                Ok(ends),
                "{productions}: {text}"
            );
        }
        assert_eq!(
            ends_of_ebnf("a ::= ('x'?)*", "x"),
            Err(Unanswered::RepeatsNothing)
        );
        assert_eq!(
            ends_of_ebnf("a ::= ('x'? - 'y')*", "x"),
            Err(Unanswered::RepeatsNothing)
        );
        assert_eq!(
            ends_of_ebnf("a ::= '(' a? ')'", "()"),
            Err(Unanswered::Recursive)
        );
    }
}
