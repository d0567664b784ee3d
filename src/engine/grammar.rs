//! The common ground of the engines that run pest: the parsers that pest derives, and pest's interpreter.
//!
//! Invariant: nothing here knows the syntax of any dialect, or where the grammar comes from. The pairs that pest finds in a
//! text are [turned](build_tree) into a [`TreeBuffer`] as they are.

use super::nesting;
use super::pest_tree::{Root, build_tree};
use super::reading::{EngineFailure, Follows, Reply, Request, beginning};
use super::rules::{PestGrammar, PestResult};
use super::trivia::{self, LeadingTrivia};
use crate::SyntaxErrorKind;
use crate::tree::TreeBuffer;
use pest::RuleType;
use pest::error::{Error, ErrorVariant, InputLocation};
use std::cell::Cell;

/// How much of a text pest gets at first. When it finds an error, it looks at all the text that it has: so this is not much
/// longer than most statements.
const WINDOW: usize = 1024;
/// How the window grows for a statement that does not fit; larger wastes fewer parses.
const GROWTH: usize = 8;

/// Reads the next statement of `text` into `tree`.
pub(super) fn next_statement<'g, G: PestGrammar<'g>>(
    grammar: &'g G,
    nesting_limit: usize,
    wanted: Request<'_>,
    text: &'g str,
    follows: Follows,
    tree: &mut TreeBuffer,
) -> Result<Reply, Box<EngineFailure>> {
    let rule = grammar.entries().next(wanted);
    let root = match wanted {
        Request::Statement(_) => Root::Statement,
        Request::FirstPart(_) | Request::NextParts(..) => Root::Parts,
    };
    let mut size = WINDOW;
    loop {
        let window = beginning(text, size);
        let is_whole = window.len() == text.len();
        let looked_at_end = Cell::new(false);
        let pairs = with_stack(G::STACK_PER_LEVEL, nesting_limit, || {
            let (pairs, looked) = grammar.parse_beginning(rule, window);
            looked_at_end.set(looked);
            pairs
        });
        // Where pest gives up, it does so whatever follows.
        let has_given_up = matches!(&pairs, Err(error) if is_stack_limit(error));
        if has_given_up || !looked_at_end.get() || (is_whole && follows == Follows::Nothing) {
            return read(grammar, pairs, root, window, nesting_limit, tree);
        }
        if is_whole {
            return Ok(Reply::Undecided);
        }
        size = size.saturating_mul(GROWTH);
    }
}

/// Reads white space and comments that `text` begins with.
pub(super) fn trivia<'g, G: PestGrammar<'g>>(
    grammar: &'g G,
    is_open: bool,
    text: &'g str,
) -> LeadingTrivia {
    trivia::read(text, is_open, |rule, text| {
        let mut pairs = grammar.parse(grammar.entries().trivia(rule)?, text).ok()?;
        pairs.next().map(|pair| pair.as_span().end())
    })
}

/// Reads the whole of `text` into `tree`, as one document.
pub(super) fn document<'g, G: PestGrammar<'g>>(
    grammar: &'g G,
    nesting_limit: usize,
    text: &'g str,
    tree: &mut TreeBuffer,
) -> Result<(), Box<EngineFailure>> {
    let pairs = with_stack(G::STACK_PER_LEVEL, nesting_limit, || {
        grammar.parse(grammar.entries().document, text)
    });
    read(grammar, pairs, Root::Document, text, nesting_limit, tree).map(drop)
}

/// Makes a tree of the pairs that pest's parser gives.
fn read<'g, G: PestGrammar<'g>>(
    grammar: &'g G,
    pairs: PestResult<'g, G::Rule>,
    root: Root,
    text: &'g str,
    nesting_limit: usize,
    tree: &mut TreeBuffer,
) -> Result<Reply, Box<EngineFailure>> {
    let pairs = pairs.map_err(|error| refusal(&error, nesting_limit))?;
    let found = build_tree(grammar, pairs, text.len(), root, tree)?;
    nesting::too_deep(tree, nesting_limit).map_or(Ok(found), Err)
}

/// A failure of pest's rejection, with its place; its list of expected tokens comes from the productions, not from pest.
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

/// A fixed reserve on top of the stack for the levels; pest gives up when 64 KiB are left.
const STACK_RESERVE: usize = 256 * 1024;
/// A nesting limit above this gets no more stack: memory for it may not be there.
const MOST_LEVELS: usize = 20_000;

/// Runs pest's parser; if it gives up for want of stack, once more with stack for this number of levels.
pub(super) fn with_stack<T, R: RuleType>(
    per_level: usize,
    levels: usize,
    parse: impl Fn() -> Result<T, Box<Error<R>>>,
) -> Result<T, Box<Error<R>>> {
    match parse() {
        Err(error) if is_stack_limit(&error) => {
            let size = STACK_RESERVE + per_level.saturating_mul(levels.min(MOST_LEVELS));
            stacker::grow(size, parse)
        }
        result => result,
    }
}

/// Whether pest gave up for want of stack. Only the message tells, so Cargo.toml pins pest to one exact version;
/// `stack::check` fails where pest uses other words.
pub(super) fn is_stack_limit<R>(error: &Error<R>) -> bool {
    matches!(&error.variant, ErrorVariant::CustomError { message } if message == "stack limit reached")
}

/// How much stack pest takes.
#[cfg(test)]
pub(super) mod stack {
    use super::*;
    use crate::Dialect;
    use std::thread;

    /// Checks that the stack allowed for a level of nesting is enough for these brackets, and that pest's error on a level too
    /// many is recognised.
    pub(crate) fn check<G: for<'g> PestGrammar<'g> + Sync>(
        dialect: Dialect,
        grammar: &G,
        brackets: &[(&'static str, &'static str)],
    ) {
        const SIZE: usize = 1024 * 1024;
        /// The bytes of stack that pest keeps free.
        const KEPT: usize = 64 * 1024;
        for (open, close) in brackets {
            let deepest = deepest(grammar, SIZE, open, close);
            let refused = on_stack(SIZE, || {
                let text = nested(deepest + 1, open, close);
                let result = grammar.parse(grammar.entries().next_statement, &text);
                result.is_err_and(|error| is_stack_limit(&error))
            });
            assert!(refused, "{dialect} {open}: pest has other words for it");
            let bytes = (SIZE - KEPT) / deepest;
            eprintln!("{dialect:<18} {open:<14} {bytes} bytes of stack a level");
            assert!(bytes <= G::STACK_PER_LEVEL, "{dialect} {open}: {bytes}");
        }
    }

    /// The deepest nesting that pest's parser reads on a stack of `size` bytes.
    fn deepest<G: for<'g> PestGrammar<'g> + Sync>(
        grammar: &G,
        size: usize,
        open: &'static str,
        close: &'static str,
    ) -> usize {
        let is_read = |levels: usize| {
            let text = nested(levels, open, close);
            on_stack(size, || {
                grammar
                    .parse(grammar.entries().next_statement, &text)
                    .is_ok()
            })
        };
        let (mut least, mut most) = (0, size / 64);
        while least + 1 < most {
            let middle = (least + most) / 2;
            if is_read(middle) {
                least = middle;
            } else {
                most = middle;
            }
        }
        least
    }

    fn nested(levels: usize, open: &str, close: &str) -> String {
        let (open, close) = (open.repeat(levels), close.repeat(levels));
        format!("<x:s> <x:p> {open} <x:o> {close} .")
    }

    fn on_stack(size: usize, ask: impl FnOnce() -> bool + Send) -> bool {
        let thread = thread::Builder::new().stack_size(size);
        thread::scope(|scope| thread.spawn_scoped(scope, ask).unwrap().join().unwrap())
    }
}
