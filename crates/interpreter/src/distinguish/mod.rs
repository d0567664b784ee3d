//! Two grammars side by side: the shortest sentences that one accepts and the other rejects.
//!
//! Both are run over the same texts, one at a time, as a nondeterministic machine: the state of each side is the set of its
//! stacks. A stack has no rules that are read to their ends, so a list that recurs at its end is not deeper
//! than one that is written as a repetition. Pairs of sets that were met before are not visited again, so a few sentences
//! stand for all of a length. Where one side can go on and the other cannot, they diverge, and the search leaves that way: a
//! sentence that parts the two is rejected at the very place where the grammars differ.
//!
//! Invariant: if the result says that no sentence of up to some length parts the two, the search visited each of them, or one
//! that leaves both sides in the same states.

mod around;
mod side;
mod texts;
mod ways;

pub use around::{ChangeSearch, SentencesAround};
pub use texts::SentenceTexts;

use foldhash::{HashMap, HashSet};
use side::{Frames, LONGEST, Side};
use specification::Tables;

/// A place where one of two grammars goes on and the other does not. Productions have the names that their
/// own grammar gives them.
///
/// ```
/// use turtle_peg_interpreter::SpecifiedGrammar;
///
/// let [first, second] = ["list ::= '(' word* ')'", "list ::= '(' word ')'"].map(|grammar| {
///     SpecifiedGrammar::read_ebnf(&format!("{grammar}\n@terminals\nword ::= [a-z]+")).unwrap()
/// });
/// let texts = ["(", "a", ")"].map(str::to_owned);
/// SpecifiedGrammar::partings([&first, &second], &texts, 1000, |parting| {
///     assert_eq!((parting.side, parting.before, parting.open), (0, 1, vec!["list"]));
///     true
/// });
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Divergence<'g> {
    /// Which of the two goes on: 0 or 1.
    pub side: usize,
    /// A sentence of that one, which the other rejects there: indices of texts.
    pub sentence: Vec<usize>,
    /// How many of the texts come before the place.
    pub before: usize,
    /// The token at the place: a terminal's name, or a literal in its quotes; `None` at the end, and where a text is several
    /// tokens.
    pub token: Option<&'g str>,
    /// The productions that end at the place, innermost first.
    pub ended: Vec<&'g str>,
    /// The productions that are open after it, innermost first.
    pub open: Vec<&'g str>,
    /// The productions among `open` that begin at the place.
    pub begun: Vec<&'g str>,
    /// The productions of the other one that could end there.
    pub other_ended: Vec<&'g str>,
    /// The productions of the other one that could begin there.
    pub other_begun: Vec<&'g str>,
}

/// How far a search went.
///
/// [`SpecifiedGrammar::partings`](crate::SpecifiedGrammar::partings) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Through all sentences, of any length.
    All,
    /// Through all sentences of up to this many texts.
    UpTo(usize),
}

/// Looks for divergences, the shortest first, and hands each to `take` until that returns true, until no more are left, or
/// until it has taken `most` steps. Returns none if a production of a side begins with itself by way of another production,
/// or after one that can match nothing.
///
/// `texts` are the words of sentences. A side rejects a text that it cannot cut into its own tokens.
pub(crate) fn divergences(
    sides: [&Tables; 2],
    texts: &[String],
    most: usize,
    mut take: impl FnMut(Divergence<'_>) -> bool,
) -> Option<Extent> {
    let [Some(one), Some(other)] = sides.map(|side| Side::of(side, texts, Frames::Unfinished))
    else {
        return None;
    };
    let mut sides = [one, other];
    let mut writer = DivergenceWriter::of(sides.each_ref().map(|side| side.tables), texts)?;
    let mut ways = vec![SearchWay {
        stacks: sides.each_mut().map(Side::begin),
        from: None,
    }];
    let mut known = HashSet::from_iter([ways[0].stacks]);
    let (mut index, mut layer_end, mut length) = (0, 1, 0);
    // How long sentences were before one was too long to be written.
    let mut uncut = None;
    while index < ways.len() {
        if index == layer_end {
            (layer_end, length) = (ways.len(), length + 1);
        }
        let stacks = ways[index].stacks;
        let ends = [0, 1].map(|side: usize| sides[side].moves(stacks[side]).end.is_some());
        if ends[0] != ends[1] {
            let divergence = writer.end(&ways, index, usize::from(ends[1]));
            if divergence.is_some_and(&mut take) {
                return Some(Extent::UpTo(uncut.unwrap_or(length)));
            }
        }
        for text in 0..texts.len() {
            let next = [0, 1].map(|side: usize| sides[side].step(stacks[side], text));
            match next {
                [None, None] => {}
                [Some(one), Some(other)] => {
                    if known.insert([one, other]) {
                        ways.push(SearchWay {
                            stacks: [one, other],
                            from: Some((index, text)),
                        });
                    }
                }
                [one, _] => {
                    let side = usize::from(one.is_none());
                    let divergence = writer.part(&ways, index, (side, text));
                    if divergence.is_some_and(&mut take) {
                        return Some(Extent::UpTo(uncut.unwrap_or(length)));
                    }
                    if writer.is_cut {
                        uncut.get_or_insert(length);
                    }
                }
            }
        }
        index += 1;
        let steps = index * texts.len() + writer.taken() + sides[0].taken + sides[1].taken;
        if steps > most || length > LONGEST || sides.iter().any(|side| side.is_cut) {
            // Not all sentences that end in this layer were visited.
            let whole = length.saturating_sub(1);
            return Some(Extent::UpTo(uncut.map_or(whole, |uncut| uncut.min(whole))));
        }
    }
    Some(uncut.map_or(Extent::All, Extent::UpTo))
}

/// How the search came to a pair of sets of stacks.
struct SearchWay {
    stacks: [usize; 2],
    from: Option<(usize, usize)>,
}

fn sentence(ways: &[SearchWay], index: usize) -> Vec<usize> {
    let mut texts = Vec::new();
    let mut way = &ways[index];
    while let Some((before, text)) = way.from {
        texts.push(text);
        way = &ways[before];
    }
    texts.reverse();
    texts
}

/// Says where two sides part: it runs the same sentences with all rules that are open.
struct DivergenceWriter<'t> {
    sides: [Side<'t>; 2],
    /// The sets of stacks that each way leads to here, for the ways that were asked for.
    stacks: HashMap<usize, [usize; 2]>,
    /// How many steps it took to write sentences.
    written: usize,
    /// Whether a sentence was too long to be written.
    is_cut: bool,
}

impl<'t> DivergenceWriter<'t> {
    fn of([one, other]: [&'t Tables; 2], texts: &[String]) -> Option<Self> {
        let mut sides = [
            Side::of(one, texts, Frames::All)?,
            Side::of(other, texts, Frames::All)?,
        ];
        let begin = sides.each_mut().map(Side::begin);
        Some(Self {
            sides,
            stacks: HashMap::from_iter([(0, begin)]),
            written: 0,
            is_cut: false,
        })
    }

    /// How many steps it took.
    fn taken(&self) -> usize {
        self.written + self.sides[0].taken + self.sides[1].taken
    }

    /// The sets that a way leads to.
    fn stacks(&mut self, ways: &[SearchWay], index: usize) -> Option<[usize; 2]> {
        let mut open = Vec::new();
        let mut at = index;
        while !self.stacks.contains_key(&at) {
            let (before, text) = ways[at].from?;
            open.push((at, text));
            at = before;
        }
        let mut stacks = self.stacks[&at];
        for (way, text) in open.into_iter().rev() {
            for (side, set) in self.sides.iter_mut().zip(&mut stacks) {
                *set = side.step(*set, text)?;
            }
            self.stacks.insert(way, stacks);
        }
        Some(stacks)
    }

    /// The productions that a side could end, and those that it could begin.
    fn could(&mut self, side: usize, set: usize) -> (Vec<&'t str>, Vec<&'t str>) {
        let (ended, begun) = self.sides[side].moves(set).could();
        self.written += ended.len() + begun.len();
        (self.names(side, &ended), self.names(side, &begun))
    }

    fn names(&self, side: usize, rules: &[usize]) -> Vec<&'t str> {
        let tables = self.sides[side].tables;
        let rules = rules.iter();
        rules.map(|&rule| &*tables.rules[rule].name).collect()
    }

    /// A way at whose end only this side can end.
    fn end(&mut self, ways: &[SearchWay], index: usize, side: usize) -> Option<Divergence<'t>> {
        let stacks = self.stacks(ways, index)?;
        Some(self.ended(stacks, sentence(ways, index), side))
    }

    /// After a sentence, at whose end only this side can end.
    fn ended(&mut self, stacks: [usize; 2], before: Vec<usize>, side: usize) -> Divergence<'t> {
        self.written += before.len();
        let (other_ended, other_begun) = self.could(1 - side, stacks[1 - side]);
        let moves = self.sides[side].moves(stacks[side]);
        let ended = moves.rules(moves.end.flatten());
        Divergence {
            side,
            before: before.len(),
            sentence: before,
            token: None,
            ended: self.names(side, &ended),
            open: Vec::new(),
            begun: Vec::new(),
            other_ended,
            other_begun,
        }
    }

    /// A way at whose end only this side takes a text.
    fn part(
        &mut self,
        ways: &[SearchWay],
        index: usize,
        (side, text): (usize, usize),
    ) -> Option<Divergence<'t>> {
        let stacks = self.stacks(ways, index)?;
        self.parted(stacks, sentence(ways, index), (side, text), None)
    }

    /// After the beginning of a sentence, where only this side takes a text; then the rest of the sentence, if it is given, or the
    /// shortest that there is.
    fn parted(
        &mut self,
        stacks: [usize; 2],
        mut sentence: Vec<usize>,
        (side, text): (usize, usize),
        rest: Option<&[usize]>,
    ) -> Option<Divergence<'t>> {
        let before = sentence.len();
        sentence.push(text);
        let (other_ended, other_begun) = self.could(1 - side, stacks[1 - side]);
        let own = &mut self.sides[side];
        let (mut token, mut ended, mut states, mut begun) = (None, Vec::new(), Vec::new(), 0);
        match own.take(stacks[side], text) {
            Some((taken, way, moves)) => {
                token = (own.count(text) == 1).then_some(taken);
                (ended, begun) = (moves.ended_before(&way), way.begun());
                states = own.states_of(&way);
            }
            // It is white space to this side.
            None => states.extend(own.any_states(stacks[side])),
        }
        let end = match rest {
            Some(rest) => Some(rest.to_vec()),
            None => own.shortest_end(&states),
        };
        let rules = states.iter().map(|&state| own.tables.state(state).rule);
        let open: Vec<usize> = rules.map(usize::from).collect();
        self.written += sentence.len() + open.len();
        sentence.extend(end?);
        if sentence.len() > LONGEST {
            self.is_cut = true;
            return None;
        }
        let token = token.map(|token| &*own.tables.tokens[usize::from(token)].name);
        Some(Divergence {
            side,
            before,
            sentence,
            token,
            ended: self.names(side, &ended),
            begun: self.names(side, &open[..begun]),
            open: self.names(side, &open),
            other_ended,
            other_begun,
        })
    }

    /// Where the sides part on a sentence that only this side accepts; none, if that is not so.
    fn follow(&mut self, side: usize, sentence: &[usize]) -> Option<Divergence<'t>> {
        let mut stacks = self.sides.each_mut().map(Side::begin);
        for (at, &text) in sentence.iter().enumerate() {
            let own = self.sides[side].step(stacks[side], text)?;
            match self.sides[1 - side].step(stacks[1 - side], text) {
                Some(other) => {
                    (stacks[side], stacks[1 - side]) = (own, other);
                }
                None => {
                    let rest = &sentence[at + 1..];
                    let mut last = own;
                    for &text in rest {
                        last = self.sides[side].step(last, text)?;
                    }
                    self.sides[side].moves(last).end?;
                    return self.parted(stacks, sentence[..at].to_vec(), (side, text), Some(rest));
                }
            }
        }
        self.sides[side].moves(stacks[side]).end?;
        let is_other_over = self.sides[1 - side].moves(stacks[1 - side]).end.is_none();
        is_other_over.then(|| self.ended(stacks, sentence.to_vec(), side))
    }
}
