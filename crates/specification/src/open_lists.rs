//! How far the nonterminals are read that have begun and not ended.

use crate::rejection::Open;
use crate::tables::Tables;

/// The nonterminals that are open between two parts of a statement, and how far each was read.
///
/// See [`ListTables`](crate::ListTables) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenLists(pub(crate) Vec<Frame>);

impl OpenLists {
    /// Outermost first; their beginnings are places in the text of the first part.
    pub fn open(&self, tables: &Tables) -> impl Iterator<Item = Open> {
        self.0.iter().map(|frame| frame.open(tables))
    }
}

/// A nonterminal that is being read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) state: u16,
    /// Where it began; [`BEFORE`] if that was before the text.
    pub(crate) start: usize,
}

/// Stands for an offset before the text.
pub(crate) const BEFORE: usize = usize::MAX;

impl Frame {
    pub(crate) fn open(&self, tables: &Tables) -> Open {
        Open {
            rule: tables.state(self.state).rule,
            start: (self.start != BEFORE).then_some(self.start),
        }
    }
}
