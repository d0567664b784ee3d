//! The sections that the page has and no command prints: in a process of its own, in the folder of the question.
//!
//! Invariant: a verdict is that of an engine that ran; what did not run says why.

use super::question::{self, EDITED, GivenGrammar, ORIGINAL, Question, is_of_turtle};
use super::sections::AnswerSection;
use crate::analyses::reference::Reference;
use crate::grammars::loaded;
use crate::grammars::samples::samples;
use crate::grammars::source::GrammarSource;
use anyhow::{Context, bail};
use cli::Status;
use cli::output::Output;
use interpreter::{LoadErrorKind, LoadedGrammar, SpecifiedGrammar};
use serde_json::{Value, json};
use std::ops::Range;
use std::path::PathBuf;
use toolkit::{Case, Generator, Sentence, effort, railroad};
use turtle_peg::{Dialect, Error, Parser, SyntaxError, SyntaxErrorKind};

/// The base IRI of the page's document, so that relative IRIs are no faults.
const BASE: &str = "http://example.org/";

/// The most nodes, tokens or quads that are shown.
const MOST_SHOWN: usize = 4000;

/// The most cases of a production, and the most near misses, for which documents are shown.
const MOST_DOCUMENTS: usize = 12;

/// Prints the answer for a section.
pub fn print(section: &str) -> anyhow::Result<Status> {
    let question = question::read()?;
    loaded::limit_backtracking();
    let answer = match AnswerSection::named(section) {
        Some(AnswerSection::Grammar) => grammar(&question),
        Some(AnswerSection::Document) => document(&question)?,
        Some(AnswerSection::Dialects) => dialects(&question)?,
        Some(AnswerSection::Production) => effort::shared(|| production(&question))?,
        _ => bail!("the page has no section {section} of its own"),
    };
    show(&answer)
}

/// Prints an answer.
pub fn show(answer: &Value) -> anyhow::Result<Status> {
    let mut output = Output::new();
    output.print(&format!("{answer}\n"))?;
    output.flush()?;
    Ok(Status::Fine)
}

fn source(grammar: &GivenGrammar, stem: &str) -> GrammarSource {
    GrammarSource::of(PathBuf::from(grammar.file(stem)).into())
}

/// The faults for which the grammar cannot be read or run, with their lines; whether it can be read at all; and whether it is of Turtle's
/// family, so that what dialects say of its documents means something.
fn grammar(question: &Question) -> Value {
    let source = source(&question.grammar, EDITED);
    let text = &question.grammar.text;
    let fault = |message: String, line: Option<usize>, column: Option<usize>| json!({ "message": message, "line": line, "column": column });
    let read = match source {
        GrammarSource::Ebnf(_) => toolkit::ebnf::read(text),
        _ => toolkit::peg::read(text).and_then(|literate| literate.specified()),
    };
    let mut faults = Vec::new();
    match &read {
        Err(error) => faults.extend(error.faults().iter().map(|it| {
            let place = it.place();
            fault(
                it.message(),
                place.map(|(line, _)| line),
                place.map(|(_, column)| column),
            )
        })),
        Ok(_) => {
            if let Err(why) = source.run() {
                faults.push(fault(why, None, None));
            }
            if !matches!(source, GrammarSource::Ebnf(_))
                && let Err(error) = LoadedGrammar::read(text)
            {
                faults.push(fault(error.kind().to_string(), Some(error.line()), None));
            }
        }
    }
    json!({
        "is_read": read.is_ok(),
        "is_of_turtle": read.is_ok_and(|grammar| is_of_turtle(&grammar)),
        "faults": faults,
    })
}

/// A grammar as it is run on a document.
struct Engines {
    /// By its rules, with RDF's rules and the triples; or why not.
    rules: Result<Parser, String>,
    /// By its productions, or why not.
    productions: Result<SpecifiedGrammar, String>,
}

impl Engines {
    fn of(question: &Question) -> anyhow::Result<Self> {
        let source = source(&question.grammar, EDITED);
        let rules = match source {
            GrammarSource::Ebnf(_) => {
                Err("productions alone have no rules, and give no triples".to_owned())
            }
            _ => match LoadedGrammar::read(&question.grammar.text) {
                Ok(grammar) => {
                    let dialect = match &question.dialect {
                        Some(name) => name.parse()?,
                        None => grammar.dialect(),
                    };
                    Ok(loaded::parser(&grammar, Some(dialect)).with_base_iri(BASE)?)
                }
                Err(error) => Err(match error.kind() {
                    LoadErrorKind::UnknownProduction { name, .. } => {
                        format!("the production {name} is new, and has no meaning in RDF yet")
                    }
                    kind => format!("line {}: {kind}", error.line()),
                }),
            },
        };
        Ok(Self {
            rules,
            productions: source.run(),
        })
    }
}

fn document(question: &Question) -> anyhow::Result<Value> {
    let engines = Engines::of(question)?;
    let text = question.document.as_str();
    let places = Places::of(text);
    let mut faults: Vec<Value> = Vec::new();
    let by_rules = match &engines.rules {
        Ok(parser) => verdict(parser.parse_str(text).check().err().as_ref(), &places),
        Err(why) => not_run(why),
    };
    let read = engines
        .productions
        .as_ref()
        .map(|grammar| (grammar, grammar.read(text)));
    let by_productions = match &read {
        Ok((_, reading)) => {
            let mut said = verdict(reading.as_ref().err(), &places);
            let is_ambiguous = reading.as_ref().is_ok_and(|it| it.is_ambiguous());
            said["is_ambiguous"] = is_ambiguous.into();
            said
        }
        Err(why) => not_run(why),
    };
    match (&engines.rules, &read) {
        (Ok(parser), _) => {
            let parser = parser.clone().with_recovery();
            let mut document = parser.parse_str(text);
            while let Some(result) = document.check_statement() {
                faults.extend(result.err().map(|error| fault(&error, &places)));
                if faults.len() == MOST_SHOWN {
                    break;
                }
            }
        }
        (Err(_), Ok((_, Err(error)))) => faults.push(fault(error, &places)),
        _ => {}
    }
    Ok(json!({
        "verdicts": { "rules": by_rules, "productions": by_productions },
        "faults": faults,
        "tree": tree(&engines, text, &places),
        "tokens": engines.productions.as_ref().ok().map(|grammar| tokens(grammar, text, &places)),
        "cursor": question.cursor.map(|cursor| at_cursor(&engines, text, places.byte(cursor), &places)),
        "quads": engines.rules.as_ref().ok().map(|parser| quads(parser, text)),
    }))
}

fn not_run(why: &str) -> Value {
    json!({ "verdict": "not run", "why": why })
}

/// The verdict of an engine, by the first error: `accepted`, or who objects, as [`turtle_peg::Objection`] has it.
fn verdict(error: Option<&Error>, places: &Places) -> Value {
    match error {
        None => json!({ "verdict": "accepted" }),
        Some(error) => {
            let objection = error.as_syntax().map(|it| it.kind().objection());
            let said = objection.map_or("parser", turtle_peg::Objection::name);
            json!({ "verdict": said, "fault": fault(error, places) })
        }
    }
}

fn fault(error: &Error, places: &Places) -> Value {
    match error.as_syntax() {
        Some(syntax) => json!({
            "message": syntax.message(),
            "production": syntax.production().map(|it| it.name()),
            "line": syntax.position().line,
            "span": places.span(bytes(syntax)),
        }),
        None => json!({ "message": error.to_string() }),
    }
}

fn bytes(error: &SyntaxError) -> Range<usize> {
    let span = error.bytes();
    span.start as usize..span.end as usize
}

/// The first of a list, and how many more there are.
fn shown(all: impl Iterator<Item = Value>) -> Value {
    let mut all = all.fuse();
    let first: Vec<Value> = all.by_ref().take(MOST_SHOWN).collect();
    json!({ "shown": first, "more": all.count() })
}

fn tree(engines: &Engines, text: &str, places: &Places) -> Value {
    let node = |depth: usize, production: &str, span: Range<usize>, is_leaf: bool| json!({ "depth": depth, "production": production, "span": places.span(span), "is_leaf": is_leaf });
    let mut nodes = Vec::new();
    match engines {
        Engines {
            rules: Ok(parser), ..
        } => {
            let parser = parser.clone().with_recovery();
            let mut document = parser.parse_str(text);
            while let Some(result) = document.next_tree() {
                let Ok(tree) = result else { continue };
                nodes.extend(tree.root().descendants().map(|(depth, it)| {
                    let span = tree.bytes(it.span());
                    let span = span.start as usize..span.end as usize;
                    node(depth, it.production().name(), span, it.is_leaf())
                }));
                if nodes.len() > MOST_SHOWN {
                    break;
                }
            }
            json!({ "by": "rules", "nodes": shown(nodes.into_iter()) })
        }
        Engines {
            productions: Ok(grammar),
            ..
        } => {
            if let Ok(reading) = grammar.read(text) {
                nodes.extend(reading.nodes().iter().map(|it| {
                    node(
                        it.depth,
                        grammar.name(it),
                        it.span.clone(),
                        it.is_terminal(),
                    )
                }));
            }
            json!({ "by": "productions", "nodes": shown(nodes.into_iter()) })
        }
        _ => Value::Null,
    }
}

/// Each token with all that matches at its place.
fn tokens(grammar: &SpecifiedGrammar, text: &str, places: &Places) -> Value {
    shown(grammar.cut(text).map(|token| {
        let matches = token.matches.iter().map(|&(name, end)| {
            json!({ "name": name, "characters": text[token.span.start..end].chars().count() })
        });
        json!({ "span": places.span(token.span.clone()), "matches": matches.collect::<Vec<_>>() })
    }))
}

/// The tokens that could come at a place, and the productions that are open there; or the token that the place is in.
fn at_cursor(engines: &Engines, text: &str, byte: usize, places: &Places) -> Value {
    let before = &text[..byte];
    let grammar = match &engines.productions {
        Ok(grammar) => grammar,
        Err(why) => return json!({ "why": format!("the productions do not run: {why}") }),
    };
    if let Some(after) = grammar.continuation(before) {
        let open = after.open.iter().map(|&(production, start)| {
            let line = 1 + text[..start].matches('\n').count();
            json!({ "production": production, "line": line, "span": places.span(start..byte) })
        });
        return json!({
            "expected": after.tokens,
            "can_end": after.can_end,
            "open": open.collect::<Vec<_>>(),
        });
    }
    let error = grammar.read(before).err();
    if let Some(Error::Syntax(error)) = &error
        && let SyntaxErrorKind::Unexpected {
            within: Some(token),
            ..
        } = error.kind()
        && bytes(error).end >= byte
    {
        let names = token
            .tokens
            .iter()
            .map(turtle_peg::tokens::NamedToken::name);
        return json!({ "within": names.collect::<Vec<_>>() });
    }
    json!({ "why": "not decided: the document is at fault before this place" })
}

fn quads(parser: &Parser, text: &str) -> Value {
    let parser = parser.clone().with_recovery();
    let quads = parser.parse_str(text).quads();
    shown(quads.flatten().map(|quad| format!("{quad} .").into()))
}

/// The verdict of every dialect.
fn dialects(question: &Question) -> anyhow::Result<Value> {
    let text = question.document.as_str();
    let places = Places::of(text);
    let verdicts = Dialect::all().map(|dialect| {
        let parser = Parser::new(dialect)
            .with_base_iri(BASE)?
            .with_blank_node_prefix("")?;
        let mut said = verdict(parser.parse_str(text).check().err().as_ref(), &places);
        said["dialect"] = dialect.name().into();
        Ok(said)
    });
    verdicts
        .collect::<anyhow::Result<Vec<_>>>()
        .map(Value::Array)
}

/// A production: its diagram now and before, a document for each of its cases, and near misses.
fn production(question: &Question) -> anyhow::Result<Value> {
    let name = question
        .production
        .as_deref()
        .context("no production was named")?;
    let edited = source(&question.grammar, EDITED);
    let diagram = |source: &GrammarSource| {
        let specified = source.specified().ok()?;
        let rule = specified.rule(name)?;
        let text = toolkit::ebnf::print_rule(rule);
        Some((text, railroad::svg(&rule.expression, &|_| None)))
    };
    let [now, before] = [&edited, &source(&question.original, ORIGINAL)].map(diagram);
    if now.is_none() {
        bail!("no production is called {name}, or the grammar cannot be read");
    }
    let reference = Reference::of(&edited)?;
    let generator = edited.generator(&samples()?)?;
    let cases = generator.cases().iter().enumerate();
    let mut cases: Vec<(usize, &Case)> =
        cases.filter(|(_, case)| case.production == name).collect();
    let more = cases.len().saturating_sub(MOST_DOCUMENTS);
    cases.truncate(MOST_DOCUMENTS);
    let (documents, sentences) = documents_of_cases(&generator, &reference, cases);
    let side = |side: Option<(String, String)>| {
        side.map(|(ebnf, svg)| json!({ "ebnf": ebnf, "svg": svg }))
    };
    Ok(json!({
        "name": name,
        "is_changed": before != now,
        "now": side(now),
        "before": side(before),
        "was_run": reference.why_not_run().is_none(),
        "documents": { "shown": documents, "more": more },
        "near_misses": near_misses(&generator, &reference, &sentences),
    }))
}

/// A document for each case, or why there is none; and the documents that there are.
fn documents_of_cases(
    generator: &Generator,
    reference: &Reference,
    cases: Vec<(usize, &Case)>,
) -> (Vec<Value>, Vec<Sentence>) {
    let mut sentences = Vec::new();
    let documents = cases.into_iter().map(|(number, case)| {
        let of_rdf = generator.sentence_for(number, |it| reference.read(it, false));
        let of_grammar = || generator.sentence_for(number, |it| reference.read(it, true));
        let (sentence, is_rdf) = match of_rdf {
            Some(sentence) => (Some(sentence), true),
            None => (of_grammar(), false),
        };
        let why = match (&sentence, effort::is_spent()) {
            (None, true) => Some(format!("not decided, after {} steps", effort::limit())),
            (None, false) => Some("no document was found that uses it".to_owned()),
            (Some(_), _) if !is_rdf => Some("the grammar accepts it, and RDF objects".to_owned()),
            (Some(_), _) => None,
        };
        let text = sentence.as_ref().map(|it| it.text.clone());
        sentences.extend(sentence);
        json!({ "case": case.to_string(), "document": text, "why": why })
    });
    let documents = documents.collect();
    (documents, sentences)
}

/// Documents that a small change made wrong, with the change and the fault.
fn near_misses(generator: &Generator, reference: &Reference, sentences: &[Sentence]) -> Vec<Value> {
    let mut near_misses = Vec::new();
    let rounds = (0..4).flat_map(|round| sentences.iter().map(move |sentence| (round, sentence)));
    for (round, sentence) in rounds {
        let Some(mutant) = generator.mutant(sentence, 0, round) else {
            continue;
        };
        if let Err(why) = reference.check(&mutant.text, true) {
            let miss = json!({ "document": mutant.text, "change": mutant.change, "why": why });
            if !near_misses.contains(&miss) {
                near_misses.push(miss);
            }
        }
        if near_misses.len() == MOST_DOCUMENTS {
            break;
        }
    }
    near_misses
}

/// The UTF-16 code units of a text, by its bytes.
struct Places {
    units: Vec<u32>,
}

impl Places {
    fn of(text: &str) -> Self {
        let mut units = Vec::with_capacity(text.len() + 1);
        let mut count = 0;
        for character in text.chars() {
            units.resize(units.len() + character.len_utf8(), count);
            count += character.len_utf16() as u32;
        }
        units.push(count);
        Self { units }
    }

    fn unit(&self, byte: usize) -> u32 {
        self.units[byte.min(self.units.len() - 1)]
    }

    /// The byte at which the character begins that has this code unit.
    fn byte(&self, unit: usize) -> usize {
        let next = self.units.partition_point(|&it| (it as usize) < unit);
        next.min(self.units.len() - 1)
    }

    /// Half open, in bytes and in code units.
    fn span(&self, bytes: Range<usize>) -> Value {
        json!({
            "bytes": [bytes.start, bytes.end],
            "utf16": [self.unit(bytes.start), self.unit(bytes.end)],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_bytes_and_code_units() {
        let places = Places::of("aé𝄞b");
        assert_eq!(
            places.span(3..7),
            json!({ "bytes": [3, 7], "utf16": [2, 4] })
        );
        assert_eq!(
            [0, 1, 2, 4, 5, 9].map(|unit| places.byte(unit)),
            [0, 1, 3, 7, 8, 8]
        );
    }
}
