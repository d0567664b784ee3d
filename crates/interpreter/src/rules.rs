//! Grammars that were just edited: pest's interpreter runs the text of a `.pest` file as it is.
//!
//! Invariant: nothing here knows the syntax of any dialect. Of one grammar, the interpreter gives the pairs of the parser that pest
//! derives, and finds its errors: all else is the reference engine's.

mod escapes;
mod load;

pub use load::{LoadError, LoadErrorKind};

use crate::productions::SpecifiedGrammar;
use load::Loaded;
use pest::iterators::Pairs;
use pest_vm::Vm;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use turtle_peg::grammars::{OwnGrammar, Specification};
use turtle_peg::{Dialect, Production, Span};

/// A grammar that is run from its text, without any code being generated: change one and see the effect. It reads whole documents,
/// as [`Engine::Reference`](turtle_peg::Engine::Reference) does, and takes a multiple of its time.
///
/// [`Parser::with_grammar`](turtle_peg::Parser::with_grammar) runs it. Cloning it costs nothing.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
/// use turtle_peg_interpreter::LoadedGrammar;
///
/// // Turtle without `a`.
/// let text = Dialect::Turtle12.grammar().replace("verb = { predicate | \"a\" }", "verb = { predicate }");
/// let grammar = LoadedGrammar::read(&text)?;
/// let parser = Parser::new(grammar.dialect()).with_grammar(grammar);
/// assert_eq!(parser.parse_str("<x:s> <x:p> <x:o> .").triples().count(), 1);
/// assert!(parser.parse_str("<x:s> a <x:o> .").triples().next().unwrap().is_err());
/// # Ok::<(), turtle_peg_interpreter::LoadError>(())
/// ```
///
/// A grammar that cannot be run says why:
///
/// ```
/// use turtle_peg_interpreter::{LoadErrorKind, LoadedGrammar};
/// use turtle_peg::Dialect;
///
/// let text = Dialect::TriG11.grammar();
/// assert_eq!(LoadedGrammar::read(text)?.dialect(), Dialect::TriG11);
///
/// let error = LoadedGrammar::read(&text.replace("trigDoc = ", "document = ")).unwrap_err();
/// assert!(matches!(error.kind(), LoadErrorKind::UnknownProduction { name, .. } if name == "document"));
/// # Ok::<(), turtle_peg_interpreter::LoadError>(())
/// ```
#[derive(Clone)]
pub struct LoadedGrammar(Arc<Rules>);

impl LoadedGrammar {
    /// Reads the text of a `.pest` file, in the form that `grammar/README.md` describes.
    ///
    /// A rule whose name is that of a [`Production`] makes nodes of it. One of another name is a helper and makes none;
    /// but if a line with three slashes is above it, it claims to mirror a production.
    ///
    /// # Errors
    ///
    /// pest does not accept the grammar; or it has no rule for a document; or it has a production that the
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
        Ok(Self(Arc::new(Rules {
            dialect,
            start: start.name(),
            productions: SpecifiedGrammar::read_pest(text).ok(),
            mirrors,
            vm: Vm::new(rules),
        })))
    }

    /// The dialect that it is written for, by its start rule: the one whose address is in the file's header, or else the
    /// newest of the language.
    pub fn dialect(&self) -> Dialect {
        self.0.dialect
    }
}

impl OwnGrammar for LoadedGrammar {
    fn parse<'t>(
        &'t self,
        text: &'t str,
    ) -> Result<Pairs<'t, &'t str>, Box<pest::error::Error<&'t str>>> {
        self.0.vm.parse(self.0.start, text).map_err(Box::new)
    }

    fn production(&self, rule: &str) -> Option<Production> {
        self.0.mirrors.get(rule).copied()
    }

    fn stack_per_level(&self) -> usize {
        STACK_PER_LEVEL
    }

    fn specification(&self) -> Option<&Specification> {
        let productions = self.0.productions.as_ref();
        productions.map(SpecifiedGrammar::specification)
    }

    fn escape_without_meaning(&self, token: &str) -> Option<(Span, Production)> {
        self.0.escape_without_meaning(token)
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
    mirrors: HashMap<String, Production>,
    /// The productions that the rules mirror, if they can be run: they explain the rules' rejections.
    productions: Option<SpecifiedGrammar>,
    dialect: Dialect,
    start: &'static str,
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
