use super::ends::Ends;
use super::*;
use crate::corpus;
use crate::engine::Settings;
use crate::input::Slice;
use crate::statements::Statements;
use crate::tree::Shape;
use crate::{Dialect, Error, Position};
use std::fs;
use std::path::PathBuf;
use testing::folders::SUITES;
use testing::random::Random;

/// A quad with the places of its terms, or an error with all that it contains.
type Event = String;

fn event(result: Result<(), Error>) -> Event {
    match result {
        Ok(()) => "end of statement".to_owned(),
        Err(Error::Syntax(error)) => format!(
            "{error} {error:?} {:?} {:?} {:?} {}",
            error.context, error.excerpt, error.around, error.resume
        ),
        Err(error) => error.to_string(),
    }
}

macro_rules! events {
    ($statements:expr) => {{
        let statements = &mut $statements;
        let mut events = Vec::new();
        while let Some(result) = statements.next_statement(|quad, provenance| {
            let places = [
                provenance.statement,
                provenance.subject,
                provenance.predicate,
                provenance.object,
            ];
            let places = places.map(|span| {
                let position = provenance.position(span);
                (span, provenance.bytes(span), position)
            });
            events.push(format!("{quad} {places:?}"));
        }) {
            events.push(event(result));
        }
        events
    }};
}

fn by_one_thread(parser: &Parser, document: &[u8]) -> Vec<Event> {
    events!(parser.parse_slice(document))
}

/// What so many threads make of a document that is cut into blocks of this size.
fn by_threads(parser: &Parser, document: &[u8], threads: usize, size: usize) -> Vec<Event> {
    let mut all = Vec::new();
    let threads = NonZeroUsize::new(threads).unwrap();
    let result: Result<(), ()> = parser.parse_in_blocks(
        document,
        threads,
        size,
        |part| events!(*part),
        |events| {
            all.extend(events);
            Ok(())
        },
    );
    result.unwrap();
    all
}

/// The corpus, and the W3C's suites if they are there.
fn all_documents() -> Vec<(Dialect, Vec<u8>)> {
    let mut paths = corpus::documents();
    assert!(paths.len() > 1000);
    if let Some(suites) = &*SUITES {
        paths.extend(corpus::documents_in(suites));
    }
    let read = |path: PathBuf| {
        let extension = path.extension().unwrap().to_str().unwrap();
        let bytes = fs::read(&path).unwrap();
        (Dialect::from_extension(extension).unwrap(), bytes)
    };
    paths.into_iter().map(read).collect()
}

/// Those that serve to read a document, with and without errors that end it.
fn parsers(dialect: Dialect) -> [Parser; 2] {
    let parser = Parser::new(dialect).with_base_iri("x:base").unwrap();
    [parser.clone(), parser.continue_after_errors()]
}

fn assert_same(parser: &Parser, document: &[u8], threads: usize, size: usize) {
    let expected = by_one_thread(parser, document);
    let found = by_threads(parser, document, threads, size);
    if found != expected {
        let same = expected
            .iter()
            .zip(&found)
            .take_while(|(a, b)| a == b)
            .count();
        let beginning: String = String::from_utf8_lossy(document)
            .chars()
            .take(2000)
            .collect();
        panic!(
            "{}, {threads} threads, {size} bytes: of {} and {} events, {same} are the same, then comes\n{:?}\nwhere {:?} should:\n{beginning}",
            parser.dialect(),
            found.len(),
            expected.len(),
            found.get(same),
            expected.get(same),
        );
    }
}

#[test]
fn threads_and_blocks_change_nothing() {
    for (index, (dialect, document)) in all_documents().into_iter().enumerate() {
        for parser in parsers(dialect) {
            // All sizes with some of the documents, some of the sizes with each.
            let sizes = [1, 8 + index % 7, 20 + index % 31, 100 + index % 211];
            for (size, threads) in sizes.into_iter().zip([2, 1, 3, 2]) {
                assert_same(&parser, &document, threads, size);
            }
        }
    }
}

/// A long document in this dialect's language that has whatever makes blocks depend on one another: declarations, generated
/// labels, open graphs; and strings, comments and IRIs that hold what looks like an end.
fn long_document(dialect: Dialect, statements: usize) -> Vec<u8> {
    let features = dialect.features();
    let mut document = String::new();
    for number in 0..statements {
        let statement = match (features.line_based, number % 11) {
            (true, 0) => "# a comment .\n\r\n".to_owned(),
            (true, 1) => format!("<x:s{number}> <x:p> \"a . \\n\\\" é\" . # <\r\n"),
            (true, _) => format!("_:b{number} <x:p> <x:{number}> .\n"),
            (false, 0) => format!("@prefix : <x:{number}#> . # not ' yet .\n"),
            (false, 1) => format!("@base <http://x/{number}/> .\n<a> <b> <c> .\n"),
            (false, 2) => format!("[ :p{number} (1 [] (\"é\" ())) ] :q [] .\n"),
            (false, 3) => {
                "<x:s> <x:p> \"\"\"a . \" \"\" \\\" .\n\n<y> . '''\"\"\", \"\", \". #\" .\n"
                    .to_owned()
            }
            (false, 4) if features.has_braces() => {
                format!("<x:g{number}> {{ :a :b \"}} .\" . [] :c :d }}\n")
            }
            (false, 5) if features.has_braces() => {
                format!("_:g {{ {} }}\n", ":a :b [] .\n ".repeat(number))
            }
            (false, 6) if features.has_braces() => {
                format!("[] {{ {} }}\n", ":a :b [], 1 . \n".repeat(9))
            }
            (false, 7) => "_:anon1 :p _:anon, 1.5, <x:#.> .\n".to_owned(),
            (false, _) => {
                format!(":s{number} a :o ; :p <r#. >, 5, \"x\"@en .\n").replace(". >", ".>")
            }
        };
        document.push_str(&statement);
    }
    document.into_bytes()
}

#[test]
fn what_blocks_need_of_one_another_is_known() {
    for dialect in Dialect::all() {
        let document = long_document(dialect, 60);
        for parser in parsers(dialect) {
            let expected = by_one_thread(&parser, &document);
            let is_error = |event: &&Event| event.contains("unexpected");
            assert_eq!(expected.iter().find(is_error), None, "{dialect}");
            for (threads, size) in [(1, 100), (2, 64), (2, 333), (3, 1000), (4, 4000)] {
                assert_same(&parser, &document, threads, size);
            }
        }
    }
}

/// Damaged documents: what ends a statement is taken away, doubled, or put elsewhere.
#[test]
fn errors_are_those_of_one_thread() {
    const DAMAGE: [&[u8]; 14] = [
        b"", b".", b" . ", b"\"", b"'", b"\"\"\"", b"<", b">", b"#", b"\n", b"{", b"}", b"\\",
        b"\xFF",
    ];
    let mut random = Random::new(12);
    for dialect in Dialect::all() {
        let document = long_document(dialect, 30);
        for round in 0..24 {
            let mut document = document.clone();
            for _ in 0..=round % 3 {
                let at = random.below(document.len());
                let length = random.below(3).min(document.len() - at);
                let damage = DAMAGE[random.below(DAMAGE.len())];
                document.splice(at..at + length, damage.iter().copied());
            }
            for parser in parsers(dialect) {
                let size = 1 + random.below(700);
                assert_same(&parser, &document, 1 + random.below(4), size);
            }
        }
    }
}

#[test]
fn where_a_graph_was_opened_is_known_at_the_end() {
    let graph = "<x:s> <x:p> <x:o>, <x:o> .\n".repeat(20);
    for before in ["".to_owned(), format!("<x:f> {{ {graph} }} {graph}")] {
        let document = format!("{before}\n <x:g> # {{\n {{ {graph}");
        let parser = Parser::new(Dialect::TriG12).continue_after_errors();
        let events = by_one_thread(&parser, document.as_bytes());
        let opened = Position::START.after(&document[..document.rfind('{').unwrap()]);
        let known = format!("graph: {:?}", Some(opened));
        assert!(events.last().unwrap().contains(&known));
        let by_parts = parser.clone().with_window(20);
        for size in 1..400 {
            assert_same(&parser, document.as_bytes(), 3, size);
            let events = by_threads(&by_parts, document.as_bytes(), 3, size);
            assert!(events.last().unwrap().contains(&known), "{size}");
        }
    }
}

/// Whatever is found to be an end is one: the document's statements are found one by one.
#[test]
fn two_faults_of_a_statement_belong_together() {
    // RDF objects to the prefix, and the grammar to the fourth term. A block may begin where the statement does.
    let document = "# one\n:s :p :o :g .\n\n".repeat(20);
    for dialect in [Dialect::Turtle12, Dialect::TriG12] {
        let parser = Parser::new(dialect).continue_after_errors();
        assert_eq!(by_one_thread(&parser, document.as_bytes()).len(), 40);
        for size in 1..200 {
            assert_same(&parser, document.as_bytes(), 3, size);
        }
    }
}

/// Nor is one told twice that ends the document where a block begins.
#[test]
fn bytes_that_are_no_text_are_told_once() {
    let statement = b"<x:s> <x:p> <x:o> .\n".as_slice();
    let rest = statement.repeat(50);
    let document = [statement, b"<x:s> ] .\n \xE9 ", &rest].concat();
    let parser = Parser::new(Dialect::Turtle12).continue_after_errors();
    assert_eq!(by_one_thread(&parser, &document).len(), 4);
    for size in 1..100 {
        assert_same(&parser, &document, 3, size);
    }
}

#[test]
fn ends_are_ends() {
    let mut found = 0;
    for (dialect, document) in all_documents() {
        let settings = Settings::new(dialect, 1000);
        let mut statements = Statements::new(Slice::new(&document), settings);
        let mut ends = Vec::new();
        while let Ok(Some(_)) = statements.advance(Shape::Compact) {
            ends.push(statements.next_byte() as usize);
        }
        // Where a document is not read to its end, its beginning counts.
        let read = ends.last().copied().unwrap_or(0);
        let mut pass = Ends::new(Syntax::of(dialect));
        for limit in 0..read {
            if let Some(end) = pass.last_within(&document[..read], limit) {
                let text = String::from_utf8_lossy(&document);
                assert!(
                    ends.contains(&end.offset),
                    "{dialect}: {end:?} is no end in\n{text}"
                );
                found += 1;
            }
        }
    }
    assert!(found > 1000);
}

/// What stands before a fault on its line is shown, wherever the document is cut.
#[test]
fn a_line_goes_on_where_a_block_begins() {
    let faults = [
        "<x:s> a ] .",
        "<x:s> a \"1\"@toolonglanguage .",
        "<x:é> a x:o .",
    ];
    let mut document = String::new();
    for number in 0..60 {
        let fault = faults[number % faults.len()];
        let end = ["\n", " ", "\r\n"][number % 7 % 3];
        document += &format!("<x:é{number}> a <x:o> . {fault} <x:s> a <x:o> .  # .{end}");
    }
    // So long a line is not shown from its beginning.
    document += &"<x:s> a <x:é> . ".repeat(100);
    document += "<x:s> a ] .";
    for dialect in [Dialect::Turtle12, Dialect::TriG12] {
        let parser = Parser::new(dialect).continue_after_errors();
        for size in (1..300).step_by(7) {
            for threads in [1, 2] {
                assert_same(&parser, document.as_bytes(), threads, size);
            }
        }
    }
}

/// The reader's error comes after all that it delivered, in whatever pieces, once, and also where more of a faulty line is asked for.
#[test]
fn an_error_of_the_reader_has_its_place() {
    struct Failing<'b> {
        bytes: &'b [u8],
        length: usize,
        kind: std::io::ErrorKind,
        has_failed: bool,
    }
    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let length = buffer.len().min(self.length);
            match self.bytes.read(&mut buffer[..length])? {
                0 if !std::mem::replace(&mut self.has_failed, true) => {
                    // What would come after it is not asked for.
                    self.bytes = b"<x:s> a <x:o> .\n";
                    Err(std::io::Error::new(self.kind, "no more"))
                }
                count => Ok(count),
            }
        }
    }
    let parser = Parser::new(Dialect::Turtle12).continue_after_errors();
    let kinds = [std::io::ErrorKind::Other, std::io::ErrorKind::WouldBlock];
    let ends = ["", "<x:s> ] # no end", "x:s a x:o . # no end", ". \n"];
    for (kind, end) in kinds.iter().flat_map(|&kind| ends.map(|end| (kind, end))) {
        // A large statement, which is read when much of it is there.
        let large = format!("<x:s> <x:p> {}1 .\n", "1, ".repeat(3_000));
        let ordinary = long_document(Dialect::Turtle12, 50);
        let document = [large.as_bytes(), &ordinary, end.as_bytes()].concat();
        let reader = |length: usize| Failing {
            bytes: &document,
            length,
            kind,
            has_failed: false,
        };
        let expected = events!(parser.parse_reader(reader(usize::MAX)));
        assert_eq!(expected.last().map(String::as_str), Some("no more"));
        for length in [7, 1_000] {
            assert_eq!(events!(parser.parse_reader(reader(length))), expected);
        }
        for (threads, length) in [(1, usize::MAX), (2, usize::MAX), (1, 1_000), (2, 1_000)] {
            let mut all = Vec::new();
            let threads = NonZeroUsize::new(threads).unwrap();
            let deliver = |events: Vec<Event>| {
                all.extend(events);
                Ok::<(), ()>(())
            };
            let result = parser.parse_in_blocks(
                reader(length),
                threads,
                200,
                |part| events!(*part),
                deliver,
            );
            assert_eq!(result, Ok(()));
            assert_eq!(all, expected);
        }
    }
}

/// A fault is reported, and with its line, wherever the bytes end that are available without waiting.
#[test]
fn a_fault_is_not_lost_where_a_reader_would_rather_not_wait() {
    struct InTwo<'b> {
        bytes: &'b [u8],
        cut: u64,
    }
    impl feed::Feed for InTwo<'_> {
        fn bytes_from(&mut self, byte: u64) -> std::io::Result<&[u8]> {
            let end = match byte < self.cut {
                true => self.cut as usize,
                false => self.bytes.len(),
            };
            Ok(&self.bytes[byte as usize..end])
        }
        fn may_wait_for(&self, byte: u64) -> bool {
            byte == self.cut
        }
        fn is_parsed_from(&self, _: u64, _: crate::engine::Scope) -> bool {
            false
        }
    }
    let document =
        b"<x:s> <x:p> <x:o> .\n<x:s> <x:p> ] . # the rest of the line\n<x:s> <x:p> <x:o> .\n";
    let parser = Parser::new(Dialect::Turtle12).continue_after_errors();
    let mut whole = parser.parse_slice(document.as_slice());
    let expected: Vec<Event> = std::iter::from_fn(|| whole.check_statement())
        .map(event)
        .collect();
    for cut in 1..document.len() as u64 {
        let mut feed = InTwo {
            bytes: document,
            cut,
        };
        let start = Point::start(parser.state.clone());
        let mut rest = Rest::new(&parser, start, &mut feed, 1000);
        let mut events = Vec::new();
        while rest.next_part() {
            let mut part = Part::alone(&mut rest);
            events.extend(std::iter::from_fn(|| part.check_statement()).map(event));
        }
        assert_eq!(events, expected, "{cut}");
    }
}

/// A line that arrives is delivered before the next one is waited for.
#[test]
fn nothing_waits_for_a_slow_reader() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    struct Slow<'d> {
        lines: usize,
        delivered: &'d AtomicUsize,
    }
    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            // The full stop of the latest statement may have to wait for what follows it.
            assert!(self.delivered.load(Ordering::SeqCst) + 2 >= self.lines);
            if self.lines == 20 {
                return Ok(0);
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
            self.lines += 1;
            let line = b"<x:s> <x:p> 1 .\n";
            buffer[..line.len()].copy_from_slice(line);
            Ok(line.len())
        }
    }
    for threads in [1, 3] {
        let delivered = AtomicUsize::new(0);
        let reader = Slow {
            lines: 0,
            delivered: &delivered,
        };
        let result: Result<(), ()> = Parser::new(Dialect::Turtle12).parse_parallel(
            reader,
            NonZeroUsize::new(threads).unwrap(),
            |part| {
                let mut count = 0;
                part.for_each_quad(|_, _| count += 1)
                    .map(|()| count)
                    .unwrap()
            },
            |count| {
                delivered.fetch_add(count, Ordering::SeqCst);
                Ok(())
            },
        );
        assert_eq!(result, Ok(()));
        assert_eq!(delivered.load(Ordering::SeqCst), 20);
    }
}

/// Where no thread can be had, or not so many, those that there are do all; and no number is too large to ask for.
#[test]
fn threads_may_be_refused() {
    let dialect = Dialect::Turtle12;
    let parser = Parser::new(dialect);
    let document = long_document(dialect, 100);
    let expected = by_one_thread(&parser, &document);
    assert_eq!(by_threads(&parser, &document, usize::MAX, 1000), expected);
    let tasks = Tasks::new();
    let (_sender, receiver) = channel();
    let source = Source::new(document.as_slice(), Some(Syntax::of(dialect)), 1000, false);
    let blocks = Blocks::new(source, Some(&tasks), 5);
    let work = |part: &mut Part<'_>| (part.is_alone(), events!(*part));
    let (mut all, mut is_shared) = (Vec::new(), false);
    let deliver = |(is_alone, events): (bool, Vec<Event>)| {
        is_shared |= !is_alone;
        all.extend(events);
        Ok::<(), ()>(())
    };
    let others = Others {
        tasks: &tasks,
        receiver,
        start: &|| false,
        count: Cell::new(0),
        most: Cell::new(3),
    };
    let result = Coordinator::new(&parser, &work, deliver, blocks, 1000, 5).run(Some(&others));
    assert_eq!(result, Ok(()));
    assert_eq!((others.count.get(), others.most.get()), (0, 0));
    assert!(is_shared);
    assert_eq!(all, expected);
}

/// The part in which reading ends before the document does says so, and no other.
#[test]
fn a_part_tells_where_the_document_is_cut_short() {
    let dialect = Dialect::TriG12;
    let sound = "<x:s> <x:p> <x:o> .\n".repeat(50);
    let fault = "<x:g> { <x:s> <x:p> ] . }\n";
    let lost = "<x:g> { <x:s> <x:p> <x:o>\n<x:h> { <x:s> <x:p> <x:o> }\n";
    let parser = Parser::new(dialect);
    for (parser, rest, expected) in [
        (parser.clone(), "", false),
        (parser.clone(), fault, true),
        (parser.clone().continue_after_errors(), fault, false),
        (parser.clone().continue_after_errors(), lost, true),
    ] {
        let document = [&sound, rest, &sound].concat();
        let mut whole = parser.parse_str(&document);
        while whole.check_statement().is_some() {}
        assert_eq!(whole.is_cut_short(), expected, "{rest}");
        for threads in [1, 2] {
            let mut parts = Vec::new();
            let result: Result<(), ()> = parser.parse_in_blocks(
                document.as_bytes(),
                NonZeroUsize::new(threads).unwrap(),
                200,
                |part| {
                    while part.check_statement().is_some() {}
                    part.is_cut_short()
                },
                |is_cut_short| {
                    parts.push(is_cut_short);
                    Ok(())
                },
            );
            assert_eq!(result, Ok(()));
            assert_eq!(parts.pop(), Some(expected), "{rest}");
            assert!(!parts.contains(&true), "{rest}");
        }
    }
}

/// A failure of the sink ends the part for it, with the quad at which it comes.
#[test]
fn a_sink_can_stop_a_part() {
    let document = "<x:s> <x:p> 1, 2, 3 .\n".repeat(100);
    for threads in [1, 2] {
        let result = Parser::new(Dialect::Turtle12).parse_in_blocks(
            document.as_bytes(),
            NonZeroUsize::new(threads).unwrap(),
            100,
            |part| {
                let mut count = 0;
                let result = part.try_for_each_quad(|_, _| {
                    count += 1;
                    match count {
                        5 => Err(Error::Io(std::io::Error::other("enough"))),
                        _ => Ok(()),
                    }
                });
                (count, result.map_err(|error| error.to_string()))
            },
            |(count, result)| match count {
                5 => result,
                _ => Err(format!("{count} quads")),
            },
        );
        assert_eq!(result, Err("enough".to_owned()));
    }
}

/// The caller's own error ends it, and a panic of the work comes through.
#[test]
fn who_calls_can_stop_it() {
    let document = "<x:s> <x:p> 1 .\n".repeat(1000);
    let parser = Parser::new(Dialect::Turtle12);
    let threads = NonZeroUsize::new(2).unwrap();
    let mut delivered = 0;
    let result = parser.parse_in_blocks(
        document.as_bytes(),
        threads,
        100,
        |_| (),
        |()| {
            delivered += 1;
            if delivered == 3 {
                Err("enough")
            } else {
                Ok(())
            }
        },
    );
    assert_eq!((result, delivered), (Err("enough"), 3));
    let panics = catch_unwind(|| {
        let work = |_: &mut Part<'_>| panic!("at work");
        let _ = parser.parse_in_blocks(document.as_bytes(), threads, 100, work, |()| {
            Ok::<(), ()>(())
        });
    });
    assert_eq!(panics.unwrap_err().downcast_ref::<&str>(), Some(&"at work"));
}

/// One thread alone reads little of a conforming document: the ends that are found are true, and so is what is foretold of
/// declarations, labels and graphs.
#[test]
fn most_is_done_by_several_threads() {
    for dialect in Dialect::all() {
        let document = long_document(dialect, 300);
        let (mut alone, mut all) = (0, 0);
        let result: Result<(), ()> = Parser::new(dialect).parse_in_blocks(
            document.as_slice(),
            NonZeroUsize::new(2).unwrap(),
            1000,
            |part| {
                let is_alone = part.is_alone();
                let mut count = 0;
                part.for_each_quad(|_, _| count += 1).unwrap();
                (is_alone, count)
            },
            |(is_alone, count)| {
                alone += if is_alone { count } else { 0 };
                all += count;
                Ok(())
            },
        );
        assert_eq!(result, Ok(()));
        assert!(10 * alone < all, "{dialect}: {alone} of {all} quads");
    }
}

/// Each block gets a copy of the state before it: so where that is large, one thread reads the rest.
#[test]
fn what_a_block_needs_to_know_is_bounded() {
    let prefixes: String = (0..3000)
        .map(|number| format!("@prefix p{number}: <x:{number}#> .\np{number}:s a p0:o .\n"))
        .collect();
    let labels: String = (0..3000)
        .map(|number| format!("_:a\\u00D7{number} a <x:o> .\n"))
        .collect();
    let long = "b".repeat(40_000);
    let triples = "<s> a <o> .\n".repeat(3000);
    let base = format!("@base <x:/{long}> .\n@prefix p: <{long}> .\n{triples}");
    for (dialect, document) in [
        (Dialect::Turtle12, prefixes),
        (Dialect::TurtleWd2011, labels),
        (Dialect::Turtle12, base),
    ] {
        let parser = Parser::new(dialect);
        assert_same(&parser, document.as_bytes(), 2, 2000);
        let (mut alone, mut all) = (0, 0);
        let result: Result<(), ()> = parser.parse_in_blocks(
            document.as_bytes(),
            NonZeroUsize::new(2).unwrap(),
            2000,
            |part| {
                let mut count = 0;
                part.for_each_quad(|_, _| count += 1).unwrap();
                (part.is_alone(), count)
            },
            |(is_alone, count)| {
                alone += if is_alone { count } else { 0 };
                all += count;
                Ok(())
            },
        );
        assert_eq!(result, Ok(()));
        assert!(4 * alone > all, "{dialect}: {alone} of {all} quads");
    }
}

/// A prefix comes with the statement that declares it, for the first time or again.
#[test]
fn a_part_tells_what_is_declared() {
    let document =
        "@prefix a: <x:1> .\na:s a 1 .\n@prefix a: <x:2> .\n@base <x:b> .\nPREFIX b: <x:3>\n";
    for threads in [1, 2] {
        let (mut declared, mut is_shared) = (Vec::new(), false);
        let result: Result<(), ()> = Parser::new(Dialect::Turtle12).parse_in_blocks(
            document.repeat(20).as_bytes(),
            NonZeroUsize::new(threads).unwrap(),
            200,
            |part| {
                let mut declared = Vec::new();
                while part.check_statement().is_some() {
                    let text = part.declared_prefix();
                    declared.push(text.map(|(prefix, namespace)| format!("{prefix} {namespace}")));
                }
                (declared, part.is_alone())
            },
            |(part, is_alone)| {
                is_shared |= !is_alone;
                declared.extend(part);
                Ok(())
            },
        );
        assert_eq!(result, Ok(()));
        let [first, again, other] = ["a x:1", "a x:2", "b x:3"].map(|it| Some(it.to_owned()));
        let expected = [first, None, again, None, other];
        assert!(
            declared.chunks(5).all(|chunk| chunk == expected),
            "{declared:?}"
        );
        assert_eq!(declared.len(), 100);
        assert_eq!(is_shared, threads > 1);
    }
}
