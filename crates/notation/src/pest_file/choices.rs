//! Choices that begin with `|`.
//!
//! pest's grammar of grammars allows one at the beginning of each expression; the code that consumes the result expects it only at
//! the beginning of a rule, and panics at any other.
//!
//! Invariant: a file that gets through has such a `|` at the beginning of rules only.

use super::refusal::Refusal;
use pest::iterators::{Pair, Pairs};
use pest_meta::parser::Rule as Part;

/// Checks that pest can read these rules' choices.
pub(super) fn check(rules: Pairs<'_, Part>) -> Result<(), Refusal> {
    let is_body = |part: &Pair<'_, Part>| part.as_rule() == Part::expression;
    let bodies = rules.filter_map(|rule| rule.into_inner().find(is_body));
    for body in bodies {
        let within = body.into_inner().flatten().filter(is_body);
        let mut first = within.filter_map(|expression| expression.into_inner().next());
        if let Some(sign) = first.find(|part| part.as_rule() == Part::choice_operator) {
            let message =
                "only a rule may begin with `|`; leave it out within parentheses".to_owned();
            return Err(Refusal::at(sign.as_span().start_pos(), message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::read;

    #[test]
    fn a_choice_begins_with_its_sign_at_the_beginning_of_a_rule_only() {
        for (text, is_read) in [
            ("a = { | \"x\" | \"y\" }", true),
            ("a = { (\"x\" | \"y\") }", true),
            ("a = { ( | \"x\" | \"y\") }", false),
            ("a = { !(| \"x\") ~ \"y\" }", false),
            ("a = { \"y\" ~ (\"x\" ~ (| \"x\")) }", false),
            ("a = { PUSH(| \"x\") ~ POP }", false),
        ] {
            let refusal = read(text).map(|_| ()).err();
            assert_eq!(refusal.is_none(), is_read, "{text}");
            if let Some(refusal) = refusal {
                assert!(refusal.message().starts_with("only a rule"), "{refusal}");
            }
        }
    }
}
