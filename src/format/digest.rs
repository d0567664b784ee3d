//! What two documents have in common that differ in white space only.
//!
//! Invariant: two digests are equal if the tokens are the same in the same order, but for runs of semicolons, and the comments
//! are, but for white space at their ends. Where any of these differ, they are equal once in 2⁶⁴ times.

use crate::tokens::{Sign, Token, TokenKind};
use foldhash::SharedSeed;
use foldhash::quality::FoldHasher;
use std::hash::Hasher as _;

/// The digest of all tokens and comments of a document, in the order in which they come.
#[derive(Clone)]
pub(super) struct Digest {
    /// Whether a semicolon counts after which a list of predicates ends.
    keeps_final_semicolons: bool,
    tokens: FoldHasher<'static>,
    comments: FoldHasher<'static>,
    /// Whether the last token was a semicolon, which has not been counted.
    is_after_semicolon: bool,
}

impl Digest {
    pub(super) fn new(keeps_final_semicolons: bool) -> Self {
        Self {
            keeps_final_semicolons,
            tokens: hasher(),
            comments: hasher(),
            is_after_semicolon: false,
        }
    }

    /// One of the same kind, of a document without tokens.
    pub(super) fn empty(&self) -> Self {
        Self::new(self.keeps_final_semicolons)
    }

    /// Adds a token and the comments before it.
    pub(super) fn add(&mut self, token: &Token<'_>) {
        self.token(token.kind(), token.text());
        let trivia = token.trivia();
        if trivia.has_comments() {
            for comment in trivia.comments() {
                self.comment(comment.text().trim_end());
            }
        }
    }

    pub(super) fn token(&mut self, kind: TokenKind, text: &str) {
        if kind == TokenKind::Sign(Sign::Semicolon) {
            self.is_after_semicolon = true;
            return;
        }
        if std::mem::take(&mut self.is_after_semicolon)
            && (self.keeps_final_semicolons || !ends_predicates(kind))
        {
            add(&mut self.tokens, ";");
        }
        add(&mut self.tokens, text);
    }

    pub(super) fn comment(&mut self, text: &str) {
        add(&mut self.comments, text);
    }
}

impl PartialEq for Digest {
    fn eq(&self, other: &Self) -> bool {
        self.tokens.finish() == other.tokens.finish()
            && self.comments.finish() == other.comments.finish()
    }
}

/// Whoever makes two texts of one digest gains nothing: the layout would have to exchange them.
fn hasher() -> FoldHasher<'static> {
    FoldHasher::with_seed(0, SharedSeed::global_fixed())
}

/// Adds a text, and where it ends.
#[inline]
fn add(hasher: &mut FoldHasher<'static>, text: &str) {
    hasher.write(text.as_bytes());
    hasher.write_usize(text.len());
}

fn ends_predicates(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Sign(Sign::FullStop | Sign::BracketEnd | Sign::AnnotationEnd | Sign::BraceEnd)
    )
}
