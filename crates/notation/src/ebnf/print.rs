//! Printing EBNF.

use super::parser::{PASS, is_in_capitals};
use crate::{CharacterClass, Expression, Grammar, KeywordCase, Keywords, Rule, RuleKind};
use std::fmt::{self, Write as _};
use std::ops::Range;

/// The whole grammar, a production a line, with `@terminals` on a line where these begin, and `@start` above all for each
/// start symbol that is declared.
///
/// A text that does not list its terminals, such as that of 2008, has no such line: `/* ws: explicit */` is behind those whose names do not
/// tell it. Keywords that are declared are on the first line,
/// and decide the quotes.
pub fn print(grammar: &Grammar) -> String {
    let mut text = String::new();
    for start in grammar.rules.iter().take(grammar.declared_starts) {
        let _ = writeln!(text, "@start {}", start.name);
    }
    let first_terminal = listed_terminals(&grammar.rules);
    let declared = grammar.keywords.as_ref();
    let keywords = declared.filter(|keywords| hold_in(keywords, grammar));
    if let Some(keywords) = keywords {
        let _ = writeln!(text, "@keywords {keywords}");
    }
    for (index, rule) in grammar.rules.iter().enumerate() {
        if Some(index) == first_terminal {
            text.push_str("@terminals\n");
        }
        text.push_str(&print_rule_with_keywords(rule, keywords));
        if first_terminal.is_none() && is_unseen_terminal(rule) {
            let _ = write!(text, " {WHITE_SPACE_IS_EXPLICIT}");
        }
        text.push('\n');
    }
    text
}

/// The comment behind a terminal that nothing else tells to be one.
pub const WHITE_SPACE_IS_EXPLICIT: &str = "/* ws: explicit */";

/// Whether a rule has that comment where its grammar is printed.
pub fn is_told_to_be_terminal(rule: &Rule, grammar: &Grammar) -> bool {
    is_unseen_terminal(rule) && listed_terminals(&grammar.rules).is_none()
}

fn is_unseen_terminal(rule: &Rule) -> bool {
    rule.kind == RuleKind::Terminal && !is_in_capitals(&rule.name)
}

/// Whether a grammar's literals are as its keywords say, so that the declaration may stand for quotes that tell it.
fn hold_in(keywords: &Keywords, grammar: &Grammar) -> bool {
    let differs = |part: &Expression| match part {
        Expression::Literal { text, ignores_case } => {
            let has_letters = text.contains(|c: char| c.is_ascii_alphabetic());
            *ignores_case != (has_letters && keywords.case.ignores(text, *ignores_case))
        }
        _ => false,
    };
    let mut rules = grammar.rules.iter();
    !rules.any(|rule| rule.expression.has(&differs))
}

/// Where the terminals begin, if all other productions are before them.
fn listed_terminals(rules: &[Rule]) -> Option<usize> {
    let first = rules
        .iter()
        .position(|rule| rule.kind == RuleKind::Terminal)?;
    let are_last = rules[first..]
        .iter()
        .all(|rule| rule.kind != RuleKind::Nonterminal);
    are_last.then_some(first)
}

/// One production: `[16] NumericLiteral ::= INTEGER | DECIMAL | DOUBLE`. Double quotes tell that case does not matter.
pub fn print_rule(rule: &Rule) -> String {
    print_rule_with_keywords(rule, None)
}

/// One production of a grammar that declares its keywords, in quotes as its text has them.
pub fn print_rule_with_keywords(rule: &Rule, keywords: Option<&Keywords>) -> String {
    let mut printer = EbnfPrinter {
        tells_case: keywords.is_none_or(|keywords| keywords.case == KeywordCase::ByQuote),
        ..EbnfPrinter::default()
    };
    printer.print(&rule.expression, Level::Choice);
    let right_side = printer.text;
    if rule.name == PASS {
        return format!("{PASS} {right_side}");
    }
    let number = match &rule.number {
        Some(number) => format!("[{number}] "),
        None => String::new(),
    };
    format!("{number}{} ::= {right_side}", rule.name)
}

/// A right side. Constructs of PEGs alone are printed as in a PEG: `!A`, `&A`, `SOI`, `EOI`.
pub fn print_expression(expression: &Expression) -> String {
    let mut printer = EbnfPrinter::default();
    printer.print(expression, Level::Choice);
    printer.text
}

/// As EBNF.
impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print_expression(self))
    }
}

/// As EBNF.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print_rule(self))
    }
}

/// A right side with one part marked. Prints with the part between `⟦` and `⟧`.
///
/// ```
/// use turtle_peg_notation::ebnf;
///
/// let grammar = ebnf::read("list ::= item (',' item)*")?;
/// let list = &grammar.rules[0].expression;
/// let marked = ebnf::print_marked(list, list.parts()[1]);
/// assert_eq!((marked.before.as_str(), marked.marked.as_str()), ("item ", "(',' item)*"));
/// assert_eq!(marked.to_string(), "item ⟦(',' item)*⟧");
/// # Ok::<(), turtle_peg_notation::GrammarError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// The text before the part.
    pub before: String,
    /// The part, without parentheses around it.
    pub marked: String,
    /// The text after it.
    pub after: String,
}

impl fmt::Display for Marked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}⟦{}⟧{}", self.before, self.marked, self.after)
    }
}

/// A right side with one of its parts marked: the part itself, not one that is equal to it. If it is a part of something else,
/// an empty text at the end is marked.
pub fn print_marked(expression: &Expression, part: &Expression) -> Marked {
    let mut printer = EbnfPrinter {
        part: Some(part),
        ..EbnfPrinter::default()
    };
    printer.print(expression, Level::Choice);
    let text = &printer.text;
    let marked = printer.marked.unwrap_or(text.len()..text.len());
    Marked {
        before: text[..marked.start].to_owned(),
        marked: text[marked.clone()].to_owned(),
        after: text[marked.end..].to_owned(),
    }
}

/// The expressions that a place takes without parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Choice,
    Sequence,
    Operand,
    Item,
}

/// The text printed so far.
struct EbnfPrinter<'e> {
    text: String,
    /// Whether the kind of quote tells in which case letters match.
    tells_case: bool,
    /// The part to mark.
    part: Option<&'e Expression>,
    /// Where it is in the text.
    marked: Option<Range<usize>>,
}

impl Default for EbnfPrinter<'_> {
    fn default() -> Self {
        Self {
            text: String::new(),
            tells_case: true,
            part: None,
            marked: None,
        }
    }
}

impl EbnfPrinter<'_> {
    fn print(&mut self, expression: &Expression, level: Level) {
        if self.part.is_some_and(|part| std::ptr::eq(part, expression)) {
            let start = self.text.len();
            self.print_bare(expression);
            self.marked = Some(start..self.text.len());
        } else if level_of(expression) < level {
            self.text.push('(');
            self.print_bare(expression);
            self.text.push(')');
        } else {
            self.print_bare(expression);
        }
    }

    /// Without parentheses around the whole.
    fn print_bare(&mut self, expression: &Expression) {
        match expression {
            Expression::Choice(parts) => self.joined(parts, Level::Sequence, " | "),
            Expression::Sequence(parts) => self.joined(parts, Level::Operand, " "),
            Expression::Difference(first, second) => {
                self.print(first, Level::Operand);
                self.text.push_str(" - ");
                self.print(second, Level::Operand);
            }
            Expression::Optional(body) => self.postfix(body, '?'),
            Expression::ZeroOrMore(body) => self.postfix(body, '*'),
            Expression::OneOrMore(body) => self.postfix(body, '+'),
            Expression::Lookahead { is_positive, body } => {
                self.text.push(if *is_positive { '&' } else { '!' });
                self.print(body, Level::Item);
            }
            Expression::Literal { text, ignores_case } => {
                print_literal(text, *ignores_case && self.tells_case, &mut self.text);
            }
            Expression::Class(class) => print_class(class, &mut self.text),
            Expression::Name(name) => self.text.push_str(name),
            Expression::Start => self.text.push_str("SOI"),
            Expression::End => self.text.push_str("EOI"),
        }
    }

    fn joined(&mut self, parts: &[Expression], level: Level, between: &str) {
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                self.text.push_str(between);
            }
            self.print(part, level);
        }
    }

    fn postfix(&mut self, body: &Expression, operator: char) {
        self.print(body, Level::Item);
        self.text.push(operator);
    }
}

fn level_of(expression: &Expression) -> Level {
    match expression {
        Expression::Choice(_) => Level::Choice,
        Expression::Sequence(_) | Expression::Difference(..) => Level::Sequence,
        Expression::Optional(_) | Expression::ZeroOrMore(_) | Expression::OneOrMore(_) => {
            Level::Operand
        }
        _ => Level::Item,
    }
}

/// In double quotes if case does not matter, or if there is a single quote in it.
fn print_literal(literal: &str, ignores_case: bool, text: &mut String) {
    let quote = match ignores_case || literal.contains('\'') {
        true => '"',
        false => '\'',
    };
    text.push(quote);
    text.push_str(literal);
    text.push(quote);
}

fn print_class(class: &CharacterClass, text: &mut String) {
    if let (false, &[(first, last)]) = (class.is_complement, class.ranges.as_slice())
        && first == last
    {
        let _ = write!(text, "#x{:02X}", u32::from(first));
        return;
    }
    text.push_str(if class.is_complement { "[^" } else { "[" });
    let begin = text.len();
    for (index, &(first, last)) in class.ranges.iter().enumerate() {
        // A hyphen or a caret is written as itself where that is unambiguous, as in the specifications.
        let is_first = index == 0 && !class.is_complement;
        let is_last = index + 1 == class.ranges.len();
        match first == last {
            true if first == '-' && is_last || first == '^' && !is_first => text.push(first),
            true => print_class_character(first, false, begin, text),
            false => {
                print_class_character(first, true, begin, text);
                text.push('-');
                print_class_character(last, true, begin, text);
            }
        }
    }
    text.push(']');
}

/// A character, by its code point if it could be read as something else after the class so far, which begins at `begin`.
fn print_class_character(character: char, is_end_of_range: bool, begin: usize, text: &mut String) {
    let before = &text[begin..];
    let is_joined = match before.trim_end_matches(|c: char| c.is_ascii_hexdigit()) {
        // It would be one more digit.
        code if code.ends_with("#x") => character.is_ascii_hexdigit(),
        // A backslash and the character after it cannot end a range, and may be one character.
        _ if before.ends_with('\\') => is_end_of_range || "trn".contains(character),
        _ => is_end_of_range && character == '\\',
    };
    let is_plain = character.is_ascii_graphic() && !matches!(character, '#' | '-' | ']' | '^');
    match is_plain && !is_joined {
        true => text.push(character),
        false => {
            let _ = write!(text, "#x{:02X}", u32::from(character));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ebnf::read;

    #[test]
    fn a_class_is_read_as_it_was_printed() {
        let classes = [
            vec![('#', '#'), ('9', '9'), ('x', 'x')],
            vec![(' ', ' '), ('a', 'f'), ('A', 'A')],
            vec![('\u{1}', '\u{2}'), ('3', '4')],
            vec![('\\', '\\'), ('n', 'z'), ('"', '"')],
            vec![('\\', '\\'), ('\\', 'a')],
            vec![('!', '\\'), ('t', 't')],
            vec![('\\', '\\'), ('t', 't'), ('n', 'r')],
            vec![('\t', '\r'), ('\\', '\\'), ('\\', '\\'), ('n', 'n')],
            vec![('^', '^'), ('a', 'a'), ('-', '-')],
        ];
        for ranges in classes {
            for is_complement in [false, true] {
                let class = Expression::Class(CharacterClass {
                    is_complement,
                    ranges: ranges.clone(),
                });
                let printed = format!("a ::= {}\n", print_expression(&class));
                let again = read(&printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
                assert_eq!(again.rules[0].expression, class, "{printed}");
            }
        }
    }
}
