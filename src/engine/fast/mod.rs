//! The fast engine: parsers generated from the files in `grammar/`, at build time.
//!
//! Invariant: nothing here knows the syntax of any dialect. Its trees are those of the reference engine, to the byte; the
//! specification engine explains its rejections, so that errors are the same to the letter.

use super::reading::{Follows, Reply, Request, Scope};
use super::settings::Settings;
use super::trivia::{self, LeadingTrivia, TriviaRule};
use super::{batches, nesting, specification};
use crate::dialect::for_each_dialect;
use crate::tree::{Plain, Shape, TreeBuffer};
use crate::{Dialect, Production};
use runtime::{Block, Bytes, Class, TwoRuns};

type FastParser<'t> = runtime::Parser<'t, Production, ToReply>;

/// A rule to begin with.
type FastEntry = fn(&mut FastParser<'_>, usize) -> Option<usize>;

/// Makes the reply for a match, other than a statement, of this number of bytes.
type ToReply = fn(usize) -> Reply;

/// The rules of a grammar that this module calls.
struct Entries {
    /// Reads a whole document.
    document: FastEntry,
    /// Reads the next part of a document.
    next_statement: FastEntry,
    /// Reads the next part of a graph between braces; never called in a dialect without them.
    next_in_graph: FastEntry,
    /// Reads a large statement up to its first object; never called in a dialect without lists of objects.
    first_part: FastEntry,
    /// Reads its next object, or its end.
    next_part: FastEntry,
    /// Reads the next object of a large statement, or its end, between a graph's braces.
    next_part_in_graph: FastEntry,
    leading_trivia: FastEntry,
    open_comment: FastEntry,
    comment_rest: FastEntry,
}

impl Entries {
    #[inline(always)]
    fn next(&self, wanted: Request<'_>) -> FastEntry {
        match wanted {
            Request::Statement(Scope::Outside) => self.next_statement,
            Request::Statement(Scope::InGraph) => self.next_in_graph,
            Request::FirstPart(_) => self.first_part,
            Request::NextParts(Scope::Outside, _) => self.next_part,
            Request::NextParts(Scope::InGraph, _) => self.next_part_in_graph,
        }
    }

    fn trivia(&self, rule: TriviaRule) -> FastEntry {
        match rule {
            TriviaRule::Leading => self.leading_trivia,
            TriviaRule::OpenComment => self.open_comment,
            TriviaRule::CommentRest => self.comment_rest,
        }
    }
}

/// The output of `build.rs`: the functions of all grammars, and the [`Entries`] of each, by the name of its module.
#[allow(
    non_snake_case,
    non_upper_case_globals,
    unused_parens,
    unused_braces,
    unused_variables,
    clippy::all,
    rustdoc::all
)]
mod parsers {
    #[allow(unused_imports, reason = "not every grammar needs all of them")]
    use super::{
        Block, Bytes, Class, Entries, FastParser as Parser, Plain, Production, Reply as Found,
        TwoRuns,
    };
    include!(concat!(env!("COMPILED_GRAMMARS"), "/parsers.rs"));
}

macro_rules! entries {
    ($($family:literal $dialect:ident $module:ident $name:literal $row:tt)*) => {
        fn entries(dialect: Dialect) -> &'static Entries {
            match dialect {
                $(
                    #[cfg(feature = $family)]
                    Dialect::$dialect => &parsers::$module,
                )*
            }
        }
    };
}

for_each_dialect!(entries);

/// Reads the next statement of `text` into `tree`; `None` where it cannot tell, or where there is an error: the specification
/// engine decides then.
pub(super) fn next_statement(
    settings: &Settings,
    scope: Scope,
    text: &str,
    follows: Follows,
    tree: &mut TreeBuffer,
) -> Option<Reply> {
    read_one(settings, Request::Statement(scope), text, follows, tree).ok()
}

/// Reads the next statement of `text` into `tree`, or a part of one.
///
/// # Errors
///
/// No such thing is there, or it is not known.
pub(super) fn next(
    settings: &Settings,
    wanted: Request<'_>,
    text: &str,
    follows: Follows,
    tree: &mut TreeBuffer,
) -> Result<Reply, FastRefusal> {
    match wanted {
        Request::Statement(_) | Request::FirstPart(_) => {
            read_one(settings, wanted, text, follows, tree)
        }
        Request::NextParts(..) => next_parts(settings, wanted, text, follows, tree),
    }
}

/// Why nothing was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FastRefusal {
    /// The rules match nothing.
    Rejected,
    /// It nests too deep for a parser to tell, or a token may be cut: the productions have to decide.
    GaveUp,
}

/// Reads a statement, or the first part of one: inlined, so that reading statements does not ask which it is.
#[inline(always)]
fn read_one(
    settings: &Settings,
    wanted: Request<'_>,
    text: &str,
    follows: Follows,
    tree: &mut TreeBuffer,
) -> Result<Reply, FastRefusal> {
    tree.clear();
    let shape = tree.shape;
    let mut parser = FastParser::new(text, tree.take_nodes(), shape, settings.nesting_limit);
    let end = entries(settings.dialect).next(wanted)(&mut parser, 0);
    let (gave_up, deepest) = (parser.gave_up(), parser.deepest());
    let (hit_end, outcome) = (parser.hit_end(), parser.outcome());
    tree.put_nodes(parser.into_nodes());
    if gave_up {
        return Err(FastRefusal::GaveUp);
    }
    if hit_end && follows != Follows::Nothing {
        return Ok(Reply::Undecided);
    }
    let Some(consumed) = end else {
        return Err(FastRefusal::Rejected);
    };
    let is_part = !matches!(wanted, Request::Statement(_));
    if !is_part {
        tree.keep_root(|production| !production.is_between_statements());
    }
    if is_too_deep(deepest, settings, tree) {
        return Err(FastRefusal::Rejected);
    }
    Ok(match outcome {
        Some(found) => found(consumed),
        None if is_part => Reply::Part { consumed },
        None if tree.is_empty() => Reply::End,
        None => Reply::Statement { consumed },
    })
}

/// Reads a [batch](super::batches) of parts of a statement with one parser: to begin anew takes longer than to read most parts.
#[cold]
fn next_parts(
    settings: &Settings,
    wanted: Request<'_>,
    text: &str,
    follows: Follows,
    tree: &mut TreeBuffer,
) -> Result<Reply, FastRefusal> {
    tree.clear();
    let mut parser = FastParser::new(text, tree.take_nodes(), tree.shape, settings.nesting_limit);
    let entry = entries(settings.dialect).next(wanted);
    let found = batches::read(settings, |batch, start| {
        let before = parser.mark();
        parser.begin_at(start);
        let end = entry(&mut parser, start);
        if parser.gave_up() {
            return Err(FastRefusal::GaveUp);
        }
        if parser.hit_end() && follows != Follows::Nothing {
            return Ok(Reply::Undecided);
        }
        match (end, parser.outcome()) {
            (Some(end), None) if batch.takes(start, end) => {
                tree.begin_part(before.nodes());
                let part = Reply::Part { consumed: end };
                match specification::may_cut_token(settings.dialect, text, follows, part) {
                    true => Err(FastRefusal::GaveUp),
                    false => Ok(Reply::Part {
                        consumed: end - start,
                    }),
                }
            }
            (Some(end), Some(found)) if start == 0 => Ok(found(end)),
            _ if start == 0 => Err(FastRefusal::Rejected),
            _ => {
                parser.restore(before);
                Ok(Reply::End)
            }
        }
    });
    let deepest = parser.deepest();
    tree.put_nodes(parser.into_nodes());
    match found {
        Ok(Reply::Part { .. }) if is_too_deep(deepest, settings, tree) => Err(FastRefusal::GaveUp),
        found => found,
    }
}

/// Reads white space and comments that `text` begins with.
pub(super) fn trivia(dialect: Dialect, is_open: bool, text: &str) -> LeadingTrivia {
    trivia::read(text, is_open, |rule, text| {
        let mut parser = FastParser::new(text, Vec::new(), Shape::Compact, 0);
        entries(dialect).trivia(rule)(&mut parser, 0)
    })
}

/// Reads the whole of `text` into `tree`.
///
/// # Errors
///
/// The text is not a document, or the parser gave up: the specification engine has to decide.
pub(super) fn document(
    settings: &Settings,
    text: &str,
    tree: &mut TreeBuffer,
) -> Result<(), FastRefusal> {
    tree.clear();
    let shape = tree.shape;
    let mut parser = FastParser::new(text, tree.take_nodes(), shape, settings.nesting_limit);
    let end = (entries(settings.dialect).document)(&mut parser, 0);
    let (gave_up, deepest) = (parser.gave_up(), parser.deepest());
    tree.put_nodes(parser.into_nodes());
    match end {
        _ if gave_up => Err(FastRefusal::GaveUp),
        Some(_) if !is_too_deep(deepest, settings, tree) => Ok(()),
        _ => Err(FastRefusal::Rejected),
    }
}

/// Upper bound on the nesting levels per counted call: more than the productions that nest.
const LEVELS_PER_CALL: usize = 8;

/// Whether a tree is nested deeper than the limit. Most are too flat to need a look.
fn is_too_deep(deepest: usize, settings: &Settings, tree: &TreeBuffer) -> bool {
    (deepest + 1) * LEVELS_PER_CALL > settings.nesting_limit
        && nesting::too_deep(tree, settings.nesting_limit).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every cycle of calls goes through a function that counts: on the way from one such call to the next, no production can
    /// nest twice.
    #[test]
    fn a_counted_call_has_room_for_every_production_that_nests() {
        let all = Production::ALL;
        let nests = |inner: &&Production| all.iter().any(|&outer| inner.nests_in(Some(outer)));
        let nesting = all.iter().filter(nests).count();
        assert!((1..LEVELS_PER_CALL).contains(&nesting), "{nesting}");
    }
}
