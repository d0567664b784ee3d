//! The mirror check finds errors of every kind, and nothing in correct grammars.
//!
//! Each case is a small grammar and the kinds of finding that it has. Of each kind of departure there is a rule that
//! departs so and says it, one that does not say it, one that says it without need, and one whose departure is wrong.
use pretty_assertions::assert_eq;
use std::collections::BTreeSet;
use toolkit::FindingKind::*;
use toolkit::peg::DepartureKind;
use toolkit::{Finding, FindingKind, check, ebnf, peg};
use turtle_peg::Dialect;

struct Case {
    about: &'static str,
    grammar: &'static str,
    /// The specification's own text, where it is compared.
    published: Option<&'static str>,
    expected: &'static [FindingKind],
}

const fn case(
    about: &'static str,
    expected: &'static [FindingKind],
    grammar: &'static str,
) -> Case {
    Case {
        about,
        grammar,
        published: None,
        expected,
    }
}

const fn compared(
    about: &'static str,
    expected: &'static [FindingKind],
    published: &'static str,
    grammar: &'static str,
) -> Case {
    Case {
        about,
        grammar,
        published: Some(published),
        expected,
    }
}

#[rustfmt::skip]
const CASES: &[Case] = &[
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
    case("a start rule that reads no whole text", &[Differs], r#"
/// doc ::= 'x'*
doc = { "x"* }
// entry: one at a time
next = _{ SOI ~ "x" }"#),

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

    // entry
    case("entry", &[], r#"
/// doc ::= item*
// entry: the whole text
doc = { SOI ~ item* ~ EOI }
// entry: the next one
nextStatement = _{ SOI ~ (item | EOI) }
/// item ::= 'x'
item = { "x" }"#),
    case("entry, not declared", &[Undeclared], r#"
/// doc ::= item*
doc = { SOI ~ item* ~ EOI }
/// item ::= 'x'
item = { "x" }"#),
    case("entry, declared and not there", &[Unneeded], r#"
/// doc ::= item*
// entry: the whole text
doc = { item* }
/// item ::= 'x'
item = { "x" }"#),
    case("entry in the middle", &[Differs], r#"
/// doc ::= item*
doc = { item* }
/// item ::= 'x'
// entry: wrong
item = { SOI ~ "x" ~ EOI }"#),
    case("a helper that says what it is for", &[], r#"
/// doc ::= 'x'
// entry: the whole text
doc = { SOI ~ "x" ~ EOI }
// entry: to begin with
other = _{ SOI ~ doc }"#),
    case("a helper that does not", &[Unexplained], r#"
/// doc ::= 'x'
// entry: the whole text
doc = { SOI ~ "x" ~ EOI }
other = _{ SOI ~ doc }"#),

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

    // Rules without a production
    case("statements that are not those of the start rule", &[Differs], r#"
/// doc ::= (item '.')*
// entry: the whole text
doc = { SOI ~ (item ~ ".")* ~ EOI }
// entry: the next one
nextStatement = _{ SOI ~ (item | EOI) }
/// item ::= 'x'
item = { "x" }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("statements cut otherwise that are together the same", &[], r#"
/// doc ::= item* 'end'?
// entry: the whole text
doc = { SOI ~ item* ~ "end"? ~ EOI }
// entry: the next one
nextStatement = _{ SOI ~ (item | "end" ~ EOI | EOI) }
/// item ::= '(' item* ')'
item = { "(" ~ item* ~ ")" }
// trivia: white space
WHITESPACE = _{ " " }"#),
    case("white space before a statement that is not white space", &[Differs], r#"
/// doc ::= item*
// entry: the whole text
doc = { SOI ~ item* ~ EOI }
// entry: the next one
nextStatement = _{ SOI ~ (item | EOI) }
// entry: what comes before it
leadingTrivia = @{ (" " | "x")+ }
/// item ::= 'x'
item = { "x" }
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

fn findings(case: &Case) -> Vec<Finding> {
    let grammar = peg::read(case.grammar).unwrap_or_else(|error| panic!("{}: {error}", case.about));
    let published = case.published.map(|text| ebnf::read(text).unwrap());
    check(&grammar, published.as_ref()).unwrap().findings
}

#[test]
fn each_case_has_its_findings_and_no_others() {
    let (mut expected, mut found) = (String::new(), String::new());
    for case in CASES {
        let kinds: BTreeSet<FindingKind> = case.expected.iter().copied().collect();
        expected += &format!("{}: {kinds:?}\n", case.about);
        let findings = findings(case);
        let kinds: BTreeSet<FindingKind> = findings.iter().map(|finding| finding.kind).collect();
        found += &format!("{}: {kinds:?}\n", case.about);
    }
    assert_eq!(found, expected);
}

#[test]
fn each_kind_of_finding_has_a_case() {
    for kind in FindingKind::ALL {
        assert!(
            CASES.iter().any(|case| case.expected.contains(&kind)),
            "{kind}"
        );
    }
}

/// Each kind of departure has a case in which it is fine, and one for each way in which it is not.
#[test]
fn each_kind_of_departure_has_its_cases() {
    for kind in DepartureKind::ALL {
        let named: Vec<&Case> = CASES
            .iter()
            .filter(|case| case.about.starts_with(kind.name()))
            .collect();
        let has =
            |expected: FindingKind| named.iter().any(|case| case.expected.contains(&expected));
        assert!(named.iter().any(|case| case.expected.is_empty()), "{kind}");
        // An erratum is not known before it is declared.
        assert!(has(Undeclared) || kind == DepartureKind::Erratum, "{kind}");
        assert!(has(Unneeded), "{kind}");
        assert!(has(Differs) || has(GuardTooStrict), "{kind}");
    }
}

/// Where a plain transliteration goes wrong (RDF 1.1 Turtle, 6.5, note 3): `PREFIX:<x:/>` and `PREFIX: <p> <o>` begin with
/// a name, `PREFIXex:` is one, and `@prefixex` is a language tag. A guard against the one is none against the other.
#[test]
fn keywords_that_need_guards_are_found() {
    for (guard, expected) in [
        ("partialGuard = @{ PN_PREFIX ~ \":\" ~ !\"x\" }", "PREFIX:x"),
        ("partialGuard = @{ ^\"PREFIX\" ~ \":\" }", "PREFIXa:"),
    ] {
        let grammar = Dialect::Turtle11.grammar();
        let unguarded = grammar
            .replace("!longerThanPrefix ~ ", "")
            .replace("!PNAME_NS ~ ", "!partialGuard ~ ");
        let unguarded = format!("{unguarded}\n// guard: not enough\n{guard}");
        let found = check(&peg::read(&unguarded).unwrap(), None)
            .unwrap()
            .findings;
        let witness = |rule: &str| {
            let is_split = |finding: &&Finding| finding.kind == TokenSplit && finding.rule == rule;
            let split = found.iter().find(is_split);
            let split = split.unwrap_or_else(|| panic!("{guard}: no finding in {rule}"));
            split.witness.clone().unwrap_or_default()
        };
        assert!(witness("prefixID").starts_with("@prefixa"));
        let witness = witness("sparqlPrefix");
        assert_eq!(witness.to_uppercase(), expected.to_uppercase(), "{guard}");
    }
}

#[test]
fn what_is_not_one_production_is_an_error() {
    for line in ["b ::= 'y' [2] c ::= 'z'", "b 'y'", "what follows\n/// b"] {
        let grammar = format!("/// [1] a ::= 'x'\na = {{ \"x\" }}\n/// {line}\nb = {{ \"y\" }}");
        let file = peg::read(&grammar).unwrap();
        let error = check(&file, None).unwrap_err().to_string();
        assert!(error.starts_with("3:5: "), "{error}");
    }
}
