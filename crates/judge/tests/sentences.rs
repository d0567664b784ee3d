//! Documents made from the grammars: every alternative of every production, and random ones.
//!
//! Each dialect has a test of its own, so that they run side by side.

use anyhow::{Context, Result};
use judge::claim::DocumentClaim;
use judge::mutants::stable_parser;
use judge::way::{Asked, Way};
use pretty_assertions::assert_eq;
use std::collections::BTreeSet;
use toolkit::{Case, Coverage, Generator, Samples, Sentence, peg};
use turtle_peg::{Dialect, Engine};

/// How many random documents a dialect has.
const RANDOM: u64 = 60;

/// The seed of all random documents.
const SEED: u64 = 2026;

testing::for_each_dialect!(check);

fn check(dialect: Dialect) -> Result<()> {
    let literate = peg::read(dialect.grammar())?;
    let samples = Samples::read(include_str!("../../../grammar/samples.txt"))?;
    let valid = Generator::of_literate(&literate, &samples)?;
    let any = Generator::of_literate(&literate, &Samples::default())?;
    check_valid(dialect, &valid)?;
    check_syntax(dialect, &any)
}

/// Documents that are valid as RDF, too.
fn check_valid(dialect: Dialect, generator: &Generator) -> Result<()> {
    let coverage = Coverage::of(dialect.grammar())?;
    let covering = generator.covering(|sentence| {
        let parser = stable_parser(dialect).with_engine(Engine::Reference);
        let mut document = parser.parse_str(&sentence.text);
        document.for_each_quad(|_, _| ()).ok()?;
        coverage.cases_of(&sentence.text).ok()
    });
    assert_eq!(
        named(generator.cases(), &covering.missed),
        no_rdf(dialect, generator.cases())
    );
    for sentence in &covering.sentences {
        check_document(dialect, sentence, true)?;
    }
    let mut refused = 0;
    for index in 0..RANDOM {
        let sentence = generator.random(SEED, index).unwrap();
        assert_eq!(sentence.text, generator.random(SEED, index).unwrap().text);
        let is_valid = stable_parser(dialect)
            .parse_str(&sentence.text)
            .check()
            .is_ok();
        refused += u64::from(!is_valid);
        check_document(dialect, &sentence, is_valid)?;
    }
    // Characters from the ends of ranges that no IRI has, and texts that one PEG reads otherwise.
    assert!(refused <= RANDOM / 10, "{refused} of {RANDOM} are refused");
    Ok(())
}

/// Documents by the letter of the grammar; and that the parser's own reading uses the cases that they were made for.
fn check_syntax(dialect: Dialect, generator: &Generator) -> Result<()> {
    let mut coverage = Coverage::of(dialect.grammar())?;
    assert_eq!(coverage.cases(), generator.cases());
    let covering = generator.covering(|sentence| {
        let tree = stable_parser(dialect).read_tree(&sentence.text, |_| ());
        tree.ok().and(coverage.cases_of(&sentence.text).ok())
    });
    assert_eq!(
        named(generator.cases(), &covering.missed),
        those(generator.cases(), |case, shown| is_never_read(
            dialect, case, shown
        ))
    );
    for sentence in &covering.sentences {
        ensure_same_by_both_engines(dialect, sentence.text.as_bytes())?;
        coverage
            .add(&sentence.text)
            .with_context(|| sentence.text.clone())?;
    }
    assert_eq!(coverage.unread().collect::<Vec<_>>(), [""; 0]);
    assert_eq!(coverage.unused().collect::<Vec<_>>(), covering.missed);
    Ok(())
}

fn check_document(dialect: Dialect, sentence: &Sentence, is_valid: bool) -> Result<()> {
    let text = &sentence.text;
    let check = || -> Result<()> {
        ensure_same_by_both_engines(dialect, text.as_bytes())?;
        let parser = stable_parser(dialect);
        DocumentClaim::Statements.check(&parser, text.as_bytes())?;
        if is_valid {
            parser.parse_str(text).check()?;
            DocumentClaim::Written.check(&parser, text.as_bytes())?;
        }
        Ok(())
    };
    check().with_context(|| format!("{dialect}: {text:?}"))
}

fn named(cases: &[Case], places: &[usize]) -> Vec<String> {
    let places = places.iter();
    places.map(|&place| cases[place].to_string()).collect()
}

/// The cases of which this holds.
fn those(cases: &[Case], is_one: impl Fn(&Case, &str) -> bool) -> Vec<String> {
    let cases = cases.iter();
    let cases = cases.filter(|case| is_one(case, &case.to_string()));
    cases.map(ToString::to_string).collect()
}

/// The cases that no document uses that is valid as RDF.
fn no_rdf(dialect: Dialect, cases: &[Case]) -> Vec<String> {
    let has_base = !matches!(
        dialect,
        Dialect::NTriples11 | Dialect::NTriples12 | Dialect::NQuads11 | Dialect::NQuads12
    );
    those(cases, |case, shown| match case.production.as_str() {
        // An IRI reference may be empty, an IRI may not.
        "IRIREF" => !has_base && shown.contains("not taken"),
        // A base direction is `ltr` or `rtl`, not one letter.
        "LANG_DIR" => shown.contains("once") && shown.contains("('--' ⟦"),
        // A reference of 2004 may have it, an IRI may not, and so N-Triples cannot say it.
        "ucharacter" => shown.contains("⟦'\\>'⟧"),
        _ => is_never_read(dialect, case, shown),
    })
}

/// Whether a case is one that a document can be made for, and that the grammar's order has read otherwise.
fn is_never_read(dialect: Dialect, case: &Case, shown: &str) -> bool {
    // Without a point it is an integer.
    let is_integer = case.production == "decimal" && shown.contains("⟦[0-9]+⟧)");
    dialect == Dialect::TurtleSubmission && is_integer
}

/// The names of the cases tell them apart.
#[test]
fn cases_have_names_of_their_own() -> Result<()> {
    for dialect in Dialect::all() {
        let coverage = Coverage::of(dialect.grammar())?;
        let names: Vec<String> = coverage.cases().iter().map(ToString::to_string).collect();
        let distinct: BTreeSet<&String> = names.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{dialect}");
    }
    Ok(())
}

/// A near miss has one change, and some of them are no documents any more.
#[test]
fn near_misses_miss_at_times() -> Result<()> {
    let dialect = Dialect::Turtle12;
    let generator = Generator::of_literate(&peg::read(dialect.grammar())?, &Samples::default())?;
    let (mut accepted, mut rejected) = (0, 0);
    for index in 0..RANDOM {
        let sentence = generator.random(SEED, index).unwrap();
        let Some(mutant) = generator.mutant(&sentence, SEED, index) else {
            continue;
        };
        assert_eq!(
            generator.mutant(&sentence, SEED, index),
            Some(mutant.clone())
        );
        ensure_same_by_both_engines(dialect, mutant.text.as_bytes())?;
        let parses = stable_parser(dialect)
            .read_tree(&mutant.text, |_| ())
            .is_ok();
        *if parses { &mut accepted } else { &mut rejected } += 1;
    }
    assert!(
        accepted > 0 && rejected > RANDOM / 3,
        "{accepted} {rejected}"
    );
    Ok(())
}

/// The parser that pest derives from the grammar and the generated one see the same of a document.
fn ensure_same_by_both_engines(dialect: Dialect, bytes: &[u8]) -> Result<()> {
    let parser = stable_parser(dialect).with_recovery();
    for asked in [Asked::Quads, Asked::Trees, Asked::WholeTree] {
        let way = Way::QUADS.asking(asked);
        DocumentClaim::Same(way.by(Engine::Reference), way.by(Engine::Fast))
            .check(&parser, bytes)?;
    }
    Ok(())
}
