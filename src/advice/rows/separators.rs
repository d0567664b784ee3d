//! Separators between the parts of a statement that are missing, too many, or another sign than was meant.

use crate::SyntaxErrorKind;
use crate::advice::fault::{Begins, FaultView, Wanted, is_iri, is_term};
use crate::advice::{AdviceDraft, words};
use std::ops::Range;

/// A `;` or `,` where a full stop was meant: the beginning of the next statement was read in another role.
pub(super) fn led_astray(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let next = separated(fault)?;
    let read = &next.read;
    let is_at_margin = fault.has_line_end(next.separator.end..read.start)
        && fault
            .beginning()
            .is_some_and(|first| fault.column(read.start) <= fault.column(first.start));
    if !is_at_margin || !next.is_statement {
        return None;
    }
    let open = fault.open_bracket();
    // The tokens after the separator go on with the statement, and the fault begins a new one.
    if open.is_none() && fault.begins() != Begins::Unknown {
        return None;
    }
    if let Some((open, closes)) = open {
        let sign = &fault.around.text[open.clone()];
        return Some(
            AdviceDraft::new(format!("this `{sign}` is not closed"))
                .at(open)
                .also(Some(read.clone()), "a new statement seems to begin here")
                .otherwise(format!(
                    "close it with `{closes}`, and end the statement with `.`"
                )),
        );
    }
    let sign = &fault.around.text[next.separator.clone()];
    let place = fault.around.position(next.separator.start);
    Some(
        AdviceDraft::new(format!(
            "the `{sign}` at {place} goes on with the statement, and this does not fit"
        ))
        .at(fault.start..fault.around.fault.end)
        .label(match fault.wanted {
            Wanted::Object => "an object is expected".to_owned(),
            _ => fault.ways_on(),
        })
        .also(Some(read.clone()), format!("read as another {}", next.role))
        .also(Some(next.separator), "because of this")
        .otherwise(format!(
            "if a new statement begins here, end the one before with `.` instead of `{sign}`"
        )),
    )
}

/// The tokens that were read after the last `;` or `,`.
struct Separated {
    separator: std::ops::Range<usize>,
    /// The token after it.
    read: std::ops::Range<usize>,
    role: &'static str,
    /// Whether these and the tokens that follow can be a subject, a predicate and an object.
    is_statement: bool,
}

fn separated(fault: &FaultView<'_>) -> Option<Separated> {
    if fault.is_at_end() || fault.dialect.is_line_based() {
        return None;
    }
    let (before, found) = (fault.text_before(1), fault.found());
    let next = following(fault);
    let is_object_next = is_term(next);
    let (number, separator, role, is_statement) = if is_a(fault) && fault.text_before(2) == ";" {
        (1, 2, "predicate", is_object_next)
    } else if fault.is_after_object() && fault.text_before(3) == ";" {
        let is_statement = is_iri(before) && is_term(found);
        (2, 3, "predicate", is_statement)
    } else if fault.is_after_object() && fault.text_before(2) == "," {
        let is_predicate = is_iri(found) || fault.word() == "a";
        (1, 2, "object", is_predicate && is_object_next)
    } else {
        return None;
    };
    let read = fault.token_before(number)?;
    let is_subject = is_iri(&fault.around.text[read.clone()])
        || (role == "object" && fault.text_before(number).starts_with("_:"));
    Some(Separated {
        separator: fault.token_before(separator)?,
        read,
        role,
        is_statement: is_subject && is_statement,
    })
}

/// The token after the fault; empty at the end.
fn following<'a>(fault: &FaultView<'a>) -> &'a str {
    let mut tokens = fault.tokens_after(fault.word_range().end.max(fault.around.fault.end));
    tokens.next().unwrap_or_default()
}

/// Whether `a` stands where an object has to.
fn is_a(fault: &FaultView<'_>) -> bool {
    fault.is_unexpected() && fault.word() == "a" && fault.wanted == Wanted::Object
}

/// A `,` after the object, and a predicate after that.
pub(super) fn comma_for_semicolon(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (comma, predicate) = if is_a(fault) && fault.text_before(1) == "," {
        (fault.token_before(1)?, fault.word_range())
    } else if fault.is_after_object() && fault.text_before(2) == "," {
        let is_literal = matches!(
            words::kind_of(fault.found()),
            Some("a string" | "a number" | "a boolean")
        );
        if !is_iri(fault.text_before(1)) || !is_literal {
            return None;
        }
        (fault.token_before(2)?, fault.token_before(1)?)
    } else {
        return None;
    };
    let is_object_next = fault.is_after_object() || is_term(following(fault));
    is_object_next.then(|| {
        AdviceDraft::new("`,` goes on with objects, and a predicate follows it")
            .at(comma)
            .label("read as: another object follows")
            .also(Some(predicate), "this seems to be a predicate")
            .otherwise("write `;` instead of `,`")
    })
}

/// `ex:b.ex:c`: two names, and a full stop that belongs to the first.
pub(super) fn full_stop_in_name(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let written = fault.text_before(1);
    let name = fault.token_before(1).filter(|_| is_iri(written))?;
    let (first, second) = written.split_once('.')?;
    let are_names = first.contains(':') && second.contains(':') && !written.starts_with('<');
    (are_names && fault.is_after_object() && !fault.is_at_end())
        .then(|| full_stop_within(name, first, second))
}

/// `true.ex:c`: a full stop that belongs to a prefix which is not declared, and the rest of it is.
pub(super) fn full_stop_in_prefix(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let SyntaxErrorKind::UndeclaredPrefix { declared, .. } = fault.error.kind() else {
        return None;
    };
    // As it is written, which may be with escape sequences.
    let (prefix, _) = fault.found().split_once(':')?;
    let (first, second) = prefix.rsplit_once('.')?;
    let is_declared = declared.iter().any(|it| it == second);
    let place = fault.around.fault.clone();
    (is_declared && !first.is_empty()).then(|| {
        let rest = &fault.found()[first.len() + 1..];
        full_stop_within(place, first, rest)
    })
}

/// A name with a full stop in it, and the text before and after that.
fn full_stop_within(name: Range<usize>, before: &str, after: &str) -> AdviceDraft {
    let full_stop = name.start + before.len();
    AdviceDraft::new("the `.` is part of this name")
        .at(full_stop..full_stop + 1)
        .also(Some(name), "read as one name")
        .help(format!(
            "if the statement ends there, write a space: `{} . {}`",
            words::short(before),
            words::short(after)
        ))
}

/// `ex:color #ff0000 .`: the intended object is a comment, and the next line is read in its place.
pub(super) fn object_in_comment(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    if !fault.is_after_object() || fault.is_at_end() || fault.dialect.is_line_based() {
        return None;
    }
    let (read, predicate) = (fault.token_before(1)?, fault.token_before(2)?);
    let is_predicate = is_iri(fault.text_before(2)) && !matches!(fault.text_before(3), "" | ",");
    let between = fault.line_from(predicate.end);
    let blanks = between.len() - between.trim_start_matches([' ', '\t']).len();
    let comment = &between[blanks..];
    let follows = is_iri(fault.text_before(1)) && (is_iri(fault.found()) || fault.word() == "a");
    let is_word = |text: &str| text.starts_with(|c: char| !c.is_whitespace());
    let is_comment = comment.strip_prefix('#').is_some_and(is_word);
    let is_before = predicate.end + blanks < read.start;
    (is_predicate && is_comment && is_before && follows).then(|| {
        let start = predicate.end + blanks;
        AdviceDraft::new("the object is part of a comment")
            .at(start..start + comment.trim_end().len())
            .label("a comment begins with `#`")
            .also(Some(read), "read as the object")
            .help(
                "a text with `#` in it stands between quotation marks; an IRI, between `<` and `>`",
            )
    })
}

/// `"a" ; "b"`: another object, and no `,` before it.
pub(super) fn semicolon_for_comma(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let last = fault
        .token_before(1)
        .filter(|_| is_after_semicolon(fault))?;
    let what = words::no_predicate(fault.found())?;
    // No statement begins with a literal.
    let is_object = what == "a literal" || !fault.is_at_margin(fault.start);
    let signs = fault.before.iter().rev();
    let first = signs
        .take_while(|token| &fault.around.text[(*token).clone()] == ";")
        .last()?;
    let is_one = first.start == last.start;
    is_object.then(|| {
        AdviceDraft::new(format!("{what} cannot be a predicate"))
            .label(words::predicate(fault.dialect))
            .also(Some(first.start..last.end), "a predicate follows `;`")
            .otherwise(match is_one {
                true => "objects are listed with `,`: write it instead of the `;`",
                false => "objects are listed with `,`: write one instead of all of these `;`",
            })
    })
}

fn is_after_semicolon(fault: &FaultView<'_>) -> bool {
    fault.wanted == Wanted::PredicateOrEnd && fault.text_before(1) == ";"
}

/// `ex:c ;, ex:d`, and `ex:c ;; ex:p ex:d` where one `;` is all that the language allows.
pub(super) fn two_separators(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let sign = Some(fault.found()).filter(|found| matches!(*found, "," | ";"))?;
    let first = fault
        .token_before(1)
        .filter(|_| is_after_semicolon(fault))?;
    let mut after = fault.tokens_after(fault.around.fault.end);
    let next = after.next().unwrap_or_default();
    let ends = matches!(after.next(), Some("." | ";" | "," | "]" | "|}" | "}"));
    let is_object = words::no_predicate(next).is_some() || (is_iri(next) && ends);
    Some(
        AdviceDraft::new(format!("no `{sign}` stands after a `;`"))
            .label(fault.ways_on())
            .also(Some(first), "after this")
            .otherwise(match sign == "," && is_object {
                true => "objects are listed with `,`: leave out the `;`",
                false => "leave it out",
            })
            .ask_others(),
    )
}

/// `[ ex:p 1 ] ; ex:q 2 .`: a subject that may stand alone, and `;` after it.
pub(super) fn semicolon_after_subject(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_place = fault.wanted == Wanted::PredicateOrEnd && fault.is_after_subject();
    if fault.found() != ";" || !is_place {
        return None;
    }
    let mut after = fault.ranges_after(fault.around.fault.end);
    let next = after.next();
    let is_statement = next.is_some_and(|next| {
        let is_verb = |token: &str| is_iri(token) || token == "a";
        let [verb, object] = [after.next(), after.next()]
            .map(|token| token.map_or("", |token| &fault.around.text[token]));
        fault.is_at_margin(next.start) && is_verb(verb) && is_term(object)
    });
    Some(
        AdviceDraft::new("no `;` stands between a subject and its predicate")
            .label(fault.ways_on())
            .also(fault.token_before(1), "the subject ends here")
            .otherwise(match is_statement {
                true => "write `.` instead: a new statement seems to begin after it",
                false => "leave it out",
            }),
    )
}

/// `ex:a, ex:b a ex:C .`
pub(super) fn comma_after_subject(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    (fault.found() == "," && fault.is_after_subject() && !fault.dialect.is_line_based()).then(
        || {
            AdviceDraft::new("a statement has one subject: `,` lists objects only")
                .also(fault.token_before(1), "after this subject")
                .help("write a statement for each subject")
        },
    )
}

/// `ex:a ex:p, ex:q "x" .`
pub(super) fn comma_after_predicate(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_place = fault.wanted == Wanted::Object
        && !matches!(fault.text_before(1), "," | "")
        && !fault.dialect.is_line_based();
    if fault.found() != "," || !is_place {
        return None;
    }
    let mut after = fault.tokens_after(fault.around.fault.end);
    let (next, then) = (after.next(), after.next());
    let is_list = fault.text_before(2) == "[" && is_term(next?) && matches!(then, Some("]" | ","));
    let is_predicate = (is_iri(next?) || next == Some("a")) && is_term(then?);
    let draft = AdviceDraft::new("a predicate has to have an object: `,` lists objects only")
        .also(fault.token_before(1), "after this predicate");
    match (is_list, is_predicate) {
        (true, _) => Some(draft.help(
            "write an object after each predicate; a list of terms is a collection, between `(` and `)`, without commas",
        )),
        (_, true) => Some(draft.help(
            "write an object after each predicate, and `;` before the next predicate",
        )),
        _ => None,
    }
}

/// A full stop between brackets: `[ ex:q 1 . ]`.
pub(super) fn full_stop_in_brackets(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let (open, closes) = fault.open_bracket()?;
    let is_expected =
        fault.expects(&format!("'{closes}'")) || fault.expects(&format!("\"{closes}\""));
    if fault.found() != "." || !is_expected || !fault.is_unexpected() {
        return None;
    }
    let is_last = fault.tokens_after(fault.around.fault.end).next() == Some(closes);
    let sign = &fault.around.text[open.clone()];
    fault.is_full_stop_between_brackets().then(|| {
        AdviceDraft::new(format!(
            "no full stop stands between `{sign}` and `{closes}`"
        ))
        .also(Some(open), "in what begins here")
        .otherwise(match is_last || !matches!(closes, "]" | "|}") {
            true => "leave it out",
            false => "write `;` instead, if another predicate follows",
        })
    })
}

/// Two terms side by side, and the second may be anything.
pub(super) fn separator_missing(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_term = is_term(fault.found()) || fault.word() == "a";
    if !is_term || !fault.is_after_object() || fault.dialect.is_line_based() {
        return None;
    }
    let ways = [
        (";", "another predicate"),
        (",", "another object"),
        (".", "another statement"),
    ];
    let ways = ways
        .into_iter()
        .filter(|(sign, _)| fault.expects(&format!("'{sign}'")));
    let (signs, remedies): (Vec<_>, Vec<_>) = ways
        .map(|(sign, what)| (format!("`{sign}`"), format!("`{sign}` before {what}")))
        .unzip();
    Some(
        AdviceDraft::new(format!("{} is missing before this", words::either(&signs)))
            .also(fault.token_before(1), "after this")
            .otherwise(format!("write {}", remedies.join(", ")))
            .ask_others(),
    )
}
