//! A grammar as pest runs it.

use super::reading::{Request, Scope};
use super::trivia::TriviaRule;
use crate::Production;
use notation::EntryRule;
use pest::RuleType;
use pest::error::Error;
use pest::iterators::Pairs;

/// A grammar that pest can run, with its rules by their use. It outlives every text: `'g`.
pub(super) trait PestGrammar<'g> {
    type Rule: RuleType + 'g;
    /// Stack to allow for one level of nesting, in bytes: twice the bytes measured (see BENCHMARKS.md).
    const STACK_PER_LEVEL: usize;

    /// The rules that are called from outside.
    fn entries(&'g self) -> &'g EntryRules<Self::Rule>;

    /// The production that a rule mirrors; `None` for pest's own rules and for the grammars' helpers.
    fn production(&'g self, rule: Self::Rule) -> Option<Production>;

    /// Runs pest's parser.
    fn parse(&'g self, rule: Self::Rule, text: &'g str) -> PestResult<'g, Self::Rule>;

    /// Runs pest's parser; and whether the result could change if more text followed, since the parser looked at the end of
    /// `text`.
    fn parse_beginning(
        &'g self,
        rule: Self::Rule,
        text: &'g str,
    ) -> (PestResult<'g, Self::Rule>, bool);
}

/// The result of pest's parsers.
pub(super) type PestResult<'g, R> = Result<Pairs<'g, R>, Box<Error<R>>>;

/// The rules of a grammar that are called from outside, by their use.
pub(super) struct EntryRules<R> {
    /// Reads a whole document.
    pub(super) document: R,
    /// Reads the next statement, or the end: the departure of the kind `entry` that every grammar has.
    pub(super) next_statement: R,
    /// In a grammar of graphs between braces: the rules that read between them.
    pub(super) graphs: Option<GraphRules<R>>,
    /// The rules that read a statement part by part, where the grammar has them.
    pub(super) parts: Option<PartRules<R>>,
    /// The rules that read white space and comments, where the grammar has them, each at the place of its [`TriviaRule`].
    pub(super) trivia: Option<[R; 3]>,
}

impl<R: RuleType> EntryRules<R> {
    /// Those that a grammar has besides the two that every grammar has.
    pub(super) fn new(
        document: R,
        next_statement: R,
        find: impl Fn(EntryRule) -> Option<R>,
    ) -> Self {
        let all = |[first, second, third]: [EntryRule; 3]| {
            Some([find(first)?, find(second)?, find(third)?])
        };
        let in_graph = EntryRule::PARTS_IN_GRAPH.map(&find);
        Self {
            document,
            next_statement,
            graphs: all(EntryRule::GRAPHS).map(|[begin, next, end]| GraphRules {
                begin,
                next,
                end,
            }),
            parts: all(EntryRule::PARTS).map(|[first, next, end]| PartRules {
                first,
                next,
                end,
                // In a dialect without graphs between braces, no place is in one.
                next_in_graph: in_graph[0].unwrap_or(next),
                end_in_graph: in_graph[1].unwrap_or(end),
            }),
            trivia: all(EntryRule::TRIVIA),
        }
    }

    /// The rule that reads the next part of a document.
    pub(super) fn next(&self, wanted: Request<'_>) -> R {
        match (wanted, &self.graphs, &self.parts) {
            (Request::Statement(Scope::InGraph), Some(graphs), _) => graphs.next,
            (Request::FirstPart(_), _, Some(parts)) => parts.first,
            (Request::NextParts(scope, _), _, Some(parts)) => match scope {
                Scope::Outside => parts.next,
                Scope::InGraph => parts.next_in_graph,
            },
            _ => self.next_statement,
        }
    }

    /// A rule that reads white space and comments, if the grammar has it.
    pub(super) fn trivia(&self, rule: TriviaRule) -> Option<R> {
        Some(self.trivia?[rule as usize])
    }
}

/// The rules that read a graph part by part, all departures of the kind `entry`.
#[derive(Clone, Copy, Debug)]
pub(super) struct GraphRules<R> {
    pub(super) begin: R,
    pub(super) next: R,
    pub(super) end: R,
}

/// The rules that read a statement part by part, all departures of the kind `entry`.
#[derive(Clone, Copy)]
pub(super) struct PartRules<R> {
    pub(super) first: R,
    pub(super) next: R,
    pub(super) end: R,
    pub(super) next_in_graph: R,
    pub(super) end_in_graph: R,
}

impl<R: RuleType> PartRules<R> {
    pub(super) fn is_end(&self, rule: R) -> bool {
        rule == self.end || rule == self.end_in_graph
    }
}

/// Where a graph begins, or ends, or a statement that is read part by part.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Edge {
    Begin,
    End,
    OfParts,
}

impl<R: RuleType> GraphRules<R> {
    pub(super) fn edge(&self, rule: R) -> Option<Edge> {
        if rule == self.begin {
            Some(Edge::Begin)
        } else if rule == self.end {
            Some(Edge::End)
        } else {
            None
        }
    }
}
