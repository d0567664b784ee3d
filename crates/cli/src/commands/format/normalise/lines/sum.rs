//! Whether two documents have the same statements, in whatever order, in little memory.
//!
//! Invariant: documents with the same statements have equal sums. Others do with a probability of about 1 : 2^128, as the two keys are
//! drawn anew for each run and no document can be made for them: the number of a statement, 128 bits of SipHash, is then as good as
//! random, and equal sums need the numbers of the statements that differ to cancel out.

use std::hash::{BuildHasher, RandomState};
use std::io::{self, Read, Write};
use turtle_peg::input::Pushed;
use turtle_peg::oxrdf::QuadRef;
use turtle_peg::{Document, Error, Parser};

/// The keys that the numbers of statements depend on, beside the statements.
#[derive(Default)]
pub struct SumKeys([RandomState; 2]);

/// The number of a document's statements, and the sum of their own numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StatementSum {
    count: u64,
    sum: u128,
}

impl SumKeys {
    /// The number of a statement; equal ones have equal numbers.
    fn number(&self, quad: QuadRef<'_>) -> u128 {
        let [high, low] = self.0.each_ref().map(|key| u128::from(key.hash_one(quad)));
        high << 64 | low
    }
}

impl StatementSum {
    /// The sum of a document that is read. A statement has one quad.
    ///
    /// # Errors
    ///
    /// The document is at fault.
    pub fn of(parser: &Parser, reader: impl Read, keys: &SumKeys) -> Result<Self, Error> {
        let mut document = parser.clone().with_labels_as_written().parse_reader(reader);
        let mut sum = Self::default();
        document.for_each_quad(|quad, _| sum.add(quad, keys))?;
        Ok(sum)
    }

    fn add(&mut self, quad: QuadRef<'_>, keys: &SumKeys) {
        self.count += 1;
        self.sum = self.sum.wrapping_add(keys.number(quad));
    }
}

/// An output whose statements are summed up as it is written.
pub struct ComparedOutput<'k, W> {
    output: W,
    document: Document<Pushed>,
    keys: &'k SumKeys,
    sum: StatementSum,
    /// Why it cannot be read.
    fault: Option<Error>,
}

impl<'k, W: Write> ComparedOutput<'k, W> {
    pub fn new(parser: &Parser, keys: &'k SumKeys, output: W) -> Self {
        Self {
            output,
            document: parser.clone().with_labels_as_written().parse_pushed(),
            keys,
            sum: StatementSum::default(),
            fault: None,
        }
    }

    /// The sum of all that was written.
    ///
    /// # Errors
    ///
    /// It is at fault.
    pub fn finish(mut self) -> Result<StatementSum, Error> {
        self.document.end();
        self.read();
        self.fault.map_or(Ok(self.sum), Err)
    }

    fn read(&mut self) {
        let (sum, keys) = (&mut self.sum, self.keys);
        if let Err(fault) = self.document.for_each_quad(|quad, _| sum.add(quad, keys)) {
            self.fault.get_or_insert(fault);
        }
    }
}

impl<W: Write> Write for ComparedOutput<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.output.write(bytes)?;
        self.document.push(&bytes[..length]);
        self.read();
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use turtle_peg::Dialect;

    #[test]
    fn each_statement_counts_as_often_as_it_is_there() {
        let (a, b) = ("<x:a> <x:p> _:b .\n", "<x:a> <x:p> \"b\"@en <x:g> .\n");
        let (a, b) = (a.to_owned(), b.to_owned());
        let keys = SumKeys::default();
        let parser = Parser::new(Dialect::NQuads12);
        for (one, other, is_equal) in [
            (a.clone() + &b, b.clone() + "# b\n" + &a, true),
            (a.clone() + &b, a.clone(), false),
            (a.clone() + &a, b.clone() + &b, false),
            (a.clone() + &a + &b, b.clone() + &a + &b, false),
            (b.clone(), b.replace("en", "de"), false),
            (a.clone(), a.replace("_:b", "_:c"), false),
            (a.clone(), a.replace("_:b", "<x:b>"), false),
        ] {
            let sum = StatementSum::of(&parser, one.as_bytes(), &keys).unwrap();
            let mut output = ComparedOutput::new(&parser, &keys, Vec::new());
            output.write_all(other.as_bytes()).unwrap();
            assert_eq!(output.finish().unwrap() == sum, is_equal, "{one}{other}");
        }
    }
}
