//! Functions on whole documents.

use crate::errors::{exception, parse_error};
use crate::source::{Origin, ParserOptions, Source, value_error};
use ::conformance::{ManifestReader, Options, run_test};
use comparison::Difference;
use comparison::{CanonicalForm, CanonicalHash, Canonicalizer};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyDict, PyList, PyString};
use std::collections::HashMap;
use std::path::PathBuf;
use turtle_peg::format::{FormatError, Indentation, Style};
use turtle_peg::oxrdf::vocab::{rdf, xsd};
use turtle_peg::oxrdf::{Dataset, Quad, Term};
use turtle_peg::{Dialect, Error, Parser};
use turtle_peg_advice::fix::{RepairChoice, fix_str};

/// The faults of a document, all of them, as exceptions that are not raised.
///
/// >>> from turtle_peg import check
/// >>> [str(fault.title) for fault in check(b"<x:s> ex:p 1 .", dialect="turtle")]
/// ['the prefix `ex:` is not declared']
#[pyfunction]
#[pyo3(signature = (source=None, *, text=None, **options))]
pub fn check<'py>(
    py: Python<'py>,
    source: Option<&Bound<'py, PyAny>>,
    text: Option<&Bound<'py, PyString>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let (parser, reader, name) = open(py, Origin::of(source, text)?, options)?;
    let mut document = parser.with_recovery().parse_reader(reader);
    let faults = PyList::empty(py);
    loop {
        let fault =
            py.detach(|| std::iter::from_fn(|| document.check_statement()).find_map(Result::err));
        match fault {
            None => return Ok(faults),
            Some(Error::Syntax(fault)) => {
                faults.append(parse_error(py, &fault, name.as_deref())?)?;
            }
            Some(error) => return Err(exception(py, error, name.as_deref())),
        }
        py.check_signals()?;
    }
}

fn open(
    py: Python<'_>,
    origin: Origin,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Parser, Source, Option<String>)> {
    // Faults and differences show labels as they are written.
    let options = ParserOptions::of(options)?.or_labels_as_written();
    Ok((
        options.parser(&origin, None)?,
        origin.open(py, None)?,
        origin.name(),
    ))
}

/// A document laid out: tokens and comments stay.
///
/// >>> from turtle_peg import format
/// >>> print(format(text="<x:s><x:p>1 .", dialect="turtle"), end="")
/// <x:s> <x:p> 1 .
#[pyfunction]
#[pyo3(signature = (source=None, *, text=None, width=100, indent=4, **options))]
pub fn format(
    py: Python<'_>,
    source: Option<&Bound<'_, PyAny>>,
    text: Option<&Bound<'_, PyString>>,
    width: usize,
    indent: u8,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let (parser, reader, name) = open(py, Origin::of(source, text)?, options)?;
    let style = Style::default()
        .with_width(width)
        .with_indentation(Indentation::Spaces(indent));
    let mut formatted = Vec::new();
    let formatting = parser.format_reader(reader, &style);
    let result = py.detach(|| formatting.write_to(&mut formatted));
    result.map_err(|error| match error {
        FormatError::Read(error) => exception(py, error, name.as_deref()),
        error => value_error(error),
    })?;
    String::from_utf8(formatted).map_err(value_error)
}

/// A document whose faults are mended, as far as repairs go: those that are certain, or with `unsafe` the first of each fault. All
/// else is as it was. What is left, `check` tells.
///
/// >>> from turtle_peg import fix
/// >>> print(fix(text="<x:s> <x:p> 1\n    <x:q> 2 .\n", dialect="turtle"), end="")
/// <x:s> <x:p> 1 ;
///     <x:q> 2 .
#[pyfunction]
#[pyo3(signature = (source=None, *, text=None, r#unsafe=false, **options))]
pub fn fix(
    py: Python<'_>,
    source: Option<&Bound<'_, PyAny>>,
    text: Option<&Bound<'_, PyString>>,
    r#unsafe: bool,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let origin = Origin::of(source, text)?;
    let parser = ParserOptions::of(options)?.parser(&origin, None)?;
    let choice = match r#unsafe {
        true => RepairChoice::Likely,
        false => RepairChoice::Certain,
    };
    let text = origin.read_text(py)?;
    Ok(py.detach(|| fix_str(&parser, &text, choice).text))
}

/// The lexical form, the datatype, the language and the base direction of a literal in N-Triples.
#[pyfunction]
pub fn literal_parts(
    text: PyBackedStr,
) -> PyResult<(String, String, Option<String>, Option<&'static str>)> {
    let parts = || {
        let (quoted, rest) = text.split_at(text.rfind('"')? + 1);
        let lexical = quoted.strip_prefix('"')?.strip_suffix('"')?;
        let lexical = match lexical.contains('\\') {
            true => unescaped(quoted)?,
            false => lexical.to_owned(),
        };
        if let Some(tag) = rest.strip_prefix('@') {
            let (tag, direction) = match tag.split_once("--") {
                Some((tag, "ltr")) => (tag, Some("ltr")),
                Some((tag, _)) => (tag, Some("rtl")),
                None => (tag, None),
            };
            let datatype = match direction {
                None => rdf::LANG_STRING,
                Some(_) => rdf::DIR_LANG_STRING,
            };
            return Some((
                lexical,
                datatype.as_str().to_owned(),
                Some(tag.to_owned()),
                direction,
            ));
        }
        let datatype = match rest.strip_prefix("^^<") {
            Some(datatype) => datatype.strip_suffix('>')?,
            None => xsd::STRING.as_str(),
        };
        Some((lexical, datatype.to_owned(), None, None))
    };
    parts().ok_or_else(|| value_error(std::format!("{} is not a literal", &*text)))
}

/// The text between quotation marks, its escape sequences replaced.
fn unescaped(quoted: &str) -> Option<String> {
    let line = std::format!("<x:s> <x:p> {quoted} .");
    let mut triples = Parser::new(Dialect::NTriples12).parse_str(&line).triples();
    match triples.next()?.ok()?.object {
        Term::Literal(literal) => Some(literal.destruct().0),
        _ => None,
    }
}

type QuadTexts = (String, String, String, Option<String>);

fn texts(quad: &Quad) -> QuadTexts {
    let graph = (!quad.graph_name.is_default_graph()).then(|| quad.graph_name.to_string());
    (
        quad.subject.to_string(),
        quad.predicate.to_string(),
        quad.object.to_string(),
        graph,
    )
}

/// The quads that only the first document has, as `removed`, and those that only the second has, as `added`; blank nodes are matched.
/// It is false if there are none.
///
/// >>> from turtle_peg import diff
/// >>> diff(b"_:a <x:p> <x:o> .", b"[] <x:p> <x:o>, <x:r> .", dialect="turtle")
/// Difference(removed=[], added=[('_:anon1', '<x:p>', '<x:r>', None)])
#[pyfunction]
#[pyo3(signature = (first, second, **options))]
pub fn diff<'py>(
    py: Python<'py>,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let read = |source| {
        let (parser, reader, name) = open(py, Origin::of_source(source)?, options)?;
        let dataset: Result<Dataset, Error> =
            py.detach(|| parser.parse_reader(reader).quads().collect());
        dataset.map_err(|error| exception(py, error, name.as_deref()))
    };
    let (first, second) = (read(first)?, read(second)?);
    let difference = py.detach(|| Difference::between(&first, &second));
    let (removed, added): (Vec<QuadTexts>, Vec<QuadTexts>) =
        match difference.map_err(value_error)? {
            None => Default::default(),
            Some(difference) => (
                difference.missing().iter().map(texts).collect(),
                difference.unexpected().iter().map(texts).collect(),
            ),
        };
    let class = py.import("turtle_peg._difference")?.getattr("Difference")?;
    class.call1((removed, added))
}

/// The canonical form of a document, by RDFC-1.0: lines of N-Quads, the same for all documents with the same meaning. `hash` is
/// "sha256" or "sha384". Beyond `step_limit` steps, and where RDFC-1.0 does not label blank nodes, it raises a ValueError. It is made
/// to sign and to hash data, and not for version control: one more triple may change the labels of all blank nodes.
///
/// >>> from turtle_peg import canonicalize
/// >>> canonicalize(b"_:a <x:p> _:b . _:b <x:p> 'c' .", dialect="turtle")
/// '_:c14n0 <x:p> _:c14n1 .\n_:c14n1 <x:p> "c" .\n'
#[pyfunction]
#[pyo3(signature = (source=None, *, text=None, hash="sha256", step_limit=Canonicalizer::DEFAULT_STEP_LIMIT, **options))]
pub fn canonicalize(
    py: Python<'_>,
    source: Option<&Bound<'_, PyAny>>,
    text: Option<&Bound<'_, PyString>>,
    hash: &str,
    step_limit: u64,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    Ok(canonical_form(py, Origin::of(source, text)?, hash, step_limit, options)?.to_string())
}

/// The issued identifiers map of `canonicalize`: for each blank node of the document its label in the canonical form.
///
/// >>> from turtle_peg import canonical_labels
/// >>> canonical_labels(b"_:a <x:p> <x:o> .", dialect="nt")
/// {'a': 'c14n0'}
#[pyfunction]
#[pyo3(signature = (source=None, *, text=None, hash="sha256", step_limit=Canonicalizer::DEFAULT_STEP_LIMIT, **options))]
pub fn canonical_labels(
    py: Python<'_>,
    source: Option<&Bound<'_, PyAny>>,
    text: Option<&Bound<'_, PyString>>,
    hash: &str,
    step_limit: u64,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<HashMap<String, String>> {
    let form = canonical_form(py, Origin::of(source, text)?, hash, step_limit, options)?;
    let issued = form.identifiers();
    let issued =
        issued.map(|(node, issued)| (node.as_str().to_owned(), issued.as_str().to_owned()));
    Ok(issued.collect())
}

fn canonical_form(
    py: Python<'_>,
    origin: Origin,
    hash: &str,
    step_limit: u64,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<CanonicalForm> {
    let hash = match hash {
        "sha256" => CanonicalHash::Sha256,
        "sha384" => CanonicalHash::Sha384,
        _ => return Err(value_error("hash is \"sha256\" or \"sha384\"")),
    };
    let (parser, reader, name) = open(py, origin, options)?;
    let quads: Result<Vec<Quad>, Error> =
        py.detach(|| parser.parse_reader(reader).quads().collect());
    let quads = quads.map_err(|error| exception(py, error, name.as_deref()))?;
    let canonicalizer = Canonicalizer::new()
        .with_hash(hash)
        .with_step_limit(step_limit);
    let form = py.detach(|| canonicalizer.canonicalize(quads));
    form.map_err(value_error)
}

/// The results of a manifest's tests, as the W3C's suites have them: name, IRI, whether it passed, and why not.
///
/// `allow` lists folders besides its own in which the manifest may name files.
#[pyfunction]
#[pyo3(signature = (manifest, *, allow=Vec::new(), dialect=None))]
pub fn conformance<'py>(
    py: Python<'py>,
    manifest: PathBuf,
    allow: Vec<PathBuf>,
    dialect: Option<&str>,
) -> PyResult<Bound<'py, PyList>> {
    let dialect = dialect.map(str::parse::<Dialect>).transpose();
    let options = Options {
        dialect: dialect.map_err(value_error)?,
        ..Options::default()
    };
    let reader = allow.into_iter().fold(
        ManifestReader::default(),
        ManifestReader::with_allowed_folder,
    );
    let manifest = py.detach(|| reader.read(manifest)).map_err(value_error)?;
    let results = PyList::empty(py);
    for test in manifest.tests() {
        py.check_signals()?;
        let result = run_test(test, &options);
        let failure = result.outcome.failure().map(ToString::to_string);
        let entry = PyDict::new(py);
        entry.set_item("name", test.name())?;
        entry.set_item("iri", test.iri().as_str())?;
        entry.set_item("passed", failure.is_none())?;
        entry.set_item("failure", failure)?;
        results.append(entry)?;
    }
    Ok(results)
}
