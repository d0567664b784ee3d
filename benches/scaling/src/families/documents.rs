//! Documents, as `families.txt` has them: those that conform are read, the others' errors are reported.

use super::commands::command;
use super::{Family, fill, nested, numbered};
use advice::Advise;
use advice::fix::{RepairChoice, fix_str};
use std::io::Read;
use turtle_peg::format::Style;
use turtle_peg::input::Input;
use turtle_peg::{Dialect, Document, Engine, Error, NQuadsWriter, Parser};

const FAMILIES: &str = include_str!("../../families.txt");

pub fn families() -> Vec<Family> {
    let mut all: Vec<Family> = Vec::new();
    let mut section = Section {
        way: "",
        dialect: Dialect::Turtle12,
        arguments: "",
    };
    let is_line = |line: &&str| !line.is_empty() && !line.starts_with('#');
    for line in FAMILIES.lines().filter(is_line) {
        if let Some(header) = line
            .strip_prefix('[')
            .and_then(|line| line.strip_suffix(']'))
        {
            let (way, rest) = header.split_once(' ').expect("a way and a dialect");
            let (dialect, arguments) = rest.split_once(' ').unwrap_or((rest, ""));
            section = Section {
                way,
                dialect: dialect.parse().expect("a dialect"),
                arguments,
            };
        } else if let Some(allowed) = line.strip_prefix("! ") {
            let (exponent, reason) = allowed.split_once(' ').expect("a reason");
            let family = all.pop().expect("a family above");
            all.push(family.may(exponent.parse().expect("a number"), reason));
        } else {
            let (name, text) = line.split_once(" = ").expect("a name and a text");
            all.push(family(&section, name, text));
        }
    }
    all
}

/// How the families below it are read.
struct Section {
    way: &'static str,
    dialect: Dialect,
    /// The words after the program's name, if it is run.
    arguments: &'static str,
}

/// Reads a document; returns the number of its statements, quads, nodes or bytes.
type ReadDocument = fn(Parser, &[u8]) -> usize;

fn family(section: &Section, name: &'static str, text: &'static str) -> Family {
    let &Section {
        way,
        dialect,
        arguments,
    } = section;
    let make = move |bytes| written_out(text, bytes);
    let (smallest, read): (usize, ReadDocument) = match way {
        "turtle-peg" => {
            let name = format!("{arguments}: {name}");
            return Family::of_bytes(name, 4096, make, command(arguments, dialect));
        }
        // Faults are not told, since what else they take would not show; nor would it in short documents.
        "go-on" => (65_536, gone_on),
        "check" => (8192, |parser, text| checked(parser.parse_slice(text))),
        "read" => (8192, |parser, text| counted(parser.parse_reader(text))),
        // Up to some 16 kB, a statement is read again whenever a byte comes.
        "read-bytes" => (8192, |parser, text| {
            counted(parser.parse_reader(Slow(text)))
        }),
        "write" => (8192, write),
        "trees" => (8192, trees),
        "places" => (8192, places),
        "productions" => (2048, |parser, text| {
            checked(parser.with_engine(Engine::Specification).parse_slice(text))
        }),
        "tell" => (4096, tell),
        "fix" => (1024, fix),
        "format" => (4096, format),
        _ => panic!("{way} is not a way to read"),
    };
    Family::of_bytes(name, smallest, make, move |text| {
        read(parser(dialect), text)
    })
}

/// Takes the largest limits, so that reading is counted, not an early refusal.
fn parser(dialect: Dialect) -> Parser {
    Parser::new(dialect)
        .with_nesting_limit(20_000)
        .with_iri_limit(usize::MAX)
        .with_base_iri("http://example.org/")
        .expect("it is absolute")
}

/// As `check` does it.
fn checked<I: Input>(mut document: Document<I>) -> usize {
    let mut count = 0;
    while let Some(result) = document.check_statement() {
        result.expect("it conforms");
        count += 1;
    }
    count
}

fn counted<I: Input>(mut document: Document<I>) -> usize {
    let mut count = 0;
    let result = document.for_each_quad(|_, _| count += 1);
    result.expect("it conforms");
    count
}

/// Delivers byte by byte.
struct Slow<'b>(&'b [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let Some((&byte, rest)) = self.0.split_first() else {
            return Ok(0);
        };
        self.0 = rest;
        buffer[0] = byte;
        Ok(1)
    }
}

fn write(parser: Parser, text: &[u8]) -> usize {
    let mut writer = NQuadsWriter::new(std::io::sink());
    let result = parser.parse_slice(text).for_each_quad(|quad, _| {
        let _ = writer.write_quad(quad);
    });
    result.expect("it conforms");
    0
}

fn trees(parser: Parser, text: &[u8]) -> usize {
    let mut document = parser.parse_slice(text);
    let mut count = 0;
    while let Some(tree) = document.next_tree() {
        count += tree.expect("it conforms").root().descendants().count();
    }
    count
}

fn places(parser: Parser, text: &[u8]) -> usize {
    let mut sum = 0;
    let result = parser.parse_slice(text).for_each_quad(|_, provenance| {
        sum += provenance.position(provenance.object).column;
    });
    result.expect("it conforms");
    sum as usize
}

/// Each fault is told in full, as `check --keep-going` does it.
fn tell(parser: Parser, text: &[u8]) -> usize {
    let mut document = parser.with_recovery().parse_reader(text);
    let (mut faults, mut length) = (0, 0);
    while let Some(result) = document.check_statement() {
        if let Err(Error::Syntax(error)) = result {
            faults += 1;
            length += error.message().len() + error.advice().title().len();
        }
    }
    assert!(faults > 0, "there is a fault in it");
    length
}

fn gone_on(parser: Parser, text: &[u8]) -> usize {
    let mut document = parser.with_recovery().parse_reader(text);
    let results = std::iter::from_fn(|| document.check_statement());
    let faults = results.filter(Result::is_err).count();
    assert!(faults > 0, "there is a fault in it");
    faults
}

/// Mends what is certain; returns the length of the document then.
fn fix(parser: Parser, text: &[u8]) -> usize {
    let text = str::from_utf8(text).expect("it is a text");
    let fixed = fix_str(&parser, text, RepairChoice::Certain);
    assert!(
        fixed.faults().next().is_some() || !fixed.repairs.is_empty(),
        "there is a fault in it"
    );
    fixed.text.len()
}

/// Lays a document out; returns the length of what is written.
fn format(parser: Parser, text: &[u8]) -> usize {
    let text = str::from_utf8(text).expect("it is a text");
    let mut written = Vec::new();
    let formatting = parser.format_str(text, &Style::default());
    formatting.write_to(&mut written).expect("it conforms");
    written.len()
}

/// The text of a family, for this many bytes.
fn written_out(text: &str, bytes: usize) -> Vec<u8> {
    let mut made = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('«') {
        let (group, after) = after.split_once('»').expect("the end of a group");
        made.extend(unescaped(before));
        made.extend(repeated(group, bytes).into_bytes());
        rest = after;
    }
    made.extend(unescaped(rest));
    made
}

/// The text of a group.
fn repeated(group: &str, bytes: usize) -> String {
    let (group, size) = group.split_once('÷').unwrap_or((group, "1"));
    let (divisor, more) = size.split_once('+').unwrap_or((size, "0"));
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let bytes = bytes / number(divisor) + number(more);
    let parts = group.split('¦').map(unescaped);
    let parts: Vec<String> = parts
        .map(|part| String::from_utf8(part).expect("text"))
        .collect();
    match parts.as_slice() {
        [unit] if unit.contains('№') => numbered(&unit.replace('№', "#"), bytes),
        [unit] => fill(unit, bytes),
        [open, inner, close] => nested(open, inner, close, bytes),
        _ => panic!("{group} is not a group"),
    }
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut made = Vec::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        if character != '\\' {
            made.extend(character.encode_utf8(&mut [0; 4]).bytes());
            continue;
        }
        made.push(match characters.next() {
            Some('n') => b'\n',
            Some('r') => b'\r',
            Some('0') => 0,
            Some('x') => {
                let digits: String = characters.by_ref().take(2).collect();
                u8::from_str_radix(&digits, 16).expect("two digits")
            }
            _ => b'\\',
        });
    }
    made
}
