//! The characters that a file writes by their numbers.
//!
//! Invariant: each number of a file that gets through is one of a character. pest's own reader panics at any other.

use super::refusal::Refusal;
use pest::iterators::Pairs;
use pest_meta::parser::Rule as Part;

/// Checks that pest can read the texts and the ranges of these rules.
pub(super) fn check(rules: Pairs<'_, Part>) -> Result<(), Refusal> {
    let written = rules
        .flatten()
        .filter(|part| matches!(part.as_rule(), Part::string | Part::character));
    for part in written {
        let mut rest = part.as_str();
        while let Some((_, escape)) = rest.split_once('\\') {
            rest = escape.get(1..).unwrap_or_default();
            let digits = escape
                .strip_prefix("u{")
                .and_then(|number| number.split_once('}'));
            if let Some((digits, _)) = digits {
                let number = u32::from_str_radix(digits, 16).ok();
                if number.and_then(char::from_u32).is_none() {
                    let message = format!("no character has the number {digits}");
                    return Err(Refusal::at(part.as_span().start_pos(), message));
                }
            }
        }
    }
    Ok(())
}
