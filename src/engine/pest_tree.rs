//! Trees: from pest's tokens to nodes.
//!
//! Invariant: each token of a rule that mirrors a production is a node, as it is; tokens of other rules make no nodes.

use super::reading::{EngineFailure, REACH, Reply};
use super::rules::{Edge, EntryRules, PestGrammar};
use crate::SyntaxErrorKind;
use crate::tree::TreeBuffer;
use pest::Token;
use pest::iterators::Pairs;

/// The kind of a text's root.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Root {
    /// The statement alone, of all that `nextStatement` or `nextInGraph` matched.
    Statement,
    /// All that `firstPart` or `nextPart` matched, side by side.
    Parts,
    Document,
}

/// Turns pest's tokens of a text of `length` bytes into nodes; returns their kind, and the length of the text that they cover.
///
/// # Errors
///
/// They are not one statement, document or edge of a graph, nor the end: the grammar's rule for that is wrong. To go on
/// would lose text, or never end.
pub(super) fn build_tree<'g, G: PestGrammar<'g>>(
    grammar: &'g G,
    pairs: Pairs<'g, G::Rule>,
    length: usize,
    root: Root,
    tree: &mut TreeBuffer,
) -> Result<Reply, Box<EngineFailure>> {
    let EntryRules { graphs, parts, .. } = grammar.entries();
    let mut edge = None;
    let (mut consumed, mut roots) = (0, 0);
    tree.clear();
    for token in pairs.tokens() {
        let (rule, position) = match &token {
            Token::Start { rule, pos } | Token::End { rule, pos } => (*rule, pos.pos()),
        };
        consumed = position;
        let is_outermost = tree.innermost().is_none();
        let Some(production) = grammar.production(rule) else {
            if is_outermost {
                let of_graph = graphs.as_ref().and_then(|graphs| graphs.edge(rule));
                let of_parts = parts.as_ref().filter(|parts| parts.is_end(rule));
                edge = edge.or(of_graph).or(of_parts.map(|_| Edge::OfParts));
            }
            continue;
        };
        if root == Root::Statement && production.is_between_statements() && is_outermost {
            continue;
        }
        let offset = u32::try_from(position).map_err(|_| EngineFailure::too_large(0, REACH))?;
        match token {
            Token::Start { .. } => {
                roots += usize::from(is_outermost);
                tree.begin(production, offset);
            }
            Token::End { .. } => tree.end(offset),
        }
    }
    let (found, is_sound) = match (root, edge) {
        (Root::Document, _) => (Reply::Statement { consumed }, roots == 1),
        (_, Some(Edge::OfParts)) => (Reply::PartsEnd { consumed }, roots == 0),
        (Root::Parts, None) => (Reply::Part { consumed }, consumed > 0),
        (_, Some(Edge::Begin)) => (Reply::GraphBegin { consumed }, roots <= 1 && consumed > 0),
        (_, Some(Edge::End)) => (Reply::GraphEnd { consumed }, roots == 0 && consumed > 0),
        (_, None) if roots == 0 => (Reply::End, consumed == length),
        (_, None) => (Reply::Statement { consumed }, roots == 1 && consumed > 0),
    };
    match is_sound {
        true => Ok(found),
        false => Err(EngineFailure::new(SyntaxErrorKind::NotOneStatement, 0)),
    }
}
