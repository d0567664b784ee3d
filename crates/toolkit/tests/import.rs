//! An EBNF that can be read becomes a grammar that pest reads and that the check does not call at fault, or is refused with the
//! production that is in the way, in words of EBNF: held for random grammars.
//!
//! `IMPORTS` says how many are imported, if they are to be more than in each run of the tests.

use notation::{CharacterClass, Expression, Grammar, GrammarError, Rule, RuleKind, ebnf, peg};
use testing::random::Random;
use turtle_peg_toolkit::{Comments, Standing, check, import};

/// The grammars of a run of the tests.
const GRAMMARS: u64 = 40;

/// A name that import itself gives is among them.
const NONTERMINALS: [&str; 4] = ["doc", "item", "part", "longerThanA"];
const TERMINALS: [&str; 4] = ["NAME", "NUMBER", "MARK", "COMMENT"];
const LITERALS: [&str; 12] = [
    "a", "ab", "if", "(", ")", "()", ".", "..", "@", "@a", "#", "-",
];
const KEYWORDS: [&str; 4] = ["A", "AB", "IF", "IFA"];

fn literal(random: &mut Random) -> Expression {
    let ignores_case = random.percent(30);
    let text = match ignores_case {
        true => random.pick(&KEYWORDS),
        false => random.pick(&LITERALS),
    };
    Expression::Literal {
        text: text.to_owned(),
        ignores_case,
    }
}

fn class(random: &mut Random) -> Expression {
    Expression::Class(CharacterClass {
        is_complement: random.percent(5),
        ranges: random
            .pick(&[
                &[('0', '9')] as &[_],
                &[('A', 'Z')],
                &[('_', '_')],
                &[('a', 'b')],
                &[('.', '.')],
                &[('a', 'a'), ('A', 'A')],
            ])
            .to_vec(),
    })
}

/// The production or the terminal of this number. It uses those after it, and others seldom: most of these recur on the
/// left.
fn expression(random: &mut Random, kind: RuleKind, number: usize, depth: usize) -> Expression {
    let is_terminal = kind == RuleKind::Terminal;
    let inner = |random: &mut Random| expression(random, kind, number, depth - 1);
    let several = |random: &mut Random| -> Vec<Expression> {
        (0..random.between(2, 3)).map(|_| inner(random)).collect()
    };
    match random.below(if depth == 0 { 6 } else { 12 }) {
        0 | 1 if is_terminal => class(random),
        0 | 1 => Expression::name(random.pick(&TERMINALS)),
        2 if random.percent(5) => Expression::name(random.pick(&NONTERMINALS)),
        2 | 3 if is_terminal && number + 1 < TERMINALS.len() && random.percent(30) => {
            Expression::name(TERMINALS[number + 1])
        }
        2 | 3 if !is_terminal && number + 1 < NONTERMINALS.len() => {
            Expression::name(NONTERMINALS[random.between(number + 1, 3)])
        }
        2..=5 => literal(random),
        6..=8 => Expression::sequence(several(random)),
        9 => Expression::choice(several(random)),
        10 if random.percent(60) => Expression::Optional(Box::new(inner(random))),
        10 => Expression::OneOrMore(Box::new(inner(random))),
        11 if is_terminal && random.percent(20) => {
            Expression::Difference(Box::new(inner(random)), Box::new(inner(random)))
        }
        _ => Expression::ZeroOrMore(Box::new(inner(random))),
    }
}

fn grammar(random: &mut Random) -> Grammar {
    let mut rules = Vec::new();
    for (number, name) in NONTERMINALS.into_iter().enumerate() {
        let mut says = expression(random, RuleKind::Nonterminal, number, 2);
        if number == 0 && random.percent(40) {
            says = Expression::ZeroOrMore(Box::new(says));
        }
        rules.push(Rule::new(name, RuleKind::Nonterminal, says));
    }
    for (number, name) in TERMINALS.into_iter().enumerate() {
        let mut says = expression(random, RuleKind::Terminal, number, 2);
        // A token is not often nothing, and a comment seldom begins as a token does.
        if random.percent(90) {
            let first = match name == "COMMENT" && random.percent(80) {
                true => Expression::literal("%"),
                false => class(random),
            };
            says = Expression::sequence(vec![first, says]);
        }
        rules.push(Rule::new(name, RuleKind::Terminal, says));
    }
    Grammar::from(rules)
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
