//! Advice on any document: it has places and words, of the document alone, however its bytes arrive. `crates/cli/tests/messages.rs` has
//! the words for each mistake.

use advice::{Advice, Advise, Help, Setting};
use anyhow::ensure;
use std::fs;
use std::io::Read;
use std::path::Path;
use testing::documents::documents_in;
use testing::soak;
use turtle_peg::{Dialect, Error, Parser, Position};

/// Advice on any document has places in it, between characters, and something to say.
#[test]
fn any_damage_has_advice() -> anyhow::Result<()> {
    const PUT_IN: [&str; 10] = [
        "",
        "é",
        "\"",
        "\\",
        "<",
        "\n",
        "@",
        "_:",
        "\u{1F600}%",
        "\u{202E}\x1B",
    ];
    const DIALECTS: [Dialect; 3] = [Dialect::Turtle12, Dialect::NTriples12, Dialect::TriG11];
    let mut errors = 0;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("messages");
    for path in documents_in(&folder) {
        let Ok(text) = fs::read_to_string(path) else {
            continue;
        };
        // With some of the characters all texts and dialects, too: the step has no factor in common with their numbers.
        for (number, (at, c)) in text.char_indices().enumerate().step_by(soak(7, 1)) {
            // Of the texts put in, and of the dialects, each character has its turn.
            let put_in = PUT_IN[number % PUT_IN.len()];
            let changed = [&text[..at], put_in, &text[at + c.len_utf8()..]].concat();
            let dialect = DIALECTS[number % DIALECTS.len()];
            let mut document = Parser::new(dialect).with_recovery().parse_str(&changed);
            while let Some(result) = document.check_statement() {
                let Err(Error::Syntax(error)) = result else {
                    continue;
                };
                let advice = error.advice();
                errors += 1;
                let end = Position::START.after(&changed[..error.bytes().end as usize]);
                ensure!(error.end() == end, "{changed:?} {error:?}");
                ensure_for_all(&advice)?;
                ensure!(!advice.title().is_empty(), "{changed:?}");
                for label in advice.labels() {
                    let [start, end] =
                        [label.bytes.start, label.bytes.end].map(|byte| byte as usize);
                    ensure!(changed.get(start..end).is_some(), "{changed:?} {label:?}");
                    let position = |end| Position::START.after(&changed[..end]);
                    ensure!(label.position == position(start), "{changed:?} {label:?}");
                    ensure!(label.end == position(end), "{changed:?} {label:?}");
                }
            }
        }
    }
    ensure!(errors > soak(1_000, 10_000), "{errors}");
    Ok(())
}

/// Advice names no options of the program, which others may not have, and nothing in it moves a terminal's cursor.
fn ensure_for_all(advice: &Advice) -> anyhow::Result<()> {
    const OPTIONS: [&str; 4] = ["--dialect ", "--base IRI", "-limit LEVELS", "-limit BYTES"];
    const OBEYED: [char; 3] = ['\x1B', '\u{202E}', '\u{200B}'];
    let labels = advice.labels().iter().map(|label| label.text.as_str());
    let help = advice.help().iter().map(Help::text);
    for words in [advice.title()].into_iter().chain(labels).chain(help) {
        let names_option = OPTIONS.iter().any(|option| words.contains(option));
        ensure!(!names_option, "{words}");
        ensure!(!words.contains(OBEYED), "{words:?}");
    }
    Ok(())
}

/// A token that began so far away that an error does not keep it is not taken for the one at the fault.
#[test]
fn a_token_that_began_far_away_has_advice() -> anyhow::Result<()> {
    for begun in [
        "'''",
        "\"",
        "<x:",
        "\"\"\"\\",
        "_:a",
        "x:a",
        "\"\"@a",
        "<<( <x:a> <x:b> '",
    ] {
        for fault in ["\\é", "é\n", "é", "\\u00é", "\n", "", "%é", "\u{1F600}\""] {
            for length in [4090, 5000] {
                let text = format!("<x:s> <x:p> {begun}{}{fault}", "a".repeat(length));
                let mut document = Parser::new(Dialect::Turtle12).parse_str(&text);
                while let Some(result) = document.check_statement() {
                    let Err(Error::Syntax(error)) = result else {
                        continue;
                    };
                    let title = error.advice().title().to_owned();
                    ensure!(!title.is_empty(), "{begun} … {fault}");
                    // The letter is in the string.
                    let is_in_string = begun == "\"" && fault.starts_with('\\');
                    ensure!(!is_in_string || !title.contains("name"), "{title}");
                }
            }
        }
    }
    Ok(())
}

fn title_of(bytes: &[u8]) -> String {
    let parser = Parser::new(Dialect::Turtle12);
    let result = parser.parse_slice(bytes).check();
    let slice = result.unwrap_err().as_syntax().unwrap().advice();
    // However the bytes arrive.
    let (first, rest) = bytes.split_at(1);
    let reader = first.chain(rest);
    let result = parser.parse_reader(reader).check();
    assert_eq!(result.unwrap_err().as_syntax().unwrap().advice(), slice);
    slice.title().to_owned()
}

#[test]
fn other_languages_are_told_by_how_they_begin() -> anyhow::Result<()> {
    for (bytes, expected) in [
        (b"\xFF\xFE@\0p\0".as_slice(), "UTF-16"),
        (b"\xFE\xFF\0@\0p", "UTF-16"),
        (b"\x1F\x8B\x08\0\0", "compressed"),
        (b"PK\x03\x04\x14\0", "ZIP"),
        (b"\n<!DOCTYPE html>\n<html>", "HTML"),
        (b"<?xml version='1.0'?><rdf:RDF xmlns:rdf='x'>", "RDF/XML"),
        (b"<?xml version='1.0'?><a/>", "like XML"),
        (b"{\n  \"@context\": {}}", "JSON-LD"),
        (b"[{\"a\": 1}]", "like JSON,"),
        (b"name,age,town\nAlice,42,Rome\n", "CSV"),
        (b"SELECT * WHERE { ?s ?p ?o }", "SPARQL"),
        (b"id,name\n1,Alice\n2,Bob\n", "CSV"),
        (b"sep=;\nid;name\n", "CSV"),
        (b"SELECT name FROM people;", "SQL"),
        (b"CREATE TABLE people (id INT);", "SQL"),
        (b"---\nname: Alice\n", "YAML"),
        (b"name: Alice\nage: 42\n", "YAML"),
        (b"people:\n  - name: Alice\n", "YAML"),
        (b"#!/usr/bin/env python3\nimport rdflib\n", "Python"),
        (b"from rdflib import Graph\n", "Python"),
        (b"# Title\n\n```turtle\nex:a ex:p 1 .\n", "Markdown"),
        (b"# Title\n\n* [a link](http://example.org/)\n", "Markdown"),
        (b"2024-01-01 12:00:00 INFO started\n", "log file"),
        (b"[2024-01-01T12:00:00Z] started\n", "log file"),
        (b"127.0.0.1 - - [01/Jan/2024] GET /", "log file"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid x",
            "Git LFS",
        ),
        (b"%PDF-1.7\n", "PDF"),
        (b"HTTP/1.1 404 Not Found\n", "server"),
        (b"<!-- made by hand -->\n<rdf:RDF xmlns:rdf='x'>", "RDF/XML"),
        (
            b"<TriX xmlns=\"http://www.w3.org/2004/03/trix/trix-1/\">",
            "like XML",
        ),
        (
            b"Prefix: owl: <http://www.w3.org/2002/07/owl#>\nOntology: <x:o>\n",
            "Manchester",
        ),
        (b"Prefix(:=<x:>)\nOntology(<x:o>)", "functional"),
        (b"@\0p\0r\0", "UTF-16LE"),
        (b"\0@\0p\0r", "UTF-16BE"),
        (b"\n\0@\0p\0r\0", "UTF-16LE"),
        (b"@\0\0\0p\0\0\0", "UTF-32LE"),
        (b"\0\0\0@\0\0\0p", "UTF-32BE"),
        (b"\xFF\xFE\0\0@\0\0\0", "UTF-32"),
        (b"\0\0\xFE\xFF\0\0\0@", "zero"),
    ] {
        let title = title_of(bytes);
        assert!(title.contains(expected), "{title:?} {bytes:?}");
    }
    Ok(())
}

#[test]
fn turtle_is_not_taken_for_another_language() -> anyhow::Result<()> {
    for text in [
        "[ <x:p> \"a\", \"b\" ; ] <x:p> .",
        "<html> <x:p> .",
        "<x:a> <x:b> 1, 2,\n<x:c>, 3, .",
        "<!-- a comment -->\n<x:a> <x:b> 1 .",
        "name: <x:b> 1 \n age: 2 .",
        "a: b: c: d:\n e: f: g: .",
        "prefix: <x:b> <x:c> <x:d> .",
        "# Title\n## Section\n<x:a> <x:b> .",
        "par1:a par1:b .",
        "<x:a> <x:b> \"**bold** [a](b)\" ; .\n.",
        "PREFIX x: <x:> # [a](b)\nx:a x:b .",
        "[ <x:b> \"](\" ] <x:c> .",
        "# Title\n<x:a> <x:b> .",
        "[ <x:a> 2024 ] [ ] .",
        "<rdf> <x:b> .",
        "<a\n> <x:b> .",
    ] {
        let title = title_of(text.as_bytes());
        assert!(!title.contains("looks like"), "{title}");
    }
    Ok(())
}

/// A larger limit is offered where there can be one.
#[test]
fn what_allows_more_levels_is_named() -> anyhow::Result<()> {
    let parser = Parser::new(Dialect::Turtle12);
    let deep = "( ".repeat(Parser::DEFAULT_NESTING_LIMIT + 1);
    for parser in [parser.clone(), parser.with_nesting_limit(10)] {
        let text = format!("<x:s> <x:p> {deep}");
        let Err(Error::Syntax(error)) = parser.parse_str(&text).check() else {
            panic!();
        };
        let advice = error.advice();
        let setting = advice.help()[0].setting();
        assert_eq!(setting, Some(Setting::NestingLimit), "{advice:?}");
    }
    Ok(())
}

/// A bracket is never closed, and more text follows than an error keeps.
#[test]
fn what_opens_far_before_the_fault_is_named() -> anyhow::Result<()> {
    for (opens, more, title, help) in [
        (
            "\"\"\"",
            "x",
            "the string that begins at 1:13 is never closed",
            "close it with `\"\"\"`",
        ),
        (
            "'''",
            "x",
            "the string that begins at 1:13 is never closed",
            "close it with `'''`",
        ),
        (
            "(",
            " 1",
            "the `(` that was opened at 1:13 is not closed",
            "close it with `)`",
        ),
        (
            "[ <x:q> 1",
            ", 1",
            "the `[` that was opened at 1:13 is not closed",
            "close it with `]`",
        ),
    ] {
        let text = format!("<x:s> <x:p> {opens}{}", more.repeat(600_000));
        let mut document = Parser::new(Dialect::Turtle12).parse_str(&text).triples();
        let Some(Err(Error::Syntax(error))) = document.next() else {
            panic!("{opens}");
        };
        let advice = error.advice();
        assert_eq!(advice.title(), title);
        assert_eq!(advice.help().len(), 1);
        assert_eq!(advice.help()[0].text(), help);
        assert_eq!(advice.labels()[1].position.to_string(), "1:13");
    }
    Ok(())
}
