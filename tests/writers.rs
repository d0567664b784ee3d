//! What the writers of Turtle and TriG write is read again: the same terms, in every dialect that has them.
//!
//! `tests/writers` has documents, and each as `TriGWriter` writes it; `UPDATE_WRITERS=1 cargo test --test writers` writes these anew. More
//! cases can be in the folder that `$WRITER_CASES` names: a file `cases.json` with N-Quads, prefixes and bases.

#![cfg(feature = "conformance")]

use anyhow::{Context, Result, ensure};
use pretty_assertions::assert_eq;
use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::{env, fs};
use testing::documents::{corpus, documents_in};
use testing::folders::SUITES;
use testing::random::Random;
use turtle_peg::conformance::are_isomorphic_datasets;
use turtle_peg::oxrdf::vocab::{rdf, xsd};
use turtle_peg::oxrdf::{
    BaseDirection, BlankNode, Dataset, Graph, GraphName, Literal, NamedNode, NamedOrBlankNode,
    Quad, Term, Triple,
};
use turtle_peg::{Dialect, Document, Input, Parser, Part, TriGWriter, TurtleWriter, WriteError};

/// Quads, and how to write them.
#[derive(Clone, Debug, Default, PartialEq)]
struct Written {
    quads: Vec<Quad>,
    prefixes: Vec<(String, String)>,
    base: Option<String>,
    escapes: bool,
}

/// A writer of either language.
enum Writer {
    Turtle(TurtleWriter<Vec<u8>>),
    TriG(TriGWriter<Vec<u8>>),
}

/// The dialects that there are writers for.
fn dialects() -> impl Iterator<Item = Dialect> {
    Dialect::all().filter(|dialect| !dialect.is_line_based())
}

macro_rules! writer {
    ($writer:ident, $case:expr, $dialect:expr) => {{
        let mut writer = $writer::of($dialect, Vec::new())?;
        if !$case.escapes {
            writer = writer.without_escapes_in_names();
        }
        if let Some(base) = &$case.base {
            writer = writer.with_base_iri(base)?;
        }
        for (prefix, namespace) in &$case.prefixes {
            // A prefix that the dialect does not have is not used.
            let _ = writer.declare_prefix(prefix, namespace);
        }
        writer
    }};
}

impl Written {
    /// The document; or what the dialect does not have.
    fn in_dialect(&self, dialect: Dialect) -> Result<Result<String, WriteError>> {
        let mut writer = match dialect.has_named_graphs() {
            false => Writer::Turtle(writer!(TurtleWriter, self, dialect)),
            true => Writer::TriG(writer!(TriGWriter, self, dialect)),
        };
        for quad in &self.quads {
            let written = match &mut writer {
                Writer::Turtle(writer) => writer.write_quad(quad),
                Writer::TriG(writer) => writer.write_quad(quad),
            };
            if let Err(error) = written {
                return Ok(Err(error));
            }
        }
        let bytes = match writer {
            Writer::Turtle(writer) => writer.finish()?,
            Writer::TriG(writer) => writer.finish()?,
        };
        Ok(Ok(String::from_utf8(bytes)?))
    }

    /// Writes it in each dialect and reads it again; returns how many dialects have all of its terms.
    fn check(&self) -> Result<usize> {
        let dataset: Dataset = self.quads.iter().collect();
        let mut count = 0;
        for dialect in dialects() {
            let text = match self.in_dialect(dialect)? {
                Ok(text) => text,
                Err(WriteError::Io(error)) => return Err(error.into()),
                Err(_) => continue,
            };
            count += 1;
            let read = Parser::new(dialect)
                .parse_str(&text)
                .quads()
                .collect::<Result<Vec<_>, _>>();
            let read = read.with_context(|| format!("in {dialect}:\n{text}"))?;
            ensure!(
                read.len() == self.quads.len(),
                "{dialect} drops or adds quads:\n{text}"
            );
            let read: Dataset = read.into_iter().collect();
            ensure!(
                dataset == read || are_isomorphic_datasets(&dataset, &read)?,
                "{dialect} has other quads:\n{text}"
            );
            self.check_whole(&dataset, dialect)?;
        }
        Ok(count)
    }

    /// Writes it as a whole, and reads it again.
    fn check_whole(&self, dataset: &Dataset, dialect: Dialect) -> Result<()> {
        let bytes = if dialect.has_named_graphs() {
            let mut writer = writer!(TriGWriter, self, dialect);
            writer.write_dataset(dataset)?;
            writer.finish()?
        } else {
            let graph: Graph = dataset
                .iter()
                .map(|quad| Triple::from(quad.into_owned()))
                .collect();
            let mut writer = writer!(TurtleWriter, self, dialect);
            writer.write_graph(&graph)?;
            writer.finish()?
        };
        let text = String::from_utf8(bytes)?;
        let read = Parser::new(dialect)
            .parse_str(&text)
            .quads()
            .collect::<Result<Dataset, _>>();
        let read = read.with_context(|| format!("whole in {dialect}:\n{text}"))?;
        ensure!(
            are_isomorphic_datasets(dataset, &read)?,
            "{dialect} has other quads in the whole:\n{text}"
        );
        Ok(())
    }

    /// Checks all ways to write it.
    fn check_all(mut self, context: &str) -> usize {
        let mut counts = [false, true].map(|escapes| {
            self.escapes = escapes;
            self.check().with_context(|| context.to_owned()).unwrap()
        });
        counts.sort_unstable();
        assert_eq!(counts[0], counts[1], "{context}");
        counts[0]
    }
}

/// What a document says, to be written again.
fn read(path: &Path, dialect: Dialect) -> Result<Written> {
    let bytes = fs::read(path)?;
    let parser = Parser::new(dialect).with_base_iri("http://example.org/base/")?;
    let mut document = parser.parse_slice(&bytes);
    let mut quads = Vec::new();
    document.for_each_quad(|quad, _| quads.push(quad.into_owned()))?;
    let prefixes = document.prefixes();
    let owned = prefixes.map(|(prefix, namespace)| (prefix.to_owned(), namespace.to_owned()));
    let prefixes = owned.collect();
    let base = document
        .base_iri()
        .filter(|&base| base != "http://example.org/base/");
    let base = base.map(str::to_owned);
    Ok(Written {
        quads,
        prefixes,
        base,
        escapes: true,
    })
}

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/writers");
    let is_case = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "trig")
    };
    documents_in(&folder).into_iter().filter(is_case).collect()
}

#[test]
fn each_case_is_written_as_it_is_kept() -> Result<()> {
    for path in cases() {
        let written = read(&path, Dialect::TriG12)?;
        let text = written.in_dialect(Dialect::TriG12)??;
        let kept = path.with_extension("written");
        if env::var_os("UPDATE_WRITERS").is_some() {
            fs::write(&kept, &text)?;
        }
        assert_eq!(fs::read_to_string(&kept)?, text, "{}", path.display());
    }
    Ok(())
}

#[test]
fn each_case_is_read_again() -> Result<()> {
    let paths = cases();
    assert_eq!(paths.len(), 29);
    for path in paths {
        let count = read(&path, Dialect::TriG12)?.check_all(&path.display().to_string());
        assert!(count >= 1, "{}", path.display());
    }
    Ok(())
}

/// A chain of blank nodes and a list, both deeper than a stack.
#[test]
fn a_deep_and_a_long_graph_are_read_again() {
    let node = |name: String| NamedOrBlankNode::from(BlankNode::new_unchecked(name));
    let p = NamedNode::new_unchecked("http://example.org/p");
    let mut quads = Vec::new();
    let mut add = |subject: NamedOrBlankNode, predicate: &NamedNode, object: Term| {
        quads.push(Quad::new(
            subject,
            predicate.clone(),
            object,
            GraphName::DefaultGraph,
        ));
    };
    for number in 0..2000 {
        add(
            node(format!("n{number}")),
            &p,
            node(format!("n{}", number + 1)).into(),
        );
    }
    let (first, rest) = (rdf::FIRST.into_owned(), rdf::REST.into_owned());
    for number in 0..3000 {
        add(
            node(format!("c{number}")),
            &first,
            Literal::from(number).into(),
        );
        let next = match number {
            2999 => rdf::NIL.into_owned().into(),
            _ => node(format!("c{}", number + 1)).into(),
        };
        add(node(format!("c{number}")), &rest, next);
    }
    let written = Written {
        quads,
        ..Written::default()
    };
    assert_eq!(written.check_all("deep and long"), dialects().count());
}

#[test]
fn other_cases_are_read_again() -> Result<()> {
    let Some(folder) = env::var_os("WRITER_CASES") else {
        return Ok(());
    };
    let cases: serde_json::Value =
        serde_json::from_slice(&fs::read(Path::new(&folder).join("cases.json"))?)?;
    let mut count = 0;
    for case in cases.as_array().context("a list")? {
        let text = |key: &str| case[key].as_str().map(str::to_owned);
        let quads = text("nquads").context("N-Quads")?;
        let quads = Parser::new(Dialect::NQuads12)
            .parse_str(&quads)
            .quads()
            .collect::<Result<_, _>>()?;
        let prefixes: BTreeMap<String, String> = serde_json::from_value(case["prefixes"].clone())?;
        let written = Written {
            quads,
            prefixes: prefixes.into_iter().collect(),
            base: text("base"),
            escapes: true,
        };
        let name = text("name").context("a name")?;
        assert!(written.check_all(&name) >= 1, "{name}");
        count += 1;
    }
    assert!(count > 0);
    Ok(())
}

#[test]
fn the_corpus_is_read_again() {
    documents_are_read_again(&corpus(), 1000);
}

#[test]
fn the_suites_are_read_again() {
    if let Some(folder) = &*SUITES {
        documents_are_read_again(&documents_in(folder), 1000);
    }
}

/// Reads each document by each dialect that accepts it, and writes what it says.
fn documents_are_read_again(paths: &[PathBuf], least: usize) {
    let mut count = 0;
    for path in paths {
        let mut checked: Vec<Written> = Vec::new();
        for dialect in Dialect::all() {
            let Ok(written) = read(path, dialect) else {
                continue;
            };
            // Most dialects read the same from it.
            if !checked.contains(&written) {
                let context = format!("{} by {dialect}", path.display());
                count += written.clone().check_all(&context);
                checked.push(written);
            }
        }
    }
    assert!(count >= least, "{count}");
}

/// Documents as they are, with their brackets.
#[test]
fn documents_are_written_with_their_brackets() -> Result<()> {
    let mut paths = corpus();
    if let Some(folder) = &*SUITES {
        paths.extend(documents_in(folder));
    }
    let mut count = 0;
    for path in paths {
        let mut checked: Vec<Written> = Vec::new();
        for dialect in Dialect::all() {
            let Ok(written) = read(&path, dialect) else {
                continue;
            };
            if checked.contains(&written) {
                continue;
            }
            checked.push(written.clone());
            let context = format!("{} by {dialect}", path.display());
            let dataset: Dataset = written.quads.iter().collect();
            let bytes = fs::read(&path)?;
            for target in dialects() {
                let parser = Parser::new(dialect).with_base_iri("http://example.org/base/")?;
                let Some(text) = copied(&mut parser.parse_slice(&bytes), target)? else {
                    continue;
                };
                let read: Dataset = Parser::new(target)
                    .parse_str(&text)
                    .quads()
                    .collect::<Result<_, _>>()
                    .with_context(|| format!("{context} in {target}:\n{text}"))?;
                let same = dataset == read || are_isomorphic_datasets(&dataset, &read)?;
                ensure!(same, "{context} has other quads in {target}:\n{text}");
                // Nothing is left to change, where no triple is repeated and no label changes.
                let again = copied(&mut Parser::new(target).parse_str(&text), target)?;
                if !text.contains("anon") && dataset.len() == written.quads.len() {
                    assert_eq!(again.as_deref(), Some(&*text), "{context} in {target}");
                }
                count += 1;
            }
        }
    }
    assert!(count > 1000, "{count}");
    Ok(())
}

/// A document in another dialect, if that has all of its terms.
fn copied<I: Input>(document: &mut Document<I>, dialect: Dialect) -> Result<Option<String>> {
    let (result, bytes) = match dialect.has_named_graphs() {
        false => {
            let mut writer = TurtleWriter::of(dialect, Vec::new())?;
            (writer.write_document(document), writer.finish()?)
        }
        true => {
            let mut writer = TriGWriter::of(dialect, Vec::new())?;
            (writer.write_document(document), writer.finish()?)
        }
    };
    match result {
        Ok(()) => Ok(Some(String::from_utf8(bytes)?)),
        Err(error @ (WriteError::Io(_) | WriteError::Document(_))) => Err(error.into()),
        Err(_) => Ok(None),
    }
}

#[test]
fn brackets_stay_brackets() -> Result<()> {
    let text = r#"VERSION "1.2"
@prefix : <http://example.org/> .

:s :p [ :q 1, 2 ; :r [] ], ( 1 ( "a" ) [ :q () ] ), << :s :p 3 >> ;
    :q 4 ~ ~ {| :r 5 |} {| :r 6 |} ~ :t ~ _:u {| :r 7 |} .

[] :p 8 .
( 9 ) :p _:u .
<< :s :p 10 >> :q [ :p [ :q 11 ~ ] ] .

:graph {
    :s :p [ :q 12 ] .
    :t :p ( 13 ) .
}
"#;
    let written = copied(
        &mut Parser::new(Dialect::TriG12).parse_str(text),
        Dialect::TriG12,
    )?;
    assert_eq!(written.as_deref(), Some(text));
    Ok(())
}

/// Nodes that more than one place mentions, lists that are none.
#[test]
fn labels_stay_where_brackets_would_lose_something() -> Result<()> {
    let text = r#"@prefix : <http://example.org/> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .

_:a :p _:b .
_:b :p _:b .

_:c rdf:first 1 ;
    rdf:rest ( 2 ) .

:s :p [ rdf:first 1 ; rdf:rest _:c ], [ rdf:first 1, 2 ; rdf:rest () ] .
"#;
    let written = copied(
        &mut Parser::new(Dialect::Turtle11).parse_str(text),
        Dialect::Turtle11,
    )?;
    assert_eq!(written.as_deref(), Some(text));
    let text = "VERSION \"1.2\"
@prefix : <http://example.org/> .

_:anon1 :p _:anon2 .
:s :p <<( _:anon1 :q _:anon2 )>> .
";
    let source = "@prefix : <http://example.org/> . [] :p [] . :s :p <<( [] :q [] )>> .";
    let written = copied(
        &mut Parser::new(Dialect::Turtle12).parse_str(source),
        Dialect::Turtle12,
    )?;
    assert_eq!(
        written.as_deref(),
        Some(
            &*text
                .replace("_:anon1 :p _:anon2", "[] :p []")
                .replace("anon1", "anon3")
                .replace("anon2", "anon4")
        )
    );
    Ok(())
}

/// A document of a depth that no stack has.
#[test]
fn deep_brackets_are_written() -> Result<()> {
    const LEVELS: usize = 20_000;
    for [open, close] in [["[ <x:p> ", " ]"], ["( ", " )"], ["<x:o> {| <x:p> ", " |}"]] {
        let text = format!(
            "<x:s> <x:p> {}<x:o>{} .",
            open.repeat(LEVELS),
            close.repeat(LEVELS)
        );
        let parser = Parser::new(Dialect::Turtle12).with_nesting_limit(2 * LEVELS);
        let written =
            copied(&mut parser.parse_str(&text), Dialect::Turtle12)?.context("written")?;
        assert!(written.len() < 300 * LEVELS);
        let written =
            copied(&mut parser.parse_str(&written), Dialect::Turtle12)?.context("again")?;
        assert_eq!(written.matches("<x:s>").count(), 1);
        assert_eq!(written.matches("_:").count(), 0);
    }
    Ok(())
}

/// Whatever a parser says was made for a statement, or for a part of one, is mentioned nowhere else.
#[test]
fn generated_nodes_are_mentioned_once() -> Result<()> {
    let (mut count, mut claimed) = (0, 0);
    for path in corpus() {
        let bytes = fs::read(&path)?;
        for dialect in Dialect::all() {
            for window in [10, Parser::DEFAULT_WINDOW] {
                let parser = Parser::new(dialect)
                    .with_window(window)
                    .continue_after_errors();
                let mut steps: Vec<(BTreeSet<String>, BTreeSet<String>)> = Vec::new();
                let work = |part: &mut Part<'_>| {
                    let mut steps = Vec::new();
                    loop {
                        let mut nodes = Vec::new();
                        let result = part.next_statement(|quad, _| {
                            nodes.extend(blank_nodes(&quad.into_owned()))
                        });
                        if result.is_none() {
                            break steps;
                        }
                        let made = part.generated_nodes();
                        let claimed = nodes.iter().filter(|node| made.contains(node.as_ref()));
                        let claimed: BTreeSet<String> = claimed.map(ToString::to_string).collect();
                        let nodes: BTreeSet<String> =
                            nodes.iter().map(ToString::to_string).collect();
                        steps.push((nodes, claimed));
                    }
                };
                parser.parse_parallel(&bytes[..], NonZeroUsize::MIN, work, |part| {
                    steps.extend(part);
                    Ok::<(), Infallible>(())
                })?;
                let mut mentions: BTreeMap<&String, usize> = BTreeMap::new();
                for node in steps.iter().flat_map(|(nodes, _)| nodes) {
                    *mentions.entry(node).or_default() += 1;
                }
                for node in steps.iter().flat_map(|(_, claimed)| claimed) {
                    assert_eq!(
                        mentions[node],
                        1,
                        "{node} in {} by {dialect}",
                        path.display()
                    );
                    claimed += 1;
                }
                count += steps.len();
            }
        }
    }
    assert!(count > 10_000 && claimed > 1000, "{count}, {claimed}");
    Ok(())
}

fn blank_nodes(quad: &Quad) -> Vec<BlankNode> {
    let mut nodes = Vec::new();
    if let GraphName::BlankNode(name) = &quad.graph_name {
        nodes.push(name.clone());
    }
    let mut triple = Triple::from(quad.clone());
    loop {
        if let NamedOrBlankNode::BlankNode(subject) = triple.subject {
            nodes.push(subject);
        }
        match triple.object {
            Term::BlankNode(object) => nodes.push(object),
            Term::Triple(inner) => {
                triple = *inner;
                continue;
            }
            Term::NamedNode(_) | Term::Literal(_) => {}
        }
        return nodes;
    }
}

/// What blank nodes of a whole dataset lose their labels.
#[test]
fn a_whole_dataset_has_brackets_where_nothing_is_lost() -> Result<()> {
    for (quads, expected) in [
        (
            "<x:s> <x:p> _:a . _:a <x:q> 1 .",
            "<x:s> <x:p> [ <x:q> 1 ] .\n",
        ),
        (
            "_:a <x:p> _:b . _:b <x:p> _:a .",
            "_:a <x:p> _:b .\n_:b <x:p> _:a .\n",
        ),
        (
            "<x:s> <x:p> _:a . <x:g> { _:a <x:q> 1 }",
            "<x:s> <x:p> _:a .\n\n<x:g> {\n    _:a <x:q> 1 .\n}\n",
        ),
        (
            "<x:s> <x:p> _:a . _:a { <x:s> <x:p> _:b }",
            "<x:s> <x:p> _:a .\n\n_:a {\n    <x:s> <x:p> [] .\n}\n",
        ),
        ("<x:s> <x:p> (1 2) .", "<x:s> <x:p> ( 1 2 ) .\n"),
        (
            "<x:s> <x:p> <x:o> ~ <x:r> {| <x:q> 1 |} .",
            "<x:s> <x:p> <x:o> ~ <x:r> {| <x:q> 1 |} .\n",
        ),
        (
            "<x:s> <x:p> << <x:a> <x:b> <x:c> >> .",
            "<x:s> <x:p> << <x:a> <x:b> <x:c> >> .\n",
        ),
    ] {
        let dataset: Dataset = Parser::new(Dialect::TriG12)
            .parse_str(quads)
            .quads()
            .collect::<Result<_, _>>()?;
        let mut writer = TriGWriter::new(Vec::new()).without_version();
        writer.write_dataset(&dataset)?;
        let text = String::from_utf8(writer.finish()?)?;
        // A dataset has its own order.
        let sorted = |text: &str| {
            let mut units: Vec<String> = text
                .split("\n\n")
                .map(|unit| unit.trim_end().to_owned())
                .collect();
            if units.len() == 1 {
                units = text.lines().map(str::to_owned).collect();
            }
            units.sort();
            units
        };
        assert_eq!(sorted(&text), sorted(expected));
    }
    Ok(())
}

/// Each character, wherever it can stand.
#[test]
fn every_character_is_read_again() {
    let mut characters: Vec<char> = (0..=u32::from(char::MAX))
        .filter_map(char::from_u32)
        .collect();
    // Between these all are alike but at the ends of planes.
    characters.retain(|&c| {
        let is_at_end = matches!(u32::from(c) & 0xFFFF, ..0x10 | 0xFFF0..);
        matches!(c, ..'\u{3100}' | '\u{D700}'..'\u{10100}') || is_at_end
    });
    let namespace = "http://example.org/";
    for some in characters.chunks(500) {
        let mut quads = Vec::new();
        let node = |text: String| NamedNode::new(format!("{namespace}{text}")).ok();
        for &c in some {
            let literal = Literal::new_simple_literal(format!("{c}a{c}"));
            let p = NamedNode::new_unchecked("http://example.org/p");
            let subject = NamedNode::new_unchecked("http://example.org/s");
            let mut add = |object: Term| {
                quads.push(Quad::new(
                    subject.clone(),
                    p.clone(),
                    object,
                    GraphName::DefaultGraph,
                ));
            };
            add(literal.into());
            for text in [
                format!("{c}"),
                format!("{c}a"),
                format!("a{c}"),
                format!("a{c}a"),
                format!("{c}{c}{c}"),
            ] {
                if let Some(node) = node(text.clone()) {
                    add(node.into());
                }
                if let Ok(label) = BlankNode::new(&text)
                    && !text.contains(':')
                {
                    add(label.into());
                }
            }
        }
        let prefixes = vec![("ex".to_owned(), namespace.to_owned())];
        let written = Written {
            quads,
            prefixes,
            base: None,
            escapes: true,
        };
        for escapes in [true, false] {
            // Labels that the dialects of 2008 and 2011 do not have.
            let written = Written {
                escapes,
                ..written.clone()
            };
            assert!(written.check().unwrap() >= 5, "{some:?}");
        }
    }
}

/// Each sign of ASCII that a name can have is in a name: what can be short is.
#[test]
fn names_are_used_where_the_grammar_has_them() -> Result<()> {
    let accepted = |name: &str| {
        let text = format!("@prefix ex: <http://example.org/> . ex:s ex:p {name} .");
        let mut quads = Parser::new(Dialect::Turtle12).parse_str(&text).quads();
        matches!(quads.next(), Some(Ok(_))) && quads.next().is_none()
    };
    for c in (' '..='~').filter(|&c| c != '\\') {
        for local in [
            format!("{c}"),
            format!("{c}a"),
            format!("a{c}"),
            format!("a{c}a"),
        ] {
            let iri = format!("http://example.org/{local}");
            let Ok(iri) = NamedNode::new(iri) else {
                continue;
            };
            let mut writer =
                TurtleWriter::new(Vec::new()).with_prefix("ex", "http://example.org/")?;
            let s = NamedNode::new_unchecked("http://example.org/s");
            writer.write_triple(&Triple::new(s.clone(), s, iri))?;
            let text = String::from_utf8(writer.finish()?)?;
            let escaped = local.replace(c, &format!("\\{c}"));
            let has_name = [&local, &escaped]
                .into_iter()
                .any(|local| accepted(&format!("ex:{local}")));
            assert_eq!(
                text.contains("<http://example.org/a") || text.ends_with("> .\n"),
                !has_name,
                "{text}"
            );
        }
    }
    Ok(())
}

fn written(quads: &str, dialect: Dialect) -> Result<String> {
    let mut document = Parser::new(Dialect::TriG12).parse_str(quads);
    let mut quads = Vec::new();
    document.for_each_quad(|quad, _| quads.push(quad.into_owned()))?;
    let written = Written {
        quads,
        escapes: true,
        ..Written::default()
    };
    Ok(written.in_dialect(dialect)??)
}

#[test]
fn what_a_dialect_does_not_have_is_an_error() {
    for (quads, dialect, expected) in [
        (
            "<x:s> <x:p> <<( <x:s> <x:p> 1 )>> .",
            Dialect::Turtle11,
            "turtle-1.1 has no triple terms",
        ),
        (
            "<x:g> { <x:s> <x:p> 1 }",
            Dialect::Turtle12,
            "turtle-1.2 has no named graphs",
        ),
        (
            "<x:s> <x:p> 'a'@en--ltr .",
            Dialect::TriG11,
            "trig-1.1 has no language tag `en--ltr`: the grammar has none of this form",
        ),
        (
            "<x:s> <x:p> _:a.b .",
            Dialect::TurtleSubmission,
            "turtle-submission has no blank node label `a.b`",
        ),
    ] {
        let error = written(quads, dialect).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
}

/// Terms that oxrdf holds and RDF does not have.
#[test]
fn what_is_no_term_is_an_error_unless_the_writer_is_lenient() -> Result<()> {
    let s = || NamedNode::new_unchecked("http://example.org/s");
    let lang_string = Literal::new_typed_literal("a", rdf::LANG_STRING);
    let no_tag = Literal::new_language_tagged_literal_unchecked("a", "abcdefghij");
    let objects: [(Term, Option<&str>, &str); 7] = [
        (
            NamedNode::new_unchecked("x:a>b").into(),
            Some(r"<x:a\u003Eb>"),
            "turtle-1.2 has no IRI <x:a>b>: ",
        ),
        (
            NamedNode::new_unchecked("a").into(),
            Some("<a>"),
            "turtle-1.2 has no IRI <a>: it is relative",
        ),
        (
            lang_string.into(),
            Some("\"a\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>"),
            "turtle-1.2 has no literal with the datatype ",
        ),
        (
            no_tag.into(),
            Some("\"a\"@abcdefghij"),
            "turtle-1.2 has no language tag `abcdefghij`: ",
        ),
        (
            Literal::new_language_tagged_literal_unchecked("a", "a b").into(),
            None,
            "turtle-1.2 has no language tag `a b`: ",
        ),
        (
            BlankNode::new_unchecked("a.").into(),
            None,
            "turtle-1.2 has no blank node label `a.`",
        ),
        (
            BlankNode::new_unchecked("a b").into(),
            None,
            "turtle-1.2 has no blank node label `a b`",
        ),
    ];
    for (object, lenient, expected) in objects {
        let triple = Triple::new(s(), s(), object);
        let mut writer = TurtleWriter::new(Vec::new()).without_version();
        let error = writer.write_triple(&triple).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
        assert_eq!(writer.finish()?, b"", "nothing is written");
        let mut writer = TurtleWriter::new(Vec::new()).without_version().lenient();
        let result = writer.write_triple(&triple);
        let text = String::from_utf8(writer.finish()?)?;
        match lenient {
            None => assert!(result.is_err()),
            Some(object) => assert_eq!(
                text,
                format!("<http://example.org/s> <http://example.org/s> {object} .\n")
            ),
        }
    }
    Ok(())
}

#[test]
fn a_refused_quad_leaves_nothing_behind() -> Result<()> {
    let node = |name: &str| NamedNode::new_unchecked(format!("http://example.org/{name}"));
    let mut writer = TriGWriter::of(Dialect::TriG11, Vec::new())?;
    let quad = |object: Term| Quad::new(node("s"), node("p"), object, node("g"));
    let refused = BlankNode::new_unchecked("a b");
    assert!(writer.write_quad(&quad(refused.clone().into())).is_err());
    writer.write_quad(&quad(node("o").into()))?;
    assert!(writer.write_quad(&quad(refused.clone().into())).is_err());
    assert!(
        writer
            .write_quad(&Quad::new(refused, node("p"), node("o"), node("h")))
            .is_err()
    );
    writer.write_quad(&quad(node("n").into()))?;
    let expected = "<http://example.org/g> {
    <http://example.org/s> <http://example.org/p> <http://example.org/o>, <http://example.org/n> .
}
";
    assert_eq!(String::from_utf8(writer.finish()?)?, expected);
    Ok(())
}

#[test]
fn a_prefix_can_be_declared_between_quads() -> Result<()> {
    let mut writer = TriGWriter::of(Dialect::TriG11, Vec::new())?.with_prefix("a", "x:a/")?;
    let quad = |name: &str| {
        let iri = NamedNode::new_unchecked(name);
        Quad::new(
            iri.clone(),
            iri.clone(),
            iri,
            NamedNode::new_unchecked("x:g"),
        )
    };
    writer.write_quad(&quad("x:a/1"))?;
    writer.declare_prefix("a", "x:a/")?;
    writer.write_quad(&quad("x:a/2"))?;
    writer.declare_prefix("b", "x:b/")?;
    writer.declare_prefix("a", "x:c/")?;
    writer.write_quad(&quad("x:a/3"))?;
    writer.write_quad(&quad("x:b/4"))?;
    writer.declare_prefix("c", "x:c/")?;
    let expected = "@prefix a: <x:a/> .

<x:g> {
    a:1 a:1 a:1 .
    a:2 a:2 a:2 .
}

@prefix b: <x:b/> .
@prefix a: <x:c/> .

<x:g> {
    <x:a/3> <x:a/3> <x:a/3> .
    b:4 b:4 b:4 .
}

@prefix c: <x:c/> .
";
    assert_eq!(String::from_utf8(writer.finish()?)?, expected);
    assert_eq!(
        String::from_utf8(TurtleWriter::new(Vec::new()).finish()?)?,
        "VERSION \"1.2\"\n"
    );
    Ok(())
}

/// A line has 100 characters, whatever bytes these have, and one of them stays free.
#[test]
fn objects_stay_on_the_line_if_they_fit() -> Result<()> {
    for (width, lines) in [(99, 2), (100, 4)] {
        let rest = width - "<x:s> <x:p> \"\", <x:o> .".len();
        let quads = format!("<x:s> <x:p> '{}', <x:o> .", "é".repeat(rest));
        let text = written(&quads, Dialect::Turtle12)?;
        assert_eq!(text.lines().count() - 1, lines, "{text}");
    }
    Ok(())
}

#[test]
fn random_quads_are_read_again() {
    let mut random = Random::new(31);
    let names = [
        "s",
        "p",
        "a.b",
        "x/y",
        "",
        "-",
        "o,",
        "日本",
        "%41",
        "×",
        "a;b",
        "very-long-name-that-takes-much-of-a-line",
    ];
    let prefixes = ["", "ex", "a", "b.c"];
    for round in 0..400 {
        let mut quads = Vec::new();
        for _ in 0..random.below(30) {
            let graph = match random.below(4) {
                0 => GraphName::from(iri(&mut random, &names)),
                1 => GraphName::from(blank(&mut random)),
                _ => GraphName::DefaultGraph,
            };
            let subject = node(&mut random, &names);
            let predicate = iri(&mut random, &names);
            for _ in 0..random.below(4) {
                let object = object(&mut random, &names, 3);
                quads.push(Quad::new(
                    subject.clone(),
                    predicate.clone(),
                    object,
                    graph.clone(),
                ));
            }
        }
        // Reifiers, in the graphs of the triples that they reify.
        for _ in 0..random.below(6).min(quads.len()) {
            let reified = quads[random.below(quads.len())].clone();
            let graph = reified.graph_name.clone();
            let reifies =
                NamedNode::new_unchecked("http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies");
            let reifier = node(&mut random, &names);
            let place = random.below(quads.len() + 1);
            let quad = Quad::new(reifier, reifies, Triple::from(reified), graph);
            quads.insert(place, quad);
        }
        let mut distinct: Dataset = Dataset::new();
        quads.retain(|quad| distinct.insert(quad));
        let prefixes = prefixes.iter().take(random.below(5));
        let prefixes = prefixes.enumerate().map(|(number, prefix)| {
            (
                (*prefix).to_owned(),
                format!("http://example.org/{}", &"n1/"[..number.min(3)]),
            )
        });
        let base = (random.below(2) == 0).then(|| "http://example.org/n1/b?q".to_owned());
        let written = Written {
            quads,
            prefixes: prefixes.collect(),
            base,
            escapes: true,
        };
        assert!(written.check_all(&format!("round {round}")) >= 1);
    }
}

fn iri(random: &mut Random, names: &[&str]) -> NamedNode {
    let name = names[random.below(names.len())];
    match random.below(8) {
        0 => rdf::TYPE.into_owned(),
        1 => rdf::NIL.into_owned(),
        2 => NamedNode::new_unchecked(format!("http://example.org/n1/{name}")),
        3 => NamedNode::new_unchecked(format!("urn:x:{name}")),
        _ => NamedNode::new_unchecked(format!("http://example.org/{name}")),
    }
}

fn blank(random: &mut Random) -> BlankNode {
    BlankNode::new_unchecked(format!("b{}", random.below(12)))
}

fn node(random: &mut Random, names: &[&str]) -> NamedOrBlankNode {
    match random.below(3) {
        0 => blank(random).into(),
        _ => iri(random, names).into(),
    }
}

fn object(random: &mut Random, names: &[&str], depth: usize) -> Term {
    let text = [
        "",
        "1",
        "-1.5",
        "1.",
        "1e5",
        "true",
        "a\"b",
        "\\",
        "line\nline",
        "é",
        "some words that are a sentence of some length",
    ];
    let text = text[random.below(text.len())];
    match random.below(9) {
        0 => Literal::new_typed_literal(text, xsd::INTEGER).into(),
        1 => Literal::new_typed_literal(text, xsd::DECIMAL).into(),
        2 => Literal::new_typed_literal(text, xsd::DOUBLE).into(),
        3 => Literal::new_typed_literal(text, iri(random, names)).into(),
        4 => Literal::new_language_tagged_literal_unchecked(text, "en").into(),
        5 => Literal::new_simple_literal(text).into(),
        6 if random.below(10) == 0 => Literal::new_directional_language_tagged_literal_unchecked(
            text,
            "ar",
            BaseDirection::Rtl,
        )
        .into(),
        7 if depth > 0 && random.below(5) == 0 => {
            let object = object(random, names, depth - 1);
            Triple::new(node(random, names), iri(random, names), object).into()
        }
        _ => node(random, names).into(),
    }
}
