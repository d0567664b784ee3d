//! Slips of the pen: each change of one token, or of one character, that may turn a statement back into what its author meant.
//!
//! Invariant: each slip that is found was read. The statement's last tokens before the fault are changed in every way; before those, a
//! change comes to the state that the statement was in without it, and so to the same fault.

use super::edit::{is_line_end, is_separator};
use super::near::{MOST, Piece, RepairReach, Vicinity, piece};
use crate::brackets;
use crate::fault::is_term;
use std::ops::{ControlFlow, Range};
use turtle_peg::diagnosis::{TokenWalk, is_of_directive, token, tokens};
use turtle_peg::tokens::{Sign, TermKind};

/// A text in the place of these bytes.
pub(super) struct Slip {
    pub(super) place: Range<usize>,
    pub(super) text: String,
}

/// The tokens before the fault that are changed.
const WINDOW: usize = 192;
/// The tokens after the fault that belong to what a change means.
const AFTER: usize = 16;
/// The longest token whose characters are changed one by one.
const LONGEST: usize = 96;
/// Terms of each kind.
const TERMS: [&str; 2] = ["<x:>", "\"\""];
/// Characters that mean something to the grammar, a space, and `a`.
const MARKS: [char; 19] = [
    '.', ';', ',', ':', '"', '\'', '<', '>', '[', ']', '(', ')', '@', '^', '-', '_', ' ', '\\', 'a',
];

pub(super) struct Slips<'n, 'a> {
    near: &'n Vicinity<'a>,
    /// The pieces whose characters are changed.
    touched: Vec<usize>,
    /// The first piece that is changed.
    first: usize,
    /// The states before the pieces from the first one on, up to the fault.
    states: Vec<TokenWalk<'static>>,
    /// Signs and terms that are put in, with their numbers.
    signs: Vec<(&'static str, &'static [u16])>,
    terms: Vec<(&'static str, &'static [u16])>,
}

type Visit<'v> = &'v mut dyn FnMut(&Slip) -> ControlFlow<()>;

impl<'n, 'a> Slips<'n, 'a> {
    /// The slips that compete with a change of these bytes; `None` if it is too far from the fault.
    pub(super) fn of(near: &'n Vicinity<'a>, place: &Range<usize>) -> Option<Self> {
        let after = |piece: &Piece| piece.place.end > place.start;
        let changed = near.pieces.iter().position(after);
        let changed = changed.unwrap_or(near.pieces.len()).min(near.at);
        let first = near.at.saturating_sub(WINDOW);
        let is_bracket = |text: &str| brackets::closes(text) || brackets::closing(text).is_some();
        // A bracket that is too much, or missing, may be anywhere.
        if changed < first || (first > 0 && is_bracket(near.written(near.at))) {
            return None;
        }
        let mut states = Vec::with_capacity(near.at - first + 1);
        let mut state = near.begin();
        for index in 0..=near.at {
            if index >= first {
                states.push(state.clone());
            }
            if index < near.at {
                state.take(near.pieces[index].numbers);
            }
        }
        let mut touched = vec![changed.saturating_sub(1), changed];
        touched.extend([near.at.saturating_sub(1), near.at, near.at + 1]);
        touched.sort_unstable();
        touched.dedup();
        touched.retain(|&index| index < near.pieces.len());
        let numbered = |text| (text, token(near.dialect, text, 0).1);
        let used = Sign::ALL.iter().filter(|sign| near.is_used(**sign));
        let signs = used.map(|sign| numbered(sign.text()));
        let is_token = |it: &(&str, &[u16])| !it.1.is_empty();
        Some(Self {
            near,
            touched,
            first,
            states,
            signs: signs.filter(is_token).collect(),
            terms: TERMS.map(numbered).into_iter().filter(is_token).collect(),
        })
    }

    /// Visits each slip with which so much is read, until that is enough.
    pub(super) fn find(
        &self,
        least: RepairReach,
        mut visit: impl FnMut(&Slip) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.of_statement_before(least, &mut visit)?;
        for index in (self.first..=self.near.at).rev() {
            self.put_in(index, least, &mut visit)?;
            self.left_out(index, least, &mut visit)?;
            self.exchanged(index, least, &mut visit)?;
        }
        self.of_characters(least, &mut visit)?;
        self.of_comments(least, &mut visit)
    }

    /// Visits each slip that is a character too much, or a colon that is missing.
    pub(super) fn find_stray(
        &self,
        least: RepairReach,
        mut visit: impl FnMut(&Slip) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for &index in &self.touched {
            let (place, written) = (self.near.place(index), self.near.written(index));
            if written.len() > LONGEST || is_line_end(written) {
                continue;
            }
            // Within a string, any character may be meant.
            let is_string = written.starts_with(['"', '\'']);
            let is_term = is_term(written) && written.chars().count() == 1;
            let strays = written.char_indices();
            let strays =
                strays.filter(|(_, c)| !is_term && (!is_string || matches!(c, '"' | '\'')));
            for (offset, c) in strays {
                let at = place.start + offset;
                let without = Slip::new(at..at + c.len_utf8(), String::new());
                self.tried(without, least, &mut visit)?;
            }
            let colon = Slip::new(place.end..place.end, ":".to_owned());
            self.tried(colon, least, &mut visit)?;
        }
        ControlFlow::Continue(())
    }

    /// The meaning of the text around a change, by its tokens: how it is laid out does not count, nor do signs without effect.
    pub(super) fn meaning(&self, place: &Range<usize>, text: &str) -> Vec<String> {
        let near = self.near;
        let first = near.place(self.first).start;
        // A change of nothing is at the beginning.
        let place = &match place.is_empty() && text.is_empty() {
            true => first..first,
            false => place.clone(),
        };
        let begin = first.min(place.start);
        let end = near.place(near.at + AFTER).start.max(place.end);
        let changed = [
            &near.text[begin..place.start],
            text,
            &near.text[place.end..end],
        ]
        .concat();
        let (mut tokens, mut at) = (Vec::<String>::new(), 0);
        while let Some(piece) = piece(near.dialect, &changed, at) {
            let token = &changed[piece.place.clone()];
            let goes_on = !matches!(token, "." | ";" | "]" | "}" | "|}");
            while !goes_on && tokens.last().is_some_and(|last| last == ";") {
                tokens.pop();
            }
            if !(token == "." && tokens.last().is_some_and(|last| last == ".")) {
                tokens.push(token.to_owned());
            }
            at = piece.place.end;
        }
        tokens
    }

    /// Whether a change leaves out white space of a directive, and nothing else: no word is less likely to be meant.
    pub(super) fn is_of_spaces(&self, place: &Range<usize>, text: &str) -> bool {
        let removed = &self.near.text[place.clone()];
        let is_blank = !removed.is_empty() && removed.trim().is_empty();
        is_blank && text.is_empty() && is_of_directive(self.near.written(0))
    }

    /// Whether a change is of all of a word that is no token and goes on right after one, and another change is of a character in it,
    /// as of `_` in `@en_GB`: that is smaller.
    pub(super) fn is_of_word_around(
        &self,
        place: &Range<usize>,
        of_character: &Range<usize>,
    ) -> bool {
        let near = self.near;
        let is_word = |index: usize| {
            near.place(index) == *place
                && !near.pieces[index].is_token()
                && near.gap(index).is_empty()
        };
        let is_around = place.start <= of_character.start && of_character.end <= place.end;
        is_around && place.len() > 1 && (1..near.pieces.len()).any(is_word)
    }

    fn state(&self, index: usize) -> TokenWalk<'static> {
        self.states[index - self.first].clone()
    }

    /// How far the statement is read from a piece on, in such a state before it.
    fn reach(&self, mut state: TokenWalk<'static>, from: usize, begun: usize) -> RepairReach {
        /// How many tokens show that a statement begins, whatever is at fault in it.
        const OF_BEGINNING: usize = 3;
        let near = self.near;
        let (mut beyond, mut of_next) = (0, None);
        for index in from..near.pieces.len().min(from + MOST) {
            let is_before = index <= near.at && index >= self.first;
            if is_before && state.goes_on_like(&self.states[index - self.first]) {
                return RepairReach::Within(0);
            }
            let count = state.statements();
            let numbers = near.pieces[index].numbers;
            if numbers.is_empty() || !state.take(numbers) {
                let is_begun = beyond >= OF_BEGINNING && count > begun;
                return RepairReach::of(of_next.or(is_begun.then_some(beyond)), beyond);
            }
            beyond += usize::from(index >= near.at);
            of_next = match of_next {
                Some(count) => Some(count + 1),
                None => (index >= near.at && state.statements() > count).then_some(0),
            };
        }
        let is_all = from + MOST >= near.pieces.len() && !near.is_cut();
        match is_all && !state.can_end() {
            true => RepairReach::of(of_next, beyond),
            false => RepairReach::Whole,
        }
    }

    /// How far it is read after a text that is put in: a bracket that is never closed takes in whatever follows, and so shows nothing.
    fn reach_after(
        &self,
        text: &str,
        state: TokenWalk<'static>,
        from: usize,
        begun: usize,
    ) -> RepairReach {
        let closes = brackets::closing(text);
        let mut pieces = from..self.near.pieces.len();
        let is_closed =
            closes.is_none_or(|sign| pieces.any(|it| self.near.written(it) == sign.text()));
        match is_closed {
            true => self.reach(state, from, begun),
            false => RepairReach::Within(0),
        }
    }

    /// Another separator in the place of the full stop before the statement, or none.
    fn of_statement_before(&self, least: RepairReach, visit: Visit<'_>) -> ControlFlow<()> {
        /// Any triples are as good as those before.
        const TRIPLES: &str = "<x:s> <x:p> <x:o>";
        let near = self.near;
        let place = near.place(0).start;
        let before = near.text[..place].trim_end();
        // A name may end with it.
        let is_of_name = before.strip_suffix('.').is_some_and(|name| {
            !name
                .ends_with(|c: char| c.is_whitespace() || matches!(c, '>' | '"' | '\'' | ']' | ')'))
        });
        let is_dot = near.written(0) == "." && is_of_name;
        // It may go on with a statement that is not in the text.
        let is_indented = before.is_empty() && near.column_of_line(place) > 0;
        if self.first == 0 && (is_dot || is_indented) {
            visit(&Slip::new(place..place, TRIPLES.to_owned()))?;
        }
        if self.first > 0 || is_separator(near.written(0)) || !before.ends_with('.') {
            return ControlFlow::Continue(());
        }
        for sign in [";", ",", ""] {
            let before = format!("{TRIPLES} {sign} ");
            let mut state = self.state(0);
            let mut tokens = tokens(near.dialect, &before, 0);
            let is_read = tokens.all(|it| state.take(token(near.dialect, &before, it.start).1));
            let begun = state.statements();
            if is_read && self.reach(state, 0, begun) >= least {
                visit(&Slip::new(place..place, before.clone()))?;
            }
        }
        ControlFlow::Continue(())
    }

    /// A sign or a term put in before a piece; or a term with a sign, where a line ends and may have gone on.
    fn put_in(&self, index: usize, least: RepairReach, visit: Visit<'_>) -> ControlFlow<()> {
        let begun = self.state(index).statements();
        let place = self.near.place(index).start;
        let all = self.signs.iter().chain(&self.terms);
        for (text, numbers) in all {
            let mut state = self.state(index);
            if !state.take(numbers) {
                continue;
            }
            if self.reach_after(text, state.clone(), index, begun) >= least {
                visit(&Slip::new(place..place, format!("{text} ")))?;
            }
            if !(TERMS.contains(text) && self.near.begins_line(index)) {
                continue;
            }
            for (sign, numbers) in self.signs.iter().filter(|(sign, _)| is_separator(sign)) {
                let mut state = state.clone();
                if state.take(numbers) && self.reach(state, index, begun) >= least {
                    visit(&Slip::new(place..place, format!("{text} {sign} ")))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// A piece left out, or a term: with its datatype, or with all that is between its brackets; or a sign in its place.
    fn left_out(&self, index: usize, least: RepairReach, visit: Visit<'_>) -> ControlFlow<()> {
        let near = self.near;
        if index >= near.pieces.len() {
            return ControlFlow::Continue(());
        }
        let begun = self.state(index).statements();
        let place = |end: usize| near.place(index).start..near.place(end - 1).end;
        let ends = [Some(index + 1), near.end_of_term(index)];
        for end in ends.into_iter().flatten() {
            if self.reach(self.state(index), end, begun) >= least {
                visit(&Slip::new(place(end), String::new()))?;
            }
        }
        // Nobody begins a line with a sign by mistake for a term.
        let is_begin = is_term(near.written(index)) && near.begins_line(index);
        let signs = self.signs.iter().filter(|_| !is_begin);
        let written = near.written(index);
        // A literal may stand for an IRI.
        let is_literal = TermKind::of(written).is_some_and(TermKind::is_literal);
        let may_be_term = written == "a" || is_literal || Sign::of(written).is_some();
        let terms = self.terms.iter().filter(|_| may_be_term);
        // Right after a string, there may have been a language tag.
        let tag = near
            .gap(index)
            .is_empty()
            .then(|| ("@en", token(near.dialect, "@en", 0).1));
        for (text, numbers) in signs.chain(terms).chain(&tag) {
            let mut state = self.state(index);
            let is_read = !numbers.is_empty() && state.take(numbers);
            if is_read && self.reach_after(text, state, index + 1, begun) >= least {
                visit(&Slip::new(place(index + 1), format!(" {text} ")))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn exchanged(&self, index: usize, least: RepairReach, visit: Visit<'_>) -> ControlFlow<()> {
        let near = self.near;
        let [Some(first), Some(second)] = [index, index + 1].map(|index| near.pieces.get(index))
        else {
            return ControlFlow::Continue(());
        };
        let mut state = self.state(index);
        let begun = state.statements();
        let is_read = [second, first]
            .into_iter()
            .all(|piece| piece.is_token() && state.take(piece.numbers));
        if is_read && self.reach(state, index + 2, begun) >= least {
            let text = [near.written(index + 1), " ", near.written(index)].concat();
            visit(&Slip::new(first.place.start..second.place.end, text))?;
        }
        ControlFlow::Continue(())
    }

    /// A character left out, put in, exchanged with the next one, or written for another; a word in lower case; a space left out.
    fn of_characters(&self, least: RepairReach, visit: Visit<'_>) -> ControlFlow<()> {
        let near = self.near;
        let mut tried = |place, text| self.tried(Slip::new(place, text), least, visit);
        for &index in &self.touched {
            let (place, written) = (near.place(index), near.written(index));
            let gap = near.gap(index);
            let is_blank = !gap.is_empty() && near.text[gap.clone()].trim().is_empty();
            if is_blank && !near.begins_line(index) {
                tried(gap, String::new())?;
            }
            if written.len() > LONGEST {
                continue;
            }
            if !written.contains(':') && written.contains(char::is_uppercase) {
                tried(place.clone(), written.to_lowercase())?;
            }
            for (offset, c) in written.char_indices() {
                let at = place.start + offset;
                let after = at + c.len_utf8();
                tried(at..after, String::new())?;
                let next = written[offset + c.len_utf8()..].chars().next();
                if let Some(next) = next {
                    tried(at..after + next.len_utf8(), [next, c].iter().collect())?;
                }
                for mark in MARKS {
                    for (place, before) in [(at..at, at), (at..after, at)] {
                        if self.may_be(mark, before, place.end) {
                            tried(place, mark.to_string())?;
                        }
                    }
                }
            }
            for mark in MARKS {
                if self.may_be(mark, place.end, place.end) {
                    tried(place.end..place.end, mark.to_string())?;
                }
            }
        }
        if let Some((place, iri)) = self.iri_with_spaces() {
            tried(place, iri)?;
        }
        ControlFlow::Continue(())
    }

    /// How far the statement is read with a text in the place of these bytes.
    pub(super) fn reach_with(&self, place: &Range<usize>, text: &str) -> RepairReach {
        let touched = self.near.touched(place).min(self.near.at).max(self.first);
        self.near
            .reach_from(touched, self.state(touched), place, text)
    }

    /// A change of characters, if so much is read with it.
    fn tried(&self, slip: Slip, least: RepairReach, visit: Visit<'_>) -> ControlFlow<()> {
        match self.reach_with(&slip.place, &slip.text) >= least {
            true => visit(&slip),
            false => ControlFlow::Continue(()),
        }
    }

    /// Whether a mark may be meant between the text before a place and the text after another: separators right at a name are meant
    /// only by authors who write them so, and a bracket that is never closed shows nothing.
    fn may_be(&self, mark: char, before: usize, after: usize) -> bool {
        let near = self.near;
        let closes = Sign::of(mark.encode_utf8(&mut [0; 4])).and_then(Sign::closing);
        if let Some(closes) = closes {
            let mut pieces = near
                .pieces
                .iter()
                .skip_while(|piece| piece.place.end < after);
            return pieces.any(|piece| near.text[piece.place.clone()] == *closes.text());
        }
        if !matches!(mark, '.' | ';' | ',') {
            return true;
        }
        let is_apart = near.text[..before].ends_with([' ', '\t', '\n', '\r'])
            && near.text[after..].starts_with([' ', '\t', '\n', '\r']);
        let is_joined = |index: usize| {
            near.written(index).starts_with(mark)
                && near.pieces[index].is_token()
                && (near.gap(index).is_empty() || near.gap(index + 1).is_empty())
        };
        is_apart || (1..near.pieces.len()).any(is_joined)
    }

    /// An IRI that has a space after `<` and one before `>`, and what it is without them.
    fn iri_with_spaces(&self) -> Option<(Range<usize>, String)> {
        let near = self.near;
        let begin = near.place(near.at.saturating_sub(1)).start;
        let line = near.line_from(begin);
        let start = line.find("< ")?;
        let (inner, _) = line[start + 1..].split_once('>')?;
        let iri = inner.trim_matches([' ', '\t']);
        let is_between = inner.ends_with([' ', '\t']) && !iri.contains([' ', '\t']);
        let end = start + 1 + inner.len() + 1;
        is_between.then(|| (begin + start..begin + end, format!("<{iri}>")))
    }

    /// Comments that begin with a sign that is not meant as one, or that do not end where they were to.
    fn of_comments(&self, least: RepairReach, visit: Visit<'_>) -> ControlFlow<()> {
        let near = self.near;
        for index in self.first..=near.at {
            let gap = match index {
                0 => near.place(0).start - near.before_first().len()..near.place(0).start,
                index => near.gap(index),
            };
            let text = &near.text[gap.clone()];
            let Some(comment) = text.find('#') else {
                continue;
            };
            let words = text
                .char_indices()
                .filter(|&(at, c)| at > comment && (c == '#' || text[..at].ends_with([' ', '\t'])));
            let ends = words.map(|(at, _)| (gap.start + at..gap.start + at, "\n"));
            let sign = gap.start + comment..gap.start + comment + 1;
            for (place, new) in ends.chain([(sign.clone(), ""), (sign, "@")]) {
                self.tried(Slip::new(place, new.to_owned()), least, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Slip {
    fn new(place: Range<usize>, text: String) -> Self {
        Self { place, text }
    }
}
