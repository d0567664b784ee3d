//! The layout of documents: some as they are written down. That nothing is lost, `crates/judge/tests/corpus/layout.rs` shows of all
//! the corpus.

use super::ahead::TokensAhead;
use super::comparison::LayoutComparison;
use super::token::TokenRole;
use super::{FinalSemicolon, FirstPredicate, FormatError, Indentation, LineEnd, Style, format};
use crate::tokens::{Sign, TokenKind};
use crate::{Dialect, Parser};
use pretty_assertions::assert_eq;
use std::fs;
use std::path::Path;

fn laid_out(text: &str, dialect: Dialect) -> Result<String, FormatError> {
    format(text, dialect, &Style::default())
}

/// Each document in these folders has its layout beside it, in a file `NAME.after`.
#[test]
fn documents_are_laid_out_as_they_are_written_down() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/format");
    let study = testing::folders::LAYOUTS.as_ref();
    let folders = study
        .map(|study| study.join("examples"))
        .into_iter()
        .chain([own]);
    for path in folders.flat_map(|it| testing::documents::documents_in(&it)) {
        let text = fs::read_to_string(&path).unwrap();
        let after = path.with_extension("after");
        let formatted = laid_out(&text, Dialect::from_path(&path).unwrap()).unwrap();
        let expected = fs::read_to_string(&after).unwrap();
        assert_eq!(formatted, expected, "{}", path.display());
    }
}

/// Each choice of a style, on a document that shows all of them.
#[test]
fn a_style_has_choices() {
    let text = "<x:s> <x:p> 1;<x:q> [ <x:r> 2 ; ] .\r\n<x:s> <x:p> 3; .";
    let laid_out = |style| format(text, Dialect::Turtle12, &style).unwrap();
    let style = Style::default();
    assert_eq!(
        laid_out(style.clone()),
        "<x:s> <x:p> 1 ;\r\n    <x:q> [ <x:r> 2 ; ] .\r\n\r\n<x:s> <x:p> 3 ;\r\n.\r\n"
    );
    let changed = Style {
        indentation: Indentation::Tab,
        line_end: LineEnd::Lf,
        first_predicate: FirstPredicate::Own,
        final_semicolon: FinalSemicolon::Always,
        ..style.clone()
    };
    assert_eq!(
        laid_out(changed),
        "<x:s>\n\t<x:p> 1 ;\n\t<x:q> [ <x:r> 2 ; ] ;\n.\n\n<x:s>\n\t<x:p> 3 ;\n.\n"
    );
    let never = Style {
        line_end: LineEnd::CrLf,
        final_semicolon: FinalSemicolon::Never,
        width: 20,
        ..style
    };
    assert_eq!(
        laid_out(never),
        "<x:s> <x:p> 1 ;\r\n    <x:q> [\r\n        <x:r> 2\r\n    ] .\r\n\r\n<x:s> <x:p> 3 .\r\n"
    );
}

/// "White space (tab or space U+0009 or U+0020, new line U+000A or U+000D)" (RDF 1.2 Turtle, "White Space"): others are of a comment.
#[test]
fn a_comment_ends_with_what_only_looks_like_white_space() {
    for space in ["\u{A0}", "\u{3000}", "\u{B}", "\u{C}", "\u{2028}", "\u{85}"] {
        let text = format!("# a{space}\n<x:s> <x:p> 1 ; # b{space}\n    <x:q> 2 . # c {space}\n");
        let given = text.replace('\n', " \t\n");
        assert_eq!(laid_out(&given, Dialect::Turtle12).unwrap(), text);
    }
}

/// Lines end as the first line that stays: the second time it is the same one.
#[test]
fn mixed_line_ends_become_those_of_the_first_line() {
    for (text, expected) in [
        (
            "\r\n\n# format: off\n<x:s>\r\na <o> .\r\n",
            "# format: off\n<x:s>\r\na <o> .\n",
        ),
        (
            "\n# format: off\r\n<x:s>\na <o> .\n",
            "# format: off\r\n<x:s>\na <o> .\r\n",
        ),
        (
            "\u{FEFF}\n\r\n# a\r\n<x:s>\na <o> .\n",
            "\u{FEFF}# a\r\n<x:s> a <o> .\r\n",
        ),
        (
            "\n\n<x:s>\r\na <o> .\n# format: off\n",
            "<x:s> a <o> .\r\n# format: off\r\n",
        ),
    ] {
        let once = laid_out(text, Dialect::Turtle12).unwrap();
        assert_eq!(once, expected);
        assert_eq!(laid_out(&once, Dialect::Turtle12).unwrap(), once);
    }
}

#[test]
fn what_breaks_the_grammar_is_refused() {
    let error = laid_out("<x:s> <x:p> 1 .\n<x:s> <x:p> .", Dialect::Turtle12).unwrap_err();
    assert!(matches!(error, FormatError::Read(crate::Error::Syntax(_))));
}

/// Deep nesting takes no stack, and output that is linear in the depth.
#[test]
fn nesting_is_deep() {
    for (open, close) in [("[ <x:p> ", " ]"), ("( ", " )")] {
        let depth = if cfg!(feature = "deep-nesting") {
            900
        } else {
            50
        };
        let text = format!(
            "<x:s> <x:p> {} 1 {} .",
            open.repeat(depth),
            close.repeat(depth)
        );
        let formatted = laid_out(&text, Dialect::Turtle12).unwrap();
        assert!(formatted.len() < depth * 250, "{}", formatted.len());
        assert_eq!(laid_out(&formatted, Dialect::Turtle12).unwrap(), formatted);
    }
}

/// A large statement is laid out part by part, and comes to the same as with a window that holds all of it.
#[test]
fn a_large_statement_is_laid_out_by_parts() {
    let objects = "\"one\", <x:o> # two\n , [ <x:q> ( 1 2 3 ) ],\n\n 4 ;".repeat(500);
    let text = objects.replace(';', "; <x:p>");
    let text = format!("<x:s> <x:p> {text} 5 .");
    let written = |parser: Parser| {
        let mut formatted = Vec::new();
        let formatting = parser.format_reader(text.as_bytes(), &Style::default());
        formatting.write_to(&mut formatted).unwrap();
        String::from_utf8(formatted).unwrap()
    };
    let parser = Parser::new(Dialect::Turtle12);
    assert_eq!(written(parser.clone().with_window(100)), written(parser));
}

#[test]
fn a_part_can_be_left_as_it_is() {
    for mark in ["", "\u{FEFF}"] {
        let part = "<x:s>   <x:p> 1  .\n<x:s> <x:p>   2 .\n";
        let text = format!("{mark}# format: off\n{part}# format: on\n<x:s>  <x:p> 3.");
        let expected = format!("{mark}# format: off\n{part}# format: on\n<x:s> <x:p> 3 .\n");
        assert_eq!(laid_out(&text, Dialect::Turtle12).unwrap(), expected);
    }
}

/// The colon of a declaration alone is joined to what is before it; every other sign has a role of its own.
#[test]
fn each_sign_has_its_role() {
    for &sign in Sign::ALL {
        let role = TokenRole::of(TokenKind::Sign(sign));
        assert_eq!(role == TokenRole::Suffix, sign == Sign::Colon, "{sign}");
        let is_brace = matches!(sign, Sign::BraceBegin | Sign::BraceEnd);
        let opens = sign.closing().is_some() && !is_brace;
        assert_eq!(role == TokenRole::Open, opens, "{sign}");
        let closes = sign.closes() && !is_brace;
        assert_eq!(role == TokenRole::Close, closes, "{sign}");
    }
}

/// Two parts that are left as they are, one directly after the other, both keep their comments.
#[test]
fn parts_can_follow_one_another() {
    let text = "# format: off\n# format: on\n\n# format: off\n# x\n# format: on\n<x:s> <x:p> 1 .\n";
    assert_eq!(laid_out(text, Dialect::Turtle12).unwrap(), text);
}

#[test]
fn a_style_without_final_semicolons_has_none_between_brackets() {
    let style = Style {
        final_semicolon: FinalSemicolon::Never,
        ..Style::default()
    };
    let formatted = format("<x:s> <x:p> [ <x:q> 1 ; ] ; .", Dialect::Turtle12, &style).unwrap();
    assert_eq!(formatted, "<x:s> <x:p> [ <x:q> 1 ] .\n");
}

/// Whether this may be written for a document.
fn may_become(text: &str, written: &str, dialect: Dialect, semicolon: FinalSemicolon) -> bool {
    let comparison = LayoutComparison::new(semicolon, dialect.is_line_based());
    let mut ahead = TokensAhead::new(Parser::new(dialect).parse_str(text), comparison);
    ahead.peek(text.len());
    ahead.compare(written).is_ok() && ahead.finish().is_ok()
}

/// Each row: a document, what may be written for it, and what may not.
#[test]
fn only_white_space_may_change() {
    const CHANGES: &[(&str, &[&str], &[&str])] = &[
        (
            "<s> <p> 1 , 2 . # c\n",
            &["<s>\n<p> 1,2 . # c", "# c\n<s> <p> 1\n, 2 ."],
            &[
                "<s> <p> 1 , 2 .",
                "<s> <p> 1 , 2 . # d\n",
                "<s> <p> 1 , 3 . # c\n",
                "<s> <p> 2 , 1 . # c\n",
                "<s> <p> 1 , 2 . 3 . # c\n",
                "<s> <p> 1 , 2 # c\n",
                "<s> <p> 1 , 2. # c\n",
                "<s> <p> 1 , 2 . # c\n# c\n",
                "<s> <p> 1 ; , 2 . # c\n",
            ],
        ),
        ("<s> <p> [ ] .", &["<s> <p> [] ."], &["<s> <p> [ ] ;."]),
        (
            "<s> <p> \"a\"@en, [] .",
            &["<s> <p>\n\"a\"@en ,[]\t."],
            &["<s> <p> \"a\" @en, [] .", "<s> <p> \"a\"@en, [ ] ."],
        ),
        (
            "<s> <p> \"a\" ^^ <d> .",
            &["<s> <p> \"a\"^^<d> ."],
            &["<s> <p> \"a\"^^<d>."],
        ),
        (
            "<s> <p> <o> ;; .",
            &["<s> <p> <o>; ."],
            &["<s> <p> <o> .", "<s> <p> <o> ;;; ."],
        ),
        (
            "<s> a <o> .",
            &["<s>\na <o>\r\n."],
            &["<s> a<o> .", "<s> a <o> ; ."],
        ),
    ];
    for (text, same, other) in CHANGES {
        let may_become =
            |written: &str| may_become(text, written, Dialect::Turtle12, FinalSemicolon::Keep);
        assert!(may_become(text), "{text}");
        for written in *same {
            assert!(may_become(written), "{text}: {written}");
        }
        for written in *other {
            assert!(!may_become(written), "{text}: {written}");
        }
    }
}

#[test]
fn final_semicolons_may_change_as_the_style_has_it() {
    use FinalSemicolon::{Always, Keep, Never};
    let may_become =
        |text, written, semicolon| may_become(text, written, Dialect::Turtle12, semicolon);
    let (without, with) = ("<s> a <o> ; <p> 1 .", "<s> a <o> ; <p> 1 ; .");
    assert!(may_become(without, with, Always) && may_become(with, without, Never));
    for semicolon in [Keep, Never] {
        assert!(!may_become(without, with, semicolon));
    }
    for semicolon in [Keep, Always] {
        assert!(!may_become(with, without, semicolon));
    }
    assert!(!may_become(with, "<s> a <o> <p> 1 .", Never));
    let brackets = "[ a <o> ; <p> 1 ] .";
    assert!(!may_become(brackets, "[ a <o> ; <p> 1 ] ; .", Always));
}

#[test]
fn lines_of_n_triples_stay_lines() {
    let may_become = |written| {
        let text = "<x:s> <x:p> <x:o> . # c\n<x:s> <x:p> <x:q> .";
        may_become(text, written, Dialect::NTriples12, FinalSemicolon::Keep)
    };
    assert!(may_become(
        "<x:s> <x:p>\t<x:o> .\t# c\r\n\n<x:s> <x:p> <x:q> .\n"
    ));
    assert!(!may_become("<x:s> <x:p>\n<x:o> . # c\n<x:s> <x:p> <x:q> ."));
    assert!(!may_become("# c\n<x:s> <x:p> <x:o> . <x:s> <x:p> <x:q> ."));
}
