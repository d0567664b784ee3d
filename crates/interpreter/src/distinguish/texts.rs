//! The texts that sentences are made of: one for all those that both sides cut into the same tokens.

use super::side::tokens_of;
use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};
use specification::{Scanner, Tables};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The most pairs of states of two scanners that are visited.
const MOST_PAIRS: usize = 100_000;

/// Texts that stand for all tokens of two grammars.
///
/// ```
/// use turtle_peg_interpreter::SpecifiedGrammar;
///
/// let [one, other] = ["doc ::= NAME\nNAME ::= [a-z]+", "doc ::= NAME | 'do'\nNAME ::= [a-z]+"]
///     .map(|text| SpecifiedGrammar::read_ebnf(text).unwrap());
/// let texts = SpecifiedGrammar::texts([&one, &other], &["name".to_owned()]);
/// assert_eq!((texts.list, texts.are_all), (vec!["name".to_owned(), "do".to_owned()], true));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentenceTexts {
    /// The given texts that differ in their tokens, and then the shortest of each other kind.
    pub list: Vec<String>,
    /// For each text of the list, whether both sides cut it into one number of tokens, or only one side can cut it.
    pub are_cut_alike: Vec<bool>,
    /// For each text that was given, the place in the list of the first with the same tokens; none if neither side has it.
    pub places: Vec<Option<usize>>,
    /// Whether every document is, to both sides, a sequence of such texts with white space between them. It is not if a
    /// side has a token where the other side has several, or if white space is not the same.
    pub are_all: bool,
}

impl SentenceTexts {
    /// For these two sides, with these texts where they do as well as others.
    pub(crate) fn of(sides: [&Tables; 2], given: &[String]) -> Self {
        let mut texts = Self {
            list: Vec::new(),
            are_cut_alike: Vec::new(),
            places: Vec::new(),
            are_all: true,
        };
        let mut kinds = HashMap::new();
        for text in given {
            let place = texts.add(sides, &mut kinds, text);
            texts.places.push(place);
        }
        let [Some(first), Some(second)] = sides.map(|side| side.trivia.as_ref()) else {
            // The tokens of a text depend on the tokens allowed there.
            texts.are_all = false;
            return texts;
        };
        let is_separated = |trivia: &Scanner| trivia.scan(" .", 0).end == 1;
        texts.are_all = is_separated(first) && is_separated(second);
        let is_white_space = |text: &str| [first, second].iter().any(|it| it.scan(text, 0).end > 0);
        texts.are_all &= each_text(
            [first, second],
            |_| true,
            |text, [one, other], _| {
                if one.is_empty() == other.is_empty() {
                    return true;
                }
                texts.add(sides, &mut kinds, text);
                false
            },
        );
        let scanners = [&sides[0].scanner, &sides[1].scanner];
        texts.are_all &= each_text(
            scanners,
            |text| !is_white_space(text),
            |text, tokens, ended| {
                texts.add(sides, &mut kinds, text);
                let is_cut = |side: usize| tokens[side].is_empty() && ended[side];
                !is_cut(0) && !is_cut(1)
            },
        );
        texts
    }

    fn add(&mut self, sides: [&Tables; 2], kinds: &mut Kinds, text: &str) -> Option<usize> {
        let kind = sides.map(|side| tokens_of(side, text));
        if kind == [None, None] {
            return None;
        }
        let counts = kind.each_ref().map(|tokens| Some(tokens.as_ref()?.len()));
        let place = *kinds.entry(kind).or_insert(self.list.len());
        if place == self.list.len() {
            self.list.push(text.to_owned());
            let is_cut_alike = counts[0] == counts[1] || counts.contains(&None);
            self.are_cut_alike.push(is_cut_alike);
        }
        Some(place)
    }
}

/// The first text for the tokens that a text is on both sides.
type Kinds = HashMap<[Option<Rc<[Vec<u16>]>>; 2], usize>;

/// Hands over a shortest text for each pair of states in which one of the scanners accepts: the text, the tokens of both, and
/// whether each accepted a beginning of it. Returns whether all calls returned true, and each pair was visited.
fn each_text(
    scanners: [&Scanner; 2],
    can_begin: impl Fn(&str) -> bool,
    mut take: impl FnMut(&str, [&[u16]; 2], [bool; 2]) -> bool,
) -> bool {
    let characters = characters(scanners);
    let mut visits = vec![(String::new(), [1, 1], [false, false])];
    let mut known = HashSet::new();
    let (mut index, mut is_whole) = (0, true);
    while let Some((text, states, ended)) = visits.get(index).cloned() {
        index += 1;
        for &character in &characters {
            let next = [0, 1].map(|side| scanners[side].next_state(states[side], character));
            let tokens = [0, 1].map(|side| scanners[side].accepted(next[side]));
            let longer = format!("{text}{character}");
            if next == [0, 0]
                || (text.is_empty() && !can_begin(&longer))
                || !known.insert((next, ended))
            {
                continue;
            }
            if known.len() > MOST_PAIRS {
                return false;
            }
            if tokens.iter().any(|tokens| !tokens.is_empty()) {
                is_whole &= take(&longer, tokens, ended);
            }
            let ended = [0, 1].map(|side| ended[side] || !tokens[side].is_empty());
            visits.push((longer, next, ended));
        }
    }
    is_whole
}

/// The first character after the surrogates.
const AFTER_SURROGATES: char = '\u{E000}';

/// A character of each pair of classes: letters and digits where they do.
fn characters(scanners: [&Scanner; 2]) -> Vec<char> {
    let is_plain = |character: &char| character.is_ascii_alphanumeric();
    let ascii = || ('\0'..='\x7f').rev();
    let plain = ('a'..='z').chain(ascii().filter(is_plain));
    let others = ascii().filter(|it| it.is_ascii_graphic() && !is_plain(it));
    let bounds = scanners.iter().flat_map(|scanner| scanner.bounds.iter());
    let far = bounds.map(|&bound| char::from_u32(bound.max(0x80)).unwrap_or(AFTER_SURROGATES));
    let all = plain.chain(others).chain(ascii()).chain(far);
    let mut known = BTreeSet::new();
    all.filter(|&character| known.insert(scanners.map(|scanner| scanner.class_of(character))))
        .collect()
}
