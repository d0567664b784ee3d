//! In which case the letters of literals match.
//!
//! The notations leave that to prose, and each group's prose says something else. A grammar declares it once; what it declares is
//! printed with it, and so are its literals, in the quotes that they then have.

use std::fmt;

/// In which case the letters of a grammar's literals match.
///
/// ```
/// use turtle_peg_notation::{KeywordCase, ebnf};
///
/// let text = "@keywords any-case except 'a' because \"section 19.8 says so\"\nverb ::= 'a' | 'VALUES'\n";
/// let grammar = ebnf::read(text)?;
/// let keywords = grammar.keywords.as_ref().unwrap();
/// assert_eq!(keywords.case, KeywordCase::AnyCase { except: vec!["a".to_owned()] });
/// assert_eq!(ebnf::print_rule(&grammar.rules[0]), "verb ::= 'a' | \"VALUES\"");
/// assert_eq!(ebnf::print(&grammar), text);
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keywords {
    /// The convention.
    pub case: KeywordCase,
    /// The sentence of the specification that says so.
    pub reason: Option<String>,
}

/// A convention about the letters in literals.
///
/// See [`Keywords`] for an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum KeywordCase {
    /// `by-quote`: those in double quotes match in either case, as the notes on Turtle's grammar say; so it is where nothing is
    /// declared.
    #[default]
    ByQuote,
    /// `as-written`: both quotes mean the same.
    AsWritten,
    /// `any-case`: both quotes mean the same, and letters match in either case.
    AnyCase {
        /// The literals that match as written.
        except: Vec<String>,
    },
}

#[cfg(feature = "ebnf")]
impl KeywordCase {
    /// Whether the letters of a literal match in either case.
    pub(crate) fn ignores(&self, text: &str, is_double: bool) -> bool {
        match self {
            Self::ByQuote => is_double,
            Self::AsWritten => false,
            Self::AnyCase { except } => !except.iter().any(|excepted| excepted == text),
        }
    }
}

/// As after `@keywords`.
impl fmt::Display for Keywords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| match text.contains('\'') {
            true => format!("\"{text}\""),
            false => format!("'{text}'"),
        };
        match &self.case {
            KeywordCase::ByQuote => f.write_str("by-quote")?,
            KeywordCase::AsWritten => f.write_str("as-written")?,
            KeywordCase::AnyCase { except } => {
                f.write_str("any-case")?;
                if !except.is_empty() {
                    f.write_str(" except")?;
                }
                for text in except {
                    write!(f, " {}", quoted(text))?;
                }
            }
        }
        match &self.reason {
            // A reason is read in double quotes, and so has none.
            Some(reason) => write!(f, " because \"{}\"", reason.replace('"', "'")),
            None => Ok(()),
        }
    }
}
