//! Whether the tests of grammars see anything: faults put into the productions and the rules of every dialect, one at a time.
//!
//! A fault in a `///` line changes the texts that the specification engine accepts; one in a rule, the texts that the
//! PEG accepts. Each has to be noticed: by a document of which the changed side says otherwise than the unchanged fast
//! engine, or by `turtle-lab check`, which holds the line against the rule.
//!
//! Each production and each rule gets one of the faults that it has a place for; every fifth of these is put in, and with `SOAK=1` each. With
//! `FAULTS=all` they get all of them, which takes some minutes; `cargo test -p turtle-lab --test faults -- --nocapture` prints their number, and the tests that
//! noticed them.

use anyhow::{Context, Result, ensure};
use interpreter::{LoadedGrammar, SpecifiedGrammar};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use testing::documents::corpus;
use testing::soak;
use toolkit::{CharacterClass, Expression, Generator, Rule, Samples, check, ebnf, peg};
use turtle_peg::{Dialect, Parser};

testing::for_each_dialect!(every_fault_is_noticed);

/// Where a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    /// In the `///` line.
    Production,
    /// In the PEG below it.
    Rule,
}

fn every_fault_is_noticed(dialect: Dialect) -> Result<()> {
    let text = dialect.grammar();
    let literate = peg::read(text)?;
    let specified = literate.specified()?;
    let documents = Documents::of(dialect)?;
    let is_all = std::env::var_os("FAULTS").is_some_and(|value| value == "all");
    let every = if is_all { 1 } else { soak(5, 1) };
    let (mut faults, mut by_check, mut missed) = (0, 0, Vec::new());
    let mut faulty = BTreeSet::new();
    for production in &specified.rules {
        let rule = literate.written.rule(&production.name);
        let rule = rule.with_context(|| production.name.clone())?;
        for (side, original) in [(Side::Production, production), (Side::Rule, rule)] {
            let mut chosen = faults_in(&original.expression);
            if !is_all && !chosen.is_empty() {
                // Another kind for each.
                chosen = vec![chosen.swap_remove(faulty.len() % chosen.len())];
            }
            for (what, expression) in chosen {
                let fault = Rule {
                    expression,
                    ..original.clone()
                };
                let Some(changed) = put_in(text, side, &fault) else {
                    continue;
                };
                faulty.insert((side as u8, production.name.clone()));
                if !faulty.len().is_multiple_of(every) {
                    continue;
                }
                faults += 1;
                if documents.notice(side, &changed) {
                    continue;
                }
                match check(&peg::read(&changed)?, None)?.findings.is_empty() {
                    false => by_check += 1,
                    true => missed.push(format!("{side:?} of {}: {what}", production.name)),
                }
            }
        }
    }
    println!(
        "{dialect}: {faults} faults in {} lines and rules; {} noticed by documents, {by_check} by the check alone",
        faulty.len(),
        faults - by_check - missed.len()
    );
    let without: Vec<_> = [Side::Production, Side::Rule]
        .into_iter()
        .flat_map(|side| {
            specified
                .rules
                .iter()
                .map(move |rule| (side as u8, rule.name.clone()))
        })
        .filter(|place| !faulty.contains(place))
        .collect();
    ensure!(without.is_empty(), "{dialect}: no fault in {without:?}");
    ensure!(
        missed.is_empty(),
        "{dialect}: not noticed:\n{}",
        missed.join("\n")
    );
    Ok(())
}

/// Short documents of a dialect, and whether it accepts them.
struct Documents(Vec<(String, bool)>);

impl Documents {
    fn of(dialect: Dialect) -> Result<Self> {
        /// The most bytes of a document of the corpus: longer ones are mostly about other things than the grammar.
        const LONGEST: usize = 200;
        // Its own folders, and those that it shares: `turtle-1.1+turtle-1.2`.
        let is_of_dialect = |path: &PathBuf| {
            let folders = path.iter().filter_map(|folder| folder.to_str());
            let mut names = folders.flat_map(|folder| folder.split('+'));
            names.any(|name| name == dialect.name())
        };
        let paths = corpus().into_iter().filter(is_of_dialect);
        let texts = paths.filter_map(|path| fs::read_to_string(path).ok());
        let texts: BTreeSet<String> = texts.filter(|text| text.len() <= LONGEST).collect();
        let literate = peg::read(dialect.grammar())?;
        let generator = Generator::of_literate(&literate, &Samples::default())?;
        let covering = generator.covering(|sentence| Some(sentence.cases.clone()));
        let sentences = covering.sentences.into_iter().map(|sentence| sentence.text);
        let parser = Parser::new(dialect);
        let verdict = |text: String| {
            let accepts = parser.read_tree(&text, |_| ()).is_ok();
            (text, accepts)
        };
        Ok(Self(sentences.chain(texts).map(verdict).collect()))
    }

    /// Whether one of them is read otherwise by a changed grammar, or that cannot be run at all.
    fn notice(&self, side: Side, changed: &str) -> bool {
        match side {
            Side::Production => match SpecifiedGrammar::read_pest(changed) {
                Err(_) => true,
                Ok(grammar) => self.differ(|text| grammar.read(text).is_ok()),
            },
            Side::Rule => match LoadedGrammar::read(changed) {
                Err(_) => true,
                Ok(grammar) => {
                    let parser = Parser::new(grammar.dialect()).with_grammar(grammar);
                    self.differ(|text| parser.read_tree(text, |_| ()).is_ok())
                }
            },
        }
    }

    fn differ(&self, accepts: impl Fn(&str) -> bool) -> bool {
        self.0
            .iter()
            .any(|(text, expected)| accepts(text) != *expected)
    }
}

/// A fault of each kind that an expression has a place for, with its description.
fn faults_in(expression: &Expression) -> Vec<(String, Expression)> {
    let mut found: Vec<(String, Expression)> = Vec::new();
    let mut kinds = BTreeSet::new();
    for (kind, fault) in all_faults(expression) {
        if kinds.insert(kind) {
            found.push((kind.to_owned(), fault));
        }
    }
    found
}

/// The faults of an expression itself, and then of its parts.
fn all_faults(expression: &Expression) -> Vec<(&'static str, Expression)> {
    let mut faults = own_faults(expression);
    let within = |part: &Expression, put: &dyn Fn(Expression) -> Expression| {
        let faults = all_faults(part).into_iter();
        faults
            .map(|(kind, fault)| (kind, put(fault)))
            .collect::<Vec<_>>()
    };
    let boxed = |wrap: fn(Box<Expression>) -> Expression| move |part| wrap(Box::new(part));
    match expression {
        Expression::Sequence(parts) | Expression::Choice(parts) => {
            for (index, part) in parts.iter().enumerate() {
                faults.extend(within(part, &|fault| {
                    let mut parts = parts.clone();
                    parts[index] = fault;
                    match expression {
                        Expression::Sequence(_) => Expression::Sequence(parts),
                        _ => Expression::Choice(parts),
                    }
                }));
            }
        }
        Expression::Optional(part) => faults.extend(within(part, &boxed(Expression::Optional))),
        Expression::ZeroOrMore(part) => faults.extend(within(part, &boxed(Expression::ZeroOrMore))),
        Expression::OneOrMore(part) => faults.extend(within(part, &boxed(Expression::OneOrMore))),
        Expression::Difference(..)
        | Expression::Lookahead { .. }
        | Expression::Literal { .. }
        | Expression::Class(_)
        | Expression::Name(_)
        | Expression::Start
        | Expression::End => {}
    }
    faults
}

fn own_faults(expression: &Expression) -> Vec<(&'static str, Expression)> {
    let without = |parts: &[Expression], index: usize| {
        let mut parts = parts.to_vec();
        parts.remove(index);
        parts
    };
    match expression {
        Expression::Choice(parts) => vec![
            (
                "the first alternative is dropped",
                Expression::Choice(without(parts, 0)),
            ),
            (
                "the last alternative is dropped",
                Expression::Choice(without(parts, parts.len() - 1)),
            ),
        ],
        Expression::Sequence(parts) => {
            let guard = parts
                .iter()
                .position(|part| matches!(part, Expression::Lookahead { .. }));
            let guarded = guard.map(|guard| {
                (
                    "a guard is away",
                    Expression::Sequence(without(parts, guard)),
                )
            });
            let last = Expression::Sequence(without(parts, parts.len() - 1));
            guarded
                .into_iter()
                .chain([("the last part is dropped", last)])
                .collect()
        }
        Expression::Optional(part) => vec![("an optional part is required", (**part).clone())],
        Expression::ZeroOrMore(part) => vec![
            ("`+` stands for `*`", Expression::OneOrMore(part.clone())),
            ("`?` stands for `*`", Expression::Optional(part.clone())),
        ],
        Expression::OneOrMore(part) => vec![
            ("`*` stands for `+`", Expression::ZeroOrMore(part.clone())),
            ("nothing stands for `+`", (**part).clone()),
        ],
        Expression::Class(class) => changed_class(class).into_iter().collect(),
        Expression::Literal { text, ignores_case } => vec![(
            "a literal is longer",
            Expression::Literal {
                text: format!("{text}!"),
                ignores_case: *ignores_case,
            },
        )],
        Expression::Name(name) => vec![(
            "something is there twice",
            Expression::Sequence(vec![Expression::Name(name.clone()); 2]),
        )],
        Expression::Difference(first, _) => vec![("a difference is away", (**first).clone())],
        Expression::Lookahead { .. } | Expression::Start | Expression::End => Vec::new(),
    }
}

/// The class without its first range.
fn changed_class(class: &CharacterClass) -> Option<(&'static str, Expression)> {
    let [_, others @ ..] = class.ranges.as_slice() else {
        return None;
    };
    let ranges = match others {
        // Of one character, another one.
        [] => vec![('\u{1}', '\u{1}')],
        others => others.to_vec(),
    };
    let class = CharacterClass {
        ranges,
        ..class.clone()
    };
    Some(("a class is changed", Expression::Class(class)))
}

/// The text of a grammar with another production or rule. Where an erratum corrects a production, the correction
/// counts.
fn put_in(text: &str, side: Side, rule: &Rule) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_head = |line: &str| match side {
        Side::Production => line.strip_prefix("/// ").is_some_and(|line| {
            let head = line.split("::=").next().unwrap_or_default();
            let name = head.split_once("] ").map_or(head, |(_, name)| name).trim();
            // In 2011, terminals are between `<` and `>`, and one has a space in its name.
            name.trim_matches(['<', '>']).replace(' ', "_") == rule.name
        }),
        Side::Rule => line
            .split_once(" = ")
            .is_some_and(|(name, _)| name == rule.name),
    };
    let first = lines.iter().position(|line| is_head(line))?;
    let erratum = lines[first..]
        .iter()
        .take_while(|line| line.starts_with("//"))
        .position(|line| line.starts_with("// erratum: "));
    let first = match (side, erratum) {
        (Side::Production, Some(offset)) => first + offset,
        _ => first,
    };
    let last = match side {
        Side::Production => first,
        // A rule ends where its brace is at the end of a line; a brace of a literal is within one.
        Side::Rule => first + lines[first..].iter().position(|line| line.ends_with('}'))?,
    };
    let written = match side {
        Side::Production => match lines[first].split_once("corrected: ") {
            Some((reason, _)) => {
                let correction = ebnf::print_expression(&rule.expression);
                format!("{reason}corrected: {correction}")
            }
            None => format!("/// {}", ebnf::print_rule(rule)),
        },
        Side::Rule => peg::print_rule(rule),
    };
    let lines = lines[..first].iter().copied();
    let after = text.lines().skip(last + 1);
    let changed: Vec<&str> = lines.chain([written.as_str()]).chain(after).collect();
    Some(changed.join("\n") + "\n")
}
