//! How large a `.pest` file may be.
//!
//! Invariant: a file that gets through is read in seconds, and on the available stack. pest reads parentheses by recursion, the
//! time of its validation grows with the third power of a rule's length, its optimizer walks each rule anew for each other,
//! and it writes out `{n}`.

use super::refusal::Refusal;
use crate::limits::{
    MOST_BYTES, MOST_IN_NAME, MOST_OPERATORS, MOST_PARTS, MOST_PARTS_TOGETHER, MOST_REPETITIONS,
    MOST_RULES, TO_A_PART, too_large,
};
use pest::Position;
use pest::iterators::{Pair, Pairs};
use pest_meta::ast::{Expr, Rule};
use pest_meta::parser::Rule as Part;

/// Checks that pest can read the text without going too deep.
pub(super) fn check_text(text: &str) -> Result<(), Refusal> {
    if text.len() > MOST_BYTES {
        return Err(at(text, 0, too_large(MOST_BYTES, "bytes")));
    }
    match deepest(text, MOST_OPERATORS) {
        Some(place) => {
            let message = too_large(MOST_OPERATORS, "parentheses or comments within one another");
            Err(at(text, place, message))
        }
        None => Ok(()),
    }
}

/// The place where more than `most` parentheses, or comments, are open. Within quotes nothing opens.
fn deepest(text: &str, most: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut place, mut parentheses, mut comments) = (0, 0_usize, 0_usize);
    while place < bytes.len() {
        let rest = &bytes[place..];
        let length = match rest {
            [b'/', b'*', ..] => {
                comments += 1;
                2
            }
            [b'*', b'/', ..] if comments > 0 => {
                comments -= 1;
                2
            }
            _ if comments > 0 => 1,
            [b'/', b'/', ..] => rest
                .iter()
                .position(|&byte| byte == b'\n')
                .unwrap_or(rest.len()),
            [b'"', ..] => quoted(rest),
            // A character: `'"'`, `'\''`. pest refuses longer ones.
            [b'\'', b'\\', _, ..] => 3,
            [b'\'', _, b'\'', ..] => 3,
            [b'(', ..] => {
                parentheses += 1;
                1
            }
            [b')', ..] => {
                parentheses = parentheses.saturating_sub(1);
                1
            }
            _ => 1,
        };
        if parentheses.max(comments) > most {
            return Some(place);
        }
        place += length;
    }
    None
}

/// The length of the string that begins here.
fn quoted(bytes: &[u8]) -> usize {
    let mut place = 1;
    while let Some(byte) = bytes.get(place) {
        match byte {
            b'"' => return place + 1,
            b'\\' => place += 2,
            _ => place += 1,
        }
    }
    bytes.len()
}

/// Checks that the rules are not too many, and that none is too large for pest to validate.
pub(super) fn check_rules(rules: Pairs<'_, Part>) -> Result<(), Refusal> {
    let mut count = 0;
    for rule in rules.filter(|part| part.as_rule() == Part::grammar_rule) {
        let name = rule.clone().into_inner().next();
        if let Some(name) = name.filter(|part| part.as_rule() == Part::identifier) {
            count += 1;
            if count > MOST_RULES {
                return Err(on(&rule, too_large(MOST_RULES, "rules")));
            }
            if name.as_str().len() > MOST_IN_NAME {
                let message = too_large(MOST_IN_NAME, "characters in a name");
                return Err(on(&rule, message));
            }
        }
        check_rule(rule)?;
    }
    Ok(())
}

fn check_rule(rule: Pair<'_, Part>) -> Result<(), Refusal> {
    let (mut operators, mut repetitions) = (0, 1_u64);
    for part in rule.into_inner().flatten() {
        if part.as_rule() == Part::number {
            // A number with too many digits is too large, too.
            let times = part.as_str().parse().unwrap_or(u64::MAX);
            repetitions = repetitions.saturating_mul(times.max(1));
        }
        operators += usize::from(is_operator(part.as_rule()));
        if repetitions > MOST_REPETITIONS {
            let message = too_large(
                MOST_REPETITIONS,
                "repetitions; these are written `+` or `*`",
            );
            return Err(on(&part, message));
        }
        if operators > MOST_OPERATORS {
            let what = "operators and parentheses in one rule; it had better be several";
            return Err(on(&part, too_large(MOST_OPERATORS, what)));
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

/// Checks that no rule is too large once its repetitions are written out, nor all together. `lines` are those of the rules.
pub(super) fn check_written_out(
    text: &str,
    rules: &[Rule],
    lines: impl Iterator<Item = usize>,
) -> Result<(), Refusal> {
    let mut together = 0_usize;
    for (rule, line) in rules.iter().zip(lines) {
        let size = size(&rule.expr);
        together = together.saturating_add(size);
        let message = if size > MOST_PARTS {
            too_large(MOST_PARTS, "parts in one rule, repetitions written out")
        } else if together > MOST_PARTS_TOGETHER {
            too_large(
                MOST_PARTS_TOGETHER,
                "parts in all rules together, repetitions written out",
            )
        } else {
            continue;
        };
        let before = text.split_inclusive('\n').take(line - 1);
        return Err(at(text, before.map(str::len).sum(), message));
    }
    Ok(())
}

fn size(expression: &Expr) -> usize {
    let times = |body: &Expr, times: u32| size(body).saturating_mul(times.max(1) as usize);
    match expression {
        Expr::Str(text) | Expr::Insens(text) => 1 + text.chars().count() / TO_A_PART,
        Expr::Range(..) | Expr::Ident(_) | Expr::PeekSlice(..) => 1,
        Expr::Seq(first, second) | Expr::Choice(first, second) => {
            size(first).saturating_add(size(second)).saturating_add(1)
        }
        Expr::PosPred(body)
        | Expr::NegPred(body)
        | Expr::Opt(body)
        | Expr::Rep(body)
        | Expr::Push(body) => size(body).saturating_add(1),
        // pest writes `a ~ a*`: each `+` on another doubles it.
        Expr::RepOnce(body) => times(body, 2).saturating_add(1),
        Expr::RepExact(body, count)
        | Expr::RepMax(body, count)
        | Expr::RepMinMax(body, _, count) => times(body, *count),
        Expr::RepMin(body, count) => times(body, count.saturating_add(1)),
        Expr::Skip(needles) => needles.len(),
    }
}

fn on(part: &Pair<'_, Part>, message: String) -> Refusal {
    Refusal::at(part.as_span().start_pos(), message)
}

fn at(text: &str, place: usize, message: String) -> Refusal {
    let place = Position::new(text, place).unwrap_or_else(|| Position::from_start(text));
    Refusal::at(place, message)
}

#[cfg(test)]
mod tests {
    use super::super::read;

    fn message(text: &str) -> String {
        let refusal = read(text).map(|_| ()).err();
        refusal.map_or_else(String::new, |refusal| refusal.message())
    }

    #[test]
    fn a_rule_that_somebody_writes_is_not_too_large() {
        for expression in [
            "\"x\"{1000}".to_owned(),
            "\"x\"{4} | \"x\"{8}".to_owned(),
            "(((\"x\"+ ~ \"y\")+ | \"z\")+ ~ \"x\")+".to_owned(),
            "\"x\" | ".repeat(250) + "\"x\"",
            "(".repeat(250) + "\"x\"" + &")".repeat(250),
            "\"((((\\\"(((\" ~ '('..')' ~ '\"'..'\"' ~ '\\''..'\\'' // ((((\n /* ((((( */"
                .to_owned(),
        ] {
            assert_eq!(
                message(&format!("a = {{ {expression} }}")),
                "",
                "{expression}"
            );
        }
    }

    #[test]
    fn what_takes_too_long_is_refused() {
        let rules = |count: usize| -> String {
            (0..count)
                .map(|number| format!("r{number} = {{ \"x\" }}\n"))
                .collect()
        };
        for (text, expected) in [
            ("a = { \"x\"{4294967295} }".to_owned(), "1000 repetitions"),
            (
                "a = { \"x\"{,99999999999999999999} }".to_owned(),
                "1000 repetitions",
            ),
            (
                "a = { ((\"x\"{100}){100}){100} }".to_owned(),
                "1000 repetitions",
            ),
            ("a = { \"xxxxxxxxxx\"{999} }".to_owned(), "1200 parts"),
            (
                format!("a = {{ \"{}\" }}", "x".repeat(10_000)),
                "1200 parts",
            ),
            ("a = { \"x\"++++++++++++ }".to_owned(), "1200 parts"),
            (
                format!("a = {{ {}\"x\" }}", "\"x\" | ".repeat(1000)),
                "300 operators",
            ),
            (
                format!("a = {{ \"x\"{} }}", "?".repeat(1000)),
                "300 operators",
            ),
            (
                format!("a = {{ {}\"x\" }}", "!".repeat(1000)),
                "300 operators",
            ),
            (
                format!(
                    "a = {{ {}\"x\"{} }}",
                    "(".repeat(100_000),
                    ")".repeat(100_000)
                ),
                "300 parentheses",
            ),
            ("/*".repeat(100_000), "300 parentheses or comments"),
            (rules(1001), "1000 rules"),
            (
                rules(10)
                    .replace("\"x\"", "\"x\"{4999}")
                    .replace("4999", "999"),
                "",
            ),
            (" ".repeat(1_000_001), "1000000 bytes"),
        ] {
            let message = message(&text);
            let is_expected = match expected {
                "" => message.is_empty(),
                _ => message.starts_with("too large: ") && message.contains(expected),
            };
            assert!(is_expected, "{:.60}: {message:.200}", text);
        }
    }
}
