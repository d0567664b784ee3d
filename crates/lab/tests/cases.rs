//! Grammars that tell a good answer from a bad one: edits of Turtle's, and small ones. `GRAMMAR_CASES` names the folder.
use anyhow::{Context, Result, ensure};
use pretty_assertions::assert_eq;
use serde_json::Value;
use std::path::Path;
use testing::folders::{CASES, SUITES};
use testing::program::{Run, turtle_lab};

/// Runs a command in the folder; none without a folder.
fn run(arguments: &[&str]) -> Result<Option<Run>> {
    let folder = CASES.as_ref();
    folder
        .map(|folder| turtle_lab(arguments, folder, b""))
        .transpose()
}

/// The difference of a production from Turtle 1.2.
fn difference(file: &str, production: &str) -> Result<Option<Value>> {
    let Some(run) = run(&["diff", "--format", "json", "turtle-1.2", file])? else {
        return Ok(None);
    };
    let pairs: Value = serde_json::from_str(&run.stdout)?;
    let mut productions = pairs[0]["productions"]
        .as_array()
        .context("no array")?
        .iter();
    let found = productions.find(|it| it["after"]["name"] == production);
    found
        .cloned()
        .with_context(|| format!("{file}: {production}"))
        .map(Some)
}

/// The findings of a check, without the name of the file and the line.
fn findings(file: &str) -> Result<Option<Vec<String>>> {
    let Some(run) = run(&["check", file])? else {
        return Ok(None);
    };
    let prefix = format!("{file}: ");
    let lines = run.stdout.lines().skip(1).map(|line| {
        let line = line.strip_prefix(&prefix).unwrap_or(line);
        match line
            .strip_prefix("line ")
            .and_then(|line| line.split_once(", "))
        {
            Some((_, said)) => said.to_owned(),
            None => line.to_owned(),
        }
    });
    Ok(Some(lines.collect()))
}

fn ensure_finding(file: &str, expected: &str) -> Result<()> {
    if let Some(found) = findings(file)? {
        ensure!(
            found.iter().any(|line| line.starts_with(expected)),
            "{file}: {found:#?}"
        );
    }
    Ok(())
}

/// The suite of RDF 1.2 Turtle has other results than with the dialect's own grammar: these.
fn ensure_turned_over(file: &str, expected: &str) -> Result<()> {
    let Some(suites) = &*SUITES else {
        return Ok(());
    };
    let suites = suites.display().to_string();
    let manifest = format!("{suites}/rdf12/rdf-turtle/manifest.ttl");
    let arguments = [
        "conformance",
        "--allow",
        &suites,
        "--grammar",
        file,
        "--against",
        "turtle-1.2",
        &manifest,
    ];
    if let Some(run) = run(&arguments)? {
        ensure!(run.stdout.contains(expected), "{}", run.stdout);
    }
    Ok(())
}

#[test]
fn a_difference_is_shown_by_a_document() -> Result<()> {
    for (file, production, document) in [
        ("01_versionci.pest", "version", "@VERSION \"a\" ."),
        ("15_litsub.pest", "subject", "\"a\" a <x:a> ."),
        ("19_uchar.pest", "UCHAR", "BASE <x:\\uaaa>"),
    ] {
        if let Some(found) = difference(file, production)? {
            assert_eq!(found["only_after"], document, "{file}");
            assert_eq!(found["only_before"], Value::Null, "{file}");
        }
    }
    Ok(())
}

/// The grammar accepts a literal as a subject, which has no meaning.
#[test]
fn a_grammar_may_accept_what_means_nothing() -> Result<()> {
    let Some(folder) = &*CASES else { return Ok(()) };
    let check = |arguments: &[&str]| {
        let all = [
            &["accepts", "--grammar", "15_litsub.pest"],
            arguments,
            &["-"],
        ]
        .concat();
        turtle_lab(&all, folder, b"\"a\" a <x:a> .")
    };
    assert_eq!(check(&["--engine", "specification"])?.status, 0);
    let run = check(&["--format", "json"])?;
    let fault: Value = serde_json::from_str(run.stdout.lines().next().context("no line")?)?;
    assert_eq!(
        (run.status, &fault["objection"]),
        (1, &Value::from("meaning"))
    );
    Ok(())
}

#[test]
fn a_rule_that_changed_alone_is_named_and_tests_turn_over() -> Result<()> {
    let file = "21_swapnum.pest";
    if let Some(run) = run(&["diff", "turtle-1.2", file])? {
        ensure!(
            run.stdout.contains(
                "rule changed, and not its production: NumericLiteral\n  \
                 - NumericLiteral = { DOUBLE | DECIMAL | INTEGER }\n  \
                 + NumericLiteral = { INTEGER | DECIMAL | DOUBLE }\n"
            ),
            "{}",
            run.stdout
        );
    }
    ensure_finding(file, "NumericLiteral: shortened: INTEGER comes first")?;
    ensure_turned_over(
        file,
        "13 changed against turtle-1.2: 13 passed and now fail, 0 failed and now pass",
    )
}

/// The grammar defines escape sequences: one that it reads otherwise has no meaning.
#[test]
fn a_digit_less_in_an_escape_sequence_turns_tests_over() -> Result<()> {
    ensure_turned_over(
        "19_uchar.pest",
        "25 changed against turtle-1.2: 0 passed and now fail, 0 failed and now pass, 2 with the verdict as it was, 23 decided on one side only",
    )
}

/// A literal and the class of the same character are one token, and so are the findings.
#[test]
fn a_class_is_a_token_as_a_literal_is() -> Result<()> {
    for [literal, class] in [["a20lit.pest", "a20class.pest"], ["h19.pest", "h19c.pest"]] {
        let (one, other) = (findings(literal)?, findings(class)?);
        assert_eq!(one, other, "{literal}");
        let splits = |found: Vec<String>| {
            let lines = found.iter();
            lines
                .filter(|line| line.contains(": token-split: "))
                .count()
        };
        ensure!(one.is_none_or(|found| splits(found) == 2), "{literal}");
    }
    Ok(())
}

#[test]
fn what_a_check_has_to_find_is_found() -> Result<()> {
    ensure_finding("s2.pest", "base: tie: LANG_DIR and '@base' tie in base")?;
    ensure_finding(
        "s4.pest",
        "turtleDoc: differs: the start rule does not read the whole text",
    )?;
    ensure_finding(
        "s7.pest",
        "PrefixedName: differs: the rule refuses what only begins with #x78",
    )?;
    // The productions accept texts that those rules refuse.
    for (grammar, document) in [("s2.pest", "s2.ttl"), ("s7.pest", "s7.ttl")] {
        let rules = run(&["accepts", "--grammar", grammar, document])?;
        ensure!(rules.is_none_or(|run| run.status == 1), "{grammar}");
        let productions = run(&[
            "accepts",
            "--grammar",
            grammar,
            "--engine",
            "specification",
            document,
        ])?;
        ensure!(productions.is_none_or(|run| run.status == 0), "{grammar}");
    }
    Ok(())
}

#[test]
fn a_silent_production_gives_no_triple() -> Result<()> {
    if let Some(run) = run(&["parse", "--grammar", "silent.pest", "qt.ttl"])? {
        assert_eq!(run.stdout, "");
        ensure!(
            run.status != 0 && run.stderr.contains("quotedTriple is silent"),
            "{}",
            run.stderr
        );
    }
    Ok(())
}

#[test]
fn what_is_not_ll1_is_said_not_to_be() -> Result<()> {
    for (file, expected) in [
        ("two.ebnf", "FIRST/FIRST conflict in B"),
        ("undef.ebnf", "Foo has no production; doc uses it"),
        ("sparqlbad.ebnf", "FIRST/FIRST conflict in Update1"),
    ] {
        if let Some(run) = run(&["ll1", file])? {
            assert_eq!(run.status, 1, "{file}");
            ensure!(run.stdout.contains("LL(1) no"), "{}", run.stdout);
            ensure!(run.stdout.contains(expected), "{}", run.stdout);
        }
    }
    Ok(())
}

#[test]
fn labels_and_notes_are_read_as_such() -> Result<()> {
    for (file, expected) in [
        ("star.ebnf", "[28*] B ::= 'b'\n"),
        ("vc.ebnf", "[1] doc ::= 'a' A"),
    ] {
        let printed = run(&["lint", file])?;
        ensure!(printed.is_none_or(|run| run.status < 2), "{file}");
        if let Some(run) = run(&["ebnf", file])? {
            ensure!(run.stdout.contains(expected), "{}", run.stdout);
        }
    }
    // A note is not a token of the production.
    if let Some(run) = run(&["show", "vc.ebnf", "doc"])? {
        ensure!(!run.stdout.contains("Root"), "{}", run.stdout);
    }
    Ok(())
}

#[test]
fn imports_say_what_is_the_case() -> Result<()> {
    let Some(imported) = run(&["import", "comment.ebnf"])? else {
        return Ok(());
    };
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("comment.pest");
    std::fs::write(&file, imported.stdout)?;
    let file = file.display().to_string();
    let check = run(&["check", &file])?.context("there is a folder")?;
    ensure!(check.status == 0, "{}", check.stdout);
    let Some(difference) = run(&["import", "diffd.ebnf"])? else {
        return Ok(());
    };
    let expected = "`-` takes away more than single characters from single characters";
    ensure!(
        difference.stderr.contains(expected),
        "{}",
        difference.stderr
    );
    Ok(())
}

/// The check shows, for every rule, that the imported PEGs of SPARQL and N3 mirror the productions.
#[test]
fn sparql_and_n3_are_imported_and_checked() -> Result<()> {
    for name in ["sparql-1.2", "n3"] {
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.pest"));
        let file = file.display().to_string();
        let published = format!("{name}.ebnf");
        let Some(imported) = run(&["import", &published, "-o", &file])? else {
            return Ok(());
        };
        assert_eq!(imported.status, 0, "{}", imported.stderr);
        let check = run(&["check", "--certificate", &file])?;
        let check = check.context("there is a folder")?;
        assert_eq!(check.status, 0, "{}", check.stdout);
        ensure!(!check.stdout.contains("not decided"), "{}", check.stdout);
    }
    Ok(())
}

#[test]
fn sparql_and_n3_are_ll1_and_read() -> Result<()> {
    for file in ["n3.ebnf", "sparql-1.2.ebnf"] {
        if let Some(run) = run(&["ll1", file])? {
            let first = run.stdout.lines().next().unwrap_or_default();
            assert_eq!(first, format!("{file}: LL(1) yes, LR(1) yes, LALR(1) yes"));
        }
        for arguments in [
            &["lint", file][..],
            &["overlaps", file],
            &["ebnf", file],
            &["sentences", file],
        ] {
            if let Some(run) = run(arguments)? {
                ensure!(
                    run.status < 2 && !run.stdout.is_empty(),
                    "{arguments:?}: {}",
                    run.stderr
                );
            }
        }
    }
    Ok(())
}
