//! A `.pest` file and the specification's grammar that it mirrors, production by production: the data of all checks.

use super::align::{Alignment, normal};
use super::finding::{Finding, FindingKind};
use super::next_tokens::RuleTokens;
use crate::matching::language::{COMMENT, Language, Semantics, WHITESPACE, characters};
use notation::CharSet;
use notation::Expression;
use notation::GrammarError;
use notation::ebnf;
use notation::peg::{self, Above, DepartureKind, Literate};
use notation::{Grammar, Rule, RuleKind};
use std::collections::BTreeSet;

/// Both sides, and the facts about them that the checks need.
pub(crate) struct Mirror<'a> {
    pub(crate) literate: &'a Literate,
    /// The productions of the lines with three slashes.
    pub(crate) specified: Grammar,
    /// The productions with errata corrected and the prose's trivia written in: terminals have to match these.
    pub(crate) corrected: Grammar,
    /// The tokens that a text of the specified grammar is made of: terminals' names, and literals.
    pub(crate) tokens: Vec<Expression>,
    /// The tokens that the rules look for.
    pub(crate) rule_tokens: RuleTokens,
    pub(crate) white_space: BTreeSet<String>,
    pub(crate) line_ends: BTreeSet<String>,
    /// The rules that replaced faulty ones, with the productions' expressions: they match in every way.
    pub(crate) mended: Vec<String>,
}

/// One rule and the production that it mirrors.
#[derive(Clone, Copy)]
pub(crate) struct RulePair<'m> {
    pub(crate) rule: &'m Rule,
    pub(crate) above: &'m Above,
    pub(crate) production: &'m Rule,
}

impl RulePair<'_> {
    pub(crate) fn declared(&self) -> BTreeSet<DepartureKind> {
        self.above
            .departures
            .iter()
            .map(|departure| departure.kind)
            .collect()
    }

    /// A finding about the rule.
    pub(super) fn about(&self, kind: FindingKind, message: impl Into<String>) -> Finding {
        Finding::new(kind, &self.rule.name, message).at(self.above.line)
    }

    /// A finding about the rule, with both sides.
    pub(super) fn finding(&self, kind: FindingKind, message: impl Into<String>) -> Finding {
        self.about(kind, message).sides(
            ebnf::print_expression(&self.production.expression),
            peg::print_expression(&self.rule.expression),
        )
    }
}

impl<'a> Mirror<'a> {
    /// # Errors
    ///
    /// The productions above the rules cannot be read.
    pub(crate) fn of(literate: &'a Literate) -> Result<Self, GrammarError> {
        let specified = literate.specified()?;
        let white_space = white_space(literate, &specified);
        let line_ends = terminals_within(&specified, &CharSet::of("\n\r"));
        let mut mirror = Self {
            literate,
            tokens: Vec::new(),
            rule_tokens: RuleTokens::of(&literate.written),
            corrected: specified.clone(),
            specified,
            white_space,
            line_ends,
            mended: Vec::new(),
        };
        mirror.correct();
        mirror.tokens = tokens(&mirror.corrected);
        Ok(mirror)
    }

    /// The matches of this grammar's rules as they run.
    pub(crate) fn peg<'g>(&self, grammar: &'g Grammar) -> Language<'g> {
        Language::new(Semantics::Peg, grammar).with_every_way_of(&self.mended)
    }

    /// The file with the productions' expressions in place of these rules.
    pub(crate) fn mended(&self, names: &[String]) -> Literate {
        let mut mended = self.literate.clone();
        let start = self.specified.rules.first().map(|rule| rule.name.as_str());
        for pair in self
            .pairs()
            .into_iter()
            .filter(|pair| names.contains(&pair.rule.name))
        {
            let Some(production) = self.corrected.rule(&pair.rule.name) else {
                continue;
            };
            let declared = pair.declared();
            let unrolled = match declared.contains(&DepartureKind::Loop) {
                true => normal(&production.expression, false).unrolled(&production.name),
                false => None,
            };
            let mut expression = unrolled.unwrap_or_else(|| production.expression.clone());
            if declared.contains(&DepartureKind::Trivia) && !self.is_token(pair.rule) {
                expression = self.with_line_ends(&expression);
            }
            if start == Some(pair.rule.name.as_str()) {
                expression =
                    Expression::Sequence(vec![Expression::Start, expression, Expression::End]);
            }
            for grammar in [&mut mended.written, &mut mended.optimized] {
                let rules = grammar.rules.iter_mut();
                for rule in rules.filter(|rule| rule.name == pair.rule.name) {
                    rule.expression = expression.clone();
                }
            }
        }
        mended
    }

    /// Ends of lines that recur wherever they are named.
    fn with_line_ends(&self, expression: &Expression) -> Expression {
        let is_line_end = |part: &Expression| match part {
            Expression::Name(name) => self.line_ends.contains(name),
            _ => false,
        };
        match expression {
            Expression::Optional(body) if is_line_end(body) => Expression::ZeroOrMore(body.clone()),
            Expression::ZeroOrMore(body) | Expression::OneOrMore(body) if is_line_end(body) => {
                expression.clone()
            }
            one if is_line_end(one) => Expression::OneOrMore(Box::new(one.clone())),
            other => other.map(|part| self.with_line_ends(part)),
        }
    }

    /// The rules that are under a production, in the file's order.
    pub(crate) fn pairs(&self) -> Vec<RulePair<'_>> {
        let rules = self.literate.written.rules.iter().zip(&self.literate.above);
        rules
            .filter(|(_, above)| above.production.is_some())
            .zip(&self.specified.rules)
            .map(|((rule, above), production)| RulePair {
                rule,
                above,
                production,
            })
            .collect()
    }

    /// Whether white space and comments may be between the parts of nonterminals. A text of such a grammar is first
    /// cut into tokens, each as long as can be.
    pub(crate) fn has_trivia(&self) -> bool {
        [WHITESPACE, COMMENT]
            .iter()
            .any(|name| self.literate.written.rule(name).is_some())
    }

    /// Whether nothing may be between the parts of a rule.
    pub(crate) fn is_token(&self, rule: &Rule) -> bool {
        rule.kind == RuleKind::Terminal || rule.kind == RuleKind::Silent || !self.has_trivia()
    }

    /// Writes errata and the prose's trivia into the productions.
    fn correct(&mut self) {
        let mut corrected = self.specified.clone();
        let places = self.pairs().into_iter().enumerate();
        for (place, pair) in places {
            let rule = &mut corrected.rules[place];
            if let Some(expression) = self.correction(pair) {
                rule.expression = expression;
            }
            if self.is_token(pair.rule) && pair.declared().contains(&DepartureKind::Trivia) {
                rule.expression = self.with_comments(&rule.expression);
            }
        }
        let comment = self.literate.written.rule(COMMENT);
        corrected.rules.extend(comment.cloned());
        self.corrected = corrected;
    }

    /// The expression that an erratum puts in place of the published one, if it names productions only.
    pub(crate) fn correction(&self, pair: RulePair<'_>) -> Option<Expression> {
        let corrected = correction(pair.above)?.ok()?;
        let mut names = corrected.names().into_iter();
        names
            .all(|name| self.specified.rule(name).is_some())
            .then_some(corrected)
    }

    /// White space that recurs may be comments, too.
    fn with_comments(&self, expression: &Expression) -> Expression {
        match expression {
            Expression::ZeroOrMore(body) => match &**body {
                Expression::Name(name) if self.white_space.contains(name) => {
                    let comment = Expression::name(COMMENT);
                    let either = Expression::Choice(vec![(**body).clone(), comment]);
                    Expression::ZeroOrMore(Box::new(either))
                }
                _ => expression.map(|part| self.with_comments(part)),
            },
            _ => expression.map(|part| self.with_comments(part)),
        }
    }

    /// The rule's expression with the departures of a kind taken back; `None` if it departs by other kinds, too.
    pub(crate) fn align(
        &self,
        pair: RulePair<'_>,
        specified: &Expression,
        allowed: &BTreeSet<DepartureKind>,
        undo: Option<DepartureKind>,
    ) -> Option<Expression> {
        let alignment = Alignment {
            name: &pair.production.name,
            is_token: self.is_token(pair.rule),
            is_start: self.specified.rules.first() == Some(pair.production),
            allowed,
            white_space: &self.white_space,
            line_ends: &self.line_ends,
            undo,
        };
        alignment.of(specified, &pair.rule.expression)
    }

    /// The grammar without a rule's departure of a kind; `None` if it departs by others than that and those declared, or if
    /// its guard is not declared.
    pub(crate) fn without_departure(
        &self,
        pair: RulePair<'_>,
        kind: DepartureKind,
    ) -> Option<Grammar> {
        let mut allowed = pair.declared();
        if allowed.insert(kind) && kind == DepartureKind::Guard {
            return None;
        }
        let production = self.corrected.rule(&pair.rule.name)?;
        let expression = self.align(pair, &production.expression, &allowed, Some(kind))?;
        let mut grammar = self.literate.written.clone();
        let changed = grammar
            .rules
            .iter_mut()
            .find(|rule| rule.name == pair.rule.name);
        changed?.expression = expression;
        Some(grammar)
    }

    /// A departure that is declared, and without which the rule would do as well.
    pub(crate) fn unneeded(&self, pair: RulePair<'_>, kind: DepartureKind) -> Finding {
        let message = format!("`{kind}` is declared, but without it the rule would match the same");
        pair.finding(FindingKind::Unneeded, message)
    }

    /// A finding about the rule of this name, at its line if it mirrors a production.
    pub(super) fn about(&self, kind: FindingKind, rule: &str, message: String) -> Finding {
        let pairs = self.pairs();
        match pairs.iter().find(|pair| pair.rule.name == rule) {
            Some(pair) => pair.about(kind, message),
            None => Finding::new(kind, rule, message),
        }
    }

    /// The line of the first rule that is a token, or has it.
    pub(crate) fn line_of(&self, token: &Expression) -> Option<usize> {
        let pairs = self.pairs();
        let pair = pairs.iter().find(|pair| match token {
            Expression::Name(name) => pair.production.name == *name,
            token => pair.production.expression.has(&|part| part == token),
        });
        pair.map(|pair| pair.above.line)
    }

    /// Whether an expression is one token of the grammar.
    pub(crate) fn is_leaf(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Literal { .. } => true,
            Expression::Name(name) => {
                let rule = self.literate.written.rule(name);
                rule.is_some_and(|rule| rule.kind == RuleKind::Terminal)
            }
            _ => false,
        }
    }
}

/// The expression that an erratum puts in place of the published one; an error if the erratum gives none.
pub(super) fn correction(above: &Above) -> Option<Result<Expression, GrammarError>> {
    let erratum = above
        .departures
        .iter()
        .find(|departure| departure.kind == DepartureKind::Erratum)?;
    let corrected = erratum.correction().1.unwrap_or_default();
    let mut grammar = match ebnf::read(&format!("corrected ::= {corrected}")) {
        Ok(grammar) => grammar,
        Err(error) => return Some(Err(error)),
    };
    Some(Ok(grammar.rules.swap_remove(0).expression))
}

/// The terminals that match white space only: Unicode's, and the characters of productions that the rule WHITESPACE is.
fn white_space(literate: &Literate, specified: &Grammar) -> BTreeSet<String> {
    let skipped = literate.written.rule(WHITESPACE);
    let named = skipped.map_or_else(Vec::new, |rule| rule.expression.names());
    let own = named.into_iter().chain([WHITESPACE]);
    let own = own.filter_map(|name| specified.rule(name));
    let own = own.filter_map(|rule| characters(&rule.expression));
    let all = own.fold(CharSet::white_space(), |all, own| all.union(&own));
    terminals_within(specified, &all)
}

/// The terminals that match nothing but these characters.
pub(crate) fn terminals_within(grammar: &Grammar, characters: &CharSet) -> BTreeSet<String> {
    let is_within = |rule: &&Rule| {
        let mut open = Vec::new();
        rule.kind != RuleKind::Nonterminal
            && matches_within(grammar, &rule.name, characters, &mut open)
    };
    grammar
        .rules
        .iter()
        .filter(is_within)
        .map(|rule| rule.name.clone())
        .collect()
}

fn matches_within<'g>(
    grammar: &'g Grammar,
    name: &'g str,
    characters: &CharSet,
    open: &mut Vec<&'g str>,
) -> bool {
    fn all<'g>(
        grammar: &'g Grammar,
        expression: &'g Expression,
        characters: &CharSet,
        open: &mut Vec<&'g str>,
    ) -> bool {
        match expression {
            Expression::Name(name) => matches_within(grammar, name, characters, open),
            Expression::Class(class) => class.set().is_subset(characters),
            Expression::Literal { text, .. } => text.chars().all(|c| characters.contains(c)),
            other => other
                .parts()
                .into_iter()
                .all(|part| all(grammar, part, characters, open)),
        }
    }
    if open.contains(&name) {
        return true;
    }
    open.push(name);
    let rule = grammar.rule(name);
    rule.is_some_and(|rule| all(grammar, &rule.expression, characters, open))
}

/// The tokens of the nonterminals that are reached from the first production, each once.
fn tokens(grammar: &Grammar) -> Vec<Expression> {
    let mut tokens = Vec::new();
    let mut reached: Vec<&str> = Vec::new();
    let mut open: Vec<&Rule> = grammar.rules.first().into_iter().collect();
    while let Some(rule) = open.pop() {
        if reached.contains(&rule.name.as_str()) {
            continue;
        }
        reached.push(&rule.name);
        let mut expressions = vec![&rule.expression];
        while let Some(expression) = expressions.pop() {
            let named = match expression {
                Expression::Name(name) => grammar.rule(name),
                _ => None,
            };
            let is_token = match (expression, named) {
                (Expression::Literal { .. } | Expression::Class(_), _) => true,
                (_, Some(rule)) => rule.kind == RuleKind::Terminal,
                _ => false,
            };
            if is_token && !tokens.contains(expression) {
                tokens.push(expression.clone());
            }
            open.extend(named.filter(|rule| rule.kind == RuleKind::Nonterminal));
            expressions.extend(expression.parts());
        }
    }
    tokens
}
