//! Ordinary N-Quads: N-Triples of which most are in a graph, those of one source one after another.

use super::Recipe;
use super::draft::{Draft, WORDS};
use super::n_triples;

pub const RECIPE: Recipe = Recipe {
    open: |_| {},
    add: resource,
    close: |_| {},
};

fn resource(draft: &mut Draft) {
    let start = draft.text.len();
    match draft.random.below(100) {
        0..15 => {}
        15..25 => {
            draft.push(" ");
            n_triples::blank_node(draft);
        }
        _ => {
            draft.push(" <http://example.org/graph/");
            draft.pick(WORDS);
            draft.push("/2024>");
        }
    }
    let graph = draft.text.split_off(start);
    n_triples::resource(draft, &graph);
}
