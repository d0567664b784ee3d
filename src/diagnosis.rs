//! The means to explain an error, or to mend a document: the text around a fault, its tokens, and how far a changed text is read.
//!
//! `turtle-peg-advice` explains errors in plain words, with these. They are here, and public, because the engines know them: another
//! program that explains errors would have to guess. Most programs need none of it.
//!
//! Invariant: nothing here decides whether a document conforms, or changes how one is read.
//!
//! | to | use |
//! |---|---|
//! | know the text around a fault | [`Surroundings`] |
//! | find its tokens | [`tokens`], [`token`]; [`TermKind`](crate::tokens::TermKind), [`is_of_directive`], [`is_scheme`] |
//! | know which tokens could begin at a place | [`tables`], whose scanner finds all, or those of a [`TokenSet`] |
//! | know which tokens can follow | [`walk`], a [`TokenWalk`] from a [`Scope`] |
//! | know how far a text is read | [`read_statements`] |
//! | know what recovery passes over | [`LeftoverLines`], [`is_between_brackets`], [`ends_in_later_line`] |
//! | quote a document | [`Backquoted`], [`visible`] |
//! | know which limits can be raised | [`LARGEST_STATEMENT`], [`DEEPEST_NESTING`] |
//! | look into triple terms, if there are any | [`triples`] |

pub use crate::engine::{
    LeftoverLines, Scope, Tables, TokenSet, TokenWalk, is_of_directive, tables, token, tokens, walk,
};
pub use crate::quoted::{Backquoted, visible};
pub use crate::scheme::is_scheme;
pub use crate::surroundings::Surroundings;
pub use crate::translate::triples;

use crate::engine::brackets::{StopVerdict, Stray};
use crate::engine::{Ahead, LineTerms, Settings, rest_in_lines};
use crate::input::Slice;
use crate::statements::Statements;
use crate::tokens::TokenKind;
use crate::tree::Shape;
use crate::{Dialect, Error};

/// The largest limit that [`Parser::with_statement_limit`](crate::Parser::with_statement_limit) can set.
pub const LARGEST_STATEMENT: usize = Settings::LARGEST_STATEMENT;

/// The largest limit that [`Parser::with_nesting_limit`](crate::Parser::with_nesting_limit) can set.
pub const DEEPEST_NESTING: usize = Settings::nesting(usize::MAX);

/// Reads the statements that a text begins with, by the grammar alone: no prefix has to be declared. After each, `is_end` gets the
/// byte where it ends, and whether that is in a graph; reading ends where it says so. Returns that byte; `None`, if the text ends
/// before.
///
/// ```
/// use turtle_peg::Dialect;
/// use turtle_peg::diagnosis::read_statements;
///
/// let text = "<x:s> a ex:T . <x:s> .";
/// assert_eq!(read_statements(Dialect::Turtle12, text, &mut |_, _| true)?, Some(14));
/// assert!(read_statements(Dialect::Turtle12, text, &mut |_, _| false).is_err());
/// # Ok::<(), turtle_peg::Error>(())
/// ```
///
/// # Errors
///
/// A statement breaks the grammar, before reading ends.
pub fn read_statements(
    dialect: Dialect,
    text: &str,
    is_end: &mut dyn FnMut(usize, Scope) -> bool,
) -> Result<Option<usize>, Error> {
    let settings = Settings::new(dialect, Settings::NESTING_LIMIT);
    let mut statements = Statements::new(Slice::from(text), settings);
    while statements.advance(Shape::Compact)?.is_some() {
        let end = statements.next_byte() as usize;
        if is_end(end, statements.scope()) {
            return Ok(Some(end));
        }
    }
    Ok(None)
}

/// Whether a full stop is between brackets by mistake, by the tokens after it: they close the brackets, and cannot be a statement of
/// their own.
///
/// ```
/// use turtle_peg::diagnosis::is_between_brackets;
///
/// assert!(is_between_brackets(["ex:p", "2", "]", "."].into_iter()));
/// assert!(!is_between_brackets(["ex:s", "ex:p", "2", "."].into_iter()));
/// ```
pub fn is_between_brackets<'t>(mut after: impl Iterator<Item = &'t str>) -> bool {
    let mut stray = Stray::default();
    let verdict = after.find_map(|token| match stray.read(token) {
        StopVerdict::Nothing => None,
        verdict => Some(verdict),
    });
    verdict == Some(StopVerdict::Stray)
}

/// Whether a statement of a language of lines that has begun ends in a later line, as if it were allowed to: with a full stop, and none
/// of the lines up to there is a statement of its own. `rest` begins where the first line ends; `can_follow` says which tokens can
/// follow what has begun.
///
/// ```
/// use turtle_peg::Dialect;
/// use turtle_peg::diagnosis::ends_in_later_line;
///
/// let ends = |rest| ends_in_later_line(Dialect::NTriples12, "<x:s> <x:p>", rest, |_| false);
/// assert!(ends("\n  <x:o> .\n"));
/// assert!(!ends("\n<x:s> <x:p> <x:o> .\n"));
/// ```
pub fn ends_in_later_line(
    dialect: Dialect,
    begun: &str,
    rest: &str,
    can_follow: impl Fn(TokenKind) -> bool,
) -> bool {
    let terms = LineTerms::of(dialect, begun, can_follow);
    matches!(
        rest_in_lines(dialect, terms, rest, true),
        Ahead::ClosedAt(_)
    )
}
