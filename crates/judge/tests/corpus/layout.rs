//! Documents that are laid out: nothing is lost, and nothing changes twice.

use super::cases::{check_all, documents_of_study};
use super::{Numbered, documents, parser};
use anyhow::{Context, ensure};
use judge::claim::laid_out;
use judge::mutants::stable_parser;
use std::env;
use testing::random::Random;
use turtle_peg::Dialect;
use turtle_peg::format::{FinalSemicolon, FirstPredicate, Indentation, LineEnd, Style};
use turtle_peg::tokens::TokenKind;

/// Styles of which each choice is another than the usual one.
fn other_styles() -> [Style; 2] {
    let one = Style::default()
        .with_width(30)
        .with_indentation(Indentation::Tab)
        .with_first_predicate(FirstPredicate::Own)
        .with_final_semicolon(FinalSemicolon::Always);
    let other = one
        .clone()
        .with_line_end(LineEnd::CrLf)
        .with_final_semicolon(FinalSemicolon::Never);
    [one, other]
}

/// Checks each document that can be laid out, and what it is with other white space: in the usual style, and now and then in
/// another. `LAYOUT_VARIANTS=12` tries more variants of each.
#[test]
fn nothing_is_lost_and_nothing_changes_twice() {
    let rounds = env::var("LAYOUT_VARIANTS").map_or(4, |rounds| rounds.parse().unwrap());
    let others = documents_of_study().into_iter().enumerate();
    let others = others.map(|(number, (path, bytes))| (number, path, bytes));
    let documents: Vec<Numbered> = documents().into_iter().chain(others).collect();
    let (usual, others) = (Style::default(), other_styles());
    let conforming = check_all(
        &documents,
        |(_, path, _)| path,
        |(number, path, bytes)| {
            let Ok(text) = str::from_utf8(bytes) else {
                return Ok(false);
            };
            let dialect = Dialect::from_path(path).context("no dialect")?;
            let parser = parser(dialect)?;
            if laid_out(&parser, text, &usual)?.has_fault {
                return Ok(false);
            }
            for style in &others {
                laid_out(&parser, text, style).with_context(|| format!("{style:?}"))?;
            }
            let mut random = Random::new(*number as u64);
            for round in 0..rounds {
                let style = match (number + round) % 3 {
                    0 => &others[round % others.len()],
                    _ => &usual,
                };
                let variant = with_other_space(text, dialect, round, &mut random);
                let checked = laid_out(&parser, &variant, style)
                    .with_context(|| format!("{style:?}\n{variant}"))?;
                ensure!(!checked.has_fault, "white space is a fault:\n{variant}");
            }
            Ok(true)
        },
    );
    // Documents of other versions of a language may be at fault in the newest, which their names stand for.
    assert!(conforming.contains(&true), "no document was laid out");
}

/// A document with other white space between its tokens, and comments; in a language of lines, only where a line may end.
fn with_other_space(text: &str, dialect: Dialect, round: usize, random: &mut Random) -> String {
    let mut variant = String::new();
    let mut document = stable_parser(dialect).parse_str(text);
    let mut number = 0;
    while let Some(Ok(tokens)) = document.next_tokens() {
        let mut tokens = tokens.peekable();
        while let Some(token) = tokens.next() {
            number += 1;
            variant += token.text();
            let ends_line = tokens.peek().is_none();
            if token.kind() == TokenKind::ByteOrderMark || dialect.is_line_based() && !ends_line {
                variant.push(' ');
                continue;
            }
            let space = match round {
                0 | 1 => round,
                _ => random.below(12),
            };
            variant += &match space {
                0 => format!(" # c{number}\n"),
                1 => format!("\n# c{number}\n"),
                2 => format!("\n\n # c{number}  \n\n\n"),
                3 => format!(" # c{number}\n#d{number}\n\n\t#e{number}\n"),
                4 => "\n".to_owned(),
                5 => "\n\n\n".to_owned(),
                6 => "\r\n\t".to_owned(),
                7 => format!("\n# format: o{}\n", ["n", "ff"][random.below(2)]),
                _ if dialect.is_line_based() => "\n".to_owned(),
                _ => " ".to_owned(),
            };
        }
    }
    variant
}
