//! Quads become columns, and the same quads again: all of the corpus, and of the W3C's suites if they are there.

use std::fs;
use std::path::Path;
use testing::documents::{corpus, documents_in};
use testing::folders::SUITES;
use turtle_peg::oxrdf::{Quad, Term};
use turtle_peg::{Dialect, NTriplesWriter, Parser};
use turtle_peg_arrow::{
    ColumnEncoding, ColumnOptions, QuadColumns, RecordBatch, RowPlace, quads_of,
};

/// The quads of a document without the statements at fault, and their rows.
fn rows(path: &Path, options: ColumnOptions) -> (Vec<Quad>, Vec<RecordBatch>) {
    let parser = Parser::new(Dialect::from_path(path).expect("it has a dialect"))
        .with_base_iri("http://example.org/")
        .expect("it is an IRI")
        .with_recovery();
    let bytes = fs::read(path).expect("it is there");
    let (mut quads, mut batches) = (Vec::new(), Vec::new());
    let mut columns = QuadColumns::new(options);
    let mut document = parser.parse_slice(&bytes);
    for statement in 0.. {
        let before = quads.len();
        let result = document.next_statement(|quad, places| {
            let line = places.position(places.subject).line;
            quads.push(quad.into_owned());
            columns
                .push(quad, RowPlace { line, statement })
                .expect("it is short");
        });
        match result {
            None => break,
            Some(Ok(())) => columns.end_statement(),
            Some(Err(_)) => {
                columns.drop_statement();
                quads.truncate(before);
            }
        }
        batches.extend(std::iter::from_fn(|| columns.next_full()));
    }
    batches.extend(std::iter::from_fn(|| columns.finish()));
    (quads, batches)
}

/// The term that a text of N-Triples stands for.
fn triple_term(text: &str) -> Option<Term> {
    let line = format!("<x:s> <x:p> {text} .");
    let parser = Parser::new(Dialect::NTriples12).with_blank_node_prefix("");
    let mut triples = parser.ok()?.parse_str(&line).triples();
    Some(triples.next()?.ok()?.object)
}

fn all_options() -> impl Iterator<Item = ColumnOptions> {
    let encodings = [ColumnEncoding::Dictionary, ColumnEncoding::Plain];
    encodings.into_iter().flat_map(|encoding| {
        [1, 3, 10_000].map(|rows| ColumnOptions {
            encoding,
            rows,
            line: rows == 3,
            statement: rows == 1,
        })
    })
}

#[test]
fn columns_have_the_quads() {
    let suites = SUITES.iter().flat_map(|folder| documents_in(folder));
    let (mut count, mut triple_terms) = (0, 0);
    for path in corpus().into_iter().chain(suites) {
        for options in all_options() {
            let (quads, batches) = rows(&path, options);
            let mut read = Vec::new();
            for batch in &batches {
                assert_eq!(batch.schema(), options.schema());
                assert!(batch.num_rows() <= options.rows);
                read.extend(quads_of(batch, triple_term).expect("they were just written"));
            }
            assert_eq!(read, quads, "{}", path.display());
            count += quads.len();
            triple_terms += quads.iter().filter(|quad| quad.object.is_triple()).count();
        }
    }
    assert!(
        count > 5_000 && triple_terms > 100,
        "{count}, {triple_terms}"
    );
}

/// The text of a triple term is that of canonical N-Triples.
#[test]
fn triple_terms_are_canonical() {
    let path = Path::new("all.nt");
    let text = "<x:s> <x:p> <<( _:b <x:p> \"\\u0001\\t\\n\\r\\b\\f\\\"\\\\\\u007F é\"@en--ltr )>> .\n\
                <x:s> <x:p> <<( <x:s> <x:p> <<( <x:s> <x:p> \"1\"^^<x:d> )>> )>> .\n";
    let parser = Parser::new(Dialect::from_path(path).expect("it has a dialect"));
    let mut columns = QuadColumns::new(ColumnOptions::default());
    let mut lines = NTriplesWriter::new(Vec::new()).with_canonical_form();
    let result = parser.parse_str(text).for_each_quad(|quad, _| {
        columns
            .push(quad, RowPlace::default())
            .expect("it is short");
        lines.write_triple(quad).expect("memory takes it");
    });
    result.expect("it conforms");
    let batch = columns.finish().expect("it has rows");
    let objects = batch.column_by_name("object").expect("it is there");
    let lines = String::from_utf8(lines.into_inner()).expect("it is text");
    for (row, line) in lines.lines().enumerate() {
        let object = arrow_array::cast::AsArray::as_string::<i32>(objects).value(row);
        assert_eq!(format!("<x:s> <x:p> {object} ."), line);
    }
    let quads = quads_of(&batch, triple_term).expect("they were just written");
    assert!(
        quads
            .iter()
            .all(|quad| matches!(quad.object, Term::Triple(_)))
    );
}

#[cfg(feature = "files")]
mod files {
    use super::*;
    use bytes::Bytes;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReader;
    use turtle_peg_arrow::{ColumnFile, ColumnFileFormat};

    #[test]
    fn files_have_the_quads() {
        let mut count = 0;
        for path in corpus() {
            for (format, encoding) in [
                (ColumnFileFormat::Parquet, ColumnEncoding::Dictionary),
                (ColumnFileFormat::Parquet, ColumnEncoding::Plain),
                (ColumnFileFormat::Arrow, ColumnEncoding::Plain),
            ] {
                let options = ColumnOptions {
                    encoding,
                    rows: 7,
                    ..ColumnOptions::default()
                };
                let (quads, batches) = rows(&path, options);
                let mut file = ColumnFile::new(format, options, Vec::new()).unwrap();
                batches.into_iter().for_each(|it| file.write(it).unwrap());
                let bytes = file.finish().unwrap();
                let read: Vec<RecordBatch> = match format {
                    ColumnFileFormat::Parquet => {
                        let reader = ParquetRecordBatchReader::try_new(Bytes::from(bytes), 1000);
                        reader.unwrap().map(Result::unwrap).collect()
                    }
                    ColumnFileFormat::Arrow => {
                        let bytes = std::io::Cursor::new(bytes);
                        let reader = arrow_ipc::reader::FileReader::try_new(bytes, None);
                        reader.unwrap().map(Result::unwrap).collect()
                    }
                };
                let read: Vec<Quad> = read
                    .iter()
                    .flat_map(|it| quads_of(it, triple_term).unwrap())
                    .collect();
                assert_eq!(read, quads, "{}", path.display());
                count += quads.len();
            }
        }
        assert!(count > 1000);
    }
}
