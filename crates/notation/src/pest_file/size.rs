//! How large a rule of a `.pest` file may be.
//!
//! Invariant: what gets through is read in seconds, and on the stack that there is. pest's validation takes a time that
//! grows with the third power of a rule's length; `{n}` is written out; and a rule is walked as deep as it nests.

use pest::error::{Error, ErrorVariant};
use pest::iterators::{Pair, Pairs};
use pest_meta::parser::Rule as Part;

/// How many operators and parentheses a rule or a production may have. The longest of RDF's languages have 60.
pub(crate) const MOST_OPERATORS: usize = 300;

/// How often the repetitions of a rule with `{n}` and the like may repeat something, all within one another.
const MOST_REPETITIONS: u64 = 1000;

/// That no rule is too large.
pub(crate) fn check(rules: Pairs<'_, Part>) -> Result<(), Box<Error<Part>>> {
    rules.into_iter().try_for_each(check_rule)
}

fn check_rule(rule: Pair<'_, Part>) -> Result<(), Box<Error<Part>>> {
    let (mut operators, mut repetitions) = (0, 1_u64);
    for part in rule.into_inner().flatten() {
        if part.as_rule() == Part::number {
            // What has too many digits is too much, too.
            let times = part.as_str().parse().unwrap_or(u64::MAX);
            repetitions = repetitions.saturating_mul(times.max(1));
        }
        operators += usize::from(is_operator(part.as_rule()));
        if repetitions > MOST_REPETITIONS {
            return Err(too_large(
                &part,
                format!("more than {MOST_REPETITIONS} repetitions are written `+` or `*`"),
            ));
        }
        if operators > MOST_OPERATORS {
            return Err(too_large(
                &part,
                format!(
                    "the rule is too long: with more than {MOST_OPERATORS} operators and parentheses it had better be several"
                ),
            ));
        }
    }
    Ok(())
}

fn is_operator(part: Part) -> bool {
    matches!(
        part,
        Part::opening_paren
            | Part::positive_predicate_operator
            | Part::negative_predicate_operator
            | Part::sequence_operator
            | Part::choice_operator
            | Part::optional_operator
            | Part::repeat_operator
            | Part::repeat_once_operator
            | Part::repeat_exact
            | Part::repeat_min
            | Part::repeat_max
            | Part::repeat_min_max
    )
}

fn too_large(part: &Pair<'_, Part>, message: String) -> Box<Error<Part>> {
    let variant = ErrorVariant::CustomError { message };
    Box::new(Error::new_from_span(variant, part.as_span()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pest_meta::parser::parse;

    fn message(expression: &str) -> Option<String> {
        let text = format!("a = {{ {expression} }}");
        let error = check(parse(Part::grammar_rules, &text).unwrap()).err()?;
        Some(error.variant.message().into_owned())
    }

    #[test]
    fn a_rule_that_somebody_writes_is_not_too_large() {
        for expression in [
            "\"x\"{1000}".to_owned(),
            "\"x\"{4} | \"x\"{8}".to_owned(),
            "\"x\" | ".repeat(250) + "\"x\"",
            "(".repeat(250) + "\"x\"" + &")".repeat(250),
        ] {
            assert_eq!(message(&expression), None, "{expression}");
        }
    }

    #[test]
    fn a_rule_that_takes_too_long_is_refused() {
        for (expression, expected) in [
            ("\"x\"{4294967295}".to_owned(), "1000 repetitions"),
            (
                "\"x\"{,99999999999999999999}".to_owned(),
                "1000 repetitions",
            ),
            ("((\"x\"{100}){100}){100}".to_owned(), "1000 repetitions"),
            ("\"x\" | ".repeat(1000) + "\"x\"", "too long"),
            ("\"x\"".to_owned() + &"?".repeat(1000), "too long"),
            ("!".repeat(1000) + "\"x\"", "too long"),
            ("(".repeat(400) + "\"x\"" + &")".repeat(400), "too long"),
        ] {
            let message = message(&expression).unwrap_or_default();
            assert!(message.contains(expected), "{expression}: {message}");
        }
    }
}
