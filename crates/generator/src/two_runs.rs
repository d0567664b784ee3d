//! Two runs around a byte: `(A ~ R*)? ~ "x" ~ B ~ R*`, as names are with their colon.
//!
//! One look at a block of bytes finds both ends: they are the first two bytes that are not in R. Side conditions for the look
//! to match the text that the parts match:
//!
//! - R is of ASCII, A and B are part of it, and the byte between is not: so the first run ends at the first byte that is
//!   not in R, and the second run at the next one;
//! - where both ends are found, it remains to check that the runs begin as they must. If the first one does not, the
//!   optional part matches nothing, and the byte between would have to be first, which it is not.

use super::matcher::Matcher;
use notation::CharSet;

/// How many parts of a sequence the two runs are.
pub(crate) const PARTS: usize = 4;

pub(crate) struct TwoRunsMatcher<'e> {
    pub(crate) first: &'e CharSet,
    pub(crate) between: u8,
    pub(crate) second: &'e CharSet,
    pub(crate) run: &'e CharSet,
}

impl<'e> TwoRunsMatcher<'e> {
    /// The two runs that a sequence begins with.
    pub(crate) fn at_start(sequence: &'e [Matcher]) -> Option<Self> {
        let [
            Matcher::Optional(before),
            Matcher::Class(between),
            Matcher::Class(second),
            after,
            ..,
        ] = sequence
        else {
            return None;
        };
        let Matcher::Sequence(before) = before.as_ref() else {
            return None;
        };
        let [Matcher::Class(first), run] = before.as_slice() else {
            return None;
        };
        let (run, after) = (repeated_class(run)?, repeated_class(after)?);
        let is_as_it_must_be = run == after
            && run.is_subset(&CharSet::non_ascii().complement())
            && first.is_subset(run)
            && second.is_subset(run)
            && between.intersection(run).is_empty();
        let between = u8::try_from(between.single()?).ok()?;
        (is_as_it_must_be && between.is_ascii()).then_some(Self {
            first,
            between,
            second,
            run,
        })
    }
}

fn repeated_class(expression: &Matcher) -> Option<&CharSet> {
    match expression {
        Matcher::Repeat {
            body,
            between: None,
        } => match body.as_ref() {
            Matcher::Class(class) => Some(class),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::read;
    use crate::{NodeKind, Target, lower, simplify};

    fn is_found(rule: &str) -> bool {
        let target = Target::all_rules(&|_| NodeKind::Nothing);
        let grammar = format!("a = @{{ {rule} }}");
        let mut program = lower::lower(&read(&grammar).unwrap(), &target).unwrap();
        simplify::simplify(&mut program);
        let Matcher::Sequence(parts) = &program.functions[0].body else {
            panic!("{program:?}");
        };
        TwoRunsMatcher::at_start(parts).is_some()
    }

    #[test]
    fn names_are_two_runs() {
        assert!(is_found(
            "('a'..'c' ~ ('a'..'z')*)? ~ \":\" ~ 'b'..'d' ~ ('a'..'z')* ~ !\".\""
        ));
    }

    #[test]
    fn each_side_condition_is_needed() {
        for rule in [
            // Other runs.
            "('a'..'c' ~ ('a'..'y')*)? ~ \":\" ~ 'b'..'d' ~ ('a'..'z')*",
            // They go on beyond ASCII.
            "('a'..'c' ~ ('a'..'é')*)? ~ \":\" ~ 'b'..'d' ~ ('a'..'é')*",
            // They begin with characters that do not go on.
            "('A'..'C' ~ ('a'..'z')*)? ~ \":\" ~ 'b'..'d' ~ ('a'..'z')*",
            "('a'..'c' ~ ('a'..'z')*)? ~ \":\" ~ 'B'..'D' ~ ('a'..'z')*",
            // The byte between them is in the first one.
            "('a'..'c' ~ ('a'..'z')*)? ~ \"x\" ~ 'b'..'d' ~ ('a'..'z')*",
            // Several bytes can be between them, or a character of several bytes.
            "('a'..'c' ~ ('a'..'z')*)? ~ '0'..'9' ~ 'b'..'d' ~ ('a'..'z')*",
            "('a'..'c' ~ ('a'..'z')*)? ~ \"é\" ~ 'b'..'d' ~ ('a'..'z')*",
            // The first one has to be there.
            "'a'..'c' ~ ('a'..'z')* ~ \":\" ~ 'b'..'d' ~ ('a'..'z')*",
        ] {
            assert!(!is_found(rule), "{rule}");
        }
    }
}
