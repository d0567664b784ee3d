//! Documents for LL(1) conflicts: each begins with the tokens that lead to the conflict, and the next one, which does not tell the
//! way.
//!
//! Invariant: the productions accept each document.

use crate::GrammarSource;
use crate::partings::joined;
use crate::samples::samples;
use std::collections::{HashMap, VecDeque};
use toolkit::ll1::Ll1Conflict;
use toolkit::symbols::{Lookahead, TokenGrammar};
use toolkit::{text_of, texts};
use turtle_peg::SpecifiedGrammar;

/// How many tokens the beginnings have together that are tried for a conflict.
const MOST: usize = 5_000;

/// A document for each of these conflicts of a grammar; none, where none was found.
pub fn conflict_documents(
    grammar: &GrammarSource,
    conflicts: &[Ll1Conflict],
) -> anyhow::Result<Vec<Option<String>>> {
    if conflicts.is_empty() {
        return Ok(Vec::new());
    }
    let Ok(running) = grammar.run() else {
        return Ok(vec![None; conflicts.len()]);
    };
    let (specified, samples) = (grammar.specified()?, samples()?);
    let tokens = TokenGrammar::of_all(&specified).tokens().into_iter();
    let of_tokens = tokens
        .filter_map(|token| Some((token.to_string(), text_of(&specified, &token, &samples)?)));
    let search = ConflictSearch {
        of_tokens: of_tokens.collect(),
        preferred: texts(&specified, &samples),
        running,
    };
    Ok(conflicts.iter().map(|one| search.document(one)).collect())
}

struct ConflictSearch {
    running: SpecifiedGrammar,
    /// A text for each token, by its name.
    of_tokens: HashMap<String, String>,
    /// These texts, those first that need no declaration.
    preferred: Vec<String>,
}

impl ConflictSearch {
    fn document(&self, conflict: &Ll1Conflict) -> Option<String> {
        let prefix = conflict.prefix.as_ref()?.iter();
        let prefix = prefix.map(|token| self.of_tokens.get(&token.to_string()).cloned());
        let prefix: Vec<String> = prefix.collect::<Option<_>>()?;
        match conflict.shared.first()? {
            Lookahead::EndOfText => self.accepted(&prefix),
            Lookahead::Token(next) => {
                let next = self.of_tokens.get(&next.to_string())?.clone();
                self.completed([prefix, vec![next]].concat())
            }
        }
    }

    fn accepted(&self, words: &[String]) -> Option<String> {
        let document = joined(words, self.running.has_white_space());
        self.running.read(&document).is_ok().then_some(document)
    }

    /// A document of the fewest tokens that begins so.
    fn completed(&self, beginning: Vec<String>) -> Option<String> {
        let mut open = VecDeque::from([beginning]);
        let mut tried = 0;
        while let Some(words) = open.pop_front()
            && tried < MOST
        {
            tried += words.len();
            if let Some(document) = self.accepted(&words) {
                return Some(document);
            }
            let document = joined(&words, self.running.has_white_space());
            let next = self.running.continuation(&document).into_iter();
            let next = next.flat_map(|next| next.tokens);
            let mut texts: Vec<&String> =
                next.filter_map(|token| self.of_tokens.get(token)).collect();
            texts.sort_by_cached_key(|text| self.preferred.iter().position(|it| it == *text));
            let longer = texts.into_iter();
            open.extend(longer.map(|text| [&words[..], std::slice::from_ref(text)].concat()));
        }
        None
    }
}
