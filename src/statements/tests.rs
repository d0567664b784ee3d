//! Statements are the same, however their bytes arrive from a reader. How they are pushed, `crates/judge/tests/corpus/main.rs` tries.

use super::*;
use crate::SyntaxErrorKind;
use crate::engine::MUCH_TRIVIA;
use crate::input::{Pushed, Stream};
use crate::surroundings::LINE;
use crate::tree::Shape;
use crate::{Dialect, Engine};
use std::fs;
use std::io::{self, ErrorKind, Read};

/// A document's statements: where each begins, and its nodes, or the error, which more may follow.
fn outcome<I: Input>(input: I, settings: &Settings) -> Vec<String> {
    let mut statements = Statements::new(input, settings.clone());
    let mut outcome = Vec::new();
    loop {
        match statements.advance(Shape::Full) {
            Ok(None) => return outcome,
            Ok(Some(step)) => {
                let tree = statements.tree();
                let nodes = match tree.is_empty() {
                    true => String::new(),
                    false => tree
                        .root()
                        .descendants()
                        .map(|(depth, node)| format!(" {depth} {node:?} {:?}", node.text()))
                        .collect(),
                };
                outcome.push(format!("{step:?} at {:?}:{nodes}", tree.origin()));
            }
            Err(Error::Syntax(fault)) => {
                outcome.push(format!("{fault} {:?}", fault.excerpt()));
                statements.of_any_input_mut().skip_fault(&fault, None);
            }
            Err(Error::Io(error)) => panic!("{error}"),
        }
    }
}

/// The contents without places: the tokens of each statement, or its error.
fn contents<I: Input>(input: I, settings: &Settings) -> Vec<String> {
    let mut statements = Statements::new(input, settings.clone());
    let mut contents = Vec::new();
    loop {
        match statements.advance(Shape::Full) {
            Ok(None) => return contents,
            Ok(Some(_)) => {
                // A step that ends a graph has no tree.
                let tree = statements.tree();
                let tokens = (!tree.is_empty()).then(|| tree.leaves().map(|leaf| leaf.text()));
                contents.push(tokens.into_iter().flatten().collect::<Vec<_>>().join(" "));
            }
            Err(Error::Syntax(fault)) => {
                contents.push(format!("{:?}", fault.kind()));
                statements.of_any_input_mut().skip_fault(&fault, None);
            }
            Err(Error::Io(error)) => assert_eq!(error.kind(), ErrorKind::WouldBlock),
        }
    }
}

/// More white space and comments than are kept with a statement: in lines, and in one.
fn much_trivia() -> [String; 3] {
    [
        "\n".repeat(2 * MUCH_TRIVIA),
        "# a comment, \u{E9} \u{1F600} \"\"\" <x:s> .\n \t\r\n".repeat(MUCH_TRIVIA / 25),
        format!("# {}\n  ", "no comment \u{E9} #".repeat(MUCH_TRIVIA / 12)),
    ]
}

/// Statements, one of them at fault, with `trivia` before each and after them all.
fn with_trivia(trivia: &str) -> String {
    [
        "<x:a> <x:b> <x:c> .\n",
        "<x:a> <x:b> .\n",
        "<x:d> <x:e> _:f .\n",
        "",
    ]
    .map(|statement| [trivia, statement].concat())
    .concat()
}

fn some_settings() -> Vec<Settings> {
    let dialects = [
        Dialect::NTriples12,
        Dialect::Turtle12,
        Dialect::TriG12,
        Dialect::TurtleSubmission,
    ];
    let settings = dialects.into_iter().flat_map(|dialect| {
        Engine::all().map(move |engine| Settings {
            engine,
            ..Settings::new(dialect, 100)
        })
    });
    settings.collect()
}

#[test]
fn much_white_space_changes_nothing_but_places() {
    for settings in some_settings() {
        let expected = contents(Slice::from(with_trivia("\n").as_str()), &settings);
        assert_eq!(expected.len(), 3, "{settings:?} {expected:?}");
        for trivia in much_trivia() {
            let document = with_trivia(&trivia);
            let found = contents(Slice::from(document.as_str()), &settings);
            assert_eq!(found, expected, "{settings:?} {:?}", &trivia[..20]);
        }
    }
}

#[test]
fn much_white_space_is_read_the_same_by_pieces() {
    let mut sizes = [100, 1000, Stream::<&[u8]>::BUFFER].into_iter().cycle();
    for settings in some_settings() {
        for trivia in much_trivia() {
            let document = with_trivia(&trivia);
            // And with bytes after it that are not text, within a comment and after one.
            let long = [b"\xFF".as_slice(), &[b'x'; 2 * LINE]].concat();
            for end in [b"".as_slice(), b"\xFF", b"# \xFF", b"\xE9t\xE9\nx", &long] {
                let bytes = [document.as_bytes(), end].concat();
                let expected = outcome(Slice::new(&bytes), &settings);
                let size = sizes.next().unwrap_or(1);
                let stream = Stream::with_buffer(bytes.as_slice(), size);
                assert_eq!(outcome(stream, &settings), expected, "{settings:?} {size}");
            }
        }
    }
}

/// A reader that has nothing yet, every other time.
struct Hesitant<'b> {
    bytes: &'b [u8],
    has_hesitated: bool,
}

impl Read for Hesitant<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.has_hesitated = !self.has_hesitated;
        match self.has_hesitated {
            true => Err(ErrorKind::WouldBlock.into()),
            false => self.bytes.read(buffer),
        }
    }
}

/// Who is told to ask again, and does, loses nothing.
#[test]
fn a_reader_may_have_nothing_yet() {
    for (index, path) in testing::documents::corpus().iter().enumerate() {
        let bytes = fs::read(path).unwrap();
        let settings = Settings::new(Dialect::from_path(path).unwrap(), 100);
        let reader = Hesitant {
            bytes: &bytes,
            has_hesitated: false,
        };
        let hesitant = Stream::with_buffer(reader, 16 + index % 50);
        let expected = contents(Slice::new(&bytes), &settings);
        assert_eq!(contents(hesitant, &settings), expected, "{path:?}");
    }
}

/// The bytes that one U+FFFD stands for are at fault, however they arrive.
#[test]
fn bytes_that_are_no_text_are_told_exactly() {
    const BEFORE: &str = "# \u{E9}\n<x:s> <x:p> \"";
    for (bytes, at_fault) in [
        (b"\xFF\" .".as_slice(), 1),
        // Half of a surrogate pair: no character begins so.
        (b"\xED\xA0\x80\" .", 1),
        (b"\xC0\x80\" .", 1),
        // Characters that are cut off.
        (b"\xE2\x82\" .", 2),
        (b"\xE2\x82\n", 2),
        (b"\xF0\x9F\x98x", 3),
        (b"\xF0\x9F\x98", 3),
        (b"\xF0\x9F\xFF\xFF", 2),
        (b"\xE9", 1),
    ] {
        let document = [BEFORE.as_bytes(), bytes].concat();
        let start = BEFORE.len() as u64;
        for settings in some_settings() {
            let all_at_once = fault(Slice::new(&document), &settings);
            assert_eq!(all_at_once.bytes(), start..start + at_fault as u64);
            let bytes = bytes[..at_fault].to_vec();
            assert_eq!(all_at_once.kind(), &SyntaxErrorKind::InvalidUtf8 { bytes });
            let end = all_at_once.end();
            assert_eq!(
                (end.byte, end.line, end.column),
                (all_at_once.bytes().end, 2, 15)
            );
            let excerpt = all_at_once.excerpt();
            assert_eq!(&excerpt.text()[excerpt.highlight()], "\u{FFFD}");
            for size in 4..document.len() {
                let by_pieces = fault(Stream::with_buffer(document.as_slice(), size), &settings);
                assert_eq!(format!("{by_pieces:?}"), format!("{all_at_once:?}"));
                assert_eq!(by_pieces.excerpt(), excerpt);
            }
        }
    }
}

/// The first fault.
fn fault<I: Input>(input: I, settings: &Settings) -> crate::SyntaxError {
    let mut statements = Statements::new(input, settings.clone());
    loop {
        match statements.advance(Shape::Full) {
            Ok(Some(_)) => {}
            Err(Error::Syntax(fault)) => return *fault,
            other => panic!("{other:?}"),
        }
    }
}

/// Neither the size of the buffer nor the text before a statement changes which statements are too large.
#[test]
fn a_statement_has_its_limit() {
    let [some, much] = [5000, 50_000].map(|count| "\n".repeat(count));
    // A large statement, and much before one at the limit; both together take long.
    let mut cases = vec![(100_000, ""), (100, much.as_str()), (101, &much)];
    for length in [99, 100, 101, 1000] {
        cases.extend(["", "  ", "# a comment\n", &some].map(|trivia| (length, trivia)));
    }
    for settings in some_settings() {
        for &(length, trivia) in &cases {
            let subject = "s".repeat(length - "<x:> <x:p> <x:o>.".len());
            let statement = format!("<x:{subject}> <x:p> <x:o>.");
            let document = format!("{trivia}{statement}\n<x:s> <x:p> <x:o> .\n");
            let settings = Settings {
                statement_limit: 100,
                ..settings.clone()
            };
            let expected = outcome(Slice::from(document.as_str()), &settings);
            let is_too_large = expected.iter().any(|line| line.contains("100 bytes"));
            assert_eq!(is_too_large, length > 100, "{settings:?} {length}");
            for size in [10, 1000] {
                let stream = Stream::with_buffer(document.as_bytes(), size);
                assert_eq!(outcome(stream, &settings), expected, "{settings:?} {size}");
            }
        }
    }
}

/// Nothing of it stays in memory.
#[test]
fn white_space_and_comments_are_passed_over_as_they_are_read() {
    let by_statement = |settings: &Settings| !settings.reads_whole();
    for settings in some_settings().into_iter().filter(by_statement) {
        for trivia in ["\n", "# a comment\n", "no end "] {
            let document = ["# ", &trivia.repeat(1_000_000 / trivia.len())].concat();
            let mut statements =
                Statements::new(Stream::new(document.as_bytes()), settings.clone());
            assert_eq!(statements.advance(Shape::Full).unwrap(), None);
            let held = statements.at_hand.input.arrived.text.capacity();
            assert!(
                held <= 4 * Stream::<&[u8]>::BUFFER,
                "{settings:?} {trivia:?} {held}"
            );
            assert_eq!(statements.statement_position(), Position::START);
        }
    }
}

/// Where the graph was opened in which a document ends.
fn opened<I: Input>(input: I) -> Option<Position> {
    fault(input, &Settings::new(Dialect::TriG12, 100))
        .around
        .graph
}

/// However long the graph is, and whatever the size of the buffer.
#[test]
fn where_a_graph_was_opened_is_known_at_the_end() {
    let graph = |lines: usize| "<x:s> <x:p> \"}{\" . # {\n".repeat(lines);
    for lines in [0, 1, 100, 2000, 5000] {
        for name in ["", "<x:g> # {\n", "GRAPH <x:g> "] {
            let before = format!("\u{FEFF}<x:g> {{\n{}}}\n\n  {name}", graph(lines));
            let document = format!("{before}{{ # {{\n{}", graph(lines));
            let found = opened(Slice::from(document.as_str())).unwrap();
            assert_eq!(found.byte as usize, before.len());
            assert_eq!(
                found.line as usize,
                document[..before.len() + 1].lines().count()
            );
            for size in [16, 1000, Stream::<&[u8]>::BUFFER] {
                let stream = Stream::with_buffer(document.as_bytes(), size);
                assert_eq!(opened(stream), Some(found), "{lines} {name:?} {size}");
            }
        }
    }
}

/// Statements and errors are those of the slice, with a buffer of any size.
#[test]
fn the_size_of_the_buffer_changes_nothing() {
    let documents = testing::documents::corpus();
    assert!(documents.len() > 1000);
    for (index, path) in documents.iter().enumerate() {
        let bytes = fs::read(path).unwrap();
        let settings = Settings::new(Dialect::from_path(path).unwrap(), 100);
        let expected = outcome(Slice::new(&bytes), &settings);
        // All sizes with some of the documents, some of the sizes with each.
        for size in (16 + index % 7..=64).step_by(7).chain([100, 1000, 4096]) {
            let stream = Stream::with_buffer(bytes.as_slice(), size);
            assert_eq!(
                outcome(stream, &settings),
                expected,
                "{path:?}, {size} bytes"
            );
        }
    }
}

/// A statement of any size is looked at a bounded number of times, however its bytes are cut; and its text alone is held.
#[test]
fn a_large_statement_may_be_pushed_byte_by_byte() {
    let statement = format!("<x:s> <x:p> \"{}\" .\n", "long ".repeat(200_000));
    let mut statements = Statements::new(Pushed::new(), Settings::new(Dialect::Turtle12, 100));
    let mut count = 0;
    for _ in 0..2 {
        for byte in statement.as_bytes() {
            statements.input_mut().push(&[*byte]);
            count += usize::from(statements.advance(Shape::Full).unwrap().is_some());
        }
    }
    statements.input_mut().end();
    while statements.advance(Shape::Full).unwrap().is_some() {
        count += 1;
    }
    assert_eq!(count, 2);
}
