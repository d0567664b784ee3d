//! Engines: text in, [`Tree`](crate::tree::Tree) out.
//!
//! Invariant: an engine knows a grammar and nothing of RDF, of files or of the text before its own. With one grammar,
//! every engine makes the same tree of the same text, to the byte.

mod batches;
pub(crate) mod brackets;
mod engines;
mod fast;
#[cfg(feature = "pest")]
mod grammar;
mod nesting;
#[cfg(feature = "pest")]
mod pest_tree;
mod reading;
mod recovery;
#[cfg(feature = "reference")]
mod reference;
#[cfg(feature = "pest")]
mod rules;
mod settings;
mod specification;
mod trivia;
#[cfg(feature = "loaded-grammars")]
mod vm;

#[cfg(feature = "loaded-grammars")]
pub(crate) use specification::Specification;
#[cfg(feature = "loaded-grammars")]
pub use vm::{LoadError, LoadErrorKind, LoadedGrammar};

#[cfg(feature = "advice")]
pub(crate) use ::specification::TokenWalk;
pub use engines::Engine;
pub(crate) use reading::{EngineFailure, Follows, OpenLists, Reply, Request, Scope, beginning};
#[cfg(feature = "advice")]
pub(crate) use recovery::{Ahead, rest_in_lines};
pub(crate) use recovery::{
    BrokenDirective, Declared, LeftoverLines, LineTerms, NextPart, PartSearch, Strings,
    UnfinishedLine, broken_directive, declared_in, next_line,
};
pub(crate) use settings::{MUCH_TRIVIA, Settings};
#[cfg(feature = "advice")]
pub(crate) use specification::{token, tokens, walk};
pub(crate) use trivia::LeadingTrivia;

use crate::tree::TreeBuffer;
use crate::{Dialect, Production};
use fast::FastRefusal;
use reading::REACH;

/// Reads the next statement of `text` into `tree`.
#[inline]
pub(crate) fn next_statement(
    settings: &Settings,
    scope: Scope,
    text: &str,
    follows: Follows,
    tree: &mut TreeBuffer,
) -> Result<Reply, Box<EngineFailure>> {
    if settings.is_fast()
        && settings.reaches_all_of(text)
        && let Some(found) = fast::next_statement(settings, scope, text, follows, tree)
        && !specification::may_cut_token(settings.dialect, text, follows, found)
    {
        return Ok(found);
    }
    next(settings, Request::Statement(scope), text, follows, tree)
}

/// Slow path of [`next_statement`]: parts, other engines, undecided input.
#[inline(never)]
pub(crate) fn next(
    settings: &Settings,
    wanted: Request<'_>,
    text: &str,
    follows: Follows,
    tree: &mut TreeBuffer,
) -> Result<Reply, Box<EngineFailure>> {
    let beginning = beginning(text, settings.reach());
    if beginning.len() < text.len() {
        return match next(settings, wanted, beginning, Follows::Unread, tree)? {
            Reply::Undecided => Err(EngineFailure::too_large(0, settings.statement_limit)),
            found => Ok(found),
        };
    }
    #[cfg(feature = "loaded-grammars")]
    if let Some(grammar) = &settings.grammar {
        return grammar.next_statement(
            settings.engine,
            settings.nesting_limit,
            wanted,
            text,
            follows,
            tree,
        );
    }
    let specified = specification::of(settings.dialect);
    let by_productions = |text: &str, tree: &mut TreeBuffer| {
        specified.next_statement(settings.nesting_limit, wanted, text, follows, tree)
    };
    let may_cut_token = |text: &str, found: Reply| {
        specification::may_cut_token(settings.dialect, text, follows, found)
    };
    match settings.engine {
        Engine::Specification => batches::read_with(settings, wanted, text, tree, by_productions),
        Engine::Fast => match fast::next(settings, wanted, text, follows, tree) {
            Ok(found) if !may_cut_token(text, found) => Ok(found),
            // The statement is read whole then, which finds its error.
            Err(FastRefusal::Rejected) if matches!(wanted, Request::FirstPart(_)) => {
                Err(EngineFailure::unexplained(0))
            }
            read => {
                let explained = batches::read_with(settings, wanted, text, tree, by_productions);
                explain(
                    explained,
                    Reply::is_undecided,
                    read != Err(FastRefusal::Rejected),
                )
            }
        },
        #[cfg(feature = "reference")]
        Engine::Reference => batches::read_with(settings, wanted, text, tree, |text, tree| {
            match reference::next_statement(settings, wanted, text, follows, tree) {
                Ok(found) if !may_cut_token(text, found) => Ok(found),
                Ok(_) => by_productions(text, tree),
                Err(failure) => {
                    let gave_up = failure.is_want_of_stack();
                    explain(by_productions(text, tree), Reply::is_undecided, gave_up)
                }
            }
        }),
    }
}

/// The productions that are open after the first part of a statement, which `text` begins with.
///
/// `None` where it cannot be read part by part: by an edited grammar, whose rules for parts need not agree with its
/// productions.
pub(crate) fn open_lists(settings: &Settings, scope: Scope, text: &str) -> Option<OpenLists> {
    #[cfg(feature = "loaded-grammars")]
    if settings.grammar.is_some() {
        return None;
    }
    specification::of(settings.dialect).open_lists(scope, text)
}

/// The answer of the specification's productions to a text that another engine does not read. Productions
/// decide when that engine gave up, and may need more of the text; otherwise the two differ, and the verdict is that of the
/// engine that was chosen.
fn explain<T>(
    by_productions: Result<T, Box<EngineFailure>>,
    is_open: impl FnOnce(&T) -> bool,
    gave_up: bool,
) -> Result<T, Box<EngineFailure>> {
    let found = by_productions?;
    match gave_up || is_open(&found) {
        true => Ok(found),
        // A parser that goes on after errors must not come here again.
        false => Err(Box::new(EngineFailure {
            resume: 1,
            ..*EngineFailure::unexplained(0)
        })),
    }
}

/// Reads the whole of `text` into `tree`, as one document.
pub(crate) fn document(
    settings: &Settings,
    text: &str,
    tree: &mut TreeBuffer,
) -> Result<(), Box<EngineFailure>> {
    if beginning(text, REACH).len() < text.len() {
        return Err(EngineFailure::too_large(0, settings.statement_limit));
    }
    #[cfg(feature = "loaded-grammars")]
    if let Some(grammar) = &settings.grammar {
        return grammar.document(settings.engine, settings.nesting_limit, text, tree);
    }
    let specified = specification::of(settings.dialect);
    let by_productions =
        |tree: &mut TreeBuffer| specified.document(settings.nesting_limit, text, tree);
    match settings.engine {
        Engine::Specification => by_productions(tree),
        Engine::Fast => match fast::document(settings, text, tree) {
            Ok(()) => Ok(()),
            Err(refusal) => explain(
                by_productions(tree),
                |()| false,
                refusal == FastRefusal::GaveUp,
            ),
        },
        #[cfg(feature = "reference")]
        Engine::Reference => reference::document(settings, text, tree).or_else(|failure| {
            explain(by_productions(tree), |()| false, failure.is_want_of_stack())
        }),
    }
}

/// Reads white space and comments that `text` begins with, before the next statement. With `is_open`, a comment began before
/// the text.
///
/// A grammar that was just edited need not have the rules for it; then it finds none, and they are a part of the statement.
pub(crate) fn trivia(settings: &Settings, is_open: bool, text: &str) -> LeadingTrivia {
    #[cfg(feature = "loaded-grammars")]
    if let Some(grammar) = &settings.grammar {
        return grammar.trivia(is_open, text);
    }
    match settings.engine {
        #[cfg(feature = "reference")]
        Engine::Reference => reference::trivia(settings.dialect, is_open, text),
        // Productions do not define parts of white space and comments.
        Engine::Fast | Engine::Specification => fast::trivia(settings.dialect, is_open, text),
    }
}

/// Whether the whole of a text is one token of this production; where a dialect names no tokens, its successor's count.
pub(crate) fn is_token(dialect: Dialect, text: &str, production: Production) -> bool {
    let specification = specification::with_tokens(dialect);
    specification
        .check_token(text, |found| found == production)
        .is_ok()
}

/// Makes sure that the whole of a text is one token of a production that is wanted; `None` where a dialect names no tokens.
/// Of a text that is not one, the error says how far it could have been the beginning of a token.
pub(crate) fn check_token(
    dialect: Dialect,
    text: &str,
    is_wanted: impl Fn(Production) -> bool,
) -> Option<Result<(), usize>> {
    let specification = specification::of(dialect);
    specification.tables.trivia.as_ref()?;
    Some(specification.check_token(text, is_wanted))
}
