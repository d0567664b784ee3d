//! Tables as Rust source, for a build script to write.

use crate::scanner::Scanner;
use crate::tables::{Symbol, Tables};
use std::fmt::{Debug, Write as _};

/// An expression of type [`Tables`] that can be in a `static`. It names this crate `specification`.
pub fn to_rust(tables: &Tables) -> String {
    let mut source = String::from("specification::Tables {\n");
    let mut field = |name: &str, value: String| {
        let _ = writeln!(source, "{name}: {value},");
    };
    let rules = tables.rules.iter().map(|rule| {
        format!(
            "specification::Nonterminal {{ name: std::borrow::Cow::Borrowed({:?}), start: {}, is_nullable: {} }}",
            rule.name, rule.start, rule.is_nullable
        )
    });
    field("rules", list(rules));
    let tokens = tables.tokens.iter().map(|token| {
        format!(
            "specification::SpecifiedToken {{ name: std::borrow::Cow::Borrowed({:?}), is_named: {}, is_white_space: {} }}",
            token.name, token.is_named, token.is_white_space
        )
    });
    field("tokens", list(tokens));
    field("scanner", scanner(&tables.scanner));
    let trivia = match &tables.trivia {
        Some(trivia) => format!("Some({})", scanner(trivia)),
        None => "None".to_owned(),
    };
    field("trivia", trivia);
    field(
        "token_cuts",
        format!(
            "specification::TokenCuts {{ after: {}, sets: {} }}",
            numbers(&tables.token_cuts.after),
            numbers(&tables.token_cuts.sets)
        ),
    );
    let states = tables.states.iter().map(|state| {
        format!(
            "specification::State {{ rule: {}, edges: {}, is_final: {}, ends_late: {} }}",
            state.rule, state.edges, state.is_final, state.ends_late
        )
    });
    field("states", list(states));
    let edges = tables.edges.iter().map(|(symbol, next)| match symbol {
        Symbol::Token(token) => format!("(specification::Symbol::Token({token}), {next})"),
        Symbol::Rule(rule) => format!("(specification::Symbol::Rule({rule}), {next})"),
    });
    field("edges", list(edges));
    field("moves", numbers(&tables.moves));
    let graph = match tables.graph {
        None => "None".to_owned(),
        Some(graph) => format!(
            "Some(specification::GraphTables {{ rule: {}, opened: {}, open: {}, close: {} }})",
            graph.rule, graph.opened, graph.open, graph.close
        ),
    };
    field("graph", graph);
    let lists = match &tables.lists {
        None => "None".to_owned(),
        Some(lists) => format!(
            "Some(specification::ListTables {{ around: {}, outer: {}, inner: {} }})",
            numbers(&lists.around),
            lists.outer,
            lists.inner
        ),
    };
    field("lists", lists);
    source.push('}');
    source
}

fn scanner(scanner: &Scanner) -> String {
    format!(
        "specification::Scanner {{ ascii: {}, bounds: {}, classes: {}, width: {}, next: {}, accepts: {}, alive: {}, lists: {} }}",
        numbers(&scanner.ascii),
        numbers(&scanner.bounds),
        numbers(&scanner.classes),
        scanner.width,
        numbers(&scanner.next),
        numbers(&scanner.accepts),
        numbers(&scanner.alive),
        numbers(&scanner.lists)
    )
}

fn numbers<T: Debug>(numbers: &[T]) -> String {
    list(numbers.iter().map(|number| format!("{number:?}")))
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    format!("std::borrow::Cow::Borrowed(&[{}])", items.join(", "))
}
