//! What a token is: a terminal production, a keyword or a sign.
//!
//! Invariant: keywords and signs are the literals of the grammars' nonterminals; a test compares the two.

use crate::Production;
use std::fmt;

/// What a token is.
///
/// See [`Token`](super::Token) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TokenKind {
    /// A terminal, such as `IRIREF`. An `ANON` is two signs, and comments can be between them.
    Terminal(Production),
    /// A word.
    Keyword(Keyword),
    /// A sign.
    Sign(Sign),
    /// A sign or a word of an edited grammar, which is none of those.
    Other,
    /// The byte order mark at the beginning of a document (U+FEFF). It belongs to the encoding, not to the grammar.
    ByteOrderMark,
    /// The end of the document. Its text is empty; the white space and comments after the last statement are before it.
    End,
}

macro_rules! literals {
    ($(#[$about:meta])* $type:ident { $($name:ident $text:literal)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $type {
            $(#[doc = concat!("`", $text, "`")] $name,)*
        }

        impl $type {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name),*];

            /// Its text. A keyword of SPARQL may be written in any case.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$name => $text,)*
                }
            }
        }

        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.text())
            }
        }
    };
}

literals! {
    /// A word that a grammar has by its letters.
    ///
    /// ```
    /// use turtle_peg::Keyword;
    ///
    /// assert_eq!(Keyword::AtPrefix.text(), "@prefix");
    /// ```
    Keyword {
        AtPrefix "@prefix"
        AtBase "@base"
        AtVersion "@version"
        Prefix "PREFIX"
        Base "BASE"
        Version "VERSION"
        Graph "GRAPH"
        A "a"
        True "true"
        False "false"
    }
}

literals! {
    /// A sign that a grammar has by its characters.
    ///
    /// ```
    /// use turtle_peg::Sign;
    ///
    /// assert_eq!(Sign::TripleTermEnd.to_string(), ")>>");
    /// ```
    Sign {
        TripleTermBegin "<<("
        TripleTermEnd ")>>"
        ReifiedTripleBegin "<<"
        ReifiedTripleEnd ">>"
        AnnotationBegin "{|"
        AnnotationEnd "|}"
        DoubleCaret "^^"
        FullStop "."
        Semicolon ";"
        Comma ","
        BracketBegin "["
        BracketEnd "]"
        ParenthesisBegin "("
        ParenthesisEnd ")"
        BraceBegin "{"
        BraceEnd "}"
        Tilde "~"
        At "@"
        Colon ":"
    }
}

impl Sign {
    /// Whether it begins something that another sign ends; a graph's braces do not count.
    pub(crate) fn opens_bracket(self) -> bool {
        matches!(
            self,
            Self::BracketBegin
                | Self::ParenthesisBegin
                | Self::AnnotationBegin
                | Self::ReifiedTripleBegin
                | Self::TripleTermBegin
        )
    }

    /// Whether it ends what a sign that [opens a bracket](Self::opens_bracket) has begun.
    pub(crate) fn closes_bracket(self) -> bool {
        matches!(
            self,
            Self::BracketEnd
                | Self::ParenthesisEnd
                | Self::AnnotationEnd
                | Self::ReifiedTripleEnd
                | Self::TripleTermEnd
        )
    }
}

impl Production {
    /// Whether a leaf of it is one token. Of the other leaves each keyword and each sign is one.
    #[inline]
    pub(super) fn is_one_token(self) -> bool {
        use Production as P;
        matches!(
            self,
            P::IRIREF
                | P::IRI_REF
                | P::uriref
                | P::PNAME_NS
                | P::PNAME_LN
                | P::qname
                | P::prefixName
                | P::BLANK_NODE_LABEL
                | P::nodeID
                | P::STRING_LITERAL_QUOTE
                | P::STRING_LITERAL_SINGLE_QUOTE
                | P::STRING_LITERAL_LONG_QUOTE
                | P::STRING_LITERAL_LONG_SINGLE_QUOTE
                | P::STRING_LITERAL1
                | P::STRING_LITERAL2
                | P::STRING_LITERAL_LONG1
                | P::STRING_LITERAL_LONG2
                | P::string
                | P::longString
                | P::LANGTAG
                | P::LANG_DIR
                | P::language
                | P::INTEGER
                | P::INTEGER_POSITIVE
                | P::INTEGER_NEGATIVE
                | P::integer
                | P::DECIMAL
                | P::DECIMAL_POSITIVE
                | P::DECIMAL_NEGATIVE
                | P::decimal
                | P::DOUBLE
                | P::DOUBLE_POSITIVE
                | P::DOUBLE_NEGATIVE
                | P::double
        )
    }
}

/// The keyword or sign that a text begins with, as bytes, which has no white space, comment or terminal in front; and its length
/// in bytes, which is 1 at least.
pub(super) fn first(text: &[u8]) -> (TokenKind, usize) {
    if let Some(sign) = sign(text)
        && !begins_keyword(text)
    {
        return (TokenKind::Sign(sign), sign.text().len());
    }
    let word = text.strip_prefix(b"@").unwrap_or(text);
    let letters = word
        .iter()
        .take_while(|it| it.is_ascii_alphabetic())
        .count();
    if letters > 0 {
        let length = text.len() - word.len() + letters;
        let kind = match keyword(&text[..length]) {
            Some(keyword) => TokenKind::Keyword(keyword),
            None => TokenKind::Other,
        };
        return (kind, length);
    }
    // The bytes after the first of a character are these.
    let rest = text
        .iter()
        .skip(1)
        .take_while(|byte| (0x80..0xC0).contains(*byte));
    (TokenKind::Other, 1 + rest.count())
}

/// Whether a text begins with `@` and a letter.
fn begins_keyword(text: &[u8]) -> bool {
    matches!(text, [b'@', letter, ..] if letter.is_ascii_alphabetic())
}

/// The longest sign that a text begins with.
fn sign(text: &[u8]) -> Option<Sign> {
    Some(match text {
        [b'.', ..] => Sign::FullStop,
        [b';', ..] => Sign::Semicolon,
        [b',', ..] => Sign::Comma,
        [b'[', ..] => Sign::BracketBegin,
        [b']', ..] => Sign::BracketEnd,
        [b'(', ..] => Sign::ParenthesisBegin,
        [b')', b'>', b'>', ..] => Sign::TripleTermEnd,
        [b')', ..] => Sign::ParenthesisEnd,
        [b'^', b'^', ..] => Sign::DoubleCaret,
        [b'{', b'|', ..] => Sign::AnnotationBegin,
        [b'{', ..] => Sign::BraceBegin,
        [b'|', b'}', ..] => Sign::AnnotationEnd,
        [b'}', ..] => Sign::BraceEnd,
        [b'<', b'<', b'(', ..] => Sign::TripleTermBegin,
        [b'<', b'<', ..] => Sign::ReifiedTripleBegin,
        [b'>', b'>', ..] => Sign::ReifiedTripleEnd,
        [b'~', ..] => Sign::Tilde,
        [b'@', ..] => Sign::At,
        [b':', ..] => Sign::Colon,
        _ => return None,
    })
}

/// The keyword of this text. SPARQL's are "case-insensitive" (RDF 1.2 Turtle, Grammar, note 1), and written in capitals here.
fn keyword(text: &[u8]) -> Option<Keyword> {
    let is_in_any_case =
        |keyword: &Keyword| keyword.text().starts_with(|c: char| c.is_ascii_uppercase());
    let mut all = Keyword::ALL.iter();
    let found = all.find(|keyword| match is_in_any_case(keyword) {
        true => keyword.text().as_bytes().eq_ignore_ascii_case(text),
        false => keyword.text().as_bytes() == text,
    });
    found.copied()
}
