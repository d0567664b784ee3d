//! pest's result for a grammar, a rule and a text: the truth that the fast engine is measured by.
//!
//! Torture grammars have a parser made by pest_derive, random grammars are interpreted by pest_vm. Both tell the
//! same thing: accepted or rejected, and the nodes. Invariant: nothing here knows of the fast engine.

use pest::error::{Error, ErrorVariant};
use pest::iterators::Pairs;
use pest::{Parser, RuleType, Token};
use pest_vm::Vm;
use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroUsize;

macro_rules! derived {
    ($($name:ident: [$($file:tt)+];)*) => {
        $(mod $name {
            #[derive(pest_derive::Parser)]
            $(#[grammar = $file])+
            pub struct Derived;
        })*

        /// The parser that pest_derive makes of the torture grammar `name`.
        ///
        /// # Panics
        ///
        /// The grammar does not exist.
        pub fn derived(name: &str, names: &[&str]) -> Box<dyn Reference> {
            match name {
                $(stringify!($name) => {
                    // All the rules are only those of the grammar; each grammar uses `EOI` somewhere.
                    let all = [$name::Rule::all_rules(), &[$name::Rule::EOI]].concat();
                    Box::new(Derived::<$name::Derived, $name::Rule>::new(&all, names))
                })*
                _ => panic!("no torture grammar {name}"),
            }
        }
    };
}

// The oracle's build finds the same grammars in the folder.
derived! {
    constructs: ["../grammars/constructs.pest"];
    kinds_atomic: ["../grammars/kinds.pest" "../grammars/trivia/atomic.pest"];
    kinds_comment: ["../grammars/kinds.pest" "../grammars/trivia/comment.pest"];
    kinds_compound: ["../grammars/kinds.pest" "../grammars/trivia/compound.pest"];
    kinds_nonatomic: ["../grammars/kinds.pest" "../grammars/trivia/nonatomic.pest"];
    kinds_none: ["../grammars/kinds.pest" "../grammars/trivia/none.pest"];
    kinds_normal: ["../grammars/kinds.pest" "../grammars/trivia/normal.pest"];
    kinds_silent: ["../grammars/kinds.pest" "../grammars/trivia/silent.pest"];
    names: ["../grammars/names.pest"];
    plain: ["../grammars/plain.pest"];
}

/// One node. Offsets are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The rule's place among the names of the grammar.
    pub rule: u16,
    /// How many nodes it is in.
    pub depth: u16,
    /// The offset of its first byte.
    pub start: u32,
    /// The offset after its last byte.
    pub end: u32,
}

/// The verdict on a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The rule matched at the beginning of the text.
    Accepted,
    /// It did not.
    Rejected,
    /// Pest gave up for its own reasons: its stack, or the number of calls, was at an end.
    LeftOut,
}

/// A parser made from a grammar by pest.
pub trait Reference: Send + Sync {
    /// Parses `text` by a rule, given by its place among the names, and fills `records` in document order.
    fn parse(&self, rule: usize, text: &str, records: &mut Vec<Record>) -> Verdict;
}

/// Sets how many calls pest's parsers may make before they give up: random grammars can take exponential time.
pub fn limit_calls(calls: usize) {
    pest::set_call_limit(NonZeroUsize::new(calls));
}

/// A parser made by pest_derive.
struct Derived<P, R> {
    /// The rules in the order of the names.
    rules: Vec<R>,
    parser: PhantomData<fn() -> P>,
}

impl<P: Parser<R>, R: RuleType + Send + Sync> Derived<P, R> {
    fn new(all: &[R], names: &[&str]) -> Self {
        let of_name = |name: &&str| {
            let rule = all.iter().find(|rule| format!("{rule:?}") == *name);
            *rule.unwrap_or_else(|| panic!("pest_derive knows no rule {name}"))
        };
        Self {
            rules: names.iter().map(of_name).collect(),
            parser: PhantomData,
        }
    }
}

impl<P: Parser<R>, R: RuleType + Send + Sync> Reference for Derived<P, R> {
    fn parse(&self, rule: usize, text: &str, records: &mut Vec<Record>) -> Verdict {
        let result = P::parse(self.rules[rule], text);
        fill(result, records, |rule| {
            self.rules.iter().position(|other| *other == rule)
        })
    }
}

/// A grammar that pest_vm interprets.
///
/// It differs from pest_derive in `!` trivia, whose nodes it loses: grammars with such are not for it.
pub struct Interpreted {
    vm: Vm,
    names: Vec<String>,
}

impl Interpreted {
    /// Reads the grammar.
    ///
    /// # Panics
    ///
    /// It is not valid.
    pub fn new(grammar: &str, names: &[&str]) -> Self {
        let rules = match pest_meta::parse_and_optimize(grammar) {
            Ok((_, rules)) => rules,
            Err(errors) => panic!("{errors:?}\n{grammar}"),
        };
        Self {
            vm: Vm::new(rules),
            names: names.iter().map(|&name| name.to_owned()).collect(),
        }
    }
}

impl Reference for Interpreted {
    fn parse(&self, rule: usize, text: &str, records: &mut Vec<Record>) -> Verdict {
        let result = self.vm.parse(&self.names[rule], text);
        fill(result, records, |rule| {
            self.names.iter().position(|name| name == rule)
        })
    }
}

fn fill<R: RuleType>(
    result: Result<Pairs<'_, R>, Error<R>>,
    records: &mut Vec<Record>,
    index_of: impl Fn(R) -> Option<usize>,
) -> Verdict {
    records.clear();
    let pairs = match result {
        Ok(pairs) => pairs,
        Err(error) => {
            return match error.variant {
                ErrorVariant::ParsingError { .. } => Verdict::Rejected,
                ErrorVariant::CustomError { .. } => Verdict::LeftOut,
            };
        }
    };
    let mut open = Vec::new();
    for token in pairs.tokens() {
        match token {
            Token::Start { rule, pos } => {
                let Some(index) = index_of(rule) else {
                    panic!("{rule:?} is not among the names");
                };
                let depth = open.len() as u16;
                open.push(records.len());
                let start = pos.pos() as u32;
                records.push(Record {
                    rule: index as u16,
                    depth,
                    start,
                    end: start,
                });
            }
            Token::End { pos, .. } => {
                if let Some(index) = open.pop() {
                    let record: &mut Record = &mut records[index];
                    record.end = pos.pos() as u32;
                }
            }
        }
    }
    Verdict::Accepted
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::LeftOut => "left out",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_come_in_document_order_with_their_depth() {
        let grammar = "a = { b ~ b }\nb = { \"x\" ~ EOI? }";
        let names = ["a", "b", "EOI"];
        let mut records = Vec::new();
        let verdict = Interpreted::new(grammar, &names).parse(0, "xx", &mut records);
        assert_eq!(verdict, Verdict::Accepted);
        let found: Vec<_> = records
            .iter()
            .map(|record| {
                (
                    names[record.rule as usize],
                    record.depth,
                    record.start,
                    record.end,
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                ("a", 0, 0, 2),
                ("b", 1, 0, 1),
                ("b", 1, 1, 2),
                ("EOI", 2, 2, 2)
            ]
        );
    }

    #[test]
    fn giving_up_is_no_rejection() {
        let nested = Interpreted::new("a = { \"(\" ~ a? ~ \")\" }", &["a"]);
        let text = "(".repeat(100_000);
        let parse = || nested.parse(0, &text, &mut Vec::new());
        let thread = std::thread::Builder::new().stack_size(1024 * 1024);
        let verdict =
            std::thread::scope(|scope| thread.spawn_scoped(scope, parse).unwrap().join().unwrap());
        assert_eq!(verdict, Verdict::LeftOut);
    }
}
