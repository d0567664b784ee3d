//! Quads as files of columns: Parquet and Arrow.
//!
//! Invariant: a statement at fault has no rows, and rows come in the order of the document.

use crate::input::{InputSource, PendingReport, Warnings};
use crate::output::Output;
use crate::status::Status;
use anyhow::{Result, anyhow};
use arrow::{ColumnFile, ColumnFileFormat, ColumnOptions, QuadColumns, RecordBatch, RowPlace};
use std::io::{self, Write};
use std::mem;
use std::sync::{Arc, Mutex, PoisonError};
use turtle_peg::Provenance;
use turtle_peg::oxrdf::QuadRef;
use turtle_peg::parallel::Part;

/// The file that is written.
pub struct ColumnOutput {
    file: ColumnFile<SharedBytes>,
    /// Bytes of the file on the way to the output.
    bytes: SharedBytes,
    options: ColumnOptions,
}

/// Bytes that one writes and another takes.
#[derive(Clone, Default)]
struct SharedBytes(Arc<Mutex<Vec<u8>>>);

impl Write for SharedBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl SharedBytes {
    fn take(&self) -> Vec<u8> {
        mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The rows of a part of a document, and its problems.
pub struct ColumnPart {
    batches: Vec<RecordBatch>,
    rows: u64,
    troubles: Vec<PendingReport>,
    /// Why the rest of the part has no rows.
    failure: Option<arrow::ValueTooLong>,
}

impl ColumnOutput {
    pub fn new(format: ColumnFileFormat) -> Result<Self> {
        let bytes = SharedBytes::default();
        let options = ColumnOptions {
            encoding: format.encoding(),
            ..ColumnOptions::default()
        };
        Ok(Self {
            file: ColumnFile::new(format, options, bytes.clone())?,
            bytes,
            options,
        })
    }

    pub fn options(&self) -> ColumnOptions {
        self.options
    }

    /// Writes the rows of a part, and reports its problems; returns the worst, and how many rows there were.
    pub fn write(
        &mut self,
        part: ColumnPart,
        source: &InputSource,
        output: &mut Output,
    ) -> Result<(Status, u64)> {
        for batch in part.batches {
            self.file.write(batch)?;
            output.write(&self.bytes.take())?;
        }
        if let Some(failure) = part.failure {
            return Err(anyhow!("{}: {failure}", source.name()));
        }
        let statuses = part.troubles.iter().map(|report| report.report(source));
        Ok((statuses.fold(Status::Fine, Status::max), part.rows))
    }

    /// Ends the file.
    pub fn finish(self, output: &mut Output) -> Result<()> {
        let bytes = self.file.finish()?;
        Ok(output.write(&bytes.take())?)
    }
}

impl ColumnPart {
    /// The rows of all statements of a part.
    pub fn of(part: &mut Part<'_>, options: ColumnOptions, keeps_going: bool) -> Self {
        let mut columns = QuadColumns::new(options);
        let mut read = Self {
            batches: Vec::new(),
            rows: 0,
            troubles: Vec::new(),
            failure: None,
        };
        let mut warnings = Warnings::new();
        while read.failure.is_none() {
            let Self {
                failure, troubles, ..
            } = &mut read;
            let sink = |quad: QuadRef<'_>, _: &Provenance<'_>| {
                let pushed = columns.push(quad, RowPlace::default());
                *failure = failure.or(pushed.err());
            };
            let warn = |warning| troubles.extend(warnings.report(warning));
            match part.next_statement_with_warnings(sink, warn) {
                None => break,
                Some(Ok(())) => columns.end_statement(),
                Some(Err(error)) => {
                    columns.drop_statement();
                    read.troubles.push(PendingReport::Fault(error));
                }
            }
        }
        read.batches.extend(std::iter::from_fn(|| columns.finish()));
        let rows = read.batches.iter().map(|batch| batch.num_rows() as u64);
        read.rows = rows.sum();
        let reports = PendingReport::at_end(part, &warnings, keeps_going);
        read.troubles.extend(reports);
        read
    }
}
