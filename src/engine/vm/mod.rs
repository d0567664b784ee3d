//! The engine for grammars that were just edited: pest's interpreter runs the text of a `.pest` file as it is.
//!
//! Invariant: nothing here knows the syntax of any dialect. Of the same grammar this engine makes the same trees as the
//! parsers that pest derives, and finds the same errors: all that is not running the grammar they [share](super::grammar).

mod load;
mod probe;

pub use load::{LoadError, LoadErrorKind};

use super::grammar::{self, Grammar, GraphRules, Parsed};
use super::trivia::{self, Trivia};
use super::{Failure, Follows, Found, Place};
use crate::tree::TreeBuffer;
use crate::{Dialect, Production};
use load::Loaded;
use pest_vm::Vm;
use probe::Probed;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

/// A grammar that is run from its text, without any code being generated: for those who change one and want to see
/// what becomes of it. It takes a multiple of the time that even [`Engine::Reference`](crate::Engine::Reference) takes.
///
/// [`Parser::with_grammar`](crate::Parser::with_grammar) runs it. To clone it costs nothing.
///
/// ```
/// use turtle_peg::{Dialect, LoadErrorKind, LoadedGrammar};
///
/// let text = Dialect::TriG11.grammar();
/// assert_eq!(LoadedGrammar::read(text)?.dialect(), Dialect::TriG11);
///
/// let error = LoadedGrammar::read(&text.replace("nextStatement =", "next =")).unwrap_err();
/// assert!(matches!(error.kind(), LoadErrorKind::MissingRule { rule, .. } if rule == "nextStatement"));
/// # Ok::<(), turtle_peg::LoadError>(())
/// ```
#[derive(Clone)]
pub struct LoadedGrammar(Arc<Rules>);

impl LoadedGrammar {
    /// Reads a `.pest` file, in the form that `grammar/README.md` describes.
    ///
    /// A rule whose name is that of a [`Production`] makes nodes of it. One of another name is a helper and makes none;
    /// but if a line with three slashes stands above it, it claims to mirror a production.
    ///
    /// # Errors
    ///
    /// pest does not accept the grammar; or it lacks a rule that documents are read by; or it has a production that the
    /// translator does not know; or it needs what a specification's grammar cannot say, pest's stack.
    pub fn read(text: &str) -> Result<Self, LoadError> {
        let Loaded {
            rules,
            dialect,
            start,
        } = load::read(text)?;
        let mirrors = rules.iter().enumerate().map(|(place, rule)| {
            let mirror = Mirror {
                place: place + 1,
                production: Production::from_name(&rule.name),
            };
            (rule.name.clone(), mirror)
        });
        let mirrors: HashMap<_, _> = mirrors.collect();
        Ok(Self(Arc::new(Rules {
            dialect,
            start: start.name(),
            has_graphs: load::GRAPH_RULES
                .iter()
                .all(|(name, _)| mirrors.contains_key(*name)),
            mirrors,
            probed: Probed::new(&rules),
            vm: Vm::new(rules),
        })))
    }

    /// The dialect that it is written for, by its start rule: the one whose address is in the file's header, or else the
    /// newest of the language.
    pub fn dialect(&self) -> Dialect {
        self.0.dialect
    }

    pub(super) fn next_statement(
        &self,
        nesting_limit: usize,
        place: Place,
        text: &str,
        follows: Follows,
        tree: &mut TreeBuffer,
    ) -> Result<Found, Failure> {
        grammar::next_statement(&*self.0, nesting_limit, place, text, follows, tree)
    }

    pub(super) fn trivia(&self, is_open: bool, text: &str) -> Trivia {
        grammar::trivia(&*self.0, is_open, text)
    }

    pub(super) fn document(
        &self,
        nesting_limit: usize,
        text: &str,
        tree: &mut TreeBuffer,
    ) -> Result<(), Failure> {
        grammar::document(&*self.0, nesting_limit, text, tree)
    }
}

impl fmt::Debug for LoadedGrammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoadedGrammar")
            .field("dialect", &self.dialect())
            .finish_non_exhaustive()
    }
}

/// What is run. Rules go by their names.
struct Rules {
    vm: Vm,
    probed: Probed,
    mirrors: HashMap<String, Mirror>,
    dialect: Dialect,
    start: &'static str,
    has_graphs: bool,
}

/// What is to be known of a rule.
struct Mirror {
    /// Behind pest's own rules, which have no place of their own.
    place: usize,
    production: Option<Production>,
}

impl<'g> Grammar<'g> for Rules {
    type Rule = &'g str;
    const STACK_PER_LEVEL: usize = STACK_PER_LEVEL;

    fn document(&self) -> &'g str {
        self.start
    }

    fn next_statement(&self) -> &'g str {
        load::NEXT_STATEMENT
    }

    fn graphs(&self) -> Option<GraphRules<&'g str>> {
        let [(begin, _), (next, _), (end, _)] = load::GRAPH_RULES;
        self.has_graphs.then_some(GraphRules { begin, next, end })
    }

    fn trivia(&self, rule: trivia::Rule) -> Option<&'g str> {
        let name = rule.name();
        self.mirrors.contains_key(name).then_some(name)
    }

    fn production(&self, rule: &'g str) -> Option<Production> {
        self.mirrors.get(rule)?.production
    }

    fn place(&self, rule: &'g str) -> usize {
        self.mirrors.get(rule).map_or(0, |mirror| mirror.place)
    }

    fn parse(&'g self, rule: &'g str, text: &'g str) -> Parsed<'g, &'g str> {
        self.vm.parse(rule, text).map_err(Box::new)
    }

    fn hits_end(
        &'g self,
        place: Place,
        text: &'g str,
        nesting_limit: usize,
        _tree: &mut TreeBuffer,
    ) -> bool {
        let rule = self.next(place);
        let looks_at_end = grammar::with_stack(STACK_PER_LEVEL, nesting_limit, || {
            self.probed.looks_at_end(rule, text)
        });
        // What is nested deeper than anybody can read is an error, whatever follows.
        looks_at_end.unwrap_or(false)
    }
}

/// Stack to allow for one level of nesting, in bytes: twice what the dialects' grammars were measured to take. Those of an
/// edited grammar may take more; then less nesting is read, and the error is the same.
const STACK_PER_LEVEL: usize = if cfg!(debug_assertions) {
    64 * 1024
} else {
    8 * 1024
};

#[cfg(test)]
mod tests;
