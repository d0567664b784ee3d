//! The limit of nesting, which is the same for every engine: it is found in the tree.

use super::reading::EngineFailure;
use crate::SyntaxErrorKind;
use crate::tree::TreeBuffer;

/// The first place in a tree that is nested deeper than the limit, if there is one.
pub(super) fn too_deep(tree: &TreeBuffer, limit: usize) -> Option<Box<EngineFailure>> {
    // The nodes around the place: the index of each, where it ends, and how many levels deep it is.
    let mut open: Vec<(usize, u32, usize)> = Vec::new();
    let nodes = tree.nodes();
    for (index, node) in nodes.iter().enumerate() {
        while open
            .last()
            .is_some_and(|&(_, end, _)| end as usize <= index)
        {
            open.pop();
        }
        let parent = open.last().map(|&(parent, _, _)| &nodes[parent]);
        let nests = node.production.nests_in(parent.map(|node| node.production));
        let outside = open.last().map_or(0, |&(_, _, levels)| levels);
        let levels = outside + usize::from(nests);
        if levels > limit {
            // A list between brackets begins with its bracket.
            let start = match parent {
                Some(parent) if node.production == crate::Production::predicateObjectList => parent,
                _ => node,
            };
            let kind = SyntaxErrorKind::NestingLimit { limit };
            return Some(Box::new(EngineFailure {
                production: Some(node.production),
                ..*EngineFailure::new(kind, start.span.start as usize)
            }));
        }
        open.push((index, node.next, levels));
    }
    None
}
