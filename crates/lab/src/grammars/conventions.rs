//! Conventions that grammars leave to prose: in which case the letters of keywords match.
//!
//! Invariant: what a text declares with `@keywords` stands. Only where it declares nothing, the option `--keywords` counts, or else the
//! language, if its grammar is one that is known; and a note says so, if that makes another grammar of the text. A reason is quoted word
//! for word.

use std::sync::OnceLock;
use toolkit::{Grammar, Keywords, ebnf};

/// The convention that the command line names.
static GIVEN: OnceLock<Keywords> = OnceLock::new();

/// Lets this convention hold in all texts that declare none.
pub fn hold(keywords: Keywords) {
    // The command line is read once.
    let _ = GIVEN.set(keywords);
}

/// The convention that the command line names, if it names one.
pub fn given() -> Option<&'static Keywords> {
    GIVEN.get()
}

/// A language whose specification says in prose in which case its keywords match.
struct KnownLanguage {
    /// Productions that its grammars have, in all versions, and no other's.
    productions: [&'static str; 2],
    /// The convention, with the words of the source in which it is.
    keywords: &'static str,
    source: &'static str,
}

const KNOWN: [KnownLanguage; 4] = [
    KnownLanguage {
        productions: ["SelectQuery", "GroupGraphPattern"],
        keywords: "any-case except 'a' because \"Keywords are matched in a case-insensitive manner with the exception of the keyword 'a'\"",
        source: "the specification of SPARQL",
    },
    KnownLanguage {
        productions: ["shexDoc", "shapeExpression"],
        // The specification says nothing of it, and has double quotes throughout. The file says that double quotes mean any case, in a
        // sentence that has them, as no reason can; it writes these three in single quotes.
        keywords: "any-case except 'a' 'true' 'false'",
        source: "the file bnf of shexSpec/grammar",
    },
    KnownLanguage {
        productions: ["ExprSingle", "PathExpr"],
        keywords: "as-written because \"All keywords are case sensitive.\"",
        source: "the specification of XPath or XQuery",
    },
    KnownLanguage {
        productions: ["doctypedecl", "AttlistDecl"],
        keywords: "as-written because \"No case folding is performed.\"",
        source: "the specification of XML",
    },
];

/// A text with the convention that holds in it.
pub struct ConventionalText {
    pub text: String,
    /// The convention, if the text does not declare it and it makes a difference.
    pub note: Option<String>,
}

/// Declares the convention that holds in a text, at its end, if it declares none itself.
pub fn declared(text: String) -> ConventionalText {
    let unchanged = |text| ConventionalText { text, note: None };
    // A text that cannot be read is left to who reads it.
    let Ok(grammar) = ebnf::read(&text) else {
        return unchanged(text);
    };
    if grammar.keywords.is_some() {
        return unchanged(text);
    }
    let has = |name: &&str| grammar.rule(name).is_some();
    let mut known = KNOWN.iter();
    let known = known.find(|language| language.productions.iter().all(has));
    let (keywords, from) = match (given(), known) {
        (Some(given), _) => (given.to_string(), None),
        (None, Some(language)) => (language.keywords.to_owned(), Some(language.source)),
        (None, None) => return unchanged(text),
    };
    let with_convention = format!("{text}\n@keywords {keywords}\n");
    let is_other = |read: Grammar| read.rules != grammar.rules;
    let makes_a_difference = ebnf::read(&with_convention).is_ok_and(is_other);
    let note = from.filter(|_| makes_a_difference).map(|source| {
        format!(
            "keywords match as {source} says, {keywords}; a line `@keywords` or the option --keywords can say otherwise"
        )
    });
    ConventionalText {
        text: with_convention,
        note,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;

    #[test]
    fn languages_are_known_by_their_productions() {
        for language in KNOWN {
            let [one, other] = language.productions;
            let text = format!("{one} ::= {other} \"a\" 'B' \"c\"\n{other} ::= 'x'");
            let declared = declared(text.clone());
            assert!(declared.note.is_some(), "{}", language.source);
            let grammar = ebnf::read(&declared.text).unwrap();
            let printed = ebnf::print(&grammar);
            assert_eq!(
                printed.lines().next(),
                Some(&*format!("@keywords {}", language.keywords))
            );
            assert_eq!(ebnf::read(&printed), Ok(grammar));
            // What the text says stands.
            let own = format!("@keywords by-quote\n{text}");
            assert_eq!(super::declared(own.clone()).text, own);
        }
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        for text in ["turtleDoc ::= \"PREFIX\" 'a'", "a ::=", ""] {
            let declared = declared(text.to_owned());
            assert_eq!((declared.text.as_str(), declared.note), (text, None));
        }
    }
}
