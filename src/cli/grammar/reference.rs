//! What a grammar's own parser says of a document.

use super::GrammarSource;
use turtle_peg::inspect::Interpreter;
use turtle_peg::{Dialect, Engine, Parser};

/// The parser of a grammar.
pub enum Reference {
    /// A dialect's reference engine.
    Dialect(Dialect),
    /// The grammar of a file, at run time.
    Peg(Box<Interpreter>),
    /// An EBNF has none: whatever it says is taken for granted.
    None,
}

impl Reference {
    pub fn of(grammar: &GrammarSource) -> anyhow::Result<Self> {
        Ok(match grammar {
            GrammarSource::Dialect(dialect) => Self::Dialect(*dialect),
            GrammarSource::Peg(_) => Self::Peg(Box::new(grammar.interpreter()?)),
            GrammarSource::Ebnf(_) => Self::None,
        })
    }

    pub fn is_there(&self) -> bool {
        !matches!(self, Self::None)
    }

    /// Whether the document conforms, to what the grammar does not say too.
    pub fn accepts(&self, text: &str) -> bool {
        self.check(text, false).is_ok()
    }

    /// Whether the document is one of the grammar's.
    pub fn matches(&self, text: &str) -> bool {
        self.check(text, true).is_ok()
    }

    /// What is wrong with a document, with its line and column.
    pub fn check(&self, text: &str, is_syntax_only: bool) -> Result<(), String> {
        match self {
            Self::Dialect(dialect) => {
                let parser = Parser::new(*dialect).engine(Engine::Reference);
                let result = match is_syntax_only {
                    true => parser.read_tree(text, |_| ()),
                    false => parser.parse_str(text).for_each_quad(|_, _| ()),
                };
                result.map_err(|error| error.to_string())
            }
            Self::Peg(interpreter) => {
                let result = interpreter.check(text);
                result.map_err(|error| error.to_string())
            }
            Self::None => Ok(()),
        }
    }

    /// In which production a document stops, and what is wrong there. None, if it is accepted.
    pub fn stop(&self, text: &str, base: &str) -> Option<(Option<String>, String)> {
        let Self::Dialect(dialect) = self else {
            return Some((None, self.check(text, false).err()?));
        };
        let parser = Parser::new(*dialect).engine(Engine::Reference);
        // Without a base IRI a document could stop where it is not at fault.
        let parser = parser.clone().with_base_iri(base).unwrap_or(parser);
        let error = parser.parse_str(text).for_each_quad(|_, _| ()).err()?;
        let production = error
            .as_syntax()
            .and_then(turtle_peg::SyntaxError::production);
        Some((production.map(|it| it.name().to_owned()), error.to_string()))
    }
}
