//! The writers' output of Turtle and TriG is read again: the same terms, in every dialect that has them.
//!
//! `cases` has documents, and each as `TriGWriter` writes it; `UPDATE_WRITERS=1 cargo test --test writers` writes these anew. `kept` has
//! documents that are copied as they are. More cases can be in the folder that `$WRITER_CASES` names: a file `cases.json` with N-Quads,
//! prefixes and bases.

mod brackets;
mod documents;
mod layout;
mod random;
mod streams;
mod terms;
mod together;
mod versions;
mod written;

use turtle_peg::{Dialect, Parser};

/// A parser that hands out labels as they are written.
fn stable_parser(dialect: Dialect) -> Parser {
    let parser = Parser::new(dialect).with_blank_node_prefix("");
    parser.expect("labels are as they are written")
}
