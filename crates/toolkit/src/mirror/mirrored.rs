//! A `.pest` file and the specification's grammar that it mirrors, production by production.
//!
//! Invariant: a production is identical, departs by exactly the kinds that are declared, or is a [`Finding`].

use super::align::Alignment;
use super::finding::{Finding, FindingKind};
use super::language::{COMMENT, WHITESPACE};
use notation::Expression;
use notation::GrammarError;
use notation::ebnf;
use notation::peg::{self, Above, CORRECTED, DepartureKind, Literate};
use notation::{Grammar, Rule, RuleKind};
use std::collections::BTreeSet;

/// Both sides, and what the checks need to know of them.
pub(crate) struct Mirror<'a> {
    pub(crate) literate: &'a Literate,
    /// What the lines with three slashes say.
    pub(crate) specified: Grammar,
    /// The same with errata corrected and the prose's trivia written in: what terminals are to match.
    pub(crate) corrected: Grammar,
    /// The tokens that a text of the specified grammar is made of: terminals' names, and literals.
    pub(crate) tokens: Vec<Expression>,
    pub(crate) white_space: BTreeSet<String>,
    pub(crate) line_ends: BTreeSet<String>,
}

/// One rule and the production that it mirrors.
#[derive(Clone, Copy)]
pub(crate) struct Pair<'m> {
    pub(crate) rule: &'m Rule,
    pub(crate) above: &'m Above,
    pub(crate) production: &'m Rule,
}

impl Pair<'_> {
    pub(crate) fn declared(&self) -> BTreeSet<DepartureKind> {
        self.above
            .departures
            .iter()
            .map(|departure| departure.kind)
            .collect()
    }

    fn finding(&self, kind: FindingKind, message: impl Into<String>) -> Finding {
        Finding::new(kind, &self.rule.name, message)
            .at(self.above.line)
            .sides(
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
        let white_space = terminals_within(&specified, "\t\n\r ");
        let line_ends = terminals_within(&specified, "\n\r");
        let mut mirror = Self {
            literate,
            tokens: tokens(&specified),
            corrected: specified.clone(),
            specified,
            white_space,
            line_ends,
        };
        mirror.correct();
        Ok(mirror)
    }

    /// The rules that stand under a production, in the file's order.
    pub(crate) fn pairs(&self) -> Vec<Pair<'_>> {
        let rules = self.literate.written.rules.iter().zip(&self.literate.above);
        rules
            .filter(|(_, above)| above.production.is_some())
            .zip(&self.specified.rules)
            .map(|((rule, above), production)| Pair {
                rule,
                above,
                production,
            })
            .collect()
    }

    /// Whether white space and comments may stand between the parts of nonterminals. A text of such a grammar is first
    /// cut into tokens, each as long as can be.
    pub(crate) fn has_trivia(&self) -> bool {
        [WHITESPACE, COMMENT]
            .iter()
            .any(|name| self.literate.written.rule(name).is_some())
    }

    /// Whether nothing may stand between the parts of a rule.
    pub(crate) fn is_token(&self, rule: &Rule) -> bool {
        rule.kind == RuleKind::Terminal || rule.kind == RuleKind::Silent || !self.has_trivia()
    }

    /// Writes errata and the prose's trivia into the productions.
    fn correct(&mut self) {
        let mut corrected = self.specified.clone();
        let places = self.pairs().into_iter().enumerate();
        for (place, pair) in places {
            let rule = &mut corrected.rules[place];
            if let Some(Ok(expression)) = correction(pair.above) {
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
        pair: Pair<'_>,
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

    /// The grammar without a departure that a rule declares; `None` if it does not declare it, or departs otherwise.
    pub(crate) fn without_departure(&self, pair: Pair<'_>, kind: DepartureKind) -> Option<Grammar> {
        let declared = pair.declared();
        if !declared.contains(&kind) {
            return None;
        }
        let production = self.corrected.rule(&pair.rule.name)?;
        let expression = self.align(pair, &production.expression, &declared, Some(kind))?;
        let mut grammar = self.literate.written.clone();
        let changed = grammar
            .rules
            .iter_mut()
            .find(|rule| rule.name == pair.rule.name);
        changed?.expression = expression;
        Some(grammar)
    }

    /// A departure that is declared, and without which the rule would do as well.
    pub(crate) fn unneeded(&self, pair: Pair<'_>, kind: DepartureKind) -> Finding {
        let message = format!("`{kind}` is declared, but without it the rule would match the same");
        pair.finding(FindingKind::Unneeded, message)
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

    /// What the structure of the rules has to say.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        let mut findings = Vec::new();
        for pair in self.pairs() {
            if pair.rule.name != pair.production.name {
                let name = &pair.production.name;
                let message = format!("it stands under the production of {name}");
                findings.push(pair.finding(FindingKind::Misnamed, message));
                continue;
            }
            findings.extend(self.compare(pair));
            findings.extend(self.modifier_finding(pair));
        }
        for (rule, above) in self.literate.written.rules.iter().zip(&self.literate.above) {
            findings.extend(comments(rule, above));
        }
        findings
    }

    /// A production is a node, and if it is a terminal it is one leaf; only trivia is neither.
    fn modifier_finding(&self, pair: Pair<'_>) -> Option<Finding> {
        let message = match pair.above.modifier {
            None | Some('@') => return None,
            Some('_') if self.is_trivia(&pair.rule.name) => return None,
            Some('_') => "`_` makes no node, and only white space and comments have none",
            Some(_) => "a terminal is `@{ … }`, anything else `{ … }`",
        };
        let finding = Finding::new(FindingKind::WrongKind, &pair.rule.name, message);
        Some(finding.at(pair.above.line))
    }

    /// Whether a rule is part of what is skipped; in the text of 2008, which says where, that is `ws`.
    fn is_trivia(&self, name: &str) -> bool {
        let mut names = vec![WHITESPACE, COMMENT, "ws"];
        let mut next = 0;
        while let Some(rule) = names.get(next).map(|name| self.literate.written.rule(name)) {
            let used = rule.map_or_else(Vec::new, |rule| rule.expression.names());
            let new: Vec<&str> = used
                .into_iter()
                .filter(|name| !names.contains(name))
                .collect();
            names.extend(new);
            next += 1;
        }
        names.contains(&name)
    }

    /// What a production is to its rule.
    fn compare(&self, pair: Pair<'_>) -> Option<Finding> {
        let declared = pair.declared();
        let corrected = match correction(pair.above) {
            Some(Ok(corrected)) => corrected,
            _ => pair.production.expression.clone(),
        };
        let holds = |specified: &Expression, allowed: &BTreeSet<DepartureKind>| {
            self.align(pair, specified, allowed, None).is_some()
        };
        if !holds(&corrected, &declared) {
            return Some(self.difference(pair, &corrected, &declared));
        }
        let unneeded = declared.iter().copied().find(|&kind| match kind {
            DepartureKind::Erratum => holds(&pair.production.expression, &declared),
            kind => {
                let mut fewer = declared.clone();
                fewer.remove(&kind);
                holds(&corrected, &fewer)
            }
        })?;
        let message = format!("`{unneeded}` is declared, but the rule does not depart by it");
        Some(pair.finding(FindingKind::Unneeded, message))
    }

    /// Whether more kinds, had they been declared, would explain the difference.
    fn difference(
        &self,
        pair: Pair<'_>,
        corrected: &Expression,
        declared: &BTreeSet<DepartureKind>,
    ) -> Finding {
        match self.explaining(pair, corrected, declared) {
            Some(kinds) => {
                let kinds: Vec<String> = kinds.iter().map(|kind| format!("`{kind}`")).collect();
                let message = format!("the rule departs by {}, which is not declared", kinds.join(" and "));
                pair.finding(FindingKind::Undeclared, message)
            }
            None => pair.finding(
                FindingKind::Differs,
                "the rule does not say what the production says, and no kinds of departure explain it",
            ),
        }
    }

    /// The fewest kinds by which a rule departs beside those that are declared; `None` if there are none that explain it.
    pub(crate) fn explaining(
        &self,
        pair: Pair<'_>,
        specified: &Expression,
        declared: &BTreeSet<DepartureKind>,
    ) -> Option<Vec<DepartureKind>> {
        let others: Vec<DepartureKind> = DepartureKind::ALL
            .into_iter()
            .filter(|kind| !declared.contains(kind))
            .collect();
        let mut subsets: Vec<Vec<DepartureKind>> = (0..1_usize << others.len())
            .map(|bits| {
                let kinds = others.iter().enumerate();
                kinds
                    .filter(|(place, _)| bits & (1 << place) != 0)
                    .map(|(_, &kind)| kind)
                    .collect()
            })
            .collect();
        subsets.sort_by_key(Vec::len);
        subsets.into_iter().find(|subset| {
            let allowed = declared.iter().chain(subset).copied().collect();
            self.align(pair, specified, &allowed, None).is_some()
        })
    }

    /// What a specification's own text has to say of the productions that the file quotes.
    pub(crate) fn quotation_findings(&self, published: &Grammar) -> Vec<Finding> {
        let mut findings = Vec::new();
        let pairs = self.pairs();
        let line = |name: &str| {
            let pair = pairs.iter().find(|pair| pair.production.name == name);
            pair.map(|pair| pair.above.line)
        };
        let about = |kind, name: &str, message: String| Finding {
            line: line(name),
            ..Finding::new(kind, name, message)
        };
        for production in &published.rules {
            let Some(quoted) = self.specified.rule(&production.name) else {
                let message = format!(
                    "the specification has it, the grammar has not: {}",
                    ebnf::print_rule(production)
                );
                findings.push(about(FindingKind::Missing, &production.name, message));
                continue;
            };
            if quoted.number != production.number {
                let number = |number: &Option<String>| match number {
                    Some(number) => format!("[{number}]"),
                    None => "no number".to_owned(),
                };
                let message = format!(
                    "the specification gives it {}, the grammar {}",
                    number(&production.number),
                    number(&quoted.number)
                );
                findings.push(about(FindingKind::Misnumbered, &production.name, message));
            }
            if quoted.expression != production.expression {
                let finding = about(
                    FindingKind::Misquoted,
                    &production.name,
                    "the production above the rule is not the specification's".to_owned(),
                );
                findings.push(Finding {
                    specified: Some(ebnf::print_expression(&production.expression)),
                    written: Some(ebnf::print_expression(&quoted.expression)),
                    ..finding
                });
            }
            findings.extend(self.kind_finding(production, published));
        }
        let order = |grammar: &Grammar, other: &Grammar| -> Vec<String> {
            let names = grammar.rules.iter().map(|rule| rule.name.clone());
            names.filter(|name| other.rule(name).is_some()).collect()
        };
        let there = order(published, &self.specified);
        let here = order(&self.specified, published);
        if let Some((expected, found)) = there.iter().zip(&here).find(|(a, b)| a != b) {
            let message = format!("in the specification {expected} comes here");
            findings.push(about(FindingKind::OutOfOrder, found, message));
        }
        for rule in &self.specified.rules {
            if published.rule(&rule.name).is_none() {
                let message =
                    "the grammar has it as a production, the specification has not".to_owned();
                findings.push(about(FindingKind::Extra, &rule.name, message));
            }
        }
        findings
    }

    /// A text that lists its terminals says which productions are leaves.
    fn kind_finding(&self, production: &Rule, published: &Grammar) -> Option<Finding> {
        let lists_terminals = published
            .rules
            .iter()
            .any(|rule| rule.kind == RuleKind::Terminal);
        let pairs = self.pairs();
        let pair = pairs
            .iter()
            .find(|pair| pair.rule.name == production.name)?;
        let message = match (production.kind, pair.rule.kind) {
            _ if !lists_terminals => return None,
            (RuleKind::Terminal, RuleKind::Nonterminal) => {
                "the specification lists it as a terminal, so it is to be a leaf: `@{ … }`"
            }
            (RuleKind::Nonterminal, RuleKind::Terminal | RuleKind::Silent) => {
                "the specification does not list it as a terminal, so it is no leaf: `{ … }`"
            }
            _ => return None,
        };
        let finding = Finding::new(FindingKind::WrongKind, &pair.rule.name, message);
        Some(finding.at(pair.above.line))
    }
}

/// The expression that an erratum puts in place of the published one; an error if the erratum gives none.
fn correction(above: &Above) -> Option<Result<Expression, GrammarError>> {
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

/// What is wrong with the comments above a rule.
fn comments(rule: &Rule, above: &Above) -> Vec<Finding> {
    let mut findings = Vec::new();
    for comment in &above.comments {
        let kinds: Vec<&str> = DepartureKind::ALL.iter().map(|kind| kind.name()).collect();
        let message = format!(
            "`{comment}` declares no departure; the kinds are {}",
            kinds.join(", ")
        );
        findings.push(Finding::new(FindingKind::Unreadable, &rule.name, message).at(above.line));
    }
    for (place, departure) in above.departures.iter().enumerate() {
        let earlier = &above.departures[..place];
        if above.production.is_some() && earlier.iter().any(|one| one.kind == departure.kind) {
            let message = format!("`{}` is declared twice", departure.kind);
            findings.push(Finding::new(FindingKind::Unneeded, &rule.name, message).at(above.line));
        }
    }
    if let Some(Err(_)) = correction(above) {
        let message = format!(
            "an erratum ends with the corrected production, as in `erratum: why{CORRECTED}A | 'b'`"
        );
        findings.push(Finding::new(FindingKind::Unreadable, &rule.name, message).at(above.line));
    }
    if above.production.is_none() && above.departures.is_empty() {
        let message = "it mirrors no production, and declares no departure that it serves";
        findings.push(Finding::new(FindingKind::Unexplained, &rule.name, message).at(above.line));
    }
    findings
}

/// The terminals that match nothing but these characters.
pub(crate) fn terminals_within(grammar: &Grammar, characters: &str) -> BTreeSet<String> {
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
    characters: &str,
    open: &mut Vec<&'g str>,
) -> bool {
    fn all<'g>(
        grammar: &'g Grammar,
        expression: &'g Expression,
        characters: &str,
        open: &mut Vec<&'g str>,
    ) -> bool {
        match expression {
            Expression::Name(name) => matches_within(grammar, name, characters, open),
            Expression::Class(class) => class.ranges.iter().all(|&(first, last)| {
                !class.is_complement && (first..=last).all(|c| characters.contains(c))
            }),
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
