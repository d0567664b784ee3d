//! The data of the passes: functions, and the matchers that they are made of.
//!
//! Invariant: nothing is implicit. Where a grammar's sequence or repetition skips trivia, a call to the trivia's
//! function is in the matcher; where a rule makes a node, a [`Matcher::Node`] does. So a matcher
//! means the same wherever it is, and may be moved from a function to its caller.

use notation::CharSet;

/// The place of a function in [`MatcherProgram::functions`].
pub(crate) type FunctionId = usize;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Matcher {
    /// These characters.
    Literal(String),
    /// These characters, ASCII letters in either case.
    Insensitive(String),
    /// One character of a set.
    Class(CharSet),
    /// The beginning of the text.
    Start,
    /// The end of the text.
    End,
    /// All up to where one of these begins, or to the end of the text.
    Skip(Vec<String>),
    Sequence(Vec<Matcher>),
    Choice(Vec<Matcher>),
    Optional(Box<Matcher>),
    /// As often as it goes. `between` two of them, and kept only if another one follows.
    Repeat {
        body: Box<Matcher>,
        between: Option<FunctionId>,
    },
    /// Succeeds if the body does, or if it does not, and consumes nothing.
    Lookahead {
        is_positive: bool,
        body: Box<Matcher>,
    },
    Call(FunctionId),
    /// The matcher of the body. These functions are tried first, in this order; if one matches, the leaf around it gets the
    /// mark beside the function, a Rust expression.
    Plain {
        rules: Vec<(FunctionId, String)>,
        body: Box<Matcher>,
    },
    /// Makes a node of this kind, a Rust expression.
    Node {
        kind: String,
        body: Box<Matcher>,
    },
    /// Makes nodes of these kinds around one another, of a body that makes none.
    Leaf {
        kinds: Vec<String>,
        body: Box<Matcher>,
    },
    /// Notes that it was matched, by this Rust expression.
    Outcome {
        outcome: String,
        body: Box<Matcher>,
    },
}

/// One rule, as it behaves in one kind of place.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// Its name in Rust.
    pub(crate) name: String,
    pub(crate) comment: String,
    pub(crate) body: Matcher,
    /// The rule that it is, if it can be called from outside.
    pub(crate) entry: Option<String>,
    /// Whether it skips the trivia between two tokens.
    pub(crate) is_trivia: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct MatcherProgram {
    pub(crate) functions: Vec<Function>,
}

/// Which of `count` functions are reached from `starts`, these included, if each leads to those that `calls` returns.
pub(crate) fn reached(
    count: usize,
    starts: Vec<FunctionId>,
    calls: impl Fn(FunctionId) -> Vec<FunctionId>,
) -> Vec<bool> {
    let mut reached = vec![false; count];
    let mut open = starts;
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut reached[id], true) {
            open.extend(calls(id));
        }
    }
    reached
}

impl MatcherProgram {
    /// Whether a call of the function can lead back to it, without going on from any that `is_barred`.
    pub(crate) fn is_on_cycle(
        &self,
        id: FunctionId,
        is_barred: impl Fn(FunctionId) -> bool,
    ) -> bool {
        let calls = |id: FunctionId| self.functions[id].body.calls();
        let going_on = |id| if is_barred(id) { Vec::new() } else { calls(id) };
        reached(self.functions.len(), calls(id), going_on)[id]
    }

    /// The functions that can be called from outside.
    pub(crate) fn entries(&self) -> Vec<FunctionId> {
        let functions = 0..self.functions.len();
        functions
            .filter(|&id| self.functions[id].entry.is_some())
            .collect()
    }
}

impl Function {
    /// Takes the body out; the caller puts it back when it is changed.
    pub(crate) fn take_body(&mut self) -> Matcher {
        std::mem::replace(&mut self.body, Matcher::Sequence(Vec::new()))
    }
}

impl Matcher {
    /// The expressions directly within this one.
    pub(crate) fn parts(&self) -> Vec<&Matcher> {
        match self {
            Self::Sequence(parts) | Self::Choice(parts) => parts.iter().collect(),
            Self::Optional(body)
            | Self::Repeat { body, .. }
            | Self::Lookahead { body, .. }
            | Self::Plain { body, .. }
            | Self::Node { body, .. }
            | Self::Leaf { body, .. }
            | Self::Outcome { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }

    pub(crate) fn parts_mut(&mut self) -> Vec<&mut Matcher> {
        match self {
            Self::Sequence(parts) | Self::Choice(parts) => parts.iter_mut().collect(),
            Self::Optional(body)
            | Self::Repeat { body, .. }
            | Self::Lookahead { body, .. }
            | Self::Plain { body, .. }
            | Self::Node { body, .. }
            | Self::Leaf { body, .. }
            | Self::Outcome { body, .. } => vec![body],
            _ => Vec::new(),
        }
    }

    /// Applies `change` to each part, and keeps the kind of the expression.
    pub(crate) fn map(mut self, change: impl Fn(Self) -> Self) -> Self {
        for part in self.parts_mut() {
            *part = change(std::mem::replace(part, Self::Start));
        }
        self
    }

    /// Gives every function that it calls, at any depth, another number.
    pub(crate) fn renumber(&mut self, number: &dyn Fn(FunctionId) -> FunctionId) {
        match self {
            Self::Call(id)
            | Self::Repeat {
                between: Some(id), ..
            } => *id = number(*id),
            Self::Plain { rules, .. } => {
                rules.iter_mut().for_each(|(id, _)| *id = number(*id));
            }
            _ => {}
        }
        for part in self.parts_mut() {
            part.renumber(number);
        }
    }

    /// The functions that it calls, at any depth.
    pub(crate) fn calls(&self) -> Vec<FunctionId> {
        let mut calls = match self {
            Self::Call(id)
            | Self::Repeat {
                between: Some(id), ..
            } => vec![*id],
            Self::Plain { rules, .. } => rules.iter().map(|(id, _)| *id).collect(),
            _ => Vec::new(),
        };
        for part in self.parts() {
            calls.extend(part.calls());
        }
        calls
    }

    /// How many expressions it is made of.
    pub(crate) fn size(&self) -> usize {
        1 + self.parts().into_iter().map(Self::size).sum::<usize>()
    }

    /// Itself if it is one of several, else the only one.
    pub(crate) fn sequence(mut parts: Vec<Matcher>) -> Self {
        match parts.len() {
            1 => parts.remove(0),
            _ => Self::Sequence(parts),
        }
    }

    pub(crate) fn choice(mut parts: Vec<Matcher>) -> Self {
        match parts.len() {
            1 => parts.remove(0),
            _ => Self::Choice(parts),
        }
    }

    pub(crate) fn repeat(body: Matcher, between: Option<FunctionId>) -> Self {
        Self::Repeat {
            body: Box::new(body),
            between,
        }
    }
}
