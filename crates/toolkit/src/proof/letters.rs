//! The alphabet of a proof.
//!
//! Invariant: no character is in two letters, all are in one, and each range of the grammars is made of letters.

use crate::mirror::grammar_pair::Mirror;
use notation::{CharSet, Expression};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The letters of both grammars, in the order of their characters.
pub(super) fn of(mirror: &Mirror<'_>) -> Vec<RangeInclusive<char>> {
    let mut edges = BTreeSet::new();
    add_edges(&CharSet::all(), &mut edges);
    let written = mirror.literate.written.rules.iter();
    let productions = mirror.specified.rules.iter().chain(&mirror.corrected.rules);
    for rule in written.chain(productions) {
        collect(&rule.expression, &mut edges);
    }
    let edges: Vec<u32> = edges.into_iter().collect();
    let pairs = edges.windows(2);
    // Surrogates are no characters.
    let letters =
        pairs.filter_map(|pair| Some(char::from_u32(pair[0])?..=char::from_u32(pair[1] - 1)?));
    letters.collect()
}

fn collect(expression: &Expression, edges: &mut BTreeSet<u32>) {
    match expression {
        Expression::Literal { text, ignores_case } => {
            for character in text.chars() {
                add_edges(&CharSet::in_cases(character, *ignores_case), edges);
            }
        }
        Expression::Class(class) => add_edges(&class.set(), edges),
        _ => {}
    }
    for part in expression.parts() {
        collect(part, edges);
    }
}

fn add_edges(set: &CharSet, edges: &mut BTreeSet<u32>) {
    for &(first, last) in set.code_points() {
        edges.extend([first, last + 1]);
    }
}
