//! The corpus in `tests/corpus/`, run through the library. The expectations are data: see the README there.
//!
//! A new verdict is a new file, not a new function. A function here is a property of all of them.

mod cases;
mod layout;

use anyhow::{Context, Result, bail, ensure};
use cases::{Case, Kind, check_all, corpus, documents_at_fault, w3c_documents};
use comparison::are_isomorphic_datasets;
use judge::claim::{DocumentClaim, n_quads};
use judge::mutants::stable_parser;
use judge::mutation::{dictionary, mutate};
use judge::way::{Asked, PieceSizes, Way};
use pest_meta::ast::{Expr, RuleType};
use pest_meta::parser::{Rule, consume_rules, parse};
use pretty_assertions::{StrComparison, assert_eq};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use testing::random::Random;
use testing::soak;
use turtle_peg::diagnosis::Surroundings;
use turtle_peg::oxrdf::{Dataset, Quad};
use turtle_peg::write::BeyondRdf12;
use turtle_peg::{Dialect, Engine, Error, NQuadsWriter, Parser};

fn cases(kinds: &[Kind]) -> Vec<Case> {
    let mut cases = corpus();
    cases.retain(|case| kinds.contains(&case.kind));
    assert!(!cases.is_empty(), "no document of the kinds {kinds:?}");
    cases
}

/// A document with its path and its number.
type Numbered = (usize, PathBuf, Vec<u8>);

fn numbered(documents: impl IntoIterator<Item = (PathBuf, Vec<u8>)>) -> Vec<Numbered> {
    let documents = documents.into_iter().enumerate();
    documents
        .map(|(number, (path, bytes))| (number, path, bytes))
        .collect()
}

/// Every document that is there, whatever it is there for.
fn documents() -> Vec<Numbered> {
    let own = corpus().into_iter().map(|case| (case.path, case.bytes));
    numbered(w3c_documents().into_iter().chain(own))
}

fn case_path(case: &Case) -> &Path {
    &case.path
}

/// Claims of every document that is there.
fn check_documents(check: impl Fn(usize, &[u8]) -> Result<()> + Sync) {
    check_all(
        &documents(),
        |(_, path, _)| path,
        |(number, _, bytes)| check(*number, bytes),
    );
}

/// The quads of a document, which conforms.
fn quads(dialect: Dialect, bytes: &[u8]) -> Result<Vec<Quad>> {
    let document = stable_parser(dialect).parse_slice(bytes);
    let quads: Result<_, Error> = document.quads().collect();
    quads.with_context(|| format!("{dialect} should accept it"))
}

/// The quads of a document, and the errors in it.
fn outcome(parser: &Parser, bytes: &[u8]) -> (Vec<Quad>, Vec<String>) {
    let (mut quads, mut errors) = (Vec::new(), Vec::new());
    for result in parser.parse_slice(bytes).quads() {
        match result {
            Ok(quad) => quads.push(quad),
            Err(error) => errors.push(error.to_string()),
        }
    }
    (quads, errors)
}

#[test]
fn good_documents_conform() {
    check_all(
        &cases(&[Kind::Good, Kind::BeyondRdf12]),
        case_path,
        |case| {
            let mut dialects = case.dialects.iter();
            dialects.try_for_each(|&dialect| quads(dialect, &case.bytes).map(drop))
        },
    );
}

#[test]
fn bad_documents_give_their_error() {
    check_all(&cases(&[Kind::Bad]), case_path, |case| {
        let mut all = Vec::new();
        for &dialect in &case.dialects {
            let (quads, errors) = outcome(&stable_parser(dialect), &case.bytes);
            ensure!(
                !errors.is_empty(),
                "{dialect}: should not conform, and gives {} quads",
                quads.len()
            );
            all.push((dialect, errors));
        }
        check_errors(&case.errors_path(), &all)
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

/// One line an error. Where the messages of dialects differ, its dialects are named before each.
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
            let quads = quads(dialect, &case.bytes)?;
            check_quads(&case.quads_path(), &quads).context(dialect)?;
        }
        Ok(())
    });
}

/// Compares quads with those in a file: the number of them, and the dataset that they make.
fn check_quads(path: &Path, found: &[Quad]) -> Result<()> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let dialect = match path.extension() {
        Some(extension) if extension == "nq" => Dialect::NQuads12,
        _ => Dialect::NTriples12,
    };
    let expected = quads(dialect, text.as_bytes()).with_context(|| path.display().to_string())?;
    let [one, other] = [found, &expected].map(|quads| quads.iter().collect::<Dataset>());
    ensure!(
        found.len() == text.lines().count() && are_isomorphic_datasets(&one, &other) == Ok(true),
        "other quads:\n{}",
        StrComparison::new(&sorted_lines(&expected), &sorted_lines(found))
    );
    Ok(())
}

fn sorted_lines(quads: &[Quad]) -> String {
    let mut lines: Vec<_> = quads.iter().map(|quad| format!("{quad} .\n")).collect();
    lines.sort();
    lines.concat()
}

#[test]
fn after_an_error_it_goes_on_where_the_corpus_says() {
    check_all(&cases(&[Kind::Recovery]), case_path, |case| {
        let mut all = Vec::new();
        for &dialect in &case.dialects {
            let parser = stable_parser(dialect).with_recovery();
            let (quads, errors) = outcome(&parser, &case.bytes);
            check_quads(&case.quads_path(), &quads).context(dialect)?;
            all.push((dialect, errors));
        }
        check_errors(&case.errors_path(), &all)
    });
}

/// The quads of a conforming document are written and read again. RDF 1.2 lacks some terms of other dialects; documents with
/// these have a folder of their own.
#[test]
fn what_is_written_reads_as_the_same_quads() {
    let kinds = [Kind::Good, Kind::Eval, Kind::BeyondRdf12];
    check_all(&cases(&kinds), case_path, |case| {
        for &dialect in &case.dialects {
            let given = quads(dialect, &case.bytes)?;
            let is_beyond = |quad: &Quad| BeyondRdf12::in_quad(quad.as_ref()).is_some();
            ensure!(
                given.iter().any(is_beyond) == (case.kind == Kind::BeyondRdf12),
                "{dialect}: it is in the wrong folder"
            );
            if case.kind == Kind::BeyondRdf12 {
                let lines = n_quads(&given, NQuadsWriter::new(Vec::new()))?;
                let read = quads(Dialect::NQuads12, &lines);
                ensure!(read.is_err(), "{dialect}: RDF 1.2 has all of it");
            }
            let parser = stable_parser(dialect);
            DocumentClaim::Written
                .check(&parser, &case.bytes)
                .context(dialect)?;
        }
        Ok(())
    });
}

/// A document by its grammar's start rule, and the document statement by statement, are the same language and the same trees.
#[test]
fn statements_are_those_of_the_whole_document() {
    check_documents(|_, bytes| {
        Dialect::all().try_for_each(|dialect| {
            let compared = DocumentClaim::Statements.check(&stable_parser(dialect), bytes);
            compared.context(dialect).map(drop)
        })
    });
}

/// Tokens are all of a document, read whole or by parts; of one with a byte order mark, comments at both ends and other line ends,
/// too.
#[test]
fn all_tokens_are_the_document() {
    let every = soak(3, 1);
    check_documents(|number, bytes| {
        let text = String::from_utf8_lossy(bytes).replace('\n', "\r\n");
        let changed = format!("\u{FEFF}# before\r\n{text}# after");
        for dialect in Dialect::all().skip(number % every).step_by(every) {
            let parser = stable_parser(dialect);
            for parser in [parser.clone(), parser.with_window(1)] {
                for bytes in [bytes, changed.as_bytes()] {
                    let compared = DocumentClaim::Tokens.check(&parser, bytes);
                    compared.context(dialect)?;
                }
            }
        }
        Ok(())
    });
}

/// Every engine accepts the same documents, makes the same trees and quads of them, and says the same of their faults, also
/// in dialects that they are not written in.
#[test]
fn every_engine_says_the_same() {
    // Each document in some of the dialects, each dialect with some of the documents: with all it would take minutes.
    const SHARE: usize = 5;
    check_documents(|number, bytes| {
        for dialect in Dialect::all().skip(number % SHARE).step_by(SHARE) {
            let parser = stable_parser(dialect).with_recovery();
            for asked in [Asked::Quads, Asked::Trees, Asked::WholeTree] {
                let truth = Way::QUADS.asking(asked).by(Engine::Reference);
                for engine in [Engine::Fast, Engine::Specification] {
                    let claim = DocumentClaim::Same(truth, truth.by(engine));
                    claim.check(&parser, bytes).context(dialect)?;
                }
            }
        }
        Ok(())
    });
}

/// A parser that resolves relative IRIs, and goes on after errors.
fn parser(dialect: Dialect) -> Result<Parser> {
    let parser = stable_parser(dialect).with_base_iri("http://example.org/base/")?;
    Ok(parser.with_recovery())
}

/// Windows of which parts are read one by one, and in rows of some.
const WINDOWS: [usize; 3] = [1, 150, 600];

/// Statements that are read part by part are those that are read whole, in every dialect, however they arrive, and by each engine
/// that reads parts; each document with one window a dialect, and in some dialects in all ways.
#[test]
fn parts_of_statements_come_to_the_statements() {
    const SHARE: usize = 3;
    check_documents(|document, bytes| {
        for (number, dialect) in Dialect::all().enumerate() {
            let parser = parser(dialect)?;
            let window = WINDOWS[(document + number) % WINDOWS.len()];
            let compared = DocumentClaim::Parts(window).check(&parser, bytes);
            compared.context(dialect)?;
            if !(document / WINDOWS.len() + number).is_multiple_of(SHARE) {
                continue;
            }
            let parser = parser.with_window(window);
            let three = PieceSizes::Of(3);
            let arriving = [Way::QUADS.in_pieces(three), Way::QUADS.pushed(three)];
            let ways = arriving
                .into_iter()
                .chain([Way::QUADS.by(Engine::Specification)]);
            for way in ways {
                let claim = DocumentClaim::Same(Way::QUADS, way);
                claim.check(&parser, bytes).context(dialect)?;
            }
        }
        Ok(())
    });
}

/// And so are those of broken documents.
#[test]
fn parts_of_broken_statements_come_to_the_statements() {
    let mutants = soak(4, 20);
    let tokens = dictionary();
    check_all(&corpus(), case_path, |case| {
        let text = String::from_utf8_lossy(&case.bytes);
        for &dialect in &case.dialects {
            let parser = parser(dialect)?;
            for index in 0..mutants {
                let mut random = Random::of_part(1, &text, index);
                let broken = mutate(&text, &tokens, &mut random);
                let compared =
                    DocumentClaim::Parts(random.pick(&WINDOWS)).check(&parser, broken.as_bytes());
                compared.with_context(|| format!("{dialect}: {broken:?}"))?;
            }
        }
        Ok(())
    });
}

/// Who only checks a document finds the same faults as who reads its quads.
#[test]
fn to_check_finds_the_same_faults() {
    let claim = DocumentClaim::Same(Way::QUADS, Way::QUADS.asking(Asked::Check));
    check_documents(|_, bytes| {
        Dialect::all().try_for_each(|dialect| {
            let parser = stable_parser(dialect).with_recovery();
            claim.check(&parser, bytes).context(dialect).map(drop)
        })
    });
}

#[test]
fn it_does_not_matter_in_what_pieces_the_bytes_arrive() {
    check_all(&corpus(), case_path, |case| {
        for (index, &dialect) in case.dialects.iter().enumerate() {
            let mut parser = stable_parser(dialect);
            if case.kind == Kind::Recovery {
                parser = parser.with_recovery();
            }
            let byte = PieceSizes::Of(1);
            let by_byte = [Way::QUADS.in_pieces(byte), Way::QUADS.pushed(byte)];
            let by_byte = Engine::all().flat_map(|engine| by_byte.map(|way| way.by(engine)));
            // Each cut with one of the dialects, in turn: with all of them it would take minutes.
            let cuts = (index..=case.bytes.len()).step_by(case.dialects.len() * soak(5, 1));
            let cuts = cuts.map(PieceSizes::Cut).enumerate();
            let cuts = cuts.map(|(number, cut)| match number % 2 {
                0 => Way::QUADS.in_pieces(cut),
                _ => Way::QUADS.pushed(cut),
            });
            for way in by_byte.chain(cuts) {
                let compared = DocumentClaim::Same(Way::QUADS, way).check(&parser, &case.bytes);
                compared.with_context(|| format!("{dialect}, {way:?}"))?;
            }
        }
        Ok(())
    });
}

/// The ways in which messages are compared with those of a document in memory. The number of the document chooses among
/// them: all of them would take minutes.
fn ways_of_messages(number: usize) -> Vec<Way> {
    let messages = Way::QUADS.asking(Asked::Messages);
    let sizes = [1, 7, 61, 500, 4096, usize::MAX];
    let readers = sizes[..4].iter().skip(number % 2);
    let readers = readers.flat_map(|&size| {
        let pieces = PieceSizes::Of(size);
        [messages.in_pieces(pieces), messages.pushed(pieces)]
    });
    let engines = Engine::all().skip(number % 2);
    let few = PieceSizes::Of(1 + number % 40);
    let engines = engines.map(|engine| messages.by(engine).in_pieces(few));
    let blocks = sizes.iter().enumerate().skip(number % 2).step_by(2);
    let blocks = blocks.map(|(index, &size)| {
        let threads = [1, 2, 4][(number / 2 + index) % 3];
        messages.in_blocks(PieceSizes::Of(size), threads, 1 << 16)
    });
    readers.chain(engines).chain(blocks).collect()
}

/// The message of a fault, with the text around it, does not depend on the way in: not for a document as it is,
/// nor with another one after it, on a line of its own or on the same, nor in one line.
#[test]
fn what_is_said_of_a_fault_depends_on_the_document_alone() {
    let others = documents()
        .into_iter()
        .map(|(_, path, bytes)| (path, bytes));
    let documents = numbered(documents_at_fault().into_iter().chain(others));
    let every = soak(4, 1);
    check_all(
        &documents,
        |(_, path, _)| path,
        |(number, path, bytes)| {
            let (_, _, next) = &documents[(number + 1) % documents.len()];
            let between = [b"\n".as_slice(), b" ", b" \xE9 "][number % 3];
            let both = [bytes, between, next].concat();
            let is_end = |byte: &u8| *byte == b'\n';
            let line = both.split(is_end).collect::<Vec<_>>().join(&b' ');
            let parser = match number % 4 {
                0 => parser_of(path)?.with_lenience(),
                1 => parser_of(path)?.with_early_results(),
                _ => parser_of(path)?,
            };
            // Each way reads one of the three texts: with all of them it would take minutes.
            let texts = [bytes.as_slice(), &both, &line].into_iter().cycle();
            let texts = texts.skip(number / 2 % 3);
            let ways = ways_of_messages(*number).into_iter().zip(texts);
            for (way, text) in ways.skip(number % every).step_by(every) {
                let claim = DocumentClaim::Same(Way::QUADS.asking(Asked::Messages), way);
                let compared = claim.check(&parser, text);
                compared.with_context(|| format!("{way:?}"))?;
            }
            Ok(())
        },
    );
}

/// A reader that delivers a line at a time.
struct Lines<'b> {
    bytes: &'b [u8],
    /// The number of bytes that have been delivered.
    delivered: &'b Cell<usize>,
}

/// The first line of a text.
fn line(text: &[u8]) -> &[u8] {
    let mut lines = text.split_inclusive(|&byte| byte == b'\n');
    lines.next().unwrap_or_default()
}

impl Read for Lines<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = line(&self.bytes[self.delivered.get()..]).read(buffer)?;
        self.delivered.set(self.delivered.get() + count);
        Ok(count)
    }
}

/// Who types a line gets the error in it, if the parser is interactive: no line is read after the one up to which an error
/// knows the text.
#[test]
fn a_fault_waits_for_no_other_line() {
    let documents = numbered(documents_at_fault());
    check_all(
        &documents,
        |(_, path, _)| path,
        |(_, path, bytes)| {
            let delivered = &Cell::new(0);
            let parser = parser_of(path)?.with_early_results();
            let mut document = parser.parse_reader(Lines { bytes, delivered });
            while let Some(result) = document.check_statement() {
                if let Err(Error::Syntax(error)) = result {
                    let Surroundings { text, start, .. } = error.surroundings();
                    let end = start.byte as usize + text.len();
                    let most = end + line(bytes.get(end..).unwrap_or_default()).len();
                    let count = delivered.get();
                    ensure!(count <= most, "{count} bytes are read for\n{error:#?}");
                }
            }
            Ok(())
        },
    );
}

/// A parser of the dialect that a document's name tells, which goes on after errors.
fn parser_of(document: &Path) -> Result<Parser> {
    let dialect = Dialect::from_path(document).context("no dialect")?;
    Ok(stable_parser(dialect).with_recovery())
}

/// No production is without a document that has it.
#[test]
fn every_production_occurs() -> Result<()> {
    let mut missing = BTreeMap::new();
    let cases = cases(&[Kind::Good, Kind::Eval]);
    for dialect in Dialect::all() {
        let mut productions = productions_of_trees(dialect.grammar())?;
        ensure!(
            productions.contains("subject"),
            "{dialect}: {productions:?}"
        );
        for case in cases.iter().filter(|case| case.dialects.contains(&dialect)) {
            let text = str::from_utf8(&case.bytes)?;
            let removed = stable_parser(dialect).read_tree(text, |tree| {
                for (_, node) in tree.root().descendants() {
                    productions.remove(node.production().name());
                }
            });
            removed.with_context(|| case.path.display().to_string())?;
        }
        if !productions.is_empty() {
            missing.insert(dialect, productions);
        }
    }
    assert_eq!(missing, BTreeMap::new());
    Ok(())
}

/// The rules of a grammar that can be nodes: those that its start rule leads to. Terminals lead nowhere, they are
/// leaves; and a lookahead makes no node.
fn productions_of_trees(grammar: &str) -> Result<BTreeSet<String>> {
    let Ok(rules) = consume_rules(parse(Rule::grammar_rules, grammar)?) else {
        bail!("the grammar is not valid");
    };
    let named = |name: &String| rules.iter().find(|rule| rule.name == *name);
    let mut next: Vec<_> = rules
        .iter()
        .filter(|rule| rule.name.ends_with("Doc"))
        .collect();
    let mut reached = BTreeMap::new();
    while let Some(rule) = next.pop() {
        if reached.insert(rule.name.clone(), rule.ty).is_some() || rule.ty == RuleType::Atomic {
            continue;
        }
        let without_lookahead = rule
            .expr
            .clone()
            .map_top_down(|expression| match expression {
                Expr::NegPred(_) | Expr::PosPred(_) => Expr::Str(String::new()),
                other => other,
            });
        next.extend(
            without_lookahead
                .iter_top_down()
                .filter_map(|expression| match expression {
                    Expr::Ident(name) => named(&name),
                    _ => None,
                }),
        );
    }
    reached.retain(|_, ty| *ty != RuleType::Silent);
    Ok(reached.into_keys().collect())
}
