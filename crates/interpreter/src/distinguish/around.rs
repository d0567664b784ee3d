//! The search for divergences around one change, in the sentences that [`ways`](super::ways) makes.

use super::ways::{RuleWords, SentenceAround, SymbolNumbers, WaysToPlaces};
use super::{Divergence, DivergenceWriter};
use crate::SpecifiedGrammar;
use foldhash::{HashMap, HashSet, HashSetExt as _};
use specification::Tables;

/// Looks for sentences that show a change of two grammars, in few steps, wherever the change is: the shortest way to it, what
/// differs there, and the shortest way out.
///
/// ```
/// use turtle_peg_interpreter::{ChangeSearch, SpecifiedGrammar};
///
/// let grammars = ["list ::= '(' list ')' | '[' word ']'\nword ::= 'a'", "list ::= '(' list ')' | '[' word ']'\nword ::= 'a' 'b'?"];
/// let [one, other] = grammars.map(|text| SpecifiedGrammar::read_ebnf(text).unwrap());
/// let texts = ["(", ")", "[", "]", "a", "b"].map(str::to_owned);
/// let mut search = ChangeSearch::of([&one, &other], &texts, &[("word", "word")]).unwrap();
/// let mut found = None;
/// search.around_rule(1, [Some("word"), Some("word")], |parting| {
///     found = Some(parting.sentence.iter().map(|&text| texts[text].as_str()).collect::<Vec<_>>().join(" "));
///     true
/// });
/// assert_eq!(found.as_deref(), Some("[ a b ]"));
/// ```
pub struct ChangeSearch<'g> {
    sides: [&'g Tables; 2],
    writer: DivergenceWriter<'g>,
    ways: [WaysToPlaces<'g>; 2],
    numbers: [SymbolNumbers; 2],
}

impl<'g> ChangeSearch<'g> {
    /// Between the first start symbols of these grammars. `texts` are the words of sentences; `counterparts` are the names of what
    /// is in both grammars. None where [`SpecifiedGrammar::partings`] returns none.
    pub fn of(
        grammars: [&'g SpecifiedGrammar; 2],
        texts: &[String],
        counterparts: &[(&str, &str)],
    ) -> Option<Self> {
        let sides = grammars.map(|grammar| grammar.tables());
        let writer = DivergenceWriter::of(sides, texts)?;
        let ways = [
            WaysToPlaces::of(&writer.sides[0]),
            WaysToPlaces::of(&writer.sides[1]),
        ];
        Some(Self {
            sides,
            ways,
            writer,
            numbers: numbers(sides, counterparts),
        })
    }

    /// Hands divergences to `take` in which only this side goes on, around the production of these names, until `take` returns true.
    pub fn around_rule(
        &mut self,
        side: usize,
        names: [Option<&str>; 2],
        take: impl FnMut(Divergence<'g>) -> bool,
    ) -> SentencesAround {
        let rule = |side: usize| {
            let rule = self.sides[side].rule(names[side]?)?;
            u16::try_from(rule).ok()
        };
        let Some(own) = rule(side) else {
            return SentencesAround::NONE;
        };
        let words = RuleWords {
            other: self.sides[1 - side],
            other_rule: rule(1 - side),
            numbers: [side, 1 - side].map(|side| &self.numbers[side]),
        };
        let sentences = self.ways[side].of_rule(own, &words);
        self.follow(side, sentences, take)
    }

    /// Hands over divergences, as [`around_rule`](Self::around_rule) does, around the places where this side can have a text.
    pub fn around_text(
        &mut self,
        side: usize,
        text: usize,
        take: impl FnMut(Divergence<'g>) -> bool,
    ) -> SentencesAround {
        let tokens = self.writer.sides[side].tokens_of_text(text);
        let sentences = self.ways[side].with_text(text, &tokens);
        self.follow(side, sentences, take)
    }

    fn follow(
        &mut self,
        side: usize,
        sentences: Vec<SentenceAround>,
        mut take: impl FnMut(Divergence<'g>) -> bool,
    ) -> SentencesAround {
        let mut tried = HashSet::new();
        let mut around = SentencesAround::NONE;
        for SentenceAround { texts, within } in sentences {
            if !tried.insert(texts.clone()) {
                continue;
            }
            around.count += 1;
            around.most_within = around.most_within.max(within);
            if self.writer.follow(side, &texts).is_some_and(&mut take) {
                break;
            }
        }
        around
    }
}

/// How far a search around a change went. Not all sentences of so many texts were tried.
///
/// ```
/// use turtle_peg_interpreter::{ChangeSearch, SpecifiedGrammar};
///
/// let grammars = ["list ::= '(' word ')'\nword ::= 'a'", "list ::= '(' word ')'\nword ::= 'a' 'b'?"];
/// let [one, other] = grammars.map(|text| SpecifiedGrammar::read_ebnf(text).unwrap());
/// let texts = ["(", ")", "a", "b"].map(str::to_owned);
/// let mut search = ChangeSearch::of([&one, &other], &texts, &[("word", "word")]).unwrap();
/// let around = search.around_rule(1, [Some("word"), Some("word")], |_| false);
/// assert_eq!((around.count, around.most_within), (1, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SentencesAround {
    /// How many sentences were tried.
    pub count: usize,
    /// How many texts one of them has at most where the change is; the shortest way there and back is not counted.
    pub most_within: usize,
}

impl SentencesAround {
    /// No search.
    pub const NONE: Self = Self {
        count: 0,
        most_within: 0,
    };

    /// Two searches, as one.
    pub fn and(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            most_within: self.most_within.max(other.most_within),
        }
    }
}

fn numbers(sides: [&Tables; 2], counterparts: &[(&str, &str)]) -> [SymbolNumbers; 2] {
    let later: HashMap<&str, &str> = counterparts.iter().copied().collect();
    let has_earlier: HashSet<&str> = later.values().copied().collect();
    // What only the first grammar has has no name of the second's.
    let mut known: HashMap<(bool, String), usize> = HashMap::default();
    let mut number = |is_first: bool, name: &str| {
        let is_symbol = name.starts_with(|c: char| !(c.is_alphanumeric() || c == '_'));
        let key = match later.get(name) {
            _ if is_symbol => (false, name.to_owned()),
            Some(later) if is_first => (false, (*later).to_owned()),
            _ if has_earlier.contains(name) && !is_first => (false, name.to_owned()),
            _ => (is_first, format!("{name} alone")),
        };
        let next = known.len();
        *known.entry(key).or_insert(next)
    };
    let mut of = |side: usize| SymbolNumbers {
        tokens: sides[side]
            .tokens
            .iter()
            .map(|it| number(side == 0, &it.name))
            .collect(),
        rules: sides[side]
            .rules
            .iter()
            .map(|it| number(side == 0, &it.name))
            .collect(),
    };
    [of(0), of(1)]
}
