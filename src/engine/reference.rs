//! The reference engine: the parsers that pest derives from the files in `grammar/`.
//!
//! Invariant: nothing here knows the syntax of any dialect.

use super::grammar::{self, Grammar, GraphRules, Parsed};
use super::trivia::{self, Trivia};
use super::{Failure, Follows, Found, Place, Settings, fast};
use crate::tree::TreeBuffer;
use crate::{Dialect, Production};
use pest::{Parser, RuleType};
use reference::{
    n_quads_1_1, n_quads_1_2, n_triples_1_1, n_triples_1_2, trig_1_1, trig_1_2, turtle_1_1,
    turtle_1_2, turtle_1_2_wd2024, turtle_submission, turtle_wd2011,
};
use std::sync::LazyLock;

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
    ($($dialect:ident: $module:ident $document:ident $($graphs:ident)?;)*) => {
        $(
            impl<'g> Grammar<'g> for $module::Derived {
                type Rule = $module::Rule;
                const STACK_PER_LEVEL: usize = STACK_PER_LEVEL;

                fn document(&self) -> Self::Rule {
                    $module::Rule::$document
                }

                fn next_statement(&self) -> Self::Rule {
                    $module::Rule::nextStatement
                }

                fn graphs(&self) -> Option<GraphRules<Self::Rule>> {
                    graph_rules!($module $($graphs)?)
                }

                fn trivia(&self, rule: trivia::Rule) -> Option<Self::Rule> {
                    Some(match rule {
                        trivia::Rule::Leading => $module::Rule::leadingTrivia,
                        trivia::Rule::OpenComment => $module::Rule::openComment,
                        trivia::Rule::CommentRest => $module::Rule::commentRest,
                    })
                }

                fn production(&self, rule: Self::Rule) -> Option<Production> {
                    static TABLE: LazyLock<ProductionTable> = LazyLock::new(|| {
                        production_table($module::Rule::all_rules(), |rule| rule as usize)
                    });
                    TABLE[rule as usize]
                }

                fn parse(&self, rule: Self::Rule, text: &'g str) -> Parsed<'g, Self::Rule> {
                    <Self as Parser<Self::Rule>>::parse(rule, text).map_err(Box::new)
                }

                /// The parser that the fast engine has of the same grammar knows.
                fn hits_end(
                    &self,
                    place: Place,
                    text: &str,
                    _nesting_limit: usize,
                    tree: &mut TreeBuffer,
                ) -> bool {
                    fast::hits_end(Dialect::$dialect, place, text, tree)
                }
            }
        )*

        /// Reads the next statement of `text` into `tree`.
        pub(super) fn next_statement(
            settings: &Settings,
            place: Place,
            text: &str,
            follows: Follows,
            tree: &mut TreeBuffer,
        ) -> Result<Found, Failure> {
            let limit = settings.nesting_limit;
            match settings.dialect {
                $(Dialect::$dialect => {
                    grammar::next_statement(&$module::Derived, limit, place, text, follows, tree)
                })*
            }
        }

        /// Reads white space and comments that `text` begins with.
        pub(super) fn trivia(dialect: Dialect, is_open: bool, text: &str) -> Trivia {
            match dialect {
                $(Dialect::$dialect => grammar::trivia(&$module::Derived, is_open, text),)*
            }
        }

        /// Reads the whole of `text` into `tree`, as one document.
        pub(super) fn document(
            settings: &Settings,
            text: &str,
            tree: &mut TreeBuffer,
        ) -> Result<(), Failure> {
            let limit = settings.nesting_limit;
            match settings.dialect {
                $(Dialect::$dialect => grammar::document(&$module::Derived, limit, text, tree),)*
            }
        }
    };
}

grammars! {
    TurtleSubmission: turtle_submission turtleDoc;
    TurtleWd2011: turtle_wd2011 turtleDoc;
    Turtle11: turtle_1_1 turtleDoc;
    Turtle12Wd2024: turtle_1_2_wd2024 turtleDoc;
    Turtle12: turtle_1_2 turtleDoc;
    NTriples11: n_triples_1_1 ntriplesDoc;
    NTriples12: n_triples_1_2 ntriplesDoc;
    TriG11: trig_1_1 trigDoc graphs;
    TriG12: trig_1_2 trigDoc graphs;
    NQuads11: n_quads_1_1 nquadsDoc;
    NQuads12: n_quads_1_2 nquadsDoc;
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

/// Stack to allow for one level of nesting, in bytes: twice what was measured (see BENCHMARKS.md).
const STACK_PER_LEVEL: usize = if cfg!(debug_assertions) {
    12 * 1024
} else {
    1536
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::grammar::stack::check;

    /// BENCHMARKS.md has what this prints: `cargo test --lib stack -- --nocapture`, with and without `--release`.
    #[test]
    fn the_stack_allowed_for_a_level_is_enough() {
        let turtle = [("(", ")"), ("[<x:p> ", "]")];
        let reified = [
            ("<<<x:s> <x:p> ", ">>"),
            ("<<(<x:s> <x:p> ", ")>>"),
            ("<x:o> {|<x:p> ", "|}"),
        ];
        check(
            Dialect::TurtleSubmission,
            &turtle_submission::Derived,
            &turtle,
        );
        check(Dialect::TurtleWd2011, &turtle_wd2011::Derived, &turtle);
        check(Dialect::Turtle11, &turtle_1_1::Derived, &turtle);
        check(Dialect::Turtle12, &turtle_1_2::Derived, &turtle);
        check(Dialect::Turtle12, &turtle_1_2::Derived, &reified);
        check(Dialect::NTriples12, &n_triples_1_2::Derived, &reified[1..2]);
    }
}
