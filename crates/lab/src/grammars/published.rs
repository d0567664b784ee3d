//! The texts that the W3C published, and whether a grammar quotes their productions: `grammar/fingerprints.txt` has a line for
//! each dialect.
//!
//! Invariant: productions are compared in one form, a line each, as `turtle-lab ebnf` prints them, in their order.

use crate::grammars::source::GrammarSource;
use sha2::{Digest as _, Sha256};
use std::fmt::{self, Write as _};
use toolkit::{Grammar, ebnf, peg};

const FINGERPRINTS: &str = include_str!("../../grammar/fingerprints.txt");

/// A text that was published.
pub struct Publication {
    dialect: &'static str,
    fingerprint: &'static str,
    /// Where it was read.
    pub address: &'static str,
    /// Which text it is, and of which date.
    pub text: &'static str,
}

impl Publication {
    fn all() -> impl Iterator<Item = Self> {
        FINGERPRINTS.lines().filter_map(|line| {
            let mut parts = line.splitn(4, ' ');
            let dialect = parts.next().filter(|dialect| *dialect != "//")?;
            Some(Self {
                dialect,
                fingerprint: parts.next()?,
                address: parts.next()?,
                text: parts.next()?,
            })
        })
    }

    /// The text that a grammar mirrors: a dialect's own, or the one whose address the head of a file names.
    pub fn of(grammar: &GrammarSource) -> anyhow::Result<Option<Self>> {
        if let Some(dialect) = grammar.dialect() {
            return Ok(Self::all().find(|published| published.dialect == dialect.name()));
        }
        Ok(Self::named_in(&grammar.text()?))
    }

    /// The published text whose address the head of this text names.
    pub fn named_in(text: &str) -> Option<Self> {
        let is_named = |published: &Self| peg::head(text).any(|line| line == published.address);
        Self::all().find(is_named)
    }

    /// Whether these are its productions, word for word.
    pub fn has(&self, productions: &Grammar) -> bool {
        self.fingerprint == fingerprint(productions)
    }
}

impl fmt::Display for Publication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.address, self.text)
    }
}

/// SHA-256 of the productions, each on a line.
fn fingerprint(grammar: &Grammar) -> String {
    let mut hash = Sha256::new();
    for rule in &grammar.rules {
        hash.update(ebnf::print_rule(rule));
        hash.update("\n");
    }
    hash.finalize()
        .iter()
        .fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pretty_assertions::assert_eq;
    use testing::folders::SPECIFICATIONS;
    use turtle_peg::Dialect;

    fn published(dialect: Dialect) -> Publication {
        let published = Publication::of(&GrammarSource::Dialect(dialect)).unwrap();
        published.unwrap_or_else(|| panic!("{dialect} has no fingerprint"))
    }

    #[test]
    fn every_grammar_quotes_its_specification() {
        for dialect in Dialect::all() {
            let quoted = GrammarSource::Dialect(dialect).specified().unwrap();
            assert_eq!(
                fingerprint(&quoted),
                published(dialect).fingerprint,
                "{dialect} quotes productions that were not published; `turtle-lab check --ebnf FILE {dialect}` says which"
            );
            assert_eq!(dialect.specification_url(), published(dialect).address);
        }
    }

    /// The texts themselves, where `SPECIFICATIONS` names a folder with a file `DIALECT.ebnf` for each.
    #[test]
    fn the_fingerprints_are_those_of_the_published_texts() {
        let Some(folder) = &*SPECIFICATIONS else {
            return;
        };
        for dialect in Dialect::all() {
            let text = GrammarSource::of(folder.join(format!("{dialect}.ebnf")).into());
            assert!(
                published(dialect).has(&text.specified().unwrap()),
                "{dialect}"
            );
        }
    }

    #[test]
    fn every_word_of_a_production_counts() {
        let of = |text: &str| fingerprint(&ebnf::read(text).unwrap());
        let original = of("[1] a ::= b 'x'?\n[2] b ::= [a-z]");
        for changed in [
            "[1] a ::= b 'x'*\n[2] b ::= [a-z]",
            "[1] a ::= b 'x'?\n[3] b ::= [a-z]",
            "[1] a ::= b 'x'?\n[2] b ::= [a-y]",
            "[2] b ::= [a-z]\n[1] a ::= b 'x'?",
            "[1] a ::= b 'x'?",
        ] {
            assert!(of(changed) != original, "{changed}");
        }
        assert_eq!(of("[1]  a  ::=  b ( 'x' ) ?\n[2] b ::= [a-z]"), original);
    }
}
