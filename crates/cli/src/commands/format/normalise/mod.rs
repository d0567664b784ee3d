//! Changes to a document's tokens that keep its triples: `format --sort`, `--directives`, `--a` and `--unused-prefixes`.
//!
//! Invariant: comments stay with what they are before, or behind on its line. Nobody gets a text before its quads were compared
//! with those of the document ([`verified`]).

mod changes;
mod commented;
mod equal_statements;
mod line_ends;
mod lines;
mod refusal;
mod rewritten;
mod separated;

use crate::settings::changes::{DirectiveForm, Normalisation};
use anyhow::anyhow;
use changes::{ChangedUnit, UnitChanges};
use commented::CommentedToken;
use comparison::Unmatched;
use equal_statements::{has_equal_statements, has_same_statements_in_any_order};
use line_ends::line_end;
pub use lines::write_sorted;
pub use refusal::NormalisationError;
use refusal::{HAS_OTHERS, not_read};
use rewritten::{RewrittenText, used_prefixes};
use std::collections::HashSet;
use turtle_peg::Parser;
use turtle_peg::format::{LineEnd, switches_off};
use turtle_peg::oxrdf::Quad;
use turtle_peg::tokens::TokenKind;

/// A document that was changed, and not laid out.
pub struct NormalisedText {
    pub text: String,
    /// How the lines of the document ended, by the first: in the text, another line may be the first.
    pub line_end: LineEnd,
}

/// The document with these changes, after its quads were compared.
///
/// # Errors
///
/// The document is at fault, or the changed one is: its dialect may not have what was asked for. Or it is not decided whether the
/// two have the same quads.
pub fn verified(
    parser: &Parser,
    text: &str,
    normalisation: &Normalisation,
) -> Result<NormalisedText, NormalisationError> {
    let [within, order] = normalisation.in_two();
    let changed = match within.changes_anything() {
        true => verified_within(parser, text, &within)?,
        false => NormalisedText {
            text: text.to_owned(),
            line_end: LineEnd::Auto,
        },
    };
    match order.changes_anything() {
        true => verified_order(parser, &changed, &order),
        false => Ok(changed),
    }
}

/// The document with changes within its statements and directives, after its quads were compared.
fn verified_within(
    parser: &Parser,
    text: &str,
    normalisation: &Normalisation,
) -> Result<NormalisedText, NormalisationError> {
    let dialect = parser.dialect();
    let has_keywords = || Parser::new(dialect).parse_str("PREFIX x: <x:>\n").check();
    if normalisation.directives == Some(DirectiveForm::Sparql) && has_keywords().is_err() {
        return Err(anyhow!("{dialect} has no directives without `@`").into());
    }
    let changed = changed(parser, text, normalisation)?;
    if has_equal_statements(parser, [text, &changed.text])? {
        return Ok(changed);
    }
    let quads = |text: &str| {
        let quads = parser.parse_str(text).quads();
        quads.collect::<Result<Vec<Quad>, _>>()
    };
    let before = quads(text)?;
    let after = quads(&changed.text).map_err(not_read)?;
    let unmatched = Unmatched::of(&before, &after);
    if unmatched.undecided.is_some() {
        let why = "it was not decided whether the changed document has the same triples";
        return Err(anyhow!(why).into());
    }
    match unmatched.is_empty() {
        true => Ok(changed),
        false => Err(anyhow!(HAS_OTHERS).into()),
    }
}

/// The document with its statements in another order, after they were compared.
fn verified_order(
    parser: &Parser,
    before: &NormalisedText,
    normalisation: &Normalisation,
) -> Result<NormalisedText, NormalisationError> {
    let mut ordered = changed(parser, &before.text, normalisation)?;
    if before.line_end != LineEnd::Auto {
        ordered.line_end = before.line_end;
    }
    match has_same_statements_in_any_order(parser, [&before.text, &ordered.text])? {
        true => Ok(ordered),
        false => Err(anyhow!(HAS_OTHERS).into()),
    }
}

/// The document with these changes.
fn changed(
    parser: &Parser,
    text: &str,
    normalisation: &Normalisation,
) -> Result<NormalisedText, NormalisationError> {
    let mut used = HashSet::new();
    if normalisation.removes_unused_prefixes() {
        let count = |unit| used.extend(used_prefixes(&unit));
        each_unit(parser, text, normalisation, count)?;
    }
    let used = normalisation.removes_unused_prefixes().then_some(&used);
    let mut rewritten = RewrittenText::new(normalisation, used);
    each_unit(parser, text, normalisation, |unit| rewritten.add(unit))?;
    Ok(NormalisedText {
        text: rewritten.finish(),
        line_end: line_end(&mut parser.parse_str(text))?,
    })
}

/// Hands over the units of the document, each with the changes in it.
fn each_unit<'t>(
    parser: &Parser,
    text: &'t str,
    normalisation: &Normalisation,
    hand_over: impl FnMut(ChangedUnit<'t>),
) -> Result<(), NormalisationError> {
    let mut changes = UnitChanges::new(normalisation, hand_over);
    // The next token may give it a comment.
    let mut last: Option<CommentedToken<'t>> = None;
    let mut document = parser.parse_str(text);
    while let Some(tokens) = document.next_tokens() {
        let mut begins_statement = true;
        for token in tokens? {
            let is_mark = |word: &CommentedToken<'_>| word.kind == TokenKind::ByteOrderMark;
            let is_first = last.as_ref().is_none_or(is_mark);
            let mut comments = token.trivia().comments();
            if begins_statement && comments.any(|comment| switches_off(&comment, is_first)) {
                return Err(NormalisationError::Stays);
            }
            begins_statement &= token.kind() == TokenKind::ByteOrderMark;
            let word = CommentedToken::after(last.as_mut(), &token, text);
            if let Some(word) = last.replace(word) {
                changes.add(word);
            }
        }
    }
    if let Some(word) = last {
        changes.add(word);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::changes::{Sorted, UnusedPrefixes};
    use pretty_assertions::assert_eq;
    use std::fs;
    use turtle_peg::Dialect;
    use turtle_peg::format::Style;
    use turtle_peg::tokens::Token;

    /// The comments of a document, in the order of their texts.
    fn comments(text: &str, parser: &Parser) -> Vec<String> {
        let mut comments = Vec::new();
        let mut document = parser.parse_str(text);
        while let Some(Ok(tokens)) = document.next_tokens() {
            let of_token = |token: Token<'_>| {
                let texts = token
                    .trivia()
                    .comments()
                    .map(|it| it.text().trim_end().to_owned());
                texts.collect::<Vec<_>>()
            };
            comments.extend(tokens.flat_map(of_token));
        }
        comments.sort();
        comments
    }

    #[test]
    fn the_corpus_keeps_its_triples_and_its_comments() {
        let all = Normalisation {
            sort: vec![
                Sorted::Statements,
                Sorted::Prefixes,
                Sorted::Predicates,
                Sorted::Objects,
            ],
            directives: Some(DirectiveForm::Sparql),
            writes_a: true,
            unused_prefixes: UnusedPrefixes::Remove,
        };
        let at = Normalisation {
            directives: Some(DirectiveForm::At),
            ..all.clone()
        };
        let mut count = 0;
        for path in testing::documents::corpus() {
            let dialect = Dialect::from_path(&path).unwrap();
            let Ok(text) = fs::read_to_string(&path) else {
                continue;
            };
            if text.contains("# format: off") {
                continue;
            }
            let parser = Parser::new(dialect)
                .with_base_iri("http://example.org/")
                .unwrap();
            for normalisation in [&all, &at] {
                let normalisation = &match dialect.is_line_based() {
                    true => normalisation.of_lines(),
                    false => normalisation.clone(),
                };
                let changed = match verified(&parser, &text, normalisation) {
                    Ok(changed) => changed,
                    Err(NormalisationError::Fault(_)) => continue,
                    Err(error) => panic!("{}: {error:?}", path.display()),
                };
                count += 1;
                let before = comments(&text, &parser);
                assert_eq!(
                    comments(&changed.text, &parser),
                    before,
                    "{}",
                    path.display()
                );
                let laid_out =
                    |text: &str| turtle_peg::format(text, dialect, &Style::default()).unwrap();
                let once = laid_out(&changed.text);
                let again = verified(&parser, &once, normalisation).unwrap();
                assert_eq!(laid_out(&again.text), once, "{}", path.display());
            }
        }
        assert!(count > 200, "{count}");
    }
}
