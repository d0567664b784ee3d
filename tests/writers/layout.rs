//! The writers' output is laid out already: the formatter has nothing to change in it.
//!
//! Names of all lengths bring each place of a shape to the end of a line, one after the other.

use crate::stable_parser;
use crate::written::{copied, copied_with_long_strings};
use anyhow::{Context, Result, ensure};
use turtle_peg::format::Style;
use turtle_peg::{Dialect, format};

/// Statements in TriG. The letter `X` stands for a part of a name or of a number that has any length.
const SHAPES: &[&str] = &[
    "<x:X> <x:p> 1 .",
    "<x:s> <x:X> 1, 2 .",
    "<x:s> <x:p> <x:X>, 1 ; <x:q> <x:X> .",
    "<x:s> <x:p> 1, <x:X>, <x:o>, <x:X> .",
    // Empty brackets.
    "<x:X> <x:p> [] .",
    "<x:X> <x:p> () .",
    "<x:X> <x:p> [], () .",
    "<x:X> <x:p> (), [], (), [] .",
    "( <x:X> ) <x:p> () .",
    "( <x:X> ) <x:p> [] .",
    "[ <x:p> <x:X> ] <x:q> () .",
    "<x:s> <x:p> 1, [ <x:X> [] ] .",
    "<x:s> <x:p> 1, [ <x:X> () ] .",
    "<x:s> <x:p> 1, [ <x:X> (), [] ; <x:q> () ] .",
    "<x:s> <x:p> [ <x:q> <x:X> ], [], [ <x:q> <x:X> ], () .",
    "<x:s> <x:p> [], [ <x:q> <x:X> ], () .",
    "<x:s> <x:p> (), ( <x:X> ), 1, [] .",
    "<x:s> <x:p> ( () <x:X> [] () ) .",
    "<x:s> <x:p> ( ( () <x:X> ) [] ) .",
    "<x:X> <x:p> [ <x:q> [ <x:r> [] ] ] .",
    "() <x:X> () .",
    "[] <x:X> [], [] .",
    // Brackets.
    "<x:s> <x:p> [ <x:q> 1 ; <x:r> <x:X>, 2 ], 3 .",
    "<x:s> <x:p> <x:X>, [ <x:q> 1 ], ( 1 2 ) .",
    "<x:s> <x:p> [ <x:q> [ <x:q> <x:X>, [ <x:q> <x:X> ] ] ] .",
    "<x:s> <x:p> [ <x:q> <x:X>, [ <x:q> 1 ; <x:r> ( 1 <x:X> ) ], <x:o> ] .",
    "<x:s> <x:p> [ <x:q> ( <x:X> ), ( <x:X> ) ; <x:r> ( <x:X> ), <x:o> ] .",
    "[ <x:p> 1 ; <x:q> <x:X> ] <x:p> [ <x:p> <x:X> ] .",
    // Collections.
    "<x:X> <x:p> ( 1 2 3 ) .",
    "<x:s> <x:p> ( 1X 2.5 3X -4 5e0 6X 7 8 9 ) .",
    "<x:s> <x:p> ( 1 2 <x:X> 3 4 1X 5 6 'a' 7 8 true 9 ) .",
    "<x:s> <x:p> ( 1 1X ( 1 1X ) 2 [ <x:q> 1, 1X ] 3 ) .",
    "( 1 2 1X 3 ) <x:p> ( 1 2 1X 3 ), 4 .",
    // Literals.
    "<x:s> <x:p> 'X'@en, 'b'^^<x:X> .",
    "<x:s> <x:p> ( 'X'@en--ltr [] ), 'X'^^<x:d> .",
    "<x:s> <x:p> [ <x:q> 'X'@en ], [ <x:q> 'X'^^<x:d> ] .",
    "<x:s> <x:p> [ <x:q> 'X'^^<x:d>, 'X'^^<x:d> ], 1 .",
    "<x:s> <x:p> 'Xéé', ( 'éXé' 'é' ) .",
    "<x:s> <x:p> 'a\\nX', 1 .",
    "<x:s> <x:p> 1, 'X\\nb', 2 .",
    "<x:s> <x:p> ( 'X\\nb' 1 2 ), [ <x:q> 'X\\nb' ; <x:r> 'a\\nX', 1 ] .",
    "<x:s> <x:p> 'X\\nb' ; <x:q> ( 1 'a\\nX' 2 ) .",
    "<x:s> <x:p> 'a\\nX' ~ <x:r> {| <x:q> 1 |}, 2 .",
    // Reifiers and annotations.
    "<x:s> <x:p> <x:X> ~ .",
    "<x:s> <x:p> <x:X> ~ <x:r> .",
    "<x:s> <x:p> <x:o> ~ <x:X> ~ <x:r> .",
    "<x:s> <x:p> <x:o> ~ <x:X> ~ <x:r>, 1 .",
    "<x:s> <x:p> <x:X> {| <x:q> 1 |} .",
    "<x:s> <x:p> <x:o> {| <x:X> 1 |}, 1 .",
    "<x:s> <x:p> <x:X> ~ <x:r> {| <x:q> 1 ; <x:r> () |} .",
    "<x:s> <x:p> <x:X> {| <x:q> 1 |} {| <x:q> 2 |}, [] .",
    "<x:s> <x:p> <x:o> ~ <x:r> {| <x:X> 1, [] |} ~ <x:t> {| <x:q> <x:X> |} .",
    "<x:s> <x:p> [] {| <x:X> 1 |}, () ~ <x:X> .",
    "<x:s> <x:p> () ~ <x:X> {| <x:q> 1 |}, 1 .",
    "<x:s> <x:p> <x:X> {| <x:q> <x:o> {| <x:q> <x:X> ~ <x:r> |} |} .",
    "<x:s> <x:p> [ <x:q> <x:X> ] ~ <x:r> {| <x:q> 1 |}, ( <x:X> ) ~ <x:t> .",
    "<x:s> <x:p> [ <x:q> <x:o> ~ <x:X> {| <x:q> 1 |}, 1 ] .",
    "<x:s> <x:p> ( 1 ) ~ <x:X>, [ <x:q> ( 1 ) ~ <x:X>, 2 ] .",
    // Triples in triples.
    "<< << <x:X> <x:p> <x:o> >> <x:p> <x:o> ~ <x:r> >> .",
    "<< << <x:a> <x:p> <x:b> >> <x:p> <x:X> ~ <x:r> >> <x:q> 1 .",
    "<< <x:s> <x:p> << <x:a> <x:b> <x:X> ~ <x:t> >> ~ <x:r> >> <x:q> 1 .",
    "<< <x:s> <x:p> <x:o> ~ <x:X> >> <x:q> [] .",
    "<< [] <x:X> [] ~ <x:r> >> <x:q> () .",
    "<x:s> <x:p> << <x:a> <x:b> 1X ~ <x:r> >>, 1 .",
    "<x:s> <x:p> << <x:a> <x:X> [] >>, << <x:a> <x:b> <x:X> ~ <x:r> >> .",
    "<x:s> <x:p> <<( <x:a> <x:b> <x:X> )>>, <<( <x:a> <x:b> <<( [] <x:X> 1 )>> )>> .",
    "<x:s> <x:p> <<( <x:a> <x:b> <<( <x:X> <x:d> 'a\\nb' )>> )>> ~ <x:r> {| <x:q> 1 |} .",
    "<x:s> <x:p> ( << <x:a> <x:b> <x:X> ~ <x:r> >> [] << <x:a> <x:X> [] >> ) .",
    // Graphs.
    "<x:X> { <x:s> <x:p> 1 }",
    "<x:g> { <x:X> <x:p> 1, 2 ; <x:q> 3 }",
    "<x:g> { <x:s> <x:p> 1, [ <x:X> [] ] . <x:X> <x:p> () . }",
    "<x:g> { ( <x:X> ) <x:p> (), [ <x:q> ( 1 2 1X ) ] }",
    "<x:g> { <x:s> <x:p> <x:X> ~ <x:r> {| <x:q> 1 |} . << <x:s> <x:p> <x:X> ~ <x:r> >> <x:q> 1 }",
];

/// Names are longer than a line, at last.
const LONGEST: usize = 130;

#[test]
fn the_formatter_changes_nothing() -> Result<()> {
    let mut changed = Vec::new();
    for shape in SHAPES {
        for length in 1..=LONGEST {
            let text = shape.replace('X', &"1".repeat(length));
            let document = || stable_parser(Dialect::TriG12).parse_str(&text);
            for written in [
                copied(&mut document(), Dialect::TriG12)?,
                copied_with_long_strings(&mut document(), Dialect::TriG12)?,
            ] {
                let written = written.with_context(|| text.clone())?;
                let formatted = format(&written, Dialect::TriG12, &Style::default())?;
                if formatted != written {
                    changed.push((shape, length, written, formatted));
                }
            }
        }
    }
    let first = changed.first();
    let count = changed.len();
    let first = first.map(|(shape, length, written, formatted)| {
        format!("{shape} with {length}:\n{written}\nis formatted as:\n{formatted}")
    });
    ensure!(
        count == 0,
        "{count} are changed, {}",
        first.unwrap_or_default()
    );
    Ok(())
}
