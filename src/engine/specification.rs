//! The specification engine: the productions of the specifications' EBNF, as the lines with three slashes in `grammar/` give
//! them.
//!
//! Invariant: the rules of the PEGs have no say here. Tokens are the longest, whatever the context; the productions are run
//! as they stand, with errata and the prose's white space and comments.

use super::{Failure, FailureKind, Follows, Found, Place, Settings, nesting};
use crate::tree::TreeBuffer;
use crate::{Dialect, Production};
use specification::{
    Entry, Found as Instead, Machine, Rejection, Sink, Stop, Symbol, Tables, earley,
};
use std::sync::LazyLock;

/// A specification's grammar, ready to run, and what its names are here.
#[derive(Clone, Debug)]
pub(crate) struct Specification {
    pub(crate) tables: Tables,
    rules: Vec<Option<Production>>,
    tokens: Vec<Option<Production>>,
}

impl Specification {
    /// One of these tables.
    pub(crate) fn new(tables: Tables) -> Self {
        let rules = tables
            .rules
            .iter()
            .map(|rule| Production::from_name(&rule.name));
        let tokens = tables
            .tokens
            .iter()
            .map(|token| Production::from_name(&token.name));
        Self {
            rules: rules.collect(),
            tokens: tokens.collect(),
            tables,
        }
    }

    /// What is to be told of a rejection: the token that cannot stand there, or the place where one that had begun cannot go on.
    pub(crate) fn failure(&self, rejection: &Rejection) -> Failure {
        let start = rejection.found.start();
        // The document, which everything is in, says nothing.
        let innermost = rejection.open.last().filter(|open| open.rule != 0);
        let production = innermost.and_then(|open| self.rules[usize::from(open.rule)]);
        let expected = rejection.folded(&self.tables).into_iter();
        let expected = expected.map(|symbol| self.name(symbol)).collect();
        let (offset, expected, production) = match &rejection.found {
            Instead::GivenUp { reach, alive, .. } | Instead::Nothing { reach, alive, .. }
                if !alive.is_empty() =>
            {
                (*reach, Vec::new(), self.tokens[usize::from(alive[0])])
            }
            _ => (start, expected, production),
        };
        Failure {
            kind: FailureKind::Unexpected { expected },
            offset,
            resume: start,
            production,
        }
    }

    fn name(&self, symbol: Symbol) -> String {
        match symbol {
            Symbol::Token(token) => self.tables.tokens[usize::from(token)].name.to_string(),
            Symbol::Rule(rule) => self.tables.rules[usize::from(rule)].name.to_string(),
        }
    }
}

macro_rules! specifications {
    ($($dialect:ident $tables:tt;)*) => {
        /// The specification of a dialect.
        fn of(dialect: Dialect) -> &'static Specification {
            match dialect {
                $(Dialect::$dialect => {
                    static SPECIFICATION: LazyLock<Specification> = LazyLock::new(|| {
                        static TABLES: Tables = include!(concat!(env!("OUT_DIR"), "/", $tables));
                        Specification::new(TABLES.clone())
                    });
                    &SPECIFICATION
                })*
            }
        }
    };
}

specifications! {
    TurtleSubmission "turtle-submission.tables.rs";
    TurtleWd2011 "turtle-wd2011.tables.rs";
    Turtle11 "turtle-1.1.tables.rs";
    Turtle12Wd2024 "turtle-1.2-wd2024.tables.rs";
    Turtle12 "turtle-1.2.tables.rs";
    NTriples11 "n-triples-1.1.tables.rs";
    NTriples12 "n-triples-1.2.tables.rs";
    TriG11 "trig-1.1.tables.rs";
    TriG12 "trig-1.2.tables.rs";
    NQuads11 "n-quads-1.1.tables.rs";
    NQuads12 "n-quads-1.2.tables.rs";
}

/// Reads the next statement of `text` into `tree`.
pub(super) fn next_statement(
    settings: &Settings,
    place: Place,
    text: &str,
    follows: Follows,
    tree: &mut TreeBuffer,
) -> Result<Found, Failure> {
    let specification = of(settings.dialect);
    let entry = match place {
        Place::Outside => Entry::Statement,
        Place::InGraph => Entry::InGraph,
    };
    let is_whole = follows == Follows::Nothing;
    let stop = read(specification, settings, entry, text, is_whole, tree)?;
    let found = match stop {
        Stop::Undecided => return Ok(Found::Undecided),
        Stop::Read { end } => {
            tree.keep_root(is_statement);
            Found::Statement { consumed: end }
        }
        Stop::GraphBegins { end } => {
            // What is begun goes on between the braces; the graph's name is all that is read.
            close(tree, end);
            tree.keep_root(|production| production == Production::labelOrSubject);
            Found::GraphBegin { consumed: end }
        }
        Stop::GraphEnds { end } => {
            tree.clear();
            Found::GraphEnd { consumed: end }
        }
        Stop::Nothing => {
            tree.clear();
            Found::End
        }
    };
    nesting::too_deep(tree, settings.nesting_limit).map_or(Ok(found), Err)
}

/// Reads the whole of `text` into `tree`, as one document.
pub(super) fn document(
    settings: &Settings,
    text: &str,
    tree: &mut TreeBuffer,
) -> Result<(), Failure> {
    let specification = of(settings.dialect);
    read(specification, settings, Entry::Document, text, true, tree)?;
    nesting::too_deep(tree, settings.nesting_limit).map_or(Ok(()), Err)
}

/// What stands around statements is none: in TriG, what joins those of a graph, and the graph to its name.
fn is_statement(production: Production) -> bool {
    !production.is_between_statements()
        && !matches!(
            production,
            Production::block | Production::wrappedGraph | Production::triplesBlock
        )
}

fn read(
    specification: &Specification,
    settings: &Settings,
    entry: Entry,
    text: &str,
    is_whole: bool,
    tree: &mut TreeBuffer,
) -> Result<Stop, Failure> {
    tree.clear();
    let tables = &specification.tables;
    let mut nodes = Nodes {
        specification,
        tree,
    };
    let result = match tables.are_deterministic() {
        true => Machine::new(tables).read(entry, text, is_whole, &mut nodes),
        false => {
            earley::read(tables, entry, text, is_whole, &mut nodes).map(|reading| reading.stop)
        }
    };
    result.map_err(|rejection| {
        // What is nested too deep is so whatever comes behind it.
        close(tree, rejection.found.start());
        let too_deep = nesting::too_deep(tree, settings.nesting_limit);
        too_deep.unwrap_or_else(|| specification.failure(&rejection))
    })
}

/// Makes nodes of what is a production here.
struct Nodes<'n> {
    specification: &'n Specification,
    tree: &'n mut TreeBuffer,
}

/// Offsets are within reach: the text was cut there.
impl Sink for Nodes<'_> {
    fn begin(&mut self, rule: usize, start: usize) {
        if let Some(production) = self.specification.rules[rule] {
            self.tree.begin(production, start as u32);
        }
    }

    fn end(&mut self, end: usize) {
        self.tree.end(end as u32);
    }

    fn leaf(&mut self, token: usize, start: usize, end: usize) {
        if let Some(production) = self.specification.tokens[token] {
            self.tree.begin(production, start as u32);
            self.tree.end(end as u32);
        }
    }
}

/// Ends what has begun.
fn close(tree: &mut TreeBuffer, end: usize) {
    while tree.innermost().is_some() {
        tree.end(end as u32);
    }
}
