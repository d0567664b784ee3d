//! What the reference engine has to know of a grammar that is not a dialect's.

use super::specification::Specification;
use crate::Production;
use pest::error::Error;
use pest::iterators::Pairs;
use runtime::Span;
use std::fmt;
use std::panic::{RefUnwindSafe, UnwindSafe};

/// Rules that pest runs in place of a dialect's own: [`Parser::with_grammar`](crate::Parser::with_grammar).
///
/// ```
/// use pest::iterators::Pairs;
/// use turtle_peg::grammars::{OwnGrammar, Specification};
/// use turtle_peg::{Dialect, Parser, Production, Span};
///
/// /// Rules that no text breaks, and that see nothing in it.
/// #[derive(Debug)]
/// struct Silence;
///
/// impl OwnGrammar for Silence {
///     fn parse<'t>(&'t self, text: &'t str) -> Result<Pairs<'t, &'t str>, Box<pest::error::Error<&'t str>>> {
///         pest::state(text, |state| state.rule("turtleDoc", |state| state.skip(text.len()))).map_err(Box::new)
///     }
///
///     fn stack_per_level(&self) -> usize {
///         1024
///     }
///
///     fn specification(&self) -> Option<&Specification> {
///         None
///     }
///
///     fn escape_without_meaning(&self, _: &str) -> Option<(Span, Production)> {
///         None
///     }
/// }
///
/// let parser = Parser::new(Dialect::Turtle12).with_grammar(Silence);
/// assert_eq!(parser.parse_str("anything").triples().count(), 0);
/// ```
pub trait OwnGrammar: fmt::Debug + Send + Sync + UnwindSafe + RefUnwindSafe + 'static {
    /// Runs the rules on the whole of a text, from the start rule on: pest's pairs, which have the names of rules.
    ///
    /// # Errors
    ///
    /// pest rejects the text, or gives up; then with its own error.
    fn parse<'t>(&'t self, text: &'t str) -> PestResult<'t, &'t str>;

    /// The production that a rule mirrors: the one of its name.
    fn production(&self, rule: &str) -> Option<Production> {
        Production::from_name(rule)
    }

    /// How many bytes of stack [`parse`](Self::parse) may take for a level of nesting.
    fn stack_per_level(&self) -> usize;

    /// The productions that the rules mirror, which explain their rejections, if they can be run.
    fn specification(&self) -> Option<&Specification>;

    /// The first escape sequence in a token that the rules take for another one than the translator does: its bytes in the token's
    /// text, half open, and the production of the rule.
    ///
    /// The translator reads `\u` and four digits, `\U` and eight, and one character after any other backslash, as all dialects
    /// have it.
    fn escape_without_meaning(&self, token: &str) -> Option<(Span, Production)>;
}

/// The result of pest's parsers.
pub type PestResult<'t, R> = Result<Pairs<'t, R>, Box<Error<R>>>;
