//! Lowering: rules become functions, one for each kind of place that a rule is called from.
//!
//! The effect of a rule depends on three things besides its text (pest 2.9, `ParserState::rule`, `atomic`, `lookahead`):
//!
//! - the atomicity it runs in: a normal or silent rule takes its caller's, and skips trivia only if that is
//!   [`Atomicity::NonAtomic`]; `@`, `$` and `!` bring their own; trivia rules run atomically, but for `$`, which stays
//!   compound;
//! - whether it is within a lookahead: nothing there makes a node;
//! - whether it makes a node: a normal or `@` rule does unless its *caller* is atomic; a `$` or `!` rule always does;
//!   a silent one never.
//!
//! Functions are keyed by just these. All three have to be in the key: a recursive rule may call itself in another
//! atomicity or within a lookahead.

use super::matcher::{Function, FunctionId, Matcher, MatcherProgram};
use super::read::CommentedRules;
use super::{GeneratorError, NodeKind, Target};
use notation::CharSet;
use pest_meta::ast::RuleType;
use pest_meta::optimizer::{OptimizedExpr, OptimizedRule};
use std::collections::{HashMap, HashSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Atomicity {
    NonAtomic,
    /// `$`: no trivia, but nodes.
    Compound,
    Atomic,
}

/// The place from which a rule is called, or where an expression is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct CallPlace {
    atomicity: Atomicity,
    in_lookahead: bool,
}

/// The place from which entries are called.
const OUTSIDE: CallPlace = CallPlace {
    atomicity: Atomicity::NonAtomic,
    in_lookahead: false,
};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    Rule {
        name: String,
        body: CallPlace,
        emits: bool,
    },
    Trivia {
        in_lookahead: bool,
    },
}

/// # Errors
///
/// The generator does not support something in the grammar.
pub(crate) fn lower(
    grammar: &CommentedRules,
    target: &Target<'_>,
) -> Result<MatcherProgram, GeneratorError> {
    let mut lowering = Lowering {
        rules: grammar
            .rules
            .iter()
            .map(|rule| (rule.name.as_str(), rule))
            .collect(),
        grammar,
        target,
        functions: HashMap::new(),
        names: HashSet::new(),
        program: MatcherProgram::default(),
    };
    for rule in &grammar.rules {
        if (target.is_entry)(&rule.name) {
            let id = lowering.rule(rule, OUTSIDE)?;
            lowering.program.functions[id].entry = Some(rule.name.clone());
        }
    }
    Ok(lowering.program)
}

struct Lowering<'a> {
    grammar: &'a CommentedRules,
    rules: HashMap<&'a str, &'a OptimizedRule>,
    target: &'a Target<'a>,
    functions: HashMap<Key, FunctionId>,
    names: HashSet<String>,
    program: MatcherProgram,
}

impl Lowering<'_> {
    /// The function for a rule that is called from `place`.
    fn rule(
        &mut self,
        rule: &OptimizedRule,
        place: CallPlace,
    ) -> Result<FunctionId, GeneratorError> {
        let (body, emits) = behaviour(rule, place);
        let key = Key::Rule {
            name: rule.name.clone(),
            body,
            emits,
        };
        if let Some(&id) = self.functions.get(&key) {
            return Ok(id);
        }
        let comment = &self.grammar.comments[&rule.name];
        let id = self.begin(key, function_name(rule, body, emits), comment.clone());
        let expression = self.expression(rule, &rule.expr, body)?;
        let expression = match emits {
            true => self.plain(rule, expression)?,
            false => expression,
        };
        self.program.functions[id].body = match (self.target.kind)(&rule.name) {
            NodeKind::Node(kind) if emits => Matcher::Node {
                kind,
                body: Box::new(expression),
            },
            NodeKind::Outcome(outcome) if emits => Matcher::Outcome {
                outcome,
                body: Box::new(expression),
            },
            _ => expression,
        };
        Ok(id)
    }

    /// The text of a rule that makes a node, with the plain rules that are tried before it.
    fn plain(&mut self, rule: &OptimizedRule, text: Matcher) -> Result<Matcher, GeneratorError> {
        let within = CallPlace {
            atomicity: Atomicity::Atomic,
            in_lookahead: false,
        };
        let mut rules = Vec::new();
        for plain in (self.target.plain)(&rule.name) {
            let Some(&called) = self.rules.get(plain.rule.as_str()) else {
                let construct = format!("a plain rule that is not there, {}", plain.rule);
                return Err(GeneratorError::unsupported(&rule.name, construct));
            };
            rules.push((self.rule(called, within)?, plain.mark));
        }
        Ok(match rules.is_empty() {
            true => text,
            false => Matcher::Plain {
                rules,
                body: Box::new(text),
            },
        })
    }

    /// The trivia between two parts: white space, and comments with white space after each.
    fn trivia(&mut self, in_lookahead: bool) -> Result<Option<FunctionId>, GeneratorError> {
        let white_space = self.rules.get("WHITESPACE").copied();
        let comment = self.rules.get("COMMENT").copied();
        if white_space.is_none() && comment.is_none() {
            return Ok(None);
        }
        let key = Key::Trivia { in_lookahead };
        if let Some(&id) = self.functions.get(&key) {
            return Ok(Some(id));
        }
        let name = if in_lookahead {
            "trivia__silent"
        } else {
            "trivia"
        };
        let id = self.begin(
            key,
            name.to_owned(),
            "What may stand between two tokens.".to_owned(),
        );
        let place = CallPlace {
            atomicity: Atomicity::NonAtomic,
            in_lookahead,
        };
        let mut call = |rule: Option<&OptimizedRule>| {
            rule.map(|rule| self.rule(rule, place).map(Matcher::Call))
                .transpose()
        };
        let (white_space, comment) = (call(white_space)?, call(comment)?);
        let repeat = |body| Matcher::repeat(body, None);
        let body = match (white_space, comment) {
            (Some(white_space), Some(comment)) => Matcher::Sequence(vec![
                repeat(white_space.clone()),
                repeat(Matcher::Sequence(vec![comment, repeat(white_space)])),
            ]),
            (Some(only), None) | (None, Some(only)) => repeat(only),
            (None, None) => Matcher::Sequence(Vec::new()),
        };
        self.program.functions[id].body = body;
        Ok(Some(id))
    }

    fn begin(&mut self, key: Key, name: String, comment: String) -> FunctionId {
        let id = self.program.functions.len();
        let is_trivia = matches!(key, Key::Trivia { .. });
        self.functions.insert(key, id);
        let mut unique = name.clone();
        let mut number = 2;
        while !self.names.insert(unique.clone()) {
            unique = format!("{name}__{number}");
            number += 1;
        }
        self.program.functions.push(Function {
            name: unique,
            comment,
            body: Matcher::Sequence(Vec::new()),
            entry: None,
            is_trivia,
        });
        id
    }

    fn expression(
        &mut self,
        rule: &OptimizedRule,
        expression: &OptimizedExpr,
        place: CallPlace,
    ) -> Result<Matcher, GeneratorError> {
        let unsupported = |construct: &str| Err(GeneratorError::unsupported(&rule.name, construct));
        let lowered = match expression {
            OptimizedExpr::Str(text) => literal(text),
            OptimizedExpr::Insens(text) => Matcher::Insensitive(text.clone()),
            OptimizedExpr::Range(first, last) => match (single(first), single(last)) {
                (Some(first), Some(last)) => Matcher::Class(CharSet::range(first, last)),
                _ => return unsupported("a range whose ends are no characters"),
            },
            OptimizedExpr::Ident(name) => return self.identifier(rule, name, place),
            OptimizedExpr::PosPred(body) | OptimizedExpr::NegPred(body) => {
                let within = CallPlace {
                    in_lookahead: true,
                    ..place
                };
                Matcher::Lookahead {
                    is_positive: matches!(expression, OptimizedExpr::PosPred(_)),
                    body: Box::new(self.expression(rule, body, within)?),
                }
            }
            OptimizedExpr::Seq(first, rest) => {
                let mut parts = vec![self.expression(rule, first, place)?];
                if let Some(trivia) = self.trivia_at(place)? {
                    parts.push(Matcher::Call(trivia));
                }
                parts.push(self.expression(rule, rest, place)?);
                Matcher::Sequence(parts)
            }
            OptimizedExpr::Choice(first, rest) => Matcher::Choice(vec![
                self.expression(rule, first, place)?,
                self.expression(rule, rest, place)?,
            ]),
            OptimizedExpr::Opt(body) => {
                Matcher::Optional(Box::new(self.expression(rule, body, place)?))
            }
            OptimizedExpr::Rep(body) => {
                let body = self.expression(rule, body, place)?;
                Matcher::repeat(body, self.trivia_at(place)?)
            }
            OptimizedExpr::Skip(needles) => Matcher::Skip(needles.clone()),
            OptimizedExpr::PeekSlice(..) => return unsupported("PEEK[..]"),
            OptimizedExpr::Push(_) => return unsupported("PUSH"),
            // pest puts it only around uses of the stack, which are refused.
            OptimizedExpr::RestoreOnErr(body) => return self.expression(rule, body, place),
        };
        Ok(lowered)
    }

    /// The trivia that is skipped between two parts at this place, if any is.
    fn trivia_at(&mut self, place: CallPlace) -> Result<Option<FunctionId>, GeneratorError> {
        match place.atomicity {
            Atomicity::NonAtomic => self.trivia(place.in_lookahead),
            Atomicity::Compound | Atomicity::Atomic => Ok(None),
        }
    }

    fn identifier(
        &mut self,
        rule: &OptimizedRule,
        name: &str,
        place: CallPlace,
    ) -> Result<Matcher, GeneratorError> {
        if let Some(&called) = self.rules.get(name) {
            return Ok(Matcher::Call(self.rule(called, place)?));
        }
        let built_in = match name {
            "SOI" => Matcher::Start,
            "EOI" => {
                let emits = place.atomicity != Atomicity::Atomic && !place.in_lookahead;
                match (self.target.kind)(name) {
                    NodeKind::Node(kind) if emits => Matcher::Node {
                        kind,
                        body: Box::new(Matcher::End),
                    },
                    _ => Matcher::End,
                }
            }
            "NEWLINE" => Matcher::Choice(vec![literal("\n"), literal("\r\n"), literal("\r")]),
            _ => match CharSet::built_in(name) {
                Some(set) => Matcher::Class(set),
                None => return Err(GeneratorError::unsupported(&rule.name, name)),
            },
        };
        Ok(built_in)
    }
}

/// One character is a class of one, so that it merges with its neighbours.
fn literal(text: &str) -> Matcher {
    match single(text) {
        Some(character) => Matcher::Class(CharSet::one(character)),
        // An empty literal never fails; all others can.
        None if text.is_empty() => Matcher::Sequence(Vec::new()),
        None => Matcher::Literal(text.to_owned()),
    }
}

fn single(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// The place that a rule's text runs in, and whether the rule makes a node, when it is called from `place`.
fn behaviour(rule: &OptimizedRule, place: CallPlace) -> (CallPlace, bool) {
    let is_trivia = matches!(rule.name.as_str(), "WHITESPACE" | "COMMENT");
    let own = match rule.ty {
        RuleType::CompoundAtomic => Atomicity::Compound,
        RuleType::Atomic => Atomicity::Atomic,
        _ if is_trivia => Atomicity::Atomic,
        RuleType::NonAtomic => Atomicity::NonAtomic,
        RuleType::Normal | RuleType::Silent => place.atomicity,
    };
    let is_node = match rule.ty {
        RuleType::Normal | RuleType::Atomic => place.atomicity != Atomicity::Atomic,
        RuleType::CompoundAtomic | RuleType::NonAtomic => true,
        RuleType::Silent => false,
    };
    let emits = is_node && !place.in_lookahead;
    let body = CallPlace {
        // Nothing makes a node in a lookahead, so there compound equals atomic.
        atomicity: match own {
            Atomicity::Compound if place.in_lookahead => Atomicity::Atomic,
            own => own,
        },
        ..place
    };
    (body, emits)
}

/// The name of the function of a rule that is called from outside: the rule's, unless that means something else to Rust, or
/// could be another name in generated code: of a variable, a class, a part of another function.
pub(crate) fn entry_name(rule: &str) -> String {
    let is_taken = match rule {
        "self" | "super" | "crate" | "Self" | "_" | "Some" | "None" => true,
        "parser" | "position" | "node" | "mark" | "next" | "behind" | "byte" | "trivia" => true,
        _ => rule.contains("__") || rule.starts_with("node_") || rule.starts_with("CHARACTERS_"),
    };
    match is_taken {
        true => format!("{rule}__rule"),
        false => rule.to_owned(),
    }
}

/// The rule's name, with suffixes that say how the function differs from the rule called from outside.
fn function_name(rule: &OptimizedRule, body: CallPlace, emits: bool) -> String {
    let mut name = entry_name(&rule.name);
    let (usual, usually_emits) = behaviour(rule, OUTSIDE);
    if emits != usually_emits {
        name.push_str("__silent");
    }
    if body.in_lookahead {
        name.push_str("__ahead");
    }
    if body.atomicity != usual.atomicity {
        name.push_str(match body.atomicity {
            Atomicity::NonAtomic => "__non_atomic",
            Atomicity::Compound => "__compound",
            Atomicity::Atomic => "__atomic",
        });
    }
    name
}
