//! `turtle-peg explain`: what stands at a place, and why.

#![cfg(feature = "cli")]

use pretty_assertions::assert_eq;
use serde_json::{Value, json};
use testing::program::{Folder, turtle_peg, with_stdin};

const DOCUMENT: &str = "\
@prefix ex: <http://e/ns#> .
# comment
ex:a a ex:C ;
  ex:p 'x'@EN, 1.5 , ( ex:b _:c ) , \"4\"^^ex:dt ;
  ex:q [ ex:r ex:s ] {| ex:since 2020 |} .
BASE <http://base/x/>
<../rel> ex:p << ex:a ex:b ex:c >> .
<bad> nope:x 3 .
<x:s> ex:p .
ex:last ex:p 5.
";

fn explain(place: &str) -> anyhow::Result<Value> {
    let run = with_stdin(
        &["explain", "--format", "json", &format!(":{place}")],
        DOCUMENT,
    )?;
    assert_eq!(run.status, 0, "{place}: {}", run.stderr);
    Ok(serde_json::from_str(&run.stdout)?)
}

#[test]
fn a_place_has_a_path_a_token_a_term_and_triples() -> anyhow::Result<()> {
    let run = with_stdin(&["explain", "<stdin>:4:18"], DOCUMENT)?;
    let expected = "\
<stdin>:4:18: `1.5`
token      DECIMAL
           the longest that begins here: INTEGER is only `1`
within     statement 3:1 `ex:a a ex:C ;␊  ex:p 'x'@EN, 1.5 , ( ex:b _:c ) , …`
             triples 3:1 `ex:a a ex:C ;␊  ex:p 'x'@EN, 1.5 , ( ex:b _:c ) , …`
               predicateObjectList 3:6 `a ex:C ;␊  ex:p 'x'@EN, 1.5 , ( ex:b _:c ) , \"4\"^^…`
                 objectList 4:8 `'x'@EN, 1.5 , ( ex:b _:c ) , \"4\"^^ex:dt`
                   object 4:16 `1.5`
                     literal 4:16 `1.5`
                       NumericLiteral 4:16 `1.5`
                         DECIMAL 4:16 `1.5`
grammar    [44] DECIMAL ::= [+-]? ([0-9]* '.' [0-9]+)
stands for \"1.5\"^^<http://www.w3.org/2001/XMLSchema#decimal>
triples    as object: <http://e/ns#a> <http://e/ns#p> \"1.5\"^^<http://www.w3.org/2001/XMLSchema#decimal> .
because    DECIMAL: the text as it stands is the lexical form of a literal of xsd:decimal (7.2 RDF Term Constructors)
           object: each object gives a triple, with the subject and the predicate as they stand (7.3 RDF Triples Constructors)
see        RDF 1.2 Turtle, https://w3c.github.io/rdf-turtle/spec/
";
    assert_eq!(run.stdout, expected);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    Ok(())
}

#[test]
fn the_term_is_that_of_what_stands_there() -> anyhow::Result<()> {
    for (place, text, term, is_part, triples) in [
        ("3", "ex:a", Some("<http://e/ns#a>"), false, 6),
        (
            "3:6",
            "a",
            Some("<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"),
            false,
            1,
        ),
        ("4:9", "'x'", Some("\"x\"@EN"), true, 1),
        ("4:13", "@EN", Some("\"x\"@EN"), true, 1),
        ("4:40", "^^", Some("\"4\"^^<http://e/ns#dt>"), false, 1),
        ("4:44", "ex:dt", Some("\"4\"^^<http://e/ns#dt>"), true, 1),
        ("4:20", ",", None, false, 0),
        ("4:48", ";", None, false, 0),
        ("5:42", ".", None, false, 0),
        ("7:1", "<../rel>", Some("<http://base/rel>"), false, 1),
    ] {
        let found = explain(place)?;
        assert_eq!(found["text"], text, "{place}");
        assert_eq!(found["term"], json!(term), "{place}");
        assert_eq!(found["is_part_of_term"], is_part, "{place}");
        let given = found["triples"].as_array().map(Vec::len);
        assert_eq!(given, Some(triples), "{place}");
    }
    // The brackets stand for a blank node, at both ends.
    for (places, production) in [
        (["4:22", "4:33"], "collection"),
        (["5:8", "5:20"], "blankNodePropertyList"),
        (["5:22", "5:39"], "annotationBlock"),
    ] {
        for place in places {
            let found = explain(place)?;
            let path = found["path"].as_array().cloned().unwrap_or_default();
            assert_eq!(
                path.last().map(|it| &it["production"]),
                Some(&json!(production)),
                "{place}"
            );
            let term = found["term"].as_str().unwrap_or_default();
            assert!(term.starts_with("_:"), "{place}: {term}");
        }
    }
    Ok(())
}

#[test]
fn declarations_and_what_is_between_are_told() -> anyhow::Result<()> {
    let declared = |place: &str| Ok::<_, anyhow::Error>(explain(place)?["declares"].clone());
    assert_eq!(
        declared("1:10")?,
        json!({"prefix": "ex", "iri": "http://e/ns#"})
    );
    assert_eq!(
        declared("6:3")?,
        json!({"prefix": null, "iri": "http://base/x/"})
    );
    for place in ["2:1", "2:5", "4:7"] {
        assert_eq!(explain(place)?["is_white_space"], true, "{place}");
    }
    // The longest match: the full stop is not the number's, since Turtle 1.1.
    let found = explain("10:14")?;
    assert_eq!(
        (&found["text"], &found["token"]["names"]),
        (&json!("5"), &json!(["INTEGER"]))
    );
    Ok(())
}

#[test]
fn what_is_at_fault_is_reported() -> anyhow::Result<()> {
    let run = with_stdin(&["explain", ":8:14"], DOCUMENT)?;
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("INTEGER ::="), "{}", run.stdout);
    assert!(
        run.stderr
            .contains("<stdin>:8:7: error: the prefix `nope:`"),
        "{}",
        run.stderr
    );
    let run = with_stdin(&["explain", ":9:3"], DOCUMENT)?;
    assert_eq!(run.status, 1);
    // Of a token before the fault, what it is; of the fault, nothing but that.
    assert!(
        run.stdout
            .starts_with("<stdin>:9:3: `<x:s>`\ntoken      IRIREF\n")
            && run
                .stdout
                .ends_with("within     a statement at fault, which gives no triples\n"),
        "{}",
        run.stdout
    );
    let at_fault = with_stdin(&["explain", ":9:12"], DOCUMENT)?;
    assert_eq!((at_fault.status, at_fault.stdout.as_str()), (1, ""));
    assert!(
        run.stderr.contains("<stdin>:9:12: error: "),
        "{}",
        run.stderr
    );
    for (place, expected) in [
        (":99", "there is no line 99: the document has 11"),
        (":1:99", "there is no column 99 in line 1, which has 28"),
        ("x.ttl", "a place is expected, FILE:LINE"),
        ("x.ttl:0:1", "lines count from 1"),
    ] {
        let run = with_stdin(&["explain", place], DOCUMENT)?;
        assert_eq!(run.status, 2, "{place}");
        assert!(run.stderr.contains(expected), "{}", run.stderr);
    }
    assert_eq!(with_stdin(&["explain"], "")?.status, 2);
    Ok(())
}

#[test]
fn every_dialect_can_be_explained() -> anyhow::Result<()> {
    for dialect in turtle_peg::Dialect::all() {
        let text = "<x:s> <x:p> \"o\" .\n";
        let run = with_stdin(&["explain", "--dialect", dialect.name(), ":1:13"], text)?;
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{dialect}");
        assert!(
            run.stdout.contains("<x:s> <x:p> \"o\" ."),
            "{dialect}: {}",
            run.stdout
        );
    }
    let folder = Folder::new("explain")?;
    folder.write(
        "b.trig",
        "PREFIX x: <y:> GRAPH x:g { } x:h { } _:b { } [] { } { <x:s> <x:p> 1 }",
    )?;
    for (column, expected) in [
        (16, "`GRAPH` between statements, which stands for no term"),
        (22, "stands for <y:g>"),
        (26, "`{` between statements"),
        (28, "`}` between statements"),
        (27, "white space or a comment between statements"),
        (30, "stands for <y:h>"),
        (38, "stands for _:b"),
        (47, "token      ANON"),
        (67, "as object: <x:s> <x:p> \"1\""),
    ] {
        let run = turtle_peg(&["explain", &format!("b.trig:1:{column}")], &folder.0, b"")?;
        assert!(
            run.stdout.contains(expected),
            "{column}: {}{}",
            run.stdout,
            run.stderr
        );
    }
    folder.write("a.nq", "<x:s> <x:p> 'o' <x:g> .".replace('\'', "\""))?;
    let run = turtle_peg(&["explain", "a.nq:1:18"], &folder.0, b"")?;
    assert!(run.stdout.contains("stands for <x:g>"), "{}", run.stdout);
    folder.write(
        "a.trig",
        "PREFIX x: <y:> x:g { <x:s> <x:p> 1 . <x:t> <x:p> 2 }",
    )?;
    let run = turtle_peg(
        &["explain", "a.trig:1:40", "a.trig:1:16", "a.trig:1:1"],
        &folder.0,
        b"",
    )?;
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("as subject: <x:t> <x:p> "),
        "{}",
        run.stdout
    );
    assert!(run.stdout.contains("stands for <y:g>"), "{}", run.stdout);
    assert!(
        run.stdout.contains("declares   x: as <y:>"),
        "{}",
        run.stdout
    );
    Ok(())
}
