use super::ends::StatementEnds;
use super::*;
use crate::engine::Settings;
use crate::input::Slice;
use crate::statements::Statements;
use crate::tree::Shape;
use crate::{Dialect, Error};
use std::convert::Infallible;

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

fn long_document(dialect: Dialect, statements: usize) -> Vec<u8> {
    let features = dialect.features();
    testing::documents::with_dependent_statements(
        features.line_based,
        features.has_braces(),
        statements,
    )
}

/// The results of the work on each part, in their order, where a document is cut into blocks of this size and parsed by this number of
/// threads.
fn in_blocks<T: Send>(
    parser: &Parser,
    document: impl Read,
    threads: usize,
    size: usize,
    work: impl Fn(&mut Part<'_>) -> T + Sync,
) -> Vec<T> {
    let mut parts = Vec::new();
    let threads = NonZeroUsize::new(threads).unwrap();
    let Ok(()) = parser.parse_in_blocks(document, threads, size, work, |part| {
        parts.push(part);
        Ok::<(), Infallible>(())
    });
    parts
}

/// How many quads there are, and how many of them were found by one thread alone.
fn all_and_sequential(parser: &Parser, document: &[u8], size: usize) -> (usize, usize) {
    let parts = in_blocks(parser, document, 2, size, |part| {
        let mut count = 0;
        part.for_each_quad(|_, _| count += 1).unwrap();
        (count, part.is_sequential())
    });
    let sequential = parts.iter().filter(|(_, is_sequential)| *is_sequential);
    let sequential = sequential.map(|(count, _)| count).sum();
    (parts.iter().map(|(count, _)| count).sum(), sequential)
}

/// Each end that is found is one: the document's statements are found one by one.
#[test]
fn ends_are_ends() {
    let mut found = 0;
    for path in testing::documents::corpus() {
        let dialect = Dialect::from_path(&path).unwrap();
        let document = std::fs::read(path).unwrap();
        let settings = Settings::new(dialect, 1000);
        let mut statements = Statements::new(Slice::new(&document), settings);
        let mut ends = Vec::new();
        while let Ok(Some(_)) = statements.advance(Shape::Compact) {
            ends.push(statements.next_byte() as usize);
        }
        // Where a document is not read to its end, its beginning counts.
        let read = ends.last().copied().unwrap_or(0);
        let mut pass = StatementEnds::new(Syntax::of(dialect));
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

/// The reader's error comes after all that it delivered, in whatever pieces, once, and also where more of a faulty line is asked for.
#[test]
fn an_error_of_the_reader_has_its_place() {
    struct Failing<'b> {
        bytes: &'b [u8],
        length: usize,
        has_failed: bool,
    }
    impl Read for Failing<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let length = buffer.len().min(self.length);
            match self.bytes.read(&mut buffer[..length])? {
                0 if !std::mem::replace(&mut self.has_failed, true) => {
                    // Nobody asks for the text after it.
                    self.bytes = b"<x:s> a <x:o> .\n";
                    Err(std::io::Error::other("no more"))
                }
                count => Ok(count),
            }
        }
    }
    let parser = Parser::new(Dialect::Turtle12)
        .with_labels_as_written()
        .with_recovery();
    for end in ["", "<x:s> ] # no end", "x:s a x:o . # no end", ". \n"] {
        // A large statement, which is read when much of it is there.
        let large = format!("<x:s> <x:p> {}1 .\n", "1, ".repeat(3_000));
        let ordinary = long_document(Dialect::Turtle12, 50);
        let document = [large.as_bytes(), &ordinary, end.as_bytes()].concat();
        let reader = |length: usize| Failing {
            bytes: &document,
            length,
            has_failed: false,
        };
        let expected = events!(parser.parse_reader(reader(usize::MAX)));
        assert_eq!(expected.last().map(String::as_str), Some("no more"));
        for length in [7, 1_000] {
            assert_eq!(events!(parser.parse_reader(reader(length))), expected);
        }
        for (threads, length) in [(1, usize::MAX), (2, usize::MAX), (1, 1_000), (2, 1_000)] {
            let parts = in_blocks(&parser, reader(length), threads, 200, |part| events!(*part));
            assert_eq!(parts.concat(), expected);
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
    let parser = Parser::new(Dialect::Turtle12)
        .with_labels_as_written()
        .with_recovery();
    let mut whole = parser.parse_slice(document.as_slice());
    let expected: Vec<Event> = std::iter::from_fn(|| whole.check_statement())
        .map(event)
        .collect();
    for cut in 1..document.len() as u64 {
        let mut feed = InTwo {
            bytes: document,
            cut,
        };
        let start = parser.start();
        let mut rest = SequentialRest::new(&parser, start, u64::MAX, &mut feed, 1000);
        let mut events = Vec::new();
        while rest.next_part() {
            let mut part = Part::sequential(&mut rest);
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
            // The full stop of the latest statement may have to wait for the next bytes.
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
        let result: Result<(), ()> = Parser::new(Dialect::Turtle12)
            .with_labels_as_written()
            .parse_parallel(
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

/// Where the system allows no threads, or fewer, those that there are do all; and any number can be asked for.
#[test]
fn threads_may_be_refused() {
    let dialect = Dialect::Turtle12;
    let parser = Parser::new(dialect).with_labels_as_written();
    let document = long_document(dialect, 100);
    let expected = events!(parser.parse_slice(&document));
    let parts = in_blocks(&parser, &document[..], usize::MAX, 1000, |part| {
        events!(*part)
    });
    assert_eq!(parts.concat(), expected);
    let tasks = Tasks::new();
    let (_sender, receiver) = channel();
    let source = BlockSource::new(document.as_slice(), Some(Syntax::of(dialect)), 1000, false);
    let blocks = Blocks::new(source, Some(&tasks), 5);
    let work = |part: &mut Part<'_>| (part.is_sequential(), events!(*part));
    let (mut all, mut is_shared) = (Vec::new(), false);
    let deliver = |(is_sequential, events): (bool, Vec<Event>)| {
        is_shared |= !is_sequential;
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
    let start = parser.start();
    let coordinator = Coordinator::new(&parser, &work, deliver, blocks, start, 1000, 5);
    let result = coordinator.run(Some(&others));
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
    let parser = Parser::new(dialect).with_labels_as_written();
    for (parser, rest, expected) in [
        (parser.clone(), "", false),
        (parser.clone(), fault, true),
        (parser.clone().with_recovery(), fault, false),
        (parser.clone().with_recovery(), lost, true),
    ] {
        let document = [&sound, rest, &sound].concat();
        let mut whole = parser.parse_str(&document);
        while whole.check_statement().is_some() {}
        assert_eq!(whole.is_cut_short(), expected, "{rest}");
        for threads in [1, 2] {
            let mut parts = in_blocks(&parser, document.as_bytes(), threads, 200, |part| {
                while part.check_statement().is_some() {}
                part.is_cut_short()
            });
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
        let result = Parser::new(Dialect::Turtle12)
            .with_labels_as_written()
            .parse_in_blocks(
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
    let parser = Parser::new(Dialect::Turtle12).with_labels_as_written();
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

/// One thread alone reads little of a conforming document: the ends that are found are true, and so are the predictions
/// of declarations, labels and graphs.
#[test]
fn most_is_done_by_several_threads() {
    for dialect in Dialect::all() {
        let document = long_document(dialect, 300);
        let (all, sequential) = all_and_sequential(
            &Parser::new(dialect).with_labels_as_written(),
            &document,
            1000,
        );
        assert!(
            10 * sequential < all,
            "{dialect}: {sequential} of {all} quads"
        );
    }
}

/// Each block gets a copy of the state before it: so where that is large, one thread reads the rest.
#[test]
fn what_a_block_needs_to_know_is_bounded() {
    let [prefixes, labels, base] = testing::documents::with_much_to_know();
    for (dialect, document) in [
        (Dialect::Turtle12, prefixes),
        (Dialect::TurtleWd2011, labels),
        (Dialect::Turtle12, base),
    ] {
        let parser = Parser::new(dialect).with_labels_as_written();
        let (all, sequential) = all_and_sequential(&parser, document.as_bytes(), 2000);
        assert!(
            4 * sequential > all,
            "{dialect}: {sequential} of {all} quads"
        );
    }
}

/// A prefix comes with the statement that declares it, for the first time or again.
#[test]
fn a_part_tells_what_is_declared() {
    let document =
        "@prefix a: <x:1> .\na:s a 1 .\n@prefix a: <x:2> .\n@base <x:b> .\nPREFIX b: <x:3>\n"
            .repeat(20);
    for threads in [1, 2] {
        let parser = Parser::new(Dialect::Turtle12).with_labels_as_written();
        let parts = in_blocks(&parser, document.as_bytes(), threads, 200, |part| {
            let mut declared = Vec::new();
            while part.check_statement().is_some() {
                let text = part.declared_prefix();
                declared.push(text.map(|(prefix, namespace)| format!("{prefix} {namespace}")));
            }
            (declared, part.is_sequential())
        });
        let is_shared = parts.iter().any(|(_, is_sequential)| !is_sequential);
        let declared = parts.into_iter().flat_map(|(declared, _)| declared);
        let declared: Vec<_> = declared.collect();
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
