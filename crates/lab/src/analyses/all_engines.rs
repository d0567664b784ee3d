//! All engines that read a grammar's documents, and what they agree on.
//!
//! Invariant: a document is accepted, or rejected, only if each of them says so.

use crate::grammars::source::GrammarSource;
use interpreter::SpecifiedGrammar;
use toolkit::{Coverage, Sentence};
use turtle_peg::{Dialect, Engine, Error, Objection, Parser};

/// The engines that can read documents of a grammar.
pub struct AllEngines {
    /// Parsers of RDF, if all productions have a meaning.
    parsers: Vec<Parser>,
    /// That of the newest version of a dialect's language, in which a document that is rejected has to be at fault, too: it reads the
    /// suites of earlier versions.
    newest: Option<Parser>,
    /// The productions, unless these cannot be run.
    productions: Option<SpecifiedGrammar>,
    /// The rules; they tell the cases that a document uses.
    pub rules: Coverage,
}

/// Where all of them stop.
pub struct CommonStop {
    /// None, if no engine tells.
    pub production: Option<String>,
    pub error: String,
}

impl AllEngines {
    pub fn of(grammar: &GrammarSource) -> anyhow::Result<Self> {
        let parsers = match grammar {
            GrammarSource::Dialect(dialect) => {
                let engines = [Engine::Fast, Engine::Reference, Engine::Specification];
                let parser = |engine| Parser::new(*dialect).with_engine(engine);
                engines.map(parser).to_vec()
            }
            GrammarSource::Peg(_) | GrammarSource::Ebnf(_) => {
                grammar.parser().into_iter().collect()
            }
        };
        let own = grammar.dialect();
        let newest = own.and_then(|own| Dialect::from_extension(own.extension()));
        Ok(Self {
            parsers,
            newest: newest.map(Parser::new),
            productions: grammar.run().ok(),
            rules: grammar.coverage()?,
        })
    }

    /// The cases that a document uses, if all accept it, and RDF does too.
    pub fn accept(&self, sentence: &Sentence) -> Option<Vec<usize>> {
        let text = &sentence.text;
        let mut parsers = self.parsers.iter();
        let is_accepted = parsers.all(|parser| read(parser, text).iter().all(Result::is_ok))
            && self.productions.iter().all(|it| it.read(text).is_ok());
        is_accepted
            .then(|| self.rules.cases_of(text).ok())
            .flatten()
    }

    /// Where they stop, if the grammar rejects a document by all of them.
    pub fn reject(&self, text: &str) -> Option<CommonStop> {
        let by_rules = self.rules.cases_of(text).err()?;
        let mut stop = CommonStop {
            production: None,
            error: by_rules.to_string(),
        };
        let by_productions = self.productions.iter().map(|it| it.read(text).map(drop));
        let parsers = self.newest.iter().chain(&self.parsers);
        let by_parsers = parsers.flat_map(|parser| read(parser, text));
        for said in by_productions.chain(by_parsers) {
            let Err(Error::Syntax(error)) = said else {
                return None;
            };
            if error.kind().objection() != Objection::Grammar {
                return None;
            }
            stop = CommonStop {
                production: error.production().map(|it| it.name().to_owned()),
                error: error.to_string(),
            };
        }
        Some(stop)
    }
}

/// A document from memory, and byte by byte.
fn read(parser: &Parser, text: &str) -> [Result<(), Error>; 2] {
    let mut pushed = parser.parse_pushed();
    let by_byte = text.as_bytes().chunks(1).try_for_each(|byte| {
        pushed.push(byte);
        pushed.for_each_quad(|_, _| ())
    });
    let to_its_end = by_byte.and_then(|()| {
        pushed.end();
        pushed.for_each_quad(|_, _| ())
    });
    [parser.parse_str(text).check(), to_its_end]
}
