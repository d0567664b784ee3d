//! Which repair is likely: how the lines would look, which roles the terms would have, what the document does elsewhere.

use super::edit::Edit;
use super::near::{Vicinity, piece};
use super::roles::{RoleReader, TermRole};
use crate::fault::is_iri;
use std::collections::HashSet;
use std::ops::Range;
use turtle_peg::tokens::{Sign, TermKind};

/// The tokens before the fault, and after it, whose lines and roles a change can alter.
const WINDOW: usize = 8;
/// The cost of a list of a literal and what is none.
const MIXED: u32 = 8;
/// The cost of a language tag that is a directive's keyword.
const KEYWORD: u32 = 20;
/// The cost of `;` before the end.
const TRAILING: u32 = 4;
/// The cost of a line that is not indented as the others are.
const INDENT: u32 = 6;
/// The cost of one that goes on with a statement at its margin, where no other line does so.
const AT_MARGIN: u32 = 14;

/// The number of a sign that separates or ends.
fn separator(written: &str) -> Option<usize> {
    let mut signs = Sign::SEPARATORS.iter();
    signs.position(|sign| sign.text() == written)
}

/// The edits with their costs, the likeliest first. Of those that make the same tokens, the likeliest stays.
pub(super) fn rated(near: &Vicinity<'_>, edits: Vec<Edit>) -> Vec<(u32, Edit)> {
    if edits.is_empty() {
        return Vec::new();
    }
    let habits = Habits::of(near);
    let mut rated: Vec<(u32, Edit, Vec<String>)> = edits
        .into_iter()
        .map(|edit| {
            let (cost, tokens) = habits.cost(near, &edit);
            (edit.cost + cost, edit, tokens)
        })
        .collect();
    rated.sort_by_key(|(cost, edit, _)| (*cost, edit.place.len()));
    let mut kept: Vec<(u32, Edit, Vec<String>)> = Vec::new();
    for (cost, edit, tokens) in rated {
        if kept.iter().all(|(_, _, others)| *others != tokens) {
            kept.push((cost, edit, tokens));
        }
    }
    kept.into_iter()
        .map(|(cost, edit, _)| (cost, edit))
        .collect()
}

/// How often a sign is somewhere.
#[derive(Clone, Copy, Debug, Default)]
struct SignHabit {
    all: u32,
    /// At the end of a line.
    last: u32,
    /// At the beginning of a line.
    first: u32,
}

impl SignHabit {
    /// The cost of what is done this often, of all.
    fn cost(self, often: u32, usual: u32, most: u32) -> u32 {
        // Where nothing is known, what is usual counts as three.
        let often = often * 10 + 3 * usual;
        let all = self.all * 10 + 30;
        most - most * often / all
    }
}

/// The habits of the text elsewhere.
struct Habits<'a> {
    signs: [SignHabit; 3],
    predicates: HashSet<&'a str>,
    others: HashSet<&'a str>,
    /// The part of the text that a change can alter, from a piece's beginning to another's.
    window: Range<usize>,
    /// The roles up to there.
    roles: RoleReader,
    /// The indents of the lines in which the brackets were opened that are open there.
    open: Vec<usize>,
    /// How far the statement is indented.
    margin: usize,
    /// How many lines that go on with a statement are to the right of that, and how many are not.
    lines: [u32; 2],
}

impl<'a> Habits<'a> {
    fn of(near: &Vicinity<'a>) -> Self {
        let begin = near.at.saturating_sub(WINDOW);
        let begin = near
            .ends_of_bracket()
            .first()
            .map_or(begin, |&end| begin.min(end - 1));
        let end = near.at + WINDOW;
        let mut habits = Self {
            signs: [SignHabit::default(); 3],
            predicates: HashSet::new(),
            others: HashSet::new(),
            window: near.place(begin).start..near.place(end).start,
            roles: RoleReader::new(),
            open: near
                .open_brackets(begin)
                .map(|open| near.column_of_line(near.place(open).start))
                .collect(),
            margin: near.column_of_line(near.place(0).start),
            lines: [0; 2],
        };
        for index in 0..near.pieces.len() {
            if index < begin {
                habits.roles.read(near.written(index));
            }
            if !(begin + 2..end).contains(&index) || index + 2 < near.at {
                habits.see(near, index);
            }
        }
        habits
    }

    fn see(&mut self, near: &Vicinity<'a>, index: usize) {
        let written = near.written(index);
        if index > 0 && near.written(index - 1) != "." && near.begins_line(index) {
            let is_left = near.column_of_line(near.place(index).start) <= self.margin;
            self.lines[usize::from(is_left)] += 1;
        }
        if let Some(sign) = separator(written) {
            let habit = &mut self.signs[sign];
            habit.all += 1;
            habit.last += u32::from(near.begins_line(index + 1));
            habit.first += u32::from(near.begins_line(index));
        }
        if is_iri(written) && index > 0 {
            match near.written(index - 1) {
                ";" | "[" => self.predicates.insert(written),
                _ => self.others.insert(written),
            };
        }
    }

    /// The cost of a text as it would be, and its tokens.
    fn cost(&self, near: &Vicinity<'a>, edit: &Edit) -> (u32, Vec<String>) {
        let begin = self.window.start.min(edit.place.start);
        let end = self.window.end.max(edit.place.end);
        let changed = [
            &near.text[begin..edit.place.start],
            &edit.text,
            &near.text[edit.place.end..end],
        ]
        .concat();
        let indent = near.column_of_line(begin);
        let column = |place: usize| match changed[..place].rfind(['\n', '\r']) {
            None => indent,
            Some(line) => {
                let line = &changed[line + 1..];
                line.len() - line.trim_start_matches([' ', '\t']).len()
            }
        };
        let mut roles = self.roles.clone();
        let (mut cost, mut tokens, mut last_end) = (0, Vec::<String>::new(), 0);
        let mut open = self.open.clone();
        while let Some(piece) = piece(near.dialect, &changed, last_end) {
            let written = &changed[piece.place.clone()];
            let is_new_line = changed[last_end..piece.place.start].contains(['\n', '\r']);
            let column = column(piece.place.start);
            let is_closing = matches!(written, "]" | ")");
            if is_closing {
                open.pop();
            }
            if let [before @ .., last] = tokens.as_slice()
                && last == ","
                && ends_literal(before) != is_literal(written)
            {
                cost += MIXED;
            }
            let last = tokens.last().map_or("", String::as_str);
            let is_keyword = matches!(last, "@prefix" | "@base");
            cost += KEYWORD * u32::from(is_keyword && separator(written).is_some());
            if let Some(sign) = separator(last) {
                cost += self.after_sign(sign, is_new_line || is_closing);
                cost += TRAILING * u32::from(last == ";" && (is_closing || written == "."));
            }
            if let Some(sign) = separator(written)
                && is_new_line
            {
                let habit = self.signs[sign];
                cost += habit.cost(habit.first, 1, 6);
            } else if is_new_line && !tokens.is_empty() {
                // A statement begins at the margin, and goes on to the right of it; so do brackets.
                let is_right = column > open.last().copied().unwrap_or(self.margin);
                let is_begin = last == "." && open.is_empty();
                cost += match (is_closing, is_right, is_begin, self.lines) {
                    (false, false, false, [right, 0]) if right > 0 && open.is_empty() => AT_MARGIN,
                    (false, ..) if is_right == is_begin => INDENT,
                    _ => 0,
                };
            }
            if matches!(written, "[" | "(") {
                open.push(column);
            }
            let role = roles.read(written);
            cost += self.of_role(written, role);
            last_end = piece.place.end;
            tokens.push(written.to_owned());
        }
        (cost, without_needless(tokens))
    }

    /// The cost of what comes after a sign in the same line.
    fn after_sign(&self, sign: usize, is_usual: bool) -> u32 {
        let habit = self.signs[sign];
        let usual = if Sign::SEPARATORS[sign] == Sign::FullStop {
            1
        } else {
            4
        };
        match is_usual {
            true => 0,
            false => habit.cost(habit.all - habit.last, usual, 8),
        }
    }

    fn of_role(&self, written: &str, role: Option<TermRole>) -> u32 {
        if !is_iri(written) {
            return 0;
        }
        let is_known = self.predicates.contains(written);
        match role {
            Some(TermRole::Predicate) if is_known => 0,
            Some(TermRole::Predicate) => {
                let local = written.rsplit([':', '/', '#']).next().unwrap_or_default();
                let is_class = local.starts_with(|c: char| c.is_uppercase());
                2 + 3 * u32::from(is_class) + 2 * u32::from(self.others.contains(written))
            }
            Some(TermRole::Object | TermRole::Member) => 3 * u32::from(is_known),
            Some(TermRole::Subject) => 2 * u32::from(is_known),
            _ => 0,
        }
    }
}

/// The tokens without each `;` that goes on with nothing.
fn without_needless(tokens: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::with_capacity(tokens.len());
    for token in tokens {
        let goes_on = !matches!(token.as_str(), "." | ";" | "]" | "}" | "|}");
        while !goes_on && kept.last().is_some_and(|last| last == ";") {
            kept.pop();
        }
        kept.push(token);
    }
    kept
}

/// Whether the last of these tokens are a literal, with its language tag or datatype.
fn ends_literal(tokens: &[String]) -> bool {
    match tokens {
        [.., sign, _] if sign == "^^" => true,
        [.., last] => last.starts_with('@') || is_literal(last),
        [] => false,
    }
}

fn is_literal(written: &str) -> bool {
    TermKind::of(written).is_some_and(TermKind::is_literal)
}
