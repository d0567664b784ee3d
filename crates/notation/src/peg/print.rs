//! Printing PEG.

use crate::{CharacterClass, Expression, Grammar, Rule, RuleKind};
use std::fmt::Write as _;

/// The rules, as pest reads them, without the comments above them.
pub fn print(grammar: &Grammar) -> String {
    let rules = grammar.rules.iter();
    rules.map(|rule| print_rule(rule) + "\n").collect()
}

/// One rule: `NumericLiteral = { DOUBLE | DECIMAL | INTEGER }`.
pub fn print_rule(rule: &Rule) -> String {
    let modifier = match rule.kind {
        RuleKind::Nonterminal => "",
        RuleKind::Terminal => "@",
        RuleKind::Silent => "_",
    };
    let expression = print_expression(&rule.expression);
    format!("{} = {modifier}{{ {expression} }}", rule.name)
}

/// The expression between a rule's braces. Constructs of EBNF alone are printed as a PEG that means the same.
pub fn print_expression(expression: &Expression) -> String {
    print_at(expression, 0)
}

/// With parentheses where `level` asks for them: 0 in a choice, 1 in a sequence, 2 before an operator.
fn print_at(expression: &Expression, level: usize) -> String {
    let (own, text) = match expression {
        Expression::Choice(parts) => (0, joined(parts, 1, " | ")),
        Expression::Sequence(parts) => (1, joined(parts, 2, " ~ ")),
        Expression::Difference(first, second) => (
            1,
            format!("!{} ~ {}", print_at(second, 2), print_at(first, 2)),
        ),
        Expression::Optional(body) => (2, print_at(body, 2) + "?"),
        Expression::ZeroOrMore(body) => (2, print_at(body, 2) + "*"),
        Expression::OneOrMore(body) => (2, print_at(body, 2) + "+"),
        Expression::Lookahead { is_positive, body } => {
            let operator = if *is_positive { '&' } else { '!' };
            (2, format!("{operator}{}", print_at(body, 2)))
        }
        Expression::Literal { text, ignores_case } => {
            let case = if *ignores_case { "^" } else { "" };
            (2, format!("{case}\"{}\"", escaped(text)))
        }
        Expression::Class(class) => print_class(class),
        Expression::Name(name) => (2, name.clone()),
        Expression::Start => (2, "SOI".to_owned()),
        Expression::End => (2, "EOI".to_owned()),
    };
    match own < level {
        true => format!("({text})"),
        false => text,
    }
}

fn joined(parts: &[Expression], level: usize, between: &str) -> String {
    let parts: Vec<String> = parts.iter().map(|part| print_at(part, level)).collect();
    parts.join(between)
}

fn print_class(class: &CharacterClass) -> (usize, String) {
    let one = |&(first, last): &(char, char)| match first == last {
        true => format!("\"{}\"", escaped(&first.to_string())),
        false => format!(
            "'{}'..'{}'",
            escaped(&first.to_string()),
            escaped(&last.to_string())
        ),
    };
    // A character that is written twice would be an alternative that never matches.
    let is_new = |&(place, &(first, last)): &(usize, &(char, char))| {
        let mut earlier = class.ranges[..place].iter();
        !earlier.any(|known| known.0 <= first && last <= known.1)
    };
    let ranges = class.ranges.iter().enumerate().filter(is_new);
    let ranges: Vec<String> = ranges.map(|(_, range)| one(range)).collect();
    match (class.is_complement, ranges.as_slice()) {
        (true, []) => (2, "ANY".to_owned()),
        (true, [only]) => (1, format!("!{only} ~ ANY")),
        (true, ranges) => (1, format!("!({}) ~ ANY", ranges.join(" | "))),
        (false, [only]) => (2, only.clone()),
        (false, ranges) => (0, ranges.join(" | ")),
    }
}

/// The text as it stands between pest's quotes, single or double.
fn escaped(text: &str) -> String {
    let mut result = String::new();
    for character in text.chars() {
        match character {
            '"' | '\\' | '\'' => {
                result.push('\\');
                result.push(character);
            }
            _ if character.is_ascii_graphic() => result.push(character),
            _ => {
                let _ = write!(result, "\\u{{{:02X}}}", u32::from(character));
            }
        }
    }
    result
}
