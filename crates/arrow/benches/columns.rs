//! The speed of columns beside that of reading: `cargo bench --package turtle-peg-arrow -- FILE DIALECT ROUNDS`, on Linux.
//!
//! Prints the medians of the processor time of rounds that take turns.

use std::hint::black_box;
use std::time::Duration;
use turtle_peg::{Dialect, Parser};
use turtle_peg_arrow::{ColumnEncoding, ColumnOptions, QuadColumns, RowPlace};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Outcome<()> {
    let arguments: Vec<String> = std::env::args().filter(|it| it != "--bench").collect();
    let [_, path, dialect, rounds] = arguments.as_slice() else {
        return Err("name a file, its dialect, and the number of rounds".into());
    };
    let text = std::fs::read(path)?;
    let parser = Parser::new(dialect.parse::<Dialect>()?);
    let ways = [
        ("quads alone", None),
        ("dictionaries", Some(ColumnEncoding::Dictionary)),
        ("plain", Some(ColumnEncoding::Plain)),
    ];
    let mut times = ways.map(|_| Vec::new());
    for _ in 0..rounds.parse()? {
        for ((_, encoding), times) in ways.iter().zip(&mut times) {
            let before = processor_time()?;
            match encoding {
                None => parser
                    .parse_slice(&text)
                    .for_each_quad(|quad, _| _ = black_box(quad))?,
                Some(encoding) => read_into_columns(&parser, &text, *encoding)?,
            }
            times.push(processor_time()? - before);
        }
    }
    let medians = times.map(|mut times| {
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64()
    });
    for ((name, _), seconds) in ways.iter().zip(medians) {
        println!("{name:14}{seconds:8.3} s {:6.2}", medians[0] / seconds);
    }
    Ok(())
}

fn read_into_columns(parser: &Parser, text: &[u8], encoding: ColumnEncoding) -> Outcome<()> {
    let mut columns = QuadColumns::new(ColumnOptions {
        encoding,
        ..ColumnOptions::default()
    });
    let mut document = parser.parse_slice(text);
    let mut pushed = Ok(());
    while let Some(read) = document.next_statement(|quad, _| {
        pushed = pushed.and(columns.push(quad, RowPlace::default()));
    }) {
        read?;
        columns.end_statement();
        while let Some(batch) = columns.next_full() {
            black_box(batch);
        }
    }
    black_box(columns.finish());
    Ok(pushed?)
}

/// How long this thread has had a processor.
fn processor_time() -> Outcome<Duration> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds = times.split(' ').next().unwrap_or_default().parse()?;
    Ok(Duration::from_nanos(nanoseconds))
}
