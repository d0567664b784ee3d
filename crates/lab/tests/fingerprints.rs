//! `turtle-lab check` says whether the productions above the rules are those that were published, word for word. The
//! fingerprints themselves are tested where they are read, in `src/published.rs`.

use anyhow::Result;
use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use testing::program::{TemporaryFolder, turtle_lab};
use turtle_peg::Dialect;

const DIALECT: Dialect = Dialect::NTriples11;

/// The check's output for a file in this folder: its text, and the key `published` of its JSON.
fn checked(folder: &TemporaryFolder, options: &[&str]) -> Result<(String, Value)> {
    let text = turtle_lab(&[&["check"], options].concat(), &folder.0, b"")?;
    let arguments = [&["check", "--format", "json"], options].concat();
    let json: Value = serde_json::from_str(&turtle_lab(&arguments, &folder.0, b"")?.stdout)?;
    Ok((text.stdout, json[0]["published"].clone()))
}

fn published(is_as_published: bool) -> Value {
    json!({
        "as_published": is_as_published,
        "address": DIALECT.address(),
        "text": "W3C Recommendation, 25 February 2014",
    })
}

#[test]
fn a_dialect_s_grammar_is_as_published() -> Result<()> {
    let folder = TemporaryFolder::new("fingerprints-dialect")?;
    let (text, json) = checked(&folder, &[DIALECT.name()])?;
    let expected = "\n  as published: https://www.w3.org/TR/2014/REC-n-triples-20140225/, W3C Recommendation, 25 February 2014\n";
    assert!(text.contains(expected), "{text}");
    assert_eq!(json, published(true));
    Ok(())
}

/// The rule changes with its production, so that nothing else is wrong.
#[test]
fn an_edited_production_is_not_as_published() -> Result<()> {
    let folder = TemporaryFolder::new("fingerprints-edited")?;
    let grammar = DIALECT.grammar();
    let production = "::= IRIREF | BLANK_NODE_LABEL | literal";
    let edited = grammar.replace(production, "::= IRIREF | literal | BLANK_NODE_LABEL");
    assert!(edited != grammar, "{production}");
    let renumbered = grammar.replace("/// [2] ", "/// [2a] ");
    folder.write("same.pest", grammar)?;
    assert_eq!(checked(&folder, &["same.pest"])?.1, published(true));
    for text in [edited, renumbered] {
        folder.write("edited.pest", text)?;
        let (text, json) = checked(&folder, &["edited.pest"])?;
        assert!(text.contains("\n  not as published: https://"), "{text}");
        assert!(text.contains("--ebnf FILE"), "{text}");
        assert_eq!(json, published(false));
    }
    Ok(())
}

/// The published text, where there is one to compare with, tells which production it is.
#[test]
fn the_published_text_tells_which_production_differs() -> Result<()> {
    let folder = TemporaryFolder::new("fingerprints-text")?;
    let ebnf = turtle_lab(&["ebnf", DIALECT.name()], &folder.0, b"")?;
    let edited = DIALECT.grammar().replace("/// [2] ", "/// [2a] ");
    folder
        .write("published.ebnf", ebnf.stdout)?
        .write("edited.pest", edited)?;
    let (text, _) = checked(&folder, &["edited.pest", "--ebnf", "published.ebnf"])?;
    assert!(text.contains("not as published: "), "{text}");
    assert!(text.contains(", triple: misnumbered: "), "{text}");
    Ok(())
}

#[test]
fn a_grammar_of_no_published_text_is_compared_with_none() -> Result<()> {
    let folder = TemporaryFolder::new("fingerprints-none")?;
    folder.write("own.pest", "/// a ::= 'x'\na = { \"x\" }\n")?;
    let (text, json) = checked(&folder, &["own.pest"])?;
    assert!(!text.contains("published"), "{text}");
    assert_eq!(json, Value::Null);
    Ok(())
}
