//! Constructs of Turtle that languages of lines do not have: each triple, or quad, is whole in its line.

use crate::AdviceDraft;
use crate::fault::{FaultView, Wanted, is_term};
use std::ops::Range;
use turtle_peg::Production;
use turtle_peg::diagnosis::ends_in_later_line;
use turtle_peg::tokens::TermKind;

pub(super) fn sign(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    if !fault.dialect.is_line_based() {
        return None;
    }
    let title = fault.dialect.title();
    let has_graphs = fault.dialect.has_named_graphs();
    let begins_graph = fault.wanted == Wanted::Statement
        && fault.word().eq_ignore_ascii_case("GRAPH")
        && fault.line_from(fault.start).contains('{');
    let found = match begins_graph {
        true => "{",
        false => fault.found(),
    };
    let draft = match (found, fault.wanted) {
        ("[", _) => AdviceDraft::new(format!("{title} has no `[ … ]`"))
            .help("write a label, such as `_:b1`, and a line for each triple of that node"),
        ("(", _) => AdviceDraft::new(format!("{title} has no collections"))
            .help("write a label, such as `_:b1`, and the lines for `rdf:first` and `rdf:rest`"),
        ("{", _) if has_graphs => {
            AdviceDraft::new(format!("{title} has no graphs between `{{` and `}}`"))
                .help("write the graph's name at the end of each line, before the full stop")
        }
        (";", Wanted::End) => AdviceDraft::new(format!("{title} has no `;`"))
            .help("write a line for each triple, with its subject"),
        (",", Wanted::End) => AdviceDraft::new(format!("{title} has no `,`"))
            .help("write a line for each triple, with its subject and its predicate"),
        (sign @ ("," | ";"), Wanted::Predicate | Wanted::Object) => AdviceDraft::new(format!(
            "`{sign}` is not allowed between the parts of a triple"
        ))
        .help("leave it out"),
        _ => return None,
    };
    let draft = match begins_graph {
        true => draft.at(fault.word_range()),
        false => draft,
    };
    Some(draft.ask_others())
}

pub(super) fn string(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let rest = fault.rest();
    let is_empty = matches!(fault.text_before(1), "\"\"") && fault.is_joined();
    let mark = match is_empty {
        true if rest.starts_with('"') => "\"\"\"",
        _ if fault.wanted == Wanted::Object && rest.starts_with("'''") => "'''",
        _ if fault.wanted == Wanted::Object && rest.starts_with('\'') => "'",
        _ => return None,
    };
    let start = if is_empty {
        fault.token_before(1)?.start
    } else {
        fault.start
    };
    (fault.dialect.is_line_based()).then(|| {
        let draft = AdviceDraft::new(format!(
            "{} has no strings between `{mark}` and `{mark}`",
            fault.dialect.title()
        ))
        .at(start..start + mark.len())
        .help("write it between `\"` and `\"`");
        match mark.len() {
            1 => draft.ask_others(),
            _ => draft
                .help("a line break in a string is written `\\n`")
                .ask_others(),
        }
    })
}

pub(super) fn two_in_a_line(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_place = fault.dialect.is_line_based()
        && fault.wanted == Wanted::Statement
        && TermKind::of(fault.found()).is_some();
    let line = fault.line_up_to(fault.start).trim_end();
    (is_place && line.ends_with('.')).then(|| {
        AdviceDraft::new("a line break is missing between two statements")
            .label("another statement seems to begin here")
            .help("write a line break before it")
    })
}

pub(super) fn broken(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    if !fault.dialect.is_line_based() || !fault.is_at_line_end() || !fault.within.is_empty() {
        return None;
    }
    let last = fault.token_before(1)?;
    let begun = &fault.around.text[fault.beginning()?.start..fault.start];
    if !ends_in_later_line(fault.dialect, begun, fault.rest(), |token| {
        fault.expects(token)
    }) {
        return None;
    }
    let mut tokens = fault.ranges_after(fault.start);
    let next = tokens.find(|token| !fault.has_line_end(token.clone()))?;
    let rest = next.start..next.start + fault.line_from(next.start).trim_end().len();
    let what = match fault.dialect.has_named_graphs() {
        true => "quad",
        false => "triple",
    };
    Some(
        AdviceDraft::new(format!("a line break is not allowed within a {what}"))
            .at(last.end..last.end)
            .label("the line ends here")
            .also(Some(rest), format!("the {what} goes on here"))
            .help("write it in one line"),
    )
}

/// A term after the graph, or after the object where there are no graphs; in other languages, a line of N-Quads.
pub(super) fn term_too_many(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let found = fault.token().filter(|found| is_term(found))?;
    let place = fault.around.fault.clone();
    // It may be the datatype of a string.
    let is_datatype = found.contains("XMLSchema#") && fault.text_before(1).starts_with(['"', '\'']);
    if fault.wanted != Wanted::End || is_datatype {
        return None;
    }
    let title = fault.dialect.title();
    if !fault.dialect.is_line_based() {
        let is_iri = |token: &Range<usize>| {
            let written = fault.text(token);
            written.starts_with('<') && written.contains(':')
        };
        let is_line = fault.before.len() > 2
            && fault.before[..2].iter().all(is_iri)
            && !fault.has_line_end(fault.before[0].start..place.end);
        let is_last = fault.tokens_after(place.end).next() == Some(".");
        return (is_line && is_last && is_iri(&place)).then(|| {
            AdviceDraft::new("a fourth term is in this statement, as in a line of N-Quads")
                .at(place)
                .help("leave it out; or write `,` before it, if it is another object")
                .ask_others()
        });
    }
    // Where a graph could be, it is one of another kind.
    if fault.expects(Production::IRIREF) {
        return None;
    }
    let (title, label) = match fault.dialect.has_named_graphs() {
        true => ("a statement has at most four terms".to_owned(), "the fifth"),
        false => (
            format!("a statement of {title} has three terms"),
            "the fourth",
        ),
    };
    let draft = AdviceDraft::new(title).label(label);
    Some(draft.at(place).help("leave one of them out").ask_others())
}
