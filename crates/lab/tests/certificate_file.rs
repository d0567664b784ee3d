//! The checker of certificates, `certificate/check.py`: it accepts each dialect's, and none that should not be.
//!
//! It is attacked in three ways, by seeded choices: with a certificate in which a number, a name or a part is another one or is away; with
//! the certificate of another dialect; and with a rule that is edited, once with the dialect's certificate, and once with one that
//! is made for the edited grammar. An edit counts only if `check` has findings about it that are not about comments: others may leave
//! the language as it is. Every number and name of a certificate but for the grammar's name is part of a claim, and the automata are the
//! smallest, so that each damage makes a claim false. With `SOAK=1` there are more than 2,000 cases, most of them of small grammars.
//!
//! Each test is left out, and says so, where there is no `python3`.

use anyhow::{Context, Result, ensure};
use pretty_assertions::assert_eq;
use serde_json::Value;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs};
use testing::folders::{CASES, SPECIFICATIONS};
use testing::program::TemporaryFolder;
use testing::random::Random;
use testing::{side_by_side, soak};
use toolkit::peg::Literate;
use toolkit::{Expression, FindingKind, Proof, check, ebnf, peg};
use turtle_lab::certificate_file;
use turtle_peg::Dialect;

/// Checks one case after the other, and prints the exit status and the first line of each.
const DRIVER: &str = "
import contextlib, io, sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import check
for line in sys.stdin:
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        status = check.main(line.rstrip('\\n').split('\\t'))
    print(status, output.getvalue().split('\\n')[0])
";

/// A grammar, productions and a certificate, for the checker.
#[derive(Clone)]
struct Case {
    what: String,
    grammar: String,
    productions: String,
    certificate: String,
}

impl Case {
    /// A grammar with its own certificate.
    fn of(what: &str, text: &str) -> Result<Self> {
        let literate = peg::read(text)?;
        Ok(Self {
            what: what.to_owned(),
            grammar: text.to_owned(),
            productions: ebnf::print(&literate.specified()?),
            certificate: certificate(&literate)?,
        })
    }
}

fn certificate(literate: &Literate) -> Result<String> {
    Ok(certificate_file("a grammar", &Proof::of(literate)?))
}

/// The check has findings that are not about comments alone: helper rules without use, departures that are not declared as they should.
fn is_at_fault(literate: &Literate) -> Result<bool> {
    let about_comments = [
        FindingKind::Undeclared,
        FindingKind::Unneeded,
        FindingKind::Unreadable,
        FindingKind::Unexplained,
    ];
    let check = check(literate, None)?;
    Ok(check
        .findings
        .iter()
        .any(|finding| !about_comments.contains(&finding.kind)))
}

fn has_python() -> bool {
    let version = Command::new("python3").arg("--version").output();
    let is_there = version.is_ok_and(|run| run.status.success());
    if !is_there {
        println!("left out: there is no python3");
    }
    is_there
}

/// For each case the checker's exit status and its first line.
fn checked(cases: &[Case]) -> Result<Vec<(i32, String)>> {
    let folder = TemporaryFolder::new("certificates")?;
    let numbered: Vec<(usize, &Case)> = cases.iter().enumerate().collect();
    let parts: Vec<&[(usize, &Case)]> = numbered.chunks(cases.len().div_ceil(16).max(1)).collect();
    let parts = side_by_side(&parts, |part| -> Result<Vec<(i32, String)>> {
        let mut lines = String::new();
        for (number, case) in *part {
            let texts = [&case.grammar, &case.productions, &case.certificate];
            let paths =
                [".pest", ".ebnf", ".json"].map(|end| folder.0.join(format!("{number}{end}")));
            for (path, text) in paths.iter().zip(texts) {
                fs::write(path, text)?;
            }
            lines += &format!(
                "{}\n",
                paths.map(|path| path.display().to_string()).join("\t")
            );
        }
        let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("certificate");
        let mut python = Command::new("python3")
            .args(["-c", DRIVER])
            .arg(checker)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        // A pipe holds the names of a part's files.
        python
            .stdin
            .take()
            .context("no input")?
            .write_all(lines.as_bytes())?;
        let output = python.wait_with_output()?;
        ensure!(
            output.status.success(),
            "the checker ends with an error of its own"
        );
        let answers = String::from_utf8(output.stdout)?;
        let answers = answers.lines().map(|line| {
            let (status, first) = line.split_once(' ').context("no status")?;
            Ok((status.parse()?, first.to_owned()))
        });
        answers.collect()
    });
    let answers: Vec<(i32, String)> = parts.into_iter().collect::<Result<Vec<_>>>()?.concat();
    ensure!(answers.len() == cases.len(), "not all were checked");
    Ok(answers)
}

/// None of the cases is accepted; how many were rejected for which claim is printed.
fn all_rejected(cases: &[Case]) -> Result<()> {
    let mut accepted = Vec::new();
    let mut claims = std::collections::BTreeMap::new();
    for (case, (status, first)) in cases.iter().zip(checked(cases)?) {
        if ![1, 2].contains(&status) {
            accepted.push(case.what.as_str());
        }
        let claim = first.split(' ').nth(1).unwrap_or_default();
        *claims.entry(claim.to_owned()).or_insert(0) += 1;
    }
    println!("{} rejected: {claims:?}", cases.len() - accepted.len());
    ensure!(accepted.is_empty(), "accepted:\n{}", accepted.join("\n"));
    Ok(())
}

fn dialects() -> Result<Vec<Case>> {
    let dialects: Vec<Dialect> = Dialect::all().collect();
    let cases = side_by_side(&dialects, |dialect| {
        Case::of(dialect.name(), dialect.grammar())
    });
    cases.into_iter().collect()
}

#[test]
fn each_dialects_certificate_is_accepted() -> Result<()> {
    if !has_python() {
        return Ok(());
    }
    let mut cases = dialects()?;
    for case in &mut cases {
        ensure!(
            case.certificate.len() <= 5_000_000,
            "{}: too large",
            case.what
        );
        // The text of 2011 writes its productions as a tool for JavaCC does.
        let published = SPECIFICATIONS
            .as_ref()
            .filter(|_| case.what != "turtle-wd2011");
        let published = published.map(|folder| folder.join(format!("{}.ebnf", case.what)));
        if let Some(text) = published.and_then(|path| fs::read_to_string(path).ok()) {
            case.productions = text;
        }
    }
    for (case, (status, first)) in cases.iter().zip(checked(&cases)?) {
        // White space that is written out is not cut into tokens.
        let expected = if case.what == "turtle-submission" {
            3
        } else {
            0
        };
        assert_eq!(status, expected, "{}: {first}", case.what);
    }
    Ok(())
}

/// One of the dialects: in so many of a hundred draws a small one, which takes less time; the others have their turn.
fn drawn<'c>(dialects: &'c [Case], percent: usize, random: &mut Random) -> &'c Case {
    let small = dialects.iter().filter(|case| case.what.starts_with("n-"));
    let small: Vec<&Case> = small.collect();
    if random.percent(percent) {
        return random.choose::<&Case>(&small);
    }
    random.choose(dialects)
}

#[test]
fn no_damaged_certificate_is_accepted() -> Result<()> {
    if !has_python() {
        return Ok(());
    }
    let dialects = dialects()?;
    let mut random = Random::new(49);
    let mut cases = Vec::new();
    while cases.len() < soak(30, 1600) {
        let original = drawn(&dialects, 90, &mut random);
        let mut damaged: Value = serde_json::from_str(&original.certificate)?;
        let sections = ["letters", "terminals", "tokens", "tables"];
        let section = random.pick(&sections);
        let mut place = vec![section.to_owned()];
        if !damage(&mut damaged[section], &mut place, &mut random) {
            continue;
        }
        cases.push(Case {
            what: format!("{}: {}", original.what, place.join("/")),
            certificate: damaged.to_string(),
            ..original.clone()
        });
    }
    all_rejected(&cases)
}

/// Changes a number or a name somewhere within, or takes a part away; the place says where. False, if there is nothing.
fn damage(value: &mut Value, place: &mut Vec<String>, random: &mut Random) -> bool {
    match value {
        Value::Array(parts) if !parts.is_empty() => {
            let at = random.below(parts.len());
            place.push(at.to_string());
            if random.percent(10) {
                parts.remove(at);
                return true;
            }
            damage(&mut parts[at], place, random)
        }
        Value::Object(parts) if !parts.is_empty() => {
            let names: Vec<String> = parts.keys().cloned().collect();
            let name = random.choose(&names).clone();
            place.push(name.clone());
            if random.percent(10) {
                parts.remove(&name);
                return true;
            }
            parts
                .get_mut(&name)
                .is_some_and(|part| damage(part, place, random))
        }
        Value::Number(number) => {
            let before = number.as_i64().unwrap_or_default();
            let after = match random.below(3) {
                0 => before + 1,
                1 => before - 1,
                _ => random.between(0, 12) as i64,
            };
            place.push(format!("{before} as {after}"));
            *value = Value::from(after);
            before != after
        }
        Value::String(name) => {
            name.push('x');
            true
        }
        Value::Bool(is_so) => {
            *is_so = !*is_so;
            true
        }
        _ => false,
    }
}

#[test]
fn no_certificate_is_accepted_for_another_grammar() -> Result<()> {
    if !has_python() {
        return Ok(());
    }
    let dialects = dialects()?;
    let pairs = dialects
        .iter()
        .flat_map(|one| dialects.iter().map(move |other| (one, other)));
    let pairs = pairs.filter(|(one, other)| one.what != other.what);
    let cases = pairs.map(|(one, other)| Case {
        what: format!("{} with the certificate of {}", one.what, other.what),
        certificate: other.certificate.clone(),
        ..one.clone()
    });
    let cases: Vec<Case> = cases.step_by(soak(11, 1)).collect();
    all_rejected(&cases)
}

#[test]
fn no_grammar_with_a_fault_is_accepted() -> Result<()> {
    if !has_python() {
        return Ok(());
    }
    let dialects = dialects()?;
    let mut random = Random::new(50);
    let mut cases = Vec::new();
    while cases.len() < soak(20, 300) {
        let is_in_both = random.percent(50);
        let original = drawn(&dialects, 80, &mut random);
        let Some((what, mut text)) = edited(&original.grammar, &mut random) else {
            continue;
        };
        if is_in_both {
            text = with_the_rule_as_production(&text, &what).unwrap_or(text);
        }
        let Ok(literate) = peg::read(&text) else {
            continue;
        };
        // A production that cannot be read again is no case.
        if !is_at_fault(&literate).unwrap_or_default() {
            continue;
        }
        let what = format!("{}: {what}", original.what);
        let with_old = Case {
            what: format!("{what}, and the dialect's certificate"),
            grammar: text.clone(),
            ..original.clone()
        };
        cases.push(Case {
            what,
            certificate: certificate(&literate)?,
            productions: match is_in_both {
                true => ebnf::print(&literate.specified()?),
                false => original.productions.clone(),
            },
            ..with_old.clone()
        });
        cases.push(with_old);
    }
    all_rejected(&cases)
}

/// A rule with a sign, a name or a character that is another one; and what it is.
fn edited(text: &str, random: &mut Random) -> Option<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let rules: Vec<usize> = (0..lines.len())
        .filter(|&at| !lines[at].starts_with("//") && !lines[at].is_empty())
        .collect();
    let names: Vec<&str> = rules
        .iter()
        .filter_map(|&at| lines[at].split(" = ").next())
        .collect();
    let at = *random.choose(&rules);
    let line = lines[at];
    let begin = line.find('{').map_or(0, |brace| brace + 1);
    let places: Vec<(usize, char)> = line
        .char_indices()
        .filter(|(place, _)| *place >= begin)
        .collect();
    let (place, sign) = *places.get(random.below(places.len().max(1)))?;
    let rest = &line[place + sign.len_utf8()..];
    let put = match sign {
        '?' | '*' | '+' => random.pick(&["?", "*", "+", ""]).to_owned(),
        '!' => String::new(),
        '|' => "~".to_owned(),
        '~' => "|".to_owned(),
        'A'..='Z' if !line[..place].ends_with(|c: char| c.is_alphanumeric() || c == '_') => {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
            let edit = format!(
                "{}{}{}",
                &line[..place],
                random.choose(&names),
                &rest[end..]
            );
            return replaced(&lines, at, edit);
        }
        'a'..='y' | 'A'..='Y' | '0'..='8' => char::from(sign as u8 + 1).to_string(),
        _ => return None,
    };
    let edit = format!("{}{put}{rest}", &line[..place]);
    replaced(&lines, at, edit)
}

/// The text with the production above an edited rule saying what the rule says, so that the fault is another one than that the two differ.
fn with_the_rule_as_production(text: &str, line: &str) -> Option<String> {
    let literate = peg::read(text).ok()?;
    let (name, _) = line.split_once(" = ")?;
    let rule = literate.written.rule(name)?;
    let head = format!("{name} ::= ");
    let productions = text
        .lines()
        .find(|line| line.starts_with("///") && line.contains(&head))?;
    let (before, _) = productions.split_once(&head)?;
    let expression = ebnf::print_expression(&without_lookaheads(&rule.expression));
    let production = format!("{before}{head}{expression}");
    Some(text.replacen(productions, &production, 1))
}

fn without_lookaheads(expression: &Expression) -> Expression {
    match expression {
        Expression::Sequence(parts) => {
            let is_kept = |part: &&Expression| {
                !matches!(
                    part,
                    Expression::Lookahead { .. } | Expression::Start | Expression::End
                )
            };
            Expression::flat(parts.iter().filter(is_kept).map(without_lookaheads))
        }
        other => other.map(without_lookaheads),
    }
}

fn replaced(lines: &[&str], at: usize, line: String) -> Option<(String, String)> {
    let mut changed = lines.to_vec();
    changed[at] = &line;
    let text = changed.join("\n") + "\n";
    (line != lines[at]).then_some((line, text))
}

#[test]
fn its_readme_says_how_long_the_checker_is() {
    let lines = include_str!("../certificate/check.py").lines().count();
    let told = format!("{lines} with comments and empty lines");
    assert!(
        include_str!("../certificate/README.md").contains(&told),
        "{told}"
    );
}

/// pest would look for the beginning of the text where the start rule is a part of it.
#[test]
fn no_start_rule_within_a_text_is_accepted() -> Result<()> {
    if !has_python() {
        return Ok(());
    }
    let with_item = |item: &str, rule: &str| {
        format!(
            "/// document ::= item*
document = {{ SOI ~ item* ~ EOI }}
/// item ::= {item}
item = {{ {rule} }}
/// WORD ::= [a-z]+
WORD = @{{ ('a'..'z')+ }}
// trivia: white space separates two words
WHITESPACE = _{{ \" \" }}
"
        )
    };
    let flat = with_item("WORD | '(' WORD ')'", "WORD | \"(\" ~ WORD ~ \")\"");
    let nested = with_item("WORD | '(' document ')'", "WORD | \"(\" ~ document ~ \")\"");
    let cases = [Case::of("flat", &flat)?, Case::of("nested", &nested)?];
    let answers = checked(&cases)?;
    assert_eq!(answers[0].0, 0, "{}", answers[0].1);
    assert_eq!(
        answers[1].1,
        "rejected: tables does not hold: the start rule is a part of a text"
    );
    Ok(())
}

/// The edits of `certificate/faults.diff` are made in `certificate.rs`; these are others'.
#[test]
fn no_edited_grammar_of_the_folder_is_accepted() -> Result<()> {
    let Some(folder) = CASES.as_ref().filter(|_| has_python()) else {
        return Ok(());
    };
    let turtle: Dialect = "turtle-1.2".parse()?;
    let original = Case::of("turtle-1.2", turtle.grammar())?;
    let mut cases = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        let is_grammar = path.extension().is_some_and(|end| end == "pest");
        let text = fs::read_to_string(&path).unwrap_or_default();
        let Some(literate) = peg::read(&text).ok().filter(|_| is_grammar) else {
            continue;
        };
        let name = path.display().to_string();
        let with_old = Case {
            what: format!("{name}, and the dialect's productions and certificate"),
            grammar: text.clone(),
            ..original.clone()
        };
        cases.push(with_old);
        // With productions that were edited likewise it may be right.
        if is_at_fault(&literate)? {
            cases.push(Case::of(&name, &text)?);
        }
    }
    all_rejected(&cases)
}
