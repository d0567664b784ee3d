//! The alphabet of a proof.
//!
//! Invariant: no character is in two letters, all are in one, and each set of the grammars is made of letters.

use crate::mirror::grammar_pair::Mirror;
use notation::{CharSet, Expression};
use std::collections::{BTreeMap, BTreeSet};

/// The letters of both grammars, in the order of their first characters.
pub(super) fn of(mirror: &Mirror<'_>) -> Vec<CharSet> {
    let mut sets = BTreeSet::new();
    let written = mirror.literate.written.rules.iter();
    let productions = mirror.specified.rules.iter().chain(&mirror.corrected.rules);
    for rule in written.chain(productions) {
        collect(&rule.expression, &mut sets);
    }
    let all = CharSet::all();
    let edges = sets.iter().chain([&all]).flat_map(|set| {
        let ranges = set.code_points().iter();
        ranges
            .flat_map(|&(first, last)| [first, last + 1])
            .collect::<Vec<_>>()
    });
    let edges: BTreeSet<u32> = edges.collect();
    let edges: Vec<u32> = edges.into_iter().collect();
    let mut letters: BTreeMap<Vec<bool>, Vec<(u32, u32)>> = BTreeMap::new();
    for pair in edges.windows(2) {
        // Surrogates are no characters.
        if let Some(first) = char::from_u32(pair[0]) {
            let members = sets.iter().map(|set| set.contains(first)).collect();
            letters
                .entry(members)
                .or_default()
                .push((pair[0], pair[1] - 1));
        }
    }
    let mut letters: Vec<CharSet> = letters.into_values().map(CharSet::from_ranges).collect();
    letters.sort();
    letters
}

fn collect(expression: &Expression, sets: &mut BTreeSet<CharSet>) {
    match expression {
        Expression::Literal { text, ignores_case } => {
            sets.extend(text.chars().map(|c| CharSet::in_cases(c, *ignores_case)));
        }
        Expression::Class(class) => {
            sets.insert(class.set());
        }
        _ => {}
    }
    for part in expression.parts() {
        collect(part, sets);
    }
}
