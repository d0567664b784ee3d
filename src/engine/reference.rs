//! The reference engine: the parsers that pest derives from the files in `grammar/`.
//!
//! Invariant: nothing here knows the syntax of any dialect.

use super::grammar;
use super::reading::{EngineFailure, Follows, Reply, Request};
use super::rules::{EntryRules, PestGrammar, PestResult};
use super::settings::Settings;
use super::trivia::LeadingTrivia;
use crate::dialect::for_each_dialect;
use crate::tree::TreeBuffer;
use crate::{Dialect, Production};
use notation::EntryRule;
use pest::{Parser, RuleType};
use reference::watched;
use std::sync::LazyLock;

/// The rules of a derived parser, found by their names.
struct DerivedRules<R> {
    entries: EntryRules<R>,
    /// The production that each rule mirrors, by the rule's number.
    productions: [Option<Production>; 256],
}

impl<R: RuleType> DerivedRules<R> {
    fn new(dialect: Dialect, all: &[R], number: fn(R) -> usize) -> Self {
        let names: Vec<String> = all.iter().map(|rule| format!("{rule:?}")).collect();
        let find = |name: &str| {
            let number = names.iter().position(|known| known == name)?;
            Some(all[number])
        };
        let mut productions = [None; 256];
        for (&rule, name) in all.iter().zip(&names) {
            productions[number(rule)] = Production::from_name(name);
        }
        // The build looks for the same rules, and fails without.
        let document = find(dialect.start().name()).expect("the rule of a document");
        let next_statement =
            find(EntryRule::NextStatement.name()).expect("a rule of every grammar");
        Self {
            entries: EntryRules::new(document, next_statement, |rule| find(rule.name())),
            productions,
        }
    }
}

macro_rules! derived {
    ($($family:literal $dialect:ident $module:ident $name:literal $row:tt)*) => {
        $(
            #[cfg(feature = $family)]
            mod $module {
                use super::*;
                use reference::$module::Rule;

                pub(super) use reference::$module::Derived;

                static RULES: LazyLock<DerivedRules<Rule>> =
                    LazyLock::new(|| DerivedRules::new(Dialect::$dialect, Rule::all_rules(), |rule| rule as usize));

                impl<'g> PestGrammar<'g> for Derived {
                    type Rule = Rule;
                    const STACK_PER_LEVEL: usize = STACK_PER_LEVEL;

                    fn entries(&self) -> &'g EntryRules<Rule> {
                        &RULES.entries
                    }

                    fn production(&self, rule: Rule) -> Option<Production> {
                        RULES.productions[rule as usize]
                    }

                    fn parse(&self, rule: Rule, text: &'g str) -> PestResult<'g, Rule> {
                        <Self as Parser<Rule>>::parse(rule, text).map_err(Box::new)
                    }

                    fn parse_beginning(&self, rule: Rule, text: &'g str) -> (PestResult<'g, Rule>, bool) {
                        watched(|| <Self as Parser<Rule>>::parse(rule, text).map_err(Box::new))
                    }
                }
            }
        )*

        /// Reads the next statement of `text` into `tree`.
        pub(super) fn next_statement(
            settings: &Settings,
            wanted: Request<'_>,
            text: &str,
            follows: Follows,
            tree: &mut TreeBuffer,
        ) -> Result<Reply, Box<EngineFailure>> {
            let limit = settings.nesting_limit;
            match settings.dialect {
                $(#[cfg(feature = $family)] Dialect::$dialect => {
                    grammar::next_statement(&$module::Derived, limit, wanted, text, follows, tree)
                })*
            }
        }

        /// Reads white space and comments that `text` begins with.
        pub(super) fn trivia(dialect: Dialect, is_open: bool, text: &str) -> LeadingTrivia {
            match dialect {
                $(#[cfg(feature = $family)] Dialect::$dialect => grammar::trivia(&$module::Derived, is_open, text),)*
            }
        }

        /// Reads the whole of `text` into `tree`, as one document.
        pub(super) fn document(
            settings: &Settings,
            text: &str,
            tree: &mut TreeBuffer,
        ) -> Result<(), Box<EngineFailure>> {
            let limit = settings.nesting_limit;
            match settings.dialect {
                $(#[cfg(feature = $family)] Dialect::$dialect => grammar::document(&$module::Derived, limit, text, tree),)*
            }
        }
    };
}

for_each_dialect!(derived);

/// Stack to allow for one level of nesting, in bytes: twice the bytes measured (see BENCHMARKS.md) in parsers that are not
/// optimized, as in the program that `cargo run --release` builds.
const STACK_PER_LEVEL: usize = 12 * 1024;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::grammar::stack::check;

    /// BENCHMARKS.md has the figures that this prints: `cargo test --lib stack -- --nocapture`, with and without `--release`.
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
