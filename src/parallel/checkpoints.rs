//! The checkpoints of a document, from one pass over it.

use super::source::SIZE;
use crate::checkpoint::Checkpoint;
use crate::{Error, Parser};
use std::io::Read;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

/// The bytes of a document for each byte of its checkpoints, at least, where these are larger than some constant: so that all
/// together, they are never larger than the document.
const SPREAD: u64 = 16;

/// That constant.
const SMALL: u64 = 4 * 1024;

impl Parser {
    /// Reads a document, by several threads, and returns checkpoints of it, in order: its beginning, and others that are `every`
    /// bytes apart, or somewhat more. Each range, from one to the next or to the end, can then be [read](Self::resume) by itself,
    /// in any process.
    ///
    /// Ranges are larger than `every` where a statement is, and where there are so many prefixes that checkpoints would take
    /// more than a sixteenth of the document. The last range may have nothing but white space.
    ///
    /// ```
    /// use std::num::NonZeroUsize;
    /// use turtle_peg::{Dialect, Error, Parser};
    ///
    /// let text = "PREFIX : <http://example.org/>\n".to_owned() + &":s :p [ :q 1 ] .\n".repeat(1000);
    /// let parser = Parser::new(Dialect::Turtle12);
    /// let checkpoints = parser.checkpoints(text.as_bytes(), NonZeroUsize::MIN, 5_000)?;
    /// assert!(checkpoints.len() > 2);
    /// let mut count = 0;
    /// for (index, from) in checkpoints.iter().enumerate() {
    ///     let until = checkpoints.get(index + 1).map_or(u64::MAX, |next| next.position().byte);
    ///     let bytes = &text.as_bytes()[from.position().byte as usize..];
    ///     let range = parser.resume(from, bytes).unwrap().until(until);
    ///     for triple in range.triples() {
    ///         triple?;
    ///         count += 1;
    ///     }
    /// }
    /// assert_eq!(count, 2000);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first of the reader or of the document. A parser that [goes on](Self::with_recovery) passes over faults of the
    /// document: those who read the ranges are told of them.
    pub fn checkpoints<R: Read>(
        &self,
        reader: R,
        threads: NonZeroUsize,
        every: u64,
    ) -> Result<Vec<Checkpoint>, Error> {
        // Its labels are those of all checkpoints.
        let beginning = self.start();
        let mut found = vec![beginning.clone()];
        let next_after = |last: &Checkpoint| {
            let apart = match last.size() as u64 {
                0..=SMALL => every.max(1),
                size => every.max(SPREAD * size),
            };
            last.position.byte.saturating_add(apart)
        };
        // Threads that have not heard of the latest may make one in vain.
        let next = AtomicU64::new(next_after(&found[0]));
        let size = usize::try_from(every).map_or(SIZE, |every| every.clamp(1, SIZE));
        self.parse_blocks_from(
            beginning,
            reader,
            threads,
            size,
            |part| {
                let mut found = None;
                while let Some(result) = part.check_statement() {
                    match result {
                        Err(Error::Syntax(_)) if self.continues_after_errors => continue,
                        result => result?,
                    }
                    if found.is_none() {
                        found = part.checkpoint_from(next.load(Ordering::Relaxed));
                    }
                }
                Ok(found)
            },
            |checkpoint: Result<Option<Checkpoint>, Error>| {
                let checkpoint = checkpoint?;
                let is_far_enough =
                    |it: &Checkpoint| it.position.byte >= next.load(Ordering::Relaxed);
                if let Some(checkpoint) = checkpoint.filter(is_far_enough) {
                    next.store(next_after(&checkpoint), Ordering::Relaxed);
                    found.push(checkpoint);
                }
                Ok::<_, Error>(())
            },
        )?;
        Ok(found)
    }
}
