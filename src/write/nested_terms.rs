//! The tokens of terms that nodes without labels are written in.
//!
//! Invariant: brackets nest as deep as they will, and the stack does not.

use super::error::WriteError;
use super::nesting::{NestedNode, Nesting, NodeForm};
use super::terms::TermTexts;
use super::tokens::{WrittenBracket, WrittenKind, WrittenTokens};
use oxrdf::{NamedNodeRef, NamedOrBlankNodeRef, TermRef, TripleRef};

/// The signs around a triple term.
const TRIPLE_TERM: [&str; 2] = ["<<(", ")>>"];
/// The signs around a reified triple.
const REIFIED_TRIPLE: [&str; 2] = ["<<", ">>"];

/// A part that is left to write.
enum NestedPart<'n, 'a> {
    /// The object of a quad, and its annotations.
    Object(usize),
    Annotations {
        quad: usize,
        written: usize,
        /// Whether a block would have a reifier of its own here.
        is_apart: bool,
    },
    Properties {
        quads: &'n [usize],
        written: usize,
        close: &'static str,
    },
    Items(Option<&'n NestedNode<'a>>),
    /// A term of a triple term, or of a reified triple.
    Term(TermRef<'a>),
    Predicate(NamedNodeRef<'a>),
    Reifier(NamedOrBlankNodeRef<'a>),
    EndOfTriple(&'static str),
}

/// Writes an object whose blank nodes all have labels.
pub(super) fn write_labelled_object(
    terms: &mut TermTexts,
    object: TermRef<'_>,
    output: &mut WrittenTokens,
) -> Result<(), WriteError> {
    match terms.object(object, output)? {
        None => Ok(()),
        Some(triple) => {
            let nesting = Nesting::new(&[], &|_| false, usize::MAX);
            let mut parts = Vec::new();
            begin_triple(terms, TRIPLE_TERM, triple, None, &mut parts, output)?;
            write_parts(terms, &nesting, parts, output)
        }
    }
}

/// Writes the object of a quad.
pub(super) fn write_object(
    terms: &mut TermTexts,
    nesting: &Nesting<'_, '_>,
    quad: usize,
    output: &mut WrittenTokens,
) -> Result<(), WriteError> {
    write_parts(terms, nesting, vec![NestedPart::Object(quad)], output)
}

/// Writes the subject of a statement.
pub(super) fn write_subject<'a>(
    terms: &mut TermTexts,
    nesting: &Nesting<'_, 'a>,
    node: &NestedNode<'a>,
    form: NodeForm<'a>,
    output: &mut WrittenTokens,
) -> Result<(), WriteError> {
    let mut parts = Vec::new();
    match form {
        NodeForm::Name => terms.subject(node.node, output)?,
        // Its properties follow.
        NodeForm::Properties => output.sign(WrittenKind::Term, "[]"),
        NodeForm::List | NodeForm::Reified { .. } => {
            begin(terms, node, form, &mut parts, output)?;
        }
    }
    write_parts(terms, nesting, parts, output)
}

fn write_parts<'n, 'a>(
    terms: &mut TermTexts,
    nesting: &'n Nesting<'_, 'a>,
    mut parts: Vec<NestedPart<'n, 'a>>,
    output: &mut WrittenTokens,
) -> Result<(), WriteError> {
    while let Some(part) = parts.pop() {
        match part {
            NestedPart::Object(quad) => {
                parts.push(NestedPart::Annotations {
                    quad,
                    written: 0,
                    is_apart: true,
                });
                if let Some((node, form)) = nesting.object(quad) {
                    begin(terms, node, form, &mut parts, output)?;
                } else if let Some(triple) = terms.object(nesting.quad(quad).object, output)? {
                    begin_triple(terms, TRIPLE_TERM, triple, None, &mut parts, output)?;
                }
            }
            NestedPart::Annotations {
                quad,
                written,
                is_apart,
            } => {
                if let Some(reifier) = nesting.annotation(quad, written) {
                    parts.push(NestedPart::Annotations {
                        quad,
                        written: written + 1,
                        is_apart: !reifier.quads.is_empty(),
                    });
                    write_annotation(terms, reifier, is_apart, &mut parts, output)?;
                }
            }
            NestedPart::Properties {
                quads,
                written,
                close,
            } => match quads.get(written) {
                None => output.sign(WrittenKind::Close, close),
                Some(&place) => {
                    let before = written.checked_sub(1).map(|before| quads[before]);
                    write_predicate(terms, nesting, before, place, output)?;
                    parts.push(NestedPart::Properties {
                        quads,
                        written: written + 1,
                        close,
                    });
                    parts.push(NestedPart::Object(place));
                }
            },
            NestedPart::Items(cell) => match cell.and_then(|cell| nesting.cell(cell)) {
                None => output.sign(WrittenKind::Close, ")"),
                Some((first, rest)) => {
                    parts.push(NestedPart::Items(rest));
                    parts.push(NestedPart::Object(first));
                }
            },
            NestedPart::Term(term) => {
                if let Some((node, form)) = nesting.in_triple(term) {
                    begin(terms, node, form, &mut parts, output)?;
                } else if let Some(triple) = terms.term(term, output)? {
                    begin_triple(terms, TRIPLE_TERM, triple, None, &mut parts, output)?;
                }
            }
            NestedPart::Predicate(predicate) => {
                output.push(WrittenKind::Term, |text| terms.predicate(predicate, text))?;
            }
            NestedPart::Reifier(node) => {
                output.sign(WrittenKind::Tilde, "~");
                output.push(WrittenKind::Term, |text| terms.node(node, text))?;
            }
            NestedPart::EndOfTriple(sign) => output.sign(WrittenKind::Close, sign),
        }
    }
    Ok(())
}

/// Writes a reifier, and begins its block if it has one. A block that is apart would have a reifier of its own.
fn write_annotation<'n, 'a>(
    terms: &mut TermTexts,
    reifier: &'n NestedNode<'a>,
    is_apart: bool,
    parts: &mut Vec<NestedPart<'n, 'a>>,
    output: &mut WrittenTokens,
) -> Result<(), WriteError> {
    terms.check_triple_terms()?;
    let has_block = !reifier.quads.is_empty();
    let is_named = !reifier.is_unmentioned();
    if is_named || !has_block || !is_apart {
        output.sign(WrittenKind::Tilde, "~");
    }
    if is_named {
        output.push(WrittenKind::Term, |text| terms.node(reifier.node, text))?;
    }
    if has_block {
        output.sign(WrittenKind::Open(WrittenBracket::Annotation), "{|");
        parts.push(NestedPart::Properties {
            quads: &reifier.quads,
            written: 0,
            close: "|}",
        });
    }
    Ok(())
}

/// Writes the predicate of a quad within brackets, or the comma that stands for it after a quad with the same predicate.
fn write_predicate(
    terms: &mut TermTexts,
    nesting: &Nesting<'_, '_>,
    before: Option<usize>,
    quad: usize,
    output: &mut WrittenTokens,
) -> Result<(), WriteError> {
    let predicate = nesting.quad(quad).predicate;
    match before.map(|before| nesting.quad(before).predicate) {
        Some(before) if before == predicate => {
            output.sign(WrittenKind::Comma, ",");
            return Ok(());
        }
        Some(_) => output.sign(WrittenKind::Semicolon, ";"),
        None => {}
    }
    output.push(WrittenKind::Term, |text| terms.predicate(predicate, text))
}

/// Begins to write a node in its place.
fn begin<'n, 'a>(
    terms: &mut TermTexts,
    node: &'n NestedNode<'a>,
    form: NodeForm<'a>,
    parts: &mut Vec<NestedPart<'n, 'a>>,
    output: &mut WrittenTokens,
) -> Result<(), WriteError> {
    match form {
        NodeForm::Name => {
            return output.push(WrittenKind::Term, |text| terms.node(node.node, text));
        }
        NodeForm::Reified { triple, is_named } => {
            let reifier = is_named.then_some(node.node);
            begin_triple(terms, REIFIED_TRIPLE, triple, reifier, parts, output)?;
        }
        NodeForm::Properties if node.quads.is_empty() => output.sign(WrittenKind::Term, "[]"),
        NodeForm::Properties => {
            output.sign(WrittenKind::Open(WrittenBracket::Properties), "[");
            parts.push(NestedPart::Properties {
                quads: &node.quads,
                written: 0,
                close: "]",
            });
        }
        NodeForm::List => {
            output.sign(WrittenKind::Open(WrittenBracket::Members), "(");
            parts.push(NestedPart::Items(Some(node)));
        }
    }
    Ok(())
}

/// Begins to write a triple between signs, with the name of its reifier if there is one.
fn begin_triple<'n, 'a>(
    terms: &TermTexts,
    [open, close]: [&'static str; 2],
    triple: TripleRef<'a>,
    reifier: Option<NamedOrBlankNodeRef<'a>>,
    parts: &mut Vec<NestedPart<'n, 'a>>,
    output: &mut WrittenTokens,
) -> Result<(), WriteError> {
    terms.check_triple_terms()?;
    output.sign(WrittenKind::Open(WrittenBracket::Triple), open);
    parts.push(NestedPart::EndOfTriple(close));
    parts.extend(reifier.map(NestedPart::Reifier));
    parts.push(NestedPart::Term(triple.object));
    parts.push(NestedPart::Predicate(triple.predicate));
    parts.push(NestedPart::Term(triple.subject.into()));
    Ok(())
}
