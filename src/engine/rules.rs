//! A grammar as pest runs it.

use super::reading::{Request, Scope};
use super::trivia;
use crate::Production;
use pest::RuleType;
use pest::error::Error;
use pest::iterators::Pairs;

/// A grammar that pest can run, with its rules by their use. It outlives every text: `'g`.
pub(super) trait PestGrammar<'g> {
    type Rule: RuleType;
    /// Stack to allow for one level of nesting, in bytes: twice the bytes measured (see BENCHMARKS.md).
    const STACK_PER_LEVEL: usize;

    /// The rule that reads a whole document.
    fn document(&'g self) -> Self::Rule;

    /// The rule that reads the next statement, or the end: the departure of the kind `entry` that every grammar has.
    fn next_statement(&'g self) -> Self::Rule;

    /// In a grammar of graphs between braces: the rules that read between them.
    fn graphs(&'g self) -> Option<GraphRules<Self::Rule>>;

    /// The rules that read a statement part by part, where the grammar has them.
    fn parts(&'g self) -> Option<PartRules<Self::Rule>>;

    /// A rule that reads white space and comments, if the grammar has it.
    fn trivia(&'g self, rule: trivia::TriviaRule) -> Option<Self::Rule>;

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

    /// The rule that reads the next part of a document.
    fn next(&'g self, wanted: Request<'_>) -> Self::Rule {
        match (wanted, self.graphs(), self.parts()) {
            (Request::Statement(Scope::InGraph), Some(graphs), _) => graphs.next,
            (Request::FirstPart(_), _, Some(parts)) => parts.first,
            (Request::NextParts(scope, _), _, Some(parts)) => match scope {
                Scope::Outside => parts.next,
                Scope::InGraph => parts.next_in_graph,
            },
            _ => self.next_statement(),
        }
    }
}

/// The result of pest's parsers.
pub(super) type PestResult<'g, R> = Result<Pairs<'g, R>, Box<Error<R>>>;

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
