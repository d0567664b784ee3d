//! Productions beside the specification's own text.

use super::case::{Case, compared};
use toolkit::FindingKind::*;

#[rustfmt::skip]
pub const PUBLISHED: &[Case] = &[
    // Against the specification's own text
    compared("the same text", &[], "[1] a ::= B 'x' @terminals [2] B ::= #x09", r#"
/// [1] a ::= B 'x'
a = { B ~ "x" }
/// [2] B ::= #x9
B = @{ "\t" }"#),
    compared("one production less", &[Missing], "[1] a ::= 'x'\n[2] b ::= 'y'", r#"
/// [1] a ::= 'x'
a = { "x" }"#),
    compared("one production more", &[Extra], "[1] a ::= 'x'", r#"
/// [1] a ::= 'x'
a = { "x" }
/// [2] b ::= 'y'
b = { "y" }"#),
    compared("another number", &[Misnumbered], "[1s] a ::= 'x'", r#"
/// [1] a ::= 'x'
a = { "x" }"#),
    compared("another order", &[OutOfOrder], "[1] a ::= 'x'\n[2] b ::= 'y'", r#"
/// [2] b ::= 'y'
b = { "y" }
/// [1] a ::= 'x'
a = { "x" }"#),
    compared("another right side", &[Misquoted], "[1] a ::= 'x'", r#"
/// [1] a ::= 'y'
a = { "y" }"#),
    compared("a terminal that is not a leaf", &[WrongKind], "[1] a ::= B\n@terminals\n[2] B ::= 'x'", r#"
/// [1] a ::= B
a = { B }
/// [2] B ::= 'x'
B = { "x" }"#),
    compared("a leaf that is not a terminal", &[WrongKind], "[1] a ::= B\n@terminals\n[2] B ::= 'x'", r#"
/// [1] a ::= B
a = @{ B }
/// [2] B ::= 'x'
B = @{ "x" }"#),
];
