//! Changes to a document's tokens that keep its triples: `format --sort`, `--directives`, `--a` and `--unused-prefixes`.
//!
//! Invariant: comments stay with what they are before, or behind on its line. Nobody gets a text before its quads were compared
//! with those of the document ([`verified`]).

mod changes;
mod commented;
mod equal_statements;
mod rewritten;
mod separated;

use crate::settings::changes::{DirectiveForm, Normalisation};
use anyhow::bail;
use changes::{ChangedUnit, UnitChanges};
use commented::CommentedToken;
use comparison::Unmatched;
use equal_statements::{has_equal_statements, has_same_statements_in_any_order};
use rewritten::{RewrittenText, used_prefixes};
use std::collections::HashSet;
use turtle_peg::format::{LineEnd, first_line_end, switches_off};
use turtle_peg::oxrdf::Quad;
use turtle_peg::tokens::TokenKind;
use turtle_peg::{Error, Parser};

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
) -> anyhow::Result<Result<NormalisedText, Error>> {
    let [within, order] = normalisation.in_two();
    let mut changed = NormalisedText {
        text: text.to_owned(),
        line_end: LineEnd::Auto,
    };
    // Each line has a triple, and says it in one way.
    if within.changes_anything() && !parser.dialect().is_line_based() {
        changed = match verified_within(parser, text, &within)? {
            Ok(changed) => changed,
            Err(error) => return Ok(Err(error)),
        };
    }
    match order.changes_anything() {
        true => verified_order(parser, &changed, &order),
        false => Ok(Ok(changed)),
    }
}

/// The document with changes within its statements and directives, after its quads were compared.
fn verified_within(
    parser: &Parser,
    text: &str,
    normalisation: &Normalisation,
) -> anyhow::Result<Result<NormalisedText, Error>> {
    let dialect = parser.dialect();
    let has_keywords = || Parser::new(dialect).parse_str("PREFIX x: <x:>\n").check();
    if normalisation.directives == Some(DirectiveForm::Sparql) && has_keywords().is_err() {
        bail!("{dialect} has no directives without `@`");
    }
    let changed = match changed(parser, text, normalisation) {
        Ok(Some(changed)) => changed,
        Ok(None) => bail!(IS_TO_STAY),
        Err(error) => return Ok(Err(error)),
    };
    match has_equal_statements(parser, [text, &changed.text]) {
        Ok(true) => return Ok(Ok(changed)),
        Ok(false) => {}
        Err(error) => return Ok(Err(error)),
    }
    let quads = |text: &str| {
        let quads = parser.parse_str(text).quads();
        quads.collect::<Result<Vec<Quad>, _>>()
    };
    let before = match quads(text) {
        Ok(before) => before,
        Err(error) => return Ok(Err(error)),
    };
    let after = match quads(&changed.text) {
        Ok(after) => after,
        Err(error) => bail!("the changed document would not be read: {error}"),
    };
    let unmatched = Unmatched::of(&before, &after);
    if unmatched.undecided.is_some() {
        bail!("it was not decided whether the changed document has the same triples");
    }
    if !unmatched.is_empty() {
        bail!(HAS_OTHERS);
    }
    Ok(Ok(changed))
}

/// The document with its statements in another order, after they were compared.
fn verified_order(
    parser: &Parser,
    before: &NormalisedText,
    normalisation: &Normalisation,
) -> anyhow::Result<Result<NormalisedText, Error>> {
    let mut ordered = match changed(parser, &before.text, normalisation) {
        Ok(Some(ordered)) => ordered,
        Ok(None) => bail!(IS_TO_STAY),
        Err(error) => return Ok(Err(error)),
    };
    if before.line_end != LineEnd::Auto {
        ordered.line_end = before.line_end;
    }
    match has_same_statements_in_any_order(parser, [&before.text, &ordered.text]) {
        Ok(true) => Ok(Ok(ordered)),
        Ok(false) => bail!(HAS_OTHERS),
        Err(error) => Ok(Err(error)),
    }
}

const IS_TO_STAY: &str = "it has a part with `# format: off`, which --sort, --directives, --a and --unused-prefixes would change, too";
const HAS_OTHERS: &str = "the changed document would have other triples: this is a fault of turtle-peg, please report it";

/// The document with these changes; `None` if a part of it is to stay as it is.
fn changed(
    parser: &Parser,
    text: &str,
    normalisation: &Normalisation,
) -> Result<Option<NormalisedText>, Error> {
    let mut used = HashSet::new();
    if normalisation.removes_unused_prefixes() {
        let count = |unit| used.extend(used_prefixes(&unit));
        each_unit(parser, text, normalisation, count)?;
    }
    let used = normalisation.removes_unused_prefixes().then_some(&used);
    let mut rewritten = RewrittenText::new(normalisation, used);
    let line_end = each_unit(parser, text, normalisation, |unit| rewritten.add(unit))?;
    Ok(line_end.map(|line_end| NormalisedText {
        text: rewritten.finish(),
        line_end,
    }))
}

/// Hands over the units of the document, each with the changes in it, and tells how its lines end; `None` if a part of it is to stay as
/// it is.
fn each_unit<'t>(
    parser: &Parser,
    text: &'t str,
    normalisation: &Normalisation,
    hand_over: impl FnMut(ChangedUnit<'t>),
) -> Result<Option<LineEnd>, Error> {
    let mut line_end = LineEnd::Auto;
    let mut changes = UnitChanges::new(normalisation, hand_over);
    // The next token may give it a comment.
    let mut last: Option<CommentedToken<'t>> = None;
    let mut document = parser.parse_str(text);
    while let Some(tokens) = document.next_tokens() {
        for (index, token) in tokens?.enumerate() {
            let mut comments = token.trivia().comments();
            let is_first = last.is_none();
            if index == 0 && comments.any(|comment| switches_off(&comment, is_first)) {
                return Ok(None);
            }
            if line_end == LineEnd::Auto {
                let is_mark = |word: &CommentedToken<'_>| word.kind == TokenKind::ByteOrderMark;
                let follows_nothing = last.as_ref().is_none_or(is_mark);
                line_end = match first_line_end(token.trivia().text(), follows_nothing) {
                    Some("\r\n") => LineEnd::CrLf,
                    Some(_) => LineEnd::Lf,
                    None => LineEnd::Auto,
                };
            }
            let word = CommentedToken::after(last.as_mut(), &token, text);
            if let Some(word) = last.replace(word) {
                changes.add(word);
            }
        }
    }
    if let Some(word) = last {
        changes.add(word);
    }
    Ok(Some(line_end))
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
                let Ok(changed) = verified(&parser, &text, normalisation).unwrap() else {
                    continue;
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
                let again = verified(&parser, &once, normalisation).unwrap().unwrap();
                assert_eq!(laid_out(&again.text), once, "{}", path.display());
            }
        }
        assert!(count > 200, "{count}");
    }
}
