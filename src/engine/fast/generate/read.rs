//! Reading: the text of a `.pest` file becomes rules as pest's own optimizer leaves them.
//!
//! Invariant: what pest_derive generates its parser from is what is generated from here. The optimizer's rewrites can
//! be observed (`(a ~ b)* ~ a` becomes `a ~ (b ~ a)*`), so they are part of what a grammar means to pest.

use super::Error;
use pest_meta::optimizer::{OptimizedRule, optimize};
use pest_meta::parser::{Rule as Part, consume_rules, parse};
use pest_meta::validator::validate_pairs;
use std::collections::HashMap;

pub(super) struct Grammar {
    pub(super) rules: Vec<OptimizedRule>,
    /// Of each rule, the lines with three slashes above it.
    pub(super) comments: HashMap<String, String>,
}

/// # Errors
///
/// pest does not accept the grammar.
pub(super) fn read(text: &str) -> Result<Grammar, Error> {
    let pairs =
        parse(Part::grammar_rules, text).map_err(|error| Error::Grammar(error.to_string()))?;
    validate_pairs(pairs.clone()).map_err(refused)?;
    let mut comments: HashMap<String, String> = HashMap::new();
    let mut comment = String::new();
    for rule in pairs
        .clone()
        .filter(|pair| pair.as_rule() == Part::grammar_rule)
    {
        let Some(first) = rule.into_inner().next() else {
            continue;
        };
        match first.as_rule() {
            Part::line_doc => {
                let line = first.as_str().trim_start_matches('/').trim();
                if !comment.is_empty() {
                    comment.push('\n');
                }
                comment.push_str(line);
            }
            _ => {
                let comment = std::mem::take(&mut comment);
                comments.insert(first.as_str().to_owned(), comment);
            }
        }
    }
    let rules = consume_rules(pairs).map_err(refused)?;
    Ok(Grammar {
        rules: optimize(rules),
        comments,
    })
}

fn refused(errors: Vec<impl ToString>) -> Error {
    let said: Vec<String> = errors.iter().map(ToString::to_string).collect();
    Error::Grammar(said.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_come_optimized_and_with_their_comments() {
        let grammar =
            read("/// [1] a ::= 'x' | 'x' 'y'\na = { \"x\" | \"x\" ~ \"y\" }\nb = { a }").unwrap();
        assert_eq!(grammar.rules[0].expr.to_string(), "\"x\"");
        assert_eq!(grammar.comments["a"], "[1] a ::= 'x' | 'x' 'y'");
        assert_eq!(grammar.comments["b"], "");
    }

    #[test]
    fn what_pest_refuses_is_an_error() {
        for text in ["a = { a }", "a = { b }", "a = {", "a = { (\"x\"?)* }"] {
            assert!(matches!(read(text), Err(Error::Grammar(_))), "{text}");
        }
    }
}
