//! A `.pest` file, as pest itself reads it: to generate a parser from it, to run it, or to analyse it.
//!
//! Invariant: a file that pest does not accept, that is too large for it, or at which it panics is refused; a parser can be
//! generated from any other, and pest can run it.

mod beginnings;
mod characters;
mod choices;
mod refusal;
mod size;

/// The crate of the types of [`PestFile`]'s rules, in the version that this crate uses.
pub use pest_meta;
pub use refusal::Refusal;

use crate::{NamePlace, with_stack};
use pest::Span;
use pest::iterators::{Pair, Pairs};
use pest_meta::ast::{Expr, Rule};
use pest_meta::optimizer::{OptimizedRule, optimize};
use pest_meta::parser::{Rule as Part, consume_rules, parse};
use pest_meta::validator::{validate_pairs, validate_pest_keywords};
use std::collections::HashSet;
use std::iter;

/// The rules of a file, in their order.
///
/// ```
/// use turtle_peg_notation::pest_file::{self, pest_meta::ast::RuleType};
///
/// let file = pest_file::read("/// [1] a ::= 'x' 'y'?\na = @{ \"x\" | \"x\" ~ \"y\" }")?;
/// assert_eq!(file.heads[0].documentation, ["[1] a ::= 'x' 'y'?"]);
/// assert_eq!((file.rules[0].name.as_str(), file.rules[0].ty), ("a", RuleType::Atomic));
/// assert_eq!(file.optimized()[0].expr.to_string(), "(\"x\" | \"xy\")");
/// # Ok::<(), pest_file::Refusal>(())
/// ```
#[derive(Debug)]
pub struct PestFile {
    /// As they are written.
    pub rules: Vec<Rule>,
    /// For each rule, the parts of its head that pest does not keep.
    pub heads: Vec<Head>,
}

/// The place and the comments of a rule.
///
/// ```
/// use turtle_peg_notation::pest_file;
///
/// let file = pest_file::read("// why\na = @{\n    \"x\"\n}")?;
/// let head = &file.heads[0];
/// assert_eq!((head.name.as_str(), head.modifier), ("a", Some('@')));
/// assert_eq!((head.first_line, head.last_line), (2, 4));
/// # Ok::<(), pest_file::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The rule's name.
    pub name: String,
    /// The line of the name, counted from 1.
    pub first_line: usize,
    /// The line of the closing brace.
    pub last_line: usize,
    /// The modifier before the opening brace: `_`, `@`, `$` or `!`, or nothing.
    pub modifier: Option<char>,
    /// The lines above it that begin with three slashes, without these.
    pub documentation: Vec<String>,
}

/// Reads a file as pest does.
///
/// # Errors
///
/// pest does not accept the file, or a rule is too large.
pub fn read(text: &str) -> Result<PestFile, Refusal> {
    size::check_text(text)?;
    // pest follows the rules as deep as they use one another.
    with_stack(|| {
        let pairs = parse(Part::grammar_rules, text).map_err(|error| Refusal::of(vec![error]))?;
        size::check_rules(pairs.clone())?;
        characters::check(pairs.clone())?;
        choices::check(pairs.clone())?;
        beginnings::check(pairs.clone())?;
        validate_pairs(pairs.clone()).map_err(Refusal::of)?;
        let heads = heads(pairs.clone());
        let rules = consume_rules(pairs).map_err(Refusal::of)?;
        size::check_written_out(text, &rules, heads.iter().map(|head| head.first_line))?;
        Ok(PestFile { rules, heads })
    })
}

/// Where rules are named in a file, in its order: where they begin, and where others use them.
///
/// ```
/// use turtle_peg_notation::pest_file;
///
/// let names = pest_file::name_places("a = { b ~ ANY }\nb = { \"b\" }")?;
/// let places = names.iter().map(|place| (place.name.as_str(), place.bytes.start, place.is_definition));
/// assert_eq!(places.collect::<Vec<_>>(), [("a", 0, true), ("b", 6, false), ("b", 16, true)]);
/// # Ok::<(), pest_file::Refusal>(())
/// ```
///
/// # Errors
///
/// The errors of [`read`], but for those of the rules' meaning.
pub fn name_places(text: &str) -> Result<Vec<NamePlace>, Refusal> {
    size::check_text(text)?;
    let pairs = with_stack(|| parse(Part::grammar_rules, text));
    let pairs = pairs.map_err(|error| Refusal::of(vec![error]))?;
    let mut names = Vec::new();
    for rule in pairs.filter(|pair| pair.as_rule() == Part::grammar_rule) {
        let start = rule.as_span().start();
        let identifiers = rule.into_inner().flatten();
        let identifiers = identifiers.filter(|pair| pair.as_rule() == Part::identifier);
        names.extend(identifiers.map(|pair| {
            let bytes = pair.as_span().start()..pair.as_span().end();
            NamePlace {
                name: pair.as_str().to_owned(),
                is_definition: bytes.start == start,
                bytes,
            }
        }));
    }
    let defined = names.iter().filter(|place| place.is_definition);
    let defined: HashSet<String> = defined.map(|place| place.name.clone()).collect();
    // The others are pest's own.
    names.retain(|place| defined.contains(&place.name));
    Ok(names)
}

/// Why no rule should have this name: it has another meaning, or cannot name a rule.
///
/// ```
/// use turtle_peg_notation::pest_file::unfit_name;
///
/// assert_eq!(unfit_name("NUMBER"), None);
/// assert_eq!(unfit_name("ANY"), Some("is a word of pest's own"));
/// ```
pub fn unfit_name(name: &str) -> Option<&'static str> {
    let spans: Vec<Span<'_>> = Span::new(name, 0, name.len()).into_iter().collect();
    let is_word = parse(Part::identifier, name).is_ok_and(|read| read.as_str() == name);
    // pest's interpreter reads these as its own, whatever the file says.
    let is_built_in = name == "ASCII" || name.starts_with("ASCII_") || name == "NEWLINE";
    if is_built_in || !validate_pest_keywords(&spans).is_empty() {
        Some("is a word of pest's own")
    } else if !is_word {
        Some(
            "is not a name in pest, where names are of ASCII letters, digits and `_`, and begin neither with a digit nor with `PUSH`",
        )
    } else {
        None
    }
}

impl PestFile {
    /// The rules as pest's optimizer leaves them, which run. Its rewrites can be observed: `"x" | "x" ~ "y"` becomes `"x"`.
    pub fn optimized(&self) -> Vec<OptimizedRule> {
        with_stack(|| match self.rules.iter().any(uses_stack) {
            true => optimize(self.rules.clone()),
            false => self.optimized_one_by_one(),
        })
    }

    /// The optimizer looks at other rules for two reasons: to see which of them use pest's stack, for which it follows all names in
    /// each part of each rule anew; and to write out what `(!(a | b) ~ ANY)*` passes over. Where no rule uses the stack, each rule
    /// needs only those that can be written out beside it.
    fn optimized_one_by_one(&self) -> Vec<OptimizedRule> {
        let rules = self.rules.iter();
        let of_strings: Vec<&Rule> = rules
            .filter(|rule| self.is_of_strings(&rule.expr))
            .collect();
        let optimized = self.rules.iter().flat_map(|rule| {
            let others = of_strings.iter().filter(|other| other.name != rule.name);
            let together = iter::once(&rule).chain(others).map(|&rule| rule.clone());
            optimize(together.collect()).into_iter().take(1)
        });
        optimized.collect()
    }

    /// Whether an expression chooses among strings, which may have rules of their own. No rule begins with itself.
    fn is_of_strings(&self, expression: &Expr) -> bool {
        match expression {
            Expr::Str(_) => true,
            Expr::Ident(name) => {
                let rule = self.rules.iter().find(|rule| rule.name == *name);
                rule.is_some_and(|rule| self.is_of_strings(&rule.expr))
            }
            Expr::Choice(first, rest) => self.is_of_strings(first) && self.is_of_strings(rest),
            _ => false,
        }
    }
}

/// Whether a rule uses pest's stack.
fn uses_stack(rule: &Rule) -> bool {
    rule.expr.iter_top_down().any(|part| match part {
        Expr::Push(_) => true,
        Expr::Ident(name) => matches!(name.as_str(), "DROP" | "POP" | "POP_ALL"),
        _ => false,
    })
}

/// pest gives lines with three slashes as rules without a name.
fn heads(pairs: Pairs<'_, Part>) -> Vec<Head> {
    let mut heads = Vec::new();
    let mut documentation = Vec::new();
    for rule in pairs.filter(|pair| pair.as_rule() == Part::grammar_rule) {
        let span = rule.as_span();
        let mut parts = rule.into_inner();
        match parts.next() {
            Some(name) if name.as_rule() == Part::identifier => heads.push(Head {
                name: name.as_str().to_owned(),
                first_line: name.line_col().0,
                last_line: name.line_col().0
                    + span.as_str()[name.as_span().start() - span.start()..]
                        .matches('\n')
                        .count(),
                modifier: parts.find_map(|part| modifier(&part)),
                documentation: std::mem::take(&mut documentation),
            }),
            Some(line) => {
                let said = line.as_str().trim_start_matches('/').trim();
                documentation.push(said.to_owned());
            }
            None => {}
        }
    }
    heads
}

fn modifier(part: &Pair<'_, Part>) -> Option<char> {
    let is_modifier = matches!(
        part.as_rule(),
        Part::silent_modifier
            | Part::atomic_modifier
            | Part::compound_atomic_modifier
            | Part::non_atomic_modifier
    );
    part.as_str().chars().next().filter(|_| is_modifier)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_comes_with_what_stands_above_it() {
        let file =
            read("//! A\n\n/// [1] a ::= 'x'\n/// more\n// why\na = @{\n \"x\"\n}\nb = { a }");
        let file = file.unwrap();
        let [a, b] = file.heads.as_slice() else {
            panic!("two rules")
        };
        assert_eq!((a.name.as_str(), a.modifier), ("a", Some('@')));
        assert_eq!((a.first_line, a.last_line), (6, 8));
        assert_eq!(a.documentation, ["[1] a ::= 'x'", "more"]);
        assert_eq!((b.modifier, b.documentation.len()), (None, 0));
    }

    #[test]
    fn pest_has_a_rule_of_any_name_that_is_fit() {
        for name in ["a", "NUMBER", "LETTER", "_a", "EOI2", "POPS", "fn"] {
            assert_eq!(unfit_name(name), None, "{name}");
            assert!(read(&format!("{name} = {{ \"x\" }}")).is_ok(), "{name}");
        }
        for name in [
            "ANY", "PUSH", "PUSHED", "PEEK_ALL", "SOI", "EOI", "_", "a-b", "é", "1a",
        ] {
            assert!(unfit_name(name).is_some(), "{name}");
            assert!(read(&format!("{name} = {{ \"x\" }}")).is_err(), "{name}");
        }
        assert!(unfit_name("ASCII_DIGIT").is_some());
    }

    #[test]
    fn the_optimizer_is_pests() {
        let file = read("a = { \"x\" | \"x\" ~ \"y\" }").unwrap();
        assert_eq!(file.optimized()[0].expr.to_string(), "\"x\"");
    }

    #[test]
    fn rules_are_optimized_one_by_one_as_together() {
        let strings = "a = { \"x\" | b }\nb = { \"y\" | c }\nc = { \"z\" }\nd = @{ (!a ~ ANY)* ~ e? }\ne = { \"x\"{2,} ~ d }";
        let stack = "a = { PUSH(\"x\")? ~ b* }\nb = { \"y\" ~ (c | d) }\nc = { DROP ~ \"z\" }\nd = @{ (!(\"x\" | c) ~ ANY)* }";
        for text in [strings, stack] {
            let file = read(text).unwrap();
            assert_eq!(file.optimized(), optimize(file.rules.clone()), "{text}");
        }
        let skips = read(strings).unwrap().optimized()[3].expr.to_string();
        assert!(skips.contains("\"x\" | \"y\" | \"z\""), "{skips}");
    }

    #[test]
    fn a_refusal_says_what_and_where() {
        for (text, line, message) in [
            ("a = { a }", 1, "rule a is left-recursive"),
            ("\na = { b }", 2, "rule b is undefined"),
            ("a = ", 1, "expected"),
            ("a = {\n (\"x\"?)* }", 2, "repeat infinitely"),
            ("a = { \"x\"{1000} }\nb = { a{,5000} }", 2, "more than 1000"),
            ("a = { \"x\"{99999999999} }", 1, "more than 1000"),
            (
                "a = { \"\\\\u\\u{D800}\" }",
                1,
                "no character has the number D800",
            ),
            (
                "a = { 'x'..'\\u{110000}' }",
                1,
                "no character has the number 110000",
            ),
        ] {
            let refusal = read(text).map(|_| ()).unwrap_err();
            assert_eq!(refusal.line(), line, "{text}");
            assert!(refusal.message().contains(message), "{}", refusal.message());
            assert!(refusal.to_string().contains(message), "{refusal}");
        }
    }
}
