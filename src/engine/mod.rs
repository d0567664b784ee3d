//! Engines: text in, [`Tree`](crate::Tree) out.
//!
//! Invariant: an engine knows a grammar and nothing of RDF, of files or of what came before the text it is
//! given. Of one grammar, every engine makes the same tree of the same text, to the byte.

mod fast;
#[cfg(feature = "pest")]
mod grammar;
#[cfg(feature = "pest")]
mod lower;
mod nesting;
mod recovery;
#[cfg(feature = "reference")]
mod reference;
mod rows;
mod specification;
mod trivia;
#[cfg(feature = "inspect")]
mod vm;

#[cfg(feature = "inspect")]
pub(crate) use specification::Specification;
#[cfg(feature = "inspect")]
pub use vm::{LoadError, LoadErrorKind, LoadedGrammar};

use crate::error::{Context, OpenProduction};
use crate::translate::Limits;
use crate::tree::TreeBuffer;
use crate::{Dialect, Position, Production};
pub(crate) use recovery::{Next, Search};
pub(crate) use trivia::Trivia;

/// What makes trees of text. All engines make the same trees and find the same errors: what any of them rejects, the
/// specification engine explains.
///
/// ```
/// use turtle_peg::{Dialect, Engine, Parser};
///
/// let parser = Parser::new(Dialect::Turtle12).engine(Engine::Specification);
/// assert_eq!(parser.parse_str("<x:s> <x:p> 1, 2 .").triples().count(), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// Parsers generated from the grammars by this crate, to be fast.
    #[default]
    Fast,
    /// The parsers that pest derives from the grammars: what the grammars mean, by definition, and slow.
    ///
    /// It is there with the feature `reference`.
    #[cfg(feature = "reference")]
    Reference,
    /// The productions of the specifications' EBNF, as they stand, with errata corrected: what the specifications mean.
    Specification,
}

impl Engine {
    /// Every engine that is compiled in.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Engine, Parser};
    ///
    /// for engine in Engine::all() {
    ///     let parser = Parser::new(Dialect::NTriples12).engine(engine);
    ///     assert_eq!(parser.parse_str("<x:s> <x:p> <x:o> .").triples().count(), 1);
    /// }
    /// ```
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        let all: &[Self] = &[
            Self::Fast,
            #[cfg(feature = "reference")]
            Self::Reference,
            Self::Specification,
        ];
        all.iter().copied()
    }
}

/// How a document is read.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) engine: Engine,
    pub(crate) dialect: Dialect,
    pub(crate) nesting_limit: usize,
    /// How many bytes a statement may have.
    pub(crate) statement_limit: usize,
    /// How many bytes a statement may have that is read whole by who can do with its parts.
    pub(crate) window: usize,
    /// What the translator is held to.
    pub(crate) limits: Limits,
    /// Runs instead of the dialect's own grammar, whatever the engine.
    #[cfg(feature = "inspect")]
    pub(crate) grammar: Option<LoadedGrammar>,
}

impl Settings {
    /// The most bytes that a statement can have.
    pub(crate) const LARGEST_STATEMENT: usize = REACH;

    pub(crate) fn new(dialect: Dialect, nesting_limit: usize) -> Self {
        Self {
            engine: Engine::default(),
            dialect,
            nesting_limit,
            statement_limit: Self::LARGEST_STATEMENT,
            window: Self::WINDOW,
            limits: Limits::default(),
            #[cfg(feature = "inspect")]
            grammar: None,
        }
    }

    /// How many bytes a statement may have that is read whole, if nothing else is said.
    pub(crate) const WINDOW: usize = 512 * 1024;

    /// How many bytes a statement may have that is read whole; any number where none is read part by part.
    pub(crate) fn window_of_parts(&self) -> usize {
        #[cfg(feature = "inspect")]
        if self.grammar.is_some() {
            return usize::MAX;
        }
        match self.dialect.features().has_parts && self.window <= self.statement_limit {
            true => self.window,
            false => usize::MAX,
        }
    }

    /// So much of a text is looked at for one statement and the white space before it.
    fn reach(&self) -> usize {
        self.statement_limit.saturating_add(MUCH_TRIVIA).min(REACH)
    }

    /// Whether the fast engine is asked first.
    #[inline]
    fn is_fast(&self) -> bool {
        #[cfg(feature = "inspect")]
        if self.grammar.is_some() {
            return false;
        }
        self.engine == Engine::Fast
    }
}

/// How many bytes of a text spans can reach.
const REACH: usize = u32::MAX as usize;

/// So much white space and comments, in bytes, is passed over; less is kept with the statement that follows. So what a tree's
/// text begins with does not depend on how the document arrives.
pub(crate) const MUCH_TRIVIA: usize = 16 * 1024;

/// Reads the next statement of `text` into `tree`.
#[inline]
pub(crate) fn next_statement(
    settings: &Settings,
    place: Place,
    text: &str,
    follows: Follows,
    tree: &mut TreeBuffer,
) -> Result<Found, Failure> {
    if settings.is_fast()
        && text.len() <= settings.reach()
        && let Some(found) = fast::next_statement(settings, place, text, follows, tree)
        && !specification::may_cut_token(settings.dialect, text, follows, found)
    {
        return Ok(found);
    }
    next(settings, Wanted::Statement(place), text, follows, tree)
}

/// The same, where a part of a statement may be wanted, or the fast engine is not asked or cannot tell.
#[inline(never)]
pub(crate) fn next(
    settings: &Settings,
    wanted: Wanted<'_>,
    text: &str,
    follows: Follows,
    tree: &mut TreeBuffer,
) -> Result<Found, Failure> {
    let beginning = beginning(text, settings.reach());
    if beginning.len() < text.len() {
        return match next(settings, wanted, beginning, Follows::Unread, tree)? {
            Found::Undecided => Err(Failure::too_large(0)),
            found => Ok(found),
        };
    }
    #[cfg(feature = "inspect")]
    if let Some(grammar) = &settings.grammar {
        return grammar.next_statement(settings, wanted, text, follows, tree);
    }
    let specified = specification::of(settings.dialect);
    let by_productions = |text: &str, tree: &mut TreeBuffer| {
        specified.next_statement(settings, wanted, text, follows, tree)
    };
    let may_cut_token = |text: &str, found: Found| {
        specification::may_cut_token(settings.dialect, text, follows, found)
    };
    match settings.engine {
        Engine::Specification => rows::read(settings, wanted, text, tree, by_productions),
        Engine::Fast => match fast::next(settings, wanted, text, follows, tree) {
            Some(found) if !may_cut_token(text, found) => Ok(found),
            Some(_) => rows::read(settings, wanted, text, tree, by_productions),
            // The statement is read whole then, and what is wrong with it is found in that.
            None if matches!(wanted, Wanted::FirstPart(_))
                && !fast::gives_up(settings, wanted, text, tree) =>
            {
                Err(Failure::unexplained(0))
            }
            None => {
                let explained = rows::read(settings, wanted, text, tree, by_productions);
                let gives_up = |tree: &mut TreeBuffer| fast::gives_up(settings, wanted, text, tree);
                explain(explained, Found::is_undecided, gives_up)
            }
        },
        #[cfg(feature = "reference")]
        Engine::Reference => {
            rows::read(
                settings,
                wanted,
                text,
                tree,
                |text, tree| match reference::next_statement(settings, wanted, text, follows, tree)
                {
                    Ok(found) if !may_cut_token(text, found) => Ok(found),
                    Ok(_) => by_productions(text, tree),
                    Err(failure) => {
                        let gives_up = |_: &mut _| failure.is_want_of_stack();
                        explain(by_productions(text, tree), Found::is_undecided, gives_up)
                    }
                },
            )
        }
    }
}

/// What is open after the first part of a statement, which `text` begins with.
///
/// None where it cannot be read part by part: by a grammar that was just edited, whose rules for parts need not say what its
/// productions say.
pub(crate) fn spine(settings: &Settings, place: Place, text: &str) -> Option<Spine> {
    #[cfg(feature = "inspect")]
    if settings.grammar.is_some() {
        return None;
    }
    specification::of(settings.dialect).spine(place, text)
}

/// What the specification's productions say of a text that another engine does not read. They may accept what that one only
/// gave up on, or need more of the text; otherwise the two differ, and the verdict is that of the engine that was asked.
fn explain<T>(
    by_productions: Result<T, Failure>,
    is_open: impl FnOnce(&T) -> bool,
    gives_up: impl FnOnce(&mut TreeBuffer) -> bool,
) -> Result<T, Failure> {
    let found = by_productions?;
    match is_open(&found) || gives_up(&mut TreeBuffer::default()) {
        true => Ok(found),
        // Whoever goes on after errors is not to come here again.
        false => Err(Failure {
            resume: 1,
            ..Failure::unexplained(0)
        }),
    }
}

/// Reads the whole of `text` into `tree`, as one document.
pub(crate) fn document(
    settings: &Settings,
    text: &str,
    tree: &mut TreeBuffer,
) -> Result<(), Failure> {
    if beginning(text, REACH).len() < text.len() {
        return Err(Failure::too_large(0));
    }
    #[cfg(feature = "inspect")]
    if let Some(grammar) = &settings.grammar {
        return grammar.document(settings, text, tree);
    }
    let specified = specification::of(settings.dialect);
    let by_productions = |tree: &mut TreeBuffer| specified.document(settings, text, tree);
    match settings.engine {
        Engine::Specification => by_productions(tree),
        Engine::Fast if fast::document(settings, text, tree) => Ok(()),
        Engine::Fast => {
            let gives_up = |tree: &mut TreeBuffer| fast::gives_up_on_document(settings, text, tree);
            explain(by_productions(tree), |()| false, gives_up)
        }
        #[cfg(feature = "reference")]
        Engine::Reference => reference::document(settings, text, tree).or_else(|failure| {
            let gives_up = |_: &mut _| failure.is_want_of_stack();
            explain(by_productions(tree), |()| false, gives_up)
        }),
    }
}

/// Reads white space and comments that `text` begins with, before the next statement. With `is_open`, a comment began before
/// the text.
///
/// A grammar that was just edited need not have the rules for it; then it finds none, and they are a part of the statement.
pub(crate) fn trivia(settings: &Settings, is_open: bool, text: &str) -> Trivia {
    #[cfg(feature = "inspect")]
    if let Some(grammar) = &settings.grammar {
        return grammar.trivia(is_open, text);
    }
    match settings.engine {
        #[cfg(feature = "reference")]
        Engine::Reference => reference::trivia(settings.dialect, is_open, text),
        // Productions say nothing of a part of what stands between tokens.
        Engine::Fast | Engine::Specification => fast::trivia(settings.dialect, is_open, text),
    }
}

/// The tokens of a text from a byte on, as far as it has tokens.
pub(crate) fn tokens(
    dialect: Dialect,
    text: &str,
    from: usize,
) -> impl Iterator<Item = std::ops::Range<usize>> {
    let tables = &specification::with_tokens(dialect).tables;
    let mut at = from;
    std::iter::from_fn(move || {
        let (start, _) = tables.skip_trivia(text, at);
        let scan = tables.scanner.scan(text, start);
        let is_token = !scan.tokens.is_empty() && scan.end > start;
        at = if is_token { scan.end } else { start };
        is_token.then_some(start..scan.end)
    })
    .fuse()
}

/// Whether the whole of a text is one token, and one of this production; of a dialect that names no tokens, by its successor.
pub(crate) fn is_token(dialect: Dialect, text: &str, production: Production) -> bool {
    specification::with_tokens(dialect).is_token(text, production)
}

/// A text's longest beginning of at most so many bytes.
pub(crate) fn beginning(text: &str, length: usize) -> &str {
    let mut end = length.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// What stands at the beginning of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// A statement, now in the tree; the next one is to be looked for `consumed` bytes on.
    Statement { consumed: usize },
    /// The beginning of a graph; its name is now in the tree, if it has one. Between it and the end of the graph
    /// the text is to be read [in the graph](Place::InGraph).
    GraphBegin { consumed: usize },
    /// The end of a graph.
    GraphEnd { consumed: usize },
    /// A part of a statement, or a row of parts: what stands in it is now in the tree, one root beside the other.
    Part { consumed: usize },
    /// The end of a statement that was read part by part.
    PartsEnd { consumed: usize },
    /// Nothing but white space and comments, up to the end.
    End,
    /// It depends on what follows the text that is there.
    Undecided,
}

impl Found {
    /// How many bytes it takes; none where nothing is taken.
    fn consumed(self) -> usize {
        match self {
            Self::Statement { consumed }
            | Self::GraphBegin { consumed }
            | Self::GraphEnd { consumed }
            | Self::Part { consumed }
            | Self::PartsEnd { consumed } => consumed,
            Self::End | Self::Undecided => 0,
        }
    }

    fn is_undecided(&self) -> bool {
        *self == Self::Undecided
    }
}

/// Where in a document a text begins: that decides what can stand there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Outside,
    /// Between the braces of a graph.
    InGraph,
}

/// What is to be read.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wanted<'s> {
    /// The next statement, or where a graph begins or ends.
    Statement(Place),
    /// Of triples the beginning: the subject, the first verb and the first of several objects.
    FirstPart(Place),
    /// Of the same triples the next objects, each with what separates it from the one before; or their end.
    NextParts(Place, &'s Spine),
}

/// What is open between two parts of a statement, and how the productions go on from there.
#[derive(Clone, Debug)]
pub(crate) struct Spine {
    state: ::specification::Spine,
    /// Outermost first, each where it began in the text of the first part. What began before that is not among them.
    pub(crate) open: Vec<(Production, usize)>,
    /// How many productions are open that began before.
    pub(crate) around: usize,
}

/// What follows a text in its document. If anything may, a statement is [undecided](Found::Undecided) when a parser
/// has to look at the end of the text to read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Follows {
    /// Nothing: the text ends the document.
    Nothing,
    /// More, or the end; the text can be made longer.
    Unread,
    /// Bytes that are no text.
    NotText,
}

/// Why an engine could not make a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    /// Where, in bytes of the text.
    pub(crate) offset: usize,
    /// Where the part of the statement begins that failed: from here on the next statement can be looked for.
    pub(crate) resume: usize,
    pub(crate) production: Option<Production>,
}

impl Failure {
    /// A text is rejected here, and nothing more is known.
    fn unexplained(offset: usize) -> Self {
        Self {
            kind: FailureKind::Unexplained,
            offset,
            resume: offset,
            production: None,
        }
    }

    /// What begins here has too many bytes.
    pub(crate) fn too_large(offset: usize) -> Self {
        Self {
            kind: FailureKind::TooLarge,
            offset,
            resume: offset,
            production: None,
        }
    }

    /// Whether what cannot stand there is a token that begins before this byte and ends after it.
    #[cfg(feature = "inspect")]
    fn is_token_around(&self, byte: usize) -> bool {
        match &self.kind {
            FailureKind::Unexpected(unexpected) => self.offset < byte && byte < unexpected.end,
            _ => false,
        }
    }

    /// Whether pest, which recurses, gave up before it came to know.
    #[cfg(feature = "pest")]
    fn is_want_of_stack(&self) -> bool {
        self.kind == FailureKind::NestingLimit
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// The grammar allows something else here.
    Unexpected(Box<Unexpected>),
    /// The rules of a grammar stop here, and its productions do not.
    Unexplained,
    /// Nested deeper than the limit.
    NestingLimit,
    /// More bytes than a statement may have.
    TooLarge,
    /// The rule that is to read one statement read none, or several; where pest runs the rule, that is found.
    #[cfg(feature = "pest")]
    NotOneStatement,
}

/// What is known of a place where a text breaks a grammar. Offsets are bytes of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unexpected {
    /// Behind what stands there, if that is a token.
    pub(crate) end: usize,
    /// If it stands in a token that had begun: where, and which tokens that could have been.
    pub(crate) within: Option<(usize, Vec<String>)>,
    /// What is allowed instead, in few words.
    pub(crate) expected: Vec<String>,
    pub(crate) context: Option<PlaceInGrammar>,
}

/// Where in the grammar a text breaks it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlaceInGrammar {
    pub(crate) tokens: Vec<String>,
    pub(crate) can_end: bool,
    /// Outermost first.
    pub(crate) open: Vec<(Production, usize)>,
    /// How many productions are open that began before the text.
    pub(crate) open_before: usize,
    pub(crate) finished: Option<(usize, usize)>,
}

impl PlaceInGrammar {
    /// The same in a document, where the text begins at `position`.
    ///
    /// What is open `before` the text was begun before it.
    pub(crate) fn at(self, position: Position, text: &str, before: &[OpenProduction]) -> Context {
        let (mut reached, mut offset) = (position, 0);
        // What is open began before what is in it: the text is counted through once.
        let mut advance = |to: usize| {
            reached = reached.after(&text[offset..to.max(offset)]);
            offset = to.max(offset);
            reached
        };
        let open = self
            .open
            .into_iter()
            .map(|(production, start)| OpenProduction {
                production,
                start: advance(start),
            });
        let open = before.iter().copied().chain(open).collect();
        let finished = self.finished.map(|(start, end)| {
            let start = position.after(&text[..start]);
            (
                start,
                start.after(&text[(start.byte - position.byte) as usize..end]),
            )
        });
        Context {
            tokens: self.tokens,
            can_end: self.can_end,
            open,
            finished,
        }
    }
}

impl Production {
    /// Whether it stands between statements and is part of none: the ends of lines, in the dialects that have them.
    pub(crate) fn is_between_statements(self) -> bool {
        self == Self::EOL
    }
}
