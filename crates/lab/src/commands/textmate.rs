//! `turtle-lab textmate`: a specification's tokens as an editor's grammar for colours, in TextMate's notation.
//!
//! Invariant: the patterns are the terminals' productions, the literals of the nonterminals and comments, nothing else. An editor takes the
//! first pattern that matches, line by line, so terminals come before literals, and a terminal with line ends is two patterns: its
//! beginning and its end.

use crate::grammars::loaded::FileNotation;
use crate::grammars::notes::tell_of_assumptions;
use crate::grammars::source::GrammarSource;
use crate::pages::json;
use anyhow::bail;
use cli::Status;
use cli::output::Output;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;
use toolkit::{CharacterClass, Expression, Grammar, GrammarError, Rule, RuleKind, ebnf};

/// Print a grammar for editors' colours, in TextMate's notation
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  turtle-lab textmate turtle-1.2 > turtle.tmLanguage.json
  turtle-lab textmate edited.pest

The regular expressions, for Oniguruma, are made from the terminals' productions. What a token is called follows from the name \
of its production: names with STRING are strings, for example.")]
pub struct TextmateArguments {
    /// A dialect, or a file: NAME.pest, NAME.ebnf, NAME.html
    #[arg(value_name = "DIALECT|FILE", hide_possible_values = true)]
    grammar: GrammarSource,
}

pub fn run(arguments: &TextmateArguments) -> anyhow::Result<Status> {
    tell_of_assumptions([&arguments.grammar]);
    let grammar = arguments.grammar.specified_once()?;
    refuse_recursion(&grammar).map_err(|error| arguments.grammar.fault_of_production(error))?;
    let name = arguments.grammar.name();
    let mut output = Output::new();
    output.print(&json::text(&textmate(&grammar, &name)?))?;
    output.flush()?;
    Ok(Status::Fine)
}

/// Refuses terminals that lead to themselves: no regular expression has what they match.
fn refuse_recursion(grammar: &Grammar) -> Result<(), GrammarError> {
    let terminals = grammar
        .rules
        .iter()
        .filter(|rule| rule.kind != RuleKind::Nonterminal);
    let is_recursive = |rule: &&Rule| {
        let used = grammar.reached(rule.expression.names());
        used.contains(rule.name.as_str())
    };
    let recursive = terminals.filter(is_recursive);
    let faults: Vec<GrammarError> = recursive
        .map(|rule| GrammarError::Production {
            name: rule.name.clone(),
            message: "this terminal uses itself: it is no regular expression".to_owned(),
        })
        .collect();
    match faults.is_empty() {
        true => Ok(()),
        false => Err(GrammarError::Several(faults)),
    }
}

fn textmate(grammar: &Grammar, name: &str) -> anyhow::Result<Value> {
    let (words, signs): (Vec<_>, Vec<_>) = literals(grammar)
        .into_iter()
        .partition(|(text, _)| is_word(text));
    // Of tokens that begin alike the longer has to come first. A word is shorter than a name that begins with it, and longer than
    // the sign of a language tag.
    let (before, after): (Vec<_>, Vec<_>) = terminals(grammar)
        .into_iter()
        .partition(|terminal| precedence(terminal) < WORDS);
    let mut patterns = comments(grammar)?;
    for terminal in before {
        patterns.push(terminal_pattern(grammar, terminal)?);
    }
    patterns.extend(words.iter().map(literal_pattern));
    for terminal in after {
        patterns.push(terminal_pattern(grammar, terminal)?);
    }
    patterns.extend(signs.iter().map(literal_pattern));
    // `n-triples-1.2` is a version of N-Triples, and a file is called by its stem.
    let stem = Path::new(name).file_stem().and_then(OsStr::to_str);
    let stem = stem.filter(|_| name.contains('/') || FileNotation::of(Path::new(name)).is_some());
    let language = stem.unwrap_or(name);
    let language = language
        .split("-1")
        .next()
        .unwrap_or(language)
        .replace('-', "");
    Ok(json!({
        "name": name,
        "scopeName": format!("source.{language}"),
        "comment": "Made from the productions of the specification by turtle-lab textmate; do not edit.",
        "patterns": patterns,
    }))
}

/// From its sign to the end of the line, as the specifications' prose has it; or the text between tokens that the grammar declares,
/// without white space, which has no colour.
fn comments(grammar: &Grammar) -> anyhow::Result<Vec<Value>> {
    let comment = |matched| json!({ "name": "comment.line", "match": matched });
    let Some(between) = grammar.rule(ebnf::PASS) else {
        return Ok(vec![
            json!({ "name": "comment.line.number-sign", "match": "#.*$" }),
        ]);
    };
    let mut comments = Vec::new();
    let mut open = vec![&between.expression];
    while let Some(expression) = open.pop() {
        match expression {
            Expression::Choice(parts) => open.extend(parts.iter().rev()),
            Expression::ZeroOrMore(body)
            | Expression::OneOrMore(body)
            | Expression::Optional(body) => open.push(body),
            Expression::Name(name) => {
                let rule = grammar.rule(name);
                let terminal = rule.filter(|rule| rule.kind != RuleKind::Nonterminal);
                let Some(terminal) = terminal else {
                    bail!("the terminal {name} is missing");
                };
                open.push(&terminal.expression);
            }
            Expression::Class(_) => {}
            Expression::Literal { text, .. } if text.trim().is_empty() => {}
            other => comments.push(comment(regular_expression(grammar, other)?)),
        }
    }
    Ok(comments)
}

/// The terminals that nonterminals use, in the order in which they are tried.
fn terminals(grammar: &Grammar) -> Vec<&str> {
    let nonterminals = grammar.rules.iter();
    let nonterminals = nonterminals.filter(|rule| rule.kind == RuleKind::Nonterminal);
    let names: BTreeSet<_> = nonterminals
        .flat_map(|rule| rule.expression.names())
        .collect();
    let is_terminal = |name: &&str| {
        let rule = grammar.rule(name);
        rule.is_some_and(|rule| rule.kind == RuleKind::Terminal)
    };
    let mut terminals: Vec<_> = names.into_iter().filter(is_terminal).collect();
    terminals.sort_by_key(|terminal| precedence(terminal));
    terminals
}

/// The parts of terminals' names in the order in which they are tried: three quotes before one, a name with a local part before
/// one without, a number with a fraction before one without.
const ORDER: [&str; 10] = [
    "LONG", "STRING", "IRI", "BLANK", "PNAME_LN", "PNAME_NS", "LANG", "DOUBLE", "DECIMAL",
    "INTEGER",
];

/// The place in this order at which words are tried.
const WORDS: usize = 6;

fn precedence(terminal: &str) -> usize {
    let place = ORDER.iter().position(|part| terminal.contains(part));
    place.unwrap_or(ORDER.len())
}

/// The literals of nonterminals, the longest first.
fn literals(grammar: &Grammar) -> Vec<(String, bool)> {
    fn collect(expression: &Expression, found: &mut BTreeSet<(String, bool)>) {
        if let Expression::Literal { text, ignores_case } = expression {
            found.insert((text.clone(), *ignores_case));
        }
        for part in expression.parts() {
            collect(part, found);
        }
    }
    let mut found = BTreeSet::new();
    for rule in &grammar.rules {
        if rule.kind == RuleKind::Nonterminal {
            collect(&rule.expression, &mut found);
        }
    }
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
    found
}

fn is_word(literal: &str) -> bool {
    literal.chars().any(char::is_alphabetic)
}

/// The scope that editors give to tokens of this terminal.
fn scope(terminal: &str) -> &'static str {
    const SCOPES: [(&str, &str); 8] = [
        ("STRING", "string.quoted"),
        ("IRI", "entity.name.type.iri"),
        ("LANG", "storage.modifier.language"),
        ("BLANK", "variable.other.blank-node"),
        ("INTEGER", "constant.numeric.integer"),
        ("DECIMAL", "constant.numeric.decimal"),
        ("DOUBLE", "constant.numeric.double"),
        ("PNAME", "entity.name.tag.prefixed"),
    ];
    let known = SCOPES.iter().find(|(part, _)| terminal.contains(part));
    known.map_or("meta.token", |(_, scope)| scope)
}

fn terminal_pattern(grammar: &Grammar, name: &str) -> anyhow::Result<Value> {
    let Some(rule) = grammar.rule(name) else {
        bail!("the production {name} is missing");
    };
    if let Expression::Sequence(parts) = &rule.expression
        && let [
            first @ Expression::Literal { .. },
            inner @ ..,
            last @ Expression::Literal { .. },
        ] = parts.as_slice()
        && scope(name).starts_with("string")
        && inner.iter().any(|part| matches_line_end(grammar, part))
    {
        let escapes = inner.iter().flat_map(Expression::names);
        let escapes = escapes.map(|escape| {
            let matched = regular_expression(grammar, &Expression::name(escape))?;
            Ok(json!({ "name": "constant.character.escape", "match": matched }))
        });
        return Ok(json!({
            "name": scope(name),
            "begin": regular_expression(grammar, first)?,
            "end": regular_expression(grammar, last)?,
            "patterns": escapes.collect::<anyhow::Result<Vec<_>>>()?,
        }));
    }
    let matched = regular_expression(grammar, &rule.expression)?;
    Ok(json!({ "name": scope(name), "match": matched }))
}

/// No letter or sign of a longer word follows.
const NO_LONGER: &str = r"(?![\w:-])";

fn literal_pattern((text, ignores_case): &(String, bool)) -> Value {
    let matched = literal_expression(text, *ignores_case);
    // A word that a letter follows is another one. One with `@` is a language tag after a string, one without is a prefix before a
    // colon.
    let (before, after) = match text.starts_with('@') {
        _ if !is_word(text) => return json!({ "name": "punctuation", "match": matched }),
        true => (r"(?<![\x22\x27])", r"(?![\w-])"),
        false => ("", NO_LONGER),
    };
    json!({ "name": "keyword.control", "match": format!("{before}{matched}{after}") })
}

/// Whether an expression matches a line end anywhere in it.
fn matches_line_end(grammar: &Grammar, expression: &Expression) -> bool {
    match expression {
        Expression::Class(class) => class.set().contains('\n'),
        Expression::Name(name) => grammar
            .rule(name)
            .is_some_and(|rule| matches_line_end(grammar, &rule.expression)),
        _ => expression
            .parts()
            .iter()
            .any(|part| matches_line_end(grammar, part)),
    }
}

/// An expression as a regular expression, in which the productions that it uses are written out.
fn regular_expression(grammar: &Grammar, expression: &Expression) -> anyhow::Result<String> {
    let one = |part: &Expression| regular_expression(grammar, part);
    let all = |parts: &[Expression]| parts.iter().map(one).collect::<anyhow::Result<Vec<_>>>();
    Ok(match expression {
        Expression::Literal { text, ignores_case } => literal_expression(text, *ignores_case),
        Expression::Class(class) => class_expression(class),
        Expression::Name(name) => match grammar.rule(name) {
            Some(rule) if rule.kind != RuleKind::Nonterminal => one(&rule.expression)?,
            _ => bail!("the terminal {name} is missing"),
        },
        Expression::Sequence(parts) => all(parts)?.concat(),
        Expression::Choice(parts) => format!("(?:{})", longest_first(all(parts)?).join("|")),
        Expression::Optional(part) => format!("(?:{})?", one(part)?),
        Expression::ZeroOrMore(part) => format!("(?:{})*", one(part)?),
        Expression::OneOrMore(part) => format!("(?:{})+", one(part)?),
        // A longer token that begins so is not left out.
        Expression::Difference(part, without) => {
            format!("(?!(?:{}){NO_LONGER}){}", one(without)?, one(part)?)
        }
        Expression::Lookahead { .. } | Expression::Start | Expression::End => {
            bail!("a production of an EBNF has no lookahead")
        }
    })
}

/// Alternatives in their order, but for those that go on where one before them ends: of these, an editor would take the shorter.
fn longest_first(alternatives: Vec<String>) -> Vec<String> {
    let mut ordered: Vec<String> = Vec::with_capacity(alternatives.len());
    for alternative in alternatives {
        let shorter = ordered
            .iter()
            .position(|other| alternative.starts_with(other.as_str()));
        ordered.insert(shorter.unwrap_or(ordered.len()), alternative);
    }
    ordered
}

fn literal_expression(text: &str, ignores_case: bool) -> String {
    let escaped: String = text.chars().map(character).collect();
    match ignores_case {
        true => format!("(?i:{escaped})"),
        false => escaped,
    }
}

fn class_expression(class: &CharacterClass) -> String {
    let range = |&(first, last): &(char, char)| match first == last {
        true => character(first),
        false => format!("{}-{}", character(first), character(last)),
    };
    let ranges: String = class.ranges.iter().map(range).collect();
    match class.is_complement {
        true => format!("[^{ranges}]"),
        false => format!("[{ranges}]"),
    }
}

/// A character that means itself: all but letters and digits of ASCII are written by their number.
fn character(character: char) -> String {
    match character.is_ascii_alphanumeric() {
        true => character.to_string(),
        false => format!("\\x{{{:X}}}", u32::from(character)),
    }
}
