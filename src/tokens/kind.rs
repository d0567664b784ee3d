//! Kinds of tokens: terminal productions, keywords and signs.
//!
//! Invariant: keywords and signs are the literals of the grammars' nonterminals; a test compares the two.

use crate::Production;
use std::borrow::Cow;
use std::fmt;

/// The kind of a token.
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

/// A token that a grammar has: what it is, and its name there.
///
/// ```
/// use turtle_peg::tokens::{Sign, TokenKind};
/// use turtle_peg::{Dialect, Parser};
///
/// let error = Parser::new(Dialect::Turtle12).read_tree("<x:s> <x:p> <x:o>", |_| ()).unwrap_err();
/// let context = error.as_syntax().and_then(|error| error.context()).unwrap();
/// let comma = context.tokens().iter().find(|token| token.kind() == TokenKind::Sign(Sign::Comma));
/// assert_eq!(comma.unwrap().name(), "','");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedToken {
    kind: TokenKind,
    name: Cow<'static, str>,
}

impl NamedToken {
    pub(crate) fn new(name: Cow<'static, str>) -> Self {
        let literal = name.strip_prefix(['\'', '"']);
        let literal = literal.and_then(|it| it.strip_suffix(['\'', '"']));
        let kind = match literal {
            Some(literal) => match first(literal.as_bytes()) {
                (kind, length) if length == literal.len() => kind,
                _ => TokenKind::Other,
            },
            None => Production::from_name(&name).map_or(TokenKind::Other, TokenKind::Terminal),
        };
        Self { kind, name }
    }

    /// The token's kind.
    pub fn kind(&self) -> TokenKind {
        self.kind
    }

    /// Its name: of a terminal, that of its production; of a keyword or a sign, what the specification writes, in its quotes.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for NamedToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

/// The meaning of a terminal, under any grammar's name for it: for colours, and for words that hold in all dialects; from
/// [`TokenKind::sort`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenSort {
    /// `<http://example.org/>`
    Iri,
    /// With a colon: `ex:name`.
    Name,
    /// `_:b`
    Label,
    /// Between single or double quotation marks.
    String,
    /// Between three of them.
    LongString,
    /// `@en`
    LanguageTag,
    /// `4.2`
    Number,
}

impl TokenKind {
    /// The sort of a terminal, which tells its meaning; `None` for keywords, signs, and terminals without one, such as white space
    /// between brackets.
    ///
    /// ```
    /// use turtle_peg::Production;
    /// use turtle_peg::tokens::{TokenKind, TokenSort};
    ///
    /// // Two dialects' names for one thing.
    /// for terminal in [Production::IRIREF, Production::uriref] {
    ///     assert_eq!(TokenKind::Terminal(terminal).sort(), Some(TokenSort::Iri));
    /// }
    /// ```
    pub fn sort(self) -> Option<TokenSort> {
        use Production as P;
        let Self::Terminal(terminal) = self else {
            return None;
        };
        Some(match terminal {
            P::IRIREF | P::IRI_REF | P::uriref => TokenSort::Iri,
            P::PNAME_NS | P::PNAME_LN | P::qname | P::prefixName => TokenSort::Name,
            P::BLANK_NODE_LABEL | P::nodeID => TokenSort::Label,
            P::STRING_LITERAL_QUOTE
            | P::STRING_LITERAL_SINGLE_QUOTE
            | P::STRING_LITERAL1
            | P::STRING_LITERAL2
            | P::string => TokenSort::String,
            P::STRING_LITERAL_LONG_QUOTE
            | P::STRING_LITERAL_LONG_SINGLE_QUOTE
            | P::STRING_LITERAL_LONG1
            | P::STRING_LITERAL_LONG2
            | P::longString => TokenSort::LongString,
            P::LANGTAG | P::LANG_DIR | P::language => TokenSort::LanguageTag,
            P::INTEGER
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
            | P::double => TokenSort::Number,
            _ => return None,
        })
    }

    pub(crate) fn is_string(self) -> bool {
        matches!(self.sort(), Some(TokenSort::String | TokenSort::LongString))
    }
}

impl From<Sign> for TokenKind {
    fn from(sign: Sign) -> Self {
        Self::Sign(sign)
    }
}

impl From<Keyword> for TokenKind {
    fn from(keyword: Keyword) -> Self {
        Self::Keyword(keyword)
    }
}

impl From<Production> for TokenKind {
    fn from(terminal: Production) -> Self {
        Self::Terminal(terminal)
    }
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
    /// use turtle_peg::tokens::Keyword;
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
    /// use turtle_peg::tokens::Sign;
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
    /// The signs that begin something, each with the one that ends it; those that documents have most come first.
    pub const PAIRS: [(Self, Self); 6] = [
        (Self::BracketBegin, Self::BracketEnd),
        (Self::ParenthesisBegin, Self::ParenthesisEnd),
        (Self::BraceBegin, Self::BraceEnd),
        (Self::AnnotationBegin, Self::AnnotationEnd),
        (Self::TripleTermBegin, Self::TripleTermEnd),
        (Self::ReifiedTripleBegin, Self::ReifiedTripleEnd),
    ];
    /// The signs that end a statement, or separate its parts.
    pub const SEPARATORS: [Self; 3] = [Self::FullStop, Self::Semicolon, Self::Comma];

    /// Whether it ends a statement, or separates its parts.
    pub fn is_separator(self) -> bool {
        Self::SEPARATORS.contains(&self)
    }

    /// The sign that is this text.
    pub fn of(text: &str) -> Option<Self> {
        sign(text.as_bytes()).filter(|sign| sign.text() == text)
    }

    /// The sign that ends what this one begins.
    pub fn closing(self) -> Option<Self> {
        let pair = Self::PAIRS.iter().find(|(opens, _)| *opens == self);
        pair.map(|&(_, closes)| closes)
    }

    /// Whether it ends what another sign begins.
    pub fn closes(self) -> bool {
        Self::PAIRS.iter().any(|&(_, closes)| closes == self)
    }

    /// Whether it begins something that another sign ends; a graph's braces do not count.
    #[inline]
    pub fn opens_bracket(self) -> bool {
        self != Self::BraceBegin && self.closing().is_some()
    }

    /// Whether it ends what a sign that [opens a bracket](Self::opens_bracket) has begun.
    #[inline]
    pub fn closes_bracket(self) -> bool {
        self != Self::BraceEnd && self.closes()
    }
}

impl Production {
    /// Whether a leaf of it is one token. Of the other leaves each keyword and each sign is one.
    #[inline]
    pub(super) fn is_one_token(self) -> bool {
        TokenKind::Terminal(self).sort().is_some()
    }
}

/// The keyword or sign that a text begins with, as bytes, which has no white space, comment or terminal in front; and its length
/// in bytes, which is 1 at least.
#[inline]
pub(super) fn first(text: &[u8]) -> (TokenKind, usize) {
    match sign(text) {
        Some(sign) if !begins_keyword(text) => (TokenKind::Sign(sign), sign.text().len()),
        _ => first_word(text),
    }
}

fn first_word(text: &[u8]) -> (TokenKind, usize) {
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
#[inline]
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
    let mut all = Keyword::ALL
        .iter()
        .filter(|keyword| keyword.text().len() == text.len());
    let found = all.find(|keyword| match is_in_any_case(keyword) {
        true => keyword.text().as_bytes().eq_ignore_ascii_case(text),
        false => keyword.text().as_bytes() == text,
    });
    found.copied()
}
