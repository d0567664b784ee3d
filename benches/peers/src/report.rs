//! Tables, one a race.

use crate::input::Input;
use crate::lineup::Column;
use crate::race::{Outcome, Standing};
use std::io::{self, Write};

/// Writes how everyone did: speeds by the median of the rounds, and the columns of ratios.
pub fn write_table(
    title: &str,
    standings: &[Standing<'_>],
    columns: &[Column],
    output: &mut impl Write,
) -> io::Result<()> {
    let labels = standings.iter().map(|standing| &standing.entrant.label);
    let width = labels.map(String::len).max().unwrap_or_default();
    write!(
        output,
        "\n{title}\n  {:<width$} {:>8} {:>18} {:>12} {:>12}",
        "", "MB/s", "(from, to)", "triples/s", "triples"
    )?;
    for column in columns {
        write!(output, "  {}", heading(column))?;
    }
    writeln!(output)?;
    for (index, standing) in standings.iter().enumerate() {
        write!(output, "  {:<width$} ", standing.entrant.label)?;
        match &standing.outcome {
            Ok(outcome) => {
                write_speeds(standing.entrant.document, outcome, output)?;
                for column in columns {
                    let baseline = &standings[column.baselines[index]];
                    write_ratio(standing, baseline, heading(column).chars().count(), output)?;
                }
                writeln!(output)?;
            }
            Err(error) => writeln!(output, "cannot parse it: {}", first_line(error))?,
        }
    }
    Ok(())
}

fn heading(column: &Column) -> String {
    format!("{} ÷ this (by round)", column.baseline)
}

fn write_speeds(document: &Input, outcome: &Outcome, output: &mut impl Write) -> io::Result<()> {
    let median = outcome.median();
    let speed = |seconds| megabytes(document) / seconds;
    let range = format!(
        "({:.1}, {:.1})",
        speed(outcome.slowest()),
        speed(outcome.fastest())
    );
    write!(
        output,
        "{:>8.1} {range:>18} {:>12} {:>12}",
        speed(median),
        grouped((outcome.triples as f64 / median) as u64),
        grouped(outcome.triples),
    )
}

fn write_ratio(
    standing: &Standing<'_>,
    baseline: &Standing<'_>,
    width: usize,
    output: &mut impl Write,
) -> io::Result<()> {
    let text = match standing.ratio(baseline) {
        Some(ratio) => format!("{:.2} ({:.2})", ratio.of_medians, ratio.by_round),
        None => String::new(),
    };
    write!(output, "  {text:>width$}")
}

/// The size of an input, in units of 10^6 bytes.
pub fn megabytes(input: &Input) -> f64 {
    input.bytes.len() as f64 / 1e6
}

fn first_line(error: &anyhow::Error) -> String {
    let text = error.to_string();
    text.lines().next().unwrap_or_default().to_owned()
}

/// With a comma after every third digit from the right.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        for (number, expected) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), expected);
        }
    }
}
