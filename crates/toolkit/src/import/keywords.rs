//! Keywords that a specification spells letter by letter: `[Pp][Rr][Ee][Ff][Ii][Xx]` as `"PREFIX"`.
//!
//! Invariant: a folded keyword matches the same characters where no white space is between them. In a nonterminal the
//! production allows white space there, which is not meant: it is declared as an erratum.

use notation::ebnf;
use notation::{Expression, Grammar, RuleKind};

/// A grammar with each such keyword of a nonterminal as one literal.
pub(super) fn folded(grammar: &Grammar) -> Grammar {
    let mut folded = grammar.clone();
    for rule in &mut folded.rules {
        if rule.kind == RuleKind::Nonterminal {
            rule.expression = fold(&rule.expression);
        }
    }
    folded
}

/// The error of a production that spells keywords letter by letter, and its correction.
pub(super) fn erratum(folded: &Expression) -> String {
    format!(
        "a keyword is one token, which is spelled here letter by letter, as if white space might be between{}{}",
        notation::peg::CORRECTED,
        ebnf::print_expression(folded)
    )
}

fn fold(expression: &Expression) -> Expression {
    let Expression::Sequence(parts) = expression else {
        return expression.map(fold);
    };
    let mut written = Vec::new();
    let mut rest = parts.as_slice();
    while let Some(part) = rest.first() {
        let keyword: String = rest.iter().map_while(letter).collect();
        // One letter alone is a class of two characters, and no keyword.
        if keyword.len() > 1 {
            rest = &rest[keyword.len()..];
            written.push(Expression::Literal {
                text: keyword,
                ignores_case: true,
            });
        } else {
            rest = &rest[1..];
            written.push(fold(part));
        }
    }
    Expression::sequence(written)
}

/// The letter that a class such as `[Pp]` has in both cases, as a capital.
fn letter(expression: &Expression) -> Option<char> {
    let Expression::Class(class) = expression else {
        return None;
    };
    let [(one, _), (other, _)] = class.ranges[..] else {
        return None;
    };
    let is_letter = !class.is_complement
        && class.ranges.iter().all(|(first, last)| first == last)
        && one.is_ascii_alphabetic()
        && one != other
        && one.eq_ignore_ascii_case(&other);
    is_letter.then(|| one.to_ascii_uppercase())
}
