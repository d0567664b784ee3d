//! Depth: which functions count, so that no input can make the generated parser use up the stack.
//!
//! Invariant: every cycle of calls goes through a function that counts. So the number of calls that are open is at most
//! the depth counted times the number of functions.

use super::matcher::{Matcher, MatcherProgram};

/// Which functions count.
pub(crate) fn counted(program: &MatcherProgram) -> Vec<bool> {
    // A function that opens with a bracket is entered only at a bracket: counting there costs nothing where nothing
    // nests.
    let functions = program.functions.iter().enumerate();
    let mut counted: Vec<bool> = functions
        .map(|(id, function)| opens_with_text(&function.body) && program.is_on_cycle(id, |_| false))
        .collect();
    while let Some(id) = (0..program.functions.len())
        .find(|&id| !counted[id] && program.is_on_cycle(id, |id| counted[id]))
    {
        counted[id] = true;
    }
    counted
}

fn opens_with_text(expression: &Matcher) -> bool {
    match expression {
        Matcher::Node { body, .. } | Matcher::Leaf { body, .. } | Matcher::Outcome { body, .. } => {
            opens_with_text(body)
        }
        Matcher::Sequence(parts) => {
            matches!(parts.first(), Some(Matcher::Class(_) | Matcher::Literal(_)))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::lowered;

    fn counted_names(grammar: &str) -> Vec<String> {
        let program = lowered(grammar);
        let counted = counted(&program);
        let functions = program.functions.into_iter().zip(counted);
        let names = functions.filter(|(_, counted)| *counted);
        names.map(|(function, _)| function.name).collect()
    }

    #[test]
    fn brackets_count_and_what_leads_to_them_does_not() {
        assert_eq!(
            counted_names("item = { list | \"x\" } list = { \"(\" ~ item* ~ \")\" }"),
            ["list"]
        );
    }

    #[test]
    fn every_cycle_has_one_that_counts() {
        assert_eq!(
            counted_names("a = { \"x\"? ~ b } b = { \"y\" | \"z\"? ~ \"w\" ~ a }"),
            ["a"]
        );
        assert_eq!(counted_names("a = { \"x\" ~ b } b = { \"y\" }"), [""; 0]);
    }
}
