//! Documents that arrive from asynchronous readers, on tokio's trait.
//!
//! Invariant: the only thing that is awaited is the reader. What it delivers is pushed, and read as pushed bytes are.

use crate::input::Pushed;
use crate::{Document, Error, Parser, Provenance, Quads};
use oxrdf::{Quad, QuadRef};
use std::fmt;
use std::future::poll_fn;
use std::io;
use std::pin::Pin;
use tokio::io::{AsyncRead, ReadBuf};

/// A document that arrives from an asynchronous reader; made by [`Parser::parse_async_reader`].
#[must_use = "nothing is read before something is asked for"]
pub struct AsyncDocument<R> {
    document: Document<Pushed>,
    reader: R,
    buffer: Box<[u8]>,
}

impl<R: fmt::Debug> fmt::Debug for AsyncDocument<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncDocument")
            .field("document", &self.document)
            .field("reader", &self.reader)
            .finish_non_exhaustive()
    }
}

impl<R> AsyncDocument<R> {
    /// How many bytes the reader is asked for.
    const BUFFER: usize = 16 * 1024;

    /// The document, to ask for prefixes, base IRI and version as they stand after the latest statement.
    pub fn document(&self) -> &Document<Pushed> {
        &self.document
    }

    /// The document as owned quads.
    pub fn quads(self) -> AsyncQuads<R> {
        AsyncQuads {
            quads: self.document.quads(),
            reader: self.reader,
            buffer: self.buffer,
        }
    }
}

impl<R: AsyncRead + Unpin> AsyncDocument<R> {
    /// Parses one statement and hands `sink` each of its quads; `None` at the end of the document.
    ///
    /// To drop the future loses nothing: the next call goes on where this one waited.
    ///
    /// # Errors
    ///
    /// The errors of [`Document::next_statement`].
    pub async fn next_statement(
        &mut self,
        mut sink: impl FnMut(QuadRef<'_>, &Provenance<'_>),
    ) -> Option<Result<(), Error>> {
        loop {
            let result = self.document.next_statement(&mut sink);
            if result.is_some() || self.document.has_all_bytes() {
                return result;
            }
            read(&mut self.reader, &mut self.buffer, &mut self.document).await;
        }
    }

    /// Parses the rest of the document and hands `sink` each quad.
    ///
    /// # Errors
    ///
    /// The first one of [`next_statement`](Self::next_statement). To go on after it, call it again, with a
    /// parser that [continues](Parser::with_recovery).
    pub async fn for_each_quad(
        &mut self,
        mut sink: impl FnMut(QuadRef<'_>, &Provenance<'_>),
    ) -> Result<(), Error> {
        while let Some(result) = self.next_statement(&mut sink).await {
            result?;
        }
        Ok(())
    }
}

/// The quads of a document that arrives from an asynchronous reader; made by [`AsyncDocument::quads`].
///
/// A statement at fault gives the error alone, as with [`Quads`].
#[must_use = "nothing is read before something is asked for"]
pub struct AsyncQuads<R> {
    quads: Quads<Pushed>,
    reader: R,
    buffer: Box<[u8]>,
}

impl<R: fmt::Debug> fmt::Debug for AsyncQuads<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AsyncQuads")
            .field("quads", &self.quads)
            .field("reader", &self.reader)
            .finish_non_exhaustive()
    }
}

impl<R> AsyncQuads<R> {
    /// The document, to ask for prefixes, base IRI and version as they stand after the statement of the latest quad.
    pub fn document(&self) -> &Document<Pushed> {
        self.quads.document()
    }
}

impl<R: AsyncRead + Unpin> AsyncQuads<R> {
    /// The next quad; `None` at the end of the document.
    ///
    /// To drop the future loses nothing: the next call goes on where this one waited.
    ///
    /// # Errors
    ///
    /// The errors of [`Document::next_statement`].
    pub async fn next(&mut self) -> Option<Result<Quad, Error>> {
        loop {
            let next = self.quads.next();
            let document = self.quads.document_mut();
            if next.is_some() || document.has_all_bytes() {
                return next;
            }
            read(&mut self.reader, &mut self.buffer, document).await;
        }
    }
}

/// Pushes bytes of the reader, or its end, or its error.
async fn read(
    reader: &mut (impl AsyncRead + Unpin),
    buffer: &mut [u8],
    document: &mut Document<Pushed>,
) {
    let mut buffer = ReadBuf::new(buffer);
    let result = loop {
        match poll_fn(|context| Pin::new(&mut *reader).poll_read(context, &mut buffer)).await {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => break result,
        }
    };
    match result {
        Ok(()) if buffer.filled().is_empty() => document.end(),
        Ok(()) => document.push(buffer.filled()),
        Err(error) => document.fail(error),
    }
}

impl Parser {
    /// Parses the bytes of an asynchronous reader as they arrive.
    ///
    /// It is [`parse_pushed`](Self::parse_pushed), and pushes what the reader delivers: memory and delays are the same. When the
    /// reader fails, the whole statements that it delivered before come first, then the reader's error, and the document ends.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    ///
    /// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
    /// let reader: &[u8] = b"<x:s> <x:p> 1, 2 .";
    /// let mut quads = Parser::new(Dialect::Turtle12).parse_async_reader(reader).quads();
    /// let mut count = 0;
    /// while let Some(quad) = quads.next().await {
    ///     println!("{} .", quad?);
    ///     count += 1;
    /// }
    /// assert_eq!(count, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_async_reader<R: AsyncRead + Unpin>(&self, reader: R) -> AsyncDocument<R> {
        AsyncDocument {
            document: self.parse_pushed(),
            reader,
            buffer: vec![0; AsyncDocument::<R>::BUFFER].into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dialect;
    use pretty_assertions::assert_eq;
    use std::future::Future;
    use std::task::{Context, Poll, Waker};
    use tokio::io::AsyncWriteExt;

    const TEXT: &str = "<x:s> <x:p> 1, 2 .\n<x:s> <x:p> ex:o .\n<x:s> <x:p> \"\u{E9}\" .\n";

    fn run<T>(future: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().build();
        runtime.unwrap().block_on(future)
    }

    fn line(result: Result<Quad, Error>) -> String {
        match result {
            Ok(quad) => quad.to_string(),
            Err(error) => error.to_string(),
        }
    }

    /// Through a pipe that holds few bytes, from another task.
    #[test]
    fn what_arrives_by_pieces_is_what_a_slice_has() {
        let parser = Parser::new(Dialect::Turtle12)
            .with_labels_as_written()
            .with_recovery();
        let text = TEXT.repeat(200);
        let expected: Vec<_> = parser.parse_str(&text).quads().map(line).collect();
        for capacity in [1, 7, 1000] {
            let (mut sender, receiver) = tokio::io::duplex(capacity);
            let bytes = text.clone().into_bytes();
            let found = run(async {
                let send = tokio::spawn(async move { sender.write_all(&bytes).await });
                let mut quads = parser.parse_async_reader(receiver).quads();
                let mut found = Vec::new();
                while let Some(result) = quads.next().await {
                    found.push(line(result));
                }
                send.await.unwrap().unwrap();
                found
            });
            assert_eq!(found, expected, "{capacity}");
        }
    }

    #[test]
    fn a_statement_comes_before_the_next_is_sent() {
        run(async {
            let (mut sender, receiver) = tokio::io::duplex(1000);
            let parser = Parser::new(Dialect::Turtle12)
                .with_labels_as_written()
                .with_early_results();
            let mut document = parser.parse_async_reader(receiver);
            for object in 0..3 {
                let statement = format!("<x:s> <x:p> {object} .\n");
                sender.write_all(statement.as_bytes()).await.unwrap();
                let mut count = 0;
                let result = document.next_statement(|_, _| count += 1).await;
                assert!(result.unwrap().is_ok());
                assert_eq!(count, 1);
            }
            drop(sender);
            assert!(document.next_statement(|_, _| ()).await.is_none());
        });
    }

    #[test]
    fn a_future_that_is_dropped_loses_nothing() {
        let (mut sender, receiver) = tokio::io::duplex(1000);
        let mut quads = Parser::new(Dialect::Turtle12)
            .with_labels_as_written()
            .parse_async_reader(receiver)
            .quads();
        let mut context = Context::from_waker(Waker::noop());
        run(sender.write_all(b"<x:s> <x:p> ")).unwrap();
        assert!(matches!(
            Box::pin(quads.next()).as_mut().poll(&mut context),
            Poll::Pending
        ));
        run(sender.write_all(b"1 .")).unwrap();
        drop(sender);
        assert!(run(quads.next()).unwrap().is_ok());
        assert!(run(quads.next()).is_none());
    }

    /// Delivers some bytes, and fails.
    struct Failing(&'static [u8]);

    impl AsyncRead for Failing {
        fn poll_read(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            buffer: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            if self.0.is_empty() {
                return Poll::Ready(Err(io::ErrorKind::ConnectionReset.into()));
            }
            buffer.put_slice(std::mem::take(&mut self.0));
            Poll::Ready(Ok(()))
        }
    }

    #[test]
    fn the_readers_error_comes_after_whole_statements() {
        let parser = Parser::new(Dialect::Turtle12)
            .with_labels_as_written()
            .with_recovery();
        run(async {
            let reader = Failing(b"<x:s> <x:p> 1 . <x:s> <x:p> 2 . <x:s> <x:p> 3 .5");
            let mut quads = parser.parse_async_reader(reader).quads();
            for _ in 0..2 {
                assert!(quads.next().await.unwrap().is_ok());
            }
            let Some(Err(Error::Io(error))) = quads.next().await else {
                panic!("no error of the reader");
            };
            assert_eq!(error.kind(), io::ErrorKind::ConnectionReset);
            assert!(quads.next().await.is_none());
        });
    }
}
