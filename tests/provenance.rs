//! Where in its document each term of a quad comes from.

use pretty_assertions::assert_eq;
use turtle_peg::{Dialect, Error, Parser};

/// The texts of each quad's subject, predicate and object.
fn texts(dialect: Dialect, text: &str) -> Vec<[String; 3]> {
    let mut texts = Vec::new();
    let mut document = Parser::new(dialect).parse_str(text);
    let result = document.try_for_each_quad(|_, provenance| {
        let spans = [provenance.subject, provenance.predicate, provenance.object];
        for span in spans {
            let bytes = provenance.bytes(span);
            let bytes = bytes.start as usize..bytes.end as usize;
            assert_eq!(&text[bytes], provenance.text_of(span));
        }
        texts.push(spans.map(|span| provenance.text_of(span).to_owned()));
        Ok::<_, Error>(())
    });
    result.unwrap();
    texts
}

#[test]
fn each_term_has_the_text_that_stands_for_it() {
    let prefix = "PREFIX : <x:> ";
    for (text, expected) in [
        (
            ":s a 'x' @en , 5 .",
            vec![[":s", "a", "'x' @en"], [":s", "a", "5"]],
        ),
        (
            ":s :p 'x' # c\n , 'y'^^ :t .",
            vec![[":s", ":p", "'x'"], [":s", ":p", "'y'^^ :t"]],
        ),
        (
            "[ :p :o ] :q _:b .",
            vec![["[ :p :o ]", ":p", ":o"], ["[ :p :o ]", ":q", "_:b"]],
        ),
        ("[ ] :p true .", vec![["[ ]", ":p", "true"]]),
        (
            ":s :p ( 1 ) .",
            vec![
                ["( 1 )", "( 1 )", "1"],
                ["( 1 )", "( 1 )", "( 1 )"],
                [":s", ":p", "( 1 )"],
            ],
        ),
        (
            "<< :s :p 1 ~ :r >> :q :o .",
            vec![
                [":r", "<< :s :p 1 ~ :r >>", "<< :s :p 1 ~ :r >>"],
                ["<< :s :p 1 ~ :r >>", ":q", ":o"],
            ],
        ),
        (
            ":s :p 1 {| a 2 |} .",
            vec![
                [":s", ":p", "1"],
                ["{| a 2 |}", "{| a 2 |}", ":s :p 1 {| a 2 |}"],
                ["{| a 2 |}", "a", "2"],
            ],
        ),
        (
            ":s :p 1 ~ # c\n ~ :r {| a 2 |} .",
            vec![
                [":s", ":p", "1"],
                ["~", "~", ":s :p 1 ~"],
                [":r", "~ :r", ":s :p 1 ~ # c\n ~ :r"],
                [":r", "a", "2"],
            ],
        ),
        (
            ":s :p <<( :a :b 'c' )>> .",
            vec![[":s", ":p", "<<( :a :b 'c' )>>"]],
        ),
    ] {
        let expected: Vec<_> = expected
            .iter()
            .map(|texts| texts.map(str::to_owned))
            .collect();
        assert_eq!(
            texts(Dialect::Turtle12, &format!("{prefix}{text}")),
            expected,
            "{text}"
        );
    }
}

#[test]
fn the_name_of_a_graph_has_its_text_where_it_is_in_the_statement() {
    for (dialect, text, expected) in [
        (
            Dialect::NQuads12,
            "<x:s> <x:p> 'o'@en _:g .\n<x:s> <x:p> <x:o> .\n<x:s> <x:p> <x:o> <x:g> .\n"
                .replace('\'', "\""),
            vec![Some("_:g"), None, Some("<x:g>")],
        ),
        (
            Dialect::TriG12,
            "<x:g> { <x:s> <x:p> 1 }".to_owned(),
            vec![None],
        ),
    ] {
        let mut found = Vec::new();
        let mut document = Parser::new(dialect).parse_str(&text);
        let result = document.try_for_each_quad(|_, provenance| {
            let name = provenance.graph_name;
            if let Some(name) = name {
                let bytes = provenance.bytes(name);
                let bytes = bytes.start as usize..bytes.end as usize;
                assert_eq!(&text[bytes], provenance.text_of(name));
            }
            found.push(name.map(|name| provenance.text_of(name).to_owned()));
            Ok::<_, Error>(())
        });
        result.unwrap();
        let found: Vec<_> = found.iter().map(Option::as_deref).collect();
        assert_eq!(found, expected);
    }
}

#[test]
fn offsets_are_those_of_the_document() {
    let text = "\u{FEFF}# é\n<x:a> <x:p> 1 .\r\n<x:b> { <x:c> <x:p>\r 'ö', 2 }";
    let mut places = Vec::new();
    let mut document = Parser::new(Dialect::TriG12).parse_str(text);
    let result = document.try_for_each_quad(|_, provenance| {
        let object = provenance.object;
        let statement = provenance.text_of(provenance.statement).to_owned();
        places.push((
            statement,
            provenance.bytes(object),
            provenance.position(object).to_string(),
        ));
        Ok::<_, Error>(())
    });
    result.unwrap();
    let triples = "<x:c> <x:p>\r 'ö', 2";
    assert_eq!(
        places,
        [
            ("<x:a> <x:p> 1 .".to_owned(), 20..21, "2:13".to_owned()),
            (triples.to_owned(), 46..50, "4:2".to_owned()),
            (triples.to_owned(), 52..53, "4:7".to_owned()),
        ]
    );
}

#[test]
fn a_byte_order_mark_counts_in_every_way_to_parse() {
    let text = "\u{FEFF}<x:s> <x:p> bad";
    let parser = Parser::new(Dialect::Turtle12);
    let by_statement = parser.parse_str(text).check().unwrap_err();
    let as_a_whole = parser.read_tree(text, |_| ()).unwrap_err();
    for error in [by_statement, as_a_whole] {
        let error = error.as_syntax().unwrap();
        assert_eq!(
            (error.bytes(), error.position().column),
            (18..18, 16),
            "{error}"
        );
    }
}
