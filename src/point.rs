//! A place between two statements, with all that the rest of the document depends on.

use crate::Position;
use crate::engine::Scope;
use crate::translate::DocumentState;
use oxrdf::GraphName;

/// Where a statement may begin, and how things stand there.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) position: Position,
    pub(crate) scope: Scope,
    /// The text before the place on its line, as far as errors show it.
    pub(crate) line: String,
    /// Where the graph was opened that the place is in.
    pub(crate) opened: Option<Position>,
    pub(crate) state: DocumentState,
    /// The graph that triples are in; `None` if its name is at fault.
    pub(crate) graph: Option<GraphName>,
}

impl Point {
    /// Whether it is so large that it has to be passed on instead of copied.
    pub(crate) fn is_large(&self) -> bool {
        const MOST: usize = 64 * 1024;
        let graph = match &self.graph {
            Some(GraphName::NamedNode(name)) => name.as_str().len(),
            Some(GraphName::BlankNode(name)) => name.as_str().len(),
            Some(GraphName::DefaultGraph) | None => 0,
        };
        graph + self.state.bytes() > MOST
    }

    /// Where a document begins.
    pub(crate) fn start(state: DocumentState) -> Self {
        Self {
            position: Position::START,
            line: String::new(),
            scope: Scope::Outside,
            opened: None,
            state,
            graph: Some(GraphName::DefaultGraph),
        }
    }
}
