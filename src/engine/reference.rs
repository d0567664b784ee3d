//! The reference engine: the parsers that pest derives from the files in `grammar/`.
//!
//! Invariant: nothing here knows the syntax of any dialect. What pest's parser says of a text is lowered to a
//! [`TreeBuffer`] as it is.

use super::{
    Failure, FailureKind, Follows, Found, Place, Settings, beginning, fast, nesting, too_large,
};
use crate::tree::TreeBuffer;
use crate::{Dialect, Production};
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pairs;
use pest::{Parser, RuleType, Token};
use std::collections::BTreeSet;
use std::sync::{LazyLock, Mutex, PoisonError};

/// A parser that pest derived, and what the engine needs to know of its grammar.
trait Grammar: Parser<Self::Rule> {
    type Rule: RuleType;
    /// The whole document.
    const DOCUMENT: Self::Rule;
    /// The next statement, or the end: the departure of the kind `entry` that every grammar has.
    const NEXT_STATEMENT: Self::Rule;
    /// In a grammar of graphs between braces: what reads between them.
    const GRAPHS: Option<GraphRules<Self::Rule>>;

    /// The production that a rule mirrors; none for pest's own rules and for the grammars' helpers.
    fn production(rule: Self::Rule) -> Option<Production>;
}

/// The rules that read a graph part by part, all departures of the kind `entry`.
struct GraphRules<R> {
    begin: R,
    next: R,
    end: R,
}

macro_rules! graph_rules {
    ($module:ident) => {
        None
    };
    ($module:ident graphs) => {
        Some(GraphRules {
            begin: $module::Rule::graphBegin,
            next: $module::Rule::nextInGraph,
            end: $module::Rule::graphEnd,
        })
    };
}

macro_rules! grammars {
    ($($dialect:ident: $module:ident $path:tt $document:ident $($graphs:ident)?;)*) => {
        $(
            mod $module {
                #[derive(pest_derive::Parser)]
                #[grammar = $path]
                pub(super) struct Derived;
            }

            impl Grammar for $module::Derived {
                type Rule = $module::Rule;
                const DOCUMENT: Self::Rule = $module::Rule::$document;
                const NEXT_STATEMENT: Self::Rule = $module::Rule::nextStatement;
                const GRAPHS: Option<GraphRules<Self::Rule>> = graph_rules!($module $($graphs)?);

                fn production(rule: Self::Rule) -> Option<Production> {
                    static TABLE: LazyLock<ProductionTable> = LazyLock::new(|| {
                        production_table($module::Rule::all_rules(), |rule| rule as usize)
                    });
                    TABLE[rule as usize]
                }
            }
        )*

        /// Reads the next statement of `text` into `tree`.
        fn statement_in_window(
            settings: Settings,
            place: Place,
            text: &str,
            tree: &mut TreeBuffer,
        ) -> Result<Found, Failure> {
            let limit = settings.nesting_limit;
            match settings.dialect {
                $(Dialect::$dialect => {
                    read_statement::<$module::Derived>(place, text, limit, tree)
                })*
            }
        }

        /// Reads the whole of `text` into `tree`, as one document.
        pub(super) fn document(
            settings: Settings,
            text: &str,
            tree: &mut TreeBuffer,
        ) -> Result<(), Failure> {
            let limit = settings.nesting_limit;
            match settings.dialect {
                $(Dialect::$dialect => read_document::<$module::Derived>(text, limit, tree),)*
            }
        }
    };
}

grammars! {
    TurtleSubmission: turtle_submission "grammar/turtle-submission.pest" turtleDoc;
    TurtleWd2011: turtle_wd2011 "grammar/turtle-wd2011.pest" turtleDoc;
    Turtle11: turtle_1_1 "grammar/turtle-1.1.pest" turtleDoc;
    Turtle12Wd2024: turtle_1_2_wd2024 "grammar/turtle-1.2-wd2024.pest" turtleDoc;
    Turtle12: turtle_1_2 "grammar/turtle-1.2.pest" turtleDoc;
    NTriples11: n_triples_1_1 "grammar/n-triples-1.1.pest" ntriplesDoc;
    NTriples12: n_triples_1_2 "grammar/n-triples-1.2.pest" ntriplesDoc;
    TriG11: trig_1_1 "grammar/trig-1.1.pest" trigDoc graphs;
    TriG12: trig_1_2 "grammar/trig-1.2.pest" trigDoc graphs;
    NQuads11: n_quads_1_1 "grammar/n-quads-1.1.pest" nquadsDoc;
    NQuads12: n_quads_1_2 "grammar/n-quads-1.2.pest" nquadsDoc;
}

/// How much of a text pest is given. When it finds an error, it looks at all the text that it has been given.
const WINDOW: usize = 64 * 1024;
/// How many times more it is given for a statement that does not fit. The larger, the less is parsed in vain.
const GROWTH: usize = 8;

/// Reads the next statement of `text` into `tree`.
///
/// pest does not say whether it looked at the end of its text. The parser that the fast engine has of the same grammar
/// does.
pub(super) fn next_statement(
    settings: Settings,
    place: Place,
    text: &str,
    follows: Follows,
    tree: &mut TreeBuffer,
) -> Result<Found, Failure> {
    let mut size = WINDOW;
    loop {
        let window = beginning(text, size);
        let is_whole = window.len() == text.len();
        let is_last = is_whole && follows == Follows::Nothing;
        if is_last || !fast::hits_end(settings.dialect, place, window, tree) {
            return statement_in_window(settings, place, window, tree);
        }
        if is_whole {
            return Ok(Found::Undecided);
        }
        size = size.saturating_mul(GROWTH);
    }
}

/// Of each rule, by its number, the production of its name.
type ProductionTable = [Option<Production>; 256];

fn production_table<R: RuleType>(rules: &[R], number: fn(R) -> usize) -> ProductionTable {
    let mut table = [None; 256];
    for &rule in rules {
        table[number(rule)] = Production::from_name(&format!("{rule:?}"));
    }
    table
}

fn read_statement<G: Grammar>(
    place: Place,
    text: &str,
    nesting_limit: usize,
    tree: &mut TreeBuffer,
) -> Result<Found, Failure> {
    let rule = match (place, G::GRAPHS) {
        (Place::InGraph, Some(graphs)) => graphs.next,
        _ => G::NEXT_STATEMENT,
    };
    let pairs = parse::<G>(rule, text, nesting_limit)
        .map_err(|error| explain::<G>(rule, text, nesting_limit, &error))?;
    let found = lower::<G>(pairs, Root::Statement, tree)?;
    nesting::too_deep(tree, nesting_limit).map_or(Ok(found), Err)
}

fn read_document<G: Grammar>(
    text: &str,
    nesting_limit: usize,
    tree: &mut TreeBuffer,
) -> Result<(), Failure> {
    let pairs = parse::<G>(G::DOCUMENT, text, nesting_limit)
        .map_err(|error| explain::<G>(G::DOCUMENT, text, nesting_limit, &error))?;
    lower::<G>(pairs, Root::Document, tree)?;
    nesting::too_deep(tree, nesting_limit).map_or(Ok(()), Err)
}

/// Stack to allow for one level of nesting, in bytes: twice what was measured (see BENCHMARKS.md).
const STACK_PER_LEVEL: usize = if cfg!(debug_assertions) {
    12 * 1024
} else {
    1536
};
/// Stack beside that of the levels; pest gives up when 64 KiB are left.
const STACK_RESERVE: usize = 256 * 1024;

/// Runs pest's parser; on a larger stack if this one does not do for the levels that the limit allows.
fn parse<'i, G: Grammar>(
    rule: G::Rule,
    text: &'i str,
    nesting_limit: usize,
) -> Result<Pairs<'i, G::Rule>, Box<Error<G::Rule>>> {
    match G::parse(rule, text).map_err(Box::new) {
        Err(error) if is_stack_limit(&error) => {
            let size =
                STACK_RESERVE + STACK_PER_LEVEL.saturating_mul(nesting_limit.min(MOST_LEVELS));
            stacker::grow(size, || G::parse(rule, text).map_err(Box::new))
        }
        result => result,
    }
}

/// A nesting limit above this gets no more stack: memory for it may not be there.
const MOST_LEVELS: usize = 20_000;

fn is_stack_limit<R: RuleType>(error: &Error<R>) -> bool {
    matches!(&error.variant, ErrorVariant::CustomError { message } if message == "stack limit reached")
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    /// Of what `nextStatement` or `nextInGraph` matched, the statement alone.
    Statement,
    Document,
}

/// Turns pest's tokens into nodes; says what they are, and how far they reach.
fn lower<G: Grammar>(
    pairs: Pairs<'_, G::Rule>,
    root: Root,
    tree: &mut TreeBuffer,
) -> Result<Found, Failure> {
    tree.clear();
    let mut consumed = 0;
    // The outermost of the rules that are no productions.
    let mut helper = None;
    for token in pairs.tokens() {
        let (rule, position) = match &token {
            Token::Start { rule, pos } | Token::End { rule, pos } => (*rule, pos.pos()),
        };
        consumed = position;
        let Some(production) = G::production(rule) else {
            helper = helper.or(Some(rule));
            continue;
        };
        let is_outermost = tree.innermost().is_none();
        if root == Root::Statement && production.is_between_statements() && is_outermost {
            continue;
        }
        let offset = u32::try_from(position).map_err(|_| too_large())?;
        match token {
            Token::Start { .. } => tree.begin(production, offset),
            Token::End { .. } => tree.end(offset),
        }
    }
    let is_helper = |rule: fn(&GraphRules<G::Rule>) -> G::Rule| {
        helper.is_some() && helper == G::GRAPHS.as_ref().map(rule)
    };
    Ok(if is_helper(|graphs| graphs.begin) {
        Found::GraphBegin { consumed }
    } else if is_helper(|graphs| graphs.end) {
        Found::GraphEnd { consumed }
    } else if tree.is_empty() {
        Found::End
    } else {
        Found::Statement { consumed }
    })
}

/// Finds out what pest expected, and where, by letting it parse once more with all details.
fn explain<G: Grammar>(
    rule: G::Rule,
    text: &str,
    nesting_limit: usize,
    error: &Error<G::Rule>,
) -> Failure {
    if is_stack_limit(error) {
        let offset = start_of(error);
        return Failure {
            kind: FailureKind::NestingLimit,
            offset,
            resume: offset,
            production: None,
        };
    }
    let detailed = with_error_detail(|| parse::<G>(rule, text, nesting_limit).err());
    let error = detailed.as_deref().unwrap_or(error);
    describe::<G>(text, error)
}

/// pest collects details if a flag of the whole process says so: one parse at a time.
fn with_error_detail<T>(parse: impl FnOnce() -> T) -> T {
    static FLAG: Mutex<()> = Mutex::new(());
    let _guard = FLAG.lock().unwrap_or_else(PoisonError::into_inner);
    pest::set_error_detail(true);
    let result = parse();
    pest::set_error_detail(false);
    result
}

fn start_of<R>(error: &Error<R>) -> usize {
    match error.location {
        InputLocation::Pos(position) => position,
        InputLocation::Span((start, _)) => start,
    }
}

/// Says it in the grammar's words.
///
/// pest knows where the last rule was tried and where the last character was. The latter is the better answer
/// when it is about delimiters and keywords, as in an unclosed string; where any letter of a name could have
/// followed, the rules that were tried say more.
fn describe<G: Grammar>(text: &str, error: &Error<G::Rule>) -> Failure {
    let rule_offset = start_of(error);
    let rules: BTreeSet<Production> = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives
            .iter()
            .filter_map(|&rule| G::production(rule))
            .collect(),
        ErrorVariant::CustomError { .. } => BTreeSet::new(),
    };
    let mut production = None;
    if let Some(attempts) = error.parse_attempts() {
        let stacks = attempts.call_stacks();
        production = match stacks.as_slice() {
            [only] => only.deepest.get_rule().copied().and_then(G::production),
            stacks => stacks
                .iter()
                .find_map(|stack| stack.parent.and_then(G::production)),
        };
        let tokens = attempts.expected_tokens();
        let (words, ranges) = expected_characters(tokens.iter().map(ToString::to_string));
        let few_ranges = ranges.is_empty() || (ranges.len() <= 4 && stacks.len() == 1);
        let is_given_up =
            |stack| was_given_up::<G>(stack, text, rule_offset, attempts.max_position);
        let in_token = attempts.max_position > rule_offset
            && few_ranges
            && !stacks
                .iter()
                .filter_map(|stack| stack.deepest.get_rule().copied())
                .any(is_given_up);
        let between_tokens = attempts.max_position == rule_offset && ranges.is_empty();
        if between_tokens && rules.len() == 1 {
            production = rules.first().copied();
        }
        if (in_token || between_tokens) && !(words.is_empty() && ranges.is_empty()) {
            return Failure {
                kind: FailureKind::Unexpected {
                    expected: words.into_iter().chain(ranges).collect(),
                },
                offset: attempts.max_position,
                resume: rule_offset,
                production,
            };
        }
    }
    if rules.len() == 1 {
        production = rules.first().copied();
    }
    Failure {
        kind: FailureKind::Unexpected {
            expected: rules.iter().map(|rule| rule.name().to_owned()).collect(),
        },
        offset: rule_offset,
        resume: rule_offset,
        production,
    }
}

/// Whether `rule` failed at `reach` only where it had been given up, long before `offset`, for something shorter:
/// a long string that is not closed, and turned out to be two short ones.
fn was_given_up<G: Grammar>(rule: G::Rule, text: &str, offset: usize, reach: usize) -> bool {
    let is_delimiter = |three: &[u8]| {
        three[0].is_ascii_punctuation() && three[0] == three[1] && three[0] == three[2]
    };
    let starts = text.as_bytes()[..offset].windows(3).enumerate();
    starts
        .filter(|(_, three)| is_delimiter(three))
        .any(|(start, _)| {
            let error = with_error_detail(|| G::parse(rule, &text[start..]).err());
            let attempts = error.as_ref().and_then(Error::parse_attempts);
            attempts.is_some_and(|attempts| start + attempts.max_position == reach)
        })
}

/// The keywords and delimiters among pest's tokens, and the ranges of characters, as EBNF writes them.
/// What begins white space or a comment is left out: it is expected everywhere.
fn expected_characters(tokens: impl Iterator<Item = String>) -> (Vec<String>, Vec<String>) {
    let mut words = Vec::new();
    let mut ranges = Vec::new();
    for token in tokens {
        let characters: Vec<char> = token.chars().collect();
        match characters.as_slice() {
            ['#'] => {}
            characters if characters.iter().all(|c| c.is_whitespace()) => {}
            [first, '.', '.', last] => ranges.push(format!("[{first}-{last}]")),
            characters if characters.contains(&'\'') => words.push(format!("\"{token}\"")),
            _ => words.push(format!("'{token}'")),
        }
    }
    (words, ranges)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// The deepest nesting that pest's parser reads on a stack of `size` bytes.
    fn deepest<G: Grammar>(size: usize, open: &'static str, close: &'static str) -> usize {
        let is_read = move |levels: usize| {
            let (open, close) = (open.repeat(levels), close.repeat(levels));
            let text = format!("<x:s> <x:p> {open} <x:o> {close} .");
            let parse = move || G::parse(G::NEXT_STATEMENT, &text).is_ok();
            let thread = thread::Builder::new().stack_size(size);
            thread.spawn(parse).unwrap().join().unwrap()
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

    /// BENCHMARKS.md has what this prints: `cargo test --lib stack -- --nocapture`, with and without `--release`.
    #[test]
    fn the_stack_allowed_for_a_level_is_enough() {
        const SIZE: usize = 1024 * 1024;
        /// What pest keeps free.
        const KEPT: usize = 64 * 1024;
        fn check<G: Grammar>(dialect: Dialect, brackets: &[(&'static str, &'static str)]) {
            for (open, close) in brackets {
                let bytes = (SIZE - KEPT) / deepest::<G>(SIZE, open, close);
                eprintln!("{dialect:<18} {open:<14} {bytes} bytes of stack a level");
                assert!(bytes <= STACK_PER_LEVEL, "{dialect} {open}: {bytes}");
            }
        }
        let turtle = [("(", ")"), ("[<x:p> ", "]")];
        let reified = [
            ("<<<x:s> <x:p> ", ">>"),
            ("<<(<x:s> <x:p> ", ")>>"),
            ("<x:o> {|<x:p> ", "|}"),
        ];
        check::<turtle_submission::Derived>(Dialect::TurtleSubmission, &turtle);
        check::<turtle_wd2011::Derived>(Dialect::TurtleWd2011, &turtle);
        check::<turtle_1_1::Derived>(Dialect::Turtle11, &turtle);
        check::<turtle_1_2::Derived>(Dialect::Turtle12, &turtle);
        check::<turtle_1_2::Derived>(Dialect::Turtle12, &reified);
        check::<n_triples_1_2::Derived>(Dialect::NTriples12, &reified[1..2]);
    }
}
