//! The limits of a parser: how long IRIs may become, and how much memory prefixes may take. `benches/scaling` shows that to check a
//! document takes time for what is written alone.

use std::io::Read;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};
use turtle_peg::{Dialect, Engine, Error, Parser};

/// A document, and the longest IRI that is made in it, or that others are made with.
const LONGEST: &[(Dialect, &str, usize, &str)] = &[
    // Relative references: plain, with dot segments, with escape sequences, with what only RFC 3986's algorithm resolves.
    (Dialect::Turtle12, "BASE <x://h/>\n<abcd> a 1 .", 10, "2:1"),
    (
        Dialect::Turtle12,
        "BASE <x://h/>\n<x:s> a <./abcd> .",
        10,
        "2:9",
    ),
    (
        Dialect::Turtle12,
        "BASE <x://h/>\n<x:s> <\\u0061bcd> 1 .",
        10,
        "2:7",
    ),
    (
        Dialect::Turtle12,
        "BASE <x://h>\n<x:s> <x:p> ([<abcd> 1]) .",
        10,
        "2:15",
    ),
    (
        Dialect::Turtle12,
        "BASE <x://h/>\n<x:s> a 'a'^^<abcd> .",
        10,
        "2:14",
    ),
    (
        Dialect::TurtleSubmission,
        "@base <x://h/> .\n<x:s> a <a bcd> .",
        11,
        "2:9",
    ),
    // Bases and namespaces, relative and not.
    (
        Dialect::Turtle12,
        "BASE <x://h/abcd>\n<x:s> a 1 .",
        10,
        "1:6",
    ),
    (
        Dialect::Turtle12,
        "BASE <x://h/> BASE\n<a/> BASE <bcde/> <> a 1 .",
        13,
        "2:11",
    ),
    (
        Dialect::Turtle12,
        "PREFIX p: <x://h/abcd> <x:s> a 1 .",
        10,
        "1:11",
    ),
    (
        Dialect::TriG12,
        "BASE <x://h/>\nPREFIX p: <abcd> {}",
        10,
        "2:11",
    ),
    // Names: plain, again, with escape sequences, of another namespace.
    (
        Dialect::Turtle12,
        "PREFIX p: <x:> p:s p:p p:o,\np:objects .",
        9,
        "2:1",
    ),
    (
        Dialect::Turtle12,
        "PREFIX p: <x:>\np:subject a 1 .",
        9,
        "2:1",
    ),
    (
        Dialect::Turtle12,
        "PREFIX p: <x:>\n<x:s> p:feature 1 .",
        9,
        "2:7",
    ),
    (
        Dialect::Turtle12,
        "PREFIX p: <x:>\n<x:s> a p:a\\-b\\-c\\-d .",
        9,
        "2:9",
    ),
    (
        Dialect::Turtle12,
        "PREFIX p: <x://h>\n<x:s> a p:abcd .",
        9,
        "2:9",
    ),
    (
        Dialect::TriG12,
        "PREFIX p: <x:>\nGRAPH p:subject { <x:s> a 1 }",
        9,
        "2:7",
    ),
    (
        Dialect::Turtle12,
        "PREFIX p: <x:>\n<x:s> a 'a'^^p:feature .",
        9,
        "2:14",
    ),
    (
        Dialect::Turtle12,
        "PREFIX p: <x:>\n<x:s> a 1 ~ p:subject .",
        9,
        "2:13",
    ),
    (
        Dialect::Turtle12,
        "PREFIX p: <x:>\n<x:s> a << p:subject a 1 >> .",
        9,
        "2:12",
    ),
];

/// The reference engine reads documents as a whole: not too large ones, not from within, and none whose end cannot be read.
#[test]
fn a_document_that_is_read_as_a_whole_has_limits() {
    use turtle_peg::{CheckpointError, SyntaxErrorKind};
    const LIMIT: usize = 16 * 1024 * 1024;
    let parser = Parser::new(Dialect::Turtle12);
    let whole = parser.clone().with_engine(Engine::Reference);
    assert!(whole.reads_whole_documents() && !parser.reads_whole_documents());
    let spaces = std::io::repeat(b' ').take(LIMIT as u64 + 1);
    let error = whole.parse_reader(spaces).check().unwrap_err();
    let kind = error.as_syntax().unwrap().kind();
    assert!(
        matches!(kind, SyntaxErrorKind::DocumentTooLarge { limit: LIMIT, .. }),
        "{error}"
    );

    let text = "<x:s> <x:p> 1 . <x:s> <x:p> 2 .";
    let mut document = parser.parse_str(text).until(10);
    document.check().unwrap();
    let within = document.checkpoint().unwrap();
    let refused = whole.resume_str(&within, text).map(drop);
    assert_eq!(refused, Err(CheckpointError::WholeDocuments));
    let from_start = whole.resume_str(&whole.start(), text).unwrap();
    assert_eq!(from_start.triples().count(), 2);
    let pieces = whole.pieces(text.as_bytes(), 1);
    assert_eq!(
        pieces
            .map(|piece| piece.triples().count())
            .collect::<Vec<_>>(),
        [2]
    );

    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("gone"))
        }
    }
    let mut results = whole.parse_reader(text.as_bytes().chain(Failing)).triples();
    assert!(matches!(results.next(), Some(Err(Error::Io(_)))));
    assert!(results.next().is_none());
}

/// The faults of a document, asked for in all ways that there are.
fn faults(parser: &Parser, text: &str) -> Vec<Vec<String>> {
    let said = |error: Error| error.to_string();
    let mut all = Vec::new();
    for engine in Engine::all() {
        let parser = parser.clone().with_engine(engine);
        let mut document = parser.parse_str(text);
        let checked = std::iter::from_fn(|| document.check_statement());
        all.push(checked.filter_map(Result::err).map(said).collect());
        let (first, rest) = text.as_bytes().split_at(text.len() / 2);
        let quads = parser.parse_reader(first.chain(rest)).quads();
        all.push(quads.filter_map(Result::err).map(said).collect());
        for is_checked in [true, false] {
            let mut found = Vec::new();
            let two = NonZeroUsize::new(2).unwrap();
            let result: Result<(), ()> = parser.parse_parallel(
                text.as_bytes(),
                two,
                |part| {
                    let mut errors = Vec::new();
                    let mut next = || match is_checked {
                        true => part.check_statement(),
                        false => part.next_statement(|_, _| ()),
                    };
                    while let Some(result) = next() {
                        errors.extend(result.err().map(said));
                    }
                    errors
                },
                |errors| {
                    found.extend(errors);
                    Ok(())
                },
            );
            assert_eq!(result, Ok(()));
            all.push(found);
        }
    }
    all
}

#[test]
fn an_iri_may_have_as_many_bytes_as_the_limit_says() {
    for &(dialect, text, longest, place) in LONGEST {
        let with = |limit| Parser::new(dialect).with_iri_limit(limit);
        for found in faults(&with(longest), text) {
            assert_eq!(found, [""; 0], "{text}");
        }
        let less = longest - 1;
        let expected = format!("{place}: the IRI has more than {less} bytes, which is the limit");
        for found in faults(&with(less), text) {
            assert_eq!(found, [expected.as_str()], "{text}");
        }
    }
}

#[test]
fn an_iri_that_is_written_out_may_be_as_long_as_its_statement() {
    let long = "a".repeat(3 * Parser::DEFAULT_IRI_LIMIT);
    let text = format!("<x:{long}> <x:{long}> <x:{long}> .");
    let count = Parser::new(Dialect::Turtle12).parse_str(&text).triples();
    assert_eq!(count.filter(Result::is_ok).count(), 1);
}

/// The caller's declarations are not the document's, and have no limit; IRIs that are made with them have.
#[test]
fn what_holds_before_the_document_may_be_longer() {
    let parser = Parser::new(Dialect::Turtle12).with_iri_limit(3);
    let parser = parser.with_base_iri("x://host/").unwrap();
    let parser = parser.with_prefix("p", "y://host/").unwrap();
    assert_eq!(parser.parse_str("<x:s> a 1 .").triples().count(), 1);
    for text in ["<a> a 1 .", "p:a a 1 ."] {
        let first = parser.parse_str(text).triples().next();
        let error = first.unwrap().unwrap_err().to_string();
        assert!(error.contains("more than 3 bytes"), "{error}");
    }
}

#[test]
fn prefixes_may_take_as_much_memory_as_the_limit_says() {
    let declarations = |count: usize| -> String {
        let one = |n| format!("PREFIX p{n:03}: <x:{n:03}>\n");
        (0..count).map(one).collect()
    };
    let accepts = |limit, text: &str| {
        let parser = Parser::new(Dialect::Turtle12).with_prefix_limit(limit);
        let faults = faults(&parser, text);
        let is_right = |found: &Vec<String>| {
            let said = format!(": the prefixes take more than {limit} bytes, which is the limit");
            found.len() <= 1 && found.iter().all(|error| error.ends_with(&said))
        };
        assert!(faults.iter().all(is_right), "{faults:?}");
        let accepted = faults.iter().filter(|found| found.is_empty()).count();
        assert!([0, faults.len()].contains(&accepted), "{faults:?}");
        accepted > 0
    };
    let least = (2..)
        .find(|&limit| accepts(limit, &declarations(1)))
        .unwrap();
    // The texts, 4 + 4 + 5 bytes, and what holds them.
    assert!((13..300).contains(&least), "{least}");
    assert!(accepts(100 * least, &declarations(100)));
    assert!(!accepts(100 * least - 1, &declarations(100)));
    // To declare a prefix again is not to declare another.
    assert!(accepts(least, &declarations(1).repeat(50)));
    assert!(!accepts(
        least,
        "PREFIX p000: <x:000> PREFIX p000: <x:0000>"
    ));
}

/// A base IRI that grows with each directive ends at the limit; without one, it takes no more time than it takes to write.
#[test]
fn a_base_iri_cannot_grow_without_bound() {
    let text = "BASE <http://example.org/>\n".to_owned() + &"BASE <a/>\n".repeat(400_000);
    let parser = Parser::new(Dialect::Turtle12);
    let error = within(Duration::from_secs(20), || {
        parser
            .parse_str(&text)
            .triples()
            .next()
            .unwrap()
            .unwrap_err()
    });
    let lines = (Parser::DEFAULT_IRI_LIMIT - "http://example.org/".len()) / 2;
    let place = format!("{}:6: ", lines + 2);
    assert!(error.to_string().starts_with(&place), "{error}");
    let mut document = parser.with_iri_limit(usize::MAX).parse_str(&text);
    within(Duration::from_secs(20), || {
        while let Some(result) = document.check_statement() {
            result.unwrap();
        }
    });
    assert_eq!(document.base_iri().unwrap().len(), 19 + 800_000);
}

fn within<T>(longest: Duration, run: impl FnOnce() -> T) -> T {
    let started = Instant::now();
    let result = run();
    let taken = started.elapsed();
    assert!(taken < longest, "{taken:?}");
    result
}

/// The next statement after a fault is found in time for the text, with any text.
#[test]
fn to_go_on_after_a_fault_takes_time_for_the_text() {
    const LENGTH: usize = 1_000_000;
    for (before, again) in [
        ("'", "a"),
        ("", "a"),
        ("", "1e"),
        ("", "a.a"),
        ("", "a-"),
        ("<", "a"),
        ("\"\"\"", "a\"\""),
        ("\\", "\"\"\"\\"),
        ("", "é"),
        ("_:", "%"),
    ] {
        let text = format!("<x:s> <x:p> {before}{}", again.repeat(LENGTH / again.len()));
        for dialect in [Dialect::Turtle12, Dialect::NTriples12, Dialect::TriG12] {
            let parser = Parser::new(dialect).with_recovery();
            let mut document = parser.parse_str(&text);
            within(Duration::from_secs(20), || {
                let checked = std::iter::from_fn(|| document.check_statement());
                assert!(checked.filter(Result::is_err).count() > 0);
            });
        }
    }
}

/// `Parser::with_statement_limit` and `with_window` say which lists may have any length.
#[test]
fn a_long_list_is_refused_by_a_limit_below_the_window() {
    let text = format!("<x:s> <x:p> {}1 .", "1, ".repeat(100));
    let check = |window: usize, limit: usize| {
        let parser = Parser::new(Dialect::Turtle12);
        let parser = parser.with_window(window).with_statement_limit(limit);
        parser.parse_str(&text).check()
    };
    assert!(check(100, 99).is_err());
    assert!(check(100, 100).is_ok());
    assert!(check(1000, 400).is_ok());
}

/// The output of `{:?}` for a document does not grow with it.
#[test]
fn to_debug_a_document_shows_little_of_it() {
    let prefixes: String = (0..1000)
        .map(|n| format!("PREFIX p{n}: <x:{n}>\n"))
        .collect();
    let text = format!("{prefixes}<x:s> <x:p> {}1 .", "1, ".repeat(10_000));
    let parser = Parser::new(Dialect::Turtle12);
    let mut document = parser.parse_str(&text);
    while document.prefixes().count() < 1000 {
        assert!(
            document
                .check_statement()
                .is_some_and(|result| result.is_ok())
        );
    }
    assert!(format!("{document:?}").len() < 2000, "{document:?}");
    let mut quads = document.quads();
    assert!(quads.next().is_some_and(|result| result.is_ok()));
    assert!(format!("{quads:?}").len() < 2000, "{quads:?}");
    assert!(quads.into_document().check_statement().is_none());
    let mut document = parser.parse_reader(std::io::Cursor::new("<x:s>"));
    assert!(
        document
            .check_statement()
            .is_some_and(|result| result.is_err())
    );
    let shown = format!("{document:?}");
    assert!(shown.len() < 2000, "{shown}");
}

/// U+FFFD takes three bytes for one that is not UTF-8. A statement that becomes too large by that is at fault, and the text of the
/// next one is its own.
#[test]
fn a_statement_may_become_too_large_for_a_lenient_parser() {
    const DOCUMENT: &[u8] = b"<x:s> <x:p> \"\xFF\" .\n<x:s> <x:p> <x:o>.\n<x:s> <x:p> \"\xFF\".\n";
    let parser = Parser::new(Dialect::NTriples12)
        .with_lenience()
        .with_recovery()
        .with_statement_limit(18);
    let mut document = parser.parse_slice(DOCUMENT);
    let mut found = Vec::new();
    loop {
        let mut objects = String::new();
        match document.next_statement(|quad, _| objects += &quad.object.to_string()) {
            None => break,
            Some(Ok(())) => found.push(objects),
            Some(Err(error)) => found.push(error.to_string()),
        }
    }
    let too_large = "1:1: the statement has more than 18 bytes, which is the limit";
    assert_eq!(found, [too_large, "<x:o>", "\"\u{FFFD}\""]);
}
