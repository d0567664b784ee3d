//! The kinds of productions: leaves, and the text between them.
//!
//! Invariant: a specification's list is taken as it is, and none is made up where white space would matter. Where its EBNF is silent, its prose speaks, and a note states
//! the assumption: white space, but no comments. Of these the caller tells.

use super::{Helper, Note};
use crate::matching::language::{COMMENT, WHITESPACE, WRITTEN_TRIVIA, writes_white_space};
use crate::mirror::grammar_pair::terminals_within;
use notation::CharSet;
use notation::peg::DepartureKind;
use notation::{CharacterClass, Expression};
use notation::{Grammar, Rule, RuleKind};
use std::collections::BTreeSet;

/// The comments that a specification speaks of in prose, where its productions have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comments {
    /// None.
    AsTold,
    /// From `#` to the end of the line, as in Turtle, SPARQL and their like.
    FromHash,
}

/// The text that may stand between two terminals.
pub(super) struct TriviaRules {
    /// The terminals that match white space only; and of these, which match ends of lines only and are written in
    /// productions.
    pub(super) white_space: BTreeSet<String>,
    pub(super) line_ends: BTreeSet<String>,
    /// The skipped expression; none, if productions place it.
    white_space_rule: Option<Expression>,
    /// Whether white space and comments are a matter of prose.
    assumes: bool,
    /// Whether comments go from `#` to the end of the line.
    has_comments: bool,
}

impl TriviaRules {
    /// `passed` is the text between tokens, if the specification declares it beside its productions.
    pub(super) fn of(grammar: &Grammar, passed: Option<&Expression>, comments: Comments) -> Self {
        let used: BTreeSet<&str> = grammar
            .rules
            .iter()
            .filter(|rule| rule.kind == RuleKind::Nonterminal)
            .flat_map(|rule| rule.expression.names())
            .collect();
        let white_space = terminals_within(grammar, &CharSet::white_space());
        let mut line_ends = terminals_within(grammar, &CharSet::of("\n\r"));
        line_ends.retain(|name| used.contains(name.as_str()));
        let silent: Vec<&Rule> = grammar
            .rules
            .iter()
            .filter(|rule| rule.kind == RuleKind::Silent && rule.name != COMMENT)
            .collect();
        let is_written = silent.iter().any(|rule| used.contains(rule.name.as_str()));
        let own_comment = grammar.rule(COMMENT);
        let declared = passed.and_then(|passed| between_tokens(passed, own_comment.is_some()));
        let passed = silent.first().filter(|_| !is_written);
        let named = white_space.iter().find(|name| !line_ends.contains(*name));
        let white_space_rule = match (is_written, passed, named) {
            (true, ..) => None,
            _ if declared.is_some() => declared.clone(),
            (false, Some(passed), _) => Some(Expression::name(&passed.name)),
            (false, None, _) if !line_ends.is_empty() => Some(characters(" \t")),
            (false, None, Some(named)) => Some(Expression::name(named)),
            (false, None, None) => Some(characters(" \t\r\n")),
        };
        let assumes =
            !is_written && passed.is_none() && own_comment.is_none() && declared.is_none();
        Self {
            assumes,
            has_comments: assumes && comments == Comments::FromHash,
            white_space,
            line_ends,
            white_space_rule,
        }
    }

    /// Whether it may be between any two terminals, and no production says so.
    pub(super) fn is_implied(&self) -> bool {
        self.white_space_rule.is_some()
    }

    pub(super) fn has_comments(&self) -> bool {
        self.has_comments
    }

    /// The rules that pest skips.
    pub(super) fn rules(&self) -> Vec<Helper> {
        let rule = |name: &str, reason: &str, expression: Expression| Helper {
            kind: DepartureKind::Trivia,
            reason: reason.to_owned(),
            rule: Rule::new(name, RuleKind::Silent, expression),
        };
        // A production of that name is the rule.
        let own = Expression::name(WHITESPACE);
        let white_space = self.white_space_rule.iter().filter(|rule| **rule != own);
        let white_space = white_space.map(|expression| {
            let reason = match self.line_ends.is_empty() {
                true => "white space separates terminals",
                false => "white space, spaces and tabs only, separates terminals",
            };
            rule(WHITESPACE, reason, expression.clone())
        });
        let reason = "a comment goes from `#` to the end of the line and is treated as white space";
        let comment = self.has_comments.then(|| rule(COMMENT, reason, comment()));
        white_space.chain(comment).collect()
    }

    pub(super) fn notes(&self) -> Vec<Note> {
        let message = match (self.assumes, self.has_comments) {
            (false, _) => return Vec::new(),
            (true, true) => {
                "white space is a matter of prose, and was assumed; `@pass` can say which there is"
            }
            (true, false) => {
                "white space is a matter of prose, and was assumed, without comments; `@pass` can say which there are"
            }
        };
        vec![Note {
            production: None,
            message: message.to_owned(),
        }]
    }
}

/// The expression that is skipped again and again, without comments, which have a rule of their own. None, if nothing is left.
fn between_tokens(passed: &Expression, has_comment: bool) -> Option<Expression> {
    match passed {
        Expression::Optional(body) | Expression::ZeroOrMore(body) | Expression::OneOrMore(body) => {
            between_tokens(body, has_comment)
        }
        Expression::Choice(parts) => {
            let parts = parts.iter();
            let parts: Vec<Expression> = parts
                .filter_map(|part| between_tokens(part, has_comment))
                .collect();
            (!parts.is_empty()).then(|| Expression::choice(parts))
        }
        Expression::Name(name) if name == COMMENT && has_comment => None,
        other => Some(other.clone()),
    }
}

fn characters(characters: &str) -> Expression {
    let each = characters
        .chars()
        .map(|one| Expression::Class(CharacterClass::one(one)));
    Expression::Choice(each.collect())
}

/// `"#" ~ (!("\u{0D}" | "\u{0A}") ~ ANY)*`
fn comment() -> Expression {
    let rest = Expression::Class(CharacterClass {
        is_complement: true,
        ranges: vec![('\r', '\r'), ('\n', '\n')],
    });
    Expression::Sequence(vec![
        Expression::literal("#"),
        Expression::ZeroOrMore(Box::new(rest)),
    ])
}

/// The grammar with the kinds that its rules are to have.
pub(super) fn with_kinds(published: &Grammar) -> (Grammar, Vec<Note>) {
    let mut grammar = published.clone();
    if !has_terminals(&grammar) {
        let notes = with_leaves(&mut grammar);
        return (grammar, notes);
    }
    let passed = passed_tokens(&grammar);
    for rule in &mut grammar.rules {
        let is_trivia = [WHITESPACE, COMMENT].contains(&rule.name.as_str());
        if passed.contains(&rule.name) || is_trivia {
            rule.kind = RuleKind::Silent;
        }
    }
    (grammar, Vec::new())
}

fn has_terminals(grammar: &Grammar) -> bool {
    let mut rules = grammar.rules.iter();
    rules.any(|rule| rule.kind == RuleKind::Terminal)
}

/// Makes leaves of the productions without white space, in a grammar that says of no production that it is a terminal, and that
/// writes its white space: then a leaf reads what its production does. Elsewhere there are none, to this pass as to the others.
fn with_leaves(grammar: &mut Grammar) -> Vec<Note> {
    if !writes_white_space(grammar) {
        return Vec::new();
    }
    let leaves = leaves(grammar);
    for rule in &mut grammar.rules {
        if is_trivia(&rule.name) {
            rule.kind = RuleKind::Silent;
        } else if leaves.contains(&rule.name) {
            rule.kind = RuleKind::Terminal;
        }
    }
    if leaves.is_empty() {
        return Vec::new();
    }
    let leaves: Vec<String> = leaves.into_iter().collect();
    vec![Note {
        production: None,
        message: format!(
            "the text lists no terminals, and says where white space is: those without it were taken for terminals; a line \
             `@terminals` before the terminals says otherwise. Taken: {}",
            leaves.join(", ")
        ),
    }]
}

fn is_trivia(name: &str) -> bool {
    WRITTEN_TRIVIA.contains(&name)
}

/// The productions without white space, but for trivia and the start symbol: a document is more than a token, though it may be made
/// of one.
fn leaves(grammar: &Grammar) -> BTreeSet<String> {
    let mut leaves: BTreeSet<String> = BTreeSet::new();
    loop {
        let another = grammar.rules.iter().skip(1).find(|rule| {
            !leaves.contains(&rule.name)
                && !is_trivia(&rule.name)
                && is_leaf(&rule.expression, &leaves)
        });
        match another {
            Some(rule) => leaves.insert(rule.name.clone()),
            None => return leaves,
        };
    }
}

/// Whether a production has no white space in it, and is more than a name for others.
fn is_leaf(expression: &Expression, leaves: &BTreeSet<String>) -> bool {
    let is_name = |part: &Expression| matches!(part, Expression::Name(_));
    let only_names = match expression {
        Expression::Choice(parts) => parts.iter().all(is_name),
        other => is_name(other),
    };
    let names = expression.names();
    !only_names && names.into_iter().all(|name| leaves.contains(name))
}

/// Terminals that no production uses, and that match white space of every kind: a tokenizer passes over them.
fn passed_tokens(grammar: &Grammar) -> BTreeSet<String> {
    let used: BTreeSet<&str> = grammar
        .rules
        .iter()
        .flat_map(|rule| rule.expression.names())
        .collect();
    let is_passed = |rule: &&Rule| {
        rule.kind == RuleKind::Terminal
            && !used.contains(rule.name.as_str())
            && matches!(&rule.expression, Expression::Choice(parts) if parts.iter().any(repeats_white_space))
    };
    let passed = grammar.rules.iter().filter(is_passed);
    passed.map(|rule| rule.name.clone()).collect()
}

fn repeats_white_space(expression: &Expression) -> bool {
    match expression {
        Expression::OneOrMore(body) => match &**body {
            Expression::Class(class) => class.set() == CharSet::of("\t\n\r "),
            _ => false,
        },
        _ => false,
    }
}
