//! `turtle-peg diff`: the triples that two documents differ in, or the documents of two folders.
//!
//! Invariants: a triple is listed if and only if the other document has no counterpart of it; to take away what only the first
//! has, and to add what only the second has, makes the documents isomorphic. Where it takes too long to find out whether they
//! are, the answer is "not decided". A document of a folder that the other folder has not is told.

mod arguments;
mod compared;
mod document;
mod folders;
mod labels;
mod paths;

pub use arguments::DifferenceArguments;

use crate::input::InputSource;
use crate::output::Output;
use crate::trouble::explained;
use crate::{Format, Status, json, progress, reporting};
use anyhow::{Context, bail};
use compared::ComparedDocuments;
use std::fs;
use std::path::Path;

pub fn run(arguments: &DifferenceArguments) -> anyhow::Result<Status> {
    let [left, right] = arguments.input.files.as_slice() else {
        bail!("name two documents");
    };
    if left == Path::new("-") && left == right {
        bail!("only one of the documents can be standard input");
    }
    match [left, right].map(|it| it.is_dir()) {
        [true, true] => folders::run(arguments, [left, right]),
        [false, false] => run_documents(arguments),
        _ => {
            for path in [left, right] {
                if path != Path::new("-") {
                    fs::metadata(path)
                        .map_err(explained)
                        .with_context(|| path.display().to_string())?;
                }
            }
            bail!("name two documents, or two folders")
        }
    }
}

fn run_documents(arguments: &DifferenceArguments) -> anyhow::Result<Status> {
    let sources = InputSource::all(&arguments.input)?;
    let [first, second] = sources.as_slice() else {
        bail!("each name has to be that of one document");
    };
    let mut output = Output::new();
    let (status, compared) = ComparedDocuments::read(arguments, [first, second])?;
    progress::finish();
    if let Some(compared) = &compared {
        match arguments.format {
            Format::Text => {
                compared.print(&mut output)?;
                output.flush()?;
                if !compared.is_alike() {
                    reporting::note(&compared.totals());
                }
            }
            Format::Json => {
                let mut object = compared.to_json();
                object["passed_over"] = reporting::passed_over();
                output.print(&(json::indented(&object) + "\n"))?;
            }
        }
    }
    output.flush()?;
    // They end with the program: to give their terms back one by one takes a tenth of the time.
    std::mem::forget(compared);
    Ok(status)
}
