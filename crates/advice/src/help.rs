//! Remedies of an error: in words, and as data where a program can apply them.

use std::fmt;
use std::ops::Range;
use turtle_peg::{Dialect, Position};

/// A remedy that a person can apply. It is shown as a sentence.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
/// use turtle_peg_advice::Advise;
///
/// let text = "<x:s> <x:p> \"en\"@de_CH .";
/// let error = Parser::new(Dialect::Turtle12).parse_str(text).triples().next().unwrap().unwrap_err();
/// let advice = error.as_syntax().unwrap().advice();
/// let [help] = advice.help() else { panic!("{advice:?}") };
/// assert_eq!(help.to_string(), "write `@de-CH`");
/// let replacement = help.replacement().unwrap();
/// assert_eq!((replacement.bytes.clone(), replacement.text.as_str()), (16..22, "@de-CH"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Help {
    pub(super) text: String,
    pub(super) replacement: Option<Replacement>,
    pub(super) setting: Option<Setting>,
    pub(super) confidence: Confidence,
}

/// How sure it is that the author meant what a remedy writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Only the author knows: it is as likely that a term is missing, or one too much.
    Possible,
    /// The author may have meant something else.
    Likely,
    /// Nothing else comes into question.
    Certain,
}

impl Help {
    /// A remedy of a program's own: in words, and as the replacement that does it, if there is one. [`Advice`](super::Advice::new) has
    /// an example.
    pub fn new(text: String, replacement: Option<Replacement>, confidence: Confidence) -> Self {
        Self {
            text,
            replacement,
            setting: None,
            confidence,
        }
    }

    /// The remedy, in words.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The change to the document that does it, if there is one: with it, the parser finds no fault in the statement.
    pub fn replacement(&self) -> Option<&Replacement> {
        self.replacement.as_ref()
    }

    /// Whether its replacement is the only one that comes into question, so that a program may write it unasked.
    ///
    /// ```
    /// use turtle_peg::{Dialect, Parser};
    /// use turtle_peg_advice::{Advise, Help};
    ///
    /// let text = "<x:s> <x:p> 1\n    <x:q> 2 .";
    /// let error = Parser::new(Dialect::Turtle12).parse_str(text).triples().next().unwrap().unwrap_err();
    /// let advice = error.as_syntax().unwrap().advice();
    /// let [help] = advice.help() else { panic!("{advice:?}") };
    /// assert_eq!((help.text(), help.is_certain()), ("insert `;` after `1`", true));
    /// ```
    pub fn is_certain(&self) -> bool {
        self.confidence == Confidence::Certain
    }

    /// How sure it is that the author meant what its replacement writes.
    pub fn confidence(&self) -> Confidence {
        self.confidence
    }

    /// The setting of the parser that does it, or one way of it, if there is one.
    pub fn setting(&self) -> Option<Setting> {
        self.setting
    }
}

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

/// A text in the place of bytes of a document. [`Help`] has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replacement {
    /// The bytes of the document that it replaces, half open; empty where it is put in.
    pub bytes: Range<u64>,
    /// Where they begin.
    pub position: Position,
    /// Where they end.
    pub end: Position,
    /// The text to put there instead; empty where the bytes are left out.
    pub text: String,
}

impl Replacement {
    /// A text in the place of these bytes, from where they begin to where they end.
    pub fn new(place: Range<Position>, text: impl Into<String>) -> Self {
        Self {
            bytes: place.start.byte..place.end.byte,
            position: place.start,
            end: place.end,
            text: text.into(),
        }
    }

    /// A replacement in the surroundings' text, while advice is a draft: only its bytes are known.
    pub(super) fn in_draft(place: Range<usize>, text: impl Into<String>) -> Self {
        Self {
            bytes: place.start as u64..place.end as u64,
            position: Position::START,
            end: Position::START,
            text: text.into(),
        }
    }

    /// Where it is in the surroundings' text, while advice is a draft.
    pub(super) fn place(&self) -> Range<usize> {
        self.bytes.start as usize..self.bytes.end as usize
    }
}

/// A setting of the [`Parser`](turtle_peg::Parser) with which a document may be read that is at fault without it.
///
/// ```
/// use turtle_peg::{Dialect, Parser};
/// use turtle_peg_advice::{Advise, Setting};
///
/// let error = Parser::new(Dialect::Turtle11).parse_str("VERSION \"1.2\"").triples().next().unwrap().unwrap_err();
/// let advice = error.as_syntax().unwrap().advice();
/// let [help] = advice.help() else { panic!("{advice:?}") };
/// assert_eq!(help.text(), "this is RDF 1.2 Turtle, which accepts this statement");
/// assert_eq!(help.setting(), Some(Setting::Dialect(Dialect::Turtle12)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Setting {
    /// Another dialect, for [`Parser::new`](turtle_peg::Parser::new).
    Dialect(Dialect),
    /// [`Parser::with_base_iri`](turtle_peg::Parser::with_base_iri).
    BaseIri,
    /// A larger limit for [`Parser::with_nesting_limit`](turtle_peg::Parser::with_nesting_limit).
    NestingLimit,
    /// A larger limit for [`Parser::with_statement_limit`](turtle_peg::Parser::with_statement_limit).
    StatementLimit,
    /// A larger limit for [`Parser::with_iri_limit`](turtle_peg::Parser::with_iri_limit).
    IriLimit,
    /// A larger limit for [`Parser::with_prefix_limit`](turtle_peg::Parser::with_prefix_limit).
    PrefixLimit,
}
