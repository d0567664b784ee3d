//! The names of all productions of all dialects, in the specifications' own spelling.
//!
//! Invariant: whatever a grammar in `grammar/` names as a production is here, under the same name; a name
//! that two specifications share is one variant, whatever its definition in each.

use std::fmt;

macro_rules! productions {
    ($($kind:ident { $($name:ident)* })*) => {
        /// A production of one or more of the specifications' grammars, under its name there.
        ///
        /// Each dialect's grammar defines the meaning of its names; see
        /// [`Dialect::grammar`](crate::Dialect::grammar).
        ///
        /// ```
        /// use turtle_peg::Production;
        ///
        /// assert_eq!(Production::PN_LOCAL.name(), "PN_LOCAL");
        /// assert_eq!(Production::from_name("IRIREF"), Some(Production::IRIREF));
        /// assert_eq!(Production::from_name("sentence"), None);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Production {
            $($(#[doc = concat!("`", stringify!($name), "`")] $name,)*)*
        }

        impl Production {
            /// Every production, in the order of the newest specification that has it.
            pub const ALL: &'static [Self] = &[$($(Self::$name),*),*];

            /// The name, as the specification spells it.
            pub const fn name(self) -> &'static str {
                match self {
                    $($(Self::$name => stringify!($name),)*)*
                }
            }

            /// Whether it is a terminal: no white space or comment can come between its parts, unless it says so.
            ///
            /// ```
            /// use turtle_peg::Production;
            ///
            /// assert!(Production::IRIREF.is_terminal());
            /// assert!(!Production::iri.is_terminal());
            /// ```
            pub const fn is_terminal(self) -> bool {
                match self {
                    $($(Self::$name => productions!(is $kind),)*)*
                }
            }
        }
    };
    (is terminal) => { true };
    (is nonterminal) => { false };
}

productions! {
    // Turtle
    nonterminal {
        turtleDoc statement directive prefixID base version sparqlPrefix sparqlBase sparqlVersion
        VersionSpecifier triples predicateObjectList objectList verb subject predicate object literal
        blankNodePropertyList collection NumericLiteral RDFLiteral BooleanLiteral String iri PrefixedName
        BlankNode reifier reifiedTriple rtSubject rtObject tripleTerm ttSubject ttObject annotation
        annotationBlock
    }
    terminal {
        IRIREF PNAME_NS PNAME_LN BLANK_NODE_LABEL LANGTAG LANG_DIR INTEGER DECIMAL DOUBLE EXPONENT
        STRING_LITERAL_QUOTE STRING_LITERAL_SINGLE_QUOTE STRING_LITERAL_LONG_SINGLE_QUOTE
        STRING_LITERAL_LONG_QUOTE UCHAR ECHAR WS ANON PN_CHARS_BASE PN_CHARS_U PN_CHARS PN_PREFIX PN_LOCAL
        PLX PERCENT HEX PN_LOCAL_ESC
    }
    // N-Triples
    nonterminal { ntriplesDoc versionDirective versionSpecifier triple }
    terminal { EOL }
    // N-Quads and TriG
    nonterminal { nquadsDoc quad graphLabel trigDoc block triplesOrGraph triples2 wrappedGraph triplesBlock labelOrSubject }
    // Turtle, Working Draft of 2011
    nonterminal { blank NumericLiteralUnsigned NumericLiteralPositive NumericLiteralNegative IRIref }
    terminal {
        BASE PREFIX IRI_REF VAR1 VAR2 INTEGER_POSITIVE DECIMAL_POSITIVE DOUBLE_POSITIVE INTEGER_NEGATIVE DECIMAL_NEGATIVE
        DOUBLE_NEGATIVE STRING_LITERAL1 STRING_LITERAL2 STRING_LITERAL_LONG1 STRING_LITERAL_LONG2 NIL VARNAME
        PASSED_TOKENS
    }
    // Turtle, Team Submission of 2008
    nonterminal { datatypeString }
    terminal { integer double decimal exponent boolean }
    nonterminal { itemList resource }
    terminal { nodeID qname uriref language nameStartChar nameChar name prefixName relativeURI }
    nonterminal { quotedString }
    terminal { string longString character echaracter hex ucharacter scharacter lcharacter ws comment }
}

impl Production {
    /// The production of this name, spelled as in the specification, if any dialect has one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|p| p.name() == name)
    }
}

impl fmt::Display for Production {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Production {
    /// Whether this production begins with a bracket and ends with another; a graph's braces do not count.
    ///
    /// ```
    /// use turtle_peg::Production;
    ///
    /// assert!(Production::collection.is_bracketed());
    /// ```
    pub fn is_bracketed(self) -> bool {
        matches!(
            self,
            Self::blankNodePropertyList
                | Self::blank
                | Self::collection
                | Self::annotationBlock
                | Self::reifiedTriple
                | Self::tripleTerm
        )
    }

    /// Whether a node of this production, within one of `parent`, is one level of nesting deeper.
    pub(crate) fn nests_in(self, parent: Option<Self>) -> bool {
        match self {
            Self::collection | Self::reifiedTriple | Self::tripleTerm => true,
            // The list of a subject's own predicates and objects nests nothing; one between brackets does.
            Self::predicateObjectList => matches!(
                parent,
                Some(Self::blankNodePropertyList | Self::blank | Self::annotationBlock)
            ),
            _ => false,
        }
    }
}
