//! Near misses: a document with one small change.
//!
//! Invariant: nothing here decides whether the change breaks anything; a parser does.

use super::generator::{Generator, Sentence};
use super::random::RandomNumbers;
use notation::Expression;
use std::ops::Range;

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

    /// The text with another character at a place, or one less, or one more; or without all of the place. The place is one where it
    /// uses the case. First come the characters that are just outside of those that the case's part is made of.
    ///
    /// ```
    /// use turtle_peg_toolkit::{Generator, Samples, ebnf};
    ///
    /// let generator = Generator::of_ebnf(&ebnf::read("digit ::= '#'? [0-9]")?, &Samples::default())?;
    /// let mut near = generator.near_misses("#5", 0..1, 1);
    /// assert_eq!(near.next().unwrap().change, "dropped `#`");
    /// assert!(near.any(|mutant| mutant.text == ":5"));
    /// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
    /// ```
    pub fn near_misses<'t>(
        &'t self,
        text: &'t str,
        place: Range<usize>,
        case: usize,
    ) -> impl Iterator<Item = Mutant> + 't {
        let outside = self.ingredients.grammar.outside(case);
        let any: Vec<char> = self.characters().collect();
        let characters = text[place.clone()].char_indices().map(|(at, character)| {
            let start = place.start + at;
            start..start + character.len_utf8()
        });
        let characters: Vec<Range<usize>> = characters.collect();
        let starts = characters.iter().map(|one| one.start);
        let gaps: Vec<Range<usize>> = starts.chain([place.end]).map(|gap| gap..gap).collect();
        let with = |ranges: &[Range<usize>], new: &[char]| {
            let ranges = ranges.iter();
            let edits = ranges.flat_map(|range| new.iter().map(|&new| (range.clone(), Some(new))));
            edits.collect::<Vec<_>>()
        };
        let dropped = characters.iter().cloned().chain([place.clone()]);
        let edits = [
            with(&characters, &outside),
            dropped.map(|range| (range, None)).collect(),
            with(&gaps, &outside),
            with(&gaps, &any),
            with(&characters, &any),
        ];
        let edits = edits.into_iter().flatten();
        edits.filter_map(move |(range, new)| edited(text, range, new))
    }

    /// The characters that the grammar's literal tokens are made of, and some that are in none.
    fn characters(&self) -> impl Iterator<Item = char> {
        let literals = self
            .ingredients
            .tokens
            .iter()
            .filter_map(|token| match token {
                Expression::Literal { text, .. } => Some(text.as_str()),
                _ => None,
            });
        literals
            .flat_map(str::chars)
            .chain("<>\"'\\#: \n0é\0".chars())
    }
}

/// The text with a character, or none, in place of a range. None, if it is the same.
fn edited(text: &str, range: Range<usize>, new: Option<char>) -> Option<Mutant> {
    let (before, old, behind) = (
        &text[..range.start],
        &text[range.clone()],
        &text[range.end..],
    );
    let new: String = new.into_iter().collect();
    (old != new).then(|| Mutant {
        text: [before, &new, behind].concat(),
        change: match (old.is_empty(), new.is_empty()) {
            (_, true) => format!("dropped {}", shown(old)),
            (true, false) => format!("added {}", shown(&new)),
            (false, false) => format!("{} made {}", shown(old), shown(&new)),
        },
    })
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
