//! Near misses: a document with one small change.
//!
//! Invariant: nothing here decides whether the change breaks anything; a parser does.

use super::cases::CaseExpression;
use super::generator::{Generator, Sentence};
use super::random::RandomNumbers;

/// A document with one small change.
///
/// ```
/// use turtle_peg_toolkit::{Generator, Samples, ebnf};
///
/// let generator = Generator::of_ebnf(&ebnf::read("list ::= 'x' 'y'")?, &Samples::default())?;
/// let sentence = generator.random(1, 0).unwrap();
/// let mutants = (0..20).filter_map(|index| generator.mutant(&sentence, 1, index));
/// let exchanged = mutants.into_iter().find(|mutant| mutant.change == "exchanged `x` and `y`").unwrap();
/// assert!(exchanged.text.starts_with('y'));
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// The changed text.
    pub text: String,
    /// The change: ``dropped `.` ``.
    pub change: String,
}

impl Generator {
    /// The document with one token dropped, doubled or exchanged with the next, or with another character in place of
    /// one. None, if the document has no token.
    pub fn mutant(&self, sentence: &Sentence, seed: u64, index: u64) -> Option<Mutant> {
        let random = &mut RandomNumbers::new(seed, index);
        let place = random.below(sentence.tokens.len());
        let range = sentence.tokens.get(place)?.clone();
        let text = &sentence.text;
        let token = &text[range.clone()];
        let replaced = |with: &str| [&text[..range.start], with, &text[range.end..]].concat();
        let next = sentence.tokens.get(place + 1).cloned();
        Some(match (random.below(4), next) {
            (0, Some(next)) if text[next.clone()] != *token => Mutant {
                text: [
                    &text[..range.start],
                    &text[next.clone()],
                    &text[range.end..next.start],
                    token,
                    &text[next.end..],
                ]
                .concat(),
                change: format!("exchanged {} and {}", shown(token), shown(&text[next])),
            },
            (0 | 1, _) => Mutant {
                text: replaced(""),
                change: format!("dropped {}", shown(token)),
            },
            (2, _) => Mutant {
                text: replaced(&format!("{token} {token}")),
                change: format!("doubled {}", shown(token)),
            },
            _ => {
                let characters: Vec<(usize, char)> = token.char_indices().collect();
                let &(at, old) = random.pick(&characters)?;
                let others: Vec<char> = self.characters().filter(|&other| other != old).collect();
                let new = *random.pick(&others)?;
                let (before, behind) = (&token[..at], &token[at + old.len_utf8()..]);
                Mutant {
                    text: replaced(&format!("{before}{new}{behind}")),
                    change: format!("{old:?} in {} made {new:?}", shown(token)),
                }
            }
        })
    }

    /// Those that the grammar's literal tokens are made of, and some that are in none.
    fn characters(&self) -> impl Iterator<Item = char> {
        let literals = self
            .ingredients
            .tokens
            .iter()
            .filter_map(|token| match token {
                CaseExpression::Literal { text, .. } => Some(text.as_str()),
                _ => None,
            });
        literals
            .flat_map(str::chars)
            .chain("<>\"'\\#: \n0é\0".chars())
    }
}

/// On one line, and not too long.
fn shown(token: &str) -> String {
    const LONGEST: usize = 40;
    let line = token.escape_debug().to_string();
    match line.chars().count() > LONGEST {
        true => format!("`{}…`", line.chars().take(LONGEST - 1).collect::<String>()),
        false => format!("`{line}`"),
    }
}
