//! Engines: text in, [`Tree`](crate::tree::Tree) out.
//!
//! Invariant: an engine knows a grammar and nothing of RDF, of files or of the text before its own. With one grammar,
//! every engine makes the same tree of the same text, to the byte.

mod batches;
pub(crate) mod brackets;
mod engines;
mod fast;
mod nesting;
#[cfg(feature = "reference")]
mod own_grammar;
mod reading;
mod recovery;
#[cfg(feature = "reference")]
mod reference;
mod settings;
pub(crate) mod specification;
mod trivia;
mod whole;

pub(crate) use ::specification::is_word;
pub use ::specification::{Tables, TokenSet, TokenWalk};
pub use brackets::is_of_directive;
pub use engines::Engine;
#[cfg(feature = "reference")]
pub use own_grammar::OwnGrammar;
pub use reading::Scope;
pub(crate) use reading::{
    EngineFailure, Follows, LARGEST_DOCUMENT, OpenTriples, Reply, Request, beginning,
};
pub use recovery::LeftoverLines;
pub(crate) use recovery::{
    Ahead, BrokenDirective, Declared, LineTerms, NextPart, PartSearch, Strings, UnfinishedLine,
    broken_directive, declared_in, next_line, rest_in_lines,
};
pub(crate) use settings::{MUCH_TRIVIA, Settings};
pub(crate) use specification::BegunToken;
pub use specification::{tables, token, tokens, walk};
pub(crate) use trivia::LeadingTrivia;

use crate::tree::TreeBuffer;
use crate::{Dialect, Production, SyntaxErrorKind};
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

/// Slow path of [`next_statement`]: parts, the productions, undecided input.
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
    let by_productions = |text: &str, tree: &mut TreeBuffer| match productions(settings) {
        Some(specified) => {
            specified.next_statement(settings.nesting_limit, wanted, text, follows, tree)
        }
        None => Err(EngineFailure::unexplained(0)),
    };
    if !settings.is_fast() {
        return batches::read_with(settings, wanted, text, tree, by_productions);
    }
    match fast::next(settings, wanted, text, follows, tree) {
        Ok(found) if !specification::may_cut_token(settings.dialect, text, follows, found) => {
            Ok(found)
        }
        // The statement is read whole then, which finds its error.
        Err(FastRefusal::Rejected) if matches!(wanted, Request::FirstPart(_)) => {
            Err(EngineFailure::unexplained(0))
        }
        read => {
            let explained = batches::read_with(settings, wanted, text, tree, by_productions);
            explain(
                explained,
                |&found| found == Reply::Undecided,
                read != Err(FastRefusal::Rejected),
            )
        }
    }
}

/// The productions by which documents are read, or their faults explained: the dialect's, or those of a grammar that was loaded, if
/// these can be run.
fn productions(settings: &Settings) -> Option<&specification::Specification> {
    match &settings.grammar {
        Some(grammar) => grammar.specification(),
        None => Some(specification::of(settings.dialect)),
    }
}

/// The productions that are open after the first part of a statement, which `text` begins with.
///
/// `None` where it cannot be read part by part: by an edited grammar, whose rules for parts need not agree with its
/// productions.
pub(crate) fn open_triples(settings: &Settings, scope: Scope, text: &str) -> Option<OpenTriples> {
    if settings.has_own_grammar() {
        return None;
    }
    specification::of(settings.dialect).open_triples(scope, text)
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
    let by_productions = |tree: &mut TreeBuffer| match productions(settings) {
        Some(specified) => specified.document(settings.nesting_limit, text, tree),
        None => Err(EngineFailure::unexplained(0)),
    };
    if let Some(reader) = settings.whole_reader() {
        let Err(failure) = reader.document(settings.nesting_limit, text, tree) else {
            return Ok(());
        };
        if let SyntaxErrorKind::DocumentTooLarge { .. } = failure.kind {
            return Err(failure);
        }
        return match by_productions(tree) {
            Ok(()) if failure.is_want_of_stack() => Ok(()),
            Err(explained) if explained.kind != SyntaxErrorKind::Unexplained => Err(explained),
            _ => Err(failure),
        };
    }
    if !settings.is_fast() {
        return by_productions(tree);
    }
    match fast::document(settings, text, tree) {
        Ok(()) => Ok(()),
        Err(refusal) => explain(
            by_productions(tree),
            |()| false,
            refusal == FastRefusal::GaveUp,
        ),
    }
}

/// Reads white space and comments that `text` begins with, before the next statement. With `is_open`, a comment began before
/// the text.
///
/// A grammar that was just edited may have others, so nothing is taken for them: they are a part of the statement.
pub(crate) fn trivia(settings: &Settings, is_open: bool, text: &str) -> LeadingTrivia {
    if settings.has_own_grammar() {
        return LeadingTrivia {
            length: 0,
            is_open: false,
        };
    }
    fast::trivia(settings.dialect, is_open, text)
}

/// How far the dialect's white space and comments go that `text` begins with.
pub(crate) fn trivia_of(dialect: Dialect, text: &str) -> LeadingTrivia {
    fast::trivia(dialect, false, text)
}

/// Whether the whole of a text is one token of this production; where a dialect names no tokens, its successor's count.
pub(crate) fn is_token(dialect: Dialect, text: &str, production: Production) -> bool {
    let specification = specification::with_tokens(dialect);
    specification
        .check_token(specification.begun(""), text, |found| found == production)
        .is_ok()
}

/// How far the scanner is after a text that a token may begin with; `None` where a dialect names no tokens.
pub(crate) fn begun_token(dialect: Dialect, text: &str) -> Option<BegunToken> {
    let specification = specification::of(dialect);
    specification.tables.trivia.as_ref()?;
    Some(specification.begun(text))
}

/// Makes sure that the whole of a text, behind the [beginning of a token](begun_token), ends one token of a production that is wanted.
///
/// # Errors
///
/// It does not: how far it could have gone on with a token.
pub(crate) fn check_token(
    dialect: Dialect,
    begun: BegunToken,
    text: &str,
    is_wanted: impl Fn(Production) -> bool,
) -> Result<(), usize> {
    specification::of(dialect).check_token(begun, text, is_wanted)
}
