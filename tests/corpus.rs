//! The corpus in `tests/corpus/`, run through the library. What is expected is data: see the README there.
//!
//! A new verdict is a new file, not a new function. A function here is a property of all of them.

mod documents;

use anyhow::{Context, Result, ensure};
use documents::arrival::{InPieces, ensure_no_line_is_waited_for, ensure_same_is_said};
use documents::document::{
    Outcome, dataset, ensure_same_by_every_engine, ensure_same_dataset, ensure_same_statements,
    quads, sorted_lines, written_and_read,
};
use documents::parts::{ensure_parts_change_nothing, ensure_parts_change_nothing_in_broken};
use documents::{Case, Kind, check_all, corpus, documents_at_fault, w3c_documents};
use oxrdf::Quad;
use pretty_assertions::{StrComparison, assert_eq};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
#[cfg(feature = "inspect")]
use std::sync::LazyLock;
use turtle_peg::conformance::are_isomorphic_datasets;
use turtle_peg::{Dialect, Engine, Parser};

fn cases(kinds: &[Kind]) -> Vec<Case> {
    let mut cases = corpus();
    cases.retain(|case| kinds.contains(&case.kind));
    assert!(!cases.is_empty(), "no document of the kinds {kinds:?}");
    cases
}

/// Every document that is there, whatever it is there for.
fn documents() -> Vec<(PathBuf, Vec<u8>)> {
    let own = corpus().into_iter().map(|case| (case.path, case.bytes));
    w3c_documents().into_iter().chain(own).collect()
}

fn case_path(case: &Case) -> &Path {
    &case.path
}

#[test]
fn good_documents_conform() {
    check_all(
        &cases(&[Kind::Good, Kind::BeyondRdf12]),
        case_path,
        |case| {
            for &dialect in &case.dialects {
                Outcome::of_slice(dialect, &case.bytes)
                    .conforming()
                    .context(dialect)?;
            }
            Ok(())
        },
    );
}

#[test]
fn bad_documents_give_their_error() {
    check_all(&cases(&[Kind::Bad]), case_path, |case| {
        let mut errors = Vec::new();
        for &dialect in &case.dialects {
            let outcome = Outcome::of_slice(dialect, &case.bytes);
            ensure!(
                !outcome.errors.is_empty(),
                "{dialect}: should not conform, and gives {} quads",
                outcome.quads.len()
            );
            errors.push((dialect, outcome.errors));
        }
        check_errors(&case.errors_path(), &errors)
    });
}

/// Compares errors with those in a file, or, with `UPDATE_CORPUS=1`, writes them there.
fn check_errors(path: &Path, errors: &[(Dialect, Vec<String>)]) -> Result<()> {
    let found = error_file(errors);
    if std::env::var_os("UPDATE_CORPUS").is_some_and(|value| value == "1") {
        return Ok(fs::write(path, found)?);
    }
    let expected = fs::read_to_string(path)
        .with_context(|| format!("{}; there should be:\n{found}", path.display()))?;
    ensure!(
        found == expected,
        "other errors:\n{}",
        StrComparison::new(&expected, &found)
    );
    Ok(())
}

/// One line an error. Where dialects differ in what they say, its dialects are named before each.
fn error_file(errors: &[(Dialect, Vec<String>)]) -> String {
    let mut groups: Vec<(String, &[String])> = Vec::new();
    for (dialect, errors) in errors {
        match groups.iter_mut().find(|(_, others)| others == errors) {
            Some((dialects, _)) => *dialects += &format!("+{dialect}"),
            None => groups.push((dialect.to_string(), errors)),
        }
    }
    let same = groups.len() == 1;
    let mut file = String::new();
    for (dialects, errors) in groups {
        for error in errors {
            if !same {
                file += &format!("{dialects}: ");
            }
            file += &format!("{error}\n");
        }
    }
    file
}

#[test]
fn eval_documents_give_their_quads() {
    check_all(&cases(&[Kind::Eval]), case_path, |case| {
        for &dialect in &case.dialects {
            let quads = Outcome::of_slice(dialect, &case.bytes).conforming();
            check_quads(&case.quads_path(), &quads.context(dialect)?).context(dialect)?;
        }
        Ok(())
    });
}

/// Compares quads with those in a file: how many there are, and the dataset that they make.
fn check_quads(path: &Path, found: &[Quad]) -> Result<()> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let dialect = match path.extension() {
        Some(extension) if extension == "nq" => Dialect::NQuads12,
        _ => Dialect::NTriples12,
    };
    let expected = quads(dialect, text.as_bytes()).with_context(|| path.display().to_string())?;
    ensure!(
        found.len() == text.lines().count()
            && are_isomorphic_datasets(&dataset(found), &dataset(&expected)) == Ok(true),
        "other quads:\n{}",
        StrComparison::new(&sorted_lines(&expected), &sorted_lines(found))
    );
    Ok(())
}

#[test]
fn after_an_error_it_goes_on_where_the_corpus_says() {
    check_all(&cases(&[Kind::Recovery]), case_path, |case| {
        let mut errors = Vec::new();
        for &dialect in &case.dialects {
            let parser = Parser::new(dialect).continue_after_errors();
            let mut quads = Vec::new();
            let mut messages = Vec::new();
            for result in parser.parse_slice(&case.bytes).quads() {
                match result {
                    Ok(quad) => quads.push(quad),
                    Err(error) => messages.push(error.to_string()),
                }
            }
            check_quads(&case.quads_path(), &quads).context(dialect)?;
            errors.push((dialect, messages));
        }
        check_errors(&case.errors_path(), &errors)
    });
}

/// What is written as N-Triples, or as N-Quads where there can be named graphs, reads as the same.
///
/// What these cannot say, because RDF 1.2 has no such term, has a folder of its own.
#[test]
fn what_is_written_reads_as_the_same_dataset() {
    let kinds = [Kind::Good, Kind::Eval, Kind::BeyondRdf12];
    check_all(&cases(&kinds), case_path, |case| {
        for &dialect in &case.dialects {
            let given = Outcome::of_slice(dialect, &case.bytes).conforming();
            let given = given.context(dialect)?;
            let read = written_and_read(dialect, &given);
            if case.kind == Kind::BeyondRdf12 {
                ensure!(read.is_err(), "{dialect}: is not beyond RDF 1.2");
                continue;
            }
            ensure_same_dataset(&given, &read?).context(dialect)?;
        }
        Ok(())
    });
}

/// A document, statement by statement, and the document as a whole, by the grammar's start rule, are the same
/// language and the same trees.
#[test]
fn statements_are_those_of_the_whole_document() {
    let documents = documents();
    check_all(
        &documents,
        |(path, _)| path,
        |(_, bytes)| {
            // A tree of the whole document takes text; what is not UTF-8 has none.
            let Ok(text) = std::str::from_utf8(bytes) else {
                return Ok(());
            };
            Dialect::all().try_for_each(|dialect| ensure_same_statements(dialect, text))
        },
    );
}

/// Every engine accepts the same documents, makes the same trees and quads of them, and says the same of their faults, also
/// in dialects that they are not written in.
#[test]
fn every_engine_says_the_same() {
    // Each document in some of the dialects, each dialect with some of the documents: with all it would take minutes.
    const SHARE: usize = 5;
    let documents: Vec<_> = documents().into_iter().enumerate().collect();
    check_all(
        &documents,
        |(_, (path, _))| path,
        |(index, (_, bytes))| {
            for dialect in Dialect::all().skip(index % SHARE).step_by(SHARE) {
                let parser = Parser::new(dialect).continue_after_errors();
                ensure_same_by_every_engine(&by_every_engine(&parser, *index), bytes)?;
            }
            Ok(())
        },
    );
}

/// Statements that are read part by part are those that are read whole, in every dialect, however they arrive; and by every
/// engine, in some dialects of each document.
#[test]
fn parts_of_statements_come_to_the_statements() {
    const SHARE: usize = 3;
    let documents: Vec<_> = documents().into_iter().enumerate().collect();
    check_all(
        &documents,
        |(_, (path, _))| path,
        |(index, (_, bytes))| {
            for (number, dialect) in Dialect::all().enumerate() {
                let is_by_all_engines = (index + number) % SHARE == 0;
                ensure_parts_change_nothing(dialect, bytes, is_by_all_engines)
                    .with_context(|| dialect.to_string())?;
            }
            Ok(())
        },
    );
}

/// And so are those of broken documents.
#[test]
fn parts_of_broken_statements_come_to_the_statements() {
    check_all(&corpus(), case_path, |case| {
        let Ok(text) = std::str::from_utf8(&case.bytes) else {
            return Ok(());
        };
        let mut dialects = case.dialects.iter();
        dialects.try_for_each(|&dialect| {
            ensure_parts_change_nothing_in_broken(dialect, text)
                .with_context(|| dialect.to_string())
        })
    });
}

/// Who only checks a document finds the same faults as who reads its quads.
#[test]
fn to_check_finds_the_same_faults() {
    let documents = documents();
    check_all(
        &documents,
        |(path, _)| path,
        |(_, bytes)| {
            for dialect in Dialect::all() {
                let parser = Parser::new(dialect).continue_after_errors();
                let (mut document, mut checked) =
                    (parser.parse_slice(bytes), parser.parse_slice(bytes));
                loop {
                    let expected = document.next_statement(|_, _| ());
                    let found = checked.check_statement();
                    let [expected, found] = [expected, found].map(|it| format!("{it:?}"));
                    ensure!(expected == found, "{dialect}: {expected}, checked: {found}");
                    ensure!(document.position() == checked.position(), "{dialect}");
                    if expected == "None" {
                        break;
                    }
                }
            }
            Ok(())
        },
    );
}

/// The same parser with every engine, the reference engine first. The interpreter takes its time: it runs with some of the
/// documents, by their numbers.
fn by_every_engine(parser: &Parser, document: usize) -> Vec<(&'static str, Parser)> {
    const SHARE: usize = 4;
    let mut parsers = vec![
        ("reference", parser.clone().engine(Engine::Reference)),
        ("fast", parser.clone().engine(Engine::Fast)),
        (
            "specification",
            parser.clone().engine(Engine::Specification),
        ),
    ];
    #[cfg(feature = "inspect")]
    if document.is_multiple_of(SHARE) {
        let grammar = loaded(parser.dialect());
        parsers.push(("interpreter", parser.clone().with_grammar(&grammar)));
    }
    parsers
}

/// A dialect's own grammar, as it is run from its text.
#[cfg(feature = "inspect")]
fn loaded(dialect: Dialect) -> turtle_peg::LoadedGrammar {
    static GRAMMARS: LazyLock<BTreeMap<Dialect, turtle_peg::LoadedGrammar>> = LazyLock::new(|| {
        Dialect::all()
            .map(|dialect| {
                let grammar = turtle_peg::LoadedGrammar::read(dialect.grammar());
                let grammar = grammar.unwrap_or_else(|error| panic!("{dialect}: {error}"));
                (dialect, grammar)
            })
            .collect()
    });
    GRAMMARS[&dialect].clone()
}

#[test]
fn it_does_not_matter_in_what_pieces_the_bytes_arrive() {
    let kinds = [
        Kind::Good,
        Kind::Bad,
        Kind::Eval,
        Kind::BeyondRdf12,
        Kind::Recovery,
    ];
    let cases: Vec<_> = cases(&kinds).into_iter().enumerate().collect();
    check_all(
        &cases,
        |(_, case)| case_path(case),
        |(number, case)| {
            let bytes = case.bytes.as_slice();
            for (index, &dialect) in case.dialects.iter().enumerate() {
                let mut parser = Parser::new(dialect);
                if case.kind == Kind::Recovery {
                    parser = parser.continue_after_errors();
                }
                let at_once = Outcome::of(parser.parse_slice(bytes));
                for (name, parser) in by_every_engine(&parser, *number) {
                    let reader = InPieces { bytes, length: 1 };
                    let one_by_one = Outcome::of(parser.parse_reader(reader));
                    ensure_same(&at_once, &one_by_one)
                        .with_context(|| format!("{dialect}, {name}, byte by byte"))?;
                }
                // Each cut with one of the dialects, in turn: with all of them it would take minutes.
                for cut in (index..=bytes.len()).step_by(case.dialects.len()) {
                    let (first, rest) = bytes.split_at(cut);
                    let in_two = Outcome::of(parser.parse_reader(first.chain(rest)));
                    ensure_same(&at_once, &in_two).with_context(|| {
                        format!("{dialect}, in two pieces, the first of {cut} bytes")
                    })?;
                }
            }
            Ok(())
        },
    );
}

/// What a message says of a fault, and knows of the text around it, does not depend on the way in: not for a document as it is,
/// nor with another one after it, on a line of its own or on the same, nor in one line.
#[test]
fn what_is_said_of_a_fault_depends_on_the_document_alone() {
    let mut documents = documents_at_fault();
    documents.extend(self::documents());
    let documents: Vec<_> = documents.into_iter().enumerate().collect();
    check_all(
        &documents,
        |(_, (path, _))| path,
        |(number, (path, bytes))| {
            let number = *number;
            let (_, (_, next)) = &documents[(number + 1) % documents.len()];
            let between = [b"\n".as_slice(), b" ", b" \xE9 "][number % 3];
            let both = [bytes, between, next].concat();
            let line = both
                .iter()
                .map(|&byte| if byte == b'\n' { b' ' } else { byte });
            let parser = match number % 4 {
                0 => parser_of(path)?.lenient(),
                1 => parser_of(path)?.interactive(),
                _ => parser_of(path)?,
            };
            ensure_same_is_said(&parser, bytes, number)?;
            ensure_same_is_said(&parser, &both, number).context("with another after it")?;
            ensure_same_is_said(&parser, &line.collect::<Vec<_>>(), number).context("in one line")
        },
    );
}

/// Who types a line gets the error in it, if the parser is interactive.
#[test]
fn a_fault_waits_for_no_other_line() {
    check_all(
        &documents_at_fault(),
        |(path, _)| path,
        |(path, bytes)| ensure_no_line_is_waited_for(&parser_of(path)?.interactive(), bytes),
    );
}

/// A parser of the dialect that a document's name tells, which goes on after errors.
fn parser_of(document: &Path) -> Result<Parser> {
    let extension = document.extension().and_then(OsStr::to_str);
    let dialect = extension.and_then(Dialect::from_extension);
    Ok(Parser::new(dialect.context("no dialect")?).continue_after_errors())
}

fn ensure_same(expected: &Outcome, found: &Outcome) -> Result<()> {
    ensure!(
        expected == found,
        "another outcome:\n{}",
        pretty_assertions::Comparison::new(expected, found)
    );
    Ok(())
}

/// No production is without a document that has it.
#[test]
fn every_production_occurs() {
    let mut missing = BTreeMap::new();
    let cases = cases(&[Kind::Good, Kind::Eval]);
    for dialect in Dialect::all() {
        let mut productions = productions_of_trees(dialect.grammar());
        assert!(
            productions.contains("subject"),
            "{dialect}: {productions:?}"
        );
        for case in cases.iter().filter(|case| case.dialects.contains(&dialect)) {
            let text = std::str::from_utf8(&case.bytes).unwrap();
            let removed = Parser::new(dialect).read_tree(text, |tree| {
                for (_, node) in tree.root().descendants() {
                    productions.remove(node.production().name());
                }
            });
            removed.unwrap_or_else(|e| panic!("{}: {e}", case.path.display()));
        }
        if !productions.is_empty() {
            missing.insert(dialect, productions);
        }
    }
    assert_eq!(missing, BTreeMap::new());
}

/// The rules of a grammar that can be nodes: those that its start rule leads to. Terminals lead nowhere, they are
/// leaves; and what is looked ahead for makes no node.
fn productions_of_trees(grammar: &str) -> BTreeSet<&str> {
    let rules = rules(grammar);
    let mut reached = BTreeSet::new();
    let mut next: Vec<_> = rules
        .keys()
        .copied()
        .filter(|name| name.ends_with("Doc"))
        .collect();
    while let Some(name) = next.pop() {
        if let Some(rule) = rules.get(name)
            && reached.insert(name)
            && rule.modifier != Some('@')
        {
            next.extend(&rule.names);
        }
    }
    reached.retain(|name| rules[name].modifier != Some('_'));
    reached
}

/// A rule of a grammar in pest's notation, as far as it matters which rules it leads to.
#[derive(Debug, Default)]
struct Rule<'g> {
    /// `@` of a terminal, `_` of a rule that makes no node.
    modifier: Option<char>,
    /// The names in its body, but for those after a lookahead's `!`.
    names: Vec<&'g str>,
}

fn rules(grammar: &str) -> BTreeMap<&str, Rule<'_>> {
    let mut rules = BTreeMap::new();
    let mut current = "";
    for line in grammar.lines().filter(|line| !line.starts_with("//")) {
        let body = match line.split_once(" = ") {
            Some((name, body)) if !line.starts_with(' ') => {
                current = name;
                let rule: &mut Rule<'_> = rules.entry(name).or_default();
                rule.modifier = body.chars().next().filter(|&c| c != '{');
                body
            }
            _ => line,
        };
        if let Some(rule) = rules.get_mut(current) {
            rule.names.extend(names(body));
        }
    }
    rules
}

/// The names outside of quoted strings. Strings with a quote in them are cut in the wrong place, but only terminals have
/// any, and where these lead is not asked.
fn names(body: &str) -> impl Iterator<Item = &str> {
    body.split('"')
        .step_by(2)
        .flat_map(|piece| piece.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '!'))))
        .filter(|word| !word.is_empty() && !word.starts_with('!'))
}
