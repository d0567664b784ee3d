//! Names in doubt: declarations at fault may have given them another meaning.
//!
//! Invariant: a name is out of doubt only where it is certain what it stands for.

use crate::reading::{FaultyText, begins_directive, declares_prefix};
use std::collections::HashMap;
use turtle_peg::tokens::{Token, TokenKind, TokenSort};

/// The names that a declaration at fault may have given another meaning.
#[derive(Default)]
pub(super) struct DoubtedNames {
    /// Whether each of these prefixes is doubted.
    prefixes: HashMap<String, bool>,
    /// Whether the others are.
    all_others: bool,
    /// Whether the base IRI is.
    pub(super) base: bool,
}

impl DoubtedNames {
    /// Doubts what a text at fault may declare: the prefixes that it has where declarations have them; all prefixes, where it is not certain
    /// which one a declaration is of.
    pub(super) fn doubt(&mut self, faulty: &FaultyText<'_>) {
        let tokens: Vec<Token<'_>> = faulty.tokens().collect();
        // The tokens of some dialects cannot be told from one another: then a declaration may be anywhere.
        let mut is_any = tokens.is_empty();
        self.base |= tokens.is_empty();
        let mut declares = false;
        for (number, token) in tokens.iter().enumerate() {
            let next = tokens.get(number + 1);
            let may_have = |word| {
                token.kind() == TokenKind::Other && token.text().to_ascii_lowercase().contains(word)
            };
            if declares_prefix(token.kind()) {
                declares = true;
                is_any |= next.and_then(lone_prefix).is_none();
            } else if let Some(prefix) = lone_prefix(token)
                && (declares || next.is_some_and(|it| it.kind().sort() == Some(TokenSort::Iri)))
            {
                self.prefixes.insert(prefix.to_owned(), true);
            }
            is_any |= may_have("prefix");
            self.base |= begins_directive(token.kind()) && !declares_prefix(token.kind());
            self.base |= may_have("base");
        }
        if is_any {
            self.prefixes.clear();
            self.all_others = true;
        }
    }

    /// Takes over that a prefix is declared: what it stands for is certain, if the base IRI is, to which its namespace may be relative.
    pub(super) fn declare(&mut self, prefix: &str) {
        self.prefixes.insert(prefix.to_owned(), self.base);
    }

    pub(super) fn prefix(&self, prefix: &str) -> bool {
        let known = self.prefixes.get(prefix);
        known.copied().unwrap_or(self.all_others)
    }
}

/// The prefix of a name that has no local name, as in a declaration.
fn lone_prefix<'t>(token: &Token<'t>) -> Option<&'t str> {
    let is_name = token.kind().sort() == Some(TokenSort::Name);
    let prefix = token.text().strip_suffix(':').filter(|_| is_name)?;
    (!prefix.contains(':')).then_some(prefix)
}
