//! Documents for LL(1) conflicts: each begins with the tokens that lead to the conflict, and the next one, which does not tell the
//! way.
//!
//! Invariant: the productions accept each document, and there is a tree of it in which the conflict is decided before that token.

use crate::analyses::partings::joined;
use crate::grammars::samples::samples;
use crate::grammars::source::GrammarSource;
use interpreter::SpecifiedGrammar;
use std::collections::{HashMap, VecDeque};
use std::ops::RangeInclusive;
use toolkit::DecidedGrammar;
use toolkit::ebnf;
use toolkit::ll1::Ll1Conflict;
use toolkit::symbols::{Lookahead, TokenGrammar};
use toolkit::{text_of, texts};

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
    let decided = DecidedGrammar::of(&grammar.specified_once()?, conflicts);
    let Ok(deciding) = SpecifiedGrammar::read_ebnf(&ebnf::print(&decided.grammar)) else {
        return Ok(vec![None; conflicts.len()]);
    };
    let search = ConflictSearch {
        of_tokens: of_tokens.collect(),
        preferred: texts(&specified, &samples),
        running,
        deciding,
    };
    let named = conflicts.iter().zip(&decided.names);
    Ok(named
        .map(|(conflict, name)| search.document(conflict, name))
        .collect())
}

struct ConflictSearch {
    running: SpecifiedGrammar,
    /// The same productions, with nonterminals that match nothing where conflicts are decided.
    deciding: SpecifiedGrammar,
    /// A text for each token, by its name.
    of_tokens: HashMap<String, String>,
    /// These texts, those first that need no declaration.
    preferred: Vec<String>,
}

impl ConflictSearch {
    /// A document in whose tree the nonterminal of this name is before the token that does not tell the way.
    fn document(&self, conflict: &Ll1Conflict, decision: &str) -> Option<String> {
        let prefix = conflict.prefix.as_ref()?.iter();
        let prefix = prefix.map(|token| self.of_tokens.get(&token.to_string()).cloned());
        let prefix: Vec<String> = prefix.collect::<Option<_>>()?;
        let before = prefix.len();
        let is_shown = |words: &[String]| {
            let start = self.joined(words.get(..before)?).len();
            let next = match words.get(before) {
                Some(next) => self.joined(words.get(..=before)?).len() - next.len(),
                None => start,
            };
            let document = self.accepted(words)?;
            self.decides(&document, decision, start..=next)
                .then_some(document)
        };
        match conflict.shared.first()? {
            Lookahead::EndOfText => is_shown(&prefix),
            Lookahead::Token(next) => {
                let next = self.of_tokens.get(&next.to_string())?.clone();
                self.completed([prefix, vec![next]].concat(), is_shown)
            }
        }
    }

    fn joined(&self, words: &[String]) -> String {
        joined(words, self.running.has_white_space())
    }

    fn accepted(&self, words: &[String]) -> Option<String> {
        let document = self.joined(words);
        self.running.read(&document).is_ok().then_some(document)
    }

    /// Whether the tree of a document has this nonterminal at this place.
    fn decides(&self, document: &str, decision: &str, place: RangeInclusive<usize>) -> bool {
        let Ok(reading) = self.deciding.read(document) else {
            return false;
        };
        let mut nodes = reading.nodes().iter();
        nodes.any(|node| self.deciding.name(node) == decision && place.contains(&node.span.start))
    }

    /// The document of the fewest tokens that begins so, and that shows the conflict.
    fn completed(
        &self,
        beginning: Vec<String>,
        is_shown: impl Fn(&[String]) -> Option<String>,
    ) -> Option<String> {
        let mut open = VecDeque::from([beginning]);
        let mut tried = 0;
        while let Some(words) = open.pop_front()
            && tried < MOST
        {
            tried += words.len();
            if let Some(document) = is_shown(&words) {
                return Some(document);
            }
            let document = self.joined(&words);
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
