//! EBNF, the notation of the specifications: reading it and printing it.
//!
//! Invariant: what is printed reads as the grammar that was printed, whatever accent that was written in.

use crate::GrammarError;
use crate::pest_file::MOST_OPERATORS;
use crate::{Class, Expression};
use crate::{Grammar, Rule, RuleKind};
use pest::Parser;
use pest::iterators::{Pair, Pairs};

mod print;

pub use print::{print, print_expression, print_marked, print_rule};

/// The derived parser, in a module of its own: what pest derives has no documentation.
#[allow(missing_docs)]
mod derived {
    #[derive(pest_derive::Parser)]
    #[grammar = "ebnf/ebnf.pest"]
    pub(super) struct EbnfParser;
}

use derived::{EbnfParser, Rule as Part};

/// Reads the productions of a specification's grammar (XML 1.0, section 6).
///
/// In double quotes, letters are in either case, as the notes on Turtle's grammar say. A text that writes its terminals
/// `<NAME>`, as that of 2011 does, is of JavaCC's kind: it escapes as C does, and its letters are as they are written.
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
/// The text is not in this notation; the error says where.
pub fn read(text: &str) -> Result<Grammar, GrammarError> {
    let parsed = EbnfParser::parse(Part::ebnf, text).map_err(|error| {
        GrammarError::notation(error.renamed_rules(|kind| in_words(kind).into()))
    })?;
    refuse_deep(parsed.clone())?;
    let parts: Vec<Pair<'_, Part>> = parsed.flat_map(Pair::into_inner).collect();
    let accent = Accent::of(&parts);
    let mut rules = Vec::new();
    let mut kind = RuleKind::Nonterminal;
    for part in parts {
        match part.as_rule() {
            Part::heading => kind = RuleKind::Terminal,
            Part::production => {
                let rule = production(part, kind, accent)?;
                kind = rule.kind;
                rules.push(rule);
            }
            _ => {}
        }
    }
    match rules.is_empty() {
        true => Err(GrammarError::Empty),
        false => Ok(Grammar { rules }),
    }
}

/// What a reader of a specification calls a part of it.
fn in_words(kind: &Part) -> &'static str {
    match kind {
        Part::EOI => "the end of the text",
        Part::title => "a title",
        Part::heading => "`@terminals`",
        Part::ebnf | Part::production | Part::head | Part::number | Part::words => {
            "a production, `name ::=`"
        }
        Part::bracketed => "a name in `<>`",
        Part::operator => "`?`, `*`, `+`",
        Part::single | Part::double => "what the quotes enclose",
        Part::complement => "`^`",
        Part::part | Part::plain => "a character",
        _ => "an expression",
    }
}

/// A production is walked as deep as it nests.
fn refuse_deep(parts: Pairs<'_, Part>) -> Result<(), GrammarError> {
    for production in parts
        .flatten()
        .filter(|part| part.as_rule() == Part::production)
    {
        let mut parts = production.into_inner().flatten();
        let is_operator =
            |part: &Pair<'_, Part>| matches!(part.as_rule(), Part::choice | Part::operator);
        if let Some(part) = parts.by_ref().filter(is_operator).nth(MOST_OPERATORS) {
            let message = format!(
                "the production is too long: with more than {MOST_OPERATORS} operators and parentheses it had better be several"
            );
            return Err(GrammarError::at(part.as_span(), &message));
        }
    }
    Ok(())
}

/// Whether nothing stands above the first production.
pub(crate) fn has_no_title(text: &str) -> bool {
    let parsed = EbnfParser::parse(Part::ebnf, text);
    parsed.is_ok_and(|pairs| pairs.flatten().all(|part| part.as_rule() != Part::title))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Accent {
    /// The W3C's.
    Plain,
    /// That of the text of 2011, which a tool made of a grammar for JavaCC.
    JavaCc,
}

impl Accent {
    fn of(parts: &[Pair<'_, Part>]) -> Self {
        let is_bracketed = |part: &Pair<'_, Part>| {
            let head = part.clone().into_inner().next();
            head.is_some_and(|head| {
                head.into_inner()
                    .any(|part| part.as_rule() == Part::bracketed)
            })
        };
        match parts.iter().any(is_bracketed) {
            true => Self::JavaCc,
            false => Self::Plain,
        }
    }
}

/// One production. Behind the first terminal all are terminals.
fn production(
    part: Pair<'_, Part>,
    before: RuleKind,
    accent: Accent,
) -> Result<Rule, GrammarError> {
    let (mut number, mut name, mut kind) = (None, String::new(), before);
    let mut expression = Expression::Sequence(Vec::new());
    for part in part.into_inner() {
        match part.as_rule() {
            Part::head => {
                for part in part.into_inner() {
                    match part.as_rule() {
                        Part::number => number = Some(part.as_str().to_owned()),
                        Part::bracketed => {
                            kind = RuleKind::Terminal;
                            name = underscored(part.into_inner().as_str());
                        }
                        _ => name = underscored(part.as_str()),
                    }
                }
            }
            _ => expression = read_expression(part, accent)?,
        }
    }
    Ok(Rule {
        name,
        number,
        kind,
        expression,
    })
}

/// `PASSED TOKENS` as one word.
fn underscored(name: &str) -> String {
    name.split([' ', '\t', '\u{A0}'])
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join("_")
}

fn read_expression(part: Pair<'_, Part>, accent: Accent) -> Result<Expression, GrammarError> {
    let each = |part: Pair<'_, Part>| -> Result<Vec<Expression>, GrammarError> {
        part.into_inner()
            .map(|part| read_expression(part, accent))
            .collect()
    };
    Ok(match part.as_rule() {
        Part::choice => Expression::choice(each(part)?),
        Part::sequence => Expression::sequence(each(part)?),
        Part::difference => {
            let mut operands = each(part)?.into_iter();
            match (operands.next(), operands.next()) {
                (Some(first), Some(second)) => {
                    Expression::Difference(Box::new(first), Box::new(second))
                }
                (first, _) => first.unwrap_or(Expression::Sequence(Vec::new())),
            }
        }
        Part::repetition => {
            let mut inner = part.into_inner();
            let mut expression = match inner.next() {
                Some(item) => read_expression(item, accent)?,
                None => Expression::Sequence(Vec::new()),
            };
            for operator in inner {
                let body = Box::new(expression);
                expression = match operator.as_str() {
                    "?" => Expression::Optional(body),
                    "*" => Expression::ZeroOrMore(body),
                    _ => Expression::OneOrMore(body),
                };
            }
            expression
        }
        Part::literal => match part.into_inner().next() {
            Some(quoted) => read_expression(quoted, accent)?,
            None => Expression::Sequence(Vec::new()),
        },
        Part::single => literal(&unescaped(part.as_str(), accent), false),
        Part::double => {
            let ignores_case = accent == Accent::Plain;
            literal(&unescaped(part.as_str(), accent), ignores_case)
        }
        Part::class => class(part, accent)?,
        Part::code => Expression::Class(Class::one(character(&part)?)),
        _ => Expression::name(part.as_str()),
    })
}

/// A space or a control character has no other way to be written that can be read.
fn literal(text: &str, ignores_case: bool) -> Expression {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) if only.is_whitespace() || only.is_control() => {
            Expression::Class(Class::one(only))
        }
        _ => Expression::Literal {
            text: text.to_owned(),
            ignores_case: ignores_case && text.contains(|c: char| c.is_ascii_alphabetic()),
        },
    }
}

fn unescaped(text: &str, accent: Accent) -> String {
    if accent == Accent::Plain {
        return text.to_owned();
    }
    let mut result = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        result.push(match (character, characters.clone().next()) {
            ('\\', Some(escaped)) => {
                characters.next();
                match escaped {
                    'n' => '\n',
                    'r' => '\r',
                    't' => '\t',
                    other => other,
                }
            }
            (character, _) => character,
        });
    }
    result
}

fn class(part: Pair<'_, Part>, accent: Accent) -> Result<Expression, GrammarError> {
    let mut class = Class {
        is_complement: false,
        ranges: Vec::new(),
    };
    for part in part.into_inner() {
        if part.as_rule() == Part::complement {
            class.is_complement = true;
            continue;
        }
        let mut ends = Vec::new();
        let span = part.as_span();
        for end in part.into_inner() {
            match end.as_rule() {
                Part::code => ends.push(vec![character(&end)?]),
                _ => ends.push(unescaped(end.as_str(), accent).chars().collect()),
            }
        }
        match ends.as_slice() {
            // A backslash and what it does not escape here are characters, each by itself.
            [alone] => class.ranges.extend(alone.iter().map(|&c| (c, c))),
            [first, last] => match (first.as_slice(), last.as_slice()) {
                (&[first], &[last]) if first <= last => class.ranges.push((first, last)),
                _ => {
                    return Err(GrammarError::at(
                        span,
                        "no range: its ends are the wrong way round",
                    ));
                }
            },
            _ => {}
        }
    }
    Ok(Expression::Class(class))
}

fn character(part: &Pair<'_, Part>) -> Result<char, GrammarError> {
    let digits = part.as_str().trim_start_matches(['#', 'x']);
    u32::from_str_radix(digits, 16)
        .ok()
        .and_then(char::from_u32)
        .ok_or_else(|| GrammarError::at(part.as_span(), "no character has this code point"))
}

#[cfg(test)]
mod tests {
    use super::*;

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
            ("a ::= (((b) (c | d)))+ (e?)*", "a ::= (b (c | d))+ (e?)*\n"),
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

    /// The text of 2008 has terminals amid the rest, and no heading.
    #[test]
    fn terminals_that_are_not_listed_have_no_heading() {
        let mut grammar = read("a ::= 'x' c\nb ::= a").unwrap();
        grammar.rules[0].kind = RuleKind::Terminal;
        assert_eq!(print(&grammar), "a ::= 'x' c\nb ::= a\n");
    }

    #[test]
    fn what_is_no_ebnf_is_an_error_with_its_place() {
        let repeated = format!("a ::= 'x'{}", "?".repeat(1000));
        for (text, place, what) in [
            ("a ::= ", "1:", "expected an expression"),
            ("a ::= (b", "1:", "an expression or `?`, `*`, `+`"),
            ("a ::= 'b", "1:", "expected an expression"),
            ("a ::= ''", "1:", "what the quotes enclose"),
            ("a ::= b\nc = d", "2:", "a production, `name ::=`"),
            ("a ::= [z-a]", "1:", "the wrong way round"),
            ("a ::= #xD800", "1:", "no character"),
            ("a ::= #x110000", "1:", "no character"),
            (&repeated, "1:", "too long"),
        ] {
            match read(text) {
                Err(GrammarError::Syntax(message)) => {
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
