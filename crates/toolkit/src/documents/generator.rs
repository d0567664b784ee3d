//! Documents made from a specification's grammar: short ones that together use every case, and random ones.
//!
//! Invariants: the same grammar, samples and seed give the same documents, on every machine. A case is counted as used
//! only where the document that uses it was accepted, and is read so.

use super::cases::{Case, CaseGrammar};
use super::ingredients::{Goal, Ingredients};
use super::random::RandomNumbers;
use super::spacing::{self, JoinedTokens};
use super::walk::SentenceWalk;
use crate::matching::effort;
use crate::matching::samples::Samples;
use notation::Grammar;
use notation::GrammarError;
use notation::peg::Literate;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// A document that a grammar says.
///
/// ```
/// use turtle_peg_toolkit::{Generator, Samples, ebnf};
///
/// let generator = Generator::of_ebnf(&ebnf::read("list ::= 'x' 'y'")?, &Samples::default())?;
/// let sentence = generator.random(1, 0).unwrap();
/// let tokens = sentence.tokens.iter().map(|token| &sentence.text[token.clone()]);
/// assert_eq!(tokens.collect::<String>(), "xy");
/// assert_eq!(sentence.cases, [0]);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sentence {
    /// Its text.
    pub text: String,
    /// Where its tokens are in the text, in bytes.
    pub tokens: Vec<Range<usize>>,
    /// The cases that it uses, by their places in [`Generator::cases`]; before a parser has read it, those that it
    /// was made to use.
    pub cases: Vec<usize>,
}

/// A token with all behind it up to the next; or all before the first token, with none.
#[derive(Clone)]
struct SentencePiece {
    text: String,
    token: Option<usize>,
}

impl Sentence {
    fn pieces(&self) -> Vec<SentencePiece> {
        let starts = self.tokens.iter().map(|token| token.start);
        let ends = starts.clone().chain([self.text.len()]);
        let pieces = [0].into_iter().chain(starts).zip(ends);
        let tokens = [None]
            .into_iter()
            .chain(self.tokens.iter().map(|it| Some(it.len())));
        let pieces = pieces
            .zip(tokens)
            .map(|((start, end), token)| SentencePiece {
                text: self.text[start..end].to_owned(),
                token,
            });
        pieces.collect()
    }

    fn of_pieces(pieces: &[SentencePiece]) -> Self {
        let (mut text, mut tokens) = (String::new(), Vec::new());
        for piece in pieces {
            tokens.extend(piece.token.map(|length| text.len()..text.len() + length));
            text += &piece.text;
        }
        Self {
            text,
            tokens,
            cases: Vec::new(),
        }
    }
}

/// Documents that together use the cases of a grammar.
///
/// ```
/// use turtle_peg_toolkit::{Generator, Samples, ebnf};
///
/// let generator = Generator::of_ebnf(&ebnf::read("list ::= 'x' | 'y'")?, &Samples::default())?;
/// let covering = generator.covering(|sentence| (sentence.text == "x").then(|| sentence.cases.clone()));
/// assert_eq!(covering.sentences.len(), 1);
/// let missed = &generator.cases()[covering.missed[0]];
/// assert_eq!(missed.to_string(), "list: alternative: 'x' | ⟦'y'⟧");
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Covering {
    /// In the order of the cases that they are made for.
    pub sentences: Vec<Sentence>,
    /// The cases for which no document was accepted.
    pub missed: Vec<usize>,
    /// How many documents were made and not accepted.
    pub dropped: usize,
    /// The cases for which no document was looked for, because the search had taken too many steps.
    pub untried: Vec<usize>,
}

/// Makes documents.
///
/// ```
/// use turtle_peg_toolkit::{Generator, Samples, peg};
///
/// let grammar = peg::read("
/// /// list ::= '(' item* ')'
/// list = { \"(\" ~ item* ~ \")\" }
/// /// item ::= 'a' | [0-9]
/// item = @{ \"a\" | '0'..'9' }
/// WHITESPACE = _{ \" \" }")?;
/// let generator = Generator::of_literate(&grammar, &Samples::default())?;
/// let covering = generator.covering(|sentence| Some(sentence.cases.clone()));
/// let texts: Vec<_> = covering.sentences.iter().map(|sentence| sentence.text.as_str()).collect();
/// assert_eq!(texts, ["( )", "( a )", "( 0 )"]);
/// # Ok::<(), turtle_peg_toolkit::GrammarError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    pub(super) ingredients: Ingredients,
}

/// How often a document for a case is tried: the shortest first, then with other characters and white space.
const ATTEMPTS: u64 = 12;

impl Generator {
    /// For the specification that a PEG mirrors.
    ///
    /// # Errors
    ///
    /// The productions above the rules cannot be read, or use names that have none.
    pub fn of_literate(literate: &Literate, samples: &Samples) -> Result<Self, GrammarError> {
        Self::from_literate(literate, &[], samples)
    }

    /// For the specification that a PEG mirrors, with these start symbols; if none is named, with its own.
    ///
    /// # Errors
    ///
    /// As of [`of_literate`](Self::of_literate), or no nonterminal has such a name.
    pub fn from_literate(
        literate: &Literate,
        starts: &[String],
        samples: &Samples,
    ) -> Result<Self, GrammarError> {
        let ingredients = Ingredients::of(CaseGrammar::of_literate(literate, starts)?, samples);
        Ok(Self { ingredients })
    }

    /// For a specification's text.
    ///
    /// # Errors
    ///
    /// A name has no production.
    pub fn of_ebnf(grammar: &Grammar, samples: &Samples) -> Result<Self, GrammarError> {
        let ingredients = Ingredients::of(CaseGrammar::of_ebnf(grammar)?, samples);
        Ok(Self { ingredients })
    }

    /// The cases of the grammar: the ways that its choices, optional parts and repetitions can go.
    pub fn cases(&self) -> &[Case] {
        &self.ingredients.grammar.cases
    }

    /// Whether any document can be made: whether one of a start symbol comes to an end, within tens of thousands of
    /// characters.
    pub fn has_text(&self) -> bool {
        !self.ingredients.starts().is_empty()
    }

    /// The productions that no text can reach, and that therefore have no cases.
    pub fn unreached(&self) -> &[String] {
        &self.ingredients.grammar.unreached
    }

    /// Short documents that together use every case for which an accepted document can be made.
    ///
    /// `read` says which cases a document uses, as a parser reads it; none, if it is not accepted. Without a parser
    /// these are the ones that it was made to use.
    pub fn covering(&self, read: impl FnMut(&Sentence) -> Option<Vec<usize>>) -> Covering {
        effort::shared(|| self.covered(read))
    }

    fn covered(&self, mut read: impl FnMut(&Sentence) -> Option<Vec<usize>>) -> Covering {
        let mut covering = Covering::default();
        let mut used: BTreeSet<usize> = BTreeSet::new();
        // Where rules are one another, many cases have the same document, and reading it takes long.
        let mut readings: HashMap<String, Option<Vec<usize>>> = HashMap::new();
        for case in 0..self.ingredients.grammar.cases.len() {
            if used.contains(&case) {
                continue;
            }
            if effort::is_spent() {
                covering.untried.push(case);
                continue;
            }
            let mut counted = |sentence: &Sentence| {
                if let Some(cases) = readings.get(&sentence.text) {
                    return cases.clone();
                }
                let cases = read(sentence);
                covering.dropped += usize::from(cases.is_none());
                readings.insert(sentence.text.clone(), cases.clone());
                cases
            };
            match self.sentence_for(case, &mut counted) {
                // A text without an end says nothing.
                _ if effort::is_spent() => covering.untried.push(case),
                Some(sentence) => {
                    used.extend(&sentence.cases);
                    covering.sentences.push(sentence);
                }
                None => covering.missed.push(case),
            }
        }
        // A later document may use a case for which no document could be made.
        covering.missed.retain(|case| !used.contains(case));
        covering.untried.retain(|case| !used.contains(case));
        covering
    }

    /// A document that uses a case, as `read` says: the shortest, or one like it. None, if none was found, or not within the steps that
    /// a call may take.
    pub fn sentence_for(
        &self,
        case: usize,
        mut read: impl FnMut(&Sentence) -> Option<Vec<usize>>,
    ) -> Option<Sentence> {
        if !self.has_text() {
            return None;
        }
        let goal = self.ingredients.goal(case);
        (0..ATTEMPTS).find_map(|attempt| {
            let random = RandomNumbers::new(case as u64, attempt);
            let mut sentence = self.attempt(&goal, random, attempt > 0)?;
            sentence.cases = read(&sentence)?;
            sentence.cases.contains(&case).then_some(sentence)
        })
    }

    /// The same, without any tokens in a row that can be left out.
    pub fn smallest_for(
        &self,
        case: usize,
        mut read: impl FnMut(&Sentence) -> Option<Vec<usize>>,
    ) -> Option<Sentence> {
        let mut smallest = self.sentence_for(case, &mut read)?;
        let mut pieces = smallest.pieces();
        for length in (1..pieces.len()).rev() {
            let mut start = 0;
            while start + length <= pieces.len() {
                let rest = [&pieces[..start], &pieces[start + length..]].concat();
                let mut rest_of_it = Sentence::of_pieces(&rest);
                match read(&rest_of_it).filter(|cases| cases.contains(&case)) {
                    Some(cases) => {
                        rest_of_it.cases = cases;
                        (smallest, pieces) = (rest_of_it, rest);
                    }
                    None => start += 1,
                }
            }
        }
        Some(smallest)
    }

    fn attempt(&self, goal: &Goal, random: RandomNumbers, is_varied: bool) -> Option<Sentence> {
        let mut walk = SentenceWalk::new(&self.ingredients, random, Some(goal));
        if is_varied {
            walk.wander();
        }
        let starts = self.ingredients.starts();
        match starts.iter().find(|start| goal.is_within(**start)) {
            Some(&start) => walk.document(start, true),
            None => walk.trivia_before_document(*starts.first()?, goal)?,
        }
        let is_text = !walk.is_lost;
        is_text.then(|| self.finished(walk, is_varied))
    }

    /// A random document: the `index`th of those that `seed` stands for. None, if no document comes to an end, or not
    /// within tens of thousands of characters.
    pub fn random(&self, seed: u64, index: u64) -> Option<Sentence> {
        effort::shared(|| self.wandered(seed, index))
    }

    fn wandered(&self, seed: u64, index: u64) -> Option<Sentence> {
        let starts = self.ingredients.starts();
        let turn = usize::try_from(index).ok()?.checked_rem(starts.len())?;
        let mut walk = SentenceWalk::new(&self.ingredients, RandomNumbers::new(seed, index), None);
        walk.wander();
        walk.document(starts[turn], false);
        let is_text = !walk.is_lost;
        let finished = is_text.then(|| self.finished(walk, true));
        finished.filter(|_| !effort::is_spent())
    }

    /// Puts white space between the tokens, and declarations in front.
    fn finished(&self, walk: SentenceWalk<'_>, is_varied: bool) -> Sentence {
        let (needs, mut trace) = (walk.needs.clone(), walk.trace.clone());
        let joined: JoinedTokens = spacing::join(&self.ingredients, walk, is_varied);
        trace.add(&joined.trace);
        let mut text: String = needs.iter().map(|need| format!("{need}\n")).collect();
        let moved = |range: Range<usize>| range.start + text.len()..range.end + text.len();
        let tokens = joined.tokens.into_iter().map(moved).collect();
        text.push_str(&joined.text);
        Sentence {
            text,
            tokens,
            cases: trace.cases().collect(),
        }
    }
}
