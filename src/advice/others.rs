//! Whether another dialect would accept the statement: its parser is asked.

use super::fault::Fault;
use crate::Dialect;
use crate::document;

/// Those that are asked, the newest of each language; the first that accepts is named.
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

/// That another dialect accepts the statement that is at fault, if it is whole in the text.
pub(super) fn advice(fault: &Fault<'_>) -> Option<String> {
    let around = fault.around;
    let statement = &around.text[around.statement?..];
    let reaches = around.fault.end - around.statement?;
    let other = ASKED.iter().copied().find(|&dialect| {
        dialect != fault.dialect && document::reads(dialect, statement, reaches)
    })?;
    let title = other.title();
    Some(
        match fault.dialect.is_line_based() && !other.is_line_based() {
            true => format!(
                "this is not {}: `--dialect {other}` accepts it",
                fault.dialect.title()
            ),
            false => format!("this is {title}: `--dialect {other}` accepts it"),
        },
    )
}
