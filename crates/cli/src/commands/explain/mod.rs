//! `turtle-peg explain`: explains a place in a document.

mod argument;

use crate::arguments::{DialectArguments, Format, InputArguments};
use crate::input::{self, InputSource, Strange};
use crate::output::Output;
use crate::status::Status;
use crate::{json, reporting};
use advice::place::{self, Declaration, ExplainedToken, PlaceContent, PlaceInStatement};
use advice::visible::message;
use argument::PlaceArgument;
use language_server::Published;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::ops::Range;
use turtle_peg::{Dialect, Error, Position};

/// How many triples are shown; the others are counted.
const SHOWN: usize = 10;

/// Explain a place in a document: its productions, token and triples, and the specification's rules for it
#[derive(Debug, clap::Args)]
#[command(
    // It reads no folders.
    mut_args(|it| match it.get_id().as_str() {
        "exclude" | "no_ignore" | "strict" | "verbose" | "max_errors" => it.hide(true),
        _ => it,
    }),
    mut_arg("files", |files| files
        .value_name("FILE:LINE[:COLUMN]")
        .required(true)
        .help("Places in documents, from 1; without a column, where the line's text begins. `<stdin>` or nothing as FILE: standard input")),
    after_help = "\
Examples:
  turtle-peg explain data.ttl:12:7
  turtle-peg explain data.ttl:12
  turtle-peg explain --format json data.ttl:12:7 | jq .term
  echo '<s> <p> 1.5 .' | turtle-peg explain --base http://example.org/ :1:9

Places are as in error messages: lines and characters, from 1. IRIs are written in full. The document is read up to the place; \
statements at fault before it are skipped. Rules from the specification's prose are shown for RDF 1.1 and RDF 1.2."
)]
pub struct ExplainArguments {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    dialect: DialectArguments,

    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

pub fn run(arguments: &ExplainArguments) -> anyhow::Result<Status> {
    reporting::limit(arguments.input.quiet, arguments.input.max_errors);
    let mut places = Vec::new();
    for place in &arguments.input.files {
        places.push(PlaceArgument::read(&place.to_string_lossy())?);
    }
    let mut output = Output::new();
    let mut status = Status::Fine;
    for (number, place) in places.iter().enumerate() {
        if number > 0 && arguments.format == Format::Text {
            output.print("\n")?;
        }
        let source = InputSource::new(&place.file);
        let explained = explain(arguments, place, &source, &mut output);
        let explained = input::unless_strange(&source, explained)?;
        status = status.max(explained);
    }
    output.flush()?;
    Ok(status)
}

fn explain(
    arguments: &ExplainArguments,
    place: &PlaceArgument,
    source: &InputSource,
    output: &mut Output,
) -> anyhow::Result<Status> {
    let parser = source.begin(arguments.dialect.dialect, None, &arguments.input)?;
    let dialect = parser.dialect();
    let bytes = source.read()?;
    // The bytes after the place are read, too, but need not be UTF-8.
    let text = match std::str::from_utf8(&bytes) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()])?,
    };
    let position = place.find(text).map_err(Strange::from)?;
    match place::explain(text, position.byte as usize, &parser.start(), &parser) {
        PlaceContent::InStatement(found) => {
            let explanation = Explanation {
                source,
                dialect,
                text,
                position,
                found: &found,
            };
            match arguments.format {
                Format::Text => output.show(&explanation.in_words()?)?,
                Format::Json => output.print(&(json::line(&explanation.as_json()) + "\n"))?,
            }
            output.flush()?;
            Ok(match &found.fault {
                Some(fault) => input::fault(source, &Error::Syntax(fault.clone())),
                None => Status::Fine,
            })
        }
        PlaceContent::Fault(fault, token) => {
            if let Some(token) = token.filter(|_| arguments.format == Format::Text) {
                let place = format!("{}:{position}", source.name());
                output.show(&in_statement_at_fault(&place, text, &token))?;
                output.flush()?;
            }
            Ok(input::fault(source, &Error::Syntax(fault)))
        }
        PlaceContent::Outside(token) => {
            let name = source.name();
            let there = token.as_ref().map(|token| &text[token.bytes.clone()]);
            match arguments.format {
                Format::Text => {
                    let said = match there {
                        Some(there) => {
                            format!("`{there}` between statements, which stands for no term")
                        }
                        None => {
                            "white space or a comment between statements, which stands for nothing"
                                .to_owned()
                        }
                    };
                    output.show(&format!("{name}:{position}: {}\n", message(&said)))?;
                }
                Format::Json => {
                    let object = json!({
                        "file": name,
                        "dialect": dialect.name(),
                        "line": position.line,
                        "column": position.column,
                        "is_white_space": there.is_none(),
                        "text": there,
                    });
                    output.print(&(json::line(&object) + "\n"))?;
                }
            }
            output.flush()?;
            Ok(Status::Fine)
        }
    }
}

/// The explanation of a token without a known term.
fn in_statement_at_fault(place: &str, text: &str, token: &ExplainedToken) -> String {
    format!(
        "{place}: {}\n{:<10} {}\n{:<10} {}\n{:<10} a statement at fault, whose terms are not known\n",
        quoted(text, &token.bytes),
        "token",
        token.names.join(", "),
        "",
        why(text, token),
        "within",
    )
}

/// Inputs of the explanation, in words and as JSON.
struct Explanation<'a> {
    source: &'a InputSource,
    dialect: Dialect,
    text: &'a str,
    position: Position,
    found: &'a PlaceInStatement,
}

impl Explanation<'_> {
    fn in_words(&self) -> anyhow::Result<String> {
        let found = self.found;
        let mut text = format!("{}:{}: ", self.source.name(), self.position);
        let mut add = |label: &str, value: &str| {
            // Writing to memory never fails.
            let line = format!("{label:<10} {value}");
            let _ = writeln!(text, "{}", line.trim_end());
        };
        match (&found.token, found.is_between) {
            (_, true) => add("white space or a comment, which stands for nothing", ""),
            (Some(token), _) => {
                add(&self.quoted(&found.bytes), "");
                add("token", &token.names.join(", "));
                add("", &why(self.text, token));
            }
            (None, _) => add(&self.quoted(&found.bytes), ""),
        }
        for (depth, node) in found.path.iter().enumerate() {
            let label = if depth == 0 { "within" } else { "" };
            let line = Position::START.after(&self.text[..node.bytes.start]);
            let indent = 2 * depth.min(40);
            let shown = self.quoted(&node.bytes);
            add(
                label,
                &format!("{:indent$}{} {line} {shown}", "", node.production),
            );
        }
        if let Some(rule) = Published::of(self.dialect)?.innermost(found) {
            add("grammar", &rule);
        }
        if let Some(term) = &found.term {
            let label = if found.is_part {
                "part of"
            } else {
                "stands for"
            };
            add(label, &message(term));
        }
        match &found.declared {
            Some(Declaration::Prefix { prefix, namespace }) => {
                add(
                    "declares",
                    &format!("{prefix}: as <{}>", message(namespace)),
                );
            }
            Some(Declaration::Base(base)) => add("base", &format!("<{}>", message(base))),
            None => {}
        }
        for (number, it) in found.triples.iter().take(SHOWN).enumerate() {
            let label = if number == 0 { "triples" } else { "" };
            let (role, triple) = (it.role.name(), message(&it.triple));
            add(label, &format!("as {role}: {triple} ."));
        }
        if let Some(others @ 1..) = found.triples.len().checked_sub(SHOWN) {
            add("", &format!("and {others} more"));
        }
        if found.triples.is_empty() && found.in_statement > 0 {
            let given = found.in_statement;
            add(
                "triples",
                &format!("none of its own; its statement gives {given}"),
            );
        }
        for (number, rule) in found.rules.iter().enumerate() {
            let label = if number == 0 { "because" } else { "" };
            let why = format!("{}: {} ({})", rule.production, rule.words, rule.section);
            add(label, &why);
        }
        let specification = format!(
            "{}, {}",
            self.dialect.title(),
            self.dialect.specification_url()
        );
        add("see", &specification);
        Ok(text)
    }

    fn quoted(&self, bytes: &Range<usize>) -> String {
        quoted(self.text, bytes)
    }

    fn as_json(&self) -> Value {
        let found = self.found;
        let text = |bytes: &Range<usize>| &self.text[bytes.clone()];
        let path = found.path.iter().map(|node| {
            json!({
                "production": node.production.name(),
                "start": node.bytes.start,
                "end": node.bytes.end,
            })
        });
        let token = found.token.as_ref().map(|token| {
            let start = token.bytes.start;
            let shorter = token.shorter.iter().map(
                |(name, length)| json!({"name": name, "text": text(&(start..start + length))}),
            );
            json!({"names": token.names, "shorter": shorter.collect::<Vec<_>>()})
        });
        let triples = found
            .triples
            .iter()
            .map(|it| json!({"role": it.role.name(), "triple": format!("{} .", it.triple)}));
        let rules = found.rules.iter().map(|rule| {
            json!({"production": rule.production.name(), "section": rule.section, "rule": rule.words})
        });
        let declares = found.declared.as_ref().map(|declared| match declared {
            Declaration::Prefix { prefix, namespace } => {
                json!({"prefix": prefix, "iri": namespace})
            }
            Declaration::Base(iri) => json!({"prefix": null, "iri": iri}),
        });
        json!({
            "file": self.source.name(),
            "dialect": self.dialect.name(),
            "line": self.position.line,
            "column": self.position.column,
            "start": found.bytes.start,
            "end": found.bytes.end,
            "text": text(&found.bytes),
            "is_white_space": found.is_between,
            "token": token,
            "path": path.collect::<Vec<_>>(),
            "term": found.term,
            "is_part_of_term": found.is_part,
            "declares": declares,
            "triples": triples.collect::<Vec<_>>(),
            "triples_of_statement": found.in_statement,
            "rules": rules.collect::<Vec<_>>(),
        })
    }
}

/// The reason for this token: all others that begin here are shorter.
fn why(text: &str, token: &ExplainedToken) -> String {
    if token.shorter.is_empty() {
        return "no other token begins here".to_owned();
    }
    let start = token.bytes.start;
    let others = token.shorter.iter().map(|(name, length)| {
        let shown = quoted(text, &(start..start + length));
        format!("{name} is only {shown}")
    });
    let others: Vec<_> = others.collect();
    format!("the longest that begins here: {}", others.join(", "))
}

/// A part of the document in one line, not at any length.
fn quoted(text: &str, bytes: &Range<usize>) -> String {
    const MOST: usize = 50;
    let text = &text[bytes.clone()];
    let mut shown: String = text.chars().take(MOST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("`{}`", message(&shown))
}
