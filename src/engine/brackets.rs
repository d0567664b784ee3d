//! Brackets of every kind, by the tokens that open and close them.
//!
//! A full stop may be between brackets by mistake. Only the tokens after it tell whether it does, or the
//! brackets were never closed: [`Stray`] reads them.
//!
//! Invariant: tokens that can be a whole statement are never taken for a part of the brackets' content.

use crate::tokens::{Keyword, Sign, TermKind, is_iri};

/// The sign that closes the bracket that this token opens.
pub(crate) fn closing(token: &str) -> Option<Sign> {
    Sign::of(token)?.closing()
}

/// Whether this token closes a bracket.
pub(crate) fn closes(token: &str) -> bool {
    Sign::of(token).is_some_and(Sign::closes)
}

/// Whether a statement goes on, or ends, with this token after a bracket: after the end of a graph none such follows.
pub(crate) fn follows_bracket(token: &str) -> bool {
    matches!(token, "." | ";" | ",") || (token != "}" && closes(token))
}

/// Whether this token, where a statement can begin with it, begins a directive: then nothing before it can ask for it.
///
/// ```
/// use turtle_peg::diagnosis::is_of_directive;
///
/// assert!(is_of_directive("@prefix") && is_of_directive("Base"));
/// ```
pub fn is_of_directive(token: &str) -> bool {
    let keywords = [Keyword::Prefix, Keyword::Base, Keyword::Version];
    token.starts_with('@')
        || keywords
            .iter()
            .any(|it| token.eq_ignore_ascii_case(it.text()))
}

/// A full stop that came before a bracket was closed, and the state of the tokens read after it.
///
/// After such a full stop there are predicates with objects, or members of a collection, up to the bracket that closes; perhaps
/// with more full stops. None of that can be a statement: where a predicate and an object would have to follow a subject,
/// something else does.
#[derive(Debug, Default)]
pub(crate) struct Stray {
    /// Brackets that were opened after it.
    open: usize,
    /// Terms since the last full stop, outside of those brackets, while no `;` or `,` has come.
    terms: TermsAfterStop,
    tokens: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum TermsAfterStop {
    #[default]
    None,
    /// They may be the beginning of a statement.
    Some(usize),
    /// They cannot be one, whatever follows.
    OfNoStatement,
}

/// The nature of a full stop, by the tokens after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StopVerdict {
    /// Nothing yet.
    Nothing,
    /// It is between brackets: this token closes them.
    Stray,
    /// It may end a statement.
    End,
}

impl Stray {
    /// The largest number of tokens to look at.
    const MOST: usize = 256;

    /// Reads the next token after the full stop.
    pub(crate) fn read(&mut self, token: &str) -> StopVerdict {
        self.tokens += 1;
        let is_directive = is_of_directive(token)
            && (!token.starts_with('@') || matches!(token, "@prefix" | "@base" | "@version"));
        if self.tokens > Self::MOST || is_directive || matches!(token, "{" | "}") {
            return StopVerdict::End;
        }
        if closes(token) {
            match self.open.checked_sub(1) {
                Some(fewer) => self.open = fewer,
                None => return StopVerdict::Stray,
            }
            return StopVerdict::Nothing;
        }
        let is_outside = self.open == 0;
        if closing(token).is_some() {
            self.open += 1;
        }
        if !is_outside {
            return StopVerdict::Nothing;
        }
        self.terms = match (self.terms, token) {
            (TermsAfterStop::Some(_) | TermsAfterStop::OfNoStatement, ".") => TermsAfterStop::None,
            (TermsAfterStop::None, "." | ";" | ",") => return StopVerdict::End,
            (TermsAfterStop::OfNoStatement, _) | (_, ";" | ",") => TermsAfterStop::OfNoStatement,
            // It is a part of the literal before it.
            (terms, token) if token.starts_with('@') => terms,
            (_, "^^") => TermsAfterStop::OfNoStatement,
            (TermsAfterStop::None, token) => match first_term(token) {
                Some(terms) => terms,
                None => return StopVerdict::End,
            },
            // No predicate begins with a bracket, or is a literal.
            (TermsAfterStop::Some(1), token) if !can_be_predicate(token) => {
                TermsAfterStop::OfNoStatement
            }
            (TermsAfterStop::Some(1), _) => TermsAfterStop::Some(2),
            // A subject, a predicate and an object.
            (TermsAfterStop::Some(_), _) => return StopVerdict::End,
        };
        StopVerdict::Nothing
    }
}

/// The tokens from a place on where a bracket is open: they may be what is in it, though a statement could begin so.
///
/// A statement has three terms, and a sign after them. A fourth term, or a sign before the third, is none of a statement's. But
/// it may be a statement at fault: so the bracket has to close, or its items to go on, before a full stop.
#[derive(Debug, Default)]
pub(crate) struct Content {
    /// The signs that close the brackets opened since the place, outermost first.
    open: Vec<Sign>,
    /// Terms outside of those.
    terms: usize,
    /// Whether the tokens so far are none of a statement without a fault.
    is_no_statement: bool,
    tokens: usize,
}

impl Content {
    /// The largest number of tokens to look at.
    const MOST: usize = 256;

    /// Reads the next token: whether the tokens are the bracket's content, once that shows.
    pub(crate) fn read(&mut self, token: &str) -> Option<bool> {
        self.tokens += 1;
        if matches!(token, "{" | "}") {
            return Some(false);
        }
        if self.tokens > Self::MOST {
            return Some(self.is_no_statement);
        }
        if closes(token) {
            return match self.open.pop() {
                Some(sign) => (Sign::of(token) != Some(sign)).then_some(false),
                None => Some(true),
            };
        }
        let is_within = !self.is_outside();
        let opened = closing(token);
        self.open.extend(opened);
        if is_within {
            return None;
        }
        match token {
            _ if is_of_directive(token) && self.terms == 0 => return Some(false),
            // It is a part of the literal before it, or of one.
            _ if token.starts_with('@') => return None,
            "." => return Some(false),
            // The term after it is a part of the literal.
            "^^" => self.terms = self.terms.saturating_sub(1),
            ";" | "," | "~" | "{|" if self.terms == 3 && !self.is_no_statement => {
                return Some(false);
            }
            ";" | "," | "~" | "{|" => self.is_no_statement = true,
            "a" if self.terms == 1 && !self.is_no_statement => return Some(false),
            _ => self.term(token),
        }
        None
    }

    /// A term outside of the brackets that were opened.
    fn term(&mut self, token: &str) {
        let is_literal = TermKind::of(token).is_some_and(TermKind::is_literal);
        self.terms += 1;
        // No statement has a literal so early, no predicate is a bracket, and none has a fourth term.
        self.is_no_statement |= self.terms > 3
            || (is_literal && self.terms < 3)
            || (self.terms == 2 && !can_be_predicate(token))
            || (self.terms == 1 && token == "a");
    }

    /// Whether no bracket that was opened after the beginning is open.
    pub(crate) fn is_outside(&self) -> bool {
        self.open.is_empty()
    }

    /// Nothing more can be read: whether the tokens are the bracket's content.
    pub(crate) fn end(&self) -> bool {
        self.is_no_statement
    }
}

/// The terms so far, after the first one behind a full stop; `None`, if a statement may begin with this term, whatever follows.
fn first_term(token: &str) -> Option<TermsAfterStop> {
    match token {
        "a" => Some(TermsAfterStop::OfNoStatement),
        _ => match TermKind::of(token)? {
            kind if kind.is_literal() => Some(TermsAfterStop::OfNoStatement),
            kind => kind.is_iri().then_some(TermsAfterStop::Some(1)),
        },
    }
}

fn can_be_predicate(token: &str) -> bool {
    token == "a" || is_iri(token)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The verdict by these tokens, which blanks separate.
    fn shown(tokens: &str) -> StopVerdict {
        let mut stray = Stray::default();
        let mut shown = tokens.split(' ').map(|token| stray.read(token));
        shown
            .find(|&shown| shown != StopVerdict::Nothing)
            .unwrap_or(StopVerdict::Nothing)
    }

    #[test]
    fn what_can_be_no_statement_belongs_to_the_brackets() {
        for tokens in [
            "]",
            "ex:r 2 ]",
            "ex:r 2 . ]",
            "ex:r ex:s . ex:t \"x\" @en , \"y\" . a ex:C . ]",
            "ex:r [ ex:s ex:t ; ex:u ex:v ] . ex:w ( 1 2 ) ; ]",
            "ex:r \"x\" ^^ xsd:int ]",
            "2 . 3 )",
            "ex:a ex:b )",
        ] {
            assert_eq!(shown(tokens), StopVerdict::Stray, "{tokens}");
        }
    }

    #[test]
    fn what_goes_on_as_items_is_in_the_bracket() {
        let is_content = |tokens: &str| {
            let mut content = Content::default();
            let shown = tokens.split(' ').find_map(|token| content.read(token));
            shown.unwrap_or(content.end())
        };
        for tokens in [
            "ex:a ex:b ex:c ex:d",
            "ex:a ex:b )",
            "ex:a ex:b ex:c )",
            "ex:r 2 ; ex:s 3 ]",
            "ex:a , ex:b ]",
            "ex:a ex:b \"x\" @en ex:c",
            "[ ex:p 1 ; ex:q 2 ] [ ex:p 1 ]",
            "a ex:C",
            "2 3",
            "]",
        ] {
            assert!(is_content(tokens), "{tokens}");
        }
        let long = "ex:a ".repeat(2 * Content::MOST) + ".";
        assert!(is_content(&long));
        for tokens in [
            "ex:a ex:b ex:c .",
            "ex:a ex:b \"x\" @en ;",
            "ex:a ex:b \"x\" ^^ ex:c ;",
            "ex:a ex:b ex:c {|",
            "ex:a a ex:C",
            "[ ex:p 1 ] .",
            "[ ] ex:p 2 .",
            "( 1 2 ) ex:p 2 .",
            "<< ex:a ex:b ex:c >> .",
            "PREFIX ex:",
            "@prefix ex:",
            "ex:a {",
            "ex:a ex:b 1",
            // A statement at fault, whose fault has to be told.
            "ex:a ex:b .",
            "ex:a ex:b ex:c ex:d .",
            "ex:a ex:b ex:c ex:d ex:e ; ex:f 1 . )",
            "2 ex:b ex:c .",
            "ex:a ex:b <<( ex:a ex:b ex:c ) >> .",
        ] {
            assert!(!is_content(tokens), "{tokens}");
        }
    }

    #[test]
    fn what_can_be_a_statement_is_one() {
        for tokens in [
            "ex:b ex:p 2 ]",
            "ex:b a ex:C ]",
            "ex:r 2 . ex:b ex:p 2 . ]",
            "[ ex:p 1 ] . ]",
            "( 1 ) ex:p 2 . ]",
            "_:b ex:p 2 . ]",
            "@prefix ex: <x:> . ]",
            "PREFIX ex: <x:> ]",
            "GRAPH ex:g { ]",
            "ex:g { ]",
            "} ]",
            ". ]",
        ] {
            assert_eq!(shown(tokens), StopVerdict::End, "{tokens}");
        }
        let long = "ex:r 2 ; ".repeat(Stray::MOST) + "]";
        assert_eq!(shown(&long), StopVerdict::End);
        assert_eq!(shown("ex:r 2"), StopVerdict::Nothing);
    }
}
