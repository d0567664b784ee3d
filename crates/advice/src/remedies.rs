//! Remedies that put a text in the place of another: none is offered unread.
//!
//! Invariant: with each replacement that is offered, the dialect's parser reads the statement, as far as the error keeps it.

use super::doubt::{has_rival, is_doubtful};
use super::draft::AdviceDraft;
use super::fault::FaultView;
use super::help::{Confidence, Help, Replacement};
use super::mistake::{Mistake, NO_FULL_STOP};
use super::repairs::{Edit, LeftFaults};
use super::{others, repairs, words};
use std::ops::Range;
use turtle_peg::diagnosis::{self, visible};
use turtle_peg::tokens::Sign;
use turtle_peg::{Dialect, Error, SyntaxError};

/// The draft with each remedy weighed against other changes: the only one is certain if nothing else comes into question.
pub(super) fn weighed(mut draft: AdviceDraft, fault: &FaultView<'_>) -> AdviceDraft {
    let is_only = |help: &Help| {
        let replacement = help.replacement();
        replacement.is_some_and(|it| {
            let (place, text) = (it.place(), &it.text);
            // The search among all edits comes last.
            !has_rival(fault, &place, text)
                && !is_doubtful(fault, &place, text)
                && repairs::is_only(fault, &place, text)
        })
    };
    match (draft.help.as_mut_slice(), draft.steps.as_mut_slice()) {
        ([only], []) | ([], [only]) if is_only(only) => only.confidence = Confidence::Certain,
        _ => {}
    }
    let offers = draft.help.iter().filter_map(Help::replacement);
    let offers: Vec<_> = offers.map(|it| (it.place(), it.text.as_str())).collect();
    let is_likely =
        |help: &Help| help.replacement.is_some() && help.confidence == Confidence::Likely;
    let is_outdone = || draft.help.iter().any(is_likely) && repairs::is_outdone(fault, &offers);
    // What is done unasked, or at all.
    let is_chosen =
        |help: &&Help| help.replacement.is_some() && help.confidence > Confidence::Possible;
    let chosen = draft.help.iter().chain(&draft.steps).find(is_chosen);
    let chosen = chosen.and_then(Help::replacement);
    let is_doubtful = chosen.is_some_and(|it| is_doubtful(fault, &it.place(), &it.text));
    if is_doubtful || is_outdone() {
        let all = draft.help.iter_mut().chain(&mut draft.steps);
        all.for_each(|help| help.confidence = help.confidence.min(Confidence::Possible));
    }
    draft
}

/// The draft with the [repairs] of the fault, if it has no help of its own.
pub(super) fn with_repairs(mut draft: AdviceDraft, fault: &FaultView<'_>) -> AdviceDraft {
    let otherwise = std::mem::take(&mut draft.otherwise);
    let is_wanted = draft.help.is_empty() && !draft.suggests_other_language;
    let found = is_wanted.then(|| repairs::find(fault)).flatten();
    let Some(found) = found else {
        return otherwise.into_iter().fold(draft, AdviceDraft::help);
    };
    let confidence = match found.is_likely {
        true => Confidence::Likely,
        false => Confidence::Possible,
    };
    if found.leaves == LeftFaults::Same {
        let step = found.edits.into_iter().next();
        let step = step.filter(|edit| edit.is_of_separators(fault));
        // Half a repair is told in words, where there are no words for the whole.
        let is_told = draft.yields && otherwise.is_empty();
        let words = step.as_ref().filter(|_| is_told);
        let words = words.map(|edit| edit.words.clone());
        if draft.steps.is_empty() {
            draft.steps.extend(step.map(|edit| edit.help(confidence)));
        }
        return otherwise
            .into_iter()
            .chain(words)
            .fold(draft, AdviceDraft::help);
    }
    let edits = found.edits.into_iter().filter(|edit| {
        let effect = effect(edit.place.clone(), &edit.text, &edit.words, fault);
        effect == RemedyEffect::Mends
            || (effect == RemedyEffect::ReadsOn && found.leaves != LeftFaults::Nothing)
    });
    let edits: Vec<_> = edits.collect();
    // That a full stop is missing is not true if no repair puts one in.
    let is_full_stop = |edit: &Edit| edit.text.trim_end().ends_with('.');
    let yields =
        draft.yields || (draft.mistake == Some(NO_FULL_STOP) && !edits.iter().any(is_full_stop));
    if let ([first, others @ ..], None, true) = (edits.as_slice(), &found.missing, yields)
        && let Some((mistake, title)) = title_of_all(first, others)
    {
        draft = AdviceDraft::new(title)
            .of(mistake)
            .at(first.place.clone())
            .also(first.opened.clone(), "it was opened here");
    }
    // Where two have the same words, the places tell them apart.
    let is_twice = |words: &str| edits.iter().filter(|edit| edit.words == words).count() > 1;
    let twice: Vec<bool> = edits.iter().map(|edit| is_twice(&edit.words)).collect();
    for (edit, is_twice) in edits.into_iter().zip(twice) {
        let or = if draft.help.is_empty() { "" } else { "or " };
        let at = match is_twice {
            true => format!(", at {}", fault.around.position(edit.place.start)),
            false => String::new(),
        };
        let words = format!("{or}{}{at}", edit.words);
        draft = draft.remedy(edit.place, edit.text, words);
    }
    for help in &mut draft.help {
        help.confidence = confidence;
    }
    if draft.help.is_empty() {
        let missing = found.missing.filter(|_| otherwise.is_empty());
        return otherwise
            .into_iter()
            .chain(missing)
            .fold(draft, AdviceDraft::help);
    }
    match found.missing {
        Some(words) => draft.help(format!("or {words}")),
        None => draft,
    }
}

/// The mistake and its title, if one of these edits is what was meant: those of the only one, or the signs that are missing at one place.
fn title_of_all(first: &Edit, others: &[Edit]) -> Option<(Mistake, String)> {
    let (mistake, title) = first.title.clone()?;
    if others.is_empty() {
        return Some((mistake, title));
    }
    let about = |edit: &Edit| {
        let sign = format!("`{}`", edit.text.trim());
        let about = edit.title.as_ref()?.1.strip_prefix(&sign)?.to_owned();
        (edit.place == first.place).then_some((sign, about))
    };
    let all: Vec<(String, String)> = [first]
        .into_iter()
        .chain(others)
        .map(about)
        .collect::<Option<_>>()?;
    let (signs, abouts): (Vec<String>, Vec<String>) = all.into_iter().unzip();
    let is_one = abouts.iter().all(|it| *it == abouts[0]);
    is_one.then(|| (mistake, words::either(&signs) + &abouts[0]))
}

/// The draft with the remedies that hold. `None` if it is a guess and none of them holds: then the mistake is another. Where the
/// statement has a second mistake, the words stay, and the text to write is left out.
pub(super) fn checked(mut draft: AdviceDraft, fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (mut has_remedy, mut otherwise, mut steps) = (false, Vec::new(), Vec::new());
    draft.help.retain_mut(|help| {
        let Some(replacement) = help.replacement() else {
            return true;
        };
        let effect = effect(replacement.place(), &replacement.text, &help.text, fault);
        has_remedy |= effect != RemedyEffect::None;
        if effect == RemedyEffect::ReadsOn {
            otherwise.push(help.text.clone());
            steps.push(help.clone());
        }
        effect == RemedyEffect::Mends
    });
    // The remedy that others were offered beside may not hold.
    if let Some(first) = draft.help.first_mut()
        && let Some(words) = first
            .text
            .strip_prefix("or ")
            .or(first.text.strip_prefix("or, "))
    {
        first.text = words.to_owned();
    }
    draft.otherwise.splice(..0, otherwise);
    draft.steps = steps;
    (has_remedy || !draft.is_guess).then_some(draft)
}

/// The changes that are advised, one after the other, after which a statement with several faults is read: of each, the fault in
/// a few words, and the remedy, with the places that it has after those before. They end before the first fault whose remedy is not
/// `is_chosen`. `None`, if there are too many.
pub(super) fn steps(
    fault: &FaultView<'_>,
    advice: impl Fn(&FaultView<'_>) -> AdviceDraft,
    is_chosen: impl Fn(&Help) -> bool,
) -> Option<Vec<(String, Help)>> {
    const MOST: usize = 16;
    let around = fault.around;
    let begin = around
        .statement
        .filter(|_| fault.error.context().is_some())?;
    let (start, brace) = (around.position(begin), fault.brace().len());
    let mut statement = [fault.brace(), &around.text[begin..]].concat();
    // How many bytes need not be read, and how far the changes have led.
    let mut left = around.text.len() - around.fault.end;
    let mut reached = None;
    let mut steps = Vec::new();
    while steps.len() <= MOST {
        let error = match others::read_in(fault.dialect, &statement, statement.len() - left) {
            Ok(()) => return Some(steps),
            Err(Error::Syntax(error)) => error,
            Err(_) => return None,
        };
        let span = error.bytes().start as usize..error.bytes().end as usize;
        if around.is_cut() && span.end >= statement.len() {
            return Some(steps);
        }
        let fault = FaultView::new(&error);
        let draft = advice(&fault);
        let mut help = draft.help.into_iter().chain(draft.steps);
        let help = help.find(|help| help.replacement.is_some() && is_chosen(help));
        let Some((replacement, help)) = help.as_ref().and_then(|it| Some((it.replacement()?, it)))
        else {
            return Some(steps);
        };
        let within = error.surroundings().start.byte as usize;
        let place = replacement.place();
        let place = place.start + within..place.end + within;
        if place.start < brace || reached.is_some_and(|reached| span.start <= reached) {
            return Some(steps);
        }
        let text = replacement.text.clone();
        // Without its full stop it would go on in the statement after it.
        let is_stop = |text: &str| text.trim() == Sign::FullStop.text();
        if is_stop(&statement[place.clone()]) && !is_stop(&text) {
            return Some(steps);
        }
        reached = Some((span.start + text.len()).saturating_sub(place.len()));
        left = left.min(statement.len() - span.end.max(place.end));
        let position = |byte: usize| start.after(&statement[brace..byte]);
        let (from, to) = (position(place.start), position(place.end));
        let help = Help {
            text: visible(&help.text).into_owned(),
            replacement: Some(Replacement {
                bytes: from.byte..to.byte,
                position: from,
                end: to,
                text: text.clone(),
            }),
            ..help.clone()
        };
        steps.push((visible(&draft.title).into_owned(), help));
        statement.replace_range(place, &text);
    }
    None
}

/// The effect of a replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RemedyEffect {
    None,
    /// The parser reads on beyond the place, up to another mistake.
    ReadsOn,
    /// The parser reads the statement, as far as the text has it.
    Mends,
}

/// Triples without the full stop that ends them: any are as good as those before a statement.
const TRIPLES: &str = "<x:s> <x:p> <x:o>";

/// Where the last token begins that begins before this byte; where it is not known, the word does, but not before the statement.
fn token_before(fault: &FaultView<'_>, byte: usize) -> usize {
    let mut starts = fault.before.iter().rev().map(|token| token.start);
    starts.find(|&start| start < byte).unwrap_or_else(|| {
        let text = &fault.around.text[..byte];
        let word = text.trim_end_matches(|c: char| !c.is_whitespace()).len();
        let statement = fault.around.statement;
        statement.map_or(word, |start| word.max(start.min(byte)))
    })
}

/// The effect of a text in the place of these bytes, which are the statement's, or the full stop of the triples before it: none, if
/// it makes other tokens than its words say, or if the statement's beginning is not at hand.
fn effect(place: Range<usize>, new: &str, words: &str, fault: &FaultView<'_>) -> RemedyEffect {
    let around = fault.around;
    let text = &around.text;
    let before = around.statement.and_then(|start| match place.end <= start {
        true if !place.is_empty() => Some(TRIPLES),
        _ => text.get(start..place.start),
    });
    // A replacement that changes nothing mends nothing.
    let Some(before) = before.filter(|_| text[place.clone()] != *new) else {
        return RemedyEffect::None;
    };
    let from = token_before(fault, place.start);
    if !repairs::keeps_tokens(fault.dialect, text, from, &place, new, words) {
        return RemedyEffect::None;
    }
    let begun_length = fault.brace().len() + before.len();
    let begun = [fault.brace(), before, new].concat();
    let end = begun.len();
    let statement = begun + &text[place.end..];
    // A string that is not closed ends in its line, and the statement may end before that.
    let fault_end = match fault.is_at_line_end() && fault.is_within_string() {
        true => text[..around.fault.start].trim_end().len(),
        false => around.fault.end,
    };
    let reaches = end + fault_end.saturating_sub(place.end);
    let effect = match others::read_in(fault.dialect, &statement, reaches) {
        Ok(_) => RemedyEffect::Mends,
        Err(Error::Syntax(error))
            if around.is_cut() && error.bytes().end >= statement.len() as u64 =>
        {
            RemedyEffect::Mends
        }
        // Nothing of the statement is left: the next one is at fault now.
        Err(Error::Syntax(error))
            if error.bytes().start >= end as u64
                && is_white_space(fault.dialect, &statement, error.bytes().start) =>
        {
            RemedyEffect::Mends
        }
        // Where the replacement begins with the token at fault, the text before it stays as it is.
        Err(Error::Syntax(error)) => {
            let is_beyond = match place.start >= fault.start {
                true => error.bytes().start >= end as u64,
                false => is_beyond(&error, &statement, end),
            };
            if is_beyond {
                RemedyEffect::ReadsOn
            } else {
                RemedyEffect::None
            }
        }
        Err(_) => RemedyEffect::None,
    };
    // RDF objects to terms, and to no sign between them.
    let is_of_signs = new.chars().all(|c| " \n.;,()[]{}|".contains(c));
    let is_sound = || is_of_signs || is_sound(fault.dialect, &statement, begun_length..end);
    match effect {
        RemedyEffect::ReadsOn | RemedyEffect::Mends if !is_sound() => RemedyEffect::None,
        effect => effect,
    }
}

/// Whether nothing but white space and comments is before a byte.
fn is_white_space(dialect: Dialect, text: &str, end: u64) -> bool {
    let before = &text[..end as usize];
    diagnosis::tokens(dialect, before, 0).next().is_none()
}

/// Whether RDF has no objection to the term at a place, once all prefixes are declared, and there is a base IRI if the language
/// has one.
fn is_sound(dialect: Dialect, statement: &str, place: Range<usize>) -> bool {
    let parser = others::with_base(dialect).with_recovery();
    let mut document = others::with_prefixes(parser, statement).parse_str(statement);
    while let Some(result) = document.check_statement() {
        let error = result.err();
        let fault = error.as_ref().and_then(Error::as_syntax);
        let is_there = |fault: &SyntaxError| {
            let span = fault.bytes();
            span.start < place.end as u64 && span.end > place.start as u64
        };
        if fault.is_some_and(|fault| fault.context().is_none() && is_there(fault)) {
            return false;
        }
        if document.position().byte >= place.end as u64 {
            break;
        }
    }
    true
}

/// Whether an error is another mistake than one that ends at this byte: the rest of the same token fits, or the token
/// after that; or an object has just ended.
fn is_beyond(error: &SyntaxError, statement: &str, end: usize) -> bool {
    let fault = FaultView::new(error);
    let found = error.bytes().start;
    let is_in_token = fault.begun.is_some_and(|begun| begun < end as u64);
    let next = diagnosis::tokens(fault.dialect, statement, end).next();
    let next = match next {
        _ if is_in_token => end,
        Some(token) => token.start,
        None => statement.len(),
    };
    let has_ended = found >= end as u64 && fault.is_after_object() && !is_in_token;
    found > next as u64 || has_ended
}

#[cfg(test)]
mod tests {
    use crate::{Advise, Help};
    use std::fs;
    use std::ops::Range;
    use std::path::Path;
    use turtle_peg::{Dialect, Error, Parser, SyntaxError, SyntaxErrorKind};

    fn faults(dialect: Dialect, text: &str) -> Vec<SyntaxError> {
        let parser = Parser::new(dialect).with_base_iri("http://example.org/");
        let parser = parser.unwrap().with_recovery();
        let mut document = parser.parse_str(text);
        let results = std::iter::from_fn(|| document.next_statement_dyn(&mut |_, _| ()));
        let faults = results.filter_map(|result| match result {
            Err(Error::Syntax(fault)) => Some(*fault),
            _ => None,
        });
        faults.collect()
    }

    /// Where the statement at fault begins, each document that a remedy of it makes, and where its replacement ends.
    fn mended(error: &SyntaxError, text: &str) -> Vec<(u64, String, u64)> {
        let begin = error.surroundings().start.byte;
        let Some(statement) = error.surroundings().statement else {
            return Vec::new();
        };
        let advice = error.advice();
        let replacements = advice.help().iter().filter_map(Help::replacement);
        let mended = replacements.map(|replacement| {
            let Range { start, end } = replacement.bytes.clone();
            let [start, end] = [start, end].map(|byte| byte as usize);
            let changed = [&text[..start], &replacement.text, &text[end..]].concat();
            let end = start + replacement.text.len();
            (begin + statement as u64, changed, end as u64)
        });
        mended.collect()
    }

    /// In whole documents: no statement that a remedy mends is at fault before the place of the replacement, or in it.
    #[test]
    fn each_replacement_mends_its_place() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/messages");
        let mut count = 0;
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let dialect = Dialect::from_path(&path);
            let Some((dialect, text)) = dialect.zip(fs::read_to_string(&path).ok()) else {
                continue;
            };
            let all = faults(dialect, &text);
            for fault in &all {
                // A statement before may end too late, where this one begins.
                let is_of_another = |left: &SyntaxError| {
                    let mut others = all.iter().filter(|it| it.bytes() != fault.bytes());
                    others.any(|it| it.bytes() == left.bytes())
                };
                for (start, changed, end) in mended(fault, &text) {
                    count += 1;
                    let mut left = faults(dialect, &changed).into_iter();
                    let left = left.find(|left| {
                        let is_declared =
                            !matches!(left.kind(), SyntaxErrorKind::UndeclaredPrefix { .. });
                        let is_within = (start..end).contains(&left.bytes().start);
                        is_declared && is_within && !is_of_another(left)
                    });
                    assert!(left.is_none(), "{}: {left:?}\n{changed}", path.display());
                }
            }
        }
        assert!(count > 60, "{count}");
    }
}
