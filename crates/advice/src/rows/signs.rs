//! Signs that the language does not have: what other tools have left, arrows, and characters that look like others.

use super::misplaced::has_directions;
use super::names::iri_in_full;
use crate::fault::{FaultView, Wanted, is_iri};
use crate::{AdviceDraft, words};
use std::ops::Range;
use turtle_peg::diagnosis::{self, LeftoverLines};
use turtle_peg::tokens::{Sign, TermKind, TokenSort};

pub(super) fn leftover(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let start = fault.start - fault.line_up_to(fault.start).len();
    let lines = LeftoverLines::of(&fault.around.text[start..], fault.start - start)?;
    let line = fault.line_from(start).trim_end();
    let (title, place, help) = match lines {
        LeftoverLines::Conflict => (
            "a merge conflict is left here",
            start..start + line.len(),
            "keep one of the versions, and take out the lines that begin with `<<<<<<<`, `=======` and `>>>>>>>`",
        ),
        LeftoverLines::Difference if line.starts_with("- ") && !line.starts_with("-  ") => (
            "lines begin with `-` here, as in a list or in a diff",
            start..start + 1,
            "take out the `-` at the beginning of each line; of a diff, the whole lines",
        ),
        LeftoverLines::Difference => (
            "lines of a diff are left here",
            start..start + 1,
            "take out the lines that begin with `-`, and the `+` at the beginning of others; or apply the diff with `patch`",
        ),
        LeftoverLines::Quoted => (
            "lines are between quotation marks here, as a table in CSV has them",
            start..start + 1,
            "take out the first and the last quotation mark of each line, and write one where two follow one another",
        ),
        LeftoverLines::Fence => (
            "a fence of Markdown is left here",
            start..start + line.len(),
            "leave the line out",
        ),
        LeftoverLines::Sentences => (
            "this line seems to be text, and not a statement",
            start..start + line.len(),
            "leave it out, or make a comment of it, with `#`",
        ),
        LeftoverLines::Numbers(_) => (
            "line numbers are left here",
            fault.word_range(),
            "take out the number at the beginning of each line",
        ),
    };
    let draft = AdviceDraft::new(title).at(place);
    Some(match lines {
        LeftoverLines::Fence => draft.remedy(start..start + line.len(), "", help),
        LeftoverLines::Sentences => draft.remedy(start..start, "# ", help),
        _ => draft.help(help),
    })
}

pub(super) fn arrow(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let sign = ["-->", "->", "--", "-["]
        .into_iter()
        .find(|sign| fault.rest().starts_with(sign))?;
    let is_apart = fault.rest()[sign.len()..].starts_with([' ', '\t']);
    let is_comment = sign == "--" && is_apart;
    let is_place = fault.is_before_predicate() || fault.wanted == Wanted::Object;
    (is_place && !is_comment).then(|| {
        let place = fault.start..fault.start + sign.len();
        let title = format!("{} has no arrows", fault.dialect.title());
        let draft = AdviceDraft::new(title).at(place.clone());
        match fault.wanted {
            Wanted::Object => draft.leave_out(place),
            _ => match predicate_in_arrow(fault) {
                Some((place, predicate)) => draft.write(place, predicate),
                None => draft.help("write the predicate only: `subject predicate object .`"),
            },
        }
    })
}

/// The predicate that an arrow goes through, and the place of both.
fn predicate_in_arrow<'a>(fault: &FaultView<'a>) -> Option<(Range<usize>, &'a str)> {
    let (before, _) = fault.line_from(fault.start).split_once("->")?;
    let is_of_arrow = |c: char| matches!(c, '-' | '[' | ']' | ' ');
    let predicate = before.trim_matches(is_of_arrow);
    let mut tokens = diagnosis::tokens(fault.dialect, predicate, 0);
    let is_one = tokens.next() == Some(0..predicate.len()) && is_iri(predicate);
    is_one.then_some((fault.start..fault.start + before.len() + 2, predicate))
}

pub(super) fn at_before_object(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let object = fault.rest().strip_prefix('@')?;
    let is_place = fault.wanted == Wanted::Object && object.starts_with(['"', '\'', '<']);
    is_place.then(|| {
        let place = fault.start..fault.start + 1;
        AdviceDraft::new("`@` is not allowed before an object").leave_out(place)
    })
}

/// Characters that look like a sign of the grammar, or like a quotation mark: from word processors, and from keyboards of
/// other scripts.
const LOOK_ALIKES: &[(char, &[char])] = &[
    ('"', &['\u{2033}']),
    ('\'', &['\u{B4}', '\u{2C8}', '\u{2032}']),
    (',', &['\u{60C}', '\u{3001}']),
    (
        '-',
        &[
            '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}',
        ],
    ),
    ('.', &['\u{6D4}', '\u{2024}', '\u{3002}']),
    ('/', &['\u{2044}', '\u{2215}']),
    (':', &['\u{589}', '\u{2236}', '\u{A789}']),
    (';', &['\u{37E}', '\u{61B}']),
    ('<', &['\u{2039}', '\u{2329}', '\u{27E8}', '\u{3008}']),
    ('>', &['\u{203A}', '\u{232A}', '\u{27E9}', '\u{3009}']),
];

/// A quotation mark, `‚`, which looks like a comma.
const LOW_MARK: char = '\u{201A}';

/// The character that another looks like. Those of full width are ASCII, in the same order.
fn plain(c: char) -> Option<char> {
    if let '\u{FF01}'..='\u{FF5E}' = c {
        let ascii = char::from_u32(u32::from(c) - 0xFF01 + 0x21)?;
        return Some(ascii).filter(char::is_ascii_punctuation);
    }
    let known = LOOK_ALIKES.iter().find(|(_, looks)| looks.contains(&c));
    known.map(|(plain, _)| *plain)
}

pub(super) fn look_alike(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    if fault.is_at_end() || fault.is_within_string() {
        return None;
    }
    let first = |text: &str| text.chars().next().filter(|&c| plain(c).is_some());
    let begun = fault.begun_text();
    let name = fault.token_before(1).filter(|_| {
        fault.text_before(1).contains(':') && !fault.text_before(1).starts_with(['"', '\'', '<'])
    });
    let last = name.and_then(|name| {
        let c = fault.around.text[name.clone()].chars().next_back()?;
        plain(c).map(|_| (name.end - c.len_utf8(), c))
    });
    let in_word = || {
        let word = if fault.within.is_empty() { "" } else { begun };
        let mut characters = word.char_indices();
        characters.find(|(_, c)| plain(*c).is_some())
    };
    // It is a quotation mark where a string can be.
    let low_mark = fault.rest().starts_with(LOW_MARK) && fault.is_after_object();
    let low_mark = low_mark.then_some((fault.start, LOW_MARK));
    let (place, c) = first(fault.found())
        .map(|c| (fault.around.fault.start, c))
        .or_else(|| first(fault.rest()).map(|c| (fault.start, c)))
        .or_else(|| in_word().map(|(at, c)| (fault.start + at, c)))
        .or(last)
        .or(low_mark)?;
    let plain = if c == LOW_MARK { ',' } else { plain(c)? };
    // Between digits it does not belong to a number, whatever it looks like.
    let is_of_number = TermKind::of(fault.text_before(1)) == Some(TermKind::Number);
    if plain == '-' && is_of_number && fault.is_joined() {
        return None;
    }
    // Of quotation marks there are two.
    let end = match plain {
        '"' | '\'' => place + fault.line_from(place).rfind(c)? + c.len_utf8(),
        _ => place + c.len_utf8(),
    };
    let code = u32::from(c);
    let draft = AdviceDraft::new(format!(
        "`{c}` (U+{code:04X}) is not `{plain}`, which it looks like"
    ))
    .at(place..place + c.len_utf8());
    // With another character, a name is another name.
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let after = &fault.around.text[end..];
    let is_in_word =
        fault.around.text[..place].ends_with(is_of_word) || after.starts_with(is_of_word);
    let is_in_tag =
        fault.is_within(TokenSort::LanguageTag) || fault.text_before(1).starts_with('@');
    let is_direction = after.starts_with("ltr") || after.starts_with("rtl");
    if plain == '-' && is_in_tag && is_direction && has_directions(fault) {
        return Some(draft.replace(place..end, "--", "write `--` before a base direction"));
    }
    let begins_number = !fault.around.text[..place].ends_with(is_of_word)
        && after
            .trim_start_matches('.')
            .starts_with(|c: char| c.is_ascii_digit());
    if plain == '-' && is_in_word && !is_in_tag && !begins_number {
        return Some(match iri_in_full(fault).filter(|_| place == fault.start) {
            Some((place, iri)) => {
                let words = format!("if it belongs to the name, write `{}`", words::short(&iri));
                draft.remedy(place, iri, words)
            }
            None => {
                draft.help("if it belongs to a name, write the IRI in full, between `<` and `>`")
            }
        });
    }
    Some(draft.replace(
        place..end,
        fault.around.text[place..end].replace(c, &plain.to_string()),
        format!("write `{plain}` (U+{:04X})", u32::from(plain)),
    ))
}

pub(super) fn template(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let rest = fault.line_from(fault.start);
    let encoded = rest.bytes().skip(2).take_while(u8::is_ascii_hexdigit);
    let mark = ["${", "{{", "{%", "<%"]
        .into_iter()
        .find(|mark| rest.starts_with(mark))?;
    // An IRI may begin with `%` and two digits.
    if mark == "<%" && encoded.count() >= 2 && !rest.contains("%>") {
        return None;
    }
    Some(
        AdviceDraft::new("a placeholder of a template is left here")
            .at(fault.start..fault.start + mark.len())
            .help("let the program that the template is for fill it in"),
    )
}

pub(super) fn entity(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    const LONGEST: usize = 8;
    let name = fault.rest().strip_prefix('&')?;
    let end = name.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = &name[..end];
    let meant = match name {
        "quot" | "#34" => Some("\""),
        "apos" | "#39" => Some("'"),
        "lt" | "#60" => Some("<"),
        "gt" | "#62" => Some(">"),
        "amp" | "#38" => Some("&"),
        _ => None,
    };
    let is_name = !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'#');
    // A name may go on with `&`, and the statement with `;`.
    let is_known = meant.is_some() || !fault.follows_name();
    (is_name && is_known).then(|| {
        let place = fault.start..fault.start + name.len() + 2;
        let draft = AdviceDraft::new(format!("`&{name};` is HTML and XML")).at(place.clone());
        let meant = match meant {
            Some("&") if fault.follows_name() => "\\&",
            Some(meant) => meant,
            None => return draft.help("write the character itself"),
        };
        if let Some((place, iri)) = iri_between_entities(fault).filter(|_| meant == "<") {
            return draft.write(place, iri);
        }
        // Of quotation marks there are two.
        let entity = fault.text(&place);
        let line = fault.line_from(fault.start);
        let last = line.rfind(entity).unwrap_or_default();
        let all = &line[..last + entity.len()];
        draft.replace(
            fault.start..fault.start + all.len(),
            all.replace(entity, meant),
            format!("write `{meant}`"),
        )
    })
}

/// An IRI between the entities of its brackets, in a line.
fn iri_between_entities(fault: &FaultView<'_>) -> Option<(Range<usize>, String)> {
    const END: &str = "&gt;";
    let line = fault.line_from(fault.start);
    let end = line.find(END)?;
    let inner = line[..end].split_once(';').map(|(_, inner)| inner)?;
    let place = fault.start..fault.start + end + END.len();
    (!inner.contains(char::is_whitespace))
        .then(|| (place, format!("<{}>", inner.replace("&amp;", "&"))))
}

pub(super) fn backslash(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_place = fault.within.is_empty() && fault.found() == "\\" && !fault.follows_name();
    let draft = AdviceDraft::new("a backslash is only allowed within strings, IRIs and names");
    is_place.then(|| match after_backslash(fault) {
        AfterBackslash::String(place, string) => draft.write(place, string),
        AfterBackslash::Letter(place) => {
            draft.replace(place, "", "leave it out, and the letter after it")
        }
        AfterBackslash::Sign(place) => draft.leave_out(place),
    })
}

/// The text after a backslash where none can be.
enum AfterBackslash {
    /// `\"x\"`, and the string that is meant.
    String(Range<usize>, String),
    /// `\n`.
    Letter(Range<usize>),
    /// `\;`.
    Sign(Range<usize>),
}

fn after_backslash(fault: &FaultView<'_>) -> AfterBackslash {
    let place = fault.start..fault.start + 1;
    let after = fault.line_from(place.end);
    let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
    let string = quote.and_then(|quote| {
        let inner = &after[1..];
        let end = inner.find(&format!("\\{quote}"))?;
        let whole = place.start..place.end + 1 + end + 2;
        Some((whole, format!("{quote}{}{quote}", &inner[..end])))
    });
    match string {
        Some((place, string)) => AfterBackslash::String(place, string),
        None if is_letter_alone(after) => AfterBackslash::Letter(place.start..place.end + 1),
        None => AfterBackslash::Sign(place),
    }
}

/// Whether a text begins with the letter of an escape sequence for white space, and no name goes on with it.
fn is_letter_alone(text: &str) -> bool {
    let after = text.strip_prefix(['n', 'r', 't']);
    after.is_some_and(|after| {
        !after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, ':' | '_' | '-'))
    })
}

/// Three full stops or more, of which the first may have ended a statement.
pub(super) fn full_stops(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_place = fault.found() == "." && fault.wanted == Wanted::Statement;
    let line = fault.line_up_to(fault.start);
    let before = line.len() - line.trim_end_matches('.').len();
    let after = fault
        .rest()
        .bytes()
        .take_while(|&byte| byte == b'.')
        .count();
    (is_place && before + after > 2).then(|| {
        let dots = fault.start - before..fault.start + after;
        let draft = AdviceDraft::new(format!(
            "`...` stands for nothing in {}",
            fault.dialect.title()
        ));
        let help = "write what it stands for, or leave it out";
        match before {
            0 => draft.replace(dots, "", help),
            _ => draft.at(dots).help(help),
        }
    })
}

/// A document in which line ends are `\n` and quotation marks `\"`.
pub(super) fn escaped_document(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let place = fault.around.fault.start;
    let text = &fault.around.text;
    let start = [place, place.saturating_sub(1)]
        .into_iter()
        .find(|&at| text[..place.max(at)].is_char_boundary(at) && text[at..].starts_with('\\'))?;
    let is_escape = ["\\n", "\\\"", "\\r\\n"]
        .iter()
        .any(|it| text[start..].starts_with(it));
    let rest = text[start..].get(2..)?;
    let is_document = is_escape && rest.contains("\\n") && !rest.trim_start().contains("\n\n");
    (is_document && !fault.is_within_string()).then(|| {
        AdviceDraft::new("line ends are written `\\n` here, as in a string of JSON")
            .at(start..start + 2)
            .help("take the text out of the JSON first, for example with `jq --raw-output`")
    })
}

pub(super) fn ellipsis(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let sign = ["...", "…"]
        .into_iter()
        .find(|sign| fault.rest().starts_with(sign))?;
    let is_in_statement = !fault.before.is_empty() || sign == "…";
    is_in_statement.then(|| {
        let place = fault.start..fault.start + sign.len();
        let title = fault.dialect.title();
        let draft = AdviceDraft::new(format!("`{sign}` stands for nothing in {title}"));
        match fault.wanted {
            Wanted::Object if !fault.expects(Sign::ParenthesisEnd) => {
                draft.at(place).help("write the term that it stands for")
            }
            _ => draft.replace(place, "", "leave it out, or write all that it stands for"),
        }
    })
}
