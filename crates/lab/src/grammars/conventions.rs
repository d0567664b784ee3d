//! Conventions that grammars leave to prose: in which case the letters of keywords match.
//!
//! Invariant: what a text declares with `@keywords` stands. Only where it declares nothing, the option `--keywords` counts, or else the
//! language, if its grammar is one that is known; and a note says so, if that makes another grammar of the text.

use std::sync::OnceLock;
use toolkit::{Grammar, Keywords, ebnf};

/// The convention that the command line names.
static GIVEN: OnceLock<Keywords> = OnceLock::new();

/// Lets this convention hold in all texts that declare none.
pub fn hold(keywords: Keywords) {
    // The command line is read once.
    let _ = GIVEN.set(keywords);
}

/// A language whose specification says in prose in which case its keywords match.
struct KnownLanguage {
    name: &'static str,
    /// Productions that its grammars have, in all versions, and no other's.
    productions: [&'static str; 2],
    keywords: &'static str,
}

const KNOWN: [KnownLanguage; 4] = [
    KnownLanguage {
        name: "SPARQL",
        productions: ["SelectQuery", "GroupGraphPattern"],
        keywords: "any-case except 'a' because \"Keywords are matched in a case-insensitive manner with the exception of the keyword 'a'\"",
    },
    KnownLanguage {
        name: "ShExC",
        productions: ["shexDoc", "shapeExpression"],
        keywords: "any-case except 'a' because \"shexSpec/grammar: literals in double quotes are case-insensitive\"",
    },
    KnownLanguage {
        name: "XPath or XQuery",
        productions: ["ExprSingle", "PathExpr"],
        keywords: "as-written because \"Like XML, XPath is a case-sensitive language\"",
    },
    KnownLanguage {
        name: "XML",
        productions: ["doctypedecl", "AttlistDecl"],
        keywords: "as-written because \"matches a literal string matching that given inside the double quotes\"",
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
    let (keywords, from) = match (GIVEN.get(), known) {
        (Some(given), _) => (given.to_string(), None),
        (None, Some(language)) => (language.keywords.to_owned(), Some(language.name)),
        (None, None) => return unchanged(text),
    };
    let with_convention = format!("{text}\n@keywords {keywords}\n");
    let is_other = |read: Grammar| read.rules != grammar.rules;
    let makes_a_difference = ebnf::read(&with_convention).is_ok_and(is_other);
    let note = from.filter(|_| makes_a_difference).map(|language| {
        format!(
            "keywords match as the specification of {language} says, {keywords}; a line `@keywords` or the option --keywords can say otherwise"
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
            assert!(declared.note.is_some(), "{}", language.name);
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
