//! The reference engine: the meaning of the rules in `grammar/`, by definition.
//!
//! 1. The text of a whole document goes [in](document).
//! 2. The parser that pest derives from the dialect's grammar reads it by the start rule, and gives pairs: which rule matched where.
//! 3. Each pair of a rule that mirrors a production becomes a [node](read): the tree is pest's, and nothing is added.
//! 4. From there on, all is as with any engine: `statements/whole.rs` takes one statement's nodes after the other out of the tree,
//!    and the translator makes quads of them.
//!
//! Where pest rejects a document, it says where and no more. The specification's productions then read the document, statement by
//! statement, and explain the fault.
//!
//! Invariant: nothing here knows the syntax of any dialect. An engine that reads by statement makes the trees that are made here.

use super::nesting;
use super::own_grammar::{OwnGrammar, PestResult};
use super::reading::{EngineFailure, LARGEST_DOCUMENT};
use crate::dialect::for_each_dialect;
use crate::tree::TreeBuffer;
use crate::{Dialect, Production, SyntaxErrorKind};
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::{Parser, RuleType, Token};
use std::collections::HashMap;

/// Stack to allow for one level of nesting, in bytes: twice the bytes measured (see BENCHMARKS.md) in parsers that are not
/// optimized, as in the program that `cargo run --release` builds.
const STACK_PER_LEVEL: usize = 12 * 1024;

macro_rules! derived {
    ($($family:literal $dialect:ident $module:ident $name:literal $row:tt)*) => {
        /// Reads the whole of `text` into `tree`, by the parser that pest derives from the dialect's grammar.
        ///
        /// # Errors
        ///
        /// The errors are those of [`read`].
        pub(super) fn document(
            dialect: Dialect,
            nesting_limit: usize,
            text: &str,
            tree: &mut TreeBuffer,
        ) -> Result<(), Box<EngineFailure>> {
            match dialect {
                $(#[cfg(feature = $family)] Dialect::$dialect => {
                    use reference::$module::{Derived, Rule};
                    let mirrored = mirrored(Rule::all_rules());
                    let is_start = |rule: &&Rule| mirrored.get(*rule) == Some(&Dialect::$dialect.start());
                    let start = Rule::all_rules().iter().find(is_start).expect("the build has found it");
                    let parse = || Derived::parse(*start, text).map_err(Box::new);
                    let stack = Stack { per_level: STACK_PER_LEVEL, levels: nesting_limit };
                    read(text, parse, |rule| mirrored.get(&rule).copied(), stack, tree)
                })*
            }
        }
    };
}

for_each_dialect!(derived);

/// Reads the whole of `text` into `tree`, by a grammar of one's own.
///
/// # Errors
///
/// The errors are those of [`read`].
pub(super) fn document_by(
    grammar: &dyn OwnGrammar,
    nesting_limit: usize,
    text: &str,
    tree: &mut TreeBuffer,
) -> Result<(), Box<EngineFailure>> {
    let stack = Stack {
        per_level: grammar.stack_per_level(),
        levels: nesting_limit,
    };
    let production = |rule| grammar.production(rule);
    read(text, || grammar.parse(text), production, stack, tree)
}

/// The production that each rule mirrors, which is the one of its name. The grammars' helpers, and pest's own rules, mirror none.
fn mirrored<R: RuleType>(rules: &[R]) -> HashMap<R, Production> {
    let named = |rule: &R| Some((*rule, Production::from_name(&format!("{rule:?}"))?));
    rules.iter().filter_map(named).collect()
}

/// Has pest `parse` the whole of `text`, and makes a node of each pair of a rule that has a `production`.
///
/// # Errors
///
/// The text is larger than [`LARGEST_DOCUMENT`]; pest rejects it, or takes a part of it only; or the tree nests too deep.
fn read<'t, R: RuleType>(
    text: &'t str,
    parse: impl Fn() -> PestResult<'t, R>,
    production: impl Fn(R) -> Option<Production>,
    stack: Stack,
    tree: &mut TreeBuffer,
) -> Result<(), Box<EngineFailure>> {
    if text.len() > LARGEST_DOCUMENT {
        let limit = LARGEST_DOCUMENT;
        return Err(EngineFailure::new(
            SyntaxErrorKind::DocumentTooLarge { limit },
            0,
        ));
    }
    let pairs = stack
        .run(parse)
        .map_err(|error| refusal(&error, stack.levels))?;
    let mut end = 0;
    tree.clear();
    for token in pairs.tokens() {
        match token {
            Token::Start { rule, pos } => {
                if let Some(production) = production(rule) {
                    tree.begin(production, pos.pos() as u32);
                }
            }
            Token::End { rule, pos } => {
                end = pos.pos();
                if production(rule).is_some() {
                    tree.end(end as u32);
                }
            }
        }
    }
    // The start rule of an edited grammar need not ask for the end, or may be silent.
    let is_one_tree =
        tree.nodes().first().map(|root| root.next as usize) == Some(tree.nodes().len());
    if end < text.len() || !is_one_tree {
        return Err(EngineFailure::unexplained(end));
    }
    nesting::too_deep(tree, stack.levels).map_or(Ok(()), Err)
}

/// A failure of pest's rejection, with its place; what is expected there comes from the productions, not from pest.
fn refusal<R>(error: &Error<R>, limit: usize) -> Box<EngineFailure> {
    let offset = match error.location {
        InputLocation::Pos(offset) | InputLocation::Span((offset, _)) => offset,
    };
    let kind = match is_stack_limit(error) {
        true => SyntaxErrorKind::NestingLimit { limit },
        false => SyntaxErrorKind::Unexplained,
    };
    EngineFailure::new(kind, offset)
}

/// The stack that pest gets, since its parsers recurse.
#[derive(Clone, Copy)]
struct Stack {
    /// How many bytes to allow for a level of nesting: twice the bytes measured.
    per_level: usize,
    levels: usize,
}

impl Stack {
    /// A fixed reserve on top of the stack for the levels; pest gives up when 64 KiB are left.
    const RESERVE: usize = 256 * 1024;
    /// A nesting limit above this gets no more stack: memory for it may not be there.
    const MOST_LEVELS: usize = 20_000;

    /// Runs pest's parser; if it gives up for want of stack, once more with stack for all levels.
    fn run<T, R: RuleType>(
        self,
        parse: impl Fn() -> Result<T, Box<Error<R>>>,
    ) -> Result<T, Box<Error<R>>> {
        match parse() {
            Err(error) if is_stack_limit(&error) => {
                let levels = self.levels.min(Self::MOST_LEVELS);
                let size = Self::RESERVE + self.per_level.saturating_mul(levels);
                stacker::grow(size, parse)
            }
            result => result,
        }
    }
}

/// Whether pest gave up for want of stack. Only the message tells, so Cargo.toml pins pest to one exact version;
/// `stack::check` fails where pest uses other words.
fn is_stack_limit<R>(error: &Error<R>) -> bool {
    matches!(&error.variant, ErrorVariant::CustomError { message } if message == "stack limit reached")
}

#[cfg(test)]
mod tests {
    use super::*;
    use testing::stack;

    /// docs/BENCHMARKS.md has the figures that this prints: `cargo test --lib stack -- --nocapture`, with and without `--release`.
    #[test]
    fn the_stack_allowed_for_a_level_is_enough() {
        let turtle = [("(", ")"), ("[<x:p> ", "]")];
        let reified = [
            ("<<<x:s> <x:p> ", ">>"),
            ("<<(<x:s> <x:p> ", ")>>"),
            ("<x:o> {|<x:p> ", "|}"),
        ];
        macro_rules! check {
            ($dialect:ident, $module:ident, $start:ident, $brackets:expr) => {
                stack::check(
                    Dialect::$dialect.name(),
                    STACK_PER_LEVEL,
                    $brackets,
                    |text| {
                        use reference::$module::{Derived, Rule};
                        let pairs = Derived::parse(Rule::$start, text);
                        pairs.map(drop).map_err(|error| is_stack_limit(&error))
                    },
                );
            };
        }
        check!(TurtleSubmission, turtle_submission, turtleDoc, &turtle);
        check!(TurtleWd2011, turtle_wd2011, turtleDoc, &turtle);
        check!(Turtle11, turtle_1_1, turtleDoc, &turtle);
        check!(Turtle12, turtle_1_2, turtleDoc, &turtle);
        check!(Turtle12, turtle_1_2, turtleDoc, &reified);
        check!(NTriples12, n_triples_1_2, ntriplesDoc, &reified[1..2]);
    }
}
