//! Graphs between braces: their names, their content, and the places that allow none.

use super::misplaced::iri_in_marks;
use crate::fault::{FaultView, Wanted, is_iri, word};
use crate::{AdviceDraft, words};
use turtle_peg::tokens::{Sign, TermKind};
use turtle_peg::{Production, SyntaxErrorKind};

pub(super) fn name_of_graph(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    if !fault.dialect.has_named_graphs() {
        return None;
    }
    let is_named = fault.text_before(1).eq_ignore_ascii_case("GRAPH");
    let keyword = fault.token_before(1).filter(|_| is_named);
    if is_named && fault.found() == "{" {
        return Some(
            AdviceDraft::new("the name of a graph has to follow `GRAPH`")
                .label("a graph's name is an IRI or a blank node")
                .also(keyword, "after this")
                .help("write one, or leave out `GRAPH` if the triples belong to the default graph"),
        );
    }
    let begins_brackets = fault
        .beginning()
        .is_some_and(|first| matches!(fault.text(&first), "[" | "(" | "<<"));
    let ends_brackets = fault.found() == "{"
        && begins_brackets
        && matches!(fault.text_before(1), "]" | ")" | ">>")
        && fault.open_bracket().is_none()
        && !fault.begins_line(fault.start);
    let is_place = match fault.dialect.is_line_based() {
        true => fault.wanted == Wanted::End && fault.expects(Production::IRIREF),
        false => {
            fault.wanted == Wanted::Statement
                && fault.tokens_after(fault.around.fault.end).next() == Some("{")
        }
    };
    let is_term = words::no_predicate(fault.found()).is_some_and(|what| what != "a blank node");
    (is_named || ends_brackets || (is_place && is_term)).then(|| {
        let draft = AdviceDraft::new("a graph's name is an IRI or a blank node")
            .also(keyword, "after this")
            .help(match fault.found() {
                "[" | "{" if fault.text_before(1) != ">>" => "a blank node as a name is `[]`, or a label such as `_:g`; what is said of it is a statement outside of the graph",
                _ => "write an IRI, or a label such as `_:g`",
            });
        iri_in_marks(draft, fault)
    })
}

pub(super) fn graph_within_graph(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    if !fault.is_in_graph() || fault.open_bracket().is_some() {
        return None;
    }
    let is_keyword = fault.word().eq_ignore_ascii_case("GRAPH");
    let is_name = matches!(fault.wanted, Wanted::End | Wanted::PredicateOrEnd) && {
        let after = fault.after(&fault.around.fault).trim_start();
        after.starts_with('{') && !after.starts_with("{|") && TermKind::of(fault.found()).is_some()
    };
    let is_brace = fault.found() == "{" && fault.wanted != Wanted::Object;
    if !is_keyword && !is_name && !is_brace {
        return None;
    }
    let name = fault
        .token_before(1)
        .filter(|_| is_brace && fault.wanted == Wanted::Predicate);
    let place = match &name {
        Some(name) => name.start..fault.around.fault.end,
        None if is_keyword => fault.word_range(),
        None => fault.around.fault.clone(),
    };
    Some(
        AdviceDraft::new("the graph before this is not closed")
            .at(place)
            .label("another graph begins here; a graph is not allowed within a graph")
            .help("close the one before with `}`")
            .help("what follows is not checked: it may be in either graph"),
    )
}

pub(super) fn directive_in_graph(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let word = fault.word();
    let name = word.trim_start_matches('@').to_ascii_lowercase();
    let is_directive = matches!(name.as_str(), "prefix" | "base" | "version");
    let is_place = fault.wants(&[
        Wanted::Statement,
        Wanted::Subject,
        Wanted::End,
        Wanted::PredicateOrEnd,
    ]);
    (is_directive && is_place && fault.is_in_graph()).then(|| {
        AdviceDraft::new("a directive is not allowed in a graph")
            .at(fault.word_range())
            .help("write it before the graph; or, if the graph ends here, close it with `}`")
    })
}

pub(super) fn value_of_json(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_place = fault.found() == "{" && !fault.dialect.is_line_based();
    if !is_place {
        return None;
    }
    let mut after = fault.ranges_after(fault.around.fault.end);
    let key = after.next()?;
    let written = fault.text(&key);
    let is_key = TermKind::of(written) == Some(TermKind::String)
        && fault.after(&key).trim_start().starts_with(':');
    is_key.then(|| {
        AdviceDraft::new(format!("this is JSON, and the document is read as {}", fault.dialect.title()))
            .at(fault.around.fault.start..key.end)
            .help("a literal is written `\"…\"@en` or `\"…\"^^xsd:date`, and a node with properties between `[` and `]`")
    })
}

pub(super) fn shape(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_place = fault.found() == "{" && matches!(fault.wanted, Wanted::Predicate);
    if !is_place || fault.dialect.has_named_graphs() {
        return None;
    }
    let mut after = fault.ranges_after(fault.around.fault.end);
    let predicate = after.next()?;
    let written = fault.text(&predicate);
    let rest = fault.after(&predicate).trim_start();
    let value = word(rest).trim_end_matches(['*', '+', '?']);
    let is_kind =
        matches!(value, "IRI" | "LITERAL" | "BNODE" | "NONLITERAL") || rest.starts_with('@');
    let ends = |value: &std::ops::Range<usize>| {
        let rest = fault.after(value).trim_start();
        rest.starts_with([';', '}', '*', '+', '?'])
    };
    let mut is_datatype = || after.next().is_some_and(|value| ends(&value));
    let is_shape = (is_iri(written) || written == "a") && (is_kind || is_datatype());
    is_shape.then(|| {
        AdviceDraft::new(format!(
            "this looks like ShEx, and the document is read as {}",
            fault.dialect.title()
        ))
        .help("a schema is read by what checks data by it; the data itself is Turtle")
        .other_language()
    })
}

pub(super) fn graph(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_place = fault.wants(&[
        Wanted::Statement,
        Wanted::Predicate,
        Wanted::PredicateOrEnd,
        Wanted::Object,
        Wanted::Subject,
    ]);
    let is_keyword = fault.word().eq_ignore_ascii_case("GRAPH")
        && fault.wanted == Wanted::Statement
        && fault.rest().lines().take(2).any(|line| line.contains('{'));
    ((fault.found() == "{" || is_keyword) && is_place && !fault.dialect.has_named_graphs()).then(
        || {
            let draft = AdviceDraft::new(format!(
                "{} has no graphs between `{{` and `}}`",
                fault.dialect.title()
            ))
            .help(match is_keyword {
                true => "TriG has graphs, written like this",
                false => "TriG has graphs, and Notation3 has formulas, written like this",
            })
            .ask_others();
            match is_keyword {
                true => draft.at(fault.word_range()),
                false => draft,
            }
        },
    )
}

pub(super) fn graph_not_closed(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    (fault.is_at_end() && fault.expects(Sign::BraceEnd)).then(|| {
        let opened = fault.around.graph;
        let title = match opened {
            Some(opened) => format!("the graph that was opened at {opened} is not closed"),
            None => "the graph is not closed".to_owned(),
        };
        AdviceDraft::new(title)
            .label("the document ends in it")
            .far(opened, "it was opened here")
            .otherwise("close it with `}`")
    })
}

pub(super) fn default_graph(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let place = fault.word_range();
    let is_default =
        fault.word().eq_ignore_ascii_case("default") && fault.dialect.has_named_graphs();
    let mut after = fault.ranges_after(place.end);
    let brace = after.next().filter(|it| fault.text(it) == "{")?;
    (is_default && fault.wanted == Wanted::Statement).then(|| {
        AdviceDraft::new("the default graph has no name")
            .at(place.clone())
            .leave_out(place.start..brace.start)
    })
}

pub(super) fn colon_before_graph(fault: &FaultView<'_>) -> Option<AdviceDraft> {
    let is_undeclared = matches!(fault.error.kind(), SyntaxErrorKind::UndeclaredPrefix { .. });
    let place = fault.around.fault.clone();
    let is_before_brace = fault.tokens_after(place.end).next() == Some("{");
    let is_colon = fault.found() == ":" && fault.dialect.has_named_graphs();
    (is_undeclared && is_colon && is_before_brace).then(|| {
        AdviceDraft::new("a colon is not allowed between a graph and its name")
            .guess()
            .leave_out(place)
    })
}
