//! The pieces of a document, for threads that are not the library's own.

use crate::checkpoint::Checkpoint;
use crate::document::Document;
use crate::input::{Slice, Stream};
use crate::{Error, Parser};
use std::fmt;
use std::iter::FusedIterator;

/// The pieces of a document, in order; made by [`Parser::pieces`].
#[must_use = "iterators are lazy"]
pub struct Pieces<'b> {
    parser: Parser,
    bytes: &'b [u8],
    size: u64,
    /// Reads ahead, and makes no quads.
    ahead: Document<Slice<'b>>,
    /// Where the next piece begins, if there is one.
    next: Option<Checkpoint>,
}

impl Parser {
    /// Cuts a document into pieces that can be read at the same time, by threads of your own or by those of a pool: each is a
    /// [`Document`], and reads its own statements. Their quads, one piece after the other, are those of the document, with its labels
    /// and its places.
    ///
    /// A piece has `size` bytes, or somewhat more. The iterator [checks](Document::check_statement) the document as it
    /// goes, since prefixes and labels depend on all before a piece: that takes most of the time of a thread, so a few threads are
    /// enough. [`parse_parallel`](Self::parse_parallel) does better, with threads that it starts itself. An error is in the piece that
    /// it happens in, which is the last one, unless the parser [goes on](Self::with_recovery).
    ///
    /// ```
    /// use std::thread;
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// let text = "PREFIX : <http://example.org/>\n".to_owned() + &":s :p [ :q 1 ] .\n".repeat(1000);
    /// let pieces = Parser::new(Dialect::Turtle12).pieces(text.as_bytes(), 5_000);
    /// let counts: Vec<usize> = thread::scope(|scope| {
    ///     let threads: Vec<_> = pieces.map(|piece| scope.spawn(|| piece.quads().count())).collect();
    ///     threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    /// });
    /// assert!(counts.len() > 2);
    /// assert_eq!(counts.iter().sum::<usize>(), 2000);
    /// ```
    ///
    /// With the pool of rayon, which joins the counts (`tests/beside` has the program whole):
    ///
    /// ```ignore
    /// use rayon::iter::{ParallelBridge, ParallelIterator};
    ///
    /// let count: usize = pieces.par_bridge().map(|piece| piece.quads().count()).sum();
    /// ```
    ///
    /// A document that an engine reads [as a whole](crate::Parser::reads_whole_documents) is one piece.
    pub fn pieces<'b>(&self, bytes: &'b [u8], size: u64) -> Pieces<'b> {
        let first = self.start();
        let size = match self.settings.reads_whole() {
            true => u64::MAX,
            false => size.max(1),
        };
        Pieces {
            parser: self.clone(),
            bytes,
            size,
            ahead: self.parse_from(first.clone(), Slice::new(bytes)),
            next: Some(first),
        }
    }
}

impl Pieces<'_> {
    /// The first place, this byte or one after it, where the rest of the document can be read; none, if no statement follows that
    /// reading goes on after.
    fn place_from(&mut self, byte: u64) -> Option<Checkpoint> {
        loop {
            let is_far_enough = self.ahead.statements.next_byte() >= byte;
            let place = is_far_enough.then(|| self.ahead.checkpoint()).flatten();
            match self.ahead.check_statement()? {
                Err(Error::Syntax(_)) if self.parser.continues_after_errors => {}
                result => result.ok()?,
            }
            if place.is_some() {
                return place;
            }
        }
    }
}

impl<'b> Iterator for Pieces<'b> {
    type Item = Document<Stream<&'b [u8]>>;

    fn next(&mut self) -> Option<Self::Item> {
        let from = self.next.take()?;
        let start = from.position.byte;
        self.next = self.place_from(start.saturating_add(self.size));
        let until = self.next.as_ref().map_or(u64::MAX, |it| it.position.byte);
        let rest = usize::try_from(start)
            .ok()
            .and_then(|start| self.bytes.get(start..));
        let input = Stream::after(from.line.clone(), rest.unwrap_or_default());
        Some(self.parser.parse_from(from, input).until(until))
    }
}

impl FusedIterator for Pieces<'_> {}

impl fmt::Debug for Pieces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let next = self.next.as_ref().map(|it| it.position);
        f.debug_struct("Pieces")
            .field("next", &next)
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, feature = "dialects"))]
mod tests {
    use super::*;
    use crate::Dialect;
    use crate::input::Input;

    fn events(document: Document<impl Input>) -> Vec<String> {
        let mut events = Vec::new();
        let mut document = document;
        loop {
            let mut quads = Vec::new();
            let result = document.next_statement(|quad, places| {
                quads.push(format!("{quad} {}", places.position(places.object)));
            });
            events.append(&mut quads);
            match result {
                None => return events,
                Some(Ok(())) => {}
                Some(Err(error)) => events.push(error.to_string()),
            }
        }
    }

    #[test]
    fn pieces_are_the_document() {
        let graph = "@prefix : <x:> . :g { [] :p _:a .\n [] :p 2 . } :s :p :o .\n";
        let faults = graph.repeat(3) + ":s :p .\n" + graph + ":s :p z:o .\n" + graph;
        let texts = [
            graph.repeat(40),
            faults,
            graph[..50].to_owned(),
            String::new(),
        ];
        for parser in [
            Parser::new(Dialect::TriG12).with_labels_as_written(),
            Parser::new(Dialect::TriG12)
                .with_labels_as_written()
                .with_recovery(),
        ] {
            for text in &texts {
                let all = events(parser.parse_str(text));
                for size in [1, 60, 1000, u64::MAX] {
                    let pieces = parser.pieces(text.as_bytes(), size);
                    let read: Vec<_> = pieces.flat_map(events).collect();
                    assert_eq!(read, all, "{size}: {text}");
                }
            }
        }
    }

    #[test]
    fn threads_take_pieces() {
        fn is_send<T: Send>(_: &T) {}
        let parser = Parser::new(Dialect::TriG12);
        let mut pieces = parser.pieces(b"<x:s> <x:p> 1 .", 10);
        is_send(&pieces);
        is_send(&pieces.next().unwrap());
        assert!(pieces.next().is_none());
    }
}
