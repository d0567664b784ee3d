//! Functions that explain, mend and convert, for `lib/tools.ts`: each takes a whole document as text, and gives plain objects.
//!
//! Invariant: places are in UTF-16 code units, as JavaScript counts in strings, but for those of bytes; lines and columns count from 1.

mod explanation;
mod faults;
mod grammar;
mod places;
mod tree;

use crate::formats::dialect;
use advice::fix::{RepairChoice, fix_str};
use comparison::{CanonicalHash, Canonicalizer, Difference};
use explanation::Explanation;
use faults::{Fault, Mended};
use grammar::{DialectFacts, ProductionFacts};
use places::{Count, InBytes, Places};
use serde::Serialize;
use serde_wasm_bindgen::Serializer;
use tree::DocumentTree;
use turtle_peg::format::{FormatError, Indentation, Style};
use turtle_peg::oxrdf::{Dataset, Quad};
use turtle_peg::tokens::{Token, TokenKind};
use turtle_peg::{Error, Parser, WriteError, Writer};
use wasm_bindgen::prelude::*;

/// A result, or what is thrown: a [`Fault`] as an object, or words.
type Result<T> = std::result::Result<T, JsValue>;

/// The faults of a document: all, or the first of them.
#[wasm_bindgen]
pub fn check(
    text: &str,
    format: &str,
    base: Option<String>,
    most: Option<usize>,
) -> Result<JsValue> {
    let parser = parser(format, base)?;
    faults(parser, text.as_bytes(), &Places::new(text), most)
}

/// The faults of a document that may not be UTF-8, with places in bytes.
#[wasm_bindgen]
pub fn check_bytes(
    bytes: &[u8],
    format: &str,
    base: Option<String>,
    most: Option<usize>,
) -> Result<JsValue> {
    faults(parser(format, base)?, bytes, &InBytes, most)
}

fn faults(
    parser: Parser,
    bytes: &[u8],
    places: &dyn Count,
    most: Option<usize>,
) -> Result<JsValue> {
    let mut document = parser.with_recovery().parse_slice(bytes);
    let most = most.unwrap_or(usize::MAX);
    let mut faults = Vec::new();
    while faults.len() < most
        && let Some(result) = document.check_statement()
    {
        if let Err(Error::Syntax(error)) = result {
            faults.push(Fault::new(&error, places));
        }
    }
    object(&faults)
}

/// A place explained, which is a code unit.
#[wasm_bindgen]
pub fn explain(text: &str, place: usize, format: &str, base: Option<String>) -> Result<JsValue> {
    let parser = parser(format, base)?.with_labels_as_written();
    object(&Explanation::new(text, place, &parser))
}

/// The productions of a document's statements, up to so many.
#[wasm_bindgen]
pub fn tree(text: &str, format: &str, limit: usize) -> Result<JsValue> {
    object(&DocumentTree::new(text, parser(format, None)?, limit))
}

/// The document laid out.
#[wasm_bindgen]
pub fn format(
    text: &str,
    format: &str,
    base: Option<String>,
    width: usize,
    indentation: u8,
) -> Result<String> {
    let style = Style::default()
        .with_width(width)
        .with_indentation(Indentation::Spaces(indentation));
    let mut formatted = Vec::new();
    let formatting = parser(format, base)?.format_reader(text.as_bytes(), &style);
    formatting
        .write_to(&mut formatted)
        .map_err(|error| match error {
            FormatError::Read(error) => thrown(error, text),
            error => words(error),
        })?;
    String::from_utf8(formatted).map_err(words)
}

/// The document with its repairs, and the faults that are left.
#[wasm_bindgen]
pub fn fix(text: &str, format: &str, base: Option<String>, likely: bool) -> Result<JsValue> {
    let choice = match likely {
        true => RepairChoice::Likely,
        false => RepairChoice::Certain,
    };
    object(&Mended::new(fix_str(&parser(format, base)?, text, choice)))
}

/// The document in another format: with its prefixes and brackets, where the format has them.
#[wasm_bindgen]
pub fn convert(text: &str, format: &str, base: Option<String>, to: &str) -> Result<String> {
    let parser = parser(format, base)?.with_labels_as_written();
    let mut writer = Writer::new(dialect(to)?, Vec::new());
    writer
        .write_document(&mut parser.parse_str(text))
        .map_err(|error| match error {
            WriteError::Document(error) => thrown(error, text),
            error => words(error),
        })?;
    String::from_utf8(writer.finish().map_err(words)?).map_err(words)
}

/// The quads that only one of two documents has, as N-Quads.
#[derive(Serialize)]
struct OnlyInOne {
    removed: String,
    added: String,
}

#[wasm_bindgen]
pub fn diff(first: &str, second: &str, format: &str, base: Option<String>) -> Result<JsValue> {
    let parser = parser(format, base)?.with_labels_as_written();
    let (first, second): (Dataset, Dataset) = (quads(&parser, first)?, quads(&parser, second)?);
    let difference = Difference::between(&first, &second).map_err(words)?;
    let (removed, added) = match &difference {
        Some(difference) => (difference.missing(), difference.unexpected()),
        None => Default::default(),
    };
    let lines = |quads: &[Quad]| quads.iter().map(|quad| format!("{quad} .\n")).collect();
    object(&OnlyInOne {
        removed: lines(removed),
        added: lines(added),
    })
}

/// The canonical form, by RDFC-1.0.
#[wasm_bindgen]
pub fn canonicalize(
    text: &str,
    format: &str,
    base: Option<String>,
    sha384: bool,
) -> Result<String> {
    let parser = parser(format, base)?.with_labels_as_written();
    let hash = match sha384 {
        true => CanonicalHash::Sha384,
        false => CanonicalHash::Sha256,
    };
    let form = Canonicalizer::new()
        .with_hash(hash)
        .canonicalize(quads::<Vec<_>>(&parser, text)?);
    Ok(form.map_err(words)?.to_string())
}

/// A token of a document.
#[derive(Serialize)]
struct TokenOfText {
    kind: &'static str,
    production: Option<&'static str>,
    start: usize,
    end: usize,
}

impl TokenOfText {
    /// Nothing for what is no token of a grammar: the byte order mark, and the end of the document.
    fn new(token: &Token<'_>, places: &Places<'_>) -> Option<Self> {
        let (kind, production) = match token.kind() {
            TokenKind::Terminal(production) => ("terminal", Some(production.name())),
            TokenKind::Keyword(_) => ("keyword", None),
            TokenKind::Sign(_) => ("sign", None),
            _ => return None,
        };
        Some(Self {
            kind,
            production,
            start: places.of_byte(token.bytes().start),
            end: places.of_byte(token.bytes().end),
        })
    }
}

/// The tokens of the statements that follow the grammar.
#[wasm_bindgen]
pub fn tokens(text: &str, format: &str) -> Result<JsValue> {
    let places = Places::new(text);
    let mut document = parser(format, None)?.with_recovery().parse_str(text);
    let mut tokens = Vec::new();
    while let Some(statement) = document.next_tokens() {
        let of_statement = statement.into_iter().flatten();
        tokens.extend(of_statement.filter_map(|token| TokenOfText::new(&token, &places)));
    }
    object(&tokens)
}

/// All dialects.
#[wasm_bindgen]
pub fn dialects() -> Result<JsValue> {
    object(&DialectFacts::all())
}

/// A production of a dialect, or all of them.
#[wasm_bindgen]
pub fn grammar(format: &str, production: Option<String>) -> Result<JsValue> {
    let dialect = dialect(format)?;
    match production {
        None => object(&ProductionFacts::all(dialect)),
        Some(name) => {
            let all = ProductionFacts::all(dialect);
            let found = all.into_iter().find(|it| it.name == name);
            object(&found.ok_or_else(|| words(format!("{dialect} has no production `{name}`")))?)
        }
    }
}

fn parser(format: &str, base: Option<String>) -> Result<Parser> {
    let parser = Parser::new(dialect(format)?);
    match base {
        Some(base) => parser.with_base_iri(base).map_err(words),
        None => Ok(parser),
    }
}

fn quads<C: FromIterator<Quad>>(parser: &Parser, text: &str) -> Result<C> {
    let quads: std::result::Result<C, Error> = parser.parse_str(text).quads().collect();
    quads.map_err(|error| thrown(error, text))
}

fn object(value: &impl Serialize) -> Result<JsValue> {
    let serializer = Serializer::new().serialize_maps_as_objects(true);
    Ok(value.serialize(&serializer)?)
}

fn thrown(error: Error, text: &str) -> JsValue {
    match error {
        Error::Syntax(error) => match object(&Fault::new(&error, &Places::new(text))) {
            Ok(fault) | Err(fault) => fault,
        },
        error => words(error),
    }
}

fn words(error: impl ToString) -> JsValue {
    JsValue::from_str(&error.to_string())
}
