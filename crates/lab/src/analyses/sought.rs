//! The results of the search for documents that show changes, and the words for them.
//!
//! Invariant: that there is no document is never said without the extent of the search, or the reason why there was no search.

use interpreter::Extent;
use std::fmt;
use toolkit::Diff;

/// The result of the search for a document that only one side accepts, and that shows a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sought {
    /// The document.
    Document(String),
    /// The search found no document.
    None(Searched),
    /// No document of either side uses the production.
    WithoutUse,
    /// A sentence differs in its tokens from the document that was made of it: this one.
    Undecided(String),
    /// None was found, but tokens without white space between them may be read as others.
    UndecidedWithoutSpace(Extent),
    /// Nothing was searched: a grammar cannot be run, for this reason.
    NotRun(String),
    /// No document shows it for certain: a production begins with itself by way of another one, so only this many short
    /// documents were tried. One of these shows another change, or this one.
    LeftRecursive { tried: usize, other: Option<String> },
}

/// The extent of a search without success.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    pub(crate) extent: Extent,
    /// Whether each document is one of the sentences.
    pub(crate) are_all: bool,
    /// Whether other changes have such documents.
    pub(crate) has_others: bool,
    /// A document in this direction that shows none of the changes.
    pub(crate) elsewhere: Option<String>,
}

impl Sought {
    pub fn document(&self) -> Option<&str> {
        match self {
            Self::Document(document) => Some(document),
            _ => None,
        }
    }

    /// A document that only one side accepts, whether it shows this change or another one.
    pub fn any_document(&self) -> Option<&str> {
        match self {
            Self::Document(document) => Some(document),
            Self::None(searched) => searched.elsewhere.as_deref(),
            Self::LeftRecursive { other, .. } => other.as_deref(),
            _ => None,
        }
    }
}

impl fmt::Display for Sought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(document) => f.write_str(document),
            Self::None(searched) => searched.fmt(f),
            Self::WithoutUse => f.write_str("none: no document uses it"),
            Self::Undecided(document) => {
                write!(
                    f,
                    "not decided: {} has other tokens than the sentence it is made of",
                    quoted(document)
                )
            }
            Self::UndecidedWithoutSpace(extent) => {
                f.write_str("not decided: none found")?;
                if let Extent::UpTo(length) = extent {
                    write!(f, " up to {length} tokens")?;
                }
                f.write_str(", where productions say which white space is allowed")
            }
            Self::NotRun(reason) => write!(f, "not looked for: {reason}"),
            Self::LeftRecursive {
                other: Some(document),
                ..
            } => write!(
                f,
                "not decided: {} shows this change or another one",
                quoted(document)
            ),
            Self::LeftRecursive { tried, other: None } => write!(
                f,
                "not decided: none among {tried} short documents; more are not tried where a production begins with itself by \
                 way of another one"
            ),
        }
    }
}

impl fmt::Display for Searched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Of tokens that the grammars cut otherwise, nothing is said.
        f.write_str(if self.are_all { "none" } else { "none found" })?;
        if self.has_others || self.elsewhere.is_some() {
            f.write_str(" at this change")?;
        }
        match (self.extent, self.are_all) {
            (Extent::UpTo(length), true) => write!(f, " up to {length} tokens")?,
            (Extent::UpTo(length), false) => {
                write!(f, " up to {length} tokens that both grammars cut alike")?;
            }
            (Extent::All, true) => {}
            (Extent::All, false) => f.write_str(" of tokens that both grammars cut alike")?,
        }
        match &self.elsewhere {
            Some(document) if !self.has_others => write!(f, "; elsewhere {}", quoted(document)),
            _ => Ok(()),
        }
    }
}

/// The name of the document without characters, which would not be seen.
pub const EMPTY: &str = "the empty document";

/// A document within a sentence, as it is.
fn quoted(document: &str) -> String {
    match document.is_empty() {
        true => EMPTY.to_owned(),
        false => format!("`{document}`"),
    }
}

/// The results of the search, each for the first grammar and for the second.
pub struct SoughtDocuments {
    /// The results for each change of a production, in order.
    pub of_changes: Vec<[Sought; 2]>,
    /// The results for the start symbol; without meaning, if that did not change.
    pub of_start: [Sought; 2],
}

impl SoughtDocuments {
    /// The same result for all.
    pub fn all(diff: &Diff, sought: &Sought) -> Self {
        let both = || [sought.clone(), sought.clone()];
        Self {
            of_changes: diff.changes.iter().map(|_| both()).collect(),
            of_start: both(),
        }
    }
}
