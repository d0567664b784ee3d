//! Whether another dialect would accept the statement, by its parser.

use super::fault::Fault;
use crate::Dialect;
use crate::engine::{Scope, Settings};
use crate::input::Slice;
use crate::statements::Statements;
use crate::tree::Shape;

/// The candidates, the newest of each language; the first that accepts is named.
const ASKED: &[Dialect] = &[
    #[cfg(feature = "n-triples")]
    Dialect::NTriples12,
    #[cfg(feature = "turtle")]
    Dialect::Turtle12,
    #[cfg(feature = "n-quads")]
    Dialect::NQuads12,
    #[cfg(feature = "trig")]
    Dialect::TriG12,
];

/// Another dialect that accepts the statement at fault, if the text has all of it; in a graph, if the text has that.
pub(super) fn advice(fault: &Fault<'_>) -> Option<String> {
    let around = fault.around;
    let start = around.statement?;
    let is_in_graph = fault.is_in_graph();
    // The graph began before what is in the text.
    let brace = if is_in_graph { "{" } else { "" };
    let statement = [brace, &around.text[start..]].concat();
    let reaches = brace.len() + around.fault.end - start;
    // Another version of the same language comes first.
    let shape = |dialect: Dialect| (dialect.is_line_based(), dialect.has_named_graphs());
    let (same, others): (Vec<Dialect>, Vec<_>) = ASKED
        .iter()
        .partition(|&&dialect| shape(dialect) == shape(fault.dialect));
    let other = same.into_iter().chain(others).find(|&dialect| {
        dialect != fault.dialect
            && (!is_in_graph || dialect.has_named_graphs())
            && reads(dialect, &statement, reaches)
    })?;
    let title = other.title();
    let what = if is_in_graph {
        "the graph from here on"
    } else {
        "this statement"
    };
    Some(
        match fault.dialect.is_line_based() && !other.is_line_based() {
            true => format!(
                "this is not {}: `--dialect {other}` accepts {what}",
                fault.dialect.title()
            ),
            false => format!("this is {title}: `--dialect {other}` accepts {what}"),
        },
    )
}

/// Whether a dialect's grammar allows what `text` begins with: whole statements, and graphs, up to this byte at least.
pub(super) fn reads(dialect: Dialect, text: &str, reaches: usize) -> bool {
    let settings = Settings::new(dialect, Settings::NESTING_LIMIT);
    let mut statements = Statements::new(Slice::from(text), settings);
    while let Ok(Some(_)) = statements.advance(Shape::Compact) {
        if statements.next_byte() >= reaches as u64 && statements.scope() == Scope::Outside {
            return true;
        }
    }
    false
}
