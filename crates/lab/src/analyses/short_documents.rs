//! Documents of few tokens that only one of two grammars accepts: for grammars whose sentences cannot be gone through side by side.
//!
//! Invariant: each document was run by both grammars, whole. The limits are numbers of documents and of steps, not times.

use interpreter::SpecifiedGrammar;
use std::collections::VecDeque;

/// How many documents are tried.
const MOST: usize = 5_000;

/// How many steps they may take: a document takes as many as its texts can be parted in two, since that is what an ambiguous
/// grammar asks of each part of it.
const MOST_STEPS: usize = 10_000_000;

/// The search among the documents of few tokens.
pub struct ShortDocuments {
    /// How many were tried.
    pub tried: usize,
    /// For each side, the first document that only it accepts.
    pub found: [Option<String>; 2],
}

impl ShortDocuments {
    /// Tries documents of these texts, those of few texts first; `joined` puts texts together.
    pub fn of(
        running: [&SpecifiedGrammar; 2],
        texts: &[String],
        joined: impl Fn(&[String]) -> String,
    ) -> Self {
        let mut short = Self {
            tried: 0,
            found: [None, None],
        };
        let mut open = VecDeque::from([Vec::new()]);
        let mut steps = 0;
        while let Some(words) = open.pop_front()
            && short.tried < MOST
            && steps < MOST_STEPS
            && short.found.contains(&None)
        {
            steps += words.len().pow(3);
            let document = joined(&words);
            // What neither side can go on after is the beginning of no document.
            if running
                .iter()
                .any(|it| it.continuation(&document).is_some())
            {
                let longer = texts
                    .iter()
                    .map(|text| [&words[..], std::slice::from_ref(text)].concat());
                open.extend(longer);
            }
            short.take(running, document);
        }
        short
    }

    fn take(&mut self, running: [&SpecifiedGrammar; 2], document: String) {
        self.tried += 1;
        let accepts = running.map(|grammar| grammar.read(&document).is_ok());
        if accepts[0] != accepts[1] {
            self.found[usize::from(accepts[1])].get_or_insert(document);
        }
    }
}
