//! Terms: each character, and what is not a term.

use crate::written::Written;
use anyhow::Result;
use pretty_assertions::assert_eq;
use turtle_peg::oxrdf::vocab::rdf;
use turtle_peg::oxrdf::{BlankNode, GraphName, Literal, NamedNode, Quad, Term, Triple};
use turtle_peg::{Dialect, Parser, TurtleWriter};

/// Each character, wherever it can be.
#[test]
fn every_character_is_read_again() {
    let mut characters: Vec<char> = (0..=u32::from(char::MAX))
        .filter_map(char::from_u32)
        .collect();
    // Beyond some, what the grammars tell apart begins and ends at such borders, and near the ends of planes.
    characters.retain(|&c| {
        let is_at_end = matches!(u32::from(c) & 0xFFFF, ..0x10 | 0xFFF0..);
        let is_at_border = matches!(u32::from(c) & 0xF, 0 | 0xF);
        match c {
            ..'\u{400}' | '\u{2000}'..'\u{2100}' | '\u{3001}' => true,
            '\u{400}'..'\u{3100}' | '\u{D700}'..'\u{10100}' => is_at_border,
            _ => is_at_end,
        }
    });
    let namespace = "http://example.org/";
    for some in characters.chunks(500) {
        let mut quads = Vec::new();
        let node = |text: String| NamedNode::new(format!("{namespace}{text}")).ok();
        for &c in some {
            let literal = Literal::new_simple_literal(format!("{c}a{c}\n{c}"));
            let p = NamedNode::new_unchecked("http://example.org/p");
            let subject = NamedNode::new_unchecked("http://example.org/s");
            let mut add = |object: Term| {
                quads.push(Quad::new(
                    subject.clone(),
                    p.clone(),
                    object,
                    GraphName::DefaultGraph,
                ));
            };
            add(literal.into());
            for text in [
                format!("{c}"),
                format!("{c}a"),
                format!("a{c}"),
                format!("a{c}a"),
                format!("{c}{c}{c}"),
            ] {
                if let Some(node) = node(text.clone()) {
                    add(node.into());
                }
                if let Ok(label) = BlankNode::new(&text)
                    && !text.contains(':')
                {
                    add(label.into());
                }
            }
        }
        let prefixes = vec![("ex".to_owned(), namespace.to_owned())];
        let written = Written {
            quads,
            prefixes,
            base: None,
        };
        // Labels that the dialects of 2008 and 2011 do not have.
        assert!(written.check().unwrap() >= 5, "{some:?}");
    }
}

/// Each sign of ASCII that a name can have as it is, or if it is asked for, with an escape sequence, is in a name: what can be short is.
#[test]
fn names_are_used_where_the_grammar_has_them() -> Result<()> {
    let is_name = |name: &str, iri: &NamedNode| {
        let text = format!("@prefix ex: <http://example.org/> . ex:s ex:p {name} .");
        let mut quads = Parser::new(Dialect::Turtle12).parse_str(&text).quads();
        let object = quads.next().and_then(Result::ok).map(|quad| quad.object);
        object == Some(iri.clone().into()) && quads.next().is_none()
    };
    for c in (' '..='~').filter(|&c| c != '\\') {
        for local in [
            format!("{c}"),
            format!("{c}a"),
            format!("a{c}"),
            format!("a{c}a"),
        ] {
            let iri = format!("http://example.org/{local}");
            let Ok(iri) = NamedNode::new(iri) else {
                continue;
            };
            let escaped = local.replace(c, &format!("\\{c}"));
            let names = [&local, &escaped].map(|local| is_name(&format!("ex:{local}"), &iri));
            for (has_escapes, has_name) in [(false, names[0]), (true, names[0] || names[1])] {
                let mut writer =
                    TurtleWriter::new(Vec::new()).with_prefix("ex", "http://example.org/")?;
                if has_escapes {
                    writer = writer.with_escapes_in_names();
                }
                let s = NamedNode::new_unchecked("http://example.org/s");
                writer.write_triple(&Triple::new(s.clone(), s, iri.clone()))?;
                let text = String::from_utf8(writer.finish()?)?;
                assert_eq!(
                    text.contains("<http://example.org/a") || text.ends_with("> .\n"),
                    !has_name,
                    "{text}"
                );
                assert!(has_escapes || !text.contains('\\'), "{text}");
            }
        }
    }
    Ok(())
}

/// Terms that oxrdf holds and RDF does not have.
#[test]
fn what_is_no_term_is_an_error_unless_the_writer_is_lenient() -> Result<()> {
    let s = || NamedNode::new_unchecked("http://example.org/s");
    let lang_string = Literal::new_typed_literal("a", rdf::LANG_STRING);
    let no_tag = Literal::new_language_tagged_literal_unchecked("a", "abcdefghij");
    let objects: [(Term, Option<&str>, &str); 7] = [
        (
            NamedNode::new_unchecked("x:a>b").into(),
            Some(r"<x:a\u003Eb>"),
            "turtle-1.2 has no IRI <x:a>b>: ",
        ),
        (
            NamedNode::new_unchecked("a").into(),
            Some("<a>"),
            "turtle-1.2 has no IRI <a>: it is relative",
        ),
        (
            lang_string.into(),
            Some("\"a\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>"),
            "turtle-1.2 has no literal with the datatype ",
        ),
        (
            no_tag.into(),
            Some("\"a\"@abcdefghij"),
            "turtle-1.2 has no language tag `abcdefghij`: ",
        ),
        (
            Literal::new_language_tagged_literal_unchecked("a", "a b").into(),
            None,
            "turtle-1.2 has no language tag `a b`: ",
        ),
        (
            BlankNode::new_unchecked("a.").into(),
            None,
            "turtle-1.2 has no blank node label `a.`",
        ),
        (
            BlankNode::new_unchecked("a b").into(),
            None,
            "turtle-1.2 has no blank node label `a b`",
        ),
    ];
    for (object, lenient, expected) in objects {
        let triple = Triple::new(s(), s(), object);
        let mut writer = TurtleWriter::new(Vec::new()).without_version();
        let error = writer.write_triple(&triple).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
        assert_eq!(writer.finish()?, b"", "nothing is written");
        let mut writer = TurtleWriter::new(Vec::new())
            .without_version()
            .with_lenience();
        let result = writer.write_triple(&triple);
        let text = String::from_utf8(writer.finish()?)?;
        match lenient {
            None => assert!(result.is_err()),
            Some(object) => assert_eq!(
                text,
                format!("<http://example.org/s> <http://example.org/s> {object} .\n")
            ),
        }
    }
    Ok(())
}
