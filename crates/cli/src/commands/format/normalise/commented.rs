//! Tokens with the comments that belong to them.

use std::cmp::Ordering;
use std::collections::VecDeque;
use turtle_peg::tokens::{Sign, Token, TokenKind};

/// A token with its comments, as the document has them.
#[derive(Clone, Debug)]
pub struct CommentedToken<'t> {
    pub kind: TokenKind,
    pub text: &'t str,
    /// The white space and the comments before it.
    pub before: &'t str,
    /// A comment behind it, on its line; more of them where words were left out.
    pub remark: String,
}

impl<'t> CommentedToken<'t> {
    pub fn of(sign: Sign) -> Self {
        Self {
            kind: TokenKind::Sign(sign),
            text: sign.text(),
            before: " ",
            remark: String::new(),
        }
    }

    /// A token of this document, for which `last` is the token before it: a comment on the line of that belongs to that.
    pub fn after(last: Option<&mut Self>, token: &Token<'_>, document: &'t str) -> Self {
        let trivia = token.trivia();
        let start = token.bytes().start as usize;
        let mut before = start - trivia.text().len();
        if let Some(comment) = trivia.comments().next()
            && comment.line_ends() == 0
            && let Some(last) = last
            && last.kind != TokenKind::ByteOrderMark
        {
            comment.text().clone_into(&mut last.remark);
            before += comment.start() + comment.text().len();
        }
        Self {
            kind: token.kind(),
            text: &document[start..start + token.text().len()],
            before: &document[before..start],
            remark: String::new(),
        }
    }

    /// Makes sure that white space is before it, where other words may have come to be.
    pub fn keep_apart(&mut self) {
        if self.before.is_empty() {
            self.before = " ";
        }
    }

    /// Takes the comments of a word that is left out or moved.
    pub fn take_comments(&mut self, other: &CommentedToken<'_>) {
        let before = other.before.lines();
        let before = before.map(|line| line.trim_matches([' ', '\t']));
        let comments = before
            .chain(other.remark.lines())
            .filter(|line| line.starts_with('#'));
        for comment in comments {
            if !self.remark.is_empty() {
                self.remark.push('\n');
            }
            self.remark.push_str(comment);
        }
    }

    pub fn is(&self, sign: Sign) -> bool {
        self.kind == TokenKind::Sign(sign)
    }
}

/// A token, or all between two brackets with the brackets. Where brackets nest, words are added at both ends of what is within.
pub type Atom<'t> = VecDeque<CommentedToken<'t>>;

/// Atoms as one. The longest of them stays where it is, so that a word is moved few times however deep it is.
pub fn joined(mut atoms: Vec<Atom<'_>>) -> Atom<'_> {
    let longest = (0..atoms.len()).max_by_key(|&place| atoms[place].len());
    let after = atoms.split_off(longest.map_or(0, |place| place + 1));
    let mut whole = atoms.pop().unwrap_or_default();
    for word in atoms.into_iter().flatten().rev() {
        whole.push_front(word);
    }
    whole.extend(after.into_iter().flatten());
    whole
}

/// The order of atoms, by their texts: no more of these is looked at than decides.
pub fn by_text(one: &[Atom<'_>], other: &[Atom<'_>]) -> Ordering {
    text(one).cmp(text(other))
}

/// The bytes of atoms, with a space after each word.
fn text(atoms: &[Atom<'_>]) -> impl Iterator<Item = u8> {
    let words = atoms.iter().flatten();
    words.flat_map(|word| word.text.bytes().chain([b' ']))
}
