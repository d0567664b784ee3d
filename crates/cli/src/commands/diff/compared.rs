//! Two documents that were compared, as people and programs get to know it.

use super::arguments::DifferenceArguments;
use super::document::PlacedQuads;
use super::labels::{DifferenceLabels, DifferenceNode};
use super::paths::NodePaths;
use crate::Format;
use crate::counted::counted;
use crate::diagnostics;
use crate::input::{self, InputSource};
use crate::output::{ADDED, LEFT_OUT, Output};
use crate::prefixes::UsefulPrefixes;
use crate::status::Status;
use advice::visible::visible_line;
use comparison::Unmatched;
use serde_json::{Value, json};
use turtle_peg::oxrdf::Quad;

pub struct ComparedDocuments<'a> {
    sources: [&'a InputSource; 2],
    documents: [PlacedQuads; 2],
    unmatched: Unmatched,
    labels: DifferenceLabels,
    /// Where each labelled node is that both documents have.
    paths: Vec<Option<String>>,
    /// The prefixes that people read, the first document's before the second's; programs get whole IRIs.
    prefixes: UsefulPrefixes,
}

/// The warning where the best match of the blank nodes is not known.
const NOT_FEWEST: &str = "these may not be the fewest triples: to try all matches of the blank nodes takes too many steps";

impl<'a> ComparedDocuments<'a> {
    /// Compares two documents, if both can be read, and unless one is at fault that is not to be compared then.
    pub fn read(
        arguments: &DifferenceArguments,
        sources: [&'a InputSource; 2],
    ) -> anyhow::Result<(Status, Option<Self>)> {
        let mut documents = Vec::new();
        let mut status = Status::Fine;
        for source in sources {
            let read = input::for_one(source, |source| {
                let (document, status) = PlacedQuads::read(arguments, source)?;
                documents.push(document);
                Ok(status)
            })?;
            status = status.max(read);
        }
        let documents = <[PlacedQuads; 2]>::try_from(documents).ok();
        let is_compared = match status {
            Status::Fine => true,
            Status::InputAtFault => arguments.keep_going,
            Status::NotDecided | Status::Failed => false,
        };
        let Some(documents) = documents.filter(|_| is_compared) else {
            return Ok((Status::Failed, None));
        };
        let compared = Self::of(arguments, sources, documents);
        let status = match status {
            Status::Fine => compared.status(),
            _ => Status::Failed,
        };
        Ok((status, Some(compared)))
    }

    fn of(
        arguments: &DifferenceArguments,
        sources: [&'a InputSource; 2],
        documents: [PlacedQuads; 2],
    ) -> Self {
        let [left, right] = &documents;
        let mut unmatched = Unmatched::of(&left.quads, &right.quads);
        for (document, numbers) in [(left, &mut unmatched.left), (right, &mut unmatched.right)] {
            numbers.sort_by_key(|&number| document.positions[number].byte);
        }
        let mut prefixes = UsefulPrefixes::default();
        if arguments.format == Format::Text {
            for (prefix, namespace) in left.prefixes.iter().chain(&right.prefixes) {
                prefixes.declare(prefix, namespace);
            }
        }
        if let Some(undecided) = &unmatched.undecided {
            diagnostics::warn(&sources[1].name(), undecided);
        } else if !unmatched.are_fewest {
            diagnostics::warn(&sources[1].name(), &NOT_FEWEST);
        }
        let labels = DifferenceLabels::new([left, right], &unmatched);
        let mut paths = None;
        let path = |node: &DifferenceNode| {
            let [Some(first), Some(_)] = &node.of else {
                return None;
            };
            let paths = paths.get_or_insert_with(|| NodePaths::new(&left.quads, &unmatched.left));
            paths.path(first.as_ref(), &prefixes)
        };
        let paths = labels.nodes.iter().map(path).collect();
        Self {
            sources,
            documents,
            unmatched,
            labels,
            paths,
            prefixes,
        }
    }

    pub fn is_alike(&self) -> bool {
        self.unmatched.is_empty()
    }

    fn status(&self) -> Status {
        match self.unmatched.undecided {
            Some(_) if self.is_alike() => Status::NotDecided,
            _ => Status::of(self.is_alike()),
        }
    }

    pub fn print(&self, output: &mut Output) -> anyhow::Result<()> {
        for (node, path) in self.labels.nodes.iter().zip(&self.paths) {
            if let Some(line) = told(node, path.as_deref()) {
                output.print(&format!("= {}\n", visible_line(&line)))?;
            }
        }
        for (sign, side, style) in [('-', 0, LEFT_OUT), ('+', 1, ADDED)] {
            for (line, _, quad) in self.quads(side) {
                let quad = self.prefixes.quad(quad.as_ref());
                output.show_styled(style, &format!("{sign} {line}: {} .", visible_line(&quad)))?;
            }
        }
        Ok(())
    }

    /// `2 triples only in old.ttl; 1 triple only in new.ttl`
    pub fn totals(&self) -> String {
        let totals = [0, 1].map(|side| {
            let triples = counted(self.numbers(side).len() as u64, "triple");
            format!("{triples} only in {}", self.sources[side].name())
        });
        totals.join("; ")
    }

    pub fn to_json(&self) -> Value {
        let only = |side| -> Value {
            let quads = self.quads(side);
            let quads = quads
                .map(|(line, column, quad)| json!({"quad": quad.to_string(), "line": line, "column": column}));
            quads.collect()
        };
        let nodes = self.labels.nodes.iter().zip(&self.paths);
        let nodes = nodes.map(|(node, path)| {
            let [first, second] = node
                .of
                .each_ref()
                .map(|it| it.as_ref().map(|it| it.to_string()));
            json!({
                "label": node.label.to_string(),
                "first": first,
                "second": second,
                "path": path,
            })
        });
        let undecided = self.unmatched.undecided.as_ref();
        json!({
            "first": self.sources[0].name(),
            "second": self.sources[1].name(),
            "blank_nodes": nodes.collect::<Value>(),
            "only_first": only(0),
            "only_second": only(1),
            "are_fewest": self.unmatched.are_fewest && undecided.is_none(),
            "not_decided": undecided.map(ToString::to_string),
        })
    }

    /// The quads that one document has and the other has not: the line and the column of each, and the quad with its labels.
    fn quads(&self, side: usize) -> impl Iterator<Item = (u64, u64, Quad)> {
        let numbers = self.numbers(side);
        let document = &self.documents[side];
        numbers.iter().map(move |&number| {
            let position = document.positions[number];
            let quad = self.labels.labelled(&document.quads[number], side);
            (position.line, position.column, quad)
        })
    }

    fn numbers(&self, side: usize) -> &[usize] {
        match side {
            0 => &self.unmatched.left,
            _ => &self.unmatched.right,
        }
    }
}

/// `_:anon1 (_:anon5 in the second): <http://e/a> <http://e/address> [ … ]`, for a node that both documents have.
fn told(node: &DifferenceNode, path: Option<&str>) -> Option<String> {
    let [Some(first), Some(second)] = &node.of else {
        return None;
    };
    let other = match first == second {
        true => String::new(),
        false => format!(" ({second} in the second)"),
    };
    match path {
        Some(path) => Some(format!("{}{other}: {path}", node.label)),
        None if other.is_empty() => None,
        None => Some(format!("{}{other}", node.label)),
    }
}
