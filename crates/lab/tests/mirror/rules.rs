//! The texts that rules read, and how rules are written: their right sides, comments, names and tokens.

use super::case::{Case, case};
use toolkit::FindingKind::*;

#[rustfmt::skip]
pub const RULES: &[Case] = &[
    case("the same", &[], r#"
/// [1] doc ::= item* 'x'?
doc = { item* ~ "x"? }
/// [2] item ::= "PREFIX" NAME | '(' item ')'
item = { ^"PREFIX" ~ NAME | "(" ~ item ~ ")" }
/// [3] NAME ::= [a-zA-Z_]+ #x9 | '\u' [^a]
// class: the complement is written as a lookahead and ANY
NAME = @{ ('a'..'z' | "_" | 'A'..'Z')+ ~ "\u{09}" | "\\u" ~ !"a" ~ ANY }"#),
    case("another literal", &[Differs], r#"
/// a ::= 'x'
a = { "y" }"#),
    case("another case", &[Differs], r#"
/// a ::= "BASE"
a = { "BASE" }"#),
    case("another repetition", &[Differs, OtherMatch], r#"
/// A ::= 'x'*
A = @{ "x"+ }"#),
    case("one alternative less", &[Differs, OtherMatch], r#"
/// A ::= 'x' | 'y' | 'z' 'z'
A = @{ "x" | "y" }"#),

    case("case does not matter, nor do other ways to write the same", &[], r#"
/// doc ::= "BASE" (A | 'x') 'y' A*
doc = { ^"base" ~ A ~ "y" ~ (A+)? | ^"base" ~ "x" ~ "y" ~ (A+)? }
/// A ::= 'a'
A = @{ "a" }"#),
    case("two tokens that can be the same", &[TokenSplit, Tie], r#"
/// doc ::= 'x' A? 'if'
doc = { "x" ~ A? ~ "if" }
/// A ::= [a-z]+
A = @{ ('a'..'z')+ }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("what only begins with what a difference takes away", &[Differs], r#"
/// doc ::= 'x' (A - [b])
// class: a difference
doc = { "x" ~ (!"b" ~ A) }
/// A ::= 'a'? 'b' 'c'?
A = @{ "a"? ~ "b" ~ "c"? }"#),

    // Comments, names, choices
    case("a terminal that is silent", &[WrongKind], r#"
/// doc ::= A
doc = { A }
/// A ::= 'x'
A = _{ "x" }"#),
    case("a terminal that is not a leaf", &[WrongKind], r#"
/// doc ::= A
doc = { A }
/// A ::= 'x'
A = ${ "x" }"#),
    case("white space that is silent", &[], r#"
/// doc ::= 'x'
doc = { "x" }
/// WS ::= #x20
WS = _{ "\u{20}" }
// trivia: white space
WHITESPACE = _{ WS }"#),
    case("a departure that is declared twice", &[Unneeded], r#"
/// A ::= [^<>]
// class: once
// class: and again
A = @{ !("<" | ">") ~ ANY }"#),
    case("two productions above a rule", &[Unreadable], r#"
/// a ::= 'x'
/// a ::= 'y'
a = { "x" }"#),
    case("a comment of no kind", &[Unreadable], r#"
/// a ::= 'x'
// because: it is so
a = { "x" }"#),
    case("a rule under another's production", &[Misnamed], r#"
/// a ::= 'x'
b = { "x" }"#),
    case("an alternative that cannot be reached", &[Unreachable], r#"
/// a ::= A | A 'y' 'z'
a = { A | A ~ "y" ~ "z" }
/// A ::= 'x'
A = @{ "x" }"#),
    case("one that cannot be reached behind what is recursive", &[Unreachable], r#"
/// a ::= '(' a ')' | '(' a ')' 'y'
a = { "(" ~ a ~ ")" | "(" ~ a ~ ")" ~ "y" }"#),
    case("an alternative that the specification has twice", &[], r#"
/// A ::= [a-z] | 'x' | '1'
A = @{ 'a'..'z' | "x" | "1" }"#),
    case("a shorter alternative first", &[Shortened], r#"
/// a ::= INTEGER | DECIMAL
a = { INTEGER | DECIMAL }
/// INTEGER ::= [0-9]+
INTEGER = @{ '0'..'9'+ }
/// DECIMAL ::= [0-9]* '.' [0-9]+
DECIMAL = @{ '0'..'9'* ~ "." ~ '0'..'9'+ }"#),
    // What is taken, and what is needed
    case("an option that takes what must follow it", &[Greedy], r#"
/// doc ::= A? A
doc = { A? ~ A }
/// A ::= 'x'
A = @{ "x" }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("an option that takes what follows only where there is more", &[], r#"
/// doc ::= A (B A)* B?
doc = { A ~ (B ~ A)* ~ B? }
/// A ::= 'x'
A = @{ "x" }
/// B ::= 'y'
B = @{ "y" }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("an option that takes what must follow the production", &[Greedy], r#"
/// doc ::= a A
doc = { a ~ A }
/// a ::= '(' A?
a = { "(" ~ A? }
/// A ::= 'x'
A = @{ "x" }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("an alternative that is recursive, and takes the beginning of a later one", &[Greedy], r#"
/// doc ::= a | b
doc = { a | b }
/// a ::= '(' a? ')'
a = { "(" ~ a? ~ ")" }
/// b ::= '(' ')' 'y'
b = { "(" ~ ")" ~ "y" }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("a recursive alternative that begins as a later one does, and never matches there", &[], r#"
/// doc ::= a | b
doc = { a | b }
/// a ::= '(' a? ')'
a = { "(" ~ a? ~ ")" }
/// b ::= '(' 'y'
b = { "(" ~ "y" }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("a repetition that cannot be told from what follows, and of which nobody knows what it takes", &[NotDecided], r#"
/// doc ::= 'i' doc ('e' doc)? | 'o'
doc = { "i" ~ doc ~ ("e" ~ doc)? | "o" }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("a keyword that ends an alternative, and begins a longer token of another one", &[Shortened, TokenSplit], r#"
/// doc ::= item* '.'
doc = { item* ~ "." }
/// item ::= key | NAME
item = { key | NAME }
/// key ::= 'a' list?
key = { "a" ~ list? }
/// list ::= '(' list? ')'
list = { "(" ~ list? ~ ")" }
/// NAME ::= [b-z] [a-z]* | 'a' 'z'
NAME = @{ 'b'..'z' ~ 'a'..'z'* | "a" ~ "z" }
// trivia: white space
WHITESPACE = _{ " " }"#),

    // Where a token begins
    case("a token that may be nothing", &[Empty, TokenSplit], r#"
/// doc ::= A 'y'
doc = { A ~ "y" }
/// A ::= 'x'*
A = @{ "x"* }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("white space that begins as a token does", &[Skipped], r##"
/// doc ::= TAG 'y'
doc = { TAG ~ "y" }
/// TAG ::= '#' 't'
TAG = @{ "#" ~ "t" }
// trivia: a comment
COMMENT = _{ "#" ~ (!"\n" ~ ANY)* }"##),
    case("white space that is not the specification's", &[Differs], r#"
/// doc ::= 'y'
doc = { "y" }
/// WS ::= #x20 | #x9
WS = @{ " " | "\t" }
// trivia: white space
WHITESPACE = _{ " " }"#),

    case("trivia at one use and not at another", &[Differs], r#"
/// doc ::= LINE 'x' LINE
// trivia: lines may be empty
doc = { LINE+ ~ "x" ~ LINE }
/// LINE ::= #xA
LINE = @{ "\u{0A}" }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("an erratum that names what is not a production", &[Differs, OtherMatch, Unreadable], r#"
/// A ::= 'x' | 'y' ':'
// erratum: the erratum 1 takes ':' out; corrected: 'x' | other
A = @{ "x" | other }
// class: what no production says
other = @{ "y" }"#),

    case("a terminal that is recursive", &[NotDecided], r#"
/// A ::= '(' A? ')'
A = @{ "(" ~ A? ~ ")" }"#),

];
