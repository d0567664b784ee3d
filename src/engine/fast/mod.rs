//! The fast engine: parsers generated from the files in `grammar/`, at build time.
//!
//! Invariant: nothing here knows the syntax of any dialect. Whatever it accepts, it reads as the reference engine does,
//! to the byte; what it rejects, the specification engine explains, so that errors are the same to the letter.

use super::trivia::{self, Rule, Trivia};
use super::{Follows, Found, Place, Settings, nesting};
use crate::tree::{Plain, Shape, TreeBuffer};
use crate::{Dialect, Production};
use runtime::{Bytes, Class, TwoRuns};

type Parser<'t> = runtime::Parser<'t, Production, Outcome>;

/// A rule to begin with.
type Entry = fn(&mut Parser<'_>, usize) -> Option<usize>;

/// What was matched, where that is no statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    GraphBegin,
    GraphEnd,
}

macro_rules! parsers {
    ($($dialect:ident: $module:ident $path:literal $document:ident $next_in_graph:ident;)*) => {
        $(
            #[allow(non_snake_case, unused_parens, unused_braces, unused_variables, clippy::all)]
            mod $module {
                #[allow(unused_imports, reason = "not every grammar needs all of them")]
                use super::{Bytes, Class, Outcome, Parser, Plain, Production, TwoRuns};
                include!(concat!(env!("OUT_DIR"), "/", $path));
            }
        )*

        /// The rule that reads the next part of a document.
        fn next(dialect: Dialect, place: Place) -> Entry {
            match (dialect, place) {
                $(
                    (Dialect::$dialect, Place::Outside) => $module::nextStatement,
                    (Dialect::$dialect, Place::InGraph) => $module::$next_in_graph,
                )*
            }
        }

        /// The rule that reads a whole document.
        fn whole(dialect: Dialect) -> Entry {
            match dialect {
                $(Dialect::$dialect => $module::$document,)*
            }
        }

        /// A rule that reads white space and comments.
        fn trivia_rule(dialect: Dialect, rule: Rule) -> Entry {
            match (dialect, rule) {
                $(
                    (Dialect::$dialect, Rule::Leading) => $module::leadingTrivia,
                    (Dialect::$dialect, Rule::OpenComment) => $module::openComment,
                    (Dialect::$dialect, Rule::CommentRest) => $module::commentRest,
                )*
            }
        }
    };
}

// In a dialect without graphs between braces, no place is in one.
parsers! {
    TurtleSubmission: turtle_submission "turtle-submission.rs" turtleDoc nextStatement;
    TurtleWd2011: turtle_wd2011 "turtle-wd2011.rs" turtleDoc nextStatement;
    Turtle11: turtle_1_1 "turtle-1.1.rs" turtleDoc nextStatement;
    Turtle12Wd2024: turtle_1_2_wd2024 "turtle-1.2-wd2024.rs" turtleDoc nextStatement;
    Turtle12: turtle_1_2 "turtle-1.2.rs" turtleDoc nextStatement;
    NTriples11: n_triples_1_1 "n-triples-1.1.rs" ntriplesDoc nextStatement;
    NTriples12: n_triples_1_2 "n-triples-1.2.rs" ntriplesDoc nextStatement;
    TriG11: trig_1_1 "trig-1.1.rs" trigDoc nextInGraph;
    TriG12: trig_1_2 "trig-1.2.rs" trigDoc nextInGraph;
    NQuads11: n_quads_1_1 "n-quads-1.1.rs" nquadsDoc nextStatement;
    NQuads12: n_quads_1_2 "n-quads-1.2.rs" nquadsDoc nextStatement;
}

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
    let end = next(settings.dialect, place)(&mut parser, 0);
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
        Some(Outcome::GraphBegin) => Found::GraphBegin { consumed },
        Some(Outcome::GraphEnd) => Found::GraphEnd { consumed },
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
    next(dialect, place)(&mut parser, 0);
    let hits_end = parser.hit_end() && !parser.gave_up();
    tree.put_nodes(parser.into_nodes());
    hits_end
}

/// Reads white space and comments that `text` begins with.
pub(super) fn trivia(dialect: Dialect, is_open: bool, text: &str) -> Trivia {
    trivia::read(text, is_open, |rule, text| {
        let mut parser = Parser::new(text, Vec::new(), Shape::Compact, 0);
        trivia_rule(dialect, rule)(&mut parser, 0)
    })
}

/// Reads the whole of `text` into `tree`; whether it could, else the specification engine has to say why not.
pub(super) fn document(settings: &Settings, text: &str, tree: &mut TreeBuffer) -> bool {
    tree.clear();
    let shape = tree.shape;
    let mut parser = Parser::new(text, tree.take_nodes(), shape, settings.nesting_limit);
    let end = whole(settings.dialect)(&mut parser, 0);
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
    next(settings.dialect, place)(&mut parser, 0);
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
    whole(settings.dialect)(&mut parser, 0);
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
