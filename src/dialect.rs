//! The table of dialects: which grammar, which specification, which features.
//!
//! Invariant: dialects differ by the data in this table and by their grammars, never by code of their own.

mod paths;
mod table;

use paths::format_extension;
pub(crate) use table::for_each_dialect;

use crate::Production;
use crate::rdf12;
use oxrdf::NamedNodeRef;
use oxrdf::vocab::rdf;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// The properties of a dialect that its grammar alone does not show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Features {
    pub(crate) iris: IriSyntax,
    /// Where its terms are defined.
    pub(crate) concepts: Concepts,
    /// Whether its syntax can ask for a blank node without giving it a label.
    pub(crate) generates_blank_nodes: bool,
    /// Whether every statement is on a line of its own, so that an error ends with its line.
    pub(crate) line_based: bool,
    /// Whether a document is a dataset: its triples can be in named graphs.
    pub(crate) has_named_graphs: bool,
    /// Whether a directive of its grammar announces the version.
    pub(crate) has_version_directive: bool,
    /// Whether its grammar has rules that read a large statement part by part.
    pub(crate) has_parts: bool,
    /// The datatype IRIs that only a language tag (and base direction) can give a literal.
    pub(crate) language_datatypes: &'static [NamedNodeRef<'static>],
    pub(crate) language_tags: LanguageTags,
    /// The sections of the specification that define the meaning of its productions, if it has them.
    pub(crate) parsing: Option<ParsingSections>,
}

impl Features {
    /// Whether graphs are between braces.
    pub(crate) fn has_braces(&self) -> bool {
        self.has_named_graphs && !self.line_based
    }
}

/// The document that defines the data model of a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Concepts {
    Rdf2004,
    /// The basis of the draft of 2011: the documents that RDF 1.1 was going to refer to.
    Drafts2011,
    Rdf11,
    Rdf12,
}

/// The syntax of IRIs between `<` and `>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IriSyntax {
    /// Absolute IRIs, taken as they are.
    Absolute,
    /// IRI references, resolved against the base IRI.
    References,
    /// RDF URI references as of 2004: like IRI references, but with characters that IRIs exclude.
    UriReferences,
}

/// The syntax of language tags, as far as the grammar leaves it open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LanguageTags {
    /// Tags that are well-formed by section 2.2.9 of BCP 47.
    Bcp47,
    /// Tags of RDF of 2004: RFC 3066, section 2.1.
    Rfc3066,
}

/// The sections of a specification that define the triples that a parser makes of its productions, each by its number, if it has one,
/// and its title; from [`Dialect::parsing_sections`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParsingSections {
    /// The section on the state that a parser keeps from one statement to the next.
    pub state: &'static str,
    /// The section on the terms that productions stand for.
    pub terms: &'static str,
    /// The section on the triples that productions make.
    pub triples: &'static str,
}

const NUMBERED_SECTIONS: ParsingSections = ParsingSections {
    state: "7.1 Parser State",
    terms: "7.2 RDF Term Constructors",
    triples: "7.3 RDF Triples Constructors",
};

const NAMED_SECTIONS: ParsingSections = ParsingSections {
    state: "Parsing: Parser State",
    terms: "Parsing: RDF Term Constructors",
    triples: "Parsing: RDF Triple Construction",
};

struct DialectRow {
    dialect: Dialect,
    name: &'static str,
    title: &'static str,
    specification: &'static str,
    address: &'static str,
    /// The start symbol of the specification's grammar.
    start: Production,
    features: Features,
}

const TURTLE: Features = Features {
    iris: IriSyntax::References,
    concepts: Concepts::Rdf12,
    generates_blank_nodes: true,
    line_based: false,
    has_named_graphs: false,
    has_version_directive: true,
    has_parts: true,
    language_datatypes: RDF_1_2_LANGUAGE_DATATYPES,
    language_tags: LanguageTags::Bcp47,
    parsing: Some(NUMBERED_SECTIONS),
};

const N_TRIPLES: Features = Features {
    iris: IriSyntax::Absolute,
    concepts: Concepts::Rdf12,
    generates_blank_nodes: false,
    line_based: true,
    has_named_graphs: false,
    has_version_directive: true,
    has_parts: false,
    language_datatypes: RDF_1_2_LANGUAGE_DATATYPES,
    language_tags: LanguageTags::Bcp47,
    parsing: Some(NAMED_SECTIONS),
};

/// RDF 1.1 Concepts, section 3.3. RDF of 2004 has no datatype for literals with language tags.
const RDF_1_1_LANGUAGE_DATATYPES: &[NamedNodeRef<'static>] = &[rdf::LANG_STRING];

/// RDF 1.2 Concepts, section 3.4.
const RDF_1_2_LANGUAGE_DATATYPES: &[NamedNodeRef<'static>] = rdf12::LANGUAGE_DATATYPES;

macro_rules! dialects {
    ($($family:literal $dialect:ident $module:ident $name:literal {
        title: $title:literal,
        specification: $specification:literal,
        address: $address:literal,
        start: $start:ident,
        features: $features:expr,
    })*) => {
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
        #[non_exhaustive]
        pub enum Dialect {
            $(
                #[doc = concat!($title, ", ", $specification, ".")]
                #[cfg(feature = $family)]
                $dialect,
            )*
        }

        // Rows of families that are left out are rows, too.
        const _: &[Features] = &[$($features),*];

        /// In the order of [`Dialect`]'s variants, which index it.
        static TABLE: &[DialectRow] = &[
            $(
                #[cfg(feature = $family)]
                DialectRow {
                    dialect: Dialect::$dialect,
                    name: $name,
                    title: $title,
                    specification: $specification,
                    address: $address,
                    start: Production::$start,
                    features: $features,
                },
            )*
        ];

        // By themselves, and not in the table: who does not ask for the texts does not have them in the program.
        fn grammar(dialect: Dialect) -> &'static str {
            match dialect {
                $(
                    #[cfg(feature = $family)]
                    Dialect::$dialect => include_str!(concat!("../grammar/", $name, ".pest")),
                )*
            }
        }
    };
}

for_each_dialect!(dialects);

#[cfg(not(any(
    feature = "turtle",
    feature = "trig",
    feature = "n-triples",
    feature = "n-quads"
)))]
compile_error!(
    "turtle-peg parses nothing without a family of dialects: turn on one of the features turtle, trig, n-triples and n-quads, \
     or dialects for all of them"
);

impl Dialect {
    /// Every dialect, oldest first within each language.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        TABLE.iter().map(|row| row.dialect)
    }

    fn row(self) -> &'static DialectRow {
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
    pub fn specification_url(self) -> &'static str {
        self.row().address
    }

    /// The text of the `.pest` file that mirrors the specification, and that the parser is generated from.
    pub fn grammar(self) -> &'static str {
        grammar(self)
    }

    /// The number that the specification gives a production; `None` without a number, or without such a production.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Production};
    ///
    /// assert_eq!(Dialect::Turtle12.production_number(Production::objectList), Some("13"));
    /// ```
    pub fn production_number(self, production: Production) -> Option<&'static str> {
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

    /// The dialect that a file name's extension stands for, in any case: the newest of its language.
    ///
    /// ```
    /// use turtle_peg::Dialect;
    ///
    /// assert_eq!(Dialect::from_extension("ttl"), Some(Dialect::Turtle12));
    /// assert_eq!(Dialect::from_extension("nt"), Some(Dialect::NTriples12));
    /// assert_eq!(Dialect::from_extension("trig"), Some(Dialect::TriG12));
    /// assert_eq!(Dialect::from_extension("NQ"), Some(Dialect::NQuads12));
    /// assert_eq!(Dialect::from_extension("txt"), None);
    /// ```
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::all()
            .filter(|dialect| extension.eq_ignore_ascii_case(dialect.extension()))
            .last()
    }

    /// The dialect that a file's name tells by its [extension](Self::from_extension), in any case, also where that of a
    /// compression format is behind it: `.gz`, `.bz2`, `.zst` or `.xz`. The file is not opened.
    ///
    /// ```
    /// use turtle_peg::Dialect;
    ///
    /// assert_eq!(Dialect::from_path("data/people.ttl"), Some(Dialect::Turtle12));
    /// assert_eq!(Dialect::from_path("people.NQ.gz"), Some(Dialect::NQuads12));
    /// assert_eq!(Dialect::from_path("people.gz"), None);
    /// assert_eq!(Dialect::from_path("ttl"), None);
    /// ```
    pub fn from_path(path: impl AsRef<Path>) -> Option<Self> {
        Self::from_extension(&format_extension(path.as_ref())?)
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

    /// The dialect that a media type stands for, as HTTP's `Content-Type` has it: the newest of its language.
    ///
    /// Parameters are passed over: of the version, "the version announcement is a hint" (RDF 1.2 Turtle, "Version Announcement"),
    /// and the encoding is always UTF-8.
    ///
    /// ```
    /// use turtle_peg::Dialect;
    ///
    /// assert_eq!(Dialect::from_media_type("text/turtle"), Some(Dialect::Turtle12));
    /// assert_eq!(Dialect::from_media_type("text/turtle; charset=utf-8; version=1.2"), Some(Dialect::Turtle12));
    /// assert_eq!(Dialect::from_media_type("Application/TriG;version=\"1.1\""), Some(Dialect::TriG12));
    /// assert_eq!(Dialect::from_media_type("text/html"), None);
    /// ```
    pub fn from_media_type(media_type: &str) -> Option<Self> {
        let name = media_type.split(';').next()?.trim();
        Self::all()
            .filter(|dialect| name.eq_ignore_ascii_case(dialect.media_type()))
            .last()
    }

    /// The media type of its language, without parameters.
    ///
    /// ```
    /// use turtle_peg::Dialect;
    ///
    /// assert_eq!(Dialect::NTriples11.media_type(), "application/n-triples");
    /// ```
    pub fn media_type(self) -> &'static str {
        match self.extension() {
            "ttl" => "text/turtle",
            "trig" => "application/trig",
            "nt" => "application/n-triples",
            _ => "application/n-quads",
        }
    }

    /// Whether its language has this name, with or without its hyphen, or this extension.
    fn is_of_language(self, name: &str) -> bool {
        let without_hyphen = match self.has_named_graphs() {
            true => "nquads",
            false => "ntriples",
        };
        let language = self.media_type().split('/').next_back();
        language
            .into_iter()
            .chain([self.extension()])
            .chain(self.is_line_based().then_some(without_hyphen))
            .any(|known| name.eq_ignore_ascii_case(known))
    }

    /// Whether its documents are datasets, with named graphs beside the default graph: TriG and N-Quads.
    pub fn has_named_graphs(self) -> bool {
        self.features().has_named_graphs
    }

    /// Whether every statement is on a line of its own: N-Triples and N-Quads.
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

    /// Whether its documents can announce the version of RDF, with `VERSION`.
    ///
    /// ```
    /// use turtle_peg::Dialect;
    ///
    /// assert!(Dialect::Turtle12.has_version_directive());
    /// assert!(!Dialect::Turtle11.has_version_directive());
    /// ```
    pub fn has_version_directive(self) -> bool {
        self.features().has_version_directive
    }

    pub(crate) fn has_triple_terms(self) -> bool {
        self.features().concepts == Concepts::Rdf12
    }

    /// The sections that define the triples of its productions, where the specification has such sections: for programs that explain
    /// where a triple comes from.
    ///
    /// ```
    /// use turtle_peg::Dialect;
    ///
    /// let sections = Dialect::Turtle11.parsing_sections().unwrap();
    /// assert_eq!(sections.terms, "7.2 RDF Term Constructors");
    /// assert_eq!(Dialect::TurtleSubmission.parsing_sections(), None);
    /// ```
    pub fn parsing_sections(self) -> Option<ParsingSections> {
        self.features().parsing
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

    /// Reads a dialect's [name](Dialect::name); a language's name or [extension](Dialect::extension), in any case, stands for the
    /// newest of its dialects, and so does its [media type](Dialect::from_media_type). N-Triples and N-Quads may lack their hyphens, as
    /// other programs have them.
    ///
    /// ```
    /// use turtle_peg::Dialect;
    ///
    /// for name in ["turtle-1.2", "turtle", "ttl", "Turtle"] {
    ///     assert_eq!(name.parse(), Ok(Dialect::Turtle12));
    /// }
    /// assert_eq!("ntriples".parse(), Ok(Dialect::NTriples12));
    /// assert_eq!("text/turtle; charset=utf-8".parse(), Ok(Dialect::Turtle12));
    /// ```
    fn from_str(name: &str) -> Result<Self, UnknownDialect> {
        Self::all()
            .filter(|dialect| dialect.name() == name || dialect.is_of_language(name))
            .last()
            .or_else(|| Self::from_media_type(name))
            .ok_or_else(|| UnknownDialect(name.to_owned()))
    }
}

/// No dialect has this name.
///
/// ```
/// use turtle_peg::{Dialect, UnknownDialect};
///
/// let error: UnknownDialect = "turtle-3".parse::<Dialect>().unwrap_err();
/// assert!(error.to_string().starts_with("there is no dialect `turtle-3`; there are "));
/// ```
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

    #[test]
    fn the_table_says_what_the_grammars_have() {
        for dialect in Dialect::all() {
            let has = |production| dialect.production_number(production).is_some();
            let directives = [Production::sparqlVersion, Production::versionDirective];
            let has_directive = directives.into_iter().any(has);
            assert_eq!(dialect.has_version_directive(), has_directive, "{dialect}");
            let has_triple_terms = has(Production::tripleTerm);
            assert_eq!(dialect.has_triple_terms(), has_triple_terms, "{dialect}");
        }
    }
}
