//! EBNF, the notation of the specifications: reading it and printing it.
//!
//! XML 1.0, section 6, describes the notation in prose; the accents are those of the texts themselves, the W3C's and
//! others'. Comments are `/* */`, `(* *)`, and from `#` or `//` to the end of the line.
//!
//! Invariants: a printed grammar reads as the grammar that was printed, in whatever accent that was written. A text that
//! cannot be read is an error with its place, and nothing is read as something else.

mod external;
mod keywords;
mod other_notations;
mod parser;
mod print;
mod tokens;
mod values;

pub use parser::{PASS, is_in_capitals};
pub use print::{
    Marked, WHITE_SPACE_IS_EXPLICIT, is_told_to_be_terminal, print, print_expression, print_marked,
    print_rule, print_rule_with_keywords,
};

use crate::{Grammar, GrammarError, GrammarPlaces};

/// Reads the productions of a specification's grammar (XML 1.0, section 6).
///
/// In double quotes, letters are in either case, as the notes on Turtle's grammar say, unless the text declares its [`Keywords`](crate::Keywords). A text that defines its
/// terminals as `<NAME>`, as that of 2011 does, is of JavaCC's kind: it escapes as C does, and its letters stay in their case.
/// A text that also uses names in `<>` is BNF: there `<name>` is `name`.
///
/// In a class, `\t`, `\r` and `\n` are a tab and ends of lines, as those who write them mean.
///
/// Terminals follow `@terminals`; in a text without that, they are the productions whose names are in capitals. Each `@start` names a start
/// symbol; then there are no others, and these come first in the grammar that is read. `@pass` declares the text between tokens; it becomes a silent rule with the name [`PASS`]. A production with `/* ws: explicit */` is
/// a terminal, if it uses nothing but terminals. `[http://www.w3.org/TR/REC-xml#NT-S]XML` is the production there.
///
/// ```
/// use turtle_peg_notation::{Expression, ebnf};
///
/// let grammar = ebnf::read("[5s] sparqlBase ::= \"BASE\" IRIREF")?;
/// assert_eq!(grammar.rules[0].name, "sparqlBase");
/// assert_eq!(grammar.rules[0].number.as_deref(), Some("5s"));
/// assert_eq!(grammar.rules[0].expression.names(), ["IRIREF"]);
/// assert_eq!(ebnf::print(&grammar), "[5s] sparqlBase ::= \"BASE\" IRIREF\n");
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
///
/// # Errors
///
/// The text is not in this notation, or too large; the error says where.
pub fn read(text: &str) -> Result<Grammar, GrammarError> {
    let parsed = parser::parse(text).map_err(|error| refused(text, error))?;
    match parsed.rules.iter().all(|rule| rule.name == PASS) {
        true => Err(refused(text, GrammarError::Empty)),
        false => Ok(Grammar {
            rules: parsed.rules,
            keywords: parsed.keywords,
            declared_starts: parsed.declared_starts,
        }),
    }
}

/// The error of a text that cannot be read: where the whole is in another notation, that one.
fn refused(text: &str, error: GrammarError) -> GrammarError {
    match other_notations::name(text) {
        Some(notation) => GrammarError::Syntax(format!(
            "this is {notation}, which is not read: productions are expected in the W3C's notation, `name ::= …`"
        )),
        None => error,
    }
}

/// The names of the rules beside the grammar that a text mentions; none, if it cannot be read.
///
/// ```
/// use turtle_peg_notation::ebnf;
///
/// let text = "path ::= '/' path? /* xgc: leading-lone-slash */";
/// assert_eq!(ebnf::constraints(text), ["leading-lone-slash"]);
/// ```
pub fn constraints(text: &str) -> Vec<String> {
    parser::parse(text).map_or(Vec::new(), |parsed| parsed.constraints)
}

/// Where the production of a name, or [`PASS`], begins: its line and its column, counted from 1; none, if the text cannot be read or
/// has no such production.
///
/// ```
/// use turtle_peg_notation::ebnf;
///
/// assert_eq!(ebnf::place_of("a ::= b\n[2] b ::= 'x'", "b"), Some((2, 1)));
/// ```
pub fn place_of(text: &str, name: &str) -> Option<(usize, usize)> {
    let places = places(text).ok()?;
    let mut productions = places.productions.iter();
    let found = productions.find(|production| production.rule.name == name);
    found.and_then(|found| GrammarError::at(text, found.bytes.start, "").place())
}

/// Whether a text says where its terminals begin; not, if it cannot be read.
///
/// ```
/// use turtle_peg_notation::ebnf;
///
/// assert!(ebnf::lists_terminals("a ::= 'x'+\n@terminals"));
/// assert!(!ebnf::lists_terminals("a ::= B\nB ::= 'x'+"));
/// ```
pub fn lists_terminals(text: &str) -> bool {
    parser::parse(text).is_ok_and(|parsed| parsed.lists_terminals)
}

/// Where a text has its names and its productions, in its order.
///
/// ```
/// use turtle_peg_notation::ebnf;
///
/// let text = "[1] a ::= b 'b' /* b */ b?\n[2] b ::= 'x'";
/// let places = ebnf::places(text)?;
/// let uses = places.names.iter().filter(|place| place.name == "b" && !place.is_definition);
/// assert_eq!(uses.map(|place| place.bytes.start).collect::<Vec<_>>(), [10, 24]);
/// let [first, second] = places.productions.as_slice() else { panic!("two productions") };
/// assert_eq!((first.bytes.end, first.has_remarks, second.has_remarks), (26, true, false));
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
///
/// # Errors
///
/// The errors of [`read`].
pub fn places(text: &str) -> Result<GrammarPlaces, GrammarError> {
    Ok(parser::parse(text)?.places)
}

/// Whether nothing is above the first production.
pub(crate) fn has_no_title(text: &str) -> bool {
    parser::parse(text).is_ok_and(|parsed| !parsed.has_title)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleKind;

    fn printed(text: &str) -> String {
        let grammar = read(text).unwrap_or_else(|error| panic!("{error}"));
        let printed = print(&grammar);
        assert_eq!(read(&printed).as_ref(), Ok(&grammar), "{printed}");
        printed
    }

    #[test]
    fn each_accent_is_read() {
        for (text, expected) in [
            ("[1] a ::= b?c", "[1] a ::= b? c\n"),
            ("[128s]\ta::=(b|c)*", "[128s] a ::= (b | c)*\n"),
            (
                "[1g] a ::= b\n | c [2g] b ::= 'x' c ::= 'y'",
                "[1g] a ::= b | c\n[2g] b ::= 'x'\nc ::= 'y'\n",
            ),
            ("a ::= ('-' | '+') ? b", "a ::= ('-' | '+')? b\n"),
            ("a ::= ( b - '_' ) c*", "a ::= (b - '_') c*\n"),
            (
                "a ::= [#x00C0-#x00D6] | [#00D8-#00F6] | #00B7 | #xA",
                "a ::= [#xC0-#xD6] | [#xD8-#xF6] | #xB7 | #x0A\n",
            ),
            (
                "a ::= [^#x00-#x20<>\"{}|^`\\] b",
                "a ::= [^#x00-#x20<>\"{}|^`\\] b\n",
            ),
            (
                "a ::= [+-] [-+] [^^-] [#x5E-] [#x2D-#x5E] [a-z-]",
                "a ::= [+-] [#x2D+] [^^-] [#x5E-] [#x2D-#x5E] [a-z-]\n",
            ),
            (
                "a ::= '\\' [tbnrf\\\"'] \"'\" '\"'",
                "a ::= '\\' [tbnrf\\\"'] \"'\" '\"'\n",
            ),
            (
                "a ::= \"PREFIX\" '@prefix' \"!\"",
                "a ::= \"PREFIX\" '@prefix' '!'\n",
            ),
            (
                "a ::= b /* a comment: [2] b ::= c */\n@terminals\nb ::= 'b'",
                "a ::= b\n@terminals\nb ::= 'b'\n",
            ),
            (
                "A language\n a ::= B\n\nProductions for terminals\n\nB ::= 'b'",
                "a ::= B\n@terminals\nB ::= 'b'\n",
            ),
            (
                "[1]\u{A0} a ::= \"x\" B [2] <B> ::= \"\\\\u\" [^'\\\\\\n] [#0000- ] \"\\t\"[3] C\u{A0}D ::= \" \"",
                "[1] a ::= 'x' B\n@terminals\n[2] B ::= '\\u' [^'\\#x0A] [#x00-#x20] #x09\n[3] C_D ::= #x20\n",
            ),
            (
                "[1] a ::= b\n[28*] b ::= [a-z]\n[VC: No note is a class] c ::= 'c' [WFC: Nor this] [VC: Nor that]\nd ::= [5]\ne ::= 'x'",
                "[1] a ::= b\n[28*] b ::= [a-z]\n[VC: No note is a class] c ::= 'c'\nd ::= #x35\ne ::= 'x'\n",
            ),
            (
                "# one\na ::= b // two\n  | c # three: #x20\n(* four *) b ::= #x20 /* five */ | [#]\n# [9] x ::= y\nc ::= 'c'",
                "a ::= b | c\nb ::= #x20 | #x23\nc ::= 'c'\n",
            ),
            (
                "@start c\n@start b\na ::= 'a'\nb ::= a\nc ::= a",
                "@start c\n@start b\nc ::= a\nb ::= a\na ::= 'a'\n",
            ),
            (
                "@start b\na ::= 'a' @pass WS*\nb ::= a\n@terminals\nWS ::= #x20",
                "@start b\nb ::= a\na ::= 'a'\n@pass WS*\n@terminals\nWS ::= #x20\n",
            ),
            (
                "<a-list> ::= <item> | \"\\\" <b.c>\n<item> ::= 'x'",
                "a-list ::= item | '\\' b.c\nitem ::= 'x'\n",
            ),
            (
                "a-b\n  ::= c-d | e-f | c - a-b\nc ::= [a-z]-'x' d\nd::=c\n<?TOKENS?>\ne ::= 'x'",
                "a-b ::= c - d | e-f | c - a-b\nc ::= ([a-z] - 'x') d\nd ::= c\n@terminals\ne ::= 'x'\n",
            ),
            (
                "a ::= [ \\t\\r\\n]+ [\\\\nb]",
                "a ::= [#x20#x09#x0D#x0A]+ [\\\\#x6E#x62]\n",
            ),
            ("[ ] a ::= b\n[\t]b ::= 'b'", "a ::= b\nb ::= 'b'\n"),
            ("a ::= ([a-c] - 'a' - 'b')", "a ::= ([a-c] - 'a') - 'b'\n"),
            ("a ::= (((b) (c | d)))+ (e?)*", "a ::= (b (c | d))+ (e?)*\n"),
            // An apostrophe in single quotes, as in the source of a page.
            (
                "a ::= ''' [^']* ''' | 'x' '''",
                "a ::= \"'\" [^']* \"'\" | 'x' \"'\"\n",
            ),
            (
                "<A> ::= [a\\]b\\\\] 'x'\n<B> ::= 'y'",
                "@terminals\nA ::= [a#x5D#x62\\] 'x'\nB ::= 'y'\n",
            ),
            // XML's productions, and one that is defined elsewhere, in XPath's way of naming them.
            (
                "a ::= B S\n[2] S ::= [http://www.w3.org/TR/REC-xml#NT-S]XML\nB ::= [https://example.org/#NT-B]Other\nc ::= [https://example.org/#d]Other a",
                "a ::= B S\n[2] S ::= (#x20 | #x09 | #x0D | #x0A)+\nc ::= d a\n",
            ),
        ] {
            assert_eq!(printed(text), expected, "{text}");
        }
    }

    #[test]
    fn terminals_are_told_from_the_rest() {
        let kinds = |text: &str| -> Vec<RuleKind> {
            let grammar = read(text).unwrap();
            grammar.rules.iter().map(|rule| rule.kind).collect()
        };
        let expected = [
            RuleKind::Nonterminal,
            RuleKind::Terminal,
            RuleKind::Terminal,
        ];
        assert_eq!(kinds("a ::= B\n@terminals\nB ::= C\nC ::= 'c'"), expected);
        assert_eq!(kinds("a ::= B\n<B> ::= C\nC ::= 'c'"), expected);
    }

    #[test]
    fn white_space_may_be_explicit() {
        let text = "a ::= b | c\nb ::= '*' ':' d /* ws: explicit */\nc ::= '(' a ')' /* ws: explicit */\nd ::= [a-z] /* ws: explicit */";
        let grammar = read(text).unwrap();
        let terminals = grammar
            .rules
            .iter()
            .filter(|rule| rule.kind == RuleKind::Terminal);
        assert_eq!(
            printed(text),
            "a ::= b | c\nb ::= '*' ':' d /* ws: explicit */\nc ::= '(' a ')'\nd ::= [a-z] /* ws: explicit */\n"
        );
        // White space may be within what `c` has between its parentheses.
        assert!(terminals.map(|rule| rule.name.as_str()).eq(["b", "d"]));
    }

    #[test]
    fn the_case_of_keywords_is_declared() {
        for (text, expected) in [
            ("a ::= 'if' \"IF\"", "a ::= 'if' \"IF\"\n"),
            (
                "a ::= 'if' \"IF\"\n@keywords by-quote",
                "@keywords by-quote\na ::= 'if' \"IF\"\n",
            ),
            (
                "@keywords as-written\na ::= 'if' \"IF\" \"it's\"",
                "@keywords as-written\na ::= 'if' 'IF' \"it's\"\n",
            ),
            (
                "A language\n@keywords any-case except 'a' \"b\" because 'the text says so'\na ::= 'a' \"b\" 'C' \"D\" '+'",
                "@keywords any-case except 'a' 'b' because \"the text says so\"\na ::= 'a' 'b' 'C' 'D' '+'\n",
            ),
        ] {
            assert_eq!(printed(text), expected, "{text}");
        }
        let ignoring = |text: &str| {
            let rules = read(text).unwrap().rules;
            let parts = rules[0].expression.in_sequence().to_vec();
            let ignores = |part| {
                matches!(
                    part,
                    crate::Expression::Literal {
                        ignores_case: true,
                        ..
                    }
                )
            };
            parts.into_iter().map(ignores).collect::<Vec<_>>()
        };
        assert_eq!(ignoring("a ::= 'if' \"IF\""), [false, true]);
        assert_eq!(
            ignoring("a ::= 'if' \"IF\"@keywords as-written"),
            [false, false]
        );
        assert_eq!(
            ignoring("a ::= 'if' \"IF\"@keywords any-case"),
            [true, true]
        );
        assert_eq!(
            ignoring("a ::= 'if' \"IF\"@keywords any-case except 'if'"),
            [false, true]
        );
    }

    #[test]
    fn other_notations_are_named() {
        for (text, expected) in [
            (
                "; comment\nkey = quoted / bare\nbare = 1*( ALPHA / %x30-39 )\n",
                "ABNF",
            ),
            ("key  =  quoted\nkey =/ bare\n", "ABNF"),
            (
                "syntax = rule, {rule};\nrule = \"it's\" | 'x';\n",
                "ISO 14977",
            ),
            ("(* a comment *)\nsyntax = 'x'\n    , 'y' ;\n", "ISO 14977"),
            ("syntax = 'x'\n", "another notation"),
        ] {
            let message = read(text).unwrap_err().to_string();
            assert!(message.contains(expected), "{text}: {message}");
        }
        assert_eq!(read("x: 'y';"), Err(GrammarError::Empty));
    }

    /// The text of 2008 has terminals amid the rest, and no heading.
    #[test]
    fn terminals_that_are_not_listed_have_no_heading() {
        let mut grammar = read("a ::= 'x' C\nb ::= a\nC ::= 'c'\nd ::= b").unwrap();
        grammar.rules[0].kind = RuleKind::Terminal;
        let text = "a ::= 'x' C /* ws: explicit */\nb ::= a\nC ::= 'c'\nd ::= b\n";
        assert_eq!(print(&grammar), text);
        assert_eq!(read(text), Ok(grammar));
    }

    #[test]
    fn what_is_no_ebnf_is_an_error_with_its_place() {
        let repeated = format!("a ::= 'x'{}", "?".repeat(1000));
        let nested = format!("a ::= {}'x'{}", "(".repeat(100_000), ")".repeat(100_000));
        let many = "a ::= 'x'\n".repeat(3000);
        let long = format!("a ::= '{}'", "x".repeat(10_000));
        for (text, place, what) in [
            ("a ::= ", "1:", "expected an expression"),
            ("a ::= (b", "1:", "an expression or `?`, `*`, `+`"),
            ("a ::= 'b", "1:", "expected an expression"),
            ("a ::= ''", "1:", "what the quotes enclose"),
            ("a ::= b\nc = d", "2:", "a production, `name ::=`"),
            ("a ::= [z-a]", "1:", "the wrong way round"),
            ("a ::= #xD800", "1:", "no character"),
            ("a ::= #x110000", "1:", "no character"),
            (&repeated, "1:", "too large: more than 300"),
            (&nested, "1:", "too large: more than 300"),
            (&many, "1001:", "too large: more than 1000"),
            (&long, "1:", "too large: more than 1200"),
            ("a ::= 'x' #x2G", "1:", "not a code point"),
            ("a ::= 'x' $", "1:", "expected an expression"),
            ("a ::= 'x'\n@nothing b", "2:", "no directive"),
            ("a ::= 'x'\n@start b", "2:", "has no production"),
            ("@start a\na ::= 'x'\n@start a", "3:", "declared above"),
            ("a ::= 'x' /* y", "1:", "not closed"),
            ("a ::= [VC: A note]", "1:", "a note"),
            ("a ::= [a", "1:", "no `]` follows"),
            (
                "a ::= [http://example.org/]Other 'x'",
                "1:",
                "the address of a production",
            ),
            (
                "a ::= 'x'\n@keywords upper-case",
                "2:",
                "expected `any-case`",
            ),
            (
                "@keywords any-case\na ::= 'x'\n@keywords any-case",
                "3:",
                "another `@keywords`",
            ),
            ("words a ::= 'x'", "1:", "a production, `name ::=`"),
        ] {
            match read(text) {
                Err(error @ GrammarError::At { .. }) => {
                    let message = error.to_string();
                    assert!(
                        message.contains(place) && message.contains(what),
                        "{message}"
                    );
                }
                other => panic!("{text}: {other:?}"),
            }
        }
        assert_eq!(read(""), Err(GrammarError::Empty));
        assert_eq!(read("only words"), Err(GrammarError::Empty));
    }
}
