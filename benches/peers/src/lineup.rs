//! Who enters a race, and whom each one is compared with: everyone with turtle-peg on one document; or each one
//! with itself, on documents of several sizes, or from a slice and from a reader.

use crate::contestants::{Contestant, Task};
use crate::input::{Input, Source};
use crate::race::Entrant;

/// A document, and the way to its bytes.
#[derive(Clone, Debug)]
pub struct Variant<'a> {
    pub name: String,
    pub input: &'a Input,
    pub source: Source<'a>,
}

/// A column of ratios.
#[derive(Debug, PartialEq, Eq)]
pub struct Column {
    /// The row that its speed is compared with.
    pub baseline: String,
    /// The baseline of each entrant, an entrant too.
    pub baselines: Vec<usize>,
}

#[derive(Debug)]
pub struct Lineup<'a> {
    pub entrants: Vec<Entrant<'a>>,
    pub columns: Vec<Column>,
}

/// Everyone of `chosen`, on each of the variants, as far as they do this at all.
pub fn lineup<'a>(chosen: &[Contestant], task: Task, variants: &[Variant<'a>]) -> Lineup<'a> {
    let mut entrants = Vec::new();
    let mut who = Vec::new();
    for &contestant in chosen {
        for variant in variants {
            let (input, source) = (variant.input, variant.source);
            if !contestant.does(task, input.syntax, source) {
                continue;
            }
            entrants.push(Entrant {
                label: match variants {
                    [_] => contestant.to_string(),
                    _ => format!("{contestant}, {}", variant.name),
                },
                document: input,
                has_say: contestant.is_parser(),
                parse: Box::new(move || contestant.parse(task, input.syntax, source)),
            });
            who.push(contestant);
        }
    }
    let columns = match variants {
        [_] => of_ours(&who),
        _ => vec![of_first_variants(&who, variants)],
    };
    Lineup { entrants, columns }
}

/// A column for each of turtle-peg's engines, everyone's baseline.
fn of_ours(who: &[Contestant]) -> Vec<Column> {
    let ours = who.iter().enumerate().filter(|(_, who)| who.is_ours());
    ours.map(|(index, our)| Column {
        baseline: our.to_string(),
        baselines: vec![index; who.len()],
    })
    .collect()
}

/// Everyone's baseline is the same contestant on the first of the variants that it does.
fn of_first_variants(who: &[Contestant], variants: &[Variant<'_>]) -> Column {
    let first = |contestant| who.iter().position(|other| other == contestant);
    Column {
        baseline: variants
            .first()
            .map(|variant| variant.name.clone())
            .unwrap_or_default(),
        baselines: who.iter().filter_map(first).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use workloads::Workload;

    const CHOSEN: &[Contestant] = &[
        Contestant::TurtlePegReference,
        Contestant::Oxttl,
        Contestant::Limit,
    ];

    fn labels<'l>(lineup: &'l Lineup<'_>) -> Vec<&'l str> {
        let entrants = lineup.entrants.iter();
        entrants.map(|entrant| entrant.label.as_str()).collect()
    }

    #[test]
    fn peers_are_compared_with_turtle_peg() {
        let input = Input::generate(Workload::NTriples, 1, 100);
        let variant = Variant {
            name: "slice".to_owned(),
            input: &input,
            source: Source::Slice(&input.bytes),
        };
        let alone = lineup(CHOSEN, Task::Visit, &[variant]);
        assert_eq!(labels(&alone), ["turtle-peg-reference", "oxttl", "limit"]);
        let expected = Column {
            baseline: "turtle-peg-reference".to_owned(),
            baselines: vec![0, 0, 0],
        };
        assert_eq!(alone.columns, [expected]);
    }

    #[test]
    fn of_variants_each_one_is_compared_with_its_own_first() {
        let input = Input::generate(Workload::NTriples, 1, 100);
        let variants = [
            ("slice", Source::Slice(&input.bytes)),
            ("reader", Source::Reader(&input.bytes)),
        ]
        .map(|(name, source)| Variant {
            name: name.to_owned(),
            input: &input,
            source,
        });
        let lineup = lineup(CHOSEN, Task::Visit, &variants);
        assert_eq!(
            labels(&lineup),
            [
                "turtle-peg-reference, slice",
                "turtle-peg-reference, reader",
                "oxttl, slice",
                "oxttl, reader",
                "limit, slice"
            ]
        );
        let expected = Column {
            baseline: "slice".to_owned(),
            baselines: vec![0, 0, 2, 2, 4],
        };
        assert_eq!(lineup.columns, [expected]);
    }
}
