//! The fast engine: parsers generated from the files in `grammar/`, at build time.
//!
//! Invariant: nothing here knows the syntax of any dialect. Whatever it accepts, it reads as the reference engine does,
//! to the byte; what it rejects, the specification engine explains, so that errors are the same to the letter.

use super::trivia::{self, Rule, Trivia};
use super::{Follows, Found, Place, Settings, nesting};
use crate::dialect::for_each_dialect;
use crate::tree::{Plain, Shape, TreeBuffer};
use crate::{Dialect, Production};
use runtime::{Bytes, Class, TwoRuns};

type Parser<'t> = runtime::Parser<'t, Production, Outcome>;

/// A rule to begin with.
type Entry = fn(&mut Parser<'_>, usize) -> Option<usize>;

/// What was matched, where that is no statement, by how many bytes it takes.
type Outcome = fn(usize) -> Found;

/// The rules of a grammar that are called from here.
struct Entries {
    /// Reads a whole document.
    document: Entry,
    /// Reads the next part of a document.
    next_statement: Entry,
    /// Reads the next part of a graph between braces. Where a dialect has none, no place is in one.
    next_in_graph: Entry,
    leading_trivia: Entry,
    open_comment: Entry,
    comment_rest: Entry,
}

impl Entries {
    fn next(&self, place: Place) -> Entry {
        match place {
            Place::Outside => self.next_statement,
            Place::InGraph => self.next_in_graph,
        }
    }

    fn trivia(&self, rule: Rule) -> Entry {
        match rule {
            Rule::Leading => self.leading_trivia,
            Rule::OpenComment => self.open_comment,
            Rule::CommentRest => self.comment_rest,
        }
    }
}

/// What `build.rs` made: the functions of all grammars, and the [`Entries`] of each, by the name of its module.
#[allow(
    non_snake_case,
    non_upper_case_globals,
    unused_parens,
    unused_braces,
    unused_variables,
    clippy::all
)]
mod parsers {
    #[allow(unused_imports, reason = "not every grammar needs all of them")]
    use super::{Bytes, Class, Entries, Found, Parser, Plain, Production, TwoRuns};
    include!(concat!(env!("OUT_DIR"), "/parsers.rs"));
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

/// Reads the next statement of `text` into `tree`; none where it cannot tell, or where there is an error: that is for
/// the specification engine to say.
pub(super) fn next_statement(
    settings: &Settings,
    place: Place,
    text: &str,
    follows: Follows,
    tree: &mut TreeBuffer,
) -> Option<Found> {
    tree.clear();
    let shape = tree.shape;
    let mut parser = Parser::new(text, tree.take_nodes(), shape, settings.nesting_limit);
    let end = entries(settings.dialect).next(place)(&mut parser, 0);
    let (gave_up, deepest) = (parser.gave_up(), parser.deepest());
    let (hit_end, outcome) = (parser.hit_end(), parser.outcome());
    tree.put_nodes(parser.into_nodes());
    if gave_up {
        return None;
    }
    if hit_end && follows != Follows::Nothing {
        return Some(Found::Undecided);
    }
    let consumed = end?;
    tree.keep_root(|production| !production.is_between_statements());
    if is_too_deep(deepest, settings, tree) {
        return None;
    }
    Some(match outcome {
        Some(found) => found(consumed),
        None if tree.is_empty() => Found::End,
        None => Found::Statement { consumed },
    })
}

/// Whether a parser looks at the end of `text` to read the next statement, or to find that there is none: then something
/// that follows could change what it finds. Whatever the text, and however deep it is nested, up to where nobody could
/// read it.
#[cfg(any(feature = "reference", all(test, feature = "inspect")))]
pub(super) fn hits_end(dialect: Dialect, place: Place, text: &str, tree: &mut TreeBuffer) -> bool {
    const DEEPER_THAN_ANYBODY_READS: usize = 50_000;
    tree.clear();
    let limit = DEEPER_THAN_ANYBODY_READS;
    let mut parser = Parser::new(text, tree.take_nodes(), Shape::Compact, limit);
    entries(dialect).next(place)(&mut parser, 0);
    let hits_end = parser.hit_end() && !parser.gave_up();
    tree.put_nodes(parser.into_nodes());
    hits_end
}

/// Reads white space and comments that `text` begins with.
pub(super) fn trivia(dialect: Dialect, is_open: bool, text: &str) -> Trivia {
    trivia::read(text, is_open, |rule, text| {
        let mut parser = Parser::new(text, Vec::new(), Shape::Compact, 0);
        entries(dialect).trivia(rule)(&mut parser, 0)
    })
}

/// Reads the whole of `text` into `tree`; whether it could, else the specification engine has to say why not.
pub(super) fn document(settings: &Settings, text: &str, tree: &mut TreeBuffer) -> bool {
    tree.clear();
    let shape = tree.shape;
    let mut parser = Parser::new(text, tree.take_nodes(), shape, settings.nesting_limit);
    let end = (entries(settings.dialect).document)(&mut parser, 0);
    let (gave_up, deepest) = (parser.gave_up(), parser.deepest());
    tree.put_nodes(parser.into_nodes());
    !gave_up && end.is_some() && !is_too_deep(deepest, settings, tree)
}

/// Whether a parser gives up on what stands at the beginning of `text`, because it is nested too deep for it to tell.
pub(super) fn gives_up(
    settings: &Settings,
    place: Place,
    text: &str,
    tree: &mut TreeBuffer,
) -> bool {
    tree.clear();
    let mut parser = Parser::new(
        text,
        tree.take_nodes(),
        Shape::Compact,
        settings.nesting_limit,
    );
    entries(settings.dialect).next(place)(&mut parser, 0);
    let gave_up = parser.gave_up();
    tree.put_nodes(parser.into_nodes());
    gave_up
}

/// Whether a parser gives up on a whole document.
pub(super) fn gives_up_on_document(settings: &Settings, text: &str, tree: &mut TreeBuffer) -> bool {
    tree.clear();
    let mut parser = Parser::new(
        text,
        tree.take_nodes(),
        Shape::Compact,
        settings.nesting_limit,
    );
    (entries(settings.dialect).document)(&mut parser, 0);
    let gave_up = parser.gave_up();
    tree.put_nodes(parser.into_nodes());
    gave_up
}

/// More than the productions that nest, so that between two calls that count there are never as many levels.
const LEVELS_PER_CALL: usize = 8;

/// Whether a tree is nested deeper than the limit. Most are so flat that there is no need to look.
fn is_too_deep(deepest: usize, settings: &Settings, tree: &TreeBuffer) -> bool {
    (deepest + 1) * LEVELS_PER_CALL > settings.nesting_limit
        && nesting::too_deep(tree, settings.nesting_limit).is_some()
}
