//! Sharing: functions that do the same become one, within a grammar and among several.
//!
//! Invariant: two functions are the same if their bodies are, where calls count by the called function: so whole groups of
//! functions that call one another are shared, recursion and all. This finds the coarsest such division of the functions. Comments,
//! which differ with a production's number, do not count.
//!
//! The compiler inlines a function that a grammar calls in one place only. If callers in several grammars shared it, it would
//! be called instead: so each caller gets a copy.

use super::matcher::{Function, FunctionId, Matcher, MatcherProgram};
use super::simplify::{callees_first, is_recursive};
use std::collections::{HashMap, HashSet};

/// A grammar's program, and a name to tell its functions from those of others.
pub(crate) struct NamedProgram<'n> {
    pub(crate) name: &'n str,
    pub(crate) program: MatcherProgram,
}

/// One program for all, and for each grammar the functions that can be called from outside, by their rules.
pub(crate) fn share(
    grammars: Vec<NamedProgram<'_>>,
) -> (MatcherProgram, Vec<Vec<(String, FunctionId)>>) {
    let mut functions: Vec<Function> = Vec::new();
    let mut homes = Vec::new();
    for (number, grammar) in grammars.iter().enumerate() {
        let offset = functions.len();
        for function in &grammar.program.functions {
            let mut function = function.clone();
            function.body.renumber(&|id| id + offset);
            functions.push(function);
            homes.push(number);
        }
    }
    let classes = classes(&functions);
    let mut entries = vec![Vec::new(); grammars.len()];
    let mut shared = MatcherProgram::default();
    let mut names = HashSet::new();
    for (id, mut function) in functions.into_iter().enumerate() {
        let class = classes[id];
        if let Some(rule) = function.entry.clone() {
            entries[homes[id]].push((rule, class));
        }
        if let Some(known) = shared.functions.get_mut(class) {
            known.entry = known.entry.take().or(function.entry);
            continue;
        }
        if !names.insert(function.name.clone()) {
            function.name = format!("{}__of_{}", function.name, grammars[homes[id]].name);
            names.insert(function.name.clone());
        }
        function.body.renumber(&|id| classes[id]);
        shared.functions.push(function);
    }
    let most = calls_of_each(&grammars, &classes);
    give_each_caller_its_own(&mut shared, |id| most[id] == 1);
    (shared, entries)
}

/// Makes copies of functions that `is_called_once` by each grammar, one for each caller.
fn give_each_caller_its_own(
    program: &mut MatcherProgram,
    is_called_once: impl Fn(FunctionId) -> bool,
) {
    let mut callers_first = callees_first(program);
    callers_first.reverse();
    for id in callers_first {
        if !is_called_once(id) || program.functions[id].entry.is_some() || is_recursive(id, program)
        {
            continue;
        }
        let count = program.functions.len();
        let calls_it = |&caller: &usize| program.functions[caller].body.calls().contains(&id);
        let callers: Vec<FunctionId> = (0..count).filter(calls_it).collect();
        for &caller in callers.iter().skip(1) {
            let own = program.functions.len();
            let mut copy = program.functions[id].clone();
            copy.name = format!("{}__in_{}", copy.name, program.functions[caller].name);
            program.functions.push(copy);
            let body = &mut program.functions[caller].body;
            body.renumber(&|called| if called == id { own } else { called });
        }
    }
}

/// For each function, in how many places it is called.
fn calls(program: &MatcherProgram) -> Vec<usize> {
    let mut calls = vec![0; program.functions.len()];
    let all = program.functions.iter();
    for id in all.flat_map(|function| function.body.calls()) {
        calls[id] += 1;
    }
    calls
}

/// For each class, the largest number of places in which one grammar calls it.
fn calls_of_each(grammars: &[NamedProgram<'_>], classes: &[usize]) -> Vec<usize> {
    let mut most = vec![0; classes.len()];
    let mut offset = 0;
    for grammar in grammars {
        let mut own = vec![0; classes.len()];
        for (id, calls) in calls(&grammar.program).into_iter().enumerate() {
            own[classes[offset + id]] += calls;
        }
        for (most, own) in most.iter_mut().zip(own) {
            *most = own.max(*most);
        }
        offset += grammar.program.functions.len();
    }
    most
}

/// For each function, the number of its class; classes are numbered in the order of their first functions.
fn classes(functions: &[Function]) -> Vec<usize> {
    let mut classes = vec![0; functions.len()];
    let mut count = 1;
    loop {
        let mut numbers: HashMap<Matcher, usize> = HashMap::new();
        let bodies = functions.iter().map(|function| {
            let mut body = function.body.clone();
            body.renumber(&|id| classes[id]);
            body
        });
        let next: Vec<usize> = bodies
            .map(|body| {
                let new = numbers.len();
                *numbers.entry(body).or_insert(new)
            })
            .collect();
        classes = next;
        if numbers.len() == count {
            return classes;
        }
        count = numbers.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::read;
    use crate::{NodeKind, Target, lower};

    fn shared(grammars: &[&str]) -> (Vec<String>, Vec<Vec<(String, FunctionId)>>) {
        let named = grammars
            .iter()
            .enumerate()
            .map(|(index, text)| NamedProgram {
                name: ["x", "y", "z"][index],
                program: crate::tests::lowered(text),
            });
        let (program, entries) = share(named.collect());
        let names = program.functions.into_iter().map(|function| function.name);
        (names.collect(), entries)
    }

    #[test]
    fn functions_that_call_one_another_are_shared_together() {
        let list = "list = { \"(\" ~ (list | item)* ~ \")\" } item = { \"i\" }";
        let (names, entries) = shared(&[list, &format!("{list} more = {{ list ~ \"!\" }}")]);
        assert_eq!(names, ["list", "item", "more"]);
        assert_eq!(entries[0], entries[1][..2]);
    }

    #[test]
    fn what_differs_far_below_is_not_shared() {
        let grammar = "a = { \"(\" ~ b ~ \")\" } b = { \"b\" ~ c? } c = { \"c\" } d = { \"d\" }";
        let (names, entries) = shared(&[grammar, &grammar.replace("\"c\"", "\"C\"")]);
        assert_eq!(names, ["a", "b", "c", "d", "a__of_y", "b__of_y", "c__of_y"]);
        let ids = |entries: &[(String, FunctionId)]| -> Vec<FunctionId> {
            entries.iter().map(|(_, id)| *id).collect()
        };
        assert_eq!(ids(&entries[0]), [0, 1, 2, 3]);
        assert_eq!(ids(&entries[1]), [4, 5, 6, 3]);
    }

    #[test]
    fn what_is_called_once_by_each_is_not_shared_by_its_callers() {
        let token = "token = @{ \"x\" ~ \"y\"* } other = { \"z\" ~ \"w\" }";
        let entries = |rule: &str| rule == "a";
        let programs = [
            "token ~ \"1\"",
            "token ~ \"2\" ~ other ~ other",
            "other ~ other",
        ];
        let named = programs.iter().zip(["x", "y", "z"]).map(|(body, name)| {
            let target = Target {
                is_entry: &entries,
                ..Target::all_rules(&|_| NodeKind::Nothing)
            };
            let grammar = format!("a = {{ {body} }} {token}");
            let program = lower::lower(&read(&grammar).unwrap(), &target).unwrap();
            NamedProgram { name, program }
        });
        let (program, _) = share(named.collect());
        let names = program
            .functions
            .iter()
            .map(|function| function.name.as_str());
        let names: Vec<&str> = names.collect();
        let expected = [
            "a",
            "token",
            "a__of_y",
            "other",
            "a__of_z",
            "token__in_a__of_y",
        ];
        assert_eq!(names, expected);
    }

    /// Functions that differ only in which of two recursive functions they call.
    #[test]
    fn recursion_does_not_hide_a_difference() {
        let (names, _) = shared(&[
            "a = { \"(\" ~ a? ~ \")\" }",
            "a = { \"(\" ~ b? ~ \")\" } b = { \"(\" ~ a? ~ \"]\" }",
        ]);
        assert_eq!(names, ["a", "a__of_y", "b"]);
    }
}
