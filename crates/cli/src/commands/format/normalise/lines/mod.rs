//! Documents with a statement a line, in the order of their texts: `format --sort statements` of N-Triples and N-Quads.
//!
//! Invariant: memory follows the largest statement and the limit that is given, not the document; the text is that of
//! [`RewrittenText`](super::rewritten::RewrittenText), once both are laid out. Nobody keeps it before its statements were
//! [compared](StatementSum) with those of the document.

mod sorted;
mod sorter;
mod sum;
mod units;

use super::line_ends::line_end;
use super::refusal::{HAS_OTHERS, NormalisationError, not_read};
use crate::changed::Original;
use anyhow::anyhow;
use sorted::SortedLines;
use std::io::{Read, Write};
use sum::{ComparedOutput, StatementSum, SumKeys};
use turtle_peg::Parser;
use turtle_peg::format::{FormatError, LineEnd, Style};

/// Writes a document in order, as the style has it. `reader` delivers the document; at most about `memory` bytes of its statements are
/// in memory.
///
/// # Errors
///
/// The document is at fault, a part of it is to stay as it is, or reading or writing failed; the output is then of no use.
pub fn write_sorted(
    parser: &Parser,
    before: &Original<'_>,
    reader: impl Read,
    memory: usize,
    style: &Style,
    output: impl Write,
) -> Result<(), NormalisationError> {
    let mut style = style.clone();
    if style.line_end == LineEnd::Auto {
        style.line_end = line_end(&mut parser.parse_reader(before.read()?))?;
    }
    let keys = SumKeys::default();
    let mut sorted = SortedLines::new(parser, reader, memory);
    let mut compared = ComparedOutput::new(parser, &keys, output);
    let laid_out = parser
        .format_reader(&mut sorted, &style)
        .write_to(&mut compared);
    // Its reader has failed for that.
    if let Some(trouble) = sorted.into_trouble() {
        return Err(trouble);
    }
    match laid_out {
        Err(FormatError::Read(error)) => return Err(not_read(error).into()),
        laid_out => laid_out?,
    }
    let before = StatementSum::of(parser, before.read()?, &keys)?;
    match compared.finish().map_err(not_read)? == before {
        true => Ok(()),
        false => Err(anyhow!(HAS_OTHERS).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::verified;
    use super::*;
    use crate::settings::changes::{Normalisation, Sorted, UnusedPrefixes};
    use pretty_assertions::assert_eq;
    use testing::random::Random;
    use turtle_peg::Dialect;

    /// The document in order, with so many bytes in memory.
    fn sorted(parser: &Parser, text: &str, memory: usize) -> Result<String, NormalisationError> {
        let before = Original::Bytes(text.as_bytes().to_vec());
        let mut output = Vec::new();
        let style = Style::default();
        write_sorted(
            parser,
            &before,
            text.as_bytes(),
            memory,
            &style,
            &mut output,
        )?;
        Ok(String::from_utf8(output).unwrap())
    }

    /// The document in order, as documents of other languages are put in order.
    fn sorted_whole(parser: &Parser, text: &str) -> Result<String, NormalisationError> {
        let order = Normalisation {
            sort: vec![Sorted::Statements],
            directives: None,
            writes_a: false,
            unused_prefixes: UnusedPrefixes::Keep,
        };
        let changed = verified(parser, text, &order)?;
        let mut style = Style::default();
        style.line_end = changed.line_end;
        Ok(turtle_peg::format(&changed.text, parser.dialect(), &style)?)
    }

    /// A document with few terms, and with comments and white space of all kinds; it may be at fault.
    fn document(random: &mut Random) -> String {
        const NODES: [&str; 6] = ["<x:a>", "<x:b>", "_:a", "_:a-b", "_:ab", "<x:\u{e9}>"];
        const OBJECTS: [&str; 12] = [
            "\"a\"",
            "\"a\\\"\"",
            "\"a b\"",
            "\"\u{0}\"",
            "\"a\"@en",
            "\"a\" @en-gb",
            "\"a\"@en--ltr",
            "\"a\"^^<x:t>",
            "\"a\" ^^ <x:t>",
            "<<( <x:a> <x:p> _:a )>>",
            "<<(<x:a><x:p>\"a\"@en)>>",
            "<x:o>",
        ];
        const COMMENTS: [&str; 7] = [
            "#",
            "# one",
            "# two ",
            "# \u{e9}\t",
            "# lint: allow",
            "#lint:",
            "# at",
        ];
        let end = random.pick(&["\n", "\n", "\r\n", "\r"]);
        let mut text = String::from(random.pick(&["", "", "", "\u{feff}"]));
        for _ in 0..random.below(20) {
            for _ in 0..random.below(4) {
                match random.below(5) {
                    0 => text += random.pick(&[" ", "\t", "  "]),
                    1 => text += random.pick(&COMMENTS),
                    _ => {}
                }
                text += match random.percent(3) {
                    true => "\n",
                    false => end,
                };
            }
            if random.percent(3) {
                text += random.pick(&["VERSION \"1.2\"", "VERSION\"1.2\""]);
                text += end;
            }
            if random.percent(1) {
                text += random.pick(&["# format: off\n", "<x:a> .\n"]);
            }
            let space = random.pick(&[" ", " ", "", "\t "]);
            let words = [
                random.pick(&NODES),
                random.pick(&["<x:p>", "<x:q>"]),
                random.pick(&OBJECTS),
            ];
            for word in words {
                text += word;
                text += if word.starts_with('_') { " " } else { space };
            }
            if random.percent(30) {
                text += random.pick(&NODES);
                text += " ";
            }
            text += ".";
            if random.percent(20) {
                text += random.pick(&[" ", ""]);
                text += random.pick(&COMMENTS);
            }
            text += end;
        }
        if random.percent(30) {
            text.truncate(text.trim_end().len());
        }
        text
    }

    #[test]
    fn memory_does_not_change_the_order() {
        let mut random = Random::new(1);
        let parser = Parser::new(Dialect::NQuads12);
        let mut kept = 0;
        for _ in 0..testing::soak(300, 20_000) {
            let text = document(&mut random);
            let whole = sorted_whole(&parser, &text).map_err(|error| format!("{error:?}"));
            for memory in [0, 200, 3000, usize::MAX] {
                let lines = sorted(&parser, &text, memory).map_err(|error| format!("{error:?}"));
                assert_eq!(lines, whole, "{memory} {text:?}");
            }
            kept += usize::from(whole.is_ok());
        }
        assert!(kept > 200, "{kept}");
    }
}
