//! The verdict of a grammar's own parser on a document.

use crate::grammars::source::GrammarSource;
use interpreter::SpecifiedGrammar;
use toolkit::{Coverage, Sentence};
use turtle_peg::Parser;

/// The parser of a grammar.
pub struct Reference {
    /// There is one if all its productions are known.
    parser: Option<Parser>,
    running: Running,
}

/// A parser of documents, whatever they mean.
enum Running {
    /// A PEG; it reports the cases that a document uses.
    Peg(Box<Coverage>),
    /// An EBNF, by its productions: they accept or reject, and do not report the cases that a document uses.
    Productions(Box<SpecifiedGrammar>),
    /// Nothing: an EBNF that cannot be run, and why.
    Nothing(String),
}

impl Reference {
    pub fn of(grammar: &GrammarSource) -> anyhow::Result<Self> {
        let running = match grammar {
            GrammarSource::Ebnf(_) => match grammar.run() {
                Ok(productions) => Running::Productions(Box::new(productions)),
                Err(why) => Running::Nothing(why),
            },
            GrammarSource::Dialect(_) | GrammarSource::Peg(_) => {
                Running::Peg(Box::new(grammar.coverage()?))
            }
        };
        let parser = grammar.parser();
        Ok(Self { parser, running })
    }

    /// The reason why no document can be run: then sentences of the grammar are taken for granted.
    pub fn why_not_run(&self) -> Option<&str> {
        match &self.running {
            Running::Nothing(why) => Some(why),
            Running::Peg(_) | Running::Productions(_) => None,
        }
    }

    /// The cases that a document uses; none, if it is not accepted. Where the parser does not say, these are the ones that
    /// it was made to use.
    pub fn read(&self, sentence: &Sentence, is_syntax_only: bool) -> Option<Vec<usize>> {
        self.check(&sentence.text, is_syntax_only).ok()?;
        match &self.running {
            Running::Peg(coverage) => coverage.cases_of(&sentence.text).ok(),
            Running::Productions(_) | Running::Nothing(_) => Some(sentence.cases.clone()),
        }
    }

    /// The error in a document, with its line and column: by the letter of the grammar, or also by RDF's
    /// rules.
    pub fn check(&self, text: &str, is_syntax_only: bool) -> Result<(), String> {
        if let Some(parser) = &self.parser {
            let result = match is_syntax_only {
                true => parser.read_tree(text, |_| ()),
                false => parser.parse_str(text).check(),
            };
            return result.map_err(|error| error.to_string());
        }
        let said = match &self.running {
            Running::Peg(coverage) => coverage.cases_of(text).err().map(|no| no.to_string()),
            Running::Productions(grammar) => grammar.read(text).err().map(|no| no.to_string()),
            Running::Nothing(_) => None,
        };
        said.map_or(Ok(()), Err)
    }

    /// The production in which a document stops, and the error. None, if it is accepted.
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
