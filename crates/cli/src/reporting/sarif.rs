//! Problems as one document of SARIF.

use super::kinds;
use super::problem::{Problem, ProblemPlace, Spot};
use super::program::program;
use crate::json;
use advice::visible::message;
use advice::{Advice, Help};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A SARIF document of the run. The text before and after its results is written around them, so that no more than one
/// result is held.
pub(super) struct SarifLog {
    /// The last result, until it is known whether another one follows.
    last: Option<String>,
    /// The rules of the results, by name.
    rules: BTreeMap<String, Value>,
}

impl SarifLog {
    pub(super) const EMPTY: Self = Self {
        last: None,
        rules: BTreeMap::new(),
    };

    /// Takes a result; returns the lines before it.
    pub(super) fn add(&mut self, problem: &Problem<'_>) -> String {
        let rule = || match problem.mistake() {
            Some(mistake) => kinds::rule_of_mistake(mistake, problem.kind),
            None => kinds::rule(problem.kind),
        };
        self.rules
            .entry(problem.rule().to_owned())
            .or_insert_with(rule);
        let result = json::indented(&to_sarif(problem)).replace('\n', "\n        ");
        match self.last.replace(format!("        {result}")) {
            None => self.around().0,
            Some(last) => last + ",",
        }
    }

    /// The lines after all that [`add`](Self::add) returned.
    pub(super) fn end(&mut self) -> String {
        let (before, after) = self.around();
        match self.last.take() {
            None => format!("{before}]{after}"),
            Some(last) => format!("{last}\n      ]{after}"),
        }
    }

    /// The document before the first result and after the last one; members are in the order of their names.
    fn around(&self) -> (String, String) {
        let rules: Vec<&Value> = self.rules.values().collect();
        let log = json!({
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [{
                "tool": {"driver": {
                    "name": program(),
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                }},
                "columnKind": "unicodeCodePoints",
                "results": [],
            }],
        });
        let text = json::indented(&log);
        let (before, after) = text.split_once("\"results\": []").unwrap_or_default();
        (format!("{before}\"results\": ["), after.to_owned())
    }
}

fn to_sarif(problem: &Problem<'_>) -> Value {
    let level = problem.severity.level();
    let mut result = json!({
        "ruleId": problem.rule(),
        "level": level,
        "message": {"text": problem.text()},
    });
    let Some(file) = problem.file else {
        return result;
    };
    let artifact = json!({"uri": uri(file)});
    let mut location = json!({"artifactLocation": artifact});
    if let Some(ProblemPlace { spot, excerpt, .. }) = &problem.place {
        location["region"] = spot.region();
        let line = excerpt.0;
        location["contextRegion"] = json!({"startLine": spot.line, "snippet": {"text": line}});
        if let Some(text) = problem.text_at(spot) {
            location["region"]["snippet"] = json!({"text": text});
        }
    }
    result["locations"] = json!([{"physicalLocation": location}]);
    let others = problem
        .advice
        .into_iter()
        .flat_map(|advice| &advice.labels()[1..]);
    let others: Vec<Value> = others
        .map(|label| {
            let region = Spot::from(label).region();
            let location = json!({"artifactLocation": artifact, "region": region});
            json!({"physicalLocation": location, "message": {"text": message(&label.text)}})
        })
        .collect();
    if !others.is_empty() {
        result["relatedLocations"] = json!(others);
    }
    let fixes = problem.advice.into_iter().flat_map(Advice::help);
    let fixes: Vec<Value> = fixes.filter_map(|help| fix(help, &artifact)).collect();
    if !fixes.is_empty() {
        result["fixes"] = json!(fixes);
    }
    result
}

/// A change to the document that mends it.
fn fix(help: &Help, artifact: &Value) -> Option<Value> {
    let replacement = help.replacement()?;
    let change = json!({
        "deletedRegion": Spot::from(replacement).region(),
        "insertedContent": {"text": replacement.text},
    });
    Some(json!({
        "description": {"text": message(help.text())},
        "artifactChanges": [{"artifactLocation": artifact, "replacements": [change]}],
    }))
}

/// The path of a file as a reference that is relative where the path is.
fn uri(path: &str) -> String {
    const RESERVED: &AsciiSet = &CONTROLS
        .add(b' ')
        .add(b'"')
        .add(b'#')
        .add(b'%')
        .add(b':')
        .add(b'<')
        .add(b'>')
        .add(b'?')
        .add(b'[')
        .add(b'\\')
        .add(b']')
        .add(b'^')
        .add(b'`')
        .add(b'{')
        .add(b'|')
        .add(b'}');
    let encoded = utf8_percent_encode(path, RESERVED);
    match path.starts_with('/') {
        true => format!("file://{encoded}"),
        false => encoded.to_string(),
    }
}

impl Spot {
    fn region(&self) -> Value {
        let mut region = json!({
            "startLine": self.line,
            "startColumn": self.column,
            "byteOffset": self.bytes.start,
            "byteLength": self.bytes.end - self.bytes.start,
        });
        if let Some((line, column)) = self.end {
            region["endLine"] = json!(line);
            region["endColumn"] = json!(column);
        }
        region
    }
}
