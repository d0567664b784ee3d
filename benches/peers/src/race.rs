//! Rounds: everyone parses in turn, so that a slower machine slows down everyone.

use crate::input::Input;
use anyhow::{Result, ensure};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Instant;

/// A contestant on its document.
pub struct Entrant<'a> {
    pub label: String,
    pub document: &'a Input,
    /// Whether it takes part when numbers of triples are compared.
    pub has_say: bool,
    /// Parses the document and counts its triples.
    pub parse: Box<dyn Fn() -> Result<u64> + 'a>,
}

impl fmt::Debug for Entrant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

/// How one entrant did.
#[derive(Debug)]
pub struct Standing<'a> {
    pub entrant: Entrant<'a>,
    /// Or why it cannot parse the document; then it was not timed.
    pub outcome: Result<Outcome>,
}

#[derive(Debug)]
pub struct Outcome {
    pub triples: u64,
    /// The time of each round.
    pub seconds: Vec<f64>,
}

/// Lets everyone parse once to warm up, and then once in each round, each round begun by another one.
pub fn race(entrants: Vec<Entrant<'_>>, rounds: usize) -> Vec<Standing<'_>> {
    let mut standings: Vec<Standing<'_>> = entrants
        .into_iter()
        .map(|entrant| {
            let outcome = (entrant.parse)().map(|triples| Outcome {
                triples,
                seconds: Vec::new(),
            });
            Standing { entrant, outcome }
        })
        .collect();
    for round in 0..rounds {
        for turn in 0..standings.len() {
            let next = (round + turn) % standings.len();
            standings[next].take_turn();
        }
    }
    standings
}

impl Standing<'_> {
    fn take_turn(&mut self) {
        let Ok(outcome) = &mut self.outcome else {
            return;
        };
        let start = Instant::now();
        let result = (self.entrant.parse)();
        outcome.seconds.push(start.elapsed().as_secs_f64());
        let expected = outcome.triples;
        let check = result.and_then(|count| {
            ensure!(count == expected, "{expected} triples, and then {count}");
            Ok(())
        });
        if let Err(error) = check {
            self.outcome = Err(error);
        }
    }
}

impl Outcome {
    pub fn median(&self) -> f64 {
        median(self.seconds.clone())
    }

    pub fn fastest(&self) -> f64 {
        self.seconds.iter().copied().fold(f64::INFINITY, f64::min)
    }

    pub fn slowest(&self) -> f64 {
        self.seconds.iter().copied().fold(0.0, f64::max)
    }
}

/// How many times as fast as another one a baseline was, speeds being bytes by time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The ratio of the medians.
    pub of_medians: f64,
    /// The median of the ratios within each round: a round in which the machine was slow is slow for both.
    pub by_round: f64,
}

impl Standing<'_> {
    /// None if one of them could not parse.
    pub fn ratio(&self, baseline: &Self) -> Option<Ratio> {
        let (own, other) = (self.outcome.as_ref().ok()?, baseline.outcome.as_ref().ok()?);
        let length = |standing: &Self| standing.entrant.document.bytes.len() as f64;
        let scale = length(baseline) / length(self);
        let rounds = own.seconds.iter().zip(&other.seconds);
        Some(Ratio {
            of_medians: scale * own.median() / other.median(),
            by_round: scale * median(rounds.map(|(own, other)| own / other).collect()),
        })
    }
}

/// The middle one, or the mean of the two in the middle.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let half = numbers.len() / 2;
    match numbers.len() % 2 {
        0 => f64::midpoint(numbers[half - 1], numbers[half]),
        _ => numbers[half],
    }
}

/// Says who counted how many triples in `document`, if not everyone counted the same. Who could not parse it has
/// no say.
pub fn disagreement(standings: &[Standing<'_>], document: &Input) -> Option<String> {
    let mut counts: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    if let Some(expected) = document.expected {
        counts.entry(expected).or_default().push("the generator");
    }
    for Standing { entrant, outcome } in standings {
        if let Ok(outcome) = outcome
            && entrant.has_say
            && std::ptr::eq(entrant.document, document)
        {
            let names = counts.entry(outcome.triples).or_default();
            names.push(&entrant.label);
        }
    }
    (counts.len() > 1).then(|| {
        let said: Vec<String> = counts
            .iter()
            .map(|(count, names)| format!("{count} triples: {}", names.join(", ")))
            .collect();
        said.join("; ")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::bail;
    use workloads::Syntax;

    fn document(expected: Option<u64>) -> Input {
        Input {
            name: String::new(),
            syntax: Syntax::NTriples,
            bytes: vec![b'\n'; 10],
            expected,
        }
    }

    fn counts<'a>(label: &str, document: &'a Input, triples: u64) -> Entrant<'a> {
        Entrant {
            label: label.to_owned(),
            document,
            has_say: true,
            parse: Box::new(move || Ok(triples)),
        }
    }

    fn fails(document: &Input) -> Entrant<'_> {
        Entrant {
            parse: Box::new(|| bail!("not today")),
            ..counts("none", document, 0)
        }
    }

    #[test]
    fn everyone_has_a_turn_in_each_round() {
        let document = document(None);
        let standings = race(vec![counts("four", &document, 4), fails(&document)], 3);
        let [four, none] = standings.as_slice() else {
            panic!("{standings:?}");
        };
        assert_eq!(four.outcome.as_ref().unwrap().seconds.len(), 3);
        assert_eq!(none.outcome.as_ref().unwrap_err().to_string(), "not today");
    }

    #[test]
    fn who_differs_is_named() {
        let (first, second) = (document(Some(5)), document(None));
        let no_parser = Entrant {
            has_say: false,
            ..counts("six", &first, 6)
        };
        let standings = race(
            vec![
                counts("four", &first, 4),
                counts("five", &first, 5),
                counts("seven", &second, 7),
                fails(&first),
                no_parser,
            ],
            1,
        );
        assert_eq!(
            disagreement(&standings, &first).unwrap(),
            "4 triples: four; 5 triples: the generator, five"
        );
        assert_eq!(disagreement(&standings, &second), None);
    }

    #[test]
    fn medians() {
        for (numbers, expected) in [
            (vec![3.0, 1.0, 2.0], 2.0),
            (vec![4.0, 1.0, 2.0, 3.0], 2.5),
            (vec![1.0], 1.0),
        ] {
            assert!((median(numbers) - expected).abs() < 1e-9);
        }
    }

    #[test]
    fn ratios_are_of_speeds() {
        let short = document(None);
        let long = Input {
            bytes: vec![b'\n'; 30],
            ..document(None)
        };
        let timed = |document, seconds: &[f64]| Standing {
            entrant: counts("", document, 0),
            outcome: Ok(Outcome {
                triples: 0,
                seconds: seconds.to_vec(),
            }),
        };
        let slow = timed(&short, &[1.0, 2.0, 4.0]);
        let fast = timed(&long, &[1.0, 1.0, 8.0]);
        let expected = Ratio {
            of_medians: 6.0,
            by_round: 3.0,
        };
        assert_eq!(slow.ratio(&fast), Some(expected));
    }
}
