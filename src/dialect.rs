//! The table of dialects: which grammar, which specification, which features.
//!
//! Invariant: dialects differ by the data in this table and by their grammars, never by code of their own.

use crate::Production;
use crate::rdf_rule::Concepts;
use oxrdf::NamedNodeRef;
use oxrdf::vocab::rdf;
use std::fmt;
use std::str::FromStr;

/// One of the languages that this crate parses: a specification and the grammar that mirrors it.
///
/// ```
/// use turtle_peg::Dialect;
///
/// let dialect: Dialect = "turtle-1.1".parse()?;
/// assert_eq!(dialect, Dialect::Turtle11);
/// assert_eq!(dialect.title(), "RDF 1.1 Turtle");
/// assert!(dialect.grammar().contains("turtleDoc ::= statement*"));
/// # Ok::<(), turtle_peg::UnknownDialect>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dialect {
    /// Turtle, W3C Team Submission, 14 January 2008.
    TurtleSubmission,
    /// Turtle, W3C Working Draft, 9 August 2011.
    TurtleWd2011,
    /// RDF 1.1 Turtle, W3C Recommendation, 25 February 2014.
    Turtle11,
    /// RDF 1.2 Turtle, Working Draft of late 2024: no version directive yet.
    Turtle12Wd2024,
    /// RDF 1.2 Turtle, the current text.
    Turtle12,
    /// RDF 1.1 N-Triples, W3C Recommendation, 25 February 2014.
    NTriples11,
    /// RDF 1.2 N-Triples, the current text.
    NTriples12,
    /// RDF 1.1 TriG, W3C Recommendation, 25 February 2014.
    TriG11,
    /// RDF 1.2 TriG, the current text.
    TriG12,
    /// RDF 1.1 N-Quads, W3C Recommendation, 25 February 2014.
    NQuads11,
    /// RDF 1.2 N-Quads, the current text.
    NQuads12,
}

/// What a dialect allows that its grammar alone does not say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Features {
    pub(crate) iris: Iris,
    /// Where its terms are defined.
    pub(crate) concepts: Concepts,
    /// Whether its syntax can ask for a blank node without giving it a label.
    pub(crate) generates_blank_nodes: bool,
    /// Whether every statement stands on a line of its own, so that an error ends with its line.
    pub(crate) line_based: bool,
    /// Whether a document is a dataset: its triples can be in named graphs.
    pub(crate) has_named_graphs: bool,
    /// The datatype IRIs that only a language tag (and base direction) can give a literal.
    pub(crate) language_datatypes: &'static [NamedNodeRef<'static>],
    pub(crate) language_tags: LanguageTags,
}

impl Features {
    /// Whether graphs stand between braces.
    pub(crate) fn has_braces(&self) -> bool {
        self.has_named_graphs && !self.line_based
    }
}

/// What may stand between `<` and `>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Iris {
    /// Absolute IRIs, taken as they are.
    Absolute,
    /// IRI references, resolved against the base IRI.
    References,
    /// RDF URI references as of 2004: like IRI references, but with characters that IRIs exclude.
    UriReferences,
}

/// What may stand behind a string's `@`, as far as the grammar leaves it open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LanguageTags {
    /// What is well-formed by section 2.2.9 of BCP 47.
    Bcp47,
    /// What RDF of 2004 has: RFC 3066, section 2.1.
    Rfc3066,
}

struct Row {
    dialect: Dialect,
    name: &'static str,
    title: &'static str,
    specification: &'static str,
    address: &'static str,
    grammar: &'static str,
    /// The start symbol of the specification's grammar.
    start: Production,
    features: Features,
}

const TURTLE: Features = Features {
    iris: Iris::References,
    concepts: Concepts::Rdf12,
    generates_blank_nodes: true,
    line_based: false,
    has_named_graphs: false,
    language_datatypes: RDF_1_2_LANGUAGE_DATATYPES,
    language_tags: LanguageTags::Bcp47,
};

const N_TRIPLES: Features = Features {
    iris: Iris::Absolute,
    concepts: Concepts::Rdf12,
    generates_blank_nodes: false,
    line_based: true,
    has_named_graphs: false,
    language_datatypes: RDF_1_2_LANGUAGE_DATATYPES,
    language_tags: LanguageTags::Bcp47,
};

/// RDF 1.1 Concepts, section 3.3. RDF of 2004 has no datatype for literals with language tags.
const RDF_1_1_LANGUAGE_DATATYPES: &[NamedNodeRef<'static>] = &[rdf::LANG_STRING];

/// RDF 1.2 Concepts, section 3.4.
const RDF_1_2_LANGUAGE_DATATYPES: &[NamedNodeRef<'static>] =
    &[rdf::LANG_STRING, rdf::DIR_LANG_STRING];

/// In the order of [`Dialect`]'s variants, which index it.
const TABLE: &[Row] = &[
    Row {
        dialect: Dialect::TurtleSubmission,
        name: "turtle-submission",
        title: "Turtle",
        specification: "W3C Team Submission, 14 January 2008",
        address: "https://www.w3.org/TeamSubmission/2008/SUBM-turtle-20080114/",
        grammar: include_str!("../grammar/turtle-submission.pest"),
        start: Production::turtleDoc,
        features: Features {
            iris: Iris::UriReferences,
            concepts: Concepts::Rdf2004,
            language_datatypes: &[],
            language_tags: LanguageTags::Rfc3066,
            ..TURTLE
        },
    },
    Row {
        dialect: Dialect::TurtleWd2011,
        name: "turtle-wd2011",
        title: "Turtle",
        specification: "W3C Working Draft, 9 August 2011",
        address: "https://www.w3.org/TR/2011/WD-turtle-20110809/",
        grammar: include_str!("../grammar/turtle-wd2011.pest"),
        start: Production::turtleDoc,
        features: Features {
            concepts: Concepts::Drafts2011,
            language_datatypes: &[],
            ..TURTLE
        },
    },
    Row {
        dialect: Dialect::Turtle11,
        name: "turtle-1.1",
        title: "RDF 1.1 Turtle",
        specification: "W3C Recommendation, 25 February 2014",
        address: "https://www.w3.org/TR/2014/REC-turtle-20140225/",
        grammar: include_str!("../grammar/turtle-1.1.pest"),
        start: Production::turtleDoc,
        features: Features {
            concepts: Concepts::Rdf11,
            language_datatypes: RDF_1_1_LANGUAGE_DATATYPES,
            ..TURTLE
        },
    },
    Row {
        dialect: Dialect::Turtle12Wd2024,
        name: "turtle-1.2-wd2024",
        title: "RDF 1.2 Turtle",
        specification: "W3C Working Draft of late 2024",
        address: "https://www.w3.org/TR/rdf12-turtle/",
        grammar: include_str!("../grammar/turtle-1.2-wd2024.pest"),
        start: Production::turtleDoc,
        features: TURTLE,
    },
    Row {
        dialect: Dialect::Turtle12,
        name: "turtle-1.2",
        title: "RDF 1.2 Turtle",
        specification: "W3C editor's draft of July 2026",
        address: "https://w3c.github.io/rdf-turtle/spec/",
        grammar: include_str!("../grammar/turtle-1.2.pest"),
        start: Production::turtleDoc,
        features: TURTLE,
    },
    Row {
        dialect: Dialect::NTriples11,
        name: "n-triples-1.1",
        title: "RDF 1.1 N-Triples",
        specification: "W3C Recommendation, 25 February 2014",
        address: "https://www.w3.org/TR/2014/REC-n-triples-20140225/",
        grammar: include_str!("../grammar/n-triples-1.1.pest"),
        start: Production::ntriplesDoc,
        features: Features {
            concepts: Concepts::Rdf11,
            language_datatypes: RDF_1_1_LANGUAGE_DATATYPES,
            ..N_TRIPLES
        },
    },
    Row {
        dialect: Dialect::NTriples12,
        name: "n-triples-1.2",
        title: "RDF 1.2 N-Triples",
        specification: "W3C editor's draft",
        address: "https://w3c.github.io/rdf-n-triples/spec/",
        grammar: include_str!("../grammar/n-triples-1.2.pest"),
        start: Production::ntriplesDoc,
        features: N_TRIPLES,
    },
    Row {
        dialect: Dialect::TriG11,
        name: "trig-1.1",
        title: "RDF 1.1 TriG",
        specification: "W3C Recommendation, 25 February 2014",
        address: "https://www.w3.org/TR/2014/REC-trig-20140225/",
        grammar: include_str!("../grammar/trig-1.1.pest"),
        start: Production::trigDoc,
        features: Features {
            has_named_graphs: true,
            concepts: Concepts::Rdf11,
            language_datatypes: RDF_1_1_LANGUAGE_DATATYPES,
            ..TURTLE
        },
    },
    Row {
        dialect: Dialect::TriG12,
        name: "trig-1.2",
        title: "RDF 1.2 TriG",
        specification: "W3C editor's draft",
        address: "https://w3c.github.io/rdf-trig/spec/",
        grammar: include_str!("../grammar/trig-1.2.pest"),
        start: Production::trigDoc,
        features: Features {
            has_named_graphs: true,
            ..TURTLE
        },
    },
    Row {
        dialect: Dialect::NQuads11,
        name: "n-quads-1.1",
        title: "RDF 1.1 N-Quads",
        specification: "W3C Recommendation, 25 February 2014",
        address: "https://www.w3.org/TR/2014/REC-n-quads-20140225/",
        grammar: include_str!("../grammar/n-quads-1.1.pest"),
        start: Production::nquadsDoc,
        features: Features {
            has_named_graphs: true,
            concepts: Concepts::Rdf11,
            language_datatypes: RDF_1_1_LANGUAGE_DATATYPES,
            ..N_TRIPLES
        },
    },
    Row {
        dialect: Dialect::NQuads12,
        name: "n-quads-1.2",
        title: "RDF 1.2 N-Quads",
        specification: "W3C editor's draft",
        address: "https://w3c.github.io/rdf-n-quads/spec/",
        grammar: include_str!("../grammar/n-quads-1.2.pest"),
        start: Production::nquadsDoc,
        features: Features {
            has_named_graphs: true,
            ..N_TRIPLES
        },
    },
];

impl Dialect {
    /// Every dialect, oldest first within each language.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        TABLE.iter().map(|row| row.dialect)
    }

    fn row(self) -> &'static Row {
        &TABLE[self as usize]
    }

    /// The short name, as `--dialect` takes it: `turtle-1.2`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The title of the specification.
    pub fn title(self) -> &'static str {
        self.row().title
    }

    /// The status and date of the specification's text.
    pub fn specification(self) -> &'static str {
        self.row().specification
    }

    /// Where the specification is published.
    pub fn address(self) -> &'static str {
        self.row().address
    }

    /// The text of the `.pest` file that mirrors the specification, and that the parser is generated from.
    pub fn grammar(self) -> &'static str {
        self.row().grammar
    }

    /// The number that the specification gives a production; none if it gives none, or has no such production.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Production};
    ///
    /// assert_eq!(Dialect::Turtle12.number(Production::objectList), Some("13"));
    /// ```
    pub fn number(self, production: Production) -> Option<&'static str> {
        let heading = |line: &'static str| {
            let (number, rest) = line.strip_prefix("/// [")?.split_once("] ")?;
            let name = rest.split_whitespace().next()?;
            (name.trim_matches(['<', '>']) == production.name()).then_some(number)
        };
        self.grammar().lines().find_map(heading)
    }

    /// The production that a document is: `turtleDoc`.
    pub fn start(self) -> Production {
        self.row().start
    }

    /// The dialect that a file name's extension stands for: the newest of its language.
    ///
    /// ```
    /// use turtle_peg::Dialect;
    ///
    /// assert_eq!(Dialect::from_extension("ttl"), Some(Dialect::Turtle12));
    /// assert_eq!(Dialect::from_extension("nt"), Some(Dialect::NTriples12));
    /// assert_eq!(Dialect::from_extension("trig"), Some(Dialect::TriG12));
    /// assert_eq!(Dialect::from_extension("nq"), Some(Dialect::NQuads12));
    /// assert_eq!(Dialect::from_extension("txt"), None);
    /// ```
    pub fn from_extension(extension: &str) -> Option<Self> {
        match extension {
            "ttl" => Some(Self::Turtle12),
            "nt" => Some(Self::NTriples12),
            "trig" => Some(Self::TriG12),
            "nq" => Some(Self::NQuads12),
            _ => None,
        }
    }

    /// The extension of the names of its documents' files, without the dot.
    ///
    /// ```
    /// use turtle_peg::Dialect;
    ///
    /// assert_eq!(Dialect::TriG11.extension(), "trig");
    /// ```
    pub fn extension(self) -> &'static str {
        match (self.features().line_based, self.has_named_graphs()) {
            (false, false) => "ttl",
            (false, true) => "trig",
            (true, false) => "nt",
            (true, true) => "nq",
        }
    }

    /// Whether its documents are datasets, with named graphs beside the default graph: TriG and N-Quads.
    pub fn has_named_graphs(self) -> bool {
        self.features().has_named_graphs
    }

    /// Whether every statement stands on a line of its own: N-Triples and N-Quads.
    ///
    /// ```
    /// use turtle_peg::Dialect;
    ///
    /// assert!(Dialect::NTriples12.is_line_based());
    /// assert!(!Dialect::Turtle12.is_line_based());
    /// ```
    pub fn is_line_based(self) -> bool {
        self.features().line_based
    }

    pub(crate) fn features(self) -> &'static Features {
        &self.row().features
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    /// Reads a dialect's [name](Dialect::name).
    fn from_str(name: &str) -> Result<Self, UnknownDialect> {
        Self::all()
            .find(|dialect| dialect.name() == name)
            .ok_or_else(|| UnknownDialect(name.to_owned()))
    }
}

/// There is no dialect of this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownDialect(String);

impl fmt::Display for UnknownDialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Dialect::all().map(Dialect::name).collect();
        write!(
            f,
            "there is no dialect `{}`; there are {}",
            self.0,
            names.join(", ")
        )
    }
}

impl std::error::Error for UnknownDialect {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (index, row) in TABLE.iter().enumerate() {
            assert_eq!(row.dialect as usize, index, "{}", row.name);
            assert_eq!(row.name.parse(), Ok(row.dialect));
        }
    }
}
