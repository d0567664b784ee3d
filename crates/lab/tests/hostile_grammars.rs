//! Grammars that would take for ever, all memory or all stack: every command ends, by an answer or by the name of a limit.
//!
//! A family is a grammar of some size; each is asked by every command that takes its kind of file. None may crash, and
//! each ends within a processor time that leaves room for a slow machine.
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use testing::side_by_side;

/// Seconds of processor time that a command may take: ten for a program that is made for speed.
const MOST_SECONDS: u32 = 60;

const OF_EBNF: &[&str] = &[
    "ll1",
    "lint",
    "overlaps",
    "sentences",
    "diff",
    "import",
    "ebnf",
    "show",
    READ,
];
const OF_PEST: &[&str] = &[
    "check",
    "ll1",
    "lint",
    "overlaps",
    "sentences",
    "diff",
    "ebnf",
    "pest",
    "show",
    "findings",
    READ,
];

/// Reads an empty document by the grammar.
const READ: &str = "read";

/// Each `body` with `#` as its number and `+` as the next, and the last one.
fn chain(count: usize, body: &str, last: &str) -> String {
    let rules = (0..count).map(|at| {
        let body = body.replace('#', &at.to_string());
        body.replace('+', &(at + 1).to_string()) + "\n"
    });
    rules.collect::<String>() + &last.replace('#', &count.to_string())
}

/// Rules that are each any of the others.
fn one_another(count: usize) -> String {
    let rule = |at: usize| {
        let others: String = (0..count)
            .filter(|&other| other != at)
            .map(|other| format!("r{other} | "))
            .collect();
        format!("r{at} ::= {others}'k{at}'\n")
    };
    (0..count).map(rule).collect()
}

fn ebnf() -> Vec<(&'static str, String)> {
    let letters = "[a-z] ".repeat(24);
    vec![
        ("endless", "[1] a ::= 'x' a\n".to_owned()),
        ("itself", "a ::= a\n".to_owned()),
        ("one-another", "a ::= b\nb ::= a\n".to_owned()),
        ("doubling", chain(60, "r# ::= r+ r+", "r# ::= 'y'\n")),
        (
            "doubling-terminal",
            "a ::= T0\n@terminals\n".to_owned() + &chain(60, "T# ::= T+ T+", "T# ::= 'y'\n"),
        ),
        (
            "exponential-automaton",
            format!(
                "doc ::= (A | B)*\n@terminals\nA ::= [a-z]* 'a' {letters}\nB ::= [a-z]* 'b' [a-z] {letters}\n"
            ),
        ),
        (
            "doubling-nothing",
            chain(60, "r# ::= r+ r+", "r# ::= 'y'?\n"),
        ),
        ("nothing-again", "s ::= t*\nt ::= 'y'?\n".to_owned()),
        ("one-another-all", one_another(60)),
        ("chain", chain(300, "r# ::= 'k#' r+?", "r# ::= 'z'\n")),
        (
            "differences",
            chain(400, "r# ::= 'k'? - r+", "r# ::= 'z'?\n"),
        ),
        (
            "chain-too-long",
            chain(20_000, "r# ::= 'k#' r+?", "r# ::= 'z'\n"),
        ),
        (
            "alternatives",
            format!("a ::= {}'x'\n", "'k' | ".repeat(3000)),
        ),
        ("literal", format!("a ::= '{}'\n", "x".repeat(900_000))),
        (
            "nested",
            format!("a ::= {}'x'{}\n", "(".repeat(100_000), ")".repeat(100_000)),
        ),
        ("pluses", format!("a ::= 'x'{}\n", "+".repeat(80))),
        ("words", "x ".repeat(400_000)),
        ("too-long", " ".repeat(1_000_001)),
    ]
}

fn pest() -> Vec<(&'static str, String)> {
    let repeated = "/// r# ::= r+*\nr# = @{ r+{500} }";
    vec![
        (
            "chain",
            chain(10_000, "r# = { \"k#\" ~ r+? }", "r# = { \"z\" }\n"),
        ),
        (
            "silent",
            chain(10_000, "r# = _{ \"k#\" | r+ }", "r# = { \"z\" }\n"),
        ),
        (
            "repetitions",
            chain(7, repeated, "/// r# ::= 'z'\nr# = @{ \"z\" }\n"),
        ),
        (
            "multiplied",
            chain(41, "r# = { r+ ~ \"x\" | r+ ~ \"y\" }", "r# = { \"z\" }\n"),
        ),
        (
            "literal",
            format!("a = {{ \"{}\" }}\n", "x".repeat(900_000)),
        ),
        (
            "nested",
            format!(
                "a = {{ {}\"x\"{} }}\n",
                "(".repeat(100_000),
                ")".repeat(100_000)
            ),
        ),
        (
            "pluses",
            format!("/// a ::= 'x'+\na = {{ \"x\"{} }}\n", "+".repeat(80)),
        ),
        ("comments", "/// x\n".repeat(150_000) + "a = { \"x\" }\n"),
    ]
}

#[test]
fn every_command_ends_on_every_grammar() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hostile");
    fs::create_dir_all(&folder).unwrap();
    let mut runs = Vec::new();
    for (extension, families, commands) in [("ebnf", ebnf(), OF_EBNF), ("pest", pest(), OF_PEST)] {
        for (name, text) in families {
            let file = folder.join(format!("{name}.{extension}"));
            fs::write(&file, text).unwrap();
            runs.extend(commands.iter().map(|&command| (command, file.clone())));
        }
    }
    let faults = side_by_side(&runs, |(command, file)| fault(command, file));
    let faults: Vec<String> = faults.into_iter().flatten().collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The error in a command's end.
fn fault(command: &str, file: &Path) -> Option<String> {
    let mut program = Command::new("sh");
    program.args([
        "-c",
        &format!("ulimit -t {MOST_SECONDS}; exec \"$@\""),
        "sh",
    ]);
    program.arg(env!("CARGO_BIN_EXE_turtle-lab"));
    match command {
        READ => program.args(["accepts", "--grammar"]).arg(file),
        "diff" => program.args([command]).args([file, file]),
        _ => program.args([command]).arg(file),
    };
    program.stdin(Stdio::null());
    program.stdout(Stdio::null()).stderr(Stdio::null());
    let status = program.status().unwrap();
    match status.code() {
        Some(0..=2) => None,
        _ => Some(format!("{command} {}: {status}", file.display())),
    }
}
