//! Problems as objects of JSON, as `OUTPUT.md` has them.

use super::advised;
use super::problem::{Problem, Spot};
use crate::files::found::{PassedOver, WhyNotRead};
use advice::visible::message;
use advice::{Help, Label, Mistake};
use serde_json::{Value, json};
use turtle_peg::error::Context;
use turtle_peg::tokens::NamedToken;
use turtle_peg::{Position, SyntaxError};

pub(super) fn to_json(problem: &Problem<'_>, dialect: Option<String>) -> Value {
    let mut object = json!({
        "type": problem.severity.name(),
        "file": problem.file,
        "kind": problem.kind,
        "message": message(problem.message),
    });
    if let Some(place) = &problem.place {
        let (excerpt, marked) = &place.excerpt;
        object["dialect"] = json!(dialect);
        place.spot.add_to(&mut object);
        object["production"] = json!(place.production);
        let objection = problem.error.map(|error| error.kind().objection().name());
        object["objection"] = json!(objection);
        object["excerpt"] = json!({"text": excerpt, "start": marked.start, "end": marked.end});
    }
    if let Some(error) = problem.error {
        let noticed = Spot::new(error.position(), Some(error.end()), error.bytes());
        let mut place = json!({});
        noticed.add_to(&mut place);
        object["noticed"] = place;
    }
    if let Some(rule) = problem.error.and_then(rdf_rule) {
        object["rule"] = rule;
    }
    if let Some(context) = problem.error.and_then(SyntaxError::context) {
        object["expected"] = context.tokens().iter().map(NamedToken::name).collect();
        object["can_end"] = json!(context.can_end());
        object["open"] = open(context);
    }
    if let Some(advice) = problem.advice {
        object["mistake"] = json!(advice.mistake().map(Mistake::name));
        object["title"] = json!(message(advice.title()));
        let help = advice.help().iter().map(advised::help);
        object["help"] = help.map(|help| message(&help)).collect();
        let label = |label: &Label| Spot::from(label).to_json(&message(&label.text));
        object["labels"] = advice.labels().iter().map(label).collect();
        let replacement = |help: &Help| {
            let it = help.replacement()?;
            let mut replacement = Spot::from(it).to_json(&it.text);
            replacement["certain"] = help.is_certain().into();
            Some(replacement)
        };
        object["replacements"] = advice.help().iter().filter_map(replacement).collect();
    }
    object
}

pub(super) fn passed_over_to_json(passed_over: &PassedOver) -> Value {
    let PassedOver {
        name,
        extensions,
        unknown: _,
        others,
        written,
    } = passed_over;
    let by_extension = |(extension, files): (&String, &u64)| {
        let extension = (!extension.is_empty()).then_some(extension);
        json!({"extension": extension, "files": files})
    };
    let unknown: Vec<_> = extensions.iter().map(by_extension).collect();
    let other = |(why, file): &(WhyNotRead, String)| json!({"file": file, "reason": why.name()});
    let others: Vec<_> = others.iter().map(other).collect();
    json!({"name": name, "unknown": unknown, "others": others, "written": written})
}

/// The rule of RDF that the document breaks, if there is one.
pub fn rdf_rule(error: &SyntaxError) -> Option<Value> {
    let rule = error.kind().rdf_rule()?;
    Some(json!({
        "class": rule.to_string(),
        "source": rule.source(error.dialect()?),
        "can_be_kept": rule.can_be_kept(),
    }))
}

/// The productions that have begun and not ended.
fn open(context: &Context) -> Value {
    let open = context.open().iter().map(|open| {
        let Position {
            line, column, byte, ..
        } = open.start;
        json!({"production": open.production.name(), "line": line, "column": column, "start": byte})
    });
    open.collect()
}

impl Spot {
    /// The place, with this text about it or for it.
    fn to_json(&self, text: &str) -> Value {
        let mut object = json!({"text": text});
        self.add_to(&mut object);
        object
    }

    fn add_to(&self, object: &mut Value) {
        object["line"] = json!(self.line);
        object["column"] = json!(self.column);
        object["start"] = json!(self.bytes.start);
        object["end"] = json!(self.bytes.end);
        if let Some((line, column)) = self.end {
            object["end_line"] = json!(line);
            object["end_column"] = json!(column);
        }
    }
}
