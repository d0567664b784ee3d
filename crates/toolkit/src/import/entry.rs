//! The rules that read a document one statement at a time.
//!
//! Invariant: they are made from the start production alone, and from nothing that it does not say. A start production
//! of another form than those that are known has none, and a note says so.

use super::kinds::TriviaRules;
use super::{Helper, Note, flat};
use notation::peg::DepartureKind;
use notation::{EntryRule, Expression, Grammar, Rule, RuleKind};

/// The rules, in the order in which they are written.
pub(super) struct EntryHelpers {
    pub(super) rules: Vec<Helper>,
    pub(super) notes: Vec<Note>,
}

pub(super) fn of(grammar: &Grammar, trivia: &TriviaRules) -> EntryHelpers {
    let Some(start) = grammar.rules.first() else {
        return EntryHelpers {
            rules: Vec::new(),
            notes: Vec::new(),
        };
    };
    let rules = lines(start, trivia)
        .or_else(|| graphs(grammar, start))
        .or_else(|| statements(start));
    EntryHelpers {
        notes: match rules {
            Some(_) => Vec::new(),
            None => unknown(grammar),
        },
        rules: rules.unwrap_or_default(),
    }
}

/// The note that no rules for parts are known.
pub(super) fn unknown(grammar: &Grammar) -> Vec<Note> {
    let message = "the start production is of no known form: a parser that goes by statements needs a rule \
                   `nextStatement`";
    let start = grammar.rules.first().map(|start| Note {
        production: Some(start.name.clone()),
        message: message.to_owned(),
    });
    start.into_iter().collect()
}

fn helper(entry: EntryRule, kind: RuleKind, reason: &str, expression: Expression) -> Helper {
    Helper {
        kind: DepartureKind::Entry,
        reason: reason.to_owned(),
        rule: Rule::new(entry.name(), kind, expression),
    }
}

fn next_statement(reason: &str, parts: Vec<Expression>) -> Helper {
    let parts = [vec![Expression::Start], parts].concat();
    helper(
        EntryRule::NextStatement,
        RuleKind::Silent,
        reason,
        flat(parts),
    )
}

/// `S? (EOL S)* EOL?`: a statement is a line.
fn lines(start: &Rule, trivia: &TriviaRules) -> Option<Vec<Helper>> {
    let Expression::Sequence(parts) = &start.expression else {
        return None;
    };
    let [
        Expression::Optional(statement),
        Expression::ZeroOrMore(_),
        Expression::Optional(end),
    ] = parts.as_slice()
    else {
        return None;
    };
    let is_line_end = matches!(&**end, Expression::Name(name) if trivia.line_ends.contains(name));
    let line = Expression::Sequence(vec![
        (**statement).clone(),
        Expression::Choice(vec![(**end).clone(), Expression::End]),
    ]);
    let reason = "the next statement of a text and the end of its line, or the end of the text";
    let rule = next_statement(
        reason,
        vec![
            Expression::ZeroOrMore(end.clone()),
            Expression::Choice(vec![line, Expression::End]),
        ],
    );
    is_line_end.then(|| vec![rule])
}

/// `S*`, or `W* (S W*)*` where white space is written out.
fn statements(start: &Rule) -> Option<Vec<Helper>> {
    let (before, repeated) = match &start.expression {
        Expression::ZeroOrMore(body) => (Vec::new(), body),
        Expression::Sequence(parts) => match parts.as_slice() {
            [
                white_space @ Expression::ZeroOrMore(_),
                Expression::ZeroOrMore(body),
            ] => (vec![white_space.clone()], body),
            _ => return None,
        },
        _ => return None,
    };
    let statement = match &**repeated {
        Expression::Sequence(parts) if !before.is_empty() => match parts.as_slice() {
            [statement, behind] if *behind == before[0] => statement,
            _ => return None,
        },
        other => other,
    };
    let either = [statement.alternatives(), &[Expression::End]].concat();
    let reason =
        "the next statement of a text, or its end; what follows the statement is not looked at";
    Some(vec![next_statement(
        reason,
        [before, vec![Expression::Choice(either)]].concat(),
    )])
}

/// `(D | B)*`, where B can be a graph between braces: a graph is read in parts.
fn graphs(grammar: &Grammar, start: &Rule) -> Option<Vec<Helper>> {
    let Expression::ZeroOrMore(repeated) = &start.expression else {
        return None;
    };
    let Expression::Choice(statements) = &**repeated else {
        return None;
    };
    let (braced, triples) = grammar.rules.iter().find_map(|rule| {
        let contents = between_braces(&rule.expression)?;
        let contents = grammar.rule(contents)?;
        match &contents.expression {
            Expression::Sequence(parts) => Some((rule.name.as_str(), parts.first()?.clone())),
            _ => None,
        }
    })?;
    let (mut others, mut names) = (Vec::new(), Vec::new());
    let mut has_nameless = false;
    for statement in statements {
        for alternative in opened(grammar, statement, braced) {
            match before(&alternative, braced) {
                Some(name) if name.is_empty() => has_nameless = true,
                Some(name) => names.push(flat(name)),
                None => {
                    names.extend(name_within(grammar, &alternative, braced));
                    others.push(alternative);
                }
            }
        }
    }
    // A name alone comes before a keyword and a name.
    names.sort_by_key(|name| matches!(name, Expression::Sequence(_)));
    let name = Expression::choice(names);
    let name = match has_nameless {
        true => Expression::Optional(Box::new(name)),
        false => name,
    };
    let begin = Expression::name(EntryRule::GraphBegin.name());
    let first = others.len().min(1);
    others.insert(first, begin);
    others.push(Expression::End);
    let end = Expression::Choice(vec![
        Expression::literal("."),
        Expression::Lookahead {
            is_positive: true,
            body: Box::new(Expression::literal("}")),
        },
    ]);
    let in_graph = Expression::Choice(vec![
        Expression::name(EntryRule::GraphTriples.name()),
        Expression::name(EntryRule::GraphEnd.name()),
    ]);
    Some(vec![
        next_statement(
            "the next part of a text outside of a graph's braces: a directive, triples, or the beginning of a graph",
            vec![Expression::Choice(others)],
        ),
        helper(
            EntryRule::GraphBegin,
            RuleKind::Nonterminal,
            "a block up to its opening brace",
            flat(vec![name, Expression::literal("{")]),
        ),
        helper(
            EntryRule::NextInGraph,
            RuleKind::Silent,
            "the next part of a text between a graph's braces: triples, or the closing brace",
            flat(vec![Expression::Start, in_graph]),
        ),
        helper(
            EntryRule::GraphTriples,
            RuleKind::Nonterminal,
            "triples, and the full stop after them that only the last ones may lack",
            flat(vec![triples, end]),
        ),
        helper(
            EntryRule::GraphEnd,
            RuleKind::Nonterminal,
            "the end of a block",
            Expression::literal("}"),
        ),
    ])
}

/// The name A in `'{' A? '}'`.
fn between_braces(expression: &Expression) -> Option<&str> {
    let Expression::Sequence(parts) = expression else {
        return None;
    };
    match parts.as_slice() {
        [first, Expression::Optional(body), last]
            if *first == Expression::literal("{") && *last == Expression::literal("}") =>
        {
            match &**body {
                Expression::Name(name) => Some(name),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The alternatives of a production that is a choice and uses the name; else the expression itself.
fn opened(grammar: &Grammar, expression: &Expression, name: &str) -> Vec<Expression> {
    let rule = match expression {
        Expression::Name(name) => grammar.rule(name),
        _ => None,
    };
    match rule.map(|rule| &rule.expression) {
        Some(Expression::Choice(parts))
            if parts.iter().any(|part| part.names().contains(&name)) =>
        {
            parts.clone()
        }
        _ => vec![expression.clone()],
    }
}

/// The part before the name that the expression ends with.
fn before(expression: &Expression, name: &str) -> Option<Vec<Expression>> {
    let (last, before) = expression.in_sequence().split_last()?;
    (*last == Expression::name(name)).then(|| before.to_vec())
}

/// The part before the name where a production of this expression begins with the two: `N (G | …)`.
fn name_within(grammar: &Grammar, expression: &Expression, name: &str) -> Option<Expression> {
    let Expression::Name(production) = expression else {
        return None;
    };
    let expression = &grammar.rule(production)?.expression;
    expression
        .alternatives()
        .iter()
        .find_map(|alternative| match alternative {
            Expression::Sequence(parts) => match parts.as_slice() {
                [first, Expression::Choice(rest)] if rest.contains(&Expression::name(name)) => {
                    Some(first.clone())
                }
                _ => None,
            },
            _ => None,
        })
}
