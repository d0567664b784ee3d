//! The specification engine: the productions of the specifications' EBNF, as the lines with three slashes in `grammar/` give
//! them.
//!
//! Invariant: the rules of the PEGs have no say here. Tokens are the longest, whatever the context; the productions are run
//! as they stand, with errata and the prose's white space and comments.

use super::nesting;
use super::reading::{EngineFailure, Follows, OpenTriples, Reply, Request, Scope};
use crate::dialect::for_each_dialect;
use crate::error::{Context, OpenProduction, Unfinished};
use crate::tokens::{NamedToken, TokenKind};
use crate::tree::TreeBuffer;
use crate::{Dialect, Position, Production, SyntaxErrorKind};
use specification::{
    EarleyRefusal, Found as Instead, Machine, Open, Rejection, Scanner, Symbol, Tables, TokenSet,
    TokenWalk, TreeSink,
};
use std::sync::LazyLock;

/// The productions of a specification's grammar, ready to run, with the [`Production`] of each name that the translator knows.
#[derive(Clone, Debug)]
pub struct Specification {
    pub(crate) tables: Tables,
    rules: Vec<Option<Production>>,
    tokens: Vec<NamedToken>,
}

/// How far the scanner is in a token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BegunToken {
    state: usize,
    /// The terminal that it has read with any [word](specification::is_word) behind it, as most names go on, if it is one for all words.
    pub(crate) with_word: Option<Production>,
}

impl Specification {
    /// Takes a grammar's tables, of which [names](Production::from_name) are looked up.
    pub fn new(tables: Tables) -> Self {
        let rules = tables
            .rules
            .iter()
            .map(|rule| Production::from_name(&rule.name));
        let tokens = tables
            .tokens
            .iter()
            .map(|token| NamedToken::new(token.name.clone()));
        Self {
            rules: rules.collect(),
            tokens: tokens.collect(),
            tables,
        }
    }
}

macro_rules! specifications {
    ($($family:literal $dialect:ident $module:ident $name:literal $row:tt)*) => {
        /// The tables of a dialect's productions: its tokens, and how they follow one another. Nothing has to be made first.
        ///
        /// ```
        /// use turtle_peg::Dialect;
        /// use turtle_peg::diagnosis::tables;
        ///
        /// let tables = tables(Dialect::Turtle12);
        /// let scan = tables.scanner.scan("1.5 .", 0);
        /// assert_eq!(tables.tokens[usize::from(scan.tokens[0])].name, "DECIMAL");
        /// ```
        pub fn tables(dialect: Dialect) -> &'static Tables {
            match dialect {
                $(
                #[cfg(feature = $family)]
                Dialect::$dialect => {
                    static TABLES: Tables = include!(concat!(env!("COMPILED_GRAMMARS"), "/", $name, ".tables.rs"));
                    &TABLES
                })*
            }
        }

        /// The specification of a dialect.
        pub(super) fn of(dialect: Dialect) -> &'static Specification {
            match dialect {
                $(
                #[cfg(feature = $family)]
                Dialect::$dialect => {
                    static SPECIFICATION: LazyLock<Specification> =
                        LazyLock::new(|| Specification::new(tables(Dialect::$dialect).clone()));
                    &SPECIFICATION
                })*
            }
        }
    };
}

for_each_dialect!(specifications);

/// The specification of a dialect; if it names no tokens, that of its successor, which is near enough for explanations.
pub(super) fn with_tokens(dialect: Dialect) -> &'static Specification {
    let specification = of(dialect);
    match specification.tables.trivia {
        #[cfg(feature = "turtle")]
        None => of(Dialect::Turtle11),
        _ => specification,
    }
}

/// Where the tokens of a text are, from a byte on, as far as it has tokens. The longest one counts, whatever is before it; where a
/// dialect names no tokens, its successor's count.
///
/// ```
/// use turtle_peg::Dialect;
/// use turtle_peg::diagnosis::tokens;
///
/// let text = "<x:s> # who\n a ex:T ; @";
/// let places = tokens(Dialect::Turtle12, text, 0);
/// assert_eq!(places.map(|place| &text[place]).collect::<Vec<_>>(), ["<x:s>", "a", "ex:T", ";"]);
/// ```
pub fn tokens(
    dialect: Dialect,
    text: &str,
    from: usize,
) -> impl Iterator<Item = std::ops::Range<usize>> {
    let mut at = from;
    std::iter::from_fn(move || {
        let (place, numbers) = token(dialect, text, at);
        at = place.end;
        (!numbers.is_empty()).then_some(place)
    })
    .fuse()
}

/// Where the next token of a text is, from a byte on, and its numbers, for a [`walk`]: one for each terminal that it can be. Where no
/// token begins after the white space and the comments, the place is empty and there are no numbers.
pub fn token(
    dialect: Dialect,
    text: &str,
    from: usize,
) -> (std::ops::Range<usize>, &'static [u16]) {
    let tables = &with_tokens(dialect).tables;
    let (start, _) = tables.skip_trivia(text, from);
    let scan = tables.scanner.scan(text, start);
    match scan.end > start {
        true => (start..scan.end, scan.tokens),
        false => (start..start, &[]),
    }
}

/// A walk over tokens that begins with a statement; `None` where one token of lookahead does not always tell.
///
/// ```
/// use turtle_peg::Dialect;
/// use turtle_peg::diagnosis::{Scope, token, walk};
///
/// let numbers = |text| token(Dialect::Turtle12, text, 0).1;
/// let mut walk = walk(Dialect::Turtle12, Scope::Outside).unwrap();
/// assert!(["<x:s>", "a", "ex:T"].iter().all(|text| walk.take(numbers(text))));
/// assert!(!walk.clone().take(numbers("<x:s>")) && walk.take(numbers(".")));
/// assert_eq!(walk.statements(), 1);
/// ```
pub fn walk(dialect: Dialect, scope: Scope) -> Option<TokenWalk<'static>> {
    let tables = &of(dialect).tables;
    let is_read = tables.are_deterministic() && tables.trivia.is_some();
    is_read.then(|| TokenWalk::new(tables, scope))
}

/// Whether a part of `text` that another engine found may end within a token, or with one that something more could make
/// longer: then the productions have to decide.
#[inline]
pub(super) fn may_cut_token(dialect: Dialect, text: &str, follows: Follows, found: Reply) -> bool {
    let end = found.consumed();
    let is_at_end = end == text.len() && follows == Follows::Nothing;
    !is_at_end && tables(dialect).token_cuts.may_be_within(text, end)
}

impl Specification {
    /// How far the scanner is after a text that a token may begin with.
    pub(super) fn begun(&self, text: &str) -> BegunToken {
        let scanner = &self.tables.scanner;
        let state = scanner.go_on(Scanner::FIRST, text).unwrap_or(0);
        let accepted = scanner
            .after_words(state)
            .map(|after| scanner.accepted(after));
        BegunToken {
            state,
            with_word: match accepted {
                Some(&[token]) => self.terminal(token),
                _ => None,
            },
        }
    }

    /// Makes sure that the whole of `text`, behind the beginning of a token, ends one token of a production that is wanted.
    ///
    /// # Errors
    ///
    /// It does not: how far it could have gone on with a token.
    pub(super) fn check_token(
        &self,
        begun: BegunToken,
        text: &str,
        is_wanted: impl Fn(Production) -> bool,
    ) -> Result<(), usize> {
        let scanner = &self.tables.scanner;
        let mut tokens = scanner.accepted(scanner.go_on(begun.state, text)?).iter();
        let is_wanted = |&token: &u16| self.terminal(token).is_some_and(&is_wanted);
        match tokens.any(is_wanted) {
            true => Ok(()),
            false => Err(text.len()),
        }
    }

    /// Reads the next statement of `text` into `tree`, or a part of one.
    pub(super) fn next_statement(
        &self,
        nesting_limit: usize,
        wanted: Request<'_>,
        text: &str,
        follows: Follows,
        tree: &mut TreeBuffer,
    ) -> Result<Reply, Box<EngineFailure>> {
        let is_whole = follows == Follows::Nothing;
        let found = self.read(nesting_limit, tree, |nodes| {
            self.tables.read(wanted, text, is_whole, nodes)
        })?;
        match found {
            Reply::Undecided => return Ok(found),
            Reply::Part { .. } => tree.keep_parts(|it| it == Production::objectList),
            Reply::Statement { .. } => tree.keep_root(is_statement),
            Reply::GraphBegin { consumed } => {
                // The open productions go on between the braces; only the graph's name was read.
                close(tree, consumed);
                tree.keep_root(is_in_statement);
            }
            Reply::GraphEnd { .. } | Reply::PartsEnd { .. } | Reply::End => tree.clear(),
        }
        nesting::too_deep(tree, nesting_limit).map_or(Ok(found), Err)
    }

    /// Reads the whole of `text` into `tree`, as one document.
    pub(super) fn document(
        &self,
        nesting_limit: usize,
        text: &str,
        tree: &mut TreeBuffer,
    ) -> Result<(), Box<EngineFailure>> {
        self.read(nesting_limit, tree, |nodes| {
            self.tables.read_document(text, nodes)
        })?;
        nesting::too_deep(tree, nesting_limit).map_or(Ok(()), Err)
    }

    /// The lists that are open after the first part of a statement that `text` begins with, if it can be read part by part.
    pub(super) fn open_triples(&self, scope: Scope, text: &str) -> Option<OpenTriples> {
        self.tables.lists.as_ref()?;
        let mut machine = Machine::new(&self.tables);
        let Ok(Reply::Part { .. }) = machine.read(Request::FirstPart(scope), text, false, &mut ())
        else {
            return None;
        };
        let lists = machine.open_lists();
        let (open, around) = self.open(lists.open(&self.tables));
        Some(OpenTriples {
            lists,
            open,
            around,
        })
    }

    fn read<T>(
        &self,
        nesting_limit: usize,
        tree: &mut TreeBuffer,
        run: impl FnOnce(&mut ProductionNodes<'_>) -> Result<T, EarleyRefusal>,
    ) -> Result<T, Box<EngineFailure>> {
        tree.clear();
        let mut nodes = ProductionNodes {
            specification: self,
            tree,
        };
        run(&mut nodes).map_err(|refusal| match refusal {
            EarleyRefusal::GivenUp { at } => EngineFailure::given_up(at),
            EarleyRefusal::Rejected(rejection) => self.explain(&rejection, nesting_limit, tree),
        })
    }

    /// The failure of a rejection, of which `tree` has the productions that began before the fault.
    fn explain(
        &self,
        rejection: &Rejection,
        nesting_limit: usize,
        tree: &mut TreeBuffer,
    ) -> Box<EngineFailure> {
        if tree.is_empty() {
            self.begin_open(rejection, tree);
        }
        // Nothing that follows can undo nesting that is too deep.
        close(tree, rejection.found.start());
        let too_deep = nesting::too_deep(tree, nesting_limit);
        too_deep.unwrap_or_else(|| self.failure(rejection))
    }

    /// Begins the productions that are open by a rejection: Earley's algorithm makes no tree of a text that it rejects.
    fn begin_open(&self, rejection: &Rejection, tree: &mut TreeBuffer) {
        for open in &rejection.open {
            if let (Some(production), Some(start)) =
                (self.rules[usize::from(open.rule)], open.start)
            {
                tree.begin(production, start as u32);
            }
        }
    }

    /// The data of a message about a rejection.
    pub(crate) fn failure(&self, rejection: &Rejection) -> Box<EngineFailure> {
        let start = rejection.found.start();
        let expected = rejection.folded(&self.tables).into_iter();
        let expected = expected.map(|symbol| self.name(symbol)).collect();
        let (open, open_before) = self.open(rejection.open.iter().copied());
        let place = |byte| Position::uncounted(byte);
        let context = Context {
            tokens: self.names(&rejection.expected),
            can_end: rejection.expected.contains(self.tables.end_of_text()),
            open,
            finished: rejection
                .finished
                .map(|token| (place(token.start), place(token.end))),
        };
        // The document, which everything is in, says nothing.
        let innermost = rejection.open.last().filter(|open| open.rule != 0);
        let mut failure = EngineFailure {
            production: innermost.and_then(|open| self.rules[usize::from(open.rule)]),
            context: Some(Box::new(context)),
            open_before,
            ..*EngineFailure::unexplained(start)
        };
        let mut within = None;
        match &rejection.found {
            Instead::GivenUp { reach, alive, .. } | Instead::Nothing { reach, alive, .. }
                if !alive.is_empty() =>
            {
                // The terminal that began and did not come to its end, if it can be only one.
                if let &[only] = alive.as_slice() {
                    failure.production = self.terminal(only).or(failure.production);
                }
                let alive = alive.iter().map(|&token| usize::from(token));
                within = Some(Unfinished {
                    start: place(start),
                    tokens: self.names(&alive.collect()),
                });
                failure.offset = *reach;
            }
            Instead::Token { end, .. } => failure.end = *end,
            _ => {}
        }
        failure.kind = SyntaxErrorKind::Unexpected {
            found: None,
            within,
            expected,
        };
        Box::new(failure)
    }

    /// The productions that are open, and how many more are open that began before the text.
    fn open(&self, all: impl Iterator<Item = Open>) -> (Vec<OpenProduction>, usize) {
        let (mut open, mut before) = (Vec::new(), 0);
        for Open { rule, start } in all {
            match (start, self.rules[usize::from(rule)]) {
                (None, _) => before += 1,
                (Some(start), Some(production)) => open.push(OpenProduction {
                    production,
                    start: Position::uncounted(start),
                }),
                (Some(_), None) => {}
            }
        }
        (open, before)
    }

    fn names(&self, tokens: &TokenSet) -> Vec<NamedToken> {
        let named = tokens.iter().filter_map(|token| self.tokens.get(token));
        named.cloned().collect()
    }

    /// The terminal production that a token is.
    fn terminal(&self, token: u16) -> Option<Production> {
        match self.tokens[usize::from(token)].kind() {
            TokenKind::Terminal(terminal) => Some(terminal),
            _ => None,
        }
    }

    fn name(&self, symbol: Symbol) -> String {
        match symbol {
            Symbol::Token(token) => self.tables.tokens[usize::from(token)].name.to_string(),
            Symbol::Rule(rule) => self.tables.rules[usize::from(rule)].name.to_string(),
        }
    }
}

/// Whether it is part of a statement. Productions around statements are not: in TriG, those that join the statements of a graph,
/// and the graph to its name.
fn is_statement(production: Production) -> bool {
    !production.is_between_statements()
        && !matches!(
            production,
            Production::block | Production::wrappedGraph | Production::triplesBlock
        )
}

/// Whether it is within a statement: in TriG, also the name of a graph, which says that one begins.
fn is_in_statement(production: Production) -> bool {
    is_statement(production) && production != Production::triplesOrGraph
}

/// Makes nodes of the rules that have a [`Production`].
struct ProductionNodes<'n> {
    specification: &'n Specification,
    tree: &'n mut TreeBuffer,
}

/// Offsets are within reach: the text was cut there.
impl TreeSink for ProductionNodes<'_> {
    fn begin(&mut self, rule: usize, start: usize) {
        if let Some(production) = self.specification.rules[rule] {
            self.tree.begin(production, start as u32);
        }
    }

    fn end(&mut self, end: usize) {
        self.tree.end(end as u32);
    }

    fn leaf(&mut self, token: usize, start: usize, end: usize) {
        if let Some(production) = self.specification.terminal(token as u16) {
            self.tree.begin(production, start as u32);
            self.tree.end(end as u32);
        }
    }
}

/// Ends the productions that have begun.
fn close(tree: &mut TreeBuffer, end: usize) {
    while tree.innermost().is_some() {
        tree.end(end as u32);
    }
}
