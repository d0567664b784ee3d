//! Nesting: as deep as the limit allows, and an error of its own beyond it, whatever the stack.

use std::thread;
use testing::soak;
use turtle_peg::{Dialect, Engine, Error, Parser, SyntaxErrorKind};

/// The signs that open and close one level, in the object position, and the dialects that have them.
struct Bracket {
    open: &'static str,
    close: &'static str,
    dialects: &'static [Dialect],
}

const TURTLE: &[Dialect] = &[
    Dialect::TurtleSubmission,
    Dialect::TurtleWd2011,
    Dialect::Turtle11,
    Dialect::Turtle12Wd2024,
    Dialect::Turtle12,
];
const TURTLE_1_2: &[Dialect] = &[Dialect::Turtle12Wd2024, Dialect::Turtle12];
const RDF_1_2: &[Dialect] = &[
    Dialect::Turtle12Wd2024,
    Dialect::Turtle12,
    Dialect::NTriples12,
];

const BRACKETS: &[Bracket] = &[
    Bracket {
        open: "(",
        close: ")",
        dialects: TURTLE,
    },
    Bracket {
        open: "[<x:p> ",
        close: "]",
        dialects: TURTLE,
    },
    Bracket {
        open: "<<<x:s> <x:p> ",
        close: ">>",
        dialects: TURTLE_1_2,
    },
    Bracket {
        open: "<<(<x:s> <x:p> ",
        close: ")>>",
        dialects: RDF_1_2,
    },
    Bracket {
        open: "<x:o> {|<x:p> ",
        close: "|}",
        dialects: TURTLE_1_2,
    },
];

impl Bracket {
    fn document(&self, levels: usize) -> String {
        let (open, close) = (self.open.repeat(levels), self.close.repeat(levels));
        format!("<x:s> <x:p> {open}<x:o>{close} .\n")
    }
}

/// Runs in a thread with a stack of 2 MiB, which is what Rust gives a thread.
fn in_small_thread<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = thread::Builder::new().stack_size(2 * 1024 * 1024);
    thread.spawn(run).unwrap().join().unwrap()
}

fn parse(engine: Engine, dialect: Dialect, limit: usize, text: &str) -> Result<usize, Error> {
    let mut count = 0;
    Parser::new(dialect)
        .with_engine(engine)
        .with_nesting_limit(limit)
        .parse_str(text)
        .for_each_quad(|_, _| count += 1)?;
    Ok(count)
}

fn for_each_bracket(run: impl Fn(Engine, Dialect, &'static Bracket) + Copy + Send + 'static) {
    for bracket in BRACKETS {
        // The newest last.
        for &dialect in bracket.dialects.iter().rev().step_by(soak(5, 1)) {
            for engine in [Engine::Fast, Engine::Reference, Engine::Specification] {
                in_small_thread(move || run(engine, dialect, bracket));
            }
        }
    }
}

#[test]
fn the_default_limit_allows_1000_levels_and_no_more() {
    for_each_bracket(|engine, dialect, bracket| {
        let limit = Parser::DEFAULT_NESTING_LIMIT;
        assert_eq!(limit, 1000);
        let deepest = bracket.document(limit);
        let result = parse(engine, dialect, limit, &deepest);
        assert!(result.is_ok(), "{dialect} {}: {result:?}", bracket.open);
        assert_nesting_error(
            engine,
            dialect,
            bracket,
            limit,
            &bracket.document(limit + 1),
        );
    });
}

#[test]
fn the_limit_can_be_set() {
    for_each_bracket(|engine, dialect, bracket| {
        assert!(parse(engine, dialect, 3, &bracket.document(3)).is_ok());
        let error = assert_nesting_error(engine, dialect, bracket, 3, &bracket.document(4));
        let fourth = "<x:s> <x:p> ".len() + 3 * bracket.open.len();
        let start = usize::try_from(error.bytes().start).unwrap();
        let within = fourth..fourth + bracket.open.len();
        assert!(
            within.contains(&start),
            "{dialect} {}: {error}",
            bracket.open
        );
        assert!(parse(engine, dialect, 0, &bracket.document(0)).is_ok());
        assert_nesting_error(engine, dialect, bracket, 0, &bracket.document(1));
        assert!(parse(engine, dialect, 4000, &bracket.document(3900)).is_ok());
    });
}

#[test]
fn levels_in_a_row_are_not_nested() {
    let row = "(1) [<x:p> (2)] ".repeat(5000);
    let text = format!("<x:s> <x:p> ({row}) .");
    assert!(parse(Engine::Fast, Dialect::Turtle11, 3, &text).is_ok());
}

#[test]
fn fifty_thousand_levels_end_in_the_nesting_error() {
    for_each_bracket(|engine, dialect, bracket| {
        let limit = Parser::DEFAULT_NESTING_LIMIT;
        assert_nesting_error(engine, dialect, bracket, limit, &bracket.document(50_000));
        let unclosed = format!("<x:s> <x:p> {}", bracket.open.repeat(50_000));
        assert_nesting_error(engine, dialect, bracket, limit, &unclosed);
    });
}

/// Above the levels that pest gets stack for, too: what it gives up on, the productions read.
#[test]
fn all_engines_read_what_a_high_limit_allows() {
    const LIMIT: usize = 200_000;
    const LEVELS: usize = 50_001;
    let [bracket, ..] = BRACKETS else {
        panic!("there are brackets");
    };
    for engine in Engine::all() {
        let check = |text: &str| match parse(engine, Dialect::Turtle12, LIMIT, text) {
            Err(Error::Syntax(error)) => Some(error.kind().clone()),
            result => result.map(|_| None).unwrap(),
        };
        assert_eq!(check(&bracket.document(LEVELS)), None, "{engine:?}");
        let kind = check(&format!("<x:s> <x:p> {} .", bracket.open.repeat(LEVELS)));
        let is_explained = matches!(kind, Some(SyntaxErrorKind::Unexpected { .. }));
        assert!(is_explained, "{engine:?} {kind:?}");
    }
}

fn assert_nesting_error(
    engine: Engine,
    dialect: Dialect,
    bracket: &Bracket,
    limit: usize,
    text: &str,
) -> turtle_peg::SyntaxError {
    match parse(engine, dialect, limit, text) {
        Err(Error::Syntax(error)) => {
            let is_too_deep = matches!(error.kind(), SyntaxErrorKind::NestingLimit { limit: it, .. } if *it == limit);
            assert!(is_too_deep, "{dialect} {}: {error}", bracket.open);
            *error
        }
        result => panic!("{dialect} {}: {result:?}", bracket.open),
    }
}

/// The long string closes after the full stop: what looks like nesting before that is in the string.
#[test]
fn the_limit_is_not_for_what_may_still_become_a_string() {
    let text = "<x:s> <x:p> (\"\"\"a\"), ((1)) . \"\"\" ) .";
    let parser = Parser::new(Dialect::Turtle12).with_nesting_limit(1);
    for cut in 0..text.len() {
        let (first, second) = text.as_bytes().split_at(cut);
        let reader = std::io::Read::chain(first, second);
        let count = parser
            .parse_reader(reader)
            .triples()
            .filter(Result::is_ok)
            .count();
        assert_eq!(count, 3, "cut at {cut}");
    }
}

/// The stack that `Parser::with_nesting_limit` tells of is enough to parse, and to keep triples.
#[test]
fn a_small_stack_is_enough() {
    for bracket in BRACKETS {
        for &dialect in bracket.dialects {
            let thread = thread::Builder::new().stack_size(256 * 1024);
            let run = move || {
                let parse =
                    |levels| parse(Engine::Fast, dialect, 20_000, &bracket.document(levels));
                assert!(parse(0).is_ok());
                assert!(parse(20_000).is_ok());
                assert!(parse(20_001).is_err());
            };
            thread.spawn(run).unwrap().join().unwrap();
        }
    }
    in_small_thread(|| {
        const LEVELS: usize = 2000;
        let text = BRACKETS[3].document(LEVELS);
        let parser = Parser::new(Dialect::Turtle12).with_nesting_limit(LEVELS);
        let triples: Vec<_> = parser
            .parse_str(&text)
            .triples()
            .map(Result::unwrap)
            .collect();
        assert_eq!(triples.clone(), triples);
    });
}
