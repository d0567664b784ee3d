//! Ordinary TriG: Turtle in graphs, named in every way that there is, and some outside of them.

use super::draft::Draft;
use super::{Recipe, turtle};

pub const RECIPE: Recipe = Recipe {
    open: turtle::prologue,
    add: graph,
    close: |_| {},
};

fn graph(draft: &mut Draft) {
    match draft.random.below(100) {
        0..20 => {
            turtle::statement(draft);
            return;
        }
        20..60 => {
            draft.push("\n");
            turtle::name(draft);
        }
        60..80 => {
            draft.push("\nGRAPH ");
            turtle::iri(draft);
        }
        80..90 => {
            draft.push("\n");
            turtle::blank_node(draft);
        }
        _ => draft.push("\n"),
    }
    draft.push(" {");
    for _ in 0..draft.random.between(0, 12) {
        turtle::statement(draft);
    }
    draft.push("}\n");
}
