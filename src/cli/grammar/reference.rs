//! What a grammar's own parser says of a document.

use super::GrammarSource;
use turtle_peg::inspect::{Coverage, Sentence};
use turtle_peg::{Dialect, Engine, Parser};

/// The parser of a grammar.
pub struct Reference {
    /// A dialect has a reference engine.
    dialect: Option<Dialect>,
    /// What runs a PEG at run time, and says what of it a document uses. An EBNF has none: what is made of it is taken
    /// for granted.
    coverage: Option<Coverage>,
}

impl Reference {
    pub fn of(grammar: &GrammarSource) -> anyhow::Result<Self> {
        let (dialect, is_peg) = match grammar {
            GrammarSource::Dialect(dialect) => (Some(*dialect), true),
            GrammarSource::Peg(_) => (None, true),
            GrammarSource::Ebnf(_) => (None, false),
        };
        let coverage = is_peg.then(|| grammar.coverage()).transpose()?;
        Ok(Self { dialect, coverage })
    }

    pub fn is_there(&self) -> bool {
        self.coverage.is_some()
    }

    /// The cases that a document uses; none, if it is not accepted.
    pub fn read(&self, sentence: &Sentence, is_syntax_only: bool) -> Option<Vec<usize>> {
        self.check(&sentence.text, is_syntax_only).ok()?;
        match &self.coverage {
            Some(coverage) => coverage.cases_of(&sentence.text).ok(),
            None => Some(sentence.cases.clone()),
        }
    }

    /// What is wrong with a document, with its line and column: by the letter of the grammar, or also by what that does
    /// not say.
    pub fn check(&self, text: &str, is_syntax_only: bool) -> Result<(), String> {
        match (self.dialect, &self.coverage) {
            (Some(dialect), _) => {
                let parser = Parser::new(dialect).engine(Engine::Reference);
                let result = match is_syntax_only {
                    true => parser.read_tree(text, |_| ()),
                    false => parser.parse_str(text).for_each_quad(|_, _| ()),
                };
                result.map_err(|error| error.to_string())
            }
            (None, Some(coverage)) => match coverage.cases_of(text) {
                Ok(_) => Ok(()),
                Err(error) => Err(error.to_string()),
            },
            (None, None) => Ok(()),
        }
    }

    /// In which production a document stops, and what is wrong there. None, if it is accepted.
    pub fn stop(&self, text: &str, base: &str) -> Option<(Option<String>, String)> {
        let Some(dialect) = self.dialect else {
            return Some((None, self.check(text, false).err()?));
        };
        let parser = Parser::new(dialect).engine(Engine::Reference);
        // Without a base IRI a document could stop where it is not at fault.
        let parser = parser.clone().with_base_iri(base).unwrap_or(parser);
        let error = parser.parse_str(text).for_each_quad(|_, _| ()).err()?;
        let production = error
            .as_syntax()
            .and_then(turtle_peg::SyntaxError::production);
        Some((production.map(|it| it.name().to_owned()), error.to_string()))
    }
}
