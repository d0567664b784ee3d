//! Files of columns.

use crate::schema::{ColumnEncoding, ColumnOptions};
use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter;
use arrow_schema::ArrowError;
use arrow_select::concat::concat_batches;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use std::fmt;
use std::io::Write;

/// The format of a file of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnFileFormat {
    /// Apache Parquet, compressed by zstd, in row groups of at most 1,048,576 rows.
    Parquet,
    /// Arrow's own file format ("IPC file", "Feather"), which takes no dictionaries that grow:
    /// [`ColumnEncoding::Plain`](crate::ColumnEncoding::Plain) is for it.
    Arrow,
}

impl ColumnFileFormat {
    /// How columns of few values are kept in it.
    pub fn encoding(self) -> ColumnEncoding {
        match self {
            Self::Parquet => ColumnEncoding::Dictionary,
            Self::Arrow => ColumnEncoding::Plain,
        }
    }
}

/// Why a file could not be written.
#[derive(Debug)]
pub enum ColumnFileError {
    /// Arrow's reason.
    Arrow(ArrowError),
    /// Parquet's reason.
    Parquet(ParquetError),
}

impl fmt::Display for ColumnFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arrow(error) => error.fmt(f),
            Self::Parquet(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ColumnFileError {}

impl From<ArrowError> for ColumnFileError {
    fn from(error: ArrowError) -> Self {
        Self::Arrow(error)
    }
}

impl From<ParquetError> for ColumnFileError {
    fn from(error: ParquetError) -> Self {
        Self::Parquet(error)
    }
}

/// A file of columns that is written batch by batch.
pub struct ColumnFile<W: Write + Send> {
    format: FormatWriter<W>,
    options: ColumnOptions,
    /// Small batches, which become one.
    waiting: Vec<RecordBatch>,
    waiting_rows: usize,
}

enum FormatWriter<W: Write + Send> {
    Parquet(Box<ArrowWriter<W>>),
    Arrow(Box<FileWriter<W>>),
}

impl<W: Write + Send> ColumnFile<W> {
    /// Begins a file for batches of these options.
    ///
    /// # Errors
    ///
    /// The output fails.
    pub fn new(
        format: ColumnFileFormat,
        options: ColumnOptions,
        output: W,
    ) -> Result<Self, ColumnFileError> {
        const ROWS: usize = 1 << 20;
        let schema = options.schema();
        let format = match format {
            ColumnFileFormat::Parquet => {
                let properties = WriterProperties::builder()
                    .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
                    .set_max_row_group_row_count(Some(ROWS))
                    .build();
                let writer = ArrowWriter::try_new(output, schema, Some(properties))?;
                FormatWriter::Parquet(Box::new(writer))
            }
            ColumnFileFormat::Arrow => {
                FormatWriter::Arrow(Box::new(FileWriter::try_new(output, &schema)?))
            }
        };
        Ok(Self {
            format,
            options,
            waiting: Vec::new(),
            waiting_rows: 0,
        })
    }

    /// Adds rows.
    ///
    /// # Errors
    ///
    /// The output fails, or the batch is one of other options.
    pub fn write(&mut self, batch: RecordBatch) -> Result<(), ColumnFileError> {
        self.waiting_rows += batch.num_rows();
        self.waiting.push(batch);
        match self.waiting_rows >= self.options.rows {
            true => self.write_waiting(),
            false => Ok(()),
        }
    }

    fn write_waiting(&mut self) -> Result<(), ColumnFileError> {
        let batch = concat_batches(&self.options.schema(), &self.waiting)?;
        self.waiting.clear();
        self.waiting_rows = 0;
        match &mut self.format {
            FormatWriter::Parquet(writer) => writer.write(&batch)?,
            FormatWriter::Arrow(writer) => writer.write(&batch)?,
        }
        Ok(())
    }

    /// Ends the file, and gives the output back.
    ///
    /// # Errors
    ///
    /// The output fails.
    pub fn finish(mut self) -> Result<W, ColumnFileError> {
        self.write_waiting()?;
        Ok(match self.format {
            FormatWriter::Parquet(writer) => writer.into_inner()?,
            FormatWriter::Arrow(writer) => writer.into_inner()?,
        })
    }
}
