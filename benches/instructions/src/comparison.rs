//! Today's figures against those on file.

use crate::figures::{Figures, MadeWith};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Differences of fewer percent are passed over. The layout of the code alone makes as large ones: the same sources, built in two
/// folders, differ by up to 3.1 %, since the compiler orders and inlines functions by hashes of their paths.
const TOLERANCE: f64 = 5.0;

/// The percentage that all workloads may take more on average: the layout of the code makes some faster and others slower, so that
/// their average shows what creeps in.
const MEAN_TOLERANCE: f64 = 1.0;

/// How to put today's figures on file.
const UPDATE: &str = "`cargo run --profile dist -p instructions -- --write`";

#[derive(Debug)]
pub struct Comparison {
    rows: Vec<Row>,
    /// The makers of today's counts and of those on file, if they differ.
    differently_made: Option<[MadeWith; 2]>,
}

/// One workload, read in one way.
#[derive(Debug)]
struct Row {
    name: String,
    on_file: Option<u64>,
    today: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Same,
    Fewer,
    More,
    /// Only the file, or only today's run, has a count for it.
    Alone,
}

pub fn compare(on_file: &Figures, today: &Figures) -> Comparison {
    let names: BTreeSet<(&String, &String)> = [on_file, today]
        .into_iter()
        .flat_map(|figures| &figures.instructions)
        .flat_map(|(way, counts)| counts.keys().map(move |workload| (way, workload)))
        .collect();
    let count = |figures: &Figures, way, workload| {
        let counts = figures.instructions.get(way)?;
        counts.get(workload).copied()
    };
    let rows = names.into_iter().map(|(way, workload)| Row {
        name: format!("{way}, {workload}"),
        on_file: count(on_file, way, workload),
        today: count(today, way, workload),
    });
    let made_with = [&today.made_with, &on_file.made_with];
    Comparison {
        rows: rows.collect(),
        differently_made: (made_with[0] != made_with[1]).then(|| made_with.map(Clone::clone)),
    }
}

impl Row {
    /// How many percent more there are today.
    fn change(&self) -> Option<f64> {
        let (on_file, today) = (self.on_file?, self.today?);
        Some((today as f64 - on_file as f64) * 100.0 / on_file as f64)
    }

    fn verdict(&self) -> Verdict {
        match self.change() {
            None => Verdict::Alone,
            Some(change) if change > TOLERANCE => Verdict::More,
            Some(change) if change < -TOLERANCE => Verdict::Fewer,
            Some(_) => Verdict::Same,
        }
    }
}

impl Comparison {
    /// Whether the code has to become better, or the file another one.
    pub fn is_failure(&self) -> bool {
        let is_worse = self.has(Verdict::More) || self.mean_change() > MEAN_TOLERANCE;
        self.differently_made.is_none() && (is_worse || self.has(Verdict::Alone))
    }

    /// How many percent more the workloads take today on average.
    fn mean_change(&self) -> f64 {
        let changes: Vec<f64> = self.rows.iter().filter_map(Row::change).collect();
        changes.iter().sum::<f64>() / changes.len().max(1) as f64
    }

    fn has(&self, verdict: Verdict) -> bool {
        self.rows.iter().any(|row| row.verdict() == verdict)
    }

    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let number =
            |count: Option<u64>| count.map_or("none".to_owned(), |count| count.to_string());
        writeln!(
            output,
            "{:<22} {:>12} {:>12}",
            "instructions", "on file", "today"
        )?;
        for row in &self.rows {
            let change = row.change().map(|change| format!("{change:+.1} %"));
            let remark = match row.verdict() {
                Verdict::Same => "",
                Verdict::Fewer => "  fewer",
                Verdict::More => "  MORE",
                Verdict::Alone => "  ALONE",
            };
            writeln!(
                output,
                "{:<22} {:>12} {:>12} {:>9}{remark}",
                row.name,
                number(row.on_file),
                number(row.today),
                change.unwrap_or_default()
            )?;
        }
        writeln!(output, "{:<48} {:+9.1} %", "on average", self.mean_change())?;
        self.write_conclusion(output)
    }

    fn write_conclusion(&self, output: &mut impl Write) -> io::Result<()> {
        if let Some([today, on_file]) = &self.differently_made {
            writeln!(
                output,
                "Nothing is decided: today's counts were made with {}, {}, those on file with {}, {}.\n\
                 To compare with today's from now on: {UPDATE}.",
                today.rustc, today.processor, on_file.rustc, on_file.processor
            )
        } else if self.is_failure() {
            writeln!(
                output,
                "FAILURE: {TOLERANCE} % more instructions of a workload, {MEAN_TOLERANCE} % more on average, or a workload that is not on both sides.\n\
                 If that is meant, put today's counts on file, and say in the commit why: {UPDATE}."
            )
        } else if self.has(Verdict::Fewer) {
            writeln!(
                output,
                "More than {TOLERANCE} % fewer instructions: to keep what was gained, put today's counts on file: {UPDATE}."
            )
        } else {
            writeln!(output, "No workload differs by more than {TOLERANCE} %.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn figures(rustc: &str, counts: &[(&str, u64)]) -> Figures {
        let counts = counts
            .iter()
            .map(|&(workload, count)| (workload.to_owned(), count))
            .collect();
        Figures {
            made_with: MadeWith {
                rustc: rustc.to_owned(),
                processor: String::new(),
            },
            instructions: BTreeMap::from([("slice".to_owned(), counts)]),
        }
    }

    /// Whether it is a failure, and the last lines.
    fn outcome(on_file: &Figures, today: &Figures) -> (bool, String) {
        let comparison = compare(on_file, today);
        let mut output = Vec::new();
        comparison.write(&mut output).unwrap();
        let text = String::from_utf8(output).unwrap();
        let conclusion = text.lines().skip(2 + comparison.rows.len());
        (comparison.is_failure(), conclusion.collect())
    }

    #[test]
    fn over_five_percent_more_is_a_failure() {
        // So many that the average stays within its limit.
        let names = ["a", "b", "c", "d", "e", "f"];
        let on_file = figures("1", &names.map(|name| (name, 1000)));
        for (count, is_failure, conclusion) in [
            (1051, true, "FAILURE"),
            (1050, false, "No workload"),
            (950, false, "No workload"),
            (949, false, "More than 5 % fewer"),
        ] {
            let mut counts = names.map(|name| (name, 1000));
            counts[0].1 = count;
            let (failed, text) = outcome(&on_file, &figures("1", &counts));
            assert_eq!(failed, is_failure, "{count}");
            assert!(text.starts_with(conclusion), "{count}: {text}");
        }
    }

    #[test]
    fn over_one_percent_more_on_average_is_a_failure() {
        let on_file = figures("1", &[("a", 1000), ("b", 1000)]);
        for (count, is_failure) in [(1020, false), (1021, true)] {
            let today = figures("1", &[("a", 1000), ("b", count)]);
            assert_eq!(outcome(&on_file, &today).0, is_failure, "{count}");
        }
    }

    #[test]
    fn what_is_on_one_side_only_is_a_failure() {
        let [one, two] = [
            figures("1", &[("a", 1000)]),
            figures("1", &[("a", 1000), ("b", 1000)]),
        ];
        assert!(outcome(&one, &two).0);
        assert!(outcome(&two, &one).0);
    }

    #[test]
    fn another_compiler_decides_nothing() {
        let (is_failure, text) =
            outcome(&figures("1", &[("a", 1000)]), &figures("2", &[("a", 2000)]));
        assert!(!is_failure);
        assert!(text.starts_with("Nothing is decided"), "{text}");
        assert!(text.contains("made with 2"), "{text}");
    }
}
