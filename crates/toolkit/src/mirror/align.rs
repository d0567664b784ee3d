//! Does a rule say the same as its production, but for departures of the kinds that are allowed?
//!
//! Each kind has one meaning, defined here. Notation is not a departure: `[#x9]` is `[#x09]`, a class is the set
//! of its characters, superfluous parentheses are nothing, `'ab'` in a terminal is `'a' 'b'`, `(A+)?` is `A*`, and
//! `A C | B C` in a rule is `(A | B) C`, and takes every way of that; `SOI` before the start rule and `EOI` after it say that it is a
//! document's.
//!
//! - `order`: at a choice, the same alternatives in another order.
//! - `repeat`: `((A | B)* A)?` as `(B* A)*`; or `A* B` as `(!B A)* B`, which ends at the first B. In terminals only.
//! - `guard`: a lookahead before or after a part of a sequence; [`guard`](super::guard) checks its refusals.
//! - `loop`: right recursion of the production itself: `A (B R?)?` as `A (B A)* B?`, `A (B R)?` as `A (B A)*`, `A R?` as
//!   `A+`, `(A R)?` as `A*`.
//! - `trivia`: `W*` as `(W | COMMENT)*`, if W is white space; `L` as `L+` and `L?` as `L*`, if L is ends of lines.
//! - `class`: the characters of A but for those of B as `!B A`.
//! - `erratum`: the expression that the departure gives in place of the published one.
//!
//! Invariant: an allowed but unused kind changes nothing: two that are the same without a kind are the same with it.

use crate::matching::language::{COMMENT, least};
use notation::CharSet;
use notation::peg::DepartureKind;
use notation::{CharacterClass, Expression};
use std::collections::BTreeSet;

/// The compared expressions, and the allowed departures.
pub(crate) struct Alignment<'a> {
    /// The name of the production.
    pub(crate) name: &'a str,
    /// Whether no white space may be between its parts.
    pub(crate) is_token: bool,
    /// Whether it is the start rule.
    pub(crate) is_start: bool,
    pub(crate) allowed: &'a BTreeSet<DepartureKind>,
    /// Which names are of terminals that match white space only; and of these, which match ends of lines only.
    pub(crate) white_space: &'a BTreeSet<String>,
    pub(crate) line_ends: &'a BTreeSet<String>,
    /// A kind of departure to take back.
    pub(crate) undo: Option<DepartureKind>,
}

impl Alignment<'_> {
    /// The rule's expression, with the departures of the kind to undo taken back; `None` if the two do not say the same.
    pub(crate) fn of(&self, specified: &Expression, written: &Expression) -> Option<Expression> {
        let specified = normal(specified, self.is_token);
        let mut written = normal(written, self.is_token);
        if self.allows(DepartureKind::Class) {
            written = folded(&written);
        }
        if self.is_start {
            written = without_ends(written);
        }
        let direct = self.compare(&specified, &written);
        match direct {
            None if self.allows(DepartureKind::Loop) => {
                let unrolled = specified.unrolled(self.name)?;
                self.compare(&unrolled, &written)
            }
            direct => direct,
        }
    }

    fn allows(&self, kind: DepartureKind) -> bool {
        self.allowed.contains(&kind)
    }

    fn undoes(&self, kind: DepartureKind) -> bool {
        self.undo == Some(kind)
    }

    fn compare(&self, specified: &Expression, written: &Expression) -> Option<Expression> {
        use Expression::{Choice, Difference, OneOrMore, Optional, Sequence, ZeroOrMore};
        if specified == written {
            return Some(written.clone());
        }
        let within = |specified: &Expression, written: &Expression| {
            self.compare(specified, written).map(Box::new)
        };
        if let (Sequence(parts), Choice(_)) = (specified, written)
            && let Some(distributed) = distributed(parts)
        {
            return self.compare(&distributed, written);
        }
        let direct = match (specified, written) {
            (Choice(alternatives), Choice(ordered)) => self.choice(alternatives, ordered),
            (Optional(body), Optional(mirrored)) => within(body, mirrored).map(Optional),
            (ZeroOrMore(body), ZeroOrMore(mirrored)) => within(body, mirrored).map(ZeroOrMore),
            (OneOrMore(body), OneOrMore(mirrored)) => within(body, mirrored).map(OneOrMore),
            (Difference(first, second), Difference(mirrored, excluded)) => Some(Difference(
                within(first, mirrored)?,
                within(second, excluded)?,
            )),
            (Sequence(parts), Sequence(mirrored)) => self.sequence(parts, mirrored),
            // A guard makes a sequence of a single part.
            (part, Sequence(mirrored)) => self.sequence(std::slice::from_ref(part), mirrored),
            _ => None,
        };
        direct
            .or_else(|| self.given_back(specified, written))
            .or_else(|| self.with_trivia(specified, written))
    }

    fn sequence(&self, specified: &[Expression], written: &[Expression]) -> Option<Expression> {
        let mut parts = Vec::new();
        let mut index = 0;
        for part in written {
            if self.allows(DepartureKind::Guard) && matches!(part, Expression::Lookahead { .. }) {
                if !self.undoes(DepartureKind::Guard) {
                    parts.push(part.clone());
                }
                continue;
            }
            let expected = specified.get(index)?;
            index += 1;
            let compared = self.compare(expected, part);
            parts.push(compared.or_else(|| self.ended(expected, part, &specified[index..]))?);
        }
        (index == specified.len()).then(|| Expression::sequence(parts))
    }

    /// `order`: whatever alternatives there are, each has its own on the other side.
    fn choice(&self, specified: &[Expression], written: &[Expression]) -> Option<Expression> {
        let may_permute = self.allows(DepartureKind::Order);
        let (specified, written) = match may_permute {
            true => (with_classes_joined(specified), with_classes_joined(written)),
            false => (specified.to_vec(), written.to_vec()),
        };
        if specified.len() != written.len() {
            return None;
        }
        let mut found: Vec<Option<Expression>> = vec![None; written.len()];
        let mut in_order = Vec::new();
        for (place, alternative) in specified.iter().enumerate() {
            let candidates = match may_permute {
                true => 0..written.len(),
                false => place..place + 1,
            };
            let (at, compared) = candidates
                .filter(|&at| found[at].is_none())
                .find_map(|at| Some((at, self.compare(alternative, &written[at])?)))?;
            found[at] = Some(compared.clone());
            in_order.push(compared);
        }
        match self.undoes(DepartureKind::Order) {
            true => Some(Expression::Choice(in_order)),
            false => found
                .into_iter()
                .collect::<Option<_>>()
                .map(Expression::Choice),
        }
    }

    /// `repeat`: `((A | B)* A)?` as `(B* A)*`.
    fn given_back(&self, specified: &Expression, written: &Expression) -> Option<Expression> {
        let (Expression::Optional(optional), Expression::ZeroOrMore(repeated)) =
            (specified, written)
        else {
            return None;
        };
        let (Expression::Sequence(parts), Expression::Sequence(mirrored)) =
            (&**optional, &**repeated)
        else {
            return None;
        };
        let ([Expression::ZeroOrMore(either), last], [Expression::ZeroOrMore(between), again]) =
            (parts.as_slice(), mirrored.as_slice())
        else {
            return None;
        };
        let both = [last.alternatives(), between.alternatives()].concat();
        let is_pattern =
            as_set(&both) == as_set(either.alternatives()) && self.compare(last, again).is_some();
        let is_allowed = self.allows(DepartureKind::Repeat) && self.is_token;
        (is_pattern && is_allowed).then(|| match self.undoes(DepartureKind::Repeat) {
            true => specified.clone(),
            false => written.clone(),
        })
    }

    /// `repeat`: of `A* B`, the first part as `(!B A)*`.
    fn ended(
        &self,
        specified: &Expression,
        written: &Expression,
        behind: &[Expression],
    ) -> Option<Expression> {
        let (Expression::ZeroOrMore(body), Expression::ZeroOrMore(mirrored)) = (specified, written)
        else {
            return None;
        };
        let Expression::Sequence(parts) = &**mirrored else {
            return None;
        };
        let [
            Expression::Lookahead {
                is_positive: false,
                body: end,
            },
            rest @ ..,
        ] = parts.as_slice()
        else {
            return None;
        };
        let is_end = behind.starts_with(end.in_sequence());
        let body = self.compare(body, &Expression::sequence(rest.to_vec()))?;
        let is_allowed = self.allows(DepartureKind::Repeat) && self.is_token;
        (is_end && is_allowed).then(|| match self.undoes(DepartureKind::Repeat) {
            true => Expression::ZeroOrMore(Box::new(body)),
            false => written.clone(),
        })
    }

    /// `trivia`: comments among white space, and ends of lines that recur.
    fn with_trivia(&self, specified: &Expression, written: &Expression) -> Option<Expression> {
        use Expression::{Choice, Name, OneOrMore, Optional, ZeroOrMore};
        let name = |expression: &Expression, among: &BTreeSet<String>| match expression {
            Name(name) => among.contains(name).then(|| name.clone()),
            _ => None,
        };
        let is_pattern = match (specified, written) {
            (ZeroOrMore(body), ZeroOrMore(mirrored)) => match &**mirrored {
                Choice(parts) => {
                    name(body, self.white_space).is_some()
                        && matches!(parts.as_slice(), [first, Name(comment)]
                            if *first == **body && comment == COMMENT)
                }
                _ => false,
            },
            (one, OneOrMore(several)) => name(one, self.line_ends).is_some() && *one == **several,
            (Optional(one), ZeroOrMore(several)) => {
                name(one, self.line_ends).is_some() && one == several
            }
            _ => false,
        };
        (is_pattern && self.allows(DepartureKind::Trivia)).then(|| written.clone())
    }
}

/// Whether a rule that declares `repeat` does so to end at the first of its ends.
pub(crate) fn ends_at_the_first(written: &Expression, declared: &BTreeSet<DepartureKind>) -> bool {
    let is_end = |part: &Expression| match part {
        Expression::ZeroOrMore(body) => matches!(
            body.in_sequence().first(),
            Some(Expression::Lookahead {
                is_positive: false,
                ..
            })
        ),
        _ => false,
    };
    let normal = normal(written, true);
    let rest = match declared.contains(&DepartureKind::Class) {
        true => folded(&normal),
        false => normal,
    };
    declared.contains(&DepartureKind::Repeat) && rest.has(&is_end)
}

/// An expression without mere notation.
pub(crate) fn normal(expression: &Expression, is_token: bool) -> Expression {
    let inner = expression.map(|part| normal(part, is_token));
    match inner {
        Expression::Literal { text, ignores_case } if is_token => {
            let characters = text.chars();
            let classes =
                characters.map(|character| class(&CharSet::in_cases(character, ignores_case)));
            Expression::sequence(classes.collect())
        }
        Expression::Literal { text, ignores_case } if ignores_case => Expression::Literal {
            text: text.to_ascii_lowercase(),
            ignores_case,
        },
        Expression::Optional(body) => match *body {
            Expression::OneOrMore(again) | Expression::ZeroOrMore(again) => {
                Expression::ZeroOrMore(again)
            }
            Expression::Optional(again) => Expression::Optional(again),
            body => Expression::Optional(Box::new(body)),
        },
        Expression::Class(written) => class(&written.set()),
        Expression::Sequence(parts) => Expression::sequence(
            parts
                .iter()
                .flat_map(Expression::in_sequence)
                .cloned()
                .collect(),
        ),
        Expression::Choice(parts) => {
            let mut merged: Vec<Expression> = Vec::new();
            for part in parts.iter().flat_map(Expression::alternatives).cloned() {
                match (merged.last_mut(), part) {
                    (Some(Expression::Class(last)), Expression::Class(next)) => {
                        *last = canonical(&last.set().union(&next.set()));
                    }
                    (_, part) => merged.push(part),
                }
            }
            Expression::choice(merged)
        }
        Expression::Difference(first, second) => match (*first, *second) {
            (Expression::Class(first), Expression::Class(second)) => {
                class(&first.set().difference(&second.set()))
            }
            // No character is a text of several.
            (first @ Expression::Class(_), second) if is_token && least(&second) >= 2 => first,
            (first, second) => Expression::Difference(Box::new(first), Box::new(second)),
        },
        other => other,
    }
}

/// `A (B | C) D` as `A B D | A C D`; none, if no part is a choice.
fn distributed(parts: &[Expression]) -> Option<Expression> {
    let place = parts
        .iter()
        .position(|part| matches!(part, Expression::Choice(_)))?;
    let ways = parts[place].alternatives().iter().map(|way| {
        let all = [&parts[..place], way.in_sequence(), &parts[place + 1..]];
        Expression::sequence(all.concat())
    });
    Some(normal(&Expression::Choice(ways.collect()), false))
}

fn class(set: &CharSet) -> Expression {
    Expression::Class(canonical(set))
}

fn canonical(set: &CharSet) -> CharacterClass {
    CharacterClass {
        is_complement: false,
        ranges: set
            .ranges()
            .map(std::ops::RangeInclusive::into_inner)
            .collect(),
    }
}

/// All alternatives that are characters as one, where the first of them is: their order among one another means
/// nothing.
fn with_classes_joined(parts: &[Expression]) -> Vec<Expression> {
    let mut joined: Vec<Expression> = Vec::new();
    for part in parts {
        let Expression::Class(more) = part else {
            joined.push(part.clone());
            continue;
        };
        let first = joined.iter_mut().find_map(|part| match part {
            Expression::Class(first) => Some(first),
            _ => None,
        });
        match first {
            Some(first) => *first = canonical(&first.set().union(&more.set())),
            None => joined.push(part.clone()),
        }
    }
    joined
}

/// The alternatives as a set: each once, and after them the characters, as one class.
fn as_set(parts: &[Expression]) -> Vec<Expression> {
    let is_class = |part: &Expression| matches!(part, Expression::Class(_));
    let (classes, others): (Vec<_>, Vec<_>) =
        with_classes_joined(parts).into_iter().partition(is_class);
    let mut set: Vec<Expression> = Vec::new();
    for part in others.into_iter().chain(classes) {
        if !set.contains(&part) {
            set.push(part);
        }
    }
    set
}

/// `class`: `!B A` as the characters of A without those of B.
fn folded(expression: &Expression) -> Expression {
    let inner = expression.map(folded);
    let Expression::Sequence(parts) = inner else {
        return normal(&inner, false);
    };
    let mut folded: Vec<Expression> = Vec::new();
    for part in parts {
        let excluded = match folded.last() {
            Some(Expression::Lookahead {
                is_positive: false,
                body,
            }) => match &**body {
                Expression::Class(class) => Some(class.clone()),
                _ => None,
            },
            _ => None,
        };
        match excluded {
            Some(excluded) => {
                folded.pop();
                folded.push(Expression::Difference(
                    Box::new(part),
                    Box::new(Expression::Class(excluded)),
                ));
            }
            None => folded.push(part),
        }
    }
    normal(&Expression::sequence(folded), false)
}

/// The expression without `SOI` before and `EOI` after.
fn without_ends(expression: Expression) -> Expression {
    match expression {
        Expression::Sequence(parts) => match parts.as_slice() {
            [Expression::Start, inner @ .., Expression::End] => {
                Expression::sequence(inner.to_vec())
            }
            _ => Expression::Sequence(parts),
        },
        other => other,
    }
}
