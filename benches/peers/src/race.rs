//! Rounds: everyone parses the same document in turn, so that what slows the machine down slows down everyone.

use crate::contestants::Contestant;
use crate::input::Source;
use anyhow::{Result, ensure};
use std::collections::BTreeMap;
use std::time::Instant;

/// How one contestant did with one document.
#[derive(Debug)]
pub struct Standing {
    pub contestant: Contestant,
    /// Or why it cannot parse the document; then it was not timed.
    pub outcome: Result<Outcome>,
}

#[derive(Debug)]
pub struct Outcome {
    pub triples: u64,
    /// What each round took.
    pub seconds: Vec<f64>,
}

/// Lets everyone parse once to warm up, and then once in each round, each round begun by another one.
pub fn race(contestants: &[Contestant], source: Source<'_>, rounds: usize) -> Vec<Standing> {
    let mut standings: Vec<Standing> = contestants
        .iter()
        .map(|&contestant| Standing {
            contestant,
            outcome: (contestant.parse)(source).map(|triples| Outcome {
                triples,
                seconds: Vec::new(),
            }),
        })
        .collect();
    for round in 0..rounds {
        for turn in 0..standings.len() {
            let next = (round + turn) % standings.len();
            standings[next].take_turn(source);
        }
    }
    standings
}

impl Standing {
    fn take_turn(&mut self, source: Source<'_>) {
        let Ok(outcome) = &mut self.outcome else {
            return;
        };
        let start = Instant::now();
        let result = (self.contestant.parse)(source);
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
    /// The middle one of the rounds, or the mean of the two in the middle.
    pub fn median(&self) -> f64 {
        let mut seconds = self.seconds.clone();
        seconds.sort_by(f64::total_cmp);
        let half = seconds.len() / 2;
        match seconds.len() % 2 {
            0 => f64::midpoint(seconds[half - 1], seconds[half]),
            _ => seconds[half],
        }
    }

    pub fn fastest(&self) -> f64 {
        self.seconds.iter().copied().fold(f64::INFINITY, f64::min)
    }

    pub fn slowest(&self) -> f64 {
        self.seconds.iter().copied().fold(0.0, f64::max)
    }
}

/// Says who counted how many triples, if not everyone counted the same. Who could not parse has no say.
pub fn disagreement(standings: &[Standing], expected: Option<u64>) -> Option<String> {
    let mut counts: BTreeMap<u64, Vec<&str>> = BTreeMap::new();
    if let Some(expected) = expected {
        counts.entry(expected).or_default().push("the generator");
    }
    for standing in standings {
        if let Ok(outcome) = &standing.outcome {
            let name = standing.contestant.name;
            counts.entry(outcome.triples).or_default().push(name);
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

    const FOUR: Contestant = Contestant {
        name: "four",
        is_ours: true,
        parse: |_| Ok(4),
    };
    const FIVE: Contestant = Contestant {
        name: "five",
        is_ours: false,
        parse: |_| Ok(5),
    };
    const NONE: Contestant = Contestant {
        name: "none",
        is_ours: false,
        parse: |_| bail!("not today"),
    };

    #[test]
    fn everyone_has_a_turn_in_each_round() {
        let standings = race(&[FOUR, NONE], Source::Slice(b""), 3);
        let [four, none] = standings.as_slice() else {
            panic!("{standings:?}");
        };
        assert_eq!(four.outcome.as_ref().unwrap().seconds.len(), 3);
        assert_eq!(none.outcome.as_ref().unwrap_err().to_string(), "not today");
    }

    #[test]
    fn who_differs_is_named() {
        let standings = race(&[FOUR, FIVE, NONE], Source::Slice(b""), 1);
        assert_eq!(
            disagreement(&standings, Some(5)).unwrap(),
            "4 triples: four; 5 triples: the generator, five"
        );
        let standings = race(&[FOUR, NONE], Source::Slice(b""), 1);
        assert_eq!(disagreement(&standings, None), None);
    }

    #[test]
    fn medians() {
        for (seconds, expected) in [
            (vec![3.0, 1.0, 2.0], 2.0),
            (vec![4.0, 1.0, 2.0, 3.0], 2.5),
            (vec![1.0], 1.0),
        ] {
            let outcome = Outcome {
                triples: 0,
                seconds,
            };
            assert!((outcome.median() - expected).abs() < 1e-9);
        }
    }
}
