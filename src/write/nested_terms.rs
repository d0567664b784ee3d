//! The tokens of terms that nodes without labels are written in.
//!
//! Invariant: brackets nest as deep as they will, and the stack does not.

use super::error::WriteError;
use super::nesting::{NestedNode, Nesting, NodeForm};
use super::terms::TermTexts;
use super::tokens::{WrittenBracket, WrittenKind, WrittenTokens};

/// What is left to write.
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
        NodeForm::List | NodeForm::Reified(_) => begin(terms, node, form, &mut parts, output)?,
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
                match nesting.object(quad) {
                    None => terms.object(nesting.quad(quad).object, output)?,
                    Some((node, form)) => begin(terms, node, form, &mut parts, output)?,
                }
            }
            NestedPart::Annotations {
                quad,
                written,
                is_apart,
            } => {
                let Some(reifier) = nesting.annotation(quad, written) else {
                    continue;
                };
                terms.check_triple_terms()?;
                let has_block = !reifier.quads.is_empty();
                let is_named = !reifier.is_unmentioned();
                if is_named || !has_block || !is_apart {
                    output.sign(WrittenKind::Tilde, "~");
                }
                if is_named {
                    output.push(WrittenKind::Term, |text| terms.node(reifier.node, text))?;
                }
                parts.push(NestedPart::Annotations {
                    quad,
                    written: written + 1,
                    is_apart: has_block,
                });
                if has_block {
                    output.sign(WrittenKind::Open(WrittenBracket::Annotation), "{|");
                    parts.push(NestedPart::Properties {
                        quads: &reifier.quads,
                        written: 0,
                        close: "|}",
                    });
                }
            }
            NestedPart::Properties {
                quads,
                written,
                close,
            } => {
                let Some(&place) = quads.get(written) else {
                    output.sign(WrittenKind::Close, close);
                    continue;
                };
                let predicate = nesting.quad(place).predicate;
                let before = written
                    .checked_sub(1)
                    .map(|before| nesting.quad(quads[before]));
                match before {
                    Some(before) if before.predicate == predicate => {
                        output.sign(WrittenKind::Comma, ",");
                    }
                    _ => {
                        if before.is_some() {
                            output.sign(WrittenKind::Semicolon, ";");
                        }
                        output.push(WrittenKind::Term, |text| terms.predicate(predicate, text))?;
                    }
                }
                parts.push(NestedPart::Properties {
                    quads,
                    written: written + 1,
                    close,
                });
                parts.push(NestedPart::Object(place));
            }
            NestedPart::Items(cell) => match cell.and_then(|cell| nesting.cell(cell)) {
                None => output.sign(WrittenKind::Close, ")"),
                Some((first, rest)) => {
                    parts.push(NestedPart::Items(rest));
                    parts.push(NestedPart::Object(first));
                }
            },
        }
    }
    Ok(())
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
        NodeForm::Reified(triple) => return terms.reified_triple(triple, output),
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
