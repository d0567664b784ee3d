//! Grammars that are run by their productions alone: `--grammar FILE.ebnf`, and
//! `--grammar FILE.pest --engine specification`.
//!
//! A text is accepted or rejected; its meaning does not count, so that any grammar can be run.

use crate::grammars::loaded;
use crate::grammars::notes::tell_of_assumptions;
use crate::grammars::source::{GrammarSource, StartArguments};
use anyhow::anyhow;
use cli::arguments::{EngineName, Format};
use cli::diagnostics;
use cli::input::{self, InputSource};
use cli::output::Output;
use cli::status::Status;
use cli::trees::{Printed, Printer};
use interpreter::{ReadText, SpecifiedGrammar};
use std::path::Path;

/// The grammar of a file, if the file, its start symbol or the engine that is asked for has it run by its productions.
pub fn by_productions(
    path: &Path,
    engine: Option<EngineName>,
    start: &StartArguments,
) -> anyhow::Result<Option<SpecifiedGrammar>> {
    let is_ebnf = loaded::is_ebnf(path);
    let file = path.to_owned().into();
    let source = match is_ebnf {
        true => GrammarSource::Ebnf(file),
        false => GrammarSource::Peg(file),
    };
    match engine {
        Some(EngineName::Specification) => {}
        None if is_ebnf || start.is_chosen() => {}
        _ => return Ok(None),
    }
    // The grammar is an option here, not an input that could be at fault.
    let no_fault = |error: anyhow::Error| anyhow!("{error}");
    if is_ebnf {
        tell_of_assumptions([&source]);
    }
    let source = start.choose(&source);
    // For the places in a page.
    source.specified().map_err(no_fault)?;
    let grammar = source.run_text(&source.text()?);
    Ok(Some(
        grammar.map_err(|error| anyhow!(error.in_file(&source.name())))?,
    ))
}

/// Reports each document that the grammar rejects, and each that it has two trees for: then it does not say how it reads it.
pub fn check(grammar: &SpecifiedGrammar, source: &InputSource) -> anyhow::Result<Status> {
    read(grammar, source, |_, _| Ok(()))
}

/// Prints the tree of each document.
pub fn tree(
    grammar: &SpecifiedGrammar,
    source: &InputSource,
    format: Format,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let mut printer = Printer::new(output, format);
    let status = read(grammar, source, |text, reading| {
        for node in reading.nodes() {
            let (start, end) = (node.span.start as u64, node.span.end as u64);
            printer.node(&Printed {
                depth: node.depth,
                production: grammar.name(node),
                bytes: start..end,
                text: node.is_terminal().then(|| &text[node.span.clone()]),
            })?;
        }
        Ok(printer.end_tree()?)
    })?;
    printer.end()?;
    Ok(status)
}

fn read(
    grammar: &SpecifiedGrammar,
    source: &InputSource,
    print: impl FnOnce(&str, &ReadText) -> anyhow::Result<()>,
) -> anyhow::Result<Status> {
    let bytes = source.read()?;
    match grammar.read_slice(&bytes) {
        Ok(reading) => {
            // Accepted bytes are text.
            let text = String::from_utf8_lossy(&bytes);
            if reading.is_ambiguous() {
                let message = "the grammar has more than one tree for this document";
                diagnostics::report(&source.name(), &message);
            }
            print(&text, &reading)?;
            Ok(match reading.is_ambiguous() {
                true => Status::Failed,
                false => Status::Fine,
            })
        }
        Err(error) => Ok(input::fault(source, &error)),
    }
}
