//! Tables, one a document.

use crate::input::Input;
use crate::race::{Outcome, Standing};
use std::io::{self, Write};

/// Writes how everyone did: speeds by the median of the rounds, and how many times faster than each one
/// turtle-peg's engines are.
pub fn write_table(
    input: &Input,
    standings: &[Standing],
    output: &mut impl Write,
) -> io::Result<()> {
    writeln!(output, "\n{}: {:.1} MB", input.name, megabytes(input))?;
    let ours: Vec<(&str, &Outcome)> = standings
        .iter()
        .filter(|standing| standing.contestant.is_ours)
        .filter_map(|standing| Some((standing.contestant.name, standing.outcome.as_ref().ok()?)))
        .collect();
    write!(
        output,
        "  {:<20} {:>8} {:>15} {:>12} {:>12}",
        "", "MB/s", "(from, to)", "triples/s", "triples"
    )?;
    for (name, _) in &ours {
        write!(output, "  {name} ÷ this")?;
    }
    writeln!(output)?;
    for standing in standings {
        write!(output, "  {:<20} ", standing.contestant.name)?;
        match &standing.outcome {
            Ok(outcome) => write_row(input, outcome, &ours, output)?,
            Err(error) => writeln!(output, "cannot parse it: {}", first_line(error))?,
        }
    }
    Ok(())
}

fn write_row(
    input: &Input,
    outcome: &Outcome,
    ours: &[(&str, &Outcome)],
    output: &mut impl Write,
) -> io::Result<()> {
    let median = outcome.median();
    let speed = |seconds| megabytes(input) / seconds;
    let range = format!(
        "({:.1}, {:.1})",
        speed(outcome.slowest()),
        speed(outcome.fastest())
    );
    write!(
        output,
        "{:>8.1} {range:>15} {:>12} {:>12}",
        speed(median),
        grouped((outcome.triples as f64 / median) as u64),
        grouped(outcome.triples),
    )?;
    for (name, our) in ours {
        let width = format!("  {name} ÷ this").chars().count();
        write!(output, "{:>width$.2}", median / our.median())?;
    }
    writeln!(output)
}

/// Of 10^6 bytes.
fn megabytes(input: &Input) -> f64 {
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
