//! The results of the search for documents that show changes, and the words for them.
//!
//! Invariant: that there is no document is only said where that was proved; else the words say how far the search went, or why there
//! was none.

use cli::counted::counted;
use interpreter::{Extent, SentencesAround};
use std::fmt;
use toolkit::Diff;

/// The result of the search for a document that only one side accepts, and that shows a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sought {
    /// The document.
    Document(FoundDocument),
    /// The search found no document.
    None(Searched),
    /// No document uses the production, from any of these start symbols.
    Unreachable(Vec<String>),
    /// A sentence differs in its tokens from the document that was made of it: this one.
    Undecided(FoundDocument),
    /// None was found, but tokens without white space between them may be read as others.
    UndecidedWithoutSpace(Extent),
    /// Nothing was searched: a grammar cannot be run, for this reason.
    NotRun(String),
    /// No document shows it for certain: a production begins with itself by way of another one, so only this many short
    /// documents were tried. One of these shows another change, or this one.
    LeftRecursive {
        tried: usize,
        other: Option<FoundDocument>,
    },
}

/// A document that only one side accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundDocument {
    pub text: String,
    /// The start symbol that the grammar accepts it from, if there are several.
    pub start: Option<String>,
    /// Others that show the change at another token, or by another production there; a few, if there are many.
    pub further: Vec<String>,
}

impl FoundDocument {
    /// ` (from Update)`, where there are several start symbols.
    pub fn origin(&self) -> String {
        let start = self.start.iter();
        start.map(|start| format!(" (from {start})")).collect()
    }

    /// The document within a sentence, as it is.
    fn quoted(&self) -> String {
        match self.text.is_empty() {
            true => EMPTY.to_owned() + &self.origin(),
            false => format!("`{}`{}", self.text, self.origin()),
        }
    }
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
    pub(crate) elsewhere: Option<FoundDocument>,
    /// The sentences around the change that were tried as well.
    pub(crate) around: SentencesAround,
}

impl Searched {
    /// A proof that there is no document.
    pub const PROOF: Self = Self {
        extent: Extent::All,
        are_all: true,
        has_others: false,
        elsewhere: None,
        around: SentencesAround::NONE,
    };

    /// Whether the search was through all documents, and none was found at any change.
    pub fn is_proof(&self) -> bool {
        *self == Self::PROOF
    }

    /// The extent of two searches, from two start symbols.
    fn and(&self, other: &Self) -> Self {
        Self {
            extent: match (self.extent, other.extent) {
                (Extent::All, extent) | (extent, Extent::All) => extent,
                (Extent::UpTo(one), Extent::UpTo(other)) => Extent::UpTo(one.min(other)),
            },
            are_all: self.are_all && other.are_all,
            has_others: self.has_others || other.has_others,
            elsewhere: self.elsewhere.clone().or_else(|| other.elsewhere.clone()),
            around: self.around.and(other.around),
        }
    }
}

impl Sought {
    pub fn document(&self) -> Option<&FoundDocument> {
        match self {
            Self::Document(document) => Some(document),
            _ => None,
        }
    }

    /// A document that only one side accepts, whether it shows this change or another one.
    pub fn any_document(&self) -> Option<&FoundDocument> {
        match self {
            Self::Document(document) => Some(document),
            Self::None(searched) => searched.elsewhere.as_ref(),
            Self::LeftRecursive { other, .. } => other.as_ref(),
            _ => None,
        }
    }

    /// The result of two searches for one change, from two start symbols: a document if one has found it, else all that is not
    /// said.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unreachable(starts), Self::Unreachable(more)) => {
                Self::Unreachable([starts, more].concat())
            }
            (Self::Unreachable(_), reached) | (reached, Self::Unreachable(_)) => reached,
            (found @ Self::Document(_), _) | (_, found @ Self::Document(_)) => found,
            (Self::None(one), Self::None(other)) => Self::None(one.and(&other)),
            (Self::None(_), undecided) | (undecided, _) => undecided,
        }
    }
}

impl fmt::Display for Sought {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(document) => write!(f, "{}{}", document.text, document.origin()),
            Self::None(searched) => searched.fmt(f),
            Self::Unreachable(starts) => {
                write!(f, "none: not reachable from {}", starts.join(", "))
            }
            Self::Undecided(document) => {
                write!(
                    f,
                    "not decided: the sentence that was found is cut into other tokens when it is written as {}",
                    document.quoted()
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
                document.quoted()
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
        f.write_str(match (self.extent, self.are_all) {
            (Extent::UpTo(_), _) => "not found",
            (Extent::All, true) => "none",
            (Extent::All, false) => "none found",
        })?;
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
        let around = self.around;
        if let (1.., Extent::UpTo(_)) = (around.count, self.extent) {
            let (tries, tokens) = (
                counted_tries(around.count),
                counted(around.most_within, "token"),
            );
            write!(f, ", nor in {tries} with up to {tokens} at the change")?;
        }
        match &self.elsewhere {
            Some(document) if !self.has_others => write!(f, "; elsewhere {}", document.quoted()),
            _ => Ok(()),
        }
    }
}

fn counted_tries(count: usize) -> String {
    match count {
        1 => "one try".to_owned(),
        count => format!("{count} tries"),
    }
}

/// The name of the document without characters, which would not be seen.
pub const EMPTY: &str = "the empty document";

/// The results of the search, each for the first grammar and for the second.
pub struct SoughtDocuments {
    /// The results for each change of a production, in order.
    pub of_changes: Vec<[Sought; 2]>,
    /// The results for the start symbol; without meaning, if that did not change.
    pub of_start: [Sought; 2],
    /// Whether it was proved that both accept the same documents.
    pub are_the_same: bool,
}

impl SoughtDocuments {
    /// The same result for all.
    pub fn all(diff: &Diff, sought: &Sought) -> Self {
        let both = || [sought.clone(), sought.clone()];
        Self {
            of_changes: diff.changes.iter().map(|_| both()).collect(),
            of_start: both(),
            are_the_same: false,
        }
    }
    /// The results of two searches, from two start symbols, for each change and the side it is on.
    pub fn and(self, other: Self) -> Self {
        let of_changes = self.of_changes.into_iter().zip(other.of_changes);
        Self {
            of_changes: of_changes.map(both).collect(),
            of_start: both((self.of_start, other.of_start)),
            are_the_same: self.are_the_same && other.are_the_same,
        }
    }
}

fn both(([one, other], [first, second]): ([Sought; 2], [Sought; 2])) -> [Sought; 2] {
    [one.and(first), other.and(second)]
}
