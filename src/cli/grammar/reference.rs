//! What a grammar's own parser says of a document.

use super::GrammarSource;
use turtle_peg::Parser;
use turtle_peg::inspect::{Coverage, Sentence};

/// The parser of a grammar.
pub struct Reference {
    /// There is one if all its productions are known.
    parser: Option<Parser>,
    /// What runs a PEG at run time, and says what of it a document uses. An EBNF has none: what is made of it is taken
    /// for granted.
    coverage: Option<Coverage>,
}

impl Reference {
    pub fn of(grammar: &GrammarSource) -> anyhow::Result<Self> {
        let is_peg = !matches!(grammar, GrammarSource::Ebnf(_));
        let coverage = is_peg.then(|| grammar.coverage()).transpose()?;
        let parser = grammar.parser();
        Ok(Self { parser, coverage })
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
        match (&self.parser, &self.coverage) {
            (Some(parser), _) => {
                let result = match is_syntax_only {
                    true => parser.read_tree(text, |_| ()),
                    false => parser.parse_str(text).check(),
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
        let Some(parser) = &self.parser else {
            return Some((None, self.check(text, false).err()?));
        };
        // Without a base IRI a document could stop where it is not at fault.
        let parser = parser
            .clone()
            .with_base_iri(base)
            .unwrap_or_else(|_| parser.clone());
        let error = parser.parse_str(text).check().err()?;
        let production = error
            .as_syntax()
            .and_then(turtle_peg::SyntaxError::production);
        Some((production.map(|it| it.name().to_owned()), error.to_string()))
    }
}
