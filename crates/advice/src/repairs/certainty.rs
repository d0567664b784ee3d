//! Whether a change is the only one that comes into question.
//!
//! Invariant: a change is certain only if it is one [slip](super::slips) of the pen, and no other slip makes a text of another
//! meaning that is read as far. What is not searched is not certain.

use super::edit::is_line_end;
use super::near::{LeftFaults, RepairReach, Vicinity};
use super::slips::{Slip, Slips};
use crate::fault::FaultView;
use crate::words::BYTE_ORDER_MARK;
use std::ops::{ControlFlow, Range};
use turtle_peg::diagnosis::is_of_directive;
use turtle_peg::tokens::{Sign, TermKind};

/// Whether a text in the place of these bytes is the only change that comes into question.
pub(crate) fn is_only(fault: &FaultView<'_>, place: &Range<usize>, text: &str) -> bool {
    let (place, text) = &of_difference(&fault.around.text, place, text);
    let written = &fault.around.text[place.clone()];
    // Whoever wrote a sign of no token, such as `<` for "less than", meant something by it.
    let is_of_no_token = text.is_empty() && !is_of_signs(written);
    // A separator or bracket and a term that change their places are two changes.
    let is_exchange =
        written.trim().contains(char::is_whitespace) && text.trim().contains(char::is_whitespace);
    let is_of_character = written.chars().count() == 1 && text.chars().count() == 1;
    if is_of_no_token || is_exchange {
        return false;
    }
    is_told_by_slips(fault, place, text, |near, slips, least| {
        if may_be_cut_off(near, place)
            || is_within_lines(near, place, text)
            || makes_name(near, place, text)
        {
            return false;
        }
        let meant = slips.meaning(place, text);
        if meant.iter().any(|token| is_name_in_brackets(near, token)) {
            return false;
        }
        let is_of_spaces = slips.is_of_spaces(place, text);
        let mut is_slip = false;
        let found_other = slips.find(least, |slip: &Slip| {
            let meaning = slips.meaning(&slip.place, &slip.text);
            if meaning == meant {
                is_slip = true;
            } else if (!is_of_spaces || slips.is_of_spaces(&slip.place, &slip.text))
                && !(is_of_character && slips.is_of_word_around(&slip.place, place))
                && makes_sense(near, &meaning)
            {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        is_slip && found_other.is_continue()
    })
}

/// Whether a word without a colon gets one: outside of a directive it may be a string, or an IRI, and no name.
fn makes_name(near: &Vicinity<'_>, place: &Range<usize>, text: &str) -> bool {
    let [before, after] = [&near.text[..place.start], &near.text[place.end..]];
    let before = before.rsplit(char::is_whitespace).next();
    let after = after.split(char::is_whitespace).next();
    let mut word = [before, Some(&near.text[place.clone()]), after]
        .into_iter()
        .flatten();
    text.contains(':') && !is_of_directive(near.written(0)) && !word.any(|part| part.contains(':'))
}

/// Whether a text has nothing but signs of the languages, white space, and marks that nobody sees.
fn is_of_signs(text: &str) -> bool {
    let is_sign = |sign: &str| Sign::of(sign).is_some();
    let is_gap = |c: char| c.is_whitespace() || c == BYTE_ORDER_MARK;
    let are_signs = |signs: &str| signs.chars().all(|c| is_sign(c.encode_utf8(&mut [0; 4])));
    text.split(is_gap)
        .all(|signs| is_sign(signs) || are_signs(signs))
}

/// Whether a token is an IRI that begins as a name of a prefix of the document does.
fn is_name_in_brackets(near: &Vicinity<'_>, token: &str) -> bool {
    let prefix = token.strip_prefix('<').and_then(|iri| iri.split_once(':'));
    prefix.is_some_and(|(prefix, rest)| !rest.starts_with('/') && near.has_prefix(prefix))
}

/// The part of a change in which the texts differ.
fn of_difference<'n>(text: &str, place: &Range<usize>, new: &'n str) -> (Range<usize>, &'n str) {
    let written = &text[place.clone()];
    let equal = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
        let equal = pairs.take_while(|(written, new)| written == new);
        equal.map(|(c, _)| c.len_utf8()).sum()
    };
    let before = equal(&mut written.chars().zip(new.chars()));
    let (rest, new) = (&written[before..], &new[before..]);
    let after = equal(&mut rest.chars().rev().zip(new.chars().rev()));
    (
        place.start + before..place.end - after,
        &new[..new.len() - after],
    )
}

/// Whether it is more likely that a character is too much, or a colon is missing, than that the first of these texts was meant, each in
/// the place of bytes: what is left then is written elsewhere, too, or is a string. The others have been weighed already.
pub(crate) fn is_outdone(fault: &FaultView<'_>, offers: &[(Range<usize>, &str)]) -> bool {
    let Some((place, text)) = offers.first() else {
        return false;
    };
    is_told_by_slips(fault, place, text, |near, slips, least| {
        let offered = offers
            .iter()
            .map(|(place, text)| slips.meaning(place, text));
        let offered: Vec<_> = offered.collect();
        let written = slips.meaning(&(0..0), "");
        let is_known = |token: &String| {
            let mut pieces = 0..near.pieces.len();
            Sign::of(token).is_some()
                || written.contains(token)
                || TermKind::of(token) == Some(TermKind::String)
                || pieces.any(|index| near.written(index) == *token)
        };
        let found = slips.find_stray(least, |slip: &Slip| {
            let meaning = slips.meaning(&slip.place, &slip.text);
            let is_meant = !offered.contains(&meaning)
                && makes_sense(near, &meaning)
                && meaning.iter().all(is_known);
            match is_meant {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        found.is_break()
    })
}

/// Whether something is told of a text in the place of these bytes, by slips that are read as far; no, where too little of the
/// statement is there to tell.
fn is_told_by_slips(
    fault: &FaultView<'_>,
    place: &Range<usize>,
    text: &str,
    tell: impl FnOnce(&Vicinity<'_>, &Slips<'_, '_>, RepairReach) -> bool,
) -> bool {
    let Some(near) = &Vicinity::new(fault) else {
        return false;
    };
    let Some(slips) = Slips::of(near, place) else {
        return false;
    };
    let least = least(near, slips.reach_with(place, text));
    least.is_some_and(|least| tell(near, &slips, least))
}

/// Whether a full stop is put in where no statement begins, as the lines are indented.
fn is_within_lines(near: &Vicinity<'_>, place: &Range<usize>, text: &str) -> bool {
    let next = near
        .pieces
        .iter()
        .position(|piece| piece.place.start >= place.end);
    let Some(next) = next.filter(|_| place.is_empty() && text.trim() == ".") else {
        return false;
    };
    let column = |index| near.column_of_line(near.place(index).start);
    let is_at_margin = near.begins_line(next) && column(next) <= column(0);
    let written = near.written(next);
    !is_at_margin && written != "}" && !is_line_end(written)
}

/// Whether the document ends within a line, where the change is: then nobody knows what was cut off.
fn may_be_cut_off(near: &Vicinity<'_>, place: &Range<usize>) -> bool {
    let rest = &near.text[place.end..];
    rest.trim_matches([' ', '\t']).is_empty() && !near.is_cut()
}

/// How far another change has to be read to be as good as one that is read so far; `None` if that is too little to tell.
fn least(near: &Vicinity<'_>, reach: RepairReach) -> Option<RepairReach> {
    let separator = (near.at..near.pieces.len())
        .find(|&index| Sign::of(near.written(index)).is_some_and(Sign::is_separator));
    let beyond = separator.map(|index| LeftFaults::LEAST_BEYOND.max(index - near.at + 1));
    match reach {
        RepairReach::Whole => Some(RepairReach::Following(LeftFaults::LEAST_FOLLOWING)),
        RepairReach::Following(read) if read < LeftFaults::LEAST_FOLLOWING => None,
        RepairReach::Within(read) if beyond.is_none_or(|beyond| read < beyond) => None,
        // What is at fault further on may be of the same statement.
        RepairReach::Following(read) | RepairReach::Within(read) => {
            Some(RepairReach::Within(beyond.unwrap_or(read).min(read)))
        }
    }
}

/// Whether somebody may have meant these tokens: the document has the prefixes of their names elsewhere, and their languages are ones.
fn makes_sense(near: &Vicinity<'_>, tokens: &[String]) -> bool {
    tokens.iter().all(|token| match TermKind::of(token) {
        Some(TermKind::Name) => {
            let prefix = token.split_once(':').map_or("", |(prefix, _)| prefix);
            near.has_prefix(prefix)
        }
        Some(TermKind::LanguageTag) => {
            // BCP 47, section 2.2.1: nothing longer is registered as a language.
            let language = token[1..].split('-').next().unwrap_or_default();
            matches!(language.len(), 2 | 3)
        }
        _ => true,
    })
}
