//! The faults: for each pass, side conditions that it could forget.

/// A fault, and what has to catch it.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The pass, and what is wrong in it.
    pub name: &'static str,
    /// The file, in `crates/`.
    pub file: &'static str,
    /// What stands there, once.
    pub find: &'static str,
    /// What is to stand there.
    pub replace: &'static str,
    /// The side condition that this breaks.
    pub breaks: &'static str,
    /// How the name of a part that catches it begins, and the kind of difference.
    pub caught_by: &'static str,
}

/// All of them, pass by pass.
pub const FAULTS: &[Fault] = &[
    Fault {
        name: "reading: all rules as atomic ones",
        file: "generator/src/read.rs",
        find: "rules: file.optimized(),",
        replace: "rules: {
            let mut atomic = file.rules;
            let types: Vec<_> = atomic.iter().map(|rule| rule.ty).collect();
            for rule in &mut atomic {
                rule.ty = pest_meta::ast::RuleType::Atomic;
            }
            let mut optimized = pest_meta::optimizer::optimize(atomic);
            for (rule, ty) in optimized.iter_mut().zip(types) {
                rule.ty = ty;
            }
            optimized
        },",
        breaks: "strings are joined, and Skip made, in atomic rules only",
        caught_by: "torture/constructs acceptance",
    },
    Fault {
        name: "lowering: trivia in compound rules",
        file: "generator/src/lower.rs",
        find: "Atomicity::NonAtomic => self.trivia(place.in_lookahead),
            Atomicity::Compound | Atomicity::Atomic => Ok(None),",
        replace: "Atomicity::NonAtomic | Atomicity::Compound => self.trivia(place.in_lookahead),
            Atomicity::Atomic => Ok(None),",
        breaks: "only what is not atomic skips trivia",
        caught_by: "random acceptance",
    },
    Fault {
        name: "lowering: no trivia behind a lookahead",
        file: "generator/src/lower.rs",
        find: "if let Some(trivia) = self.trivia_at(place)? {",
        replace: "if !matches!(parts[0], Expression::Lookahead { .. })
                    && let Some(trivia) = self.trivia_at(place)?
                {",
        breaks: "a test and its character are one class only where no trivia may come between",
        caught_by: "torture/constructs acceptance",
    },
    Fault {
        name: "lowering: nodes in lookahead",
        file: "generator/src/lower.rs",
        find: "in_lookahead: true,
                    ..place",
        replace: "..place",
        breaks: "nothing makes a node in a lookahead",
        caught_by: "torture/kinds nodes",
    },
    Fault {
        name: "lowering: trivia's nodes in lookahead",
        file: "generator/src/lower.rs",
        find: "Atomicity::NonAtomic => self.trivia(place.in_lookahead),",
        replace: "Atomicity::NonAtomic => self.trivia(false),",
        breaks: "trivia make no node in a lookahead either",
        caught_by: "torture/kinds nodes",
    },
    Fault {
        name: "lowering: lookahead not in the key",
        file: "generator/src/lower.rs",
        find: "if let Some(&id) = self.functions.get(&key) {
            return Ok(id);",
        replace: "let alike = Key::Rule {
            name: rule.name.clone(),
            body: Place {
                in_lookahead: false,
                ..body
            },
            emits,
        };
        let is_inner = place != OUTSIDE;
        let alike = self.functions.get(&alike).filter(|_| is_inner);
        if let Some(&id) = self.functions.get(&key).or(alike) {
            return Ok(id);",
        breaks: "a silent rule is another function in a lookahead",
        caught_by: "torture/kinds nodes",
    },
    Fault {
        name: "lowering: emission not in the key",
        file: "generator/src/lower.rs",
        find: "if let Some(&id) = self.functions.get(&key) {
            return Ok(id);",
        replace: "let alike = Key::Rule {
            name: rule.name.clone(),
            body,
            emits: true,
        };
        let is_inner = place != OUTSIDE;
        let alike = self.functions.get(&alike).filter(|_| is_inner);
        if let Some(&id) = self.functions.get(&key).or(alike) {
            return Ok(id);",
        breaks: "whether a rule makes a node depends on its caller",
        caught_by: "torture/kinds nodes",
    },
    Fault {
        name: "lowering: atomicity not in the key",
        file: "generator/src/lower.rs",
        find: "if let Some(&id) = self.functions.get(&key) {
            return Ok(id);",
        replace: "let alike = Key::Rule {
            name: rule.name.clone(),
            body: Place {
                atomicity: Atomicity::NonAtomic,
                ..body
            },
            emits,
        };
        let is_inner = place != OUTSIDE;
        let alike = self.functions.get(&alike).filter(|_| is_inner);
        if let Some(&id) = self.functions.get(&key).or(alike) {
            return Ok(id);",
        breaks: "a normal rule skips trivia, or does not, as its caller does",
        caught_by: "torture/kinds result",
    },
    Fault {
        name: "lowering: compound trivia as atomic",
        file: "generator/src/lower.rs",
        find: "RuleType::CompoundAtomic => Atomicity::Compound,",
        replace: "RuleType::CompoundAtomic if is_trivia => Atomicity::Atomic,
        RuleType::CompoundAtomic => Atomicity::Compound,",
        breaks: "a compound trivia rule keeps the nodes in it",
        caught_by: "torture/kinds_compound nodes",
    },
    Fault {
        name: "lowering: non-atomic trivia",
        file: "generator/src/lower.rs",
        find: "RuleType::CompoundAtomic | RuleType::NonAtomic => true,",
        replace: "RuleType::NonAtomic if is_trivia => place.atomicity == Atomicity::Atomic,
        RuleType::CompoundAtomic | RuleType::NonAtomic => true,",
        breaks: "a non-atomic trivia rule makes a node",
        caught_by: "torture/kinds_nonatomic nodes",
    },
    Fault {
        name: "lowering: the end in lookahead",
        file: "generator/src/lower.rs",
        find: "let emits = place.atomicity != Atomicity::Atomic && !place.in_lookahead;",
        replace: "let emits = place.atomicity != Atomicity::Atomic;",
        breaks: "EOI makes no node in a lookahead",
        caught_by: "torture nodes",
    },
    Fault {
        name: "classes: apart",
        file: "generator/src/merge.rs",
        find: "match (merged.last_mut(), part) {",
        replace: "let is_class = |part: &&mut Expression| matches!(part, Expression::Class(_));
        match (merged.iter_mut().find(is_class), part) {",
        breaks: "only adjacent alternatives merge",
        caught_by: "torture/constructs result",
    },
    Fault {
        name: "classes: positive lookahead",
        file: "generator/src/merge.rs",
        find: "true => class.intersection(ahead),",
        replace: "true => class.clone(),",
        breaks: "&x ~ y is what both have",
        caught_by: "torture/constructs acceptance",
    },
    Fault {
        name: "classes: skip to some single characters",
        file: "generator/src/simplify.rs",
        find: "needles.iter().all(is_single)",
        replace: "needles.iter().any(is_single)",
        breaks: "only a skip to single characters is a run",
        caught_by: "torture/constructs result",
    },
    Fault {
        name: "classes: first bytes",
        file: "generator/src/sets.rs",
        find: "0x800..0x10000 => 0xE0 | (character >> 12) as u8,",
        replace: "0x800..0x10000 => 0xE0,",
        breaks: "a character is found by its first byte",
        caught_by: "random acceptance",
    },
    Fault {
        name: "factoring: ends of alternatives that begin alike",
        file: "generator/src/merge.rs",
        find: "(Some(one), Some(other)) => one.intersection(&other).is_empty(),",
        replace: "(Some(_), Some(_)) => true,",
        breaks: "where one alternative has failed at its end, another one can still match",
        caught_by: "torture/constructs nodes",
    },
    Fault {
        name: "factoring: no more than the end",
        file: "generator/src/merge.rs",
        find: "before.iter().all(|part| before_end(part).is_some())",
        replace: "before.iter().all(|part| part.len() > shared)",
        breaks: "what stands before the end has to match something",
        caught_by: "torture/constructs acceptance",
    },
    Fault {
        name: "facts: optional parts",
        file: "generator/src/facts.rs",
        find: "Expression::Optional(body) => {
                let body = self.of(body);
                Facts {",
        replace: "Expression::Optional(body) => {
                let body = self.of(body);
                Facts {
                    is_nullable: body.is_nullable,",
        breaks: "an optional part may match nothing",
        caught_by: "random acceptance",
    },
    Fault {
        name: "facts: lookaheads",
        file: "generator/src/facts.rs",
        find: "Expression::Lookahead { .. } => Facts {
                is_nullable: true,",
        replace: "Expression::Lookahead { .. } => Facts {
                is_nullable: false,",
        breaks: "a lookahead matches nothing",
        caught_by: "random acceptance",
    },
    Fault {
        name: "facts: nodes of half a sequence",
        file: "generator/src/facts.rs",
        find: "all.litters |= part.litters || (all.emits && !part.is_sure);",
        replace: "all.litters |= part.litters;",
        breaks: "a sequence that fails behind a node leaves it",
        caught_by: "random nodes",
    },
    Fault {
        name: "facts: first of a sequence",
        file: "generator/src/facts.rs",
        find: "if all.is_nullable {",
        replace: "if all.is_nullable && all.first.is_empty() {",
        breaks: "behind what may match nothing, what follows comes first",
        caught_by: "random acceptance",
    },
    Fault {
        name: "facts: one case of a letter",
        file: "generator/src/facts.rs",
        find: ".union(&CharSet::one(first.to_ascii_uppercase())),",
        replace: ".union(&CharSet::one(first)),",
        breaks: "a literal in any case may begin in either",
        caught_by: "random acceptance",
    },
    Fault {
        name: "facts: no fixpoint",
        file: "generator/src/facts.rs",
        find: "if next == table.functions {",
        replace: "let mut pairs = next.iter().zip(&table.functions);
            let all_but_first = |facts: &Facts| (facts.is_nullable, facts.emits, facts.is_sure);
            if pairs.all(|(next, now)| all_but_first(next) == all_but_first(now)) {",
        breaks: "facts go up until nothing changes",
        caught_by: "random result",
    },
    Fault {
        name: "leaves: around what makes nodes",
        file: "generator/src/leaves.rs",
        find: "calls.any(|id| !is_added(&id) && self.emits[id])",
        replace: "calls.any(|_| false)",
        breaks: "a node around one that is made by what it calls is no leaf",
        caught_by: "torture nodes",
    },
    Fault {
        name: "leaves: order",
        file: "generator/src/leaves.rs",
        find: "kinds.insert(0, kind.to_owned());",
        replace: "kinds.push(kind.to_owned());",
        breaks: "the outer node comes first",
        caught_by: "torture nodes",
    },
    Fault {
        name: "dispatch: order",
        file: "generator/src/dispatch.rs",
        find: "tried.push(number);",
        replace: "tried.insert(0, number);",
        breaks: "within a group the first alternative goes first",
        caught_by: "random nodes",
    },
    Fault {
        name: "dispatch: nullable alternatives",
        file: "generator/src/facts.rs",
        find: "true => NextSet::all(),",
        replace: "true => self.first.lead_bytes(),",
        breaks: "what may match nothing can succeed whatever comes next",
        caught_by: "random acceptance",
    },
    Fault {
        name: "runs: earlier alternatives",
        file: "generator/src/runs.rs",
        find: "certain = certain.union(&own.difference(&earlier));",
        replace: "certain = certain.union(&own);",
        breaks: "earlier alternatives take what they may begin with",
        caught_by: "torture/constructs result",
    },
    Fault {
        name: "runs: optional parts before",
        file: "generator/src/runs.rs",
        find: "certain_within(last, program, facts, open).difference(&earlier)",
        replace: "certain_within(last, program, facts, open)",
        breaks: "what stands before takes what it may begin with",
        caught_by: "torture/constructs result",
    },
    Fault {
        name: "runs: lookaheads that see nothing",
        file: "generator/src/runs.rs",
        find: "} if !facts.of(body).is_nullable => {",
        replace: "} => {",
        breaks: "a negative lookahead that succeeds on nothing lets nothing pass",
        caught_by: "torture/constructs result",
    },
    Fault {
        name: "second bytes: of what needs no first one",
        file: "generator/src/second.rs",
        find: "if facts.of(expression).is_nullable {",
        replace: "if false {",
        breaks: "what may match nothing matches whatever comes first",
        caught_by: "random nodes",
    },
    Fault {
        name: "known bytes: too far",
        file: "generator/src/emit.rs",
        find: "if !matches!(part, Expression::Lookahead { .. } | Expression::Start) {
                known = NextSet::all();
            }",
        replace: "",
        breaks: "what comes next is known only until something is consumed",
        caught_by: "random acceptance",
    },
    Fault {
        name: "known bytes: beyond ASCII",
        file: "generator/src/emit.rs",
        find: "known.is_ascii() && ",
        replace: "",
        breaks: "a byte is a character only in ASCII",
        caught_by: "random panic",
    },
    Fault {
        name: "known bytes: parts that see nothing",
        file: "generator/src/emit.rs",
        find: "self.facts.of(body).next().is_disjoint(known)",
        replace: "self.facts.of(body).first.lead_bytes().is_disjoint(known)",
        breaks: "only what has to begin with something can be left out",
        caught_by: "torture/constructs result",
    },
    Fault {
        name: "emission: alternatives' nodes",
        file: "generator/src/choice.rs",
        find: "facts.litters && index < last",
        replace: "facts.litters && index + 1 < last",
        breaks: "the nodes of an alternative that failed are taken back",
        caught_by: "random nodes",
    },
    Fault {
        name: "emission: the last round's nodes",
        file: "generator/src/repeat.rs",
        find: "None => { #restore break position; }",
        replace: "None => break position,",
        breaks: "the nodes of the round that failed are taken back",
        caught_by: "random nodes",
    },
    Fault {
        name: "emission: trailing trivia",
        file: "generator/src/repeat.rs",
        find: "None => { #restore break behind; }",
        replace: "None => { #restore break position; }",
        breaks: "a loop gives back the trivia behind its last round",
        caught_by: "torture/kinds nodes",
    },
    Fault {
        name: "emission: trailing trivia's nodes",
        file: "generator/src/repeat.rs",
        find: "None => { #restore break behind; }",
        replace: "None => break behind,",
        breaks: "a loop takes back the nodes of the trivia behind its last round",
        caught_by: "torture/kinds nodes",
    },
    Fault {
        name: "emission: nodes of trivia alone",
        file: "generator/src/repeat.rs",
        find: "let litters = self.facts.of(body).litters || self.facts.of(&between).emits;",
        replace: "let litters = self.facts.of(body).litters;",
        breaks: "the nodes of trailing trivia are taken back, also where the body leaves none",
        caught_by: "torture nodes",
    },
    Fault {
        name: "emission: lookahead that consumes",
        file: "generator/src/emit.rs",
        find: "true => quote!(#body.map(|_: usize| position)),",
        replace: "true => body,",
        breaks: "a lookahead consumes nothing",
        caught_by: "random acceptance",
    },
    Fault {
        name: "emission: nothing where nothing can begin",
        file: "generator/src/emit.rs",
        find: "!self.facts.of(body).is_nullable
            }",
        replace: "let _ = body;
                true
            }",
        breaks: "an optional part that may match nothing still makes its nodes",
        caught_by: "torture/constructs nodes",
    },
    Fault {
        name: "runtime: looks at the end",
        file: "runtime/src/parser.rs",
        find: "if byte.is_none() {
            self.hit_end = true;
        }",
        replace: "",
        breaks: "a look at the end is noted",
        caught_by: "torture hit_end",
    },
    Fault {
        name: "runtime: literals at the end",
        file: "runtime/src/parser.rs",
        find: "self.hit_end |= literal.as_bytes().starts_with(rest);",
        replace: "",
        breaks: "a literal that the end cuts off is noted",
        caught_by: "torture hit_end",
    },
    Fault {
        name: "runtime: literals in any case",
        file: "runtime/src/parser.rs",
        find: "if length < literal.len() {
            self.hit_end = true;",
        replace: "if length < literal.len() {",
        breaks: "a literal that the end cuts off is noted, in any case",
        caught_by: "torture hit_end",
    },
    Fault {
        name: "runtime: skips to the end",
        file: "runtime/src/parser.rs",
        find: "position += character.len_utf8();
        }
        self.hit_end = true;",
        replace: "position += character.len_utf8();
        }",
        breaks: "a skip that reaches the end is noted",
        caught_by: "torture hit_end",
    },
    Fault {
        name: "runtime: runs to the end",
        file: "runtime/src/parser.rs",
        find: "let Some(&byte) = bytes.get(position) else {
                self.hit_end = true;",
        replace: "let Some(&byte) = bytes.get(position) else {",
        breaks: "a run that reaches the end is noted",
        caught_by: "torture hit_end",
    },
    Fault {
        name: "runtime: last of a range",
        file: "runtime/src/class.rs",
        find: "byte < 0x80 && byte <= last as usize",
        replace: "byte < 0x80 && byte < last as usize",
        breaks: "both ends of a range belong to it",
        caught_by: "torture acceptance",
    },
    Fault {
        name: "runtime: blocks",
        file: "runtime/src/block.rs",
        find: "(bits != 0).then(|| bits.trailing_zeros() as usize)",
        replace: "(bits != 0).then(|| bits.leading_zeros() as usize % 16)",
        breaks: "a run ends at the first byte that is not in it",
        caught_by: "random result",
    },
    Fault {
        name: "runtime: the last block",
        file: "runtime/src/parser.rs",
        find: "Some(stop) if stop < rest.len() => position + stop,",
        replace: "Some(stop) => position + stop.min(rest.len()),",
        breaks: "what fills the last block is not text, but its end",
        caught_by: "random hit_end",
    },
    Fault {
        name: "runtime: characters in blocks",
        file: "runtime/src/parser.rs",
        find: "Some(0x80..) => self.run(position, class),",
        replace: "",
        breaks: "of what is beyond ASCII the class is asked",
        caught_by: "random result",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_fault_has_its_place() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates");
        for fault in FAULTS {
            let text = std::fs::read_to_string(crates.join(fault.file)).unwrap();
            assert_eq!(text.matches(fault.find).count(), 1, "{}", fault.name);
        }
    }
}
