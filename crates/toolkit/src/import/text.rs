//! The text of the file.
//!
//! Invariant: it is in the form that `grammar/README.md` describes.

use super::draft::Draft;
use super::parts::{Drafted, Helper};
use notation::ebnf;
use notation::peg::{self, DepartureKind};
use notation::{Keywords, RuleKind};
use std::fmt::Write as _;

const HEADER: &str = r#"//! TITLE
//! STATUS, DATE
//! https://example.org/ADDRESS
//!
//! Each rule is the production above it, word for word, but for the departures declared between the two.
//! The kinds of departure, and more: README.md in this folder.

// Signs: `///` the specification's production; `// order:` and other kinds, where the rule departs from it, and why;
// `A ~ B` A, then B; `A | B` the first that matches; `A?` `A*` `A+` as much as there is, nothing given back; `'a'..'z'` a range;
// `!A` A must not come next, and is not read; `^"a"` in any case; `ANY` a character; `SOI` `EOI` start, end;
// `a = { }` a node, with WHITESPACE and COMMENT, if there are any, between its parts; `@{ }` a leaf, without; `_{ }` no node.
"#;

pub(super) fn print(draft: &Draft) -> String {
    let keywords = draft.specified.keywords.as_ref();
    let mut text = match keywords {
        Some(keywords) => HEADER.replace("\n\n", &format!("\n//! @keywords {keywords}\n\n")),
        None => HEADER.to_owned(),
    };
    text.push_str(&heading("Grammar"));
    let mut are_terminals = false;
    let lists_terminals = draft.trivia.is_implied();
    for drafted in &draft.rules {
        if lists_terminals && !are_terminals && drafted.rule.kind != RuleKind::Nonterminal {
            are_terminals = true;
            text.push_str(&heading("Terminals"));
        }
        text.push_str(&print_drafted(drafted, keywords));
    }
    let trivia = draft.trivia.rules();
    if !trivia.is_empty() {
        text.push_str(&heading("Trivia"));
        text.extend(trivia.iter().map(print_helper));
    }
    text
}

fn heading(title: &str) -> String {
    const WIDTH: usize = 100;
    let line = "─".repeat(WIDTH.saturating_sub(title.len() + 5));
    format!("\n// ── {title} {line}\n")
}

fn print_drafted(drafted: &Drafted, keywords: Option<&Keywords>) -> String {
    let production = ebnf::print_rule_with_keywords(&drafted.production, keywords);
    let mut text = format!("\n/// {production}\n");
    for kind in &drafted.declared {
        let reason = drafted.reasons.get(kind).cloned();
        let reason = reason.unwrap_or_else(|| usual(*kind, drafted));
        let _ = writeln!(text, "// {kind}: {}", in_a_line(&reason));
    }
    text.push_str(&peg::print_rule(&drafted.rule));
    text.push('\n');
    text.extend(drafted.helpers.iter().map(print_helper));
    text
}

fn print_helper(helper: &Helper) -> String {
    let rule = peg::print_rule(&helper.rule);
    format!(
        "\n// {}: {}\n{rule}\n",
        helper.kind,
        in_a_line(&helper.reason)
    )
}

/// A reason may quote a text of several lines; a comment ends with its own.
fn in_a_line(reason: &str) -> String {
    let shown = reason.chars().map(|one| match one.is_control() {
        true => one.escape_default().to_string(),
        false => one.to_string(),
    });
    shown.collect()
}

/// The reason, where there is nothing more to say.
fn usual(kind: DepartureKind, drafted: &Drafted) -> String {
    let reason = match kind {
        DepartureKind::Order => "the longest match is chosen",
        DepartureKind::Repeat => "the repetition would eat what is to come after it",
        DepartureKind::Guard => "the longest match is chosen",
        DepartureKind::Loop => {
            "the recursion at the end is a repetition, so that what is long is not as many levels deep"
        }
        DepartureKind::Trivia => "comments are treated as white space",
        DepartureKind::Class => match ebnf::print_rule(&drafted.production).contains("[^") {
            true => "the complement is written as a lookahead and ANY",
            false => "the difference is written as a lookahead",
        },
        // An erratum brings its own. A kind without a reason declares nothing, which the mirror check notices.
        _ => "",
    };
    reason.to_owned()
}
