//! The tokens near a fault, and whether the statement is read with a change of them.
//!
//! Invariant: a change is read from the state that the productions were in before it; nothing is read again that was read before
//! the fault.

use super::roles::{RoleReader, TermRole};
use crate::brackets;
use crate::fault::{self, FaultView};
use crate::words;
use std::ops::Range;
use turtle_peg::Dialect;
use turtle_peg::diagnosis::is_of_directive;
use turtle_peg::diagnosis::{Scope, TokenWalk, token, walk};
use turtle_peg::tokens::{Sign, TermKind};

/// How many tokens before the fault may be changed.
pub(super) const BEFORE: usize = 4;
/// How many tokens after the fault tell how the document is written.
const AFTER: usize = 64;
/// How many tokens are read from a change on, if the statement does not end before.
pub(super) const MOST: usize = 96;
/// How many tokens of what follows the statement are read.
const OF_NEXT: usize = 4;
/// How many tokens that can begin a statement show that one begins in the line after a full stop that is put in.
const OF_BEGINNING: usize = 3;
/// How many lines before that are looked at, at whose beginning a bracket may end.
const LINES: usize = 3;
/// The longest token at fault that is copied for each change.
const LONGEST: usize = 2048;

/// A token, or a word that is none.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) place: Range<usize>,
    /// The numbers of the tokens that it is; none if it is none.
    pub(super) numbers: &'static [u16],
}

impl Piece {
    pub(super) fn is_token(&self) -> bool {
        !self.numbers.is_empty()
    }
}

/// The next token of a text from a byte on, or the word that is there; `None` at the end.
pub(super) fn piece(dialect: Dialect, text: &str, from: usize) -> Option<Piece> {
    let (place, numbers) = token(dialect, text, from);
    let rest = &text[place.start..];
    let first = rest.chars().next()?;
    let is_in_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let is_keyword = first.is_ascii_alphabetic()
        && !place.is_empty()
        && text[place.clone()]
            .bytes()
            .all(|byte| byte.is_ascii_alphabetic());
    // `a` is read, and the rest of the word is not.
    let is_cut = is_keyword && text[place.end..].starts_with(is_in_word);
    if !numbers.is_empty() && !is_cut {
        return Some(Piece { place, numbers });
    }
    let length = match first {
        // No string goes on in the next line, but for the long ones.
        '"' | '\'' => rest.find(['\n', '\r']).unwrap_or(rest.len()),
        '<' => rest
            .find(|c: char| c.is_whitespace() || c == '>')
            .map_or(rest.len(), |end| {
                end + usize::from(rest[end..].starts_with('>'))
            }),
        _ => fault::word(rest).len().max(first.len_utf8()),
    };
    Some(Piece {
        place: place.start..place.start + length,
        numbers: &[],
    })
}

/// Whether a text in the place of these bytes leaves the token before it as it is, and the one after it: none is joined to another, and
/// none ends elsewhere, unless the words of the change have what it becomes. What is no token may become a part of one; that a space is
/// left out, or a mark put in, is to make another token. `from` is the beginning of a token before the place.
pub(crate) fn keeps_tokens(
    dialect: Dialect,
    text: &str,
    from: usize,
    place: &Range<usize>,
    new: &str,
    words: &str,
) -> bool {
    let removed = &text[place.clone()];
    let is_space = !removed.is_empty() && removed.trim().is_empty();
    let is_mark = matches!(new, "\"" | "'" | "<" | ">") || new.starts_with('\\');
    if (is_space && new.is_empty()) || is_mark {
        return true;
    }
    let (mut before, mut at) = (None, from);
    let after = loop {
        let Some(piece) = piece(dialect, text, at) else {
            break None;
        };
        at = piece.place.end;
        match () {
            () if piece.place.end <= place.start => before = Some(piece),
            () if piece.place.start >= place.end => break Some(piece),
            () if !piece.is_token() => return true,
            () => {}
        }
    };
    let begin = before
        .as_ref()
        .map_or(place.start, |piece| piece.place.start);
    let changed = [&text[begin..place.start], new, &text[place.end..]].concat();
    let is_kept = |kept: &Piece, start: usize| {
        let pieces = std::iter::successors(piece(dialect, &changed, 0), |last| {
            piece(dialect, &changed, last.place.end)
        });
        let mut pieces = pieces.skip_while(|piece| piece.place.end <= start);
        pieces.next().is_some_and(|piece| {
            piece.place == (start..start + kept.place.len())
                || words.contains(&changed[piece.place])
        })
    };
    let moved = |byte: usize| byte - begin + new.len() - place.len();
    let is_before_kept = before.is_none_or(|it| !it.is_token() || is_kept(&it, 0));
    is_before_kept && after.is_none_or(|it| !it.is_token() || is_kept(&it, moved(it.place.start)))
}

pub(super) struct Vicinity<'a> {
    pub(super) dialect: Dialect,
    pub(super) text: &'a str,
    /// The pieces of the statement, and those after it.
    pub(super) pieces: Vec<Piece>,
    /// The number of the piece that does not fit.
    pub(super) at: usize,
    /// The state before the first piece.
    begin: TokenWalk<'static>,
    /// The states before pieces that may be changed, by their numbers.
    states: Vec<(usize, TokenWalk<'static>)>,
    /// Whether the document goes on after the text.
    is_cut: bool,
    /// Which of the [`RARE`] signs it uses.
    used: [bool; RARE.len()],
}

/// How far the productions read a statement with a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum RepairReach {
    /// So many tokens beyond the fault, up to another fault of the statement.
    Within(usize),
    /// To its end, and so many tokens of what follows, up to a fault there.
    Following(usize),
    /// To its end, and what follows, as far as that is looked at.
    Whole,
}

/// The faults that are left after a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeftFaults {
    Nothing,
    /// The next statement, which may come from the repair.
    Next,
    /// The same statement, further on.
    Same,
}

impl LeftFaults {
    /// How many tokens of the next statement a repair is read, at least, that leaves a fault there.
    pub(super) const LEAST_FOLLOWING: usize = 2;
    /// How many tokens a repair is read, at least, that leaves a fault in its statement.
    pub(super) const LEAST_BEYOND: usize = 3;
}

impl RepairReach {
    pub(super) fn of(following: Option<usize>, beyond: usize) -> Self {
        following.map_or(Self::Within(beyond), Self::Following)
    }
}

/// Brackets that few documents need.
const RARE: [(Sign, Sign); 3] = [Sign::PAIRS[3], Sign::PAIRS[4], Sign::PAIRS[5]];

impl<'a> Vicinity<'a> {
    pub(super) fn new(fault: &FaultView<'a>) -> Option<Self> {
        let (around, dialect) = (fault.around, fault.dialect);
        let statement = around
            .statement
            .filter(|_| fault.error.context().is_some())?;
        let scope = match fault.is_in_graph() {
            true => Scope::InGraph,
            false => Scope::Outside,
        };
        let begin = walk(dialect, scope)?;
        if around.fault.len() > LONGEST {
            return None;
        }
        let text = around.text.as_str();
        let mut next = statement;
        let pieces = std::iter::from_fn(|| {
            let piece = piece(dialect, text, next)?;
            next = piece.place.end;
            Some(piece)
        });
        let mut state = begin.clone();
        let mut fits = |piece: &Piece| piece.is_token() && state.take(piece.numbers);
        let (mut at, mut after) = (None, 0);
        let pieces = pieces.enumerate().take_while(|(index, piece)| {
            match at {
                None if !fits(piece) => at = Some(*index),
                None => {}
                Some(_) => after += 1,
            }
            after < AFTER
        });
        let pieces: Vec<Piece> = pieces.map(|(_, piece)| piece).collect();
        let at = match at {
            Some(at) => at,
            None if state.can_end() => return None,
            None => pieces.len(),
        };
        let mut vicinity = Self {
            dialect,
            text,
            pieces,
            at,
            begin: begin.clone(),
            states: Vec::new(),
            is_cut: !fault.is_at_end() && around.is_cut(),
            used: RARE
                .map(|(opens, closes)| text.contains(opens.text()) || text.contains(closes.text())),
        };
        vicinity.keep_states(begin);
        Some(vicinity)
    }

    /// Keeps the states before the pieces that may be changed.
    fn keep_states(&mut self, begin: TokenWalk<'static>) {
        let ends = self.ends_of_bracket();
        let first = self.first().saturating_sub(1);
        let mut state = begin;
        for index in 0..=self.at {
            // The piece before one that is changed may become longer.
            if index >= first || ends.iter().any(|end| *end == index || *end == index + 1) {
                self.states.push((index, state.clone()));
            }
            if index < self.at {
                state.take(self.pieces[index].numbers);
            }
        }
    }

    /// The first pieces, before those that are near, that begin a line which is not further to the right than that of the
    /// innermost open bracket, or the separator before each: the bracket may be meant to end before them.
    pub(super) fn ends_of_bracket(&self) -> Vec<usize> {
        let Some(open) = self.open_bracket(self.at) else {
            return Vec::new();
        };
        let column = self.column_of_line(self.place(open).start);
        let lines = (open + 1..self.first()).filter(|&index| {
            self.begins_line(index) && self.column_of_line(self.place(index).start) <= column
        });
        let ends = lines.map(|index| {
            match Sign::of(self.written(index - 1)).is_some_and(Sign::is_separator) {
                true => index - 1,
                false => index,
            }
        });
        ends.take(LINES).collect()
    }

    pub(super) fn begin(&self) -> TokenWalk<'static> {
        self.begin.clone()
    }

    /// Whether the document goes on after the text, or the pieces do not reach to its end.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut || self.pieces.len() > self.at + AFTER - 1
    }

    /// The line before the statement, and the beginning of its first line.
    pub(super) fn before_first(&self) -> &'a str {
        let before = &self.text[..self.place(0).start];
        let mut lines = before.rmatch_indices('\n').map(|(end, _)| end + 1);
        let start = lines.nth(1).unwrap_or(0);
        &before[start..]
    }

    /// The innermost bracket that is open before a piece.
    pub(super) fn open_bracket(&self, before: usize) -> Option<usize> {
        self.open_brackets(before).last()
    }

    /// The brackets that are open before a piece.
    pub(super) fn open_brackets(&self, before: usize) -> impl Iterator<Item = usize> {
        let mut open = Vec::new();
        for index in 0..before {
            let written = self.written(index);
            if brackets::closing(written).is_some() {
                open.push(index);
            } else if brackets::closes(written) {
                open.pop();
            }
        }
        open.into_iter()
    }

    /// The number of the first piece that may be changed.
    pub(super) fn first(&self) -> usize {
        self.at.saturating_sub(BEFORE)
    }

    /// The text of a piece; empty at the end.
    pub(super) fn written(&self, index: usize) -> &'a str {
        let piece = self.pieces.get(index);
        piece.map_or("", |piece| &self.text[piece.place.clone()])
    }

    pub(super) fn place(&self, index: usize) -> Range<usize> {
        let end = self.text.len();
        let piece = self.pieces.get(index);
        piece.map_or(end..end, |piece| piece.place.clone())
    }

    /// The text between a piece and the one before it.
    pub(super) fn gap(&self, index: usize) -> Range<usize> {
        let start = match index.checked_sub(1) {
            Some(before) => self.place(before).end,
            None => self.place(index).start,
        };
        start..self.place(index).start
    }

    pub(super) fn has_line_end(&self, between: Range<usize>) -> bool {
        self.text[between].contains(['\n', '\r'])
    }

    /// Whether a line ends before a piece.
    pub(super) fn begins_line(&self, index: usize) -> bool {
        self.has_line_end(self.gap(index))
    }

    /// Whether the document uses a sign, or its counterpart, if few documents need it.
    pub(super) fn is_used(&self, sign: Sign) -> bool {
        let rare = RARE
            .iter()
            .position(|&(opens, closes)| opens == sign || closes == sign);
        rare.is_none_or(|rare| self.used[rare])
    }

    /// The pieces before which a separator is missing, from the fault on, if the statement is read to its end with it; `None`
    /// if they are fewer than two.
    pub(super) fn places_without(&self, sign: Sign) -> Option<Vec<usize>> {
        let (_, separator) = token(self.dialect, sign.text(), 0);
        let mut state = self.state(self.at)?;
        let statements = state.statements();
        let mut places = Vec::new();
        for (index, piece) in self.pieces.iter().enumerate().skip(self.at) {
            let before = state.clone();
            if !piece.is_token() {
                return None;
            }
            if !state.take(piece.numbers) {
                state = before;
                places.push(index);
                if !(state.take(separator) && state.take(piece.numbers)) {
                    return None;
                }
            }
            if state.statements() > statements {
                break;
            }
        }
        (places.len() > 1 && state.statements() > statements).then_some(places)
    }

    /// The prefixes of names in the text, and how often each is there.
    pub(super) fn prefixes(&self) -> Vec<(&'a str, usize)> {
        let mut found: Vec<(&str, usize)> = Vec::new();
        for index in 0..self.pieces.len() {
            let written = self.written(index);
            if TermKind::of(written) != Some(TermKind::Name) {
                continue;
            }
            let prefix = written.split_once(':').map_or("", |(prefix, _)| prefix);
            match found.iter_mut().find(|(it, _)| *it == prefix) {
                Some((_, uses)) => *uses += 1,
                None => found.push((prefix, 1)),
            }
        }
        found
    }

    /// Whether a name in the text has this prefix.
    pub(super) fn has_prefix(&self, prefix: &str) -> bool {
        self.prefixes().iter().any(|(known, _)| *known == prefix)
    }

    /// Whether a sign fits before a piece.
    pub(super) fn fits(&self, index: usize, sign: &str) -> bool {
        let Some(mut state) = self.state(index) else {
            return false;
        };
        let (place, numbers) = token(self.dialect, sign, 0);
        place.end == sign.len() && !numbers.is_empty() && state.take(numbers)
    }

    fn state(&self, index: usize) -> Option<TokenWalk<'static>> {
        let found = self.states.iter().find(|(it, _)| *it == index);
        found.map(|(_, state)| state.clone())
    }

    /// The part of a statement that a term before a piece is.
    pub(super) fn role(&self, index: usize) -> &'static str {
        let mut roles = RoleReader::new();
        for before in 0..index {
            roles.read(self.written(before));
        }
        match roles.read("<x:>") {
            Some(TermRole::Subject) => "subject",
            Some(TermRole::Predicate) => "predicate",
            Some(TermRole::Object) => "object",
            Some(TermRole::Member | TermRole::Other) | None => "term",
        }
    }

    /// Where a term of several pieces ends; `None` if it is one piece.
    pub(super) fn end_of_term(&self, index: usize) -> Option<usize> {
        let written = self.written(index);
        if brackets::closing(written).is_some() {
            let mut open = 0_usize;
            let mut pieces = index..self.pieces.len().min(index + MOST);
            let end = pieces.find(|&it| {
                open += usize::from(brackets::closing(self.written(it)).is_some());
                open -= usize::from(brackets::closes(self.written(it)) && open > 0);
                open == 0
            })?;
            return Some(end + 1);
        }
        let next = self.written(index + 1);
        match TermKind::of(written)? {
            TermKind::String if next == "^^" => Some((index + 3).min(self.pieces.len())),
            TermKind::String if TermKind::of(next) == Some(TermKind::LanguageTag) => {
                Some(index + 2)
            }
            _ => None,
        }
    }

    /// The line of a place, from its beginning to there.
    pub(super) fn line_up_to(&self, place: usize) -> &'a str {
        words::line_before(&self.text[..place])
    }

    /// The line of a place, from there to its end.
    pub(super) fn line_from(&self, place: usize) -> &'a str {
        let rest = &self.text[place..];
        &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())]
    }

    /// How far the line of a place is indented.
    pub(super) fn column_of_line(&self, place: usize) -> usize {
        let line = &self.text[place - self.line_up_to(place).len()..];
        line.len() - line.trim_start_matches([' ', '\t']).len()
    }

    /// How far the productions read the statement, and what follows, with this text in the place of these bytes.
    pub(super) fn reach(&self, place: &Range<usize>, text: &str) -> RepairReach {
        let touched = self.touched(place).min(self.at);
        match self.state(touched) {
            Some(state) => self.reach_from(touched, state, place, text),
            None => RepairReach::Within(0),
        }
    }

    /// The first piece that a change can make another: the piece before may become longer.
    pub(super) fn touched(&self, place: &Range<usize>) -> usize {
        let is_touched = |piece: &Piece| piece.place.end >= place.start;
        let touched = self.pieces.iter().position(is_touched);
        touched.unwrap_or(self.pieces.len())
    }

    /// How far they read from the first piece that is touched, in the state before it.
    pub(super) fn reach_from(
        &self,
        touched: usize,
        mut state: TokenWalk<'static>,
        place: &Range<usize>,
        text: &str,
    ) -> RepairReach {
        let mut beyond = 0;
        let from = self.place(touched).start.min(place.start);
        let changed = [&self.text[from..place.start], text, &self.text[place.end..]].concat();
        let end_of_change = place.start - from + text.len();
        // Offsets after the change, in the text as it was.
        let before = |offset: usize| offset + from + place.len() - text.len();
        let after = |offset: usize| offset + text.len() - place.len() - from;
        let fault = self.place(self.at);
        let (mut next, mut of_next) = (0, None);
        // Nothing before a directive can ask for it.
        let is_next = is_of_directive(self.written(self.at));
        // What is put in there is not a part of what begins in the next line.
        let is_at_line_end = || {
            let rest = self.text[place.end..].trim_start_matches([' ', '\t']);
            place.is_empty() && rest.starts_with(['\n', '\r', '#'])
        };
        let begun = state.statements();
        // A bracket that is put in, and never closed, takes in whatever follows.
        let is_open = place.is_empty() && brackets::closing(text.trim()).is_some();
        let is_cut = self.is_cut && !is_open;
        // From where a piece ends as it did, the others are as they were.
        let mut known: Option<std::slice::Iter<'_, Piece>> = None;
        for _ in 0..MOST {
            if known.is_none() && next >= end_of_change {
                let mut pieces = self.pieces[touched..].iter();
                let is_end = |piece: &Piece| piece.place.end == before(next);
                known = pieces.position(is_end).map(|_| pieces);
            }
            let piece = match known.as_mut().and_then(Iterator::next) {
                Some(piece) => Some((after(piece.place.end), piece.numbers)),
                None => piece(self.dialect, &changed, next).map(|it| (it.place.end, it.numbers)),
            };
            let Some((end, numbers)) = piece else {
                return match is_cut || state.can_end() {
                    true => RepairReach::Whole,
                    false => RepairReach::of(of_next, beyond),
                };
            };
            next = end;
            if is_cut && next == changed.len() {
                return RepairReach::Whole;
            }
            let count = state.statements();
            if numbers.is_empty() || !state.take(numbers) {
                let is_begun =
                    (is_next && beyond > 0) || (beyond >= OF_BEGINNING && is_at_line_end());
                let has_ended = is_begun && count > begun;
                return RepairReach::of(of_next.or(has_ended.then_some(beyond)), beyond);
            }
            let is_beyond = next >= end_of_change && before(next) >= fault.end;
            beyond += usize::from(is_beyond);
            of_next = match of_next {
                Some(OF_NEXT) => return RepairReach::Whole,
                Some(count) => Some(count + 1),
                None => (is_beyond && state.statements() > count).then_some(0),
            };
        }
        match is_open {
            true => RepairReach::of(of_next, beyond),
            false => RepairReach::Whole,
        }
    }
}
