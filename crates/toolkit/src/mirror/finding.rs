//! Findings of a check.

use super::standing::Standing;
use std::fmt;

/// Something that is wrong with a grammar, or with how it mirrors its specification.
///
/// ```
/// use turtle_peg_toolkit::{FindingKind, check, peg};
///
/// let check = check(&peg::read("/// a ::= 'x'\na = { SOI ~ \"y\" ~ EOI }")?, None)?;
/// let mut findings = check.findings.iter();
/// let differs = findings.find(|finding| finding.kind == FindingKind::Differs).unwrap();
/// assert_eq!((differs.rule.as_str(), differs.line), ("a", Some(2)));
/// assert_eq!(differs.specified.as_deref(), Some("'x'"));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its kind.
    pub kind: FindingKind,
    /// The rule or the production that it is about.
    pub rule: String,
    /// The line of the rule in the `.pest` file, counted from 1, if it has one there.
    pub line: Option<usize>,
    /// The finding, in a sentence.
    pub message: String,
    /// The specification's side, as EBNF, where sides are compared.
    pub specified: Option<String>,
    /// The grammar's side, as PEG, where sides are compared.
    pub written: Option<String>,
    /// The rules that are at fault only because this one is, and they are made of it.
    pub consequences: Vec<String>,
    /// A text that shows it: for a production, a text that it should match; else the beginning of the text there.
    pub witness: Option<String>,
}

/// The kinds of findings.
///
/// [`Finding`] has an example.
///
/// ```
/// use turtle_peg_toolkit::FindingKind;
///
/// assert_eq!(FindingKind::TokenSplit.name(), "token-split");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FindingKind {
    /// The specification has a production that the grammar has not.
    Missing,
    /// The grammar has a production that the specification has not.
    Extra,
    /// The productions are in another order.
    OutOfOrder,
    /// The production has another number in the specification.
    Misnumbered,
    /// The text above the rule is not the specification's.
    Misquoted,
    /// The production above a rule is not the one of its name.
    Misnamed,
    /// A rule that mirrors no production does not state its purpose.
    Unexplained,
    /// A terminal is not a leaf, or a nonterminal is a leaf.
    WrongKind,
    /// Rule and production differ.
    Differs,
    /// Rule and production differ by departures that are not declared.
    Undeclared,
    /// A departure is declared without need.
    Unneeded,
    /// A comment above a rule declares no departure of a known kind, or lacks the text that its kind needs.
    Unreadable,
    /// A terminal does not match the longest text that the specification's production matches.
    OtherMatch,
    /// Nothing is known to be wrong, and it was not shown that nothing is.
    NotDecided,
    /// An alternative can never match.
    Unreachable,
    /// An earlier alternative matches the beginning of a text that a later one matches.
    Shortened,
    /// A token is taken out of the beginning of a longer one.
    TokenSplit,
    /// A guard refuses where no longer token begins.
    GuardTooStrict,
    /// The grammar is to decide between two tokens that can be the same characters.
    Tie,
    /// A choice, an option or a repetition takes text that another part needs.
    Greedy,
    /// A token may be nothing.
    Empty,
    /// White space or a comment begins where a token does.
    Skipped,
}

impl FindingKind {
    /// All kinds.
    pub const ALL: [Self; 22] = [
        Self::Missing,
        Self::Extra,
        Self::OutOfOrder,
        Self::Misnumbered,
        Self::Misquoted,
        Self::Misnamed,
        Self::Unexplained,
        Self::WrongKind,
        Self::Differs,
        Self::Undeclared,
        Self::Unneeded,
        Self::Unreadable,
        Self::OtherMatch,
        Self::NotDecided,
        Self::Unreachable,
        Self::Shortened,
        Self::TokenSplit,
        Self::GuardTooStrict,
        Self::Tie,
        Self::Greedy,
        Self::Empty,
        Self::Skipped,
    ];

    /// A name for it, of lower-case words and hyphens.
    pub fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Extra => "extra",
            Self::OutOfOrder => "out-of-order",
            Self::Misnumbered => "misnumbered",
            Self::Misquoted => "misquoted",
            Self::Misnamed => "misnamed",
            Self::Unexplained => "unexplained",
            Self::WrongKind => "wrong-kind",
            Self::Differs => "differs",
            Self::Undeclared => "undeclared",
            Self::Unneeded => "unneeded",
            Self::Unreadable => "unreadable",
            Self::OtherMatch => "other-match",
            Self::NotDecided => "not-decided",
            Self::Unreachable => "unreachable",
            Self::Shortened => "shortened",
            Self::TokenSplit => "token-split",
            Self::GuardTooStrict => "guard-too-strict",
            Self::Tie => "tie",
            Self::Greedy => "greedy",
            Self::Empty => "empty",
            Self::Skipped => "skipped",
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Finding {
    pub(crate) fn new(kind: FindingKind, rule: &str, message: impl Into<String>) -> Self {
        Self {
            kind,
            rule: rule.to_owned(),
            line: None,
            message: message.into(),
            specified: None,
            written: None,
            consequences: Vec::new(),
            witness: None,
        }
    }

    /// The standing of a production with this finding.
    pub fn standing(&self) -> Standing {
        match self.kind {
            FindingKind::NotDecided => Standing::NotDecided,
            _ => Standing::AtFault,
        }
    }

    pub(crate) fn at(self, line: usize) -> Self {
        Self {
            line: Some(line),
            ..self
        }
    }

    pub(crate) fn sides(self, specified: String, written: String) -> Self {
        Self {
            specified: Some(specified),
            written: Some(written),
            ..self
        }
    }

    pub(crate) fn shown_by(self, witness: impl Into<String>) -> Self {
        Self {
            witness: Some(witness.into()),
            ..self
        }
    }
}

impl fmt::Display for Finding {
    /// `line 12, verb: differs: …`, and the sides and the witness on lines of their own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        write!(f, "{}: {}: {}", self.rule, self.kind, self.message)?;
        if let Some(specified) = &self.specified {
            write!(f, "\n  specification: {specified}")?;
        }
        if let Some(written) = &self.written {
            write!(f, "\n  grammar:       {written}")?;
        }
        if !self.consequences.is_empty() {
            write!(f, "\n  so are at fault: {}", self.consequences.join(", "))?;
        }
        if let Some(witness) = &self.witness {
            write!(f, "\n  example:       {witness:?}")?;
        }
        Ok(())
    }
}
