//! A place explained, as a plain object, as `lib/tools.ts` describes it.

use super::faults::Fault;
use super::places::{Count, Place, Places};
use advice::place::{
    self, Declaration, ExplainedToken, MatchedProduction, ParsingRule, PlaceContent,
    PlaceInStatement, TripleOfTerm,
};
use serde::Serialize;
use std::ops::Range;
use turtle_peg::Parser;

#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    dialect: &'static str,
    #[serde(flatten)]
    place: Option<Place>,
    text: String,
    is_white_space: bool,
    is_in_statement: bool,
    token: Option<Token>,
    path: Vec<Matched>,
    term: Option<String>,
    is_part_of_term: bool,
    declares: Option<Declared>,
    triples: Vec<Triple>,
    triples_of_statement: usize,
    rules: Vec<Rule>,
    fault: Option<Fault>,
}

#[derive(Serialize)]
struct Token {
    names: Vec<String>,
    shorter: Vec<Shorter>,
}

/// A token that matches only a beginning.
#[derive(Serialize)]
struct Shorter {
    name: String,
    text: String,
}

#[derive(Serialize)]
struct Matched {
    production: &'static str,
    start: usize,
    end: usize,
}

#[derive(Serialize)]
struct Declared {
    prefix: Option<String>,
    iri: String,
}

#[derive(Serialize)]
struct Triple {
    role: &'static str,
    triple: String,
}

#[derive(Serialize)]
struct Rule {
    production: &'static str,
    section: &'static str,
    rule: &'static str,
}

impl Explanation {
    /// Explains the character that has a code unit of a document.
    pub fn new(text: &str, unit: usize, parser: &Parser) -> Self {
        let places = Places::new(text);
        let at = places.byte_of(unit);
        let length = text[at..].chars().next().map_or(0, char::len_utf8);
        let character = at..at + length;
        let mut explanation = match place::explain(text, at, &parser.start(), parser) {
            PlaceContent::InStatement(found) => Self::in_statement(*found, &places),
            PlaceContent::Fault(fault, token) => Self {
                is_in_statement: true,
                fault: Some(Fault::new(&fault, &places)),
                ..Self::outside(character, token, &places)
            },
            PlaceContent::Outside(token) => Self {
                is_white_space: token.is_none(),
                ..Self::outside(character, token, &places)
            },
        };
        explanation.dialect = parser.dialect().name();
        explanation
    }

    fn in_statement(found: PlaceInStatement, places: &Places<'_>) -> Self {
        let fault = found.fault.as_ref();
        Self {
            is_white_space: found.is_between,
            is_in_statement: true,
            token: found.token.map(|token| Token::new(token, places)),
            path: found
                .path
                .into_iter()
                .map(|it| Matched::new(it, places))
                .collect(),
            term: found.term,
            is_part_of_term: found.is_part,
            declares: found.declared.map(Declared::from),
            triples: found.triples.into_iter().map(Triple::from).collect(),
            triples_of_statement: found.in_statement,
            rules: found.rules.into_iter().map(Rule::from).collect(),
            fault: fault.map(|fault| Fault::new(fault, places)),
            ..Self::at(found.bytes, places)
        }
    }

    /// A place of which only the token is known, or not even that.
    fn outside(
        character: Range<usize>,
        token: Option<ExplainedToken>,
        places: &Places<'_>,
    ) -> Self {
        let bytes = token.as_ref().map_or(character, |it| it.bytes.clone());
        Self {
            token: token.map(|token| Token::new(token, places)),
            ..Self::at(bytes, places)
        }
    }

    fn at(bytes: Range<usize>, places: &Places<'_>) -> Self {
        Self {
            text: places.text()[bytes.clone()].to_owned(),
            place: Some(Place::of_bytes(bytes, places)),
            ..Self::default()
        }
    }
}

impl Token {
    fn new(token: ExplainedToken, places: &Places<'_>) -> Self {
        let start = token.bytes.start;
        let shorter = token.shorter.into_iter().map(|(name, length)| Shorter {
            name,
            text: places.text()[start..start + length].to_owned(),
        });
        Self {
            names: token.names,
            shorter: shorter.collect(),
        }
    }
}

impl Matched {
    fn new(matched: MatchedProduction, places: &Places<'_>) -> Self {
        Self {
            production: matched.production.name(),
            start: places.of_byte(matched.bytes.start as u64),
            end: places.of_byte(matched.bytes.end as u64),
        }
    }
}

impl From<Declaration> for Declared {
    fn from(declaration: Declaration) -> Self {
        match declaration {
            Declaration::Prefix { prefix, namespace } => Self {
                prefix: Some(prefix),
                iri: namespace,
            },
            Declaration::Base(iri) => Self { prefix: None, iri },
        }
    }
}

impl From<TripleOfTerm> for Triple {
    fn from(triple: TripleOfTerm) -> Self {
        Self {
            role: triple.role.name(),
            triple: triple.triple + " .",
        }
    }
}

impl From<ParsingRule> for Rule {
    fn from(rule: ParsingRule) -> Self {
        Self {
            production: rule.production.name(),
            section: rule.section,
            rule: rule.words,
        }
    }
}
