//! Whatever EBNF can be read becomes a grammar that pest reads and that the check does not call at fault, or is refused with the
//! production that stands in the way, in words of EBNF: held for random grammars.
//!
//! `IMPORTS` says how many are imported, if they are to be more than in each run of the tests.

use notation::{Class, Expression, Grammar, GrammarError, Rule, RuleKind, ebnf, peg};
use testing::random::Random;
use turtle_peg_toolkit::{Comments, Standing, check, import};

/// The grammars of a run of the tests.
const GRAMMARS: u64 = 150;

/// Names that import itself gives are among them.
const NONTERMINALS: [&str; 4] = ["doc", "item", "part", "longerThanA"];
const TERMINALS: [&str; 4] = ["NAME", "WS", "NUMBER", "COMMENT"];
const LITERALS: [&str; 10] = ["a", "b", "ab", "abc", "(", ")", "()", ".", "#", "if"];

fn literal(random: &mut Random) -> Expression {
    Expression::Literal {
        ignores_case: false,
        text: random.pick(&LITERALS).to_owned(),
    }
}

fn keyword(random: &mut Random) -> Expression {
    Expression::Literal {
        ignores_case: true,
        text: random.pick(&["A", "AB", "IF", "IFA"]).to_owned(),
    }
}

fn class(random: &mut Random) -> Expression {
    Expression::Class(Class {
        is_complement: random.percent(15),
        ranges: random.pick(&[
            &[('a', 'z')] as &[_],
            &[('a', 'b')],
            &[('A', 'Z'), ('a', 'z')],
            &[(' ', ' '), ('\t', '\t')],
            &[('\n', '\n')],
            &[('a', 'a'), ('A', 'A')],
            &[('.', '.'), ('0', '9')],
        ])
        .to_vec(),
    })
}

/// What a production or a terminal of this number says.
fn expression(random: &mut Random, kind: RuleKind, number: usize, depth: usize) -> Expression {
    let is_terminal = kind == RuleKind::Terminal;
    let one = |random: &mut Random| Box::new(expression(random, kind, number, depth - 1));
    let several = |random: &mut Random| -> Vec<Expression> {
        let count = random.between(2, 3);
        (0..count)
            .map(|_| expression(random, kind, number, depth - 1))
            .collect()
    };
    match random.below(if depth == 0 { 6 } else { 12 }) {
        0 => literal(random),
        1 => keyword(random),
        2 | 3 if is_terminal => class(random),
        2 | 3 => Expression::name(random.pick(&TERMINALS)),
        4 if random.percent(10) => class(random),
        4 | 5 if is_terminal && number + 1 == TERMINALS.len() => literal(random),
        4 | 5 if is_terminal => Expression::name(TERMINALS[random.between(number + 1, 3)]),
        // One that comes before is used only sometimes: most of those recur on the left.
        4 if random.percent(10) => Expression::name(random.pick(&NONTERMINALS)),
        4 | 5 if number + 1 == NONTERMINALS.len() => literal(random),
        4 | 5 => Expression::name(NONTERMINALS[random.between(number + 1, 3)]),
        6 | 7 => Expression::Sequence(several(random)),
        8 => Expression::Choice(several(random)),
        9 => Expression::Optional(one(random)),
        10 => Expression::ZeroOrMore(one(random)),
        11 if is_terminal && random.percent(40) => Expression::Difference(one(random), one(random)),
        _ => Expression::OneOrMore(one(random)),
    }
}

fn grammar(random: &mut Random) -> Grammar {
    let rule = |random: &mut Random, name: &str, kind, number| Rule {
        name: name.to_owned(),
        number: None,
        kind,
        expression: expression(random, kind, number, 2),
    };
    let mut rules = Vec::new();
    for (number, name) in NONTERMINALS.into_iter().enumerate() {
        rules.push(rule(random, name, RuleKind::Nonterminal, number));
    }
    if random.percent(30) {
        let body = Box::new(rules[0].expression.clone());
        rules[0].expression = Expression::ZeroOrMore(body);
    }
    for (number, name) in TERMINALS.into_iter().enumerate() {
        rules.push(rule(random, name, RuleKind::Terminal, number));
    }
    if random.percent(50) {
        rules.pop();
    }
    Grammar { rules }
}

fn examine(text: &str, comments: Comments) -> Result<bool, String> {
    let published = ebnf::read(text).map_err(|error| error.to_string())?;
    let imported = match import(&published, comments) {
        Ok(imported) => imported,
        Err(error) => {
            for fault in error.faults() {
                if !matches!(fault, GrammarError::Production { .. }) {
                    return Err(format!("refused without a production: {fault}"));
                }
            }
            return Ok(false);
        }
    };
    let literate = peg::read(&imported.text).map_err(|error| format!("pest: {error}"))?;
    let check = check(&literate, Some(&published)).map_err(|error| format!("check: {error}"))?;
    let faults = check.findings.iter();
    let faults = faults.filter(|finding| finding.standing() == Standing::AtFault);
    let faults: Vec<String> = faults.map(ToString::to_string).collect();
    match faults.is_empty() {
        true => Ok(true),
        false => Err(format!("{}\n{}", faults.join("\n"), imported.text)),
    }
}

#[test]
fn what_is_imported_is_not_at_fault_or_is_refused() {
    let grammars = std::env::var("IMPORTS").ok();
    let grammars = grammars.map_or(GRAMMARS, |grammars| grammars.parse().unwrap());
    let (mut imported, mut failures) = (0, Vec::new());
    for number in 0..grammars {
        let random = &mut Random::of_part(1, "import", number);
        let text = ebnf::print(&grammar(random));
        let comments = random.pick(&[Comments::AsTold, Comments::FromHash]);
        match examine(&text, comments) {
            Ok(is_imported) => imported += u64::from(is_imported),
            Err(error) => failures.push(format!("grammar {number}:\n{text}{error}\n")),
        }
    }
    println!("{imported} of {grammars} were imported, the others refused");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(imported * 10 > grammars, "{imported} of {grammars}");
}
