//! The ways to read a document: the kind of events, the engine, and the arrival of the bytes.

use crate::transcript::{self, Event};
use std::convert::Infallible;
use std::io::{self, Read};
use std::num::NonZeroUsize;
use testing::random::Random;
use turtle_peg::{Checkpoint, Engine, Parser};

/// One way to read a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The kind of events.
    pub asked: Asked,
    /// The engine; none means the parser's own choice.
    pub engine: Option<Engine>,
    /// How the bytes arrive.
    pub arrival: Arrival,
}

/// The kinds of events that a document is read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Its quads, and the faults.
    Quads,
    /// Its faults alone, which [`turtle_peg::Document::check_statement`] looks for.
    Check,
    /// Its faults with the advice on each.
    Messages,
    /// The trees of its statements.
    Trees,
    /// The tree of the whole document, whose text is at hand.
    WholeTree,
}

/// How the bytes of a document arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// All are in memory.
    Slice,
    /// A reader delivers them.
    Reader(PieceSizes),
    /// They are pushed.
    Pushed(PieceSizes),
    /// A reader delivers them to several threads, and the document is cut into blocks.
    Blocks {
        /// The sizes of the reader's pieces.
        pieces: PieceSizes,
        /// How many threads there are.
        threads: usize,
        /// The size of a block in bytes.
        size: usize,
    },
    /// Readers deliver ranges, each from the checkpoint where the one before ended; a range goes on to the first checkpoint after
    /// this number of bytes.
    Ranges(u64),
}

/// The sizes of the pieces in which a reader delivers bytes, or in which they are pushed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceSizes {
    /// Each has this many bytes.
    Of(usize),
    /// There are two; the first has this many bytes.
    Cut(usize),
    /// They are random, and some reads are interrupted. This is the seed.
    Random(u64),
}

impl Way {
    /// The quads of a document that is in memory.
    pub const QUADS: Self = Self {
        asked: Asked::Quads,
        engine: None,
        arrival: Arrival::Slice,
    };

    /// This way, for another kind of events.
    pub fn asking(self, asked: Asked) -> Self {
        Self { asked, ..self }
    }

    /// This way with another engine.
    pub fn by(self, engine: Engine) -> Self {
        Self {
            engine: Some(engine),
            ..self
        }
    }

    /// This way with a reader.
    pub fn in_pieces(self, pieces: PieceSizes) -> Self {
        Self {
            arrival: Arrival::Reader(pieces),
            ..self
        }
    }

    /// This way with bytes that are pushed.
    pub fn pushed(self, pieces: PieceSizes) -> Self {
        Self {
            arrival: Arrival::Pushed(pieces),
            ..self
        }
    }

    /// This way in ranges of this many bytes, or more where a statement is larger.
    pub fn in_ranges(self, size: u64) -> Self {
        Self {
            arrival: Arrival::Ranges(size),
            ..self
        }
    }

    /// This way with threads, and blocks of this many bytes.
    pub fn in_blocks(self, pieces: PieceSizes, threads: usize, size: usize) -> Self {
        Self {
            arrival: Arrival::Blocks {
                pieces,
                threads,
                size,
            },
            ..self
        }
    }

    /// Reads a document, and tells all that is seen of it.
    pub fn read(self, parser: &Parser, bytes: &[u8]) -> Vec<Event> {
        let parser = match self.engine {
            Some(engine) => &parser.clone().with_engine(engine),
            None => parser,
        };
        if self.asked == Asked::WholeTree {
            return transcript::of_whole_tree(parser, &String::from_utf8_lossy(bytes));
        }
        match self.arrival {
            Arrival::Slice => transcript::of_document(&mut parser.parse_slice(bytes), self.asked),
            Arrival::Reader(pieces) => {
                transcript::of_document(&mut parser.parse_reader(pieces.of(bytes)), self.asked)
            }
            Arrival::Pushed(pieces) => self.read_pushed(parser, pieces.of(bytes)),
            Arrival::Blocks {
                pieces,
                threads,
                size,
            } => {
                let mut all = Vec::new();
                let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
                let Ok(()) = parser.parse_in_blocks(
                    pieces.of(bytes),
                    threads,
                    size,
                    |part| transcript::of_part(part, self.asked),
                    |events| {
                        transcript::append(&mut all, events);
                        Ok::<_, Infallible>(())
                    },
                );
                all
            }
            Arrival::Ranges(size) => self.read_ranges(parser, bytes, size),
        }
    }
}

impl Way {
    /// Reads each range by what the bytes of its checkpoint say.
    fn read_ranges(self, parser: &Parser, bytes: &[u8], size: u64) -> Vec<Event> {
        let mut document = parser.parse_reader(bytes).until(size);
        let mut all = Vec::new();
        loop {
            transcript::append(&mut all, transcript::of_document(&mut document, self.asked));
            let Some(checkpoint) = document.checkpoint() else {
                return all;
            };
            let checkpoint = Checkpoint::from_bytes(&checkpoint.to_bytes());
            let checkpoint = checkpoint.expect("it was just made");
            let byte = checkpoint.position().byte;
            let next = parser.resume(&checkpoint, &bytes[byte as usize..]);
            document = next.expect("its dialect is the same").until(byte + size);
        }
    }

    /// Reads what is there after each piece.
    fn read_pushed(self, parser: &Parser, mut pieces: impl Read) -> Vec<Event> {
        let mut document = parser.parse_pushed();
        let mut all = Vec::new();
        let mut buffer = [0; 4096];
        loop {
            match pieces.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => document.push(&buffer[..count]),
                // An interrupted read brings nothing.
                Err(_) => {}
            }
            transcript::append(&mut all, transcript::of_document(&mut document, self.asked));
        }
        document.end();
        transcript::append(&mut all, transcript::of_document(&mut document, self.asked));
        all
    }
}

impl PieceSizes {
    /// A reader that delivers `bytes` in these pieces.
    pub fn of(self, bytes: &[u8]) -> impl Read {
        let sizes: Box<dyn FnMut() -> Option<usize>> = match self {
            Self::Of(size) => Box::new(move || Some(size)),
            Self::Cut(first) => {
                let mut sizes = [first].into_iter().filter(|&first| first > 0);
                Box::new(move || Some(sizes.next().unwrap_or(usize::MAX)))
            }
            Self::Random(seed) => {
                let mut random = Random::new(seed);
                let largest = random.pick(&[1, 2, 3, 7, 16, 64, 500]);
                Box::new(move || (!random.percent(1)).then(|| random.between(1, largest)))
            }
        };
        PieceReader { bytes, sizes }
    }
}

struct PieceReader<'b> {
    bytes: &'b [u8],
    /// The size of the next piece; none if the read is to be interrupted, which is neither an error nor the end.
    sizes: Box<dyn FnMut() -> Option<usize>>,
}

impl Read for PieceReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let size = (self.sizes)().ok_or(io::ErrorKind::Interrupted)?;
        let size = size.min(buffer.len());
        self.bytes.read(&mut buffer[..size])
    }
}
