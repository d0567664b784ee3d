//! The engine for grammars that were just edited: pest's interpreter runs the text of a `.pest` file as it is.
//!
//! Invariant: nothing here knows the syntax of any dialect. This engine makes the same trees as the parsers that
//! pest derives from the same grammar, and finds the same errors: they [share](super::grammar) all but running the grammar.

mod escapes;
mod load;
mod probe;

pub use load::{LoadError, LoadErrorKind};

use super::engines::Engine;
use super::grammar;
use super::reading::{EngineFailure, Follows, Reply, Request};
use super::rules::{EntryRules, PestGrammar, PestResult};
use super::specification::{Specification, cuts_token};
use super::trivia::LeadingTrivia;
use crate::tree::Tree;
use crate::tree::TreeBuffer;
use crate::{Dialect, Production, SyntaxErrorKind};
use load::Loaded;
use notation::{EntryRule, peg};
use pest_vm::Vm;
use probe::Probed;
use runtime::Span;
use specification::compile::{Productions, compile};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

/// A grammar that is run from its text, without any code being generated: change one and see the effect. It takes a
/// multiple of the reference engine's time.
///
/// [`Parser::with_grammar`](crate::Parser::with_grammar) runs it. Cloning it costs nothing.
///
/// ```
/// use turtle_peg::grammars::{LoadErrorKind, LoadedGrammar};
/// use turtle_peg::Dialect;
///
/// let text = Dialect::TriG11.grammar();
/// assert_eq!(LoadedGrammar::read(text)?.dialect(), Dialect::TriG11);
///
/// let error = LoadedGrammar::read(&text.replace("nextStatement =", "next =")).unwrap_err();
/// assert!(matches!(error.kind(), LoadErrorKind::MissingRule { rule, .. } if rule == "nextStatement"));
/// # Ok::<(), turtle_peg::grammars::LoadError>(())
/// ```
#[derive(Clone)]
pub struct LoadedGrammar(Arc<Rules>);

impl LoadedGrammar {
    /// Reads a `.pest` file, in the form that `grammar/README.md` describes.
    ///
    /// A rule whose name is that of a [`Production`] makes nodes of it. One of another name is a helper and makes none;
    /// but if a line with three slashes is above it, it claims to mirror a production.
    ///
    /// # Errors
    ///
    /// pest does not accept the grammar; or it lacks a rule that documents are read by; or it has a production that the
    /// translator does not know; or it needs pest's stack, which specifications' grammars do not have.
    pub fn read(text: &str) -> Result<Self, LoadError> {
        let Loaded {
            rules,
            dialect,
            start,
        } = load::read(text)?;
        let mirrors = rules.iter().filter_map(|rule| {
            let production = Production::from_name(&rule.name)?;
            Some((rule.name.clone(), production))
        });
        let mirrors: HashMap<_, _> = mirrors.collect();
        let names: HashSet<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
        Ok(Self(Arc::new(Rules {
            dialect,
            entries: EntryRules {
                // A statement is read whole: rules for its parts need not agree with productions that were edited.
                parts: None,
                ..EntryRules::new(start.name(), EntryRule::NextStatement.name(), |rule| {
                    names.contains(rule.name()).then_some(rule.name())
                })
            },
            specification: productions(text),
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
        engine: Engine,
        nesting_limit: usize,
        wanted: Request<'_>,
        text: &str,
        follows: Follows,
        tree: &mut TreeBuffer,
    ) -> Result<Reply, Box<EngineFailure>> {
        let by_productions = |tree: &mut TreeBuffer| {
            let specified = self.0.specification.as_ref()?;
            Some(specified.next_statement(nesting_limit, wanted, text, follows, tree))
        };
        let by_rules = |tree: &mut TreeBuffer| {
            let found =
                grammar::next_statement(&*self.0, nesting_limit, wanted, text, follows, tree)?;
            let specified = self.0.specification.as_ref();
            match specified.filter(|specified| cuts_token(&specified.tables, text, follows, found))
            {
                Some(_) if found.consumed() == text.len() => Ok(Reply::Undecided),
                Some(specified) => {
                    // The tree of the rules stays.
                    let asked = &mut TreeBuffer::default();
                    match specified.next_statement(nesting_limit, wanted, text, follows, asked) {
                        Err(failure) if failure.is_token_around(found.consumed()) => Err(failure),
                        Ok(Reply::Undecided) => Ok(Reply::Undecided),
                        _ => Ok(found),
                    }
                }
                None => Ok(found),
            }
        };
        settled(engine, by_productions, by_rules, Reply::is_undecided, tree)
    }

    /// The first escape sequence in a tree that a rule of the grammar takes for another one than the translator, and that rule's
    /// production.
    pub(crate) fn escape_without_meaning(&self, tree: Tree<'_>) -> Option<(Span, Production)> {
        self.0.escape_without_meaning(tree)
    }

    pub(super) fn trivia(&self, is_open: bool, text: &str) -> LeadingTrivia {
        grammar::trivia(&*self.0, is_open, text)
    }

    pub(super) fn document(
        &self,
        engine: Engine,
        nesting_limit: usize,
        text: &str,
        tree: &mut TreeBuffer,
    ) -> Result<(), Box<EngineFailure>> {
        let by_productions = |tree: &mut TreeBuffer| {
            let specified = self.0.specification.as_ref()?;
            Some(specified.document(nesting_limit, text, tree))
        };
        let by_rules =
            |tree: &mut TreeBuffer| grammar::document(&*self.0, nesting_limit, text, tree);
        settled(engine, by_productions, by_rules, |()| false, tree)
    }
}

/// The productions have the verdict if their engine was chosen; otherwise the rules have, and the productions explain
/// their rejections. Where the productions accept, the place is that of the rules' refusal.
fn settled<T>(
    engine: Engine,
    by_productions: impl FnOnce(&mut TreeBuffer) -> Option<Result<T, Box<EngineFailure>>>,
    by_rules: impl FnOnce(&mut TreeBuffer) -> Result<T, Box<EngineFailure>>,
    is_open: impl FnOnce(&T) -> bool,
    tree: &mut TreeBuffer,
) -> Result<T, Box<EngineFailure>> {
    if engine == Engine::Specification {
        return by_productions(tree).unwrap_or_else(|| Err(EngineFailure::unexplained(0)));
    }
    let failure = match by_rules(tree) {
        Err(failure) if failure.kind != SyntaxErrorKind::NotOneStatement => failure,
        result => return result,
    };
    match by_productions(tree) {
        Some(Ok(found)) if failure.is_want_of_stack() || is_open(&found) => Ok(found),
        Some(Err(explained)) => Err(explained),
        _ => Err(failure),
    }
}

impl fmt::Debug for LoadedGrammar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LoadedGrammar")
            .field("dialect", &self.dialect())
            .finish_non_exhaustive()
    }
}

/// The rules to run, by their names.
struct Rules {
    vm: Vm,
    probed: Probed,
    mirrors: HashMap<String, Production>,
    /// The productions that the rules mirror, if they can be run.
    specification: Option<Specification>,
    dialect: Dialect,
    entries: EntryRules<&'static str>,
}

/// The productions in the lines with three slashes, if they can be run: they explain the rules' rejections.
fn productions(text: &str) -> Option<Specification> {
    let literate = peg::read(text).ok()?;
    let productions = Productions::of_literate(&literate).ok()?;
    let compiled = compile(&productions, Some(EntryRule::GRAPH_PRODUCTION)).ok()?;
    Some(Specification::new(compiled.tables))
}

impl<'g> PestGrammar<'g> for Rules {
    type Rule = &'g str;
    const STACK_PER_LEVEL: usize = STACK_PER_LEVEL;

    fn entries(&'g self) -> &'g EntryRules<&'g str> {
        &self.entries
    }

    fn production(&self, rule: &'g str) -> Option<Production> {
        self.mirrors.get(rule).copied()
    }

    fn parse(&'g self, rule: &'g str, text: &'g str) -> PestResult<'g, &'g str> {
        self.vm.parse(rule, text).map_err(Box::new)
    }

    fn parse_beginning(&'g self, rule: &'g str, text: &'g str) -> (PestResult<'g, &'g str>, bool) {
        match self.probed.looks_at_end(rule, text) {
            Ok(looks_at_end) => (self.parse(rule, text), looks_at_end),
            Err(error) => (Err(error), false),
        }
    }
}

/// Stack to allow for one level of nesting, in bytes: twice the bytes measured with the dialects' grammars. Those of an
/// edited grammar may take more; then less nesting is read, and the error is the same.
const STACK_PER_LEVEL: usize = if cfg!(debug_assertions) {
    64 * 1024
} else {
    8 * 1024
};

#[cfg(test)]
mod tests;
