//! Merging: alternatives side by side that match one character become a set of characters; and alternatives that begin or end
//! with the same share it, `a ~ b | a ~ c` is `a ~ (b | c)`. So a token is read in one pass, and tokens that specifications write in
//! several ways become the same function.
//!
//! Side conditions:
//!
//! - only *adjacent* alternatives become a set: in `"a" | "bc" | "b"` nothing does;
//! - `!x ~ y` becomes the class y∖x, and `&x ~ y` y∩x, only when both are classes and nothing is between them. In a
//!   sequence that is not atomic, lowering has put a call to the trivia there;
//! - alternatives that begin with the same go on from the same place. Another one that is between them is passed only by
//!   those that begin with other characters than it does;
//! - alternatives that end with the same share their end only if the first character tells them apart: where one has failed at
//!   its end, none is left to match. The part before the end has to match something, too: a matcher of nothing always
//!   matches, and only the last alternative may do that;
//! - but for the first character, which makes no node, only matchers of characters are shared: no calls, no nodes;
//! - a run of the same characters, as in `\U` and eight hexadecimal digits, stays whole: it is tested at once.

use super::facts::FactTable;
use super::matcher::{Matcher, MatcherProgram};
use notation::CharSet;

/// The alternatives of a choice, and of the choices directly within.
pub(crate) fn alternatives(expression: Matcher) -> Vec<Matcher> {
    match expression {
        Matcher::Choice(parts) => parts.into_iter().flat_map(alternatives).collect(),
        other => vec![other],
    }
}

/// A choice among these.
pub(crate) fn merged_choice(parts: Vec<Matcher>) -> Matcher {
    let mut merged: Vec<Matcher> = Vec::new();
    for part in parts.into_iter().flat_map(alternatives) {
        match (merged.last_mut(), part) {
            (Some(Matcher::Class(last)), Matcher::Class(next)) => *last = last.union(&next),
            (_, part) => merged.push(part),
        }
    }
    factored(merged)
}

/// These, one after the other.
pub(crate) fn merged_sequence(parts: Vec<Matcher>) -> Matcher {
    let mut merged: Vec<Matcher> = Vec::new();
    for part in parts.into_iter().flat_map(elements) {
        merged.push(part);
        // From the back, so that both lookaheads of `!x ~ !y ~ z` go into the class.
        while let [
            ..,
            Matcher::Lookahead { is_positive, body },
            Matcher::Class(class),
        ] = merged.as_slice()
            && let Matcher::Class(ahead) = body.as_ref()
        {
            let class = match is_positive {
                true => class.intersection(ahead),
                false => class.difference(ahead),
            };
            merged.truncate(merged.len() - 2);
            merged.push(Matcher::Class(class));
        }
    }
    Matcher::sequence(merged)
}

/// The alternatives, which are merged and flat, with their common parts written once.
fn factored(parts: Vec<Matcher>) -> Matcher {
    let parts = with_shared_character(parts);
    if parts.iter().all(is_token) {
        with_shared_parts(parts.into_iter().map(elements).collect())
    } else {
        Matcher::choice(parts)
    }
}

/// Alternatives side by side that begin with the same character share it.
fn with_shared_character(parts: Vec<Matcher>) -> Vec<Matcher> {
    let mut factored: Vec<Matcher> = Vec::new();
    let mut parts = parts.into_iter().peekable();
    while let Some(part) = parts.next() {
        let Some(first) = first_character(&part) else {
            factored.push(part);
            continue;
        };
        let mut others = Vec::new();
        while let Some(next) = parts.next_if(|next| first_character(next) == Some(first)) {
            others.push(without_first(next));
        }
        if others.is_empty() {
            factored.push(part);
            continue;
        }
        others.insert(0, without_first(part));
        let first = Matcher::Class(CharSet::one(first));
        factored.push(merged_sequence(vec![first, merged_choice(others)]));
    }
    factored
}

/// The character that an expression begins with, if that is always the same one.
fn first_character(expression: &Matcher) -> Option<char> {
    match expression {
        Matcher::Class(class) => class.single(),
        Matcher::Literal(text) => text.chars().next(),
        Matcher::Sequence(parts) => parts.first().and_then(first_character),
        _ => None,
    }
}

fn without_first(expression: Matcher) -> Matcher {
    match expression {
        Matcher::Literal(text) => {
            let mut rest = text.chars();
            rest.next();
            match rest.as_str().chars().count() {
                0 => Matcher::sequence(Vec::new()),
                1 => Matcher::Class(CharSet::of(rest.as_str())),
                _ => Matcher::Literal(rest.as_str().to_owned()),
            }
        }
        Matcher::Sequence(mut parts) => {
            let first = without_first(parts.remove(0));
            if first != Matcher::sequence(Vec::new()) {
                parts.insert(0, first);
            }
            Matcher::sequence(parts)
        }
        _ => Matcher::sequence(Vec::new()),
    }
}

/// A choice among tokens; those that begin or end with the same elements share these.
fn with_shared_parts(parts: Vec<Vec<Matcher>>) -> Matcher {
    with_shared_end(with_shared_beginning(parts))
}

/// Tokens that begin with the same elements share these.
fn with_shared_beginning(mut parts: Vec<Vec<Matcher>>) -> Vec<Vec<Matcher>> {
    let mut factored = Vec::new();
    while !parts.is_empty() {
        let (alike, others) = alike_with_first(parts);
        parts = others;
        factored.push(match alike.as_slice() {
            [_] => alike.concat(),
            _ => {
                let shared = common(alike.iter().map(|part| part.iter().collect()));
                let rests = alike.iter().map(|part| part[shared..].to_vec());
                let mut whole = alike[0][..shared].to_vec();
                whole.push(with_shared_parts(rests.collect()));
                elements(merged_sequence(whole))
            }
        });
    }
    factored
}

/// The first token with those that begin like it and can be moved to it; and the others.
fn alike_with_first(parts: Vec<Vec<Matcher>>) -> (Vec<Vec<Matcher>>, Vec<Vec<Matcher>>) {
    let mut parts = parts.into_iter();
    let mut alike: Vec<Vec<Matcher>> = parts.next().into_iter().collect();
    let mut others: Vec<Vec<Matcher>> = Vec::new();
    for part in parts {
        // After a part that can match nothing, no alternative is tried.
        let is_alike = part.first().is_some_and(|first| {
            alike[0].first() == Some(first)
                && alike.iter().all(|known| known.len() > 1)
                && others.iter().all(|other| are_told_apart(other, &part))
        });
        match is_alike {
            true => alike.push(part),
            false => others.push(part),
        }
    }
    (alike, others)
}

/// A choice among tokens; those that end with the same elements share these.
fn with_shared_end(parts: Vec<Vec<Matcher>>) -> Matcher {
    let shared = shared_end(&parts);
    if shared == 0 {
        let parts = parts.into_iter().map(Matcher::sequence);
        return Matcher::choice(parts.collect());
    }
    let end = parts[0][parts[0].len() - shared..].to_vec();
    let mut heads = parts;
    for head in &mut heads {
        head.truncate(head.len() - shared);
    }
    let is_optional = heads.last().is_some_and(Vec::is_empty);
    if is_optional {
        heads.pop();
    }
    let heads = heads.into_iter().map(Matcher::sequence);
    let choice = merged_choice(heads.collect());
    let first = match is_optional {
        true => Matcher::Optional(Box::new(choice)),
        false => choice,
    };
    let whole = [first].into_iter().chain(end);
    merged_sequence(whole.collect())
}

/// How many elements at their end the tokens can share.
fn shared_end(parts: &[Vec<Matcher>]) -> usize {
    let shared = common(parts.iter().map(|part| part.iter().rev().collect()));
    let (Some((_, before)), true) = (parts.split_last(), parts.len() > 1) else {
        return 0;
    };
    let before_end = |part: &Vec<Matcher>| beginning(&part[..part.len() - shared]);
    let are_apart = parts.iter().enumerate().all(|(number, part)| {
        let others = &parts[number + 1..];
        others.iter().all(|other| are_told_apart(part, other))
    });
    let splits_run = |part: &Vec<Matcher>| match part.split_at(part.len() - shared) {
        ([.., last], [first, ..]) => match first {
            Matcher::Repeat { body, .. } => **body == *last,
            first => first == last,
        },
        _ => false,
    };
    let are_tried = before.iter().all(|part| before_end(part).is_some());
    match are_apart && are_tried && !parts.iter().any(splits_run) {
        true => shared,
        false => 0,
    }
}

/// How many elements all have in common, from their beginning.
fn common<'e>(mut parts: impl Iterator<Item = Vec<&'e Matcher>>) -> usize {
    let Some(mut shared) = parts.next() else {
        return 0;
    };
    for part in parts {
        let alike = shared
            .iter()
            .zip(&part)
            .take_while(|(one, other)| one == other);
        let count = alike.count();
        shared.truncate(count);
    }
    shared.len()
}

/// Whether no character can begin both, and neither matches nothing.
fn are_told_apart(one: &[Matcher], other: &[Matcher]) -> bool {
    match (beginning(one), beginning(other)) {
        (Some(one), Some(other)) => one.intersection(&other).is_empty(),
        _ => false,
    }
}

/// The characters that these elements of a token can begin with; none if they can match nothing.
fn beginning(elements: &[Matcher]) -> Option<CharSet> {
    // A token calls no function.
    let facts = FactTable::new(&MatcherProgram::default()).of_sequence(elements);
    (!facts.is_nullable).then_some(facts.first)
}

fn elements(expression: Matcher) -> Vec<Matcher> {
    match expression {
        Matcher::Sequence(parts) => parts,
        other => vec![other],
    }
}

/// Whether it is made of characters alone.
fn is_token(expression: &Matcher) -> bool {
    match expression {
        Matcher::Class(_) | Matcher::Literal(_) => true,
        Matcher::Repeat { between, .. } if between.is_some() => false,
        Matcher::Sequence(_)
        | Matcher::Choice(_)
        | Matcher::Optional(_)
        | Matcher::Repeat { .. } => expression.parts().into_iter().all(is_token),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::simplified;

    /// The matcher of a token with this text.
    fn token(text: &str) -> Matcher {
        let program = simplified(&format!("a = @{{ {text} }}"));
        match &program.functions[0].body {
            Matcher::Node { body, .. } => *body.clone(),
            other => other.clone(),
        }
    }

    #[test]
    fn what_would_match_something_else_stays() {
        for text in [
            // The second begins like the first, and can match where that does not end.
            "'a'..'b' ~ \"x\" ~ \"e\" | 'b'..'c' ~ \"y\" ~ \"e\"",
            // The one between begins like the last.
            "'a'..'b' ~ \"x\" | \"a\" ~ \"y\" ~ \"z\"? | 'a'..'b' ~ \"y\"",
            // The part that the first may leave out makes it begin like the second.
            "'a'..'b'* ~ \"e\" ~ \"x\" | 'e'..'f' ~ \"e\" ~ \"x\"",
            // An alternative that is only the end, or can be, comes first.
            "\"e\" | 'a'..'b' ~ \"e\"",
            "'x'..'y'? ~ \"e\" | 'a'..'b' ~ \"e\"",
            "'x'..'y'* ~ \"e\" | 'a'..'b' ~ \"e\" | 'c'..'d'? ~ \"e\" ~ \"e\"",
        ] {
            let Matcher::Choice(parts) = token(text) else {
                panic!("{text}");
            };
            assert_eq!(parts.len(), text.matches('|').count() + 1, "{text}");
        }
    }
}
