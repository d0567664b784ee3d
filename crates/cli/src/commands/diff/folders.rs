//! The documents of two folders, compared in pairs: those that have the same path in both.
//!
//! Invariant: each document of either folder is compared, or told to be in one of them only; its pair alone is held in memory.

use super::arguments::DifferenceArguments;
use super::compared::ComparedDocuments;
use crate::input::InputSource;
use crate::output::Output;
use crate::status::Status;
use crate::{Format, json, progress, reporting};
use advice::visible::visible_line;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

pub fn run(arguments: &DifferenceArguments, folders: [&PathBuf; 2]) -> anyhow::Result<Status> {
    let sources = InputSource::in_folders(folders, &arguments.input)?;
    let mut report = FolderReport {
        arguments,
        output: Output::new(),
        documents: Vec::new(),
        missing: Default::default(),
    };
    let mut status = Status::Fine;
    let mut pairs: BTreeMap<&Path, [Option<&InputSource>; 2]> = BTreeMap::new();
    for (side, (folder, sources)) in folders.into_iter().zip(&sources).enumerate() {
        for source in sources {
            match source.file() {
                Some(path) if !source.is_nothing() => {
                    let path = path.strip_prefix(folder).unwrap_or(path);
                    pairs.entry(path).or_default()[side] = Some(source);
                }
                _ => {
                    let reason = source.open().err();
                    status = status.max(reason.map_or(Status::Fine, |it| it.report(source)));
                }
            }
        }
    }
    for pair in pairs.into_values() {
        status = status.max(report.add(pair)?);
    }
    progress::finish();
    report.finish(folders)?;
    Ok(status)
}

/// The report on two folders: at once for people, together for programs.
struct FolderReport<'a> {
    arguments: &'a DifferenceArguments,
    output: Output,
    documents: Vec<Value>,
    /// The documents that the first folder has not, and those that the second has not.
    missing: [Vec<String>; 2],
}

impl FolderReport<'_> {
    fn add(&mut self, pair: [Option<&InputSource>; 2]) -> anyhow::Result<Status> {
        match pair {
            [Some(first), Some(second)] => self.add_two(first, second),
            [Some(first), None] => self.add_one(first, 1),
            [None, Some(second)] => self.add_one(second, 0),
            [None, None] => Ok(Status::Fine),
        }
    }

    fn add_two(&mut self, first: &InputSource, second: &InputSource) -> anyhow::Result<Status> {
        let (status, compared) = ComparedDocuments::read(self.arguments, [first, second])?;
        let Some(compared) = compared else {
            return Ok(status);
        };
        match self.arguments.format {
            Format::Json => self.documents.push(compared.to_json()),
            Format::Text if compared.is_alike() => {}
            Format::Text => {
                for (sign, source) in [("---", first), ("+++", second)] {
                    let line = format!("{sign} {}\n", visible_line(&source.name()));
                    self.output.print(&line)?;
                }
                compared.print(&mut self.output)?;
            }
        }
        Ok(status)
    }

    /// A document that one folder has, and the one of this number has not.
    fn add_one(&mut self, source: &InputSource, missing: usize) -> anyhow::Result<Status> {
        if self.arguments.format == Format::Text {
            let (sign, other) = [("+++", "first"), ("---", "second")][missing];
            let name = source.name();
            let line = format!(
                "{sign} {}: the {other} folder has no such document\n",
                visible_line(&name)
            );
            self.output.print(&line)?;
        }
        self.missing[missing].push(source.name());
        Ok(Status::InputAtFault)
    }

    fn finish(mut self, folders: [&PathBuf; 2]) -> anyhow::Result<()> {
        if self.arguments.format == Format::Json {
            let [first, second] = folders.map(|folder| folder.display().to_string());
            let [missing_in_first, missing_in_second] = self.missing;
            let object = json!({
                "first": first,
                "second": second,
                "documents": self.documents,
                "missing_in_first": missing_in_first,
                "missing_in_second": missing_in_second,
                "passed_over": reporting::passed_over(),
            });
            self.output.print(&(json::indented(&object) + "\n"))?;
        }
        Ok(self.output.flush()?)
    }
}
