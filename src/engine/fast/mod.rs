//! The fast engine: parsers generated from the files in `grammar/`, at build time, by [`generate`].
//!
//! Invariant: nothing here knows the syntax of any dialect. Whatever it accepts, it reads as the reference engine does,
//! to the byte; what it rejects, the reference engine is asked about, so that errors are the same to the letter.

#[cfg(test)]
mod generate;
mod runtime;

use super::{Found, Place};
use crate::tree::TreeBuffer;
use crate::{Dialect, Production};
use runtime::Class;

type Parser<'t> = runtime::Parser<'t, Production, Outcome>;

/// What was matched, where that is no statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    GraphBegin,
    GraphEnd,
}

macro_rules! parsers {
    ($($module:ident $path:literal;)*) => {
        $(
            #[allow(non_snake_case, clippy::all, unused_variables)]
            mod $module {
                use super::{Class, Outcome, Parser, Production};
                include!(concat!(env!("OUT_DIR"), "/", $path));
            }
        )*
    };
}

parsers! {
    turtle_submission "turtle-submission.rs";
    turtle_wd2011 "turtle-wd2011.rs";
    turtle_1_1 "turtle-1.1.rs";
    turtle_1_2_wd2024 "turtle-1.2-wd2024.rs";
    turtle_1_2 "turtle-1.2.rs";
    n_triples_1_1 "n-triples-1.1.rs";
    n_triples_1_2 "n-triples-1.2.rs";
    trig_1_1 "trig-1.1.rs";
    trig_1_2 "trig-1.2.rs";
    n_quads_1_1 "n-quads-1.1.rs";
    n_quads_1_2 "n-quads-1.2.rs";
}
