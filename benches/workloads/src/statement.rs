//! One statement that goes on and on: a parser that needs a whole statement at a time gets one.

use super::{Recipe, turtle};

pub const RECIPE: Recipe = Recipe {
    open: |draft| {
        turtle::prologue(draft);
        draft.push("\nex:everything a :Collection");
        draft.triples += 1;
    },
    add: |draft| {
        draft.push(" ;\n    ");
        turtle::predicate_and_objects(draft, 0, 50);
    },
    close: |draft| draft.push(" .\n"),
};
