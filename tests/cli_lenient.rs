//! What RDF objects to in documents that their grammars accept, and what becomes of it with `--lenient`.

#![cfg(feature = "cli")]

use anyhow::Context;
use pretty_assertions::assert_eq;
use std::num::NonZeroUsize;
use testing::program::with_stdin;
use turtle_peg::{Dialect, Parser};

const LANG_STRING: &str = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>";

/// A document, the triples that are kept, and the classes of what was let pass.
const KEPT: [(&str, &str, &[&str]); 7] = [
    (
        "<x:s> <x:p> 'a'@abcdefghij .",
        "<x:s> <x:p> \"a\"@abcdefghij .\n",
        &["ill-formed language tag"],
    ),
    (
        "PREFIX e: <x:> e:s e:p e:a\\%, e:b\\% .",
        "<x:s> <x:p> <x:a%> .\n<x:s> <x:p> <x:b%> .\n",
        &["ill-formed IRI"; 2],
    ),
    (
        "<x:[s]> <x:p> <x:o> .",
        "<x:[s]> <x:p> <x:o> .\n",
        &["ill-formed IRI"],
    ),
    (
        "BASE <http://a/b/> <../[s]> <x:p> <x:o> .",
        "<http://a/[s]> <x:p> <x:o> .\n",
        &["ill-formed IRI"],
    ),
    (
        "BASE <x:/a> <.//b> <x:p> <c#d> .",
        "<x://b> <x:p> <x:/c#d> .\n",
        &["ill-formed IRI"],
    ),
    (
        "<x:s> <x:\\u0020> <x:o> .",
        "<x:s> <x:\\u0020> <x:o> .\n",
        &["ill-formed IRI"],
    ),
    // Declared once, warned of once.
    (
        "PREFIX e: <x:[> e:s e:p e:o .",
        "<x:[s> <x:[p> <x:[o> .\n",
        &["ill-formed IRI"; 4],
    ),
];

#[test]
fn what_can_be_written_is_kept() -> anyhow::Result<()> {
    for (text, kept, classes) in KEPT {
        let run = with_stdin(&["parse", "--lenient"], text)?;
        assert_eq!((run.status, run.stdout.as_str()), (0, kept), "{text}");
        let run = with_stdin(&["check", "--lenient", "--format", "json"], text)?;
        assert_eq!(run.status, 0, "{text}");
        let mut found = Vec::new();
        for line in run.stdout.lines() {
            let object: serde_json::Value = serde_json::from_str(line)?;
            if object["type"] == "warning" {
                let class = object["rule"]["class"].as_str();
                found.push(class.context("a class")?.to_owned());
            }
        }
        assert_eq!(found, classes, "{text}");
        // Without lenience, nothing is.
        let run = with_stdin(&["parse"], text)?;
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{text}");
    }
    Ok(())
}

/// RDF 1.1 Concepts, section 3.3, has no literal of `rdf:langString` without a language tag; RDF of 2004 has no such datatype.
#[test]
fn a_datatype_of_language_tags() -> anyhow::Result<()> {
    let text = format!("<x:s> <x:p> 'a'^^{LANG_STRING} .");
    let kept = format!("<x:s> <x:p> \"a\"^^{LANG_STRING} .\n");
    for (dialect, accepts) in [
        ("turtle-1.1", false),
        ("turtle-1.2", false),
        ("turtle-wd2011", true),
    ] {
        let run = with_stdin(&["check", "--dialect", dialect], &text)?;
        assert_eq!(run.status, i32::from(!accepts), "{dialect}");
        // The N-Triples of today cannot hold it.
        let run = with_stdin(&["parse", "--dialect", dialect], &text)?;
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{dialect}");
        let run = with_stdin(&["parse", "--lenient", "--dialect", dialect], &text)?;
        assert_eq!((run.status, &run.stdout), (0, &kept), "{dialect}");
        assert_eq!(run.stderr.matches("warning: ").count(), 1, "{}", run.stderr);
    }
    Ok(())
}

#[test]
fn what_has_no_term_is_an_error_all_the_same() -> anyhow::Result<()> {
    for text in [
        "<x:s> <x:p> e:o .",
        "<s> <x:p> <x:o> .",
        "<[s]> <x:p> <x:o> .",
        "<x:s> <x:p> 'a'@en--up .",
        "<x:s> <x:p> '\\uD800' .",
        "<x:s> <x:p> 'a'@abcdefghij <x:o> .",
    ] {
        let run = with_stdin(&["parse", "--lenient"], text)?;
        assert_eq!((run.status, run.stdout.as_str()), (1, ""), "{text}");
        assert_eq!(run.stderr.matches("error: ").count(), 1, "{}", run.stderr);
    }
    Ok(())
}

/// A fault of the grammar is not hidden by what is let pass before it, nor the other way round.
#[test]
fn each_is_told_of() -> anyhow::Result<()> {
    let text = "<x:s> <x:p> 'a'@abcdefghij .\n<x:s> <x:p> e:o, 'b'@abcdefghij .\n<x:s> <x:p> 'c'@abcdefghij .\n";
    let run = with_stdin(&["parse", "--lenient", "--keep-going"], text)?;
    assert_eq!(
        run.stdout,
        "<x:s> <x:p> \"a\"@abcdefghij .\n<x:s> <x:p> \"c\"@abcdefghij .\n"
    );
    assert_eq!(
        (run.status, run.stderr.matches("warning: ").count()),
        (1, 2)
    );
    assert!(
        run.stderr
            .ends_with("1 document: 0 accepted; 1 fault; 2 warnings\n"),
        "{}",
        run.stderr
    );
    Ok(())
}

#[test]
fn the_dialects_verdicts_name_the_class() -> anyhow::Result<()> {
    let text = "<x:s> <x:p> 'a'@abcdefghij .";
    let run = with_stdin(&["check", "--dialect", "all"], text)?;
    let objects = "RDF objects at 1:16: `abcdefghij` is no well-formed language tag: A subtag may be eight characters in \
                   length at maximum (ill-formed language tag: RDF 1.1 Concepts, section 3.3)";
    assert!(
        run.stdout
            .contains(&format!("turtle-1.1         {objects}\n")),
        "{}",
        run.stdout
    );
    let of_2011 = run
        .stdout
        .lines()
        .find(|line| line.starts_with("turtle-wd2011"));
    let source = "(ill-formed language tag: BCP 47, section 2.2.9)";
    assert!(
        of_2011.is_some_and(|line| line.ends_with(source)),
        "{of_2011:?}"
    );
    assert!(
        run.stdout.contains("n-triples-1.2      rejects at 1:13: "),
        "{}",
        run.stdout
    );
    let run = with_stdin(&["check", "--dialect", "all", "--lenient"], text)?;
    assert_eq!(run.status, 0);
    assert!(
        run.stdout
            .contains("turtle-1.1         accepts, with 1 warning\n"),
        "{}",
        run.stdout
    );
    Ok(())
}

#[test]
fn no_more_warnings_are_shown_than_faults() -> anyhow::Result<()> {
    let text = "<x:s> <x:p> 'a'@abcdefghij .\n".repeat(150);
    let run = with_stdin(&["check", "--lenient"], &text)?;
    assert_eq!(
        (run.status, run.stderr.matches("warning: ").count()),
        (0, 100)
    );
    let summary =
        "1 document: 1 accepted; 0 faults; 150 warnings, 50 of them not shown (--max-errors)\n";
    assert!(run.stderr.ends_with(summary), "{}", run.stderr);
    Ok(())
}

/// Several threads tell what one does, declarations included, each once.
#[test]
fn threads_let_the_same_pass() -> anyhow::Result<()> {
    let mut text = String::from("PREFIX e: <x:[>\n");
    for number in 0..40_000 {
        text += &format!("<x:s> <x:p> 'a'@abcdefghij, {number} .\n");
        if number % 10_000 == 0 {
            text += "PREFIX f: <x:]>\n";
        }
    }
    let parser = Parser::new(Dialect::Turtle12).lenient();
    let mut expected = Vec::new();
    let mut document = parser.parse_str(&text);
    while let Some(result) = document
        .next_statement_with_warnings(|_, _| (), |warning| expected.push(warning.to_string()))
    {
        result?;
    }
    let mut found = Vec::new();
    let threads = NonZeroUsize::new(3).context("three")?;
    parser.parse_parallel(
        text.as_bytes(),
        threads,
        |part| {
            let mut warnings = Vec::new();
            while let Some(result) = part.next_statement_with_warnings(
                |_, _| (),
                |warning| warnings.push(warning.to_string()),
            ) {
                result?;
            }
            Ok(warnings)
        },
        |warnings: Result<Vec<String>, turtle_peg::Error>| {
            found.extend(warnings?);
            anyhow::Ok(())
        },
    )?;
    assert_eq!(expected.len(), 40_005);
    assert!(found == expected);
    Ok(())
}

#[test]
fn doubts_are_those_of_one_dialect() -> anyhow::Result<()> {
    let run = with_stdin(
        &["check", "--lint", "--dialect", "all"],
        "<x:s> <x:p> <x:o> .",
    )?;
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr
            .contains("--lint looks at a document as one dialect reads it"),
        "{}",
        run.stderr
    );
    Ok(())
}
