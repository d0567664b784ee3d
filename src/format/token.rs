//! A token as the layout and the [comparison](super::comparison) see it: its role, and what is before and after it.
//!
//! Invariant: its role is found once, when it comes in.

use crate::tokens::{Keyword, Sign, TokenKind};
use crate::translate::{Meaning, meaning};

/// The role of a token in the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenRole {
    /// A term, or a keyword that stands for one.
    Term,
    /// A number.
    Number,
    /// A keyword of a directive or of a graph.
    Word,
    Open,
    Close,
    Comma,
    Semicolon,
    FullStop,
    Tilde,
    BraceBegin,
    BraceEnd,
    /// `^^` and `@`: no space comes before or after.
    Joint,
    /// A language tag, or the colon in a declaration of 2008: no space comes before.
    Suffix,
    /// Text that stays as it is.
    Verbatim,
    End,
}

impl TokenRole {
    #[inline]
    pub(super) fn of(kind: TokenKind) -> Self {
        match kind {
            TokenKind::Terminal(terminal) => match meaning(terminal) {
                Meaning::LanguageTag => Self::Suffix,
                Meaning::Integer | Meaning::Decimal | Meaning::Double => Self::Number,
                _ => Self::Term,
            },
            TokenKind::Other => Self::Term,
            TokenKind::Keyword(Keyword::A | Keyword::True | Keyword::False) => Self::Term,
            TokenKind::Keyword(_) => Self::Word,
            TokenKind::Sign(sign) => match sign {
                Sign::BracketBegin
                | Sign::ParenthesisBegin
                | Sign::AnnotationBegin
                | Sign::TripleTermBegin
                | Sign::ReifiedTripleBegin => Self::Open,
                Sign::BracketEnd
                | Sign::ParenthesisEnd
                | Sign::AnnotationEnd
                | Sign::TripleTermEnd
                | Sign::ReifiedTripleEnd => Self::Close,
                Sign::Comma => Self::Comma,
                Sign::Semicolon => Self::Semicolon,
                Sign::FullStop => Self::FullStop,
                Sign::Tilde => Self::Tilde,
                Sign::BraceBegin => Self::BraceBegin,
                Sign::BraceEnd => Self::BraceEnd,
                Sign::DoubleCaret | Sign::At => Self::Joint,
                Sign::Colon => Self::Suffix,
            },
            TokenKind::ByteOrderMark => Self::Word,
            TokenKind::End => Self::End,
        }
    }

    /// Whether a list of objects ends before it.
    pub(super) fn ends_objects(self) -> bool {
        matches!(
            self,
            Self::Semicolon
                | Self::FullStop
                | Self::Close
                | Self::BraceEnd
                | Self::Verbatim
                | Self::End
        )
    }

    /// Whether a list of predicates ends before it.
    pub(super) fn ends_predicates(self) -> bool {
        self != Self::Semicolon && self.ends_objects()
    }

    /// Whether triples without a full stop end before it.
    pub(super) fn ends_statement(self) -> bool {
        matches!(self, Self::BraceEnd | Self::Verbatim | Self::End)
    }
}

/// Whether no space comes between two tokens.
#[inline]
pub(super) fn are_joined(before: &Queued, after: &Queued) -> bool {
    after.role == TokenRole::Comma || are_one(before, after)
}

/// Whether two tokens belong together so closely that nothing has to be between them, and in some dialect nothing can be: empty
/// brackets, the parts of a literal, and the declared prefix of the team submission.
#[inline]
pub(super) fn are_one(before: &Queued, after: &Queued) -> bool {
    match (before.role, after.role) {
        (TokenRole::Joint, _) | (_, TokenRole::Joint) => true,
        (TokenRole::Word, TokenRole::Suffix) => false,
        (_, TokenRole::Suffix) => true,
        (TokenRole::Open, TokenRole::Close) => matches!(
            before.kind,
            TokenKind::Sign(Sign::BracketBegin | Sign::ParenthesisBegin)
        ),
        (TokenRole::BraceBegin, TokenRole::BraceEnd) => true,
        _ => false,
    }
}

/// A token that waits for its layout, and for its comparison.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queued {
    pub(super) kind: TokenKind,
    pub(super) role: TokenRole,
    /// How many line ends are directly before it, up to 2.
    pub(super) line_ends: u8,
    /// Whether it, or a comment before it, is not on the line of the token before it.
    pub(super) begins_line: bool,
    /// Whether a comment follows on its line.
    pub(super) has_remark: bool,
    /// Whether it [is joined](are_joined) to the token before it.
    pub(super) is_joined: bool,
    /// Whether the document has before it what comes there on a line: one space, or nothing if it is joined.
    pub(super) is_as_laid_out: bool,
    /// Whether a semicolon may come before it where there is none: the statement has predicates, and they end.
    pub(super) can_follow_semicolon: bool,
    /// How many semicolons of the document are directly before it, if it is not one.
    pub(super) semicolons: u32,
    /// Where it is in [`DocumentText`](super::text::DocumentText).
    pub(super) start: usize,
    /// How many bytes it has; none of what is not a token.
    pub(super) length: u32,
    /// How many bytes before it stay as they are, if it is [copied](TokenRole::Verbatim).
    pub(super) copied: u32,
    /// How many characters it has.
    pub(super) width: u32,
    /// Whether it is a string of several lines.
    pub(super) has_lines: bool,
    /// How many comments before it are on lines of their own.
    pub(super) comments: u32,
}

impl Queued {
    /// The end of a document, at this byte of the text.
    pub(super) fn end(at: usize) -> Self {
        Self {
            kind: TokenKind::End,
            role: TokenRole::End,
            line_ends: 0,
            begins_line: false,
            has_remark: false,
            is_joined: false,
            is_as_laid_out: false,
            can_follow_semicolon: false,
            semicolons: 0,
            start: at,
            length: 0,
            copied: 0,
            width: 0,
            has_lines: false,
            comments: 0,
        }
    }

    /// Where it ends.
    pub(super) fn end_place(&self) -> usize {
        self.start + self.length as usize
    }

    /// Whether a comment on its line can belong to it.
    pub(super) fn can_have_remark(&self) -> bool {
        !self.has_remark
            && !matches!(self.role, TokenRole::Verbatim | TokenRole::End)
            && self.kind != TokenKind::ByteOrderMark
    }
}
