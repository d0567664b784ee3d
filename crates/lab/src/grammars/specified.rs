//! Grammars that are run by their productions alone: `--grammar FILE.ebnf`, and
//! `--grammar FILE.pest --engine specification`.
//!
//! A text is accepted or rejected; its meaning does not count, so that any grammar can be run.

use crate::grammars::notes::tell_of_assumptions;
use crate::grammars::{loaded, source::GrammarSource};
use anyhow::anyhow;
use cli::arguments::{EngineName, Format};
use cli::diagnostics;
use cli::input::{self, InputSource};
use cli::output::Output;
use cli::status::Status;
use cli::trees::{Printed, Printer};
use interpreter::{ReadText, SpecifiedGrammar};
use std::path::Path;

/// The grammar of a file, if the file or the engine that is asked for has it run by its productions.
pub fn by_productions(
    path: &Path,
    engine: Option<EngineName>,
) -> anyhow::Result<Option<SpecifiedGrammar>> {
    let is_ebnf = loaded::is_ebnf(path);
    match engine {
        Some(EngineName::Specification) => {}
        None if is_ebnf => {}
        _ => return Ok(None),
    }
    let name = path.display().to_string();
    let grammar = match is_ebnf {
        true => {
            let source = GrammarSource::of(path.to_owned().into());
            tell_of_assumptions([&source]);
            // For the places in a page. The grammar is an option here, not an input that could be at fault.
            source.specified().map_err(|error| anyhow!("{error}"))?;
            SpecifiedGrammar::read_ebnf(&source.text()?)
        }
        false => SpecifiedGrammar::read_pest(&loaded::text(path)?),
    };
    let grammar = grammar.map_err(|error| anyhow!(error.in_file(&name)))?;
    Ok(Some(grammar))
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
