//! Each kind of departure: declared, not declared, without need, and wrong.

use super::case::{Case, case};
use toolkit::FindingKind::*;

#[rustfmt::skip]
pub const DEPARTURES: &[Case] = &[
    // order
    case("order", &[], r#"
/// doc ::= A | B
// order: A matches a prefix of what B matches
doc = { B | A }
/// A ::= 'x'
A = @{ "x" }
/// B ::= 'x' 'y'
B = @{ "x" ~ "y" }"#),
    case("order, not declared", &[Undeclared], r#"
/// doc ::= A | B
doc = { B | A }
/// A ::= 'x'
A = @{ "x" }
/// B ::= 'x' 'y'
B = @{ "x" ~ "y" }"#),
    case("order, declared and not there", &[Unneeded], r#"
/// doc ::= A | B
// order: there is no need
doc = { A | B }
/// A ::= 'x'
A = @{ "x" }
/// B ::= 'y'
B = @{ "y" }"#),
    case("order, there without need", &[], r#"
/// doc ::= A | B
// order: there is no need
doc = { B | A }
/// A ::= 'x'
A = @{ "x" }
/// B ::= 'y'
B = @{ "y" }"#),
    case("order in a terminal, there without need", &[], r#"
/// A ::= 'x' 'x' | 'y' 'y'
// order: there is no need
A = @{ "y" ~ "y" | "x" ~ "x" }"#),
    case("order that loses an alternative", &[Differs, Unreachable], r#"
/// doc ::= A | B
// order: wrong
doc = { B | B }
/// A ::= 'x'
A = @{ "x" }
/// B ::= 'x' 'y'
B = @{ "x" ~ "y" }"#),
    case("the wrong order in a terminal", &[OtherMatch, Unreachable], r#"
/// A ::= 'x' 'y' | 'x'
// order: wrong
A = @{ "x" | "x" ~ "y" }"#),

    // repeat
    case("repeat", &[], r#"
/// A ::= 'a' (([a-z] | '.')* [a-z])?
// repeat: the loop would keep a final '.'
A = @{ "a" ~ ("."* ~ 'a'..'z')* }"#),
    case("repeat, not declared", &[Undeclared], r#"
/// A ::= 'a' (([a-z] | '.')* [a-z])?
A = @{ "a" ~ ("."* ~ 'a'..'z')* }"#),
    case("repeat, declared and not there", &[OtherMatch, Unneeded], r#"
/// A ::= 'a' (([a-z] | '.')* [a-z])?
// repeat: the loop would keep a final '.'
A = @{ "a" ~ (('a'..'z' | ".")* ~ 'a'..'z')? }"#),
    case("a plain repetition that eats its tail", &[OtherMatch], r#"
/// A ::= 'a' (([a-z] | '.')* [a-z])?
A = @{ "a" ~ (('a'..'z' | ".")* ~ 'a'..'z')? }"#),
    case("repeat that gives back something else", &[Differs, OtherMatch], r#"
/// A ::= 'a' (([a-z] | '.')* [a-z])?
// repeat: wrong
A = @{ "a" ~ ("-"* ~ 'a'..'z')* }"#),
    case("repeat that gives back what is not an alternative", &[Differs, OtherMatch], r#"
/// A ::= ([a-z] 'x')?
// repeat: wrong
A = @{ ("."* ~ 'a'..'z')* }"#),
    case("repeat up to the first end", &[], r#"
/// A ::= '<' [a-z>]* '>' '>'
// repeat: the loop would go on to the last end
A = @{ "<" ~ (!">>" ~ ('a'..'z' | ">"))* ~ ">" ~ ">" }"#),
    case("repeat up to another end", &[OtherMatch, Undeclared], r#"
/// A ::= '<' [a-z>]* '>' '>'
// repeat: wrong
A = @{ "<" ~ (!"a>" ~ ('a'..'z' | ">"))* ~ ">" ~ ">" }"#),

    // guard
    case("guard", &[], r#"
/// doc ::= 'KEY' NAME
// guard: `KEYx` is one NAME
doc = { !longer ~ "KEY" ~ NAME }
// guard: what doc must not take for its keyword
longer = @{ "KEY" ~ 'a'..'z' }
/// NAME ::= 'KEY'? [a-z]+
NAME = @{ "KEY"? ~ 'a'..'z'+ }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("no guard where one is needed", &[TokenSplit], r#"
/// doc ::= 'KEY' NAME
doc = { "KEY" ~ NAME }
/// NAME ::= 'KEY'? [a-z]+
NAME = @{ "KEY"? ~ 'a'..'z'+ }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("a keyword in a longer name that harms nobody", &[], r#"
/// doc ::= 'KEY' '(' NAME
doc = { "KEY" ~ "(" ~ NAME }
/// NAME ::= 'KEY'? [a-z]+
NAME = @{ "KEY"? ~ 'a'..'z'+ }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("guard, not declared", &[Undeclared], r#"
/// doc ::= 'KEY' NAME
doc = { !longer ~ "KEY" ~ NAME }
// guard: what doc must not take for its keyword
longer = @{ "KEY" ~ 'a'..'z' }
/// NAME ::= 'KEY'? [a-z]+
NAME = @{ "KEY"? ~ 'a'..'z'+ }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("guard without need", &[Unneeded], r#"
/// doc ::= 'KEY' '(' NAME
// guard: there is no need
doc = { !longer ~ "KEY" ~ "(" ~ NAME }
// guard: what doc must not take for its keyword
longer = @{ "KEY" ~ 'a'..'z' }
/// NAME ::= 'KEY'? [a-z]+
NAME = @{ "KEY"? ~ 'a'..'z'+ }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("guard that refuses too much", &[GuardTooStrict], r#"
/// doc ::= 'KEY' NAME
// guard: wrong
doc = { !longer ~ "KEY" ~ NAME }
// guard: what doc must not take for its keyword
longer = @{ "KEY" ~ ('a'..'z' | " ") }
/// NAME ::= 'KEY'? [a-z]+
NAME = @{ "KEY"? ~ 'a'..'z'+ }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("guard behind a terminal", &[], r#"
/// doc ::= KEY NAME
doc = { KEY ~ NAME }
/// KEY ::= 'KEY'
// guard: `KEYx` is one NAME
KEY = @{ "KEY" ~ !'a'..'z' }
/// NAME ::= 'KEY'? [a-z]+
NAME = @{ "KEY"? ~ 'a'..'z'+ }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("guard behind a terminal that refuses too much", &[OtherMatch], r#"
/// doc ::= KEY NAME
doc = { KEY ~ NAME }
/// KEY ::= 'KEY'
// guard: wrong
KEY = @{ "KEY" ~ !('a'..'z' | "(") }
/// NAME ::= 'KEY'? [a-z]+
NAME = @{ "KEY"? ~ 'a'..'z'+ }
// trivia: white space
WHITESPACE = _{ " " }"#),

    case("a guard whose rule skips white space", &[GuardTooStrict], r#"
/// doc ::= 'KEY' NAME
// guard: `KEYx` is one NAME
doc = { !longer ~ "KEY" ~ NAME }
// guard: wrong: it is not atomic
longer = { "KEY" ~ 'a'..'z' }
/// NAME ::= 'KEY'? [a-z]+
NAME = @{ "KEY"? ~ 'a'..'z'+ }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("a guard behind a token, where white space is skipped", &[GuardTooStrict], r#"
/// doc ::= NAME
// guard: wrong: it looks after white space
doc = { NAME ~ !'a'..'z' }
/// NAME ::= [a-z]+
NAME = @{ 'a'..'z'+ }
// trivia: white space
WHITESPACE = _{ " " }"#),

    // loop
    case("loop, with an optional end", &[], r#"
/// list ::= item (',' list?)?
// loop: depth does not grow with length
list = { item ~ ("," ~ item)* ~ ","? }
/// item ::= 'x'
item = { "x" }"#),
    case("loop, of each other shape", &[], r#"
/// a ::= 'x' b c d
a = { "x" ~ b ~ c ~ d }
/// b ::= 'x' (',' b)?
// loop: depth does not grow with length
b = { "x" ~ ("," ~ "x")* }
/// c ::= 'x' c?
// loop: depth does not grow with length
c = { "x"+ }
/// d ::= ('x' d)?
// loop: depth does not grow with length
d = { "x"* }"#),
    case("loop, not declared", &[Undeclared], r#"
/// list ::= item (',' list?)?
list = { item ~ ("," ~ item)* ~ ","? }
/// item ::= 'x'
item = { "x" }"#),
    case("loop, declared and not there", &[Unneeded], r#"
/// list ::= item (',' list?)?
// loop: there is none
list = { item ~ ("," ~ list?)? }
/// item ::= 'x'
item = { "x" }"#),
    case("loop that forgets the end", &[Differs], r#"
/// list ::= item (',' list?)?
// loop: wrong
list = { item ~ ("," ~ item)* }
/// item ::= 'x'
item = { "x" }"#),

    // the ends of the text
    case("a start rule that reads the whole text", &[], r#"
/// doc ::= item*
doc = { SOI ~ item* ~ EOI }
/// item ::= 'x'
item = { "x" }"#),
    case("a start rule that reads a beginning", &[Differs], r#"
/// doc ::= item*
doc = { item* }
/// item ::= 'x'
item = { "x" }"#),
    case("the ends of the text in another rule", &[Differs], r#"
/// doc ::= item*
doc = { SOI ~ item* ~ EOI }
/// item ::= 'x'
item = { SOI ~ "x" ~ EOI }"#),
    case("a helper that says what it is for", &[], r#"
/// doc ::= 'x'
doc = { SOI ~ "x" ~ EOI }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("a helper that does not", &[Unexplained], r#"
/// doc ::= 'x'
doc = { SOI ~ "x" ~ EOI }
WHITESPACE = _{ " " }"#),

    // trivia
    case("trivia", &[], r##"
/// doc ::= LINE? ANON LINE WS*
// trivia: lines may be empty
doc = { LINE* ~ ANON ~ LINE+ ~ (WS | COMMENT)* }
/// ANON ::= '[' WS* ']'
// trivia: comments are white space
ANON = @{ "[" ~ (WS | COMMENT)* ~ "]" }
/// WS ::= #x20
WS = @{ "\u{20}" }
/// LINE ::= #xA
LINE = @{ "\u{0A}" }
// trivia: a comment
COMMENT = _{ "#" ~ (!"\n" ~ ANY)* }"##),
    case("trivia, not declared", &[OtherMatch, Undeclared], r##"
/// ANON ::= '[' WS* ']'
ANON = @{ "[" ~ (WS | COMMENT)* ~ "]" }
/// WS ::= #x20 | #xA
WS = @{ "\u{20}" | "\u{0A}" }
// trivia: a comment
COMMENT = _{ "#" ~ (!"\n" ~ ANY)* }"##),
    case("trivia, declared and not there", &[OtherMatch, Unneeded], r##"
/// ANON ::= '[' WS* ']'
// trivia: comments are white space
ANON = @{ "[" ~ WS* ~ "]" }
/// WS ::= #x20 | #xA
WS = @{ "\u{20}" | "\u{0A}" }
// trivia: a comment
COMMENT = _{ "#" ~ (!"\n" ~ ANY)* }"##),
    case("trivia of what is not white space", &[Differs], r#"
/// doc ::= LINE
// trivia: wrong
doc = { LINE+ }
/// LINE ::= 'x'
LINE = @{ "x" }"#),

    // class
    case("class", &[], r#"
/// A ::= [^#x00-#x20<>] | B - '_'
// class: a complement and a difference
A = @{ !('\u{00}'..'\u{20}' | "<" | ">") ~ ANY | !"_" ~ B }
/// B ::= '_' | '-'
B = @{ "_" | "-" }"#),
    case("class, not declared", &[Undeclared], r#"
/// A ::= [^<>]
A = @{ !("<" | ">") ~ ANY }"#),
    case("class, declared and not there", &[Unneeded], r#"
/// A ::= [a-c]
// class: there is none
A = @{ "a" | "b" | "c" }"#),
    case("class of other characters", &[Differs, OtherMatch], r#"
/// A ::= [^<>]
// class: wrong
A = @{ !("<" | "x") ~ ANY }"#),

    // erratum
    case("erratum", &[], r#"
/// A ::= 'x' | 'y' ':'
// erratum: the erratum 1 takes ':' out; corrected: 'x' | 'y'
A = @{ "x" | "y" }"#),
    case("erratum, declared and not followed", &[Differs, OtherMatch], r#"
/// A ::= 'x' | 'y' ':'
// erratum: the erratum 1 takes ':' out; corrected: 'x' | 'y'
A = @{ "x" | "y" ~ ":" }"#),
    case("erratum that corrects nothing", &[Unneeded], r#"
/// A ::= 'x' | 'y'
// erratum: the erratum 1; corrected: 'x' | 'y'
A = @{ "x" | "y" }"#),
    case("erratum that is not given", &[Differs, OtherMatch, Unreadable], r#"
/// A ::= 'x' | 'y' ':'
// erratum: the erratum 1 takes ':' out
A = @{ "x" | "y" }"#),

];
